//! The view of a message, for a bot that samples states from what it sees. Whatever the bytes say, the view that
//! comes out has the shape of one: known ids, numbers in their bounds.

use ludoteca_rules::el_gaucho::{
    Area, Areas, Content, Dice, Direction, Herd, Herds, Keep, OwnView, Pasture, PastureView, Phase,
    PlayerView, Posture, SteppeView, Tile, TileView, Tiles, View,
};

use crate::field::{Read, each_seat, maybe_seat, ranking, seat, small, word};
use crate::pb::ludoteca::el_gaucho::v1 as pb;

/// The view of a message, of a table of `seats` seats.
pub(super) fn view(content: &Content, seats: u8, message: &pb::View) -> Read<View> {
    let read = Reader { content, seats };
    let steppe = message.steppe.as_ref().ok_or("the steppe is missing")?;
    let number = |player: &pb::Player| player.seat;
    let players = each_seat(&message.players, seats, number, |entry| read.player(message, entry))?;
    Ok(View {
        phase: word(&message.phase, "phase", Phase::from_id)?,
        round: small(message.round, "round")?,
        final_round: message.final_round,
        start_seat: seat(message.start_seat, seats)?,
        seat: maybe_seat(message.seat, seats)?,
        trigger_round: message.trigger_round.map(|round| small(round, "round")).transpose()?,
        pampa: read.pampa(&message.pastures)?,
        pile_count: small(message.pile_count, "pile_count")?,
        steppe: SteppeView {
            tiles: small(steppe.tiles, "tiles")?,
            unseen: small(steppe.unseen, "unseen")?,
            known: read.tiles(&steppe.known)?,
        },
        dice_pool: dice(&message.dice_pool)?,
        hand: dice(&message.hand)?,
        picked: message.picked,
        placed_areas: areas(&message.placed_areas)?,
        vacated_areas: areas(&message.vacated_areas)?,
        secret_taken: message.secret_taken,
        players: players.as_slice().try_into().map_err(|_| "there are too many seats")?,
        removed: read.tiles(&message.removed)?,
        ranking: ranking(&message.ranking, seats)?,
    })
}

fn dice(faces: &[u32]) -> Read<Dice> {
    let faces: Vec<u8> = faces.iter().map(|face| small(*face, "face")).collect::<Read<_>>()?;
    Dice::of(faces).ok_or_else(|| "a die has no such face".to_owned())
}

fn areas(ids: &[String]) -> Read<Areas> {
    ids.iter().map(|id| word(id, "area", Area::from_id)).collect()
}

/// The table that the message is of.
#[derive(Clone, Copy)]
struct Reader<'a> {
    content: &'a Content,
    seats: u8,
}

impl Reader<'_> {
    fn tile(self, tile: &pb::Tile) -> Read<Tile> {
        word(&tile.id, "tile", |id| self.content.tile(id))
    }

    fn tiles(self, tiles: &[pb::Tile]) -> Read<Tiles> {
        tiles.iter().map(|tile| self.tile(tile)).collect()
    }

    fn pampa<const N: usize>(self, pastures: &[pb::Pasture]) -> Read<[PastureView; N]> {
        let known = Pasture::all().map(|pasture| self.content.pasture_id(pasture));
        if !pastures.iter().map(|pasture| pasture.id.as_str()).eq(known) {
            return Err("the pastures are out of order".to_owned());
        }
        let seen =
            pastures.iter().map(|pasture| self.pasture(pasture)).collect::<Read<Vec<_>>>()?;
        seen.try_into().map_err(|_| "a pasture is missing".to_owned())
    }

    fn pasture(self, pasture: &pb::Pasture) -> Read<PastureView> {
        let spaces: Vec<_> =
            pasture.spaces.iter().map(|space| self.space(space)).collect::<Read<_>>()?;
        Ok(PastureView {
            spaces: spaces.as_slice().try_into().map_err(|_| "a pasture has fewer spaces")?,
            total: small(pasture.total, "total")?,
            complete: pasture.complete,
        })
    }

    fn space(self, space: &pb::Space) -> Read<Option<TileView>> {
        let Some(tile) = &space.tile else { return Ok(None) };
        let gaucho = |gaucho: &pb::Gaucho| {
            let posture = word(&gaucho.posture, "posture", Posture::from_id)?;
            Ok::<_, String>((seat(gaucho.seat, self.seats)?, posture))
        };
        let gaucho = space.gaucho.as_ref().map(gaucho).transpose()?;
        Ok(Some(TileView { tile: self.tile(tile)?, gaucho }))
    }

    fn player(self, message: &pb::View, entry: &pb::Player) -> Read<PlayerView> {
        let gauchos = self.content.plan(self.seats).gauchos;
        let supply: u8 = small(entry.supply, "supply")?;
        if supply > gauchos {
            return Err("a seat has fewer gauchos".to_owned());
        }
        let held = message.areas.iter().filter(|area| area.seats.contains(&entry.seat));
        Ok(PlayerView {
            supply,
            areas: held.map(|area| word(&area.id, "area", Area::from_id)).collect::<Read<_>>()?,
            herds: self.herds(&entry.herds)?,
            pending: self.tiles(&entry.pending)?,
            pesos: entry.pesos,
            track: (entry.track_field, entry.scoring_tile),
            start_draw_count: small(entry.start_draw_count, "start_draw_count")?,
            chosen: entry.chosen,
            discard_count: small(entry.discard_count, "discard_count")?,
            own: if entry.own { Some(self.own(entry)?) } else { None },
        })
    }

    fn own(self, entry: &pb::Player) -> Read<OwnView> {
        let keep = |keep: &pb::Keep| {
            let direction = word(&keep.direction, "direction", Direction::from_id)?;
            Ok::<_, String>(Keep { tiles: self.tiles(&keep.tiles)?, direction })
        };
        Ok(OwnView {
            start_draw: self.tiles(&entry.start_draw)?,
            choice: entry.choice.as_ref().map(keep).transpose()?,
            discards: self.tiles(&entry.discards)?,
        })
    }

    fn herds(self, entries: &[pb::Herd]) -> Read<Herds> {
        let mut herds = Herds::default();
        for entry in entries {
            let race = word(&entry.race, "race", |id| self.content.race(id))?;
            let falls = word(&entry.direction, "direction", Direction::from_id)? == Direction::Desc;
            herds.put(Herd::laid_out(race, self.tiles(&entry.tiles)?, falls));
        }
        Ok(herds)
    }
}
