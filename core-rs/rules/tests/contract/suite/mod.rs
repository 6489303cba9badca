//! What every game keeps, as checks that are generic over the game: a check plays tables of its own, panics
//! where the contract is broken, and returns how much it looked at.

mod canary;
mod encoding;
mod endings;
mod fuzz;
mod games;
mod isolation;
mod legality;
pub(crate) mod live;
mod replay;
mod sampling;
mod secrecy;
mod takeback;
mod vocabulary;
mod words;

use ludoteca_rules::{Actor, Game, Playout, Rules, Viewer};

/// A way to set up a game's table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Case {
    /// How many seats.
    pub(crate) seats: u8,
    /// The creation options, as given.
    pub(crate) options: &'static [(&'static str, &'static str)],
    /// Whether a game in which nobody does more than the default comes to an end.
    pub(crate) ends_by_default: bool,
}

impl Case {
    /// A case that ends by itself.
    pub(crate) const fn of(seats: u8, options: &'static [(&'static str, &'static str)]) -> Self {
        Self { seats, options, ends_by_default: true }
    }
}

/// One outcome of the chance that an action caused.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome<'a> {
    /// Its name in `rules.md`.
    pub(crate) what: &'a str,
    /// What came of it, in the words of `rules.md`.
    pub(crate) label: &'a str,
    /// How many outcomes of that name the action had before it.
    pub(crate) number: usize,
    /// Who acted.
    pub(crate) actor: Actor,
    /// How many seats the table has.
    pub(crate) seats: u8,
}

/// What the suite has to know of a game beside its trait.
pub(crate) trait Contract: Game {
    /// The seat counts and options to play under: every rule that an option changes occurs in one of them.
    const CASES: &'static [Case];
    /// Every action's name in `rules.md`.
    const ACTIONS: &'static [&'static str];
    /// More decisions than any random game takes.
    const LONGEST: usize;
    /// Whether the rules hide anything from anybody.
    const SECRETS: bool;

    /// Whether the rules hide a chance outcome from `viewer`.
    fn hides(state: &Self::State, outcome: &Outcome<'_>, viewer: Viewer) -> bool;

    /// Whether what happens next may name this thing to everybody, although chance hid its like from some: one
    /// lies open already.
    fn lies_open(_rules: &Rules<Self>, _state: &Self::State, _label: &str) -> bool {
        false
    }

    /// Whether `action` shows `viewer` something that was hidden, besides itself and what it draws.
    fn uncovers(state: &Self::State, actor: Actor, action: &Self::Action, viewer: Viewer) -> bool;

    /// An action that no form could name: indices beyond the content.
    fn wild(chance: &mut Playout) -> Option<Self::Action>;
}

/// How much is checked: the tests take a small share, soaks a large one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// Where all chance of the checks comes from.
    pub(crate) seed: u64,
    /// How many tables each check plays.
    pub(crate) games: u32,
}

/// What a check looked at: a name and a count.
pub(crate) type Counts = Vec<(&'static str, u64)>;

/// A check with its name.
pub(crate) type Check = (&'static str, fn(Effort) -> Counts);

/// Every check of the contract, for the game `G`.
pub(crate) fn checks<G: Contract>() -> Vec<Check> {
    macro_rules! checks {
        ($($file:ident::$check:ident),* $(,)?) => { vec![$((stringify!($check), $file::$check::<G>)),*] };
    }
    checks![
        legality::legal_lists_are_what_apply_accepts,
        legality::forms_name_actions_both_ways,
        endings::options_resolve_both_ways,
        replay::replay_gives_the_digest_of_every_step,
        replay::r32_turn_clocks_replay,
        takeback::r07_no_takeback_past_chance_or_reveal,
        takeback::r08_takebacks_leave_no_trace,
        encoding::r29_states_decode_to_themselves,
        canary::r01_no_fact_names_what_is_hidden,
        secrecy::r03_no_viewer_learns_what_is_hidden,
        secrecy::r04_the_public_sees_no_more_than_a_seat,
        sampling::sampled_states_look_the_same,
        isolation::r28_tables_do_not_touch_each_other,
        isolation::r39_a_replay_tells_what_was_told,
        endings::random_play_ends,
        endings::default_play_ends,
        endings::resignations_end_a_table,
        fuzz::r09_decide_answers_everything,
        fuzz::evolve_survives_everything,
        words::every_sentence_has_its_words,
    ]
}
