//! A started table of two seats and the calls that are measured.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use prost::Message;
use prost::bytes::Bytes;
use prost_types::Any;

use crate::Fault;
use crate::line::{Both, Line};
use crate::proto::ludoteca::v1 as wire;
use crate::script::{Play, turn};
use wire::play_request::Message as Sent;
use wire::play_response::Message as Told;

const SEATS: usize = 2;
/// A started table.
#[derive(Debug)]
pub(crate) struct Table {
    id: String,
    seats: Vec<Line>,
    stream: Option<Both>,
    chance: u64,
}

/// An action that is ready to go.
#[derive(Debug)]
pub(crate) struct Ready {
    seat: usize,
    action: Any,
}

impl Table {
    /// Creates, fills and starts a table.
    pub(crate) async fn open(line: &Line, play: Play) -> Result<Self, Fault> {
        let mut seats = Vec::new();
        for _ in 0..SEATS {
            seats.push(line.holding(&[new_id(), new_id()].concat())?);
        }
        let (game, options) = play.game();
        let create = wire::CreateTableRequest {
            game: game.to_owned(),
            seats: 2,
            options,
            request_id: new_id(),
            ..wire::CreateTableRequest::default()
        };
        let made = seats[0].unary("/ludoteca.v1.TableService/CreateTable", packed(&create)).await?;
        let made = wire::CreateTableResponse::decode(made)?.table.ok_or("no table")?;
        let table = Self { id: made.table_id, seats, stream: None, chance: made_of(&new_id()) };
        for (seat, line) in (0..).zip(&table.seats) {
            let join = wire::JoinTableRequest {
                table_id: table.id.clone(),
                seat: Some(seat),
                name: format!("Seat {seat}"),
                request_id: new_id(),
                ..wire::JoinTableRequest::default()
            };
            line.unary("/ludoteca.v1.TableService/JoinTable", packed(&join)).await?;
        }
        let start = wire::StartTableRequest { table_id: table.id.clone(), request_id: new_id() };
        table.seats[0].unary("/ludoteca.v1.TableService/StartTable", packed(&start)).await?;
        Ok(table)
    }

    /// One action of somebody whose turn it is, picked among what is legal; none when the game is over.
    pub(crate) async fn pick(&mut self) -> Result<Option<Ready>, Fault> {
        for seat in 0..SEATS {
            let ask = wire::ListActionsRequest { table_id: self.id.clone(), words: false };
            let listed = self.seats[seat]
                .unary("/ludoteca.v1.TableService/ListActions", packed(&ask))
                .await?;
            let mut offers = wire::ListActionsResponse::decode(listed)?.offers;
            if offers.is_empty() {
                continue;
            }
            self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let most = u64::try_from(offers.len())?;
            let offer = offers.swap_remove(usize::try_from((self.chance >> 33) % most)?);
            return Ok(offer.action.map(|action| Ready { seat, action }));
        }
        Ok(None)
    }

    /// A durable action by a unary call.
    pub(crate) async fn act(&self, ready: Ready) -> Result<u32, Fault> {
        let act = wire::ActRequest {
            table_id: self.id.clone(),
            action: Some(ready.action),
            request_id: new_id(),
            ..wire::ActRequest::default()
        };
        self.seats[ready.seat].unary("/ludoteca.v1.TableService/Act", packed(&act)).await?;
        Ok(1)
    }

    /// A seat's turn by unary calls, one after the other.
    pub(crate) async fn act_turn(&self, seat: usize) -> Result<u32, Fault> {
        let mut done = 0;
        for ready in Self::turn_of(seat) {
            done += self.act(ready).await?;
        }
        Ok(done)
    }

    /// The actions of a seat's turn.
    pub(crate) fn turn_of(seat: usize) -> [Ready; 2] {
        turn().map(|action| Ready { seat, action })
    }

    /// Opens the stream of the first seat.
    pub(crate) async fn open_stream(&mut self) -> Result<(), Fault> {
        self.stream = Some(self.stream_of(0).await?);
        Ok(())
    }

