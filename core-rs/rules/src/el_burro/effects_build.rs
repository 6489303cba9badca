//! Makes effects of their spelling: every word is checked, lists go into the arenas.

use super::content_lists::{Checked, ensure};
use super::counter::{Condition, Counter, Kinds, Points, Score};
use super::effect::{DeliveryKind, Effect, List, Lists, Numbers, Times, What};
use super::effects::Effects;
use super::event::Filter;
use super::ids::{Category, Class, FACES, Good, GoodSet};
use super::part::{AddedAction, Cost, Modifiers, OnlyIn, Part, Trigger, Triggers, WorkerAction};
use super::sets::Sides;
use super::spelling::{
    AddedEntry, AnyTrack, CounterName, Do, Does, ExtensionMove, Goods, On, OnlyInStep, Passive, Row,
};
use super::things::FarmSpace;

/// Collects the effects of a content.
#[derive(Debug, Default)]
pub(super) struct Builder {
    pub(super) effects: Effects,
    /// The ids of the farm spaces, for the filter that names one.
    pub(super) spaces: Vec<String>,
}

impl Builder {
    /// A list of effects that run as listed.
    pub(super) fn list(&mut self, list: &[Do]) -> Checked<List> {
        self.list_of(list, false, false)
    }

    /// A list of effects; `of_step`: it belongs to an entry with `only_in`.
    pub(super) fn list_of(&mut self, list: &[Do], any_order: bool, of_step: bool) -> Checked<List> {
        let mut effects = Vec::with_capacity(list.len());
        for each in list {
            effects.push(self.effect(each, of_step)?);
        }
        self.put(&effects, any_order)
    }

    /// Puts effects into the arena; what happens to stand there already is not written twice.
    pub(super) fn put(&mut self, effects: &[Effect], any_order: bool) -> Checked<List> {
        let arena = &mut self.effects.arena;
        let known = arena.windows(effects.len().max(1)).position(|window| window == effects);
        let start = known.unwrap_or_else(|| {
            arena.extend_from_slice(effects);
            arena.len() - effects.len()
        });
        // A frame remembers which effects of such a list are left as bits of a `u16`.
        let len = u8::try_from(effects.len()).ok().filter(|len| *len <= 16);
        Ok(List { start: small(start)?, len: len.ok_or("a list too long")?, any_order })
    }

    fn effect(&mut self, spelt: &Do, of_step: bool) -> Checked<Effect> {
        Ok(match spelt {
            Do::Gain { what, n, different, excess } => {
                let class = matches!(what, What::Class(_));
                ensure(class || !different, || "`different` without a class".to_owned())?;
                Effect::Gain {
                    what: *what,
                    n: *n,
                    different: *different,
                    sells_excess: excess.is_some(),
                }
            }
            Do::Pay { what, n, then } => {
                ensure(*what != What::Prestige, || "a payment of prestige".to_owned())?;
                Effect::Pay { what: *what, n: *n, then: self.list_of(then, false, of_step)? }
            }
            Do::MoveDonkey { n } => Effect::MoveDonkey { n: *n },
            Do::Siesta { n } => Effect::Siesta { n: *n },
            Do::Trough { n } => Effect::Trough { n: *n },
            Do::Milestone { n } => Effect::Milestone { n: *n },
            Do::Upgrade { n } => Effect::Upgrade { n: *n },
            Do::PlayCard { special_free } => Effect::PlayCard { special_free: *special_free },
            Do::Deliver { kind, n } => {
                ensure(*kind != DeliveryKind::OfStep, || "kind of_step".to_owned())?;
                let bound = of_step && *kind == DeliveryKind::Either;
                Effect::Deliver { kind: if bound { DeliveryKind::OfStep } else { *kind }, n: *n }
            }
            Do::RewardStep { track: AnyTrack(track) } => Effect::RewardStep { track: *track },
            Do::Extension { side: ExtensionMove::Place, shape } => {
                Effect::PlaceExtension { shape: *shape }
            }
            Do::Extension { side: ExtensionMove::Upgrade, shape } => {
                Effect::TurnExtension { shape: *shape }
            }
            Do::ClaimOption {} => Effect::ClaimOption,
            Do::RecallWorker { n } => Effect::RecallWorker { n: *n },
            Do::DrawSwap { n } => Effect::DrawSwap { n: *n },
            Do::Choose { pick, of, any_order } => {
                let fits = of.len() <= 16 && usize::from(*pick) <= of.len();
                ensure(fits, || format!("a choice of {pick} out of {}", of.len()))?;
                let lists = of.iter().map(|list| self.list_of(list, *any_order, of_step));
                let lists = lists.collect::<Checked<Vec<_>>>()?;
                Effect::Choose { pick: *pick, of: self.lists(&lists)? }
            }
            Do::Repeat(repeated) => {
                let run = self.list_of(&repeated.run, false, of_step)?;
                let times = match (repeated.n, repeated.counter()) {
                    (Some(n), None) => Times::Fixed(n),
                    (None, Some(row)) => {
                        let max = repeated.max.unwrap_or(u8::MAX);
                        Times::Per { counter: counter(&row)?, max }
                    }
                    (Some(_), Some(_)) | (None, None) => {
                        return Err("a repeat needs `n` or `per`".into());
                    }
                };
                Effect::Repeat { times, run }
            }
            Do::Score(row) => Effect::Score(self.score(row)?),
        })
    }

