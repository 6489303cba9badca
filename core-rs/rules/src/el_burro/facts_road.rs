//! Facts of the road, deliveries and tracks (`rules.md` §11 to §15).

use super::content::Content;
use super::facts::{of, prestige_place};
use super::ids::Extended;
use super::naming::{self, own};
use super::news::{Cause, News};
use crate::{Arg, Fact};

/// Road (§11).
pub(super) fn road(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (content, News::DonkeyMoved { seat, donkey, space }) => Fact::new(
            of(*seat, "fact-move-donkey")
                .number("donkey", *donkey + 1)
                .with("space", naming::road(content, *space))
                .number("number", content.road.space(*space).number),
        )
        .from(naming::donkey_anchor(*seat, *donkey))
        .to(naming::road_anchor(content, *space))
        .amount(1),
        (_, News::BranchTaken { seat, donkey, branch }) => Fact::new(
            of(*seat, "fact-take-branch")
                .number("donkey", *donkey + 1)
                .with("branch", naming::branch(*branch)),
        ),
        (_, News::MoveStopped { seat, donkey, left }) => {
            let sentence = of(*seat, "fact-stop-move").number("donkey", *donkey + 1);
            Fact::new(sentence.number("left", *left)).amount(*left)
        }
        (content, News::MarketUnlocked { seat, market }) => {
            let sentence = of(*seat, "fact-unlock-market");
            Fact::new(sentence.with("market", naming::market(content, *market)))
                .to(naming::market_anchor(content, *market))
        }
        (content, News::DockClaimed { seat, donkey, dock, boat }) => Fact::new(
            of(*seat, "fact-claim-dock")
                .with("dock", naming::dock(content, *dock))
                .with("boat", naming::boat(content, *boat))
                .number("donkey", *donkey + 1),
        )
        .from(naming::boat_anchor(content, *boat))
        .to(naming::road_anchor(content, content.road.dock(*dock))),
        (content, News::DockPassed { seat, donkey, dock }) => Fact::new(
            of(*seat, "fact-pass-dock")
                .with("dock", naming::dock(content, *dock))
                .number("donkey", *donkey + 1),
        ),
        _ => return None,
    };
    Some(fact)
}

/// Deliveries and what they complete (§12, §13).
pub(super) fn deliveries(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (content, News::Delivered { seat, owner, target, marking, goods, kind }) => Fact::new(
            of(*seat, "fact-deliver")
                .seat("owner", *owner)
                .with("own", Arg::Flag(owner == seat))
                .with("target", naming::target(content, *target))
                .with("goods", naming::bag(*goods))
                .with("kind", Arg::id("delivery", kind.map_or("special", |kind| kind.id()))),
        )
        .from(naming::bag_anchor(*seat, *goods))
        .to(naming::marking_anchor(content, *owner, *target, *marking))
        .amount(1),
        (_, News::DeliveredToCommunity { seat, good }) => {
            let sentence = of(*seat, "fact-deliver-community").with("good", naming::good(*good));
            Fact::new(sentence).from(naming::good_anchor(*seat, *good)).amount(1)
        }
        (_, News::SupportTurned { seat }) => {
            Fact::new(of(*seat, "fact-support-turned")).to(own("support", *seat))
        }
        (_, News::SupportBack { seat }) => {
            Fact::new(of(*seat, "fact-support-back")).to(own("support", *seat))
        }
        (content, News::BarrowScored { seat, slot: _, card }) => {
            let sentence =
                of(*seat, "fact-score-barrow").with("card", naming::card(content, *card));
            Fact::new(sentence).from(naming::card_anchor(content, *card))
        }
        (content, News::BarrowLeft { seat, card }) => {
            let sentence =
                of(*seat, "fact-barrow-leaves").with("card", naming::card(content, *card));
            Fact::new(sentence)
                .from(naming::card_anchor(content, *card))
                .to(naming::deck_anchor(card.deck()))
        }
        (content, News::MarketScored { seat, market, place }) => Fact::new(
            of(*seat, "fact-score-market")
                .with("market", naming::market(content, *market))
                .number("place", *place + 1),
        )
        .to(naming::market_anchor(content, *market)),
        (content, News::TileTaken { seat, tile }) => {
            let sentence = of(*seat, "fact-take-tile").with("tile", naming::tile(content, *tile));
            Fact::new(sentence)
                .from(naming::tile_anchor(content, *tile))
                .to(naming::own_tile_anchor(content, *seat, *tile))
                .amount(1)
        }
        (content, News::TileTurned { seat, tile }) => {
            let sentence = of(*seat, "fact-turn-tile").with("tile", naming::tile(content, *tile));
            Fact::new(sentence).to(naming::own_tile_anchor(content, *seat, *tile))
        }
        _ => return None,
    };
    Some(fact)
}

