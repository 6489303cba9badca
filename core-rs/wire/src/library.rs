//! Every game by its id: the door of this crate, and the only place here that lists them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use ludoteca_rules::{
    Ask, Created, Decided, Event, Game, Report, ServerSeed, Speaker, Spectators, Table, Takeover,
    Timeline, TurnClock,
};
use prost::Message;

use crate::call::check_request_id;
use crate::error::{Error, corrupt, quoted, rejected};
use crate::game::GameWire;
use crate::host::{File, Host, viewer};
use crate::notice::Told;
use crate::pb::ludoteca::v1 as pb;
use crate::position::{HostedPosition, PositionOf};
use crate::record::{Parsed, Verdict};
use crate::requests::{HostedRequests, Index, RequestsOf};
use crate::step::{HostedStep, StepOf};
use crate::table::{HostedTable, TableOf};
use crate::{catalog, log, message, schema, spectators};

/// A table and the index of the requests that made it.
pub type Replayed = (Arc<dyn HostedTable>, Arc<dyn HostedRequests>);

/// What the service says of a table that is made, besides the request.
#[derive(Debug, Clone, Copy)]
pub struct Birth<'a> {
    /// The id it gets.
    pub table_id: &'a str,
    /// 32 bytes of the operating system's randomness.
    pub seed: &'a [u8],
    /// The worker's clock.
    pub at_ms: u64,
    /// Stands in where the request names none.
    pub abandon_after_ms: u64,
}

/// The rules of every game and their content files.
#[derive(Debug)]
pub struct Library {
    games: BTreeMap<&'static str, Arc<dyn Hosted>>,
}

