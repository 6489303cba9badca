//! The games that a load plays.

use prost::Message;
use prost_types::Any;

use crate::proto::ludoteca::burgenland::v1 as burgenland;

/// Rounds after which a seat of Burgenland can buy eight jokers in one go: sixteen actions.
pub(crate) const ROUNDS_BEFORE_SIXTEEN: usize = 18;

/// How a table is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Play {
    /// Burgenland by a script that is legal whatever is drawn: no list of legal actions stands between two actions.
    Script,
    /// El Burro by what the service lists, outside the time that is measured.
    Listed,
}

impl Play {
    /// The game and its options.
    pub(crate) fn game(self) -> (&'static str, Option<Any>) {
        match self {
            Self::Script => ("burgenland", Some(options())),
            Self::Listed => ("el_burro", None),
        }
    }
}

/// A turn of the script.
pub(crate) fn turn() -> [Any; 2] {
    use burgenland::action::Action::{DrawCards, EndTurn};
    [action(DrawCards(burgenland::DrawCards {})), action(EndTurn(burgenland::EndTurn {}))]
}

/// Sixteen actions of one seat, each upon the one before it.
pub(crate) fn sixteen() -> Vec<Any> {
    use burgenland::action::Action::{BuyJoker, PayAuto};
    let pair = [action(BuyJoker(burgenland::BuyJoker {})), action(PayAuto(burgenland::PayAuto {}))];
    std::iter::repeat_n(pair, 8).flatten().collect()
}

fn action(action: burgenland::action::Action) -> Any {
    any("Action", &burgenland::Action { action: Some(action) })
}

fn options() -> Any {
    let options = burgenland::Options {
        start_seat: Some("0".to_owned()),
        turn_limit: Some(0),
        ..burgenland::Options::default()
    };
    any("Options", &options)
}

fn any(name: &str, message: &impl Message) -> Any {
    let type_url = format!("type.googleapis.com/ludoteca.burgenland.v1.{name}");
    Any { type_url, value: message.encode_to_vec() }
}
