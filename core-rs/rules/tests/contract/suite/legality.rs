//! The legal list is what `apply` accepts: nothing more, nothing less; and forms name actions both ways.

use ludoteca_rules::{
    Actor, Game, Playout, Refusal, Report, Rules, Seat, Seats, Table, Tape, encode,
};

use super::live::{Live, Manner, choose};
use super::vocabulary::Vocabulary;
use super::{Contract, Counts, Effort};

/// Up to so many forms all of them are tried at a position; of more, a sample.
const ALL_FORMS: usize = 3_000;
/// So many probes make a sample, for a seat that has to decide and for anybody else.
const SAMPLE: u32 = 40;
const SMALL_SAMPLE: u32 = 4;

#[derive(Default)]
struct Seen {
    positions: u64,
    listed: u64,
    accepted: u64,
    refused: u64,
}

/// Every listed action is accepted; every other one is refused and changes nothing.
pub(crate) fn legal_lists_are_what_apply_accepts<G: Contract>(effort: Effort) -> Counts {
    let mut seen = Seen::default();
    let mut vocabulary = Vocabulary::default();
    let mut chance = Playout::new(effort.seed);
    for game in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            learn(&live, &mut vocabulary);
            let whole = chance.below(u32::try_from(live.steps.len()).unwrap_or(1)) as usize;
            for (index, step) in live.steps.iter().enumerate() {
                // All forms are tried at one position a game, where it has a list: they are many.
                let all = index == whole && (game > 0 || vocabulary.size() < ALL_FORMS);
                look_at(&step.table, &vocabulary, all, &mut chance, &mut seen);
            }
        }
    }
    vec![
        ("positions", seen.positions),
        ("listed actions applied", seen.listed),
        ("probes that were listed", seen.accepted),
        ("probes refused", seen.refused),
    ]
}

/// The words of every action that was legal at some time.
fn learn<G: Contract>(live: &Live<G>, vocabulary: &mut Vocabulary) {
    for step in &live.steps {
        for actor in step.table.deciders().iter().map(Actor::Seat).chain([Actor::Clock]) {
            for action in step.table.legal(actor) {
                vocabulary.learn(&G::form(&live.file.content, &action));
            }
        }
    }
}

fn look_at<G: Contract>(
    table: &Table<G>,
    vocabulary: &Vocabulary,
    all: bool,
    chance: &mut Playout,
    seen: &mut Seen,
) {
    let Some(state) = table.state() else { return };
    let rules = table.rules();
    seen.positions += 1;
    let deciders = G::deciders(rules, state);
    let over = G::outcome(rules, state).is_some();
    let mut by_clock = Vec::new();
    G::legal(rules, state, Actor::Clock, &mut by_clock);
    let waits = over || by_clock.is_empty();
    assert_eq!(deciders.is_empty() && waits, over, "somebody acts exactly until the game is over");
    let alarm = G::alarm(rules, state);
    assert!(alarm.is_none_or(|alarm| by_clock.contains(&alarm.action)), "an illegal alarm");
    let seats = Seat::all(rules.seats).chain([Seat(rules.seats), Seat(255)]);
    for actor in seats.map(Actor::Seat).chain([Actor::Clock]) {
        let mut listed = Vec::new();
        G::legal(rules, state, actor, &mut listed);
        if let Actor::Seat(seat) = actor {
            assert_eq!(!listed.is_empty(), deciders.contains(seat), "{actor:?} of {deciders:?}");
        }
        check_list::<G>(rules, state, actor, &listed, chance, seen);
        probe::<G>(rules, state, actor, &listed, (vocabulary, all), chance, seen);
    }
    assert_defaults(rules, state, deciders);
}

/// The clock's action for a seat is legal, and there is one exactly if the seat has to decide; none in a game
/// that knows absent seats.
fn assert_defaults<G: Game>(rules: &Rules<G>, state: &G::State, deciders: Seats) {
    for seat in Seat::all(rules.seats) {
        let default = G::default_action(rules, state, seat);
        let expected = deciders.contains(seat) && !G::PRESENCE;
        assert_eq!(default.is_some(), expected, "the default action of {seat:?}");
        let mut listed = Vec::new();
        G::legal(rules, state, Actor::Seat(seat), &mut listed);
        assert!(default.is_none_or(|action| listed.contains(&action)), "an illegal default");
    }
}

fn check_list<G: Game>(
    rules: &Rules<G>,
    state: &G::State,
    actor: Actor,
    listed: &[G::Action],
    chance: &mut Playout,
    seen: &mut Seen,
) {
    for (index, action) in listed.iter().enumerate() {
        assert!(!listed[..index].contains(action), "{action:?} is listed twice");
        assert_eq!(G::check(rules, state, actor, action), Ok(()), "{action:?} is listed");
        let mut after = state.clone();
        let mut tape = Tape::playout(chance);
        let mut report = Report::telling();
        let applied = G::apply(rules, &mut after, actor, action, &mut tape, &mut report);
        assert_eq!(applied, Ok(()), "{action:?} is listed");
        let news = tape.asked() > 0 || report.showed();
        let offer = G::offer(rules, state, actor, action);
        assert!(offer.reveals || !news, "{action:?} shows something and its offer does not say so");
        seen.listed += 1;
    }
    let mut again = vec![];
    G::legal(rules, &state.clone(), actor, &mut again);
    assert_eq!(again, listed, "the same state lists the same");
}

