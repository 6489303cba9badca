//! Facts of the farm: goods, silver, workers, farm cards, donkey cards (`rules.md` §9, §10, §16, §19, §20).

use super::content::Content;
use super::facts::of;
use super::ids::{Deck, Good};
use super::naming::{self, good_anchor, own};
use super::news::News;
use crate::{Arg, Fact, Seat, Sentence};

/// A fact about one good of a seat.
fn one_good(seat: Seat, key: &'static str, good: Good) -> Fact {
    Fact::new(of(seat, key).with("good", naming::good(good))).amount(1)
}

/// Goods and silver (§9, §16).
pub(super) fn goods(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (_, News::SilverGained { seat, count }) => {
            let sentence = of(*seat, "fact-gain-silver").number("count", *count);
            Fact::new(sentence).to(own("silver", *seat)).amount(*count)
        }
        (_, News::SilverPaid { seat, count }) => {
            let sentence = of(*seat, "fact-pay-silver").number("count", *count);
            Fact::new(sentence).from(own("silver", *seat)).amount(*count)
        }
        (_, News::GoodGained { seat, good }) => {
            one_good(*seat, "fact-gain-good", *good).to(good_anchor(*seat, *good))
        }
        (_, News::GoodLoose { seat, good }) => {
            one_good(*seat, "fact-good-loose", *good).to(good_anchor(*seat, *good))
        }
        (_, News::GoodLost { seat, good }) => one_good(*seat, "fact-good-lost", *good),
        (_, News::GoodSoldAtOnce { seat, good, silver }) => {
            let sentence = of(*seat, "fact-sell-at-once").with("good", naming::good(*good));
            Fact::new(sentence.number("silver", *silver)).to(own("silver", *seat)).amount(*silver)
        }
        (_, News::GoodStored { seat, good }) => {
            one_good(*seat, "fact-good-stored", *good).to(good_anchor(*seat, *good))
        }
        (_, News::GoodReturned { seat, good }) => {
            one_good(*seat, "fact-return-loose", *good).from(good_anchor(*seat, *good))
        }
        (_, News::GoodsPaid { seat, goods }) => {
            let sentence = of(*seat, "fact-pay-goods").with("goods", naming::bag(*goods));
            Fact::new(sentence).amount(goods.good_count())
        }
        (_, News::GoodBought { seat, good, silver, trough }) => {
            let sentence = of(*seat, "fact-buy-good").with("good", naming::good(*good));
            Fact::new(sentence.number("silver", *silver).number("trough", *trough))
                .to(good_anchor(*seat, *good))
                .amount(1)
        }
        (_, News::GoodSold { seat, good, silver }) => {
            let sentence = of(*seat, "fact-sell-good").with("good", naming::good(*good));
            Fact::new(sentence.number("silver", *silver))
                .from(good_anchor(*seat, *good))
                .amount(*silver)
        }
        (_, News::GoodUpgraded { seat, from, to, silver }) => Fact::new(
            of(*seat, "fact-upgrade-good")
                .with("from", naming::good(*from))
                .with("to", naming::good(*to))
                .with("paid", Arg::Flag(silver.is_some()))
                .number("silver", silver.unwrap_or(0)),
        )
        .from(good_anchor(*seat, *from))
        .to(good_anchor(*seat, *to))
        .amount(1),
        (_, News::Harvested { seat, goods }) => {
            let sentence = of(*seat, "fact-harvest").with("goods", naming::bag(*goods));
            Fact::new(sentence.number("count", goods.good_count())).amount(goods.good_count())
        }
        (_, News::Offspring { seat }) => {
            Fact::new(of(*seat, "fact-offspring")).to(good_anchor(*seat, Good::Pig)).amount(1)
        }
        _ => return None,
    };
    Some(fact)
}

/// Workers, and what is used at any time (§16, §20.4).
pub(super) fn workers(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (_, News::WorkersGained { seat, count }) => {
            let sentence = of(*seat, "fact-gain-workers").number("count", *count);
            Fact::new(sentence).to(own("workers", *seat)).amount(*count)
        }
        (content, News::WorkerAssigned { seat, space }) => {
            let sentence = of(*seat, "fact-assign-worker");
            Fact::new(sentence.with("space", naming::space(content, *space)))
                .from(own("workers", *seat))
                .to(naming::space_anchor(content, *seat, *space))
                .amount(1)
        }
        (content, News::WorkerRecalled { seat, space }) => {
            let sentence = of(*seat, "fact-recall-worker");
            Fact::new(sentence.with("space", naming::space(content, *space)))
                .from(naming::space_anchor(content, *seat, *space))
                .to(own("workers", *seat))
                .amount(1)
        }
        (content, News::WorkersPaid { seat, spaces, silver, strike }) => Fact::new(
            of(*seat, "fact-pay-workers")
                .with("spaces", naming::spaces(content, *spaces))
                .number("count", spaces.len())
                .number("silver", *silver)
                .with("strike", naming::spaces(content, *strike))
                .number("striking", strike.len()),
        )
        .from(own("silver", *seat))
        .amount(*silver),
        (_, News::TroughUsed { seat, action }) => {
            let sentence = of(*seat, "fact-use-trough");
            Fact::new(sentence.with("action", naming::trough_action(*action)))
                .from(own("trough", *seat))
        }
        (content, News::ActionUsed { seat, source }) => {
            let sentence = of(*seat, "fact-use-action");
            Fact::new(sentence.with("source", naming::source(content, *source)))
        }
        _ => return None,
    };
    Some(fact)
}

