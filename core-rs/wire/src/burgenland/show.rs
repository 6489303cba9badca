//! A view as a message: indices become ids, what never changes is added from the content.

use ludoteca_rules::Seat;
use ludoteca_rules::burgenland::{
    BonusTile, Cards, Castle, CastleSet, Colour, Content, Node, Owner, Part, Pending, Phase, Piece,
    PlayerView, Price, Purpose, Site, Space, View,
};

use crate::message::rank_group;
use crate::pb::ludoteca::burgenland::v1 as pb;

/// A view as clients get it.
pub(super) fn view(content: &Content, view: &View) -> pb::View {
    pb::View {
        phase: view.phase.id().to_owned(),
        seat: view.seat.map(number),
        turn: view.turn,
        nodes: Node::all().map(|node| self::node(content, view, node)).collect(),
        castles: Castle::all().map(|castle| self::castle(content, view, castle)).collect(),
        large: large(view),
        players: view.players.iter().zip(0..).map(|(p, seat)| player(content, seat, p)).collect(),
        deck_count: u32::from(view.deck_count),
        discard: cards(content, &view.discard),
        exchange_supply: u32::from(view.exchange_supply),
        bonus_pool_count: u32::from(view.bonus_pool_count),
        bonus_played: bonus_tiles(view.bonus_played),
        joker_pile: view.joker_pile,
        architect_top: u32::from(view.architect_top),
        architect_unseen: architect_unseen(content, view),
        architect_queue: view.architect_queue.iter().copied().map(u32::from).collect(),
        well_top: u32::from(view.well_top),
        well_unseen: (0..16).filter(|number| view.well_unseen & (1 << number) != 0).collect(),
        wells_built: u32::from(view.wells_built),
        well_reward: u32::from(view.well_reward),
        pending: view.pending.map(|pending| self::pending(content, pending)),
        winner: view.winner.map(number),
        large_prices: large_prices(content),
        neutral_step: view.neutral_step.map(|step| pb::NeutralStep {
            piece: step.piece.id().to_owned(),
            dir: step.space.id().to_owned(),
            castles: castle_ids(content, step.castles),
        }),
        start_seat: number(view.start_seat),
        ranking: view.ranking.iter().map(|group| rank_group(group)).collect(),
    }
}

fn number(seat: Seat) -> u32 {
    u32::from(seat.0)
}

fn castle_ids(content: &Content, castles: CastleSet) -> Vec<String> {
    castles.iter().map(|castle| content.castle_id(castle).to_owned()).collect()
}

fn node(content: &Content, view: &View, node: Node) -> pb::Node {
    let place = &content.nodes[node.index()];
    pb::Node {
        id: place.id.clone(),
        marker: content.colour_id(view.markers[node.index()]).to_owned(),
        x: u32::from(place.x),
        y: u32::from(place.y),
    }
}

fn castle(content: &Content, view: &View, castle: Castle) -> pb::Castle {
    let plan = &content.castles[castle.index()];
    pb::Castle {
        id: plan.place.id.clone(),
        nodes: plan.nodes.iter().map(|node| content.node_id(*node).to_owned()).collect(),
        x: u32::from(plan.place.x),
        y: u32::from(plan.place.y),
        well_number: u32::from(plan.well_number),
        spaces: Space::ALL.iter().map(|space| self::space(content, view, castle, *space)).collect(),
        extra: view.extra.contains(castle),
    }
}

fn space(content: &Content, view: &View, castle: Castle, space: Space) -> pb::Space {
    let built = view.sites[castle.index()][space.index()];
    let bonus = content.castles[castle.index()].bonuses[space.index()];
    pb::Space {
        id: content.site_id(Site::Space(castle, space)).to_owned(),
        dir: space.id().to_owned(),
        bonus: bonus.map(|bonus| bonus.id().to_owned()).unwrap_or_default(),
        piece: built.map(|built| built.piece.id().to_owned()).unwrap_or_default(),
        owner: built.and_then(|built| match built.owner {
            Owner::Seat(seat) => Some(number(seat)),
            Owner::Neutral => None,
        }),
    }
}

fn large(view: &View) -> Vec<pb::LargePiece> {
    let mut pieces = Vec::new();
    for (player, owner) in view.players.iter().zip(0..) {
        for piece in Piece::ALL {
            let count = u32::from(player.large[piece.index()]);
            if count > 0 {
                pieces.push(pb::LargePiece { piece: piece.id().to_owned(), owner, count });
            }
        }
    }
    pieces
}

