//! Random tables by the thousand, held to the contract of every game.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use ludoteca_rules::fixtures::{goofspiel::Goofspiel, tic_tac_toe::TicTacToe};

use crate::suite::{Contract, Effort, checks};

/// So many tables are played between two lines of progress.
const CHUNK: u32 = 20;

/// Runs every check whose name fits; fails at the first that does not hold.
pub(crate) fn run(games: u32, seed: u64, only: &glob::Pattern) -> ExitCode {
    let mut failures = 0;
    failures += soak::<TicTacToe>(games, seed, only);
    failures += soak::<Goofspiel>(games, seed, only);
    macro_rules! offered {
        ($($name:ident => $game:ty),* $(,)?) => { $(failures += soak::<$game>(games, seed, only);)* };
    }
    ludoteca_rules::with_games!(offered);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// How many checks of the game do not hold.
fn soak<G: Contract>(games: u32, seed: u64, only: &glob::Pattern) -> u32 {
    let mut failures = 0;
    for (name, check) in checks::<G>() {
        let full = format!("{}.{name}", G::ID);
        if !only.matches(&full) {
            continue;
        }
        let begun = Instant::now();
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for begin in (0..games).step_by(CHUNK as usize) {
            let games = CHUNK.min(games - begin);
            let seed = seed.wrapping_add(u64::from(begin));
            // A check says by a panic what does not hold: the others are worth running all the same.
            let done = catch_unwind(AssertUnwindSafe(|| check(Effort { seed, games })));
            let Ok(found) = done else {
                eprintln!("{full} does not hold: soak --only {full} --seed {seed} --games {games}");
                failures += 1;
                break;
            };
            for (what, count) in found {
                let sum = counts.entry(what).or_default();
                *sum = if what.starts_with("longest") { count.max(*sum) } else { *sum + count };
            }
        }
        let told: Vec<_> = counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
        println!("{full}: {} ({:.1} s)", told.join(", "), begun.elapsed().as_secs_f64());
    }
    failures
}