    fn lists(&mut self, lists: &[List]) -> Checked<Lists> {
        let start = small(self.effects.lists.len())?;
        self.effects.lists.extend_from_slice(lists);
        Ok(Lists { start, len: length(lists.len())? })
    }

    fn score(&mut self, row: &Row) -> Checked<Score> {
        ensure(row.at_least.is_none(), || "`at_least` in a score".to_owned())?;
        let points = match (row.prestige, &row.table) {
            (Some(prestige), None) => Points::Each { prestige, max: row.max.unwrap_or(u8::MAX) },
            (None, Some(table)) if row.max.is_none() => {
                let start = small(self.effects.numbers.len())?;
                self.effects.numbers.extend_from_slice(table);
                Points::Table(Numbers { start, len: length(table.len())? })
            }
            (Some(_) | None, Some(_)) | (None, None) => {
                return Err("a score needs `prestige` or `table`".into());
            }
        };
        Ok(Score { per: counter(row)?, step: row.step, points })
    }

    /// Everything that a card part or tile can do.
    pub(super) fn part(&mut self, does: &[Does]) -> Checked<Part> {
        let mut part = Part::default();
        let mut triggers: Vec<Trigger> = Vec::new();
        for entry in does {
            match entry {
                Does::Now(list) => {
                    ensure(part.now.is_empty(), || "`now` twice".to_owned())?;
                    part.now = self.list(list)?;
                }
                Does::On { on, run, limit } => {
                    let on = self.filter(on)?;
                    part.hears = part.hears.with(on.kind());
                    triggers.push(Trigger { on, run: self.list(run)?, limit: *limit });
                }
                Does::Passive(passive) => part.modifiers.add(&modifier(passive)?),
                Does::Action(action) => {
                    ensure(part.action.is_none(), || "`action` twice".to_owned())?;
                    part.action = Some(self.added(action)?);
                }
                Does::Final(list) => {
                    ensure(part.last.is_empty(), || "`final` twice".to_owned())?;
                    part.last = self.list(list)?;
                }
            }
        }
        triggers.sort_by_key(|trigger| trigger.on.kind()); // stable: content order within a kind
        part.triggers =
            Triggers { start: small(self.effects.triggers.len())?, len: length(triggers.len())? };
        self.effects.triggers.extend(triggers);
        Ok(part)
    }

    fn added(&mut self, entry: &AddedEntry) -> Checked<AddedAction> {
        let only_in = only_in(&entry.only_in);
        let run = self.list_of(&entry.run, false, only_in != OnlyIn::Anytime)?;
        Ok(AddedAction { cost: cost(&entry.cost)?, run, only_in, limit: entry.limit })
    }

    /// What a worker does on a farm space or on a side of an extension.
    pub(super) fn worker_action(
        &mut self,
        paid: &[Do],
        run: &[Do],
        steps: &[OnlyInStep],
    ) -> Checked<WorkerAction> {
        let only_in = only_in(steps);
        let run = self.list_of(run, false, only_in != OnlyIn::Anytime)?;
        Ok(WorkerAction { cost: cost(paid)?, run, only_in })
    }

