//! What an actor asks for (`rules.md` §9), and whether it may (§17).

use super::decision;
use super::ids::{Choice, Family, Phase, Place, Totem};
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use super::{Buurn, auction, grab, presence};
use crate::vocabulary::words;
use crate::{Actor, Rules, Seat, Seats, Viewer};

/// An action with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// A hand on a totem.
    Grab {
        /// Which one; `None` names none of the game, which is refused in its turn.
        totem: Option<Totem>,
        /// The auction on the presser's screen.
        auction: u32,
        /// The number on the presser's screen.
        count: u32,
    },
    /// The first player of an untimed table calls the next number.
    Count {
        /// The auction.
        auction: u32,
        /// The number.
        to: u32,
    },
    /// The buyer leaves a card of the lot.
    Leave {
        /// Which one.
        slot: u8,
    },
    /// The purchase goes to a seat.
    GiveLot {
        /// Which one.
        seat: Seat,
    },
    /// What is done at a market.
    Market {
        /// Cards or the Bank.
        choice: Choice,
    },
    /// One drawn card is kept, the other goes back.
    Stash {
        /// The place of the kept card in the order of drawing; `None` to those who may not know it.
        keep: Option<u8>,
        /// Where the other one goes.
        place: Place,
    },
    /// The third card goes to a seat.
    GiveThird {
        /// Which one.
        seat: Seat,
    },
    /// Exchanges a face-up card.
    Swap {
        /// The own card.
        own: Family,
        /// The other seat.
        seat: Seat,
        /// Its card.
        theirs: Family,
    },
    /// Gives a face-up card away.
    Give {
        /// The card.
        own: Family,
        /// To whom.
        seat: Seat,
    },
    /// Neither swaps nor gives.
    Skip,
    /// The clock calls the next number.
    Tick {
        /// The auction.
        auction: u32,
        /// The number.
        to: u32,
    },
    /// The clock ends the scramble.
    Close {
        /// The auction.
        auction: u32,
    },
    /// The clock decides for a seat that took too long.
    Timeout {
        /// The seat.
        seat: Seat,
        /// Its decision.
        decision: u32,
    },
    /// A seat came or went.
    Presence {
        /// The seat.
        seat: Seat,
        /// Whether it is there now.
        present: bool,
    },
    /// A decision with a parameter that names nothing in the game; always refused, in its turn.
    OffList {
        /// Which action it is.
        verb: Verb,
    },
    /// An action that the game does not know, or with a parameter that is missing, too many or of the wrong
    /// sort; always refused.
    Malformed {
        /// Which action it is, if the game knows it.
        verb: Option<Verb>,
    },
}

words! {
    /// The name of an action.
    Verb {
        /// [`Action::Grab`].
        Grab = "grab",
        /// [`Action::Count`].
        Count = "count",
        /// [`Action::Leave`].
        Leave = "leave",
        /// [`Action::GiveLot`].
        GiveLot = "give_lot",
        /// [`Action::Market`].
        Market = "market",
        /// [`Action::Stash`].
        Stash = "stash",
        /// [`Action::GiveThird`].
        GiveThird = "give_third",
        /// [`Action::Swap`].
        Swap = "swap",
        /// [`Action::Give`].
        Give = "give",
        /// [`Action::Skip`].
        Skip = "skip",
        /// [`Action::Tick`].
        Tick = "tick",
        /// [`Action::Close`].
        Close = "close",
        /// [`Action::Timeout`].
        Timeout = "timeout",
        /// [`Action::Presence`].
        Presence = "presence",
    }
}

