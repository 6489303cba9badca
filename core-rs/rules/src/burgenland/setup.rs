//! Setup (`rules.md` §4) and the placing of neutral pieces by the seats (§7.1).

use arrayvec::ArrayVec;

use super::cards::Cards;
use super::content::{Content, LayoutPlan, Neutral, Wanted};
use super::facts;
use super::ids::{
    Built, CASTLES, COLOURS, Castle, CastleSet, Colour, NODES, Node, Owner, Phase, SEATS, SPACES,
    Site, Space,
};
use super::options::{Layout, Placement};
use super::play::Play;
use super::rejection::Rejection;
use super::state::{Player, State};
use super::{Burgenland, Piece, wells};
use crate::{Report, Rules, Seat, Tape};

/// The state after setup, or in the phase `place_neutral`.
///
/// Rules: burgenland §4.
pub(super) fn setup(
    rules: &Rules<Burgenland>,
    chance: &mut Tape<'_>,
    report: &mut Report,
) -> State {
    let mut state = start(&rules.content, layout(rules), rules.seats);
    let mut play = Play { rules, state: &mut state, chance, report };
    play.choose_start_seat();
    play.place_markers();
    play.turn_up_well();
    play.turn_up_architect();
    match rules.options.neutral_placement {
        Placement::Seats => {}
        Placement::Random => {
            while let Some(neutral) = next_neutral(rules, play.state) {
                play.place_by_chance(neutral);
            }
        }
    }
    if next_neutral(rules, play.state).is_none() {
        play.deal_hands();
    }
    state
}

/// The pieces of the table's number of seats and layout; the layout is only read with 2 seats.
fn layout(rules: &Rules<Burgenland>) -> &LayoutPlan {
    let layout: Layout = rules.options.two_player_layout;
    let fits = |plan: &&LayoutPlan| {
        plan.seats == rules.seats && plan.layout.is_none_or(|wanted| wanted == layout)
    };
    // The content was checked to have one for each number of seats, and the options for the seats.
    rules.content.layouts.iter().find(fits).unwrap_or(&rules.content.layouts[0])
}

/// Everything in its pool, nothing drawn yet (§4 step 1).
fn start(content: &Content, layout: &LayoutPlan, seats: u8) -> State {
    let mut players = [Player::default(); SEATS];
    for seat in Seat::all(seats) {
        let player = &mut players[seat.index()];
        player.supply = layout.supply;
        player.jokers = u32::from(content.start_jokers);
    }
    State {
        phase: Phase::PlaceNeutral,
        seat: Seat(0),
        start_seat: Seat(0),
        turn: 1,
        markers: [Colour(0); NODES],
        sites: [[None; SPACES]; CASTLES],
        extra: CastleSet::default(),
        players,
        deck: Cards(content.cards.each_ref().map(|kind| kind.count)),
        discard: Cards::default(),
        exchange_supply: content.exchange_tiles,
        bonus_pool: content.bonus_tiles,
        architect_top: 0,
        architect_unseen: content.architects.map(|kind| kind.count),
        architect_queue: ArrayVec::new(),
        well_top: 0,
        well_unseen: Castle::all().map(|castle| wells::bit(castle.0 + 1)).sum(),
        wells_built: 0,
        pending: None,
        winner: None,
    }
}

/// The next neutral piece; `None` when all of them stand.
///
/// Rules: burgenland §4 step 6.
pub(super) fn next_neutral(rules: &Rules<Burgenland>, state: &State) -> Option<Neutral> {
    layout(rules).neutrals.get(neutrals_placed(state)).copied()
}

/// How many neutral pieces are still to be placed.
pub(super) fn neutrals_left(rules: &Rules<Burgenland>, state: &State) -> usize {
    layout(rules).neutrals.len().saturating_sub(neutrals_placed(state))
}

/// Neutral pieces never move: those on the board are those placed.
fn neutrals_placed(state: &State) -> usize {
    state.sites.as_flattened().iter().filter(|site| is_neutral(**site)).count()
}

fn is_neutral(site: Option<Built>) -> bool {
    site.is_some_and(|built| built.owner == Owner::Neutral)
}

