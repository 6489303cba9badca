//! What one viewer gets of one event: built up from what it may see.

use ludoteca_rules::{Actor, Deed, Event, Fact, Joined, Report, Seat, Sentence, Table, Viewer};
use prost_types::Any;

use crate::game::GameWire;
use crate::host::{Host, names};
use crate::message::{clocks, lifecycle, takeback_from};
use crate::pb::ludoteca::v1 as pb;

/// An event with the tables around it.
pub(crate) struct Told<'a, G: GameWire> {
    pub(crate) host: &'a Host<G>,
    /// The table before the event; none before the first one.
    pub(crate) before: Option<&'a Table<G>>,
    pub(crate) event: &'a Event<G::Action>,
    pub(crate) report: &'a Report,
    pub(crate) after: &'a Table<G>,
}

impl<G: GameWire> Told<'_, G> {
    /// The notice of the event for one viewer.
    pub(crate) fn notice(&self, viewer: Viewer, words: bool) -> pb::Notice {
        let Self { host, event, after, .. } = self;
        let ends = after.is_over() && !self.before.is_some_and(Table::is_over);
        let teller = host.teller(words, self.names());
        let (sentence, action) = self.sentence(viewer);
        let mut facts: Vec<_> =
            self.report.facts_for(viewer).map(|fact| teller.fact(fact)).collect();
        if ends {
            facts.push(teller.fact(&Fact::new(Sentence::new("fact-finished"))));
        }
        pb::Notice {
            table_id: after.created().table_id.clone(),
            seq: event.seq,
            at_ms: event.at_ms,
            kind: event.deed.name().to_owned(),
            seat: self.seat().map(|seat| u32::from(seat.0)),
            by_clock: matches!(event.deed, Deed::Acted { by_clock: true, .. }),
            action,
            to_seq: match event.deed {
                Deed::TakenBack { to_seq, .. } => to_seq,
                Deed::Created(_)
                | Deed::Joined(_)
                | Deed::Left { .. }
                | Deed::Started { .. }
                | Deed::Acted { .. }
                | Deed::Resigned { .. }
                | Deed::TimedOut { .. }
                | Deed::Abandoned => 0,
            },
            facts,
            view_digest: after.view_digest(after.view(viewer).as_ref()),
            to_act: after.deciders().iter().map(|seat| u32::from(seat.0)).collect(),
            lifecycle: lifecycle(after.lifecycle()).into(),
            seed: if ends { after.created().seed.0.to_vec() } else { Vec::new() },
            takeback_from: takeback_from(after, viewer),
            sentence: Some(teller.sentence(&sentence)),
            clocks: clocks(after),
        }
    }

    /// The seat whose deed it is.
    fn seat(&self) -> Option<Seat> {
        match &self.event.deed {
            Deed::Joined(Joined { seat, .. }) => *seat,
            Deed::Left { seat }
            | Deed::Started { seat }
            | Deed::TakenBack { seat, .. }
            | Deed::Resigned { seat }
            | Deed::TimedOut { seat }
            | Deed::Acted { actor: Actor::Seat(seat), .. } => Some(*seat),
            Deed::Created(_) | Deed::Acted { actor: Actor::Clock, .. } | Deed::Abandoned => None,
        }
    }

    /// The names of the holders; of those who just went, too.
    fn names(&self) -> Vec<&str> {
        let mut told = names(self.after);
        if let Some(before) = self.before {
            for (name, earlier) in told.iter_mut().zip(names(before)) {
                if name.is_empty() {
                    *name = earlier;
                }
            }
        }
        told
    }

    /// What happened in one sentence, and the action, as far as the viewer may see it.
    fn sentence(&self, viewer: Viewer) -> (Sentence, Option<Any>) {
        let sentence = match &self.event.deed {
            Deed::Acted { actor, .. } => return self.acted(*actor, viewer),
            Deed::Created(_) => Sentence::new("fact-created"),
            Deed::Joined(_) => Sentence::new("fact-joined"),
            Deed::Left { .. } => Sentence::new("fact-left"),
            Deed::Started { .. } => Sentence::new("fact-started"),
            Deed::TakenBack { to_seq, .. } => {
                let to_seq = i64::try_from(*to_seq).unwrap_or(i64::MAX);
                Sentence::new("fact-taken-back").number("to", to_seq)
            }
            Deed::Resigned { .. } => Sentence::new("fact-resigned"),
            Deed::TimedOut { .. } => Sentence::new("fact-timed-out"),
            Deed::Abandoned => Sentence::new("fact-abandoned"),
        };
        (self.with_seat(sentence), None)
    }

    /// The action as the viewer may see it.
    pub(crate) fn seen(&self, viewer: Viewer) -> Option<G::Action> {
        let Deed::Acted { actor, action, .. } = &self.event.deed else { return None };
        let before = self.before?;
        G::seen(before.rules(), before.state()?, *actor, action, viewer)
    }

    fn acted(&self, actor: Actor, viewer: Viewer) -> (Sentence, Option<Any>) {
        let state = self.before.and_then(Table::state);
        let (Some(state), Some(seen)) = (state, self.seen(viewer)) else {
            return (self.with_seat(Sentence::new("fact-acted")), None);
        };
        let rules = self.after.rules();
        let label = G::offer(rules, state, actor, &seen).label;
        (label, Some(self.host.action_any(&rules.content, &seen)))
    }

    fn with_seat(&self, sentence: Sentence) -> Sentence {
        match self.seat() {
            Some(seat) => sentence.seat("seat", seat),
            None => sentence,
        }
    }
}
