//! What a game is, for somebody who chooses one: name, seats, options. Read from its content file.
//!
//! Each content file says it in the words of its own `rules.md`: what is read here is what they have in common.

use ludoteca_rules::Game;
use toml::{Table, Value};

use crate::game::GameWire;
use crate::host::Host;
use crate::pb::ludoteca::v1 as pb;

/// The value that leaves a choice to chance.
const RANDOM: &str = "random";

/// A game in short.
pub(crate) fn game<G: GameWire>(host: &Host<G>) -> pb::Game {
    let file = host.current();
    let parsed: Table = file.text.parse().unwrap_or_default();
    let seats = <G as Game>::seats(file.content());
    let (min_seats, max_seats) = (u32::from(*seats.start()), u32::from(*seats.end()));
    let explain = |id: &str| host.speaker.explain(G::ID, &format!("option-{id}"));
    let entries = list(&parsed, "option").or_else(|| list(&parsed, "options")).unwrap_or_default();
    // A file lists the seats among its options; on the wire they are a field of the table.
    let known = entries.iter().filter(|entry| host.schema.has_option(word(entry, "id")));
    pb::Game {
        id: G::ID.to_owned(),
        name: name(&parsed).unwrap_or(G::ID).to_owned(),
        min_seats,
        max_seats,
        revision: G::REVISION,
        content_hash: file.parsed.hash.to_vec(),
        options: known.map(|entry| option(&parsed, max_seats, entry, &explain)).collect(),
        options_type: host.schema.options_type().to_owned(),
    }
}

fn list<'a>(file: &'a Table, name: &str) -> Option<&'a [Value]> {
    file.get(name).and_then(Value::as_array).map(Vec::as_slice)
}

fn word<'a>(entry: &'a Value, name: &str) -> &'a str {
    entry.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn name(file: &Table) -> Option<&str> {
    let said = |table: &str, key: &str| file.get(table)?.get(key)?.as_str();
    said("game", "name").or_else(|| said("game_info", "title"))
}

fn option(
    file: &Table,
    max_seats: u32,
    entry: &Value,
    explain: &dyn Fn(&str) -> String,
) -> pb::Option {
    let id = word(entry, "id");
    pb::Option {
        id: id.to_owned(),
        values: values(file, max_seats, entry),
        min: entry.get("min").and_then(Value::as_integer),
        max: entry.get("max").and_then(Value::as_integer),
        default_value: entry.get("default").map(text).unwrap_or_default(),
        explanation: explain(&id.replace('_', "-")),
    }
}

/// The values that are listed, or those that the entry's kind stands for.
fn values(file: &Table, max_seats: u32, entry: &Value) -> Vec<String> {
    if let Some(listed) = entry.get("values").and_then(Value::as_array) {
        return listed.iter().map(text).collect();
    }
    let kind = [word(entry, "kind"), word(entry, "type")].concat();
    let or_random = |values: Vec<String>| [vec![RANDOM.to_owned()], values].concat();
    match kind.as_str() {
        "bool" => vec!["false".to_owned(), "true".to_owned()],
        "seat_or_random" | "string_or_seat" => {
            or_random((0..max_seats).map(|seat| seat.to_string()).collect())
        }
        "race_or_random" => {
            let races = list(file, "races").unwrap_or_default().iter();
            or_random(races.map(|race| word(race, "id").to_owned()).collect())
        }
        "string_or_list" => or_random(Vec::new()),
        _ if entry.get("allowed_zero").and_then(Value::as_bool) == Some(true) => {
            vec!["0".to_owned()]
        }
        _ => Vec::new(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
