//! Plays many tables of a live service at once over gRPC, beside a bare echo server, and says what an action cost.
//!
//! Python clients cost as much processor time as the service that they measure; this one costs a tenth. What is counted
//! is the server's processor time, and every ratio is taken in one run, its two sides turn about.

mod cpu;
mod line;
mod measure;
mod pair;
mod phase;
mod players;
mod script;
mod table;
#[allow(dead_code, missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]
mod proto {
    include!(concat!(env!("OUT_DIR"), "/proto.rs"));
}

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::Parser;

use crate::measure::Measure;
use crate::pair::Pairs;
use crate::phase::Bench;

/// Whatever ends a run: there is nobody to tell but the user.
type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Measures a live service of one worker; prints one JSON object: name -> {value, unit, baseline, ratio}.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The service, HOST:PORT.
    #[arg(long)]
    service: String,
    /// The process id of its worker.
    #[arg(long)]
    service_pid: u32,
    /// The process id of its store: what both seats of a table hear of is measured with it alone.
    #[arg(long)]
    store_pid: Option<u32>,
    /// A bare echo server (`python -m ludoteca_cli.bench.echo`).
    #[arg(long)]
    echo: String,
    /// Its process id.
    #[arg(long)]
    echo_pid: u32,
    /// A service at durability level `process`, to stand beside the first one at `power`.
    #[arg(long)]
    process_level: Option<String>,
    /// A rougher measurement.
    #[arg(long)]
    quick: bool,
    /// Only these measures; none named: all.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments).and_then(|found| Ok(serde_json::to_string_pretty(&found)?)) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<BTreeMap<&'static str, Measure>, Fault> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let bench = Bench::connect(arguments).await?;
        let mut found = BTreeMap::new();
        let wants = |names: &[&str]| {
            arguments.only.is_empty()
                || names.iter().any(|name| arguments.only.iter().any(|only| only == name))
        };
        if wants(&["act.cpu"]) {
            found.extend(bench.act().await?);
        }
        if wants(&["play.cpu", "play.rate", "play16.rate"]) {
            found.extend(bench.play().await?);
        }
        if wants(&["level.power"]) {
            found.extend(bench.levels().await?);
        }
        if wants(&["act.old"]) {
            found.extend(bench.old().await?);
        }
        if wants(&["watch.delivery", "watch.act"]) {
            found.extend(bench.watch().await?);
        }
        if let Some(store_pid) = arguments.store_pid {
            let pairs = Pairs::connect(arguments, store_pid).await?;
            if wants(&["pair"]) {
                found.extend(pairs.play().await?);
            }
            if wants(&["pair16"]) {
                found.extend(pairs.sixteen().await?);
            }
            if wants(&["pair.echo"]) {
                found.extend(pairs.echo().await?);
            }
        }
        Ok(found)
    })
}
