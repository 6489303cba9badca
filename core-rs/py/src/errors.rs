//! The one place where errors and panics of the core become exceptions.

use std::panic::{AssertUnwindSafe, catch_unwind};

use ludoteca_wire::Error;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(ludoteca_core._core, CoreError, PyException);
create_exception!(ludoteca_core._core, Rejected, CoreError);
create_exception!(ludoteca_core._core, BadRequest, CoreError);
create_exception!(ludoteca_core._core, Corrupt, CoreError);
create_exception!(ludoteca_core._core, Refold, CoreError);
create_exception!(ludoteca_core._core, BadRecord, CoreError);
create_exception!(ludoteca_core._core, Bug, CoreError);

/// What the core answers, or the exception that says why not. A panic becomes `Bug`: the
/// `PanicException` of the bindings is a `BaseException`, which nobody catches.
pub fn guard<T>(ask: impl FnOnce() -> Result<T, Error>) -> PyResult<T> {
    match catch(ask) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(Python::attach(|py| exception(py, error)).unwrap_or_else(|e| e)),
        Err(panic) => Err(Bug::new_err(panic)),
    }
}

/// As [`guard`], for what takes long: other threads of the interpreter go on meanwhile.
pub fn detached<T: Send>(
    py: Python<'_>,
    ask: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    py.detach(|| guard(ask))
}

/// What `ask` returns, or what it said when it panicked. Tables and steps are frozen and the maps behind
/// locks are changed by single inserts, so nothing is left half done.
fn catch<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(ask)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
    })
}

/// An exception with attributes.
macro_rules! raise {
    ($py:ident, $exception:ident($text:ident) { $($name:ident: $value:expr),* }) => {{
        let raised = $exception::new_err($text);
        $(raised.value($py).setattr(stringify!($name), $value)?;)*
        raised
    }};
}

fn exception(py: Python<'_>, error: Error) -> PyResult<PyErr> {
    let text = error.to_string();
    Ok(match error {
        Error::Rejected(why) => raise!(py, Rejected(text) {
            code: why.code, rule: why.rule, message: why.message, nonsense: why.nonsense,
            rejection: why.bytes
        }),
        Error::BadRequest { reason, message } => raise!(py, BadRequest(text) {
            reason: reason, message: message
        }),
        Error::Corrupt(why) => raise!(py, Corrupt(text) { seq: why.seq, why: why.why }),
        Error::Refold => Refold::new_err(text),
        Error::BadRecord { line, why } => raise!(py, BadRecord(text) { line: line, why: why }),
    })
}

#[cfg(test)]
mod tests {
    use super::catch;

    /// R16: a panic in the rules is an error of this call, whatever it carries.
    #[test]
    fn r16_a_panic_is_caught() {
        assert_eq!(catch(|| 7), Ok(7));
        assert_eq!(catch(|| -> u8 { panic!("at {}", 5) }), Err("at 5".to_owned()));
        assert_eq!(catch(|| -> u8 { panic!("at five") }), Err("at five".to_owned()));
        assert_eq!(catch(|| -> u8 { std::panic::panic_any(5) }), Err("a panic".to_owned()));
    }
}
