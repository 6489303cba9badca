//! An event, decided or read, and the table after it.

use std::sync::Arc;

use ludoteca_rules::{Deed, Event, Report, Table};
use prost::Message;

use crate::error::Error;
use crate::game::GameWire;
use crate::host::{Host, viewer};
use crate::notice::Told;
use crate::table::{HostedTable, TableOf};

/// An event and the table after it, whatever the game.
pub trait HostedStep: std::fmt::Debug + Send + Sync {
    /// The event as the log stores it: it holds secrets, no viewer gets it.
    fn event(&self) -> &[u8];
    /// Its place in the log.
    fn seq(&self) -> u64;
    /// The table after the event; `None` after a takeback: fold the log again.
    fn table(&self) -> Option<Arc<dyn HostedTable>>;
    /// Whether the event changes what the lobby shows.
    fn starts_or_ends(&self) -> bool;
    /// `Notice` of the event for one viewer.
    ///
    /// # Errors
    /// [`Error::Refold`] after a takeback; `bad_field` for a seat that the table does not have.
    fn notice(&self, viewer: Option<u32>, words: bool) -> Result<Vec<u8>, Error>;
}

/// A step of one game.
#[derive(Debug)]
pub(crate) struct StepOf<G: GameWire> {
    pub(crate) host: Arc<Host<G>>,
    pub(crate) before: Option<Arc<Table<G>>>,
    pub(crate) event: Event<G::Action>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) report: Report,
    pub(crate) after: Option<Arc<Table<G>>>,
}

impl<G: GameWire> HostedStep for StepOf<G> {
    fn event(&self) -> &[u8] {
        &self.bytes
    }

    fn seq(&self) -> u64 {
        self.event.seq
    }

    fn table(&self) -> Option<Arc<dyn HostedTable>> {
        let table = Arc::clone(self.after.as_ref()?);
        Some(Arc::new(TableOf { host: Arc::clone(&self.host), table }))
    }

    fn starts_or_ends(&self) -> bool {
        match &self.event.deed {
            Deed::Created(_)
            | Deed::Joined(_)
            | Deed::Left { .. }
            | Deed::Started { .. }
            | Deed::Resigned { .. }
            | Deed::TimedOut { .. }
            | Deed::Abandoned => true,
            Deed::TakenBack { .. } => false,
            Deed::Acted { .. } => self.after.as_ref().is_some_and(|table| table.is_over()),
        }
    }

    fn notice(&self, seat: Option<u32>, words: bool) -> Result<Vec<u8>, Error> {
        let after = self.after.as_deref().ok_or(Error::Refold)?;
        let viewer = viewer(seat, after.seats())?;
        let told = Told {
            host: &self.host,
            before: self.before.as_deref(),
            event: &self.event,
            report: &self.report,
            after,
        };
        Ok(told.notice(viewer, words).encode_to_vec())
    }
}
