//! The first line of a record: which table it is, and what its whole log is checked against.

use ludoteca_rules::{
    Created, Deed, Event, Joined, Lifecycle, OnTimeout, ServerSeed, Table, Takeover, TimeLimit,
    TurnClock,
};
use serde::{Deserialize, Serialize};

use super::hex::Hex;
use super::spectators::SpectatorsWord;
use crate::game::GameWire;

/// The version of the format that this code writes and reads.
pub(super) const FORMAT: u32 = 1;

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) ludoteca_record: u32,
    /// Whose sight the record keeps to; absent in a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) view: Option<Sight>,
    pub(super) table_id: String,
    pub(super) name: String,
    pub(super) game: String,
    pub(super) revision: u32,
    pub(super) content_hash: Hex,
    pub(super) options: serde_json::Map<String, serde_json::Value>,
    /// The last holder of each seat.
    pub(super) seats: Vec<Option<SeatEntry>>,
    pub(super) takeover: TakeoverWord,
    pub(super) abandon_after_ms: u64,
    /// How long seats may think; absent: as long as they like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) turn_clock: Option<TurnClockEntry>,
    /// What those saw who held no seat; absent: everything public, at once.
    #[serde(default, skip_serializing_if = "SpectatorsWord::is_default")]
    pub(super) spectators: SpectatorsWord,
    pub(super) lifecycle: Lifecycle,
    pub(super) ranking: Vec<Vec<u8>>,
    pub(super) events: u64,
    pub(super) commitment: Hex,
    /// The server seed; absent while the table goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<Hex>,
    /// The text of the content file, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) content: Option<String>,
}

/// Who last held a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatEntry {
    pub(super) name: String,
    pub(super) bot: bool,
    /// The seat's share in the chance key; absent while the table goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) contribution: Option<Hex>,
}

/// Whose sight a record keeps to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Sight {
    Seat(u8),
    Public(Public),
}

/// The word for everybody who holds no seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Public {
    #[serde(rename = "public")]
    Public,
}

/// Who may take over a vacated seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum TakeoverWord {
    Nobody,
    Bots,
    Anyone,
}

/// How long seats may think.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TurnClockEntry {
    limit: LimitEntry,
    on_timeout: TimeoutWord,
}

/// For each decision, or for the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum LimitEntry {
    PerMove { move_ms: u64 },
    PerGame { bank_ms: u64, increment_ms: u64 },
}

/// What happens then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum TimeoutWord {
    Default,
    Vacate,
    End,
}

impl TurnClockEntry {
    const fn of(clock: TurnClock) -> Self {
        Self {
            limit: match clock.limit {
                TimeLimit::PerMove { move_ms } => LimitEntry::PerMove { move_ms },
                TimeLimit::PerGame { bank_ms, increment_ms } => {
                    LimitEntry::PerGame { bank_ms, increment_ms }
                }
            },
            on_timeout: match clock.on_timeout {
                OnTimeout::Default => TimeoutWord::Default,
                OnTimeout::Vacate => TimeoutWord::Vacate,
                OnTimeout::End => TimeoutWord::End,
            },
        }
    }

    const fn terms(self) -> TurnClock {
        TurnClock {
            limit: match self.limit {
                LimitEntry::PerMove { move_ms } => TimeLimit::PerMove { move_ms },
                LimitEntry::PerGame { bank_ms, increment_ms } => {
                    TimeLimit::PerGame { bank_ms, increment_ms }
                }
            },
            on_timeout: match self.on_timeout {
                TimeoutWord::Default => OnTimeout::Default,
                TimeoutWord::Vacate => OnTimeout::Vacate,
                TimeoutWord::End => OnTimeout::End,
            },
        }
    }
}

