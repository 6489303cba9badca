//! Makes a [`Content`] of a content file, once everything in the file fits together.

use super::content::Content;
use super::content_file::{
    BarrowEntry, CardEntry, File, GoalEntry, Marking, PartEntry, SpecialEntry,
};
use super::content_fixed;
use super::content_lists::{Checked, by_id, each, ensure, exactly, find, ids};
use super::effect::{Effect, List};
use super::effects_build::{Builder, condition, cost};
use super::ids::{
    ACQUISITIONS, CARDS, Category, Class, FACES, Face, Good, NORMAL_CARDS, ROUNDS, SEATS, Shape,
    TILE_TYPES, Track, TroughAction,
};
use super::part::{Cost, Part};
use super::plans::{
    BoatPlan, CardPlan, CardSides, CoverPlan, DonkeyPlan, ExtensionPlan, Goal, MarketPlan,
    Markings, Named, Need, Numbers, RoundTilePlan, SeatPlan, SpacePlan, Storage, TargetPlan,
    TrackPlan,
};
use super::road_build;
use super::sets::Bag;
use super::things::{Acquisition, Card, DonkeyCard, RondelBonus, TileType};

/// Checks the file and keeps what the rules use.
pub(super) fn content(file: &File) -> Checked<Content> {
    content_fixed::check(file)?;
    let spaces = file.farm_space.iter().map(|space| space.id.clone()).collect();
    let mut builder = Builder { spaces, ..Builder::default() };
    let b = &mut builder;
    let tile_ids = ids("market_tile", file.market_tile.iter().map(|tile| &tile.id))?;
    let tile_ids: &[String; TILE_TYPES] = &tile_ids;
    let tile = |id: &String| find(tile_ids, id).map(TileType);
    let [one, two] = exactly("prestige_tile", file.prestige_tile.iter().collect())?;
    Ok(Content {
        seats: (file.game.min_seats, file.game.max_seats),
        plans: plans(file)?,
        numbers: numbers(file)?,
        road: road_build::road(file, b)?,
        storages: storages(file)?,
        spaces: spaces_of(file, b)?,
        extensions: extensions(file, b)?,
        categories: categories(file, b)?,
        reward_spaces: reward_spaces(file, b)?,
        tracks: tracks(file, b)?,
        connections: exactly(
            "track_connection",
            file.track_connection.iter().map(|c| (c.tracks[0], c.tracks[1], c.prestige)).collect(),
        )?,
        cards: cards(file, b)?,
        cards_by_id: by_id("cards", card_ids(file), Card::at)?,
        acquisitions: parts::<ACQUISITIONS>("acquisition", &file.acquisition, b)?,
        donkeys: donkeys(file, b)?,
        donkeys_by_id: by_id(
            "donkey_card",
            file.donkey_card.iter().map(|card| &card.id),
            DonkeyCard::at,
        )?,
        markets: markets(file, &tile)?,
        covers: covers(file)?,
        tiles: tiles(file, b)?,
        prestige_tiles: [
            (one.space, tile(&one.standard_tile)?),
            (two.space, tile(&two.standard_tile)?),
        ],
        round_tiles: round_tiles(file, b)?,
        personal: each("personal_achievement", &file.personal_achievement, |entry| {
            let goals = [&entry.goals[0], &entry.goals[1], &entry.goals[2]].map(goal);
            let [first, second, third] = goals;
            Ok(named(&entry.id, &entry.name, "", [first?, second?, third?]))
        })?,
        personal_bonus: b.list(&file.achievement_rules.personal_bonus)?,
        general: each("general_achievement", &file.general_achievement, |entry| {
            let sides = [goal(&entry.simple)?, goal(&entry.demanding)?];
            Ok(named(&entry.id, &entry.name, "", sides))
        })?,
        general_first: [
            file.achievement_rules.general_first_simple,
            file.achievement_rules.general_first_demanding,
        ],
        boats: each("boat", &file.boat, |entry| {
            let sides = [target(&entry.side_a)?, target(&entry.side_b)?];
            Ok(BoatPlan { id: entry.id.clone(), name: entry.name.clone(), sides })
        })?,
        faces: faces(file, b)?,
        bonuses: each("rondel_bonus", &file.rondel_bonus, |entry| {
            let list = b.list_of(&entry.effects, entry.any_order, false)?;
            Ok(named(&entry.id, &entry.name, &entry.text, list))
        })?,
        rondel: rondel(file)?,
        trough_actions: trough_actions(file, b)?,
        effects: builder.effects,
    })
}

