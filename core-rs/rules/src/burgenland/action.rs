//! What an actor asks for (`rules.md` §7), and whether it may (§14).

use super::build::{self, Plan};
use super::ids::{
    BonusTile, CARDS, CASTLES, Card, Castle, NODES, Node, Phase, Piece, Price, Site, words,
};
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;
use super::{Burgenland, jokers, payment, setup, tiles, turn};
use crate::{Actor, Rules, Seat};

/// An action with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Takes two cards.
    DrawCards,
    /// Passes the turn.
    EndTurn,
    /// Opens the payment of a build.
    StartBuild {
        /// What is built.
        piece: Piece,
        /// Where.
        site: Site,
        /// At which price.
        price: Price,
        /// Whether an `ignore_rules` tile lifts the building condition.
        ignore: bool,
    },
    /// Opens the payment of a joker.
    BuyJoker,
    /// Swaps the markers of two intersections.
    PlayExchange {
        /// The lower one.
        a: Node,
        /// The higher one.
        b: Node,
    },
    /// Plays a `coins_5` tile.
    PlayCoins,
    /// Pays the rest of the payment by the preference list.
    PayAuto,
    /// Pays one card.
    PayCard {
        /// The card.
        card: Card,
    },
    /// Places the next neutral piece.
    PlaceNeutral {
        /// At which castle.
        castle: Castle,
    },
    /// An action with a parameter that names nothing in the game; always refused, in its turn (§14).
    UnknownId {
        /// Which action it is.
        verb: Verb,
    },
    /// An action that the game does not know; always refused.
    Unknown,
}

words! {
    /// The name of an action.
    Verb {
        /// [`Action::DrawCards`].
        DrawCards = "draw_cards",
        /// [`Action::EndTurn`].
        EndTurn = "end_turn",
        /// [`Action::StartBuild`].
        StartBuild = "start_build",
        /// [`Action::BuyJoker`].
        BuyJoker = "buy_joker",
        /// [`Action::PlayExchange`].
        PlayExchange = "play_exchange",
        /// [`Action::PlayCoins`].
        PlayCoins = "play_coins",
        /// [`Action::PayAuto`].
        PayAuto = "pay_auto",
        /// [`Action::PayCard`].
        PayCard = "pay_card",
        /// [`Action::PlaceNeutral`].
        PlaceNeutral = "place_neutral",
    }
}

impl Action {
    /// The action's name; `None` for one that the game does not know.
    pub const fn verb(self) -> Option<Verb> {
        Some(match self {
            Self::DrawCards => Verb::DrawCards,
            Self::EndTurn => Verb::EndTurn,
            Self::StartBuild { .. } => Verb::StartBuild,
            Self::BuyJoker => Verb::BuyJoker,
            Self::PlayExchange { .. } => Verb::PlayExchange,
            Self::PlayCoins => Verb::PlayCoins,
            Self::PayAuto => Verb::PayAuto,
            Self::PayCard { .. } => Verb::PayCard,
            Self::PlaceNeutral { .. } => Verb::PlaceNeutral,
            Self::UnknownId { verb } => verb,
            Self::Unknown => return None,
        })
    }

    /// Whether every parameter names something in the game.
    fn is_named(self) -> bool {
        match self {
            Self::StartBuild { site: Site::Space(castle, _), .. }
            | Self::PlaceNeutral { castle } => castle.index() < CASTLES,
            Self::PlayExchange { a, b } => a.index() < NODES && b.index() < NODES,
            Self::PayCard { card: Card::Colour(card) } => card.index() < CARDS,
            Self::PayCard { card: Card::Joker }
            | Self::StartBuild { site: Site::Large, .. }
            | Self::DrawCards
            | Self::EndTurn
            | Self::BuyJoker
            | Self::PlayCoins
            | Self::PayAuto => true,
            Self::UnknownId { .. } | Self::Unknown => false,
        }
    }
}

