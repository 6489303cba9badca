//! What happened, as facts (`rules.md` §26); their sentences are in `words/en.ftl`.
//!
//! One function for each chapter: it knows the news of its chapter, and leaves the rest to the next one.

use super::content::Content;
use super::facts_farm;
use super::facts_road;
use super::naming;
use super::news::News;
use super::state::SCORE_ROW_IDS;
use crate::{Arg, Fact, Seat, Sentence};

/// What its audience reads of a piece of news.
pub(super) fn fact(content: &Content, news: &News) -> Fact {
    setup(content, news)
        .or_else(|| course(content, news))
        .or_else(|| facts_farm::goods(content, news))
        .or_else(|| facts_farm::workers(content, news))
        .or_else(|| facts_farm::cards(content, news))
        .or_else(|| facts_road::road(content, news))
        .or_else(|| facts_road::deliveries(content, news))
        .or_else(|| facts_road::tracks(content, news))
        .or_else(|| facts_farm::donkeys(content, news))
        .unwrap_or_else(|| Fact::new(Sentence::new("fact-unknown"))) // a test meets every chapter
}

/// What the other seats read of news that are told apart: counts and backs, no card.
pub(super) fn hidden(content: &Content, news: &News) -> Fact {
    facts_farm::hidden(news).unwrap_or_else(|| fact(content, news))
}

/// A sentence about a seat.
pub(super) fn of(seat: Seat, key: &'static str) -> Sentence {
    Sentence::new(key).seat("seat", seat)
}

/// Setup (§6).
fn setup(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (_, News::Rondel { side, rotation }) => Fact::new(
            Sentence::new("fact-rondel")
                .with("side", Arg::id("rondel", side.id()))
                .number("rotation", *rotation),
        ),
        (content, News::MarketCovered { market, cover }) => Fact::new(
            Sentence::new("fact-market-covered")
                .with("market", naming::market(content, *market))
                .with("cover", naming::cover(content, *cover)),
        )
        .to(naming::market_anchor(content, *market)),
        (content, News::MarketBonus { market, tile }) => Fact::new(
            Sentence::new("fact-market-bonus")
                .with("market", naming::market(content, *market))
                .with("tile", naming::tile(content, *tile)),
        )
        .to(naming::market_anchor(content, *market)),
        (content, News::PrestigeBonus { place, tile }) => Fact::new(
            Sentence::new("fact-prestige-bonus")
                .number("at", prestige_place(content, *place))
                .with("tile", naming::tile(content, *tile)),
        )
        .to(naming::tile_anchor(content, *tile)),
        (content, News::General { side, tile }) => Fact::new(
            Sentence::new("fact-general")
                .with("side", Arg::id("general-side", side.id()))
                .with("tile", naming::general(content, *tile)),
        ),
        (content, News::RoundTileDrawn { round, tile }) => Fact::new(
            Sentence::new("fact-round-tile")
                .number("round", *round)
                .with("tile", naming::round_tile(content, *tile)),
        )
        .to(naming::round_tile_anchor(content, *tile)),
        (content, News::BoatSide { boat, side }) => Fact::new(
            Sentence::new("fact-boat-side")
                .with("boat", naming::boat(content, *boat))
                .with("side", Arg::id("side", side.id())),
        )
        .to(naming::boat_anchor(content, *boat)),
        (content, News::Personal { seat, tile }) => {
            Fact::new(of(*seat, "fact-personal").with("tile", naming::personal(content, *tile)))
        }
        (_, News::FirstSeat { seat }) => Fact::new(of(*seat, "fact-first-seat")),
        (content, News::StartChosen { seat, space }) => {
            Fact::new(of(*seat, "fact-choose-start").with("space", naming::road(content, *space)))
                .to(naming::road_anchor(content, *space))
        }
        _ => return None,
    };
    Some(fact)
}

/// The prestige at which a tile of the prestige track works.
pub(super) fn prestige_place(content: &Content, place: u8) -> u8 {
    content.prestige_tiles.get(usize::from(place)).map_or(0, |(at, _)| *at)
}

/// The course of the game (§7, §17 to §21).
fn course(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (_, News::StepBegan { step, round }) => Fact::new(
            Sentence::new("fact-step")
                .with("step", Arg::id("step", step.id()))
                .number("round", *round),
        ),
        (_, News::TurnBegan { seat }) => Fact::new(of(*seat, "fact-turn")),
        (_, News::TurnEnded { seat }) => Fact::new(of(*seat, "fact-turn-ended")),
        (_, News::Skipped { seat }) => Fact::new(of(*seat, "fact-skip")),
        (_, News::TurnOrder { order }) => Fact::new(
            Sentence::new("fact-turn-order").with("seats", naming::seats(order.iter().copied())),
        ),
        (_, News::RondelTurned { rotation }) => {
            Fact::new(Sentence::new("fact-rondel-turned").number("rotation", *rotation))
        }
        (_, News::DiceRolled { dice }) => {
            let faces = (1..).zip(dice).flat_map(|(face, count)| {
                std::iter::repeat_n(Arg::Number(face), usize::from(*count))
            });
            let count = dice.iter().fold(0, |sum: u8, count| sum.saturating_add(*count));
            let sentence = Sentence::new("fact-roll").with("dice", Arg::List(faces.collect()));
            Fact::new(sentence).amount(count)
        }
        (_, News::DieTaken { seat, face }) => {
            Fact::new(of(*seat, "fact-take-die").number("face", *face))
                .from(naming::die_anchor(*face))
                .amount(1)
        }
        (_, News::CommunityDie { face }) => {
            Fact::new(Sentence::new("fact-community-die").number("face", *face))
                .to(naming::die_anchor(*face))
        }
        (_, News::CommunityDieUsed { seat, face }) => {
            Fact::new(of(*seat, "fact-use-community-die").number("face", *face))
                .from(naming::die_anchor(*face))
        }
        (_, News::FinalRow { seat, row, prestige }) => {
            let id = SCORE_ROW_IDS.get(usize::from(*row)).copied().unwrap_or_default();
            let sentence = of(*seat, "fact-final-row").with("row", Arg::id("row", id));
            Fact::new(sentence.number("prestige", *prestige)).amount(*prestige)
        }
        (_, News::Over) => Fact::new(Sentence::new("fact-over")),
        _ => return None,
    };
    Some(fact)
}
