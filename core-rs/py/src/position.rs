//! Self-play for researchers, bots' searches and benchmarks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ludoteca_wire::HostedPosition;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{detached, guard};
use crate::library::built_in;

/// A position that plays itself.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Position(Mutex<Box<dyn HostedPosition>>);

impl Position {
    fn of(position: Box<dyn HostedPosition>) -> Self {
        Self(Mutex::new(position))
    }

    fn inner(&self) -> MutexGuard<'_, Box<dyn HostedPosition>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn no_such_action() -> PyErr {
    PyIndexError::new_err("there is no legal action with this index")
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, seats, seed, options = Vec::new()))]
    fn new(game: &str, seats: u32, seed: u64, options: Vec<(String, String)>) -> PyResult<Self> {
        guard(|| built_in()?.position(game, seats, seed, &options)).map(Self::of)
    }

    #[staticmethod]
    fn sampled(view: &[u8], seed: u64) -> PyResult<Self> {
        guard(|| built_in()?.sampled(view, seed)).map(Self::of)
    }

    #[getter]
    fn legal_count(&self) -> usize {
        self.inner().legal_count()
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.inner().legal_count() == 0
    }

    #[getter]
    fn actor(&self) -> Option<u8> {
        self.inner().actor()
    }

    fn act(&self, index: usize) -> PyResult<()> {
        if guard(|| Ok(self.inner().act(index)))? { Ok(()) } else { Err(no_such_action()) }
    }

    fn action(&self, index: usize) -> PyResult<Vec<u8>> {
        guard(|| Ok(self.inner().action(index)))?.ok_or_else(no_such_action)
    }

    fn play_at_random(&self, py: Python<'_>, decisions: u64) -> PyResult<u64> {
        detached(py, || Ok(self.inner().play_at_random(decisions)))
    }

    fn digest(&self) -> PyResult<[u8; 32]> {
        guard(|| Ok(self.inner().digest()))
    }

    fn ranking(&self) -> PyResult<Vec<Vec<u16>>> {
        let groups = guard(|| Ok(self.inner().ranking()))?;
        Ok(groups.into_iter().map(|seats| seats.into_iter().map(u16::from).collect()).collect())
    }

    fn clone(&self) -> Self {
        Self::of(self.inner().duplicate())
    }
}
