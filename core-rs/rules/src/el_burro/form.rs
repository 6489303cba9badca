//! Actions in the words of `rules.md`: a name and parameters, both ways.

use super::action::{Action, Verb};
use super::content::Content;
use super::ids::{Achievement, Branch, Deck, Good, Means, SEATS, Side, Track, TroughAction};
use super::naming::{self, NONE};
use super::offer;
use super::sets::{Bag, FarmSpaces};
use super::things::{Card, DonkeyCard, FarmSpace, Target};
use crate::{Arg, Form, Seat};

/// The action in the words of `rules.md`; a parameter that names nothing is left out.
pub(super) fn form(content: &Content, action: &Action) -> Form {
    let name = action.verb().map_or("unknown", Verb::id);
    let params = offer::params(content, action).into_iter();
    let params = params.filter(|(_, arg, _)| id(arg) != Some(NONE));
    Form {
        name: name.to_owned(),
        params: params.map(|(name, arg, _)| (name.to_owned(), arg)).collect(),
    }
}

/// The action that `form` names: one that is refused in its turn (§23) where a name means nothing, a parameter is
/// missing or too many, or a list is out of order.
pub(super) fn action(content: &Content, form: &Form) -> Action {
    let verb = Verb::from_id(&form.name);
    let params = Params { content, given: &form.params };
    let known = verb.and_then(|verb| known(verb, &params));
    let fits = |action: &Action| action.is_well_formed(SEATS.to_le_bytes()[0]);
    known.filter(fits).unwrap_or(Action::BadParameter { verb })
}

fn known(verb: Verb, params: &Params<'_>) -> Option<Action> {
    if let Some(action) = bare(verb) {
        return params.exactly([]).map(|[]| action);
    }
    one(verb, params).or_else(|| several(verb, params))
}

/// The actions without parameters.
const fn bare(verb: Verb) -> Option<Action> {
    Some(match verb {
        Verb::StopMove => Action::StopMove,
        Verb::PassDock => Action::PassDock,
        Verb::TakeRewardPrestige => Action::TakeRewardPrestige,
        Verb::Skip => Action::Skip,
        Verb::ReturnLoose => Action::ReturnLoose,
        Verb::GainIncome => Action::GainIncome,
        Verb::Harvest => Action::Harvest,
        Verb::GainOffspring => Action::GainOffspring,
        Verb::UseCommunityDie => Action::UseCommunityDie,
        Verb::ActivateBonus => Action::ActivateBonus,
        Verb::EndTurn => Action::EndTurn,
        Verb::ChooseStart
        | Verb::RunEffect
        | Verb::ChooseOption
        | Verb::TakeGood
        | Verb::Pay
        | Verb::UpgradeGood
        | Verb::MoveDonkey
        | Verb::TakeBranch
        | Verb::ClaimDock
        | Verb::PlayCard
        | Verb::DrawCard
        | Verb::DiscardCard
        | Verb::SwapCard
        | Verb::Deliver
        | Verb::DeliverCommunity
        | Verb::TakeReward
        | Verb::PlaceExtension
        | Verb::TurnExtension
        | Verb::RecallWorker
        | Verb::ScoreTarget
        | Verb::TakeDie
        | Verb::AllocateDonkeys
        | Verb::Boost
        | Verb::PayWorkers
        | Verb::BuyGood
        | Verb::SellGood
        | Verb::UpgradeForSilver
        | Verb::AssignWorker
        | Verb::SpecialDelivery
        | Verb::UseTrough
        | Verb::FulfilAchievement
        | Verb::UseAction => return None,
    })
}

