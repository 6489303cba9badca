//! Makes a [`Content`] of a content file, once everything in the file fits together.

use super::content::{Content, FamilyKind, Layout, OrganisationKind, Pile};
use super::content_file::{
    BlackMarketEntry, FamilyEntry, File, OptionEntry, OrganisationEntry, Reader, TaxEntry,
};
use super::effects::{Effect, Metric, Scoring};
use super::ids::{
    BACKS, DECK, FAMILIES, HAND, LOT, ORGANISATIONS, Organisation, OrganisationSet, SEATS, Totem,
};
use super::options::{GRACE_MS_MOST, Limits, Options, PACE_MS_MOST, RANDOM};

/// A failed check, in words.
type Checked<T> = Result<T, String>;

/// Checks the file and keeps what the rules use.
pub(super) fn content(file: &File) -> Checked<Content> {
    ensure(file.format == 1, || format!("format {}", file.format))?;
    ensure(file.game == "buurn", || format!("the game {}", file.game))?;
    let seats = (file.game_info.min_players, file.game_info.max_players);
    ensure(seats == (3, 5), || format!("{} to {} players", seats.0, seats.1))?;
    check_totals(file)?;
    check_totems(file)?;
    let families = families(&file.family)?;
    let layouts = layouts(file, &families)?;
    let (limits, defaults) = options(&file.option)?;
    check_black_market(&file.black_market)?;
    check_tax(&file.tax)?;
    let auction = &file.auction;
    ensure(auction.false_start_penalty > 0, || "false_start_penalty is 0".to_owned())?;
    ensure(auction.purchase_cards > 0, || "purchase_cards is 0".to_owned())?;
    ensure(file.score.money_per_vp > 0, || "money_per_vp is 0".to_owned())?;
    Ok(Content {
        seats,
        piles: piles(file)?,
        organisations: organisations(file)?,
        families,
        layouts,
        start_money: file.setup.start_money.into(),
        bank_start: file.setup.bank_start.into(),
        tail_ingredients: file.setup.tail_ingredients,
        false_start_penalty: auction.false_start_penalty.into(),
        purchase_cards: auction.purchase_cards,
        minimum_due: auction.minimum_due.into(),
        black_market_cost: file.black_market.cost.into(),
        black_market_draw: file.black_market.draw,
        secondary_market_cost: file.secondary_market.cost.into(),
        tax: (file.tax.numerator.into(), file.tax.denominator.into()),
        money_per_vp: file.score.money_per_vp.into(),
        limits,
        defaults,
    })
}

fn ensure(holds: bool, wrong: impl FnOnce() -> String) -> Checked<()> {
    if holds { Ok(()) } else { Err(wrong()) }
}

fn exactly<T, const N: usize>(what: &str, list: Vec<T>) -> Checked<[T; N]> {
    let length = list.len();
    list.try_into().map_err(|_| format!("{what}: {length} entries where {N} are needed"))
}

fn distinct<'a>(what: &str, ids: impl Iterator<Item = &'a String>) -> Checked<()> {
    let ids: Vec<&String> = ids.collect();
    let each = ids.iter().enumerate();
    let fine = |(index, id): (usize, &&String)| !id.is_empty() && !ids[..index].contains(id);
    ensure(each.into_iter().all(fine), || format!("{what}: an id is empty or there twice"))
}

fn same(what: &str, counted: usize, said: usize) -> Checked<()> {
    ensure(counted == said, || format!("{what}: {counted} counted, {said} in the components"))
}

fn check_totals(file: &File) -> Checked<()> {
    let said = &file.components;
    let ingredients = file.family.iter().map(|family| usize::from(family.copies)).sum();
    same("ingredient cards", ingredients, said.ingredient_cards)?;
    ensure(ingredients <= DECK, || format!("more than {DECK} ingredient cards"))?;
    same("organisation cards", file.organisation.len(), said.organisation_cards)?;
    same("totems", file.totem.len(), said.totems)?;
    ensure(said.end_game_cards == 1, || "one End Game card".to_owned())?;
    let tokens: u32 = file.dollar_token.iter().map(|token| token.count).sum();
    ensure(tokens == said.dollar_tokens, || format!("{tokens} dollar tokens counted"))
}

/// The order of resolution is a rule, not a number: the file repeats it.
fn check_totems(file: &File) -> Checked<()> {
    let ids = file.totem.iter().map(|totem| totem.id);
    ensure(ids.eq(Totem::ALL), || "totem: another order".to_owned())?;
    let orders = file.totem.iter().map(|totem| totem.order);
    ensure(orders.eq(1..=Totem::ALL.len()), || "totem: order".to_owned())
}

