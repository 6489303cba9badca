//! A table as messages: what everybody may know, what one viewer sees, what a seat may do.

use ludoteca_rules::{
    Actor, Lifecycle, Offer, OnTimeout, Seat, SeatClock, Table, Takeover, TimeLimit, TurnClock,
    Viewer,
};

use crate::game::GameWire;
use crate::host::{Host, names};
use crate::pb::ludoteca::v1 as pb;
use crate::sentence::{Teller, arg_message};
use crate::spectators;

/// What everybody may know of a table.
pub(crate) fn info<G: GameWire>(host: &Host<G>, table: &Table<G>) -> pb::Table {
    let created = table.created();
    pb::Table {
        table_id: created.table_id.clone(),
        game: created.game.clone(),
        revision: created.revision,
        content_hash: created.content_hash.to_vec(),
        name: created.name.clone(),
        lifecycle: lifecycle(table.lifecycle()).into(),
        seats: Seat::all(table.seats()).map(|seat| seat_info(table, seat)).collect(),
        seq: table.seq(),
        at_ms: table.at_ms(),
        options: Some(host.options_any(&created.options)),
        takeover: takeover(created.takeover).into(),
        abandon_after_ms: created.abandon_after_ms,
        commitment: created.seed.commitment().to_vec(),
        seed: if table.is_over() { created.seed.0.to_vec() } else { Vec::new() },
        ranking: table.ranking().iter().map(|group| rank_group(group)).collect(),
        created_at_ms: table.created_at_ms(),
        archived: false,
        turn_clock: created.turn_clock.map(turn_clock),
        clocks: clocks(table),
        spectators: spectators::told(created.spectators),
    }
}

/// The time of every seat; empty without a turn clock.
pub(crate) fn clocks<G: GameWire>(table: &Table<G>) -> Vec<pb::SeatClock> {
    let clock = |(seat, clock): (u32, &SeatClock)| pb::SeatClock {
        seat,
        left_ms: clock.left_ms,
        since_ms: clock.since_ms,
    };
    (0..).zip(table.clocks()).map(clock).collect()
}

fn turn_clock(clock: TurnClock) -> pb::TurnClock {
    let (move_ms, bank_ms, increment_ms) = match clock.limit {
        TimeLimit::PerMove { move_ms } => (move_ms, 0, 0),
        TimeLimit::PerGame { bank_ms, increment_ms } => (0, bank_ms, increment_ms),
    };
    let on_timeout = match clock.on_timeout {
        OnTimeout::Default => pb::OnTimeout::Default,
        OnTimeout::Vacate => pb::OnTimeout::Vacate,
        OnTimeout::End => pb::OnTimeout::End,
    };
    pb::TurnClock { move_ms, bank_ms, increment_ms, on_timeout: on_timeout.into() }
}

/// The turn clock that a request asks for; `None` where its fields do not go together.
pub(crate) fn read_turn_clock(clock: pb::TurnClock) -> Option<TurnClock> {
    let pb::TurnClock { move_ms, bank_ms, increment_ms, on_timeout } = clock;
    let limit = match (move_ms, bank_ms, increment_ms) {
        (1.., 0, 0) => TimeLimit::PerMove { move_ms },
        (0, 1.., _) => TimeLimit::PerGame { bank_ms, increment_ms },
        _ => return None,
    };
    let on_timeout = match pb::OnTimeout::try_from(on_timeout).ok()? {
        pb::OnTimeout::Unspecified | pb::OnTimeout::Default => OnTimeout::Default,
        pb::OnTimeout::Vacate => OnTimeout::Vacate,
        pb::OnTimeout::End => OnTimeout::End,
    };
    Some(TurnClock { limit, on_timeout })
}

/// Seats that share a rank.
pub(crate) fn rank_group(seats: &[Seat]) -> pb::RankGroup {
    pb::RankGroup { seats: seats.iter().map(|seat| u32::from(seat.0)).collect() }
}

