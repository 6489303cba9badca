//! Why the rules refuse (`rules.md` §23).

use crate::{Refusal, Sentence};

/// The reasons: each with its code, the section that refuses, and the key of its sentence.
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $rule:literal, $key:literal;)*) => {
        /// Why an action or a creation is refused.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Rejection { $($(#[$doc])* $name,)* }

        impl Rejection {
            /// All of them.
            pub const ALL: [Self; [$($code),*].len()] = [$(Self::$name),*];
        }

        impl Refusal for Rejection {
            fn code(&self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            fn rule(&self) -> &'static str {
                match self { $(Self::$name => $rule,)* }
            }

            fn is_nonsense(&self) -> bool {
                matches!(self, Self::BadParameter | Self::BadOption)
            }

            fn sentence(&self) -> Sentence {
                match self { $(Self::$name => Sentence::new($key),)* }
            }
        }
    };
}

reasons! {
    /// The game is over.
    GameOver = "game_over", "23", "reject-game-over";
    /// The table does not wait for the seat.
    NotYourTurn = "not_your_turn", "23", "reject-not-your-turn";
    /// An unknown id, a wrong type, or a list that is not in canonical order.
    BadParameter = "bad_parameter", "23", "reject-bad-parameter";
    /// The frame on top, or the stage of the turn, does not know the action now.
    NoSuchChoice = "no_such_choice", "23", "reject-no-such-choice";
    /// A loose good has to be used or returned first.
    LooseFirst = "loose_first", "9.4", "reject-loose-first";
    /// A creation option, or its value, that does not exist or does not go with the seats.
    BadOption = "bad_option", "6", "reject-bad-option";
    /// Another seat has chosen the starting space.
    SpaceTaken = "space_taken", "6", "reject-space-taken";
    /// No entry has this number.
    BadIndex = "bad_index", "8", "reject-bad-index";
    /// The option was picked already, or nothing of it can be done now.
    OptionImpossible = "option_impossible", "8", "reject-option-impossible";
    /// The good is not in the class, or was taken already.
    GoodNotOffered = "good_not_offered", "8", "reject-good-not-offered";
    /// No marking is free for the good.
    NoRoom = "no_room", "9.2", "reject-no-room";
    /// The silver does not suffice.
    CannotPay = "cannot_pay", "8", "reject-cannot-pay";
    /// The goods do not fit what is asked.
    BadGoods = "bad_goods", "12.1", "reject-bad-goods";
    /// The seat does not hold the good.
    GoodNotHeld = "good_not_held", "9.1", "reject-good-not-held";
    /// No worker is on the farmhouse.
    NoFreeWorker = "no_free_worker", "12.1", "reject-no-free-worker";
    /// The donkey is on a boat.
    DonkeyOnBoat = "donkey_on_boat", "11.2", "reject-donkey-on-boat";
    /// No next space is open for the donkey.
    NoWay = "no_way", "11.2", "reject-no-way";
    /// The branch has a barrier that the seat has not opened.
    BarrierClosed = "barrier_closed", "11.2", "reject-barrier-closed";
    /// The boat is gone, or the dock has one.
    BoatTaken = "boat_taken", "11.4", "reject-boat-taken";
    /// The card is not in the seat's hand.
    CardNotInHand = "card_not_in_hand", "10.1", "reject-card-not-in-hand";
    /// The first expansion has used this side.
    SideUsed = "side_used", "10.1", "reject-side-used";
    /// All slots of the row are taken.
    RowFull = "row_full", "10.1", "reject-row-full";
    /// A card is to be replaced though a slot is free, or at a side without slots.
    RowNotFull = "row_not_full", "10.1", "reject-row-not-full";
    /// The card is complete or being scored.
    CardLocked = "card_locked", "10.1", "reject-card-locked";
    /// The deck has no card left.
    DeckEmpty = "deck_empty", "10.2", "reject-deck-empty";
    /// The target is not there.
    NoSuchTarget = "no_such_target", "12.1", "reject-no-such-target";
    /// The marking is filled.
    MarkingFilled = "marking_filled", "12.1", "reject-marking-filled";
    /// The market area has been scored.
    TargetClosed = "target_closed", "12.1", "reject-target-closed";
    /// The seat has not unlocked the market.
    MarketLocked = "market_locked", "12.1", "reject-market-locked";
    /// The delivery goes to a seat of the other sort.
    WrongOwner = "wrong_owner", "12.2", "reject-wrong-owner";
    /// A game-end barrow or a boat takes no donkey delivery.
    SpecialTarget = "special_target", "12.2", "reject-special-target";
    /// A special delivery goes to own game-end barrows and boats only.
    NormalTarget = "normal_target", "16", "reject-normal-target";
    /// Another seat needs the good.
    GoodNeeded = "good_needed", "12.2", "reject-good-needed";
    /// The marker is at the end of the track.
    MarkerAtTop = "marker_at_top", "14.1", "reject-marker-at-top";
    /// The track is no reward of this delivery.
    TrackNotOffered = "track_not_offered", "12.3", "reject-track-not-offered";
    /// The extension lies on the farm already.
    TileOnFarm = "tile_on_farm", "14.2", "reject-tile-on-farm";
    /// The extension does not lie on the farm.
    TileNotOnFarm = "tile_not_on_farm", "14.2", "reject-tile-not-on-farm";
    /// The extension is turned already.
    TileTurned = "tile_turned", "14.2", "reject-tile-turned";
    /// The extension has another shape.
    WrongShape = "wrong_shape", "14.2", "reject-wrong-shape";
    /// The target is not complete, or not the seat's.
    TargetNotComplete = "target_not_complete", "7.9", "reject-target-not-complete";
    /// The good cannot be bought or sold that way.
    NotForSale = "not_for_sale", "16", "reject-not-for-sale";
    /// The good cannot be upgraded.
    NotUpgradable = "not_upgradable", "16", "reject-not-upgradable";
    /// A worker stands there.
    SpaceOccupied = "space_occupied", "16", "reject-space-occupied";
    /// It belongs to another step.
    WrongStep = "wrong_step", "16", "reject-wrong-step";
    /// The trough marker cannot go back so far.
    TroughTooLow = "trough_too_low", "15.2", "reject-trough-too-low";
    /// The limit of this round is used up.
    LimitUsed = "limit_used", "16", "reject-limit-used";
    /// Nothing there adds an action.
    NoSuchAction = "no_such_action", "16", "reject-no-such-action";
    /// The seat has claimed it.
    AlreadyClaimed = "already_claimed", "16", "reject-already-claimed";
    /// Its conditions do not hold.
    ConditionNotMet = "condition_not_met", "16", "reject-condition-not-met";
    /// No such die is in the supply.
    DieNotThere = "die_not_there", "18.2", "reject-die-not-there";
    /// The cards are not four different ones of the hand, or not as many as the round asks for.
    NotYourCards = "not_your_cards", "19.1", "reject-not-your-cards";
    /// No worker stands there.
    SpaceNotAssigned = "space_not_assigned", "20.4", "reject-space-not-assigned";
    /// What is asked cannot be skipped.
    MustAnswer = "must_answer", "7.4", "reject-must-answer";
}
