//! Buurn on the wire.

mod read;
mod show;

use ludoteca_rules::Rules;
use ludoteca_rules::buurn::{Buurn, View};

use crate::game::{GameWire, action_messages};
use crate::pb::ludoteca::buurn::v1 as pb;

impl GameWire for Buurn {
    const PACKAGE: &'static str = "ludoteca.buurn.v1";
    type ActionMessage = pb::Action;
    type ViewMessage = pb::View;

    action_messages! {
        pb {
            Grab "grab" { totem, auction, count }
            Count "count" { auction, to }
            Leave "leave" { slot }
            GiveLot "give_lot" { seat }
            Market "market" { choice }
            Stash "stash" { keep, place }
            GiveThird "give_third" { seat }
            Swap "swap" { own, seat, theirs }
            Give "give" { own, seat }
            Skip "skip" {}
            Tick "tick" { auction, to }
            Close "close" { auction }
            Timeout "timeout" { seat, decision }
            Presence "presence" { seat, present }
        }
    }

    fn view_message(rules: &Rules<Self>, view: &View) -> pb::View {
        show::view(&rules.content, rules.seats, view)
    }

    fn view_of(rules: &Rules<Self>, message: pb::View) -> Result<View, String> {
        read::view(&rules.content, rules.seats, &message)
    }
}
