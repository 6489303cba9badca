//! What can be paid, and whether a payment can be completed (`rules.md` §8.2, §8.3).

use super::content::Content;
use super::ids::{COLOURS, Card, Castle, Colour, VALUES};
use super::state::{Part, Player};

/// What a seat can pay with: worked out once, asked often.
#[derive(Debug, Clone, Copy)]
pub(super) struct Means {
    player: Player,
    /// Colour cards by colour.
    by_colour: [u8; COLOURS],
    /// Colour cards and jokers by coin value, lowest first.
    by_value: [u32; VALUES],
    /// Coins of the colour cards.
    card_coins: u32,
    /// Coins of everything.
    coins: u32,
    joker_value: u8,
}

impl Means {
    pub(super) fn of(content: &Content, player: &Player) -> Self {
        let joker_value = content.joker.coin_value;
        let mut by_value = player.hand.by_value().map(u32::from);
        let [ones, twos, threes] = by_value;
        let card_coins = ones + 2 * twos + 3 * threes;
        let at = &mut by_value[usize::from(joker_value) - 1];
        *at = at.saturating_add(player.jokers);
        Self {
            player: *player,
            by_colour: player.hand.by_colour(),
            by_value,
            card_coins,
            coins: card_coins.saturating_add(player.jokers.saturating_mul(u32::from(joker_value))),
            joker_value,
        }
    }

    /// Whether `card` is in the hand.
    #[inline]
    pub(super) const fn holds(&self, card: Card) -> bool {
        match card {
            Card::Joker => self.player.jokers > 0,
            Card::Colour(card) => self.player.hand.of(card) > 0,
        }
    }

    /// What is left when `card`, which is in the hand, is paid.
    #[must_use]
    pub(super) fn without(mut self, card: Card) -> Self {
        let value = match card {
            Card::Joker => {
                self.player.jokers -= 1;
                self.joker_value
            }
            Card::Colour(card) => {
                self.player.hand.take(card);
                self.by_colour[card.colour().index()] -= 1;
                self.card_coins -= u32::from(card.value());
                card.value()
            }
        };
        self.by_value[usize::from(value) - 1] -= 1;
        self.coins -= u32::from(value);
        self
    }

    /// Whether some sequence of payments completes `part`, and `ahead` coins for the architect after it.
    ///
    /// Rules: burgenland §8.3. `border`: the two marker colours of a castle.
    pub(super) fn complete(
        &self,
        part: Part,
        ahead: u8,
        border: impl Fn(Castle) -> [Colour; 2],
    ) -> bool {
        match part {
            Part::Border { castle, missing } => {
                self.complete_border(border(castle), missing, ahead)
            }
            Part::Same { colour: Some(colour), missing } => {
                self.of_colour(colour) >= u32::from(missing)
            }
            Part::Same { colour: None, missing } => {
                Colour::all().any(|colour| self.of_colour(colour) >= u32::from(missing))
            }
            Part::Different { paid, missing } => {
                let unpaid = self.colours() & !paid;
                self.player.jokers.saturating_add(unpaid.count_ones()) >= u32::from(missing)
            }
            Part::TenCoins { missing } => self
                .least_total(missing)
                .is_some_and(|least| self.coins - least >= u32::from(ahead)),
            Part::Architect { missing } => self.coins >= u32::from(missing),
            Part::Joker { missing } => self.card_coins >= u32::from(missing),
        }
    }

    /// The colours in hand, as bits.
    fn colours(&self) -> u8 {
        Colour::all().map(|c| u8::from(self.by_colour[c.index()] > 0) << c.0).sum()
    }

    /// Cards of a colour, jokers included.
    fn of_colour(&self, colour: Colour) -> u32 {
        self.player.jokers.saturating_add(u32::from(self.by_colour[colour.index()]))
    }

    fn complete_border(&self, colours: [Colour; 2], missing: u8, ahead: u8) -> bool {
        let missing = u32::from(missing);
        let [a, b] = colours.map(|colour| u32::from(self.by_colour[colour.index()]));
        if self.player.jokers.saturating_add(a + b) < missing {
            return false;
        }
        if ahead == 0 {
            return true;
        }
        let [a, b] = colours.map(|colour| self.player.hand.colour(colour));
        let mut fitting: [u32; VALUES] = std::array::from_fn(|v| u32::from(a[v]) + u32::from(b[v]));
        let at = &mut fitting[usize::from(self.joker_value) - 1];
        *at = at.saturating_add(self.player.jokers);
        self.coins - lowest(fitting, missing) >= u32::from(ahead)
    }

    /// The least total of at least `coins` that some of the cards reach; a total of 0 needs none.
    pub(super) fn least_total(&self, coins: u8) -> Option<u32> {
        let coins = u32::from(coins);
        // The last card of a payment is worth 3 at most, so it overshoots by 2 at most.
        (coins..coins + 3).find(|total| reaches(self.by_value, *total))
    }
}

/// The coins of the `count` lowest cards.
fn lowest(by_value: [u32; VALUES], count: u32) -> u32 {
    let mut left = count;
    let mut coins = 0;
    for (value, there) in (1..).zip(by_value) {
        let taken = left.min(there);
        coins += value * taken;
        left -= taken;
    }
    coins
}

/// Whether some of the cards have exactly this total.
fn reaches([ones, twos, threes]: [u32; VALUES], total: u32) -> bool {
    (0..=threes.min(total / 3)).rev().any(|taken| {
        let rest = total - 3 * taken;
        rest - 2 * twos.min(rest / 2) <= ones
    })
}
