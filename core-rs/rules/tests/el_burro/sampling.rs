//! Views and states sampled from a view alone (§4.3 says what a view leaves open).

use std::collections::BTreeMap;

use ludoteca_rules::el_burro::{Cards, Deck, DonkeyCards, ElBurro, State, Step};
use ludoteca_rules::{Actor, Game, Playout, Position, Rules, Seat, Tape, Viewer, encode};

use crate::board::rules;

fn sample(rules: &Rules<ElBurro>, state: &State, viewer: Viewer, chance: &mut Playout) -> State {
    let view = ElBurro::view(rules, state, viewer);
    let sampled = ElBurro::determinize(rules, &view, &mut Tape::playout(chance));
    let again = ElBurro::view(rules, &sampled, viewer);
    assert_eq!(encode(&again), encode(&view), "{viewer:?}");
    sampled
}

/// The position of a random game that `wanted` is looking for.
fn position(seats: u8, seed: u64, wanted: impl Fn(&State) -> bool) -> Position<ElBurro> {
    let mut position = Position::<ElBurro>::new(rules(seats, &[]).unwrap(), seed);
    while !wanted(position.state()) {
        assert!(position.act_at_random(), "the game ended before");
    }
    position
}

/// Seats that have chosen their donkey cards while others still choose.
fn chosen(state: &State) -> usize {
    if state.step != Step::DonkeyChoice {
        return 0;
    }
    state.players.iter().filter(|player| player.siesta_card.is_some()).count()
}

/// §4.3: a sampled state looks the same to its viewer, and every card is in one place.
#[test]
fn s04_samples_keep_what_is_seen() {
    let (mut chance, mut samples) = (Playout::new(5), 0_u32);
    for seats in 2..=4 {
        let mut position = Position::<ElBurro>::new(rules(seats, &[]).unwrap(), 40);
        let mut step = 0_u32;
        loop {
            step += 1;
            let viewers = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Public]);
            for viewer in viewers.filter(|_| step.is_multiple_of(5)) {
                let state = sample(position.rules(), position.state(), viewer, &mut chance);
                let hands = state.players.iter().map(|player| player.hand);
                let all = hands.fold(state.pool.or(state.discard), Cards::or);
                let before = position.state().players.iter().map(|player| player.hand);
                let before = before.fold(position.state().pool, Cards::or);
                assert_eq!(all, before.or(state.discard), "no card is new, none is lost");
                for player in &state.players[..usize::from(seats)] {
                    let slots = player.siesta_card.into_iter().chain(player.donkey_card);
                    let open: DonkeyCards =
                        slots.chain(player.stable_cards.iter().copied()).collect();
                    let sets = [player.donkey_pool, player.donkey_hand, player.donkey_discard];
                    let sets = sets.into_iter().chain([player.donkey_unused, open]);
                    let (sum, union) = sets.fold((0, DonkeyCards::NONE), |(sum, union), set| {
                        (sum + set.len(), union.or(set))
                    });
                    assert_eq!((sum, union), (12, DonkeyCards::ALL));
                }
                samples += 1;
            }
            if !position.act_at_random() {
                break;
            }
        }
    }
    println!("{samples} samples");
    assert!(samples > 500);
}

/// §4.2: face-down donkey cards are their seat's own until all have chosen.
#[test]
fn s04_chosen_donkey_cards_are_hidden() {
    let position = position(3, 7, |state| chosen(state) == 2);
    let (rules, state) = (position.rules(), position.state());
    let chosen: Vec<Seat> =
        Seat::all(3).filter(|seat| state.player(*seat).siesta_card.is_some()).collect();
    for seat in chosen {
        let player = state.player(seat);
        let own = &ElBurro::view(rules, state, Viewer::Seat(seat)).players[seat.index()];
        assert_eq!((own.siesta_card, own.donkey_card), (player.siesta_card, player.donkey_card));
        assert_eq!(own.stable_cards, player.stable_cards);
        assert!(own.chosen && own.own.is_some());
        for viewer in [Viewer::Seat(seat.next(3)), Viewer::Public] {
            let seen = &ElBurro::view(rules, state, viewer).players[seat.index()];
            assert_eq!((seen.siesta_card, seen.donkey_card), (None, None));
            assert_eq!(seen.stable_cards.len() + 1, player.stable_cards.len());
            assert_eq!((seen.stable_hidden, seen.chosen), (1, true));
            assert!(seen.own.is_none());
        }
    }
}

