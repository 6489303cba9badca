//! Makes a [`Content`] of a content file, once everything in the file fits together.

use super::content::{AreaPlan, Content, PasturePlan, SeatPlan};
use super::content_file::{File, PastureEntry, Used};
use super::dice::Sums;
use super::ids::{Area, FACES, PASTURES, Posture, RACES, SEATS, SPACES, TILES, Tile, VALUES};
use super::options::RANDOM;
use super::tiles::Tiles;

/// A failed check, in words.
type Checked<T> = Result<T, String>;

/// Checks the file and keeps what the rules use.
pub(super) fn content(file: &File) -> Checked<Content> {
    ensure(file.schema == 1, || format!("schema {}", file.schema))?;
    ensure(file.game.id == "el_gaucho", || format!("the game {}", file.game.id))?;
    let seats = (file.game.players_min, file.game.players_max);
    ensure(seats == (2, 4), || format!("{} to {} seats", seats.0, seats.1))?;
    check_fixed(file)?;
    check_words(file)?;
    check_options(file)?;
    let races = ids::<RACES>("races", file.races.iter().map(|race| &race.id))?;
    check_orders("races", file.races.iter().map(|race| race.order))?;
    let tiles = tiles(file, &races)?;
    let small = small_numbers(file)?;
    let plans = plans(file)?;
    let pastures = pastures(file)?;
    let by_number = |number: fn(Tile, &[u8; VALUES]) -> u8| {
        std::array::from_fn(|sum| {
            Tile::all().filter(|tile| usize::from(number(*tile, &small)) == sum).collect::<Tiles>()
        })
    };
    ensure(file.pesos_track.lap > 0, || "pesos_track: a lap of nothing".to_owned())?;
    let faces = &file.pesos_track.scoring_tile_faces;
    let rising = faces.iter().zip(1..).all(|(face, lap)| *face == lap * file.pesos_track.lap);
    ensure(rising, || "pesos_track: a scoring tile shows whole laps".to_owned())?;
    ensure(file.pesos_track.start < 1_000_000, || "pesos_track: a start too high".to_owned())?;
    ensure(file.end_game.round_cap > 0, || "end_game: a round_cap of 0".to_owned())?;
    ensure(file.end_game.round_cap <= 10_000, || "end_game: a round_cap too high".to_owned())?;
    let after = file.end_game.regular_rounds_after_trigger_round;
    ensure(after <= 100, || "end_game: too many rounds after the trigger".to_owned())?;
    Ok(Content {
        seats,
        plans,
        colours: ids::<SEATS>("colours", file.colours.iter().map(|colour| &colour.id))?,
        races,
        tiles,
        small,
        big_tiles: by_number(|tile, _| tile.value()),
        small_tiles: by_number(|tile, small| small[usize::from(tile.value()) - 1]),
        keep_most_values: keep_rules(file)?,
        pastures,
        value_limit: file.pampa.value_limit.into(),
        steppe_tiles: file.steppe.tiles,
        areas: areas(file)?,
        sale_bonus: file.immediate_sale.bonus_pesos.into(),
        sale_min_tiles: file.immediate_sale.min_tiles,
        secret_two_most: file.secret_cattle.two_tiles_max_value,
        start_pesos: file.pesos_track.start,
        lap: file.pesos_track.lap,
        rounds_after_trigger: after,
        round_cap: file.end_game.round_cap,
    })
}

fn ensure(holds: bool, wrong: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { Err(wrong()) }
}

fn exactly<T, const N: usize>(what: &str, list: Vec<T>) -> Checked<[T; N]> {
    let length = list.len();
    list.try_into().map_err(|_| format!("{what}: {length} entries where {N} are needed"))
}

fn ids<'a, const N: usize>(
    what: &str,
    list: impl Iterator<Item = &'a String>,
) -> Checked<[String; N]> {
    let list: Vec<String> = list.cloned().collect();
    let distinct = list.iter().enumerate().all(|(i, id)| !id.is_empty() && !list[..i].contains(id));
    ensure(distinct, || format!("{what}: an id is empty or there twice"))?;
    exactly(what, list)
}