/// Whether `actor` may do `action` now.
///
/// Rules: burgenland §14, in its order.
pub(super) fn check(
    rules: &Rules<Burgenland>,
    state: &State,
    actor: Actor,
    action: Action,
) -> Result<(), Rejection> {
    let content = &rules.content;
    if state.phase == Phase::Over {
        return Err(Rejection::GameOver);
    }
    if actor != Actor::Seat(state.seat) {
        return Err(Rejection::NotYourTurn { seat: state.seat });
    }
    turn::check_phase(state.phase, action.verb().ok_or(Rejection::UnknownId)?)?;
    if !action.is_named() {
        return Err(Rejection::UnknownId);
    }
    match action {
        Action::DrawCards | Action::EndTurn | Action::PayAuto => Ok(()),
        Action::StartBuild { piece, site, price, ignore } => {
            build::check(content, state, Plan { piece, site, price, ignore })
        }
        Action::BuyJoker => jokers::check_buy(content, state),
        Action::PlayExchange { a, b } => tiles::check_exchange(state, a, b),
        Action::PlayCoins => tiles::check_coins(state),
        Action::PayCard { card } => payment::check_card(content, state, card),
        Action::PlaceNeutral { castle } => setup::check_neutral(rules, state, castle),
        Action::UnknownId { .. } | Action::Unknown => Err(Rejection::UnknownId),
    }
}

/// Appends the legal actions of `actor` to `out`.
///
/// Rules: burgenland §6, in its canonical order.
pub(super) fn legal(rules: &Rules<Burgenland>, state: &State, actor: Actor, out: &mut Vec<Action>) {
    if actor != Actor::Seat(state.seat) {
        return;
    }
    let content = &rules.content;
    match state.phase {
        Phase::Over => {}
        Phase::PlaceNeutral => {
            let neutral = setup::next_neutral(rules, state);
            let castles = neutral.map(|neutral| setup::qualifying(state, neutral));
            let place = |castle| Action::PlaceNeutral { castle };
            out.extend(castles.unwrap_or_default().iter().map(place));
        }
        Phase::Paying => {
            out.push(Action::PayAuto);
            payment::legal(content, state, |card| out.push(Action::PayCard { card }));
        }
        Phase::Main => {
            out.push(Action::DrawCards);
            build::legal(content, state, |plan| out.push(plan.into()));
            legal_options(rules, state, out);
        }
        Phase::After => {
            out.push(Action::EndTurn);
            legal_options(rules, state, out);
        }
    }
}

/// The optional actions (§7.4).
fn legal_options(rules: &Rules<Burgenland>, state: &State, out: &mut Vec<Action>) {
    if jokers::check_buy(&rules.content, state).is_ok() {
        out.push(Action::BuyJoker);
    }
    if state.player().exchange_tiles > 0 {
        let pairs = Node::all().flat_map(|a| Node::all().map(move |b| (a, b)));
        out.extend(pairs.filter(|(a, b)| a < b).map(|(a, b)| Action::PlayExchange { a, b }));
    }
    if state.player().bonus(BonusTile::Coins5) > 0 {
        out.push(Action::PlayCoins);
    }
}

/// Carries out an action that [`check`] passed.
pub(super) fn apply(play: &mut Play<'_, '_>, action: Action) {
    match action {
        Action::DrawCards => play.draw_cards(),
        Action::EndTurn => play.end_turn(),
        Action::StartBuild { piece, site, price, ignore } => {
            play.start_build(Plan { piece, site, price, ignore });
        }
        Action::BuyJoker => play.buy_joker(),
        Action::PlayExchange { a, b } => play.play_exchange(a, b),
        Action::PlayCoins => play.play_coins(),
        Action::PayAuto => play.pay_auto(),
        Action::PayCard { card } => play.pay_card(card),
        Action::PlaceNeutral { castle } => play.place_neutral(castle),
        Action::UnknownId { .. } | Action::Unknown => {} // never passes the check
    }
}

/// What the service plays for an absent seat; `None` if the seat has nothing to decide.
///
/// Rules: burgenland §15.11.
pub(super) fn default_action(
    rules: &Rules<Burgenland>,
    state: &State,
    seat: Seat,
) -> Option<Action> {
    if seat != state.seat {
        return None;
    }
    match state.phase {
        Phase::Over => None,
        Phase::PlaceNeutral => {
            let neutral = setup::next_neutral(rules, state)?;
            let castle = setup::qualifying(state, neutral).iter().next()?;
            Some(Action::PlaceNeutral { castle })
        }
        Phase::Main => Some(Action::DrawCards),
        Phase::Paying => Some(Action::PayAuto),
        Phase::After => Some(Action::EndTurn),
    }
}

impl From<Plan> for Action {
    fn from(Plan { piece, site, price, ignore }: Plan) -> Self {
        Self::StartBuild { piece, site, price, ignore }
    }
}
