//! What is measured, each beside its baseline, turn about: so much of the same that the server works on steadily.

use std::time::Instant;

use futures_util::future::{try_join, try_join_all};
use futures_util::stream::{StreamExt, TryStreamExt, iter};
use prost::bytes::Bytes;
use tonic::Streaming;

use crate::line::{Line, next};
use crate::measure::{Measure, Sum, median_ms};
use crate::players::Players;
use crate::script::{Play, ROUNDS_BEFORE_SIXTEEN, sixteen};
use crate::table::Table;
use crate::{Arguments, Fault};

type Found = Vec<(&'static str, Measure)>;

/// Calls, or messages of streams, that are on their way at any moment of a turn.
const IN_FLIGHT: usize = 32;
/// Tables that a turn goes through: each has an action or two for it, so that it lasts.
const TABLES: usize = 1_024;
/// Tables that buy eight jokers each: a table can do it once.
const SIXTEENS: usize = 256;
const CHANNELS: usize = 4;
const WATCHERS: usize = 1_000;
/// An event so late in a table must cost what an early one does (R27).
const OLD: u32 = 2_000;
/// The bytes of a request of the echo server, as of a small action.
const REQUEST: Bytes = Bytes::from_static(&[b'q'; 96]);

/// The service and the echo server.
#[derive(Debug)]
pub(crate) struct Bench {
    lines: Vec<Line>,
    echo: Vec<Line>,
    process_level: Option<Vec<Line>>,
    players: Players,
    service_pid: u32,
    echo_pid: u32,
    is_quick: bool,
}

impl Bench {
    /// Connects to both.
    pub(crate) async fn connect(arguments: &Arguments) -> Result<Self, Fault> {
        let process_level = match &arguments.process_level {
            Some(address) => Some(lines(address).await?),
            None => None,
        };
        Ok(Self {
            lines: lines(&arguments.service).await?,
            echo: lines(&arguments.echo).await?,
            process_level,
            players: Players::connect(&arguments.service).await?,
            service_pid: arguments.service_pid,
            echo_pid: arguments.echo_pid,
            is_quick: arguments.quick,
        })
    }

    /// How many turns each side has.
    const fn turns(&self) -> usize {
        if self.is_quick { 1 } else { 5 }
    }

    /// How many single calls are looked at.
    const fn looks(&self) -> usize {
        if self.is_quick { 8 } else { 40 }
    }

    /// How many tables there are.
    const fn tables(&self) -> usize {
        if self.is_quick { TABLES / 4 } else { TABLES }
    }

    /// Unary actions, a random legal one of each table a turn, beside unary echoes.
    pub(crate) async fn act(&self) -> Result<Found, Fault> {
        let mut tables = open(&self.lines, self.tables(), Play::Listed).await?;
        let (mut ours, mut bare) = (Sum::default(), Sum::default());
        for _ in 0..self.turns() {
            let picks = tables.iter_mut().map(Table::pick);
            let ready: Vec<_> = iter(picks).buffered(IN_FLIGHT).try_collect().await?;
            let acts = tables
                .iter()
                .zip(ready)
                .filter_map(|(table, ready)| ready.map(|ready| table.act(ready)));
            ours.add(self.service_pid, steadily(acts)).await?;
            let echoes = (0..tables.len()).map(|n| self.echoed(n));
            bare.add(self.echo_pid, steadily(echoes)).await?;
        }
        Ok(vec![("act.cpu", Measure::beside(ours.cost_us(), "us CPU/action", bare.cost_us()))])
    }

    async fn echoed(&self, number: usize) -> Result<u32, Fault> {
        self.echo[number % CHANNELS].unary("/ludoteca.bench.Echo/Unary", REQUEST).await?;
        Ok(1)
    }

    /// Actions on open streams, one and sixteen in a message, beside echoes and beside unary actions.
    pub(crate) async fn play(&self) -> Result<Found, Fault> {
        let mut tables = streaming(&self.lines, self.tables()).await?;
        let mut echoes = Vec::new();
        for number in 0..tables.len() {
            let line = &self.echo[number % CHANNELS];
            echoes.push(line.both("/ludoteca.bench.Echo/Both", [REQUEST]).await?);
        }
        try_join_all(echoes.iter_mut().map(crate::line::Both::next)).await?;
        let (mut acted, mut played) = (Sum::default(), Sum::default());
        let (mut bare, mut grouped) = (Sum::default(), Sum::default());
        for _ in 0..self.turns() {
            let acts = tables.iter().map(|each| each.act_turn(0));
            acted.add(self.service_pid, steadily(acts)).await?;
            other_seat(&mut tables).await?;
            let plays = tables.iter_mut().map(Table::play_turn);
            played.add(self.service_pid, steadily(plays)).await?;
            other_seat(&mut tables).await?;
            bare.add(self.echo_pid, steadily(echoes.iter_mut().map(twice))).await?;
        }
        for _ in 0..self.turns() {
            let mut tables = streaming(&self.lines, SIXTEENS).await?;
            for _ in 0..ROUNDS_BEFORE_SIXTEEN {
                steadily(tables.iter_mut().map(Table::round)).await?;
            }
            caught_up(&mut tables).await?;
            let messages = tables.iter_mut().map(|each| each.play(sixteen()));
            grouped.add(self.service_pid, steadily(messages)).await?;
        }
        let cpu = "us CPU/action";
        Ok(vec![
            ("play.cpu", Measure::beside(played.cost_us(), cpu, bare.cost_us())),
            ("play.rate", Measure::beside(played.rate(), "actions/s", acted.rate())),
            ("play16.cpu", Measure::beside(grouped.cost_us(), cpu, acted.cost_us())),
            ("play16.rate", Measure::beside(grouped.rate(), "actions/s", acted.rate())),
        ])
    }

    /// Actions a second on streams at level `power`, beside level `process`.
    pub(crate) async fn levels(&self) -> Result<Found, Fault> {
        let Some(process_level) = &self.process_level else { return Ok(Vec::new()) };
        let mut power = streaming(&self.lines, self.tables()).await?;
        let mut process = streaming(process_level, self.tables()).await?;
        let (mut ours, mut other) = (Sum::default(), Sum::default());
        for _ in 0..self.turns() {
            for (tables, sum) in [(&mut power, &mut ours), (&mut process, &mut other)] {
                let plays = tables.iter_mut().map(Table::play_turn);
                sum.add(self.service_pid, steadily(plays)).await?;
                other_seat(tables).await?;
            }
        }
        Ok(vec![("level.power", Measure::beside(ours.rate(), "actions/s", other.rate()))])
    }

    /// The latency of an action of a table with thousands of events, beside a young one's.
    pub(crate) async fn old(&self) -> Result<Found, Fault> {
        let mut old = Table::open(&self.lines[0], Play::Script).await?;
        old.open_stream().await?;
        for _ in 0..OLD / 4 {
            old.round().await?;
        }
        old.close_stream();
        let young = Table::open(&self.lines[0], Play::Script).await?;
        let (mut ours, mut other) = (Vec::new(), Vec::new());
        for _ in 0..self.looks() {
            for (table, spent) in [(&old, &mut ours), (&young, &mut other)] {
                for seat in 0..2 {
                    let begun = Instant::now();
                    table.act_turn(seat).await?;
                    spent.push(begun.elapsed() / 2);
                }
            }
        }
        let value = Measure::beside(median_ms(ours), "ms median", median_ms(other));
        Ok(vec![("act.old", value)])
    }

    /// Telling a thousand spectators of one table, beside a thousand bare streams; and the table's own latency.
    pub(crate) async fn watch(&self) -> Result<Found, Fault> {
        let table = self.players.open(Play::Script).await?;
        let quiet = self.players.open(Play::Script).await?;
        let watched = "/ludoteca.v1.TableService/Watch";
        let mut spectators = streams(&self.lines, watched, &table.watched()).await?;
        let fan = "/ludoteca.bench.Echo/Fan";
        let mut fans = streams(&self.echo, fan, &Bytes::new()).await?;
        let (mut ours, mut without, mut bare) = (Sum::default(), Sum::default(), Sum::default());
        let (mut crowded, mut alone) = (Vec::new(), Vec::new());
        let mut size = 0;
        for turn in 0..self.looks() {
            for (told, unwatched) in
                Table::turn_of(turn % 2).into_iter().zip(Table::turn_of(turn % 2))
            {
                let deliver = async {
                    let act = async {
                        tokio::task::yield_now().await; // all spectators listen before the action is sent
                        self.players.act(&table, told).await
                    };
                    let (spent, bytes) = try_join(act, heard(&mut spectators)).await?;
                    crowded.push(spent);
                    size = bytes;
                    Ok(u32::try_from(WATCHERS)?)
                };
                ours.add(self.service_pid, deliver).await?;
                bare.add(self.echo_pid, self.poked(&mut fans, size)).await?;
                let act = async {
                    alone.push(self.players.act(&quiet, unwatched).await?);
                    Ok(1)
                };
                without.add(self.service_pid, act).await?;
                // Before each action the service was idle for as long: it finds its caches as cold.
                bare.add(self.echo_pid, self.poked(&mut fans, size)).await?;
            }
        }
        ours.without(&without);
        let delivery = Measure::beside(ours.cost_us(), "us CPU/delivery", bare.cost_us());
        let latency = Measure::beside(median_ms(crowded), "ms median", median_ms(alone));
        Ok(vec![("watch.delivery", delivery), ("watch.act", latency)])
    }

    /// Sends a message of this size to every bare stream.
    async fn poked(&self, fans: &mut [Streaming<Bytes>], size: usize) -> Result<u32, Fault> {
        let message = Bytes::from(vec![b'n'; size]);
        let poke = self.echo[0].unary("/ludoteca.bench.Echo/Poke", message);
        try_join(poke, heard(fans)).await?;
        Ok(u32::try_from(WATCHERS)?)
    }
}

async fn lines(address: &str) -> Result<Vec<Line>, Fault> {
    try_join_all((0..CHANNELS).map(|_| Line::connect(address))).await
}

/// Started tables, spread over the connections.
async fn open(lines: &[Line], count: usize, play: Play) -> Result<Vec<Table>, Fault> {
    let opened = (0..count).map(|number| Table::open(&lines[number % CHANNELS], play));
    iter(opened).buffered(IN_FLIGHT).try_collect().await
}

/// Started tables with the first seat's stream open.
async fn streaming(lines: &[Line], count: usize) -> Result<Vec<Table>, Fault> {
    let mut tables = open(lines, count, Play::Script).await?;
    try_join_all(tables.iter_mut().map(Table::open_stream)).await?;
    Ok(tables)
}

/// The turn of the second seat, of which nothing is measured.
async fn other_seat(tables: &mut [Table]) -> Result<(), Fault> {
    steadily(tables.iter().map(|each| each.act_turn(1))).await?;
    caught_up(tables).await
}

async fn caught_up(tables: &mut [Table]) -> Result<(), Fault> {
    try_join_all(tables.iter_mut().map(Table::catch_up)).await?;
    Ok(())
}

/// All of it, so many at any moment; the sum of what was done.
async fn steadily(
    calls: impl Iterator<Item: Future<Output = Result<u32, Fault>>>,
) -> Result<u32, Fault> {
    iter(calls).buffer_unordered(IN_FLIGHT).try_fold(0, async |sum, done| Ok(sum + done)).await
}

async fn twice(echo: &mut crate::line::Both) -> Result<u32, Fault> {
    for _ in 0..2 {
        echo.send(REQUEST).await?;
        echo.next().await?;
    }
    Ok(2)
}

/// A thousand streams, each past its first message: it says that what follows is live.
async fn streams(
    lines: &[Line],
    path: &'static str,
    request: &Bytes,
) -> Result<Vec<Streaming<Bytes>>, Fault> {
    try_join_all((0..WATCHERS).map(|number| async move {
        let mut stream = lines[number % CHANNELS].stream(path, request.clone()).await?;
        next(&mut stream).await?;
        Ok::<_, Fault>(stream)
    }))
    .await
}

/// The next message of each stream; the bytes of the longest.
async fn heard(streams: &mut [Streaming<Bytes>]) -> Result<usize, Fault> {
    let messages = try_join_all(streams.iter_mut().map(next)).await?;
    Ok(messages.iter().map(Bytes::len).max().unwrap_or_default())
}
