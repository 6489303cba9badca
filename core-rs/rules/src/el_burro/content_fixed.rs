//! Numbers of `content.toml` that the rules are written for: another one would need other rules.

use super::content_file::File;
use super::content_lists::{Checked, ensure};
use super::ids::{
    ACHIEVEMENT_TILES, BOATS, CARDS, COVERS, DOCKS, DONKEY_CARDS, FARM_SPACES, Good, NORMAL_CARDS,
    ROUND_TILES, ROUNDS, SEATS, SLOTS, TILE_TYPES, Track,
};

/// Checks them.
pub(super) fn check(file: &File) -> Checked<()> {
    let game = (file.meta.game.as_str(), file.meta.revision);
    ensure(game == ("el_burro", 1), || format!("the game {game:?}"))?;
    let seats = (file.game.min_seats, file.game.max_seats);
    ensure(seats == (2, 4), || format!("{} to {} seats", seats.0, seats.1))?;
    check_game(file)?;
    check_tracks(file)?;
    check_totals(file)?;
    check_options(file)
}

fn fixed(checks: &[(&str, bool)]) -> Checked<()> {
    match checks.iter().find(|(_, holds)| !holds) {
        Some((what, _)) => Err(format!("{what}: the rules need another value")),
        None => Ok(()),
    }
}

fn check_game(file: &File) -> Checked<()> {
    let (game, start, rewards) = (&file.game, &file.start, &file.delivery_reward);
    let pig = file.farm_storage.iter().find(|storage| storage.id == Good::Pig);
    let listed = file.farm_storage.iter().map(|storage| storage.id).eq(Good::ALL);
    fixed(&[
        ("game.rounds", game.rounds == ROUNDS),
        ("game.supplies_limited", !game.supplies_limited),
        ("game.first_round_cards", game.first_round_cards == 4),
        ("game.cards_per_farm_phase", game.cards_per_farm_phase == 1),
        ("game.slots", (game.slots_barrow, game.slots_acquisition) == (SLOTS, SLOTS)),
        ("game.field_goods_when_played", game.field_goods_when_played == 1),
        ("game.excess_pig_silver", pig.is_some_and(|pig| pig.sell == Some(game.excess_pig_silver))),
        ("game.offspring", game.offspring == 1 && game.offspring_minimum == 2),
        ("game.donkey_draw", game.donkey_draw == [4, 4, 4, 0]),
        ("game.donkey_places", game.donkey_places == ["siesta", "donkey", "stable", "discard"]),
        ("game.dice_per_seat", game.dice_per_seat == 2),
        ("game.striking_worker_prestige", game.striking_worker_prestige <= 0),
        ("start", (start.prestige, start.siesta, start.milestone) == (0, 0, 0)),
        ("start.support", start.support == "prestige_side"),
        ("start.trough", start.trough <= file.trough_track.last),
        ("delivery_reward.steps", (rewards.good_steps, rewards.worker_steps) == (1, 1)),
        ("farm_storage: the order", listed),
        ("farm.pig_markings", pig.is_some_and(|pig| pig.markings == Some(file.farm.pig_markings))),
        ("achievement_rules.personal_goals", file.achievement_rules.personal_goals == 3),
        ("boost", file.boost.len() == 2),
    ])
}