/// Whether entries are numbered as they are listed, from 1.
fn check_orders(what: &str, orders: impl Iterator<Item = u8>) -> Checked<()> {
    let listed = orders.zip(1..).all(|(order, place)| order == place);
    ensure(listed, || format!("{what}: the order is not that of the list"))
}

/// The numbers that the rules are written for: another one would need other rules.
fn check_fixed(file: &File) -> Checked<()> {
    let faces: Vec<u8> = (1..=6).collect();
    let fixed = [
        ("dice.faces", file.dice.faces == faces && faces.len() == FACES),
        ("dice.dice_picked_per_turn", file.dice.dice_picked_per_turn == 2),
        ("preliminary.min_keep", file.preliminary.min_keep == 1),
        ("preliminary.gauchos_placed_per_player", file.preliminary.gauchos_placed_per_player == 1),
        ("preliminary.distinct_areas", file.preliminary.distinct_areas),
        ("steppe.refill_after_use", file.steppe.refill_after_use),
        (
            "herd.min_tiles_to_sell_during_game",
            file.herd.min_tiles_to_sell_during_game == 2 && file.immediate_sale.min_tiles >= 2,
        ),
        ("herd.min_tiles_to_sell_at_end", file.herd.min_tiles_to_sell_at_end == 1),
        ("wish.faces", file.wish.faces == faces),
        ("wish.virtual_dice", file.wish.virtual_dice == 1),
        ("theft.tiles", file.theft.tiles == 1),
        ("overseer.raise", (file.overseer.raise_min, file.overseer.raise_max) == (1, 2)),
        ("overseer.replace_count", file.overseer.replace_count == 1),
        (
            "secret_cattle.take",
            (file.secret_cattle.take_min, file.secret_cattle.take_max) == (1, 2),
        ),
        ("secret_cattle.gaucho_posture", file.secret_cattle.gaucho_posture == Posture::Standing),
        ("sort.tiles_per_use", file.sort.tiles_per_use == 1),
        ("sort.usable_in_round_of_placement", file.sort.usable_in_round_of_placement),
        ("end_game.final_round_dice", file.end_game.final_round_dice == 0),
        ("end_game.final_round_count", file.end_game.final_round_count == 1),
    ];
    match fixed.iter().find(|(_, holds)| !holds) {
        Some((what, _)) => Err(format!("{what}: the rules are written for another value")),
        None => Ok(()),
    }
}

/// The words that stand for a rule.
fn check_words(file: &File) -> Checked<()> {
    let words = [
        (&file.preliminary.order, "anticlockwise_ending_with_start_player"),
        (&file.herd.price, "tile_count_times_highest_value"),
        (&file.theft.compensation, "value_of_stolen_tile"),
        (&file.overseer.compensation, "value_of_lost_tile"),
        (&file.secret_cattle.peek, "all"),
        (&file.end_game.trigger, "draw_pile_empty"),
    ];
    match words.iter().find(|(found, known)| found != known) {
        Some((found, known)) => Err(format!("{found}: the rules are written for {known}")),
        None => Ok(()),
    }
}

fn check_options(file: &File) -> Checked<()> {
    let listed = file.options.iter().map(|option| {
        (option.id.as_str(), option.kind.as_str(), option.default.as_str(), option.only_players)
    });
    let wanted = [
        ("start_seat", "seat_or_random", RANDOM, None),
        ("removed_race", "race_or_random", RANDOM, Some(2)),
    ];
    ensure(listed.eq(wanted), || "options: start_seat and removed_race are needed".to_owned())
}

/// Race by race, values rising: the canonical order and the order of the file are one.
fn tiles(file: &File, races: &[String; RACES]) -> Checked<[String; TILES]> {
    let set = &file.tile_set;
    let values = set.values_per_race.iter().zip(1..).all(|(value, place)| *value == place);
    ensure(values && set.per_race == VALUES && file.components.cattle_tiles == TILES, || {
        format!("tile_set: {TILES} tiles, {VALUES} values from 1 on a race")
    })?;
    let listed = ids::<TILES>("tiles", file.tiles.iter().map(|tile| &tile.id))?;
    for (tile, entry) in Tile::all().zip(&file.tiles) {
        let here = entry.race == races[tile.race().index()] && entry.value == tile.value();
        ensure(here, || format!("{}: tiles are listed by race, then value", entry.id))?;
    }
    Ok(listed)
}

