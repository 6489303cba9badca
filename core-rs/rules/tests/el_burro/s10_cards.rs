//! §10, §13, §21.4: every function of every farm card, one by one.

use ludoteca_rules::el_burro::{Card, CardSides, Category, ElBurro, NORMAL_CARDS};
use ludoteca_rules::{Game, Seat, Viewer};

use crate::board::{Board, content, text};

/// Every normal card, by its id.
fn normal_cards() -> impl Iterator<Item = (Card, &'static str)> {
    Card::all().take(NORMAL_CARDS).map(|card| (card, content().content.card_id(card)))
}

/// Every special card, by its id.
fn special_cards() -> impl Iterator<Item = (Card, &'static str)> {
    Card::all().skip(NORMAL_CARDS).map(|card| (card, content().content.card_id(card)))
}

/// A has this card and three others in hand: no refill follows.
fn with_in_hand(card: &str) -> Board {
    let others = ["chapel_1", "chapel_2", "ladder_1", "ladder_2"];
    let others: Vec<_> = others.into_iter().filter(|other| *other != card).take(3).collect();
    let hand = format!("\"{card}\", \"{}\"", others.join("\", \""));
    Board::of(&format!("turn = \"A farm expand\"\nA = {{ hand = [{hand}] }}"))
}

/// §2: 72 normal cards and 36 special ones; each acquisition is on two of them.
#[test]
fn s02_cards_of_the_box() {
    assert_eq!((normal_cards().count(), special_cards().count()), (72, 36));
    let content = &content().content;
    for acquisition in ludoteca_rules::el_burro::Acquisition::all() {
        let on = normal_cards().filter(|(card, _)| content.acquisition(*card) == Some(acquisition));
        assert_eq!(on.count(), 2, "{}", content.acquisition_id(acquisition));
    }
}

/// §10.1: at the left edge each of the 72 is a field of its good with a token on it, and bears again at a harvest.
#[test]
fn s10_every_field() {
    for (card, id) in normal_cards() {
        let CardSides::Normal { field, .. } = &content().content.cards[card.index()].sides else {
            panic!("{id} is a normal card");
        };
        let mut board = with_in_hand(id);
        board.steps(&[&format!("A play_card {id} field")]);
        let (fields, full) = (format!("A.fields_{}", field.id()), format!("A.full_{}", field.id()));
        assert_eq!((board.count(&fields), board.count(&full)), (1, 1), "{id}");
        assert_eq!(board.count(&format!("A.{}", field.id())), 0, "{id}: not in the storage");
        board.steps(&["A gain_income"]);
        board.state.players[0].field_goods = [0; 7];
        board.steps(&["A harvest"]);
        assert_eq!(board.count(&full), 1, "{id}");
    }
}

/// §10.1: at the right edge each of the 72 shows its two categories: hand limit, income, pig markings.
#[test]
fn s10_every_administration() {
    for (card, id) in normal_cards() {
        let CardSides::Normal { admin, .. } = &content().content.cards[card.index()].sides else {
            panic!("{id} is a normal card");
        };
        let mut board = with_in_hand(id);
        board.steps(&[&format!("A play_card {id} administration")]);
        let shows = |category| admin.iter().filter(|other| **other == category).count();
        let view = ElBurro::view(&board.rules, &board.state, Viewer::Public);
        let derived = &view.players[0].derived;
        let found = [
            usize::from(derived.card_limit),
            usize::from(derived.income),
            usize::from(derived.room[3].unwrap()),
        ];
        let wanted =
            [3 + shows(Category::CardLimit), 1 + shows(Category::Income), 2 + shows(Category::Pig)];
        assert_eq!(found, wanted, "{id}");
        assert_eq!(found.iter().sum::<usize>(), 8, "{id}: two symbols");
        if shows(Category::CardLimit) > 0 {
            board.steps(&["A draw_card normal"]);
        }
        board.steps(&["A gain_income"]);
        assert_eq!(board.count("A.silver"), 6 + i64::try_from(shows(Category::Income)).unwrap());
    }
}

/// §10.1: at the bottom each of the 72 brings a worker and takes the leftmost slot; what its acquisition does has a
/// vector of its own.
#[test]
fn s10_every_acquisition() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/el_burro");
    let vectors: String = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    for (card, id) in normal_cards() {
        let name = content().content.acquisition_id(content().content.acquisition(card).unwrap());
        let mut board = with_in_hand(id);
        board.steps(&[&format!("A play_card {id} acquisition")]);
        let workers = if name == "bunkhouse" { 3 } else { 2 };
        assert_eq!(board.count("A.workers"), workers, "{id}");
        assert_eq!(board.says("A.acquisition_0"), id);
        let lies = (0..3).any(|slot| vectors.contains(&format!("acquisition_{slot} = \"{name}_")));
        let played = ["1", "2"]
            .iter()
            .any(|n| vectors.contains(&format!("play_card {name}_{n} acquisition")));
        assert!(lies || played, "no vector shows what {name} does");
    }
}

