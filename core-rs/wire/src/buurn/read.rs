//! The view of a message, for a bot that samples states from what it sees. Whatever the bytes say, the view that
//! comes out has the shape of one: known ids, numbers in their bounds.

use ludoteca_rules::buurn::{
    Cards, Content, DeckView, FAMILIES, Family, Organisation, Owned, Pending, Phase, PlacedView,
    PlayerView, Question, Score, Totem, View,
};

use super::show::{MONEY, ORGANISATIONS};
use crate::field::{Few, Read, at_most, each_seat, few, maybe_seat, ranking, seat, small, word};
use crate::pb::ludoteca::buurn::v1 as pb;

/// No table counts its turns, auctions, decisions or dollars so far.
const COUNTED_MOST: u32 = 1_000_000;

/// The view of a message, of a table of `seats` seats.
pub(super) fn view(content: &Content, seats: u8, message: &pb::View) -> Read<View> {
    let read = Reader { content, seats };
    let phase = word(&message.phase, "phase", Phase::from_id)?;
    let pending = pending(seats, message)?;
    let number = |player: &pb::Player| player.seat;
    let players = each_seat(&message.players, seats, number, |p| read.player(phase, p))?;
    let left = message.left_slot.map(|slot| small::<u8>(slot, "slot")).transpose()?;
    if left.is_some_and(|slot| usize::from(slot) >= message.lot.len()) {
        return Err("the lot has no such slot".to_owned());
    }
    let maybe_small = |number: Option<u32>| number.map(|n| small(n, "a number")).transpose();
    let maybe_counted = |number: Option<u32>| number.map(counted).transpose();
    Ok(View {
        phase,
        turn: counted(message.turn)?,
        first_player: seat(message.first_player, seats)?,
        final_turn: maybe_counted(message.final_turn)?,
        auction_id: counted(message.auction)?,
        restarted: message.restarted,
        start_number: small(message.start_number, "start_number")?,
        count: maybe_small(message.count)?,
        price: maybe_small(message.price)?,
        decision_id: counted(message.decision)?,
        pending,
        market_cost: maybe_counted(message.market_cost)?,
        bank: counted(message.bank)?,
        hand: read.hand(pending, &message.players)?,
        players: players.as_slice().try_into().map_err(|_| "there are too many seats")?,
        families: message.families.iter().map(|f| read.family(&f.id)).collect::<Read<_>>()?,
        lot: read.lot(&message.lot)?,
        left,
        organisation_on_offer: message
            .organisation_on_offer
            .as_ref()
            .map(|card| read.organisation(card))
            .transpose()?,
        effects_done: small(message.effects_done, "effects_done")?,
        hand_count: small(message.hand_count, "hand_count")?,
        deck: read.deck(message.deck.as_ref().ok_or("the deck is missing")?)?,
        discard: read.cards(&message.discard)?,
        organisation_discard: message
            .organisation_discard
            .iter()
            .map(|card| read.organisation(card))
            .collect::<Read<_>>()?,
        revealed: small(message.revealed, "revealed")?,
        next_back: maybe_small(message.next_back)?,
        ranking: ranking(&message.ranking, seats)?,
    })
}

fn counted(number: u32) -> Read<u32> {
    at_most(number, COUNTED_MOST, "a number")
}

fn pending(seats: u8, message: &pb::View) -> Read<Option<Pending>> {
    let Some(seat) = maybe_seat(message.seat, seats)? else { return Ok(None) };
    let question = word(&message.question, "question", Question::from_id)?;
    Ok(Some(Pending { seat, question }))
}

/// The table that the message is of.
#[derive(Clone, Copy)]
struct Reader<'a> {
    content: &'a Content,
    seats: u8,
}

impl Reader<'_> {
    fn family(self, id: &str) -> Read<Family> {
        word(id, "family", |id| self.content.family(id))
    }

    fn families<'a, T: Few<Family>>(self, ids: impl Iterator<Item = &'a String>) -> Read<T> {
        few(ids.map(|id| self.family(id)))
    }

    fn organisation(self, card: &pb::Organisation) -> Read<Organisation> {
        word(&card.id, "organisation card", |id| self.content.organisation_named(id))
    }

    fn cards(self, entries: &[pb::FamilyCount]) -> Read<Cards> {
        let mut cards = Cards::default();
        for entry in entries {
            let family = self.family(&entry.family)?;
            cards.0[family.index()] = small(entry.count, "count")?;
        }
        Ok(cards)
    }

    fn lot<T: Few<Family>>(self, entries: &[pb::LotCard]) -> Read<T> {
        if (0..).zip(entries).any(|(slot, entry)| entry.slot != slot) {
            return Err("the lot is out of order".to_owned());
        }
        self.families(entries.iter().map(|entry| &entry.family))
    }

    /// The hand of the seat that decides, where the viewer holds it.
    fn hand<T: Few<Family>>(
        self,
        pending: Option<Pending>,
        players: &[pb::Player],
    ) -> Read<Option<T>> {
        let decides = |player: &&pb::Player| {
            player.own && pending.is_some_and(|p| u32::from(p.seat.0) == player.seat)
        };
        players.iter().find(decides).map(|player| self.families(player.hand.iter())).transpose()
    }

    fn player(self, phase: Phase, entry: &pb::Player) -> Read<PlayerView> {
        let shown = entry.own || phase == Phase::Finished;
        let owned = |owned: &pb::OwnedOrganisation| {
            let card = owned.card.as_ref().ok_or("an organisation card is missing")?;
            Ok::<_, String>(Owned { card: self.organisation(card)?, turn: counted(owned.turn)? })
        };
        let totem = match entry.totem.as_str() {
            "" => None,
            id => Some(word(id, "totem", Totem::from_id)?),
        };
        Ok(PlayerView {
            money: counted(entry.money)?,
            face_up: self.cards(&entry.face_up)?,
            face_down_count: counted(entry.face_down_count)?,
            face_down: if shown { Some(self.cards(&entry.face_down)?) } else { None },
            organisations: few(entry.organisations.iter().map(owned))?,
            totem,
            sitting_out: entry.sitting_out,
            absent: entry.absent,
            pays_from: small(entry.pays_from, "pays_from")?,
            own: entry.own,
            score: entry.score.map(|_| self.score(&entry.score_rows)).transpose()?,
        })
    }

    fn score(self, rows: &[pb::ScoreRow]) -> Read<Score> {
        let mut score = Score { families: [0; FAMILIES], organisations: 0, money: 0 };
        for row in rows {
            let points = i64::from(row.points);
            match row.source.as_str() {
                ORGANISATIONS => score.organisations = points,
                MONEY => score.money = points,
                id => score.families[self.family(id)?.index()] = points,
            }
        }
        Ok(score)
    }

    fn deck(self, deck: &pb::Deck) -> Read<DeckView> {
        Ok(DeckView {
            top: self.placed(deck.top.iter().rev())?,
            body: small(deck.body, "body")?,
            tail: small(deck.tail, "tail")?,
            end_in_tail: deck.end_in_tail,
            bottom: self.placed(deck.bottom.iter())?,
        })
    }

    fn placed<'a, T: Few<PlacedView>>(
        self,
        cards: impl Iterator<Item = &'a pb::DeckCard>,
    ) -> Read<T> {
        few(cards.map(|card| {
            let family = match card.family.as_str() {
                "" => None,
                id => Some(self.family(id)?),
            };
            Ok(PlacedView { placed_by: seat(card.known_by, self.seats)?, family })
        }))
    }
}
