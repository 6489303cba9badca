//! What a record shows of the table after one of its events.

use ludoteca_rules::{Event, Report, Seat, Table, Timeline};
use serde_json::{Map, Value, json};

use super::header::{Header, Sight};
use super::seen::Seen;
use super::{Parsed, bad};
use crate::error::{Error, quoted};
use crate::game::GameWire;
use crate::host::{Host, viewer};

/// Who looks at a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Onlooker {
    /// Somebody for whom nothing is hidden.
    All,
    One(Option<u32>),
}

impl Onlooker {
    fn of(word: &str) -> Result<Self, Error> {
        match word {
            "all" => Ok(Self::All),
            "public" => Ok(Self::One(None)),
            seat => seat.parse().map(|seat| Self::One(Some(seat))).map_err(|_| {
                Error::bad(
                    "bad_field",
                    format!("a viewer is public, a seat number or all, not {}", quoted(seat)),
                )
            }),
        }
    }
}

impl<G: GameWire> Host<G> {
    /// The table after `seq` as JSON.
    pub(crate) fn show_log(
        &self,
        parsed: &Parsed<'_>,
        seq: Option<u64>,
        who: &str,
    ) -> Result<Value, Error> {
        let last = parsed.lines.len() as u64;
        let seq = seq.unwrap_or(last);
        if seq == 0 || seq > last {
            let why = format!("the record has the events 1 to {last}, not {seq}");
            return Err(Error::bad("bad_field", why));
        }
        let who = Onlooker::of(who)?;
        match parsed.header.view {
            Some(sight) => show_seen(parsed, sight, seq, who),
            None => self.show_whole(parsed, seq, who),
        }
    }

    fn show_whole(&self, parsed: &Parsed<'_>, seq: u64, who: Onlooker) -> Result<Value, Error> {
        let whole = self.read_whole(parsed).map_err(|(seq, why)| bad(seq + 1, why))?;
        let corrupt = |why: ludoteca_rules::Corrupt| bad(why.seq + 1, why.why);
        let upto = whole.events.iter().take_while(|event| event.seq <= seq);
        let mut timeline =
            Timeline::first(&whole.file.parsed, &whole.events[0]).map_err(corrupt)?;
        let mut event = &whole.events[0];
        for next in upto.skip(1) {
            timeline.evolve(next, &mut Report::silent()).map_err(corrupt)?;
            event = next;
        }
        self.table_json(timeline.table(), event, &parsed.header, who)
    }

    fn table_json(
        &self,
        table: &Table<G>,
        event: &Event<G::Action>,
        header: &Header,
        who: Onlooker,
    ) -> Result<Value, Error> {
        let ranking: Vec<Vec<u8>> =
            table.ranking().iter().map(|group| group.iter().map(|seat| seat.0).collect()).collect();
        let mut shown = json!({
            "table_id": header.table_id,
            "game": header.game,
            "seq": event.seq,
            "at_ms": event.at_ms,
            "kind": event.deed.name(),
            "lifecycle": table.lifecycle(),
            "seats": Seat::all(table.seats()).map(|seat| seat_json(table, seat)).collect::<Value>(),
            "ranking": ranking,
        });
        match who {
            Onlooker::All => {
                let state = table.state().map(|state| G::state_json(table.rules(), state));
                shown["state"] = state.unwrap_or_default();
                let digest = blake3::Hash::from_bytes(table.digest());
                shown["digest"] = Value::from(digest.to_hex().as_str());
            }
            Onlooker::One(seat) => {
                let view = table.view(viewer(seat, table.seats())?);
                let json = |view| self.schema.view_json(&self.view_any(table, view).value);
                shown["state"] = view.as_ref().map(json).unwrap_or_default();
                let digest = format!("{:016x}", table.view_digest(view.as_ref()));
                shown["view_digest"] = Value::from(digest);
            }
        }
        Ok(shown)
    }
}

fn seat_json<G: GameWire>(table: &Table<G>, seat: Seat) -> Value {
    let holder = table.holder(seat);
    json!({
        "seat": seat.0,
        "name": holder.map(|holder| holder.name.as_str()),
        "bot": holder.map(|holder| holder.bot),
        "vacated": table.vacated().contains(&seat),
        "to_act": table.deciders().contains(seat),
    })
}

/// What a record that keeps to one viewer's sight shows: that sight and no other.
fn show_seen(parsed: &Parsed<'_>, sight: Sight, seq: u64, who: Onlooker) -> Result<Value, Error> {
    let (own, name) = match sight {
        Sight::Seat(seat) => (Some(u32::from(seat)), format!("seat {seat}")),
        Sight::Public(_) => (None, "the public".to_owned()),
    };
    if who != Onlooker::One(own) {
        let why =
            format!("the record of a table that goes on shows what {name} may see, nothing else");
        return Err(Error::bad("bad_field", why));
    }
    let mut view = Map::new();
    let mut seen = None;
    for (bytes, place) in parsed.lines.iter().zip(1..=seq) {
        let line: Seen =
            serde_json::from_slice(bytes).map_err(|why| bad(place + 1, why.to_string()))?;
        if line.seq != place {
            return Err(bad(place + 1, format!("seq {} where {place} was expected", line.seq)));
        }
        for (field, value) in &line.view {
            if value.is_null() {
                view.shift_remove(field);
            } else {
                view.insert(field.clone(), value.clone());
            }
        }
        seen = Some(line);
    }
    let seen = seen.ok_or_else(|| bad(1, "it has no events"))?;
    Ok(json!({
        "table_id": parsed.header.table_id,
        "game": parsed.header.game,
        "seq": seen.seq,
        "at_ms": seen.at_ms,
        "kind": seen.kind,
        "text": seen.text,
        "facts": seen.facts,
        "state": if view.is_empty() { Value::Null } else { Value::Object(view) },
        "view_digest": seen.view_digest,
    }))
}
