//! What an actor asks for (`rules.md` §23): the 43 actions and their parameters.

use super::ids::{
    Achievement, Branch, Deck, FACES, Good, MARKINGS, Means, SLOTS, Side, Track, TroughAction,
};
use super::sets::{Bag, FarmSpaces};
use super::things::{Boat, Card, DonkeyCard, Extension, FarmSpace, RoadSpace, Source, Target};
use crate::Seat;
use crate::vocabulary::words;

/// An action with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Chooses a starting space.
    ChooseStart {
        /// The space.
        space: RoadSpace,
    },
    /// Runs one of several entries.
    RunEffect {
        /// Its place among those that are left.
        index: u8,
    },
    /// Picks one of several lists of effects.
    ChooseOption {
        /// Its place among all of them.
        index: u8,
    },
    /// Takes a good of a class.
    TakeGood {
        /// The good.
        good: Good,
    },
    /// Pays for what follows.
    Pay {
        /// The goods paid; empty where no class is paid.
        with: Bag,
    },
    /// Upgrades a good for free.
    UpgradeGood {
        /// The basic good.
        good: Good,
    },
    /// Moves a donkey.
    MoveDonkey {
        /// 0 or 1.
        donkey: u8,
    },
    /// Takes a branch of a junction.
    TakeBranch {
        /// Which.
        branch: Branch,
    },
    /// Stops before a barrier.
    StopMove,
    /// Claims a dock.
    ClaimDock {
        /// The boat that lies there from now on.
        boat: Boat,
    },
    /// Leaves a dock unclaimed.
    PassDock,
    /// Plays a farm card.
    PlayCard {
        /// The card.
        card: Card,
        /// At which side of the farm.
        side: Side,
        /// The slot whose card it replaces.
        replace: Option<u8>,
    },
    /// Draws a farm card.
    DrawCard {
        /// From which deck.
        deck: Deck,
    },
    /// Discards a hand card after a draw.
    DiscardCard {
        /// The card.
        card: Card,
    },
    /// Discards a hand card to draw another one.
    SwapCard {
        /// The card.
        card: Card,
    },
    /// Delivers to a target.
    Deliver {
        /// Whose target.
        owner: Seat,
        /// The target.
        target: Target,
        /// The marking, from 0.
        marking: u8,
        /// All that is given.
        goods: Bag,
    },
    /// Delivers to the village community.
    DeliverCommunity {
        /// The good.
        good: Good,
    },
    /// Takes a step on a reward track.
    TakeReward {
        /// The track.
        track: Track,
    },
    /// Takes prestige as the reward of a delivery.
    TakeRewardPrestige,
    /// Places a farm extension.
    PlaceExtension {
        /// The tile.
        tile: Extension,
    },
    /// Turns a farm extension.
    TurnExtension {
        /// The tile.
        tile: Extension,
    },
    /// Takes an assigned worker back.
    RecallWorker {
        /// From where.
        space: FarmSpace,
    },
    /// Scores a target that others completed.
    ScoreTarget {
        /// The target.
        target: Target,
    },
    /// Forfeits what the top frame still offers.
    Skip,
    /// Returns a loose good.
    ReturnLoose,
    /// Takes the income.
    GainIncome,
    /// Harvests.
    Harvest,
    /// Takes the offspring of the pigs.
    GainOffspring,
    /// Takes a die.
    TakeDie {
        /// What it shows, 1 to 6.
        face: u8,
    },
    /// Uses the die that is left for all.
    UseCommunityDie,
    /// Chooses where the donkey cards go.
    AllocateDonkeys {
        /// The card for the siesta slot.
        siesta: DonkeyCard,
        /// The card for the donkey slot.
        donkey: DonkeyCard,
        /// The card below the stable.
        stable: DonkeyCard,
        /// The card on the discard pile; none in the last round.
        discard: Option<DonkeyCard>,
    },
    /// Uses the bonus of a donkey card.
    ActivateBonus,
    /// Boosts a donkey card.
    Boost {
        /// 0, 1 or 2.
        plus: u8,
    },
    /// Pays workers.
    PayWorkers {
        /// The spaces they stand on.
        spaces: FarmSpaces,
    },
    /// Ends the turn.
    EndTurn,
    /// Buys a basic good.
    BuyGood {
        /// The good.
        good: Good,
        /// What pays for it.
        with: Means,
    },
    /// Sells a basic good.
    SellGood {
        /// The good.
        good: Good,
    },
    /// Upgrades a basic good for silver.
    UpgradeForSilver {
        /// The good.
        good: Good,
    },
    /// Assigns a worker to a farm space.
    AssignWorker {
        /// The space.
        space: FarmSpace,
    },
    /// Delivers to an own "game end" barrow or boat.
    SpecialDelivery {
        /// The target.
        target: Target,
        /// The marking, from 0.
        marking: u8,
        /// All that is given.
        goods: Bag,
    },
    /// Goes back on the trough track for something.
    UseTrough {
        /// For what.
        action: TroughAction,
    },
    /// Claims an achievement.
    FulfilAchievement {
        /// Which.
        achievement: Achievement,
    },
    /// Uses the action of a card or tile.
    UseAction {
        /// What carries it.
        source: Source,
        /// The goods paid for a class in its cost; else empty.
        with: Bag,
    },
    /// An action whose words mean nothing, or with parameters that it does not take; always refused, in its turn.
    BadParameter {
        /// Which action it is, if the game knows it.
        verb: Option<Verb>,
    },
}

