//! The road as data (`rules.md` §11.1): spaces, junctions, elements, docks.

use super::effect::List;
use super::ids::{Branch, DOCKS, GeneralSide, ROAD_SPACES};
use super::things::{Dock, Market, RoadSpace};

/// The most elements of the road: a seat's unlocked ones are bits of a `u32`.
pub(super) const ELEMENTS: usize = 32;

/// The road.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Road {
    /// Its spaces, in content order.
    pub spaces: [RoadSpacePlan; ROAD_SPACES],
    /// Its elements: space by space, in content order.
    pub elements: Vec<Element>,
    /// The spaces of the docks, in order.
    pub docks: [RoadSpace; DOCKS],
    /// How many starting spaces there are: the first ones of the list.
    pub starts: u8,
}

/// Which part of the road a space belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// A starting space.
    Start,
    /// Between junctions.
    Main,
    /// A section of a junction area.
    Branch(Branch),
    /// The harbour.
    Harbour,
}

/// Where a donkey goes from a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Nowhere: the last dock.
    End,
    /// There.
    One(RoadSpace),
    /// A junction.
    Junction {
        /// The first space of the shorter section.
        short: RoadSpace,
        /// The first space of the longer section.
        long: RoadSpace,
    },
}

impl Next {
    /// The space behind a branch of a junction.
    pub const fn behind(self, branch: Branch) -> Option<RoadSpace> {
        match (self, branch) {
            (Self::Junction { short, .. }, Branch::Short) => Some(short),
            (Self::Junction { long, .. }, Branch::Long) => Some(long),
            (Self::End | Self::One(_), Branch::Short | Branch::Long) => None,
        }
    }
}

/// A space of the road.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoadSpacePlan {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its effects, in words.
    pub text: String,
    /// Its road number, 1 to 16: all spaces with one number form an area.
    pub number: u8,
    /// Its section.
    pub section: Section,
    /// Its place in its section, from 0.
    pub place: u8,
    /// Where a donkey goes from here.
    pub next: Next,
    /// The first of its elements.
    pub first_element: u8,
    /// How many elements it has.
    pub element_count: u8,
    /// What else happens on entering it; of a starting space: what it pays.
    pub effects: List,
    /// The general achievement that opens the way into it.
    pub barrier: Option<GeneralSide>,
    /// The dock that it is.
    pub dock: Option<Dock>,
    /// The prestige of the dock.
    pub prestige: u8,
}

/// What an element unlocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ElementKind {
    /// A local market.
    Market(Market),
    /// A step on the milestone track.
    Milestone,
    /// A step on the trough track.
    Trough,
}

/// An element of the road.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// What it unlocks.
    pub kind: ElementKind,
    /// Whether both donkeys have to come.
    pub two_donkeys: bool,
    /// Where it lies.
    pub space: RoadSpace,
    /// One-donkey elements of the other section of its area, as bits: once one of them is unlocked, this one is
    /// closed for good (`rules.md` §11.3).
    pub closed_by: u32,
}

impl Road {
    /// A space.
    pub fn space(&self, space: RoadSpace) -> &RoadSpacePlan {
        &self.spaces[space.index()]
    }

    /// The id of a space.
    pub fn id(&self, space: RoadSpace) -> &str {
        self.spaces.get(space.index()).map_or("", |entry| &entry.id)
    }

    /// The space with this id.
    pub fn space_of(&self, id: &str) -> Option<RoadSpace> {
        RoadSpace::all().find(|space| self.id(*space) == id)
    }

    /// The id of a dock.
    pub fn dock_id(&self, dock: Dock) -> &str {
        self.docks.get(dock.index()).map_or("", |space| self.id(*space))
    }

    /// The dock with this id.
    pub fn dock_of(&self, id: &str) -> Option<Dock> {
        Dock::all().find(|dock| self.dock_id(*dock) == id)
    }

    /// The space of a dock.
    pub const fn dock(&self, dock: Dock) -> RoadSpace {
        self.docks[dock.index()]
    }

    /// Whether a donkey may start on a space.
    pub const fn is_start(&self, space: RoadSpace) -> bool {
        space.0 < self.starts
    }

    /// The starting spaces.
    pub fn starting_spaces(&self) -> impl Iterator<Item = RoadSpace> + use<> {
        (0..self.starts).map(RoadSpace)
    }

    /// The elements on a space, each with its number, in content order.
    pub fn elements_on(&self, space: RoadSpace) -> impl Iterator<Item = (u8, &Element)> {
        let plan = self.space(space);
        let first = usize::from(plan.first_element);
        let here = &self.elements[first..first + usize::from(plan.element_count)];
        (plan.first_element..).zip(here)
    }

    /// The element that unlocks a market; `None`: the market is unlocked from the start.
    pub fn market_element(&self, market: Market) -> Option<u8> {
        let unlocks = |element: &Element| element.kind == ElementKind::Market(market);
        (0..).zip(&self.elements).find(|(_, element)| unlocks(element)).map(|(number, _)| number)
    }

    /// Whether a donkey at `other` lets a donkey that enters `space` unlock a two-donkey element there: it has
    /// visited the space, is beyond the area, or is in the other section of the same area (`rules.md` §11.3).
    pub fn second_has_come(&self, space: RoadSpace, other: RoadSpace) -> bool {
        let (here, there) = (self.space(space), self.space(other));
        there.number > here.number
            || there.number == here.number
                && (there.section != here.section || there.place >= here.place)
    }
}
