//! Why the rules refuse (`rules.md` §6, §7).

use super::dice::Sums;
use super::ids::Area;
use super::naming;
use crate::{Arg, Refusal, Seat, Sentence};

/// Why an action or a creation is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rejection {
    /// The game is over.
    GameOver,
    /// Another seat acts, or the seat has chosen and waits.
    NotYourTurn {
        /// Who does; `None` where several seats may.
        seat: Option<Seat>,
    },
    /// The action does not exist in the phase.
    WrongPhase,
    /// No such action, id or value, or a list that is not one.
    BadParameter,
    /// The seat did not draw those tiles.
    NotYourTiles,
    /// So many tiles may only be kept if their values are low.
    KeepLimitExceeded {
        /// How many are to be kept.
        tiles: u8,
        /// The highest value of so many.
        most: u8,
    },
    /// A direction without tiles of one race, or none with such tiles.
    DirectionInvalid {
        /// Whether two of the tiles share a race.
        share: bool,
    },
    /// Another seat has chosen the area.
    AreaTaken {
        /// The area.
        area: Area,
    },
    /// There are no dice in the final round.
    NoDiceInFinalRound,
    /// The seat has taken its dice.
    DiceAlreadyPicked,
    /// The seat has to take its dice first.
    DiceNotPicked,
    /// The dice are not there.
    DiceUnavailable,
    /// The tile lies in no pasture.
    TileNotInPampa,
    /// A gaucho holds the tile.
    TileOccupied,
    /// The dice do not make the number that is asked.
    ValueMismatch {
        /// What the dice make.
        sum: u16,
        /// What would do.
        asked: Sums,
    },
    /// No gaucho is at home.
    NoGauchoInSupply,
    /// No own gaucho lies there.
    NoOwnLyingGaucho,
    /// An own gaucho is on the area.
    AreaOccupied {
        /// The area.
        area: Area,
    },
    /// A gaucho left the area this turn.
    AreaVacatedThisTurn {
        /// The area.
        area: Area,
    },
    /// No own gaucho is on the area.
    AreaNotHeld {
        /// The area.
        area: Area,
    },
    /// The gaucho came to the area this turn.
    AreaPlacedThisTurn {
        /// The area.
        area: Area,
    },
    /// The herd is too small to be sold.
    HerdTooSmall {
        /// Its tiles.
        tiles: u8,
        /// The fewest.
        least: u8,
    },
    /// The tile is in no other seat's herd.
    TileNotStealable,
    /// No gaucho of another seat lies there.
    NoOpponentLyingGaucho,
    /// The steppe has no tile.
    SteppeEmpty,
    /// The pasture has no empty space, or the whole pampa has none.
    NoEmptySpace {
        /// Whether the whole pampa has none.
        anywhere: bool,
    },
    /// No own gaucho is on the tile.
    NoOwnGaucho,
    /// A gaucho is at home: none is called back from a tile.
    SupplyNotEmpty,
    /// The tile is not in the steppe.
    TileNotInSteppe,
    /// A second tile has to be low.
    SecondTileTooHigh {
        /// The highest value of a second tile.
        most: u8,
    },
    /// A tile has to be taken.
    SecretTakeRequired,
    /// The tile is not pending.
    TileNotPending,
    /// Another race comes first.
    NotCurrentRace,
    /// No own gaucho is on `sort`.
    SortNotAvailable,
    /// Sorting would do what appending does.
    SortPointless,
    /// A creation option, or its value, that does not exist or does not go with the seats.
    BadOption,
}

