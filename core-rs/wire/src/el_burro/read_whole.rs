//! What has to be so at every table, whatever the parts of a view's message say: the rules rely on it.

use ludoteca_rules::Seat;
use ludoteca_rules::el_burro::{
    Content, DeckCounts, DonkeyCard, DonkeyCards, Frame, Kind, PlayerView, Slot, Step, View,
};

use crate::field::Read;

/// Checks a view that was read.
pub(super) fn check(content: &Content, view: &View) -> Read<()> {
    ensure(each_card_once(view), "a farm card is in two places")?;
    for (seat, player) in Seat::all(u8::MAX).zip(&view.players) {
        let differs = view.markets.iter().enumerate().any(|(index, market)| {
            (player.markets_closed & (1 << index) != 0) != market.places.contains(&seat)
        });
        ensure(!differs, "a market and its area differ")?;
        let counted = player.own.is_none_or(|own| DeckCounts::of(own.hand) == player.hand_count);
        ensure(counted, "a hand has another number of cards")?;
        ensure(donkeys_fit(content, view, player), "a donkey card is missing, or one too many")?;
        let done = view.done.contains(seat);
        ensure(stack_fits(view.step, done, &player.stack), "a stack is none of the step")?;
    }
    Ok(())
}

fn ensure(holds: bool, wrong: &str) -> Read<()> {
    if holds { Ok(()) } else { Err(wrong.to_owned()) }
}

/// Whether no farm card lies in two places.
fn each_card_once(view: &View) -> bool {
    let rows = view.players.iter().flat_map(|player| {
        let barrows = player.barrows.iter().flatten().map(|barrow| barrow.card);
        let acquired = player.acquisitions.iter().flatten().copied();
        let sides = player.field_cards.iter().chain(&player.admin_cards).copied();
        let hand = player.own.iter().flat_map(|own| own.hand.iter());
        barrows.chain(acquired).chain(sides).chain(hand)
    });
    let mut seen = view.discard;
    for card in rows {
        if seen.contains(card) {
            return false;
        }
        seen.insert(card);
    }
    true
}

/// Whether the twelve donkey cards of a seat are where the round puts them (`rules.md` §19.1).
fn donkeys_fit(content: &Content, view: &View, player: &PlayerView) -> bool {
    let each = &content.numbers.donkey_draw;
    let drawn =
        usize::from(view.round) - usize::from(view.round > 0 && view.step < Step::DonkeyChoice);
    let chooses = view.step == Step::DonkeyChoice && !player.chosen;
    let allocated = drawn - usize::from(chooses);
    // In a round without a draw the cards that were discarded are the hand.
    let discarded = each.iter().take(allocated).filter(|draw| **draw > 0).count();
    let taken_back = each.iter().take(drawn).any(|draw| *draw == 0);
    let hand = match each.get(drawn.wrapping_sub(1)) {
        Some(0) if chooses => discarded,
        Some(draw) if chooses => usize::from(*draw),
        Some(_) | None => 0,
    };
    let gone: usize = each.iter().take(drawn).map(|draw| usize::from(*draw)).sum();
    let pool = DonkeyCard::COUNT.saturating_sub(gone);
    let counts = usize::from(player.donkey_pool_count) == pool
        && usize::from(player.donkey_hand_count) == hand
        && usize::from(player.donkey_discard_count) == if taken_back { 0 } else { discarded }
        && player.stable_cards.len() + usize::from(player.stable_hidden) == allocated;
    counts && each_donkey_once(player)
}

/// Whether every donkey card that is seen lies in one place, and all are somewhere.
fn each_donkey_once(player: &PlayerView) -> bool {
    let places = player.siesta_card.into_iter().chain(player.donkey_card);
    let single: Vec<DonkeyCard> = places.chain(player.stable_cards.iter().copied()).collect();
    let (hand, discard) = match &player.own {
        Some(own) => (own.donkey_hand, own.donkey_discard),
        None => (DonkeyCards::NONE, DonkeyCards::NONE),
    };
    let counted = player.own.is_none()
        || hand.len() == player.donkey_hand_count && discard.len() == player.donkey_discard_count;
    let seen = single.iter().copied().collect::<DonkeyCards>();
    let sets = [player.donkey_unused, hand, discard];
    let union = sets.iter().fold(seen, |all, set| all.or(*set));
    let apart = sets.iter().fold(single.len(), |sum, set| sum + usize::from(set.len()));
    // The three cards that a seat has chosen are told together, or not at all.
    let hidden = 3 * usize::from(player.stable_hidden);
    let open = single.len() + usize::from(player.donkey_unused.len());
    let counts = [player.donkey_pool_count, player.donkey_hand_count, player.donkey_discard_count];
    let all = counts.iter().fold(open + hidden, |sum, count| sum + usize::from(*count));
    counted && usize::from(union.len()) == apart && all == DonkeyCard::COUNT
}

/// Whether the bottom frame of a stack is one of the step, and no other frame is a bottom one (`rules.md` §7.2).
fn stack_fits(step: Step, done: bool, stack: &[Frame]) -> bool {
    let above = stack.iter().skip(1).any(|frame| frame.kind.is_base());
    let base = stack.first().filter(|frame| frame.kind.is_base());
    let together = step.is_simultaneous();
    !above
        && base.is_none_or(|base| is_of(step, &base.kind) && !(together && done))
        && (base.is_some() || done || !together)
}

/// Whether a step begins with a frame.
const fn is_of(step: Step, base: &Kind) -> bool {
    match step {
        Step::SetupStart => matches!(base, Kind::Start),
        Step::Farm => matches!(base, Kind::Farm { .. }),
        Step::RevenueFirst | Step::RevenueSecond => matches!(base, Kind::Die { .. }),
        Step::RevenueCommunity => matches!(base, Kind::Community { .. }),
        Step::DonkeyChoice => matches!(base, Kind::Choice),
        Step::Siesta => matches!(base, Kind::Card { slot: Slot::Siesta, .. }),
        Step::Goat => matches!(base, Kind::Goat { .. }),
        Step::Donkey => matches!(base, Kind::Card { slot: Slot::Donkey, .. }),
        Step::PayWorkers => matches!(base, Kind::Wages),
        Step::LastDeliveries => matches!(base, Kind::Last),
        Step::SetTurnOrder
        | Step::ScoreMilestones
        | Step::ScoreStable
        | Step::ScoreSupport
        | Step::Prepare
        | Step::FinalScoring => false,
    }
}