/// The actions with one parameter.
fn one(verb: Verb, params: &Params<'_>) -> Option<Action> {
    let [(name, arg)] = params.given else { return None };
    let content = params.content;
    let word = || id(arg);
    Some(match (verb, name.as_str()) {
        (Verb::ChooseStart, "space") => {
            Action::ChooseStart { space: content.road.space_of(word()?)? }
        }
        (Verb::RunEffect, "index") => Action::RunEffect { index: number(arg)? },
        (Verb::ChooseOption, "index") => Action::ChooseOption { index: number(arg)? },
        (Verb::TakeGood, "good") => Action::TakeGood { good: good(arg)? },
        (Verb::Pay, "with") => Action::Pay { with: bag(arg)? },
        (Verb::UpgradeGood, "good") => Action::UpgradeGood { good: good(arg)? },
        (Verb::MoveDonkey, "donkey") => Action::MoveDonkey { donkey: number(arg)? },
        (Verb::TakeBranch, "branch") => Action::TakeBranch { branch: Branch::from_id(word()?)? },
        (Verb::ClaimDock, "boat") => Action::ClaimDock { boat: content.boat_of(word()?)? },
        (Verb::DrawCard, "deck") => Action::DrawCard { deck: Deck::from_id(word()?)? },
        (Verb::DiscardCard, "card") => Action::DiscardCard { card: params.card(arg)? },
        (Verb::SwapCard, "card") => Action::SwapCard { card: params.card(arg)? },
        (Verb::DeliverCommunity, "good") => Action::DeliverCommunity { good: good(arg)? },
        (Verb::TakeReward, "track") => Action::TakeReward { track: Track::from_id(word()?)? },
        (Verb::PlaceExtension, "tile") => {
            Action::PlaceExtension { tile: content.extension_of(word()?)? }
        }
        (Verb::TurnExtension, "tile") => {
            Action::TurnExtension { tile: content.extension_of(word()?)? }
        }
        (Verb::RecallWorker, "space") => Action::RecallWorker { space: content.space_of(word()?)? },
        (Verb::ScoreTarget, "target") => Action::ScoreTarget { target: params.target(arg)? },
        (Verb::TakeDie, "face") => Action::TakeDie { face: number(arg)? },
        (Verb::Boost, "plus") => Action::Boost { plus: number(arg)? },
        (Verb::PayWorkers, "spaces") => Action::PayWorkers { spaces: params.spaces(arg)? },
        (Verb::SellGood, "good") => Action::SellGood { good: good(arg)? },
        (Verb::UpgradeForSilver, "good") => Action::UpgradeForSilver { good: good(arg)? },
        (Verb::AssignWorker, "space") => Action::AssignWorker { space: content.space_of(word()?)? },
        (Verb::UseTrough, "action") => {
            Action::UseTrough { action: TroughAction::from_id(word()?)? }
        }
        (Verb::FulfilAchievement, "achievement") => {
            Action::FulfilAchievement { achievement: Achievement::from_id(word()?)? }
        }
        _ => return None,
    })
}

/// The actions with several parameters.
fn several(verb: Verb, params: &Params<'_>) -> Option<Action> {
    Some(match (verb, params.given.len()) {
        (Verb::PlayCard, 2 | 3) => {
            let ([card, side], replace) = params.and_perhaps(["card", "side"], "replace")?;
            let replace = match replace {
                Some(slot) => Some(number(slot)?),
                None => None,
            };
            Action::PlayCard { card: params.card(card)?, side: Side::from_id(id(side)?)?, replace }
        }
        (Verb::Deliver, 4) => {
            let [owner, target, marking, goods] =
                params.exactly(["owner", "target", "marking", "goods"])?;
            Action::Deliver {
                owner: seat(owner)?,
                target: params.target(target)?,
                marking: number(marking)?,
                goods: bag(goods)?,
            }
        }
        (Verb::SpecialDelivery, 3) => {
            let [target, marking, goods] = params.exactly(["target", "marking", "goods"])?;
            Action::SpecialDelivery {
                target: params.target(target)?,
                marking: number(marking)?,
                goods: bag(goods)?,
            }
        }
        (Verb::AllocateDonkeys, 3 | 4) => {
            let ([siesta, donkey, stable], discard) =
                params.and_perhaps(["siesta", "donkey", "stable"], "discard")?;
            let discard = match discard {
                Some(card) => Some(params.donkey_card(card)?),
                None => None,
            };
            Action::AllocateDonkeys {
                siesta: params.donkey_card(siesta)?,
                donkey: params.donkey_card(donkey)?,
                stable: params.donkey_card(stable)?,
                discard,
            }
        }
        (Verb::BuyGood, 2) => {
            let [bought, with] = params.exactly(["good", "with"])?;
            Action::BuyGood { good: good(bought)?, with: Means::from_id(id(with)?)? }
        }
        (Verb::UseAction, 2) => {
            let [source, with] = params.exactly(["source", "with"])?;
            let source = naming::source_of(params.content, id(source)?)?;
            Action::UseAction { source, with: bag(with)? }
        }
        _ => return None,
    })
}

