//! What happened, as the chapters of the rules tell it (`rules.md` §26, facts per transition).
//!
//! The chapters know no words: `facts::fact` turns a piece of news into what its audience reads, and
//! `facts::hidden` those that are told apart ([`News::CardDrawn`], [`News::HandDrawn`], [`News::DonkeysDrawn`],
//! [`News::DonkeysAllocated`]) into what the other seats read.

use super::effect::DeliveryKind;
use super::ids::{Achievement, Branch, Deck, Extended, Face, GeneralSide, Good, Side, Step, Track};
use super::ids::{Slot, TroughAction};
use super::sets::{Bag, Cards, DonkeyCards, FarmSpaces};
use super::state::Order;
use super::things::{
    Boat, Card, Cover, Dock, DonkeyCard, Extension, FarmSpace, GeneralTile, Market, PersonalTile,
    RoadSpace, RoundTile, Source, Target, TileType,
};
use crate::Seat;

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum News {
    // Setup (§6)
    /// The rondel was set.
    Rondel { side: Face, rotation: u8 },
    /// A tile covers a market.
    MarketCovered { market: Market, cover: Cover },
    /// The bonus tiles of a market were drawn.
    MarketBonus { market: Market, tile: TileType },
    /// The bonus tile of a prestige place was drawn; `place` 0 is that at 6.
    PrestigeBonus { place: u8, tile: TileType },
    /// A general achievement was drawn.
    General { side: GeneralSide, tile: GeneralTile },
    /// The tile of a round was drawn.
    RoundTileDrawn { round: u8, tile: RoundTile },
    /// A boat lies with this side up.
    BoatSide { boat: Boat, side: Face },
    /// A seat got its personal achievement.
    Personal { seat: Seat, tile: PersonalTile },
    /// The seat that is first in the first turn order.
    FirstSeat { seat: Seat },
    /// A starting space was chosen.
    StartChosen { seat: Seat, space: RoadSpace },

    // The course of the game (§7, §17-§21)
    /// A step began.
    StepBegan { step: Step, round: u8 },
    /// A seat began its turn.
    TurnBegan { seat: Seat },
    /// A seat ended its turn, or its part of a simultaneous step.
    TurnEnded { seat: Seat },
    /// A seat forfeited what a frame still offered.
    Skipped { seat: Seat },
    /// The new turn order.
    TurnOrder { order: Order },
    /// The rondel was turned.
    RondelTurned { rotation: u8 },
    /// All dice were rolled: how many show each face.
    DiceRolled { dice: [u8; 6] },
    /// A die was taken.
    DieTaken { seat: Seat, face: u8 },
    /// This die is left for all.
    CommunityDie { face: u8 },
    /// The action of the last die was used.
    CommunityDieUsed { seat: Seat, face: u8 },
    /// The final scoring gave a seat so much for a source; the row is that of `SCORE_ROW_IDS`.
    FinalRow { seat: Seat, row: u8, prestige: i16 },
    /// The game is over.
    Over,

    // Goods, silver, workers (§9, §16)
    /// A seat gained silver.
    SilverGained { seat: Seat, count: u16 },
    /// A seat paid silver.
    SilverPaid { seat: Seat, count: u16 },
    /// A seat gained workers.
    WorkersGained { seat: Seat, count: u8 },
    /// A seat gained a good.
    GoodGained { seat: Seat, good: Good },
    /// A seat gained a good without room for it: it is loose.
    GoodLoose { seat: Seat, good: Good },
    /// A good found no room and was lost.
    GoodLost { seat: Seat, good: Good },
    /// A good found no room and was sold at once.
    GoodSoldAtOnce { seat: Seat, good: Good, silver: u16 },
    /// A loose good moved to a marking that became free.
    GoodStored { seat: Seat, good: Good },
    /// A loose good was returned.
    GoodReturned { seat: Seat, good: Good },
    /// Goods were paid for an effect.
    GoodsPaid { seat: Seat, goods: Bag },
    /// A good was bought, for silver or for trough spaces.
    GoodBought { seat: Seat, good: Good, silver: u16, trough: u8 },
    /// A good was sold.
    GoodSold { seat: Seat, good: Good, silver: u16 },
    /// A good was upgraded; `silver` is what it cost, `None` if it was free by an effect.
    GoodUpgraded { seat: Seat, from: Good, to: Good, silver: Option<u16> },
    /// The fields bore so many tokens, by good.
    Harvested { seat: Seat, goods: Bag },
    /// A pig was born.
    Offspring { seat: Seat },
    /// A worker was assigned.
    WorkerAssigned { seat: Seat, space: FarmSpace },
    /// A worker came back to the farmhouse.
    WorkerRecalled { seat: Seat, space: FarmSpace },
    /// Workers were paid, for this silver; `strike` are on strike.
    WorkersPaid { seat: Seat, spaces: FarmSpaces, silver: u16, strike: FarmSpaces },
    /// The trough marker was used for something.
    TroughUsed { seat: Seat, action: TroughAction },
    /// The action of a card or tile was used.
    ActionUsed { seat: Seat, source: Source },

    // Farm cards (§10)
    /// A card was played.
    CardPlayed { seat: Seat, card: Card, side: Side, slot: Option<u8>, silver: u16 },
    /// A card was replaced and discarded.
    CardReplaced { seat: Seat, card: Card },
    /// A card was discarded from the hand.
    CardDiscarded { seat: Seat, card: Card },
    /// A card was drawn: the others read the deck alone.
    CardDrawn { seat: Seat, card: Card },
    /// The hand of a seat at the start: the others read the counts alone.
    HandDrawn { seat: Seat, cards: Cards },
    /// The discard pile of a deck became its pool.
    Reshuffled { deck: Deck },

    // Road (§11)
    /// A donkey entered a space.
    DonkeyMoved { seat: Seat, donkey: u8, space: RoadSpace },
    /// A donkey took a branch.
    BranchTaken { seat: Seat, donkey: u8, branch: Branch },
    /// The rest of a move was forfeited.
    MoveStopped { seat: Seat, donkey: u8, left: u8 },
    /// A market was unlocked.
    MarketUnlocked { seat: Seat, market: Market },
    /// A dock was claimed.
    DockClaimed { seat: Seat, donkey: u8, dock: Dock, boat: Boat },
    /// A dock was left unclaimed.
    DockPassed { seat: Seat, donkey: u8, dock: Dock },

    // Deliveries (§12, §13)
    /// A marking was filled.
    Delivered {
        seat: Seat,
        owner: Seat,
        target: Target,
        marking: u8,
        goods: Bag,
        /// Donkey or goat; `None`: a special delivery.
        kind: Option<DeliveryKind>,
    },
    /// A good went to the community.
    DeliveredToCommunity { seat: Seat, good: Good },
    /// The support marker turned to its basket side.
    SupportTurned { seat: Seat },
    /// The support marker turned back.
    SupportBack { seat: Seat },
    /// A barrow is scored.
    BarrowScored { seat: Seat, slot: u8, card: Card },
    /// A scored barrow left the farm.
    BarrowLeft { seat: Seat, card: Card },
    /// A market is scored; `place` counts from 0.
    MarketScored { seat: Seat, market: Market, place: u8 },
    /// A market tile was taken.
    TileTaken { seat: Seat, tile: TileType },
    /// Market tiles turned to their back.
    TileTurned { seat: Seat, tile: TileType },

    // Tracks (§14, §15)
    /// A reward marker moved.
    RewardStep { seat: Seat, track: Track, space: u8 },
    /// A marking of a scoring option was taken.
    OptionClaimed { seat: Seat, track: Track },
    /// An extension was placed or turned.
    ExtensionLaid { seat: Seat, tile: Extension, side: Extended },
    /// The siesta marker moved.
    SiestaMoved { seat: Seat, space: u8 },
    /// The trough marker moved.
    TroughMoved { seat: Seat, space: u8 },
    /// The milestone marker moved.
    MilestoneMoved { seat: Seat, space: u8 },
    /// Prestige was gained.
    PrestigeGained { seat: Seat, count: u16, cause: Cause },
    /// The tile at a prestige place works; `place` 0 is that at 6.
    PrestigeTile { seat: Seat, place: u8, tile: TileType },
    /// An achievement was claimed.
    AchievementClaimed { seat: Seat, achievement: Achievement },

    // Donkey cards (§19)
    /// Donkey cards were drawn: the others read the count alone.
    DonkeysDrawn { seat: Seat, cards: DonkeyCards },
    /// Donkey cards were chosen: the others read that alone.
    DonkeysAllocated {
        seat: Seat,
        siesta: DonkeyCard,
        donkey: DonkeyCard,
        stable: DonkeyCard,
        discard: Option<DonkeyCard>,
    },
    /// The chosen cards of a seat turned face up.
    DonkeysShown { seat: Seat, siesta: DonkeyCard, donkey: DonkeyCard, stable: DonkeyCard },
    /// The bonus of a card was used.
    BonusActivated { seat: Seat, slot: Slot, card: DonkeyCard },
    /// A card was boosted.
    Boosted { seat: Seat, slot: Slot, plus: u8 },
}

/// Why prestige was gained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    /// An effect says so.
    Effect,
    /// A scored barrow.
    Barrow,
    /// A scored market: its place and the round.
    Market,
    /// A goat delivery to a seat whose support marker showed prestige.
    Support,
    /// The reward for silver.
    Reward,
    /// A claimed dock.
    Dock,
    /// The first to claim a general achievement.
    Achievement,
    /// The position on the siesta track.
    Siesta,
    /// The end of the siesta track.
    SiestaEnd,
    /// Milestones in the scoring phase.
    Milestones,
    /// The stable in the scoring phase.
    Stable,
    /// The support marker in the scoring phase.
    SupportKept,
}
