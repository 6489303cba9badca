//! The numbers of `content.toml` as types: parsed once, checked when parsed.

use super::content_check;
use super::content_file::File;
use super::dice::Sums;
use super::ids::{Area, PASTURES, Pasture, RACES, Race, SEATS, SPACES, TILES, Tile, VALUES};
use super::tiles::Tiles;

/// Sums of dice that pay for something: 1 to 12.
const SUMS: usize = 13;

/// Everything that `content.toml` says and the rules use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The fewest and the most seats.
    pub seats: (u8, u8),
    /// What depends on the number of seats: 2, 3, 4.
    pub plans: [SeatPlan; 3],
    /// The ids of the seats' colours, by seat.
    pub colours: [String; SEATS],
    /// The ids of the races, in canonical order.
    pub races: [String; RACES],
    /// The ids of the tiles, in canonical order.
    pub tiles: [String; TILES],
    /// The small numbers of the values 1 to 12.
    pub small: [u8; VALUES],
    /// By sum of dice: the tiles with this big number.
    pub big_tiles: [Tiles; SUMS],
    /// By sum of dice: the tiles with this small number.
    pub small_tiles: [Tiles; SUMS],
    /// The highest value of a start tile, by how many are kept: 1, 2, ...
    pub keep_most_values: Vec<u8>,
    /// The pastures, smallest first.
    pub pastures: [PasturePlan; PASTURES],
    /// A pasture is filled while the sum of its values is below this.
    pub value_limit: u16,
    /// Tiles of a full steppe.
    pub steppe_tiles: u8,
    /// The action areas, in canonical order.
    pub areas: [AreaPlan; Area::ALL.len()],
    /// Pesos added by an immediate sale.
    pub sale_bonus: u32,
    /// The fewest tiles of an immediate sale.
    pub sale_min_tiles: u8,
    /// The highest value of a tile with which a second one may be taken from the steppe.
    pub secret_two_most: u8,
    /// Pesos at the start.
    pub start_pesos: u32,
    /// Pesos of a lap of the money track.
    pub lap: u32,
    /// Regular rounds after the one in which the pile ran out.
    pub rounds_after_trigger: u16,
    /// The round that ends the game even if tiles are left.
    pub round_cap: u16,
}

/// What depends on the number of seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatPlan {
    /// The number of seats.
    pub seats: u8,
    /// Dice a round.
    pub dice: u8,
    /// Gauchos a seat.
    pub gauchos: u8,
    /// Whether a race leaves the game before anything is drawn.
    pub removes_race: bool,
    /// Start tiles a seat draws.
    pub start_draw: u8,
    /// Spaces in use, by pasture.
    pub used: [u8; PASTURES],
}

/// A pasture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasturePlan {
    /// Its id.
    pub id: String,
    /// The row it lies in, counted from the top of the board, from 1.
    pub row_from_top: u8,
    /// The ids of its spaces, left to right; empty past its last one.
    pub spaces: [String; SPACES],
}

/// An action area.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AreaPlan {
    /// What the board calls it.
    pub place: String,
    /// The sums of dice that place a gaucho there.
    pub sums: Sums,
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

    /// What depends on the number of seats.
    pub fn plan(&self, seats: u8) -> &SeatPlan {
        let fits = |plan: &&SeatPlan| plan.seats == seats;
        // The options were checked for the seats, and the content to have a plan for each of them.
        self.plans.iter().find(fits).unwrap_or(&self.plans[0])
    }

    /// The id of a race.
    pub fn race_id(&self, race: Race) -> &str {
        &self.races[race.index()]
    }

    /// The race with this id.
    pub fn race(&self, id: &str) -> Option<Race> {
        Race::all().find(|race| self.race_id(*race) == id)
    }

    /// The id of a tile.
    pub fn tile_id(&self, tile: Tile) -> &str {
        &self.tiles[tile.index()]
    }

    /// The tile with this id.
    pub fn tile(&self, id: &str) -> Option<Tile> {
        Tile::all().find(|tile| self.tile_id(*tile) == id)
    }

    /// The id of a pasture.
    pub fn pasture_id(&self, pasture: Pasture) -> &str {
        &self.pastures[pasture.index()].id
    }

    /// The pasture with this id.
    pub fn pasture(&self, id: &str) -> Option<Pasture> {
        Pasture::all().find(|pasture| self.pasture_id(*pasture) == id)
    }

    /// The small number of a tile.
    pub const fn small(&self, tile: Tile) -> u8 {
        self.small[tile.value() as usize - 1]
    }

    /// The sums of dice that place a gaucho on an area.
    pub const fn sums(&self, area: Area) -> Sums {
        self.areas[area.index()].sums
    }

    /// Where pesos are shown: the field of the track, and the number on the scoring tile.
    ///
    /// Rules: el_gaucho §9.
    pub const fn track(&self, pesos: u32) -> (u32, u32) {
        (pesos % self.lap, pesos - pesos % self.lap)
    }
}
