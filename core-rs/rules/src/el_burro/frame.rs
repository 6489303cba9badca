//! The decision stack as data (`rules.md` §7.2): what a seat has to decide, and what the engine does by itself.
//!
//! A frame is small and `Copy`: it refers to the content's lists of effects and remembers only how far it is.

use serde::{Deserialize, Serialize};

use super::effect::{DeliveryKind, EffectId, List};
use super::event::Event;
use super::ids::{Class, GoodSet, SLOTS, Shape, Slot, Track};
use super::sets::{Sides, Sources, TileTypes, Tracks};
use super::things::{Card, Dock, Market, RoadSpace, Target};
use crate::vocabulary::words;

/// One frame of a seat's stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// What it is.
    pub kind: Kind,
    /// Whether an anytime action pushed it, directly or through other frames.
    pub anytime: bool,
    /// The reward track whose space it belongs to: `claim_option` and the shape of extensions look at it.
    pub track: Option<Track>,
}

/// What a frame is and how far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Auto: effects that run one after the other.
    Seq {
        /// What is left of the list.
        rest: List,
    },
    /// Auto: a list that runs several times.
    Repeat {
        /// So often from now on.
        left: u8,
        /// The list.
        run: List,
    },
    /// Waiting: effects of a list, in an order of the seat's choice.
    AnyOrder {
        /// The list.
        of: List,
        /// The effects that are left, as bits.
        left: u16,
    },
    /// Waiting: what a die brings, in an order of the seat's choice.
    DieOrder {
        /// Its face, 1 to 6.
        face: u8,
        /// Whether the face's own action is left.
        action: bool,
        /// Whether the bonus of the rondel is left.
        bonus: bool,
        /// Acquisitions that listened to the die and are left.
        cards: [Option<Card>; SLOTS],
        /// Market tiles that listened to the die and are left.
        tiles: TileTypes,
        /// Whether the round tile listened to it and is left.
        round_tile: bool,
    },
    /// Auto: the runs of these sources lie above it (§7.7, R61).
    Triggered {
        /// The sources; a slot whose card has left is no source any more.
        sources: Sources,
    },
    /// Waiting: goods of a class.
    TakeGood {
        /// The class.
        class: Class,
        /// How many from now on.
        left: u8,
        /// Goods that were taken and may not be taken again.
        taken: GoodSet,
        /// Whether all have to be different.
        different: bool,
    },
    /// Waiting: a payment, and what follows it.
    Pay {
        /// The effect.
        effect: EffectId,
    },
    /// Waiting: which donkey moves.
    Move {
        /// Spaces.
        steps: u8,
    },
    /// Auto, and waiting at junctions and barriers: a donkey on its way.
    Moving {
        /// Which.
        donkey: u8,
        /// Spaces from now on.
        left: u8,
        /// The space whose effects ran last, where the dock has not been looked at.
        entered: Option<RoadSpace>,
    },
    /// Waiting: whether a dock is claimed.
    Dock {
        /// The donkey.
        donkey: u8,
        /// The dock.
        dock: Dock,
    },
    /// Waiting: free upgrades.
    Upgrade {
        /// How many from now on.
        left: u8,
    },
    /// Waiting: a farm card.
    PlayCard {
        /// Whether a special card costs nothing.
        special_free: bool,
    },
    /// Waiting: deliveries.
    Deliver {
        /// Donkey, goat, community or either.
        kind: DeliveryKind,
        /// How many from now on.
        left: u8,
    },
    /// Waiting: a step on a track of the seat's choice.
    TrackStep,
    /// Waiting: an extension is placed.
    PlaceExtension {
        /// Only of this shape.
        shape: Option<Shape>,
    },
    /// Waiting: an extension is turned.
    TurnExtension {
        /// Only of this shape.
        shape: Option<Shape>,
    },
    /// Waiting: workers come back.
    Recall {
        /// How many from now on.
        left: u8,
    },
    /// Waiting: cards are swapped.
    Swap {
        /// How many from now on.
        left: u8,
        /// How many were discarded.
        discarded: u8,
    },
    /// Waiting: some lists out of several.
    Choose {
        /// The effect.
        effect: EffectId,
        /// How many from now on.
        left: u8,
        /// Those picked, as bits.
        picked: u16,
    },
    /// Waiting: cards up to the limit.
    Refill {
        /// Whether one was drawn.
        drawn: bool,
        /// Whether the limit is reached and the one card more is drawn now.
        extra: bool,
    },
    /// Waiting: so many cards, whatever the limit.
    Redraw {
        /// How many from now on.
        left: u8,
    },
    /// Waiting: a card is discarded.
    DiscardOne,
    /// Waiting if there are several: the reward of a delivery.
    Reward {
        /// The tracks it may be.
        tracks: Tracks,
        /// The prestige it may be; 0: none.
        prestige: u8,
    },
    /// Waiting: complete targets are scored, in an order of the seat's choice.
    ScoreTargets,
    /// Auto: a complete own target is scored.
    Score {
        /// The target.
        target: Target,
    },
    /// Auto: a scored market hands out its tile.
    TakeTile {
        /// The market.
        market: Market,
    },
    /// Auto: a scored barrow leaves.
    FinishBarrow {
        /// Its slot.
        slot: u8,
    },
    /// Auto: an event; its triggers run from here.
    Raise {
        /// The event.
        event: Event,
        /// The card whose own arrival it is: it does not hear it.
        deaf: Option<Card>,
    },
    /// Base, waiting: a starting space.
    Start,
    /// Base of the farm phase.
    Farm {
        /// How far it is.
        stage: FarmStage,
        /// Sides used in the first expansion.
        sides: Sides,
    },
    /// Base of `revenue_first` and `revenue_second`.
    Die {
        /// Whether the die was taken.
        taken: bool,
    },
    /// Base of `revenue_community`.
    Community {
        /// Whether the die was used.
        used: bool,
    },
    /// Base of `donkey_choice`.
    Choice,
    /// Base of `siesta` and `donkey`.
    Card {
        /// Which card it is about.
        slot: Slot,
        /// How far it is.
        stage: CardStage,
        /// Deliveries made in it.
        made: u8,
    },
    /// Base of `goat`.
    Goat {
        /// Deliveries made in it.
        made: u8,
    },
    /// Base of `pay_workers`.
    Wages,
    /// Base of `last_deliveries`.
    Last,
}

