//! A table in a fixture of `examples.md`, changed by a few lines of TOML, and its steps as text.

use std::sync::{Arc, OnceLock};

use ludoteca_rules::buurn::{
    Action, Buurn, Cards, Content, Family, Phase, Placed, Rejection, State, Totem,
};
use ludoteca_rules::{
    Actor, Arg, ContentFile, Fact, Form, Game, Playout, Report, Rules, Script, Seat, Tape, Viewer,
};
use toml::{Table, Value};

/// The letters in which `examples.md` writes totems.
pub(crate) const TOTEMS: [(&str, Totem); 5] = [
    ("P", Totem::Purchase),
    ("X", Totem::Tax),
    ("O", Totem::Organisation),
    ("B", Totem::BlackMarket),
    ("S", Totem::SecondaryMarket),
];

/// The families of the fixtures; with five seats one more.
const SIX: &str = "cactus,carolina_reaper,citron,fuel,ghost_pepper,mustard";

/// The parsed content: one for all tests.
pub(crate) fn content() -> &'static ContentFile<Buurn> {
    static FILE: OnceLock<ContentFile<Buurn>> = OnceLock::new();
    FILE.get_or_init(|| ContentFile::parse(Buurn::CONTENT).unwrap())
}

/// What a table with these options plays by, or why it is not created.
pub(crate) fn rules(
    seats: u8,
    options: &[(String, String)],
) -> Result<Arc<Rules<Buurn>>, Rejection> {
    let ContentFile { content, hash } = content().clone();
    let options = Buurn::options(&content, seats, options)?;
    Ok(Arc::new(Rules { content, content_hash: hash, options, seats, revision: 1 }))
}

/// Creation options as a table of TOML: a list of families is written with commas.
pub(crate) fn given(options: &Table) -> Vec<(String, String)> {
    let joined =
        |ids: &[Value]| ids.iter().map(|id| id.as_str().unwrap()).collect::<Vec<_>>().join(",");
    let text = |value: &Value| match (value.as_str(), value.as_array()) {
        (Some(text), _) => text.to_owned(),
        (None, Some(ids)) => joined(ids),
        (None, None) => value.to_string(),
    };
    options.iter().map(|(id, value)| (id.clone(), text(value))).collect()
}

/// A table, what it was last asked and all that it has told so far.
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) rules: Arc<Rules<Buurn>>,
    pub(crate) state: State,
    /// What each viewer would read: the facts of every event so far.
    pub(crate) told: Vec<(Viewer, Fact)>,
    /// The chances of the last event and the sizes of their domains.
    pub(crate) asked: Vec<(&'static str, u32)>,
    /// Its picks.
    pub(crate) picks: Vec<u32>,
    /// The last action with its actor and the state before it.
    pub(crate) last: Option<(State, Actor, Action)>,
}

impl Board {
    /// The fixture of so many seats: turn 1, first player 0, lot and offer as in `examples.md`, with other
    /// options and another card on offer where given.
    pub(crate) fn fixture(seats: u8, options: &Table, offer: &str) -> Self {
        let mut all = Table::new();
        let seven = format!("{SIX},explosives");
        all.insert("families".into(), Value::from(if seats == 5 { &seven } else { SIX }));
        all.insert("first_player".into(), Value::from("0"));
        all.extend(options.clone());
        let mut outcomes = vec!["ingredient citron", "ingredient fuel"];
        if seats == 5 {
            outcomes.push("ingredient mustard");
        }
        outcomes.push("organisation smuggler");
        let mut board = Self::set_up(rules(seats, &given(&all)).unwrap(), &outcomes);
        let card = |id| board.content().organisation_named(id).unwrap();
        let (smuggler, offer) = (card("smuggler"), card(offer));
        board.state.organisation_unseen.insert(smuggler);
        board.state.organisation_unseen.remove(offer);
        board.state.organisation_on_offer = Some(offer);
        board
    }