fn named<T>(id: &str, name: &str, text: &str, part: T) -> Named<T> {
    Named { id: id.to_owned(), name: name.to_owned(), text: text.to_owned(), part }
}

fn plans(file: &File) -> Checked<[SeatPlan; SEATS - 1]> {
    each("seats", &file.seats, |entry| {
        let scoring = file.stable_scoring.iter().find(|rows| rows.seats.contains(&entry.seats));
        let scoring = scoring.ok_or_else(|| format!("no stable_scoring for {}", entry.seats))?;
        let mut stable_prestige = [[0; SEATS]; ROUNDS];
        for (row, given) in stable_prestige.iter_mut().zip(&scoring.prestige) {
            let fits = given.len() <= SEATS;
            ensure(fits, || "stable_scoring: too many places".to_owned())?;
            row[..given.len()].copy_from_slice(given);
        }
        Ok(SeatPlan {
            seats: entry.seats,
            dice: entry.dice,
            max_same_pips: entry.max_same_pips,
            market_tiles: entry.market_tiles_per_market,
            option_markings: entry.option_markings,
            stable_prestige,
        })
    })
}

fn numbers(file: &File) -> Checked<Numbers> {
    let (game, start, farm) = (&file.game, &file.start, &file.farm);
    let mut boost = [0; 3];
    for (entry, plus) in file.boost.iter().zip(1..) {
        ensure(usize::from(entry.plus) == plus, || format!("boost of {}", entry.plus))?;
        *boost.get_mut(plus).ok_or("boost: more than two")? = entry.trough_back;
    }
    Ok(Numbers {
        hand_normal: game.hand_normal,
        hand_special: game.hand_special,
        special_cost_per_round: game.special_cost_per_round,
        acquisition_workers: game.acquisition_workers,
        barrow_road_spaces: game.barrow_road_spaces,
        market_round_prestige: game.market_round_prestige,
        offspring_minimum: game.offspring_minimum,
        offspring: game.offspring,
        goat_deliveries: game.goat_deliveries,
        donkey_draw: game.donkey_draw,
        wage: game.wage,
        strike_prestige: game.striking_worker_prestige.unsigned_abs(),
        start_silver: start.silver,
        start_workers: start.workers,
        start_trough: start.trough,
        card_limit: farm.card_limit,
        income: farm.income,
        silver_prestige: file.delivery_reward.silver_prestige,
        support_prestige: file.delivery_reward.support_prestige,
        support_kept_prestige: file.delivery_reward.support_kept_prestige,
        connection_space: file.reward_board.connection_space,
        reward_last: file.reward_board.spaces,
        prestige_lap: file.prestige_track.length,
        siesta_last: file.siesta_track.last,
        siesta_moves: file.siesta_track.moves,
        siesta_prestige: file.siesta_track.prestige,
        siesta_top: file.siesta_track.top_prestige,
        milestone_last: file.milestone_track.last,
        milestone_prestige: file.milestone_track.prestige_per_space,
        trough_last: file.trough_track.last,
        trough_per_prestige: file.trough_track.final_spaces_per_prestige,
        boost,
    })
}

fn storages(file: &File) -> Checked<[Storage; Good::ALL.len()]> {
    each("farm_storage", &file.farm_storage, |entry| {
        ensure(entry.id.track() == entry.track, || format!("{}: track", entry.id.id()))?;
        let upgraded = entry.id.upgraded() == entry.upgrade_to;
        ensure(upgraded, || format!("{}: upgrade_to", entry.id.id()))?;
        let class = if entry.id == Good::Pig { "pig" } else { &entry.class };
        let in_class = Class::from_id(class).is_none_or(|c| c.goods().contains(entry.id));
        ensure(in_class && entry.class == class, || format!("{}: class", entry.id.id()))?;
        let markings = match entry.kind.as_str() {
            "open" => None,
            "single" => Some(entry.markings.ok_or("a single storage without markings")?),
            kind => return Err(format!("a storage of kind {kind}")),
        };
        let grows = entry.id.is_harvest() != entry.field_text.is_empty();
        ensure(grows, || format!("{}: field_text", entry.id.id()))?;
        Ok(Storage {
            name: entry.name.clone(),
            markings,
            buy: entry.buy,
            sell: entry.sell,
            upgrade: entry.upgrade,
            field_text: entry.field_text.clone(),
        })
    })
}

