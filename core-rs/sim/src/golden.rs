//! Golden records: whole games under every revision there was, which must replay for ever.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::{fs, io};

use ludoteca_rules::{Event, Speaker};
use ludoteca_wire::{GameWire, Library, encode_event};
use ludoteca_words::Words;

use crate::suite::live::{Live, Manner};
use crate::suite::{Case, Contract};

/// Of so many random games the shortest is kept: a record is there to be read when it changes.
const GAMES: u64 = 20;
/// Somebody takes something back now and then, or goes.
const MANNER: Manner = Manner { takebacks: 20, resignations: 4 };

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

/// One record for every case of every game that is offered.
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
    for (number, case) in G::CASES.iter().enumerate() {
        let events = shortest::<G>(case);
        let content = ludoteca_rules::ContentFile::<G>::parse(G::CONTENT)?.content;
        let bytes: Vec<_> = events.iter().map(|event| encode_event::<G>(&content, event)).collect();
        let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
        let record = library.export_record(&bytes, None).map_err(|error| format!("{error:?}"))?;
        let name = format!("r{}-{}-seats-{number}.jsonl", G::REVISION, case.seats);
        records.push(Golden { game: G::ID, name, record });
    }
    Ok(())
}

/// A game that came to its own end, not one that all but one seat left.
fn shortest<G: Contract>(case: &Case) -> Vec<Event<G::Action>> {
    let games = (0..GAMES).map(|seed| Live::<G>::played(case, seed, MANNER));
    let whole = games.filter(|live| live.table().outcome().is_some());
    whole.map(|live| live.events()).min_by_key(Vec::len).unwrap_or_default()
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
}
