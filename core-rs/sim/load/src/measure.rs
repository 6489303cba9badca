//! Measured numbers, and the sums they are made of.

use std::time::{Duration, Instant};

use serde::Serialize;

use crate::{Fault, cpu};

/// One measured number, beside another one of the same run.
#[derive(Debug, Serialize)]
pub(crate) struct Measure {
    value: f64,
    unit: &'static str,
    baseline: Option<f64>,
    ratio: Option<f64>,
}

impl Measure {
    /// A value with its ratio to the baseline.
    pub(crate) fn beside(value: f64, unit: &'static str, baseline: f64) -> Self {
        Self { value, unit, baseline: Some(baseline), ratio: Some(value / baseline) }
    }

    /// A value that stands beside nothing here.
    pub(crate) fn alone(value: f64, unit: &'static str) -> Self {
        Self { value, unit, baseline: None, ratio: None }
    }
}

/// What several short runs cost a process, and how long they took.
#[derive(Debug, Default)]
pub(crate) struct Sum {
    done: u32,
    spent_us: f64,
    took: Duration,
}

impl Sum {
    /// Adds one run, which says how many things it did.
    pub(crate) async fn add(
        &mut self,
        pid: u32,
        run: impl Future<Output = Result<u32, Fault>>,
    ) -> Result<(), Fault> {
        cpu::settle().await;
        let (before, begun) = (cpu::spent_us(pid)?, Instant::now());
        let done = run.await?;
        let took = begun.elapsed();
        cpu::settle().await;
        self.count(done, cpu::spent_us(pid)? - before, took);
        Ok(())
    }

    /// Adds one run that somebody else has measured.
    pub(crate) fn count(&mut self, done: u32, spent_us: f64, took: Duration) {
        self.done += done;
        self.spent_us += spent_us;
        self.took += took;
    }

    /// Takes off what a run cost that did the same without what is measured.
    pub(crate) fn without(&mut self, other: &Self) {
        self.spent_us -= other.spent_us;
    }

    /// The server's processor time for each thing, in microseconds.
    pub(crate) fn cost_us(&self) -> f64 {
        self.spent_us / f64::from(self.done)
    }

    /// Things a second, of the time in which they ran.
    pub(crate) fn rate(&self) -> f64 {
        f64::from(self.done) / self.took.as_secs_f64()
    }
}

/// The middle of some durations, in milliseconds.
pub(crate) fn median_ms(mut durations: Vec<Duration>) -> f64 {
    durations.sort();
    durations.get(durations.len() / 2).map_or(f64::NAN, |middle| middle.as_secs_f64() * 1e3)
}
