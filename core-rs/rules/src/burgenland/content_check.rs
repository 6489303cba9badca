//! Makes a [`Content`] of a content file, once everything in the file fits together.

use super::content::{
    CardKind, CastlePlan, Content, JokerKind, LargePrice, LayoutPlan, Neutral, Place, Wanted,
};
use super::content_file::{
    CastleEntry, Direction, File, LargePriceEntry, OptionEntry, PieceSet, Shape,
};
use super::ids::{
    BonusTile, CARDS, CASTLES, COLOURS, Castle, ColourCard, NODES, Node, Piece, SPACES, Space,
    SpaceBonus, VALUES,
};
use super::options::{Layout, Options, Placement, RANDOM};
use super::state::ARCHITECT_CARDS;

/// A failed check, in words.
type Checked<T> = Result<T, String>;

/// Checks the file and keeps what the rules use.
pub(super) fn content(file: File) -> Checked<Content> {
    ensure(file.schema == 1, || format!("schema {}", file.schema))?;
    ensure(file.game.id == "burgenland", || format!("the game {}", file.game.id))?;
    let seats = (file.game.min_seats, file.game.max_seats);
    ensure(seats == (2, 4), || format!("{} to {} seats", seats.0, seats.1))?;
    check_totals(&file)?;
    let (turn_limit_most, defaults) = options(&file.option)?;
    let colours = ids::<COLOURS>("colour", file.colour.iter().map(|c| &c.id))?;
    let nodes = nodes(&file)?;
    let [ten_coins, coins_5] = tile_coins(&file)?;
    let border_cards = file.price.border_cards;
    ensure(border_cards > 0, || "price: border_cards is 0".to_owned())?;
    let architects = exactly("architect.card", file.architect.card.clone())?;
    ensure(architects.is_sorted_by_key(|kind| kind.value), || "architect: values rise".to_owned())?;
    Ok(Content {
        seats,
        cards: card_kinds(&file, &colours)?,
        colours,
        joker: joker(&file)?,
        architects,
        castles: castles(&file, &nodes)?,
        nodes,
        exchange_tiles: file.exchange_tile.count,
        bonus_tiles: exactly("bonus_tile", file.bonus_tile.iter().map(|t| t.count).collect())?,
        ten_coins,
        coins_5,
        coins_3: space_coins(&file)?,
        border_cards,
        large_prices: large_prices(&file)?,
        layouts: layouts(&file)?,
        large: Place { id: file.large_castle.id, x: file.large_castle.x, y: file.large_castle.y },
        exchange_id: file.exchange_tile.id,
        well_rewards: file.well_reward.coins,
        start_cards: file.start_hand.colour_cards_by_turn_order,
        start_jokers: file.start_hand.jokers,
        draw_cards: file.draw_action.colour_cards,
        turn_limit_most,
        defaults,
    })
}

/// The coins of a `ten_coins` and a `coins_5` tile.
fn tile_coins(file: &File) -> Checked<[u8; 2]> {
    let kinds = file.bonus_tile.iter().map(|tile| tile.id);
    ensure(kinds.eq(BonusTile::ALL), || "bonus_tile: another order".to_owned())?;
    let coins = |tile: BonusTile| {
        let coins = file.bonus_tile[tile.index()].coins.filter(|coins| *coins > 0);
        coins.ok_or(format!("{}: no coins", tile.id()))
    };
    Ok([coins(BonusTile::TenCoins)?, coins(BonusTile::Coins5)?])
}

/// The coins of a `coins_3` square.
fn space_coins(file: &File) -> Checked<u8> {
    let kinds = file.space_bonus.iter().map(|bonus| bonus.id);
    ensure(kinds.eq(SpaceBonus::ALL), || "space_bonus: another order".to_owned())?;
    let coins = file.space_bonus[SpaceBonus::Coins3.index()].coins;
    coins.ok_or("coins_3: no coins".to_owned())
}

fn joker(file: &File) -> Checked<JokerKind> {
    let joker = &file.joker;
    ensure((1..=3).contains(&joker.coin_value), || "joker: a coin value of 1 to 3".to_owned())?;
    ensure(joker.price_in_coins > 0, || "joker: price_in_coins is 0".to_owned())?;
    ensure(joker.pile_may_go_short, || "joker: gains never fail".to_owned())?;
    Ok(JokerKind {
        id: joker.id.clone(),
        count: joker.count,
        coin_value: joker.coin_value,
        price: joker.price_in_coins,
    })
}

