//! §16: every goal of every achievement tile, met exactly and missed by one.

use ludoteca_rules::Seat;

use crate::board::Board;

/// A personal tile, a goal of it, what just meets it, and what just does not.
const PERSONAL: [(&str, usize, &str, &str); 18] = [
    (
        "planter",
        0,
        "field_cards = ['ladder_1', 'money_box_2', 'late_lamp_1', 'early_bell_1']",
        "field_cards = ['ladder_1', 'money_box_2', 'late_lamp_1']",
    ),
    (
        "planter",
        1,
        "field_cards = ['ladder_1', 'ladder_2', 'chapel_1']",
        "field_cards = ['ladder_1', 'ladder_2', 'chapel_2']",
    ),
    ("planter", 2, "barrows_scored = 2", "barrows_scored = 1"),
    (
        "steward",
        0,
        "admin_cards = ['ladder_1', 'ladder_2', 'chapel_1']",
        "admin_cards = ['ladder_1', 'ladder_2', 'miser_1']",
    ),
    ("steward", 1, "silver = 8", "silver = 7"),
    (
        "steward",
        2,
        "market_1_left = 'closed', market_12 = 'closed'",
        "market_1_left = 'closed', market_12 = '0,1'",
    ),
    ("herder", 0, "pig = 4", "pig = 3"),
    (
        "herder",
        1,
        "extensions = ['granary plain', 'piggery upgraded']",
        "extensions = ['granary upgraded']",
    ),
    ("herder", 2, "donkey_0 = 'r6_short', donkey_1 = 'r7'", "donkey_0 = 'r5', donkey_1 = 'r7'"),
    (
        "host",
        0,
        "acquisition_0 = 'ladder_1', acquisition_1 = 'miser_1', acquisition_2 = 'chapel_1'",
        "acquisition_0 = 'ladder_1', acquisition_2 = 'chapel_1'",
    ),
    (
        "host",
        1,
        "assigned = ['buy_pig', 'play_card', 'make_delivery']",
        "assigned = ['buy_pig', 'play_card']",
    ),
    ("host", 2, "milestone = 4", "milestone = 3"),
    ("cook", 0, "food = 2, wine = 1, meat = 1", "food = 2, wine = 1, pig = 1"),
    (
        "cook",
        1,
        "slot_0 = 'miser_1', admin_cards = ['miser_2']",
        "slot_0 = 'miser_1', admin_cards = ['ladder_1']",
    ),
    ("cook", 2, "reward_grape = 4, reward_meat = 2", "reward_grape = 4, reward_meat = 1"),
    (
        "carter",
        0,
        "market_1_left = 'closed', market_4 = 'closed', market_12 = 'closed'",
        "market_1_left = 'closed', market_12 = 'closed'",
    ),
    ("carter", 1, "trough = 5", "trough = 4"),
    ("carter", 2, "donkey_0 = 'r10'", "donkey_0 = 'r9'"),
];

const FIVE_FIELDS: &str =
    "field_cards = ['ladder_1', 'ladder_2', 'chapel_1', 'chapel_2', 'money_box_1']";
const FOUR_FIELDS: &str = "field_cards = ['ladder_1', 'ladder_2', 'chapel_1', 'chapel_2']";
const NINE_CARDS: &str = "field_cards = ['ladder_1', 'ladder_2', 'chapel_1', 'miser_2', 'money_box_1'], \
     admin_cards = ['money_box_2'], acquisition_1 = 'foreman_1', slot_0 = 'miser_1', slot_2 = 'foreman_2'";
const EIGHT_CARDS: &str = "field_cards = ['ladder_1', 'ladder_2', 'chapel_1', 'miser_2', 'money_box_1'], \
     admin_cards = ['money_box_2'], acquisition_1 = 'foreman_1', slot_0 = 'miser_1'";
const SEVEN_CARDS: &str = "field_cards = ['ladder_1', 'ladder_2', 'chapel_1', 'miser_2', 'money_box_1'], \
     acquisition_1 = 'foreman_1', slot_0 = 'miser_1'";
const SIX_CARDS: &str = "field_cards = ['ladder_1', 'ladder_2', 'chapel_1', 'miser_2', 'money_box_1'], \
     slot_0 = 'miser_1'";

