//! Tables at which both seats listen: an action is done when its mover has its answer and both have heard of it.
//!
//! This is what stands beside the servers of other makers, which tell everybody at the table too.

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use prost_types::Any;

use crate::line::{Both, Line};
use crate::measure::{Measure, Sum};
use crate::script::{Play, ROUNDS_BEFORE_SIXTEEN, sixteen, turn};
use crate::table::{Heard, Table, acting, heard, knock};
use crate::{Arguments, Fault, cpu};

const TABLES: usize = 32;
const CHANNELS: usize = 4;
/// How many times sixteen actions go out in a message: a table can do it once.
const SIXTEENS: usize = 4;

/// The service, and the processes whose time counts.
#[derive(Debug)]
pub(crate) struct Pairs {
    lines: Vec<Line>,
    service_pid: u32,
    store_pid: u32,
    lasts: Duration,
}

/// A table with the streams of both seats.
#[derive(Debug)]
struct Pair {
    streams: Vec<Both>,
}

/// What was done, and what it cost the worker and the store.
#[derive(Debug, Default)]
struct Cost {
    worker: Sum,
    store: Sum,
}

impl Pairs {
    /// Connects to the service.
    pub(crate) async fn connect(arguments: &Arguments, store_pid: u32) -> Result<Self, Fault> {
        let lines = (0..CHANNELS).map(|_| Line::connect(&arguments.service));
        Ok(Self {
            lines: try_join_all(lines).await?,
            service_pid: arguments.service_pid,
            store_pid,
            lasts: Duration::from_millis(if arguments.quick { 400 } else { 2_000 }),
        })
    }

    /// Both seats in turn, an action a message.
    pub(crate) async fn play(&self) -> Result<Vec<(&'static str, Measure)>, Fault> {
        let mut pairs = self.open().await?;
        let mut cost = Cost::default();
        let until = Instant::now() + self.lasts;
        self.counted(&mut cost, pairs.iter_mut().map(|pair| pair.turns(until))).await?;
        Ok(cost.told(["pair.cpu", "pair.store", "pair.rate"]))
    }

    /// Sixteen actions in a message.
    pub(crate) async fn sixteen(&self) -> Result<Vec<(&'static str, Measure)>, Fault> {
        let mut cost = Cost::default();
        for _ in 0..SIXTEENS {
            let mut pairs = self.open().await?;
            for _ in 0..ROUNDS_BEFORE_SIXTEEN {
                try_join_all(pairs.iter_mut().map(Pair::round)).await?;
            }
            let messages = pairs.iter_mut().map(|pair| pair.acted(0, sixteen()));
            self.counted(&mut cost, messages).await?;
        }
        Ok(cost.told(["pair16.cpu", "pair16.store", "pair16.rate"]))
    }

    /// Messages of the stream that come back as they are: neither rules nor log.
    pub(crate) async fn echo(&self) -> Result<Vec<(&'static str, Measure)>, Fault> {
        let mut pairs = self.open().await?;
        let mut cost = Cost::default();
        let until = Instant::now() + self.lasts;
        self.counted(&mut cost, pairs.iter_mut().map(|pair| pair.echoes(until))).await?;
        Ok(cost.told(["pair.echo.cpu", "pair.echo.store", "pair.echo.rate"]))
    }

    async fn open(&self) -> Result<Vec<Pair>, Fault> {
        try_join_all((0..TABLES).map(|number| Pair::open(&self.lines[number % CHANNELS]))).await
    }

    async fn counted(
        &self,
        cost: &mut Cost,
        calls: impl Iterator<Item: Future<Output = Result<u32, Fault>>>,
    ) -> Result<(), Fault> {
        cpu::settle().await;
        let before = (cpu::spent_us(self.service_pid)?, cpu::spent_us(self.store_pid)?);
        let begun = Instant::now();
        let done = try_join_all(calls).await?.into_iter().sum();
        let took = begun.elapsed();
        cpu::settle().await;
        cost.worker.count(done, cpu::spent_us(self.service_pid)? - before.0, took);
        cost.store.count(done, cpu::spent_us(self.store_pid)? - before.1, took);
        Ok(())
    }
}

impl Pair {
    async fn open(line: &Line) -> Result<Self, Fault> {
        let table = Table::open(line, Play::Script).await?;
        Ok(Self { streams: try_join_all((0..2).map(|seat| table.stream_of(seat))).await? })
    }

    /// One message of actions of a seat, until the last one is durable and both seats have heard of it.
    async fn acted(&mut self, seat: usize, actions: Vec<Any>) -> Result<u32, Fault> {
        let count = u32::try_from(actions.len())?;
        self.streams[seat].send(acting(actions)).await?;
        try_join_all(self.streams.iter_mut().enumerate().map(|(listener, stream)| {
            let accepted = if listener == seat { count } else { 0 };
            async move {
                let mut so_far = Heard::default();
                while so_far.accepted < accepted || so_far.told < count {
                    heard(stream, &mut so_far).await?;
                }
                Ok::<_, Fault>(())
            }
        }))
        .await?;
        Ok(count)
    }

    /// Turns of the script until then, an action a message.
    async fn turns(&mut self, until: Instant) -> Result<u32, Fault> {
        let mut done = 0;
        while Instant::now() < until {
            for seat in 0..2 {
                for action in turn() {
                    done += self.acted(seat, vec![action]).await?;
                }
            }
        }
        Ok(done)
    }

    /// A whole round, quickly: nothing of it is measured.
    async fn round(&mut self) -> Result<(), Fault> {
        for seat in 0..2 {
            self.acted(seat, turn().into()).await?;
        }
        Ok(())
    }

    async fn echoes(&mut self, until: Instant) -> Result<u32, Fault> {
        let mut done = 0;
        while Instant::now() < until {
            self.streams[0].send(knock()).await?;
            self.streams[0].next().await?;
            done += 1;
        }
        Ok(done)
    }
}

impl Cost {
    fn told(&self, [worker, store, rate]: [&'static str; 3]) -> Vec<(&'static str, Measure)> {
        vec![
            (worker, Measure::alone(self.worker.cost_us(), "us CPU/action")),
            (store, Measure::alone(self.store.cost_us(), "us CPU/action")),
            (rate, Measure::alone(self.worker.rate(), "actions/s")),
        ]
    }
}
