//! Payments, card by card (`rules.md` §7.3, §8.2, §8.3).

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::content::Content;
use super::facts;
use super::ids::{COLOURS, Card, Castle, Colour, ColourCard, Piece, Price, Site};
use super::means::Means;
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Part, Pending, Player, Purpose, State};

/// The two marker colours of a castle.
pub(super) fn border(content: &Content, state: &State, castle: Castle) -> [Colour; 2] {
    content.castles[castle.index()].nodes.map(|node| state.markers[node.index()])
}

/// The payment that a build opens; `None` where the price does not exist.
///
/// Rules: burgenland §8.2.
pub(super) fn opening(
    content: &Content,
    state: &State,
    (piece, site, price): (Piece, Site, Price),
) -> Option<Pending> {
    let large = content.large_prices[piece.index()];
    let part = match (price, site) {
        (Price::TenCoins, _) => Part::TenCoins { missing: content.ten_coins },
        (Price::Border, Site::Space(castle, _)) => {
            Part::Border { castle, missing: content.border_cards }
        }
        (Price::Same, Site::Large) => Part::Same { colour: None, missing: large?.same },
        (Price::Different, Site::Large) => Part::Different { paid: 0, missing: large?.different },
        (Price::Border, Site::Large) | (Price::Same | Price::Different, Site::Space(..)) => {
            return None;
        }
    };
    let architect = piece == Piece::Keep && site != Site::Large;
    let architect_ahead = if architect { state.architect_top } else { 0 };
    Some(Pending { purpose: Purpose::Build { piece, site, price }, part, architect_ahead })
}

/// Whether the seat can pay `pending` to the end.
///
/// Rules: burgenland §8.3.
pub(super) fn is_payable(
    content: &Content,
    state: &State,
    means: &Means,
    pending: Pending,
) -> bool {
    means.complete(pending.part, pending.architect_ahead, |castle| border(content, state, castle))
}

/// Whether `card` fits the part being paid.
///
/// Rules: burgenland §8.2; jokers buy no jokers (§7.4).
fn fits(content: &Content, state: &State, part: Part, card: Card) -> bool {
    let Card::Colour(card) = card else { return !matches!(part, Part::Joker { .. }) };
    match part {
        Part::Border { castle, .. } => border(content, state, castle).contains(&card.colour()),
        Part::Same { colour, .. } => colour.is_none_or(|fixed| fixed == card.colour()),
        Part::Different { paid, .. } => paid & (1 << card.colour().0) == 0,
        Part::TenCoins { .. } | Part::Architect { .. } | Part::Joker { .. } => true,
    }
}

/// The part after `card`, and the coins overpaid by it.
fn after(content: &Content, part: Part, card: Card) -> (Part, u8) {
    let value = match card {
        Card::Colour(card) => card.value(),
        Card::Joker => content.joker.coin_value,
    };
    let coins = |missing: u8| (missing.saturating_sub(value), value.saturating_sub(missing));
    match (part, card) {
        (Part::Border { castle, missing }, _) => {
            (Part::Border { castle, missing: missing.saturating_sub(1) }, 0)
        }
        (Part::Same { colour, missing }, Card::Joker) => {
            (Part::Same { colour, missing: missing.saturating_sub(1) }, 0)
        }
        (Part::Same { missing, .. }, Card::Colour(card)) => {
            let colour = Some(card.colour());
            (Part::Same { colour, missing: missing.saturating_sub(1) }, 0)
        }
        (Part::Different { paid, missing }, Card::Joker) => {
            (Part::Different { paid, missing: missing.saturating_sub(1) }, 0)
        }
        (Part::Different { paid, missing }, Card::Colour(card)) => {
            let paid = paid | 1 << card.colour().0;
            (Part::Different { paid, missing: missing.saturating_sub(1) }, 0)
        }
        (Part::TenCoins { missing }, _) => {
            let (missing, lost) = coins(missing);
            (Part::TenCoins { missing }, lost)
        }
        (Part::Architect { missing }, _) => {
            let (missing, lost) = coins(missing);
            (Part::Architect { missing }, lost)
        }
        (Part::Joker { missing }, _) => {
            let (missing, lost) = coins(missing);
            (Part::Joker { missing }, lost)
        }
    }
}

/// What is missing of a part: cards or coins.
const fn missing(part: Part) -> u8 {
    match part {
        Part::Border { missing, .. }
        | Part::Same { missing, .. }
        | Part::Different { missing, .. }
        | Part::TenCoins { missing }
        | Part::Architect { missing }
        | Part::Joker { missing } => missing,
    }
}

/// Whether the acting seat may pay `card` now.
///
/// Rules: burgenland §7.3, §14 step 5.
pub(super) fn check_card(content: &Content, state: &State, card: Card) -> Result<(), Rejection> {
    let Some(pending) = state.pending else { return Err(Rejection::WrongPhase) };
    check_with(content, state, &Means::of(content, state.player()), pending, card)
}