fn check_black_market(market: &BlackMarketEntry) -> Checked<()> {
    check_draw("black_market", market.draw, market.keep)
}

/// A market draw keeps one card and puts at most one back (§8).
fn check_draw(what: &str, draw: u8, keep: u8) -> Checked<()> {
    let fits = keep == 1 && draw >= 1 && usize::from(draw) <= HAND;
    ensure(fits, || format!("{what}: draws 1 or 2 cards and keeps 1"))
}

fn check_tax(tax: &TaxEntry) -> Checked<()> {
    ensure(tax.rounding == "up", || "tax: rounded up".to_owned())?;
    let share = tax.denominator > 0 && tax.numerator <= tax.denominator;
    ensure(share, || "tax: more than the whole price".to_owned())
}

fn families(entries: &[FamilyEntry]) -> Checked<[FamilyKind; FAMILIES]> {
    distinct("family", entries.iter().map(|family| &family.id))?;
    for family in entries {
        let plain = family.id != RANDOM && !family.id.contains(',');
        ensure(plain && family.copies > 0, || format!("{}: no name or no card", family.id))?;
        check_scoring(family)?;
    }
    let kind = |family: &FamilyEntry| FamilyKind {
        id: family.id.clone(),
        name: family.name.clone(),
        copies: family.copies,
        default_eligible: family.default_eligible,
        scoring: family.scoring.clone(),
    };
    exactly("family", entries.iter().map(kind).collect())
}

/// Every number of cards, and of owners, has its points.
fn check_scoring(family: &FamilyEntry) -> Checked<()> {
    let fits = match &family.scoring {
        Scoring::Money { per } => *per > 0,
        Scoring::Table { table } => table.len() > usize::from(family.copies),
        Scoring::Owners { by_owners } => by_owners.len() > SEATS,
        Scoring::Rank { by_rank } => !by_rank.is_empty(),
        Scoring::Others { .. }
        | Scoring::NotMost { .. }
        | Scoring::Vinegar { .. }
        | Scoring::Organisation { .. } => true,
    };
    ensure(fits, || format!("{}: scoring has too few numbers, or a 0", family.id))
}

/// What each number of seats plays with; its fewest cards fill the tail of the deck.
fn layouts(file: &File, families: &[FamilyKind; FAMILIES]) -> Checked<Vec<Layout>> {
    let eligible = families.iter().filter(|family| family.default_eligible).count();
    let fewest = families.iter().map(|family| usize::from(family.copies)).min().unwrap_or(0);
    let mut layouts = Vec::new();
    for entry in &file.player_count {
        let what = format!("{} players", entry.players);
        let many = usize::try_from(entry.families).unwrap_or(usize::MAX);
        ensure(entry.families > 0 && many <= eligible, || format!("{what}: families"))?;
        let lot = usize::from(entry.lot_size);
        let one_left = lot <= file.auction.purchase_cards + 1; // a buyer leaves one card at most
        ensure((1..=LOT).contains(&lot) && one_left, || format!("{what}: lot_size"))?;
        let tail = usize::from(file.setup.tail_ingredients);
        ensure(tail <= many * fewest, || format!("{what}: the tail is longer than the deck"))?;
        let sorted = entry.totems.is_sorted_by(|a, b| a < b);
        let first = entry.totems.first() == Some(&Totem::Purchase);
        let many = entry.totems.len() == usize::from(entry.players);
        ensure(sorted && first && many, || format!("{what}: one totem a seat, in order"))?;
        layouts.push(Layout {
            seats: entry.players,
            families: entry.families,
            lot_size: entry.lot_size,
            totems: entry.totems.clone(),
        });
    }
    let seats = layouts.iter().map(|layout| layout.seats);
    let range = file.game_info.min_players..=file.game_info.max_players;
    ensure(seats.eq(range), || "player_count: one entry for each number of seats".to_owned())?;
    Ok(layouts)
}

/// The three backs with their cards in the box and those removed, from the top of the pile to its bottom.
fn piles(file: &File) -> Checked<[Pile; BACKS]> {
    let (said, setup) = (&file.components, &file.setup);
    let backs = [
        (12, said.organisation_back_12, setup.organisation_removed_12),
        (15, said.organisation_back_15, setup.organisation_removed_15),
        (18, said.organisation_back_18, setup.organisation_removed_18),
    ];
    let mut piles = Vec::new();
    for (back, count, removed) in backs {
        let numbered = Organisation::all().zip(&file.organisation);
        let cards = numbered.filter(|(_, entry)| entry.back == back).map(|(card, _)| card);
        let cards: OrganisationSet = cards.collect();
        let what = format!("organisation cards with back {back}");
        same(&what, cards.len() as usize, usize::from(count))?;
        let used = count.checked_sub(removed).ok_or(format!("{what}: more removed than there"))?;
        piles.push(Pile { back, cards, used });
    }
    let known: usize = piles.iter().map(|pile| pile.cards.len() as usize).sum();
    same("organisation cards with these backs", known, said.organisation_cards)?;
    exactly("back", piles)
}

