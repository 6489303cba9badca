//! Records: logs as files (JSON Lines) that anyone can replay and verify offline. `docs/record-format.md`
//! says what every field means.
//!
//! Pure: bytes to events and back. A whole record is that of a table that is over; of a table that goes on
//! there are only records that keep to one viewer's sight.

mod header;
mod hex;
mod line;
mod seen;
mod show;
mod spectators;
mod whole;

use ludoteca_rules::Viewer;
use prost::Message;
use serde_json::Map;

use crate::error::{Error, quoted};
use crate::game::GameWire;
use crate::host::{Host, viewer};
use crate::library::Library;
use crate::pb::ludoteca::v1 as pb;
use header::{FORMAT, Header, Public, Sight};
use seen::Seen;

/// A record, cut into its lines.
#[derive(Debug)]
pub(crate) struct Parsed<'a> {
    header: Header,
    /// The lines of the events, the first of them line 2 of the file.
    lines: Vec<&'a [u8]>,
}

/// What the verification of a record found.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) events: u64,
    pub(crate) picks: u64,
    /// The seq at fault (0: the header or the whole), and what is wrong.
    pub(crate) failure: Option<(u64, String)>,
    pub(crate) final_digest: String,
}

fn bad(line: u64, why: impl Into<String>) -> Error {
    Error::BadRecord { line, why: why.into() }
}

impl<'a> Parsed<'a> {
    /// Cuts a file into its header and the lines of its events.
    fn of(record: &'a [u8]) -> Result<Self, Error> {
        let record = record.strip_suffix(b"\n").unwrap_or(record);
        let mut lines = record.split(|byte| *byte == b'\n');
        let first = lines.next().unwrap_or_default();
        let header: Header =
            serde_json::from_slice(first).map_err(|why| bad(1, format!("no header: {why}")))?;
        if header.ludoteca_record != FORMAT {
            return Err(bad(1, format!("format {} is not known here", header.ludoteca_record)));
        }
        Ok(Self { header, lines: lines.collect() })
    }
}

impl Library {
    /// The record of a log: whole once the table is over, before that what the viewer may see.
    ///
    /// # Errors
    /// The log does not replay; `unknown_content`; `bad_field` for a seat that the table does not have.
    pub fn export_record(&self, events: &[&[u8]], viewer: Option<u32>) -> Result<Vec<u8>, Error> {
        self.host_of(events)?.export(events, viewer)
    }

    /// The events of a whole record, verified, without tokens and request ids.
    ///
    /// # Errors
    /// The file is no record, is not whole, or an event of it does not hold.
    pub fn import_record(&self, record: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
        let parsed = Parsed::of(record)?;
        self.host_named(&parsed.header.game)?.import(&parsed)
    }

    /// `VerifyRecordResponse`: every event decided again, every pick made again, every digest compared.
    ///
    /// # Errors
    /// The file is no record.
    pub fn verify_record(&self, record: &[u8]) -> Result<Vec<u8>, Error> {
        let parsed = Parsed::of(record)?;
        let verdict = self.host_named(&parsed.header.game)?.verify(&parsed);
        let (failed_seq, failure) = verdict.failure.clone().unwrap_or_default();
        let response = pb::VerifyRecordResponse {
            ok: verdict.failure.is_none(),
            events: verdict.events,
            picks: verdict.picks,
            failure,
            failed_seq,
            game: parsed.header.game,
            final_digest: verdict.final_digest,
        };
        Ok(response.encode_to_vec())
    }

    /// JSON of the state after `seq` (the last one if `None`) for the viewer `public`, a seat number, or
    /// `all`, which only whole records can show.
    ///
    /// # Errors
    /// The file is no record or does not replay; a seq or a viewer that it does not have.
    pub fn show_record(
        &self,
        record: &[u8],
        seq: Option<u64>,
        viewer: &str,
    ) -> Result<String, Error> {
        let parsed = Parsed::of(record)?;
        let shown = self.host_named(&parsed.header.game)?.show(&parsed, seq, viewer)?;
        Ok(shown.to_string())
    }

    fn host_named(&self, game: &str) -> Result<std::sync::Arc<dyn crate::library::Hosted>, Error> {
        self.host(game).map_err(|_| bad(1, format!("an unknown game {}", quoted(game))))
    }
}

impl<G: GameWire> Host<G> {
    /// What one viewer was told of a table that goes on.
    pub(crate) fn export_seen(
        &self,
        events: &[&[u8]],
        seat: Option<u32>,
    ) -> Result<Vec<u8>, Error> {
        let first = events.first().ok_or_else(crate::host::empty)?;
        let file = self.file_of(first)?;
        let log = Self::events(file.content(), events)?;
        let mut lines = Vec::new();
        let mut view = Map::new();
        let mut header = None;
        self.tell(events, |told| {
            let viewer = viewer(seat, told.after.seats())?;
            if told.event.seq == events.len() as u64 {
                header = Some(Header::of(told.after, &log, None, Some(sight(viewer))));
            }
            lines.push(Seen::of(told, viewer, &mut view));
            Ok(())
        })?;
        Ok(json_lines(&header, &lines))
    }
}

const fn sight(viewer: Viewer) -> Sight {
    match viewer {
        Viewer::Seat(seat) => Sight::Seat(seat.0),
        Viewer::Public => Sight::Public(Public::Public),
    }
}

/// A file of JSON lines.
///
/// # Panics
/// If a line holds what JSON cannot say: a bug in its type.
fn json_lines<L: serde::Serialize>(header: &impl serde::Serialize, lines: &[L]) -> Vec<u8> {
    let mut record = Vec::new();
    let mut written = serde_json::to_writer(&mut record, header);
    for line in lines {
        record.push(b'\n');
        written = written.and_then(|()| serde_json::to_writer(&mut record, line));
    }
    record.push(b'\n');
    match written {
        Ok(()) => record,
        Err(error) => panic!("a line that is no JSON: {error}"),
    }
}