impl Refusal for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotYourTurn { .. } => "not_your_turn",
            Self::WrongPhase => "wrong_phase",
            Self::BadParameter => "bad_parameter",
            Self::NotYourTiles => "not_your_tiles",
            Self::KeepLimitExceeded { .. } => "keep_limit_exceeded",
            Self::DirectionInvalid { .. } => "direction_invalid",
            Self::AreaTaken { .. } => "area_taken",
            Self::NoDiceInFinalRound => "no_dice_in_final_round",
            Self::DiceAlreadyPicked => "dice_already_picked",
            Self::DiceNotPicked => "dice_not_picked",
            Self::DiceUnavailable => "dice_unavailable",
            Self::TileNotInPampa => "tile_not_in_pampa",
            Self::TileOccupied => "tile_occupied",
            Self::ValueMismatch { .. } => "value_mismatch",
            Self::NoGauchoInSupply => "no_gaucho_in_supply",
            Self::NoOwnLyingGaucho => "no_own_lying_gaucho",
            Self::AreaOccupied { .. } => "area_occupied",
            Self::AreaVacatedThisTurn { .. } => "area_vacated_this_turn",
            Self::AreaNotHeld { .. } => "area_not_held",
            Self::AreaPlacedThisTurn { .. } => "area_placed_this_turn",
            Self::HerdTooSmall { .. } => "herd_too_small",
            Self::TileNotStealable => "tile_not_stealable",
            Self::NoOpponentLyingGaucho => "no_opponent_lying_gaucho",
            Self::SteppeEmpty => "steppe_empty",
            Self::NoEmptySpace { .. } => "no_empty_space",
            Self::NoOwnGaucho => "no_own_gaucho",
            Self::SupplyNotEmpty => "supply_not_empty",
            Self::TileNotInSteppe => "tile_not_in_steppe",
            Self::SecondTileTooHigh { .. } => "second_tile_too_high",
            Self::SecretTakeRequired => "secret_take_required",
            Self::TileNotPending => "tile_not_pending",
            Self::NotCurrentRace => "not_current_race",
            Self::SortNotAvailable => "sort_not_available",
            Self::SortPointless => "sort_pointless",
            Self::BadOption => "bad_option",
        }
    }

    fn rule(&self) -> &'static str {
        match self {
            Self::BadOption => "6",
            Self::GameOver | Self::NotYourTurn { .. } | Self::WrongPhase | Self::BadParameter => {
                "7"
            }
            Self::NotYourTiles | Self::KeepLimitExceeded { .. } | Self::DirectionInvalid { .. } => {
                "7.1"
            }
            Self::AreaTaken { .. } => "7.2",
            Self::NoDiceInFinalRound
            | Self::DiceAlreadyPicked
            | Self::DiceNotPicked
            | Self::DiceUnavailable
            | Self::TileNotInPampa
            | Self::TileOccupied
            | Self::ValueMismatch { .. }
            | Self::NoGauchoInSupply
            | Self::NoOwnLyingGaucho
            | Self::AreaOccupied { .. }
            | Self::AreaVacatedThisTurn { .. }
            | Self::AreaNotHeld { .. }
            | Self::AreaPlacedThisTurn { .. }
            | Self::HerdTooSmall { .. }
            | Self::TileNotStealable
            | Self::NoOpponentLyingGaucho
            | Self::SteppeEmpty
            | Self::NoEmptySpace { anywhere: true }
            | Self::NoOwnGaucho
            | Self::SupplyNotEmpty => "7.3",
            Self::NoEmptySpace { anywhere: false }
            | Self::TileNotInSteppe
            | Self::SecondTileTooHigh { .. }
            | Self::SecretTakeRequired => "7.4",
            Self::TileNotPending
            | Self::NotCurrentRace
            | Self::SortNotAvailable
            | Self::SortPointless => "7.5",
        }
    }

    fn is_nonsense(&self) -> bool {
        matches!(self, Self::BadParameter | Self::BadOption)
    }

    fn sentence(&self) -> Sentence {
        let of =
            |key: &'static str, area: Area| Sentence::new(key).with("area", naming::area(area));
        match self {
            Self::GameOver => Sentence::new("reject-game-over"),
            Self::NotYourTurn { seat } => {
                let known = Sentence::new("reject-not-your-turn");
                let known = known.with("known", Arg::Flag(seat.is_some()));
                known.seat("seat", seat.unwrap_or(Seat(0)))
            }
            Self::WrongPhase => Sentence::new("reject-wrong-phase"),
            Self::BadParameter => Sentence::new("reject-bad-parameter"),
            Self::NotYourTiles => Sentence::new("reject-not-your-tiles"),
            Self::KeepLimitExceeded { tiles, most } => Sentence::new("reject-keep-limit-exceeded")
                .number("tiles", *tiles)
                .number("most", *most),
            Self::DirectionInvalid { share } => {
                Sentence::new("reject-direction-invalid").with("share", Arg::Flag(*share))
            }
            Self::AreaTaken { area } => of("reject-area-taken", *area),
            Self::NoDiceInFinalRound => Sentence::new("reject-no-dice-in-final-round"),
            Self::DiceAlreadyPicked => Sentence::new("reject-dice-already-picked"),
            Self::DiceNotPicked => Sentence::new("reject-dice-not-picked"),
            Self::DiceUnavailable => Sentence::new("reject-dice-unavailable"),
            Self::TileNotInPampa => Sentence::new("reject-tile-not-in-pampa"),
            Self::TileOccupied => Sentence::new("reject-tile-occupied"),
            Self::ValueMismatch { sum, asked } => Sentence::new("reject-value-mismatch")
                .number("sum", *sum)
                .with("asked", naming::numbers(asked.iter())),
            Self::NoGauchoInSupply => Sentence::new("reject-no-gaucho-in-supply"),
            Self::NoOwnLyingGaucho => Sentence::new("reject-no-own-lying-gaucho"),
            Self::AreaOccupied { area } => of("reject-area-occupied", *area),
            Self::AreaVacatedThisTurn { area } => of("reject-area-vacated-this-turn", *area),
            Self::AreaNotHeld { area } => of("reject-area-not-held", *area),
            Self::AreaPlacedThisTurn { area } => of("reject-area-placed-this-turn", *area),
            Self::HerdTooSmall { tiles, least } => Sentence::new("reject-herd-too-small")
                .number("tiles", *tiles)
                .number("least", *least),
            Self::TileNotStealable => Sentence::new("reject-tile-not-stealable"),
            Self::NoOpponentLyingGaucho => Sentence::new("reject-no-opponent-lying-gaucho"),
            Self::SteppeEmpty => Sentence::new("reject-steppe-empty"),
            Self::NoEmptySpace { anywhere } => {
                Sentence::new("reject-no-empty-space").with("anywhere", Arg::Flag(*anywhere))
            }
            Self::NoOwnGaucho => Sentence::new("reject-no-own-gaucho"),
            Self::SupplyNotEmpty => Sentence::new("reject-supply-not-empty"),
            Self::TileNotInSteppe => Sentence::new("reject-tile-not-in-steppe"),
            Self::SecondTileTooHigh { most } => {
                Sentence::new("reject-second-tile-too-high").number("most", *most)
            }
            Self::SecretTakeRequired => Sentence::new("reject-secret-take-required"),
            Self::TileNotPending => Sentence::new("reject-tile-not-pending"),
            Self::NotCurrentRace => Sentence::new("reject-not-current-race"),
            Self::SortNotAvailable => Sentence::new("reject-sort-not-available"),
            Self::SortPointless => Sentence::new("reject-sort-pointless"),
            Self::BadOption => Sentence::new("reject-bad-option"),
        }
    }
}
