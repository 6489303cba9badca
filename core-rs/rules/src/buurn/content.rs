//! The numbers of `content.toml` as types: parsed once, checked when parsed.

use super::content_check;
use super::content_file::File;
use super::effects::{CardType, Effect, Scoring};
use super::ids::{BACKS, FAMILIES, Family, ORGANISATIONS, Organisation, OrganisationSet, Totem};
use super::options::{Limits, Options};

/// Everything that `content.toml` says and the rules use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// The ingredient families, in canonical order.
    pub families: [FamilyKind; FAMILIES],
    /// The organisation cards, in canonical order.
    pub organisations: [OrganisationKind; ORGANISATIONS],
    /// The organisation pile, from its top to its bottom.
    pub piles: [Pile; BACKS],
    /// What differs by the number of seats, fewest first.
    pub layouts: Vec<Layout>,
    /// A seat's dollars at the start.
    pub start_money: u32,
    /// The Bank's dollars at the start.
    pub bank_start: u32,
    /// Ingredient cards shuffled together with the End Game card.
    pub tail_ingredients: u8,
    /// Dollars that a false start costs.
    pub false_start_penalty: u32,
    /// The most lot cards a buyer takes.
    pub purchase_cards: usize,
    /// The least a purchase costs, whatever the discount.
    pub minimum_due: u32,
    /// Dollars of the Black Market's cards.
    pub black_market_cost: u32,
    /// Cards drawn at the Black Market.
    pub black_market_draw: u8,
    /// Dollars of the Secondary Market's card.
    pub secondary_market_cost: u32,
    /// The share of a price that is tax, rounded up: numerator and denominator.
    pub tax: (u32, u32),
    /// Dollars a point at the end.
    pub money_per_vp: u32,
    /// The bounds of the creation options.
    pub limits: Limits,
    /// The creation options that are not given.
    pub defaults: Options,
}

/// An ingredient family.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FamilyKind {
    /// Its id, e.g. `ghost_pepper`.
    pub id: String,
    /// What the box calls it.
    pub name: String,
    /// Cards in the box.
    pub copies: u8,
    /// Whether chance may choose it without being asked to (`extra_family`).
    pub default_eligible: bool,
    /// How it scores.
    pub scoring: Scoring,
}

/// An organisation card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganisationKind {
    /// Its id, e.g. `benzo`.
    pub id: String,
    /// What the box calls it.
    pub name: String,
    /// When it works.
    pub card_type: CardType,
    /// What it does, in a sentence.
    pub text: String,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// The organisation cards of one back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pile {
    /// The number on the back.
    pub back: u8,
    /// The cards in the box.
    pub cards: OrganisationSet,
    /// How many of them are in the pile; the others are removed.
    pub used: u8,
}

/// What one number of seats plays with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The number of seats.
    pub seats: u8,
    /// Families in play.
    pub families: u32,
    /// Cards of a lot.
    pub lot_size: u8,
    /// The totems, in canonical order.
    pub totems: Vec<Totem>,
}

impl Content {
    /// Parses and checks a content file.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        content_check::content(&file)
    }

    /// What a table of so many seats plays with.
    pub fn layout(&self, seats: u8) -> &Layout {
        let fits = |layout: &&Layout| layout.seats == seats;
        // The content was checked to have one for each number of seats, and the options for the seats.
        self.layouts.iter().find(fits).unwrap_or(&self.layouts[0])
    }

    /// The id of a family.
    pub fn family_id(&self, family: Family) -> &str {
        self.families.get(family.index()).map_or("", |kind| &kind.id)
    }

    /// The family with this id.
    pub fn family(&self, id: &str) -> Option<Family> {
        Family::all().find(|family| self.family_id(*family) == id)
    }

    /// An organisation card.
    pub fn organisation(&self, card: Organisation) -> &OrganisationKind {
        &self.organisations[card.index().min(ORGANISATIONS - 1)]
    }

    /// The organisation card with this id.
    pub fn organisation_named(&self, id: &str) -> Option<Organisation> {
        Organisation::all().find(|card| self.organisation(*card).id == id)
    }

    /// The back that lies on top of the pile when `revealed` cards were taken from it: a place in
    /// [`Content::piles`]; `None` when the pile is empty.
    ///
    /// Rules: buurn §4.
    pub fn back_on_top(&self, revealed: u8) -> Option<usize> {
        let mut left = revealed;
        self.piles.iter().position(|pile| match left.checked_sub(pile.used) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }
}
