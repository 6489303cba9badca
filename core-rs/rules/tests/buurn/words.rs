//! The catalogue: every key that the rules use has its sentence, and no sentence is without a user.

use std::path::Path;

use ludoteca_rules::Game;
use ludoteca_rules::buurn::Buurn;

use crate::board::content;

/// The keys in the catalogue.
fn catalogue() -> Vec<&'static str> {
    let keys = Buurn::WORDS.lines().filter(|line| !line.starts_with([' ', '#', '}']));
    keys.filter_map(|line| line.split_once(" =")).map(|(key, _)| key).collect()
}

/// The options, which a catalogue of games explains by their ids.
fn options() -> Vec<String> {
    let resolved = Buurn::options(&content().content, 4, &[]).unwrap();
    let ids = Buurn::option_values(&resolved).into_iter().map(|(id, _)| id);
    ids.map(|id| format!("option-{}", id.replace('_', "-"))).collect()
}

/// The source of the rules, all files together.
fn source() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/buurn");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let rust = files.filter(|path| path.extension().is_some_and(|ext| ext == "rs"));
    rust.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Every key that the source names is in the catalogue, and every sentence in it is named by the source.
#[test]
fn s11_sentences_and_their_users() {
    let (source, catalogue) = (source(), catalogue());
    let options = options();
    for option in &options {
        assert!(catalogue.contains(&option.as_str()), "{option} is not explained");
    }
    for key in &catalogue {
        let kind = key.split('-').next().unwrap();
        let is_thing = ["place", "totem", "organisation"].contains(&kind);
        let thing = is_thing && source.contains(&format!("Arg::id(\"{kind}\""));
        let named = thing || source.contains(&format!("\"{key}\""));
        assert!(named || options.iter().any(|option| option == key), "nobody says {key}");
    }
    let kinds = ["fact-", "label-", "prompt-", "warning-", "reject-"];
    let quoted = source.split('"').skip(1).step_by(2);
    let named = quoted.filter(|word| kinds.iter().any(|kind| word.starts_with(kind)));
    let mut count = 0;
    for key in named {
        assert!(catalogue.contains(&key), "{key} has no words");
        count += 1;
    }
    assert!(count > 80, "{count}");
}
