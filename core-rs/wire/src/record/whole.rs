//! Whole records: written of a table that is over, read, and verified.

use std::sync::Arc;

use ludoteca_rules::{Event, Report, Table, Timeline, Verifier};

use super::header::Header;
use super::line::Line;
use super::{Parsed, Verdict, bad, json_lines};
use crate::error::{Error, corrupt};
use crate::game::GameWire;
use crate::host::{File, Host, empty};
use crate::log;

/// The seq of a failure that is no event's.
const NO_EVENT: u64 = 0;

/// What is wrong, and with which event.
pub(super) type Fault = (u64, String);

/// A whole record that was read: its terms hold together, its events are decoded, nothing is decided yet.
pub(super) struct Whole<G: GameWire> {
    pub(super) file: Arc<File<G>>,
    pub(super) events: Vec<Event<G::Action>>,
    lines: Vec<Line>,
}

impl<G: GameWire> Host<G> {
    /// The record of a log: whole if the table is over.
    pub(crate) fn export_log(&self, log: &[&[u8]], seat: Option<u32>) -> Result<Vec<u8>, Error> {
        let first = log.first().ok_or_else(empty)?;
        let file = self.file_of(first)?;
        let events = Self::events(file.content(), log)?;
        if Table::replay(&file.parsed, &events)?.is_over() {
            write_whole(&file, &events)
        } else {
            self.export_seen(log, seat)
        }
    }

    /// Reads a whole record.
    pub(super) fn read_whole(&self, parsed: &Parsed<'_>) -> Result<Whole<G>, Fault> {
        let header = &parsed.header;
        let of_header = |why: String| (NO_EVENT, format!("line 1: {why}"));
        if header.view.is_some() {
            return Err((NO_EVENT, seen_only(header)));
        }
        let created = header.created().map_err(of_header)?;
        if created.seed.commitment().as_slice() != header.commitment.0 {
            return Err(of_header("the commitment is not that of the seed".to_owned()));
        }
        let file = self.file_for(header).map_err(of_header)?;
        if header.events != parsed.lines.len() as u64 {
            let found = parsed.lines.len();
            return Err(of_header(format!(
                "{} events are told of, {found} are here",
                header.events
            )));
        }
        let (mut events, mut lines) = (Vec::new(), Vec::new());
        for (bytes, seq) in parsed.lines.iter().zip(1..) {
            let fault = |why: String| (seq, format!("line {}: {why}", seq + 1));
            let line: Line = serde_json::from_slice(bytes).map_err(|why| fault(why.to_string()))?;
            let event = line.event::<G>(file.content(), &self.schema, &created).map_err(fault)?;
            if event.seq != seq {
                return Err(fault(format!("seq {} where {seq} was expected", event.seq)));
            }
            events.push(event);
            lines.push(line);
        }
        Ok(Whole { file, events, lines })
    }

    /// The content file that the header names, which it brings along where it is not the game's own.
    fn file_for(&self, header: &Header) -> Result<Arc<File<G>>, String> {
        let file = match &header.content {
            Some(text) => Some(Arc::new(File::parse(text)?)),
            None => self.file(&header.content_hash.0),
        };
        let file = file.ok_or("its content file is neither in it nor here")?;
        if file.parsed.hash.as_slice() != header.content_hash.0 {
            return Err("content_hash is not that of the content".to_owned());
        }
        Ok(file)
    }

    /// Verifies a record.
    pub(crate) fn verify_log(&self, parsed: &Parsed<'_>) -> Verdict {
        let mut verdict = Verdict::default();
        verdict.failure = self
            .read_whole(parsed)
            .and_then(|whole| whole.verify(&parsed.header, &mut verdict))
            .err();
        verdict
    }

    /// The events of a record, verified. A record that brings its own content is refused: a table is
    /// read with the content files that the server has.
    pub(crate) fn import_log(&self, parsed: &Parsed<'_>) -> Result<Vec<Vec<u8>>, Error> {
        if self.file(&parsed.header.content_hash.0).is_none() {
            return Err(bad(1, "it was made with a content file that is not here"));
        }
        let whole = self.read_whole(parsed).and_then(|whole| {
            whole.verify(&parsed.header, &mut Verdict::default()).map(|()| whole)
        });
        let whole = whole.map_err(|(seq, why)| match seq {
            NO_EVENT => bad(1, why.trim_start_matches("line 1: ")),
            seq => corrupt(seq, why).into(),
        })?;
        let content = whole.file.content();
        Ok(whole.events.iter().map(|event| log::encode::<G>(content, event)).collect())
    }
}

fn write_whole<G: GameWire>(file: &File<G>, events: &[Event<G::Action>]) -> Result<Vec<u8>, Error> {
    let (first, rest) = events.split_first().ok_or_else(empty)?;
    let mut timeline = Timeline::first(&file.parsed, first)?;
    let mut lines = vec![Line::of::<G>(file.content(), first, timeline.table().digest())];
    for event in rest {
        timeline.evolve(event, &mut Report::silent())?;
        lines.push(Line::of::<G>(file.content(), event, timeline.table().digest()));
    }
    let header = Header::of(timeline.table(), events, file.for_record(), None);
    Ok(json_lines(&header, &lines))
}

impl<G: GameWire> Whole<G> {
    fn verify(&self, header: &Header, verdict: &mut Verdict) -> Result<(), Fault> {
        let (first, rest) =
            self.events.split_first().ok_or((NO_EVENT, "it is empty".to_owned()))?;
        let fault = |why: ludoteca_rules::Corrupt| (why.seq, why.why);
        let mut verifier = Verifier::first(&self.file.parsed, first).map_err(fault)?;
        self.compare(0, &verifier, verdict)?;
        for (event, index) in rest.iter().zip(1..) {
            verifier.next(event).map_err(fault)?;
            self.compare(index, &verifier, verdict)?;
        }
        let table = verifier.table();
        if !table.is_over() {
            return Err((NO_EVENT, "the log ends before the table is over".to_owned()));
        }
        let told = Header::of(table, &self.events, header.content.clone(), None);
        match told.difference(header) {
            None => Ok(()),
            Some(field) => Err((NO_EVENT, format!("line 1: {field} is not what the events make"))),
        }
    }

    fn compare(
        &self,
        index: usize,
        verifier: &Verifier<G>,
        verdict: &mut Verdict,
    ) -> Result<(), Fault> {
        let digest = verifier.table().digest();
        let line = &self.lines[index];
        if line.digest.0 != digest {
            return Err((line.seq, "the digest is not that of the table after it".to_owned()));
        }
        verdict.events += 1;
        verdict.picks = verifier.picks();
        verdict.final_digest = blake3::Hash::from_bytes(digest).to_hex().to_string();
        Ok(())
    }
}

/// What can be said of a record that keeps to one viewer's sight.
fn seen_only(header: &Header) -> String {
    format!(
        "this record tells what one viewer saw of {} events of a table that goes on: hidden actions, picks and \
         the seed are not in it, so nothing can be decided again. Export it again when the table is over.",
        header.events
    )
}

impl<G: GameWire> File<G> {
    /// The text that a record has to bring along.
    fn for_record(&self) -> Option<String> {
        (self.text != G::CONTENT).then(|| self.text.clone())
    }
}
