//! What a game is, for somebody who chooses one: name, seats, options. Read from its content file.

use ludoteca_rules::Game;
use toml::{Table, Value};

use crate::game::GameWire;
use crate::host::Host;
use crate::pb::ludoteca::v1 as pb;

/// A game in short.
pub(crate) fn game<G: GameWire>(host: &Host<G>) -> pb::Game {
    let file = host.current();
    let parsed: Table = file.text.parse().unwrap_or_default();
    let name = parsed.get("game").and_then(|game| game.get("name")).and_then(Value::as_str);
    let options = parsed.get("option").and_then(Value::as_array).map(Vec::as_slice);
    let seats = <G as Game>::seats(file.content());
    let explain = |id: &str| host.speaker.explain(G::ID, &format!("option-{id}"));
    pb::Game {
        id: G::ID.to_owned(),
        name: name.unwrap_or(G::ID).to_owned(),
        min_seats: u32::from(*seats.start()),
        max_seats: u32::from(*seats.end()),
        revision: G::REVISION,
        content_hash: file.parsed.hash.to_vec(),
        options: options.unwrap_or_default().iter().map(|entry| option(entry, &explain)).collect(),
        options_type: host.schema.options_type().to_owned(),
    }
}

fn option(entry: &Value, explain: &dyn Fn(&str) -> String) -> pb::Option {
    let field = |name: &str| entry.get(name);
    let id = field("id").and_then(Value::as_str).unwrap_or_default();
    let values = field("values").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    pb::Option {
        id: id.to_owned(),
        values: values.iter().map(text).collect(),
        min: field("min").and_then(Value::as_integer),
        max: field("max").and_then(Value::as_integer),
        default_value: field("default").map(text).unwrap_or_default(),
        explanation: explain(&id.replace('_', "-")),
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
