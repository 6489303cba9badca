//! The catalogue: every key that the rules use has its sentence, and no sentence is without a user.

use std::collections::BTreeSet;
use std::path::Path;

use ludoteca_rules::el_gaucho::{Area, ElGaucho};
use ludoteca_rules::{Arg, Game, Report, Seat, Sentence, Tape, Viewer};

use crate::board::rules;
use crate::short::random_positions;

/// The keys in the catalogue.
fn catalogue() -> BTreeSet<&'static str> {
    let keys = ElGaucho::WORDS.lines().filter(|line| !line.starts_with([' ', '#', '}']));
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

/// Every sentence that random games need is in the catalogue.
#[test]
fn s15_every_sentence_has_its_words() {
    let mut used = BTreeSet::new();
    let mut chance = ludoteca_rules::Playout::new(12);
    random_positions(15, |position| {
        let (rules, state, actor) = (position.rules(), position.state(), position.actor());
        for action in position.legal() {
            let offer = ElGaucho::offer(rules, state, actor, action);
            collect(&offer.label, &mut used);
            offer.warning.iter().for_each(|warning| collect(warning, &mut used));
            let (mut after, mut report) = (*state, Report::telling());
            let mut tape = Tape::playout(&mut chance);
            ElGaucho::apply(rules, &mut after, actor, action, &mut tape, &mut report).unwrap();
            for viewer in [Viewer::Public, Viewer::Seat(Seat(0))] {
                report.facts_for(viewer).for_each(|fact| collect(&fact.sentence, &mut used));
            }
        }
        Seat::all(rules.seats)
            .for_each(|seat| collect(&ElGaucho::prompt(rules, state, seat), &mut used));
    });
    let catalogue = catalogue();
    let missing: Vec<&&str> = used.difference(&catalogue).collect();
    assert!(missing.is_empty(), "{missing:?}");
    let unmet = |key: &&&str| {
        let setup = [
            "fact-race-removed",
            "fact-start-seat",
            "fact-draw-start-tiles",
            "fact-draw-start-tiles-hidden",
        ];
        let told = ["label-", "prompt-", "fact-", "warning-"].iter().any(|p| key.starts_with(p));
        told && !setup.contains(key)
    };
    let unmet: Vec<&&str> = catalogue.difference(&used).filter(unmet).collect();
    assert!(unmet.is_empty(), "no random game says {unmet:?}");
}

/// Every sentence in the catalogue is named by the rules' source, or by the option that it explains; things are
/// named by their ids.
#[test]
fn s15_no_sentence_is_without_a_user() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/el_gaucho");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rust = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    let source: String = rust.map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let mut keys = catalogue();
    for (option, _) in ElGaucho::option_values(&rules(2, &[]).unwrap().options) {
        let key = format!("option-{}", option.replace('_', "-"));
        assert!(keys.remove(key.as_str()), "nothing explains {key}");
    }
    for key in keys {
        let area =
            Area::ALL.iter().any(|area| key == format!("area-{}", area.id().replace('_', "-")));
        assert!(area || source.contains(&format!("\"{key}\"")), "{key}");
    }
}