    /// A stream of a seat, open.
    pub(crate) async fn stream_of(&self, seat: usize) -> Result<Both, Fault> {
        let open =
            wire::PlayOpen { table_id: self.id.clone(), groups: true, ..wire::PlayOpen::default() };
        let first = packed(&wire::PlayRequest { message: Some(Sent::Open(open)) });
        // The echo comes back when the stream is open: what follows is no part of opening it.
        let first = [first, knock()];
        let mut stream = self.seats[seat].both("/ludoteca.v1.TableService/Play", first).await?;
        stream.next().await?;
        Ok(stream)
    }

    /// Reads what the stream still has to tell: an echo comes behind it.
    pub(crate) async fn catch_up(&mut self) -> Result<(), Fault> {
        let stream = self.stream.as_mut().ok_or("no stream is open")?;
        stream.send(knock()).await?;
        loop {
            let response = wire::PlayResponse::decode(stream.next().await?)?;
            let last = match &response.message {
                Some(Told::Group(group)) => {
                    group.responses.last().and_then(|each| each.message.as_ref())
                }
                other => other.as_ref(),
            };
            if matches!(last, Some(Told::Echo(_))) {
                return Ok(());
            }
        }
    }

    /// Ends the stream.
    pub(crate) fn close_stream(&mut self) {
        self.stream = None;
    }

    /// One message of actions of the first seat on its stream, until the last one is durable and told.
    pub(crate) async fn play(&mut self, actions: Vec<Any>) -> Result<u32, Fault> {
        let stream = self.stream.as_mut().ok_or("no stream is open")?;
        let count = u32::try_from(actions.len())?;
        stream.send(acting(actions)).await?;
        let mut so_far = Heard::default();
        while so_far.accepted < count || so_far.told < count {
            heard(stream, &mut so_far).await?;
        }
        Ok(count)
    }

    /// The first seat's turn on its stream, an action a message.
    pub(crate) async fn play_turn(&mut self) -> Result<u32, Fault> {
        let mut done = 0;
        for action in turn() {
            done += self.play(vec![action]).await?;
        }
        Ok(done)
    }

    /// A whole round, quickly: nothing of it is measured.
    pub(crate) async fn round(&mut self) -> Result<u32, Fault> {
        Ok(self.play(turn().into()).await? + self.act_turn(1).await?)
    }

    /// What a spectator asks for.
    pub(crate) fn watched(&self) -> Bytes {
        let follow = wire::Follow { table_id: self.id.clone(), from_seq: 0 };
        packed(&wire::WatchRequest { follows: vec![follow], ..wire::WatchRequest::default() })
    }
}

/// What has come of a seat's actions.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) accepted: u32,
    pub(crate) told: u32,
}

/// Reads one message of a stream, and counts what it says.
pub(crate) async fn heard(stream: &mut Both, so_far: &mut Heard) -> Result<(), Fault> {
    let response = wire::PlayResponse::decode(stream.next().await?)?;
    let each = match response.message {
        Some(Told::Group(group)) => group.responses,
        other => vec![wire::PlayResponse { message: other }],
    };
    for response in each {
        match response.message {
            Some(Told::Accepted(_)) => so_far.accepted += 1,
            Some(Told::Notice(_)) => so_far.told += 1,
            Some(Told::Refused(refused)) => return Err(format!("{refused:?}").into()),
            _ => {}
        }
    }
    Ok(())
}

/// A message of actions.
pub(crate) fn acting(actions: Vec<Any>) -> Bytes {
    let actions = actions
        .into_iter()
        .map(|action| wire::PlayAction {
            action: Some(action),
            request_id: new_id(),
            expected_seq: None,
        })
        .collect();
    let message = Sent::Actions(wire::PlayActions { actions });
    packed(&wire::PlayRequest { message: Some(message) })
}

/// A message that comes back as it is.
pub(crate) fn knock() -> Bytes {
    let echo = wire::Echo { payload: vec![1] };
    packed(&wire::PlayRequest { message: Some(Sent::Echo(echo)) })
}

fn packed(message: &impl Message) -> Bytes {
    message.encode_to_vec().into()
}

/// Sixteen bytes that no other call of any run has: they guard nothing here.
fn new_id() -> Vec<u8> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    ((now << 64) | u128::from(count)).to_be_bytes().to_vec()
}

fn made_of(id: &[u8]) -> u64 {
    id.iter().fold(14_695_981_039_346_656_037, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211)
    })
}
