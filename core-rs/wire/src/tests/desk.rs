//! A table that plays itself through the door, for the tests: bytes in, bytes out.

use std::sync::Arc;

use ludoteca_rules::{Playout, Speaker};
use ludoteca_words::Words;
use prost::Message;
use prost_types::Any;

use super::samples::{Given, Sample};
use crate::pb::ludoteca::v1 as pb;
use crate::schema::{self, Schema};
use crate::{Birth, Call, Error, HostedStep, HostedTable, Library, hash_token};

/// A library with the catalogues.
pub(super) fn library() -> Library {
    let words: Arc<dyn Speaker> = Arc::new(Words::new().expect("the catalogues parse"));
    Library::new(&words).expect("the games load")
}

/// A table with its log, and who sits at it.
pub(super) struct Desk {
    pub(super) library: Arc<Library>,
    pub(super) table: Arc<dyn HostedTable>,
    pub(super) log: Vec<Vec<u8>>,
    pub(super) tokens: Vec<[u8; 32]>,
    pub(super) random: Playout,
    at_ms: u64,
    seed: [u8; 32],
    real_time: bool,
}

/// How a table is made.
#[derive(Clone, Copy)]
pub(super) struct Setting {
    pub(super) game: &'static str,
    package: &'static str,
    real_time: bool,
    pub(super) seats: u32,
    pub(super) seed: u64,
    pub(super) options: &'static [Given],
}

impl Setting {
    /// A table with the default options.
    pub(super) const fn of<G: Sample>(seats: u32, seed: u64) -> Self {
        let (game, package, real_time) = (G::ID, G::PACKAGE, G::PRESENCE);
        Self { game, package, real_time, seats, seed, options: &[] }
    }

    /// A table with other options.
    pub(super) const fn other<G: Sample>(seats: u32, seed: u64) -> Self {
        Self { options: G::OTHER, ..Self::of::<G>(seats, seed) }
    }
}

impl Desk {
    /// A table whose seats are taken and whose game has started.
    pub(super) fn started(library: &Arc<Library>, setting: Setting) -> Self {
        Self::started_with(library, setting, None)
    }

    /// The same with a spectator policy.
    pub(super) fn started_with(
        library: &Arc<Library>,
        setting: Setting,
        spectators: Option<pb::Spectators>,
    ) -> Self {
        let mut desk = Self::opened_with(library, setting, spectators);
        for seat in 0..setting.seats {
            desk.join(seat);
        }
        let start = pb::StartTableRequest { table_id: desk.id(), request_id: desk.request_id() };
        let call = Call::start(&start.encode_to_vec()).expect("a good request");
        desk.ask(&call, Some(0)).expect("the table starts");
        desk
    }

    /// A table with free seats.
    pub(super) fn opened(library: &Arc<Library>, setting: Setting) -> Self {
        Self::opened_with(library, setting, None)
    }

    fn opened_with(
        library: &Arc<Library>,
        setting: Setting,
        spectators: Option<pb::Spectators>,
    ) -> Self {
        let mut random = Playout::new(setting.seed);
        let seed: [u8; 32] = std::array::from_fn(|_| (random.word() & 255) as u8);
        let made = creation(setting, &random.word().to_le_bytes());
        let request = pb::CreateTableRequest { spectators, ..made };
        let birth = Birth { table_id: "table", seed: &seed, at_ms: 1000, abandon_after_ms: 60_000 };
        let step = library.create(&request.encode_to_vec(), birth).expect("a good request");
        let tokens = (0..setting.seats).map(|seat| hash_token(&seat.to_le_bytes())).collect();
        Self {
            library: Arc::clone(library),
            table: step.table().expect("a table"),
            log: vec![step.event().to_vec()],
            tokens,
            random,
            at_ms: 1000,
            seed,
            real_time: setting.real_time,
        }
    }

    pub(super) fn id(&self) -> String {
        self.table.table_id().to_owned()
    }

    pub(super) const fn seed(&self) -> [u8; 32] {
        self.seed
    }

    pub(super) fn request_id(&mut self) -> Vec<u8> {
        self.random.word().to_le_bytes().to_vec()
    }

    pub(super) fn join_request(&mut self, seat: u32) -> pb::JoinTableRequest {
        pb::JoinTableRequest {
            table_id: self.id(),
            seat: Some(seat),
            name: format!("Seat{seat}"),
            bot: seat > 0,
            contribution: seat.to_be_bytes().to_vec(),
            request_id: self.request_id(),
        }
    }

    pub(super) fn join(&mut self, seat: u32) {
        let request = self.join_request(seat);
        let call = Call::join(&request.encode_to_vec()).expect("a good request");
        let (table, token) = (Arc::clone(&self.table), self.tokens[seat as usize]);
        self.at_ms += 5;
        let step = table.decide(&call, None, &token, self.at_ms).expect("a free seat");
        self.keep(&step);
    }

    /// Decides a call and keeps what it made.
    pub(super) fn ask(
        &mut self,
        call: &Call,
        seat: Option<u32>,
    ) -> Result<Arc<dyn HostedStep>, Error> {
        self.at_ms += 7;
        let step = self.table.decide(call, seat, &[], self.at_ms)?;
        self.keep(&step);
        Ok(step)
    }

