//! How much processor time another process has used: the figure that a shared machine cannot blur.

use std::time::Duration;

use crate::Fault;

/// What still runs on behalf of an answer when it arrives is counted too.
const SETTLES: Duration = Duration::from_millis(3);

/// Processor time of all threads of a process so far, in microseconds.
pub(crate) fn spent_us(pid: u32) -> Result<f64, Fault> {
    let mut total = 0.0;
    for thread in std::fs::read_dir(format!("/proc/{pid}/task"))? {
        let Ok(shown) = std::fs::read_to_string(thread?.path().join("schedstat")) else {
            continue; // the thread ended between the two looks
        };
        let nanoseconds = shown.split(' ').next().ok_or("an empty schedstat")?;
        total += nanoseconds.parse::<f64>()? / 1e3;
    }
    Ok(total)
}

/// Waits until a server has nothing left to do for what it has answered.
pub(crate) async fn settle() {
    tokio::time::sleep(SETTLES).await;
}
