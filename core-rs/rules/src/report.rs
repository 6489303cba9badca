//! What an action lets its audience know while it is applied.

use crate::{Fact, Seat, Viewer};

/// Who may read a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// The holder of this seat.
    Only(Seat),
    /// Everybody but the holder of this seat, who reads a fact of their own.
    AllBut(Seat),
}

impl Audience {
    /// Whether `viewer` belongs to it.
    pub fn includes(self, viewer: Viewer) -> bool {
        match self {
            Self::All => true,
            Self::Only(seat) => viewer.holds(seat),
            Self::AllBut(seat) => !viewer.holds(seat),
        }
    }
}

/// Collects the facts of one event, and whether it showed anything hidden before.
///
/// A silent report builds no fact: the closures are never called, so a replay pays nothing for words.
#[derive(Debug)]
pub struct Report {
    facts: Option<Vec<(Audience, Fact)>>,
    showed: bool,
}

impl Report {
    /// A report that keeps the facts.
    pub const fn telling() -> Self {
        Self { facts: Some(Vec::new()), showed: false }
    }

    /// A report that keeps nothing but whether something was shown.
    pub const fn silent() -> Self {
        Self { facts: None, showed: false }
    }

    /// A fact that everybody may read.
    #[inline]
    pub fn tell(&mut self, fact: impl FnOnce() -> Fact) {
        if let Some(facts) = &mut self.facts {
            facts.push((Audience::All, fact()));
        }
    }

    /// A fact that `seat` reads in one form and everybody else in another.
    #[inline]
    pub fn tell_apart(
        &mut self,
        seat: Seat,
        own: impl FnOnce() -> Fact,
        others: impl FnOnce() -> Fact,
    ) {
        if let Some(facts) = &mut self.facts {
            facts.push((Audience::Only(seat), own()));
            facts.push((Audience::AllBut(seat), others()));
        }
    }

    /// Says that the action showed somebody something hidden before, or proved something about a hand:
    /// no takeback past it (`games/README.md`, Takebacks).
    #[inline]
    pub fn show(&mut self) {
        self.showed = true;
    }

    /// Whether [`Report::show`] was called.
    pub const fn showed(&self) -> bool {
        self.showed
    }

    /// The facts that `viewer` may read, in the order they happened.
    pub fn facts_for(&self, viewer: Viewer) -> impl Iterator<Item = &Fact> {
        let facts = self.facts.as_deref().unwrap_or_default();
        facts.iter().filter(move |(audience, _)| audience.includes(viewer)).map(|(_, fact)| fact)
    }
}
