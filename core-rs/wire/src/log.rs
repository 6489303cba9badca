//! Events as the log stores them: `ludoteca.log.v1.Event`.

use std::sync::Arc;

use ludoteca_rules::{
    Actor, Corrupt, Created, Deed, Event, Holder, Joined, OnTimeout, Refusal, Seat, ServerSeed,
    Takeover, TimeLimit, TurnClock,
};
use prost::Message;

use crate::error::corrupt;
use crate::game::{BadAction, GameWire, decode_action, encode_action};
use crate::pb::ludoteca::log::v1 as pb;
use crate::spectators;

/// An event as the log stores it.
pub fn encode<G: GameWire>(content: &G::Content, event: &Event<G::Action>) -> Vec<u8> {
    use pb::event::Deed as Kind;
    let deed = match &event.deed {
        Deed::Created(created) => Kind::Created(created_message(created)),
        Deed::Joined(Joined { seat, holder }) => Kind::Joined(pb::Joined {
            seat: seat.map(|seat| u32::from(seat.0)).unwrap_or_default(),
            name: holder.name.clone(),
            bot: holder.bot,
            token_hash: holder.token_hash.clone(),
            contribution: holder.contribution.clone(),
        }),
        Deed::Left { seat } => Kind::Left(pb::Left { seat: u32::from(seat.0) }),
        Deed::Started { seat } => Kind::Started(pb::Started { seat: u32::from(seat.0) }),
        Deed::Acted { actor, by_clock, action } => Kind::Acted(pb::Acted {
            seat: match actor {
                Actor::Seat(seat) => Some(u32::from(seat.0)),
                Actor::Clock => None,
            },
            by_clock: *by_clock,
            action: encode_action::<G>(content, action),
        }),
        Deed::TakenBack { seat, to_seq } => {
            Kind::TakenBack(pb::TakenBack { seat: u32::from(seat.0), to_seq: *to_seq })
        }
        Deed::Resigned { seat } => Kind::Resigned(pb::Resigned { seat: u32::from(seat.0) }),
        Deed::TimedOut { seat } => Kind::TimedOut(pb::TimedOut { seat: u32::from(seat.0) }),
        Deed::Abandoned => Kind::Abandoned(pb::Abandoned {}),
    };
    let message = pb::Event {
        seq: event.seq,
        at_ms: event.at_ms,
        request_id: event.request_id.clone(),
        picks: event.picks.clone(),
        deed: Some(deed),
    };
    message.encode_to_vec()
}

fn created_message(created: &Created) -> pb::Created {
    let option =
        |(id, value): &(String, String)| pb::Option { id: id.clone(), value: value.clone() };
    pb::Created {
        table_id: created.table_id.clone(),
        game: created.game.clone(),
        revision: created.revision,
        content_hash: created.content_hash.to_vec(),
        seats: u32::from(created.seats),
        options: created.options.iter().map(option).collect(),
        name: created.name.clone(),
        takeover: match created.takeover {
            Takeover::Nobody => 1,
            Takeover::Bots => 2,
            Takeover::Anyone => 3,
        },
        abandon_after_ms: created.abandon_after_ms,
        seed: created.seed.0.to_vec(),
        turn_clock: created.turn_clock.map(turn_clock_message),
        spectators: spectators::to_store(created.spectators),
    }
}

fn turn_clock_message(clock: TurnClock) -> pb::TurnClock {
    let (move_ms, bank_ms, increment_ms) = match clock.limit {
        TimeLimit::PerMove { move_ms } => (move_ms, 0, 0),
        TimeLimit::PerGame { bank_ms, increment_ms } => (0, bank_ms, increment_ms),
    };
    let on_timeout = match clock.on_timeout {
        OnTimeout::Default => 1,
        OnTimeout::Vacate => 2,
        OnTimeout::End => 3,
    };
    pb::TurnClock { move_ms, bank_ms, increment_ms, on_timeout }
}

/// The message of an event; `place` is the seq it should have.
pub(crate) fn message(bytes: &[u8], place: u64) -> Result<pb::Event, Corrupt> {
    pb::Event::decode(bytes).map_err(|why| corrupt(place, format!("no event: {why}")))
}

/// The terms of the table whose first event this is.
pub(crate) fn terms(bytes: &[u8]) -> Result<Created, Corrupt> {
    match message(bytes, 1)?.deed {
        Some(pb::event::Deed::Created(created)) => {
            read_created(created).map_err(|why| corrupt(1, why))
        }
        _ => Err(corrupt(1, "the first event creates no table")),
    }
}

