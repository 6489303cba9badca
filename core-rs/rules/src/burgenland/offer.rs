//! Actions as a client offers them: labels, anchors, warnings, prompts.

use super::Burgenland;
use super::action::Action;
use super::content::Content;
use super::ids::{Phase, Site, SpaceBonus};
use super::means::Means;
use super::naming;
use super::payment;
use super::setup;
use super::state::{Part, Pending, Purpose, State};
use crate::{Anchor, Arg, Offer, Rules, Seat, Sentence};

/// A parameter: its name, its value, and where the thing can be pointed at.
type Param = (&'static str, Arg, Option<Anchor>);

/// A legal action as a client offers it.
pub(super) fn offer(rules: &Rules<Burgenland>, state: &State, action: Action) -> Offer {
    let content = &rules.content;
    Offer {
        label: label(rules, state, action),
        params: params(content, action),
        reveals: reveals(rules, state, action),
        false_start: false,
        warning: warning(content, state, action),
    }
}

/// The parameters of an action, in the order of `rules.md` §7.
pub(super) fn params(content: &Content, action: Action) -> Vec<Param> {
    match action {
        Action::StartBuild { piece, site, price, ignore } => vec![
            ("piece", naming::piece(piece), None),
            ("site", naming::site(content, site), Some(naming::site_anchor(content, site))),
            ("price", naming::price(price), None),
            ("ignore", Arg::Flag(ignore), None),
        ],
        Action::PlayExchange { a, b } => vec![
            ("a", naming::node(content, a), Some(naming::node_anchor(content, a))),
            ("b", naming::node(content, b), Some(naming::node_anchor(content, b))),
        ],
        Action::PayCard { card } => {
            vec![("card", naming::card(content, card), Some(naming::card_anchor(content, card)))]
        }
        Action::PlaceNeutral { castle } => {
            let anchor = naming::castle_anchor(content, castle);
            vec![("castle", naming::castle(content, castle), Some(anchor))]
        }
        Action::DrawCards
        | Action::EndTurn
        | Action::BuyJoker
        | Action::PlayCoins
        | Action::PayAuto
        | Action::UnknownId { .. }
        | Action::Unknown => Vec::new(),
    }
}

fn label(rules: &Rules<Burgenland>, state: &State, action: Action) -> Sentence {
    let content = &rules.content;
    match action {
        Action::DrawCards => Sentence::new("label-draw-cards").number("count", content.draw_cards),
        Action::EndTurn => Sentence::new("label-end-turn"),
        Action::StartBuild { piece, site, price, ignore } => {
            let label = Sentence::new("label-start-build")
                .with("piece", naming::piece(piece))
                .with("site", naming::site(content, site))
                .with("ignore", Arg::Flag(ignore));
            match payment::opening(content, state, (piece, site, price)) {
                Some(pending) => label.with("cost", Arg::Sentence(cost(content, state, pending))),
                None => label.with("cost", naming::price(price)),
            }
        }
        Action::BuyJoker => Sentence::new("label-buy-joker").number("coins", content.joker.price),
        Action::PlayExchange { a, b } => {
            let colour = |node: super::Node| naming::colour(content, state.markers[node.index()]);
            Sentence::new("label-play-exchange")
                .with("a", naming::node(content, a))
                .with("a_colour", colour(a))
                .with("b", naming::node(content, b))
                .with("b_colour", colour(b))
        }
        Action::PlayCoins => Sentence::new("label-play-coins").number("coins", content.coins_5),
        Action::PayAuto => {
            let before = *state.player();
            let mut after = state.clone();
            payment::pay_rest(content, &mut after);
            let left = *after.player();
            let cards = before.hand.without(&left.hand);
            let jokers = before.jokers.saturating_sub(left.jokers);
            Sentence::new("label-pay-auto").with("cards", naming::cards(content, &cards, jokers))
        }
        Action::PayCard { card } => {
            Sentence::new("label-pay-card").with("card", naming::card(content, card))
        }
        Action::PlaceNeutral { castle } => {
            let label = Sentence::new("label-place-neutral");
            match setup::next_neutral(rules, state) {
                Some(neutral) => {
                    let site = Site::Space(castle, neutral.space);
                    label
                        .with("piece", naming::piece(neutral.piece))
                        .with("site", naming::site(content, site))
                }
                None => label.with("castle", naming::castle(content, castle)),
            }
        }
        Action::UnknownId { .. } | Action::Unknown => Sentence::new("reject-unknown-id"),
    }
}

/// What a payment asks, in words.
pub(super) fn cost(content: &Content, state: &State, pending: Pending) -> Sentence {
    let part = match pending.part {
        Part::Border { castle, missing } => {
            let [a, b] = payment::border(content, state, castle);
            Sentence::new("cost-border")
                .number("count", missing)
                .with("a", naming::colour(content, a))
                .with("b", naming::colour(content, b))
        }
        Part::Same { colour: None, missing } => Sentence::new("cost-same").number("count", missing),
        Part::Same { colour: Some(colour), missing } => Sentence::new("cost-same-fixed")
            .number("count", missing)
            .with("colour", naming::colour(content, colour)),
        Part::Different { missing, .. } => Sentence::new("cost-different").number("count", missing),
        Part::TenCoins { missing } => Sentence::new("cost-coins").number("coins", missing),
        Part::Architect { missing } => Sentence::new("cost-architect").number("coins", missing),
        Part::Joker { missing } => Sentence::new("cost-joker").number("coins", missing),
    };
    if pending.architect_ahead == 0 {
        return part;
    }
    Sentence::new("cost-then-architect")
        .with("cost", Arg::Sentence(part))
        .number("coins", pending.architect_ahead)
}

/// Whether the action draws, or shows something hidden before (`games/README.md`, Takebacks).
fn reveals(rules: &Rules<Burgenland>, state: &State, action: Action) -> bool {
    match action {
        Action::StartBuild { .. }
        | Action::BuyJoker
        | Action::PlayCoins
        | Action::PayAuto
        | Action::PayCard { .. } => true,
        Action::DrawCards => has_cards(state),
        Action::PlaceNeutral { .. } => setup::neutrals_left(rules, state) == 1,
        Action::EndTurn
        | Action::PlayExchange { .. }
        | Action::UnknownId { .. }
        | Action::Unknown => false,
    }
}

fn has_cards(state: &State) -> bool {
    !(state.deck.is_empty() && state.discard.is_empty())
}

/// What would be lost by the action.
fn warning(content: &Content, state: &State, action: Action) -> Option<Sentence> {
    let coins_lost =
        |lost: u32| (lost > 0).then(|| Sentence::new("warning-coins-lost").number("coins", lost));
    match action {
        Action::DrawCards | Action::PlayCoins => {
            (!has_cards(state)).then(|| Sentence::new("warning-no-cards"))
        }
        Action::PayCard { card } => coins_lost(payment::loss(content, state, card).into()),
        Action::PayAuto => coins_lost(payment::pay_rest(content, &mut state.clone()).lost.into()),
        Action::BuyJoker => {
            let price = content.joker.price;
            let cards = super::Player { jokers: 0, ..*state.player() };
            let least = Means::of(content, &cards).least_total(price)?;
            coins_lost(least.saturating_sub(price.into()))
        }
        Action::StartBuild { piece, site, price, .. } => {
            let ends = state.player().pieces_left() == 1;
            if let Site::Space(castle, space) = site
                && !ends
                && let Some(lost) =
                    bonus_lost(state, content.castles[castle.index()].bonuses[space.index()])
            {
                return Some(lost);
            }
            let pending = payment::opening(content, state, (piece, site, price))?;
            let Part::TenCoins { missing } = pending.part else { return None };
            let least = Means::of(content, state.player()).least_total(missing)?;
            coins_lost(least.saturating_sub(missing.into()))
        }
        Action::EndTurn
        | Action::PlayExchange { .. }
        | Action::PlaceNeutral { .. }
        | Action::UnknownId { .. }
        | Action::Unknown => None,
    }
}

/// A printed bonus of which nothing is left.
fn bonus_lost(state: &State, bonus: Option<SpaceBonus>) -> Option<Sentence> {
    let empty = match bonus? {
        SpaceBonus::Exchange => state.exchange_supply == 0,
        SpaceBonus::Bonus => state.bonus_pool.iter().all(|count| *count == 0),
        SpaceBonus::Joker | SpaceBonus::Coins3 => false,
    };
    let bonus = bonus?.id();
    empty.then(|| Sentence::new("warning-bonus-lost").with("bonus", Arg::id("bonus", bonus)))
}

/// What the seat is asked to do now.
pub(super) fn prompt(rules: &Rules<Burgenland>, state: &State, seat: Seat) -> Sentence {
    let content = &rules.content;
    if state.phase != Phase::Over && seat != state.seat {
        return Sentence::new("prompt-wait").seat("seat", state.seat);
    }
    match (state.phase, state.pending) {
        (Phase::Over, _) => Sentence::new("prompt-over"),
        (Phase::PlaceNeutral, _) => {
            let prompt = Sentence::new("prompt-place-neutral");
            match setup::next_neutral(rules, state) {
                Some(neutral) => prompt.with("piece", naming::piece(neutral.piece)),
                None => prompt,
            }
        }
        (Phase::Paying, Some(pending)) => {
            let cost = Arg::Sentence(cost(content, state, pending));
            match pending.purpose {
                Purpose::Joker { .. } => Sentence::new("prompt-pay-joker").with("cost", cost),
                Purpose::Build { piece, site, .. } => Sentence::new("prompt-pay-build")
                    .with("piece", naming::piece(piece))
                    .with("site", naming::site(content, site))
                    .with("cost", cost),
            }
        }
        (Phase::Main | Phase::Paying, _) => {
            Sentence::new("prompt-main").number("count", content.draw_cards)
        }
        (Phase::After, _) => Sentence::new("prompt-after"),
    }
}
