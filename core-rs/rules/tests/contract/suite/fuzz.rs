//! Anything may be asked of a table, and anything may stand in a log: the answer is always one of ours.

use std::sync::Arc;

use ludoteca_rules::{
    Actor, Ask, Deed, Event, Holder, Joined, Playout, Refusal, Report, Seat, Table, Timeline,
    encode,
};

use super::live::{Live, Manner, choose, holder, terms};
use super::replay::assert_same;
use super::{Case, Contract, Counts, Effort};

/// So many deeds are asked of each table, and so many logs are made of each log.
const TRIES: u32 = 200;
/// The longest log that is spoilt: what comes later is no different.
const LOG_MOST: usize = 150;

/// Every action that was legal at some time, and some that never are.
struct Actions<A>(Vec<A>);

impl<A: Clone + PartialEq> Actions<A> {
    fn of<G: Contract<Action = A>>(live: &Live<G>, chance: &mut Playout) -> Self {
        let mut actions = Vec::new();
        for step in &live.steps {
            for actor in step.table.deciders().iter().map(Actor::Seat).chain([Actor::Clock]) {
                let legal = step.table.legal(actor);
                actions.extend(choose(chance, &legal).cloned());
            }
            actions.extend(G::wild(chance));
        }
        Self(actions)
    }

    fn any(&self, chance: &mut Playout) -> A {
        choose(chance, &self.0).expect("some action was legal").clone()
    }
}

/// R9: whatever is asked is either refused with a reason, or accepted; then the event evolves to the same table.
/// Asking changes nothing.
pub(crate) fn r09_decide_answers_everything<G: Contract>(effort: Effort) -> Counts {
    let (mut accepted, mut refused) = (0, 0);
    let mut chance = Playout::new(effort.seed);
    let manner = Manner { takebacks: 20, resignations: 20, ..Manner::default() };
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), manner);
            let actions = Actions::of(&live, &mut chance);
            for _ in 0..TRIES {
                let Some(step) = choose(&mut chance, &live.steps) else { continue };
                let before = step.table.digest();
                let deed = any_deed(case, &actions, &step.table, &mut chance);
                let ask = Ask { at_ms: any_time(&mut chance), request_id: vec![7; 16] };
                let decided = step.table.decide(deed.clone(), &ask, &mut Report::telling());
                assert_eq!(step.table.digest(), before, "asking for {deed:?} changed the table");
                match decided {
                    Ok(decided) => {
                        if let Some(after) = decided.table {
                            let mut table = step.table.clone();
                            let done = table.evolve(&decided.event, &mut Report::silent());
                            assert!(done.is_ok(), "{:?} does not evolve: {done:?}", decided.event);
                            assert_same(&table, &after);
                        }
                        accepted += 1;
                    }
                    Err(refusal) => {
                        assert!(!refusal.code().is_empty() && !refusal.rule().is_empty());
                        assert!(refusal.sentence().key.starts_with("reject-"));
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 0 && refused > 0, "{accepted} accepted, {refused} refused");
    vec![("accepted", accepted), ("refused", refused)]
}

fn any_time(chance: &mut Playout) -> u64 {
    match chance.below(4) {
        0 => 0,
        1 => u64::MAX,
        _ => chance.word() >> 40,
    }
}

fn any_seat(case: &Case, chance: &mut Playout) -> Seat {
    let wild = [case.seats, 8, 9, 64, 255];
    match chance.below(8) {
        0 => Seat(*choose(chance, &wild).unwrap_or(&255)),
        _ => Seat(u8::try_from(chance.below(u32::from(case.seats))).unwrap_or(0)),
    }
}

fn any_holder(chance: &mut Playout) -> Holder {
    let names = ["Ana", "", " ", "\u{7}", "\u{202e}", "12345678901234567890123456789012345678901"];
    let number = u8::try_from(chance.below(6)).unwrap_or(0);
    Holder {
        name: (*choose(chance, &names).unwrap_or(&"")).to_owned(),
        bot: chance.below(2) == 0,
        token_hash: vec![number; chance.below(40) as usize],
        contribution: vec![1; chance.below(80) as usize],
    }
}

fn any_deed<G: Contract>(
    case: &Case,
    actions: &Actions<G::Action>,
    table: &Table<G>,
    chance: &mut Playout,
) -> Deed<G::Action> {
    let seat = any_seat(case, chance);
    match chance.below(12) {
        0 => Deed::Created(Arc::new(terms::<G>(case, 1))),
        1 => Deed::Joined(Joined { seat: Some(seat), holder: any_holder(chance) }),
        2 => Deed::Joined(Joined { seat: None, holder: holder(200) }),
        3 => Deed::Left { seat },
        4 => Deed::Started { seat },
        5 => Deed::TakenBack { seat, to_seq: any_seq(table.seq(), chance) },
        6 => Deed::Resigned { seat },
        7 => Deed::Abandoned,
        8 => table.due(u64::MAX).unwrap_or(Deed::Abandoned),
        _ => {
            let actor = if chance.below(9) == 0 { Actor::Clock } else { Actor::Seat(seat) };
            let legal = table.legal(actor);
            let legal = choose(chance, &legal).cloned();
            let action = legal.filter(|_| chance.below(2) == 0);
            let action = action.unwrap_or_else(|| actions.any(chance));
            Deed::Acted { actor, by_clock: chance.below(6) == 0, action }
        }
    }
}

fn any_seq(last: u64, chance: &mut Playout) -> u64 {
    match chance.below(5) {
        0 => chance.word(),
        1 => 0,
        _ => (last + 2).saturating_sub(u64::from(chance.below(6))),
    }
}

/// A spoilt log replays to a table or is corrupt, and the timeline finds at least what the replay finds.
pub(crate) fn evolve_survives_everything<G: Contract>(effort: Effort) -> Counts {
    let (mut replayed, mut corrupt) = (0, 0);
    let mut chance = Playout::new(effort.seed);
    let manner = Manner { takebacks: 20, resignations: 20, ..Manner::default() };
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), manner);
            let actions = Actions::of(&live, &mut chance);
            let mut log = live.events();
            log.truncate(LOG_MOST);
            for _ in 0..TRIES / 4 {
                let mut spoilt = log.clone();
                for _ in 0..=chance.below(2) {
                    spoil(case, &mut spoilt, &actions, &live, &mut chance);
                }
                let whole = Table::replay(&live.file, &spoilt);
                match tell(&live, &spoilt) {
                    Ok(timeline) => {
                        let whole = whole.expect("the timeline is the stricter of the two");
                        assert_same(&whole, timeline.table());
                        let _ = encode(&whole.state());
                        replayed += 1;
                    }
                    Err(error) => {
                        assert!(!error.why.is_empty());
                        corrupt += 1;
                    }
                }
            }
        }
    }
    assert!(corrupt > 0, "no spoilt log was found out");
    vec![("replayed", replayed), ("corrupt", corrupt)]
}