fn check_tracks(file: &File) -> Checked<()> {
    let (board, siesta) = (&file.reward_board, &file.siesta_track);
    let paid = file.prestige_tile.iter().map(|tile| tile.space).eq(file.prestige_track.tile_spaces);
    let rows = |plan: &super::content_file::SeatEntry| {
        let scored = |rows: &&super::content_file::StableScoring| rows.seats.contains(&plan.seats);
        let rows = file.stable_scoring.iter().filter(scored).count();
        let dice = plan.dice == 2 * plan.seats + 1;
        rows == 1 && dice && usize::from(plan.max_same_pips) * 6 >= usize::from(plan.dice)
    };
    fixed(&[
        ("seats", file.seats.iter().map(|plan| plan.seats).eq(2..=4)),
        ("seats: dice and stable_scoring", file.seats.iter().all(rows)),
        (
            "seats: tiles of local markets",
            file.seats.iter().all(|plan| plan.market_tiles_per_market == plan.seats),
        ),
        ("reward_board.spaces", (board.spaces, board.option_space) == (4, 4)),
        ("reward_board.connection_space", board.connection_space <= board.spaces),
        ("prestige_track.tile_spaces", paid && file.prestige_track.tile_spaces == [6, 12]),
        ("prestige_track.length", file.prestige_track.length > 12),
        ("siesta_track.last", usize::from(siesta.last) + 1 == siesta.moves.len()),
        ("trough_track", file.trough_track.final_spaces_per_prestige > 0),
        (
            "track_connection",
            file.track_connection
                .iter()
                .map(|pair| (pair.tracks[0].index() + 1, pair.tracks[1].index()))
                .eq((1..Track::ALL.len()).map(|second| (second, second))),
        ),
    ])
}

/// The totals of `rules.md` §2 (§26, duty 7).
fn check_totals(file: &File) -> Checked<()> {
    let totals = &file.totals;
    let copies = |of: &[usize]| of.iter().sum::<usize>();
    let extensions: Vec<usize> = file.farm_extension.iter().map(|entry| entry.copies).collect();
    let tiles: Vec<usize> = file.market_tile.iter().map(|entry| entry.copies).collect();
    let donkeys: Vec<usize> = file.donkey_card.iter().map(|entry| entry.copies).collect();
    let each_four = [&extensions, &tiles, &donkeys].iter().all(|of| of.iter().all(|n| *n == SEATS));
    fixed(&[
        ("totals.normal_farm_card", totals.normal_farm_card == NORMAL_CARDS),
        ("totals.special_farm_card", totals.special_farm_card == CARDS - NORMAL_CARDS),
        ("totals.farm_extension", totals.farm_extension == copies(&extensions)),
        ("totals.farm_extension", copies(&extensions) == FARM_SPACES * SEATS),
        ("totals.market_tile", totals.market_tile == copies(&tiles)),
        ("totals.market_tile_types", totals.market_tile_types == TILE_TYPES),
        ("totals.market_cover", totals.market_cover == COVERS),
        ("totals.personal_achievement", totals.personal_achievement == ACHIEVEMENT_TILES),
        ("totals.general_achievement", totals.general_achievement == ACHIEVEMENT_TILES),
        ("totals.boat", totals.boat == BOATS && DOCKS == BOATS),
        ("totals.donkey_card", totals.donkey_card == copies(&donkeys)),
        ("totals.donkey_card", copies(&donkeys) == DONKEY_CARDS * SEATS),
        ("copies: one for each seat", each_four),
        ("totals.reward_marker", totals.reward_marker == Track::ALL.len() * SEATS),
        ("totals.donkey", totals.donkey == 2 * SEATS),
        ("totals.round_tile", totals.round_tile == ROUND_TILES),
        ("totals.farm_board", usize::from(totals.farm_board) == SEATS),
        (
            "totals.revenue_die",
            file.seats.iter().map(|plan| u16::from(plan.dice)).max() == Some(totals.revenue_die),
        ),
    ])
}

/// The options with their defaults are those of `options.rs`.
fn check_options(file: &File) -> Checked<()> {
    const KNOWN: [(&str, &str); 5] = [
        ("variable_markets", "false"),
        ("variable_bonuses", "false"),
        ("first_seat", "random"),
        ("rondel_direction", "clockwise"),
        ("simultaneous", "together"),
    ];
    let said = file.option.iter().map(|option| {
        let default = option.default.as_str().map(str::to_owned);
        (option.id.as_str(), default.unwrap_or_else(|| option.default.to_string()))
    });
    let known = said.eq(KNOWN.map(|(id, default)| (id, default.to_owned())));
    ensure(known, || "option: other ones than the rules know".to_owned())
}
