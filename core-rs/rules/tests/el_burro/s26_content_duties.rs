//! The content duties of §26: the content keeps them, and a content that breaks one is refused.

use ludoteca_rules::Game;
use ludoteca_rules::el_burro::{Content, Counter, ElBurro, ElementKind, Market, RoadSpace, SEATS};

use crate::board::content;

/// Why a content with this instead of that is refused; what is replaced is there.
fn refusal(what: &str, with: &str) -> String {
    assert!(ElBurro::CONTENT.contains(what), "{what} is not in the content");
    let text = ElBurro::CONTENT.replacen(what, with, 1);
    Content::parse(&text).expect_err("a content that breaks a duty")
}

#[track_caller]
fn refused(what: &str, with: &str, why: &str) {
    let refusal = refusal(what, with);
    assert!(refusal.contains(why), "{why}: {refusal}");
}

/// Duty 1: a good that cannot be upgraded is not for sale, and what a seat can do at will pays only so often.
#[test]
fn s26_1_nothing_gains_silver_by_trading() {
    refused(
        "name = \"Larder\"\n",
        "name = \"Larder\"\nsell = 9\n",
        "food: an upgraded good is for sale",
    );
    for event in ["good_bought", "good_sold", "good_upgraded", "worker_assigned"] {
        let on = ElBurro::CONTENT.find(&format!("on = \"{event}\"")).unwrap();
        let line = ElBurro::CONTENT[on..].lines().next().unwrap();
        let limit = line.find(", limit = ").unwrap();
        let (before, after) = (&line[..limit], &line[limit + ", limit = 1".len()..]);
        refused(line, &format!("{before}{after}"), &format!("{event} without a limit"));
    }
    for good in &content().content.storages {
        if let (Some(buy), Some(sell)) = (good.buy, good.sell) {
            assert!(buy > sell, "{}", good.name);
        }
    }
}

/// Duty 2: no trigger raises its own event, and workers come back only by an action with a limit.
#[test]
fn s26_2_nothing_feeds_itself() {
    refused(
        "on = \"card_played\", side = \"field\", run = [{ do = \"gain\", what = \"harvest_good\", n = 1 }]",
        "on = \"card_played\", side = \"field\", run = [{ do = \"play_card\" }]",
        "card_played feeds itself",
    );
    refused(
        "run = [{ do = \"recall_worker\", n = 1 }], limit = 1",
        "run = [{ do = \"recall_worker\", n = 1 }]",
        "recall_worker without a limit",
    );
    refused(
        "plain = { text = \"Take a pig.\", run = [{ do = \"gain\", what = \"pig\", n = 1 }] }",
        "plain = { text = \"Take a pig.\", run = [{ do = \"recall_worker\" }] }",
        "recall_worker outside a limited action",
    );
    refused(
        "cost = [{ do = \"pay\", what = \"silver\", n = 1 }], run = [{ do = \"move_donkey\", n = 1 }], limit = 1",
        "cost = [], run = [{ do = \"move_donkey\", n = 1 }]",
        "an action for nothing",
    );
}

/// Duty 3: the road leads on, its junctions meet again, its barriers stand at both branches.
#[test]
fn s26_3_the_road_leads_to_the_docks() {
    refused("next = [\"r9\"]", "next = [\"r10\"]", "r9 cannot be reached");
    refused("next = [\"r5\"]", "next = [\"r3\"]", "r4 leads back");
    refused("next = [\"r11_long_3\"]", "next = [\"r13\"]", "its sections");
    refused("barrier = \"demanding\"\n", "", "its barriers");
    refused("dock = 5\n", "dock = 4\n", "the docks");
    let road = &content().content.road;
    let starts: Vec<RoadSpace> = road.starting_spaces().collect();
    assert!(starts.len() >= SEATS, "a starting space for each seat");
    let last = road.docks.map(|space| road.space(space).number);
    assert_eq!(last, [16; 5]);
}

/// Duty 4: a marking asks for something, a star for one good, and a target has at most four markings.
#[test]
fn s26_4_markings_ask_for_something() {
    let soup = "markings = [{ olive = 1 }, { food = 1 }, { pig = 1 }]\nsource";
    refused(soup, "markings = [{}, { food = 1 }, { pig = 1 }]\nsource", "a marking for nothing");
    refused(soup, "markings = [{ upgraded_good = 2 }]\nsource", "a marking for 2 upgraded_good");
    refused(soup, "markings = []\nsource", "without markings");
    let five = "{ pig = 1 }, ".repeat(5);
    refused(soup, &format!("markings = [{five}]\nsource"), "5 markings");
    refused(soup, "markings = [{ harvest_good = 1 }]\nsource", "a marking for 1 harvest_good");
}

