//! The trait that each game implements.

use std::fmt::Debug;
use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Actor, Form, Offer, Report, Seat, Seats, Sentence, Tape, Viewer};

/// What a table plays by: fixed from its first event on.
#[derive(Debug)]
pub struct Rules<G: Game> {
    /// Cards, tiles, boards, prices: the parsed `content.toml`.
    pub content: Arc<G::Content>,
    /// BLAKE3 of the content file.
    pub content_hash: [u8; 32],
    /// The creation options, all resolved.
    pub options: G::Options,
    /// The number of seats.
    pub seats: u8,
    /// The revision of the rules.
    pub revision: u32,
}

/// Why the rules refuse. Codes are wire format: add, never rename, never reuse.
pub trait Refusal: Debug + Clone + PartialEq + Eq {
    /// The code of `rules.md`.
    fn code(&self) -> &'static str;
    /// The section of `rules.md` that refuses.
    fn rule(&self) -> &'static str;
    /// Whether no state would ever allow it (`unknown_id`, `bad_option`): the request itself makes no sense.
    fn is_nonsense(&self) -> bool {
        false
    }
    /// The sentence; its key is `reject-` and the code with dashes (`reject-cannot-pay`).
    fn sentence(&self) -> Sentence;
}

/// A creation option as given: its id in `content.toml` and its value as text (`random`, `2`, `600`).
pub type GivenOptions = [(String, String)];

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Outcome {
    /// Groups of seats that share a rank, best first.
    pub ranking: Vec<Vec<Seat>>,
    /// Who won; empty where the rules name no winner.
    pub winners: Vec<Seat>,
}

/// What the clock does next if nothing else happens, and how long it waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm<A> {
    /// The clock's action. Two moments that each begin a wait of their own have different ones.
    pub action: A,
    /// How long after the event that made it the next one, in milliseconds.
    pub after_ms: u64,
}