    fn filter(&self, on: &On) -> Checked<Filter> {
        let goods = |what: &Option<Goods>, all: Class| what.map_or(all.goods(), |goods| goods.0);
        Ok(match on {
            On::Income {} => Filter::Income,
            On::Harvest {} => Filter::Harvest,
            On::Offspring {} => Filter::Offspring,
            On::DieTaken { pips } => Filter::DieTaken { pips: faces(pips.as_deref())? },
            On::CardPlayed { side, special } => {
                let sides = side.as_ref().map_or(Sides::ALL, |sides| {
                    sides.as_slice().iter().fold(Sides::default(), |set, side| set.with(*side))
                });
                Filter::CardPlayed { sides, special: *special }
            }
            On::GoodBought { what } => Filter::GoodBought(goods(what, Class::BasicGood)),
            On::GoodSold { what } => Filter::GoodSold(goods(what, Class::BasicGood)),
            On::GoodUpgraded { what, by_silver } => {
                Filter::GoodUpgraded { goods: goods(what, Class::BasicGood), by_silver: *by_silver }
            }
            On::WorkerAssigned { space } => {
                let named = space.as_ref().map(|id| {
                    let place = self.spaces.iter().position(|known| known == id);
                    place.and_then(FarmSpace::at).ok_or_else(|| format!("no farm space {id}"))
                });
                Filter::WorkerAssigned { space: named.transpose()? }
            }
            On::DonkeyCard { slot } => Filter::DonkeyCard { slot: *slot },
            On::Delivery { kind, what } => {
                let all = [DeliveryKind::Donkey, DeliveryKind::Goat, DeliveryKind::Community];
                let listed = kind.as_ref().map_or(&all[..], |kinds| kinds.as_slice());
                let known = listed.iter().all(|kind| all.contains(kind));
                ensure(known, || format!("deliveries of kinds {listed:?}"))?;
                let kinds = listed.iter().fold(0, |set, kind| set | 1 << kind.index());
                Filter::Delivery { kinds, goods: what.map(|goods| goods.0) }
            }
            On::BarrowScored {} => Filter::BarrowScored,
            On::MarketScored {} => Filter::MarketScored,
            On::RewardStep { track } => Filter::RewardStep { track: *track },
            On::RoundScoring {} => Filter::RoundScoring,
            On::TurnOrderSet { position } => Filter::TurnOrderSet { position: *position },
        })
    }
}

fn small(place: usize) -> Checked<u16> {
    u16::try_from(place).map_err(|_| "too many effects".to_owned())
}

fn length(len: usize) -> Checked<u8> {
    u8::try_from(len).map_err(|_| "a list too long".to_owned())
}

fn faces(pips: Option<&[u8]>) -> Checked<u8> {
    let Some(pips) = pips else { return Ok((1 << FACES) - 1) };
    let known = pips.iter().all(|pips| (1..=FACES).contains(&usize::from(*pips)));
    ensure(known, || format!("pips {pips:?}"))?;
    Ok(pips.iter().fold(0, |set, pips| set | 1 << (pips - 1)))
}

fn only_in(steps: &[OnlyInStep]) -> OnlyIn {
    if steps.is_empty() {
        return OnlyIn::Anytime;
    }
    let (goat, donkey) = (OnlyInStep::Goat, OnlyInStep::Donkey);
    OnlyIn::Steps { goat: steps.contains(&goat), donkey: steps.contains(&donkey) }
}

/// A list of `pay` without `then`, and of `trough` with a negative n (`effects.md`).
pub(super) fn cost(list: &[Do]) -> Checked<Cost> {
    let mut cost = Cost::default();
    for each in list {
        match (each, cost.goods) {
            (Do::Pay { what: What::Silver, n, then }, _) if then.is_empty() => cost.silver += n,
            (Do::Pay { what: What::Worker, n, then }, _) if then.is_empty() => cost.workers += n,
            (Do::Pay { what: what @ (What::Good(_) | What::Class(_)), n, then }, 0)
                if then.is_empty() =>
            {
                cost.goods = *n;
                cost.of = what.goods();
            }
            (Do::Trough { n }, _) if *n < 0 => cost.trough += n.unsigned_abs(),
            (other, _) => return Err(format!("{other:?} is no cost")),
        }
    }
    Ok(cost)
}

fn modifier(passive: &Passive) -> Checked<Modifiers> {
    let mut sum = Modifiers::default();
    match passive {
        Passive::Price { what, buy, sell, upgrade } => {
            for good in what.0.iter() {
                sum.buy[good.index()] = *buy;
                sum.sell[good.index()] = *sell;
                sum.upgrade[good.index()] = *upgrade;
            }
        }
        Passive::Storage { what, markings } => sum.storage[what.index()] = *markings,
        Passive::CardLimit { n } => sum.card_limit = *n,
        Passive::Income { n } => sum.income = *n,
        Passive::SiestaExtra { n } => sum.siesta_extra = *n,
        Passive::DeliveryExtra { kind: DeliveryKind::Goat, n } => sum.goat_extra = *n,
        Passive::DeliveryExtra { kind: DeliveryKind::Donkey, n } => sum.donkey_extra = *n,
        Passive::DeliveryExtra { kind, .. } => {
            return Err(format!("delivery_extra of kind {}", kind.id()));
        }
        Passive::Wage { n } => sum.wage = *n,
        Passive::Substitute { good, wanted } => {
            sum.substitutes[wanted.index()] = GoodSet::only(*good);
        }
        Passive::NoPigMinimum {} => sum.no_pig_minimum = true,
        Passive::DrawChoice {} => sum.draw_choice = true,
        Passive::TroughBuy { n } => {
            ensure(*n > 0, || "trough_buy for nothing".to_owned())?;
            sum.trough_buy = *n;
        }
        Passive::CommunityBonus {} => sum.community_bonus = true,
        Passive::BoostPrice { n } => sum.boost_price = *n,
        Passive::SpecialCost { n } => sum.special_cost = *n,
    }
    Ok(sum)
}

