//! The words in which organisation cards and families are written (`rules.md` §12, §13; `content.toml`).

use serde::Deserialize;

use crate::vocabulary::words;

/// What an organisation card does: one entry of its list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// Dollars from the supply.
    Gain {
        /// On which occasion.
        when: Occasion,
        /// Dollars.
        amount: u8,
    },
    /// Something costs less.
    Discount {
        /// What.
        on: Ware,
        /// Dollars less.
        amount: u8,
    },
    /// The surplus of a purchase goes to the owner. Braces, as with all that have no numbers: so a field too many
    /// is found here too.
    Surplus {},
    /// All dollars on the Bank card.
    TakeBank {},
    /// Dollars from each other seat.
    Collect {
        /// The most from each.
        amount: u8,
    },
    /// A market draw without payment.
    Draw {
        /// Cards drawn.
        draw: u8,
        /// Cards kept.
        keep: u8,
    },
    /// One own face-up card for one of another seat.
    Swap {},
    /// One own face-up card goes to another seat.
    Give {},
    /// Points for the owner.
    Score {
        /// What counts.
        metric: Metric,
        /// How much of it is one share.
        per: u8,
        /// Points a share.
        vp: i8,
    },
    /// Points for who has the most.
    ScoreLeader {
        /// What counts.
        metric: LeaderMetric,
        /// Who scores.
        who: Scorer,
        /// Points.
        vp: i8,
    },
}

/// When a card gains dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    /// At the start of each turn (§6).
    TurnStart,
    /// When the card is taken.
    Taken,
    /// Whenever its owner resolves the Organisation totem (§8.3).
    ResolveOrganisation,
    /// Whenever another seat takes money from the Bank.
    OtherTakesBank,
}

/// What a discount is on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ware {
    /// The price of a purchase.
    Purchase,
    /// Both markets.
    Market,
}

/// What is counted at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Metric {
    /// Always 1.
    One,
    /// Different families owned.
    Families,
    /// Organisation cards owned, this one included.
    Organisations,
    /// Face-down ingredient cards.
    FaceDown,
    /// Dollars.
    Money,
}

/// What is compared at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeaderMetric {
    /// All ingredient cards.
    Ingredients,
    /// Dollars.
    Money,
}

/// Whose lead is scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scorer {
    /// The owner's, if it leads.
    Owner,
    /// Every leader's.
    Everyone,
}

/// How a family scores.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Scoring {
    /// Each card: the owner's dollars divided by `per`, rounded down.
    Money {
        /// Dollars a point.
        per: u32,
    },
    /// By the number of cards.
    Table {
        /// Points for 0, 1, 2, ... cards.
        table: Vec<i8>,
    },
    /// Each card: `per` for each other family owned.
    Others {
        /// Points a family.
        per: i8,
    },
    /// Nothing for who has the most.
    NotMost {
        /// Points a card.
        vp_each: i8,
    },
    /// Each card: by how many seats own at least one.
    Owners {
        /// Points a card for 0, 1, 2, ... owners.
        by_owners: Vec<i8>,
    },
    /// None and the most both cost.
    Vinegar {
        /// Points without a card.
        vp_none: i8,
        /// Points of who has the most.
        vp_most: i8,
        /// Points a card of everybody else.
        vp_each: i8,
    },
    /// Each card: `per` for each own organisation card.
    Organisation {
        /// Points an organisation card.
        per: i8,
    },
    /// By rank in the number of cards.
    Rank {
        /// Points of the first, second, ... rank.
        by_rank: Vec<i8>,
    },
}

impl Effect {
    /// The type of card that it belongs to.
    pub(super) const fn card_type(self) -> CardType {
        match self {
            Self::Gain { when: Occasion::Taken, .. }
            | Self::TakeBank {}
            | Self::Collect { .. }
            | Self::Draw { .. }
            | Self::Swap {}
            | Self::Give {} => CardType::Instant,
            Self::Gain {
                when: Occasion::TurnStart | Occasion::ResolveOrganisation | Occasion::OtherTakesBank,
                ..
            }
            | Self::Discount { .. }
            | Self::Surplus {} => CardType::Permanent,
            Self::Score { .. } | Self::ScoreLeader { .. } => CardType::Endgame,
        }
    }
}

words! {
    /// The three types of organisation card.
    CardType {
        /// Works from the start of the next turn on.
        Permanent = "permanent",
        /// Works when it is taken.
        Instant = "instant",
        /// Scores at the end.
        Endgame = "endgame",
    }
}
