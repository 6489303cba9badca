//! The rules of every game, and what is done with whole logs.

use std::sync::{Arc, OnceLock};

use ludoteca_rules::Speaker;
use ludoteca_wire::{self as wire, Birth, Error};
use ludoteca_words::Words;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::errors::{detached, guard};
use crate::table::{Bytes, Requests, Step, Table, Viewer};

/// The rules of every game and their content files.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Library {
    wire: wire::Library,
    words: Arc<Words>,
}

impl Library {
    fn load() -> Result<Self, Error> {
        let fault = |why: String| Error::bad("bad_content", why);
        let words = Arc::new(Words::new().map_err(|why| fault(why.to_string()))?);
        let speaker: Arc<dyn Speaker> = Arc::<Words>::clone(&words);
        Ok(Self { wire: wire::Library::new(&speaker).map_err(fault)?, words })
    }
}

/// The games with their embedded content, for positions, which belong to no table.
pub fn built_in() -> Result<&'static wire::Library, Error> {
    static BUILT_IN: OnceLock<Result<Library, Error>> = OnceLock::new();
    BUILT_IN.get_or_init(Library::load).as_ref().map(|library| &library.wire).map_err(Error::clone)
}

fn slices(events: &[PyBackedBytes]) -> Vec<&[u8]> {
    events.iter().map(|event| &**event).collect()
}

type Log = Vec<PyBackedBytes>;

#[pymethods]
impl Library {
    #[new]
    fn new() -> PyResult<Self> {
        guard(Self::load)
    }

    fn games(&self) -> Bytes {
        guard(|| Ok(self.wire.games()))
    }

    fn game(&self, game: &str) -> Bytes {
        guard(|| self.wire.game(game))
    }

    #[pyo3(signature = (game, text, *, for_new_tables = true))]
    fn add_content(&self, game: &str, text: &str, for_new_tables: bool) -> PyResult<[u8; 32]> {
        guard(|| self.wire.add_content(game, text, for_new_tables))
    }

    fn missing_content(&self, first_event: &[u8]) -> PyResult<Option<(&'static str, [u8; 32])>> {
        guard(|| Ok(self.wire.missing_content(first_event)))
    }

    #[pyo3(signature = (request, *, table_id, seed, at_ms, abandon_after_ms))]
    fn create(
        &self,
        request: &[u8],
        table_id: &str,
        seed: &[u8],
        at_ms: u64,
        abandon_after_ms: u64,
    ) -> PyResult<Step> {
        let birth = Birth { table_id, seed, at_ms, abandon_after_ms };
        guard(|| self.wire.create(request, birth)).map(Step)
    }

    fn made(&self, request: &[u8], first_event: &[u8]) -> PyResult<bool> {
        guard(|| self.wire.made(request, first_event))
    }

    fn replay(&self, py: Python<'_>, events: Log) -> PyResult<(Table, Requests)> {
        let (table, requests) = detached(py, || self.wire.replay(&slices(&events)))?;
        Ok((Table(table), Requests(requests)))
    }

    fn notices(
        &self,
        py: Python<'_>,
        events: Log,
        from_seq: u64,
        viewer: Viewer,
        words: bool,
    ) -> PyResult<Vec<Vec<u8>>> {
        detached(py, || self.wire.notices(&slices(&events), from_seq, viewer, words))
    }

    fn shown_seq(&self, py: Python<'_>, events: Log, now_ms: u64) -> PyResult<u64> {
        detached(py, || self.wire.shown_seq(&slices(&events), now_ms))
    }

    fn export_record(&self, py: Python<'_>, events: Log, viewer: Viewer) -> Bytes {
        detached(py, || self.wire.export_record(&slices(&events), viewer))
    }

    fn import_record(&self, py: Python<'_>, record: &[u8]) -> PyResult<Vec<Vec<u8>>> {
        detached(py, || self.wire.import_record(record))
    }

    fn verify_record(&self, py: Python<'_>, record: &[u8]) -> Bytes {
        detached(py, || self.wire.verify_record(record))
    }

    fn show_record(
        &self,
        py: Python<'_>,
        record: &[u8],
        seq: Option<u64>,
        viewer: &str,
    ) -> PyResult<String> {
        detached(py, || self.wire.show_record(record, seq, viewer))
    }

    fn render(&self, game: &str, sentence: &[u8], names: Vec<String>) -> PyResult<String> {
        guard(|| Ok(self.words.render(game, &wire::sentence_of(sentence)?, &names)))
    }
}
