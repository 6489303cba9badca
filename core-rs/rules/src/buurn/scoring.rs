//! The end of the game: scores and ranking (`rules.md` §13).

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::Buurn;
use super::cards::Cards;
use super::content::Content;
use super::effects::{Effect, LeaderMetric, Metric, Scorer, Scoring};
use super::ids::{FAMILIES, Family, FamilySet, Phase, SEATS};
use super::state::State;
use crate::{Outcome, Rules, Seat};

/// The points of a seat, by where they come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// By family, in canonical order.
    pub families: [i64; FAMILIES],
    /// Of organisation cards, those of others included.
    pub organisations: i64,
    /// Of dollars.
    pub money: i64,
}

impl Score {
    /// All points.
    pub fn total(&self) -> i64 {
        self.families.iter().sum::<i64>() + self.organisations + self.money
    }
}

/// What of a seat counts: as much of it as somebody sees.
#[derive(Debug, Clone, Copy)]
pub(super) struct Estate {
    pub(super) cards: Cards,
    pub(super) face_down: u32,
    pub(super) organisations: u32,
    pub(super) money: u32,
}

/// One entry a seat.
pub(super) type Estates = ArrayVec<Estate, SEATS>;

/// All that the seats have.
fn estates(seats: u8, state: &State) -> Estates {
    Seat::all(seats)
        .map(|seat| {
            let player = state.player(seat);
            Estate {
                cards: player.cards(),
                face_down: player.face_down.count(),
                organisations: player.organisations.len(),
                money: player.money,
            }
        })
        .collect()
}

fn count(things: usize) -> u32 {
    u32::try_from(things).unwrap_or(u32::MAX)
}

/// The points of every seat, as if the game ended now.
///
/// Rules: buurn §13.
pub(super) fn scores(rules: &Rules<Buurn>, state: &State) -> ArrayVec<Score, SEATS> {
    scores_of(&rules.content, state, &estates(rules.seats, state))
}

/// The points of these estates; organisation cards are open, so they are read off the state.
pub(super) fn scores_of(
    content: &Content,
    state: &State,
    estates: &Estates,
) -> ArrayVec<Score, SEATS> {
    let mut scores: ArrayVec<Score, SEATS> = estates
        .iter()
        .enumerate()
        .map(|(seat, estate)| Score {
            families: std::array::from_fn(|index| {
                let family = Family(u8::try_from(index).unwrap_or(u8::MAX));
                if state.families.contains(family) {
                    family_points(content, estates, state.families, seat, family)
                } else {
                    0
                }
            }),
            organisations: 0,
            money: i64::from(estate.money / content.money_per_vp),
        })
        .collect();
    for (seat, player) in state.players.iter().enumerate().take(estates.len()) {
        for card in player.organisations.iter() {
            for effect in &content.organisation(card).effects {
                score_effect(*effect, estates, seat, &mut scores);
            }
        }
    }
    scores
}

/// The points of a family in play for one seat.
///
/// Rules: buurn §13, the table.
fn family_points(
    content: &Content,
    estates: &Estates,
    families: FamilySet,
    seat: usize,
    family: Family,
) -> i64 {
    let estate = &estates[seat];
    let cards_of = |estate: &Estate| estate.cards.of(family);
    let own = cards_of(estate);
    let most = estates.iter().map(cards_of).max().unwrap_or(0);
    let each = i64::from(own);
    let has_most = own > 0 && own == most;
    match &content.families[family.index()].scoring {
        Scoring::Money { per } => each * i64::from(estate.money / per),
        Scoring::Table { table } => entry(table, own.into()),
        Scoring::Others { per } => {
            let is_other = |other: &Family| *other != family && estate.cards.of(*other) > 0;
            each * i64::from(*per) * whole(families.iter().filter(is_other).count())
        }
        Scoring::NotMost { vp_each } => {
            if has_most {
                0
            } else {
                each * i64::from(*vp_each)
            }
        }
        Scoring::Owners { by_owners } => {
            each * entry(by_owners, estates.iter().filter(|e| cards_of(e) > 0).count())
        }
        Scoring::Vinegar { vp_none, vp_most, vp_each } => match own {
            0 => i64::from(*vp_none),
            _ if has_most => i64::from(*vp_most),
            _ => each * i64::from(*vp_each),
        },
        Scoring::Organisation { per } => each * i64::from(*per) * i64::from(estate.organisations),
        Scoring::Rank { by_rank } => {
            let ahead = estates.iter().filter(|e| cards_of(e) > own).count();
            if own > 0 { entry(by_rank, ahead) } else { 0 }
        }
    }
}

/// The number at `index`; 0 past the end.
fn entry(table: &[i8], index: usize) -> i64 {
    table.get(index).copied().map_or(0, i64::from)
}

fn whole(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

/// The points of one effect of a card of `owner`.
///
/// Rules: buurn §12, `score`, `score_leader`.
fn score_effect(
    effect: Effect,
    estates: &Estates,
    owner: usize,
    scores: &mut ArrayVec<Score, SEATS>,
) {
    match effect {
        Effect::Score { metric, per, vp } => {
            let share = metric_of(&estates[owner], metric) / u32::from(per);
            scores[owner].organisations += i64::from(vp) * i64::from(share);
        }
        Effect::ScoreLeader { metric, who, vp } => {
            let amount = |estate: &Estate| match metric {
                LeaderMetric::Ingredients => estate.cards.count(),
                LeaderMetric::Money => estate.money,
            };
            let most = estates.iter().map(amount).max().unwrap_or(0);
            for (seat, estate) in estates.iter().enumerate() {
                let leads = amount(estate) == most && most > 0;
                if leads && (who == Scorer::Everyone || seat == owner) {
                    scores[seat].organisations += i64::from(vp);
                }
            }
        }
        Effect::Gain { .. }
        | Effect::Discount { .. }
        | Effect::Surplus {}
        | Effect::TakeBank {}
        | Effect::Collect { .. }
        | Effect::Draw { .. }
        | Effect::Swap {}
        | Effect::Give {} => {}
    }
}

fn metric_of(estate: &Estate, metric: Metric) -> u32 {
    match metric {
        Metric::One => 1,
        Metric::Families => count(estate.cards.kinds().count()),
        Metric::Organisations => estate.organisations,
        Metric::FaceDown => estate.face_down,
        Metric::Money => estate.money,
    }
}

/// How the game ended, once it has.
///
/// Rules: buurn §13.
pub(super) fn outcome(rules: &Rules<Buurn>, state: &State) -> Option<Outcome> {
    if state.phase != Phase::Finished {
        return None;
    }
    let ranking = ranking(rules.seats, state, &scores(rules, state));
    let winners = ranking.first().cloned().unwrap_or_default();
    Some(Outcome { ranking, winners })
}

/// Most points, then most ingredient cards, then most dollars; seats equal in all three share a rank.
fn ranking(seats: u8, state: &State, scores: &[Score]) -> Vec<Vec<Seat>> {
    let standing = |seat: Seat| {
        let player = state.player(seat);
        let points = scores.get(seat.index()).map_or(0, Score::total);
        Reverse((points, player.cards().count(), player.money))
    };
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    order.sort_by_key(|seat| standing(*seat)); // stable: seats of one rank stay in order
    order.chunk_by(|a, b| standing(*a) == standing(*b)).map(<[Seat]>::to_vec).collect()
}
