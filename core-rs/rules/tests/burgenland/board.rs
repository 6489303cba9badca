//! A table in a written-out state, for tests: the base state of the vectors, changed by a few lines of TOML.

use std::sync::{Arc, OnceLock};

use ludoteca_rules::burgenland::{
    Action, BonusTile, Built, Burgenland, Cards, CastleSet, Colour, ColourCard, Content, Node,
    Owner, Phase, Piece, Player, Rejection, SEATS, Site, State,
};
use ludoteca_rules::{
    Actor, Arg, ContentFile, Form, Game, Report, Rules, Script, Seat, Sentence, Tape, Viewer,
};
use toml::{Table, Value};

/// The parsed content: one for all tests.
pub(crate) fn content() -> &'static ContentFile<Burgenland> {
    static FILE: OnceLock<ContentFile<Burgenland>> = OnceLock::new();
    FILE.get_or_init(|| ContentFile::parse(Burgenland::CONTENT).unwrap())
}

/// What a table with these options plays by, or why it is not created.
pub(crate) fn rules(
    seats: u8,
    options: &[(&str, &str)],
) -> Result<Arc<Rules<Burgenland>>, Rejection> {
    let given: Vec<_> = options.iter().map(|(id, v)| ((*id).to_owned(), (*v).to_owned())).collect();
    let ContentFile { content, hash } = content().clone();
    let options = Burgenland::options(&content, seats, &given)?;
    Ok(Arc::new(Rules { content, content_hash: hash, options, seats, revision: 1 }))
}

/// A table, and all that it has told so far.
pub(crate) struct Board {
    pub(crate) rules: Arc<Rules<Burgenland>>,
    pub(crate) state: State,
    pub(crate) reports: Vec<Report>,
    /// The chance that the last script had no outcome for.
    pub(crate) awaits: Option<&'static str>,
}

impl Board {
    /// The base state of the vectors, with the entries of `before` in its place.
    pub(crate) fn of(rules: Arc<Rules<Burgenland>>, before: &Table) -> Self {
        let state = base_state(&rules, before);
        Self { rules, state, reports: Vec::new(), awaits: None }
    }

    /// A table at game creation. `outcomes` are those of setup: `marker red`.
    pub(crate) fn set_up(rules: Arc<Rules<Burgenland>>, outcomes: &[&str]) -> (Self, Script) {
        let mut report = Report::telling();
        let mut tape = Tape::scripted(script(outcomes));
        let state = Burgenland::setup(&rules, &mut tape, &mut report);
        let script = tape.into_script().unwrap();
        assert_eq!(script.mismatch(), None);
        let awaits = script.awaits();
        (Self { rules, state, reports: vec![report], awaits }, script)
    }

    pub(crate) fn content(&self) -> &Content {
        &self.rules.content
    }

    /// What `text` asks for: `start_build wall c1_north border ignore`.
    pub(crate) fn action(&self, text: &str) -> Action {
        Burgenland::action(self.content(), &form(text)).unwrap()
    }

    /// Sends an action, with the chance outcomes that it causes. A refusal changes nothing.
    pub(crate) fn act(&mut self, seat: u8, text: &str, outcomes: &[&str]) -> Result<(), Rejection> {
        let (action, actor) = (self.action(text), Actor::Seat(Seat(seat)));
        let before = self.state.clone();
        let checked = Burgenland::check(&self.rules, &self.state, actor, &action);
        let listed = self.legal_of(seat).contains(&text.to_owned());
        assert_eq!(checked.is_ok(), listed, "{text}: listed and allowed are one");
        let (mut report, mut tape) = (Report::telling(), Tape::scripted(script(outcomes)));
        let state = &mut self.state;
        let applied = Burgenland::apply(&self.rules, state, actor, &action, &mut tape, &mut report);
        assert_eq!(applied, checked, "{text}: apply and check are one");
        if applied.is_err() {
            assert_eq!(self.state, before, "{text}: a refused action changes nothing");
            assert_eq!(tape.asked(), 0, "{text}: a refused action takes nothing from the tape");
            return applied;
        }
        let script = tape.into_script().unwrap();
        assert_eq!(script.mismatch(), None, "{text}");
        self.awaits = script.awaits();
        self.reports.push(report);
        Ok(())
    }

    /// The legal actions of a seat, as text.
    pub(crate) fn legal_of(&self, seat: u8) -> Vec<String> {
        let mut legal = Vec::new();
        Burgenland::legal(&self.rules, &self.state, Actor::Seat(Seat(seat)), &mut legal);
        legal.iter().map(|action| text(&Burgenland::form(self.content(), action))).collect()
    }

    /// The legal actions of the seat that acts, as text.
    pub(crate) fn legal(&self) -> Vec<String> {
        self.legal_of(self.state.seat.0)
    }

