//! Wells (`rules.md` §8.5) and the indicator (§4 step 4).

use super::facts;
use super::play::Play;

/// The bit of a well number in `well_unseen`.
pub(super) const fn bit(number: u8) -> u16 {
    1 << number
}

/// The numbers in a set of well numbers, ascending.
pub(super) fn numbers(set: u16) -> impl Iterator<Item = u8> + Clone {
    (0..16).filter(move |number| set & bit(*number) != 0)
}

impl Play<'_, '_> {
    /// Pays the reward of a well that stands, and moves the indicator.
    ///
    /// Rules: burgenland §8.5.
    pub(super) fn finish_well(&mut self) {
        let index = usize::from(self.state.wells_built);
        let coins = self.content().well_rewards.get(index).copied().unwrap_or(0);
        self.reward(coins);
        self.state.wells_built += 1;
        self.turn_up_well();
    }

    /// Chance turns up the next well card.
    ///
    /// Rules: burgenland §4 step 4, §8.5 step 3.
    pub(super) fn turn_up_well(&mut self) {
        let content = self.content();
        let unseen = numbers(self.state.well_unseen);
        let number = |k: u32| unseen.clone().nth(k as usize).unwrap_or(0);
        let count = self.state.well_unseen.count_ones();
        let pick = self.chance.pick("well_top", count, |k| number(k).to_string());
        let top = number(pick);
        self.state.well_unseen &= !bit(top);
        self.state.well_top = top;
        self.report.tell(|| facts::well_indicated(content, top));
    }
}
