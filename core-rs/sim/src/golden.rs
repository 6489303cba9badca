//! Golden records: whole games under every revision there was, which must replay for ever.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, io};

use ludoteca_rules::{Actor, Deed, Event, OnTimeout, Speaker, TimeLimit, TurnClock};
use ludoteca_wire::{GameWire, Library, encode_event};
use ludoteca_words::Words;

use crate::suite::live::{Live, Manner, Step};
use crate::suite::{Case, Contract};

/// Of so many random games the shortest is kept: a record is there to be read when it changes.
const GAMES: u64 = 20;
/// Somebody takes something back now and then, or goes.
const MANNER: Manner = Manner { takebacks: 20, resignations: 4, turn_clock: None };

/// Turn clocks of either kind, and what comes of a seat whose time is out.
const CLOCKS: [(&str, TurnClock); 3] = [
    (
        "default",
        TurnClock { limit: TimeLimit::PerMove { move_ms: 30_000 }, on_timeout: OnTimeout::Default },
    ),
    (
        "vacate",
        TurnClock {
            limit: TimeLimit::PerGame { bank_ms: 60_000, increment_ms: 500 },
            on_timeout: OnTimeout::Vacate,
        },
    ),
    (
        "end",
        TurnClock {
            limit: TimeLimit::PerGame { bank_ms: 60_000, increment_ms: 500 },
            on_timeout: OnTimeout::End,
        },
    ),
];

/// A record with the name of its file, e.g. `r1-2-seats-0.jsonl` in the folder of its game.
struct Golden {
    game: &'static str,
    name: String,
    record: Vec<u8>,
}

