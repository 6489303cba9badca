//! Verifies a finished log: every event decided again, every pick made again from the seed.

use crate::event::{Ask, Deed, Event};
use crate::refusal::{Corrupt, Refused};
use crate::table::{ContentFile, Decided};
use crate::{Game, Refusal, Report, Table, Timeline};

/// A log that is checked event by event: it holds the table that the checked events make.
///
/// What holds then: the rules accept every event as it stands, and its chance is what the seed of the first
/// event, the contributions and its `seq` make, not what anybody chose.
#[derive(Debug)]
pub struct Verifier<G: Game> {
    timeline: Timeline<G>,
    picks: u64,
}

impl<G: Game> Verifier<G> {
    /// Checks the first event.
    ///
    /// # Errors
    /// The rules would not create this table.
    pub fn first(file: &ContentFile<G>, event: &Event<G::Action>) -> Result<Self, Corrupt> {
        let Deed::Created(created) = &event.deed else {
            return Err(Corrupt::at(event.seq, "the first event creates no table"));
        };
        let decided = Table::create(file, created, &ask(event))
            .map_err(|refused| refusal::<G>(event, &refused))?;
        compare(event, &decided)?;
        Ok(Self { timeline: Timeline::first(file, event)?, picks: 0 })
    }

    /// Checks the next event.
    ///
    /// # Errors
    /// The rules refuse it, or decide another event.
    pub fn next(&mut self, event: &Event<G::Action>) -> Result<(), Corrupt> {
        let decided = self
            .table()
            .decide(event.deed.clone(), &ask(event), &mut Report::silent())
            .map_err(|refused| refusal::<G>(event, &refused))?;
        compare(event, &decided)?;
        self.picks += event.picks.len() as u64;
        self.timeline.evolve(event, &mut Report::silent())
    }

    /// The table after the checked events.
    pub const fn table(&self) -> &Table<G> {
        self.timeline.table()
    }

    /// How many picks were made again so far.
    pub const fn picks(&self) -> u64 {
        self.picks
    }
}

fn ask<A>(event: &Event<A>) -> Ask {
    Ask { at_ms: event.at_ms, request_id: event.request_id.clone() }
}

fn refusal<G: Game>(event: &Event<G::Action>, refused: &Refused<G::Rejection>) -> Corrupt {
    let code = match refused {
        Refused::Table(why) => why.code(),
        Refused::Game(why) => why.code(),
    };
    Corrupt::at(event.seq, format!("the rules refuse it: {code}"))
}

fn compare<G: Game>(event: &Event<G::Action>, decided: &Decided<G>) -> Result<(), Corrupt> {
    let made = &decided.event;
    let why = if made.seq != event.seq {
        format!("seq {} was expected", made.seq)
    } else if made.at_ms != event.at_ms {
        "its time lies before the event before it".to_owned()
    } else if made.picks != event.picks {
        "its picks are not those that the seed makes".to_owned()
    } else if made != event {
        "the rules decide another event".to_owned()
    } else {
        return Ok(());
    };
    Err(Corrupt::at(event.seq, why))
}
