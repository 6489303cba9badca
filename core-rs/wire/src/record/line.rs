//! A line of a whole record: one event, with the digest of the table after it.

use std::sync::Arc;

use ludoteca_rules::{Actor, Arg, Created, Deed, Event, Form, Holder, Joined, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::hex::Hex;
use crate::error::quoted;
use crate::game::{BadAction, GameWire, decode_action};
use crate::schema::Schema;

/// One event. What a kind of event does not have is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    pub(super) seq: u64,
    pub(super) at_ms: u64,
    pub(super) kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u8>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) by_clock: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) bot: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) contribution: Option<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) action: Option<Map<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) to_seq: Option<u64>,
    #[serde(default)]
    pub(super) picks: Vec<u32>,
    pub(super) digest: Hex,
}

impl Line {
    /// The line of an event.
    pub(super) fn of<G: GameWire>(
        content: &G::Content,
        event: &Event<G::Action>,
        digest: [u8; 32],
    ) -> Self {
        let mut line = Self {
            seq: event.seq,
            at_ms: event.at_ms,
            kind: event.deed.name().to_owned(),
            seat: None,
            by_clock: false,
            name: None,
            bot: None,
            contribution: None,
            action: None,
            to_seq: None,
            picks: event.picks.clone(),
            digest: digest.into(),
        };
        match &event.deed {
            Deed::Created(_) | Deed::Abandoned => {}
            Deed::Joined(Joined { seat, holder }) => {
                line.seat = seat.map(|seat| seat.0);
                line.name = Some(holder.name.clone());
                line.bot = Some(holder.bot);
                line.contribution = Some(Hex(holder.contribution.clone()));
            }
            Deed::Left { seat } | Deed::Started { seat } | Deed::Resigned { seat } => {
                line.seat = Some(seat.0);
            }
            Deed::Acted { actor, by_clock, action } => {
                line.seat = match actor {
                    Actor::Seat(seat) => Some(seat.0),
                    Actor::Clock => None,
                };
                line.by_clock = *by_clock;
                line.action = Some(action_json(&G::form(content, action)));
            }
            Deed::TakenBack { seat, to_seq } => {
                line.seat = Some(seat.0);
                line.to_seq = Some(*to_seq);
            }
        }
        line
    }

    /// The event of a line; `created` are the terms that the header tells of.
    ///
    /// # Errors
    /// What is wrong with the line, in words.
    pub(super) fn event<G: GameWire>(
        &self,
        content: &G::Content,
        schema: &Schema,
        created: &Created,
    ) -> Result<Event<G::Action>, String> {
        let seat = || self.seat.map(Seat).ok_or("the seat is missing");
        let deed = match self.kind.as_str() {
            "created" => Deed::Created(Arc::new(created.clone())),
            "joined" => Deed::Joined(Joined {
                seat: Some(seat()?),
                holder: Holder {
                    name: self.name.clone().ok_or("the name is missing")?,
                    bot: self.bot.ok_or("bot is missing")?,
                    token_hash: Vec::new(),
                    contribution: self.contribution.clone().unwrap_or_default().0,
                },
            }),
            "left" => Deed::Left { seat: seat()? },
            "started" => Deed::Started { seat: seat()? },
            "acted" => Deed::Acted {
                actor: self.seat.map_or(Actor::Clock, |seat| Actor::Seat(Seat(seat))),
                by_clock: self.by_clock,
                action: self.read_action::<G>(content, schema)?,
            },
            "taken_back" => {
                Deed::TakenBack { seat: seat()?, to_seq: self.to_seq.ok_or("to_seq is missing")? }
            }
            "resigned" => Deed::Resigned { seat: seat()? },
            "abandoned" => Deed::Abandoned,
            other => return Err(format!("there is no event {}", quoted(other))),
        };
        let picks = self.picks.clone();
        let event = Event { seq: self.seq, at_ms: self.at_ms, request_id: Vec::new(), deed, picks };
        let told = Self::of::<G>(content, &event, [0; 32]);
        if (Self { digest: self.digest.clone(), ..told }) != *self {
            return Err(format!("a field does not belong to an event {:?}", self.kind));
        }
        Ok(event)
    }

    fn read_action<G: GameWire>(
        &self,
        content: &G::Content,
        schema: &Schema,
    ) -> Result<G::Action, String> {
        let mut params = self.action.clone().ok_or("the action is missing")?;
        let Some(Value::String(name)) = params.remove("type") else {
            return Err("the type of the action is missing".to_owned());
        };
        let json = Value::Object(Map::from_iter([(name, Value::Object(params))]));
        let bytes = schema.action(&json)?;
        decode_action::<G>(content, &bytes).map_err(|bad| match bad {
            BadAction::Malformed(why) => why.to_string(),
            BadAction::Unknown(why) => ludoteca_rules::Refusal::code(&why).to_owned(),
        })
    }
}

/// An action under the names of `rules.md`: its name as `type`, then its parameters.
pub(super) fn action_json(form: &Form) -> Map<String, Value> {
    let mut fields = Map::from_iter([("type".to_owned(), Value::String(form.name.clone()))]);
    fields.extend(form.params.iter().map(|(name, arg)| (name.clone(), arg_json(arg))));
    fields
}

/// A parameter as JSON.
pub(super) fn arg_json(arg: &Arg) -> Value {
    match arg {
        Arg::Seat(seat) => Value::from(*seat),
        Arg::Number(number) => Value::from(*number),
        Arg::Flag(flag) => Value::from(*flag),
        Arg::Id { id, .. } => Value::from(id.clone()),
        Arg::List(args) => args.iter().map(arg_json).collect(),
        Arg::Sentence(sentence) => Value::from(sentence.key),
    }
}
