//! What every game keeps. One check a test, for each game under every seat count and option that matters.
//!
//! `LUDOTECA_GAMES` multiplies how many tables each check plays; `LUDOTECA_SEED` chooses them.

mod sealed;
mod suite;

use suite::{Contract, Effort, checks};

/// An environment variable as a number.
#[expect(clippy::disallowed_methods)] // the fence is about the rules; a test takes its seed from outside
fn setting(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")),
        Err(_) => default,
    }
}

/// Runs the check `name` of game `G` and prints what it looked at.
fn run<G: Contract>(name: &str, games: u32) {
    let seed = setting("LUDOTECA_SEED", 1);
    let more = u32::try_from(setting("LUDOTECA_GAMES", 1)).unwrap_or(u32::MAX);
    let effort = Effort { seed, games: games.saturating_mul(more) };
    println!("{} {name}: LUDOTECA_SEED={seed}, {} games a case", G::ID, effort.games);
    let checks = checks::<G>();
    let (_, check) = checks.iter().find(|(known, _)| *known == name).expect("a known check");
    for (what, count) in check(effort) {
        println!("  {what}: {count}");
    }
}

/// A module of tests for a game: one for each check of the suite.
macro_rules! contract {
    ($module:ident: $game:ty, $games:literal) => {
        contract!($module: $game, $games,
            legal_lists_are_what_apply_accepts
            forms_name_actions_both_ways
            options_resolve_both_ways
            replay_gives_the_digest_of_every_step
            r32_turn_clocks_replay
            r07_no_takeback_past_chance_or_reveal
            r08_takebacks_leave_no_trace
            r29_states_decode_to_themselves
            r01_no_fact_names_what_is_hidden
            r03_no_viewer_learns_what_is_hidden
            r04_the_public_sees_no_more_than_a_seat
            sampled_states_look_the_same
            r28_tables_do_not_touch_each_other
            r39_a_replay_tells_what_was_told
            random_play_ends
            default_play_ends
            resignations_end_a_table
            r09_decide_answers_everything
            evolve_survives_everything
            every_sentence_has_its_words
        );
    };
    ($module:ident: $game:ty, $games:literal, $($check:ident)*) => {
        mod $module {
            $(
                #[test]
                fn $check() {
                    super::run::<$game>(stringify!($check), $games);
                }
            )*

            #[test]
            fn every_check_of_the_suite_is_run() {
                let known: Vec<&str> = super::checks::<$game>().iter().map(|(n, _)| *n).collect();
                assert_eq!(known, [$(stringify!($check)),*]);
            }
        }
    };
}

contract!(tic_tac_toe: ludoteca_rules::fixtures::tic_tac_toe::TicTacToe, 100);
contract!(goofspiel: ludoteca_rules::fixtures::goofspiel::Goofspiel, 40);
contract!(burgenland: ludoteca_rules::burgenland::Burgenland, 2);
contract!(buurn: ludoteca_rules::buurn::Buurn, 8);
contract!(el_gaucho: ludoteca_rules::el_gaucho::ElGaucho, 2);
contract!(el_burro: ludoteca_rules::el_burro::ElBurro, 3);
