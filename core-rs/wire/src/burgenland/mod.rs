//! Burgenland on the wire.

mod read;
mod show;

use ludoteca_rules::Rules;
use ludoteca_rules::burgenland::{Burgenland, View};

use crate::game::{GameWire, action_messages};
use crate::pb::ludoteca::burgenland::v1 as pb;

impl GameWire for Burgenland {
    const PACKAGE: &'static str = "ludoteca.burgenland.v1";
    type ActionMessage = pb::Action;
    type ViewMessage = pb::View;

    action_messages! {
        pb {
            DrawCards "draw_cards" {}
            EndTurn "end_turn" {}
            StartBuild "start_build" { piece, site, price, ignore }
            BuyJoker "buy_joker" {}
            PlayExchange "play_exchange" { a, b }
            PlayCoins "play_coins" {}
            PayAuto "pay_auto" {}
            PayCard "pay_card" { card }
            PlaceNeutral "place_neutral" { castle }
        }
    }

    fn view_message(rules: &Rules<Self>, view: &View) -> pb::View {
        show::view(&rules.content, view)
    }

    fn view_of(rules: &Rules<Self>, message: pb::View) -> Result<View, String> {
        read::view(&rules.content, rules.seats, &message)
    }
}
