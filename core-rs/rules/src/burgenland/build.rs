//! Building: where and what (`rules.md` §8.1), opening a build (§7.3), carrying it out (§8.4).

use super::content::Content;
use super::facts;
use super::ids::{BonusTile, Built, Castle, Owner, Phase, Piece, Price, Site, Space, SpaceBonus};
use super::means::Means;
use super::payment;
use super::play::Play;
use super::rejection::Rejection;
use super::state::State;

/// A build as it is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) piece: Piece,
    pub(super) site: Site,
    pub(super) price: Price,
    pub(super) ignore: bool,
}

/// Whether the acting seat may open this build.
///
/// Rules: burgenland §8.1 to §8.3, in the order of §14 step 4.
pub(super) fn check(content: &Content, state: &State, plan: Plan) -> Result<(), Rejection> {
    let Plan { piece, site, price, ignore } = plan;
    let player = state.player();
    if player.supply[piece.index()] == 0 {
        return Err(Rejection::NoPieceLeft { piece });
    }
    match site {
        Site::Large => {
            if content.large_prices[piece.index()].is_none() {
                return Err(Rejection::SiteNotAllowed { piece, neutral: false });
            }
            if price == Price::Border {
                return Err(Rejection::PriceNotAllowed { price });
            }
            if ignore {
                return Err(Rejection::TileNotNeeded);
            }
        }
        Site::Space(castle, space) => check_castle(content, state, plan, (castle, space))?,
    }
    if price == Price::TenCoins && player.bonus(BonusTile::TenCoins) == 0 {
        return Err(Rejection::TileNotOwned { tile: Some(BonusTile::TenCoins) });
    }
    let payable = payment::opening(content, state, (piece, site, price)).is_some_and(|pending| {
        payment::is_payable(content, state, &Means::of(content, player), pending)
    });
    if payable { Ok(()) } else { Err(Rejection::CannotPay { joker: false }) }
}

/// The conditions of a small castle.
fn check_castle(
    content: &Content,
    state: &State,
    Plan { piece, price, ignore, .. }: Plan,
    (castle, space): (Castle, Space),
) -> Result<(), Rejection> {
    let indicated = space == Space::Well && content.well_castle(state.well_top) == Some(castle);
    if (piece == Piece::Well) != (space == Space::Well) || piece == Piece::Well && !indicated {
        return Err(Rejection::SiteNotAllowed { piece, neutral: false });
    }
    if matches!(price, Price::Same | Price::Different) {
        return Err(Rejection::PriceNotAllowed { price });
    }
    if space == Space::Extra {
        if state.extra.contains(castle) {
            return Err(Rejection::ExtraSpaceLimit);
        }
        owns(state, BonusTile::ExtraSpace)?;
    }
    if state.at(castle, space).is_some() {
        return Err(Rejection::SiteOccupied);
    }
    match condition(state, castle, piece) {
        Err(unmet) if !ignore => Err(unmet),
        Ok(()) if ignore => Err(Rejection::TileNotNeeded),
        Err(_) => owns(state, BonusTile::IgnoreRules),
        Ok(()) => Ok(()),
    }
}

fn owns(state: &State, tile: BonusTile) -> Result<(), Rejection> {
    if state.player().bonus(tile) > 0 {
        return Ok(());
    }
    Err(Rejection::TileNotOwned { tile: Some(tile) })
}

/// The building condition of a small castle, which an `ignore_rules` tile can lift.
///
/// Rules: burgenland §8.1.
fn condition(state: &State, castle: Castle, piece: Piece) -> Result<(), Rejection> {
    match piece {
        Piece::Wall | Piece::Well => Ok(()),
        Piece::House => {
            let walls = state.count(castle, Piece::Wall);
            let houses = state.count(castle, Piece::House) + 1;
            if houses <= walls { Ok(()) } else { Err(Rejection::HouseNeedsWall { walls, houses }) }
        }
        Piece::Keep if state.count(castle, Piece::Keep) == 0 => Ok(()),
        Piece::Keep => Err(Rejection::KeepLimit),
    }
}