    /// A table at its start event with these outcomes, and any others after them.
    pub(crate) fn set_up(rules: Arc<Rules<Buurn>>, outcomes: &[&str]) -> Self {
        let (mut first, mut second) = (tape(outcomes), tape(outcomes));
        let mut report = Report::telling();
        let state = Buurn::setup(&rules, &mut first, &mut report);
        let again = Buurn::setup(&rules, &mut second, &mut Report::silent());
        assert_eq!(state, again);
        let (told, asked, picks) = Default::default();
        let mut board = Self { rules, state, told, asked, picks, last: None };
        board.note([first, second], &report);
        board
    }

    /// Notes what two equal tapes say: one its chances, the other its picks.
    fn note(&mut self, [tape, other]: [Tape<'_>; 2], report: &Report) {
        let script = tape.into_script().unwrap();
        assert_eq!(script.mismatch(), None);
        self.asked = script.asked().to_vec();
        self.picks = other.into_picks();
        for viewer in Seat::all(self.rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
            self.told.extend(report.facts_for(viewer).map(|fact| (viewer, fact.clone())));
        }
    }

    pub(crate) fn content(&self) -> &Content {
        &self.rules.content
    }

    /// Sends an action with the chance outcomes that it causes; others are drawn. A refusal changes nothing.
    pub(crate) fn act(
        &mut self,
        actor: Actor,
        form: &Form,
        outcomes: &[&str],
    ) -> Result<(), Rejection> {
        let action = Buurn::action(self.content(), form).unwrap();
        let before = self.state.clone();
        let checked = Buurn::check(&self.rules, &before, actor, &action);
        let canonical = Buurn::canonical(&self.rules, &before, &action);
        let listed = self.legal(actor).contains(&canonical);
        assert_eq!(checked.is_ok(), listed, "{form:?}: listed and allowed are one");
        let (mut first, mut second) = (tape(outcomes), tape(outcomes));
        let (mut report, mut silent) = (Report::telling(), Report::silent());
        let (mut again, rules) = (before.clone(), &self.rules);
        let _ = Buurn::apply(rules, &mut again, actor, &action, &mut second, &mut silent);
        let state = &mut self.state;
        let applied = Buurn::apply(rules, state, actor, &action, &mut first, &mut report);
        assert_eq!(*state, again, "{form:?}: words change nothing");
        assert_eq!(applied, checked, "{form:?}: apply and check are one");
        if applied.is_err() {
            assert_eq!(self.state, before, "{form:?}: a refused action changes nothing");
            assert_eq!(first.asked(), 0, "{form:?}: a refused action draws nothing");
            return applied;
        }
        let news = first.asked() > 0 || report.showed();
        let offer = Buurn::offer(&self.rules, &before, actor, &action);
        assert_eq!(offer.reveals, news, "{form:?}: the offer says whether something is turned");
        self.last = Some((before, actor, action));
        self.note([first, second], &report);
        Ok(())
    }

    /// The legal actions of an actor.
    pub(crate) fn legal(&self, actor: Actor) -> Vec<Action> {
        let mut legal = Vec::new();
        Buurn::legal(&self.rules, &self.state, actor, &mut legal);
        legal
    }

    /// The legal actions of an actor as text; a false start has a `!` behind it.
    pub(crate) fn listed(&self, actor: Actor) -> Vec<String> {
        let text = |action: &Action| {
            let offer = Buurn::offer(&self.rules, &self.state, actor, action);
            let fault = if offer.false_start { " !" } else { "" };
            text(&Buurn::form(self.content(), action)) + fault
        };
        self.legal(actor).iter().map(text).collect()
    }

    /// Carries out a step: `T 12..6`, `SOLD 0 6`, `2 grab P a1 6`, `clock close a1`; ` -> code` where it is refused.
    pub(crate) fn step(&mut self, step: &str, outcomes: &[&str]) {
        let (step, refused) = match step.split_once(" -> ") {
            Some((step, code)) => (step, Some(code)),
            None => (step, None),
        };
        if let Some(numbers) = step.strip_prefix("T ") {
            return self.count_down(numbers, outcomes);
        }
        if let Some(sale) = step.strip_prefix("SOLD ") {
            let (seat, price) = sale.split_once(' ').unwrap();
            let auction = self.state.auction_id;
            self.count_down(&format!("{}..{price}", self.state.start_number), &[]);
            return self.step(&format!("{seat} grab P a{auction} {price}"), outcomes);
        }
        let (actor, form) = parse(step);
        let done = self.act(actor, &form, outcomes);
        let code = done.err().map(|rejection| ludoteca_rules::Refusal::code(&rejection));
        assert_eq!(code, refused, "{step}");
    }

    fn count_down(&mut self, numbers: &str, outcomes: &[&str]) {
        let (from, to) = numbers.split_once("..").unwrap();
        let (from, to) = (from.parse::<u8>().unwrap(), to.parse::<u8>().unwrap());
        let auction = self.state.auction_id;
        for number in (to..=from).rev() {
            let outcomes = if number == to { outcomes } else { &[] };
            self.step(&format!("clock tick a{auction} {number}"), outcomes);
        }
    }

    /// Changes the state by hand; cards that somebody gets come out of the unseen ones.
    pub(crate) fn change(&mut self, before: &Table) {
        for (key, value) in before {
            self.change_one(key, value);
        }
    }

    fn change_one(&mut self, key: &str, value: &Value) {
        let content = &content().content;
        let state = &mut self.state;
        match key {
            "bank" => state.bank = number(value),
            "turn" => state.turn = number(value),
            "first_player" => state.first_player = Seat(number(value)),
            "final_turn" => state.final_turn = Some(number(value)),
            "phase" => state.phase = Phase::from_id(value.as_str().unwrap()).unwrap(),
            "money" => {
                let all = value.as_array().unwrap();
                all.iter().zip(&mut state.players).for_each(|(m, player)| player.money = number(m));
            }
            "discard" => state.discard = cards(content, value),
            "lot" => state.lot = cards(content, value).each().collect(),
            "deck" => self.change_deck(value.as_table().unwrap()),
            "revealed" => self.reveal(number(value)),
            _ => {
                let (name, seat) = key.split_at(key.len() - 1);
                let seat = Seat(seat.parse().unwrap());
                let player = &mut state.players[seat.index()];
                match name {
                    "face_up" => player.face_up = cards(content, value),
                    "face_down" => player.face_down = cards(content, value),
                    "organisations" => {
                        for id in value.as_array().unwrap() {
                            let card = content.organisation_named(id.as_str().unwrap()).unwrap();
                            player.organisations.insert(card);
                            state.organisation_unseen.remove(card);
                        }
                    }
                    _ => panic!("unknown key {key}"),
                }
            }
        }
    }

    /// `{ body = 0, tail = 4, end_in_tail = true, unseen = ["citron"] }`; what is not named is as before.
    fn change_deck(&mut self, value: &Table) {
        let content = &content().content;
        for (key, value) in value {
            let deck = &mut self.state.deck;
            match key.as_str() {
                "body" => deck.body = number(value),
                "tail" => deck.tail = number(value),
                "end_in_tail" => deck.end_in_tail = value.as_bool().unwrap(),
                "unseen" => deck.unseen = cards(content, value),
                "bottom" => deck.bottom = placed(content, value).into_iter().collect(),
                "top" => deck.top = placed(content, value).into_iter().collect(),
                _ => panic!("unknown key {key}"),
            }
        }
    }

    /// As if so many organisation cards had been revealed, whichever.
    fn reveal(&mut self, revealed: u8) {
        self.state.revealed = revealed;
        let mut left = u32::from(revealed);
        for pile in &content().content.piles {
            let gone = left.min(pile.used.into());
            left -= gone;
            let hidden = pile.cards.and(self.state.organisation_unseen);
            let still = pile.cards.len() - gone;
            let surplus = hidden.len().saturating_sub(still) as usize;
            hidden.iter().take(surplus).for_each(|c| self.state.organisation_unseen.remove(c));
        }
    }
}

/// Named outcomes, `ingredient citron` or `ingredient 3 citron` (only seat 3 sees it); then any.
fn tape(outcomes: &[&str]) -> Tape<'static> {
    let named = outcomes.iter().map(|outcome| {
        let (name, value) = outcome.rsplit_once(' ').unwrap();
        (name.to_owned(), value.to_owned())
    });
    Tape::scripted(Script::new(named).drawing(Playout::new(7)))
}

