//! Burgenland: a race to build, 2 to 4 seats.
//!
//! | `rules.md` | file |
//! |---|---|
//! | §1 components, and every number | `content.toml`; `content_file.rs`, `content_check.rs`, `content.rs` |
//! | §2 creation options | `options.rs` |
//! | §3 state and who sees it | `state.rs`, `cards.rs`; `view.rs`, `determinize.rs`, `state_json.rs` |
//! | §4 setup, §7.1 | `setup.rs` |
//! | §5 chance outcomes | where they are drawn: `setup.rs`, `deck.rs`, `architect.rs`, `wells.rs`, `tiles.rs` |
//! | §6 turn structure, §7.2, §7.5 | `turn.rs`; the order of a legal list: `action.rs`, `build.rs` |
//! | §7.3 payments, §8.2, §8.3 | `payment.rs`, `means.rs` |
//! | §7.4 optional actions, §10, §11 | `jokers.rs`, `tiles.rs` |
//! | §8.1, §8.4 building | `build.rs`, `architect.rs` |
//! | §8.5 wells | `wells.rs` |
//! | §9 coin rewards and the deck | `deck.rs` |
//! | §12 what observers are told | `facts.rs`, `naming.rs` |
//! | §13 end and ranking | `scoring.rs` |
//! | §14 rejections, §15.11 | `rejection.rs`, `action.rs` |
//! | the words | `offer.rs`, `form.rs`, `words/en.ftl` |

mod action;
mod architect;
mod build;
mod cards;
mod content;
mod content_check;
mod content_file;
mod deck;
mod determinize;
mod facts;
mod form;
mod ids;
mod jokers;
mod means;
mod naming;
mod offer;
mod options;
mod payment;
mod play;
mod rejection;
mod scoring;
mod setup;
mod state;
mod state_json;
mod tiles;
mod turn;
mod view;
mod wells;

use std::ops::RangeInclusive;

pub use action::{Action, Verb};
pub use cards::Cards;
pub use content::{
    ArchitectKind, CardKind, CastlePlan, Content, JokerKind, LargePrice, LayoutPlan, Neutral,
    Place, Wanted,
};
pub use ids::{
    BonusTile, Built, CARDS, CASTLES, COLOURS, Card, Castle, CastleSet, Colour, ColourCard, NODES,
    Node, Owner, Phase, Piece, Price, SEATS, SPACES, Site, Space, SpaceBonus, VALUES,
};
pub use options::{Layout, Options, Placement};
pub use rejection::Rejection;
pub use state::{ARCHITECT_CARDS, ARCHITECTS, Part, Pending, Player, Purpose, State};
pub use view::{NeutralStepView, PlayerView, View};

use play::Play;

use crate::{
    Actor, Form, Game, GivenOptions, Offer, Outcome, Report, Rules, Seat, Seats, Sentence, Tape,
    Viewer,
};

/// The game.
#[derive(Debug)]
pub struct Burgenland;

impl Game for Burgenland {
    const ID: &'static str = "burgenland";
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

    fn deciders(_rules: &Rules<Self>, state: &State) -> Seats {
        if state.phase == Phase::Over { Seats::default() } else { Seats::only(state.seat) }
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
        action::apply(&mut Play { rules, state, chance, report }, *action);
        Ok(())
    }

    fn default_action(rules: &Rules<Self>, state: &State, seat: Seat) -> Option<Action> {
        action::default_action(rules, state, seat)
    }

    fn outcome(rules: &Rules<Self>, state: &State) -> Option<Outcome> {
        scoring::outcome(&rules.content, rules.seats, state)
    }

    fn view(rules: &Rules<Self>, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
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

    fn offer(rules: &Rules<Self>, state: &State, _actor: Actor, action: &Action) -> Offer {
        offer::offer(rules, state, *action)
    }

    fn prompt(rules: &Rules<Self>, state: &State, seat: Seat) -> Sentence {
        offer::prompt(rules, state, seat)
    }

    fn state_json(rules: &Rules<Self>, state: &State) -> serde_json::Value {
        state_json::state_json(rules, state)
    }
}