/// The castles that qualify for a neutral piece now.
pub(super) fn qualifying(state: &State, neutral: Neutral) -> CastleSet {
    let neutral_wall = Some(Built { piece: Piece::Wall, owner: Owner::Neutral });
    let qualifies = |castle: &Castle| match neutral.wanted {
        Wanted::EmptyCastle => !state.sites[castle.index()].into_iter().any(is_neutral),
        Wanted::NorthFree => state.at(*castle, Space::North).is_none(),
        Wanted::WallNorthWestFree => {
            state.at(*castle, Space::North) == neutral_wall
                && state.at(*castle, Space::West).is_none()
        }
    };
    Castle::all().filter(qualifies).collect()
}

/// Whether the next neutral piece may go to `castle`.
///
/// Rules: burgenland §7.1.
pub(super) fn check_neutral(
    rules: &Rules<Burgenland>,
    state: &State,
    castle: Castle,
) -> Result<(), Rejection> {
    let Some(neutral) = next_neutral(rules, state) else { return Err(Rejection::WrongPhase) };
    if qualifying(state, neutral).contains(castle) {
        return Ok(());
    }
    Err(Rejection::SiteNotAllowed { piece: neutral.piece, neutral: true })
}

impl Play<'_, '_> {
    /// §4 step 2.
    fn choose_start_seat(&mut self) {
        let seats = u32::from(self.rules.seats);
        let start = self.rules.options.start_seat.unwrap_or_else(|| {
            let pick = self.chance.pick("start_seat", seats, |k| k.to_string());
            Seat::all(self.rules.seats).nth(pick as usize).unwrap_or(Seat(0))
        });
        self.state.start_seat = start;
        self.state.seat = start;
        self.report.tell(|| facts::start_seat(start));
    }

    /// §4 step 3.
    fn place_markers(&mut self) {
        let content = self.content();
        let mut left: ArrayVec<Colour, COLOURS> = Colour::all().collect();
        let mut count = 8; // one marker a colour
        for node in Node::all() {
            let label = |k: u32| content.colour_id(left[k as usize]).to_owned();
            let pick = self.chance.pick("marker", count, label);
            count -= 1;
            let colour = left.remove(pick as usize);
            self.state.markers[node.index()] = colour;
            self.report.tell(|| facts::marker(content, node, colour));
        }
    }

    /// Places the piece at a castle that chance picks (§4 step 6). A step for which no castle qualifies
    /// cannot occur: the content was checked.
    fn place_by_chance(&mut self, neutral: Neutral) {
        let content = self.content();
        let qualifying = qualifying(self.state, neutral);
        let castles: ArrayVec<Castle, CASTLES> = qualifying.iter().collect();
        let label = |k: u32| content.castle_id(castles[k as usize]).to_owned();
        let pick = self.chance.pick("neutral", qualifying.len(), label);
        self.put_neutral(neutral, castles[pick as usize]);
    }

    fn put_neutral(&mut self, neutral: Neutral, castle: Castle) {
        let Neutral { piece, space, .. } = neutral;
        self.state.sites[castle.index()][space.index()] =
            Some(Built { piece, owner: Owner::Neutral });
        let content = self.content();
        let site = Site::Space(castle, space);
        self.report.tell(|| facts::neutral_placed(content, piece, site));
    }

    /// A seat places the next neutral piece; the last one lets setup go on.
    ///
    /// Rules: burgenland §7.1.
    pub(super) fn place_neutral(&mut self, castle: Castle) {
        let Some(neutral) = next_neutral(self.rules, self.state) else { return };
        self.put_neutral(neutral, castle);
        self.state.seat = self.seat().next(self.rules.seats);
        if next_neutral(self.rules, self.state).is_none() {
            self.deal_hands();
        }
    }

    /// §4 steps 7 and 8.
    fn deal_hands(&mut self) {
        let content = self.content();
        let mut seat = self.state.start_seat;
        for count in content.start_cards.into_iter().take(usize::from(self.rules.seats)) {
            let dealt = self.deal(seat, count, "deal_card");
            self.report.tell_apart(
                seat,
                || facts::dealt(content, seat, &dealt),
                || facts::dealt_hidden(seat, &dealt),
            );
            seat = seat.next(self.rules.seats);
        }
        self.state.seat = self.state.start_seat;
        self.state.phase = Phase::Main;
    }
}
