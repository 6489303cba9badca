//! R31: every numbered section of `rules.md` that says how to play is named by a test or a vector.

use std::collections::BTreeSet;
use std::path::Path;

use ludoteca_rules::Game;
use ludoteca_rules::burgenland::Burgenland;
use ludoteca_rules::buurn::Buurn;
use ludoteca_rules::el_burro::ElBurro;
use ludoteca_rules::el_gaucho::ElGaucho;

use crate::{burro_vector, buurn_vector, gaucho_vector, vector};

/// The numbers of the headings: `4`, `7.3`, ...
fn sections(rules: &str) -> BTreeSet<String> {
    let headings = rules.lines().filter(|line| line.starts_with("## ") || line.starts_with("### "));
    let number = |line: &str| {
        let word = line.trim_start_matches('#').trim_start().split(' ').next().unwrap_or_default();
        word.trim_end_matches('.').to_owned()
    };
    headings.map(number).collect()
}

/// The sections named in the doc comments of a game's tests (`/// §8.3: ...`), and by its vectors.
fn named(game: &str, vectors: Vec<String>) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(game);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut named: BTreeSet<String> = vectors.into_iter().collect();
    for path in files {
        let text = std::fs::read_to_string(path).unwrap();
        for line in text.lines().filter(|line| line.starts_with("/// §")) {
            let number = line.trim_start_matches("/// §");
            let end =
                number.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(number.len());
            named.insert(number[..end].trim_end_matches('.').to_owned());
        }
    }
    named
}

/// The sections of a game's rules that no test names, but for those that say nothing about play.
fn untested<G: Game>(vectors: Vec<String>, no_rules: &[&str]) -> Vec<String> {
    let named = named(G::ID, vectors);
    let sections = sections(G::RULES);
    assert!(sections.len() > 15, "{sections:?}");
    let has_parts =
        |section: &String| sections.iter().any(|other| other.starts_with(&format!("{section}.")));
    let is_named = |section: &String| {
        let part = format!("{section}.");
        named.iter().any(|name| name == section || name.starts_with(&part))
    };
    let play = sections.iter().filter(|s| !has_parts(s) && !no_rules.contains(&s.as_str()));
    play.filter(|section| !is_named(section)).cloned().collect()
}

/// §16 and §17 of Burgenland, §13 of El Gaucho, §15 of Buurn and §24 of El Burro are rulings and sources, §1 of Buurn
/// is its words, §1 of El Burro the game in short; everything else has a test that names it.
#[test]
fn r31_every_section_of_the_rules_has_a_test() {
    let none: Vec<String> = Vec::new();
    assert_eq!(untested::<Burgenland>(vector::sections(), &["16", "17"]), none);
    assert_eq!(untested::<Buurn>(buurn_vector::sections(), &["1", "15"]), none);
    assert_eq!(untested::<ElBurro>(burro_vector::sections(), &["1", "24"]), none);
    assert_eq!(untested::<ElGaucho>(gaucho_vector::sections(), &["13"]), none);
}

/// R31: every worked example of the rulebook is a vector, and so a test under its id.
#[test]
fn r31_worked_examples_are_vectors() {
    assert_eq!(vector::ids().len(), 102);
    assert_eq!(vector::worked_examples(), 21);
    assert_eq!(buurn_vector::ids().len(), 96, "89 ids; seven have further parts");
    let burro = burro_vector::ids();
    let of_examples = burro.iter().filter(|id| id.starts_with('e')).count();
    assert_eq!(of_examples, 100, "98 ids; two have a second part");
    assert_eq!(burro_vector::worked_examples(), 20);
    assert_eq!(gaucho_vector::ids().len(), 85, "81 ids; four have a second part");
    assert_eq!(gaucho_vector::worked_examples(), 34, "32 of them and two second parts");
}