/// The same, with the means worked out before.
fn check_with(
    content: &Content,
    state: &State,
    means: &Means,
    pending: Pending,
    card: Card,
) -> Result<(), Rejection> {
    if !means.holds(card) {
        return Err(Rejection::CardNotInHand);
    }
    if !fits(content, state, pending.part, card) {
        return Err(Rejection::CardNotAccepted);
    }
    let rest = Pending { part: after(content, pending.part, card).0, ..pending };
    if is_payable(content, state, &means.without(card), rest) {
        Ok(())
    } else {
        Err(Rejection::WouldNotComplete)
    }
}

/// Calls `each` with the cards the acting seat may pay now, in canonical order.
pub(super) fn legal(content: &Content, state: &State, mut each: impl FnMut(Card)) {
    let Some(pending) = state.pending else { return };
    let means = Means::of(content, state.player());
    for card in ColourCard::all().map(Card::Colour).chain([Card::Joker]) {
        if check_with(content, state, &means, pending, card).is_ok() {
            each(card);
        }
    }
}

fn take(player: &mut Player, card: Card) {
    match card {
        Card::Colour(card) => player.hand.take(card),
        Card::Joker => player.jokers -= 1,
    }
}

/// The card that `pay_auto` pays next: the first of the preference list that may be paid.
///
/// Rules: burgenland §7.3.
fn preferred(content: &Content, state: &State) -> Option<Card> {
    let pending = state.pending?;
    let means = Means::of(content, state.player());
    let legal = |card: &Card| check_with(content, state, &means, pending, *card).is_ok();
    let of_value =
        |value| Colour::all().map(move |colour| Card::Colour(ColourCard::of(colour, value)));
    let card = match pending.part {
        Part::Border { .. } | Part::Different { .. } => (1..=3).flat_map(of_value).find(legal),
        Part::Same { .. } => {
            let counts = state.player().hand.by_colour();
            let mut colours: ArrayVec<Colour, COLOURS> = Colour::all().collect();
            colours.sort_by_key(|colour| Reverse(counts[colour.index()])); // stable
            let of_colour = |colour| (1..=3).map(move |value| ColourCard::of(colour, value));
            colours.into_iter().flat_map(of_colour).map(Card::Colour).find(legal)
        }
        Part::TenCoins { missing } | Part::Architect { missing } | Part::Joker { missing } => {
            let within = (1..=missing.min(3)).rev();
            let above = missing.saturating_add(1)..=3;
            within.chain(above).flat_map(of_value).find(legal)
        }
    };
    card.or_else(|| Some(Card::Joker).filter(legal))
}

/// What paying a card led to.
pub(super) struct Paid {
    /// Coins overpaid.
    pub(super) lost: u8,
    /// What the whole payment was for, once it is complete.
    pub(super) complete: Option<Purpose>,
}

/// Moves one card and opens the next part when this one is satisfied.
///
/// Rules: burgenland §7.3. A satisfied part closes at once.
fn pay(content: &Content, state: &mut State, card: Card) -> Paid {
    let Some(mut pending) = state.pending else { return Paid { lost: 0, complete: None } };
    take(state.player_mut(), card);
    if let Card::Colour(card) = card {
        state.discard.add(card);
    }
    let (part, lost) = after(content, pending.part, card);
    pending.part = part;
    if missing(part) == 0 && pending.architect_ahead > 0 {
        pending.part = Part::Architect { missing: pending.architect_ahead };
        pending.architect_ahead = 0;
    }
    let complete = missing(pending.part) == 0;
    state.pending = if complete { None } else { Some(pending) };
    Paid { lost, complete: complete.then_some(pending.purpose) }
}

/// Pays by the preference list until the whole payment is done.
///
/// Rules: burgenland §7.3. A payment is always completable (§8.3), so this ends with its completion.
pub(super) fn pay_rest(content: &Content, state: &mut State) -> Paid {
    let mut lost = 0u8;
    while let Some(card) = preferred(content, state) {
        let paid = pay(content, state, card);
        lost = lost.saturating_add(paid.lost);
        if paid.complete.is_some() {
            return Paid { lost, ..paid };
        }
    }
    Paid { lost, complete: None }
}

/// The coins that paying `card` would lose.
pub(super) fn loss(content: &Content, state: &State, card: Card) -> u8 {
    state.pending.map_or(0, |pending| after(content, pending.part, card).1)
}

impl Play<'_, '_> {
    /// Pays one card.
    ///
    /// Rules: burgenland §7.3.
    pub(super) fn pay_card(&mut self, card: Card) {
        let (content, seat) = (self.content(), self.seat());
        self.report.show();
        let paid = pay(content, self.state, card);
        self.report.tell(|| facts::card_paid(content, seat, card));
        self.complete(paid.complete);
    }

    /// Pays the rest of the payment.
    ///
    /// Rules: burgenland §7.3.
    pub(super) fn pay_auto(&mut self) {
        let (content, seat) = (self.content(), self.seat());
        self.report.show();
        let before = *self.state.player();
        let paid = pay_rest(content, self.state);
        let left = *self.state.player();
        self.report.tell(|| facts::cards_paid(content, seat, &before, &left));
        self.complete(paid.complete);
    }

    fn complete(&mut self, purpose: Option<Purpose>) {
        match purpose {
            None => {}
            Some(Purpose::Joker { back }) => {
                self.gain_jokers(1);
                self.state.phase = back;
            }
            Some(Purpose::Build { piece, site, .. }) => self.build(piece, site),
        }
    }
}
