//! The sentence on the button of each action.

use super::action::Action;
use super::content::Content;
use super::describe;
use super::effect::{Effect, List};
use super::event::Event;
use super::frame::Kind;
use super::ids::Good;
use super::look::Look;
use super::naming;
use super::sets::Bag;
use super::things::{SourceKind, Target};
use crate::{Arg, Seat, Sentence};

/// The label of an action.
pub(super) fn label(look: Look<'_>, seat: Seat, action: &Action) -> Sentence {
    answer(look, seat, action)
        .or_else(|| card_label(look.content, action))
        .or_else(|| anytime(look, seat, action))
        .unwrap_or_else(|| stage(look.content, action))
}

/// Answers to effect frames.
fn answer(look: Look<'_>, seat: Seat, action: &Action) -> Option<Sentence> {
    let content = look.content;
    let good = |key, good| Sentence::new(key).with("good", naming::good(good));
    Some(match (*action,) {
        (Action::RunEffect { index },) => {
            Sentence::new("label-run-effect").with("what", entry(look, seat, index))
        }
        (Action::ChooseOption { index },) => {
            Sentence::new("label-choose-option").with("what", option(look, seat, index))
        }
        (Action::TakeGood { good: taken },) => good("label-take-good", taken),
        (Action::Pay { with },) => payment(look, seat, with),
        (Action::UpgradeGood { good: basic },) => good("label-upgrade-good", basic)
            .with("to", naming::good(basic.upgraded().unwrap_or(basic))),
        (Action::MoveDonkey { donkey },) => {
            let space = look.player(seat).donkeys.get(usize::from(donkey)).and_then(|d| d.space);
            let label = Sentence::new("label-move-donkey").number("donkey", donkey + 1);
            label.with("space", space.map_or(Arg::List(Vec::new()), |s| naming::road(content, s)))
        }
        (Action::TakeBranch { branch },) => {
            Sentence::new("label-take-branch").with("branch", naming::branch(branch))
        }
        (Action::StopMove,) => Sentence::new("label-stop-move"),
        (Action::ClaimDock { boat },) => {
            Sentence::new("label-claim-dock").with("boat", naming::boat(content, boat))
        }
        (Action::PassDock,) => Sentence::new("label-pass-dock"),
        (Action::Deliver { owner, target, goods, .. },) => {
            let label = delivery("label-deliver", content, target, goods);
            label.seat("owner", owner).with("own", Arg::Flag(owner == seat))
        }
        (Action::DeliverCommunity { good: given },) => good("label-deliver-community", given),
        (Action::TakeReward { track },) => Sentence::new("label-take-reward")
            .with("track", naming::track(track))
            .number("space", look.player(seat).reward[track.index()] + 1),
        (Action::TakeRewardPrestige,) => Sentence::new("label-take-reward-prestige")
            .number("prestige", look.numbers().silver_prestige),
        (Action::RecallWorker { space },) => {
            Sentence::new("label-recall-worker").with("space", naming::space(content, space))
        }
        (Action::ScoreTarget { target },) => {
            Sentence::new("label-score-target").with("target", naming::target(content, target))
        }
        (Action::Skip,) => Sentence::new("label-skip"),
        (Action::ReturnLoose,) => Sentence::new("label-return-loose"),
        _ => return None,
    })
}

fn delivery(key: &'static str, content: &Content, target: Target, goods: Bag) -> Sentence {
    Sentence::new(key)
        .with("target", naming::target(content, target))
        .with("goods", naming::bag(goods))
}

/// What an entry of a frame with entries does.
fn entry(look: Look<'_>, seat: Seat, index: u8) -> Arg {
    let content = look.content;
    match look.top(seat).map(|frame| frame.kind) {
        Some(Kind::AnyOrder { of, left }) => {
            let mut places = (0..of.len).filter(|place| left & (1 << place) != 0);
            let place = places.nth(index.into()).unwrap_or(0);
            let one = List { start: of.start + u16::from(place), len: 1, any_order: false };
            describe::list(content, one)
        }
        Some(kind @ Kind::DieOrder { .. }) => die_entry(look, &kind, index),
        _ => Arg::List(Vec::new()),
    }
}

