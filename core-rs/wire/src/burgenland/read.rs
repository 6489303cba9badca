//! The view of a message, for a bot that samples states from what it sees. Whatever the bytes say, the
//! view that comes out has the shape of one: known ids, numbers in their bounds.

use ludoteca_rules::burgenland::{
    ARCHITECTS, BonusTile, Built, CASTLES, Cards, CastleSet, Colour, Content, NODES,
    NeutralStepView, Owner, Part, Pending, Phase, Piece, PlayerView, Price, Purpose, SPACES, Site,
    Space, View,
};

use crate::error::quoted;
use crate::field::{Read, each_seat, maybe_seat, ranking, seat, small, word};
use crate::pb::ludoteca::burgenland::v1 as pb;

/// The view of a message, of a table of `seats` seats.
pub(super) fn view(content: &Content, seats: u8, message: &pb::View) -> Read<View> {
    let (sites, extra) = sites(content, seats, message)?;
    let number = |player: &pb::Player| player.seat;
    let read = |entry| player(content, message, entry);
    let players = each_seat(&message.players, seats, number, read)?;
    Ok(View {
        phase: word(&message.phase, "phase", Phase::from_id)?,
        seat: maybe_seat(message.seat, seats)?,
        start_seat: seat(message.start_seat, seats)?,
        turn: message.turn,
        markers: markers(content, message)?,
        sites,
        extra,
        players: players.as_slice().try_into().map_err(|_| "there are too many seats")?,
        deck_count: small(message.deck_count, "deck_count")?,
        discard: cards(content, &message.discard)?,
        exchange_supply: small(message.exchange_supply, "exchange_supply")?,
        bonus_pool_count: small(message.bonus_pool_count, "bonus_pool_count")?,
        bonus_played: bonus_tiles(&message.bonus_played)?,
        joker_pile: message.joker_pile,
        architect_top: small(message.architect_top, "architect_top")?,
        architect_unseen: architect_unseen(content, message)?,
        architect_queue: {
            let values = message.architect_queue.iter();
            let values: Vec<u8> =
                values.map(|value| small(*value, "architect_queue")).collect::<Read<_>>()?;
            values.as_slice().try_into().map_err(|_| "architect_queue is too long")?
        },
        well_top: small(message.well_top, "well_top")?,
        well_unseen: well_unseen(message)?,
        wells_built: small(message.wells_built, "wells_built")?,
        well_reward: small(message.well_reward, "well_reward")?,
        pending: message.pending.as_ref().map(|p| pending(content, p)).transpose()?,
        neutral_step: message
            .neutral_step
            .as_ref()
            .map(|s| neutral_step(content, s))
            .transpose()?,
        winner: maybe_seat(message.winner, seats)?,
        ranking: ranking(&message.ranking, seats)?,
    })
}

fn markers(content: &Content, message: &pb::View) -> Read<[Colour; NODES]> {
    let mut markers = [None; NODES];
    for entry in &message.nodes {
        let node = word(&entry.id, "node", |id| content.node(id))?;
        markers[node.index()] = Some(word(&entry.marker, "colour", |id| content.colour(id))?);
    }
    let mut all = [Colour(0); NODES];
    for (marker, known) in all.iter_mut().zip(markers) {
        *marker = known.ok_or("a node is missing")?;
    }
    Ok(all)
}

type Sites = [[Option<Built>; SPACES]; CASTLES];

fn sites(content: &Content, seats: u8, message: &pb::View) -> Read<(Sites, CastleSet)> {
    let mut sites: Sites = [[None; SPACES]; CASTLES];
    let mut extra = CastleSet::default();
    for entry in &message.castles {
        let castle = word(&entry.id, "castle", |id| content.castle(id))?;
        if entry.extra {
            extra.insert(castle);
        }
        for entry in entry.spaces.iter().filter(|entry| !entry.piece.is_empty()) {
            let space = word(&entry.dir, "space", Space::from_id)?;
            let piece = word(&entry.piece, "piece", Piece::from_id)?;
            let owner = match entry.owner {
                Some(number) => Owner::Seat(seat(number, seats)?),
                None => Owner::Neutral,
            };
            sites[castle.index()][space.index()] = Some(Built { piece, owner });
        }
    }
    Ok((sites, extra))
}

