//! What the suite has to know of each game.

use ludoteca_rules::burgenland::{self, Burgenland};
use ludoteca_rules::buurn::{self, Buurn};
use ludoteca_rules::el_burro::{self, ElBurro};
use ludoteca_rules::el_gaucho::{self, ElGaucho};
use ludoteca_rules::fixtures::goofspiel::{self, Goofspiel};
use ludoteca_rules::fixtures::tic_tac_toe::{self, TicTacToe};
use ludoteca_rules::{Actor, Playout, Rules, Seat, Seats, Viewer};

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

/// Who gets a start tile: each seat in turn from the start seat gets as many as the next (el_gaucho §6.6).
fn start_tile_of(start: Seat, outcome: &Outcome<'_>) -> Seat {
    let each = [0, 0, 5, 4, 3][usize::from(outcome.seats)];
    (0..outcome.number / each).fold(start, |seat, _| seat.next(outcome.seats))
}

impl Contract for ElGaucho {
    const CASES: &'static [Case] = &[
        Case::of(2, &[]),
        Case::of(2, &[("removed_race", "ochre"), ("start_seat", "1")]),
        Case::of(3, &[]),
        Case::of(3, &[("start_seat", "2")]),
        Case::of(4, &[]),
        Case::of(4, &[("start_seat", "3")]),
    ];
    const ACTIONS: &'static [&'static str] = &[
        "keep_start_tiles",
        "place_start_gaucho",
        "pick_dice",
        "place_standing",
        "place_lying",
        "raise_gaucho",
        "place_on_area",
        "use_wish",
        "use_immediate_sale",
        "use_theft",
        "use_overseer_raise",
        "use_overseer_replace",
        "use_secret_cattle",
        "recall_from_area",
        "recall_from_tile",
        "end_turn",
        "secret_take",
        "secret_done",
        "collect_tile",
    ];
    const LONGEST: usize = 10_000;
    const SECRETS: bool = true;

    fn hides(state: &Self::State, outcome: &Outcome<'_>, viewer: Viewer) -> bool {
        match (outcome.what, outcome.actor) {
            ("start_tile", _) => !viewer.holds(start_tile_of(state.start_seat, outcome)),
            ("steppe_tile", Actor::Seat(seat)) => !viewer.holds(seat),
            _ => false,
        }
    }

    fn uncovers(state: &Self::State, actor: Actor, action: &Self::Action, viewer: Viewer) -> bool {
        let Actor::Seat(seat) = actor else { return false };
        if let el_gaucho::Action::KeepStartTiles { .. } = action {
            // The last choice of start tiles opens all of them.
            let open = |p: &&el_gaucho::Player| !p.start_draw.is_empty() && p.choice.is_none();
            return state.players.iter().filter(open).count() == 1;
        }
        // The seat sees what others have looked at before, too.
        viewer.holds(seat) && *action == el_gaucho::Action::UseSecretCattle
    }

    fn wild(chance: &mut Playout) -> Option<el_gaucho::Action> {
        use el_gaucho::{Action, Dice, Direction, Mode, Pasture, Race, Tile, Tiles, Verb};
        let any = u8::try_from(chance.below(256)).unwrap_or(0);
        let most = Tiles(u64::MAX);
        Some(match chance.below(10) {
            0 => Action::Unknown,
            1 => Action::BadParameter { verb: Verb::PickDice },
            2 => Action::KeepStartTiles { tiles: most, direction: Direction::Asc },
            3 => Action::KeepStartTiles { tiles: Tiles(0), direction: Direction::Unordered },
            4 => Action::PlaceStanding { tile: Tile(any.max(60)), dice: Dice::of([1])? },
            5 => Action::PickDice { dice: Dice::of([any % 6 + 1, 1, 1])? },
            6 => Action::UseWish { face: any | 8 },
            7 => Action::UseImmediateSale { race: Race(any | 8) },
            8 => Action::SecretTake { tile: Tile(any % 60), pasture: Pasture(any | 4) },
            _ => Action::CollectTile { tile: Tile(any.max(60)), mode: Mode::Append },
        })
    }
}