/// Duty 5: `final` only scores, and so do special cards and the options of reward tracks.
#[test]
fn s26_5_what_scores_only_scores() {
    refused(
        "final = [{ do = \"score\", prestige = 2, per = \"fields\", of = \"olive\", max = 6 }]",
        "final = [{ do = \"gain\", what = \"silver\" }]",
        "`final` holds more than scores",
    );
    refused(
        "does = [{ final = [{ do = \"score\", prestige = 2, per = \"fields\", of = \"olive\", max = 6 }] }]",
        "does = [{ passive = \"income\", n = 1 }]",
        "a special card only scores at the end",
    );
    refused(
        "option = [{ do = \"score\", prestige = 2, per = \"market_tiles\" }]",
        "option = [{ do = \"gain\", what = \"pig\" }]",
        "an option that does more than score",
    );
}

/// Duty 7: the totals are those of §2.
#[test]
fn s26_7_the_totals_are_those_of_the_box() {
    refused("normal_farm_card = 72", "normal_farm_card = 71", "totals.normal_farm_card");
    refused("donkey_card = 48", "donkey_card = 44", "totals.donkey_card");
    refused("copies = 4", "copies = 3", "totals.farm_extension");
    refused("revenue_die = 9", "revenue_die = 8", "totals.revenue_die");
    let last = ElBurro::CONTENT.rfind("[[special_card]]").unwrap();
    let error = Content::parse(&ElBurro::CONTENT[..last]).unwrap_err();
    assert!(error.contains("107 entries where 108"), "{error}");
}

/// Duty 8: both sides of every general achievement can be met by a seat whose donkeys have not passed number 10.
#[test]
fn s26_8_general_achievements_do_not_need_the_road_beyond() {
    let content = &content().content;
    let road = &content.road;
    let near = |space: RoadSpace| road.space(space).number <= 10;
    let reached = |kind: fn(&ElementKind) -> bool| {
        let here = road.elements.iter().filter(|element| near(element.space));
        here.filter(|element| kind(&element.kind)).count()
    };
    let milestones = reached(|kind| *kind == ElementKind::Milestone);
    let started = content.markets.iter().filter(|market| market.unlocked_at_start).count();
    let markets = started + reached(|kind| matches!(kind, ElementKind::Market(_)));
    assert_eq!((markets, Market::all().count()), (4, 5));
    for entry in &content.general {
        for condition in entry.part.iter().flat_map(|goal| &goal.conditions) {
            let most = match condition.per {
                Counter::MarketsDelivered | Counter::MarketTiles => markets,
                Counter::Milestone => milestones,
                Counter::LeadDonkey | Counter::RearDonkey => 10,
                Counter::BoatsFull => 0,
                // What a seat can do at home.
                Counter::Fields(_)
                | Counter::Admin(_)
                | Counter::Acquisitions
                | Counter::BarrowsOnFarm
                | Counter::BarrowsDelivered
                | Counter::FarmCards
                | Counter::SpecialCards
                | Counter::Extensions { .. }
                | Counter::WorkersFree
                | Counter::WorkersAssigned
                | Counter::Pigs
                | Counter::Goods(_)
                | Counter::Silver
                | Counter::Trough
                | Counter::RewardSpaces(_)
                | Counter::TracksAtLeast(_)
                | Counter::StableValue
                | Counter::Achievements => usize::from(u8::MAX),
            };
            assert!(usize::from(condition.at_least) <= most, "{}: {condition:?}", entry.id);
        }
    }
}

/// A word that the rules do not know is refused, wherever it stands.
#[test]
fn s26_a_typo_is_refused() {
    refused(
        "does = [{ passive = \"wage\", n = 2 }]",
        "does = [{ passive = \"wages\", n = 2 }]",
        "wages",
    );
    refused(
        "does = [{ passive = \"wage\", n = 2 }]",
        "does = [{ passive = \"wage\", m = 2 }]",
        "`m`",
    );
    refused(
        "does = [{ passive = \"community_bonus\" }]",
        "does = [{ passive = \"community_bonus\", n = 1 }]",
        "`n`",
    );
    refused("on = \"income\", run", "on = \"income\", pips = [1], run", "pips");
    refused("{ do = \"siesta\", n = 2 }", "{ do = \"siesta\", m = 2 }", "`m`");
    refused("per = \"farm_cards\" }", "per = \"farm_card\" }", "farm_card");
    refused(
        "per = \"farm_cards\" }",
        "per = \"farm_cards\", side = \"any\" }",
        "takes no such field",
    );
    refused("acquisition = \"chapel\"", "acquisition = \"chappel\"", "chappel");
    refused("supplies_limited = false", "supplies_limited = true", "game.supplies_limited");
}
