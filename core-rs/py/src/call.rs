//! Requests that change a table.

use ludoteca_wire as wire;
use pyo3::prelude::*;

use crate::errors::guard;

/// A decoded request that names a table and changes it.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Call(pub wire::Call);

#[pymethods]
impl Call {
    #[staticmethod]
    fn act(request: &[u8]) -> PyResult<Self> {
        guard(|| wire::Call::act(request)).map(Self)
    }

    #[staticmethod]
    fn play(table_id: &str, game: &str, actions: &[u8]) -> PyResult<Vec<Self>> {
        Ok(guard(|| wire::Call::play(table_id, game, actions))?.into_iter().map(Self).collect())
    }

    #[staticmethod]
    fn join(request: &[u8]) -> PyResult<Self> {
        guard(|| wire::Call::join(request)).map(Self)
    }

    #[staticmethod]
    fn start(request: &[u8]) -> PyResult<Self> {
        guard(|| wire::Call::start(request)).map(Self)
    }

    #[staticmethod]
    fn leave(request: &[u8]) -> PyResult<Self> {
        guard(|| wire::Call::leave(request)).map(Self)
    }

    #[staticmethod]
    fn take_back(request: &[u8]) -> PyResult<Self> {
        guard(|| wire::Call::take_back(request)).map(Self)
    }

    #[staticmethod]
    fn resign(request: &[u8]) -> PyResult<Self> {
        guard(|| wire::Call::resign(request)).map(Self)
    }

    #[getter]
    fn table_id(&self) -> &str {
        &self.0.table_id
    }

    #[getter]
    fn request_id(&self) -> &[u8] {
        &self.0.request_id
    }

    #[getter]
    const fn expected_seq(&self) -> Option<u64> {
        self.0.expected_seq
    }

    #[getter]
    const fn words(&self) -> bool {
        self.0.words
    }
}
