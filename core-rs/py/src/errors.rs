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

/// What the core answers, or the exception that says why not. A panic becomes `Bug`: `PanicException` of
/// the bindings is a `BaseException`, which nobody catches.
pub fn guard<T>(ask: impl FnOnce() -> Result<T, Error>) -> PyResult<T> {
    match catch(ask) {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(Python::attach(|py| exception(py, error)).unwrap_or_else(|e| e)),
        Err(panic) => Err(Bug::new_err(panic)),
    }
}

/// What `ask` returns, or what it said when it panicked. Tables and steps are frozen and the maps behind
/// locks are changed by single inserts, so nothing is left half done.
fn catch<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(ask)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
    })
}

fn exception(py: Python<'_>, error: Error) -> PyResult<PyErr> {
    let text = error.to_string();
    match error {
        Error::Rejected(why) => {
            let exception = Rejected::new_err(text);
            let value = exception.value(py);
            value.setattr("code", why.code)?;
            value.setattr("rule", why.rule)?;
            value.setattr("message", why.message)?;
            value.setattr("nonsense", why.nonsense)?;
            value.setattr("rejection", why.bytes)?;
            Ok(exception)
        }
        Error::BadRequest { reason, message } => {
            let exception = BadRequest::new_err(text);
            exception.value(py).setattr("reason", reason)?;
            exception.value(py).setattr("message", message)?;
            Ok(exception)
        }
        Error::Corrupt(why) => {
            let exception = Corrupt::new_err(text);
            exception.value(py).setattr("seq", why.seq)?;
            exception.value(py).setattr("why", why.why)?;
            Ok(exception)
        }
        Error::Refold => Ok(Refold::new_err(text)),
        Error::BadRecord { line, why } => {
            let exception = BadRecord::new_err(text);
            exception.value(py).setattr("line", line)?;
            exception.value(py).setattr("why", why)?;
            Ok(exception)
        }
    }
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