/// Calls `each` with every legal build, in canonical order.
///
/// Rules: burgenland §6, §8. What can be paid is worked out once for each piece and castle.
pub(super) fn legal(content: &Content, state: &State, mut each: impl FnMut(Plan)) {
    let player = state.player();
    let means = Means::of(content, player);
    let payable = |piece, site, price| {
        payment::opening(content, state, (piece, site, price))
            .is_some_and(|pending| payment::is_payable(content, state, &means, pending))
    };
    let has = |tile| player.bonus(tile) > 0;
    let (ten_tile, extra_tile) = (has(BonusTile::TenCoins), has(BonusTile::ExtraSpace));
    let well_castle = content.well_castle(state.well_top);
    for piece in Piece::ALL.into_iter().filter(|piece| player.supply[piece.index()] > 0) {
        let mut offer = |site, ignore, prices: [(Price, bool); 3]| {
            for (price, _) in prices.into_iter().filter(|(_, payable)| *payable) {
                each(Plan { piece, site, price, ignore });
            }
        };
        // Ten coins, and the architect after them, are the same at every castle.
        let anywhere = Site::Space(Castle(0), Space::North);
        let ten = ten_tile && payable(piece, anywhere, Price::TenCoins);
        for castle in Castle::all() {
            let square = Site::Space(castle, Space::North);
            let border = payable(piece, square, Price::Border);
            if !border && !ten {
                continue;
            }
            let prices = [(Price::Border, border), (Price::TenCoins, ten), (Price::Same, false)];
            if piece == Piece::Well {
                if well_castle == Some(castle) {
                    offer(Site::Space(castle, Space::Well), false, prices);
                }
                continue;
            }
            let ignore = condition(state, castle, piece).is_err();
            if ignore && !has(BonusTile::IgnoreRules) {
                continue;
            }
            for space in [Space::North, Space::West, Space::East, Space::Extra] {
                let there = space != Space::Extra || extra_tile && !state.extra.contains(castle);
                if there && state.at(castle, space).is_none() {
                    offer(Site::Space(castle, space), ignore, prices);
                }
            }
        }
        if content.large_prices[piece.index()].is_some() {
            let pays = |price| (price, payable(piece, Site::Large, price));
            let ten = (Price::TenCoins, ten_tile && payable(piece, Site::Large, Price::TenCoins));
            offer(Site::Large, false, [ten, pays(Price::Same), pays(Price::Different)]);
        }
    }
}

impl Play<'_, '_> {
    /// Plays the tiles of a build and opens its payment.
    ///
    /// Rules: burgenland §7.3.
    pub(super) fn start_build(&mut self, plan: Plan) {
        let Plan { piece, site, price, ignore } = plan;
        let (content, seat) = (self.content(), self.seat());
        self.report.show();
        let opening = payment::opening(content, self.state, (piece, site, price));
        let Some(pending) = opening else { return }; // the check has seen the price
        self.state.pending = opening;
        self.state.phase = Phase::Paying;
        let state = &*self.state;
        self.report.tell(|| facts::build_opened(content, state, seat, plan, pending));
        if let Site::Space(castle, Space::Extra) = site {
            self.play_bonus(BonusTile::ExtraSpace);
            self.state.extra.insert(castle);
        }
        if price == Price::TenCoins {
            self.play_bonus(BonusTile::TenCoins);
        }
        if ignore {
            self.play_bonus(BonusTile::IgnoreRules);
        }
    }

    /// Carries out a build that is paid for.
    ///
    /// Rules: burgenland §8.4.
    pub(super) fn build(&mut self, piece: Piece, site: Site) {
        let (content, seat) = (self.content(), self.seat());
        self.state.player_mut().supply[piece.index()] -= 1;
        match site {
            Site::Large => self.state.player_mut().large[piece.index()] += 1,
            Site::Space(castle, space) => {
                let built = Built { piece, owner: Owner::Seat(seat) };
                self.state.sites[castle.index()][space.index()] = Some(built);
            }
        }
        self.report.tell(|| facts::built(content, seat, piece, site));
        if self.state.player().pieces_left() == 0 {
            self.state.winner = Some(seat);
            self.state.phase = Phase::Over;
            self.report.tell(|| facts::won(seat));
            return;
        }
        self.state.phase = Phase::After;
        let Site::Space(castle, space) = site else { return };
        match piece {
            Piece::Keep => self.rotate_architect(),
            Piece::Well => self.finish_well(),
            Piece::Wall => {
                let walls = self.state.count(castle, Piece::Wall);
                self.gain_jokers(u32::from(walls));
            }
            Piece::House => {}
        }
        match content.castles[castle.index()].bonuses[space.index()] {
            None => {}
            Some(SpaceBonus::Joker) => self.gain_jokers(1),
            Some(SpaceBonus::Coins3) => self.reward(content.coins_3),
            Some(SpaceBonus::Exchange) => self.gain_exchange(),
            Some(SpaceBonus::Bonus) => self.gain_bonus(),
        }
    }
}
