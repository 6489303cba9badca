//! Players in a thread and on a connection of their own: how long an action takes them does not hang on how busy the
//! thread is that a thousand spectators share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Runtime};

use crate::Fault;
use crate::line::Line;
use crate::script::Play;
use crate::table::{Ready, Table};

/// The thread and its connection.
#[derive(Debug)]
pub(crate) struct Players {
    runtime: Option<Runtime>,
    line: Line,
}

impl Players {
    /// Connects to HOST:PORT.
    pub(crate) async fn connect(address: &str) -> Result<Self, Fault> {
        let address = address.to_owned();
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let line = runtime.spawn(async move { Line::connect(&address).await }).await??;
        Ok(Self { runtime: Some(runtime), line })
    }

    /// A started table of theirs.
    pub(crate) async fn open(&self, play: Play) -> Result<Arc<Table>, Fault> {
        Table::open(&self.line, play).await.map(Arc::new)
    }

    /// How long an action takes, from its first byte to its answer.
    pub(crate) async fn act(&self, table: &Arc<Table>, ready: Ready) -> Result<Duration, Fault> {
        let table = Arc::clone(table);
        let acting = async move {
            let begun = Instant::now();
            table.act(ready).await?;
            Ok(begun.elapsed())
        };
        self.runtime.as_ref().ok_or("the players have gone")?.spawn(acting).await?
    }
}

impl Drop for Players {
    /// A runtime that is dropped within another one may not wait for its thread.
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
