//! A table in a written-out state, for tests, in the notation of `examples.md`.

use std::sync::{Arc, OnceLock};

use ludoteca_rules::el_gaucho::{
    Action, Area, Areas, Content, Dice, ElGaucho, Herd, PASTURES, Pasture, Phase, Player, Posture,
    Rejection, SEATS, SPACES, State, Tile, Tiles,
};
use ludoteca_rules::{
    Actor, Arg, ContentFile, Fact, Form, Game, Playout, Report, Rules, Script, Seat, Sentence,
    Tape, Viewer,
};
use toml::{Table, Value};

/// The parsed content: one for all tests.
pub(crate) fn content() -> &'static ContentFile<ElGaucho> {
    static FILE: OnceLock<ContentFile<ElGaucho>> = OnceLock::new();
    FILE.get_or_init(|| ContentFile::parse(ElGaucho::CONTENT).unwrap())
}

/// What a table with these options plays by, or why it is not created.
pub(crate) fn rules(
    seats: u8,
    options: &[(&str, &str)],
) -> Result<Arc<Rules<ElGaucho>>, Rejection> {
    let given: Vec<_> = options.iter().map(|(id, v)| ((*id).to_owned(), (*v).to_owned())).collect();
    let ContentFile { content, hash } = content().clone();
    let options = ElGaucho::options(&content, seats, &given)?;
    Ok(Arc::new(Rules { content, content_hash: hash, options, seats, revision: 1 }))
}

/// Stands for all outcomes that follow: they are drawn.
pub(crate) const ANY: &str = "...";

/// A table, and all that it has told so far.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) rules: Arc<Rules<ElGaucho>>,
    pub(crate) state: State,
    pub(crate) reports: Vec<Arc<Report>>,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { rules: Arc::clone(&self.rules), state: self.state, reports: self.reports.clone() }
    }
}

impl Board {
    /// The default state of `examples.md`, with the entries of `before` in its place. The tiles in `named` stay
    /// in the pool.
    pub(crate) fn of(rules: Arc<Rules<ElGaucho>>, before: &Table, named: Tiles) -> Self {
        let state = base_state(&rules, before, named);
        Self { rules, state, reports: Vec::new() }
    }

    /// A table at game creation. `outcomes` are those of setup: `pasture_tile brown_09`.
    pub(crate) fn set_up(rules: Arc<Rules<ElGaucho>>, outcomes: &[&str]) -> (Self, Script) {
        let mut report = Report::telling();
        let mut tape = Tape::scripted(script(outcomes));
        let state = ElGaucho::setup(&rules, &mut tape, &mut report);
        let script = checked(tape, outcomes, "setup");
        (Self { rules, state, reports: vec![Arc::new(report)] }, script)
    }

    pub(crate) fn content(&self) -> &Content {
        &self.rules.content
    }

    /// What `text` asks for: `place_standing(brown_11, [5,6])`.
    pub(crate) fn action(&self, text: &str) -> Action {
        ElGaucho::action(self.content(), &form(text)).unwrap()
    }

    /// Sends an action, with the chance outcomes that it causes. A refusal changes nothing.
    pub(crate) fn act(&mut self, seat: u8, text: &str, outcomes: &[&str]) -> Result<(), Rejection> {
        let (action, actor) = (self.action(text), Actor::Seat(Seat(seat)));
        let before = self.state;
        let mut report = Report::telling();
        let mut tape = Tape::scripted(script(outcomes));
        let applied =
            ElGaucho::apply(&self.rules, &mut self.state, actor, &action, &mut tape, &mut report);
        if applied.is_err() {
            assert_eq!(self.state, before, "{text}: a refused action changes nothing");
            assert_eq!(tape.asked(), 0, "{text}: a refused action takes nothing from the tape");
            return applied;
        }
        checked(tape, outcomes, text);
        self.reports.push(Arc::new(report));
        Ok(())
    }

    /// The seat that acts; of several the first.
    pub(crate) fn acting(&self) -> u8 {
        let deciders = ElGaucho::deciders(&self.rules, &self.state);
        deciders.iter().next().map_or(0, |seat| seat.0)
    }

    /// The legal actions of a seat, as text.
    pub(crate) fn legal_of(&self, seat: u8) -> Vec<String> {
        let mut legal = Vec::new();
        ElGaucho::legal(&self.rules, &self.state, Actor::Seat(Seat(seat)), &mut legal);
        legal.iter().map(|action| text(&ElGaucho::form(self.content(), action))).collect()
    }