fn organisations(file: &File) -> Checked<[OrganisationKind; ORGANISATIONS]> {
    distinct("organisation", file.organisation.iter().map(|card| &card.id))?;
    let kinds = file.organisation.iter().map(organisation).collect::<Checked<Vec<_>>>();
    exactly("organisation", kinds?)
}

fn organisation(entry: &OrganisationEntry) -> Checked<OrganisationKind> {
    let OrganisationEntry { id, effects, .. } = entry;
    ensure(!effects.is_empty(), || format!("{id}: no effect"))?;
    for effect in effects {
        ensure(effect.card_type() == entry.r#type, || format!("{id}: its type"))?;
        match *effect {
            Effect::Draw { draw, keep } => check_draw(id, draw, keep)?,
            Effect::Score { metric, per, .. } => {
                let whole = per > 0 && (metric != Metric::One || per == 1);
                ensure(whole, || format!("{id}: a share of nothing"))?;
            }
            Effect::Gain { .. }
            | Effect::Discount { .. }
            | Effect::Surplus {}
            | Effect::TakeBank {}
            | Effect::Collect { .. }
            | Effect::Swap {}
            | Effect::Give {}
            | Effect::ScoreLeader { .. } => {}
        }
    }
    Ok(OrganisationKind {
        id: id.clone(),
        name: entry.name.clone(),
        card_type: entry.r#type,
        text: entry.text.clone(),
        effects: effects.clone(),
    })
}

/// The bounds and the defaults. `players` is a field of the table, not an option.
fn options(entries: &[OptionEntry]) -> Checked<(Limits, Options)> {
    let wanted = [
        "players",
        "families",
        "extra_family",
        "first_player",
        "tick_ms",
        "late_ticks",
        "grace_ms",
        "reveal_ms",
        "restart_ms",
        "scramble_ms",
        "decision_ms",
    ];
    let found: Vec<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    ensure(found == wanted, || format!("option: {found:?}"))?;
    let [_, families, extra, first, tick, late, grace, reveal, restart, scramble, decision] =
        entries
    else {
        return Err("option: eleven are needed".to_owned());
    };
    for entry in [families, first] {
        let random = entry.default.as_str() == Some(RANDOM);
        ensure(random, || format!("{}: chance is the default", entry.id))?;
    }
    let (tick_least, tick_most, tick_ms) = bounded(tick, Reader::Core, u32::MAX)?;
    ensure(tick.allowed_zero, || "tick_ms: 0 is an untimed table".to_owned())?;
    let (late_least, late_most, late_ticks) = bounded(late, Reader::Core, 255)?;
    ensure(late_least == 0, || "late_ticks: from 0".to_owned())?;
    let small = |number| u8::try_from(number).map_err(|_| "late_ticks".to_owned());
    let pace = |entry, most| bounded(entry, Reader::Service, most).map(|(_, _, default)| default);
    let limits = Limits { tick_ms: (tick_least, tick_most), late_ticks: small(late_most)? };
    let defaults = Options {
        families: None,
        extra_family: extra.default.as_bool().ok_or("extra_family: no default")?,
        first_player: None,
        tick_ms,
        late_ticks: small(late_ticks)?,
        grace_ms: pace(grace, GRACE_MS_MOST)?,
        reveal_ms: pace(reveal, PACE_MS_MOST)?,
        restart_ms: pace(restart, PACE_MS_MOST)?,
        scramble_ms: pace(scramble, PACE_MS_MOST)?,
        decision_ms: pace(decision, PACE_MS_MOST)?,
    };
    Ok((limits, defaults))
}

/// Least, most and default of a number that may be at most `most`.
fn bounded(entry: &OptionEntry, reader: Reader, most: u32) -> Checked<(u32, u32, u32)> {
    let what = || format!("{}: its bounds or its default", entry.id);
    ensure(entry.r#type == "int" && entry.reader == reader, what)?;
    let (least, highest) = entry.min.zip(entry.max).ok_or_else(what)?;
    let default = entry.default.as_integer().and_then(|number| u32::try_from(number).ok());
    let default = default.ok_or_else(what)?;
    let fits = least <= highest && highest <= most && (least..=highest).contains(&default);
    ensure(fits, what)?;
    Ok((least, highest, default))
}