    /// Every fact told to `viewer` under this key.
    pub(crate) fn told(&self, viewer: Viewer, key: &str) -> Vec<Sentence> {
        let facts = self.reports.iter().flat_map(|report| report.facts_for(viewer));
        facts.filter(|f| f.sentence.key == key).map(|f| f.sentence.clone()).collect()
    }

    pub(crate) fn player(&self, seat: u8) -> &Player {
        &self.state.players[usize::from(seat)]
    }
}

/// Named outcomes: `reward_card red_1`.
fn script(outcomes: &[&str]) -> Script {
    Script::new(outcomes.iter().map(|outcome| {
        let (name, value) = outcome.split_once(' ').unwrap();
        (name.to_owned(), value.to_owned())
    }))
}

/// An action as the vectors write it.
pub(crate) fn form(text: &str) -> Form {
    let mut words = text.split(' ');
    let name = words.next().unwrap().to_owned();
    let mut words: Vec<&str> = words.collect();
    let names: &[&str] = match name.as_str() {
        "start_build" => &["piece", "site", "price"],
        "play_exchange" => &["a", "b"],
        "pay_card" => &["card"],
        "place_neutral" => &["castle"],
        _ => &[],
    };
    let ignore = words.last() == Some(&"ignore");
    if ignore {
        words.pop();
    }
    assert_eq!(names.len(), words.len(), "{text}");
    let ids = names.iter().zip(words).map(|(n, id)| ((*n).to_owned(), Arg::id("id", id)));
    let mut params: Vec<(String, Arg)> = ids.collect();
    if name == "start_build" {
        params.push(("ignore".to_owned(), Arg::Flag(ignore)));
    }
    Form { name, params }
}

/// The other way.
pub(crate) fn text(form: &Form) -> String {
    let mut words = vec![form.name.clone()];
    for (name, arg) in &form.params {
        match arg {
            Arg::Id { id, .. } => words.push(id.clone()),
            Arg::Flag(true) => words.push(name.clone()),
            Arg::Seat(_) | Arg::Number(_) | Arg::Flag(false) | Arg::List(_) | Arg::Sentence(_) => {}
        }
    }
    words.join(" ")
}

/// `red_1*3` or `red_1` -> the card and how many.
fn copies(content: &Content, text: &str) -> (ColourCard, u8) {
    let (id, count) = text.split_once('*').unwrap_or((text, "1"));
    (content.card(id).unwrap_or_else(|| panic!("no card {id}")), count.parse().unwrap())
}

/// A list of cards as a multiset.
pub(crate) fn cards(content: &Content, list: &Value) -> Cards {
    let mut cards = Cards::default();
    for entry in list.as_array().unwrap() {
        let (card, count) = copies(content, entry.as_str().unwrap());
        (0..count).for_each(|_| cards.add(card));
    }
    cards
}

pub(crate) fn number<N: TryFrom<i64>>(value: &Value) -> N {
    value.as_integer().and_then(|n| N::try_from(n).ok()).unwrap_or_else(|| panic!("{value}"))
}

/// `{ wall = 3 }`; what is not named is 0.
pub(crate) fn supply(value: &Value) -> [u8; 4] {
    let table = value.as_table().unwrap();
    table.keys().for_each(|id| assert!(Piece::from_id(id).is_some(), "{id}"));
    Piece::ALL.map(|piece| table.get(piece.id()).map_or(0, number))
}

/// Bonus tiles of a table by kind; `exchange` is none of them.
pub(crate) fn bonus_tiles(value: &Value) -> [u8; 4] {
    let table = value.as_table().unwrap();
    BonusTile::ALL.map(|tile| table.get(tile.id()).map_or(0, number))
}

/// `wall/neutral` or `keep/2`; an empty text is nothing.
pub(crate) fn built(text: &str) -> Option<Built> {
    let (piece, owner) = text.split_once('/')?;
    let owner = match owner {
        "neutral" => Owner::Neutral,
        seat => Owner::Seat(Seat(seat.parse().unwrap())),
    };
    Some(Built { piece: Piece::from_id(piece).unwrap(), owner })
}

/// The key without its seat: `hand2` -> (`hand`, 2).
fn of_seat(key: &str) -> Option<(&str, usize)> {
    let (name, seat) = key.split_at_checked(key.len() - 1)?;
    Some((name, seat.parse().ok()?))
}

