//! A game made for these tests: several seats, several actions a turn, one of each kind that a table tells apart.

use std::ops::RangeInclusive;

use ludoteca_rules::{
    Actor, Alarm, Arg, Form, Game, GivenOptions, Offer, Outcome, Refusal, Report, Rules, Seat,
    Seats, Sentence, Tape, Viewer,
};
use serde::{Deserialize, Serialize};

/// The game. In revision 1 a step goes one space, in revision 2 two.
#[derive(Debug)]
pub(crate) struct Walk;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Options {
    pub(crate) start: u8,
    pub(crate) bell_ms: u64,
    pub(crate) stubborn: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) seat: Seat,
    pub(crate) spaces: Vec<u8>,
    pub(crate) ticks: u8,
    pub(crate) over: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Walks: draws nothing, shows nothing.
    Step,
    /// Draws.
    Roll,
    /// Shows something, draws nothing.
    Peek,
    /// The turn passes.
    Pass,
    /// The game ends.
    Stop,
    /// The clock's own action.
    Tick,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Rejection {
    NotYourTurn,
    GameOver,
    Nonsense,
}

impl Refusal for Rejection {
    fn code(&self) -> &'static str {
        match self {
            Self::NotYourTurn => "not_your_turn",
            Self::GameOver => "game_over",
            Self::Nonsense => "nonsense",
        }
    }
    fn rule(&self) -> &'static str {
        "1"
    }
    fn is_nonsense(&self) -> bool {
        matches!(self, Self::Nonsense)
    }
    fn sentence(&self) -> Sentence {
        Sentence::new("reject")
    }
}

/// The name of every action.
const NAMES: [(&str, Action); 6] = [
    ("step", Action::Step),
    ("roll", Action::Roll),
    ("peek", Action::Peek),
    ("pass", Action::Pass),
    ("stop", Action::Stop),
    ("tick", Action::Tick),
];

fn name(action: Action) -> &'static str {
    NAMES.iter().find(|(_, known)| *known == action).map_or("", |(name, _)| name)
}

impl Game for Walk {
    const ID: &'static str = "walk";
    const REVISION: u32 = 2;
    const CONTENT: &'static str = "a content file";
    const WORDS: &'static str = "";
    const RULES: &'static str = "";

    type Content = u8;
    type Options = Options;
    type State = State;
    type Action = Action;
    type View = State;
    type Rejection = Rejection;

    /// The content file "<n> seats" allows up to n of them; any other one four.
    fn content(text: &str) -> Result<u8, String> {
        let number = text.strip_suffix(" seats").map_or(Ok(4), str::parse::<u8>);
        number.map_err(|error| error.to_string())
    }

    fn seats(content: &u8) -> RangeInclusive<u8> {
        1..=*content
    }

    /// `start`, the seat that begins; `bell_ms`, the wait before each tick of the clock (0: it never ticks);
    /// `stubborn` (1): nothing is played for a seat.
    fn options(content: &u8, seats: u8, given: &GivenOptions) -> Result<Options, Rejection> {
        let mut options = Options::default();
        for (id, value) in given {
            let number = value.parse().map_err(|_| Rejection::Nonsense)?;
            match id.as_str() {
                "start" => options.start = u8::try_from(number).map_err(|_| Rejection::Nonsense)?,
                "bell_ms" => options.bell_ms = number,
                "stubborn" => options.stubborn = number == 1,
                _ => return Err(Rejection::Nonsense),
            }
        }
        let fits = Self::seats(content).contains(&seats) && options.start < seats;
        if fits { Ok(options) } else { Err(Rejection::Nonsense) }
    }

    fn option_values(options: &Options) -> Vec<(&'static str, String)> {
        vec![
            ("start", options.start.to_string()),
            ("bell_ms", options.bell_ms.to_string()),
            ("stubborn", u8::from(options.stubborn).to_string()),
        ]
    }

    fn setup(rules: &Rules<Self>, chance: &mut Tape<'_>, _report: &mut Report) -> State {
        chance.pick("weather", 1_000_000, |pick| pick.to_string());
        let spaces = vec![0; usize::from(rules.seats)];
        State { seat: Seat(rules.options.start), spaces, ticks: 0, over: false }
    }

    fn deciders(_rules: &Rules<Self>, state: &State) -> Seats {
        if state.over { Seats::default() } else { Seats::only(state.seat) }
    }

