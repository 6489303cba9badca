//! El Burro on the wire.

mod frames;
mod phrases;
mod read;
mod read_farm;
mod read_parts;
mod read_table;
mod read_whole;
mod show;
mod show_cards;
mod show_farm;
mod show_needs;
mod show_road;

use ludoteca_rules::Rules;
use ludoteca_rules::el_burro::{ElBurro, View};

use crate::game::{GameWire, action_messages};
use crate::pb::ludoteca::el_burro::v1 as pb;

impl GameWire for ElBurro {
    const PACKAGE: &'static str = "ludoteca.el_burro.v1";
    type ActionMessage = pb::Action;
    type ViewMessage = pb::View;

    action_messages! {
        pb {
            ChooseStart "choose_start" { space }
            RunEffect "run_effect" { index }
            ChooseOption "choose_option" { index }
            TakeGood "take_good" { good }
            Pay "pay" { with }
            UpgradeGood "upgrade_good" { good }
            MoveDonkey "move_donkey" { donkey }
            TakeBranch "take_branch" { branch }
            StopMove "stop_move" {}
            ClaimDock "claim_dock" { boat }
            PassDock "pass_dock" {}
            PlayCard "play_card" { card, side, replace }
            DrawCard "draw_card" { deck }
            DiscardCard "discard_card" { card }
            SwapCard "swap_card" { card }
            Deliver "deliver" { owner, target, marking, goods }
            DeliverCommunity "deliver_community" { good }
            TakeReward "take_reward" { track }
            TakeRewardPrestige "take_reward_prestige" {}
            PlaceExtension "place_extension" { tile }
            TurnExtension "turn_extension" { tile }
            RecallWorker "recall_worker" { space }
            ScoreTarget "score_target" { target }
            Skip "skip" {}
            ReturnLoose "return_loose" {}
            GainIncome "gain_income" {}
            Harvest "harvest" {}
            GainOffspring "gain_offspring" {}
            TakeDie "take_die" { face }
            UseCommunityDie "use_community_die" {}
            AllocateDonkeys "allocate_donkeys" { siesta, donkey, stable, discard }
            ActivateBonus "activate_bonus" {}
            Boost "boost" { plus }
            PayWorkers "pay_workers" { spaces }
            EndTurn "end_turn" {}
            BuyGood "buy_good" { good, with }
            SellGood "sell_good" { good }
            UpgradeForSilver "upgrade_for_silver" { good }
            AssignWorker "assign_worker" { space }
            SpecialDelivery "special_delivery" { target, marking, goods }
            UseTrough "use_trough" { action }
            FulfilAchievement "fulfil_achievement" { achievement }
            UseAction "use_action" { source, with }
        }
    }

    fn view_message(rules: &Rules<Self>, view: &View) -> pb::View {
        show::view(&rules.content, rules.seats, view)
    }

    fn view_of(rules: &Rules<Self>, message: pb::View) -> Result<View, String> {
        read::view(&rules.content, rules.seats, &message)
    }
}
