//! Actions in the words of `rules.md`: a name and parameters, both ways.

use super::action::{Action, Verb};
use super::content::Content;
use super::ids::{Piece, Price};
use super::offer;
use crate::{Arg, Form};

/// The action in the words of `rules.md`.
pub(super) fn form(content: &Content, action: Action) -> Form {
    let name = action.verb().map_or("unknown", Verb::id);
    let params = offer::params(content, action);
    Form {
        name: name.to_owned(),
        params: params.into_iter().map(|(name, arg, _)| (name.to_owned(), arg)).collect(),
    }
}

/// The action that `form` names: one that is refused in its turn (§14) where a name means nothing, or a
/// parameter is missing or too many.
pub(super) fn action(content: &Content, form: &Form) -> Action {
    let Some(verb) = Verb::from_id(&form.name) else { return Action::Unknown };
    let params = Params(&form.params);
    known(content, verb, &params).unwrap_or(Action::UnknownId { verb })
}

fn known(content: &Content, verb: Verb, params: &Params<'_>) -> Option<Action> {
    Some(match verb {
        Verb::DrawCards => params.exactly([]).map(|[]| Action::DrawCards)?,
        Verb::EndTurn => params.exactly([]).map(|[]| Action::EndTurn)?,
        Verb::BuyJoker => params.exactly([]).map(|[]| Action::BuyJoker)?,
        Verb::PlayCoins => params.exactly([]).map(|[]| Action::PlayCoins)?,
        Verb::PayAuto => params.exactly([]).map(|[]| Action::PayAuto)?,
        Verb::StartBuild => {
            let [piece, site, price, ignore] =
                params.exactly(["piece", "site", "price", "ignore"])?;
            let Arg::Flag(ignore) = ignore else { return None };
            Action::StartBuild {
                piece: Piece::from_id(id(piece)?)?,
                site: content.site(id(site)?)?,
                price: Price::from_id(id(price)?)?,
                ignore: *ignore,
            }
        }
        Verb::PlayExchange => {
            let [a, b] = params.exactly(["a", "b"])?;
            Action::PlayExchange { a: content.node(id(a)?)?, b: content.node(id(b)?)? }
        }
        Verb::PayCard => {
            let [card] = params.exactly(["card"])?;
            Action::PayCard { card: content.tender(id(card)?)? }
        }
        Verb::PlaceNeutral => {
            let [castle] = params.exactly(["castle"])?;
            Action::PlaceNeutral { castle: content.castle(id(castle)?)? }
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
