//! Actions in the words of `rules.md`: a name and parameters, both ways.

use super::action::{Action, Verb};
use super::content::Content;
use super::dice::Dice;
use super::ids::{Area, Direction, Mode, Tile};
use super::keep;
use super::offer;
use super::tiles::Tiles;
use crate::{Arg, Form};

/// The action in the words of `rules.md`.
pub(super) fn form(content: &Content, action: &Action) -> Form {
    let name = action.verb().map_or("unknown", Verb::id);
    let params = offer::params(content, action);
    Form {
        name: name.to_owned(),
        params: params.into_iter().map(|(name, arg, _)| (name.to_owned(), arg)).collect(),
    }
}

/// The action that `form` names: one that is refused in its turn (§7) where a name means nothing, a parameter
/// is missing or too many, or a list is out of order or of a length that the action does not take.
pub(super) fn action(content: &Content, form: &Form) -> Action {
    let Some(verb) = Verb::from_id(&form.name) else { return Action::Unknown };
    let params = Params { content, given: &form.params };
    let known = known(verb, &params);
    let known = known.filter(|action| action.is_well_formed(keep::most_tiles(content)));
    known.unwrap_or(Action::BadParameter { verb })
}

fn known(verb: Verb, params: &Params<'_>) -> Option<Action> {
    Some(match verb {
        Verb::KeepStartTiles => {
            let [tiles, direction] = params.exactly(["tiles", "direction"])?;
            Action::KeepStartTiles {
                tiles: params.tiles(tiles)?,
                direction: Direction::from_id(id(direction)?)?,
            }
        }
        Verb::PlaceStartGaucho => Action::PlaceStartGaucho { area: params.area()? },
        Verb::PickDice => {
            let [given] = params.exactly(["dice"])?;
            Action::PickDice { dice: dice(given)? }
        }
        Verb::PlaceStanding => {
            let (tile, dice) = params.tile_and_dice()?;
            Action::PlaceStanding { tile, dice }
        }
        Verb::PlaceLying => {
            let (tile, dice) = params.tile_and_dice()?;
            Action::PlaceLying { tile, dice }
        }
        Verb::RaiseGaucho => {
            let (tile, dice) = params.tile_and_dice()?;
            Action::RaiseGaucho { tile, dice }
        }
        Verb::PlaceOnArea => {
            let [area, given] = params.exactly(["area", "dice"])?;
            Action::PlaceOnArea { area: Area::from_id(id(area)?)?, dice: dice(given)? }
        }
        Verb::UseWish => {
            let [face] = params.exactly(["face"])?;
            Action::UseWish { face: number(face)? }
        }
        Verb::UseImmediateSale => {
            let [race] = params.exactly(["race"])?;
            Action::UseImmediateSale { race: params.content.race(id(race)?)? }
        }
        Verb::UseTheft => Action::UseTheft { tile: params.tile()? },
        Verb::UseOverseerRaise => {
            let [tiles] = params.exactly(["tiles"])?;
            Action::UseOverseerRaise { tiles: params.tiles(tiles)? }
        }
        Verb::UseOverseerReplace => Action::UseOverseerReplace { tile: params.tile()? },
        Verb::UseSecretCattle => params.exactly([]).map(|[]| Action::UseSecretCattle)?,
        Verb::RecallFromArea => Action::RecallFromArea { area: params.area()? },
        Verb::RecallFromTile => Action::RecallFromTile { tile: params.tile()? },
        Verb::EndTurn => params.exactly([]).map(|[]| Action::EndTurn)?,
        Verb::SecretTake => {
            let [tile, pasture] = params.exactly(["tile", "pasture"])?;
            Action::SecretTake {
                tile: params.content.tile(id(tile)?)?,
                pasture: params.content.pasture(id(pasture)?)?,
            }
        }
        Verb::SecretDone => params.exactly([]).map(|[]| Action::SecretDone)?,
        Verb::CollectTile => {
            let [tile, mode] = params.exactly(["tile", "mode"])?;
            Action::CollectTile {
                tile: params.content.tile(id(tile)?)?,
                mode: Mode::from_id(id(mode)?)?,
            }
        }
    })
}

/// The parameters as given, in any order.
struct Params<'a> {
    content: &'a Content,
    given: &'a [(String, Arg)],
}

impl<'a> Params<'a> {
    /// The values of these parameters, if they and no others are given, each once.
    fn exactly<const N: usize>(&self, names: [&str; N]) -> Option<[&'a Arg; N]> {
        if self.given.len() != N {
            return None;
        }
        let mut values = Vec::with_capacity(N);
        for wanted in names {
            values.push(self.given.iter().find(|(name, _)| name == wanted).map(|(_, arg)| arg)?);
        }
        values.try_into().ok()
    }

    fn area(&self) -> Option<Area> {
        let [area] = self.exactly(["area"])?;
        Area::from_id(id(area)?)
    }

    fn tile(&self) -> Option<Tile> {
        let [tile] = self.exactly(["tile"])?;
        self.content.tile(id(tile)?)
    }

    fn tile_and_dice(&self) -> Option<(Tile, Dice)> {
        let [tile, given] = self.exactly(["tile", "dice"])?;
        Some((self.content.tile(id(tile)?)?, dice(given)?))
    }

    /// A list of tiles in tile order, each once.
    fn tiles(&self, arg: &Arg) -> Option<Tiles> {
        let tile = |arg| self.content.tile(id(arg)?);
        let listed: Vec<Tile> = list(arg)?.iter().map(tile).collect::<Option<_>>()?;
        listed.is_sorted_by(|a, b| a < b).then(|| listed.into_iter().collect())
    }
}

/// A list of dice, faces rising.
fn dice(arg: &Arg) -> Option<Dice> {
    let faces: Vec<u8> = list(arg)?.iter().map(number).collect::<Option<_>>()?;
    if faces.is_sorted() { Dice::of(faces) } else { None }
}

fn list(arg: &Arg) -> Option<&[Arg]> {
    match arg {
        Arg::List(args) => Some(args),
        Arg::Id { .. } | Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::Sentence(_) => None,
    }
}

fn number(arg: &Arg) -> Option<u8> {
    match arg {
        Arg::Number(number) => u8::try_from(*number).ok(),
        Arg::Id { .. } | Arg::Seat(_) | Arg::List(_) | Arg::Flag(_) | Arg::Sentence(_) => None,
    }
}

/// An id, of whatever kind it says it is.
fn id(arg: &Arg) -> Option<&str> {
    match arg {
        Arg::Id { id, .. } => Some(id),
        Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::List(_) | Arg::Sentence(_) => None,
    }
}