fn large_prices(file: &File) -> Checked<[Option<LargePrice>; Piece::ALL.len()]> {
    let large = &file.large_castle;
    ensure(large.capacity == "unlimited", || "large_castle: unlimited".to_owned())?;
    let mut prices = [None; Piece::ALL.len()];
    for entry in &file.large_price {
        let LargePriceEntry { piece, same, different, .. } = *entry;
        let fits = same > 0 && different > 0 && usize::from(different) <= COLOURS;
        ensure(fits && prices[piece.index()].is_none(), || {
            format!("large_price: the {} is there twice, free, or too dear", piece.id())
        })?;
        prices[piece.index()] = Some(LargePrice { same, different });
    }
    for piece in Piece::ALL {
        let accepted = large.accepts.contains(&piece) && piece != Piece::Well;
        ensure(accepted == prices[piece.index()].is_some(), || {
            format!("large_castle: price and acceptance of the {} differ", piece.id())
        })?;
    }
    Ok(prices)
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

fn same(what: &str, counted: usize, said: usize) -> Checked<()> {
    ensure(counted == said, || format!("{what}: {counted} counted, {said} in the totals"))
}

fn sum(counts: impl IntoIterator<Item = u8>) -> usize {
    counts.into_iter().map(usize::from).sum()
}

fn check_totals(file: &File) -> Checked<()> {
    let said = &file.totals;
    let architects = sum(file.architect.card.iter().map(|kind| kind.count));
    same(
        "colour cards",
        sum(file.cards.colour_card.iter().map(|card| card.count)),
        said.colour_cards,
    )?;
    same("colours", COLOURS, said.colours)?;
    same("border markers", NODES, said.border_markers)?;
    same("jokers", usize::from(file.joker.count), said.jokers)?;
    same("architect cards", architects, said.architect_cards)?;
    same("well cards", file.well.card_numbers.len(), said.well_cards)?;
    same("exchange tiles", usize::from(file.exchange_tile.count), said.exchange_tiles)?;
    same("bonus tiles", sum(file.bonus_tile.iter().map(|tile| tile.count)), said.bonus_tiles)?;
    same("spare tiles", file.spare_tiles.count, said.spare_bonus_tiles)?;
    same("castles", file.castle.len(), said.castles)?;
    same("nodes", file.node.len(), said.nodes)?;
    same("well rewards", file.well_reward.coins.len(), said.well_reward_spaces)?;
    let pieces = said.walls + said.houses + said.keeps + said.wells;
    let counted = [said.bonus_tiles, pieces];
    ensure(counted.iter().all(|count| u8::try_from(*count).is_ok()), || {
        "more than 255 pieces or bonus tiles".to_owned()
    })?;
    ensure(u8::try_from(said.colour_cards).is_ok(), || "more than 255 colour cards".to_owned())?;
    ensure(said.wells <= said.well_reward_spaces && said.wells < said.well_cards, || {
        "a well without a reward or without a next one".to_owned()
    })?;
    ensure((1..=ARCHITECT_CARDS).contains(&architects), || {
        format!("architect: 1 to {ARCHITECT_CARDS} cards")
    })?;
    for colour in &file.colour {
        let of_colour = file.cards.colour_card.iter().filter(|card| card.colour == colour.id);
        same(&colour.id, sum(of_colour.map(|card| card.count)), said.cards_per_colour)?;
    }
    Ok(())
}

fn piece_counts(set: &PieceSet) -> [u8; Piece::ALL.len()] {
    [set.wall, set.house, set.keep, set.well]
}

/// The pieces of each number of seats: what is handed out, placed and left in the box is all there is.
fn layouts(file: &File) -> Checked<Vec<LayoutPlan>> {
    let said = &file.totals;
    let all = [said.walls, said.houses, said.keeps, said.wells];
    let wanted = [(4, "any"), (3, "any"), (2, Layout::Rulebook.id()), (2, Layout::FullSet.id())];
    let mut layouts = Vec::new();
    for (seats, layout) in wanted {
        let what = format!("{seats} seats, {layout}");
        let here = |set: &&PieceSet| set.seats == seats && set.layout == layout;
        let handed = file.seat_set.iter().find(here).ok_or(format!("{what}: no seat_set"))?;
        let boxed = file.r#box.iter().find(here).ok_or(format!("{what}: no box"))?;
        let mut steps: Vec<_> =
            file.neutral_step.iter().filter(|s| s.seats == seats && s.layout == layout).collect();
        steps.sort_by_key(|step| step.order);
        let neutrals: Vec<Neutral> = steps
            .iter()
            .flat_map(|s| {
                let neutral = Neutral { piece: s.piece, space: s.dir, wanted: s.r#where };
                std::iter::repeat_n(neutral, usize::from(s.count))
            })
            .collect();
        check_room(&what, &neutrals)?;
        for piece in Piece::ALL {
            let placed = neutrals.iter().filter(|neutral| neutral.piece == piece).count();
            let each = usize::from(piece_counts(handed)[piece.index()]);
            let left = usize::from(piece_counts(boxed)[piece.index()]);
            let counted = each * usize::from(seats) + placed + left;
            same(&format!("{what}: {}", piece.id()), counted, all[piece.index()])?;
        }
        layouts.push(LayoutPlan {
            seats,
            layout: Layout::from_id(layout),
            supply: piece_counts(handed),
            neutrals,
        });
    }
    Ok(layouts)
}

/// Whether a castle qualifies for each neutral piece, wherever the ones before it went.
///
/// That is so because a piece either takes the north space of an empty castle, or the west space beside a
/// wall: how many castles qualify never depends on which were chosen.
fn check_room(what: &str, neutrals: &[Neutral]) -> Checked<()> {
    let (mut empty, mut walls) = (CASTLES, 0usize);
    for neutral in neutrals {
        let (space, left) = match neutral.wanted {
            Wanted::EmptyCastle | Wanted::NorthFree => (Space::North, &mut empty),
            Wanted::WallNorthWestFree => (Space::West, &mut walls),
        };
        let fits = neutral.space == space && neutral.piece != Piece::Well && *left > 0;
        ensure(fits, || format!("{what}: no castle for a neutral {}", neutral.piece.id()))?;
        *left -= 1;
        walls += usize::from(neutral.piece == Piece::Wall && space == Space::North);
    }
    Ok(())
}

/// The highest turn limit and the defaults.
fn options(entries: &[OptionEntry]) -> Checked<(u32, Options)> {
    let [start, placement, layout, limit] = entries else {
        return Err("option: four are needed".to_owned());
    };
    let wanted = ["start_seat", "neutral_placement", "two_player_layout", "turn_limit"];
    let found = [start, placement, layout, limit].map(|entry| entry.id.as_str());
    ensure(found == wanted, || format!("option: {found:?}"))?;
    let values = |entry: &OptionEntry| entry.values.clone().unwrap_or_default();
    let default = |entry: &OptionEntry| {
        entry.default.as_str().map(str::to_owned).ok_or(format!("{}: no default", entry.id))
    };
    ensure(values(start) == [RANDOM, "0", "1", "2", "3"], || "start_seat: values".to_owned())?;
    ensure(values(placement) == Placement::ALL.map(Placement::id), || {
        "neutral_placement: values".to_owned()
    })?;
    ensure(values(layout) == Layout::ALL.map(Layout::id), || {
        "two_player_layout: values".to_owned()
    })?;
    ensure(default(start)? == RANDOM, || "start_seat: chance is the default".to_owned())?;
    let most = limit.max.filter(|_| limit.min == Some(0)).ok_or("turn_limit: from 0 to a most")?;
    let turn_limit = limit.default.as_integer().and_then(|number| u32::try_from(number).ok());
    let turn_limit = turn_limit.filter(|number| *number <= most).ok_or("turn_limit: no default")?;
    let defaults = Options {
        start_seat: None,
        neutral_placement: Placement::from_id(&default(placement)?).ok_or("neutral_placement")?,
        two_player_layout: Layout::from_id(&default(layout)?).ok_or("two_player_layout")?,
        turn_limit,
    };
    Ok((most, defaults))
}

/// Colour by colour, values 1 to 3: the canonical order and the order of the file are one.
fn card_kinds(file: &File, colours: &[String; COLOURS]) -> Checked<[CardKind; CARDS]> {
    let entries = &file.cards.colour_card;
    ids::<CARDS>("colour_card", entries.iter().map(|card| &card.id))?;
    for (card, entry) in ColourCard::all().zip(entries) {
        let here = entry.colour == colours[card.colour().index()] && entry.value == card.value();
        ensure(here, || format!("{}: cards are listed by colour, then value", entry.id))?;
        ensure(entry.id != file.joker.id, || format!("{}: a colour card and the joker", entry.id))?;
    }
    ensure(CARDS == COLOURS * VALUES, || "colour_card".to_owned())?;
    exactly(
        "colour_card",
        entries.iter().map(|c| CardKind { id: c.id.clone(), count: c.count }).collect(),
    )
}

fn nodes(file: &File) -> Checked<[Place; NODES]> {
    ids::<NODES>("node", file.node.iter().map(|node| &node.id))?;
    exactly("node", file.node.iter().map(|n| Place { id: n.id.clone(), x: n.x, y: n.y }).collect())
}

fn castles(file: &File, nodes: &[Place; NODES]) -> Checked<[CastlePlan; CASTLES]> {
    ids::<CASTLES>("castle", file.castle.iter().map(|castle| &castle.id))?;
    let plans = file.castle.iter().map(|castle| castle_plan(file, castle, nodes));
    let plans: [CastlePlan; CASTLES] = exactly("castle", plans.collect::<Checked<Vec<_>>>()?)?;
    let mut numbers: Vec<u8> = plans.iter().map(|plan| plan.well_number).collect();
    numbers.sort_unstable();
    let wanted: Vec<u8> = Castle::all().map(|castle| castle.0 + 1).collect();
    ensure(numbers == wanted && file.well.card_numbers == wanted, || {
        "well: one card and one castle for each number from 1 on".to_owned()
    })?;
    let sites = plans.iter().flat_map(|plan| &plan.sites).chain([&file.large_castle.id]);
    let sites: Vec<&String> = sites.collect();
    let distinct = sites.iter().enumerate().all(|(i, id)| !sites[..i].contains(id));
    ensure(distinct, || "castle: two sites have one id".to_owned())?;
    Ok(plans)
}

fn castle_plan(file: &File, castle: &CastleEntry, nodes: &[Place; NODES]) -> Checked<CastlePlan> {
    let node = |id: &String| {
        let found = Node::all().find(|node| nodes[node.index()].id == *id);
        found.ok_or(format!("{}: no node {id}", castle.id))
    };
    let joined = [node(&castle.nodes[0])?, node(&castle.nodes[1])?];
    ensure(joined[0] != joined[1], || format!("{}: joins a node with itself", castle.id))?;
    let (squares, wells) = (file.totals.squares_per_castle, file.totals.wells_per_castle);
    same(&castle.id, castle.spaces.len(), squares + wells)?;
    let mut sites: [String; SPACES] = std::array::from_fn(|_| String::new());
    let mut bonuses = [None; SPACES];
    for entry in &castle.spaces {
        let space = match (entry.dir, entry.shape) {
            (Direction::North, Shape::Square) => Space::North,
            (Direction::West, Shape::Square) => Space::West,
            (Direction::East, Shape::Square) => Space::East,
            (Direction::South, Shape::Round) => Space::Well,
            _ => {
                return Err(format!("{}: squares north, west, east, round south", entry.id));
            }
        };
        ensure(sites[space.index()].is_empty(), || format!("{}: twice", entry.id))?;
        sites[space.index()].clone_from(&entry.id);
        bonuses[space.index()] = SpaceBonus::from_id(&entry.bonus);
        let round = entry.shape == Shape::Round;
        let fits = (entry.bonus == "none") != bonuses[space.index()].is_some();
        ensure(fits && !(round && bonuses[space.index()].is_some()), || {
            format!("{}: the bonus {}", entry.id, entry.bonus)
        })?;
    }
    sites[Space::Extra.index()] = format!("{}_{}", castle.id, Space::Extra.id());
    ensure(sites.iter().all(|id| !id.is_empty()), || format!("{}: a space is missing", castle.id))?;
    Ok(CastlePlan {
        place: Place { id: castle.id.clone(), x: castle.x, y: castle.y },
        nodes: joined,
        well_number: castle.well_number,
        sites,
        bonuses,
    })
}