    /// Every fact told to `viewer` under this key.
    pub(crate) fn told(&self, viewer: Viewer, key: &str) -> Vec<Fact> {
        let facts = self.reports.iter().flat_map(|report| report.facts_for(viewer));
        facts.filter(|fact| fact.sentence.key == key).cloned().collect()
    }

    pub(crate) fn player(&self, seat: u8) -> &Player {
        &self.state.players[usize::from(seat)]
    }

    /// Tiles as their ids.
    pub(crate) fn ids(&self, tiles: Tiles) -> Vec<String> {
        tiles.iter().map(|tile| self.content().tile_id(tile).to_owned()).collect()
    }

    /// A pasture as `examples.md` writes it: `brown_11 -, white_03 0S, black_09 1L, _`.
    pub(crate) fn pasture(&self, pasture: Pasture) -> String {
        let used = self.content().plan(self.rules.seats).used[pasture.index()];
        let spaces = &self.state.pampa[pasture.index()][..usize::from(used)];
        let shown = spaces.iter().map(|space| match space {
            None => "_".to_owned(),
            Some(tile) => format!("{} {}", self.content().tile_id(*tile), self.gaucho(*tile)),
        });
        shown.collect::<Vec<_>>().join(", ")
    }

    fn gaucho(&self, tile: Tile) -> String {
        for (seat, player) in self.state.players.iter().enumerate() {
            if player.standing.contains(tile) {
                return format!("{seat}S");
            }
            if player.lying.contains(tile) {
                return format!("{seat}L");
            }
        }
        "-".to_owned()
    }

    /// The herds of a seat: `brown 4,6,9`.
    pub(crate) fn herds(&self, seat: u8) -> Vec<String> {
        let shown = |herd: Herd| {
            let values: Vec<String> = herd.tiles().map(|tile| tile.value().to_string()).collect();
            format!("{} {}", self.content().race_id(herd.race), values.join(","))
        };
        self.player(seat).herds.iter().map(shown).collect()
    }
}

/// Named outcomes: `steppe_tile black_01`; what comes after [`ANY`] is drawn.
fn script(outcomes: &[&str]) -> Script {
    let named = outcomes.iter().filter(|outcome| **outcome != ANY).map(|outcome| {
        let (name, value) = outcome.split_once(' ').unwrap();
        (name.to_owned(), value.to_owned())
    });
    Script::new(named).drawing(Playout::new(7))
}

/// Whether the rules asked for the outcomes that were foreseen, and for no other ones.
fn checked(tape: Tape<'_>, outcomes: &[&str], text: &str) -> Script {
    let script = tape.into_script().unwrap();
    assert_eq!(script.mismatch(), None, "{text}");
    let told: Vec<String> =
        script.told().iter().map(|(what, outcome)| format!("{what} {outcome}")).collect();
    if !outcomes.contains(&ANY) {
        assert_eq!(told, outcomes, "{text}: the outcomes it took");
    }
    script
}

/// The parameters of an action in the order of `rules.md` §7.
fn names(action: &str) -> &'static [&'static str] {
    match action {
        "keep_start_tiles" => &["tiles", "direction"],
        "place_start_gaucho" | "recall_from_area" => &["area"],
        "pick_dice" => &["dice"],
        "place_standing" | "place_lying" | "raise_gaucho" => &["tile", "dice"],
        "place_on_area" => &["area", "dice"],
        "use_wish" => &["face"],
        "use_immediate_sale" => &["race"],
        "use_theft" | "use_overseer_replace" | "recall_from_tile" => &["tile"],
        "use_overseer_raise" => &["tiles"],
        "secret_take" => &["tile", "pasture"],
        "collect_tile" => &["tile", "mode"],
        _ => &[],
    }
}

/// An action as `examples.md` writes it: `place_standing(brown_11, [5,6])`.
pub(crate) fn form(text: &str) -> Form {
    let (name, rest) = text.split_once('(').unwrap_or_else(|| panic!("{text} is no action"));
    let inside = rest.strip_suffix(')').unwrap_or_else(|| panic!("{text} is no action"));
    let mut values = Vec::new();
    let mut left = inside.trim();
    while !left.is_empty() {
        let end = if left.starts_with('[') {
            left.find(']').unwrap() + 1
        } else {
            left.find(',').unwrap_or(left.len())
        };
        values.push(arg(&left[..end]));
        left = left[end..].trim_start_matches([',', ' ']);
    }
    let names = names(name);
    let name_of =
        |at: usize| names.get(at).map_or_else(|| format!("more_{at}"), |n| (*n).to_owned());
    let params = values.into_iter().enumerate().map(|(at, value)| (name_of(at), value)).collect();
    Form { name: name.to_owned(), params }
}