impl Action {
    /// The action's name; `None` for one that the game does not know.
    pub const fn verb(self) -> Option<Verb> {
        Some(match self {
            Self::Grab { .. } => Verb::Grab,
            Self::Count { .. } => Verb::Count,
            Self::Leave { .. } => Verb::Leave,
            Self::GiveLot { .. } => Verb::GiveLot,
            Self::Market { .. } => Verb::Market,
            Self::Stash { .. } => Verb::Stash,
            Self::GiveThird { .. } => Verb::GiveThird,
            Self::Swap { .. } => Verb::Swap,
            Self::Give { .. } => Verb::Give,
            Self::Skip => Verb::Skip,
            Self::Tick { .. } => Verb::Tick,
            Self::Close { .. } => Verb::Close,
            Self::Timeout { .. } => Verb::Timeout,
            Self::Presence { .. } => Verb::Presence,
            Self::OffList { verb } => verb,
            Self::Malformed { verb } => return verb,
        })
    }

    /// Whether only the clock sends it.
    fn is_of_clock(self) -> bool {
        match self.verb() {
            Some(Verb::Tick | Verb::Close | Verb::Timeout | Verb::Presence) => true,
            Some(
                Verb::Grab
                | Verb::Count
                | Verb::Leave
                | Verb::GiveLot
                | Verb::Market
                | Verb::Stash
                | Verb::GiveThird
                | Verb::Swap
                | Verb::Give
                | Verb::Skip,
            )
            | None => false,
        }
    }

    /// Whether it has every parameter, and its seats are at the table.
    fn is_well_formed(self, seats: u8) -> bool {
        match self {
            Self::GiveLot { seat }
            | Self::GiveThird { seat }
            | Self::Swap { seat, .. }
            | Self::Give { seat, .. }
            | Self::Timeout { seat, .. }
            | Self::Presence { seat, .. } => seat.0 < seats,
            Self::Stash { keep: None, .. } | Self::Malformed { .. } => false,
            Self::Grab { .. }
            | Self::Count { .. }
            | Self::Leave { .. }
            | Self::Market { .. }
            | Self::Stash { keep: Some(_), .. }
            | Self::Skip
            | Self::Tick { .. }
            | Self::Close { .. }
            | Self::OffList { .. } => true,
        }
    }
}

/// Whether `actor` may do `action` now.
///
/// Rules: buurn §17, in its order.
pub(super) fn check(
    rules: &Rules<Buurn>,
    state: &State,
    actor: Actor,
    action: Action,
) -> Result<(), Rejection> {
    if state.phase == Phase::Finished {
        return Err(Rejection::GameOver);
    }
    if action.is_of_clock() && actor != Actor::Clock {
        return Err(Rejection::NotClock);
    }
    let seated = match actor {
        Actor::Seat(seat) => seat.0 < rules.seats,
        Actor::Clock => true,
    };
    if !seated || !action.is_well_formed(rules.seats) {
        return Err(Rejection::Malformed);
    }
    match action {
        Action::Grab { totem, auction, count } => match actor {
            Actor::Seat(seat) => grab::check(rules, state, seat, totem, auction, count),
            Actor::Clock => Err(Rejection::Malformed),
        },
        Action::Count { auction, to } | Action::Tick { auction, to } => {
            auction::check_call(rules, state, actor, action.is_of_clock(), (auction, to))
        }
        Action::Leave { .. }
        | Action::GiveLot { .. }
        | Action::Market { .. }
        | Action::Stash { .. }
        | Action::GiveThird { .. }
        | Action::Swap { .. }
        | Action::Give { .. }
        | Action::Skip
        | Action::OffList { .. } => decision::check(rules, state, actor, action),
        Action::Close { auction } => grab::check_close(state, auction),
        Action::Timeout { seat, decision } => decision::check_timeout(state, seat, decision),
        Action::Presence { seat, present } => presence::check(state, seat, present),
        Action::Malformed { .. } => Err(Rejection::Malformed),
    }
}