fn spaces_of<const N: usize>(file: &File, b: &mut Builder) -> Checked<[SpacePlan; N]> {
    ids::<N>("farm_space", file.farm_space.iter().map(|space| &space.id))?;
    each("farm_space", &file.farm_space, |entry| {
        Ok(SpacePlan {
            id: entry.id.clone(),
            name: entry.name.clone(),
            text: entry.text.clone(),
            shape: entry.shape,
            action: b.worker_action(&entry.cost, &entry.run, &entry.only_in)?,
        })
    })
}

fn extensions<const N: usize>(file: &File, b: &mut Builder) -> Checked<[ExtensionPlan; N]> {
    ids::<N>("farm_extension", file.farm_extension.iter().map(|entry| &entry.id))?;
    for (entry, space) in file.farm_extension.iter().zip(&file.farm_space) {
        let fits = entry.covers == space.id && entry.shape == space.shape;
        ensure(fits, || format!("{} does not cover {}", entry.id, space.id))?;
    }
    each("farm_extension", &file.farm_extension, |entry| {
        let mut side = |side: &super::content_file::ExtensionSide| {
            b.worker_action(&side.cost, &side.run, &side.only_in)
        };
        Ok(ExtensionPlan {
            id: entry.id.clone(),
            name: entry.name.clone(),
            texts: [entry.plain.text.clone(), entry.upgraded.text.clone()],
            shape: entry.shape,
            actions: [side(&entry.plain)?, side(&entry.upgraded)?],
        })
    })
}

fn categories(file: &File, b: &mut Builder) -> Checked<[Named<Part>; Category::ALL.len()]> {
    let listed = file.admin_category.iter().map(|entry| entry.id).eq(Category::ALL);
    ensure(listed, || "admin_category: the order".to_owned())?;
    each("admin_category", &file.admin_category, |entry| {
        let part = b.part(&entry.does)?;
        Ok(named(entry.id.id(), &entry.name, &entry.text, part))
    })
}

/// The lists of the reward spaces, for each track with extensions of its own shape.
fn reward_spaces(file: &File, b: &mut Builder) -> Checked<[[List; 4]; Track::ALL.len()]> {
    let numbered = file.reward_space.iter().map(|space| space.number).eq(1..=4);
    ensure(numbered, || "reward_space: the numbers".to_owned())?;
    each("reward_track", &file.reward_track, |track| {
        each("reward_space", &file.reward_space, |space| {
            let list = b.list(&space.effects)?;
            let shaped = b.effects.of(list).iter().map(|effect| shaped(effect, track.shape));
            let shaped: Vec<Effect> = shaped.collect();
            b.put(&shaped, list.any_order)
        })
    })
}

/// An effect of a reward space on a track with extensions of this shape.
fn shaped(effect: &Effect, shape: Shape) -> Effect {
    let mut effect = *effect;
    if let Effect::PlaceExtension { shape: own } | Effect::TurnExtension { shape: own } =
        &mut effect
    {
        *own = own.or(Some(shape));
    }
    effect
}

fn tracks(file: &File, b: &mut Builder) -> Checked<[TrackPlan; Track::ALL.len()]> {
    let listed = file.reward_track.iter().map(|entry| entry.id).eq(Track::ALL);
    let numbered = file.reward_track.iter().map(|entry| entry.order).eq(1..=6);
    ensure(listed && numbered, || "reward_track: the order".to_owned())?;
    each("reward_track", &file.reward_track, |entry| {
        let goods = Good::ALL.into_iter().filter(|good| good.track() == entry.id);
        let fits = entry.goods.iter().copied().eq(goods);
        ensure(fits, || format!("{}: goods", entry.id.id()))?;
        Ok(TrackPlan {
            name: entry.name.clone(),
            text: entry.text.clone(),
            shape: entry.shape,
            option: b.list(&entry.option)?,
        })
    })
}

