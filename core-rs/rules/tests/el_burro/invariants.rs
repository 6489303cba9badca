//! What holds in every position, whoever plays (`rules.md` §2, §4, §7, §9, §26).

use std::sync::Arc;

use ludoteca_rules::el_burro::{Action, ElBurro, State};
use ludoteca_rules::{ContentFile, Game, Playout, Position, Report, Rules, Seat, Tape};

const CASES: [(u8, &[(&str, &str)]); 6] = [
    (2, &[]),
    (3, &[]),
    (4, &[]),
    (2, &[("variable_markets", "true"), ("simultaneous", "in_order")]),
    (3, &[("variable_bonuses", "true"), ("first_seat", "2"), ("simultaneous", "in_order")]),
    (
        4,
        &[
            ("variable_markets", "true"),
            ("variable_bonuses", "true"),
            ("rondel_direction", "counterclockwise"),
        ],
    ),
];

fn rules(seats: u8, options: &[(&str, &str)]) -> Arc<Rules<ElBurro>> {
    let given: Vec<_> = options.iter().map(|(id, v)| ((*id).to_owned(), (*v).to_owned())).collect();
    let ContentFile { content, hash } = ContentFile::<ElBurro>::parse(ElBurro::CONTENT).unwrap();
    let options = ElBurro::options(&content, seats, &given).unwrap();
    Arc::new(Rules { content, content_hash: hash, options, seats, revision: 1 })
}

/// Every farm card and every donkey card is in one place; a seat that is no actor has nothing to do.
fn assert_whole(rules: &Rules<ElBurro>, state: &State) {
    let mut cards = vec![0_u8; 108];
    let mut count = |card: usize| cards[card] += 1;
    state.pool.iter().chain(state.discard.iter()).for_each(|card| count(card.index()));
    for player in &state.players[..usize::from(rules.seats)] {
        player.hand.iter().for_each(|card| count(card.index()));
        player.field_cards.iter().for_each(|card| count(card.index()));
        player.admin_cards.iter().for_each(|card| count(card.index()));
        player.acquisitions.iter().flatten().for_each(|card| count(card.index()));
        player.barrows.iter().flatten().for_each(|barrow| count(barrow.card.index()));
        let sets =
            [player.donkey_pool, player.donkey_hand, player.donkey_discard, player.donkey_unused];
        let slots = [player.siesta_card, player.donkey_card].into_iter().flatten();
        let single = slots.chain(player.stable_cards.iter().copied()).count();
        let donkeys = sets.iter().map(|set| usize::from(set.len())).sum::<usize>() + single;
        assert_eq!(donkeys, 12);
        assert!(player.fields.iter().zip(player.field_goods).all(|(cards, goods)| *cards >= goods));
        assert!(player.stack.len() < 40, "{:?}", player.stack);
    }
    assert!(cards.iter().all(|count| *count == 1), "{cards:?}");
    for seat in Seat::all(rules.seats) {
        let waits = state.step.is_simultaneous() && !state.done.contains(seat);
        let idle = state.player(seat).stack.is_empty();
        assert_eq!(idle, !state.actors.contains(seat) && !waits || state.over, "{seat:?}");
    }
}

/// What random play has met.
#[derive(Debug, Default)]
struct Met {
    positions: u64,
    longest_list: usize,
    deepest_stack: usize,
    longest_turn: u16,
}

impl Met {
    fn look_at(&mut self, rules: &Rules<ElBurro>, position: &Position<ElBurro>) {
        assert_whole(rules, position.state());
        self.positions += 1;
        self.longest_list = self.longest_list.max(position.legal().len());
        for player in &position.state().players {
            self.deepest_stack = self.deepest_stack.max(player.stack.len());
            self.longest_turn = self.longest_turn.max(player.turn_actions);
        }
    }
}

/// §26: random play always ends and keeps every card. Every action is played in `vocabulary.rs`.
#[test]
fn random_play_keeps_every_card_and_ends() {
    let mut met = Met::default();
    for (seats, options) in CASES {
        let rules = rules(seats, options);
        for seed in 0..30 {
            let mut position = Position::<ElBurro>::new(Arc::clone(&rules), seed);
            met.look_at(&rules, &position);
            while position.act_at_random() {
                met.look_at(&rules, &position);
            }
            assert!(ElBurro::outcome(&rules, position.state()).is_some());
        }
    }
    println!("{met:?}");
}

#[test]
fn playing_defaults_alone_ends() {
    for (seats, options) in CASES {
        let rules = rules(seats, options);
        let mut chance = Playout::new(1);
        let mut state =
            ElBurro::setup(&rules, &mut Tape::playout(&mut chance), &mut Report::silent());
        let mut count = 0;
        while let Some(seat) = ElBurro::deciders(&rules, &state).iter().next() {
            let action: Action = ElBurro::default_action(&rules, &state, seat).unwrap();
            let mut tape = Tape::playout(&mut chance);
            let actor = ludoteca_rules::Actor::Seat(seat);
            let mut report = Report::silent();
            ElBurro::apply(&rules, &mut state, actor, &action, &mut tape, &mut report).unwrap();
            assert_whole(&rules, &state);
            count += 1;
            assert!(count < 2_000);
        }
        println!("{seats} seats: {count} defaults");
    }
}
