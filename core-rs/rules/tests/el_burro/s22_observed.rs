//! §22: what every part does, seen in games that play themselves.
//!
//! An action is applied twice to the same position with the same luck: once as it is, once without the part. Where
//! that makes a difference the part has done something. What chance play does not reach has a test of its own:
//! the functions of every card in `s10_cards.rs`, achievements in `s16_achievements.rs`.

use std::collections::{BTreeMap, BTreeSet};

use ludoteca_rules::el_burro::{
    Acquisition, Action, Content, DonkeyCard, ElBurro, Extended, Extension, Face, FarmSpace, Kind,
    RondelBonus, RoundTile, SLOTS, Side, State, Step, TileType,
};
use ludoteca_rules::{Actor, Game, Playout, Report, Rules, Seat, Tape};

use crate::board;

/// So many games at most, of 2, 3 and 4 seats in turn.
const GAMES: u64 = 900;

/// What was seen, by family.
#[derive(Default)]
struct Seen(BTreeMap<&'static str, BTreeSet<String>>);

impl Seen {
    fn add(&mut self, family: &'static str, id: impl Into<String>) {
        self.0.entry(family).or_default().insert(id.into());
    }

    fn has(&self, family: &str, id: &str) -> bool {
        self.0.get(family).is_some_and(|seen| seen.contains(id))
    }
}

/// One action in a position, and what came of it.
struct Deed<'a> {
    rules: &'a Rules<ElBurro>,
    before: &'a State,
    after: &'a State,
    seat: Seat,
    action: Action,
    luck: &'a Playout,
}