fn tell<G: Contract>(
    live: &Live<G>,
    log: &[Event<G::Action>],
) -> Result<Timeline<G>, ludoteca_rules::Corrupt> {
    let Some((first, rest)) = log.split_first() else {
        return Err(Table::replay(&live.file, log).expect_err("an empty log is none"));
    };
    let mut timeline = Timeline::first(&live.file, first)?;
    for event in rest {
        timeline.evolve(event, &mut Report::telling())?;
    }
    Ok(timeline)
}

/// Changes something somewhere in a log.
fn spoil<G: Contract>(
    case: &Case,
    log: &mut Vec<Event<G::Action>>,
    actions: &Actions<G::Action>,
    live: &Live<G>,
    chance: &mut Playout,
) {
    let Ok(count @ 1..) = u32::try_from(log.len()) else { return };
    let at = chance.below(count) as usize;
    match chance.below(12) {
        0 => drop(log.remove(at)),
        1 => log.insert(at, log[at].clone()),
        2 => log.swap(at, chance.below(count) as usize),
        3 => log[at].seq = any_seq(log[at].seq, chance),
        4 => log[at].at_ms = any_time(chance),
        5 => drop(log[at].picks.pop()),
        6 => log[at].picks.push(chance.below(3)),
        7 => {
            let pick = u32::try_from(chance.word() >> 32).unwrap_or(0);
            log[at].picks.iter_mut().for_each(|old| *old = pick);
        }
        8 => log.truncate(at),
        9 => log[at].picks = vec![0; chance.below(40) as usize],
        _ => {
            let table = choose(chance, &live.steps).map_or(live.table(), |step| &step.table);
            log[at].deed = any_deed(case, actions, table, chance);
        }
    }
}