/// Farm cards (§10).
pub(super) fn cards(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (content, News::CardPlayed { seat, card, side, slot: _, silver }) => Fact::new(
            of(*seat, "fact-play-card")
                .with("card", naming::card(content, *card))
                .with("side", naming::side(*side))
                .number("silver", *silver),
        )
        .to(naming::card_anchor(content, *card)),
        (content, News::CardReplaced { seat, card }) => {
            let sentence =
                of(*seat, "fact-replace-card").with("card", naming::card(content, *card));
            Fact::new(sentence)
                .from(naming::card_anchor(content, *card))
                .to(naming::deck_anchor(card.deck()))
        }
        (content, News::CardDiscarded { seat, card }) => {
            let sentence =
                of(*seat, "fact-discard-card").with("card", naming::card(content, *card));
            Fact::new(sentence).to(naming::deck_anchor(card.deck()))
        }
        (content, News::CardDrawn { seat, card }) => {
            let sentence =
                of(*seat, "fact-draw-card-own").with("card", naming::card(content, *card));
            Fact::new(sentence)
                .from(naming::deck_anchor(card.deck()))
                .to(naming::card_anchor(content, *card))
                .amount(1)
        }
        (content, News::HandDrawn { seat, cards }) => {
            let sentence =
                of(*seat, "fact-draw-hand-own").with("cards", naming::cards(content, *cards));
            Fact::new(sentence).amount(cards.len())
        }
        (_, News::Reshuffled { deck }) => {
            Fact::new(Sentence::new("fact-reshuffle").with("deck", naming::deck(*deck)))
                .to(naming::deck_anchor(*deck))
        }
        _ => return None,
    };
    Some(fact)
}

/// Donkey cards (§19).
pub(super) fn donkeys(content: &Content, news: &News) -> Option<Fact> {
    let card = |card| naming::donkey_card(content, card);
    let fact = match (content, news) {
        (content, News::DonkeysDrawn { seat, cards }) => {
            let drawn = naming::donkey_cards(content, *cards);
            let sentence = of(*seat, "fact-draw-donkeys-own").with("cards", drawn);
            Fact::new(sentence).amount(cards.len())
        }
        (content, News::DonkeysAllocated { seat, siesta, donkey, stable, discard }) => Fact::new(
            of(*seat, "fact-allocate-own")
                .with("siesta", card(*siesta))
                .with("donkey", card(*donkey))
                .with("stable", card(*stable))
                .with("discards", Arg::Flag(discard.is_some()))
                .with("discard", naming::donkey_card_or_none(content, *discard)),
        ),
        (_, News::DonkeysShown { seat, siesta, donkey, stable }) => Fact::new(
            of(*seat, "fact-show-donkeys")
                .with("siesta", card(*siesta))
                .with("donkey", card(*donkey))
                .with("stable", card(*stable)),
        ),
        (content, News::BonusActivated { seat, slot, card }) => Fact::new(
            of(*seat, "fact-activate-bonus")
                .with("slot", naming::slot(*slot))
                .with("card", naming::donkey_card(content, *card)),
        )
        .from(naming::donkey_card_anchor(content, *card)),
        (_, News::Boosted { seat, slot, plus }) => Fact::new(
            of(*seat, "fact-boost").with("slot", naming::slot(*slot)).number("plus", *plus),
        )
        .amount(*plus),
        _ => return None,
    };
    Some(fact)
}

/// What the other seats read of news that are told apart.
pub(super) fn hidden(news: &News) -> Option<Fact> {
    let fact = match (news,) {
        (News::CardDrawn { seat, card },) => {
            let sentence = of(*seat, "fact-draw-card").with("deck", naming::deck(card.deck()));
            Fact::new(sentence).from(naming::deck_anchor(card.deck())).amount(1)
        }
        (News::HandDrawn { seat, cards },) => Fact::new(
            of(*seat, "fact-draw-hand")
                .number("normal", cards.of(Deck::Normal).len())
                .number("special", cards.of(Deck::Special).len()),
        )
        .amount(cards.len()),
        (News::DonkeysDrawn { seat, cards },) => {
            let sentence = of(*seat, "fact-draw-donkeys").number("count", cards.len());
            Fact::new(sentence).amount(cards.len())
        }
        (News::DonkeysAllocated { seat, .. },) => Fact::new(of(*seat, "fact-allocate")),
        _ => return None,
    };
    Some(fact)
}
