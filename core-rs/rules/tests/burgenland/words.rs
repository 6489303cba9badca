//! The catalogue: every key that the rules use has its sentence, and no sentence is without a user.

use std::collections::BTreeSet;
use std::path::Path;

use ludoteca_rules::burgenland::Burgenland;
use ludoteca_rules::{Actor, Arg, Game, Playout, Position, Report, Seat, Sentence, Tape, Viewer};

use crate::board::rules;

/// The keys in the catalogue.
fn catalogue() -> BTreeSet<&'static str> {
    let keys = Burgenland::WORDS.lines().filter(|line| !line.starts_with([' ', '#', '}']));
    keys.filter_map(|line| line.split_once(" =")).map(|(key, _)| key).collect()
}

fn collect(sentence: &Sentence, keys: &mut BTreeSet<&'static str>) {
    keys.insert(sentence.key);
    for (_, arg) in &sentence.args {
        if let Arg::Sentence(inner) = arg {
            collect(inner, keys);
        }
    }
}

/// Plays random games and collects every key that is told, offered or asked.
fn used() -> BTreeSet<&'static str> {
    let mut keys = BTreeSet::new();
    let mut chance = Playout::new(12);
    for seats in [2, 3, 4] {
        let options = [("neutral_placement", "seats"), ("turn_limit", "300")];
        let rules = rules(seats, &options).unwrap();
        for seed in 0..6 {
            let mut position = Position::<Burgenland>::new(rules.clone(), seed);
            while !position.is_over() {
                let (state, actor) = (position.state().clone(), position.actor());
                for action in position.legal() {
                    let offer = Burgenland::offer(&rules, &state, actor, action);
                    collect(&offer.label, &mut keys);
                    offer.warning.iter().for_each(|warning| collect(warning, &mut keys));
                }
                Seat::all(seats)
                    .for_each(|seat| collect(&Burgenland::prompt(&rules, &state, seat), &mut keys));
                let index = chance.below(u32::try_from(position.legal().len()).unwrap()) as usize;
                let action = position.legal()[index];
                let (mut report, mut after) = (Report::telling(), state);
                let mut tape = Tape::playout(&mut chance);
                Burgenland::apply(&rules, &mut after, actor, &action, &mut tape, &mut report)
                    .unwrap();
                for viewer in [Viewer::Public, Viewer::Seat(Seat(0))] {
                    report.facts_for(viewer).for_each(|fact| collect(&fact.sentence, &mut keys));
                }
                position = Position::at(rules.clone(), after, chance.word());
            }
            collect(&Burgenland::prompt(&rules, position.state(), Seat(0)), &mut keys);
            assert!(matches!(position.actor(), Actor::Clock), "nobody decides after the end");
        }
    }
    keys
}

/// Every sentence that random games need is in the catalogue.
#[test]
fn s12_every_sentence_has_its_words() {
    let (used, catalogue) = (used(), catalogue());
    let missing: Vec<&&str> = used.difference(&catalogue).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(used.len() > 40, "{}: {used:?}", used.len());
}

/// The options, which a catalogue of games explains by their ids.
fn options() -> Vec<String> {
    let content = Burgenland::content(Burgenland::CONTENT).unwrap();
    let resolved = Burgenland::options(&content, 2, &[]).unwrap();
    let ids = Burgenland::option_values(&resolved).into_iter().map(|(id, _)| id);
    ids.map(|id| format!("option-{}", id.replace('_', "-"))).collect()
}

/// Every sentence in the catalogue is named by the rules' source; things and options are named by their ids.
#[test]
fn s12_no_sentence_is_without_a_user() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/burgenland");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rust = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    let source: String = rust.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let things = ["site-", "card-", "tile-", "bonus-", "price-"];
    let options = options();
    for option in &options {
        assert!(catalogue().contains(option.as_str()), "{option} is not explained");
    }
    for key in catalogue() {
        let thing = things.iter().any(|kind| key.starts_with(kind));
        let kind = key.split('-').next().unwrap_or_default();
        let named = source.contains(&format!("\"{key}\"")) || options.iter().any(|o| o == key);
        assert!(named || thing && source.contains(&format!("Arg::id(\"{kind}\"")), "{key}");
    }
}
