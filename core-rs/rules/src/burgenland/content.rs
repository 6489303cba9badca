//! The numbers of `content.toml` as types: parsed once, checked when parsed.

use serde::Deserialize;

use super::content_check;
use super::content_file::File;
use super::ids::{
    BonusTile, CARDS, CASTLES, COLOURS, Card, Castle, Colour, ColourCard, NODES, Node, Piece,
    SEATS, SPACES, Site, Space, SpaceBonus,
};
use super::options::{Layout, Options};
use super::state::ARCHITECTS;

/// Everything that `content.toml` says and the rules use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The ids of the colours, in canonical order.
    pub colours: [String; COLOURS],
    /// The kinds of colour card, in canonical order.
    pub cards: [CardKind; CARDS],
    /// The wild card.
    pub joker: JokerKind,
    /// The kinds of architect card, values ascending.
    pub architects: [ArchitectKind; ARCHITECTS],
    /// The intersections.
    pub nodes: [Place; NODES],
    /// The small castles.
    pub castles: [CastlePlan; CASTLES],
    /// The id of the large castle, and where it lies.
    pub large: Place,
    /// The id of the exchange tiles.
    pub exchange_id: String,
    /// Exchange tiles in the game.
    pub exchange_tiles: u8,
    /// Bonus tiles in the game, by kind.
    pub bonus_tiles: [u8; BonusTile::ALL.len()],
    /// Coins of a `ten_coins` tile's price.
    pub ten_coins: u8,
    /// Coins of a `coins_5` tile's reward.
    pub coins_5: u8,
    /// Coins of a `coins_3` square's reward.
    pub coins_3: u8,
    /// Coins of the well rewards, in the order they are covered.
    pub well_rewards: Vec<u8>,
    /// Cards of a build in a small castle.
    pub border_cards: u8,
    /// Prices of the large castle, by piece; `None` where the piece does not go there.
    pub large_prices: [Option<LargePrice>; Piece::ALL.len()],
    /// Colour cards at the start, by turn order.
    pub start_cards: [u8; SEATS],
    /// Jokers at the start.
    pub start_jokers: u8,
    /// Colour cards of the draw action.
    pub draw_cards: u8,
    /// Pieces by number of seats and layout.
    pub layouts: Vec<LayoutPlan>,
    /// Highest `turn_limit`.
    pub turn_limit_most: u32,
    /// The creation options that are not given.
    pub defaults: Options,
}

/// A kind of colour card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardKind {
    /// Its id, e.g. `red_1`.
    pub id: String,
    /// Copies in the game.
    pub count: u8,
}

/// The wild card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JokerKind {
    /// Its id.
    pub id: String,
    /// How many the pile has.
    pub count: u8,
    /// What it counts in coin payments.
    pub coin_value: u8,
    /// Coins of colour cards that buy one.
    pub price: u8,
}

/// A kind of architect card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArchitectKind {
    /// Coins it asks.
    pub value: u8,
    /// Copies in the game.
    pub count: u8,
}

/// A place on the board, 0..100, x to the east, y to the south.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its id.
    pub id: String,
    /// East.
    pub x: u8,
    /// South.
    pub y: u8,
}

/// A small castle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CastlePlan {
    /// Id and position.
    pub place: Place,
    /// The two intersections it joins.
    pub nodes: [Node; 2],
    /// The number on its round space.
    pub well_number: u8,
    /// The ids of its spaces.
    pub sites: [String; SPACES],
    /// The bonuses printed on its spaces.
    pub bonuses: [Option<SpaceBonus>; SPACES],
}

/// What a build in the large castle costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LargePrice {
    /// Cards of one colour.
    pub same: u8,
    /// Cards of different colours.
    pub different: u8,
}

/// The pieces of one number of seats and layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayoutPlan {
    /// The number of seats.
    pub seats: u8,
    /// The layout; `None` where there is no choice.
    pub layout: Option<Layout>,
    /// Pieces a seat, by kind.
    pub supply: [u8; Piece::ALL.len()],
    /// The neutral pieces, in placing order.
    pub neutrals: Vec<Neutral>,
}

/// A neutral piece to place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neutral {
    /// The piece.
    pub piece: Piece,
    /// The space of the castle.
    pub space: Space,
    /// Which castles qualify.
    pub wanted: Wanted,
}

super::ids::words! {
    /// Which castles qualify for a neutral piece.
    Wanted {
        /// No neutral piece there yet.
        EmptyCastle = "empty_castle",
        /// Its north space is empty.
        NorthFree = "north_free",
        /// A neutral wall on north and nothing on west.
        WallNorthWestFree = "wall_north_west_free",
    }
}

impl Content {
    /// Parses and checks a content file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        content_check::content(file)
    }

    /// The id of a colour.
    pub fn colour_id(&self, colour: Colour) -> &str {
        &self.colours[colour.index()]
    }

    /// The id of a colour card.
    pub fn card_id(&self, card: ColourCard) -> &str {
        &self.cards[card.index()].id
    }

    /// The id of a card a seat can pay with.
    pub fn tender_id(&self, card: Card) -> &str {
        match card {
            Card::Colour(card) => self.card_id(card),
            Card::Joker => &self.joker.id,
        }
    }

    /// The card with this id.
    pub fn tender(&self, id: &str) -> Option<Card> {
        if id == self.joker.id {
            return Some(Card::Joker);
        }
        self.card(id).map(Card::Colour)
    }

    /// The colour card with this id.
    pub fn card(&self, id: &str) -> Option<ColourCard> {
        ColourCard::all().find(|card| self.card_id(*card) == id)
    }

    /// The colour with this id.
    pub fn colour(&self, id: &str) -> Option<Colour> {
        Colour::all().find(|colour| self.colour_id(*colour) == id)
    }

    /// The id of an intersection.
    pub fn node_id(&self, node: Node) -> &str {
        &self.nodes[node.index()].id
    }

    /// The intersection with this id.
    pub fn node(&self, id: &str) -> Option<Node> {
        Node::all().find(|node| self.node_id(*node) == id)
    }

    /// The id of a small castle.
    pub fn castle_id(&self, castle: Castle) -> &str {
        &self.castles[castle.index()].place.id
    }

    /// The small castle with this id.
    pub fn castle(&self, id: &str) -> Option<Castle> {
        Castle::all().find(|castle| self.castle_id(*castle) == id)
    }

    /// The id of a site.
    pub fn site_id(&self, site: Site) -> &str {
        match site {
            Site::Space(castle, space) => &self.castles[castle.index()].sites[space.index()],
            Site::Large => &self.large.id,
        }
    }

    /// The site with this id.
    pub fn site(&self, id: &str) -> Option<Site> {
        if id == self.large.id {
            return Some(Site::Large);
        }
        Castle::all()
            .flat_map(|castle| Space::ALL.map(|space| Site::Space(castle, space)))
            .find(|site| self.site_id(*site) == id)
    }

    /// The castle whose round space has this number.
    pub fn well_castle(&self, number: u8) -> Option<Castle> {
        Castle::all().find(|castle| self.castles[castle.index()].well_number == number)
    }
}
