//! Why the rules refuse (`rules.md` §14).

use super::ids::{BonusTile, Piece, Price};
use crate::{Arg, Refusal, Seat, Sentence};

/// Why an action or a creation is refused. `chance_pending` is missing: no state rests in the phase `chance`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// The game is over.
    GameOver,
    /// Another seat acts.
    NotYourTurn {
        /// Who does.
        seat: Seat,
    },
    /// No such action, piece, site, price, card, castle or node.
    UnknownId,
    /// The main action of this turn is done.
    AlreadyActed,
    /// The main action of this turn is still to come.
    ActionRequired,
    /// The action does not belong to the phase.
    WrongPhase,
    /// The neutral piece does not go to that castle, or the piece not on that site.
    SiteNotAllowed {
        /// The piece.
        piece: Piece,
        /// Whether it is a neutral piece of setup.
        neutral: bool,
    },
    /// The seat has built all its pieces of that kind.
    NoPieceLeft {
        /// The kind.
        piece: Piece,
    },
    /// The price does not exist at that site.
    PriceNotAllowed {
        /// The price.
        price: Price,
    },
    /// The castle has an extra space already.
    ExtraSpaceLimit,
    /// The seat has no such tile.
    TileNotOwned {
        /// The kind of bonus tile; `None`: an exchange tile.
        tile: Option<BonusTile>,
    },
    /// Nothing is there for the `ignore_rules` tile to lift.
    TileNotNeeded,
    /// A piece stands there.
    SiteOccupied,
    /// The castle has a keep.
    KeepLimit,
    /// The castle has too few walls for another house.
    HouseNeedsWall {
        /// Walls in the castle.
        walls: u8,
        /// Houses in the castle, this one included.
        houses: u8,
    },
    /// The cards in hand do not pay for it.
    CannotPay {
        /// Whether it is the purchase of a joker.
        joker: bool,
    },
    /// The card is not in the hand.
    CardNotInHand,
    /// The card does not fit the price.
    CardNotAccepted,
    /// With the cards left the payment could not be completed.
    WouldNotComplete,
    /// Both intersections are the same.
    SameNode,
    /// The higher intersection is named first.
    PairOrder,
    /// A creation option, or its value, that does not exist or does not go with the seats.
    BadOption,
}

impl Refusal for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::UnknownId => "unknown_id",
            Self::AlreadyActed => "already_acted",
            Self::ActionRequired => "action_required",
            Self::WrongPhase => "wrong_phase",
            Self::SiteNotAllowed { .. } => "site_not_allowed",
            Self::NoPieceLeft { .. } => "no_piece_left",
            Self::PriceNotAllowed { .. } => "price_not_allowed",
            Self::ExtraSpaceLimit => "extra_space_limit",
            Self::TileNotOwned { .. } => "tile_not_owned",
            Self::TileNotNeeded => "tile_not_needed",
            Self::SiteOccupied => "site_occupied",
            Self::KeepLimit => "keep_limit",
            Self::HouseNeedsWall { .. } => "house_needs_wall",
            Self::CannotPay { .. } => "cannot_pay",
            Self::CardNotInHand => "card_not_in_hand",
            Self::CardNotAccepted => "card_not_accepted",
            Self::WouldNotComplete => "would_not_complete",
            Self::SameNode => "same_node",
            Self::PairOrder => "pair_order",
            Self::BadOption => "bad_option",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::BadOption => "2",
            Self::NotYourTurn { .. }
            | Self::AlreadyActed
            | Self::ActionRequired
            | Self::WrongPhase => "6",
            Self::SiteNotAllowed { neutral: true, .. } => "7.1",
            Self::CardNotInHand => "7.3",
            Self::SameNode
            | Self::PairOrder
            | Self::CannotPay { joker: true }
            | Self::TileNotOwned { tile: None | Some(BonusTile::Coins5) } => "7.4",
            Self::SiteNotAllowed { neutral: false, .. }
            | Self::NoPieceLeft { .. }
            | Self::ExtraSpaceLimit
            | Self::TileNotOwned { tile: Some(BonusTile::ExtraSpace | BonusTile::IgnoreRules) }
            | Self::TileNotNeeded
            | Self::SiteOccupied
            | Self::KeepLimit
            | Self::HouseNeedsWall { .. } => "8.1",
            Self::PriceNotAllowed { .. }
            | Self::TileNotOwned { tile: Some(BonusTile::TenCoins) }
            | Self::CardNotAccepted => "8.2",
            Self::CannotPay { joker: false } | Self::WouldNotComplete => "8.3",
            Self::GameOver => "13",
            Self::UnknownId => "14",
        }
    }

    fn is_nonsense(&self) -> bool {
        matches!(self, Self::UnknownId | Self::BadOption)
    }

    fn sentence(&self) -> Sentence {
        match self {
            Self::GameOver => Sentence::new("reject-game-over"),
            Self::NotYourTurn { seat } => Sentence::new("reject-not-your-turn").seat("seat", *seat),
            Self::UnknownId => Sentence::new("reject-unknown-id"),
            Self::AlreadyActed => Sentence::new("reject-already-acted"),
            Self::ActionRequired => Sentence::new("reject-action-required"),
            Self::WrongPhase => Sentence::new("reject-wrong-phase"),
            Self::SiteNotAllowed { piece, neutral } => Sentence::new("reject-site-not-allowed")
                .with("piece", Arg::id("piece", piece.id()))
                .with("neutral", Arg::Flag(*neutral)),
            Self::NoPieceLeft { piece } => {
                Sentence::new("reject-no-piece-left").with("piece", Arg::id("piece", piece.id()))
            }
            Self::PriceNotAllowed { price } => Sentence::new("reject-price-not-allowed")
                .with("price", Arg::id("price", price.id())),
            Self::ExtraSpaceLimit => Sentence::new("reject-extra-space-limit"),
            Self::TileNotOwned { tile } => Sentence::new("reject-tile-not-owned")
                .with("tile", Arg::id("tile", tile.map_or("exchange", BonusTile::id))),
            Self::TileNotNeeded => Sentence::new("reject-tile-not-needed"),
            Self::SiteOccupied => Sentence::new("reject-site-occupied"),
            Self::KeepLimit => Sentence::new("reject-keep-limit"),
            Self::HouseNeedsWall { walls, houses } => Sentence::new("reject-house-needs-wall")
                .number("walls", *walls)
                .number("houses", *houses),
            Self::CannotPay { joker } => {
                Sentence::new("reject-cannot-pay").with("joker", Arg::Flag(*joker))
            }
            Self::CardNotInHand => Sentence::new("reject-card-not-in-hand"),
            Self::CardNotAccepted => Sentence::new("reject-card-not-accepted"),
            Self::WouldNotComplete => Sentence::new("reject-would-not-complete"),
            Self::SameNode => Sentence::new("reject-same-node"),
            Self::PairOrder => Sentence::new("reject-pair-order"),
            Self::BadOption => Sentence::new("reject-bad-option"),
        }
    }
}