fn parts<const N: usize>(
    what: &str,
    entries: &[PartEntry],
    b: &mut Builder,
) -> Checked<[Named<Part>; N]> {
    ids::<N>(what, entries.iter().map(|entry| &entry.id))?;
    each(what, entries, |entry| {
        let part = b.part(&entry.does).map_err(|wrong| format!("{}: {wrong}", entry.id))?;
        Ok(named(&entry.id, &entry.name, &entry.text, part))
    })
}

/// The ids of all cards, in canonical order.
fn card_ids(file: &File) -> impl Iterator<Item = &String> {
    let normal = file.farm_card.iter().map(|card| &card.id);
    normal.chain(file.special_card.iter().map(|card| &card.id))
}

fn cards(file: &File, b: &mut Builder) -> Checked<[CardPlan; CARDS]> {
    let all = ids::<CARDS>("cards", card_ids(file))?;
    let normal = file.farm_card.len() == NORMAL_CARDS;
    ensure(normal, || format!("{} farm_card", file.farm_card.len()))?;
    let acquisitions: Vec<String> = file.acquisition.iter().map(|entry| entry.id.clone()).collect();
    let mut cards = Vec::with_capacity(all.len());
    for entry in &file.farm_card {
        cards.push(normal_card(entry, &acquisitions)?);
    }
    for entry in &file.special_card {
        cards.push(special_card(file, entry, b)?);
    }
    exactly("cards", cards)
}

fn normal_card(entry: &CardEntry, acquisitions: &[String]) -> Checked<CardPlan> {
    ensure(entry.field.is_harvest(), || format!("{}: no field", entry.id))?;
    let sides = CardSides::Normal {
        field: entry.field,
        admin: entry.admin,
        acquisition: Acquisition(find(acquisitions, &entry.acquisition)?),
    };
    let barrow = target(&entry.barrow)?;
    Ok(CardPlan { id: entry.id.clone(), name: entry.name.clone(), barrow, sides })
}

fn special_card(file: &File, entry: &SpecialEntry, b: &mut Builder) -> Checked<CardPlan> {
    let mut scoring = |list: &[PartEntry], id: &str| {
        let part = list.iter().find(|part| part.id == id);
        let part = part.ok_or_else(|| format!("{}: no {id}", entry.id))?;
        let does = b.part(&part.does)?;
        let only = Part { last: does.last, ..Part::default() };
        ensure(does.last.len > 0 && does == Part { triggers: does.triggers, ..only }, || {
            format!("{id}: a special card only scores at the end")
        })?;
        Ok::<_, String>(named(&part.id, &part.name, &part.text, does.last))
    };
    let sides = CardSides::Special([
        scoring(&file.score_fields, &entry.fields)?,
        scoring(&file.score_administration, &entry.administration)?,
        scoring(&file.score_acquisitions, &entry.acquisitions)?,
    ]);
    let barrow = target(&entry.barrow)?;
    Ok(CardPlan { id: entry.id.clone(), name: entry.name.clone(), barrow, sides })
}

/// A target with its markings.
fn target(entry: &BarrowEntry) -> Checked<TargetPlan> {
    Ok(TargetPlan { markings: markings(&entry.markings)?, prestige: entry.prestige })
}

pub(super) fn markings(list: &[Marking]) -> Checked<Markings> {
    let needs: Vec<Need> = list.iter().map(need).collect::<Checked<_>>()?;
    ensure(!needs.is_empty(), || "a target without markings".to_owned())?;
    Markings::of(&needs).ok_or_else(|| format!("{} markings", needs.len()))
}

/// A marking: at least one thing; a star only once (`rules.md` §26, duty 4).
fn need(marking: &Marking) -> Checked<Need> {
    let (mut goods, mut silver, mut workers, mut star) = ([0; Good::ALL.len()], 0, 0, false);
    for (id, n) in marking {
        ensure((1..=4).contains(n), || format!("a marking for {n} {id}"))?;
        match (id.as_str(), Good::from_id(id)) {
            (_, Some(good)) => goods[good.index()] = *n,
            ("silver", None) => silver = *n,
            ("worker", None) => workers = *n,
            ("upgraded_good", None) if *n == 1 => star = true,
            (_, None) => return Err(format!("a marking for {n} {id}")),
        }
    }
    ensure(!marking.is_empty(), || "a marking for nothing".to_owned())?;
    Ok(Need { bag: Bag::of(goods, silver, workers), star })
}

