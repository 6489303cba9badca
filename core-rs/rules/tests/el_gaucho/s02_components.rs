//! §1 and §2: what is in the box, and that play neither makes nor loses any of it.

use ludoteca_rules::el_gaucho::{Content, ElGaucho, State, Tile, Tiles};
use ludoteca_rules::{Game, Seat};

use crate::board::content;
use crate::short::random_positions;

/// §2: the content refuses a file whose parts do not add up, or for which the rules are not written.
#[test]
fn s02_a_content_file_is_checked() {
    let wrong = [
        ("schema = 1", "schema = 2", "schema 2"),
        ("id = \"el_gaucho\"", "id = \"el_gauchito\"", "the game"),
        ("players_max = 4", "players_max = 5", "2 to 5 seats"),
        ("cattle_tiles = 60", "cattle_tiles = 61", "60 tiles"),
        ("faces = [1, 2, 3, 4, 5, 6]", "faces = [1, 2, 3, 4, 5]", "dice.faces"),
        ("players = 3\ndice = 7", "players = 3\ndice = 8", "two dice a seat"),
        ("players = 3\nper_player = 8", "players = 3\nper_player = 9", "9 gauchos of 32"),
        ("players = 2\nraces = 1", "players = 2\nraces = 2", "races removed"),
        ("players = 2\ntiles = 5", "players = 2\ntiles = 13", "start tiles"),
        ("tiles = 2\nmax_value = 8", "tiles = 2\nmax_value = 3", "keep_rules"),
        ("tiles = 2\nmax_value = 8", "tiles = 2\nmax_valeu = 8", "unknown field"),
        ("min_keep = 1", "min_keep = 0", "preliminary.min_keep"),
        ("id = \"ochre\"\norder = 2", "id = \"ochre\"\norder = 3", "races"),
        ("id = \"ochre\"\norder = 2", "id = \"brown\"\norder = 2", "twice"),
        ("value = 11\nsmall = 5", "value = 11\nsmall = 12", "small number"),
        ("id = \"brown_02\"", "id = \"brown_01\"", "twice"),
        ("race = \"brown\"\nvalue = 3", "race = \"brown\"\nvalue = 4", "brown_03"),
        ("used_3p = 5", "used_3p = 6", "spaces in use"),
        ("size = 3", "size = 2", "spaces in use"),
        ("fill_order = [\"pasture_a\"", "fill_order = [\"pasture_b\"", "fill_order"),
        ("index = 2\nmin_players = 2", "index = 3\nmin_players = 2", "pasture_a_2"),
        ("id = \"pasture_b_1\"", "id = \"pasture_a_1\"", "pasture_spaces"),
        ("refill_after_use = true", "refill_after_use = false", "steppe.refill_after_use"),
        ("id = \"theft\"\norder = 4", "id = \"thief\"\norder = 4", "unknown variant"),
        ("values = [4]", "values = [0]", "theft"),
        ("usable = \"collection\"", "usable = \"own_turn\"", "sort"),
        ("virtual_dice = 1", "virtual_dice = 2", "wish.virtual_dice"),
        ("value_of_stolen_tile", "nothing", "value_of_stolen_tile"),
        ("raise_max = 2", "raise_max = 3", "overseer.raise"),
        ("take_max = 2", "take_max = 3", "secret_cattle.take"),
        ("in_round_of_placement = true", "in_round_of_placement = false", "sort.usable"),
        ("lap = 100", "lap = 0", "lap"),
        ("faces = [100, 200]", "faces = [100, 150]", "whole laps"),
        ("round_cap = 100", "round_cap = 0", "round_cap"),
        ("final_round_dice = 0", "final_round_dice = 1", "end_game.final_round_dice"),
        ("only_players = 2", "only_players = 3", "options"),
        ("source = \"house\"", "source = \"hearsay\"", "unknown variant"),
    ];
    for (old, new, why) in wrong {
        assert!(ElGaucho::CONTENT.contains(old), "{old}");
        let error = Content::parse(&ElGaucho::CONTENT.replacen(old, new, 1)).unwrap_err();
        assert!(error.contains(why), "{old} -> {new}: {error}");
    }
}

