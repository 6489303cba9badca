//! El Gaucho on the wire.

mod read;
mod show;

use ludoteca_rules::Rules;
use ludoteca_rules::el_gaucho::{ElGaucho, View};

use crate::game::{GameWire, action_messages};
use crate::pb::ludoteca::el_gaucho::v1 as pb;

impl GameWire for ElGaucho {
    const PACKAGE: &'static str = "ludoteca.el_gaucho.v1";
    type ActionMessage = pb::Action;
    type ViewMessage = pb::View;

    action_messages! {
        pb {
            KeepStartTiles "keep_start_tiles" { tiles, direction }
            PlaceStartGaucho "place_start_gaucho" { area }
            PickDice "pick_dice" { dice }
            PlaceStanding "place_standing" { tile, dice }
            PlaceLying "place_lying" { tile, dice }
            RaiseGaucho "raise_gaucho" { tile, dice }
            PlaceOnArea "place_on_area" { area, dice }
            UseWish "use_wish" { face }
            UseImmediateSale "use_immediate_sale" { race }
            UseTheft "use_theft" { tile }
            UseOverseerRaise "use_overseer_raise" { tiles }
            UseOverseerReplace "use_overseer_replace" { tile }
            UseSecretCattle "use_secret_cattle" {}
            RecallFromArea "recall_from_area" { area }
            RecallFromTile "recall_from_tile" { tile }
            EndTurn "end_turn" {}
            SecretTake "secret_take" { tile, pasture }
            SecretDone "secret_done" {}
            CollectTile "collect_tile" { tile, mode }
        }
    }

    fn view_message(rules: &Rules<Self>, view: &View) -> pb::View {
        show::view(&rules.content, rules.seats, view)
    }

    fn view_of(rules: &Rules<Self>, message: pb::View) -> Result<View, String> {
        read::view(&rules.content, rules.seats, &message)
    }
}
