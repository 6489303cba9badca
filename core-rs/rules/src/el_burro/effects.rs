//! The arenas that all effects of the content lie in.

use super::effect::{Effect, EffectId, List, Lists, Numbers};
use super::event::{Event, EventKind};
use super::part::{Part, Trigger, Triggers};

/// Every effect, list, trigger and number of the content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Effects {
    pub(super) arena: Vec<Effect>,
    pub(super) lists: Vec<List>,
    pub(super) triggers: Vec<Trigger>,
    pub(super) numbers: Vec<u8>,
}

impl Effects {
    /// One effect.
    pub fn get(&self, id: EffectId) -> &Effect {
        &self.arena[id.index()]
    }

    /// The effects of a list.
    pub fn of(&self, list: List) -> &[Effect] {
        let start = usize::from(list.start);
        &self.arena[start..start + usize::from(list.len)]
    }

    /// The lists of a choice.
    pub fn lists(&self, lists: Lists) -> &[List] {
        let start = usize::from(lists.start);
        &self.lists[start..start + usize::from(lists.len)]
    }

    /// The triggers of a part, sorted by the kind of their events.
    pub fn triggers(&self, triggers: Triggers) -> &[Trigger] {
        let start = usize::from(triggers.start);
        &self.triggers[start..start + usize::from(triggers.len)]
    }

    /// The triggers of a part that hear `event`, each with its place in the part.
    pub fn hearing<'a>(
        &'a self,
        part: &Part,
        event: Event,
    ) -> impl Iterator<Item = (u8, &'a Trigger)> + use<'a> {
        let hears = part.hears.contains(event.kind());
        let here = if hears { self.triggers(part.triggers) } else { &[] };
        (0..).zip(here).filter(move |(_, trigger)| trigger.on.hears(event))
    }

    /// Whether a part listens to events of this kind.
    pub const fn listens(part: &Part, kind: EventKind) -> bool {
        part.hears.contains(kind)
    }

    /// The numbers of a scoring table.
    pub fn numbers(&self, numbers: Numbers) -> &[u8] {
        let start = usize::from(numbers.start);
        &self.numbers[start..start + usize::from(numbers.len)]
    }

    /// What a count is worth by a table: nothing for 0, its last number beyond its end (`effects.md`).
    pub fn table(&self, numbers: Numbers, count: u32) -> u8 {
        let table = self.numbers(numbers);
        let place = usize::try_from(count).unwrap_or(usize::MAX).min(table.len());
        place.checked_sub(1).and_then(|place| table.get(place)).copied().unwrap_or(0)
    }

    /// All effects, in the order of the content.
    pub fn all(&self) -> &[Effect] {
        &self.arena
    }

    /// All triggers.
    pub fn all_triggers(&self) -> &[Trigger] {
        &self.triggers
    }
}
