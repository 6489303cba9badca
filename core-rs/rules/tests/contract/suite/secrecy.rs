//! Non-interference: two states that differ only in what a viewer may not see look the same to that viewer,
//! and go on looking the same whatever happens.

use ludoteca_rules::{Actor, Fact, Playout, Report, Rules, Script, Seat, Tape, Viewer, encode};

use super::canary::outcome;
use super::live::{Live, Manner, choose, runners};
use super::vocabulary::Vocabulary;
use super::{Case, Contract, Counts, Effort};

/// So many actions are played on in both states of a pair.
const FURTHER: u32 = 12;
/// So many forms are asked about in both states of a pair.
const QUESTIONS: u32 = 10;

#[derive(Default)]
struct Seen {
    pairs: u64,
    alike: u64,
    actions: u64,
    hidden: u64,
}

/// R3 (design, "What must always hold"): no viewer learns from views, facts, lists or refusals what is hidden.
pub(crate) fn r03_no_viewer_learns_what_is_hidden<G: Contract>(effort: Effort) -> Counts {
    let mut seen = Seen::default();
    let mut chance = Playout::new(effort.seed);
    let mut vocabulary = Vocabulary::default();
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            for step in &live.steps {
                let Some(state) = step.table.state() else { continue };
                for actor in step.table.deciders().iter().map(Actor::Seat).chain([Actor::Clock]) {
                    for action in step.table.legal(actor) {
                        vocabulary.learn(&G::form(&live.file.content, &action));
                    }
                }
                if chance.below(4) != 0 || step.table.is_over() {
                    continue;
                }
                for viewer in viewers(case) {
                    let pair = Pair { rules: step.table.rules(), viewer };
                    pair.follow(state, &vocabulary, &mut chance, &mut seen);
                }
            }
        }
    }
    assert_eq!(seen.pairs > 0, G::SECRETS, "pairs that differ in something hidden");
    vec![
        ("pairs that differ", seen.pairs),
        ("pairs that do not", seen.alike),
        ("actions in both", seen.actions),
        ("of them hidden", seen.hidden),
    ]
}

fn viewers(case: &Case) -> impl Iterator<Item = Viewer> + use<> {
    Seat::all(case.seats).map(Viewer::Seat).chain([Viewer::Public])
}

/// One viewer's look at two states.
struct Pair<'a, G: Contract> {
    rules: &'a Rules<G>,
    viewer: Viewer,
}