impl Deed<'_> {
    fn content(&self) -> &Content {
        &self.rules.content
    }

    /// Whether the action would have led elsewhere without a part, which is put back afterwards.
    fn differs(&self, without: impl Fn(&mut State), back: impl Fn(&mut State)) -> bool {
        let mut other = self.before.clone();
        without(&mut other);
        let mut luck = self.luck.clone();
        let (mut tape, mut report) = (Tape::playout(&mut luck), Report::silent());
        let actor = Actor::Seat(self.seat);
        let done =
            ElBurro::apply(self.rules, &mut other, actor, &self.action, &mut tape, &mut report);
        back(&mut other);
        done.is_err() || other != *self.after
    }

    /// Whether the bottom row itself is what the action is about, or is counted.
    fn is_about_rows(&self) -> bool {
        let played = matches!(self.action, Action::PlayCard { side: Side::Acquisition, .. });
        let claimed = matches!(self.action, Action::FulfilAchievement { .. });
        played || claimed || self.after.over
    }

    fn note_acquisitions(&self, seen: &mut Seen) {
        if self.is_about_rows() {
            return;
        }
        for seat in Seat::all(self.rules.seats) {
            for slot in 0..SLOTS {
                let card = self.before.players[seat.index()].acquisitions[slot];
                let Some(acquisition) = card.and_then(|card| self.content().acquisition(card))
                else {
                    continue;
                };
                let id = self.content().acquisition_id(acquisition);
                if seen.has("acquisition", id) {
                    continue;
                }
                let own = |state: &mut State, card| {
                    state.players[seat.index()].acquisitions[slot] = card;
                };
                if self.differs(|state| own(state, None), |state| own(state, card)) {
                    seen.add("acquisition", id);
                }
            }
        }
    }

    fn note_tiles(&self, seen: &mut Seen) {
        for seat in Seat::all(self.rules.seats) {
            let (old, new) =
                (&self.before.players[seat.index()], &self.after.players[seat.index()]);
            for tile in new.market_tiles().without(old.market_tiles()).iter() {
                seen.add("front", self.content().tile_id(tile));
            }
            for tile in old.tiles_back.iter() {
                let id = self.content().tile_id(tile);
                if seen.has("back", id) {
                    continue;
                }
                let front = |state: &mut State| {
                    let player = &mut state.players[seat.index()];
                    player.tiles_back.remove(tile);
                    player.tiles_front.insert(tile);
                };
                let back = |state: &mut State| {
                    let player = &mut state.players[seat.index()];
                    player.tiles_front.remove(tile);
                    player.tiles_back.insert(tile);
                };
                if self.differs(front, back) {
                    seen.add("back", id);
                }
            }
        }
    }

    /// In the place of the round tile lies one that does nothing then: at the start of a round one that lowers
    /// wages, later one that has paid already.
    fn note_round_tile(&self, seen: &mut Seen) {
        let begins = self.before.round < self.after.round;
        let instead = if begins { "saints_day" } else { "dowry" };
        let instead = self.content().round_tile_of(instead).unwrap();
        let Some(tile) = self.after.round_tile() else { return };
        let id = self.content().round_tile_id(tile);
        if seen.has("round", id) || tile == instead {
            return;
        }
        let place = usize::from(self.after.round) - 1;
        let lay = |state: &mut State, tile| state.round_tiles[place] = tile;
        if self.differs(|state| lay(state, instead), |state| lay(state, tile)) {
            seen.add("round", id);
        }
    }

    fn note_action(&self, seen: &mut Seen) {
        let (content, player) = (self.content(), &self.before.players[self.seat.index()]);
        if let Action::AssignWorker { space } = self.action {
            self.note_extension(space, seen);
        } else if let Action::RunEffect { index } = self.action {
            self.note_entry(index, seen);
        } else if self.action == Action::ActivateBonus {
            let siesta = self.before.step == Step::Siesta;
            let card = if siesta { player.siesta_card } else { player.donkey_card };
            if !content.donkeys[card.unwrap().index()].effects.is_empty() {
                seen.add("donkey", content.donkey_id(card.unwrap()));
            }
        } else if let Action::FulfilAchievement { achievement } = self.action {
            let tile = match achievement.general() {
                Some(side) => content.general_id(self.before.general[side.index()].tile),
                None => content.personal_id(player.personal),
            };
            seen.add("achievement", format!("{tile} {}", achievement.id()));
        } else if let Action::ClaimDock { boat } = self.action {
            let side = self.before.boat_sides[boat.index()];
            seen.add("boat", format!("{} {}", content.boat_id(boat), side.id()));
        } else if let Action::PlayCard { card, side, .. } = self.action {
            seen.add("card", format!("{} {}", content.card_id(card), side.id()));
        }
        let after = &self.after.players[self.seat.index()];
        if after.barrows_scored > player.barrows_scored {
            let gone = self.after.discard.without(self.before.discard);
            let own = player.barrows.iter().flatten().map(|barrow| barrow.card);
            own.filter(|card| gone.contains(*card))
                .for_each(|card| seen.add("scored barrow", content.card_id(card)));
        }
    }

    fn note_extension(&self, space: FarmSpace, seen: &mut Seen) {
        let side = self.before.players[self.seat.index()].extensions[space.index()];
        if side == Extended::None {
            return;
        }
        let lay = |state: &mut State, side| {
            state.players[self.seat.index()].extensions[space.index()] = side;
        };
        if self.differs(|state| lay(state, Extended::None), |state| lay(state, side)) {
            let id = self.content().extension_id(space.extension());
            seen.add("extension", format!("{id} {}", side.id()));
        }
    }

    /// What a die brings: its own action, then the bonus of the rondel, then what listens to it.
    fn note_entry(&self, index: u8, seen: &mut Seen) {
        let top = self.before.top(self.seat).map(|frame| frame.kind);
        let Some(Kind::DieOrder { face, action, bonus, .. }) = top else { return };
        if action && index == 0 {
            seen.add("face", face.to_string());
        } else if bonus && index == u8::from(action) {
            let turned = usize::from((face + 11 - self.before.rondel_rotation) % 6);
            let side = self.before.rondel_side;
            let id = self.content().bonus_id(self.content().rondel[side.index()][turned]);
            seen.add("bonus", format!("{} {id}", side.id()));
        }
    }
}

/// Everything that there is, by family.
fn wanted(content: &Content) -> BTreeMap<&'static str, BTreeSet<String>> {
    let mut all = Seen::default();
    for acquisition in Acquisition::all() {
        all.add("acquisition", content.acquisition_id(acquisition));
    }
    for tile in TileType::all() {
        all.add("front", content.tile_id(tile));
        all.add("back", content.tile_id(tile));
    }
    for tile in RoundTile::all() {
        all.add("round", content.round_tile_id(tile));
    }
    for tile in Extension::all() {
        for side in [Extended::Plain, Extended::Upgraded] {
            all.add("extension", format!("{} {}", content.extension_id(tile), side.id()));
        }
    }
    for side in Face::ALL {
        for bonus in content.rondel[side.index()] {
            all.add("bonus", format!("{} {}", side.id(), content.bonus_id(bonus)));
        }
    }
    assert_eq!(RondelBonus::all().count(), 9);
    (1..=6).for_each(|face: u8| all.add("face", face.to_string()));
    for card in DonkeyCard::all() {
        if !content.donkeys[card.index()].effects.is_empty() {
            all.add("donkey", content.donkey_id(card));
        }
    }
    all.0
}