words! {
    /// The name of an action, in the order of `rules.md` §23.
    Verb {
        /// [`Action::ChooseStart`].
        ChooseStart = "choose_start",
        /// [`Action::RunEffect`].
        RunEffect = "run_effect",
        /// [`Action::ChooseOption`].
        ChooseOption = "choose_option",
        /// [`Action::TakeGood`].
        TakeGood = "take_good",
        /// [`Action::Pay`].
        Pay = "pay",
        /// [`Action::UpgradeGood`].
        UpgradeGood = "upgrade_good",
        /// [`Action::MoveDonkey`].
        MoveDonkey = "move_donkey",
        /// [`Action::TakeBranch`].
        TakeBranch = "take_branch",
        /// [`Action::StopMove`].
        StopMove = "stop_move",
        /// [`Action::ClaimDock`].
        ClaimDock = "claim_dock",
        /// [`Action::PassDock`].
        PassDock = "pass_dock",
        /// [`Action::PlayCard`].
        PlayCard = "play_card",
        /// [`Action::DrawCard`].
        DrawCard = "draw_card",
        /// [`Action::DiscardCard`].
        DiscardCard = "discard_card",
        /// [`Action::SwapCard`].
        SwapCard = "swap_card",
        /// [`Action::Deliver`].
        Deliver = "deliver",
        /// [`Action::DeliverCommunity`].
        DeliverCommunity = "deliver_community",
        /// [`Action::TakeReward`].
        TakeReward = "take_reward",
        /// [`Action::TakeRewardPrestige`].
        TakeRewardPrestige = "take_reward_prestige",
        /// [`Action::PlaceExtension`].
        PlaceExtension = "place_extension",
        /// [`Action::TurnExtension`].
        TurnExtension = "turn_extension",
        /// [`Action::RecallWorker`].
        RecallWorker = "recall_worker",
        /// [`Action::ScoreTarget`].
        ScoreTarget = "score_target",
        /// [`Action::Skip`].
        Skip = "skip",
        /// [`Action::ReturnLoose`].
        ReturnLoose = "return_loose",
        /// [`Action::GainIncome`].
        GainIncome = "gain_income",
        /// [`Action::Harvest`].
        Harvest = "harvest",
        /// [`Action::GainOffspring`].
        GainOffspring = "gain_offspring",
        /// [`Action::TakeDie`].
        TakeDie = "take_die",
        /// [`Action::UseCommunityDie`].
        UseCommunityDie = "use_community_die",
        /// [`Action::AllocateDonkeys`].
        AllocateDonkeys = "allocate_donkeys",
        /// [`Action::ActivateBonus`].
        ActivateBonus = "activate_bonus",
        /// [`Action::Boost`].
        Boost = "boost",
        /// [`Action::PayWorkers`].
        PayWorkers = "pay_workers",
        /// [`Action::EndTurn`].
        EndTurn = "end_turn",
        /// [`Action::BuyGood`].
        BuyGood = "buy_good",
        /// [`Action::SellGood`].
        SellGood = "sell_good",
        /// [`Action::UpgradeForSilver`].
        UpgradeForSilver = "upgrade_for_silver",
        /// [`Action::AssignWorker`].
        AssignWorker = "assign_worker",
        /// [`Action::SpecialDelivery`].
        SpecialDelivery = "special_delivery",
        /// [`Action::UseTrough`].
        UseTrough = "use_trough",
        /// [`Action::FulfilAchievement`].
        FulfilAchievement = "fulfil_achievement",
        /// [`Action::UseAction`].
        UseAction = "use_action",
    }
}

impl Verb {
    /// Whether it is an anytime action (`rules.md` §16).
    pub const fn is_anytime(self) -> bool {
        matches!(
            self,
            Self::BuyGood
                | Self::SellGood
                | Self::UpgradeForSilver
                | Self::AssignWorker
                | Self::SpecialDelivery
                | Self::UseTrough
                | Self::FulfilAchievement
                | Self::UseAction
        )
    }
}