/// §13.1: at the top each of the 72 takes all its markings, pays its prestige and two road spaces, and leaves.
#[test]
fn s13_every_barrow() {
    for (card, id) in normal_cards() {
        let plan = &content().content.cards[card.index()].barrow;
        let mut board = with_in_hand(id);
        board.steps(&[&format!("A play_card {id} barrow")]);
        board.set(
            "turn = 'A donkey deliver'\n\
             A = { silver = 9, workers = 3, donkey_card = 'donkey_5', olive = 2, grain = 2, grape = 2, \
             pig = 2, food = 2, wine = 2, meat = 2 }",
        );
        for marking in 0..plan.markings.len() {
            let target = format!("deliver A slot_0 {marking} ");
            let listed = board.listed(Seat(0));
            let delivery = listed.iter().find(|action| action.starts_with(&target));
            let delivery = delivery.unwrap_or_else(|| panic!("{id} {marking}: {listed:?}"));
            board.steps(&[&format!("A {delivery}")]);
        }
        assert_eq!(board.count("A.prestige"), 20 + i64::from(plan.prestige), "{id}");
        board.steps(&["A move_donkey 0"]);
        assert_eq!(board.says("A.donkey_0"), "r4", "{id}");
        assert_eq!((board.says("A.slot_0").as_str(), board.count("A.barrows_scored")), ("-", 1));
        assert!(board.state.discard.contains(card), "{id}");
    }
}

/// §10.4, §21.4: each of the 36 at the top is a "game end" barrow: special deliveries fill it, it stays, and pays in
/// the final scoring, but only if it is complete.
#[test]
fn s21_every_game_end_barrow() {
    for (card, id) in special_cards() {
        let plan = &content().content.cards[card.index()].barrow;
        let mut board = Board::of(
            "round = 4\nturn = 'A pay_workers'\n\
             A = { silver = 9, workers = 3, trough = 0, olive = 2, grain = 2, grape = 2, pig = 2, \
             food = 2, wine = 2, meat = 2 }",
        );
        board.set(&format!("A = {{ slot_0 = '{id}' }}"));
        let mut left = plan.markings.len();
        while left > 0 {
            let listed = board.listed(Seat(0));
            let delivery =
                listed.iter().find(|action| action.starts_with("special_delivery slot_0"));
            let mut short = board.clone();
            short.steps(&["A pay_workers -", "B pay_workers -", "A end_turn", "B end_turn"]);
            assert_eq!(short.state.players[0].scores[3], 0, "{id}: {left} markings are empty");
            board.steps(&[&format!("A {}", delivery.unwrap())]);
            left -= 1;
        }
        assert_eq!(board.count("A.prestige"), 20, "{id}: not before the end");
        board.steps(&["A pay_workers -", "B pay_workers -", "A end_turn", "B end_turn"]);
        assert_eq!(board.state.players[0].scores[3], i16::from(plan.prestige), "{id}");
        assert_eq!(board.says("A.slot_0").split(' ').next(), Some(id), "{id} stays");
    }
}

/// A farm with something of everything.
const FARM: &str = "
round = 4
claimed_simple = 'A'
turn = 'A last_deliveries'
[A]
field_cards = ['stone_oven_1', 'big_shovel_1', 'ladder_1', 'big_shovel_2', 'stone_oven_2']
admin_cards = ['late_lamp_1', 'money_box_2', 'ladder_2', 'mixed_basket_1']
acquisition_1 = 'chapel_1'
slot_0 = 'feed_sack_2'
tiles = ['awning front', 'hammock back', 'ledger front']
extensions = ['granary plain', 'piggery upgraded', 'cook_house upgraded', 'carpentry plain']
barrows_scored = 2
milestone = 4
trough = 7
donkey_0 = 'r9'
donkey_1 = 'r4'
reward_olive_grain = 1
reward_grape = 2
reward_food = 3
reward_meat = 1
silver = 7
pig = 2
food = 1
wine = 1
stable_cards = ['donkey_5', 'donkey_4_plain', 'donkey_2_helper']
personal_claimed = '0,1'
";