impl Header {
    /// The header of a log and the table it makes; whole if the table is over.
    pub(super) fn of<G: GameWire>(
        table: &Table<G>,
        events: &[Event<G::Action>],
        content: Option<String>,
        view: Option<Sight>,
    ) -> Self {
        let created = table.created();
        let text = |text: &String| serde_json::Value::String(text.clone());
        let seats = |group: &Vec<ludoteca_rules::Seat>| group.iter().map(|seat| seat.0).collect();
        Self {
            ludoteca_record: FORMAT,
            view,
            table_id: created.table_id.clone(),
            name: created.name.clone(),
            game: created.game.clone(),
            revision: created.revision,
            content_hash: created.content_hash.into(),
            options: created.options.iter().map(|(id, value)| (id.clone(), text(value))).collect(),
            seats: last_holders(created, events, view.is_none()),
            takeover: match created.takeover {
                Takeover::Nobody => TakeoverWord::Nobody,
                Takeover::Bots => TakeoverWord::Bots,
                Takeover::Anyone => TakeoverWord::Anyone,
            },
            abandon_after_ms: created.abandon_after_ms,
            turn_clock: created.turn_clock.map(TurnClockEntry::of),
            spectators: SpectatorsWord::of(created.spectators),
            lifecycle: table.lifecycle(),
            ranking: table.ranking().iter().map(seats).collect(),
            events: events.len() as u64,
            commitment: created.seed.commitment().into(),
            seed: view.is_none().then(|| created.seed.0.into()),
            content,
        }
    }

    /// The terms of the table that the header tells of.
    ///
    /// # Errors
    /// What is missing or out of its bounds, in words.
    pub(super) fn created(&self) -> Result<Created, String> {
        let option = |(id, value): (&String, &serde_json::Value)| match value.as_str() {
            Some(value) => Ok((id.clone(), value.to_owned())),
            None => Err(format!("the option {id} is no text")),
        };
        let seed = self.seed.as_ref().ok_or("the seed is missing")?;
        Ok(Created {
            table_id: self.table_id.clone(),
            game: self.game.clone(),
            revision: self.revision,
            content_hash: self.content_hash.array().ok_or("content_hash has not 32 bytes")?,
            seats: u8::try_from(self.seats.len()).map_err(|_| "there are too many seats")?,
            options: self.options.iter().map(option).collect::<Result<_, _>>()?,
            name: self.name.clone(),
            takeover: match self.takeover {
                TakeoverWord::Nobody => Takeover::Nobody,
                TakeoverWord::Bots => Takeover::Bots,
                TakeoverWord::Anyone => Takeover::Anyone,
            },
            abandon_after_ms: self.abandon_after_ms,
            turn_clock: self.turn_clock.map(TurnClockEntry::terms),
            spectators: self.spectators.policy(),
            seed: seed.array().map(ServerSeed).ok_or("the seed has not 32 bytes")?,
        })
    }

    /// The first field in which two headers differ.
    pub(super) fn difference(&self, other: &Self) -> Option<String> {
        let fields = |header: &Self| match serde_json::to_value(header) {
            Ok(serde_json::Value::Object(fields)) => fields,
            Ok(_) | Err(_) => serde_json::Map::new(),
        };
        let (ours, theirs) = (fields(self), fields(other));
        let name = |(name, value): (&String, &serde_json::Value)| {
            (theirs.get(name) != Some(value)).then(|| name.clone())
        };
        let missing = || theirs.keys().find(|name| !ours.contains_key(*name)).cloned();
        ours.iter().find_map(name).or_else(missing)
    }
}

fn last_holders<A>(
    created: &Created,
    events: &[Event<A>],
    contributions: bool,
) -> Vec<Option<SeatEntry>> {
    let mut seats = vec![None; usize::from(created.seats)];
    for event in events {
        let Deed::Joined(Joined { seat: Some(seat), holder }) = &event.deed else { continue };
        if let Some(entry) = seats.get_mut(seat.index()) {
            *entry = Some(SeatEntry {
                name: holder.name.clone(),
                bot: holder.bot,
                contribution: contributions.then(|| Hex(holder.contribution.clone())),
            });
        }
    }
    seats
}