fn arg(text: &str) -> Arg {
    let text = text.trim();
    if let Some(list) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        return Arg::List(
            list.split(',').filter(|item| !item.trim().is_empty()).map(arg).collect(),
        );
    }
    match text.parse() {
        Ok(number) => Arg::Number(number),
        Err(_) => Arg::id("id", text),
    }
}

/// The other way.
pub(crate) fn text(form: &Form) -> String {
    let params: Vec<String> = form.params.iter().map(|(_, arg)| shown(arg)).collect();
    format!("{}({})", form.name, params.join(", "))
}

fn shown(arg: &Arg) -> String {
    match arg {
        Arg::Id { id, .. } => id.clone(),
        Arg::Number(number) => number.to_string(),
        Arg::List(args) => {
            format!("[{}]", args.iter().map(shown).collect::<Vec<_>>().join(","))
        }
        Arg::Seat(_) | Arg::Flag(_) | Arg::Sentence(_) => panic!("{arg:?} is no parameter"),
    }
}

/// The ids or numbers in a parameter of a sentence.
pub(crate) fn listed(sentence: &Sentence, name: &str) -> String {
    let arg = sentence.args.iter().find(|(known, _)| *known == name).map(|(_, arg)| arg);
    shown(arg.unwrap_or_else(|| panic!("{}: no {name}", sentence.key)))
}

pub(crate) fn number<N: TryFrom<i64>>(value: &Value) -> N {
    value.as_integer().and_then(|n| N::try_from(n).ok()).unwrap_or_else(|| panic!("{value}"))
}

/// A list of texts.
pub(crate) fn texts(value: &Value) -> Vec<&str> {
    let list = value.as_array().unwrap_or_else(|| panic!("{value} is no list"));
    list.iter().map(|text| text.as_str().unwrap_or_else(|| panic!("{text}"))).collect()
}

pub(crate) fn tiles(content: &Content, ids: &[&str]) -> Tiles {
    ids.iter().map(|id| content.tile(id).unwrap_or_else(|| panic!("no tile {id}"))).collect()
}

fn dice(value: &Value) -> Dice {
    Dice::of(value.as_array().unwrap().iter().map(number)).unwrap()
}

fn areas(value: &Value) -> Areas {
    texts(value).into_iter().map(|id| Area::from_id(id).unwrap()).collect()
}

/// The key without its seat: `herds2` -> (`herds`, 2).
pub(crate) fn of_seat(key: &str) -> Option<(&str, usize)> {
    let (name, seat) = key.split_at_checked(key.len() - 1)?;
    Some((name, seat.parse().ok()?))
}

/// The defaults of `examples.md`: the turn of seat 0, dice taken, 3 gauchos at home each, nothing else.
fn base_state(rules: &Rules<ElGaucho>, before: &Table, named: Tiles) -> State {
    let content = &rules.content;
    let mut players = [Player::default(); SEATS];
    players.iter_mut().take(usize::from(rules.seats)).for_each(|player| player.supply = 3);
    let mut state = State {
        phase: Phase::Turn,
        round: 1,
        start_seat: Seat(0),
        seat: Seat(0),
        trigger_round: None,
        pampa: [[None; SPACES]; PASTURES],
        pool: Tiles::default(),
        pile_count: 0,
        steppe_unseen: 4,
        dice_pool: Dice::default(),
        hand: Dice::default(),
        picked: true,
        placed_areas: Areas::default(),
        vacated_areas: Areas::default(),
        secret_taken: false,
        players,
        removed: Tiles::default(),
    };
    for (key, value) in before {
        change(content, &mut state, key, value);
    }
    fill_pool(&mut state, before.get("pile").map(number), named);
    state
}

/// Every tile without a place is in the pool; what is too much for the pile is among the discards of the
/// seat that acts.
fn fill_pool(state: &mut State, pile: Option<u8>, named: Tiles) {
    let mut placed = state.pampa_tiles().or(state.removed);
    for p in &state.players {
        let held = [p.herds.tiles, p.pending, p.start_draw, p.discards, p.steppe_seen];
        placed = held.into_iter().fold(placed, Tiles::or);
    }
    let free = Tiles::ALL.without(placed);
    let Some(pile) = pile else {
        state.pool = free;
        state.pile_count = free.len() - state.steppe_unseen;
        return;
    };
    let size = usize::from(pile + state.steppe_unseen);
    let first = named.and(free).iter().chain(free.without(named).iter());
    state.pool = first.take(size).collect();
    state.pile_count = pile;
    assert_eq!(usize::from(state.pool.len()), size, "a pile of more tiles than are left");
    let acting = &mut state.players[state.seat.index()];
    acting.discards = acting.discards.or(free.without(state.pool));
}