/// What each scoring text is worth there, counted by hand: 2 olive, 1 grain, 2 grape fields; 3 desks, 2 purses,
/// 3 sties; 7 reward steps on 4 tracks; the special card itself lies at the farm.
const WORTH: [(&str, i16); 36] = [
    ("olive_grove", 4),
    ("wheat_land", 2),
    ("vineyard", 4),
    ("oil_and_wine", 5),
    ("oil_and_bread", 4),
    ("bread_and_wine", 4),
    ("wide_land", 5),
    ("crop_rotation", 4),
    ("mixed_land", 5),
    ("clerk", 6),
    ("treasurer", 4),
    ("herd_master", 6),
    ("office", 5),
    ("farm_yard", 6),
    ("tithe", 5),
    ("big_household", 4),
    ("good_order", 6),
    ("all_offices", 4),
    ("guild_seat", 4),
    ("master_builder", 5),
    ("roof_tiler", 4),
    ("toolmaker", 3),
    ("carter_guild", 2),
    ("wheelwright", 2),
    ("pilgrim", 4),
    ("feed_master", 5),
    ("drover", 2),
    ("pathfinder", 3),
    ("benefactor", 3),
    ("friend_of_all", 4),
    ("miser", 3),
    ("breeder", 2),
    ("full_pantry", 4),
    ("stable_lord", 2),
    ("mayor", 4),
    ("collector", 1),
];

/// §21.4: each of the 36 scores at the left, at the right and at the bottom what its text there says.
#[test]
fn s21_every_special_card() {
    let mut seen = std::collections::BTreeSet::new();
    for (card, id) in special_cards() {
        let CardSides::Special(parts) = &content().content.cards[card.index()].sides else {
            panic!("{id} is a special card");
        };
        for (place, part) in parts.iter().enumerate() {
            let mut board = Board::of(FARM);
            board.set(&match place {
                0 => format!("A = {{ field_cards = ['{id}'] }}"),
                1 => format!("A = {{ admin_cards = ['{id}'] }}"),
                _ => format!("A = {{ acquisition_0 = '{id}' }}"),
            });
            board.steps(&["A end_turn", "B end_turn"]);
            let worth = WORTH.iter().find(|(name, _)| *name == part.id).unwrap();
            assert_eq!(board.state.players[0].scores[2], worth.1, "{id}: {}", part.id);
            seen.insert(worth.0);
        }
    }
    assert_eq!(seen.len(), 36);
}

/// §14.3: each connection pays if both its markers stand at 3 or more, and each scoring option if its marking is held.
#[test]
fn s14_connections_and_options() {
    let reward = ["olive_grain", "grape", "pig", "food", "wine", "meat"];
    for (pair, prestige) in reward.windows(2).zip([2, 3, 3, 4, 5]) {
        for (second, wanted) in [(3, prestige), (2, 0)] {
            let mut board = Board::of("round = 4\nturn = 'A last_deliveries'\nA = { trough = 0 }");
            board.set(&format!("A = {{ reward_{} = 4, reward_{} = {second} }}", pair[0], pair[1]));
            board.steps(&["A end_turn", "B end_turn"]);
            assert_eq!(board.state.players[0].scores[0], wanted, "{pair:?}");
        }
    }
    // 3 tiles, 4 extensions, 11 cards, milestone 4, no special card, the rear donkey on r4.
    for (track, wanted) in [6, 8, 11, 8, 0, 4].into_iter().enumerate() {
        let mut board = Board::of(FARM);
        let marks: Vec<_> = (0..6).map(|t| if t == track { "'A'" } else { "''" }).collect();
        board.set(&format!("marks = [{}]", marks.join(", ")));
        board.steps(&["A end_turn", "B end_turn"]);
        assert_eq!(board.state.players[0].scores[1], wanted, "{}", reward[track]);
    }
}

/// §21.5: each side of each boat takes its markings by special deliveries and pays if it is full.
#[test]
fn s21_every_boat_side() {
    for boat in ludoteca_rules::el_burro::Boat::all() {
        for side in [0, 1] {
            let id = content().content.boat_id(boat);
            let plan = &content().content.boats[boat.index()].sides[side];
            let turned = if side == 1 { format!("'{id}'") } else { String::new() };
            let mut board = Board::of(&format!(
                "round = 4\nboat_b = [{turned}]\ndock_5 = 'A 1 {id}'\nturn = 'A last_deliveries'\n\
                 A = {{ silver = 9, workers = 3, trough = 0, olive = 2, grain = 2, grape = 2, pig = 2, \
                 food = 3, wine = 3, meat = 3 }}"
            ));
            for marking in 0..plan.markings.len() {
                let mut short = board.clone();
                short.steps(&["A end_turn", "B end_turn"]);
                assert_eq!(short.state.players[0].scores[4], 0, "{id}");
                let legal = board.legal(Seat(0));
                let words: Vec<_> = legal.iter().map(|a| text(board.content(), a)).collect();
                let target = format!("special_delivery dock_5 {marking} ");
                let delivery = words.iter().find(|words| words.starts_with(&target)).unwrap();
                board.steps(&[&format!("A {delivery}")]);
            }
            board.steps(&["A end_turn", "B end_turn"]);
            assert_eq!(board.state.players[0].scores[4], i16::from(plan.prestige), "{id} {side}");
        }
    }
}
