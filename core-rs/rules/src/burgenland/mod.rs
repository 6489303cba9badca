//! Burgenland: a race to build, 2 to 4 seats.

mod action;
mod cards;
mod content;
mod content_check;
mod content_file;
mod ids;
mod options;
mod rejection;
mod state;
mod view;

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

    fn setup(_rules: &Rules<Self>, _chance: &mut Tape<'_>, _report: &mut Report) -> State {
        todo!()
    }

    fn deciders(_rules: &Rules<Self>, state: &State) -> Seats {
        match state.phase {
            Phase::Over => Seats::default(),
            Phase::PlaceNeutral | Phase::Main | Phase::Paying | Phase::After => {
                Seats::only(state.seat)
            }
        }
    }

    fn legal(_rules: &Rules<Self>, _state: &State, _actor: Actor, _out: &mut Vec<Action>) {
        todo!()
    }

    fn check(_: &Rules<Self>, _: &State, _: Actor, _: &Action) -> Result<(), Rejection> {
        todo!()
    }

    fn apply(
        _rules: &Rules<Self>,
        _state: &mut State,
        _actor: Actor,
        _action: &Action,
        _chance: &mut Tape<'_>,
        _report: &mut Report,
    ) -> Result<(), Rejection> {
        todo!()
    }

    fn default_action(_rules: &Rules<Self>, _state: &State, _seat: Seat) -> Option<Action> {
        todo!()
    }

    fn outcome(_rules: &Rules<Self>, _state: &State) -> Option<Outcome> {
        todo!()
    }

    fn view(_rules: &Rules<Self>, _state: &State, _viewer: Viewer) -> View {
        todo!()
    }

    fn determinize(_rules: &Rules<Self>, _view: &View, _chance: &mut Tape<'_>) -> State {
        todo!()
    }

    fn form(_content: &Content, _action: &Action) -> Form {
        todo!()
    }

    fn action(_content: &Content, _form: &Form) -> Result<Action, Rejection> {
        todo!()
    }

    fn offer(_rules: &Rules<Self>, _state: &State, _actor: Actor, _action: &Action) -> Offer {
        todo!()
    }

    fn prompt(_rules: &Rules<Self>, _state: &State, _seat: Seat) -> Sentence {
        todo!()
    }

    fn state_json(_rules: &Rules<Self>, _state: &State) -> serde_json::Value {
        todo!()
    }
}
