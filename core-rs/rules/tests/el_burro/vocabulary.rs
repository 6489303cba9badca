//! The effect vocabulary: every word of `effects.md` is used by the content or by a fixture, and played.

use std::collections::{BTreeMap, BTreeSet};

use ludoteca_rules::el_burro::{ElBurro, Good, Step, Verb};
use ludoteca_rules::{Game, Playout, Position};
use toml::Value;

use crate::fixture;

const EFFECTS: &str = include_str!("../../src/el_burro/effects.md");

/// The words between backticks in a cell of a table.
fn words(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// The rows of the table under a heading, cell by cell, without its head.
fn rows(heading: &str) -> Vec<Vec<&'static str>> {
    let at = EFFECTS.find(heading).unwrap_or_else(|| panic!("no {heading}"));
    let lines = EFFECTS[at..].lines().skip(1).skip_while(|line| !line.starts_with('|'));
    let table = lines.take_while(|line| line.starts_with('|')).skip(2);
    table.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn first_cells(heading: &str) -> BTreeSet<String> {
    rows(heading).iter().flat_map(|row| words(row[0])).map(str::to_owned).collect()
}

/// What a content uses: words by their sort (`do`, `on`, `passive`, `per`), and their fields as `word.field`.
#[derive(Default)]
struct Used(BTreeMap<&'static str, BTreeSet<String>>);

impl Used {
    fn walk(&mut self, value: &Value) {
        match value {
            Value::Table(table) => {
                for sort in ["do", "on", "passive", "per"] {
                    let Some(Value::String(word)) = table.get(sort) else { continue };
                    let set = self.0.entry(sort).or_default();
                    set.insert(word.clone());
                    set.extend(table.keys().map(|field| format!("{word}.{field}")));
                }
                table.values().for_each(|value| self.walk(value));
            }
            Value::Array(list) => list.iter().for_each(|value| self.walk(value)),
            Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::Boolean(_)
            | Value::Datetime(_) => {}
        }
    }

    fn has(&self, sort: &str, word: &str) -> bool {
        self.0.get(sort).is_some_and(|set| set.contains(word))
    }
}

fn used() -> Used {
    let mut used = Used::default();
    for text in [ElBurro::CONTENT, fixture::text()] {
        used.walk(&Value::Table(text.parse().unwrap()));
    }
    used
}

#[track_caller]
fn assert_used(sort: &str, wanted: impl IntoIterator<Item = String>, least: usize) {
    let (used, wanted) = (used(), wanted.into_iter().collect::<BTreeSet<_>>());
    let missing: Vec<_> = wanted.iter().filter(|word| !used.has(sort, word)).collect();
    assert!(missing.is_empty(), "no content uses {missing:?} as `{sort}`");
    println!("{sort}: {} words", wanted.len());
    assert!(wanted.len() >= least, "{wanted:?}: effects.md was read wrong");
}

/// Every effect kind of `effects.md`.
#[test]
fn every_effect_kind_is_used() {
    let mut kinds = first_cells("## Effect kinds");
    kinds.extend(first_cells("### Added kinds"));
    assert_used("do", kinds, 17);
}

/// Every event of `effects.md`.
#[test]
fn every_event_is_used() {
    let row = rows("## Where an effect hangs").into_iter().find(|row| row[0].starts_with("`on`"));
    let events = words(row.unwrap()[1]).map(str::to_owned);
    let fields = ["pips", "side", "by_silver", "slot", "kind", "position"];
    assert_used("on", events.filter(|word| !fields.contains(&word.as_str())), 16);
}

/// Every filter of an event.
#[test]
fn every_filter_is_used() {
    let rows = rows("### Event filters");
    let pairs = rows.iter().flat_map(|row| {
        // `card_played` has two of them in one cell.
        let filters: Vec<&str> = row[1]
            .split(['=', ';'])
            .flat_map(words)
            .filter(|word| {
                [
                    "pips",
                    "side",
                    "special",
                    "what",
                    "kind",
                    "by_silver",
                    "space",
                    "track",
                    "slot",
                    "position",
                ]
                .contains(word)
            })
            .collect();
        words(row[0])
            .flat_map(move |event| {
                filters.clone().into_iter().map(move |filter| format!("{event}.{filter}"))
            })
            .collect::<Vec<_>>()
    });
    assert_used("on", pairs, 12);
}

/// Every modifier of `effects.md`.
#[test]
fn every_modifier_is_used() {
    let mut modifiers = first_cells("### Added modifiers");
    modifiers.extend(first_cells("### Exact meaning of the first modifiers"));
    assert_used("passive", modifiers, 14);
}

/// Every counter of `effects.md`.
#[test]
fn every_counter_is_used() {
    let at = EFFECTS.find("## Counters (`per`)").unwrap();
    let text = EFFECTS[at..]
        .lines()
        .skip(1)
        .take_while(|line| !line.starts_with("A content"))
        .collect::<String>();
    let fields = ["of", "side", "step", "track", "space"];
    let counters = words(&text).filter(|word| !fields.contains(word)).map(str::to_owned);
    assert_used("per", counters.collect::<Vec<_>>(), 24);
}

/// A game in its first farm phase, with donkeys before the docks, full stables and full purses: random games come
/// so far too seldom.
fn near_the_harbour(seats: u8, seed: u64) -> Position<ElBurro> {
    let mut position = Position::<ElBurro>::new(fixture::rules(seats), seed);
    while position.state().step == Step::SetupStart && position.act_at_random() {}
    let mut state = position.state().clone();
    let rules = fixture::rules(seats);
    for player in &mut state.players[..usize::from(seats)] {
        player.silver += 20;
        player.store[Good::Pig.index()] = 2;
        player
            .donkeys
            .iter_mut()
            .for_each(|donkey| donkey.space = rules.content.road.space_of("r15"));
    }
    Position::at(rules, state, seed)
}

/// Random games over the content and the fixture play each of the 43 actions.
#[test]
fn every_action_is_played() {
    let mut played: BTreeMap<&str, u32> = BTreeMap::new();
    let mut decisions = 0_u32;
    for (seed, seats) in (0..90_u64).zip([2, 3, 4].into_iter().cycle()) {
        let mut position = if seed.is_multiple_of(2) {
            near_the_harbour(seats, seed)
        } else {
            Position::<ElBurro>::new(fixture::rules(seats), seed)
        };
        let mut chance = Playout::new(seed);
        loop {
            let legal = position.legal();
            let Ok(count) = u32::try_from(legal.len()) else { break };
            if count == 0 {
                break;
            }
            // Mostly what was seldom done: else random games never come to the harbour.
            let rare = |verb: Verb| *played.get(verb.id()).unwrap_or(&0);
            let rarest = legal.iter().enumerate().min_by_key(|(_, a)| a.verb().map_or(0, rare));
            let index = match rarest {
                Some((index, _)) if chance.below(4) == 0 => index,
                _ => chance.below(count) as usize,
            };
            let action = legal[index];
            if let Some(verb) = action.verb() {
                *played.entry(verb.id()).or_default() += 1;
            }
            decisions += 1;
            position.act(index);
        }
    }
    println!("{decisions} decisions, played: {played:?}");
    let missing: Vec<&str> =
        Verb::ALL.into_iter().map(Verb::id).filter(|id| !played.contains_key(id)).collect();
    assert!(missing.is_empty(), "never played: {missing:?}");
}