/// What the library asks of a game.
pub(crate) trait Hosted: std::fmt::Debug + Send + Sync {
    fn catalog(&self, rules: bool) -> (pb::Game, String);
    fn add_content(&self, text: &str, for_new: bool) -> Result<[u8; 32], Error>;
    fn has_content(&self, hash: &[u8]) -> bool;
    fn create(
        self: Arc<Self>,
        request: pb::CreateTableRequest,
        birth: Birth<'_>,
    ) -> Result<Arc<dyn HostedStep>, Error>;
    fn made(&self, request: &pb::CreateTableRequest, created: &Created) -> bool;
    fn replay(self: Arc<Self>, events: &[&[u8]]) -> Result<Replayed, Error>;
    fn notices(
        &self,
        events: &[&[u8]],
        from_seq: u64,
        seat: Option<u32>,
        words: bool,
    ) -> Result<Vec<Vec<u8>>, Error>;
    fn export(&self, events: &[&[u8]], seat: Option<u32>) -> Result<Vec<u8>, Error>;
    fn import(&self, record: &Parsed<'_>) -> Result<Vec<Vec<u8>>, Error>;
    fn verify(&self, record: &Parsed<'_>) -> Verdict;
    fn show(
        &self,
        record: &Parsed<'_>,
        seq: Option<u64>,
        viewer: &str,
    ) -> Result<serde_json::Value, Error>;
    fn position(
        self: Arc<Self>,
        seats: u8,
        seed: u64,
        options: &[(String, String)],
    ) -> Result<Box<dyn HostedPosition>, Error>;
    fn sampled(
        self: Arc<Self>,
        view: &pb::View,
        seed: u64,
    ) -> Result<Box<dyn HostedPosition>, Error>;
}

impl Library {
    /// Every game of the registry; `speaker` turns their sentences into text.
    ///
    /// # Errors
    /// An embedded content file is wrong; in words.
    pub fn new(speaker: &Arc<dyn Speaker>) -> Result<Self, String> {
        let pool = schema::pool();
        let mut games: BTreeMap<&'static str, Arc<dyn Hosted>> = BTreeMap::new();
        macro_rules! host {
            ($($name:ident => $game:ty),* $(,)?) => {$(
                let host = Host::<$game>::new(&pool, Arc::clone(speaker))?;
                games.insert(<$game as Game>::ID, Arc::new(host));
            )*};
        }
        ludoteca_rules::with_games!(host);
        Ok(Self { games })
    }

    pub(crate) fn host(&self, game: &str) -> Result<Arc<dyn Hosted>, Error> {
        let unknown =
            || Error::bad("unknown_game", format!("there is no game {} here", quoted(game)));
        self.games.get(game).map(Arc::clone).ok_or_else(unknown)
    }

    /// The game of a log.
    pub(crate) fn host_of(&self, events: &[&[u8]]) -> Result<Arc<dyn Hosted>, Error> {
        let first = events.first().ok_or_else(|| corrupt(0, "the log is empty"))?;
        let game = log::terms(first)?.game;
        Ok(self
            .host(&game)
            .map_err(|_| corrupt(1, format!("an unknown game {}", quoted(&game))))?)
    }

    /// `ListGamesResponse`.
    pub fn games(&self) -> Vec<u8> {
        let games = self.games.values().map(|host| host.catalog(false).0).collect();
        pb::ListGamesResponse { games }.encode_to_vec()
    }

    /// `GetGameResponse`.
    ///
    /// # Errors
    /// `unknown_game`.
    pub fn game(&self, game: &str) -> Result<Vec<u8>, Error> {
        let (game, rules) = self.host(game)?.catalog(true);
        Ok(pb::GetGameResponse { game: Some(game), rules }.encode_to_vec())
    }

    /// Takes in an owner's content file; new tables use it from now on if `for_new` says so. Returns its hash.
    ///
    /// # Errors
    /// `unknown_game`, `bad_content`.
    pub fn add_content(&self, game: &str, text: &str, for_new: bool) -> Result<[u8; 32], Error> {
        self.host(game)?.add_content(text, for_new)
    }

    /// Game and hash of the content file that a table's first event names, if the library does not have it.
    ///
    /// `None` also for an event that does not decode: a replay says what is wrong with it.
    pub fn missing_content(&self, first: &[u8]) -> Option<(&'static str, [u8; 32])> {
        let created = log::terms(first).ok()?;
        let (game, host) = self.games.get_key_value(created.game.as_str())?;
        let hash = created.content_hash;
        (!host.has_content(&hash)).then_some((*game, hash))
    }

    /// Decides the first event of a `CreateTableRequest`.
    ///
    /// # Errors
    /// `malformed`, `unknown_game`, `bad_request_id`, `bad_field`, `wrong_game`; `bad_option` of the game.
    pub fn create(&self, request: &[u8], birth: Birth<'_>) -> Result<Arc<dyn HostedStep>, Error> {
        let request = creation(request)?;
        check_request_id(&request.request_id)?;
        self.host(&request.game)?.create(request, birth)
    }

    /// Whether a `CreateTableRequest` made this first event: the same game, seats, options, name and terms.
    /// What the request leaves open fits any value.
    ///
    /// # Errors
    /// `malformed`; a first event that creates nothing.
    pub fn made(&self, request: &[u8], first: &[u8]) -> Result<bool, Error> {
        let request = creation(request)?;
        let created = log::terms(first)?;
        let same = log::message(first, 1)?.request_id == request.request_id
            && created.game == request.game;
        Ok(same && self.host(&created.game)?.made(&request, &created))
    }

    /// The table after `events`, oldest first, and the index of its requests.
    ///
    /// # Errors
    /// The log does not replay; `unknown_content`.
    pub fn replay(&self, events: &[&[u8]]) -> Result<Replayed, Error> {
        self.host_of(events)?.replay(events)
    }

    /// `Notice` of every event from `from_seq` on, as those saw it who were there.
    ///
    /// # Errors
    /// The log does not replay; `unknown_content`; `bad_field` for a seat that the table does not have.
    pub fn notices(
        &self,
        events: &[&[u8]],
        from_seq: u64,
        viewer: Option<u32>,
        words: bool,
    ) -> Result<Vec<Vec<u8>>, Error> {
        self.host_of(events)?.notices(events, from_seq, viewer, words)
    }

    /// A position of a game after setup.
    ///
    /// # Errors
    /// `unknown_game`; `bad_option`.
    pub fn position(
        &self,
        game: &str,
        seats: u32,
        seed: u64,
        options: &[(String, String)],
    ) -> Result<Box<dyn HostedPosition>, Error> {
        let seats = seat_count(seats)?;
        self.host(game)?.position(seats, seed, options)
    }

    /// A state that looks to its viewer like this `View`, sampled from the view alone.
    ///
    /// # Errors
    /// `malformed`, `unknown_game`, `wrong_game`, `unknown_content`, `bad_field`.
    pub fn sampled(&self, view: &[u8], seed: u64) -> Result<Box<dyn HostedPosition>, Error> {
        let view = pb::View::decode(view).map_err(|why| Error::malformed("View", why))?;
        let game = view.table.as_ref().map(|table| table.game.clone()).unwrap_or_default();
        self.host(&game)?.sampled(&view, seed)
    }
}

fn creation(request: &[u8]) -> Result<pb::CreateTableRequest, Error> {
    pb::CreateTableRequest::decode(request)
        .map_err(|why| Error::malformed("CreateTableRequest", why))
}

fn seat_count(seats: u32) -> Result<u8, Error> {
    u8::try_from(seats).map_err(|_| Error::bad("bad_field", "no game has so many seats"))
}

fn takeover(request: &pb::CreateTableRequest) -> Option<Takeover> {
    match pb::Takeover::try_from(request.takeover).ok()? {
        pb::Takeover::Nobody => Some(Takeover::Nobody),
        pb::Takeover::Bots => Some(Takeover::Bots),
        pb::Takeover::Unspecified | pb::Takeover::Anyone => Some(Takeover::Anyone),
    }
}

fn turn_clock(request: &pb::CreateTableRequest) -> Result<Option<TurnClock>, Error> {
    let Some(asked) = request.turn_clock else { return Ok(None) };
    let why = "a turn clock has either move_ms or bank_ms, an increment_ms only with bank_ms";
    message::read_turn_clock(asked).map(Some).ok_or_else(|| Error::bad("bad_field", why))
}

fn spectators(request: &pb::CreateTableRequest) -> Result<Spectators, Error> {
    let why = "spectators are either off, or delayed by moves or by seconds";
    spectators::asked(request.spectators).ok_or_else(|| Error::bad("bad_field", why))
}

impl<G: GameWire> Host<G> {
    fn terms(&self, request: &pb::CreateTableRequest, birth: Birth<'_>) -> Result<Created, Error> {
        let seed = <[u8; 32]>::try_from(birth.seed)
            .map_err(|_| Error::bad("bad_field", "a seed has 32 bytes"))?;
        Ok(Created {
            table_id: birth.table_id.to_owned(),
            game: G::ID.to_owned(),
            revision: G::REVISION,
            content_hash: [0; 32],
            seats: seat_count(request.seats)?,
            options: self.given(request.options.as_ref())?,
            name: request.name.clone(),
            takeover: takeover(request)
                .ok_or_else(|| Error::bad("bad_field", "an unknown takeover"))?,
            abandon_after_ms: request.abandon_after_ms.unwrap_or(birth.abandon_after_ms),
            turn_clock: turn_clock(request)?,
            spectators: spectators(request)?,
            seed: ServerSeed(seed),
        })
    }

    fn decide_first(
        &self,
        file: &File<G>,
        created: &Created,
        ask: &Ask,
    ) -> Result<Decided<G>, Error> {
        Table::create(&file.parsed, created, ask)
            .map_err(|refused| rejected(&refused, &self.teller(true, Vec::new())))
    }
}

impl<G: GameWire> Hosted for Host<G> {
    fn catalog(&self, rules: bool) -> (pb::Game, String) {
        let text = if rules { G::RULES.to_owned() } else { String::new() };
        (catalog::game(self), text)
    }

    fn add_content(&self, text: &str, for_new: bool) -> Result<[u8; 32], Error> {
        self.add(text, for_new)
    }

    fn has_content(&self, hash: &[u8]) -> bool {
        self.file(hash).is_some()
    }

    fn create(
        self: Arc<Self>,
        request: pb::CreateTableRequest,
        birth: Birth<'_>,
    ) -> Result<Arc<dyn HostedStep>, Error> {
        let created = self.terms(&request, birth)?;
        let file = self.current();
        let ask = Ask { at_ms: birth.at_ms, request_id: request.request_id };
        let Decided { event, table } = self.decide_first(&file, &created, &ask)?;
        Ok(Arc::new(StepOf {
            bytes: log::encode::<G>(file.content(), &event),
            host: self,
            before: None,
            event,
            report: Report::telling(),
            after: table.map(Arc::new),
        }))
    }

    fn made(&self, request: &pb::CreateTableRequest, created: &Created) -> bool {
        let birth = Birth {
            table_id: &created.table_id,
            seed: &created.seed.0,
            at_ms: 0,
            abandon_after_ms: created.abandon_after_ms,
        };
        let Some(file) = self.file(&created.content_hash) else { return false };
        let Ok(mut asked) = self.terms(request, birth) else { return false };
        asked.revision = created.revision;
        let Ok(options) = G::options(file.content(), asked.seats, &asked.options) else {
            return false;
        };
        let values = G::option_values(&options);
        asked.options = values.into_iter().map(|(id, value)| (id.to_owned(), value)).collect();
        asked.content_hash = created.content_hash;
        asked == *created
    }

    fn replay(self: Arc<Self>, events: &[&[u8]]) -> Result<Replayed, Error> {
        let first = events.first().ok_or_else(crate::host::empty)?;
        let file = self.file_of(first)?;
        let events = Self::events(file.content(), events)?;
        let table = Arc::new(Table::replay(&file.parsed, &events)?);
        let mut index = Index::default();
        for event in events {
            index.note(event)?;
        }
        let content = Arc::clone(&file.parsed.content);
        let requests = RequestsOf { host: Arc::clone(&self), content, index: Mutex::new(index) };
        Ok((Arc::new(TableOf { host: self, table }), Arc::new(requests)))
    }

    fn notices(
        &self,
        events: &[&[u8]],
        from_seq: u64,
        seat: Option<u32>,
        words: bool,
    ) -> Result<Vec<Vec<u8>>, Error> {
        let mut notices = Vec::new();
        self.tell(events, |told| {
            let viewer = viewer(seat, told.after.seats())?;
            if told.event.seq >= from_seq {
                notices.push(told.notice(viewer, words).encode_to_vec());
            }
            Ok(())
        })?;
        Ok(notices)
    }

    fn export(&self, events: &[&[u8]], seat: Option<u32>) -> Result<Vec<u8>, Error> {
        self.export_log(events, seat)
    }

    fn import(&self, record: &Parsed<'_>) -> Result<Vec<Vec<u8>>, Error> {
        self.import_log(record)
    }

    fn verify(&self, record: &Parsed<'_>) -> Verdict {
        self.verify_log(record)
    }

    fn show(
        &self,
        record: &Parsed<'_>,
        seq: Option<u64>,
        viewer: &str,
    ) -> Result<serde_json::Value, Error> {
        self.show_log(record, seq, viewer)
    }

    fn position(
        self: Arc<Self>,
        seats: u8,
        seed: u64,
        options: &[(String, String)],
    ) -> Result<Box<dyn HostedPosition>, Error> {
        Ok(Box::new(PositionOf::new(&self, seats, seed, options)?))
    }

    fn sampled(
        self: Arc<Self>,
        view: &pb::View,
        seed: u64,
    ) -> Result<Box<dyn HostedPosition>, Error> {
        Ok(Box::new(PositionOf::sampled(&self, view, seed)?))
    }
}

impl<G: GameWire> Host<G> {
    /// Tells a log event by event, as those saw it who were there, taken-back events too.
    pub(crate) fn tell(
        &self,
        events: &[&[u8]],
        mut hear: impl FnMut(&Told<'_, G>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let first = events.first().ok_or_else(crate::host::empty)?;
        let file = self.file_of(first)?;
        let events: Vec<Event<G::Action>> = Self::events(file.content(), events)?;
        let (first, rest) = events.split_first().ok_or_else(crate::host::empty)?;
        let mut timeline = Timeline::first(&file.parsed, first)?;
        let silent = Report::silent();
        let after = timeline.table();
        hear(&Told { host: self, before: None, event: first, report: &silent, after })?;
        for event in rest {
            let before = timeline.table().clone();
            let mut report = Report::telling();
            timeline.evolve(event, &mut report)?;
            let (before, after) = (Some(&before), timeline.table());
            hear(&Told { host: self, before, event, report: &report, after })?;
        }
        Ok(())
    }
}