/// `2 grab P a1 6` -> the actor and the form.
pub(crate) fn parse(step: &str) -> (Actor, Form) {
    let (actor, rest) = step.split_once(' ').unwrap();
    let actor = match actor {
        "clock" => Actor::Clock,
        seat => Actor::Seat(Seat(seat.parse().unwrap())),
    };
    (actor, form(rest))
}

/// The names of an action's parameters, in the order of `rules.md` §9.
fn names(verb: &str) -> &'static [&'static str] {
    match verb {
        "grab" => &["totem", "auction", "count"],
        "count" | "tick" => &["auction", "to"],
        "leave" => &["slot"],
        "give_lot" | "give_third" => &["seat"],
        "market" => &["choice"],
        "stash" => &["keep", "place"],
        "swap" => &["own", "seat", "theirs"],
        "give" => &["own", "seat"],
        "close" => &["auction"],
        "timeout" => &["seat", "decision"],
        "presence" => &["seat", "present"],
        _ => &[],
    }
}

/// `grab P a1 6`, `timeout 0 d1`, `swap citron 1 cactus`. A number in quotes is a word.
pub(crate) fn form(text: &str) -> Form {
    let mut words = text.split(' ');
    let verb = words.next().unwrap();
    let arg = |(name, word): (&&str, &str)| {
        let bare = word.trim_start_matches(['a', 'd']);
        let arg = match (*name, word.parse::<u8>(), bare.parse::<i64>()) {
            ("seat", Ok(seat), _) => Arg::Seat(seat),
            ("present", ..) => Arg::Flag(word == "true"),
            (_, _, Ok(number)) => Arg::Number(number),
            _ => {
                let totem = TOTEMS.iter().find(|(letter, _)| *letter == word);
                Arg::id("id", totem.map_or(word.trim_matches('"'), |(_, totem)| totem.id()))
            }
        };
        ((*name).to_owned(), arg)
    };
    Form { name: verb.to_owned(), params: names(verb).iter().zip(words).map(arg).collect() }
}