/// The parameters as given, in any order.
struct Params<'a> {
    content: &'a Content,
    given: &'a [(String, Arg)],
}

impl<'a> Params<'a> {
    /// The values of these parameters, if they and no others are given, each once.
    fn exactly<const N: usize>(&self, names: [&str; N]) -> Option<[&'a Arg; N]> {
        if self.given.len() != N {
            return None;
        }
        let mut values = Vec::with_capacity(N);
        for wanted in names {
            values.push(self.given.iter().find(|(name, _)| name == wanted).map(|(_, arg)| arg)?);
        }
        values.try_into().ok()
    }

    /// The same, and one more that may be missing, or be the word for nothing.
    fn and_perhaps<const N: usize>(
        &self,
        names: [&str; N],
        last: &str,
    ) -> Option<([&'a Arg; N], Option<&'a Arg>)> {
        let found =
            |wanted: &str| self.given.iter().find(|(name, _)| name == wanted).map(|(_, arg)| arg);
        let more = found(last);
        if self.given.len() != N + usize::from(more.is_some()) {
            return None;
        }
        let values: Vec<&Arg> = names.into_iter().map(found).collect::<Option<_>>()?;
        Some((values.try_into().ok()?, more.filter(|arg| id(arg) != Some(NONE))))
    }

    fn card(&self, arg: &Arg) -> Option<Card> {
        self.content.card_of(id(arg)?)
    }

    fn donkey_card(&self, arg: &Arg) -> Option<DonkeyCard> {
        self.content.donkey_of(id(arg)?)
    }

    fn target(&self, arg: &Arg) -> Option<Target> {
        naming::target_of(self.content, id(arg)?)
    }

    /// A set of farm spaces, listed in canonical order, each once.
    fn spaces(&self, arg: &Arg) -> Option<FarmSpaces> {
        let space = |arg| self.content.space_of(id(arg)?);
        let listed: Vec<FarmSpace> = list(arg)?.iter().map(space).collect::<Option<_>>()?;
        let mut set = FarmSpaces::default();
        for space in &listed {
            set.insert(*space);
        }
        listed.is_sorted_by(|a, b| a < b).then_some(set)
    }
}

fn good(arg: &Arg) -> Option<Good> {
    Good::from_id(id(arg)?)
}

/// A multiset of goods, silver and workers, listed in canonical order; so many units that no marking or cost asks
/// for more.
fn bag(arg: &Arg) -> Option<Bag> {
    const MOST: usize = 64;
    let listed: Vec<usize> = list(arg)?.iter().map(place).collect::<Option<_>>()?;
    let mut bag = Bag::EMPTY;
    for place in &listed {
        bag.0[*place] = bag.0[*place].saturating_add(1);
    }
    (listed.is_sorted() && listed.len() <= MOST).then_some(bag)
}

/// The place of a word in the canonical order of what a bag holds.
fn place(arg: &Arg) -> Option<usize> {
    match id(arg)? {
        "silver" => Some(Good::ALL.len()),
        "worker" => Some(Good::ALL.len() + 1),
        word => Good::from_id(word).map(Good::index),
    }
}

fn list(arg: &Arg) -> Option<&[Arg]> {
    match arg {
        Arg::List(args) => Some(args),
        Arg::Id { .. } | Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::Sentence(_) => None,
    }
}

fn number(arg: &Arg) -> Option<u8> {
    match arg {
        Arg::Number(number) => u8::try_from(*number).ok(),
        Arg::Id { .. } | Arg::Seat(_) | Arg::List(_) | Arg::Flag(_) | Arg::Sentence(_) => None,
    }
}

fn seat(arg: &Arg) -> Option<Seat> {
    match arg {
        Arg::Seat(seat) => Some(Seat(*seat)),
        Arg::Id { .. } | Arg::Number(_) | Arg::List(_) | Arg::Flag(_) | Arg::Sentence(_) => None,
    }
}

/// An id, of whatever kind it says it is.
fn id(arg: &Arg) -> Option<&str> {
    match arg {
        Arg::Id { id, .. } => Some(id),
        Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::List(_) | Arg::Sentence(_) => None,
    }
}
