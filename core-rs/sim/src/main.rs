//! Benchmarks and soaks of the core.
//!
//! `bench` measures how fast the rules run; `soak` plays many random tables and holds them to the contract that
//! the tests hold every game to in small; `golden` writes records that must replay for ever.

mod bench;
mod golden;
mod soak;
#[path = "../../rules/tests/contract/suite/mod.rs"]
mod suite;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Benchmarks, soaks and golden records of Ludoteca's core.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Measures how fast the rules run, on one core.
    Bench {
        /// A short measurement, good for an order of magnitude.
        #[arg(long)]
        quick: bool,
        /// Only the measures whose name fits, e.g. `*.replay`.
        #[arg(long, value_name = "GLOB", default_value = "*")]
        only: glob::Pattern,
        /// One JSON object: name -> {value, unit, baseline, ratio}.
        #[arg(long)]
        json: bool,
    },
    /// Writes the golden records of the present revisions: read the difference before you keep it.
    Golden {
        /// Where the records of every game are: tests/golden.
        folder: std::path::PathBuf,
    },
    /// Plays random tables and holds them to the contract of every game.
    Soak {
        /// How many tables each check plays, for each seat count and set of options.
        #[arg(long, default_value_t = 1_000)]
        games: u32,
        /// Where all chance comes from; a failure names the one that finds it again.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Only the checks whose name fits, e.g. `goofspiel.*`.
        #[arg(long, value_name = "GLOB", default_value = "*")]
        only: glob::Pattern,
    },
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Bench { quick, only, json } => bench::run(quick, &only, json),
        Command::Golden { folder } => golden::run(&folder),
        Command::Soak { games, seed, only } => soak::run(games, seed, &only),
    }
}