impl Contract for Buurn {
    const CASES: &'static [Case] = &[
        Case::of(3, &[]),
        Case::of(3, &[("late_ticks", "0"), ("first_player", "2")]),
        Case::of(4, &[("families", "mustard,citron,fuel,cactus,tequila,explosives")]),
        Case::of(4, &[("tick_ms", "300"), ("reveal_ms", "0"), ("scramble_ms", "0")]),
        Case::of(5, &[("extra_family", "true"), ("late_ticks", "2")]),
        Case::of(5, &[]),
        Case {
            seats: 4,
            options: &[("tick_ms", "0"), ("first_player", "1")],
            ends_by_default: false, // nobody calls the numbers
        },
    ];
    const ACTIONS: &'static [&'static str] = &[
        "grab",
        "count",
        "leave",
        "give_lot",
        "market",
        "stash",
        "give_third",
        "swap",
        "give",
        "skip",
        "tick",
        "close",
        "timeout",
        "presence",
    ];
    const LONGEST: usize = 5_000;
    const SECRETS: bool = true;

    fn hides(_state: &Self::State, outcome: &Outcome<'_>, viewer: Viewer) -> bool {
        // A card of a market draw: the name says who draws it. The End Game card is shown to everybody.
        let drawer = outcome.what.strip_prefix("ingredient ").and_then(|seat| seat.parse().ok());
        drawer.is_some_and(|seat| !viewer.holds(Seat(seat))) && outcome.label != "end_game"
    }

    fn lies_open(rules: &Rules<Self>, state: &Self::State, label: &str) -> bool {
        let exchanges = state.pending.is_some_and(|pending| {
            matches!(pending.question, buurn::Question::Swap | buurn::Question::Give)
        });
        let shown = |family| {
            let on_table = || state.players.iter().any(|player| player.face_up.of(family) > 0);
            state.lot.contains(&family) || exchanges && on_table()
        };
        rules.content.family(label).is_some_and(shown)
    }

    fn uncovers(state: &Self::State, _actor: Actor, action: &Self::Action, viewer: Viewer) -> bool {
        // A card that another seat put back, or puts back now, comes into a lot: from the top, or from under a
        // deck that runs out.
        let deck = &state.deck;
        let hidden = |placed: &buurn::Placed| !viewer.holds(placed.known_by);
        let hand = state.pending.is_some_and(|pending| !viewer.holds(pending.seat));
        let hand = hand && !state.hand.is_empty();
        let on_top = matches!(action, buurn::Action::Stash { place: buurn::Place::Top, .. });
        let runs_out = deck.body + deck.tail < 8;
        deck.top.iter().any(hidden)
            || hand && on_top
            || runs_out && (hand || deck.bottom.iter().any(hidden))
    }

    fn wild(chance: &mut Playout) -> Option<buurn::Action> {
        use buurn::{Action, Family, Place, Verb};
        let any = u8::try_from(chance.below(256)).unwrap_or(0);
        let (seat, auction) = (Seat(any), chance.below(40));
        Some(match chance.below(12) {
            0 => Action::Malformed { verb: None },
            1 => Action::Malformed { verb: Some(Verb::Tick) },
            2 => Action::OffList { verb: Verb::Stash },
            3 => Action::Grab { totem: None, auction, count: any.into() },
            4 => Action::Swap { own: Family(any), seat: Seat(any % 5), theirs: Family(any) },
            5 => Action::Give { own: Family(any), seat },
            6 => Action::GiveLot { seat },
            7 => Action::Leave { slot: any },
            8 => Action::Stash { keep: Some(any), place: Place::Top },
            9 => Action::Stash { keep: None, place: Place::Bottom },
            10 => Action::Timeout { seat, decision: auction },
            _ => Action::Presence { seat, present: any % 2 == 0 },
        })
    }
}

