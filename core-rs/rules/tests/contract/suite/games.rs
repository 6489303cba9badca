//! What the suite has to know of each game.

use ludoteca_rules::burgenland::{self, Burgenland};
use ludoteca_rules::fixtures::goofspiel::{self, Goofspiel};
use ludoteca_rules::fixtures::tic_tac_toe::{self, TicTacToe};
use ludoteca_rules::{Actor, Playout, Seat, Viewer};

use super::{Case, Contract, Outcome};

impl Contract for TicTacToe {
    const CASES: &'static [Case] = &[Case::of(2, &[]), Case::of(2, &[("start_seat", "1")])];
    const ACTIONS: &'static [&'static str] = &["place"];
    const LONGEST: usize = 10;
    const SECRETS: bool = false;

    fn hides(_state: &Self::State, _outcome: &Outcome<'_>, _viewer: Viewer) -> bool {
        false
    }

    fn uncovers(
        _state: &Self::State,
        _actor: Actor,
        _action: &Self::Action,
        _viewer: Viewer,
    ) -> bool {
        false
    }

    fn wild(chance: &mut Playout) -> Option<tic_tac_toe::Action> {
        let cell = u8::try_from(9 + chance.below(247)).unwrap_or(u8::MAX);
        Some(tic_tac_toe::Action::Place { cell: tic_tac_toe::Cell(cell) })
    }
}

impl Contract for Goofspiel {
    const CASES: &'static [Case] = &[Case::of(2, &[]), Case::of(2, &[("ties", "discard")])];
    const ACTIONS: &'static [&'static str] = &["bid"];
    const LONGEST: usize = 27;
    const SECRETS: bool = true;

    fn hides(_state: &Self::State, _outcome: &Outcome<'_>, _viewer: Viewer) -> bool {
        false // every prize is turned up before everybody
    }

    fn uncovers(
        state: &Self::State,
        _actor: Actor,
        _action: &Self::Action,
        viewer: Viewer,
    ) -> bool {
        // The second bid of a round shows the first one to everybody else.
        Seat::all(2).any(|seat| state.bids[seat.index()].is_some() && !viewer.holds(seat))
    }

    fn wild(chance: &mut Playout) -> Option<goofspiel::Action> {
        let card = [0, 14, 16, 17, 255][chance.below(5) as usize];
        Some(goofspiel::Action::Bid { card: goofspiel::Card(card) })
    }
}

/// Who gets a card of the deal: the k-th seat from the start seat gets 4 + k of them (burgenland §4.7).
fn dealt_to(start: Seat, outcome: &Outcome<'_>) -> Seat {
    let (mut seat, mut left, mut count) = (start, outcome.number, 4);
    while left >= count {
        left -= count;
        count += 1;
        seat = seat.next(outcome.seats);
    }
    seat
}

impl Contract for Burgenland {
    const CASES: &'static [Case] = &[
        Case::of(2, &[]),
        Case::of(2, &[("two_player_layout", "full_set"), ("start_seat", "1")]),
        Case::of(2, &[("neutral_placement", "seats"), ("turn_limit", "60")]),
        Case::of(3, &[("neutral_placement", "seats")]),
        Case {
            seats: 3,
            options: &[("turn_limit", "0"), ("start_seat", "2")],
            ends_by_default: false, // nobody ever builds
        },
        Case::of(4, &[]),
        Case::of(4, &[("neutral_placement", "seats"), ("start_seat", "3")]),
    ];
    const ACTIONS: &'static [&'static str] = &[
        "draw_cards",
        "end_turn",
        "start_build",
        "buy_joker",
        "play_exchange",
        "play_coins",
        "pay_auto",
        "pay_card",
        "place_neutral",
    ];
    const LONGEST: usize = 10_000;
    const SECRETS: bool = true;

    fn hides(state: &Self::State, outcome: &Outcome<'_>, viewer: Viewer) -> bool {
        match (outcome.what, outcome.actor) {
            ("deal_card", _) => !viewer.holds(dealt_to(state.start_seat, outcome)),
            ("draw_card" | "bonus_tile", Actor::Seat(seat)) => !viewer.holds(seat),
            _ => false,
        }
    }

    fn uncovers(_state: &Self::State, actor: Actor, action: &Self::Action, viewer: Viewer) -> bool {
        // The cards that it pays are public, and the action does not name them.
        let own = matches!(actor, Actor::Seat(seat) if viewer.holds(seat));
        !own && *action == burgenland::Action::PayAuto
    }

    fn wild(chance: &mut Playout) -> Option<burgenland::Action> {
        use burgenland::{Action, Card, Castle, ColourCard, Node, Piece, Price, Site, Space, Verb};
        let any = u8::try_from(chance.below(256)).unwrap_or(0);
        Some(match chance.below(6) {
            0 => Action::Unknown,
            1 => Action::UnknownId { verb: Verb::StartBuild },
            2 => Action::PayCard { card: Card::Colour(ColourCard(any)) },
            3 => Action::PlayExchange { a: Node(any), b: Node(any.wrapping_add(1)) },
            4 => Action::PlaceNeutral { castle: Castle(any) },
            _ => Action::StartBuild {
                piece: Piece::Wall,
                site: Site::Space(Castle(any), Space::North),
                price: Price::Border,
                ignore: any % 2 == 0,
            },
        })
    }
}