/// The entries of a die: its action, its bonus, then what listened to it.
fn die_entry(look: Look<'_>, kind: &Kind, index: u8) -> Arg {
    let content = look.content;
    let Kind::DieOrder { face, action, bonus, cards, tiles, round_tile } = *kind else {
        return Arg::List(Vec::new());
    };
    let mut lists: Vec<Vec<List>> = Vec::new();
    let place = usize::from(face.saturating_sub(1));
    if let (true, Some(face)) = (action, content.faces.get(place)) {
        lists.push(vec![face.part]);
    }
    if bonus {
        lists.push(vec![look.bonus(face)]);
    }
    let hearing = |part| {
        let event = Event::DieTaken(face);
        content.effects.hearing(part, event).map(|(_, trigger)| trigger.run).collect()
    };
    let acquired = cards.iter().flatten().filter_map(|card| content.acquisition(*card));
    lists.extend(acquired.map(|acquisition| hearing(content.acquired(acquisition))));
    lists.extend(tiles.iter().map(|tile| hearing(content.tile(tile))));
    if let (true, Some(tile)) = (round_tile, look.state.round_tile()) {
        lists.push(hearing(content.round_tile(tile)));
    }
    let runs = lists.get(usize::from(index)).map_or(&[][..], Vec::as_slice);
    let effects = runs.iter().flat_map(|list| content.effects.of(*list));
    Arg::List(effects.map(|each| Arg::Sentence(describe::effect(content, each))).collect())
}

/// What an option of a choice does.
fn option(look: Look<'_>, seat: Seat, index: u8) -> Arg {
    let content = look.content;
    let Some(Kind::Choose { effect, .. }) = look.top(seat).map(|frame| frame.kind) else {
        return Arg::List(Vec::new());
    };
    let Effect::Choose { of, .. } = *content.effects.get(effect) else {
        return Arg::List(Vec::new());
    };
    let list = content.effects.lists(of).get(usize::from(index)).copied();
    describe::list(content, list.unwrap_or(List::EMPTY))
}

fn payment(look: Look<'_>, seat: Seat, with: Bag) -> Sentence {
    let content = look.content;
    let label = Sentence::new("label-pay").with("goods", naming::bag(with));
    let what = match look.top(seat).map(|frame| frame.kind) {
        Some(Kind::Pay { effect }) => {
            Arg::Sentence(describe::effect(content, content.effects.get(effect)))
        }
        _ => Arg::List(Vec::new()),
    };
    label.with("what", what)
}

/// Farm cards and extensions.
fn card_label(content: &Content, action: &Action) -> Option<Sentence> {
    let card = |key, card| Sentence::new(key).with("card", naming::card(content, card));
    let tile = |key, tile| Sentence::new(key).with("tile", naming::extension(content, tile));
    Some(match (*action,) {
        (Action::PlayCard { card: played, side, replace },) => card("label-play-card", played)
            .with("side", naming::side(side))
            .with("replaces", Arg::Flag(replace.is_some()))
            .number("slot", replace.map_or(0, |slot| slot + 1)),
        (Action::DrawCard { deck },) => {
            Sentence::new("label-draw-card").with("deck", naming::deck(deck))
        }
        (Action::DiscardCard { card: given },) => card("label-discard-card", given),
        (Action::SwapCard { card: given },) => card("label-swap-card", given),
        (Action::PlaceExtension { tile: placed },) => tile("label-place-extension", placed),
        (Action::TurnExtension { tile: turned },) => tile("label-turn-extension", turned),
        _ => return None,
    })
}

