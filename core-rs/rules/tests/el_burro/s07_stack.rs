//! §3, §7, §11, §15, §18, §21: orders, turns, the road and the rest of the machinery.

use std::collections::BTreeSet;

use ludoteca_rules::el_burro::{Action, Next, RoadSpace, Verb};
use ludoteca_rules::{Seat, Viewer};

use crate::board::{Board, content};

/// §3: answers, `skip`, anytime actions in the order of section 16, `return_loose`, `end_turn`; no action twice.
#[test]
fn s03_legal_lists_are_in_canonical_order() {
    let boards = [
        Board::of(
            "turn = 'A goat'\nA = { grape = 1, olive = 1, grain = 1, pig = 2, wine = 1, silver = 9 }",
        ),
        Board::of(
            "turn = 'A donkey deliver'\nA = { grape = 1, pig = 1, donkey_card = 'donkey_5', frames = ['move 2'] }",
        ),
        Board::of("turn = 'A farm expand'\nA = { hand = ['ladder_1', 'miser_1', 'chapel_1'] }"),
    ];
    for board in boards {
        let legal = board.legal(Seat(0));
        let rank = |action: &Action| {
            let verb = action.verb().unwrap();
            let ends = [Verb::Skip, Verb::ReturnLoose, Verb::EndTurn];
            match ends.iter().position(|end| *end == verb) {
                Some(place) => [1, 3, 4][place],
                None => 2 * u8::from(verb.is_anytime()),
            }
        };
        let ranks: Vec<_> = legal.iter().map(rank).collect();
        assert!(ranks.is_sorted(), "{:#?}", board.listed(Seat(0)));
        let anytime = legal.iter().filter(|action| rank(action) == 2);
        let verbs: Vec<_> = anytime.map(|action| action.verb().unwrap()).collect();
        assert!(verbs.len() > 5 && verbs.is_sorted(), "{verbs:?}");
        let distinct: BTreeSet<_> = board.listed(Seat(0)).into_iter().collect();
        assert_eq!(distinct.len(), legal.len());
    }
}

/// §4.1: what all share is in everybody's view; the pools are counts.
#[test]
fn s04_shared_state_is_seen_by_all() {
    use ludoteca_rules::Game;
    use ludoteca_rules::el_burro::ElBurro;
    let board = Board::of(
        "dock_2 = 'B 1 cog 0'\nclaimed_simple = 'B'\nturn = 'A goat'\nA = { hand = ['ladder_1', 'miser_1'] }",
    );
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Public] {
        let view = ElBurro::view(&board.rules, &board.state, viewer);
        assert_eq!(view.docks, board.state.docks);
        assert_eq!(view.general, board.state.general);
        assert_eq!(view.turn_order, board.state.turn_order);
        assert_eq!(view.markets, board.state.markets);
        assert_eq!((view.pool.normal, view.pool.special), (71, 35));
        let hand = view.players[0].hand_count;
        assert_eq!((hand.normal, hand.special), (1, 1));
        assert_eq!(view.players[0].own.is_some(), viewer.holds(Seat(0)));
        assert_eq!(view.players[0].stack, board.state.players[0].stack);
    }
}

/// §7.2: entries of an `any_order` wait, even the last one; a frame knows whether an anytime action pushed it.
#[test]
fn s07_frames_know_where_they_come_from() {
    let mut board = Board::of("turn = 'A revenue_first'\ndice = [0, 0, 0, 1, 0, 0]");
    board.steps(&["A take_die 4", "A run_effect 1"]);
    assert_eq!(board.answers(Seat(0)), ["run_effect 0", "run_effect 1", "skip"]);
    board.steps(&["A run_effect 1"]);
    assert_eq!(board.answers(Seat(0)), ["run_effect 0", "skip"], "the last one waits");
    assert!(board.state.players[0].stack.iter().all(|frame| !frame.anytime));
    board.steps(&["A assign_worker upgrade_or_siesta"]);
    let flags: Vec<_> = board.state.players[0].stack.iter().map(|frame| frame.anytime).collect();
    assert!(flags.is_sorted() && !flags[0] && flags[flags.len() - 1], "{flags:?}");
}

/// §7.8: a seat that is done cannot come back into a simultaneous step; the step ends with the last one.
#[test]
fn s07_turns_end_for_good() {
    let mut board = Board::of("turn = 'A farm end'");
    board.steps(&["B end_turn"]);
    assert_eq!((board.says("actors"), board.says("done")), ("A".to_owned(), "B".to_owned()));
    board.steps(&["B buy_good olive silver -> not_your_turn", "A end_turn"]);
    assert_eq!(
        (board.says("step"), board.says("done")),
        ("revenue_first".to_owned(), String::new())
    );
}

