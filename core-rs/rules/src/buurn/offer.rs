//! Actions as a client offers them: labels, anchors, warnings, prompts.

use super::Buurn;
use super::action::Action;
use super::auction;
use super::content::Content;
use super::grab;
use super::ids::{Choice, Phase, Question, Totem};
use super::market;
use super::naming;
use super::state::{Pending, State};
use crate::{Actor, Anchor, Arg, Game, Offer, Playout, Report, Rules, Seat, Sentence, Tape};

/// A parameter: its name, its value, and where the thing can be pointed at.
type Param = (&'static str, Arg, Option<Anchor>);

/// A legal action as a client offers it.
pub(super) fn offer(rules: &Rules<Buurn>, state: &State, actor: Actor, action: Action) -> Offer {
    let seat = match actor {
        Actor::Seat(seat) => Some(seat),
        Actor::Clock => None,
    };
    let fault = false_start(&rules.content, state, seat, action);
    Offer {
        label: label(rules, state, action),
        params: params(&rules.content, seat, action),
        reveals: reveals(rules, state, actor, action),
        false_start: fault.is_some(),
        warning: fault,
    }
}

/// Whether the action turns a card, or shows something hidden before (`games/README.md`, Takebacks).
///
/// Much follows by itself from a hand or a decision: the resolution up to the next decision, a new turn with its
/// cards. So it is tried out, with any luck: whether a card is turned first does not depend on which one it is.
fn reveals(rules: &Rules<Buurn>, state: &State, actor: Actor, action: Action) -> bool {
    let mut after = state.clone();
    let mut luck = Playout::new(0);
    let (mut chance, mut report) = (Tape::playout(&mut luck), Report::silent());
    let done = Buurn::apply(rules, &mut after, actor, &action, &mut chance, &mut report);
    done.is_ok() && (chance.asked() > 0 || report.showed())
}

/// What a false start would cost; `None`: the action is none.
///
/// Rules: buurn §9, `false_start`.
fn false_start(
    content: &Content,
    state: &State,
    seat: Option<Seat>,
    action: Action,
) -> Option<Sentence> {
    let (Some(seat), Action::Grab { totem: Some(totem), count, .. }) = (seat, action) else {
        return None;
    };
    if !grab::is_false_start(content, state, seat, totem, count) {
        return None;
    }
    let (money, penalty) = (state.player(seat).money, content.false_start_penalty);
    let key = if money < penalty { "warning-sit-out" } else { "warning-false-start" };
    Some(Sentence::new(key).number("amount", money.min(penalty)))
}

/// The parameters of an action, in the order of `rules.md` §9; `seat` is the actor, whose cards have anchors.
pub(super) fn params(content: &Content, seat: Option<Seat>, action: Action) -> Vec<Param> {
    let number = |name, value: u32| (name, Arg::Number(value.into()), None);
    let of_seat = |name, seat: Seat| (name, Arg::Seat(seat.0), Some(naming::seat_anchor(seat)));
    let card = |name, owner: Option<Seat>, family| {
        let anchor = owner.map(|owner| naming::face_up_anchor(content, owner, family));
        (name, naming::family(content, family), anchor)
    };
    match action {
        Action::Grab { totem: Some(totem), auction, count } => {
            let anchor = naming::totem_anchor(totem);
            let totem = ("totem", naming::totem(totem), Some(anchor));
            vec![totem, number("auction", auction), number("count", count)]
        }
        Action::Count { auction, to } | Action::Tick { auction, to } => {
            vec![number("auction", auction), number("to", to)]
        }
        Action::Leave { slot } => {
            vec![("slot", Arg::Number(slot.into()), Some(naming::lot_anchor(slot)))]
        }
        Action::GiveLot { seat } | Action::GiveThird { seat } => vec![of_seat("seat", seat)],
        Action::Market { choice } => {
            let pile =
                if choice == Choice::Bank { Some(naming::pile_anchor("bank")) } else { None };
            vec![("choice", naming::choice(choice), pile)]
        }
        Action::Stash { keep, place } => {
            let keep = keep
                .map(|keep| ("keep", Arg::Number(keep.into()), Some(naming::hand_anchor(keep))));
            keep.into_iter().chain([("place", naming::place(place), None)]).collect()
        }
        Action::Swap { own, seat: other, theirs } => vec![
            card("own", seat, own),
            of_seat("seat", other),
            card("theirs", Some(other), theirs),
        ],
        Action::Give { own, seat: to } => vec![card("own", seat, own), of_seat("seat", to)],
        Action::Close { auction } => vec![number("auction", auction)],
        Action::Timeout { seat, decision } => {
            vec![of_seat("seat", seat), number("decision", decision)]
        }
        Action::Presence { seat, present } => {
            vec![of_seat("seat", seat), ("present", Arg::Flag(present), None)]
        }
        Action::Grab { totem: None, .. }
        | Action::Skip
        | Action::OffList { .. }
        | Action::Malformed { .. } => Vec::new(),
    }
}

fn label(rules: &Rules<Buurn>, state: &State, action: Action) -> Sentence {
    let content = &rules.content;
    let lot = |slot: u8| state.lot.get(usize::from(slot)).copied();
    match action {
        Action::Grab { totem: Some(Totem::Purchase), count, .. } => {
            Sentence::new("label-buy").number("count", count)
        }
        Action::Grab { totem: Some(totem), .. } => {
            Sentence::new("label-grab").with("totem", naming::totem(totem))
        }
        Action::Count { to, .. } | Action::Tick { to, .. } => {
            Sentence::new("label-call").number("to", to)
        }
        Action::Leave { slot } => Sentence::new("label-leave")
            .with("cards", naming::families(content, lot(slot).into_iter())),
        Action::GiveLot { seat } => {
            let key = if asks(state, seat) { "label-keep-lot" } else { "label-give-lot" };
            let left = state.left.map(usize::from);
            let slots = state.lot.iter().enumerate();
            let taken = slots.filter(|(slot, _)| Some(*slot) != left).map(|(_, family)| *family);
            let cards = naming::families(content, taken);
            Sentence::new(key).seat("seat", seat).with("cards", cards)
        }
        Action::Market { choice: Choice::Bank } => {
            Sentence::new("label-take-bank").number("amount", state.bank)
        }
        Action::Market { choice: Choice::Pay } => label_pay(rules, state),
        Action::Stash { keep, place } => label_stash(content, state, keep, place),
        Action::GiveThird { seat } => {
            let key = if asks(state, seat) { "label-keep-third" } else { "label-give-third" };
            Sentence::new(key)
                .seat("seat", seat)
                .with("cards", naming::families(content, state.lot.iter().copied()))
        }
        Action::Swap { own, seat, theirs } => Sentence::new("label-swap")
            .with("own", naming::family(content, own))
            .seat("seat", seat)
            .with("theirs", naming::family(content, theirs)),
        Action::Give { own, seat } => {
            Sentence::new("label-give").with("own", naming::family(content, own)).seat("seat", seat)
        }
        Action::Skip => Sentence::new("label-skip"),
        Action::Close { .. } => Sentence::new("label-close"),
        Action::Timeout { seat, .. } => Sentence::new("label-timeout").seat("seat", seat),
        Action::Presence { seat, present } => {
            Sentence::new("label-presence").seat("seat", seat).with("present", Arg::Flag(present))
        }
        Action::Grab { totem: None, .. } | Action::OffList { .. } | Action::Malformed { .. } => {
            Sentence::new("reject-option-unavailable")
        }
    }
}

/// Whether this seat is the one that is asked.
fn asks(state: &State, seat: Seat) -> bool {
    state.pending.is_some_and(|pending| pending.seat == seat)
}

fn label_pay(rules: &Rules<Buurn>, state: &State) -> Sentence {
    let content = &rules.content;
    let key =
        if state.phase == Phase::SecondaryMarket { "label-pay-third" } else { "label-pay-cards" };
    let seat = state.pending.map_or(Seat(0), |pending| pending.seat);
    let cost = market::cost(content, state, seat).min(state.player(seat).money);
    Sentence::new(key)
        .number("amount", cost)
        .with("cards", naming::families(content, state.lot.iter().copied()))
}

fn label_stash(
    content: &Content,
    state: &State,
    keep: Option<u8>,
    place: super::Place,
) -> Sentence {
    // Who may not know which card was kept may not know the cards.
    let Some(kept) = keep.map(usize::from) else {
        return Sentence::new("label-stash-hidden").with("place", naming::place(place));
    };
    let hand = state.hand.iter().enumerate();
    let (keep, back): (Vec<_>, Vec<_>) = hand.partition(|(index, _)| *index == kept);
    let list = |cards: Vec<(usize, &super::Family)>| {
        naming::families(content, cards.into_iter().map(|(_, family)| *family))
    };
    Sentence::new("label-stash")
        .with("keep", list(keep))
        .with("back", list(back))
        .with("place", naming::place(place))
}

/// What the seat is asked to do now.
pub(super) fn prompt(rules: &Rules<Buurn>, state: &State, seat: Seat) -> Sentence {
    let content = &rules.content;
    let player = state.player(seat);
    match (state.phase, state.pending) {
        (Phase::Finished, _) => Sentence::new("prompt-over"),
        (phase, Some(pending)) if pending.seat == seat => {
            prompt_decision(content, state, phase, pending)
        }
        (_, Some(pending)) => Sentence::new("prompt-wait").seat("seat", pending.seat),
        (Phase::Countdown | Phase::Scramble, None) if player.absent => {
            Sentence::new("prompt-absent")
        }
        (Phase::Countdown, None) if calls(rules, state, seat) => {
            Sentence::new("prompt-call").number("to", state.next_number())
        }
        (Phase::Countdown | Phase::Scramble, None) if player.sitting_out => {
            Sentence::new("prompt-sitting-out")
        }
        (Phase::Countdown, None) if state.count.is_none() => {
            Sentence::new("prompt-ready").number("start", state.start_number)
        }
        (Phase::Countdown, None) => {
            Sentence::new("prompt-countdown").number("most", dearest(content, state, seat))
        }
        (Phase::Scramble, None) if player.totem.is_none() => Sentence::new("prompt-scramble"),
        (Phase::Scramble, None) => Sentence::new("prompt-scramble-over"),
        (
            Phase::Purchase | Phase::Organisation | Phase::BlackMarket | Phase::SecondaryMarket,
            None,
        ) => Sentence::new("prompt-resolving"),
    }
}

fn calls(rules: &Rules<Buurn>, state: &State, seat: Seat) -> bool {
    seat == state.first_player && !auction::clock_calls(rules, state)
}

/// The highest number at which the seat can buy.
pub(super) fn dearest(content: &Content, state: &State, seat: Seat) -> u8 {
    let money = state.player(seat).money;
    let affordable = |number: &u8| grab::due(content, state, seat, *number) <= money;
    (1..=state.start_number).rev().find(affordable).unwrap_or(0)
}

fn prompt_decision(content: &Content, state: &State, phase: Phase, pending: Pending) -> Sentence {
    match pending.question {
        Question::Leave => Sentence::new("prompt-leave"),
        Question::GiveLot => Sentence::new("prompt-give-lot"),
        Question::Swap => Sentence::new("prompt-swap"),
        Question::Give => Sentence::new("prompt-give"),
        Question::Stash => Sentence::new("prompt-stash"),
        Question::Market => {
            let third = phase == Phase::SecondaryMarket;
            Sentence::new(if third { "prompt-market-third" } else { "prompt-market" })
                .number("cost", market::cost(content, state, pending.seat))
                .number("bank", state.bank)
        }
        Question::GiveThird => Sentence::new("prompt-give-third"),
    }
}
