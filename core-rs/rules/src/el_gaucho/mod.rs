//! El Gaucho: dice and herds, 2 to 4 seats.
//!
//! | `rules.md` | file |
//! |---|---|
//! | §2 components, and every number | `content.toml`; `content_file.rs`, `content_check.rs`, `content.rs` |
//! | §3 identifiers and orders | `ids.rs`, `tiles.rs`, `dice.rs`; the order of a legal list: `dispatch.rs` |
//! | §4 state and who sees it | `state.rs`; `view.rs`, `determinize.rs`, `state_json.rs` |
//! | §5 randomness | `play.rs` (a tile), `pampa.rs` (`refill_pampa`), `setup.rs`, `round.rs` (the roll), `special.rs` (the steppe) |
//! | §6 setup, creation options | `setup.rs`, `keep.rs`, `place.rs`; `options.rs` |
//! | §7 actions and rejections | `action.rs`, `dispatch.rs`, `rejection.rs` |
//! | §7.1, §7.2 the preliminary round | `keep.rs`, `place.rs` |
//! | §7.3 the turn | `turn.rs`, `special.rs` |
//! | §7.4 secret cattle | `secret.rs` |
//! | §7.5 collection | `collect.rs` |
//! | §8 rounds, §11 the end | `round.rs`, `play.rs` |
//! | §9 herds and sales, §10 gauchos | `herd.rs`, `collect.rs`; `special.rs`, `turn.rs` |
//! | §12 scoring | `round.rs`, `scoring.rs` |
//! | §14 default actions | `dispatch.rs`, and the chapter of each phase |
//! | §15 log and views | `facts.rs`, `naming.rs`, here (`seen`) |
//! | the words | `offer.rs`, `form.rs`, `words/en.ftl` |

mod action;
mod collect;
mod content;
mod content_check;
mod content_file;
mod determinize;
mod dice;
mod dispatch;
mod facts;
mod form;
mod herd;
mod ids;
mod keep;
mod naming;
mod offer;
mod options;
mod pampa;
mod place;
mod play;
mod rejection;
mod round;
mod scoring;
mod secret;
mod setup;
mod special;
mod state;
mod state_json;
mod tiles;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use action::{Action, Verb};
pub use content::{AreaPlan, Content, PasturePlan, SeatPlan};
pub use dice::{Dice, HAND_MOST, Sums};
pub use herd::{Herd, Herds};
pub use ids::{
    Area, Areas, Direction, FACES, Mode, PASTURES, Pasture, Phase, Posture, RACES, Race, SEATS,
    SPACES, TILES, Tile, VALUES,
};
pub use options::{Options, Removal};
pub use rejection::Rejection;
pub use state::{Keep, Player, State};
pub use tiles::Tiles;
pub use view::{OwnView, PastureView, PlayerView, SteppeView, TileView, View};

use play::Play;

use crate::{
    Actor, Form, Game, GivenOptions, Offer, Outcome, Report, Rules, Seat, Seats, Sentence, Tape,
    Viewer,
};

/// The game.
#[derive(Debug)]
pub struct ElGaucho;

impl Game for ElGaucho {
    const ID: &'static str = "el_gaucho";
    const REVISION: u32 = 1;
    const CONTENT: &'static str = include_str!("content.toml");
    const WORDS: &'static str = include_str!("words/en.ftl");
    const RULES: &'static str = include_str!("rules.md");

    type Content = Content;
    type Options = Options;
    type State = State;
    type Action = Action;
    type View = View;
    type Rejection = Rejection;

    fn content(text: &str) -> Result<Content, String> {
        Content::parse(text)
    }

    fn seats(content: &Content) -> RangeInclusive<u8> {
        content.seats.0..=content.seats.1
    }

    fn options(content: &Content, seats: u8, given: &GivenOptions) -> Result<Options, Rejection> {
        Options::resolve(content, seats, given)
    }

    fn option_values(options: &Options) -> Vec<(&'static str, String)> {
        options.values()
    }

    fn setup(rules: &Rules<Self>, chance: &mut Tape<'_>, report: &mut Report) -> State {
        setup::setup(rules, chance, report)
    }

    fn deciders(rules: &Rules<Self>, state: &State) -> Seats {
        dispatch::deciders(rules.seats, state)
    }

    fn legal(rules: &Rules<Self>, state: &State, actor: Actor, out: &mut Vec<Action>) {
        dispatch::legal(rules, state, actor, out);
    }

    fn check(
        rules: &Rules<Self>,
        state: &State,
        actor: Actor,
        action: &Action,
    ) -> Result<(), Rejection> {
        dispatch::check(rules, state, actor, action)
    }

    fn apply(
        rules: &Rules<Self>,
        state: &mut State,
        actor: Actor,
        action: &Action,
        chance: &mut Tape<'_>,
        report: &mut Report,
    ) -> Result<(), Rejection> {
        dispatch::check(rules, state, actor, action)?;
        if let Actor::Seat(seat) = actor {
            dispatch::apply(&mut Play { rules, state, chance, report }, seat, action);
        }
        Ok(())
    }

    fn default_action(rules: &Rules<Self>, state: &State, seat: Seat) -> Option<Action> {
        dispatch::default_action(rules, state, seat)
    }

    fn outcome(rules: &Rules<Self>, state: &State) -> Option<Outcome> {
        scoring::outcome(rules.seats, state)
    }

    fn view(rules: &Rules<Self>, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
    }

    /// A choice of start tiles is its seat's own until all have chosen; everything else is public (§15).
    fn seen(
        rules: &Rules<Self>,
        before: &State,
        actor: Actor,
        action: &Action,
        viewer: Viewer,
    ) -> Option<Action> {
        let Actor::Seat(seat) = actor else { return Some(*action) };
        let opens = before.choosing(rules.seats).without(seat).is_empty();
        let sealed = before.phase == Phase::Keep && !opens;
        (!sealed || viewer.holds(seat)).then_some(*action)
    }

    fn determinize(rules: &Rules<Self>, view: &View, chance: &mut Tape<'_>) -> State {
        determinize::determinize(rules, view, chance)
    }

    fn form(content: &Content, action: &Action) -> Form {
        form::form(content, action)
    }

    fn action(content: &Content, form: &Form) -> Result<Action, Rejection> {
        Ok(form::action(content, form))
    }

    fn offer(rules: &Rules<Self>, state: &State, actor: Actor, action: &Action) -> Offer {
        offer::offer(rules, state, actor, action)
    }

    fn prompt(rules: &Rules<Self>, state: &State, seat: Seat) -> Sentence {
        offer::prompt(rules, state, seat)
    }

    fn state_json(rules: &Rules<Self>, state: &State) -> serde_json::Value {
        state_json::state_json(rules, state)
    }
}