/// A board game. One folder a game; a file a chapter of its `rules.md`.
///
/// Every function is pure: what it does follows from its arguments alone. None of them panics on what the
/// network or a log can hold.
pub trait Game: Debug + Sized + Send + Sync + 'static {
    /// The id in `content.toml` and in the registry.
    const ID: &'static str;
    /// The revision new tables get.
    const REVISION: u32;
    /// The embedded `content.toml`.
    const CONTENT: &'static str;
    /// The game's catalogue of sentences (Fluent).
    const WORDS: &'static str;
    /// `rules.md`.
    const RULES: &'static str;
    /// Whether the game is played in real time and its clock says which seats are there: [`Game::presence`].
    /// Nothing is taken back in such a game.
    const PRESENCE: bool = false;

    /// The content, as types.
    type Content: Debug + Send + Sync;
    /// The creation options, resolved.
    type Options: Debug + Clone + PartialEq + Eq + Serialize + Send + Sync;
    /// All that is true at the table. Its serde encoding is the canonical one: fields in order, no maps
    /// whose order could differ, indices as integers.
    type State: Debug + Clone + PartialEq + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// What an actor asks for; typed, ids as indices into the content.
    type Action: Debug + Clone + PartialEq + Eq + Send + Sync;
    /// The state as one viewer may see it. Its serde encoding is canonical too: the view digest is made of it.
    type View: Debug + Clone + PartialEq + Eq + Serialize + Send + Sync;
    /// Why the rules refuse.
    type Rejection: Refusal + Send + Sync;

    /// Parses and checks a content file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    fn content(text: &str) -> Result<Self::Content, String>;

    /// How many seats a table may have.
    fn seats(content: &Self::Content) -> RangeInclusive<u8>;

    /// Resolves the creation options for a table of `seats` seats.
    ///
    /// # Errors
    /// `bad_option`: an unknown option or value, or one that does not go with the seats.
    fn options(
        content: &Self::Content,
        seats: u8,
        given: &GivenOptions,
    ) -> Result<Self::Options, Self::Rejection>;

    /// Every option with its resolved value as text, in the order of `rules.md`; the reverse of [`Game::options`].
    fn option_values(options: &Self::Options) -> Vec<(&'static str, String)>;

    /// The state after setup; all of its chance comes from `chance`.
    fn setup(rules: &Rules<Self>, chance: &mut Tape<'_>, report: &mut Report) -> Self::State;

    /// The seats that have something to do now. Empty when the game is over, and while all wait for the clock.
    fn deciders(rules: &Rules<Self>, state: &Self::State) -> Seats;

    /// Appends the legal actions of `actor` to `out`, in the canonical order of `rules.md`.
    fn legal(rules: &Rules<Self>, state: &Self::State, actor: Actor, out: &mut Vec<Self::Action>);

    /// Whether `actor` may do `action` now.
    ///
    /// # Errors
    /// The first rejection that applies, in the order of `rules.md`.
    fn check(
        rules: &Rules<Self>,
        state: &Self::State,
        actor: Actor,
        action: &Self::Action,
    ) -> Result<(), Self::Rejection>;

    /// Checks, then changes the state in place and reports what it did.
    ///
    /// # Errors
    /// As [`Game::check`]; a refused action changes nothing and takes nothing from the tape.
    fn apply(
        rules: &Rules<Self>,
        state: &mut Self::State,
        actor: Actor,
        action: &Self::Action,
        chance: &mut Tape<'_>,
        report: &mut Report,
    ) -> Result<(), Self::Rejection>;

    /// The listed action that does what `action` does, where `rules.md` says that a parameter plays no part;
    /// else the action itself. An action is accepted exactly if its canonical form is listed.
    fn canonical(
        _rules: &Rules<Self>,
        _state: &Self::State,
        action: &Self::Action,
    ) -> Self::Action {
        action.clone()
    }

    /// What the clock plays for a seat that nobody holds; `None` if the seat has nothing to decide. A game with
    /// [`Game::PRESENCE`] has none: there the seat is absent, and the rules know what that means.
    fn default_action(rules: &Rules<Self>, state: &Self::State, seat: Seat)
    -> Option<Self::Action>;

    /// What the clock does next by itself, and when; `None`: it waits for the seats.
    fn alarm(_rules: &Rules<Self>, _state: &Self::State) -> Option<Alarm<Self::Action>> {
        None
    }

    /// The clock's action that says that a seat came or went.
    fn presence(_seat: Seat, _present: bool) -> Option<Self::Action> {
        None
    }

    /// How the game ended, once it has.
    fn outcome(rules: &Rules<Self>, state: &Self::State) -> Option<Outcome>;

    /// What `viewer` may see, built up from nothing.
    fn view(rules: &Rules<Self>, state: &Self::State, viewer: Viewer) -> Self::View;

    /// The action as `viewer` may see it in the log; `None` where only the fact that it happened is public.
    /// `before` is the state it was applied to.
    fn seen(
        _rules: &Rules<Self>,
        _before: &Self::State,
        _actor: Actor,
        action: &Self::Action,
        _viewer: Viewer,
    ) -> Option<Self::Action> {
        Some(action.clone())
    }

    /// A state that looks to the viewer of `view` exactly like `view`, sampled with `chance` from what the
    /// view leaves open, each possible state as likely as physical pieces make it. Made from the view
    /// alone: a bot cannot peek.
    fn determinize(rules: &Rules<Self>, view: &Self::View, chance: &mut Tape<'_>) -> Self::State;

    /// The action in the words of `rules.md`.
    fn form(content: &Self::Content, action: &Self::Action) -> Form;

    /// The action that `form` names. Where `rules.md` puts `unknown_id` after other checks (not your turn, wrong
    /// phase), this is an action that [`Game::check`] refuses in its place, and no error.
    ///
    /// # Errors
    /// `unknown_id` (or what `rules.md` calls it) for an unknown name, id, or a parameter that is missing or too many.
    fn action(content: &Self::Content, form: &Form) -> Result<Self::Action, Self::Rejection>;

    /// A legal action as a client offers it.
    fn offer(
        rules: &Rules<Self>,
        state: &Self::State,
        actor: Actor,
        action: &Self::Action,
    ) -> Offer;

    /// What the seat is asked to do now, in a sentence.
    fn prompt(rules: &Rules<Self>, state: &Self::State, seat: Seat) -> Sentence;

    /// The whole state under the names of `rules.md` §3, for records of finished tables and for tests.
    fn state_json(rules: &Rules<Self>, state: &Self::State) -> serde_json::Value;
}