/// Anytime actions.
fn anytime(look: Look<'_>, seat: Seat, action: &Action) -> Option<Sentence> {
    let content = look.content;
    let good = |key, good| Sentence::new(key).with("good", naming::good(good));
    let prices = look.prices(seat);
    let price = |list: &[Option<u16>], good: Good| list[good.index()].unwrap_or(0);
    Some(match (*action,) {
        (Action::BuyGood { good: bought, with },) => good("label-buy-good", bought)
            .with("with", naming::means(with))
            .number("silver", price(&prices.buy, bought))
            .number("trough", look.trough_buy(seat).unwrap_or(0)),
        (Action::SellGood { good: sold },) => {
            good("label-sell-good", sold).number("silver", price(&prices.sell, sold))
        }
        (Action::UpgradeForSilver { good: basic },) => good("label-upgrade-for-silver", basic)
            .with("to", naming::good(basic.upgraded().unwrap_or(basic)))
            .number("silver", price(&prices.upgrade, basic)),
        (Action::AssignWorker { space },) => {
            Sentence::new("label-assign-worker").with("space", naming::space(content, space))
        }
        (Action::SpecialDelivery { target, goods, .. },) => {
            delivery("label-special-delivery", content, target, goods)
        }
        (Action::UseTrough { action },) => {
            let (cost, run) = content.trough_actions[action.index()];
            Sentence::new("label-use-trough")
                .number("trough", cost.trough)
                .with("what", describe::list(content, run))
        }
        (Action::FulfilAchievement { achievement },) => Sentence::new("label-fulfil-achievement")
            .with("achievement", naming::achievement(achievement)),
        (Action::UseAction { source, with },) => {
            let named = match source.kind() {
                SourceKind::Acquisition(slot) => look.player(seat).acquisitions[slot]
                    .map_or(naming::source(content, source), |card| naming::card(content, card)),
                SourceKind::Tile(tile) => naming::tile(content, tile),
                SourceKind::RoundTile => look.state.round_tile().map_or_else(
                    || naming::source(content, source),
                    |tile| naming::round_tile(content, tile),
                ),
            };
            let added = look.sources(seat).find(|(known, _, _)| *known == source);
            let run = added.and_then(|(_, _, part)| part.action).map_or(List::EMPTY, |a| a.run);
            Sentence::new("label-use-action")
                .with("source", named)
                .with("goods", naming::bag(with))
                .with("what", describe::list(content, run))
        }
        _ => return None,
    })
}

/// Stages of a turn, and the rest.
fn stage(content: &Content, action: &Action) -> Sentence {
    let card = |card| naming::donkey_card(content, card);
    match (*action,) {
        (Action::ChooseStart { space },) => {
            Sentence::new("label-choose-start").with("space", naming::road(content, space))
        }
        (Action::GainIncome,) => Sentence::new("label-gain-income"),
        (Action::Harvest,) => Sentence::new("label-harvest"),
        (Action::GainOffspring,) => Sentence::new("label-gain-offspring"),
        (Action::TakeDie { face },) => Sentence::new("label-take-die").number("face", face),
        (Action::UseCommunityDie,) => Sentence::new("label-use-community-die"),
        (Action::AllocateDonkeys { siesta, donkey, stable, discard },) => {
            Sentence::new("label-allocate-donkeys")
                .with("siesta", card(siesta))
                .with("donkey", card(donkey))
                .with("stable", card(stable))
                .with("discards", Arg::Flag(discard.is_some()))
                .with("discard", naming::donkey_card_or_none(content, discard))
        }
        (Action::ActivateBonus,) => Sentence::new("label-activate-bonus"),
        (Action::Boost { plus },) => Sentence::new("label-boost").number("plus", plus),
        (Action::PayWorkers { spaces },) => Sentence::new("label-pay-workers")
            .number("count", spaces.len())
            .with("spaces", naming::spaces(content, spaces)),
        (Action::EndTurn,) => Sentence::new("label-end-turn"),
        _ => Sentence::new("reject-bad-parameter"),
    }
}
