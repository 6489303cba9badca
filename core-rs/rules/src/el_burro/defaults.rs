//! What the service plays for an absent seat (`rules.md` §25).

use super::action::Action;
use super::look::Look;
use crate::Seat;

/// The default action of a seat; `None` if it has nothing to decide.
pub(super) fn default_action(look: Look<'_>, seat: Seat) -> Option<Action> {
    if look.state.over || !look.state.actors.contains(seat) {
        return None;
    }
    let mut legal = Vec::new();
    look.list_uncapped(seat, &mut legal);
    first_default(&legal)
}

/// The default among the legal actions: what comes first in the order of §25; in `pay_workers` the largest set;
/// else the first.
pub(super) fn first_default(legal: &[Action]) -> Option<Action> {
    let named = legal.iter().filter_map(|action| Some((rank(action)?, action)));
    if let Some((_, action)) = named.min_by_key(|(rank, _)| *rank) {
        return Some(*action);
    }
    let mut sets = legal.iter().filter_map(|action| Some((paid(action)?, action)));
    let first = sets.next();
    let largest = sets.fold(first, |best, (count, action)| match best {
        Some((most, _)) if count <= most => best,
        Some(_) | None => Some((count, action)),
    });
    largest.map(|(_, action)| *action).or_else(|| legal.first().copied())
}

/// The place of an action in the order of the defaults.
fn rank(action: &Action) -> Option<usize> {
    const ORDER: [Action; 10] = [
        Action::EndTurn,
        Action::Skip,
        Action::PassDock,
        Action::StopMove,
        Action::Boost { plus: 0 },
        Action::ActivateBonus,
        Action::GainIncome,
        Action::Harvest,
        Action::GainOffspring,
        Action::ReturnLoose,
    ];
    ORDER.iter().position(|other| other == action)
}

fn paid(action: &Action) -> Option<u8> {
    if let Action::PayWorkers { spaces } = action { Some(spaces.len()) } else { None }
}