fn large_prices(content: &Content) -> Vec<pb::LargePrice> {
    let priced = |piece: Piece| {
        let price = content.large_prices[piece.index()]?;
        Some(pb::LargePrice {
            piece: piece.id().to_owned(),
            same: u32::from(price.same),
            different: u32::from(price.different),
        })
    };
    Piece::ALL.into_iter().filter_map(priced).collect()
}

fn player(content: &Content, seat: u32, player: &PlayerView) -> pb::Player {
    let supply = |piece: Piece| u32::from(player.supply[piece.index()]);
    pb::Player {
        seat,
        supply: Some(pb::Supply {
            wall: supply(Piece::Wall),
            house: supply(Piece::House),
            keep: supply(Piece::Keep),
            well: supply(Piece::Well),
        }),
        hand_count: u32::from(player.hand_count),
        hand: player.hand.as_ref().map(|hand| cards(content, hand)).unwrap_or_default(),
        jokers: player.jokers,
        exchange_tiles: u32::from(player.exchange_tiles),
        bonus_count: u32::from(player.bonus_count),
        bonus_tiles: player.bonus_tiles.map(bonus_tiles).unwrap_or_default(),
        own: player.hand.is_some(),
    }
}

fn bonus_tiles(tiles: [u8; BonusTile::ALL.len()]) -> Vec<pb::TileCount> {
    let kinds = BonusTile::ALL.into_iter().zip(tiles).filter(|(_, count)| *count > 0);
    kinds
        .map(|(kind, count)| pb::TileCount { kind: kind.id().to_owned(), count: u32::from(count) })
        .collect()
}

fn cards(content: &Content, cards: &Cards) -> Vec<pb::CardCount> {
    cards
        .kinds()
        .map(|(card, count)| pb::CardCount {
            card: content.card_id(card).to_owned(),
            colour: content.colour_id(card.colour()).to_owned(),
            value: u32::from(card.value()),
            count: u32::from(count),
        })
        .collect()
}

/// The values of the architect cards never on top so far, copy by copy.
fn architect_unseen(content: &Content, view: &View) -> Vec<u32> {
    let kinds = content.architects.iter().zip(view.architect_unseen);
    kinds
        .flat_map(|(kind, count)| std::iter::repeat_n(u32::from(kind.value), usize::from(count)))
        .collect()
}

fn pending(content: &Content, pending: Pending) -> pb::Pending {
    let mut message = pb::Pending {
        architect_ahead: u32::from(pending.architect_ahead),
        ..part(content, pending.part)
    };
    match pending.purpose {
        Purpose::Build { piece, site, price } => {
            "build".clone_into(&mut message.what);
            piece.id().clone_into(&mut message.piece);
            content.site_id(site).clone_into(&mut message.site);
            price.id().clone_into(&mut message.build_price);
        }
        Purpose::Joker { back } => {
            "joker".clone_into(&mut message.what);
            Phase::id(back).clone_into(&mut message.back);
        }
    }
    message
}

fn part(content: &Content, part: Part) -> pb::Pending {
    let missing = |price: &str, cards: u8, coins: u8| pb::Pending {
        price: price.to_owned(),
        cards_missing: u32::from(cards),
        coins_missing: u32::from(coins),
        ..pb::Pending::default()
    };
    let colour_id = |colour: Colour| content.colour_id(colour).to_owned();
    match part {
        Part::Border { missing: cards, .. } => missing(Price::Border.id(), cards, 0),
        Part::Same { colour, missing: cards } => pb::Pending {
            colour: colour.map(colour_id).unwrap_or_default(),
            ..missing(Price::Same.id(), cards, 0)
        },
        Part::Different { paid, missing: cards } => pb::Pending {
            colours_paid: Colour::all().filter(|c| paid & (1 << c.0) != 0).map(colour_id).collect(),
            ..missing(Price::Different.id(), cards, 0)
        },
        Part::TenCoins { missing: coins } => missing(Price::TenCoins.id(), 0, coins),
        Part::Architect { missing: coins } => missing("architect", 0, coins),
        Part::Joker { missing: coins } => missing("joker", 0, coins),
    }
}