/// Tracks, prestige and achievements (§14, §15, §16).
pub(super) fn tracks(content: &Content, news: &News) -> Option<Fact> {
    let fact = match (content, news) {
        (_, News::RewardStep { seat, track, space }) => {
            let sentence = of(*seat, "fact-reward-step").with("track", naming::track(*track));
            Fact::new(sentence.number("space", *space))
                .to(naming::track_anchor(*seat, *track))
                .amount(1)
        }
        (_, News::OptionClaimed { seat, track }) => {
            let sentence = of(*seat, "fact-claim-option").with("track", naming::track(*track));
            Fact::new(sentence).to(naming::track_anchor(*seat, *track))
        }
        (content, News::ExtensionLaid { seat, tile, side }) => {
            let key = match side {
                Extended::None | Extended::Plain => "fact-place-extension",
                Extended::Upgraded => "fact-turn-extension",
            };
            let sentence = of(*seat, key).with("tile", naming::extension(content, *tile));
            Fact::new(sentence).to(naming::space_anchor(content, *seat, tile.space()))
        }
        (_, News::SiestaMoved { seat, space }) => {
            let sentence = of(*seat, "fact-siesta").number("space", *space);
            Fact::new(sentence).to(own("siesta", *seat))
        }
        (_, News::TroughMoved { seat, space }) => {
            let sentence = of(*seat, "fact-trough").number("space", *space);
            Fact::new(sentence).to(own("trough", *seat))
        }
        (_, News::MilestoneMoved { seat, space }) => {
            let sentence = of(*seat, "fact-milestone").number("space", *space);
            Fact::new(sentence).to(own("milestone", *seat))
        }
        (_, News::PrestigeGained { seat, count, cause }) => {
            let sentence = of(*seat, "fact-gain-prestige").number("count", *count);
            Fact::new(sentence.with("cause", Arg::id("cause", cause_id(*cause)))).amount(*count)
        }
        (content, News::PrestigeTile { seat, place, tile }) => Fact::new(
            of(*seat, "fact-prestige-tile")
                .number("at", prestige_place(content, *place))
                .with("tile", naming::tile(content, *tile)),
        )
        .from(naming::tile_anchor(content, *tile)),
        (_, News::AchievementClaimed { seat, achievement }) => Fact::new(
            of(*seat, "fact-achievement").with("achievement", naming::achievement(*achievement)),
        )
        .to(naming::achievement_anchor(*seat, *achievement)),
        _ => return None,
    };
    Some(fact)
}

/// The word for a cause, in the catalogue.
const fn cause_id(cause: Cause) -> &'static str {
    match cause {
        Cause::Effect => "effect",
        Cause::Barrow => "barrow",
        Cause::Market => "market",
        Cause::Support => "support",
        Cause::Reward => "reward",
        Cause::Dock => "dock",
        Cause::Achievement => "achievement",
        Cause::Siesta => "siesta",
        Cause::SiestaEnd => "siesta_end",
        Cause::Milestones => "milestones",
        Cause::Stable => "stable",
        Cause::SupportKept => "support_kept",
    }
}
