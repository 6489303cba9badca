//! The extension module `ludoteca_core._core`: bytes in, bytes out. Its Python face is `_core.pyi`.
//!
//! A door, not a room: each method hands its bytes to `ludoteca-wire` inside [`errors::guard`], which turns
//! errors and panics into exceptions; only what merely reads a field goes without. Nothing here knows a game.

mod call;
mod errors;
mod library;
mod position;
mod table;

use pyo3::prelude::*;

/// The extension module: import its names from `ludoteca_core`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::call::Call;
    #[pymodule_export]
    use crate::errors::{BadRecord, BadRequest, Bug, CoreError, Corrupt, Refold, Rejected};
    #[pymodule_export]
    use crate::library::Library;
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::table::{Requests, Step, Table};
    #[pymodule_export]
    use crate::{hash_token, provoke_bug, table_id, version};
}

/// BLAKE3 of a seat token.
#[pyfunction]
fn hash_token(token: &[u8]) -> [u8; 32] {
    ludoteca_wire::hash_token(token)
}

/// The id of the table that this caller makes with this request.
#[pyfunction]
fn table_id(token_hash: &[u8], request_id: &[u8]) -> String {
    ludoteca_wire::table_id(token_hash, request_id)
}

/// Panics inside the core, for tests of what a panic does.
#[pyfunction]
fn provoke_bug() -> PyResult<()> {
    errors::guard(|| panic!("provoked"))
}

/// The version of the core.
#[pyfunction]
const fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