fn change(content: &Content, state: &mut State, key: &str, value: &Value) {
    match key {
        "phase" => state.phase = Phase::from_id(value.as_str().unwrap()).unwrap(),
        "round" => state.round = number(value),
        "start_seat" => state.start_seat = Seat(number(value)),
        "seat" => state.seat = Seat(number(value)),
        "trigger_round" => state.trigger_round = Some(number(value)),
        "picked" => state.picked = value.as_bool().unwrap(),
        "pile" => {}
        "steppe_unseen" => state.steppe_unseen = number(value),
        "dice_pool" => state.dice_pool = dice(value),
        "hand" => state.hand = dice(value),
        "placed" => state.placed_areas = areas(value),
        "vacated" => state.vacated_areas = areas(value),
        "secret_taken" => state.secret_taken = value.as_bool().unwrap(),
        "removed" => state.removed = tiles(content, &texts(value)),
        "supply" => {
            let counts = value.as_array().unwrap().iter().map(number);
            state.players.iter_mut().zip(counts).for_each(|(p, count)| p.supply = count);
        }
        "pesos" => {
            let counts = value.as_array().unwrap().iter().map(number);
            state.players.iter_mut().zip(counts).for_each(|(p, count)| p.pesos = count);
        }
        _ if content.pasture(key).is_some() => {
            let pasture = content.pasture(key).unwrap();
            fill_pasture(content, state, pasture, value.as_str().unwrap());
        }
        _ => {
            let (name, seat) = of_seat(key).unwrap_or_else(|| panic!("unknown key {key}"));
            change_player(content, &mut state.players[seat], name, value);
        }
    }
}

fn change_player(content: &Content, player: &mut Player, name: &str, value: &Value) {
    match name {
        "supply" => player.supply = number(value),
        "pesos" => player.pesos = number(value),
        "areas" => player.areas = areas(value),
        "pending" => player.pending = tiles(content, &texts(value)),
        "drawn" => player.start_draw = tiles(content, &texts(value)),
        "discards" => player.discards = tiles(content, &texts(value)),
        "seen" => player.steppe_seen = tiles(content, &texts(value)),
        "herds" => texts(value).into_iter().for_each(|herd| put_herd(content, player, herd)),
        _ => panic!("unknown key {name}"),
    }
}

/// `brown 12,8,6`, from left to right.
fn put_herd(content: &Content, player: &mut Player, text: &str) {
    let (race, values) = text.split_once(' ').unwrap();
    let race = content.race(race).unwrap();
    let values: Vec<u8> = values.split(',').map(|value| value.parse().unwrap()).collect();
    let falling = values.len() > 1 && values[0] > values[1];
    let set = values.iter().map(|value| Tile::of(race, *value)).collect();
    let herd = Herd::laid_out(race, set, falling);
    let laid: Vec<u8> = herd.tiles().map(Tile::value).collect();
    assert_eq!(laid, values, "{text} is no herd");
    player.herds.put(herd);
}

/// `brown_11 -, white_03 0S, black_09 1L, _`.
fn fill_pasture(content: &Content, state: &mut State, pasture: Pasture, text: &str) {
    for (space, shown) in text.split(", ").enumerate().filter(|(_, shown)| *shown != "_") {
        let (tile, gaucho) = shown.split_once(' ').unwrap();
        let tile = content.tile(tile).unwrap_or_else(|| panic!("no tile {tile}"));
        state.pampa[pasture.index()][space] = Some(tile);
        let Some((seat, stance)) = of_gaucho(gaucho) else { continue };
        match stance {
            Posture::Standing => state.players[seat].standing.insert(tile),
            Posture::Lying => state.players[seat].lying.insert(tile),
        }
    }
}

fn of_gaucho(text: &str) -> Option<(usize, Posture)> {
    let posture = match text.chars().last()? {
        'S' => Posture::Standing,
        'L' => Posture::Lying,
        _ => return None,
    };
    Some((text[..text.len() - 1].parse().unwrap(), posture))
}