impl<G: Contract> Pair<'_, G> {
    /// Makes a second state from what the viewer sees of the first, and plays both on.
    fn follow(
        &self,
        state: &G::State,
        vocabulary: &Vocabulary,
        chance: &mut Playout,
        seen: &mut Seen,
    ) {
        let view = G::view(self.rules, state, self.viewer);
        let mut there = G::determinize(self.rules, &view, &mut Tape::playout(chance));
        let mut here = state.clone();
        for _ in 0..FURTHER {
            // Two states that are the same prove nothing, but a hidden choice may set them apart.
            if here == there {
                seen.alike += 1;
            } else {
                seen.pairs += 1;
                self.assert_alike(&here, &there);
                self.assert_same_answers(&here, &there, vocabulary, chance);
            }
            if !G::SECRETS || !self.go_on(&mut here, &mut there, chance, seen) {
                break;
            }
        }
    }

    fn assert_alike(&self, here: &G::State, there: &G::State) {
        let view = |state| encode(&G::view(self.rules, state, self.viewer));
        assert_eq!(view(here), view(there), "{:?} sees {here:?} and {there:?}", self.viewer);
        assert_eq!(G::deciders(self.rules, here), G::deciders(self.rules, there));
        assert_eq!(G::alarm(self.rules, here), G::alarm(self.rules, there));
        let list = |state, actor| {
            let mut listed = Vec::new();
            G::legal(self.rules, state, actor, &mut listed);
            listed
        };
        assert_eq!(list(here, Actor::Clock), list(there, Actor::Clock), "the clock's actions");
        let Viewer::Seat(seat) = self.viewer else { return };
        let listed = list(here, Actor::Seat(seat));
        assert_eq!(listed, list(there, Actor::Seat(seat)), "the legal actions of {seat:?}");
        let offer = |state, action| G::offer(self.rules, state, Actor::Seat(seat), action);
        for action in &listed {
            assert_eq!(offer(here, action), offer(there, action));
        }
        let prompt = |state| G::prompt(self.rules, state, seat);
        assert_eq!(prompt(here), prompt(there));
    }

    /// The viewer's seat may ask for anything: the answers are the same.
    fn assert_same_answers(
        &self,
        here: &G::State,
        there: &G::State,
        vocabulary: &Vocabulary,
        chance: &mut Playout,
    ) {
        let Viewer::Seat(seat) = self.viewer else { return };
        for _ in 0..QUESTIONS {
            let Some(form) = vocabulary.random(chance) else { return };
            let Ok(action) = G::action(&self.rules.content, &form) else { continue };
            let check = |state| G::check(self.rules, state, Actor::Seat(seat), &action);
            assert_eq!(check(here), check(there), "{seat:?} asks for {form:?}");
        }
    }

    /// Plays an action in both states, as far as the viewer can tell the same one with the same outcomes;
    /// false where none can be found or the game is over.
    fn go_on(
        &self,
        here: &mut G::State,
        there: &mut G::State,
        chance: &mut Playout,
        seen: &mut Seen,
    ) -> bool {
        let actors = runners::<G>(self.rules, here);
        let actor = choose(chance, &actors).copied().unwrap_or(Actor::Clock);
        let Some((action, other)) = self.common_action(here, there, actor, chance) else {
            return false;
        };
        let looks =
            |state: &G::State, action| G::seen(self.rules, state, actor, action, self.viewer);
        let (look, look_there) = (looks(here, &action), looks(there, &other));
        assert_eq!(look, look_there, "what {:?} sees of the action", self.viewer);
        let label = |state: &G::State, seen: &Option<G::Action>| {
            seen.as_ref().map(|action| G::offer(self.rules, state, actor, action).label)
        };
        let labels = (label(here, &look), label(there, &look_there));
        let uncovers = G::uncovers(here, actor, &action, self.viewer);
        assert!(uncovers || labels.0 == labels.1, "{:?} reads {labels:?}", self.viewer);
        let before = here.clone();
        let (told, facts, showed) = self.apply(here, actor, &action, Script::default(), chance);
        let hidden = self.hidden(&before, actor, &told);
        let script = Script::new(told.iter().zip(&hidden).map(|((what, outcome), hidden)| {
            (what.clone(), if *hidden { Script::ANY.to_owned() } else { outcome.clone() })
        }));
        let before_there = there.clone();
        let (told_there, facts_there, showed_there) =
            self.apply(there, actor, &other, script, chance);
        let hidden_there = self.hidden(&before_there, actor, &told_there);
        if hidden.iter().zip(&hidden_there).any(|(one, other)| one != other) {
            return false; // what was drawn face down in one state shows itself in the other
        }
        if uncovers && facts != facts_there {
            return false; // the viewer knows more from here on
        }
        let both = || told.iter().zip(&told_there);
        let mut public = both().zip(&hidden).filter(|(_, hidden)| !**hidden);
        if public.any(|((one, other), _)| one.0 == other.0 && one.1 != other.1) {
            return false; // an outcome that the viewer sees is not possible there
        }
        assert!(both().all(|(one, other)| one.0 == other.0), "{told:?} but {told_there:?}");
        assert_eq!(told.len(), told_there.len(), "{action:?} draws more often in one state");
        assert_eq!(showed, showed_there, "{action:?} shows something in one state only");
        let over = |state| G::outcome(self.rules, state).is_some();
        assert_eq!(over(here), over(there), "the game is over in one state only");
        if over(here) {
            return false;
        }
        assert_eq!(facts, facts_there, "{:?} reads of {action:?}", self.viewer);
        seen.actions += 1;
        seen.hidden += u64::from(look.as_ref() != Some(&action));
        true
    }

    /// Which of the outcomes the viewer may not see.
    fn hidden(&self, state: &G::State, actor: Actor, told: &[(String, String)]) -> Vec<bool> {
        let hidden =
            |index| G::hides(state, &outcome(told, index, actor, self.rules.seats), self.viewer);
        (0..told.len()).map(hidden).collect()
    }

    /// An action for either state that looks the same to the viewer.
    fn common_action(
        &self,
        here: &G::State,
        there: &G::State,
        actor: Actor,
        chance: &mut Playout,
    ) -> Option<(G::Action, G::Action)> {
        let list = |state| {
            let mut listed = Vec::new();
            G::legal(self.rules, state, actor, &mut listed);
            listed
        };
        let (mut listed, others) = (list(here), list(there));
        let look = |state: &G::State, action: &G::Action| {
            G::seen(self.rules, state, actor, action, self.viewer)
        };
        while !listed.is_empty() {
            let count = u32::try_from(listed.len()).unwrap_or(u32::MAX);
            let action = listed.swap_remove(chance.below(count) as usize);
            let seen = look(here, &action);
            let alike: Vec<_> = others.iter().filter(|other| look(there, other) == seen).collect();
            if let Some(other) = choose(chance, &alike) {
                return Some((action, (*other).clone()));
            }
        }
        None
    }

    /// The outcomes by name, what the viewer reads, and whether anything was shown.
    fn apply(
        &self,
        state: &mut G::State,
        actor: Actor,
        action: &G::Action,
        script: Script,
        chance: &mut Playout,
    ) -> (Vec<(String, String)>, Vec<Fact>, bool) {
        let script = script.drawing(Playout::new(chance.word()));
        let mut tape = Tape::scripted(script);
        let mut report = Report::telling();
        let applied = G::apply(self.rules, state, actor, action, &mut tape, &mut report);
        assert_eq!(applied, Ok(()), "{action:?} was legal");
        let told = tape.into_script().map(|script| script.told().to_vec()).unwrap_or_default();
        (told, report.facts_for(self.viewer).cloned().collect(), report.showed())
    }
}

/// R4: whatever a seat sees is enough to make the public's view: the public never sees more.
pub(crate) fn r04_the_public_sees_no_more_than_a_seat<G: Contract>(effort: Effort) -> Counts {
    let mut views = 0;
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            for step in &live.steps {
                let (rules, Some(state)) = (step.table.rules(), step.table.state()) else {
                    continue;
                };
                // A seat that the table has not got is nobody's: it sees what the public sees.
                let public = encode(&G::view(rules, state, Viewer::Public));
                let stranger = Viewer::Seat(Seat(case.seats));
                assert_eq!(encode(&G::view(rules, state, stranger)), public);
                if step.table.is_over() {
                    continue; // the ranking may tell of what was hidden until the end
                }
                for seat in Seat::all(case.seats) {
                    let view = G::view(rules, state, Viewer::Seat(seat));
                    let world = G::determinize(rules, &view, &mut Tape::playout(&mut chance));
                    assert_eq!(encode(&G::view(rules, &world, Viewer::Public)), public);
                    views += 1;
                }
            }
        }
    }
    vec![("views", views)]
}