/// §2: an owner's file may have other names, small numbers, sums and limits.
#[test]
fn s02_another_content_file_is_played() {
    let text = ElGaucho::CONTENT
        .replace("ochre", "amber")
        .replace("value = 12\nsmall = 6", "value = 12\nsmall = 7")
        .replace("values = [4]", "values = [4, 7]")
        .replace("round_cap = 100", "round_cap = 30");
    let other = Content::parse(&text).unwrap();
    let amber = other.tile("amber_12").unwrap();
    assert_eq!(other.small(amber), 7);
    assert!(other.tile("ochre_12").is_none());
    assert_eq!(other.round_cap, 30);
    assert_eq!(other.areas[3].sums.iter().collect::<Vec<u8>>(), [4, 7]);
}

/// §2: small numbers are half the value, rounded down, at least 1; areas are 1-3, 1-3, 1-3, 4, 5, 6.
#[test]
fn s02_numbers_of_the_box() {
    let content = &content().content;
    assert_eq!(content.small, [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
    let sums = content.areas.each_ref().map(|area| area.sums.iter().collect::<Vec<u8>>());
    assert_eq!(sums, [vec![1, 2, 3], vec![1, 2, 3], vec![1, 2, 3], vec![4], vec![5], vec![6]]);
    let plans = content.plans.map(|plan| (plan.dice, plan.gauchos, plan.start_draw, plan.used));
    let wanted = [(5, 8, 5, [2, 3, 3, 4]), (7, 8, 4, [3, 4, 4, 5]), (9, 7, 3, [3, 4, 5, 6])];
    assert_eq!(plans, wanted);
}

/// Every place that a tile can be in.
fn places(state: &State) -> Vec<Tiles> {
    let mut places = vec![state.pool, state.removed, state.pampa_tiles(), state.steppe_known()];
    for player in &state.players {
        places.extend([player.herds.tiles, player.pending, player.start_draw, player.discards]);
    }
    places
}

/// §2, §4: every tile is in one place at every moment.
#[test]
fn s02_no_tile_is_lost_or_doubled() {
    let seen = random_positions(20, |position| {
        let places = places(position.state());
        let count: u32 = places.iter().map(|place| u32::from(place.len())).sum();
        assert_eq!(count, 60, "{:?}", position.state());
        assert_eq!(places.into_iter().fold(Tiles::default(), Tiles::or), Tiles::ALL);
    });
    assert!(seen > 10_000);
}

/// §4: the pool holds what is in the pile and what nobody has looked at in the steppe.
#[test]
fn s04_the_pool_is_the_pile_and_the_unseen_steppe() {
    random_positions(20, |position| {
        let state = position.state();
        assert_eq!(state.pool.len(), state.pile_count + state.steppe_unseen);
        assert!(state.steppe_count() <= 4);
        assert!(state.hand.len() <= 3);
    });
}

/// §10: gauchos at home, on areas and on tiles are 8 or 7 a seat; a tile holds one at most.
#[test]
fn s10_gauchos_are_constant() {
    random_positions(20, |position| {
        let (state, seats) = (position.state(), position.rules().seats);
        let mut held = Tiles::default();
        for seat in Seat::all(seats) {
            let player = &state.players[seat.index()];
            let tiles = player.standing.len() + player.lying.len();
            let gauchos = position.rules().content.plan(seats).gauchos;
            assert_eq!(player.supply + player.areas.len() + tiles, gauchos, "{seat:?} {state:?}");
            for tiles in [player.standing, player.lying] {
                assert!(held.and(tiles).is_empty(), "two gauchos on one tile");
                held = held.or(tiles);
            }
        }
        assert!(state.pampa_tiles().contains_all(held), "a gaucho on a tile that is elsewhere");
    });
}

/// §1: whoever has the most pesos wins, in games of every number of seats.
#[test]
fn s01_most_pesos_wins() {
    let mut over = 0;
    random_positions(30, |position| {
        let Some(outcome) = ElGaucho::outcome(position.rules(), position.state()) else { return };
        let pesos = |seat: &Seat| position.state().players[seat.index()].pesos;
        let most = Seat::all(position.rules().seats).map(|seat| pesos(&seat)).max();
        assert!(outcome.winners.iter().all(|seat| Some(pesos(seat)) == most));
        assert!(position.state().players.iter().all(|player| player.herds.tiles.is_empty()));
        over += 1;
    });
    assert_eq!(over, 90);
}

/// §2: each race has the values 1 to 12, each once.
#[test]
fn s02_races_and_values() {
    let content = &content().content;
    for tile in Tile::all() {
        let id = format!("{}_{:02}", content.race_id(tile.race()), tile.value());
        assert_eq!(content.tile_id(tile), id);
        assert_eq!(content.tile(&id), Some(tile));
    }
}