/// §4.3: what the viewer knows itself stays; each unseen card is as likely in one hidden place as in another.
#[test]
fn s04_samples_are_fair() {
    const SAMPLES: u32 = 4000;
    let position = position(2, 3, |state| chosen(state) == 1);
    let (rules, state) = (position.rules(), position.state());
    let hidden = Seat::all(2).find(|seat| state.player(*seat).siesta_card.is_some()).unwrap();
    let viewer = hidden.next(2);
    let (mut chance, mut siesta, mut hands) = (Playout::new(9), BTreeMap::new(), BTreeMap::new());
    for _ in 0..SAMPLES {
        let sampled = sample(rules, state, Viewer::Seat(viewer), &mut chance);
        let (own, other) = (sampled.player(viewer), sampled.player(hidden));
        assert_eq!(own.hand, state.player(viewer).hand);
        assert_eq!(own.donkey_hand, state.player(viewer).donkey_hand);
        *siesta.entry(other.siesta_card).or_insert(0_u32) += 1;
        for card in other.hand.of(Deck::Normal).iter() {
            *hands.entry(card).or_insert(0_u32) += 1;
        }
    }
    // In round 1 any of the twelve cards may lie face down.
    assert_eq!(siesta.len(), 12);
    let (least, most) = (siesta.values().min().unwrap(), siesta.values().max().unwrap());
    assert!(*least > 240 && *most < 430, "333 of {SAMPLES} each: {siesta:?}");
    let unseen = state.pool.or(state.player(hidden).hand).of(Deck::Normal).len();
    let held = state.player(hidden).hand.of(Deck::Normal).len();
    let mean = SAMPLES * u32::from(held) / u32::from(unseen);
    assert_eq!(hands.len(), usize::from(unseen));
    let near = |count: &u32| count.abs_diff(mean) * 3 < mean;
    assert!(hands.values().all(near), "{mean} of {SAMPLES} each: {hands:?}");
}

/// §26: what is discarded stays hidden from the others in the log; the rest is told by the last choice.
#[test]
fn s26_the_log_hides_choices_of_donkey_cards() {
    let position = position(3, 11, |state| state.step == Step::DonkeyChoice);
    let (rules, mut state) = (position.rules(), position.state().clone());
    for (number, seat) in Seat::all(3).enumerate() {
        let (mut legal, actor) = (Vec::new(), Actor::Seat(seat));
        ElBurro::legal(rules, &state, actor, &mut legal);
        assert_eq!(legal.len(), 24, "four cards in four places");
        let action = legal[0];
        let seen = |viewer| ElBurro::seen(rules, &state, actor, &action, viewer);
        assert_eq!(seen(Viewer::Seat(seat)), Some(action));
        for viewer in [Viewer::Seat(seat.next(3)), Viewer::Public] {
            let form = seen(viewer).map(|action| ElBurro::form(&rules.content, &action));
            let names = form.map(|form| form.params.into_iter().map(|(name, _)| name).collect());
            let last = number == 2;
            let open = || ["siesta", "donkey", "stable"].map(str::to_owned).to_vec();
            assert_eq!(names, last.then(open), "{viewer:?}");
        }
        let mut chance = Playout::new(1);
        let mut report = ludoteca_rules::Report::silent();
        let mut tape = Tape::playout(&mut chance);
        ElBurro::apply(rules, &mut state, actor, &action, &mut tape, &mut report).unwrap();
    }
}

/// §9.5: a good costs more than it brings, whatever lies in play.
#[test]
fn s09_5_no_price_gains_silver() {
    let mut prices = 0_u32;
    for seats in 2..=4 {
        let mut position = Position::<ElBurro>::new(crate::fixture::rules(seats), 8);
        loop {
            let view = ElBurro::view(position.rules(), position.state(), Viewer::Public);
            for derived in view.players.iter().map(|player| &player.derived) {
                for (buy, sell) in derived.buy.iter().zip(derived.sell) {
                    assert!(buy.is_none() || *buy > sell, "{derived:?}");
                    prices += 1;
                }
            }
            if !position.act_at_random() {
                break;
            }
        }
    }
    println!("{prices} prices");
}