fn donkeys<const N: usize>(file: &File, b: &mut Builder) -> Checked<[DonkeyPlan; N]> {
    ids::<N>("donkey_card", file.donkey_card.iter().map(|card| &card.id))?;
    each("donkey_card", &file.donkey_card, |entry| {
        let effects = b.list(&entry.effects)?;
        Ok(DonkeyPlan {
            id: entry.id.clone(),
            name: entry.name.clone(),
            text: if effects.is_empty() { String::new() } else { entry.text.clone() },
            value: entry.value,
            effects,
        })
    })
}

fn markets<const N: usize>(
    file: &File,
    tile: &impl Fn(&String) -> Checked<TileType>,
) -> Checked<[MarketPlan; N]> {
    ids::<N>("local_market", file.local_market.iter().map(|market| &market.id))?;
    each("local_market", &file.local_market, |entry| {
        Ok(MarketPlan {
            id: entry.id.clone(),
            name: entry.name.clone(),
            number: entry.number,
            unlocked_at_start: entry.unlocked_at_start,
            markings: markings(&entry.markings)?,
            prestige: entry.prestige,
            tile: tile(&entry.standard_tile)?,
        })
    })
}

fn covers<const N: usize>(file: &File) -> Checked<[CoverPlan; N]> {
    ids::<N>("market_cover", file.market_cover.iter().map(|cover| &cover.id))?;
    each("market_cover", &file.market_cover, |entry| {
        let markings = markings(&entry.markings)?;
        Ok(CoverPlan { id: entry.id.clone(), name: entry.name.clone(), markings })
    })
}

fn tiles(file: &File, b: &mut Builder) -> Checked<[Named<Part>; TILE_TYPES]> {
    each("market_tile", &file.market_tile, |entry| {
        let part = b.part(&entry.does).map_err(|wrong| format!("{}: {wrong}", entry.id))?;
        Ok(named(&entry.id, &entry.name, &entry.text, part))
    })
}

fn round_tiles<const N: usize>(file: &File, b: &mut Builder) -> Checked<[RoundTilePlan; N]> {
    ids::<N>("round_tile", file.round_tile.iter().map(|tile| &tile.id))?;
    each("round_tile", &file.round_tile, |entry| {
        Ok(RoundTilePlan {
            id: entry.id.clone(),
            name: entry.name.clone(),
            text: entry.text.clone(),
            round: entry.round,
            part: b.part(&entry.does).map_err(|wrong| format!("{}: {wrong}", entry.id))?,
        })
    })
}

fn goal(entry: &GoalEntry) -> Checked<Goal> {
    let conditions: Vec<_> = entry.conditions.iter().map(condition).collect::<Checked<_>>()?;
    ensure(!conditions.is_empty(), || format!("{}: no condition", entry.text))?;
    Ok(Goal { text: entry.text.clone(), conditions })
}

fn faces(file: &File, b: &mut Builder) -> Checked<[Named<List>; FACES]> {
    let numbered = file.revenue_face.iter().map(|face| face.pips).eq(1..=6);
    ensure(numbered, || "revenue_face: the pips".to_owned())?;
    each("revenue_face", &file.revenue_face, |entry| {
        let list = b.list(&entry.effects)?;
        Ok(named(&entry.id, &entry.name, &entry.text, list))
    })
}

fn rondel(file: &File) -> Checked<[[RondelBonus; FACES]; Face::ALL.len()]> {
    let ids: Vec<String> = file.rondel_bonus.iter().map(|bonus| bonus.id.clone()).collect();
    let named = file.rondel_side.iter().map(|side| side.id.as_str());
    ensure(named.eq(Face::ALL.map(Face::id)), || "rondel_side: the ids".to_owned())?;
    each("rondel_side", &file.rondel_side, |side| {
        each("rondel_side", &side.positions, |id| find(&ids, id).map(RondelBonus))
    })
}

fn trough_actions(
    file: &File,
    b: &mut Builder,
) -> Checked<[(Cost, List); TroughAction::ALL.len()]> {
    let named = file.trough_action.iter().map(|entry| entry.id.as_str());
    ensure(named.eq(TroughAction::ALL.map(TroughAction::id)), || "trough_action".to_owned())?;
    each("trough_action", &file.trough_action, |entry| {
        Ok((cost(&entry.cost)?, b.list(&entry.run)?))
    })
}