fn small_numbers(file: &File) -> Checked<[u8; VALUES]> {
    let values = file.cattle_values.iter().zip(1..).all(|(entry, value)| entry.value == value);
    ensure(values, || "cattle_values: the values rise from 1".to_owned())?;
    let small: Vec<u8> = file.cattle_values.iter().map(|entry| entry.small).collect();
    let possible = file.cattle_values.iter().all(|entry| (1..=entry.value).contains(&entry.small));
    ensure(possible, || "cattle_values: a small number of 1 to the big one".to_owned())?;
    exactly("cattle_values", small)
}

/// The highest value by the number of tiles kept.
fn keep_rules(file: &File) -> Checked<Vec<u8>> {
    let listed = file.keep_rules.iter().zip(1..).all(|(rule, tiles)| rule.tiles == tiles);
    let values: Vec<u8> = file.keep_rules.iter().map(|rule| rule.max_value).collect();
    ensure(listed && values.len() == 3, || "keep_rules: for 1, 2 and 3 tiles".to_owned())?;
    let any = values.first().is_some_and(|most| usize::from(*most) >= VALUES);
    ensure(any && values.is_sorted_by(|a, b| a >= b), || {
        "keep_rules: one tile of any value, more of at most as high ones".to_owned()
    })?;
    Ok(values)
}

/// What depends on the number of seats: nothing may run out before the first round.
fn plans(file: &File) -> Checked<[SeatPlan; 3]> {
    let counted = [
        ("dice_counts", by_seats(file.dice_counts.iter().map(|row| (row.players, row.dice)))),
        (
            "gaucho_counts",
            by_seats(file.gaucho_counts.iter().map(|row| (row.players, row.per_player))),
        ),
        (
            "removed_race_counts",
            by_seats(file.removed_race_counts.iter().map(|row| (row.players, row.races))),
        ),
        ("start_draws", by_seats(file.start_draws.iter().map(|row| (row.players, row.tiles)))),
        (
            "unused_space_counts",
            by_seats(file.unused_space_counts.iter().map(|row| (row.players, row.spaces))),
        ),
    ];
    let mut rows = [[0; 3]; 5];
    for (row, (what, found)) in rows.iter_mut().zip(counted) {
        *row = found.ok_or_else(|| format!("{what}: for 2, 3 and 4 seats"))?;
    }
    let [dice, gauchos, removed, start_draws, unused] = rows;
    let mut plans = Vec::new();
    for (index, seats) in (2u8..=4).enumerate() {
        let what = format!("{seats} seats");
        let used = used(file, index)?;
        let sizes: u8 = file.pastures.iter().map(|pasture| pasture.size).sum();
        let spaces: u8 = used.iter().sum();
        ensure(sizes.checked_sub(spaces) == Some(unused[index]), || {
            format!("{what}: {spaces} spaces in use, {} unused", unused[index])
        })?;
        let plan = SeatPlan {
            seats,
            dice: dice[index],
            gauchos: gauchos[index],
            removes_race: removed[index] == 1,
            start_draw: start_draws[index],
            used,
        };
        ensure(removed[index] == u8::from(seats == 2), || format!("{what}: races removed"))?;
        check_plan(file, &what, &plan)?;
        plans.push(plan);
    }
    exactly("seats", plans)
}

fn check_plan(file: &File, what: &str, plan: &SeatPlan) -> Checked<()> {
    ensure(plan.dice == 2 * plan.seats + 1 && plan.dice <= file.components.dice, || {
        format!("{what}: two dice a seat and one more")
    })?;
    let tokens = file.components.gaucho_tokens;
    let possible = plan.gauchos > 0 && plan.gauchos <= tokens / 4;
    ensure(possible, || format!("{what}: {} gauchos of {tokens}", plan.gauchos))?;
    ensure((1..=12).contains(&plan.start_draw), || format!("{what}: start tiles"))?;
    let spaces: u8 = plan.used.iter().sum();
    let needed = usize::from(spaces)
        + usize::from(file.steppe.tiles)
        + usize::from(plan.seats) * usize::from(plan.start_draw);
    let there = if plan.removes_race { TILES - VALUES } else { TILES };
    ensure(needed < there, || format!("{what}: setup needs {needed} of {there} tiles"))
}

