//! A log told event by event, as those saw it who were there: a table that can also carry out takebacks.

use crate::event::{Deed, Event};
use crate::refusal::Corrupt;
use crate::table::{ContentFile, Evolved};
use crate::{Actor, Game, Report, Table};

/// A table with what it takes to go back.
#[derive(Debug)]
pub struct Timeline<G: Game> {
    table: Table<G>,
    /// The table when nothing could be taken back last; of no use while nothing can.
    base: Table<G>,
    /// The standing events since then. Several seats may go back, one after another, the last one first.
    since: Vec<Event<G::Action>>,
}

impl<G: Game> Timeline<G> {
    /// The table after its first event.
    ///
    /// # Errors
    /// The event creates no table of this game with this content.
    pub fn first(file: &ContentFile<G>, event: &Event<G::Action>) -> Result<Self, Corrupt> {
        let table = Table::first(file, event)?;
        Ok(Self { base: table.clone(), table, since: Vec::new() })
    }

    /// The table after the last event.
    pub const fn table(&self) -> &Table<G> {
        &self.table
    }

    /// Applies the next event of the log, a takeback too, and reports what it did.
    ///
    /// # Errors
    /// The log does not replay.
    pub fn evolve(&mut self, event: &Event<G::Action>, report: &mut Report) -> Result<(), Corrupt> {
        if let Deed::Acted { actor: Actor::Seat(_), by_clock: false, .. } = event.deed
            && event.picks.is_empty()
            && !self.table.can_go_back()
        {
            self.base = self.table.clone();
            self.since.clear();
        }
        match self.table.evolve(event, report)? {
            Evolved::Here => {
                if self.table.can_go_back() {
                    self.since.push(event.clone());
                }
                Ok(())
            }
            Evolved::Refold => self.go_back(event),
        }
    }

    fn go_back(&mut self, event: &Event<G::Action>) -> Result<(), Corrupt> {
        let Deed::TakenBack { seat, to_seq } = event.deed else {
            return Err(Corrupt::at(event.seq, "no takeback"));
        };
        if !self.table.takeback_choices(seat).contains(&to_seq) {
            return Err(Corrupt::at(event.seq, "a takeback that was not allowed"));
        }
        self.since.retain(|past| past.seq <= to_seq);
        let mut table = self.base.clone();
        for past in &self.since {
            table.redo(past)?;
        }
        table.note(event);
        self.table = table;
        Ok(())
    }
}