    fn keep(&mut self, step: &Arc<dyn HostedStep>) {
        self.log.push(step.event().to_vec());
        self.table = match step.table() {
            Some(table) => table,
            None => self.library.replay(&self.slices()).expect("the log replays").0,
        };
    }

    pub(super) fn slices(&self) -> Vec<&[u8]> {
        self.log.iter().map(Vec::as_slice).collect()
    }

    pub(super) fn info(&self) -> pb::Table {
        pb::Table::decode(self.table.info(false, None, false).as_slice()).expect("a Table")
    }

    /// The lowest seat that may act.
    pub(super) fn to_act(&self) -> Option<u32> {
        self.acting().first().copied()
    }

    /// The seats that may act.
    pub(super) fn acting(&self) -> Vec<u32> {
        self.info().seats.iter().filter(|seat| seat.to_act).map(|seat| seat.seat).collect()
    }

    /// One of those seats, by chance where there are several.
    fn next_to_act(&mut self) -> Option<u32> {
        let acting = self.acting();
        let most = u32::try_from(acting.len()).expect("few seats");
        let place = if most > 1 { self.random.below(most) } else { 0 };
        acting.get(place as usize).copied()
    }

    pub(super) fn offers(&self, seat: u32) -> pb::ListActionsResponse {
        let bytes = self.table.actions(seat, false).expect("a seat");
        pb::ListActionsResponse::decode(bytes.as_slice()).expect("a ListActionsResponse")
    }

    /// What the lowest seat that may act can do.
    pub(super) fn offered(&self) -> Vec<(u32, pb::Offer)> {
        let Some(seat) = self.to_act() else { return Vec::new() };
        self.offers(seat).offers.into_iter().map(|offer| (seat, offer)).collect()
    }

    pub(super) fn act_call(&mut self, action: Any) -> Call {
        let (table_id, request_id) = (self.id(), self.request_id());
        let action = Some(action);
        let request = pb::ActRequest { table_id, action, request_id, ..Default::default() };
        Call::act(&request.encode_to_vec()).expect("a good request")
    }

    /// One random legal action, or now and then a takeback. `None` when the table is over.
    pub(super) fn move_on(&mut self) -> Option<Arc<dyn HostedStep>> {
        if self.table.is_over() {
            return None;
        }
        if let Some(step) = self.clock_moves() {
            return Some(step);
        }
        let seat = self.next_to_act().expect("somebody acts while the game goes on");
        let list = self.offers(seat);
        if let Some(to_seq) = list.takeback_choices.first().copied()
            && self.random.below(12) == 0
        {
            let (table_id, request_id) = (self.id(), self.request_id());
            let request = pb::TakeBackRequest { table_id, to_seq, request_id };
            let call = Call::take_back(&request.encode_to_vec()).expect("a good request");
            return Some(self.ask(&call, Some(seat)).expect("an allowed takeback"));
        }
        let choice = self.random.below(u32::try_from(list.offers.len()).expect("a short list"));
        let action = list.offers[choice as usize].action.clone().expect("an action");
        let call = self.act_call(action);
        Some(self.ask(&call, Some(seat)).expect("a legal action"))
    }

    /// In real time the clock does what is due next, if nobody is faster.
    fn clock_moves(&mut self) -> Option<Arc<dyn HostedStep>> {
        let waits = self.real_time && (self.to_act().is_none() || self.random.below(3) == 0);
        // What is so far away is the end of a table that nobody plays.
        let due_ms = self.table.due_at_ms().filter(|due_ms| *due_ms < self.at_ms + 40_000)?;
        if !waits {
            return None;
        }
        self.at_ms = self.at_ms.max(due_ms);
        let step = self.table.tick(self.at_ms).expect("no bug").expect("it is due");
        self.keep(&step);
        Some(step)
    }

    /// Plays to the end.
    pub(super) fn play_out(&mut self) {
        while self.move_on().is_some() {}
    }
}

/// A request that makes a table.
pub(super) fn creation(setting: Setting, request_id: &[u8]) -> pb::CreateTableRequest {
    let schema = Schema::new(&schema::pool(), setting.package);
    let given = setting.options.iter();
    let given: Vec<_> = given.map(|(id, value)| ((*id).to_owned(), (*value).to_owned())).collect();
    let type_url = format!("type.googleapis.com/{}", schema.options_type());
    pb::CreateTableRequest {
        game: setting.game.to_owned(),
        seats: setting.seats,
        options: Some(Any { type_url, value: schema.options(&given) }),
        name: "A table".to_owned(),
        request_id: request_id.to_vec(),
        takeover: 0,
        abandon_after_ms: None,
        turn_clock: None,
        spectators: None,
    }
}

/// Settings that take turns with the seat counts and the options.
pub(super) fn settings<G: Sample>(count: u64) -> impl Iterator<Item = Setting> {
    (0..count).map(|seed| {
        let seats = G::FEWEST + u32::try_from(seed % 3).expect("small");
        if seed % 2 == 1 { Setting::other::<G>(seats, seed) } else { Setting::of::<G>(seats, seed) }
    })
}