/// A condition.
pub(super) fn condition(row: &Row) -> Checked<Condition> {
    let scores = row.prestige.is_some() || row.table.is_some() || row.max.is_some();
    ensure(!scores, || "a condition that scores".to_owned())?;
    let at_least = row.at_least.ok_or("a condition without `at_least`")?;
    Ok(Condition { per: counter(row)?, step: row.step, at_least })
}

/// The word for what a row counts, for a complaint.
fn counter_name(row: &Row) -> String {
    format!("counter {:?}", row.per)
}

/// What a row counts; a field that its counter does not know is refused.
fn counter(row: &Row) -> Checked<Counter> {
    ensure(row.step > 0, || "a step of 0".to_owned())?;
    let plain = |counter| {
        let bare = row.of.is_none() && row.side.is_none();
        let bare = bare && row.track.is_none() && row.space.is_none();
        ensure(bare, || format!("{} takes no such field", counter_name(row)))?;
        Ok(counter)
    };
    match row.per {
        CounterName::Fields => {
            let sort = |id: &str| Good::from_id(id).filter(|g| g.is_harvest()).map(Good::index);
            Ok(Counter::Fields(kinds(row, sort)?))
        }
        CounterName::Admin => {
            let sort = |id: &str| Category::from_id(id).map(Category::index);
            Ok(Counter::Admin(kinds(row, sort)?))
        }
        CounterName::Goods => {
            let of = row.of.as_ref().ok_or("`goods` without `of`")?;
            let mut set = GoodSet::NONE;
            for id in of.as_slice() {
                let class = Class::from_id(id).map(Class::goods);
                let goods = class.or_else(|| Good::from_id(id).map(GoodSet::only));
                set = set.or(goods.ok_or_else(|| format!("no goods {id}"))?);
            }
            Ok(Counter::Goods(set))
        }
        CounterName::Extensions => match row.side.as_deref() {
            Some("any") => Ok(Counter::Extensions { plain: true, upgraded: true }),
            Some("plain") => Ok(Counter::Extensions { plain: true, upgraded: false }),
            Some("upgraded") => Ok(Counter::Extensions { plain: false, upgraded: true }),
            other => Err(format!("extensions with side {other:?}")),
        },
        CounterName::RewardSpaces => {
            let track = row.track.ok_or("`reward_spaces` without `track`")?;
            Ok(Counter::RewardSpaces(track.0))
        }
        CounterName::TracksAtLeast => {
            Ok(Counter::TracksAtLeast(row.space.ok_or("`tracks_at_least` without `space`")?))
        }
        CounterName::Acquisitions => plain(Counter::Acquisitions),
        CounterName::BarrowsOnFarm => plain(Counter::BarrowsOnFarm),
        CounterName::BarrowsDelivered => plain(Counter::BarrowsDelivered),
        CounterName::FarmCards => plain(Counter::FarmCards),
        CounterName::SpecialCards => plain(Counter::SpecialCards),
        CounterName::MarketTiles => plain(Counter::MarketTiles),
        CounterName::MarketsDelivered => plain(Counter::MarketsDelivered),
        CounterName::WorkersFree => plain(Counter::WorkersFree),
        CounterName::WorkersAssigned => plain(Counter::WorkersAssigned),
        CounterName::Pigs => plain(Counter::Pigs),
        CounterName::Silver => plain(Counter::Silver),
        CounterName::Milestone => plain(Counter::Milestone),
        CounterName::Trough => plain(Counter::Trough),
        CounterName::RearDonkey => plain(Counter::RearDonkey),
        CounterName::LeadDonkey => plain(Counter::LeadDonkey),
        CounterName::BoatsFull => plain(Counter::BoatsFull),
        CounterName::StableValue => plain(Counter::StableValue),
        CounterName::Achievements => plain(Counter::Achievements),
    }
}

/// What `of` says of three sorts: one of them, several, `any`, `different_kinds`, `sets_of_three`.
fn kinds(row: &Row, sort: impl Fn(&str) -> Option<usize>) -> Checked<Kinds> {
    let of = row.of.as_ref().ok_or_else(|| format!("{} without `of`", counter_name(row)))?;
    match of.as_slice() {
        [word] if word == "any" => return Ok(Kinds::Sum(0b111)),
        [word] if word == "different_kinds" => return Ok(Kinds::Different),
        [word] if word == "sets_of_three" => return Ok(Kinds::SetsOfThree),
        _ => {}
    }
    let mut bits = 0;
    for id in of.as_slice() {
        bits |= 1 << sort(id).ok_or_else(|| format!("{} of {id}", counter_name(row)))?;
    }
    Ok(Kinds::Sum(bits))
}
