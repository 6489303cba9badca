//! Setup (`rules.md` §5).

use arrayvec::ArrayVec;

use super::Buurn;
use super::cards::Cards;
use super::content::Content;
use super::facts;
use super::ids::{Family, FamilySet, ORGANISATIONS, Organisation, OrganisationSet, Phase, SEATS};
use super::play::Play;
use super::state::{Deck, Player, State};
use crate::{Report, Rules, Seat, Tape};

/// The state in which turn 1 has started.
///
/// Rules: buurn §5, in its order.
pub(super) fn setup(rules: &Rules<Buurn>, chance: &mut Tape<'_>, report: &mut Report) -> State {
    let content = &rules.content;
    let families = choose_families(rules, chance);
    report.tell(|| facts::families(content, families));
    let first_player = rules.options.first_player.unwrap_or_else(|| {
        let label = |k: u32| k.to_string();
        let pick = chance.pick("first_player", rules.seats.into(), label);
        Seat(u8::try_from(pick).unwrap_or(0))
    });
    report.tell(|| facts::first_player(first_player));
    let mut state = start(content, rules.seats, families, first_player);
    Play { rules, state: &mut state, chance, report }.start_turn();
    state
}

/// Everything in its place, nothing drawn yet.
fn start(content: &Content, seats: u8, families: FamilySet, first_player: Seat) -> State {
    let mut players: [Player; SEATS] = Default::default();
    for seat in Seat::all(seats) {
        players[seat.index()].money = content.start_money;
    }
    State {
        phase: Phase::Countdown,
        turn: 0,
        first_player,
        final_turn: None,
        auction_id: 0,
        restarted: false,
        start_number: 0,
        count: None,
        price: None,
        decision_id: 0,
        pending: None,
        bank: content.bank_start,
        players,
        families,
        lot: ArrayVec::new(),
        left: None,
        organisation_on_offer: None,
        effects_done: 0,
        hand: ArrayVec::new(),
        deck: deck(content, families),
        discard: Cards::default(),
        organisation_discard: OrganisationSet::default(),
        taken_in: [0; ORGANISATIONS],
        revealed: 0,
        organisation_unseen: Organisation::all().collect(),
    }
}

/// All cards of the families, the End Game card among the last ones.
///
/// Rules: buurn §5 step 3.
pub(super) fn deck(content: &Content, families: FamilySet) -> Deck {
    let mut unseen = Cards::default();
    for family in families.iter() {
        unseen.0[family.index()] = content.families[family.index()].copies;
    }
    let cards = u8::try_from(unseen.count()).unwrap_or(u8::MAX); // checked: at most DECK
    Deck {
        body: cards.saturating_sub(content.tail_ingredients),
        tail: content.tail_ingredients + 1,
        end_in_tail: true,
        unseen,
        ..Deck::default()
    }
}

/// The families in play: the option, or chance.
///
/// Rules: buurn §5 step 2.
fn choose_families(rules: &Rules<Buurn>, chance: &mut Tape<'_>) -> FamilySet {
    if let Some(chosen) = &rules.options.families {
        return chosen.set;
    }
    let content = &rules.content;
    let is_eligible = |family: &Family| {
        rules.options.extra_family || content.families[family.index()].default_eligible
    };
    let eligible: Vec<Family> = Family::all().filter(is_eligible).collect();
    let size = content.layout(rules.seats).families as usize;
    let label = |k| {
        let set = nth_set(&eligible, size, k);
        set.iter().map(|family| content.family_id(family)).collect::<Vec<_>>().join(",")
    };
    let pick = chance.pick("families", choices(eligible.len(), size), label);
    nth_set(&eligible, size, pick)
}

/// How many sets of `size` can be made of `many`.
fn choices(many: usize, size: usize) -> u32 {
    // Each step is exact: a product of k numbers in a row is divisible by k!.
    (0..size).fold(1, |sets, k| sets * count(many.saturating_sub(k)) / count(k + 1))
}

fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// The `k`-th set of `size` in lexicographic order.
fn nth_set(eligible: &[Family], size: usize, k: u32) -> FamilySet {
    let (mut set, mut left, mut missing) = (FamilySet::default(), k, size);
    for (index, family) in eligible.iter().enumerate() {
        if missing == 0 {
            break;
        }
        let with_it = choices(eligible.len() - index - 1, missing - 1);
        if let Some(rest) = left.checked_sub(with_it) {
            left = rest; // every set with this family comes before
        } else {
            set.insert(*family);
            missing -= 1;
        }
    }
    set
}
