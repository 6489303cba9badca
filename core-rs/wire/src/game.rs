//! What a game adds to be on the wire: its action and its view. One pattern for all.
//!
//! An action message is a `oneof` whose fields bear the names of `rules.md`, each with a message of its
//! parameters. That is what a [`Form`] says too, so [`action_messages`] makes both ways of one list.

use ludoteca_rules::{Arg, Form, Game, Rules};
use prost::Message;

/// A game that is on the wire.
pub trait GameWire: Game {
    /// The package of its messages: `ludoteca.<game>.v1`.
    const PACKAGE: &'static str;
    /// Its `Action`.
    type ActionMessage: Message + Default;
    /// Its `View`.
    type ViewMessage: Message + Default;

    /// The action message of a form.
    fn action_message(form: &Form) -> Self::ActionMessage;

    /// The form of an action message; one without a name if it is none that this revision knows.
    fn action_form(message: Self::ActionMessage) -> Form;

    /// A view as a message.
    fn view_message(rules: &Rules<Self>, view: &Self::View) -> Self::ViewMessage;

    /// The view of a message.
    ///
    /// # Errors
    /// What the message names that is not there, in words.
    fn view_of(rules: &Rules<Self>, message: Self::ViewMessage) -> Result<Self::View, String>;
}

/// The action as stored and sent: the game's Action message.
pub(crate) fn encode_action<G: GameWire>(content: &G::Content, action: &G::Action) -> Vec<u8> {
    G::action_message(&G::form(content, action)).encode_to_vec()
}

/// The action of a message.
pub(crate) fn decode_action<G: GameWire>(
    content: &G::Content,
    bytes: &[u8],
) -> Result<G::Action, BadAction<G>> {
    let message = G::ActionMessage::decode(bytes).map_err(BadAction::Malformed)?;
    G::action(content, &G::action_form(message)).map_err(BadAction::Unknown)
}

/// Bytes that name no action of a game.
pub(crate) enum BadAction<G: Game> {
    /// No such message.
    Malformed(prost::DecodeError),
    /// An action or an id that the game does not have.
    Unknown(G::Rejection),
}

/// A field of an action's parameters, as a parameter.
pub(crate) trait Param: Default {
    /// The parameter; `kind` is its name.
    fn arg(self, kind: &'static str) -> Arg;
    /// The same, where the field may be absent.
    fn given(self, kind: &'static str) -> Option<Arg> {
        Some(self.arg(kind))
    }
    /// The field of a parameter; the default where it is of another type.
    fn of(arg: &Arg) -> Self;
}

impl Param for String {
    fn arg(self, kind: &'static str) -> Arg {
        Arg::Id { kind, id: self }
    }

    fn of(arg: &Arg) -> Self {
        if let Arg::Id { id, .. } = arg { id.clone() } else { Self::new() }
    }
}

impl Param for bool {
    fn arg(self, _kind: &'static str) -> Arg {
        Arg::Flag(self)
    }

    fn of(arg: &Arg) -> Self {
        matches!(arg, Arg::Flag(true))
    }
}

impl Param for u32 {
    /// A number; one that is called `seat` or `owner` is a seat.
    fn arg(self, kind: &'static str) -> Arg {
        match u8::try_from(self) {
            Ok(seat) if kind == "seat" || kind == "owner" => Arg::Seat(seat),
            _ => Arg::Number(i64::from(self)),
        }
    }

    fn of(arg: &Arg) -> Self {
        match arg {
            Arg::Number(number) => Self::try_from(*number).unwrap_or_default(),
            Arg::Seat(seat) => Self::from(*seat),
            Arg::Flag(_) | Arg::Id { .. } | Arg::List(_) | Arg::Sentence(_) => 0,
        }
    }
}

impl<P: Param> Param for Vec<P> {
    fn arg(self, kind: &'static str) -> Arg {
        Arg::List(self.into_iter().map(|item| item.arg(kind)).collect())
    }

    fn of(arg: &Arg) -> Self {
        if let Arg::List(items) = arg { items.iter().map(P::of).collect() } else { Self::new() }
    }
}

/// A field that may be absent: then there is no such parameter.
impl<P: Param> Param for Option<P> {
    fn arg(self, kind: &'static str) -> Arg {
        self.unwrap_or_default().arg(kind)
    }

    fn given(self, kind: &'static str) -> Option<Arg> {
        self.map(|field| field.arg(kind))
    }

    fn of(arg: &Arg) -> Self {
        Some(P::of(arg))
    }
}

/// The parameter of a form, as a field.
pub(crate) fn param<P: Param>(form: &Form, name: &str) -> P {
    form.params
        .iter()
        .find(|(known, _)| known == name)
        .map(|(_, arg)| P::of(arg))
        .unwrap_or_default()
}

/// Maps forms to action messages and back: `Variant "name_in_rules" { field, field }` an action.
macro_rules! action_messages {
    ($package:path { $($variant:ident $name:literal { $($field:ident),* })* }) => {
        fn action_message(form: &ludoteca_rules::Form) -> Self::ActionMessage {
            use $package::{self as package, action::Action as Kind};
            let kind = match form.name.as_str() {
                $($name => Some(Kind::$variant(package::$variant {
                    $($field: $crate::game::param(form, stringify!($field)),)*
                })),)*
                _ => None,
            };
            package::Action { action: kind }
        }

        fn action_form(message: Self::ActionMessage) -> ludoteca_rules::Form {
            use $package::{self as package, action::Action as Kind};
            match message.action {
                $(Some(Kind::$variant(package::$variant { $($field),* })) => ludoteca_rules::Form {
                    name: $name.to_owned(),
                    params: [$((
                        stringify!($field).to_owned(),
                        $crate::game::Param::given($field, stringify!($field)),
                    )),*]
                    .into_iter()
                    .filter_map(|(name, arg): (String, Option<_>)| Some((name, arg?)))
                    .collect(),
                },)*
                None => ludoteca_rules::Form { name: String::new(), params: Vec::new() },
            }
        }
    };
}
pub(crate) use action_messages;
