//! Things of the content as small typed indices, in the order in which `content.toml` lists them.

use serde::{Deserialize, Serialize};

use super::ids::{
    ACHIEVEMENT_TILES, ACQUISITIONS, BOATS, CARDS, COVERS, DOCKS, DONKEY_CARDS, Deck, FARM_SPACES,
    MARKETS, NORMAL_CARDS, ROAD_SPACES, RONDEL_BONUSES, ROUND_TILES, SLOTS, SOURCES, TARGETS,
    TILE_TYPES,
};

/// Indices into lists of the content.
macro_rules! things {
    ($($(#[$doc:meta])* $name:ident[$count:expr])*) => { $(
        $(#[$doc])*
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl $name {
            /// How many there are.
            pub const COUNT: usize = $count;

            /// All of them, in canonical order.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
                (0..u8::MAX).take(Self::COUNT).map(Self)
            }

            /// The position in a list of one entry each.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The one at this position, if there is one.
            pub fn at(index: usize) -> Option<Self> {
                u8::try_from(index).ok().filter(|_| index < Self::COUNT).map(Self)
            }
        }
    )* };
}

things! {
    /// A farm card: first the normal ones, then the special ones.
    Card[CARDS]
    /// An acquisition, the bottom part of two normal cards.
    Acquisition[ACQUISITIONS]
    /// A donkey card.
    DonkeyCard[DONKEY_CARDS]
    /// A farm space.
    FarmSpace[FARM_SPACES]
    /// A farm extension.
    Extension[FARM_SPACES]
    /// A local market.
    Market[MARKETS]
    /// A covering tile of a local market.
    Cover[COVERS]
    /// A type of market bonus tiles.
    TileType[TILE_TYPES]
    /// A boat.
    Boat[BOATS]
    /// A dock.
    Dock[DOCKS]
    /// A space of the road.
    RoadSpace[ROAD_SPACES]
    /// A game round tile.
    RoundTile[ROUND_TILES]
    /// A personal achievement tile.
    PersonalTile[ACHIEVEMENT_TILES]
    /// A general achievement tile.
    GeneralTile[ACHIEVEMENT_TILES]
    /// A bonus of the rondel.
    RondelBonus[RONDEL_BONUSES]
    /// A delivery target of a seat: its slots, its areas at the markets, its boats at the docks.
    Target[TARGETS]
    /// What carries triggers and actions of a seat: its acquisitions, its market tiles, the round tile.
    Source[SOURCES]
}

impl Card {
    /// The deck it comes from.
    pub const fn deck(self) -> Deck {
        if self.index() < NORMAL_CARDS { Deck::Normal } else { Deck::Special }
    }

    /// Whether it is a special card.
    pub const fn is_special(self) -> bool {
        self.index() >= NORMAL_CARDS
    }
}

impl FarmSpace {
    /// The extension that belongs to it: the content lists both in one order.
    pub const fn extension(self) -> Extension {
        Extension(self.0)
    }
}

impl Extension {
    /// The farm space that it covers: the content lists both in one order.
    pub const fn space(self) -> FarmSpace {
        FarmSpace(self.0)
    }
}

/// The first target that is a market area, and the first that is a boat.
const FIRST_MARKET: u8 = 3;
const FIRST_DOCK: u8 = 8;
/// The first source that is a market tile, and the one that is the round tile.
const FIRST_TILE: u8 = 3;
const ROUND_TILE: u8 = 11;

const _: () = assert!(FIRST_MARKET as usize == SLOTS && FIRST_DOCK as usize == SLOTS + MARKETS);
const _: () = assert!(FIRST_TILE as usize == SLOTS && ROUND_TILE as usize == SLOTS + TILE_TYPES);

/// What a target is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetKind {
    /// The card in this slot of the barrow row.
    Slot(usize),
    /// The seat's area at this market.
    Market(Market),
    /// The seat's boat at this dock.
    Dock(Dock),
}

impl Target {
    /// The card in a slot of the barrow row, 0 to 2.
    pub const fn slot(slot: u8) -> Self {
        Self(slot)
    }

    /// The area at a market.
    pub const fn market(market: Market) -> Self {
        Self(FIRST_MARKET + market.0)
    }

    /// The boat at a dock.
    pub const fn dock(dock: Dock) -> Self {
        Self(FIRST_DOCK + dock.0)
    }

    /// What it is.
    pub const fn kind(self) -> TargetKind {
        let index = self.index();
        if index < SLOTS {
            TargetKind::Slot(index)
        } else if index < SLOTS + MARKETS {
            TargetKind::Market(Market(self.0 - FIRST_MARKET))
        } else {
            TargetKind::Dock(Dock(self.0 - FIRST_DOCK))
        }
    }
}

/// What a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// The card in this slot of the acquisition row.
    Acquisition(usize),
    /// A market tile on its back.
    Tile(TileType),
    /// The tile of the round.
    RoundTile,
}

impl Source {
    /// The tile of the round.
    pub const ROUND_TILE: Self = Self(ROUND_TILE);

    /// The card in a slot of the acquisition row, 0 to 2.
    pub const fn acquisition(slot: u8) -> Self {
        Self(slot)
    }

    /// A market tile.
    pub const fn tile(tile: TileType) -> Self {
        Self(FIRST_TILE + tile.0)
    }

    /// What it is.
    pub const fn kind(self) -> SourceKind {
        let index = self.index();
        if index < SLOTS {
            SourceKind::Acquisition(index)
        } else if index < SLOTS + TILE_TYPES {
            SourceKind::Tile(TileType(self.0 - FIRST_TILE))
        } else {
            SourceKind::RoundTile
        }
    }
}