fn probe<G: Contract>(
    rules: &Rules<G>,
    state: &G::State,
    actor: Actor,
    listed: &[G::Action],
    (vocabulary, all): (&Vocabulary, bool),
    chance: &mut Playout,
    seen: &mut Seen,
) {
    let count = if listed.is_empty() { SMALL_SAMPLE } else { SAMPLE };
    let forms = (0..count).filter_map(|_| vocabulary.random(chance)).collect::<Vec<_>>();
    let everything = all.then(|| vocabulary.all()).into_iter().flatten();
    for form in forms.into_iter().chain(everything) {
        let action = G::action(&rules.content, &form);
        let action = action.unwrap_or_else(|refused| panic!("known words {form:?}: {refused:?}"));
        try_out::<G>(rules, state, actor, &action, listed, seen);
    }
    if let Some(action) = G::wild(chance) {
        try_out::<G>(rules, state, actor, &action, listed, seen);
    }
}

/// An action that is not listed is refused, in the words of `check`, and leaves no trace.
fn try_out<G: Game>(
    rules: &Rules<G>,
    state: &G::State,
    actor: Actor,
    action: &G::Action,
    listed: &[G::Action],
    seen: &mut Seen,
) {
    let checked = G::check(rules, state, actor, action);
    let canonical = G::canonical(rules, state, action);
    assert_eq!(checked.is_ok(), listed.contains(&canonical), "{actor:?} {action:?}: {checked:?}");
    let Err(rejection) = checked else {
        assert_same_effect::<G>(rules, state, actor, [action, &canonical]);
        seen.accepted += 1;
        return;
    };
    assert!(!rejection.code().is_empty() && !rejection.rule().is_empty());
    let mut after = state.clone();
    let mut tape = Tape::recorded(&[]);
    let mut report = Report::telling();
    let applied = G::apply(rules, &mut after, actor, action, &mut tape, &mut report);
    assert_eq!(applied, Err(rejection), "apply and check give the same reason for {action:?}");
    assert!(after == *state, "a refused {action:?} changed the state to {after:?}");
    if seen.refused.is_multiple_of(16) {
        assert_eq!(encode(&after), encode(state), "a refused {action:?} changed the state");
    }
    assert_eq!(tape.asked(), 0, "a refused {action:?} drew something");
    assert_eq!(report.facts_for(ludoteca_rules::Viewer::Public).count(), 0);
    assert!(!report.showed(), "a refused {action:?} showed something");
    seen.refused += 1;
}

/// An accepted action does what its canonical form does.
fn assert_same_effect<G: Game>(
    rules: &Rules<G>,
    state: &G::State,
    actor: Actor,
    [action, canonical]: [&G::Action; 2],
) {
    let after = |action| {
        let (mut after, mut chance) = (state.clone(), Playout::new(1));
        let mut tape = Tape::playout(&mut chance);
        let applied = G::apply(rules, &mut after, actor, action, &mut tape, &mut Report::silent());
        assert_eq!(applied, Ok(()), "{action:?} was checked");
        (after, tape.asked())
    };
    if action != canonical {
        assert_eq!(after(action), after(canonical), "{action:?} is {canonical:?}");
    }
}

/// Action -> form -> action for every legal action; what makes no sense is refused as nonsense.
pub(crate) fn forms_name_actions_both_ways<G: Contract>(effort: Effort) -> Counts {
    let (mut forms, mut nonsense) = (0, 0);
    let mut vocabulary = Vocabulary::default();
    let mut chance = Playout::new(effort.seed);
    let mut names = std::collections::BTreeSet::new();
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            learn(&live, &mut vocabulary);
            let content = &live.file.content;
            for step in &live.steps {
                let seats = step.table.deciders().iter().map(Actor::Seat);
                for actor in seats.chain([Actor::Clock]) {
                    for action in step.table.legal(actor) {
                        let form = G::form(content, &action);
                        assert_eq!(G::action(content, &form).as_ref(), Ok(&action), "{form:?}");
                        assert_offer(&step.table, actor, &action);
                        names.insert(form.name);
                        forms += 1;
                    }
                }
            }
            for _ in 0..SAMPLE {
                let Some(form) = vocabulary.damaged(&mut chance) else { continue };
                match G::action(content, &form) {
                    // What a game lets through so that its refusal comes in its turn is never legal.
                    Ok(action) if G::form(content, &action) != form => {
                        assert_never_legal(&live, &action, &mut chance);
                    }
                    Ok(_) => {}
                    Err(rejection) => {
                        assert!(rejection.is_nonsense(), "{form:?} is refused as {rejection:?}");
                        nonsense += 1;
                    }
                }
            }
        }
    }
    let expected: Vec<_> = G::ACTIONS.iter().map(|name| (*name).to_owned()).collect();
    for name in expected {
        assert!(names.contains(&name), "{name} was never legal: met {names:?}");
    }
    vec![("forms", forms), ("nonsense refused", nonsense)]
}

fn assert_never_legal<G: Contract>(live: &Live<G>, action: &G::Action, chance: &mut Playout) {
    let Some(step) = choose(chance, &live.steps) else { return };
    let (rules, Some(state)) = (step.table.rules(), step.table.state()) else { return };
    for actor in Seat::all(rules.seats).map(Actor::Seat).chain([Actor::Clock]) {
        let checked = G::check(rules, state, actor, action);
        assert!(checked.is_err(), "{action:?} is legal, and its form is another one");
    }
}

/// An offer carries the parameters of its action's form, under the same names and in the same order.
fn assert_offer<G: Game>(table: &Table<G>, actor: Actor, action: &G::Action) {
    let Some(state) = table.state() else { return };
    let form = G::form(&table.rules().content, action);
    let offer = G::offer(table.rules(), state, actor, action);
    let offered = offer.params.iter().map(|(name, arg, _)| (*name, arg));
    let formed = form.params.iter().map(|(name, arg)| (name.as_str(), arg));
    assert!(offered.eq(formed), "{offer:?} is not {form:?}");
}
