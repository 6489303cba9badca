//! El Burro: A La Granja Game, 2 to 4 seats.

mod achievements;
mod action;
mod answers;
mod anytime;
mod cards;
mod content;
mod content_build;
mod content_check;
mod content_file;
mod content_fixed;
mod counters;
mod course;
mod defaults;
mod delivered;
mod deliveries;
mod dispatch;
mod effect;
mod effects;
mod effects_build;
mod event;
mod farm;
mod final_scoring;
mod frame;
mod goods;
mod harbour;
mod ids;
mod legal;
mod look;
mod markers;
mod modifiers;
mod news;
mod options;
mod play;
mod possible;
mod refill;
mod rejection;
mod revenue;
mod road;
mod road_build;
mod run;
mod scoring_phase;
mod sets;
mod setup;
mod spelling;
mod state;
mod targets;
mod things;
mod tracks;
mod transport;
mod travel;
mod triggers;

use std::ops::RangeInclusive;

pub use action::{Action, Verb};
pub use content::Content;
pub use options::Options;
pub use rejection::Rejection;
pub use state::State;

use look::Look;
use play::Play;

use crate::{
    Actor, Form, Game, GivenOptions, Offer, Outcome, Report, Rules, Seat, Seats, Sentence, Tape,
    Viewer,
};

/// The game.
#[derive(Debug)]
pub struct ElBurro;

mod facts {
    use super::{content::Content, news::News};
    use crate::Fact;
    pub(super) fn fact(_: &Content, _: &News) -> Fact { unimplemented!() }
    pub(super) fn hidden(_: &Content, _: &News) -> Fact { unimplemented!() }
}

impl Game for ElBurro {
    const ID: &'static str = "el_burro";
    const REVISION: u32 = 1;
    const CONTENT: &'static str = include_str!("content.toml");
    const WORDS: &'static str = "";
    const RULES: &'static str = include_str!("rules.md");

    type Content = Content;
    type Options = Options;
    type State = State;
    type Action = Action;
    type View = State;
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
        state.actors
    }

    fn legal(rules: &Rules<Self>, state: &State, actor: Actor, out: &mut Vec<Action>) {
        if let Actor::Seat(seat) = actor {
            Look::new(rules, state).list(seat, out);
        }
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
            let mut play = Play { rules, state, chance, report, anytime: false };
            dispatch::apply(&mut play, seat, action);
        }
        Ok(())
    }

    fn default_action(rules: &Rules<Self>, state: &State, seat: Seat) -> Option<Action> {
        defaults::default_action(Look::new(rules, state), seat)
    }

    fn outcome(rules: &Rules<Self>, state: &State) -> Option<Outcome> {
        final_scoring::outcome(rules, state)
    }

    fn view(_rules: &Rules<Self>, state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    /// Which donkey cards a seat chooses is its own affair until all have chosen, and which one it discards until the
    /// last round: the cards that turn face up are told as facts (§26).
    fn seen(
        _rules: &Rules<Self>,
        _before: &State,
        actor: Actor,
        action: &Action,
        viewer: Viewer,
    ) -> Option<Action> {
        let own = matches!(actor, Actor::Seat(seat) if viewer.holds(seat));
        let sealed = matches!(action, Action::AllocateDonkeys { .. });
        (own || !sealed).then_some(*action)
    }

    fn determinize(_rules: &Rules<Self>, view: &State, _chance: &mut Tape<'_>) -> State {
        view.clone()
    }

    fn form(_content: &Content, _action: &Action) -> Form {
        unimplemented!()
    }

    fn action(_content: &Content, _form: &Form) -> Result<Action, Rejection> {
        unimplemented!()
    }

    fn offer(_rules: &Rules<Self>, _state: &State, _actor: Actor, _action: &Action) -> Offer {
        unimplemented!()
    }

    fn prompt(_rules: &Rules<Self>, _state: &State, _seat: Seat) -> Sentence {
        unimplemented!()
    }

    fn state_json(_rules: &Rules<Self>, _state: &State) -> serde_json::Value {
        unimplemented!()
    }
}
