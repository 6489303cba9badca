//! What an actor asks for (`rules.md` §7): the actions and their parameters.

use super::dice::{Dice, HAND_MOST};
use super::ids::{Area, Direction, FACES, Mode, PASTURES, Pasture, RACES, Race, TILES, Tile};
use super::tiles::Tiles;
use crate::vocabulary::words;

/// An action with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Chooses the start tiles to keep.
    KeepStartTiles {
        /// The tiles.
        tiles: Tiles,
        /// How those of one race are laid out.
        direction: Direction,
    },
    /// Places the first gaucho.
    PlaceStartGaucho {
        /// Where.
        area: Area,
    },
    /// Takes two dice.
    PickDice {
        /// The two dice.
        dice: Dice,
    },
    /// Stands a gaucho on a tile.
    PlaceStanding {
        /// The tile.
        tile: Tile,
        /// What pays for it.
        dice: Dice,
    },
    /// Lays a gaucho on a tile.
    PlaceLying {
        /// The tile.
        tile: Tile,
        /// What pays for it.
        dice: Dice,
    },
    /// Stands a lying gaucho up.
    RaiseGaucho {
        /// The tile he lies on.
        tile: Tile,
        /// What pays for it.
        dice: Dice,
    },
    /// Puts a gaucho on an action area.
    PlaceOnArea {
        /// The area.
        area: Area,
        /// What pays for it.
        dice: Dice,
    },
    /// Wishes for a die.
    UseWish {
        /// What it shows, 1 to 6.
        face: u8,
    },
    /// Sells a herd with a bonus.
    UseImmediateSale {
        /// Its race.
        race: Race,
    },
    /// Takes a tile from another seat's herd.
    UseTheft {
        /// The tile.
        tile: Tile,
    },
    /// Stands up to two lying gauchos up.
    UseOverseerRaise {
        /// The tiles they lie on.
        tiles: Tiles,
    },
    /// Puts a gaucho in the place of another seat's lying one.
    UseOverseerReplace {
        /// The tile he lies on.
        tile: Tile,
    },
    /// Looks at the steppe.
    UseSecretCattle,
    /// Calls a gaucho back from an area.
    RecallFromArea {
        /// The area.
        area: Area,
    },
    /// Calls a gaucho back from a tile.
    RecallFromTile {
        /// The tile.
        tile: Tile,
    },
    /// Passes the turn.
    EndTurn,
    /// Takes a tile from the steppe.
    SecretTake {
        /// The tile.
        tile: Tile,
        /// Where it goes.
        pasture: Pasture,
    },
    /// Takes no more.
    SecretDone,
    /// Puts a collected tile into its herd.
    CollectTile {
        /// The tile.
        tile: Tile,
        /// How.
        mode: Mode,
    },
    /// An action with parameters that it does not take; always refused, in its turn (§7).
    BadParameter {
        /// Which action it is.
        verb: Verb,
    },
    /// An action that the game does not know; always refused.
    Unknown,
}

words! {
    /// The name of an action, in the order of `rules.md` §7.
    Verb {
        /// [`Action::KeepStartTiles`].
        KeepStartTiles = "keep_start_tiles",
        /// [`Action::PlaceStartGaucho`].
        PlaceStartGaucho = "place_start_gaucho",
        /// [`Action::PickDice`].
        PickDice = "pick_dice",
        /// [`Action::PlaceStanding`].
        PlaceStanding = "place_standing",
        /// [`Action::PlaceLying`].
        PlaceLying = "place_lying",
        /// [`Action::RaiseGaucho`].
        RaiseGaucho = "raise_gaucho",
        /// [`Action::PlaceOnArea`].
        PlaceOnArea = "place_on_area",
        /// [`Action::UseWish`].
        UseWish = "use_wish",
        /// [`Action::UseImmediateSale`].
        UseImmediateSale = "use_immediate_sale",
        /// [`Action::UseTheft`].
        UseTheft = "use_theft",
        /// [`Action::UseOverseerRaise`].
        UseOverseerRaise = "use_overseer_raise",
        /// [`Action::UseOverseerReplace`].
        UseOverseerReplace = "use_overseer_replace",
        /// [`Action::UseSecretCattle`].
        UseSecretCattle = "use_secret_cattle",
        /// [`Action::RecallFromArea`].
        RecallFromArea = "recall_from_area",
        /// [`Action::RecallFromTile`].
        RecallFromTile = "recall_from_tile",
        /// [`Action::EndTurn`].
        EndTurn = "end_turn",
        /// [`Action::SecretTake`].
        SecretTake = "secret_take",
        /// [`Action::SecretDone`].
        SecretDone = "secret_done",
        /// [`Action::CollectTile`].
        CollectTile = "collect_tile",
    }
}