    fn legal(rules: &Rules<Self>, state: &State, actor: Actor, out: &mut Vec<Action>) {
        let allowed = |action: &Action| Self::check(rules, state, actor, action).is_ok();
        out.extend(NAMES.iter().map(|(_, action)| *action).filter(allowed));
    }

    fn check(
        _rules: &Rules<Self>,
        state: &State,
        actor: Actor,
        action: &Action,
    ) -> Result<(), Rejection> {
        match (state.over, actor) {
            (true, _) => Err(Rejection::GameOver),
            (false, Actor::Clock) if *action == Action::Tick => Ok(()),
            (false, Actor::Seat(seat)) if seat == state.seat && *action != Action::Tick => Ok(()),
            (false, Actor::Clock | Actor::Seat(_)) => Err(Rejection::NotYourTurn),
        }
    }

    fn apply(
        rules: &Rules<Self>,
        state: &mut State,
        actor: Actor,
        action: &Action,
        chance: &mut Tape<'_>,
        report: &mut Report,
    ) -> Result<(), Rejection> {
        Self::check(rules, state, actor, action)?;
        let stride = if rules.revision == 1 { 1 } else { 2 };
        let spaces = &mut state.spaces[state.seat.index()];
        match action {
            Action::Step => *spaces = spaces.wrapping_add(stride),
            Action::Roll => {
                let rolled = chance.pick("die", 6, |pick| (pick + 1).to_string());
                *spaces = spaces.wrapping_add(u8::try_from(rolled).unwrap_or(0));
            }
            Action::Peek => report.show(),
            Action::Pass => state.seat = state.seat.next(rules.seats),
            Action::Stop => state.over = true,
            Action::Tick => state.ticks = state.ticks.wrapping_add(1),
        }
        Ok(())
    }

    fn default_action(rules: &Rules<Self>, state: &State, seat: Seat) -> Option<Action> {
        let asked = !rules.options.stubborn && Self::deciders(rules, state).contains(seat);
        asked.then_some(Action::Pass)
    }

    /// The bell rings again and again; each ring waits for its own time.
    fn alarm(rules: &Rules<Self>, state: &State) -> Option<Alarm<Action>> {
        let after_ms = rules.options.bell_ms;
        let rings = after_ms > 0 && !state.over;
        rings.then_some(Alarm { action: Action::Tick, after_ms })
    }

    /// Who has walked furthest is first.
    fn outcome(_rules: &Rules<Self>, state: &State) -> Option<Outcome> {
        if !state.over {
            return None;
        }
        let mut ranking: Vec<Vec<Seat>> = Vec::new();
        let mut spaces = state.spaces.clone();
        spaces.sort_unstable();
        spaces.dedup();
        for most in spaces.iter().rev() {
            let all = (0u8..).zip(&state.spaces);
            ranking.push(all.filter(|(_, own)| *own == most).map(|(seat, _)| Seat(seat)).collect());
        }
        let winners = ranking.first().cloned().unwrap_or_default();
        Some(Outcome { ranking, winners })
    }

    fn view(_rules: &Rules<Self>, state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn determinize(_rules: &Rules<Self>, view: &State, _chance: &mut Tape<'_>) -> State {
        view.clone()
    }

    fn form(_content: &u8, action: &Action) -> Form {
        Form { name: name(*action).to_owned(), params: Vec::new() }
    }

    fn action(_content: &u8, form: &Form) -> Result<Action, Rejection> {
        let known = NAMES.iter().find(|(name, _)| *name == form.name);
        known.map(|(_, action)| *action).ok_or(Rejection::Nonsense)
    }

    fn offer(_rules: &Rules<Self>, _state: &State, _actor: Actor, action: &Action) -> Offer {
        let label = Sentence::new("do").with("action", Arg::id("action", name(*action)));
        let reveals = matches!(action, Action::Roll | Action::Peek);
        Offer { label, params: Vec::new(), reveals, false_start: false, warning: None }
    }

    fn prompt(_rules: &Rules<Self>, _state: &State, _seat: Seat) -> Sentence {
        Sentence::new("walk")
    }

    fn state_json(_rules: &Rules<Self>, state: &State) -> serde_json::Value {
        serde_json::json!({ "seat": state.seat, "spaces": state.spaces })
    }
}
