//! The catalogue: every key that the rules use has its sentence, and no sentence is without a user. (That every
//! sentence met in play has its words is in the contract of all games.)

use std::collections::BTreeSet;
use std::path::Path;

use ludoteca_rules::el_burro::{ElBurro, Rejection, Verb};
use ludoteca_rules::{Game, Refusal};

use crate::board::{content, rules};

/// The keys in the catalogue.
fn catalogue() -> BTreeSet<&'static str> {
    let keys = ElBurro::WORDS.lines().filter(|line| !line.starts_with([' ', '#', '}']));
    keys.filter_map(|line| line.split_once(" =")).map(|(key, _)| key).collect()
}

/// The source of the rules.
fn source() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/el_burro");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rust = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    rust.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// §23: every rejection has its code, its section and its sentence.
#[test]
fn s23_every_rejection_has_its_sentence() {
    let (catalogue, mut codes) = (catalogue(), BTreeSet::new());
    let written = ElBurro::RULES;
    for rejection in Rejection::ALL {
        let code = rejection.code();
        assert!(codes.insert(code), "{code} twice");
        let key = format!("reject-{}", code.replace('_', "-"));
        assert_eq!(rejection.sentence().key, key);
        assert!(catalogue.contains(key.as_str()), "no words for {key}");
        let known = rejection == Rejection::BadOption || written.contains(&format!("`{code}`"));
        assert!(known, "rules.md has no {code}");
        let section = rejection.rule();
        let titles = [format!("## {section}. "), format!("### {section} ")];
        assert!(titles.iter().any(|title| written.contains(title)), "no section {section}");
    }
    println!("{} rejections", codes.len());
}

/// Every action, every fact and every question that the source names has its sentence.
#[test]
fn s26_every_key_of_the_source_has_its_words() {
    let (catalogue, source) = (catalogue(), source());
    let mut named = 0;
    for text in source.split('"').skip(1).step_by(2) {
        let kinds = ["label-", "prompt-", "fact-", "warning-", "effect-", "reject-"];
        let key = kinds.iter().any(|kind| text.starts_with(kind));
        if key && text != "fact-unknown" {
            assert!(catalogue.contains(text), "no words for {text}");
            named += 1;
        }
    }
    assert!(named > 200, "{named} keys");
    for verb in Verb::ALL {
        let key = format!("label-{}", verb.id().replace('_', "-"));
        assert!(catalogue.contains(key.as_str()), "no words for {key}");
    }
}

/// Every sentence in the catalogue is named by the rules' source, or by the option that it explains; things are
/// named by their ids.
#[test]
fn s26_no_sentence_is_without_a_user() {
    let (source, file) = (source(), &content().content);
    let mut keys = catalogue();
    for (option, _) in ElBurro::option_values(&rules(2, &[]).unwrap().options) {
        let key = format!("option-{}", option.replace('_', "-"));
        assert!(keys.remove(key.as_str()), "nothing explains {key}");
    }
    let mut ids: BTreeSet<&str> = BTreeSet::new();
    ids.extend(file.cards.iter().map(|card| card.id.as_str()));
    ids.extend(file.donkeys.iter().map(|card| card.id.as_str()));
    ids.extend(file.spaces.iter().map(|space| space.id.as_str()));
    ids.extend(file.extensions.iter().map(|tile| tile.id.as_str()));
    ids.extend(file.markets.iter().map(|market| market.id.as_str()));
    ids.extend(file.covers.iter().map(|cover| cover.id.as_str()));
    ids.extend(file.tiles.iter().map(|tile| tile.id.as_str()));
    ids.extend(file.round_tiles.iter().map(|tile| tile.id.as_str()));
    ids.extend(file.personal.iter().map(|tile| tile.id.as_str()));
    ids.extend(file.general.iter().map(|tile| tile.id.as_str()));
    ids.extend(file.boats.iter().map(|boat| boat.id.as_str()));
    ids.extend(file.road.spaces.iter().map(|space| space.id.as_str()));
    let things: BTreeSet<String> = ids.iter().map(|id| id.replace('_', "-")).collect();
    let quoted: BTreeSet<&str> = source.split('"').skip(1).step_by(2).collect();
    let words: BTreeSet<String> = quoted.iter().map(|word| word.replace('_', "-")).collect();
    let numbered =
        ["slot-0", "slot-1", "slot-2", "acquisition-0", "acquisition-1", "acquisition-2"];
    for key in keys {
        let thing = key.match_indices('-').any(|(at, _)| {
            let id = &key[at + 1..];
            things.contains(id) || words.contains(id) || numbered.contains(&id)
        });
        assert!(thing || quoted.contains(key), "nobody says {key}");
    }
}