impl Action {
    /// The action's name; `None` for one that the game does not know.
    pub const fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::KeepStartTiles { .. } => Verb::KeepStartTiles,
            Self::PlaceStartGaucho { .. } => Verb::PlaceStartGaucho,
            Self::PickDice { .. } => Verb::PickDice,
            Self::PlaceStanding { .. } => Verb::PlaceStanding,
            Self::PlaceLying { .. } => Verb::PlaceLying,
            Self::RaiseGaucho { .. } => Verb::RaiseGaucho,
            Self::PlaceOnArea { .. } => Verb::PlaceOnArea,
            Self::UseWish { .. } => Verb::UseWish,
            Self::UseImmediateSale { .. } => Verb::UseImmediateSale,
            Self::UseTheft { .. } => Verb::UseTheft,
            Self::UseOverseerRaise { .. } => Verb::UseOverseerRaise,
            Self::UseOverseerReplace { .. } => Verb::UseOverseerReplace,
            Self::UseSecretCattle => Verb::UseSecretCattle,
            Self::RecallFromArea { .. } => Verb::RecallFromArea,
            Self::RecallFromTile { .. } => Verb::RecallFromTile,
            Self::EndTurn => Verb::EndTurn,
            Self::SecretTake { .. } => Verb::SecretTake,
            Self::SecretDone => Verb::SecretDone,
            Self::CollectTile { .. } => Verb::CollectTile,
            Self::BadParameter { verb } => *verb,
            Self::Unknown => return None,
        })
    }

    /// Whether every parameter names something in the game, and every list has a length the action takes.
    pub(super) fn is_well_formed(&self, most_kept: usize) -> bool {
        let tile_is_there = |tile: Tile| tile.index() < TILES;
        let dice_pay = |dice: Dice| (1..=HAND_MOST).contains(&usize::from(dice.len()));
        let listed = |tiles: Tiles, most: usize| {
            Tiles::ALL.contains_all(tiles) && (1..=most).contains(&usize::from(tiles.len()))
        };
        match *self {
            Self::KeepStartTiles { tiles, .. } => listed(tiles, most_kept),
            Self::PickDice { dice } => dice.len() == 2,
            Self::PlaceStanding { tile, dice }
            | Self::PlaceLying { tile, dice }
            | Self::RaiseGaucho { tile, dice } => tile_is_there(tile) && dice_pay(dice),
            Self::PlaceOnArea { dice, .. } => dice_pay(dice),
            Self::UseWish { face } => (1..=FACES).contains(&usize::from(face)),
            Self::UseImmediateSale { race } => race.index() < RACES,
            Self::UseOverseerRaise { tiles } => listed(tiles, 2),
            Self::UseTheft { tile }
            | Self::UseOverseerReplace { tile }
            | Self::RecallFromTile { tile }
            | Self::CollectTile { tile, .. } => tile_is_there(tile),
            Self::SecretTake { tile, pasture } => tile_is_there(tile) && pasture.index() < PASTURES,
            Self::PlaceStartGaucho { .. }
            | Self::RecallFromArea { .. }
            | Self::UseSecretCattle
            | Self::EndTurn
            | Self::SecretDone => true,
            Self::BadParameter { .. } | Self::Unknown => false,
        }
    }
}
