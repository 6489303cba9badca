//! §3 identifiers and orders.

use ludoteca_rules::Game;
use ludoteca_rules::el_gaucho::{Action, Dice, ElGaucho, Tiles, Verb};

use crate::board::Board;
use crate::short::random_positions;

/// What an action sorts by: its type in the order of §7, then its parameters as §3 says.
fn key(action: &Action) -> (usize, Vec<u64>) {
    let dice = |dice: Dice| {
        let faces = dice.faces().map(u64::from);
        std::iter::once(u64::from(dice.len())).chain(faces).collect::<Vec<u64>>()
    };
    let tiles = |tiles: Tiles| {
        let ids = tiles.iter().map(|tile| u64::from(tile.0));
        std::iter::once(u64::from(tiles.len())).chain(ids).collect::<Vec<u64>>()
    };
    let params = match *action {
        Action::KeepStartTiles { tiles: kept, direction } => {
            [tiles(kept), vec![direction.index() as u64]].concat()
        }
        Action::PickDice { dice: picked } => dice(picked),
        Action::PlaceStanding { tile, dice: used }
        | Action::PlaceLying { tile, dice: used }
        | Action::RaiseGaucho { tile, dice: used } => {
            [vec![u64::from(tile.0)], dice(used)].concat()
        }
        Action::PlaceOnArea { area, dice: used } => {
            [vec![area.index() as u64], dice(used)].concat()
        }
        Action::PlaceStartGaucho { area } | Action::RecallFromArea { area } => {
            vec![area.index() as u64]
        }
        Action::UseWish { face } => vec![u64::from(face)],
        Action::UseImmediateSale { race } => vec![u64::from(race.0)],
        Action::UseTheft { tile }
        | Action::UseOverseerReplace { tile }
        | Action::RecallFromTile { tile } => vec![u64::from(tile.0)],
        Action::UseOverseerRaise { tiles: raised } => tiles(raised),
        Action::SecretTake { tile, pasture } => vec![u64::from(tile.0), u64::from(pasture.0)],
        Action::CollectTile { tile, mode } => vec![u64::from(tile.0), mode.index() as u64],
        Action::UseSecretCattle | Action::EndTurn | Action::SecretDone => Vec::new(),
        Action::BadParameter { .. } | Action::Unknown => panic!("listed: {action:?}"),
    };
    (action.verb().unwrap().index(), params)
}

/// §3: every legal list is in the canonical order, and no longer than §15 says.
#[test]
fn s03_legal_actions_are_in_canonical_order() {
    let mut longest = 0;
    let mut met = [0u32; Verb::ALL.len()];
    random_positions(60, |position| {
        let legal = position.legal();
        let keys: Vec<_> = legal.iter().map(key).collect();
        assert!(keys.is_sorted_by(|a, b| a < b), "{legal:?}");
        for action in legal {
            met[action.verb().unwrap().index()] += 1;
        }
        longest = longest.max(legal.len());
    });
    println!("longest list: {longest}");
    assert!((40..300).contains(&longest), "{longest}");
    assert!(met.iter().all(|count| *count > 20), "every type of action was legal: {met:?}");
}

/// §3: the action types come in the order of §7.
#[test]
fn s03_action_types_in_the_order_of_the_rules() {
    let (_, chapter) = ElGaucho::RULES.split_once("## 7. Actions").unwrap();
    let (chapter, _) = chapter.split_once("\n## 8").unwrap();
    // Each action is described where a line begins with it and its parameters, or it is named after a comma.
    let mut at = 0;
    for verb in Verb::ALL {
        let found = chapter[at..].find(&format!("`{} {{", verb.id()));
        at += found.unwrap_or_else(|| panic!("{} comes earlier", verb.id()));
    }
}

/// §3: dice lists: shorter first, then by faces; tiles in tile order, not as they lie.
#[test]
fn s03_order_within_a_list() {
    let board = Board::new(
        4,
        r#"
        hand = [1, 1, 2]
        pasture_a = "white_02 -, brown_04 -, ochre_03 -"
        "#,
    );
    assert_eq!(
        board.legal()[..9],
        [
            "place_standing(brown_04, [1,1,2])",
            "place_standing(ochre_03, [1,2])",
            "place_standing(white_02, [2])",
            "place_standing(white_02, [1,1])",
            "place_lying(brown_04, [2])",
            "place_lying(brown_04, [1,1])",
            "place_lying(ochre_03, [1])",
            "place_lying(white_02, [1])",
            "place_on_area(sort, [1])",
        ]
    );
}
