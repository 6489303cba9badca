//! Requests that change a table.

use ludoteca_wire as wire;
use pyo3::prelude::*;

use crate::errors::guard;

/// A decoded request that names a table and changes it.
#[pyclass(frozen, module = "ludoteca_core._core")]
pub struct Call(pub wire::Call);

/// One constructor for each kind of request that holds one wish.
macro_rules! calls {
    ($($request:ident),*) => {
        #[pymethods]
        impl Call {
            $(#[staticmethod]
            fn $request(request: &[u8]) -> PyResult<Self> {
                guard(|| wire::Call::$request(request)).map(Self)
            })*

            #[staticmethod]
            fn play(table_id: &str, game: &str, actions: &[u8]) -> PyResult<Vec<Self>> {
                let calls = guard(|| wire::Call::play(table_id, game, actions))?;
                Ok(calls.into_iter().map(Self).collect())
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
    };
}

calls!(act, join, start, leave, take_back, resign);
