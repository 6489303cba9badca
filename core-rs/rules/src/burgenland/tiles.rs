//! Exchange and bonus tiles (`rules.md` §7.4, §8.4 step 7, §11).

use super::facts;
use super::ids::{BonusTile, Node};
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;

/// Whether the acting seat may swap the markers of `a` and `b`.
///
/// Rules: burgenland §7.4, §14 step 6.
pub(super) fn check_exchange(state: &State, a: Node, b: Node) -> Result<(), Rejection> {
    if state.player().exchange_tiles == 0 {
        return Err(Rejection::TileNotOwned { tile: None });
    }
    match a.cmp(&b) {
        std::cmp::Ordering::Less => Ok(()),
        std::cmp::Ordering::Equal => Err(Rejection::SameNode),
        std::cmp::Ordering::Greater => Err(Rejection::PairOrder),
    }
}

/// Whether the acting seat may play a `coins_5` tile.
///
/// Rules: burgenland §7.4.
pub(super) fn check_coins(state: &State) -> Result<(), Rejection> {
    if state.player().bonus(BonusTile::Coins5) > 0 {
        return Ok(());
    }
    Err(Rejection::TileNotOwned { tile: Some(BonusTile::Coins5) })
}

/// The kind of the `k`-th physical tile in the bonus pool.
fn nth_bonus(state: &State, k: u32) -> Option<BonusTile> {
    let mut left = k;
    BonusTile::ALL.into_iter().find(|tile| {
        match left.checked_sub(u32::from(state.bonus_pool[tile.index()])) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        }
    })
}

impl Play<'_, '_> {
    /// Swaps two markers; the tile is out of the game.
    ///
    /// Rules: burgenland §7.4, ruling R8.
    pub(super) fn play_exchange(&mut self, a: Node, b: Node) {
        let (content, seat) = (self.content(), self.seat());
        self.state.player_mut().exchange_tiles -= 1;
        self.state.markers.swap(a.index(), b.index());
        self.report.tell(|| facts::markers_swapped(content, seat, a, b));
    }

    /// A coin reward; the tile is out of the game.
    ///
    /// Rules: burgenland §7.4.
    pub(super) fn play_coins(&mut self) {
        self.report.show();
        self.play_bonus(BonusTile::Coins5);
        self.reward(self.content().coins_5);
    }

    /// A bonus tile leaves the hand, and its kind becomes public.
    ///
    /// Rules: burgenland §11, §12.
    pub(super) fn play_bonus(&mut self, tile: BonusTile) {
        let seat = self.seat();
        self.state.player_mut().bonus_tiles[tile.index()] -= 1;
        self.report.tell(|| facts::tile_played(seat, tile));
    }

    /// One exchange tile; lost when none is left.
    ///
    /// Rules: burgenland §8.4 step 7.
    pub(super) fn gain_exchange(&mut self) {
        let (content, seat) = (self.content(), self.seat());
        match self.state.exchange_supply.checked_sub(1) {
            None => self.report.tell(|| facts::exchange_lost(content, seat)),
            Some(left) => {
                self.state.exchange_supply = left;
                self.state.player_mut().exchange_tiles += 1;
                self.report.tell(|| facts::exchange_gained(content, seat));
            }
        }
    }

    /// One bonus tile that only the seat sees; lost when none is left.
    ///
    /// Rules: burgenland §8.4 step 7.
    pub(super) fn gain_bonus(&mut self) {
        let (seat, state) = (self.seat(), &*self.state);
        let count: u8 = state.bonus_pool.iter().sum();
        if count == 0 {
            self.report.tell(|| facts::bonus_lost(seat));
            return;
        }
        let label = |k| nth_bonus(state, k).map_or_else(String::new, |tile| tile.id().to_owned());
        let pick = self.chance.pick("bonus_tile", u32::from(count), label);
        let Some(tile) = nth_bonus(state, pick) else { return };
        self.state.bonus_pool[tile.index()] -= 1;
        self.state.player_mut().bonus_tiles[tile.index()] += 1;
        self.report.tell_apart(
            seat,
            || facts::bonus_gained(seat, tile),
            || facts::bonus_gained_hidden(seat),
        );
    }
}
