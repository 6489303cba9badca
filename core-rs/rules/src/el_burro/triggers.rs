//! Events and who hears them (`rules.md` §7.7, §22), and limits per round.

use super::effect::List;
use super::event::Event;
use super::frame::Kind;
use super::ids::SLOTS;
use super::look::Look;
use super::play::Play;
use super::sets::{Sources, TileTypes};
use super::state::{Carrier, Player, Use};
use super::things::{Card, Source};
use crate::Seat;

/// A trigger that runs now.
#[derive(Debug, Clone, Copy)]
struct Heard {
    source: Source,
    carrier: Carrier,
    trigger: u8,
    limit: u8,
    run: List,
}

impl Player {
    /// How often an entry with a limit was used this round.
    pub(super) fn used(&self, carrier: Carrier, trigger: Option<u8>) -> u8 {
        let entry = self.used.iter().find(|entry| entry.is(carrier, trigger));
        entry.map_or(0, |entry| entry.count)
    }

    /// An entry with a limit is used once more.
    pub(super) fn use_once(&mut self, carrier: Carrier, trigger: Option<u8>) {
        match self.used.iter_mut().find(|entry| entry.is(carrier, trigger)) {
            Some(entry) => entry.count = entry.count.saturating_add(1),
            None => self.used.push(Use { carrier, trigger, count: 1 }),
        }
    }
}

impl Use {
    fn is(&self, carrier: Carrier, trigger: Option<u8>) -> bool {
        self.carrier == carrier && self.trigger == trigger
    }
}

impl Look<'_> {
    /// Whether any source of a seat listens to an event; its limits do not matter.
    pub(super) fn anybody_hears(self, seat: Seat, event: Event) -> bool {
        self.sources(seat)
            .any(|(_, _, part)| self.content.effects.hearing(part, event).next().is_some())
    }

    /// The triggers that run for an event, in order.
    fn heard(self, seat: Seat, event: Event, deaf: Option<Card>) -> Vec<Heard> {
        let (player, kind) = (self.player(seat), event.kind());
        let mut heard = Vec::new();
        for (source, carrier, part) in self.sources(seat) {
            let arrives = deaf.is_some_and(|card| carrier == Carrier::Card(card));
            if !part.hears.contains(kind) || arrives || self.runs(seat, source) {
                continue;
            }
            for (trigger, entry) in self.content.effects.hearing(part, event) {
                let limit = entry.limit;
                if limit == 0 || player.used(carrier, Some(trigger)) < limit {
                    heard.push(Heard { source, carrier, trigger, limit, run: entry.run });
                }
            }
        }
        heard
    }

    /// Whether an earlier run of a source is still on the stack (R61).
    fn runs(self, seat: Seat, source: Source) -> bool {
        let on =
            |kind: &Kind| matches!(kind, Kind::Triggered { sources } if sources.contains(source));
        self.player(seat).stack.iter().any(|frame| on(&frame.kind))
    }
}

impl Play<'_, '_> {
    /// An event happens to a seat; what its sources do runs next. A card does not hear its own arrival.
    ///
    /// Rules: el_burro §7.7.
    pub(super) fn raise(&mut self, seat: Seat, event: Event, deaf: Option<Card>) {
        if !self.state.bonuses_work() {
            return;
        }
        let heard = self.look().heard(seat, event, deaf);
        if heard.is_empty() {
            return;
        }
        self.use_limits(seat, &heard);
        let sources: Sources = heard.iter().map(|trigger| trigger.source).collect();
        self.push(seat, Kind::Triggered { sources });
        for trigger in heard.iter().rev() {
            self.push_list(seat, trigger.run, None);
        }
    }

    fn use_limits(&mut self, seat: Seat, heard: &[Heard]) {
        for Heard { carrier, trigger, .. } in heard.iter().filter(|trigger| trigger.limit > 0) {
            self.player(seat).use_once(*carrier, Some(*trigger));
        }
    }

    /// A die was taken: its action, its bonus and what listens to it, in an order of the seat's choice.
    ///
    /// Rules: el_burro §18.2, §22.
    pub(super) fn push_die(&mut self, seat: Seat, face: u8) {
        let heard = self.look().heard(seat, Event::DieTaken(face), None);
        self.use_limits(seat, &heard);
        let (mut cards, mut tiles, mut round_tile) = ([None; SLOTS], TileTypes::NONE, false);
        let mut slot = 0;
        for Heard { carrier, .. } in heard {
            match carrier {
                Carrier::Card(card) if cards.contains(&Some(card)) => {}
                Carrier::Card(card) => {
                    cards[slot] = Some(card);
                    slot += 1;
                }
                Carrier::Tile(tile) => tiles.insert(tile),
                Carrier::RoundTile => round_tile = true,
            }
        }
        let (action, bonus) = (true, true);
        self.push(seat, Kind::DieOrder { face, action, bonus, cards, tiles, round_tile });
    }
}
