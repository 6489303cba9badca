//! Buurn: a descending auction in real time, 3 to 5 seats.
//!
//! | `rules.md` | file |
//! |---|---|
//! | §2 components, and every number | `content.toml`; `content_file.rs`, `content_check.rs`, `content.rs` |
//! | §3 creation options | `options.rs` |
//! | §4 state | `state.rs`, `cards.rs`, `ids.rs`; `state_json.rs` |
//! | §5 setup | `setup.rs` |
//! | §6 turn structure, §8.6 | `turn.rs` |
//! | §7.1 what the clock does by itself, §14 | `presence.rs` |
//! | §7.2 calling numbers, §7.4 false starts | `auction.rs` |
//! | §7.3 judging a grab, §7.5 the scramble | `grab.rs` |
//! | §8.1 purchase, §8.2 payment | `resolution.rs` |
//! | §8.3 organisation, §12 effects | `organisation.rs`; the words in which cards are written: `effects.rs` |
//! | §8.4, §8.5 the markets, market draws | `market.rs` |
//! | §9 actions, decisions and their defaults, §17 | `action.rs`, `decision.rs`, `rejection.rs` |
//! | §10 the deck | `deck.rs` |
//! | §11 hidden information | `view.rs`, `determinize.rs`, `facts.rs` |
//! | §13 scores and ranking | `scoring.rs` |
//! | the words | `offer.rs`, `naming.rs`, `form.rs`, `words/en.ftl` |

mod action;
mod auction;
mod cards;
mod content;
mod content_check;
mod content_file;
mod decision;
mod deck;
mod determinize;
mod effects;
mod facts;
mod form;
mod grab;
mod ids;
mod market;
mod naming;
mod offer;
mod options;
mod organisation;
mod play;
mod presence;
mod rejection;
mod resolution;
mod scoring;
mod setup;
mod state;
mod state_json;
mod turn;
mod view;

use std::ops::RangeInclusive;

pub use action::{Action, Verb};
pub use cards::Cards;
pub use content::{Content, FamilyKind, Layout, OrganisationKind, Pile};
pub use effects::{CardType, Effect, LeaderMetric, Metric, Occasion, Scorer, Scoring, Ware};
pub use ids::{
    BACKS, Choice, DECK, FAMILIES, Family, FamilySet, HAND, LOT, ORGANISATIONS, Organisation,
    OrganisationSet, Phase, Place, Question, SEATS, Totem,
};
pub use options::{FamilyChoice, Limits, Options};
pub use rejection::Rejection;
pub use scoring::Score;
pub use state::{Deck, Pending, Placed, Player, State};
pub use view::{DeckView, Owned, PlacedView, PlayerView, View};

use play::Play;

use crate::{
    Actor, Alarm, Form, Game, GivenOptions, Offer, Outcome, Report, Rules, Seat, Seats, Sentence,
    Tape, Viewer,
};

/// The game.
#[derive(Debug)]
pub struct Buurn;

impl Game for Buurn {
    const ID: &'static str = "buurn";
    const REVISION: u32 = 1;
    const CONTENT: &'static str = include_str!("content.toml");
    const WORDS: &'static str = include_str!("words/en.ftl");
    const RULES: &'static str = include_str!("rules.md");
    const PRESENCE: bool = true;

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
        action::deciders(rules, state)
    }

    fn legal(rules: &Rules<Self>, state: &State, actor: Actor, out: &mut Vec<Action>) {
        action::legal(rules, state, actor, out);
    }

    fn check(
        rules: &Rules<Self>,
        state: &State,
        actor: Actor,
        action: &Action,
    ) -> Result<(), Rejection> {
        action::check(rules, state, actor, *action)
    }

    fn apply(
        rules: &Rules<Self>,
        state: &mut State,
        actor: Actor,
        action: &Action,
        chance: &mut Tape<'_>,
        report: &mut Report,
    ) -> Result<(), Rejection> {
        action::check(rules, state, actor, *action)?;
        action::apply(&mut Play { rules, state, chance, report }, actor, *action);
        Ok(())
    }

    fn canonical(_rules: &Rules<Self>, state: &State, action: &Action) -> Action {
        action::canonical(state, *action)
    }

    fn default_action(_rules: &Rules<Self>, _state: &State, _seat: Seat) -> Option<Action> {
        None // nobody plays for an absent seat: it is not waited for
    }

    fn alarm(rules: &Rules<Self>, state: &State) -> Option<Alarm<Action>> {
        presence::alarm(rules, state)
    }

    fn presence(seat: Seat, present: bool) -> Option<Action> {
        Some(Action::Presence { seat, present })
    }

    fn outcome(rules: &Rules<Self>, state: &State) -> Option<Outcome> {
        scoring::outcome(rules, state)
    }

    fn view(rules: &Rules<Self>, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
    }

    fn seen(
        _rules: &Rules<Self>,
        _before: &State,
        actor: Actor,
        action: &Action,
        viewer: Viewer,
    ) -> Option<Action> {
        Some(action::seen(actor, *action, viewer))
    }

    fn determinize(rules: &Rules<Self>, view: &View, chance: &mut Tape<'_>) -> State {
        determinize::determinize(rules, view, chance)
    }

    fn form(content: &Content, action: &Action) -> Form {
        form::form(content, *action)
    }

    fn action(content: &Content, form: &Form) -> Result<Action, Rejection> {
        Ok(form::action(content, form))
    }

    fn offer(rules: &Rules<Self>, state: &State, actor: Actor, action: &Action) -> Offer {
        offer::offer(rules, state, actor, *action)
    }

    fn prompt(rules: &Rules<Self>, state: &State, seat: Seat) -> Sentence {
        offer::prompt(rules, state, seat)
    }

    fn state_json(rules: &Rules<Self>, state: &State) -> serde_json::Value {
        state_json::state_json(rules, state)
    }
}
