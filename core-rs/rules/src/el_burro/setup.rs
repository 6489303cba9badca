//! Setup (`rules.md` §6), up to the choice of starting spaces.

use super::ElBurro;
use super::ids::{
    BOATS, COVERS, Deck, Extended, Face, GeneralSide, MARKETS, ROUNDS, SEATS, SLOTS, Step, Support,
    TILE_TYPES,
};
use super::look::{Checked, Look};
use super::news::News;
use super::play::Play;
use super::rejection::Rejection;
use super::sets::{Boats, Cards, DonkeyCards, FarmSpaces, TileTypes};
use super::state::{Donkey, General, MarketState, Order, Player, PrestigeTile, SCORE_ROWS, State};
use super::things::{
    Boat, Cover, GeneralTile, Market, PersonalTile, RoadSpace, RoundTile, TileType,
};
use crate::{Report, Rules, Seat, Seats, Tape};

/// The state in which the seats choose their starting spaces.
///
/// Rules: el_burro §6.
pub(super) fn setup(rules: &Rules<ElBurro>, chance: &mut Tape<'_>, report: &mut Report) -> State {
    let mut state = start(rules);
    let mut play = Play { rules, state: &mut state, chance, report, anytime: false };
    play.set_rondel();
    play.set_markets();
    play.set_achievements();
    play.set_round_tiles();
    play.set_boats();
    play.set_personal();
    play.set_first_seat();
    play.draw_hands();
    play.begin_step(Step::SetupStart);
    play.advance();
    state
}

/// Everything handed out that needs no chance.
fn start(rules: &Rules<ElBurro>) -> State {
    let content = &rules.content;
    let plan = content.plan(rules.seats);
    let market = |market: Market| MarketState {
        cover: None,
        bonus: content.markets[market.index()].tile,
        bonus_left: plan.market_tiles,
        places: Order::new(),
    };
    let prestige = |place: usize| PrestigeTile {
        tile: content.prestige_tiles[place].1,
        used_by: Seats::default(),
    };
    let general = || General { tile: GeneralTile(0), claimed_by: Order::new() };
    let in_play = |seat: usize| seat < usize::from(rules.seats);
    State {
        round: 0,
        step: Step::SetupStart,
        over: false,
        actors: Seats::default(),
        done: Seats::default(),
        begun: 0,
        stable_gains: [0; SEATS],
        turn_order: Order::new(),
        siesta_order: Order::new(),
        siesta_rewards: Order::new(),
        rondel_side: Face::A,
        rondel_rotation: 0,
        dice: [0; 6],
        community_die: None,
        round_tiles: [RoundTile(0); ROUNDS],
        markets: std::array::from_fn::<_, MARKETS, _>(|index| {
            market(Market::at(index).unwrap_or(Market(0)))
        }),
        prestige_tiles: [prestige(0), prestige(1)],
        general: [general(), general()],
        boat_sides: [Face::A; BOATS],
        boats_left: Boats::ALL,
        docks: [None; BOATS],
        scoring_marks: [Seats::default(); 6],
        pool: Cards::ALL,
        discard: Cards::NONE,
        players: std::array::from_fn(|seat| player(rules, in_play(seat))),
    }
}

/// What a seat has at the start, or nothing for a seat that no one has.
pub(super) fn player(rules: &Rules<ElBurro>, in_play: bool) -> Player {
    let content = &rules.content;
    let numbers = &content.numbers;
    let from_start = |market: &Market| content.markets[market.index()].unlocked_at_start;
    let open = Market::all().filter(from_start).fold(0, |open, market| open | 1 << market.0);
    let own = |number: u8| if in_play { number } else { 0 };
    Player {
        prestige: 0,
        silver: own(numbers.start_silver).into(),
        workers_free: own(numbers.start_workers),
        assigned: FarmSpaces::default(),
        store: [0; 7],
        fields: [0; 7],
        field_goods: [0; 7],
        loose: [0; 7],
        hand: Cards::NONE,
        field_cards: arrayvec::ArrayVec::new(),
        admin_cards: arrayvec::ArrayVec::new(),
        admin_symbols: [0; 3],
        barrows: [None; SLOTS],
        acquisitions: [None; SLOTS],
        market_filled: [0; MARKETS],
        markets_closed: 0,
        markets_open: own(open),
        barrows_scored: 0,
        donkeys: [Donkey::default(); 2],
        elements: 0,
        milestone: 0,
        trough: own(numbers.start_trough),
        siesta: 0,
        support: Support::Prestige,
        reward: [0; 6],
        extensions: [Extended::None; 6],
        tiles_front: TileTypes::NONE,
        tiles_back: TileTypes::NONE,
        personal: PersonalTile(0),
        personal_claimed: 0,
        donkey_pool: if in_play { DonkeyCards::ALL } else { DonkeyCards::NONE },
        donkey_hand: DonkeyCards::NONE,
        donkey_discard: DonkeyCards::NONE,
        donkey_unused: DonkeyCards::NONE,
        siesta_card: None,
        donkey_card: None,
        stable_cards: arrayvec::ArrayVec::new(),
        boosted: [0; 2],
        used: Vec::new(),
        turn_actions: 0,
        stack: Vec::new(),
        scores: [0; SCORE_ROWS],
    }
}

impl Look<'_> {
    /// Rules: el_burro §6, step 8.
    pub(super) fn check_start(self, space: RoadSpace) -> Checked {
        if !self.content.road.is_start(space) {
            return Err(Rejection::BadParameter);
        }
        let mut seats = Seat::all(self.rules.seats);
        let there = |seat: Seat| self.player(seat).donkeys[0].space == Some(space);
        if seats.any(there) { Err(Rejection::SpaceTaken) } else { Ok(()) }
    }
}