/// §11.1: every space can be reached from a start, numbers never fall, and the sections of a junction meet again.
#[test]
fn s11_the_road() {
    let road = &content().content.road;
    let mut reached: BTreeSet<RoadSpace> = road.starting_spaces().collect();
    let mut open: Vec<_> = reached.iter().copied().collect();
    while let Some(space) = open.pop() {
        let next = match road.space(space).next {
            Next::End => Vec::new(),
            Next::One(next) => vec![next],
            Next::Junction { short, long } => vec![short, long],
        };
        for to in next {
            let (here, there) = (road.space(space).number, road.space(to).number);
            assert!(here == there || here + 1 == there, "{} -> {}", road.id(space), road.id(to));
            if reached.insert(to) {
                open.push(to);
            }
        }
    }
    assert_eq!(reached.len(), RoadSpace::COUNT);
    assert!(road.docks.iter().all(|dock| road.space(*dock).number == 16));
}

/// §15.3: the support marker pays the first goat of a round and is turned once; with the scoring it turns back.
#[test]
fn s15_support_is_paid_once_a_round() {
    let mut board = Board::of(
        "round_tile = 'goat_path'\nturn = 'A goat'\nA = { grape = 1, food = 1, reward_grape = 4, reward_food = 4 }",
    );
    board.steps(&["A deliver B market_1_right 0 grape"]);
    assert_eq!((board.count("A.prestige"), board.says("B.support")), (21, "basket".to_owned()));
    board.steps(&["A deliver B market_1_right 1 food"]);
    assert_eq!((board.count("A.prestige"), board.says("B.support")), (21, "basket".to_owned()));
}

/// §18.1: 2n + 1 dice, and no face shows more than the cap of the seats.
#[test]
fn s18_dice_of_a_round() {
    for (seats, dice, cap) in [(2, 5, 2), (3, 7, 3), (4, 9, 3)] {
        let mut board = Board::standard(seats, &toml::Table::new());
        board.set("turn = 'A farm end'");
        for seat in &["A", "B", "C", "D"][..usize::from(seats)] {
            board.steps(&[&format!("{seat} end_turn")]);
        }
        assert_eq!(board.state.dice.iter().sum::<u8>(), dice);
        assert!(board.state.dice.iter().all(|count| *count <= cap), "{:?}", board.state.dice);
        assert_eq!(board.asked.len(), usize::from(dice));
        assert!(board.asked.iter().all(|(what, size)| *what == "dice" && (1..=6).contains(size)));
    }
}

/// §21.2: in the final phase no trigger, tile or bonus works any more.
#[test]
fn s21_nothing_triggers_at_the_end() {
    let mut board = Board::of(
        "round = 4\nused_6 = 'B'\nused_12 = 'B'\nturn = 'A last_deliveries'\n\
         A = { prestige = 4, trough = 6, pig = 1, slot_0 = 'roof_tiler_1', acquisition_0 = 'village_friend_1' }",
    );
    board.steps(&["A special_delivery slot_0 0 pig", "A end_turn", "B end_turn"]);
    assert_eq!((board.count("A.prestige"), board.count("A.silver")), (7, 5));
    assert_eq!(board.says("used_6"), "B");
    assert_eq!(board.says("step"), "over");
}

/// §17.2, §25, R53: a skipped expansion refills only in round 1, where cards were played before it.
#[test]
fn s17_only_the_first_expansion_refills_when_skipped() {
    let played = "turn = 'A farm expand'\nA = { silver = 0, hand = ['guild_seat_1'] }";
    let mut board = Board::of(&format!("round = 3\n{played}"));
    assert_eq!(board.answers(Seat(0)), ["skip"]);
    board.steps(&["A skip", "A draw_card normal -> no_such_choice"]);
    assert_eq!(board.answers(Seat(0)), ["gain_income"]);
    let mut board = Board::of(&format!("round = 1\n{played}"));
    board.steps(&["A skip", "A draw_card normal", "A draw_card normal", "A gain_income"]);
}

/// §19.2: prestige and road movement go by one position, the one after the siesta move.
#[test]
fn s19_the_siesta_position_is_read_once() {
    let mut board = Board::of(
        "used_6 = ''\nturn = 'A siesta boost'\n\
         A = { prestige = 5, siesta = 2, siesta_card = 'donkey_2_helper' }",
    );
    board.steps(&["A boost 0"]);
    assert_eq!((board.count("A.siesta"), board.count("A.prestige")), (4, 6));
    assert_eq!(
        board.answers(Seat(0)),
        ["take_good food", "take_good wine", "take_good meat", "skip"]
    );
    board.steps(&["A assign_worker upgrade_or_siesta", "A choose_option 1", "A take_good wine"]);
    assert_eq!(board.count("A.siesta"), 5);
    board.steps(&["A move_donkey 0"]);
    assert_eq!(
        (board.says("A.donkey_0"), board.says("A.siesta_card")),
        ("r3".to_owned(), "-".to_owned())
    );
    assert_eq!(board.count("A.prestige"), 6);
}
