//! Every way to play comes to an end, and what is created says how it will be played.

use ludoteca_rules::{
    Actor, ContentFile, Deed, Game, Lifecycle, Playout, Position, Refusal, Rules, Seat,
};

use super::live::{Live, Manner, content};
use super::{Case, Contract, Counts, Effort};

/// The rules of a table like `case`.
pub(crate) fn rules<G: Game>(file: &ContentFile<G>, case: &Case) -> Rules<G> {
    let given = |(id, value): &(&str, &str)| ((*id).to_owned(), (*value).to_owned());
    let given: Vec<_> = case.options.iter().map(given).collect();
    let options = G::options(&file.content, case.seats, &given).expect("a case has good options");
    Rules {
        content: std::sync::Arc::clone(&file.content),
        content_hash: file.hash,
        options,
        seats: case.seats,
        revision: G::REVISION,
    }
}

/// Options survive being written out; unknown ones, and seats that the game has not, are refused as nonsense.
pub(crate) fn options_resolve_both_ways<G: Contract>(_effort: Effort) -> Counts {
    let file = content::<G>();
    let (mut cases, mut refused) = (0, 0);
    for case in G::CASES {
        let rules = rules(&file, case);
        let written = G::option_values(&rules.options);
        let owned: Vec<_> = written.iter().map(|(id, v)| ((*id).to_owned(), v.clone())).collect();
        let again = G::options(&file.content, case.seats, &owned);
        assert_eq!(again.as_ref(), Ok(&rules.options), "{written:?}");
        let mut bad = vec![vec![("no_such_option".to_owned(), "1".to_owned())]];
        for (id, _) in &owned {
            for value in ["", "nonsense", "-1", "99999999999999999999"] {
                bad.push(vec![(id.clone(), value.to_owned())]);
            }
            bad.push([owned.clone(), owned.clone()].concat());
        }
        for given in bad {
            let answer = G::options(&file.content, case.seats, &given);
            assert!(answer.as_ref().is_err_and(Refusal::is_nonsense), "{given:?}: {answer:?}");
            refused += 1;
        }
        cases += 1;
    }
    let seats = G::seats(&file.content);
    for count in (0..=u8::MAX).filter(|count| !seats.contains(count)) {
        let answer = G::options(&file.content, count, &[]);
        assert!(answer.as_ref().is_err_and(Refusal::is_nonsense), "{count} seats: {answer:?}");
        refused += 1;
    }
    vec![("cases", cases), ("refused", refused)]
}

/// Random play ends within the game's bound; until then somebody has to decide.
pub(crate) fn random_play_ends<G: Contract>(effort: Effort) -> Counts {
    let (mut games, mut decisions, mut longest) = (0, 0, 0);
    let mut chance = Playout::new(effort.seed);
    let file = content::<G>();
    for _ in 0..effort.games {
        for case in G::CASES {
            let mut position = Position::new(rules(&file, case).into(), chance.word());
            let mut played = 0;
            while position.act_at_random() {
                played += 1;
                assert!(played < G::LONGEST, "no end after {played} decisions");
            }
            assert_ended(&position, case);
            games += 1;
            decisions += played as u64;
            longest = longest.max(played as u64);
        }
    }
    vec![("games", games), ("decisions", decisions), ("longest", longest)]
}

/// The end names every seat once.
fn assert_ended<G: Game>(position: &Position<G>, case: &Case) {
    let outcome = G::outcome(position.rules(), position.state());
    let outcome = outcome.expect("nobody can act, so the game is over");
    let mut ranked: Vec<Seat> = outcome.ranking.concat();
    ranked.sort_unstable();
    assert_eq!(ranked, Seat::all(case.seats).collect::<Vec<_>>(), "{outcome:?}");
    assert!(outcome.ranking.iter().all(|group| !group.is_empty()));
    assert!(outcome.winners.iter().all(|seat| outcome.ranking[0].contains(seat)));
    let mut listed = Vec::new();
    G::legal(position.rules(), position.state(), Actor::Clock, &mut listed);
    assert!(listed.is_empty(), "the clock goes on after the end");
}

/// A game in which every seat plays its default action ends.
pub(crate) fn default_play_ends<G: Contract>(effort: Effort) -> Counts {
    let (mut games, mut decisions) = (0, 0);
    for seed in 0..u64::from(effort.games.min(20)) {
        for case in G::CASES.iter().filter(|case| case.ends_by_default) {
            let mut live = Live::<G>::started(case, effort.seed.wrapping_add(seed));
            let start = live.steps.len();
            while !live.table().is_over() {
                act_by_default(&mut live);
                assert!(live.steps.len() - start < G::LONGEST, "defaults without end");
            }
            assert_eq!(live.table().lifecycle(), Lifecycle::Finished);
            games += 1;
            decisions += (live.steps.len() - start) as u64;
        }
    }
    vec![("games", games), ("decisions", decisions)]
}

/// The first seat that decides plays its default action; where none has one the clock does what is due next.
fn act_by_default<G: Contract>(live: &mut Live<G>) {
    let (rules, state) = (live.table().rules(), live.table().state());
    let state = state.expect("a started table has a state");
    let mut deeds = live.table().deciders().iter().filter_map(|seat| {
        let action = G::default_action(rules, state, seat)?;
        Some(Deed::Acted { actor: Actor::Seat(seat), by_clock: false, action })
    });
    match deeds.next() {
        Some(deed) => live.must(deed),
        None => live.wait(),
    }
}

/// Seats that go one by one end the table when one is left; the last to go is ranked before the others.
pub(crate) fn resignations_end_a_table<G: Contract>(effort: Effort) -> Counts {
    let mut tables = 0;
    let mut chance = Playout::new(effort.seed);
    for _ in 0..effort.games {
        for case in G::CASES {
            let mut live = Live::<G>::started(case, chance.word());
            let mut gone = Vec::new();
            let last = chance.below(u32::from(case.seats));
            for seat in Seat::all(case.seats).filter(|seat| u32::from(seat.0) != last) {
                for _ in 0..chance.below(8) {
                    live.advance(Manner::default());
                }
                if live.table().is_over() {
                    break;
                }
                live.must(Deed::Resigned { seat });
                gone.push(seat);
            }
            while live.advance(Manner::default()) {}
            let ranking = live.table().ranking().concat();
            gone.reverse();
            assert!(ranking.ends_with(&gone), "{ranking:?} after {gone:?} went");
            assert_eq!(ranking.len(), usize::from(case.seats));
            tables += 1;
        }
    }
    vec![("tables", tables)]
}