/// The seats that have something to do: those of [`legal`] whose list is not empty.
pub(super) fn deciders(rules: &Rules<Buurn>, state: &State) -> Seats {
    if let Some(pending) = state.pending {
        return Seats::only(pending.seat);
    }
    let acts = |seat: &Seat| match state.phase {
        Phase::Countdown => {
            let grabs = state.count.is_some() && state.in_auction(*seat);
            let calls = rules.options.tick_ms == 0 && *seat == state.first_player;
            grabs || calls
        }
        Phase::Scramble => state.waits_for_totem(*seat),
        Phase::Purchase
        | Phase::Organisation
        | Phase::BlackMarket
        | Phase::SecondaryMarket
        | Phase::Finished => false,
    };
    Seat::all(rules.seats).filter(acts).fold(Seats::default(), Seats::with)
}

/// Appends the legal actions of `actor` to `out`.
///
/// Rules: buurn §9, in its canonical order.
pub(super) fn legal(rules: &Rules<Buurn>, state: &State, actor: Actor, out: &mut Vec<Action>) {
    if state.phase == Phase::Finished {
        return;
    }
    match actor {
        Actor::Seat(seat) if seat.0 < rules.seats => {
            grab::legal(rules, state, seat, out);
            auction::legal_count(rules, state, seat, out);
            decision::legal(rules, state, seat, out);
        }
        Actor::Seat(_) => {}
        Actor::Clock => {
            auction::legal_tick(rules, state, out);
            if state.phase == Phase::Scramble {
                out.push(Action::Close { auction: state.auction_id });
            }
            if let Some(pending) = state.pending {
                out.push(Action::Timeout { seat: pending.seat, decision: state.decision_id });
            }
            out.extend(Seat::all(rules.seats).map(|seat| {
                let present = state.player(seat).absent;
                Action::Presence { seat, present }
            }));
        }
    }
}

/// Carries out an action that [`check`] passed.
pub(super) fn apply(play: &mut Play<'_, '_>, actor: Actor, action: Action) {
    match action {
        Action::Grab { totem: Some(totem), count, .. } => {
            if let Actor::Seat(seat) = actor {
                play.grab(seat, totem, count);
            }
        }
        Action::Count { .. } | Action::Tick { .. } => play.call(),
        Action::Leave { .. }
        | Action::GiveLot { .. }
        | Action::Market { .. }
        | Action::Stash { .. }
        | Action::GiveThird { .. }
        | Action::Swap { .. }
        | Action::Give { .. }
        | Action::Skip => play.answer(action),
        Action::Close { .. } => play.close(),
        Action::Timeout { .. } => play.time_out(),
        Action::Presence { seat, present } => play.note_presence(seat, present),
        // These never pass the check.
        Action::Grab { totem: None, .. } | Action::OffList { .. } | Action::Malformed { .. } => {}
    }
}

/// The action as a viewer may see it: which card was kept, only its seat knows.
///
/// Rules: buurn §11.
pub(super) fn seen(actor: Actor, action: Action, viewer: Viewer) -> Action {
    match (action, actor) {
        (Action::Stash { .. }, Actor::Seat(seat)) if viewer.holds(seat) => action,
        (Action::Stash { place, .. }, _) => Action::Stash { keep: None, place },
        _ => action,
    }
}

/// The listed action that does what `action` does.
///
/// Rules: buurn §9, R29.
pub(super) fn canonical(state: &State, action: Action) -> Action {
    match action {
        Action::Grab { totem: Some(totem), auction, count } => {
            let count = grab::meant_count(state, totem, count);
            Action::Grab { totem: Some(totem), auction, count }
        }
        Action::Grab { totem: None, .. }
        | Action::Count { .. }
        | Action::Leave { .. }
        | Action::GiveLot { .. }
        | Action::Market { .. }
        | Action::Stash { .. }
        | Action::GiveThird { .. }
        | Action::Swap { .. }
        | Action::Give { .. }
        | Action::Skip
        | Action::Tick { .. }
        | Action::Close { .. }
        | Action::Timeout { .. }
        | Action::Presence { .. }
        | Action::OffList { .. }
        | Action::Malformed { .. } => action,
    }
}
