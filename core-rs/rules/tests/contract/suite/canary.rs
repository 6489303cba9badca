//! Hidden outcomes and hidden choices as canaries: what a viewer reads never names them.

use ludoteca_rules::{Actor, Arg, Fact, Playout, Report, Rules, Script, Seat, Tape, Viewer};

use super::endings::rules;
use super::live::{choose, content, runners};
use super::{Contract, Counts, Effort, Outcome};

/// Something that happened: setup, or an action.
struct Happened<G: Contract> {
    before: G::State,
    actor: Actor,
    action: Option<G::Action>,
    /// The outcomes by name.
    told: Vec<(String, String)>,
    report: Report,
}

#[derive(Default)]
struct Seen {
    events: u64,
    outcomes: u64,
    choices: u64,
}

/// R1: no fact names the outcome of a chance that its reader may not see, or a parameter of an action that it
/// may not see, unless the same event shows the reader the very same thing.
pub(crate) fn r01_no_fact_names_what_is_hidden<G: Contract>(effort: Effort) -> Counts {
    let mut seen = Seen::default();
    let mut chance = Playout::new(effort.seed);
    let file = content::<G>();
    for _ in 0..effort.games {
        for case in G::CASES {
            let rules = rules(&file, case);
            let (mut state, setup) = set_up::<G>(&rules, &mut chance);
            look_at(&rules, &setup, &mut seen);
            while let Some(happened) = act_at_random::<G>(&rules, &mut state, &mut chance) {
                look_at(&rules, &happened, &mut seen);
            }
        }
    }
    assert_eq!(seen.outcomes + seen.choices > 0, G::SECRETS, "canaries");
    vec![
        ("events", seen.events),
        ("hidden outcomes", seen.outcomes),
        ("hidden choices", seen.choices),
    ]
}

/// A tape that tells its outcomes by name.
fn telling(chance: &mut Playout) -> Tape<'static> {
    Tape::scripted(Script::default().drawing(Playout::new(chance.word())))
}

fn told(tape: Tape<'_>) -> Vec<(String, String)> {
    tape.into_script().map(|script| script.told().to_vec()).unwrap_or_default()
}

fn set_up<G: Contract>(rules: &Rules<G>, chance: &mut Playout) -> (G::State, Happened<G>) {
    let (mut tape, mut report) = (telling(chance), Report::telling());
    let state = G::setup(rules, &mut tape, &mut report);
    let before = state.clone();
    (state, Happened { before, actor: Actor::Clock, action: None, told: told(tape), report })
}

fn act_at_random<G: Contract>(
    rules: &Rules<G>,
    state: &mut G::State,
    chance: &mut Playout,
) -> Option<Happened<G>> {
    let actor = *choose(chance, &runners::<G>(rules, state))?;
    let mut listed = Vec::new();
    G::legal(rules, state, actor, &mut listed);
    let action = choose(chance, &listed)?.clone();
    let before = state.clone();
    let (mut tape, mut report) = (telling(chance), Report::telling());
    assert_eq!(G::apply(rules, state, actor, &action, &mut tape, &mut report), Ok(()));
    Some(Happened { before, actor, action: Some(action), told: told(tape), report })
}

fn look_at<G: Contract>(rules: &Rules<G>, happened: &Happened<G>, seen: &mut Seen) {
    let Happened { before, actor, action, report, .. } = happened;
    seen.events += 1;
    for viewer in Seat::all(rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
        let facts: Vec<&Fact> = report.facts_for(viewer).collect();
        for outcome in hidden_outcomes(rules, happened, viewer) {
            assert_unnamed(&facts, &Arg::id("", outcome), viewer);
            seen.outcomes += 1;
        }
        let Some(action) = action else { continue };
        if G::seen(rules, before, *actor, action, viewer).is_none() {
            for (_, arg) in G::form(&rules.content, action).params {
                assert_unnamed(&facts, &arg, viewer);
                seen.choices += 1;
            }
        }
    }
}

/// The outcomes that the viewer may not see, but for those whose like it sees in the same event.
fn hidden_outcomes<'a, G: Contract>(
    rules: &Rules<G>,
    happened: &'a Happened<G>,
    viewer: Viewer,
) -> Vec<&'a str> {
    let Happened { before, actor, told, .. } = happened;
    let is_hidden =
        |index: usize| G::hides(before, &outcome(told, index, *actor, rules.seats), viewer);
    let (hidden, shown): (Vec<usize>, Vec<usize>) = (0..told.len()).partition(|i| is_hidden(*i));
    let is_shown = |name: &str| shown.iter().any(|index| told[*index].1 == name);
    let canaries = hidden.iter().map(|index| outcome(told, *index, *actor, rules.seats).label);
    canaries.filter(|name| !is_shown(name) && !G::lies_open(rules, before, name)).collect()
}

/// The outcome at `index` of those that were told by name.
pub(super) fn outcome(
    told: &[(String, String)],
    index: usize,
    actor: Actor,
    seats: u8,
) -> Outcome<'_> {
    let (what, label) = &told[index];
    let number = told[..index].iter().filter(|(earlier, _)| earlier == what).count();
    Outcome { what, label, number, actor, seats }
}

fn assert_unnamed(facts: &[&Fact], canary: &Arg, viewer: Viewer) {
    for fact in facts {
        let within = fact.sentence.args.iter().any(|(_, arg)| names(arg, canary));
        let anchors = fact.from.iter().chain(&fact.to);
        let beside = matches!(canary, Arg::Id { id, .. } if anchors.into_iter().any(|anchor| {
            anchor.0.split(' ').any(|word| word == id)
        }));
        assert!(!within && !beside, "{viewer:?} reads of {canary:?} in {fact:?}");
    }
}

/// Whether a parameter is the canary, or holds it.
fn names(arg: &Arg, canary: &Arg) -> bool {
    match (arg, canary) {
        (Arg::Id { id, .. }, Arg::Id { id: hidden, .. }) => id == hidden,
        (Arg::List(args), _) => args.iter().any(|arg| names(arg, canary)),
        (Arg::Sentence(sentence), _) => sentence.args.iter().any(|(_, arg)| names(arg, canary)),
        (Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::Id { .. }, _) => arg == canary,
    }
}