/// The numbers for 2, 3 and 4 seats, listed in this order.
fn by_seats(rows: impl Iterator<Item = (u8, u8)>) -> Option<[u8; 3]> {
    let rows: Vec<(u8, u8)> = rows.collect();
    let seats: Vec<u8> = rows.iter().map(|(seats, _)| *seats).collect();
    let counts: Vec<u8> = rows.iter().map(|(_, count)| *count).collect();
    if seats == [2, 3, 4] { counts.try_into().ok() } else { None }
}

fn used(file: &File, index: usize) -> Checked<Used> {
    exactly("pastures", file.pastures.iter().map(|pasture| pasture.used()[index]).collect())
}

fn pastures(file: &File) -> Checked<[PasturePlan; PASTURES]> {
    ids::<PASTURES>("pastures", file.pastures.iter().map(|pasture| &pasture.id))?;
    let ids: Vec<&String> = file.pastures.iter().map(|pasture| &pasture.id).collect();
    let listed = file.pampa.fill_order.iter().eq(ids.iter().copied());
    ensure(listed, || "pampa.fill_order: the order is not that of the list".to_owned())?;
    let plans = file.pastures.iter().map(|pasture| pasture_plan(file, pasture));
    let mut spaces: Vec<&String> = file.pasture_spaces.iter().map(|space| &space.id).collect();
    spaces.sort_unstable();
    ensure(spaces.is_sorted_by(|a, b| a < b), || "pasture_spaces: an id twice".to_owned())?;
    let sizes: usize = file.pastures.iter().map(|pasture| usize::from(pasture.size)).sum();
    ensure(sizes == spaces.len(), || "pasture_spaces: as many as the sizes say".to_owned())?;
    exactly("pastures", plans.collect::<Checked<Vec<_>>>()?)
}

fn pasture_plan(file: &File, pasture: &PastureEntry) -> Checked<PasturePlan> {
    let what = &pasture.id;
    let entries = file.pasture_spaces.iter().filter(|space| space.pasture == *what);
    let mut spaces: [String; SPACES] = std::array::from_fn(|_| String::new());
    let mut count = 0;
    for (entry, index) in entries.zip(1u8..) {
        let used = pasture.used();
        let in_use = |seats: u8| used.get(usize::from(seats) - 2).is_some_and(|n| index <= *n);
        let first = (2..=4).find(|seats| in_use(*seats));
        ensure(entry.index == index && first == Some(entry.min_players), || {
            format!("{}: the order or the fewest players", entry.id)
        })?;
        let space = spaces.get_mut(usize::from(index) - 1);
        space.ok_or_else(|| format!("{what}: more than {SPACES} spaces"))?.clone_from(&entry.id);
        count = index;
    }
    let rising = pasture.used().is_sorted() && pasture.used()[2] <= pasture.size;
    ensure(count == pasture.size && rising, || format!("{what}: the size and its spaces"))?;
    let row_from_top = pasture.row_from_top;
    Ok(PasturePlan { id: pasture.id.clone(), row_from_top, spaces })
}

fn areas(file: &File) -> Checked<[AreaPlan; Area::ALL.len()]> {
    let listed = file.areas.iter().map(|area| area.id).eq(Area::ALL);
    ensure(listed, || "areas: they are listed in their order".to_owned())?;
    check_orders("areas", file.areas.iter().map(|area| area.order))?;
    let mut plans = Vec::new();
    for area in &file.areas {
        let usable = if area.id == Area::Sort { "collection" } else { "own_turn" };
        ensure(area.usable == usable && area.spaces_per_colour == 1, || {
            format!("{}: when it is used, or its spaces", area.id.id())
        })?;
        let possible = !area.values.is_empty() && area.values.iter().all(|v| (1..=18).contains(v));
        ensure(possible, || format!("{}: sums of dice from 1 to 18", area.id.id()))?;
        let sums = area.values.iter().fold(Sums::default(), |sums, value| sums.with(*value));
        plans.push(AreaPlan { place: area.place.clone(), sums });
    }
    exactly("areas", plans)
}