fn player(content: &Content, message: &pb::View, entry: &pb::Player) -> Read<PlayerView> {
    let supply = entry.supply.as_ref().ok_or("a supply is missing")?;
    let mut large = [0; Piece::ALL.len()];
    for stack in message.large.iter().filter(|stack| stack.owner == entry.seat) {
        let piece = word(&stack.piece, "piece", Piece::from_id)?;
        large[piece.index()] = small(stack.count, "count")?;
    }
    Ok(PlayerView {
        supply: [
            small(supply.wall, "wall")?,
            small(supply.house, "house")?,
            small(supply.keep, "keep")?,
            small(supply.well, "well")?,
        ],
        large,
        hand_count: small(entry.hand_count, "hand_count")?,
        hand: if entry.own { Some(cards(content, &entry.hand)?) } else { None },
        jokers: entry.jokers,
        exchange_tiles: small(entry.exchange_tiles, "exchange_tiles")?,
        bonus_count: small(entry.bonus_count, "bonus_count")?,
        bonus_tiles: if entry.own { Some(bonus_tiles(&entry.bonus_tiles)?) } else { None },
    })
}

fn cards(content: &Content, entries: &[pb::CardCount]) -> Read<Cards> {
    let mut cards = Cards::default();
    for entry in entries {
        let card = word(&entry.card, "card", |id| content.card(id))?;
        cards.0[card.index()] = small(entry.count, "count")?;
    }
    match cards.0.iter().map(|count| u32::from(*count)).sum::<u32>() {
        0..=255 => Ok(cards),
        _ => Err("there are not so many cards".to_owned()),
    }
}

fn bonus_tiles(entries: &[pb::TileCount]) -> Read<[u8; BonusTile::ALL.len()]> {
    let mut tiles = [0; BonusTile::ALL.len()];
    for entry in entries {
        let kind = word(&entry.kind, "bonus tile", BonusTile::from_id)?;
        tiles[kind.index()] = small(entry.count, "count")?;
    }
    Ok(tiles)
}

fn architect_unseen(content: &Content, message: &pb::View) -> Read<[u8; ARCHITECTS]> {
    let mut unseen = [0u8; ARCHITECTS];
    for value in &message.architect_unseen {
        let kind = content.architects.iter().position(|kind| u32::from(kind.value) == *value);
        let kind = kind.ok_or_else(|| format!("there is no architect {value}"))?;
        unseen[kind] = unseen[kind].checked_add(1).ok_or("architect_unseen is too long")?;
    }
    Ok(unseen)
}

fn well_unseen(message: &pb::View) -> Read<u16> {
    let mut unseen = 0;
    for number in &message.well_unseen {
        unseen |= 1u16.checked_shl(*number).ok_or_else(|| format!("there is no well {number}"))?;
    }
    Ok(unseen)
}

fn castle_set(content: &Content, ids: &[String]) -> Read<CastleSet> {
    ids.iter().map(|id| word(id, "castle", |id| content.castle(id))).collect()
}

fn neutral_step(content: &Content, step: &pb::NeutralStep) -> Read<NeutralStepView> {
    Ok(NeutralStepView {
        piece: word(&step.piece, "piece", Piece::from_id)?,
        space: word(&step.dir, "space", Space::from_id)?,
        castles: castle_set(content, &step.castles)?,
    })
}

fn pending(content: &Content, message: &pb::Pending) -> Read<Pending> {
    let site = |id: &str| word(id, "site", |id| content.site(id));
    let purpose = match message.what.as_str() {
        "build" => Purpose::Build {
            piece: word(&message.piece, "piece", Piece::from_id)?,
            site: site(&message.site)?,
            price: word(&message.build_price, "price", Price::from_id)?,
        },
        "joker" => Purpose::Joker { back: word(&message.back, "phase", Phase::from_id)? },
        other => return Err(format!("there is no payment for {}", quoted(other))),
    };
    let architect_ahead = small(message.architect_ahead, "architect_ahead")?;
    Ok(Pending { purpose, part: part(content, message)?, architect_ahead })
}

fn part(content: &Content, message: &pb::Pending) -> Read<Part> {
    let cards = small(message.cards_missing, "cards_missing")?;
    let coins = small(message.coins_missing, "coins_missing")?;
    let colour = |id: &str| word(id, "colour", |id| content.colour(id));
    Ok(match message.price.as_str() {
        "border" => match word(&message.site, "site", |id| content.site(id))? {
            Site::Space(castle, _) => Part::Border { castle, missing: cards },
            Site::Large => return Err("the large castle has no border".to_owned()),
        },
        "same" if message.colour.is_empty() => Part::Same { colour: None, missing: cards },
        "same" => Part::Same { colour: Some(colour(&message.colour)?), missing: cards },
        "different" => {
            let mut paid = 0;
            for id in &message.colours_paid {
                paid |= 1u8 << colour(id)?.0;
            }
            Part::Different { paid, missing: cards }
        }
        "ten_coins" => Part::TenCoins { missing: coins },
        "architect" => Part::Architect { missing: coins },
        "joker" => Part::Joker { missing: coins },
        other => return Err(format!("there is no price {}", quoted(other))),
    })
}