/// How much an action is worth trying: deliveries and what they bring, workers and donkeys first, giving up last.
fn zeal(action: &Action) -> u8 {
    let eager = matches!(
        action,
        Action::Deliver { .. }
            | Action::DeliverCommunity { .. }
            | Action::PlaceExtension { .. }
            | Action::TurnExtension { .. }
            | Action::TakeReward { .. }
            | Action::ScoreTarget { .. }
            | Action::AssignWorker { .. }
            | Action::MoveDonkey { .. }
            | Action::FulfilAchievement { .. }
            | Action::ClaimDock { .. }
    );
    let idle = matches!(
        action,
        Action::Skip
            | Action::EndTurn
            | Action::PassDock
            | Action::StopMove
            | Action::ReturnLoose
            | Action::SellGood { .. }
            | Action::UseTrough { .. }
    );
    if eager { 2 } else { u8::from(!idle) }
}

/// The best of three legal actions taken by chance.
fn pick(legal: &[Action], luck: &mut Playout) -> Action {
    let count = u32::try_from(legal.len()).unwrap();
    let mut any = || legal[luck.below(count) as usize];
    let (first, second, third) = (any(), any(), any());
    let better = if zeal(&second) > zeal(&first) { second } else { first };
    if zeal(&third) > zeal(&better) { third } else { better }
}

fn play(rules: &Rules<ElBurro>, game: u64, seen: &mut Seen) -> u64 {
    let mut luck = Playout::new(game);
    let mut state = ElBurro::setup(rules, &mut Tape::playout(&mut luck), &mut Report::silent());
    // Games by chance win few tiles, and late: one is there from the start, another one in each game.
    let (tiles, seats) = (TileType::all().count(), usize::from(rules.seats));
    let number = usize::try_from(game).unwrap();
    let tile = TileType::at(number % tiles).unwrap();
    state.players[number / tiles % seats].tiles_back.insert(tile);
    let (mut legal, mut count) = (Vec::new(), 0);
    while let Some(seat) = ElBurro::deciders(rules, &state).iter().next() {
        legal.clear();
        ElBurro::legal(rules, &state, Actor::Seat(seat), &mut legal);
        let action = pick(&legal, &mut luck);
        let (before, drawn) = (state.clone(), luck.clone());
        let (mut tape, mut report) = (Tape::playout(&mut luck), Report::silent());
        ElBurro::apply(rules, &mut state, Actor::Seat(seat), &action, &mut tape, &mut report)
            .unwrap();
        let deed = Deed { rules, before: &before, after: &state, seat, action, luck: &drawn };
        deed.note_acquisitions(seen);
        deed.note_tiles(seen);
        deed.note_round_tile(seen);
        deed.note_action(seen);
        count += 1;
    }
    count
}

/// §22: each acquisition, tile, extension, bonus, die face and donkey card does something in games by chance.
#[test]
fn s22_every_part_does_something() {
    let wanted = wanted(&board::content().content);
    let options = [("variable_bonuses".to_owned(), "true".to_owned())];
    let tables = [2, 3, 4].map(|seats| board::rules(seats, &options).unwrap());
    let missing = |seen: &Seen| -> Vec<String> {
        let all = wanted.iter().flat_map(|(family, ids)| ids.iter().map(move |id| (*family, id)));
        let not_seen = all.filter(|(family, id)| !seen.has(family, id));
        not_seen.map(|(family, id)| format!("{family} {id}")).collect()
    };
    let (mut seen, mut decisions, mut games) = (Seen::default(), 0, 0);
    while games < GAMES && !missing(&seen).is_empty() {
        for rules in &tables {
            decisions += play(rules, games, &mut seen);
            games += 1;
        }
    }
    for (family, ids) in &seen.0 {
        println!("{family}: {} seen", ids.len());
    }
    println!("{decisions} decisions of {games} games");
    assert!(missing(&seen).is_empty(), "never seen: {:#?}", missing(&seen));
}