/// A general tile, whether its demanding side, what just meets it, and what just does not.
const GENERAL: [(&str, bool, &str, &str); 12] = [
    (
        "wide_fields",
        false,
        "field_cards = ['ladder_1', 'ladder_2', 'chapel_1']",
        "field_cards = ['ladder_1', 'ladder_2', 'miser_1']",
    ),
    ("wide_fields", true, FIVE_FIELDS, FOUR_FIELDS),
    (
        "built_up",
        false,
        "extensions = ['granary plain', 'piggery upgraded', 'cook_house plain', 'carpentry plain']",
        "extensions = ['granary plain', 'piggery upgraded', 'cook_house plain']",
    ),
    (
        "built_up",
        true,
        "extensions = ['counting_house plain', 'granary plain', 'piggery upgraded', 'cook_house plain', \
         'carpentry plain', 'wagon_shed upgraded']",
        "extensions = ['counting_house plain', 'granary plain', 'piggery upgraded', 'cook_house plain', \
         'carpentry plain']",
    ),
    (
        "known_trader",
        false,
        "market_1_right = 'closed', market_8 = 'closed'",
        "market_1_right = 'closed', market_8 = '0,1'",
    ),
    (
        "known_trader",
        true,
        "market_1_left = 'closed', market_1_right = 'closed', market_8 = 'closed', market_4 = 'closed'",
        "market_1_left = 'closed', market_1_right = 'closed', market_8 = 'closed'",
    ),
    ("full_sty", false, "pig = 3", "pig = 2"),
    ("full_sty", true, "pig = 4", "pig = 3"),
    ("busy_carts", false, "barrows_scored = 2", "barrows_scored = 1"),
    ("busy_carts", true, "barrows_scored = 3", "barrows_scored = 2"),
    ("big_farm", false, SEVEN_CARDS, SIX_CARDS),
    ("big_farm", true, NINE_CARDS, EIGHT_CARDS),
];

/// A claims an achievement when it is just met; when it is just missed, it is refused.
fn try_both(given: &str, farm: [&str; 2], achievement: &str) -> Board {
    let [mut met, mut short] = farm.map(|farm| Board::of(&format!("{given}\nA = {{ {farm} }}")));
    short.steps(&[&format!("A fulfil_achievement {achievement} -> condition_not_met")]);
    met.steps(&[&format!("A fulfil_achievement {achievement}")]);
    met.steps(&[&format!("A fulfil_achievement {achievement} -> already_claimed")]);
    met
}

/// §16: the three goals of each of the six personal tiles; the tile pays with the third alone.
#[test]
fn s16_every_personal_goal() {
    for (tile, goal, met, short) in PERSONAL {
        let own = |farm: &str| format!("personal = '{tile}', {farm}");
        let (met, short) = (own(met), own(short));
        let id = format!("personal_{goal}");
        let board = try_both("turn = 'A farm income'", [&met, &short], &id);
        assert_eq!(board.says("A.personal_claimed"), goal.to_string(), "{tile}");
        assert_eq!(board.count("A.prestige"), 20, "{tile}");
        let others: Vec<_> = (0..3).filter(|other| *other != goal).map(|n| n.to_string()).collect();
        let last = format!("{met}, personal_claimed = '{}'", others.join(","));
        let mut board = Board::of(&format!("turn = 'A farm income'\nA = {{ {last} }}"));
        let silver = board.count("A.silver");
        board.steps(&[&format!("A fulfil_achievement {id}")]);
        assert_eq!(
            (board.count("A.prestige"), board.count("A.silver")),
            (23, silver + 3),
            "{tile}"
        );
    }
}

/// §16: both sides of the six general tiles; the first seat gains 1 or 3 prestige.
#[test]
fn s16_every_general_achievement() {
    for (tile, demanding, met, short) in GENERAL {
        let (side, prestige) = if demanding { ("demanding", 23) } else { ("simple", 21) };
        let given = format!("general_{side} = '{tile}'\nturn = 'A farm income'");
        let board = try_both(&given, [met, short], &format!("general_{side}"));
        assert_eq!(board.count("A.prestige"), prestige, "{tile} {side}");
        assert_eq!(board.says(&format!("claimed_{side}")), "A");
        assert_eq!(board.state.general[usize::from(demanding)].claimed_by[0], Seat(0));
    }
}
