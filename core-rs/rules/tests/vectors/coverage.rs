//! R31: every numbered section of `rules.md` that says how to play is named by a test or a vector.

use std::collections::BTreeSet;
use std::path::Path;

use ludoteca_rules::Game;
use ludoteca_rules::burgenland::Burgenland;

use crate::vector;

/// The numbers of the headings: `4`, `7.3`, ...
fn sections() -> BTreeSet<String> {
    let headings = Burgenland::RULES
        .lines()
        .filter(|line| line.starts_with("## ") || line.starts_with("### "));
    let number = |line: &str| {
        let word = line.trim_start_matches('#').trim_start().split(' ').next().unwrap_or_default();
        word.trim_end_matches('.').to_owned()
    };
    headings.map(number).collect()
}

/// The sections named in the doc comments of this folder (`/// §8.3: ...`), and by the vectors.
fn named() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/burgenland");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut named: BTreeSet<String> = vector::sections().into_iter().collect();
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

/// §16 and §17 are rulings and sources; everything else has a test that names it.
#[test]
fn r31_every_section_of_the_rules_has_a_test() {
    let named = named();
    let sections = sections();
    assert!(sections.len() > 25, "{sections:?}");
    let has_parts =
        |section: &String| sections.iter().any(|other| other.starts_with(&format!("{section}.")));
    let untested: Vec<&String> = sections
        .iter()
        .filter(|section| !has_parts(section) && !["16", "17"].contains(&section.as_str()))
        .filter(|section| {
            let part = format!("{section}.");
            !named.iter().any(|name| name == *section || name.starts_with(&part))
        })
        .collect();
    assert!(untested.is_empty(), "no test names {untested:?}");
}

/// R31: every worked example of the rulebook is a vector, and so a test under its id.
#[test]
fn r31_worked_examples_are_vectors() {
    assert_eq!(vector::ids().len(), 102);
    assert_eq!(vector::worked_examples(), 21);
}
