//! §1 components: what is in the box, and that play neither makes nor loses any of it.

use ludoteca_rules::burgenland::{Burgenland, Content, Owner, Piece, State};
use ludoteca_rules::{Game, Position};

use crate::board::{content, rules};

/// §1: the content refuses a file whose parts do not add up.
#[test]
fn s01_a_content_file_is_checked() {
    let wrong = [
        ("colour_cards = 80", "colour_cards = 81", "colour cards"),
        ("wall = 3\nhouse = 3\nkeep = 3", "wall = 4\nhouse = 3\nkeep = 3", "4 seats, any: wall"),
        ("nodes = [\"p1\", \"p2\"]", "nodes = [\"p1\", \"p1\"]", "joins a node with itself"),
        ("nodes = [\"p1\", \"p2\"]", "nodes = [\"p1\", \"p12\"]", "no node p12"),
        ("well_number = 3", "well_number = 4", "well:"),
        ("border_cards = 4", "border_cards = 0", "border_cards is 0"),
        ("border_cards = 4", "border_crads = 4", "unknown field"),
        ("dir = \"north\"", "dir = \"nort\"", "unknown variant"),
        ("id = \"c2\"", "id = \"c1\"", "twice"),
        ("id = \"green\"", "id = \"red\"", "twice"),
        ("coins_5\"\ncount = 4", "coins_5\"\ncount = 3", "bonus tiles"),
        ("piece = \"house\"\nsame = 5", "piece = \"wall\"\nsame = 5", "there twice"),
        ("max = 10000", "max = 10", "turn_limit"),
        ("coin_value = 3", "coin_value = 4", "a coin value of 1 to 3"),
        ("accepts = [\"wall\", \"house\", \"keep\"]", "accepts = [\"wall\"]", "house"),
        ("{ value = 5, count = 2 }", "{ value = 0, count = 2 }", "values rise"),
        (
            "where = \"empty_castle\"\ncount = 4",
            "where = \"wall_north_west_free\"\ncount = 4",
            "no castle",
        ),
    ];
    for (old, new, why) in wrong {
        assert!(Burgenland::CONTENT.contains(old), "{old}");
        let error = Content::parse(&Burgenland::CONTENT.replacen(old, new, 1)).unwrap_err();
        assert!(error.contains(why), "{old} -> {new}: {error}");
    }
}

/// §1: an owner's file may have other colours, counts and prices.
#[test]
fn s01_another_content_file_is_played() {
    let text = Burgenland::CONTENT
        .replace("light_blue", "teal")
        .replace("price_in_coins = 6", "price_in_coins = 7");
    let other = Content::parse(&text).unwrap();
    assert!(other.card("teal_2").is_some() && other.card("light_blue_2").is_none());
    assert_eq!(other.joker.price, 7);
}

/// Walls, houses, keeps and wells in the game and on the board.
fn pieces(state: &State) -> [usize; 4] {
    Piece::ALL.map(|piece| {
        let on_board = state.sites.as_flattened().iter().flatten().filter(|b| b.piece == piece);
        let held = state.players.iter().map(|p| p.supply[piece.index()] + p.large[piece.index()]);
        on_board.count() + held.map(usize::from).sum::<usize>()
    })
}

/// What must hold at every moment of a game with `box_left` pieces in the box.
fn assert_all_there(state: &State, box_left: [usize; 4]) {
    let content = &content().content;
    assert_eq!(std::array::from_fn(|i| pieces(state)[i] + box_left[i]), [16, 12, 12, 8]);
    for (kind, total) in content.cards.iter().enumerate() {
        let held: u8 = state.players.iter().map(|p| p.hand.0[kind]).sum();
        assert_eq!(held + state.deck.0[kind] + state.discard.0[kind], total.count, "{}", total.id);
    }
    let mut markers = state.markers;
    markers.sort_unstable();
    assert!(markers.iter().zip(0..).all(|(marker, colour)| marker.0 == colour), "a bijection");
    let queue = state.architect_queue.len();
    let unseen: u8 = state.architect_unseen.iter().sum();
    assert_eq!(queue + usize::from(unseen) + 1, 12, "architect cards");
    assert_eq!(state.well_unseen.count_ones() + 1 + u32::from(state.wells_built), 11, "well cards");
    assert_eq!(state.well_unseen & (1 << state.well_top), 0);
    let exchange: u8 = state.players.iter().map(|p| p.exchange_tiles).sum();
    assert!(exchange + state.exchange_supply <= 9);
    let paying = state.phase == ludoteca_rules::burgenland::Phase::Paying;
    assert_eq!(state.pending.is_some(), paying, "a payment is open in the phase paying alone");
    for castle in ludoteca_rules::burgenland::Castle::all() {
        let extra = state.at(castle, ludoteca_rules::burgenland::Space::Extra);
        assert!(extra.is_none() || state.extra.contains(castle));
        assert!(!matches!(extra.map(|built| built.owner), Some(Owner::Neutral)));
    }
}

/// §1: cards, pieces, tiles and markers are all there after every action of random games.
#[test]
fn s01_nothing_is_made_or_lost() {
    let layouts: [(u8, &str, [usize; 4]); 4] = [
        (4, "rulebook", [0, 0, 0, 0]),
        (3, "rulebook", [0, 0, 0, 2]),
        (2, "rulebook", [1, 1, 1, 2]),
        (2, "full_set", [0, 0, 0, 2]),
    ];
    let mut decisions = 0;
    for (seats, layout, box_left) in layouts {
        let rules = rules(seats, &[("two_player_layout", layout)]).unwrap();
        for seed in 0..20 {
            let mut position = Position::<Burgenland>::new(rules.clone(), seed);
            assert_all_there(position.state(), box_left);
            while position.act_at_random() {
                assert_all_there(position.state(), box_left);
                decisions += 1;
            }
        }
    }
    println!("{decisions} decisions of random games, seeds 0 to 19");
    assert!(decisions > 10_000);
}

/// §6 `Size`: the longest list is short of the bound in `rules.md`.
#[test]
fn s06_a_legal_list_is_never_longer_than_282() {
    let rules = rules(4, &[]).unwrap();
    let mut longest = 0;
    for seed in 0..50 {
        let mut position = Position::<Burgenland>::new(rules.clone(), seed);
        while position.act_at_random() {
            longest = longest.max(position.legal().len());
        }
    }
    assert!((30..=282).contains(&longest), "{longest}");
}
