//! What seats lack, as far as the viewer may bring it by goat (`rules.md` §12.2).

use ludoteca_rules::Seat;
use ludoteca_rules::el_burro::{Markings, Need, PlayerView};

use super::show::{Seen, asked, market_markings, seat_number};
use crate::pb::ludoteca::el_burro::v1 as pb;

/// The goods in the order in which they are told.
const GOODS: [&str; 10] =
    ["olive", "grain", "grape", "pig", "food", "wine", "meat", "upgraded_good", "silver", "worker"];

/// What each other seat lacks; to the public, what each seat lacks.
pub(super) fn needs(seen: Seen<'_>) -> Vec<pb::Need> {
    let own = seen.view.players.iter().find(|player| player.own.is_some());
    let mut needs = Vec::new();
    for (seat, player) in Seat::all(seen.seats).zip(&seen.view.players) {
        if player.own.is_none() {
            let lacking = lacking(seen, seat, player, own);
            let of_seat = GOODS.iter().filter_map(|good| {
                let count = lacking.iter().filter(|asked| asked == good).count();
                let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
                Some(pb::Need { seat: seat_number(seat), good: (*good).to_owned(), count })
            });
            needs.extend(of_seat);
        }
    }
    needs
}

/// Everything that the empty markings of a seat's targets ask for.
fn lacking(
    seen: Seen<'_>,
    seat: Seat,
    player: &PlayerView,
    viewer: Option<&PlayerView>,
) -> Vec<String> {
    let mut lacking = Vec::new();
    for barrow in player.barrows.iter().flatten() {
        let target = &seen.content.cards[barrow.card.index()].barrow;
        lacking.extend(empty(&target.markings, barrow.filled));
    }
    for (index, state) in seen.view.markets.iter().enumerate() {
        let bit = 1 << index;
        let unlocked = viewer.is_none_or(|viewer| viewer.markets_open & bit != 0);
        if unlocked && player.markets_closed & bit == 0 {
            let markings = market_markings(seen.content, index, state);
            lacking.extend(empty(markings, player.market_filled[index]));
        }
    }
    for moored in seen.view.docks.iter().flatten().filter(|moored| moored.seat == seat) {
        let side = seen.view.boat_sides[moored.boat.index()];
        let target = &seen.content.boats[moored.boat.index()].sides[side.index()];
        lacking.extend(empty(&target.markings, moored.filled));
    }
    lacking
}

fn empty(markings: &Markings, filled: u8) -> impl Iterator<Item = String> {
    let open = (0_u8..).zip(markings.needs()).filter(move |(m, _)| filled & (1 << m) == 0);
    open.flat_map(|(_, need): (u8, &Need)| asked(need))
}