/// Writes the records of the present revisions; those of older ones stay as they are.
pub(crate) fn run(folder: &Path) -> ExitCode {
    let written = records().and_then(|records| {
        for Golden { game, name, record } in records {
            let folder = folder.join(game);
            let path = folder.join(name);
            let write = || -> io::Result<()> {
                fs::create_dir_all(&folder)?;
                fs::write(&path, &record)
            };
            write().map_err(|error| format!("{}: {error}", path.display()))?;
            println!("{} ({} bytes)", path.display(), record.len());
        }
        Ok(())
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn library() -> Result<Library, String> {
    let words: Arc<dyn Speaker> = Arc::new(Words::new().map_err(|error| error.to_string())?);
    Library::new(&words)
}

/// One record for every case of every game that is offered, and one for every turn clock it may have.
fn records() -> Result<Vec<Golden>, String> {
    let library = library()?;
    let mut records = Vec::new();
    macro_rules! offered {
        ($($name:ident => $game:ty),* $(,)?) => { $(add::<$game>(&library, &mut records)?;)* };
    }
    ludoteca_rules::with_games!(offered);
    Ok(records)
}

fn add<G: Contract + GameWire>(library: &Library, records: &mut Vec<Golden>) -> Result<(), String> {
    let mut keep = |case: &Case, label: &str, events: Vec<Event<G::Action>>| {
        let content = ludoteca_rules::ContentFile::<G>::parse(G::CONTENT)?.content;
        let bytes: Vec<_> = events.iter().map(|event| encode_event::<G>(&content, event)).collect();
        let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
        let record = library.export_record(&bytes, None).map_err(|error| format!("{error:?}"))?;
        let name = format!("r{}-{}-seats-{label}.jsonl", G::REVISION, case.seats);
        records.push(Golden { game: G::ID, name, record });
        Ok::<_, String>(())
    };
    for (number, case) in G::CASES.iter().enumerate() {
        let to_its_end = |live: &Live<G>| live.table().outcome().is_some();
        keep(case, &number.to_string(), shortest(case, MANNER, to_its_end)?)?;
    }
    // In real time the clock is part of the rules, and no table has another. Most seats: a table ends when all but
    // one of them are vacated.
    let cases = G::CASES.iter().filter(|_| !G::PRESENCE);
    let Some(case) = cases.max_by_key(|case| case.seats) else { return Ok(()) };
    for (word, clock) in CLOCKS {
        let manner = Manner { turn_clock: Some(clock), ..MANNER };
        keep(case, &format!("clock-{word}"), shortest(case, manner, ran_out::<G>)?)?;
    }
    Ok(())
}

/// Of the random games that are wanted the one with the fewest events.
fn shortest<G: Contract>(
    case: &Case,
    manner: Manner,
    is_wanted: impl Fn(&Live<G>) -> bool,
) -> Result<Vec<Event<G::Action>>, String> {
    let games = (0..GAMES).map(|seed| Live::<G>::played(case, seed, manner));
    let wanted = games.filter(is_wanted);
    let fewest = wanted.map(|live| live.events()).min_by_key(Vec::len);
    fewest.ok_or_else(|| format!("no game of {} like {case:?} and {manner:?}", G::ID))
}

/// Whether a seat's time ran out, and the clock did about it what the terms say.
fn ran_out<G: Contract>(live: &Live<G>) -> bool {
    let table = live.table();
    let Some(TurnClock { on_timeout, .. }) = table.created().turn_clock else { return false };
    let is_late = |step: &Step<G>| match (on_timeout, &step.event.deed) {
        // For a seat that somebody holds: what is played for a vacated one has nothing to do with time.
        (OnTimeout::Default, Deed::Acted { actor: Actor::Seat(seat), by_clock, .. }) => {
            *by_clock && step.table.holder(*seat).is_some()
        }
        (OnTimeout::Vacate | OnTimeout::End, deed) => matches!(deed, Deed::TimedOut { .. }),
        (OnTimeout::Default, _) => false,
    };
    let came_to_its_end = on_timeout == OnTimeout::End || table.outcome().is_some();
    came_to_its_end && live.steps.iter().any(is_late)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludoteca_wire::pb::ludoteca::v1::VerifyRecordResponse;
    use prost::Message;

    /// The folder of the golden records.
    fn folder() -> std::path::PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden")
    }

    /// Every record that was ever written, of every revision: each event is decided again, each pick made again,
    /// each digest compared.
    #[test]
    fn r23_golden_records_replay_for_ever() {
        let library = library().expect("the embedded games are sound");
        let (mut records, mut events) = (0, 0);
        for game in fs::read_dir(folder()).expect("golden records") {
            for file in fs::read_dir(game.expect("a folder").path()).expect("records of a game") {
                let path = file.expect("a record").path();
                let record = fs::read(&path).expect("a record");
                let verdict = library.verify_record(&record).expect("a record of this format");
                let verdict = VerifyRecordResponse::decode(&*verdict).expect("a response");
                assert!(verdict.ok, "{}: {}", path.display(), verdict.failure);
                events += verdict.events;
                records += 1;
            }
        }
        println!("{records} records, {events} events");
        assert!(records > 0);
    }

    /// A change of behaviour, numbers, orders or picks shows up here: it is the next revision, and `make golden`
    /// adds its records.
    #[test]
    fn the_present_rules_make_the_golden_records() {
        for Golden { game, name, record } in records().expect("records of every game") {
            let path = folder().join(game).join(name);
            let written = fs::read(&path).unwrap_or_default();
            assert!(written == record, "{} is not what the rules make", path.display());
        }
    }

    /// R32: each game has records of every turn clock, in each of which a seat ran out of time. In real time the
    /// clock is part of the rules.
    #[test]
    fn r32_golden_records_of_turn_clocks() {
        macro_rules! on_offer {
            ($($name:ident => $game:ty),* $(,)?) => {
                [$((<$game as ludoteca_rules::Game>::ID, <$game as ludoteca_rules::Game>::PRESENCE)),*]
            };
        }
        let games = ludoteca_rules::with_games!(on_offer);
        for (game, _) in games.into_iter().filter(|(_, is_real_time)| !is_real_time) {
            for (word, _) in CLOCKS {
                let lines = clocked(game, word);
                assert_eq!(lines[0]["turn_clock"]["on_timeout"], word);
                let kind = if word == "default" { "acted" } else { "timed_out" };
                let late = |line: &&serde_json::Value| {
                    line["kind"] == kind && (kind != "acted" || line["by_clock"] == true)
                };
                assert!(lines.iter().filter(late).count() > 0, "{word} in {game}");
            }
        }
    }

    /// The lines of the record of a game with a turn clock.
    fn clocked(game: &str, word: &str) -> Vec<serde_json::Value> {
        let ending = format!("-seats-clock-{word}.jsonl");
        let files = fs::read_dir(folder().join(game)).expect("golden records");
        let mut paths = files.map(|file| file.expect("a file").path());
        let path = paths.find(|path| path.to_string_lossy().ends_with(&ending));
        let path = path.unwrap_or_else(|| panic!("{game} has no record with the clock {word}"));
        let text = fs::read_to_string(path).expect("a record");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}
