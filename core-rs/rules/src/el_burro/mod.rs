//! El Burro: A La Granja Game, 2 to 4 seats.
//!
//! | `rules.md` | file |
//! |---|---|
//! | §2 components, and every number | `content.toml`; `content*.rs`, `spelling.rs`, `effects_build.rs`, `road_build.rs` |
//! | §3 identifiers and orders | `ids.rs`, `things.rs`, `sets.rs`; the order of a legal list: `legal.rs` |
//! | §4 state and who sees it | `state.rs`; `view.rs`, `determinize.rs`, `state_json.rs` |
//! | §5 randomness | `refill.rs` (a card), `revenue.rs` (dice), `transport.rs` (donkey cards), `setup.rs` |
//! | §6 options and setup | `options.rs`, `setup.rs` |
//! | §7 the decision stack | `frame.rs`, `run.rs` (settle), `course.rs` (advance), `triggers.rs` (§7.7), `targets.rs` (§7.9) |
//! | §8 effects and their frames | `effect.rs`, `effects.rs`; `run.rs`, `possible.rs`, `answers.rs` |
//! | §9 goods, storage, prices | `goods.rs`; prices: `modifiers.rs` |
//! | §10 farm cards | `cards.rs`, `refill.rs` |
//! | §11 the road | `road.rs`, `travel.rs`, `harbour.rs` |
//! | §12 deliveries | `deliveries.rs` (what may be), `delivered.rs` (what follows) |
//! | §13 scoring targets | `targets.rs` |
//! | §14 reward tracks and extensions | `tracks.rs` |
//! | §15 the other tracks | `markers.rs` |
//! | §16 anytime actions | `anytime.rs`, `achievements.rs` |
//! | §17-§20 the phases | `farm.rs`, `revenue.rs`, `transport.rs`, `scoring_phase.rs` |
//! | §21 the final phase | `final_scoring.rs` |
//! | §22 events, modifiers, counters | `event.rs`, `triggers.rs`, `modifiers.rs`, `counters.rs` |
//! | §23 rejections and actions | `action.rs`, `dispatch.rs`, `rejection.rs` |
//! | §25 default actions | `defaults.rs` |
//! | §26 facts | `news.rs`, `facts*.rs`, `naming.rs` |
//! | the words | `offer.rs`, `label.rs`, `prompt.rs`, `describe.rs`, `form.rs`, `words/en.ftl` |

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
mod content_lists;
mod counter;
mod counters;
mod course;
mod defaults;
mod delivered;
mod deliveries;
mod describe;
mod determinize;
mod dispatch;
mod effect;
mod effects;
mod effects_build;
mod event;
mod facts;
mod facts_farm;
mod facts_road;
mod farm;
mod final_scoring;
mod form;
mod frame;
mod goods;
mod harbour;
mod ids;
mod label;
mod legal;
mod look;
mod markers;
mod modifiers;
mod naming;
mod news;
mod offer;
mod options;
mod part;
mod plans;
mod play;
mod possible;
mod prompt;
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
mod state_json;
mod targets;
mod things;
mod tracks;
mod transport;
mod travel;
mod triggers;
mod view;

use std::ops::RangeInclusive;

pub use action::{Action, Verb};
pub use content::Content;
pub use counter::{Condition, Counter, Kinds, Points, Score};
pub use effect::{DeliveryKind, Effect, EffectId, List, Lists, Times, What};
pub use effects::Effects;
pub use event::{Event, EventKind, Events, Filter, Position};
pub use frame::{CardStage, FarmStage, Frame, Kind};
pub use ids::{
    Achievement, Branch, CARDS, Category, Class, Deck, Extended, FACES, Face, GeneralSide, Good,
    GoodSet, Means, NORMAL_CARDS, Phase, SEATS, SLOTS, Shape, Side, Slot, Step, Support, TileSide,
    Track, TroughAction,
};
pub use options::{Options, RondelDirection, Simultaneous};
pub use part::{AddedAction, Cost, Modifiers, OnlyIn, Part, Trigger, Triggers, WorkerAction};
pub use plans::{
    BoatPlan, CardPlan, CardSides, CoverPlan, DonkeyPlan, ExtensionPlan, Goal, MarketPlan,
    Markings, Named, Need, Numbers, RoundTilePlan, SeatPlan, SpacePlan, Storage, TargetPlan,
    TrackPlan,
};
pub use rejection::Rejection;
pub use road::{Element, ElementKind, Next, Road, RoadSpacePlan, Section};
pub use sets::{Bag, Boats, Cards, DonkeyCards, FarmSpaces, Sides, Sources, TileTypes, Tracks};
pub use state::{
    Barrow, Carrier, Donkey, General, MarketState, Moored, Order, Player, PrestigeTile,
    SCORE_ROW_IDS, SCORE_ROWS, State, Use,
};
pub use things::{
    Acquisition, Boat, Card, Cover, Dock, DonkeyCard, Extension, FarmSpace, GeneralTile, Market,
    PersonalTile, RoadSpace, RondelBonus, RoundTile, Source, SourceKind, Target, TargetKind,
    TileType,
};
pub use view::{DeckCounts, Derived, OwnView, PlayerView, View};

use look::Look;
use play::Play;

use crate::{
    Actor, Form, Game, GivenOptions, Offer, Outcome, Report, Rules, Seat, Seats, Sentence, Tape,
    Viewer,
};

/// The game.
#[derive(Debug)]
pub struct ElBurro;

impl Game for ElBurro {
    const ID: &'static str = "el_burro";
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

    fn view(rules: &Rules<Self>, state: &State, viewer: Viewer) -> View {
        view::view(rules, state, viewer)
    }

    /// Which donkey cards a seat chooses is its own affair until the last seat has chosen; then all but the discard
    /// is public (§26): what others see of that choice names none.
    fn seen(
        rules: &Rules<Self>,
        before: &State,
        actor: Actor,
        action: &Action,
        viewer: Viewer,
    ) -> Option<Action> {
        let Action::AllocateDonkeys { siesta, donkey, stable, .. } = *action else {
            return Some(*action);
        };
        let Actor::Seat(seat) = actor else { return Some(*action) };
        if viewer.holds(seat) {
            return Some(*action);
        }
        let last = Seat::all(rules.seats).all(|other| other == seat || before.done.contains(other));
        last.then_some(Action::AllocateDonkeys { siesta, donkey, stable, discard: None })
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
        prompt::prompt(rules, state, seat)
    }

    fn state_json(rules: &Rules<Self>, state: &State) -> serde_json::Value {
        state_json::state_json(rules, state)
    }
}