/// The event that the bytes hold; `place` is the seq it should have.
pub(crate) fn decode<G: GameWire>(
    content: &G::Content,
    bytes: &[u8],
    place: u64,
) -> Result<Event<G::Action>, Corrupt> {
    read::<G>(content, message(bytes, place)?).map_err(|why| corrupt(place, why))
}

fn read<G: GameWire>(content: &G::Content, event: pb::Event) -> Result<Event<G::Action>, String> {
    use pb::event::Deed as Kind;
    let deed = match event.deed.ok_or("an event without a deed")? {
        Kind::Created(created) => Deed::Created(Arc::new(read_created(created)?)),
        Kind::Joined(joined) => Deed::Joined(Joined {
            seat: Some(read_seat(joined.seat)?),
            holder: Holder {
                name: joined.name,
                bot: joined.bot,
                token_hash: joined.token_hash,
                contribution: joined.contribution,
            },
        }),
        Kind::Left(left) => Deed::Left { seat: read_seat(left.seat)? },
        Kind::Started(started) => Deed::Started { seat: read_seat(started.seat)? },
        Kind::Acted(acted) => Deed::Acted {
            actor: match acted.seat {
                Some(seat) => Actor::Seat(read_seat(seat)?),
                None => Actor::Clock,
            },
            by_clock: acted.by_clock,
            action: decode_action::<G>(content, &acted.action).map_err(|bad| match bad {
                BadAction::Malformed(why) => format!("no action: {why}"),
                BadAction::Unknown(why) => why.code().to_owned(),
            })?,
        },
        Kind::TakenBack(back) => {
            Deed::TakenBack { seat: read_seat(back.seat)?, to_seq: back.to_seq }
        }
        Kind::Resigned(resigned) => Deed::Resigned { seat: read_seat(resigned.seat)? },
        Kind::Abandoned(pb::Abandoned {}) => Deed::Abandoned,
        Kind::TimedOut(out) => Deed::TimedOut { seat: read_seat(out.seat)? },
    };
    let pb::Event { seq, at_ms, request_id, picks, .. } = event;
    Ok(Event { seq, at_ms, request_id, deed, picks })
}

fn read_seat(seat: u32) -> Result<Seat, String> {
    u8::try_from(seat).map(Seat).map_err(|_| format!("no table has a seat {seat}"))
}

fn read_created(created: pb::Created) -> Result<Created, String> {
    Ok(Created {
        table_id: created.table_id,
        game: created.game,
        revision: created.revision,
        content_hash: <[u8; 32]>::try_from(created.content_hash.as_slice())
            .map_err(|_| "a content hash that is not 32 bytes long")?,
        seats: u8::try_from(created.seats).map_err(|_| "too many seats")?,
        options: created.options.into_iter().map(|option| (option.id, option.value)).collect(),
        name: created.name,
        takeover: match created.takeover {
            1 => Takeover::Nobody,
            2 => Takeover::Bots,
            3 => Takeover::Anyone,
            other => return Err(format!("an unknown takeover {other}")),
        },
        abandon_after_ms: created.abandon_after_ms,
        seed: <[u8; 32]>::try_from(created.seed.as_slice())
            .map(ServerSeed)
            .map_err(|_| "a seed that is not 32 bytes long")?,
        turn_clock: created.turn_clock.map(read_turn_clock).transpose()?,
        spectators: spectators::from_store(created.spectators)?,
    })
}

fn read_turn_clock(clock: pb::TurnClock) -> Result<TurnClock, String> {
    let pb::TurnClock { move_ms, bank_ms, increment_ms, on_timeout } = clock;
    Ok(TurnClock {
        limit: match (move_ms, bank_ms, increment_ms) {
            (move_ms, 0, 0) => TimeLimit::PerMove { move_ms },
            (0, bank_ms, increment_ms) => TimeLimit::PerGame { bank_ms, increment_ms },
            _ => return Err("a turn clock with two limits".to_owned()),
        },
        on_timeout: match on_timeout {
            1 => OnTimeout::Default,
            2 => OnTimeout::Vacate,
            3 => OnTimeout::End,
            other => return Err(format!("an unknown on_timeout {other}")),
        },
    })
}