words! {
    /// A stage of the farm phase (`rules.md` §17).
    FarmStage {
        /// Cards are played.
        Expand = "expand",
        /// Silver.
        Income = "income",
        /// The fields bear.
        Harvest = "harvest",
        /// A pig is born.
        Offspring = "offspring",
        /// Nothing but the end is left.
        End = "end",
    }
}

words! {
    /// A stage of the siesta turn and of the donkey turn (`rules.md` §19.2, §19.5).
    CardStage {
        /// The bonus of the card may be used.
        Bonus = "bonus",
        /// The card may be boosted.
        Boost = "boost",
        /// Siesta turn, auto: the marker goes on.
        Rest = "rest",
        /// Siesta turn, auto: prestige for the position, above its road movement.
        Prestige = "prestige",
        /// Siesta turn, auto: the road movement of the position lies above it, until it is finished.
        Travel = "travel",
        /// Siesta turn, auto: the card goes back into the box.
        Leave = "leave",
        /// Donkey turn: deliveries.
        Deliver = "deliver",
        /// Nothing but the end is left.
        End = "end",
    }
}

impl Kind {
    /// Whether it is the bottom frame of a turn.
    pub const fn is_base(self) -> bool {
        matches!(
            self,
            Self::Start
                | Self::Farm { .. }
                | Self::Die { .. }
                | Self::Community { .. }
                | Self::Choice
                | Self::Card { .. }
                | Self::Goat { .. }
                | Self::Wages
                | Self::Last
        )
    }
}