impl Play<'_, '_> {
    /// One of the things that are left, in content order; it leaves them.
    fn one_of<T: Copy>(
        &mut self,
        what: &'static str,
        left: &mut Vec<T>,
        id: impl Fn(T) -> String,
    ) -> T {
        let label = |k: u32| left.get(k as usize).map_or_else(String::new, |thing| id(*thing));
        let count = u32::try_from(left.len()).unwrap_or(1);
        let pick = self.chance.pick(what, count, label);
        left.remove(pick as usize)
    }

    /// §6 step 1.
    fn set_rondel(&mut self) {
        let side = self.one_of("rondel", &mut Face::ALL.to_vec(), |side| side.id().to_owned());
        let rotation = self.one_of("rondel", &mut (0..6).collect(), |turns: u8| turns.to_string());
        self.state.rondel_side = side;
        self.state.rondel_rotation = rotation;
        self.tell(|| News::Rondel { side, rotation });
    }

    /// §6 step 2.
    fn set_markets(&mut self) {
        let content = self.content();
        if self.rules.options.variable_markets {
            let mut left: Vec<Cover> = Cover::all().collect();
            debug_assert_eq!(left.len(), COVERS);
            for market in Market::all() {
                let id = |cover| content.cover_id(cover).to_owned();
                let cover = self.one_of("market_cover", &mut left, id);
                self.state.markets[market.index()].cover = Some(cover);
                self.tell(|| News::MarketCovered { market, cover });
            }
        }
        if !self.rules.options.variable_bonuses {
            return;
        }
        let mut left: Vec<TileType> = TileType::all().collect();
        debug_assert_eq!(left.len(), TILE_TYPES);
        let id = |tile| content.tile_id(tile).to_owned();
        for market in Market::all() {
            let tile = self.one_of("bonus_type", &mut left, id);
            self.state.markets[market.index()].bonus = tile;
            self.tell(|| News::MarketBonus { market, tile });
        }
        for place in 0..2_u8 {
            let tile = self.one_of("bonus_type", &mut left, id);
            self.state.prestige_tiles[usize::from(place)].tile = tile;
            self.tell(|| News::PrestigeBonus { place, tile });
        }
    }

    /// §6 step 3: general achievements.
    fn set_achievements(&mut self) {
        let content = self.content();
        let mut left: Vec<GeneralTile> = GeneralTile::all().collect();
        for side in GeneralSide::ALL {
            let id = |tile| content.general_id(tile).to_owned();
            let tile = self.one_of("general", &mut left, id);
            self.state.general[side.index()].tile = tile;
            self.tell(|| News::General { side, tile });
        }
    }

    /// §6 step 3: the tile of each round.
    fn set_round_tiles(&mut self) {
        let content = self.content();
        for round in (1..=4_u8).take(ROUNDS) {
            let fits = |tile: &RoundTile| content.round_tiles[tile.index()].round == round;
            let mut left: Vec<RoundTile> = RoundTile::all().filter(fits).collect();
            let id = |tile| content.round_tile_id(tile).to_owned();
            let tile = self.one_of("round_tile", &mut left, id);
            self.state.round_tiles[usize::from(round) - 1] = tile;
            self.tell(|| News::RoundTileDrawn { round, tile });
        }
    }

    /// §6 step 3: the side of each boat.
    fn set_boats(&mut self) {
        for boat in Boat::all() {
            let id = |side: Face| side.id().to_owned();
            let side = self.one_of("boat_side", &mut Face::ALL.to_vec(), id);
            self.state.boat_sides[boat.index()] = side;
            self.tell(|| News::BoatSide { boat, side });
        }
    }

    /// §6 step 5.
    fn set_personal(&mut self) {
        let content = self.content();
        let mut left: Vec<PersonalTile> = PersonalTile::all().collect();
        for seat in Seat::all(self.rules.seats) {
            let id = |tile| content.personal_id(tile).to_owned();
            let tile = self.one_of("personal", &mut left, id);
            self.player(seat).personal = tile;
            self.tell(|| News::Personal { seat, tile });
        }
    }

    /// §6 step 6.
    fn set_first_seat(&mut self) {
        let seats = self.rules.seats;
        let first = self.rules.options.first_seat.unwrap_or_else(|| {
            let pick = self.chance.pick("first_seat", seats.into(), |k| k.to_string());
            Seat::all(seats).nth(pick as usize).unwrap_or(Seat(0))
        });
        let mut seat = first;
        for _ in 0..seats {
            self.state.turn_order.push(seat);
            seat = seat.next(seats);
        }
        self.state.siesta_order.clone_from(&self.state.turn_order);
        self.tell(|| News::FirstSeat { seat: first });
    }

    /// §6 step 7.
    fn draw_hands(&mut self) {
        let numbers = &self.content().numbers;
        for seat in self.state.turn_order.clone() {
            for (deck, count) in
                [(Deck::Normal, numbers.hand_normal), (Deck::Special, numbers.hand_special)]
            {
                for _ in 0..count {
                    self.draw(seat, deck);
                }
            }
            let cards = self.state.player(seat).hand;
            self.tell_apart(seat, || News::HandDrawn { seat, cards });
        }
    }

    /// Both donkeys go to the space, and its reward runs; the seat's part ends when it is done.
    ///
    /// Rules: el_burro §6, step 8.
    pub(super) fn choose_start(&mut self, seat: Seat, space: RoadSpace) {
        self.pop(seat);
        for donkey in &mut self.player(seat).donkeys {
            donkey.space = Some(space);
        }
        self.tell(|| News::StartChosen { seat, space });
        self.push_list(seat, self.content().road.space(space).effects, None);
    }
}
