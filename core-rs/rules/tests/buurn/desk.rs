//! A live table of Buurn with its log: what is decided, when, and by whom.

use ludoteca_rules::buurn::{Action, Buurn, Rejection, State};
use ludoteca_rules::{
    Actor, Ask, Created, Deed, Event, Game, Holder, Joined, Refused, Report, Seat, ServerSeed,
    Spectators, Table, Takeover, Verifier,
};

use crate::board::{content, form};

/// A table, its log and the time.
pub(crate) struct Desk {
    pub(crate) table: Table<Buurn>,
    pub(crate) log: Vec<Event<Action>>,
    pub(crate) now_ms: u64,
}

fn holder(number: u8) -> Holder {
    Holder {
        name: format!("Person {number}"),
        bot: false,
        token_hash: vec![number; 32],
        contribution: Vec::new(),
    }
}

impl Desk {
    /// A table that starts at the time 1000, with first player 0 and these options.
    pub(crate) fn playing(seats: u8, options: &[(&str, &str)]) -> Self {
        let first = [("first_player", "0")];
        let all = first.iter().chain(options).map(|(id, v)| ((*id).to_owned(), (*v).to_owned()));
        let terms = Created {
            table_id: "desk".into(),
            game: String::new(),
            revision: 0,
            content_hash: [0; 32],
            seats,
            options: all.collect(),
            name: String::new(),
            takeover: Takeover::Anyone,
            abandon_after_ms: 0,
            turn_clock: None,
            spectators: Spectators::Public,
            seed: ServerSeed([7; 32]),
        };
        let ask = Ask { at_ms: 1_000, request_id: Vec::new() };
        let made = Table::create(content(), &terms, &ask).unwrap();
        let mut desk = Self { table: made.table.unwrap(), log: vec![made.event], now_ms: 1_000 };
        for number in 0..seats {
            desk.join(number);
        }
        desk.must(Deed::Started { seat: Seat(0) });
        desk
    }

    /// Somebody takes the first seat that is free.
    pub(crate) fn join(&mut self, number: u8) {
        self.must(Deed::Joined(Joined { seat: None, holder: holder(number) }));
    }

    pub(crate) fn ask(&mut self, deed: Deed<Action>) -> Result<(), Refused<Rejection>> {
        let ask = Ask { at_ms: self.now_ms, request_id: Vec::new() };
        let decided = self.table.decide(deed, &ask, &mut Report::silent())?;
        self.log.push(decided.event);
        self.table = decided.table.unwrap();
        Ok(())
    }

    pub(crate) fn must(&mut self, deed: Deed<Action>) {
        let told = format!("{deed:?}");
        assert_eq!(self.ask(deed), Ok(()), "{told}");
    }

    /// `2 grab P a1 6` or `clock tick a1 12`.
    pub(crate) fn deed(&self, text: &str) -> Deed<Action> {
        let (actor, rest) = text.split_once(' ').unwrap();
        let actor = match actor {
            "clock" => Actor::Clock,
            seat => Actor::Seat(Seat(seat.parse().unwrap())),
        };
        let action = Buurn::action(&self.table.rules().content, &form(rest)).unwrap();
        Deed::Acted { actor, by_clock: false, action }
    }

    /// Does what the text says, now.
    pub(crate) fn act(&mut self, text: &str) {
        let deed = self.deed(text);
        self.must(deed);
    }

    /// A seat's stream is gone, or there again.
    pub(crate) fn presence(&mut self, seat: u8, present: bool) {
        let deed = self.table.presence(Seat(seat), present).expect("news");
        self.must(deed);
    }

    /// Waits for the clock and lets it do what is due; says how long that took.
    pub(crate) fn wait(&mut self) -> u64 {
        let due_ms = self.table.alarm_at_ms().expect("something is due");
        let waited_ms = due_ms - self.now_ms;
        assert_eq!(self.table.due(due_ms - 1), None, "not a millisecond earlier");
        self.now_ms = due_ms;
        let deed = self.table.due(due_ms).expect("it is due");
        self.must(deed);
        waited_ms
    }

    /// Waits until the number was called.
    pub(crate) fn count_down_to(&mut self, number: u8) {
        while self.state().count != Some(number) {
            self.wait();
        }
    }

    pub(crate) fn state(&self) -> &State {
        self.table.state().unwrap()
    }

    /// The log is what the rules make of it, at any later time too.
    pub(crate) fn verify(&self) {
        let folded = Table::replay(content(), &self.log).unwrap();
        assert_eq!(folded.digest(), self.table.digest());
        let mut verifier = Verifier::<Buurn>::first(content(), &self.log[0]).unwrap();
        for event in &self.log[1..] {
            assert_eq!(verifier.next(event), Ok(()));
        }
    }
}
