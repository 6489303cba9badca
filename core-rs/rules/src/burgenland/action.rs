//! What an actor asks for (`rules.md` §7), and whether it may (§14).

use super::ids::words;
use super::ids::{Card, Castle, Node, Piece, Price, Site};

/// An action with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Takes two cards.
    DrawCards,
    /// Passes the turn.
    EndTurn,
    /// Opens the payment of a build.
    StartBuild {
        /// What is built.
        piece: Piece,
        /// Where.
        site: Site,
        /// At which price.
        price: Price,
        /// Whether an `ignore_rules` tile lifts the building condition.
        ignore: bool,
    },
    /// Opens the payment of a joker.
    BuyJoker,
    /// Swaps the markers of two intersections.
    PlayExchange {
        /// The lower one.
        a: Node,
        /// The higher one.
        b: Node,
    },
    /// Plays a `coins_5` tile.
    PlayCoins,
    /// Pays the rest of the payment by the preference list.
    PayAuto,
    /// Pays one card.
    PayCard {
        /// The card.
        card: Card,
    },
    /// Places the next neutral piece.
    PlaceNeutral {
        /// At which castle.
        castle: Castle,
    },
    /// An action with a parameter that names nothing in the game; always refused, in its turn (§14).
    UnknownId {
        /// Which action it is.
        verb: Verb,
    },
    /// An action that the game does not know; always refused.
    Unknown,
}

words! {
    /// The name of an action.
    Verb {
        /// [`Action::DrawCards`].
        DrawCards = "draw_cards",
        /// [`Action::EndTurn`].
        EndTurn = "end_turn",
        /// [`Action::StartBuild`].
        StartBuild = "start_build",
        /// [`Action::BuyJoker`].
        BuyJoker = "buy_joker",
        /// [`Action::PlayExchange`].
        PlayExchange = "play_exchange",
        /// [`Action::PlayCoins`].
        PlayCoins = "play_coins",
        /// [`Action::PayAuto`].
        PayAuto = "pay_auto",
        /// [`Action::PayCard`].
        PayCard = "pay_card",
        /// [`Action::PlaceNeutral`].
        PlaceNeutral = "place_neutral",
    }
}

impl Action {
    /// The action's name; `None` for one that the game does not know.
    pub const fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::DrawCards => Verb::DrawCards,
            Self::EndTurn => Verb::EndTurn,
            Self::StartBuild { .. } => Verb::StartBuild,
            Self::BuyJoker => Verb::BuyJoker,
            Self::PlayExchange { .. } => Verb::PlayExchange,
            Self::PlayCoins => Verb::PlayCoins,
            Self::PayAuto => Verb::PayAuto,
            Self::PayCard { .. } => Verb::PayCard,
            Self::PlaceNeutral { .. } => Verb::PlaceNeutral,
            Self::UnknownId { verb } => *verb,
            Self::Unknown => return None,
        })
    }
}
