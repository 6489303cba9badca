//! §8.1 where and what, §8.4 carrying out a build.

use ludoteca_rules::burgenland::Rejection;

use crate::board::Board;

/// §8.1: neutral, foreign and own pieces count alike, on the extra space too.
#[test]
fn s08_1_walls_on_the_extra_space_count() {
    let board = Board::new(
        4,
        &[],
        r#"
        hand0 = ["red_1*4"]
        extra = ["c1"]
        site = { c1_north = "wall/neutral", c1_west = "house/1", c1_extra = "wall/2" }
    "#,
    );
    assert!(
        board.legal().contains(&"start_build house c1_east border".to_owned()),
        "2 walls, 2 houses"
    );
}

/// §8.1: an extra space may be used while printed squares are free, and once a castle.
#[test]
fn s08_1_extra_space_while_squares_are_free() {
    let mut board = Board::new(
        4,
        &[],
        r#"
        hand0 = ["red_1*4", "green_1*4"]
        tiles0 = { extra_space = 2 }
    "#,
    );
    board.acts(0, "start_build wall c1_extra border", &[]);
    board.acts(0, "pay_auto", &[]);
    board.acts(0, "end_turn", &[]);
    board.state.seat = ludoteca_rules::Seat(0);
    assert_eq!(
        board.act(0, "start_build wall c1_extra border", &[]),
        Err(Rejection::ExtraSpaceLimit)
    );
    assert!(board.legal().iter().all(|action| !action.contains("c1_extra")));
}

/// §8.1: the building condition is not asked in the large castle.
#[test]
fn s08_1_the_large_castle_asks_for_nothing_but_cards() {
    let board = Board::new(2, &[], r#"hand0 = ["white_1*4", "white_2*4"]"#);
    let large: Vec<String> = board.legal().into_iter().filter(|a| a.contains("large")).collect();
    let wanted = ["wall", "house", "keep"].map(|piece| format!("start_build {piece} large same"));
    assert_eq!(large, wanted, "and no well");
}

/// §8.4: a wall's jokers, then the printed bonus.
#[test]
fn s08_4_wall_jokers_count_every_wall() {
    let mut board = Board::new(
        4,
        &[],
        r#"
        hand0 = ["red_1*4"]
        tiles0 = { extra_space = 1 }
        site = { c1_north = "wall/neutral", c1_west = "wall/1", c1_east = "wall/2" }
    "#,
    );
    board.acts(0, "start_build wall c1_extra border", &[]);
    board.acts(0, "pay_auto", &[]);
    assert_eq!(board.player(0).jokers, 4, "the fourth wall in the castle");
}

/// §8.4: each printed bonus.
#[test]
fn s08_4_printed_bonuses() {
    let cases: [(&str, &[&str]); 4] = [
        ("c4_west", &[]),
        ("c2_east", &["reward_card red_3"]),
        ("c4_east", &[]),
        ("c4_north", &["bonus_tile ten_coins"]),
    ];
    for (site, outcomes) in cases {
        let mut board = Board::new(
            4,
            &[],
            "jokers0 = 4\nsite = { c4_extra = \"wall/1\", c2_west = \"wall/1\" }",
        );
        board.acts(0, &format!("start_build house {site} border"), &[]);
        board.acts(0, "pay_auto", outcomes);
        let player = board.player(0);
        let gained =
            (player.jokers, player.hand.coins(), player.exchange_tiles, player.bonus_tiles);
        let wanted = match site {
            "c4_west" => (1, 0, 0, [0; 4]),
            "c2_east" => (0, 3, 0, [0; 4]),
            "c4_east" => (0, 0, 1, [0; 4]),
            _ => (0, 0, 0, [0, 1, 0, 0]),
        };
        assert_eq!(gained, wanted, "{site}");
    }
}

/// §8.4: the architect comes round only in small castles, and oldest first once all were on top.
#[test]
fn s08_4_the_architect_queue() {
    let mut board = Board::new(
        4,
        &[],
        r#"
        hand0 = ["red_1*4", "white_3"]
        hand1 = ["green_1*4", "white_3"]
        architect_unseen = { 5 = 1 }
        architect_queue = [1, 2]
    "#,
    );
    board.acts(0, "start_build keep c1_west border", &[]);
    board.acts(0, "pay_auto", &["architect_top 5"]);
    assert_eq!(
        (board.state.architect_top, board.state.architect_queue.as_slice()),
        (5, &[1, 2, 3][..])
    );
    board.acts(0, "end_turn", &[]);
    board.state.players[1].jokers = 1;
    board.acts(1, "start_build keep c2_north border", &[]);
    board.acts(1, "pay_auto", &[]);
    assert_eq!(
        (board.state.architect_top, board.state.architect_queue.as_slice()),
        (1, &[2, 3, 5][..])
    );
}