impl Contract for ElBurro {
    const CASES: &'static [Case] = &[
        Case::of(2, &[]),
        Case::of(2, &[("variable_markets", "true"), ("simultaneous", "in_order")]),
        Case::of(3, &[("variable_bonuses", "true"), ("first_seat", "2")]),
        Case::of(4, &[("rondel_direction", "counterclockwise"), ("variable_markets", "true")]),
    ];
    // Nothing in the content pays for an effect or swaps hand cards, and few random games come to a barrier or a
    // dock, lose track of a pig, or take workers back: the tests of the chapters meet the other nine.
    const ACTIONS: &'static [&'static str] = &[
        "choose_start",
        "run_effect",
        "choose_option",
        "take_good",
        "upgrade_good",
        "move_donkey",
        "take_branch",
        "play_card",
        "draw_card",
        "deliver",
        "deliver_community",
        "take_reward",
        "place_extension",
        "turn_extension",
        "score_target",
        "skip",
        "gain_income",
        "harvest",
        "gain_offspring",
        "take_die",
        "use_community_die",
        "allocate_donkeys",
        "activate_bonus",
        "boost",
        "pay_workers",
        "end_turn",
        "buy_good",
        "sell_good",
        "upgrade_for_silver",
        "assign_worker",
        "special_delivery",
        "use_trough",
        "fulfil_achievement",
        "use_action",
    ];
    const LONGEST: usize = 5_000;
    const SECRETS: bool = true;

    fn hides(state: &Self::State, outcome: &Outcome<'_>, viewer: Viewer) -> bool {
        let in_order = |index: usize| state.turn_order.get(index).copied();
        let drawer = match (outcome.what, outcome.actor) {
            ("draw", Actor::Seat(seat)) => Some(seat),
            ("draw", Actor::Clock) => in_order(outcome.number / 6), // a first hand
            ("donkey_draw", _) => in_order(outcome.number / 4),
            _ => return false,
        };
        drawer.is_none_or(|seat| !viewer.holds(seat))
    }

    fn uncovers(state: &Self::State, actor: Actor, action: &Self::Action, _viewer: Viewer) -> bool {
        // The last choice of donkey cards turns those of all seats face up.
        let Actor::Seat(seat) = actor else { return false };
        matches!(action, el_burro::Action::AllocateDonkeys { .. })
            && state.actors == Seats::only(seat)
    }

    fn wild(chance: &mut Playout) -> Option<el_burro::Action> {
        use el_burro::{Action, Bag, Card, DonkeyCard, FarmSpace, RoadSpace, Side, Source, Target};
        let any = u8::try_from(chance.below(256)).unwrap_or(0);
        let goods = Bag([any; 9]);
        Some(match chance.below(14) {
            0 => Action::BadParameter { verb: None },
            1 => Action::ChooseStart { space: RoadSpace(any | 32) },
            2 => Action::PlayCard { card: Card(any | 128), side: Side::Field, replace: None },
            3 => Action::PlayCard {
                card: Card(any % 108),
                side: Side::Barrow,
                replace: Some(any | 3),
            },
            4 => Action::Deliver {
                owner: Seat(any | 4),
                target: Target(any % 13),
                marking: 0,
                goods,
            },
            5 => Action::Deliver { owner: Seat(0), target: Target(any | 16), marking: any, goods },
            6 => Action::SpecialDelivery { target: Target(any % 13), marking: any | 4, goods },
            7 => Action::MoveDonkey { donkey: any | 2 },
            8 => Action::TakeDie { face: any | 8 },
            9 => Action::AssignWorker { space: FarmSpace(any | 8) },
            10 => Action::UseAction { source: Source(any | 16), with: goods },
            11 => Action::AllocateDonkeys {
                siesta: DonkeyCard(any),
                donkey: DonkeyCard(any | 16),
                stable: DonkeyCard(any % 12),
                discard: Some(DonkeyCard(any | 16)),
            },
            12 => Action::Boost { plus: any | 4 },
            _ => Action::RunEffect { index: any | 32 },
        })
    }
}
