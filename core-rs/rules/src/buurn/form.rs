//! Actions in the words of `rules.md`: a name and parameters, both ways.

use super::action::{Action, Verb};
use super::content::Content;
use super::ids::{Choice, Place, Totem};
use super::offer;
use crate::{Arg, Form, Seat};

/// The action in the words of `rules.md`.
pub(super) fn form(content: &Content, action: Action) -> Form {
    let name = action.verb().map_or("unknown", Verb::id);
    let params = offer::params(content, None, action);
    Form {
        name: name.to_owned(),
        params: params.into_iter().map(|(name, arg, _)| (name.to_owned(), arg)).collect(),
    }
}

/// The action that `form` names. One that is refused in its turn (§17): where a word names nothing in the game,
/// and where a parameter is missing, too many or of the wrong sort.
pub(super) fn action(content: &Content, form: &Form) -> Action {
    let verb = Verb::from_id(&form.name);
    let known = verb.and_then(|verb| known(content, verb, &Params(&form.params)));
    known.unwrap_or(Action::Malformed { verb })
}

fn known(content: &Content, verb: Verb, params: &Params<'_>) -> Option<Action> {
    Some(match verb {
        Verb::Grab => {
            let [totem, auction, count] = params.exactly(["totem", "auction", "count"])?;
            Action::Grab {
                totem: Totem::from_id(id(totem)?),
                auction: number(auction)?,
                count: number(count)?,
            }
        }
        Verb::Count => {
            let [auction, to] = params.exactly(["auction", "to"])?;
            Action::Count { auction: number(auction)?, to: number(to)? }
        }
        Verb::Tick => {
            let [auction, to] = params.exactly(["auction", "to"])?;
            Action::Tick { auction: number(auction)?, to: number(to)? }
        }
        Verb::Close => {
            let [auction] = params.exactly(["auction"])?;
            Action::Close { auction: number(auction)? }
        }
        Verb::Timeout => {
            let [of, decision] = params.exactly(["seat", "decision"])?;
            Action::Timeout { seat: seat(of)?, decision: number(decision)? }
        }
        Verb::Presence => {
            let [of, present] = params.exactly(["seat", "present"])?;
            let Arg::Flag(present) = present else { return None };
            Action::Presence { seat: seat(of)?, present: *present }
        }
        Verb::Leave
        | Verb::GiveLot
        | Verb::Market
        | Verb::Stash
        | Verb::GiveThird
        | Verb::Swap
        | Verb::Give
        | Verb::Skip => answer(content, verb, params)?,
    })
}

/// An answer to a question; not on any list where every parameter is of its sort and one names nothing in the game.
fn answer(content: &Content, verb: Verb, params: &Params<'_>) -> Option<Action> {
    let off_list = Action::OffList { verb };
    let small = |arg| number(arg).map(|number| u8::try_from(number).ok());
    let family = |arg| id(arg).map(|id| content.family(id));
    Some(match verb {
        Verb::Leave => {
            let [slot] = params.exactly(["slot"])?;
            small(slot)?.map_or(off_list, |slot| Action::Leave { slot })
        }
        Verb::GiveLot => {
            let [to] = params.exactly(["seat"])?;
            Action::GiveLot { seat: seat(to)? }
        }
        Verb::GiveThird => {
            let [to] = params.exactly(["seat"])?;
            Action::GiveThird { seat: seat(to)? }
        }
        Verb::Market => {
            let [choice] = params.exactly(["choice"])?;
            Choice::from_id(id(choice)?).map_or(off_list, |choice| Action::Market { choice })
        }
        Verb::Stash => {
            let [keep, place] = params.exactly(["keep", "place"])?;
            let (keep, place) = (small(keep)?, Place::from_id(id(place)?));
            let stash = |(keep, place)| Action::Stash { keep: Some(keep), place };
            keep.zip(place).map_or(off_list, stash)
        }
        Verb::Swap => {
            let [own, other, theirs] = params.exactly(["own", "seat", "theirs"])?;
            let (both, seat) = (family(own)?.zip(family(theirs)?), seat(other)?);
            both.map_or(off_list, |(own, theirs)| Action::Swap { own, seat, theirs })
        }
        Verb::Give => {
            let [own, to] = params.exactly(["own", "seat"])?;
            let (own, seat) = (family(own)?, seat(to)?);
            own.map_or(off_list, |own| Action::Give { own, seat })
        }
        Verb::Skip => params.exactly([]).map(|[]| Action::Skip)?,
        Verb::Grab | Verb::Count | Verb::Tick | Verb::Close | Verb::Timeout | Verb::Presence => {
            return None;
        }
    })
}

/// The parameters as given, in any order.
struct Params<'a>(&'a [(String, Arg)]);

impl<'a> Params<'a> {
    /// The values of these parameters, if they and no others are given, each once.
    fn exactly<const N: usize>(&self, names: [&str; N]) -> Option<[&'a Arg; N]> {
        if self.0.len() != N {
            return None;
        }
        let mut values = Vec::with_capacity(N);
        for wanted in names {
            values.push(self.0.iter().find(|(name, _)| name == wanted).map(|(_, arg)| arg)?);
        }
        values.try_into().ok()
    }
}

/// An id, of whatever kind it says it is.
fn id(arg: &Arg) -> Option<&str> {
    match arg {
        Arg::Id { id, .. } => Some(id),
        Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::List(_) | Arg::Sentence(_) => None,
    }
}

fn number(arg: &Arg) -> Option<u32> {
    match arg {
        Arg::Number(number) => u32::try_from(*number).ok(),
        Arg::Id { .. } | Arg::Seat(_) | Arg::Flag(_) | Arg::List(_) | Arg::Sentence(_) => None,
    }
}

fn seat(arg: &Arg) -> Option<Seat> {
    match arg {
        Arg::Seat(seat) => Some(Seat(*seat)),
        Arg::Id { .. } | Arg::Number(_) | Arg::Flag(_) | Arg::List(_) | Arg::Sentence(_) => None,
    }
}