impl Action {
    /// The action's name; `None` for one that the game does not know.
    pub const fn verb(&self) -> Option<Verb> {
        Some(match self {
            Self::ChooseStart { .. } => Verb::ChooseStart,
            Self::RunEffect { .. } => Verb::RunEffect,
            Self::ChooseOption { .. } => Verb::ChooseOption,
            Self::TakeGood { .. } => Verb::TakeGood,
            Self::Pay { .. } => Verb::Pay,
            Self::UpgradeGood { .. } => Verb::UpgradeGood,
            Self::MoveDonkey { .. } => Verb::MoveDonkey,
            Self::TakeBranch { .. } => Verb::TakeBranch,
            Self::StopMove => Verb::StopMove,
            Self::ClaimDock { .. } => Verb::ClaimDock,
            Self::PassDock => Verb::PassDock,
            Self::PlayCard { .. } => Verb::PlayCard,
            Self::DrawCard { .. } => Verb::DrawCard,
            Self::DiscardCard { .. } => Verb::DiscardCard,
            Self::SwapCard { .. } => Verb::SwapCard,
            Self::Deliver { .. } => Verb::Deliver,
            Self::DeliverCommunity { .. } => Verb::DeliverCommunity,
            Self::TakeReward { .. } => Verb::TakeReward,
            Self::TakeRewardPrestige => Verb::TakeRewardPrestige,
            Self::PlaceExtension { .. } => Verb::PlaceExtension,
            Self::TurnExtension { .. } => Verb::TurnExtension,
            Self::RecallWorker { .. } => Verb::RecallWorker,
            Self::ScoreTarget { .. } => Verb::ScoreTarget,
            Self::Skip => Verb::Skip,
            Self::ReturnLoose => Verb::ReturnLoose,
            Self::GainIncome => Verb::GainIncome,
            Self::Harvest => Verb::Harvest,
            Self::GainOffspring => Verb::GainOffspring,
            Self::TakeDie { .. } => Verb::TakeDie,
            Self::UseCommunityDie => Verb::UseCommunityDie,
            Self::AllocateDonkeys { .. } => Verb::AllocateDonkeys,
            Self::ActivateBonus => Verb::ActivateBonus,
            Self::Boost { .. } => Verb::Boost,
            Self::PayWorkers { .. } => Verb::PayWorkers,
            Self::EndTurn => Verb::EndTurn,
            Self::BuyGood { .. } => Verb::BuyGood,
            Self::SellGood { .. } => Verb::SellGood,
            Self::UpgradeForSilver { .. } => Verb::UpgradeForSilver,
            Self::AssignWorker { .. } => Verb::AssignWorker,
            Self::SpecialDelivery { .. } => Verb::SpecialDelivery,
            Self::UseTrough { .. } => Verb::UseTrough,
            Self::FulfilAchievement { .. } => Verb::FulfilAchievement,
            Self::UseAction { .. } => Verb::UseAction,
            Self::BadParameter { verb } => return *verb,
        })
    }

    /// Whether every parameter names something in the game (§23, `bad_parameter`).
    pub(super) fn is_well_formed(&self, seats: u8) -> bool {
        let on_farm = |space: FarmSpace| space.index() < FarmSpace::COUNT;
        let delivered = |target: Target, marking: u8| {
            target.index() < Target::COUNT && usize::from(marking) < MARKINGS
        };
        let donkey = |card: DonkeyCard| card.index() < DonkeyCard::COUNT;
        match *self {
            Self::ChooseStart { space } => space.index() < RoadSpace::COUNT,
            Self::MoveDonkey { donkey } => donkey < 2,
            Self::ClaimDock { boat } => boat.index() < Boat::COUNT,
            Self::PlayCard { card, replace, .. } => {
                card.index() < Card::COUNT && replace.is_none_or(|slot| usize::from(slot) < SLOTS)
            }
            Self::DiscardCard { card } | Self::SwapCard { card } => card.index() < Card::COUNT,
            Self::Deliver { owner, target, marking, .. } => {
                owner.0 < seats && delivered(target, marking)
            }
            Self::PlaceExtension { tile } | Self::TurnExtension { tile } => {
                tile.index() < Extension::COUNT
            }
            Self::RecallWorker { space } | Self::AssignWorker { space } => on_farm(space),
            Self::ScoreTarget { target } => target.index() < Target::COUNT,
            Self::TakeDie { face } => (1..=FACES).contains(&usize::from(face)),
            Self::AllocateDonkeys { siesta, donkey: second, stable, discard } => {
                donkey(siesta) && donkey(second) && donkey(stable) && discard.is_none_or(donkey)
            }
            Self::Boost { plus } => plus <= 2,
            Self::PayWorkers { spaces } => spaces.0 >> FarmSpace::COUNT == 0,
            Self::SpecialDelivery { target, marking, .. } => delivered(target, marking),
            Self::UseAction { source, with } => {
                source.index() < Source::COUNT && with.silver() == 0 && with.workers() == 0
            }
            Self::Pay { with } => with.silver() == 0 && with.workers() == 0,
            Self::RunEffect { .. }
            | Self::ChooseOption { .. }
            | Self::TakeGood { .. }
            | Self::UpgradeGood { .. }
            | Self::TakeBranch { .. }
            | Self::StopMove
            | Self::PassDock
            | Self::DrawCard { .. }
            | Self::DeliverCommunity { .. }
            | Self::TakeReward { .. }
            | Self::TakeRewardPrestige
            | Self::Skip
            | Self::ReturnLoose
            | Self::GainIncome
            | Self::Harvest
            | Self::GainOffspring
            | Self::UseCommunityDie
            | Self::ActivateBonus
            | Self::EndTurn
            | Self::BuyGood { .. }
            | Self::SellGood { .. }
            | Self::UpgradeForSilver { .. }
            | Self::UseTrough { .. }
            | Self::FulfilAchievement { .. } => true,
            Self::BadParameter { .. } => false,
        }
    }
}