/// The base state (`tests/vectors/burgenland/README.md`).
fn base_state(rules: &Rules<Burgenland>, before: &Table) -> State {
    let content = &rules.content;
    let layout = rules.options.two_player_layout;
    let fits = |l: &&ludoteca_rules::burgenland::LayoutPlan| {
        l.seats == rules.seats && l.layout.is_none_or(|wanted| wanted == layout)
    };
    let plan = content.layouts.iter().find(fits).unwrap();
    let mut players = [Player::default(); SEATS];
    for player in players.iter_mut().take(usize::from(rules.seats)) {
        player.supply = plan.supply;
    }
    let mut architect_unseen = content.architects.map(|kind| kind.count);
    architect_unseen[2] -= 1; // the 3 on top
    let mut state = State {
        phase: Phase::Main,
        seat: Seat(0),
        start_seat: Seat(0),
        turn: 1,
        markers: std::array::from_fn(|node| Colour(u8::try_from(node).unwrap())),
        sites: Default::default(),
        extra: CastleSet::default(),
        players,
        deck: Cards(content.cards.each_ref().map(|kind| kind.count)),
        discard: Cards::default(),
        exchange_supply: content.exchange_tiles,
        bonus_pool: content.bonus_tiles,
        architect_top: 3,
        architect_unseen,
        architect_queue: arrayvec::ArrayVec::new(),
        well_top: 8,
        well_unseen: (1..=11).filter(|number| *number != 8).map(|number| 1 << number).sum(),
        wells_built: 0,
        pending: None,
        winner: None,
    };
    for (key, value) in before {
        change(content, &mut state, key, value);
    }
    let named = state.players.iter().map(|p| p.hand).chain([state.discard]);
    if !before.contains_key("deck") {
        let taken = |kind: usize| named.clone().map(|cards| cards.0[kind]).sum::<u8>();
        state.deck = Cards(std::array::from_fn(|kind| content.cards[kind].count - taken(kind)));
    }
    if !before.contains_key("bonus_pool") {
        for kind in 0..BonusTile::ALL.len() {
            state.bonus_pool[kind] -= state.players.iter().map(|p| p.bonus_tiles[kind]).sum::<u8>();
        }
    }
    if !before.contains_key("exchange_supply") {
        state.exchange_supply -= state.players.iter().map(|p| p.exchange_tiles).sum::<u8>();
    }
    state
}

fn change(content: &Content, state: &mut State, key: &str, value: &Value) {
    match key {
        "seat" => state.seat = Seat(number(value)),
        "turn" => state.turn = number(value),
        "wells_built" => state.wells_built = number(value),
        "deck" => state.deck = cards(content, value),
        "discard" => state.discard = cards(content, value),
        "exchange_supply" => state.exchange_supply = number(value),
        "bonus_pool" => state.bonus_pool = bonus_tiles(value),
        "architect_top" => state.architect_top = number(value),
        "architect_unseen" => {
            let table = value.as_table().unwrap();
            let count = |v: u8| table.get(&v.to_string()).map_or(0, number);
            state.architect_unseen = content.architects.map(|kind| count(kind.value));
        }
        "architect_queue" => {
            state.architect_queue = value.as_array().unwrap().iter().map(number::<u8>).collect();
        }
        "markers" => {
            for (node, colour) in value.as_table().unwrap() {
                let node: Node = content.node(node).unwrap();
                state.markers[node.index()] = content.colour(colour.as_str().unwrap()).unwrap();
            }
        }
        "extra" => {
            let ids = value.as_array().unwrap().iter().map(|id| id.as_str().unwrap());
            state.extra = ids.map(|id| content.castle(id).unwrap()).collect();
        }
        "site" => {
            for (id, what) in value.as_table().unwrap() {
                let Some(Site::Space(castle, space)) = content.site(id) else { panic!("{id}") };
                state.sites[castle.index()][space.index()] = built(what.as_str().unwrap());
            }
        }
        _ => {
            let (name, seat) = of_seat(key).unwrap_or_else(|| panic!("unknown key {key}"));
            let player = &mut state.players[seat];
            match name {
                "hand" => player.hand = cards(content, value),
                "jokers" => player.jokers = number(value),
                "supply" => player.supply = supply(value),
                "tiles" => {
                    player.bonus_tiles = bonus_tiles(value);
                    let exchange = value.as_table().unwrap().get("exchange");
                    player.exchange_tiles = exchange.map_or(0, number);
                }
                _ => panic!("unknown key {key}"),
            }
        }
    }
}

/// The ids of the cards in a list parameter.
pub(crate) fn listed(sentence: &Sentence, name: &str) -> Vec<String> {
    let arg = sentence.args.iter().find(|(n, _)| *n == name).map(|(_, arg)| arg);
    match arg {
        Some(Arg::List(args)) => args.iter().map(id).collect(),
        Some(arg) => vec![id(arg)],
        None => panic!("{}: no {name}", sentence.key),
    }
}

fn id(arg: &Arg) -> String {
    let Arg::Id { id, .. } = arg else { panic!("{arg:?} is no id") };
    id.clone()
}
