//! What holds in every position, whoever plays (`rules.md` §2, §4, §7, §9, §26).

use std::sync::Arc;

use ludoteca_rules::el_burro::{Action, ElBurro, State, Verb};
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
#[derive(Debug)]
struct Met {
    decisions: u64,
    played: [u64; Verb::ALL.len()],
    longest_list: usize,
    deepest_stack: usize,
    longest_turn: u16,
}

impl Met {
    fn look_at(&mut self, rules: &Rules<ElBurro>, position: &Position<ElBurro>) {
        assert_whole(rules, position.state());
        self.longest_list = self.longest_list.max(position.legal().len());
        for player in &position.state().players {
            self.deepest_stack = self.deepest_stack.max(player.stack.len());
            self.longest_turn = self.longest_turn.max(player.turn_actions);
        }
    }

    /// Plays a random legal action, or one of those that an eager seat likes best; `false`: the game is over.
    fn act(&mut self, position: &mut Position<ElBurro>, chance: &mut Playout, eager: bool) -> bool {
        let legal = position.legal();
        let best = legal.iter().map(|action| if eager { liking(action) } else { 0 }).max();
        let Some(best) = best else { return false };
        let liked = |action: &Action| !eager || liking(action) == best;
        let liked: Vec<usize> = (0..legal.len()).filter(|index| liked(&legal[*index])).collect();
        let index = liked[chance.below(u32::try_from(liked.len()).unwrap()) as usize];
        self.played[legal[index].verb().unwrap().index()] += 1;
        self.decisions += 1;
        position.act(index);
        true
    }
}

/// How much a seat that is eager to travel likes an action: so the barriers and the harbour are reached.
fn liking(action: &Action) -> u8 {
    match action.verb().unwrap() {
        Verb::FulfilAchievement | Verb::MoveDonkey | Verb::TakeBranch => 4,
        Verb::Deliver | Verb::PlaceExtension | Verb::TurnExtension | Verb::ChooseOption => 3,
        Verb::EndTurn | Verb::Skip => 0,
        Verb::SellGood | Verb::UpgradeForSilver | Verb::UseTrough => 1,
        _ => 2,
    }
}

/// §26: random play always ends, keeps every card, and meets every action that the content has a use for.
#[test]
fn random_play_keeps_every_card_and_ends() {
    let mut met = Met {
        decisions: 0,
        played: [0; Verb::ALL.len()],
        longest_list: 0,
        deepest_stack: 0,
        longest_turn: 0,
    };
    let mut chance = Playout::new(7);
    for (seats, options) in CASES {
        let rules = rules(seats, options);
        for seed in 0..30 {
            let mut position = Position::<ElBurro>::new(Arc::clone(&rules), seed);
            met.look_at(&rules, &position);
            while met.act(&mut position, &mut chance, seed % 2 == 1) {
                met.look_at(&rules, &position);
            }
            assert!(ElBurro::outcome(&rules, position.state()).is_some());
        }
    }
    println!("{met:?}");
    for verb in Verb::ALL {
        // No content has the effects that these two answer.
        let unused = matches!(verb, Verb::Pay | Verb::SwapCard);
        assert_eq!(met.played[verb.index()] == 0, unused, "{}", verb.id());
    }
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