fn seat_info<G: GameWire>(table: &Table<G>, seat: Seat) -> pb::SeatInfo {
    let holder = table.holder(seat);
    pb::SeatInfo {
        seat: u32::from(seat.0),
        name: holder.map(|h| h.name.clone()).unwrap_or_default(),
        bot: holder.is_some_and(|h| h.bot),
        held: holder.is_some(),
        vacated: table.vacated().contains(&seat),
        to_act: table.deciders().contains(seat),
    }
}

/// A lifecycle as its enum.
pub(crate) const fn lifecycle(lifecycle: Lifecycle) -> pb::Lifecycle {
    match lifecycle {
        Lifecycle::Open => pb::Lifecycle::Open,
        Lifecycle::Playing => pb::Lifecycle::Playing,
        Lifecycle::Finished => pb::Lifecycle::Finished,
        Lifecycle::Abandoned => pb::Lifecycle::Abandoned,
    }
}

const fn takeover(takeover: Takeover) -> pb::Takeover {
    match takeover {
        Takeover::Nobody => pb::Takeover::Nobody,
        Takeover::Bots => pb::Takeover::Bots,
        Takeover::Anyone => pb::Takeover::Anyone,
    }
}

/// A table as one viewer may see it.
pub(crate) fn view<G: GameWire>(
    host: &Host<G>,
    table: &Table<G>,
    viewer: Viewer,
    words: bool,
) -> pb::View {
    let shown = table.view(viewer);
    let teller = host.teller(words, names(table));
    pb::View {
        table: Some(info(host, table)),
        seat: seat_of(viewer).map(|seat| u32::from(seat.0)),
        state: shown.as_ref().map(|view| host.view_any(table, view)),
        view_digest: table.view_digest(shown.as_ref()),
        takeback_from: takeback_from(table, viewer),
        prompt: seat_of(viewer).and_then(|seat| prompt(table, seat, &teller)),
    }
}

/// The seat of a viewer that holds one.
pub(crate) const fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}

/// The lowest seq a viewer may take back to; 0 = nothing.
pub(crate) fn takeback_from<G: GameWire>(table: &Table<G>, viewer: Viewer) -> u64 {
    seat_of(viewer).and_then(|seat| table.takeback_from(seat)).unwrap_or_default()
}

fn prompt<G: GameWire>(table: &Table<G>, seat: Seat, teller: &Teller<'_>) -> Option<pb::Sentence> {
    let state = table.state()?;
    Some(teller.sentence(&G::prompt(table.rules(), state, seat)))
}

/// The legal actions of a seat, and how far it may take back.
pub(crate) fn actions<G: GameWire>(
    host: &Host<G>,
    table: &Table<G>,
    seat: Seat,
    words: bool,
) -> pb::ListActionsResponse {
    let teller = host.teller(words, names(table));
    let offer = |action: &G::Action| {
        let offer = G::offer(table.rules(), table.state()?, Actor::Seat(seat), action);
        Some(offer_message(host, table, action, &offer, &teller))
    };
    pb::ListActionsResponse {
        offers: table.legal(Actor::Seat(seat)).iter().filter_map(offer).collect(),
        seq: table.seq(),
        takeback_from: takeback_from(table, Viewer::Seat(seat)),
        takeback_choices: table.takeback_choices(seat).to_vec(),
        prompt: prompt(table, seat, &teller),
    }
}

fn offer_message<G: GameWire>(
    host: &Host<G>,
    table: &Table<G>,
    action: &G::Action,
    offer: &Offer,
    teller: &Teller<'_>,
) -> pb::Offer {
    let content = &table.rules().content;
    let params = offer.params.iter().map(|(name, arg, anchor)| pb::OfferParam {
        name: (*name).to_owned(),
        value: Some(arg_message(arg)),
        anchor: anchor.as_ref().map(|anchor| anchor.0.clone()).unwrap_or_default(),
    });
    pb::Offer {
        action: Some(host.action_any(content, action)),
        label: Some(teller.sentence(&offer.label)),
        params: params.collect(),
        reveals: offer.reveals,
        warning: offer.warning.as_ref().map(|warning| teller.sentence(warning)),
        name: G::form(content, action).name,
        false_start: offer.false_start,
    }
}
