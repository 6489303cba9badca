//! Tables, steps and the index of requests.

use std::sync::Arc;

use ludoteca_wire::{HostedRequests, HostedStep, HostedTable};
use pyo3::prelude::*;

use crate::call::Call;
use crate::errors::guard;

/// What most methods answer.
pub type Bytes = PyResult<Vec<u8>>;
/// A seat number, or `None` for the public.
pub type Viewer = Option<u32>;

/// A table after some number of events.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Table(pub Arc<dyn HostedTable>);

#[pymethods]
impl Table {
    #[getter]
    fn table_id(&self) -> &str {
        self.0.table_id()
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    #[getter]
    fn seq(&self) -> u64 {
        self.0.seq()
    }

    #[getter]
    fn at_ms(&self) -> u64 {
        self.0.at_ms()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    #[getter]
    fn due_at_ms(&self) -> PyResult<Option<u64>> {
        guard(|| Ok(self.0.due_at_ms()))
    }

    #[getter]
    fn due_after_ms(&self) -> PyResult<Option<u64>> {
        guard(|| Ok(self.0.due_after_ms()))
    }

    #[getter]
    fn has_presence(&self) -> bool {
        self.0.has_presence()
    }

    #[getter]
    fn asks_presence(&self) -> bool {
        self.0.asks_presence()
    }

    #[getter]
    fn is_closed(&self) -> bool {
        self.0.is_closed()
    }

    #[getter]
    fn is_delayed(&self) -> bool {
        self.0.is_delayed()
    }

    fn is_shown(&self, last_seq: u64, now_ms: u64) -> bool {
        self.0.is_shown(last_seq, now_ms)
    }

    #[getter]
    fn shown_at_ms(&self) -> Option<u64> {
        self.0.shown_at_ms()
    }

    fn seat_of(&self, token_hash: &[u8]) -> Option<u8> {
        self.0.seat_of(token_hash)
    }

    #[pyo3(signature = (call, *, seat, token_hash, at_ms))]
    fn decide(&self, call: &Call, seat: Viewer, token_hash: &[u8], at_ms: u64) -> PyResult<Step> {
        guard(|| self.0.decide(&call.0, seat, token_hash, at_ms)).map(Step)
    }

    fn tick(&self, at_ms: u64) -> PyResult<Option<Step>> {
        Ok(guard(|| self.0.tick(at_ms))?.map(Step))
    }

    fn presence(&self, seat: u8, present: bool, at_ms: u64) -> PyResult<Option<Step>> {
        Ok(guard(|| self.0.presence(seat, present, at_ms))?.map(Step))
    }

    fn evolve(&self, event: &[u8]) -> PyResult<Step> {
        guard(|| self.0.evolve(event)).map(Step)
    }

    #[pyo3(signature = (*, archived = false, table_id = None, sealed = false))]
    fn info(&self, archived: bool, table_id: Option<&str>, sealed: bool) -> Bytes {
        guard(|| Ok(self.0.info(archived, table_id, sealed)))
    }

    fn view(&self, viewer: Viewer, words: bool) -> Bytes {
        guard(|| self.0.view(viewer, words))
    }

    fn view_digest(&self, viewer: Viewer) -> PyResult<u64> {
        guard(|| self.0.view_digest(viewer))
    }

    fn actions(&self, seat: u32, words: bool) -> Bytes {
        guard(|| self.0.actions(seat, words))
    }

    fn check(&self, seat: u32, request: &[u8]) -> Bytes {
        guard(|| self.0.check(seat, request))
    }

    fn notice_of_takeback(&self, event: &[u8], viewer: Viewer, words: bool) -> Bytes {
        guard(|| self.0.notice_of_takeback(event, viewer, words))
    }

    fn digest(&self) -> PyResult<[u8; 32]> {
        guard(|| Ok(self.0.digest()))
    }
}

/// An event and the table after it.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Step(pub Arc<dyn HostedStep>);

#[pymethods]
impl Step {
    #[getter]
    fn event(&self) -> &[u8] {
        self.0.event()
    }

    #[getter]
    fn seq(&self) -> u64 {
        self.0.seq()
    }

    #[getter]
    fn table(&self) -> Option<Table> {
        self.0.table().map(Table)
    }

    #[getter]
    fn starts_or_ends(&self) -> bool {
        self.0.starts_or_ends()
    }

    fn notice(&self, viewer: Viewer, words: bool) -> Bytes {
        guard(|| self.0.notice(viewer, words))
    }
}

/// Which event each request id of each seat token made.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Requests(pub Arc<dyn HostedRequests>);

#[pymethods]
impl Requests {
    fn find(&self, token_hash: &[u8], call: &Call) -> PyResult<Option<u64>> {
        guard(|| self.0.find(token_hash, &call.0))
    }

    fn add(&self, event: &[u8]) -> PyResult<()> {
        guard(|| self.0.add(event))
    }
}
