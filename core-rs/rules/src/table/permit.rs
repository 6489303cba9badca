//! What a table allows, before the rules of its game are asked.

use super::{CONTRIBUTION_MOST, EVENTS_MOST, Lifecycle, NAME_MOST, Refusals, Table};
use crate::event::{Deed, Joined, Takeover};
use crate::refusal::TableRejection;
use crate::{Actor, Game, Seat};

impl<G: Game> Table<G> {
    /// Whether the table allows `deed` now; fills in what the command left open.
    pub(super) fn permit(
        &self,
        deed: Deed<G::Action>,
        at_ms: u64,
    ) -> Result<Deed<G::Action>, Refusals<G>> {
        if self.seq >= EVENTS_MOST && lengthens(&deed) {
            return Err(TableRejection::LogFull { most: EVENTS_MOST }.into());
        }
        match deed {
            Deed::Created(_) => Err(TableRejection::AlreadyStarted.into()),
            Deed::Joined(joined) => Ok(Deed::Joined(self.permit_join(joined)?)),
            Deed::Left { seat } | Deed::Resigned { seat } => {
                self.check_going_on()?;
                self.check_held(seat)?;
                Ok(deed)
            }
            Deed::Started { seat } => {
                self.check_start(seat)?;
                Ok(deed)
            }
            Deed::Acted { actor, by_clock, ref action } => {
                self.permit_action(actor, by_clock, action)?;
                if actor == Actor::Clock {
                    self.permit_clock(action, at_ms)?;
                }
                Ok(deed)
            }
            Deed::TakenBack { seat, to_seq } => {
                self.check_going_on()?;
                self.check_held(seat)?;
                self.permit_takeback(seat, to_seq)?;
                Ok(deed)
            }
            Deed::Abandoned => {
                self.check_going_on()?;
                match self.abandon_at_ms() {
                    Some(due_ms) if due_ms <= at_ms => Ok(deed),
                    _ => Err(TableRejection::NotDue.into()),
                }
            }
        }
    }

    fn permit_join(&self, joined: Joined) -> Result<Joined, TableRejection> {
        self.check_going_on()?;
        check_name(&joined.holder.name)?;
        if self.seat_of(&joined.holder.token_hash).is_some() {
            return Err(TableRejection::AlreadySeated);
        }
        if joined.holder.contribution.len() > CONTRIBUTION_MOST {
            let most = u16::try_from(CONTRIBUTION_MOST).unwrap_or(u16::MAX);
            return Err(TableRejection::ContributionTooLong { most });
        }
        let bot = joined.holder.bot;
        let takeover = match self.charter.created.takeover {
            Takeover::Nobody => false,
            Takeover::Bots => bot,
            Takeover::Anyone => true,
        };
        if self.lifecycle == Lifecycle::Playing && !takeover && self.free() > 0 {
            return Err(TableRejection::TakeoverNotAllowed);
        }
        let seat = match joined.seat {
            Some(seat) => seat,
            None => Seat::all(self.seats())
                .find(|seat| self.holder(*seat).is_none())
                .ok_or(TableRejection::TableFull)?,
        };
        self.check_free(seat)?;
        Ok(Joined { seat: Some(seat), ..joined })
    }

    pub(super) fn permit_action(
        &self,
        actor: Actor,
        by_clock: bool,
        action: &G::Action,
    ) -> Result<(), Refusals<G>> {
        let Some(state) = &self.state else {
            self.check_going_on()?;
            return Err(TableRejection::NotStarted.into());
        };
        // A game that is over refuses in its own words; a table that was ended otherwise in the table's.
        if self.is_over() && G::outcome(self.rules(), state).is_none() {
            return Err(TableRejection::TableOver.into());
        }
        let seat = match actor {
            Actor::Seat(seat) => seat,
            Actor::Clock if by_clock => return Err(TableRejection::NotDue.into()),
            Actor::Clock => return Ok(()),
        };
        self.check_seat(seat)?;
        let held = self.holder(seat).is_some();
        if !by_clock {
            return if held { Ok(()) } else { Err(TableRejection::SeatVacant.into()) };
        }
        match G::default_action(self.rules(), state, seat) {
            Some(expected) if !held && expected == *action => Ok(()),
            _ => Err(TableRejection::NotDue.into()),
        }
    }

    fn permit_takeback(&self, seat: Seat, to_seq: u64) -> Result<(), TableRejection> {
        let lowest = self.takeback_from(seat).ok_or(TableRejection::NothingToTakeBack)?;
        if to_seq < lowest {
            return Err(TableRejection::TakebackTooFar { lowest });
        }
        let last = self.run.seqs.last().copied();
        if Some(to_seq) == last || !self.run.seqs.contains(&to_seq) {
            return Err(TableRejection::NoSuchEvent);
        }
        Ok(())
    }

    pub(super) fn check_seat(&self, seat: Seat) -> Result<(), TableRejection> {
        if seat.0 < self.seats() { Ok(()) } else { Err(TableRejection::NoSuchSeat) }
    }

    pub(super) fn check_held(&self, seat: Seat) -> Result<(), TableRejection> {
        self.check_seat(seat)?;
        self.holder(seat).map(|_| ()).ok_or(TableRejection::SeatVacant)
    }

    pub(super) fn check_free(&self, seat: Seat) -> Result<(), TableRejection> {
        self.check_seat(seat)?;
        if self.holder(seat).is_none() { Ok(()) } else { Err(TableRejection::SeatTaken) }
    }

    pub(super) fn check_start(&self, seat: Seat) -> Result<(), TableRejection> {
        match self.lifecycle {
            Lifecycle::Open => self.check_held(seat)?,
            Lifecycle::Playing => return Err(TableRejection::AlreadyStarted),
            Lifecycle::Finished | Lifecycle::Abandoned => self.check_going_on()?,
        }
        match self.free() {
            0 => Ok(()),
            free => Err(TableRejection::SeatsOpen { free }),
        }
    }

    pub(super) const fn check_going_on(&self) -> Result<(), TableRejection> {
        match self.lifecycle {
            Lifecycle::Open | Lifecycle::Playing => Ok(()),
            Lifecycle::Finished | Lifecycle::Abandoned => Err(TableRejection::TableOver),
        }
    }
}

/// Whether seats could go on with such deeds for ever. Going away, and what the clock does, comes to an end.
const fn lengthens<A>(deed: &Deed<A>) -> bool {
    match deed {
        Deed::Joined(_) | Deed::TakenBack { .. } | Deed::Started { .. } => true,
        Deed::Acted { actor, by_clock, .. } => matches!(actor, Actor::Seat(_)) && !*by_clock,
        Deed::Created(_) | Deed::Left { .. } | Deed::Resigned { .. } | Deed::Abandoned => false,
    }
}

/// Whether a name can be shown: in a line among others, without breaking or turning it around.
pub(super) fn check_name(name: &str) -> Result<(), TableRejection> {
    let shown = name.chars().any(leaves_a_mark) && !name.chars().any(changes_the_line);
    if shown && name.chars().count() <= NAME_MOST {
        return Ok(());
    }
    Err(TableRejection::BadName { most: u16::try_from(NAME_MOST).unwrap_or(u16::MAX) })
}

/// Control characters, separators of lines, and those that turn the direction of what follows them.
fn changes_the_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether there is something to see, which white space, joiners and fillers alone do not give.
fn leaves_a_mark(c: char) -> bool {
    let blank = matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2065}'
            | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    );
    !c.is_whitespace() && !blank
}
