//! A content with the words of the vocabulary that the real one does not use: effects on some cards are replaced.

use std::sync::{Arc, OnceLock};

use ludoteca_rules::el_burro::ElBurro;
use ludoteca_rules::{ContentFile, Game, Rules};

/// Acquisitions and what they do in the fixture.
const CARDS: [(&str, &str); 8] = [
    (
        "big_shovel",
        r#"{ now = [{ do = "pay", what = "silver", n = 1, then = [{ do = "milestone", n = 1 }] }, { do = "draw_swap", n = 2 }] },
           { action = { cost = [{ do = "pay", what = "basic_good", n = 1 }], run = [{ do = "gain", what = "silver", n = 1 }], limit = 1 } }"#,
    ),
    (
        "stone_oven",
        r#"{ now = [{ do = "reward_step", track = "any" }, { do = "reward_step", track = "pig" }, { do = "gain", what = "farm_good", n = 2, different = true }] },
           { passive = "price", what = "pig", buy = -1, sell = 1 }"#,
    ),
    (
        "wine_press",
        r#"{ now = [{ do = "extension", side = "place", shape = "long_house" }, { do = "extension", side = "upgrade", shape = "square_house" }] },
           { on = "good_bought", what = "harvest_good", limit = 1, run = [{ do = "pay", what = "farm_good", n = 1, then = [{ do = "upgrade" }] }] }"#,
    ),
    (
        "smokehouse",
        r#"{ now = [{ do = "repeat", per = "workers_free", max = 3, run = [{ do = "gain", what = "silver" }] }] },
           { on = "worker_assigned", space = "take_silver", limit = 1, run = [{ do = "gain", what = "basic_good" }] }"#,
    ),
    (
        "mixed_basket",
        r#"{ now = [{ do = "choose", pick = 2, any_order = true, of = [[{ do = "siesta", n = 1 }, { do = "move_donkey", n = 1 }], [{ do = "gain", what = "silver" }], [{ do = "trough", n = -1 }, { do = "gain", what = "meat" }]] }] },
           { on = "delivery", what = "harvest_good", limit = 1, run = [{ do = "siesta", n = 1 }] }"#,
    ),
    (
        "cellar_keys",
        r#"{ now = [{ do = "deliver", kind = "goat" }, { do = "deliver", kind = "either" }] },
           { on = "reward_step", track = "grape", limit = 1, run = [{ do = "gain", what = "worker" }] },
           { on = "card_played", special = true, limit = 1, run = [{ do = "gain", what = "silver" }] }"#,
    ),
    (
        "haggling_table",
        r#"{ on = "donkey_card", slot = "siesta", run = [{ do = "gain", what = "silver" }] },
           { on = "good_upgraded", by_silver = false, what = "grape", limit = 1, run = [{ do = "gain", what = "silver" }] },
           { on = "turn_order_set", run = [{ do = "gain", what = "silver" }] }"#,
    ),
    (
        "kitchen_fire",
        r#"{ now = [{ do = "score", prestige = 1, per = "boats_full", step = 1 }, { do = "score", table = [1, 2], per = "reward_spaces", track = "pig" }, { do = "score", prestige = 1, per = "extensions", side = "plain" }] },
           { final = [{ do = "score", prestige = 1, per = "workers_free" }, { do = "score", prestige = 1, per = "workers_assigned" }] }"#,
    ),
];

/// The text of the fixture.
pub(crate) fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut text = ElBurro::CONTENT.to_owned();
        for (id, does) in CARDS {
            let at = text.find(&format!("[[acquisition]]\nid = \"{id}\"")).unwrap();
            let start = at + text[at..].find("does = [").unwrap();
            let end = start + text[start..].find("\nsource").unwrap();
            text.replace_range(start..end, &format!("does = [{does}]"));
        }
        text
    })
}

/// What a table of the fixture plays by.
pub(crate) fn rules(seats: u8) -> Arc<Rules<ElBurro>> {
    static FILE: OnceLock<ContentFile<ElBurro>> = OnceLock::new();
    let file = FILE.get_or_init(|| ContentFile::parse(text()).unwrap());
    let ContentFile { content, hash } = file.clone();
    let options = ElBurro::options(&content, seats, &[]).unwrap();
    Arc::new(Rules { content, content_hash: hash, options, seats, revision: 1 })
}
