//! Sentences, their parameters and facts as messages, and back.

use ludoteca_rules::{Arg, Fact, Sentence, Speaker};
use prost::Message;

use crate::error::Error;
use crate::pb::ludoteca::v1 as pb;

/// Makes messages of what a table says, with text if words were asked for.
#[derive(Debug)]
pub(crate) struct Teller<'a> {
    pub(crate) speaker: Option<&'a dyn Speaker>,
    pub(crate) game: &'static str,
    pub(crate) names: Vec<&'a str>,
}

impl Teller<'_> {
    pub(crate) fn sentence(&self, sentence: &Sentence) -> pb::Sentence {
        let say = |speaker: &dyn Speaker| speaker.say(self.game, sentence, &self.names);
        pb::Sentence { text: self.speaker.map(say).unwrap_or_default(), ..bare(sentence) }
    }

    pub(crate) fn fact(&self, fact: &Fact) -> pb::Fact {
        pb::Fact {
            sentence: Some(self.sentence(&fact.sentence)),
            from: fact.from.as_ref().map(|anchor| anchor.0.clone()).unwrap_or_default(),
            to: fact.to.as_ref().map(|anchor| anchor.0.clone()).unwrap_or_default(),
            amount: fact.amount,
        }
    }
}

/// A sentence without its text.
fn bare(sentence: &Sentence) -> pb::Sentence {
    let named = |(name, arg): &(&str, Arg)| pb::NamedArg {
        name: (*name).to_owned(),
        arg: Some(arg_message(arg)),
    };
    pb::Sentence {
        key: sentence.key.to_owned(),
        args: sentence.args.iter().map(named).collect(),
        text: String::new(),
    }
}

/// A parameter as a message.
pub(crate) fn arg_message(arg: &Arg) -> pb::Arg {
    use pb::arg::Value;
    let value = match arg {
        Arg::Seat(seat) => Value::Seat(u32::from(*seat)),
        Arg::Number(number) => Value::Number(*number),
        Arg::Flag(flag) => Value::Flag(*flag),
        Arg::Id { kind, id } => Value::Id(pb::Id { kind: (*kind).to_owned(), id: id.clone() }),
        Arg::List(args) => {
            Value::List(pb::ArgList { args: args.iter().map(arg_message).collect() })
        }
        Arg::Sentence(sentence) => Value::Sentence(bare(sentence)),
    };
    pb::Arg { value: Some(value) }
}

/// The sentence of a `ludoteca.v1.Sentence` message.
///
/// # Errors
/// The bytes are no such message, or a parameter has no value or an impossible seat.
pub fn sentence_of(bytes: &[u8]) -> Result<Sentence<String>, Error> {
    let message = pb::Sentence::decode(bytes).map_err(|why| Error::malformed("Sentence", why))?;
    read_sentence(message)
}

fn read_sentence(message: pb::Sentence) -> Result<Sentence<String>, Error> {
    let mut args = Vec::with_capacity(message.args.len());
    for pb::NamedArg { name, arg } in message.args {
        args.push((name, read_arg(arg.unwrap_or_default())?));
    }
    Ok(Sentence { key: message.key, args })
}

fn read_arg(arg: pb::Arg) -> Result<Arg<String>, Error> {
    use pb::arg::Value;
    Ok(match arg.value.ok_or_else(|| Error::bad("bad_field", "a parameter without a value"))? {
        Value::Seat(seat) => Arg::Seat(
            u8::try_from(seat).map_err(|_| Error::bad("bad_field", "no seat has this number"))?,
        ),
        Value::Number(number) => Arg::Number(number),
        Value::Flag(flag) => Arg::Flag(flag),
        Value::Id(pb::Id { kind, id }) => Arg::Id { kind, id },
        Value::List(list) => {
            Arg::List(list.args.into_iter().map(read_arg).collect::<Result<_, _>>()?)
        }
        Value::Sentence(sentence) => Arg::Sentence(read_sentence(sentence)?),
    })
}