/// The other way.
pub(crate) fn text(form: &Form) -> String {
    let mut words = vec![form.name.clone()];
    for (name, arg) in &form.params {
        words.push(match arg {
            Arg::Number(number) if name == "auction" => format!("a{number}"),
            Arg::Number(number) if name == "decision" => format!("d{number}"),
            Arg::Number(number) => number.to_string(),
            Arg::Seat(seat) => seat.to_string(),
            Arg::Flag(flag) => flag.to_string(),
            Arg::Id { id, .. } => {
                let totem = TOTEMS.iter().find(|(_, totem)| totem.id() == id);
                totem.map_or(id.as_str(), |(letter, _)| letter).to_owned()
            }
            Arg::List(_) | Arg::Sentence(_) => panic!("{name}: {arg:?}"),
        });
    }
    words.join(" ")
}

pub(crate) fn number<N: TryFrom<i64>>(value: &Value) -> N {
    value.as_integer().and_then(|n| N::try_from(n).ok()).unwrap_or_else(|| panic!("{value}"))
}

/// `["citron", "fuel*3"]` as a multiset.
pub(crate) fn cards(content: &Content, list: &Value) -> Cards {
    let mut cards = Cards::default();
    for entry in list.as_array().unwrap() {
        let entry = entry.as_str().unwrap();
        let (id, count) = entry.split_once('*').unwrap_or((entry, "1"));
        let family: Family = content.family(id).unwrap_or_else(|| panic!("no family {id}"));
        (0..count.parse::<u8>().unwrap()).for_each(|_| cards.add(family));
    }
    cards
}

/// `["cactus/3"]`: cards put back, with the seat that knows each.
fn placed(content: &Content, list: &Value) -> Vec<Placed> {
    let one = |entry: &Value| {
        let (id, seat) = entry.as_str().unwrap().split_once('/').unwrap();
        let family = content.family(id).unwrap();
        Placed { family, known_by: Seat(seat.parse().unwrap()) }
    };
    list.as_array().unwrap().iter().map(one).collect()
}
