//! Self-play behind bytes: a position of any game that plays itself.

use std::sync::Arc;

use ludoteca_rules::{Actor, ContentFile, Playout, Position, Refused, Rules, Seat, Tape, encode};

use crate::error::{Error, rejected};
use crate::game::{GameWire, encode_action};
use crate::host::Host;
use crate::pb::ludoteca::v1 as pb;

/// A position that plays itself: legal actions go by their index.
pub trait HostedPosition: std::fmt::Debug + Send {
    /// How many legal actions there are; 0 when the game is over.
    fn legal_count(&self) -> usize;
    /// The seat that acts; `None` for the clock or at the end.
    fn actor(&self) -> Option<u8>;
    /// Applies the legal action at `index`; returns whether there is one.
    fn act(&mut self, index: usize) -> bool;
    /// The game's Action message at `index`.
    fn action(&self, index: usize) -> Option<Vec<u8>>;
    /// Plays up to so many random decisions; returns how many were played before the end.
    fn play_at_random(&mut self, decisions: u64) -> u64;
    /// BLAKE3 of the canonical encoding of the state.
    fn digest(&self) -> [u8; 32];
    /// Groups of seats that share a rank, best first; empty before the end.
    fn ranking(&self) -> Vec<Vec<u8>>;
    /// A copy that goes its own way.
    fn duplicate(&self) -> Box<dyn HostedPosition>;
}

/// A position of one game.
#[derive(Debug)]
pub(crate) struct PositionOf<G: GameWire>(Position<G>);

impl<G: GameWire> PositionOf<G> {
    /// The position after setup; all chance follows from `seed`.
    pub(crate) fn new(
        host: &Host<G>,
        seats: u8,
        seed: u64,
        options: &[(String, String)],
    ) -> Result<Self, Error> {
        let file = host.current();
        let rules = rules(host, &file.parsed, seats, options)?;
        Ok(Self(Position::new(Arc::new(rules), seed)))
    }

    /// A position that looks to the viewer of `view` like it.
    pub(crate) fn sampled(host: &Host<G>, view: &pb::View, seed: u64) -> Result<Self, Error> {
        let missing = || Error::bad("bad_field", "a view of a table that has not started");
        let table = view.table.as_ref().ok_or_else(missing)?;
        let file = host.file(&table.content_hash).ok_or_else(|| {
            Error::bad("unknown_content", "the content file of this view is not here")
        })?;
        let seats = u8::try_from(table.seats.len())
            .map_err(|_| Error::bad("bad_field", "no game has so many seats"))?;
        let options = host.given(table.options.as_ref())?;
        let rules =
            Rules { revision: table.revision, ..rules(host, &file.parsed, seats, &options)? };
        if rules.revision == 0 || rules.revision > G::REVISION {
            return Err(Error::bad("bad_field", "a revision of the rules that is not known here"));
        }
        let message = host.view_message(view.state.as_ref().ok_or_else(missing)?)?;
        let view = G::view_of(&rules, message).map_err(|why| Error::bad("bad_field", why))?;
        let mut chance = Playout::new(seed);
        let state = G::determinize(&rules, &view, &mut Tape::playout(&mut chance));
        Ok(Self(Position::at(Arc::new(rules), state, chance.word())))
    }
}

fn rules<G: GameWire>(
    host: &Host<G>,
    file: &ContentFile<G>,
    seats: u8,
    options: &[(String, String)],
) -> Result<Rules<G>, Error> {
    let options = G::options(&file.content, seats, options)
        .map_err(|why| rejected(&Refused::Game(why), &host.teller(true, Vec::new())))?;
    Ok(Rules {
        content: Arc::clone(&file.content),
        content_hash: file.hash,
        options,
        seats,
        revision: G::REVISION,
    })
}

impl<G: GameWire> HostedPosition for PositionOf<G> {
    fn legal_count(&self) -> usize {
        self.0.legal().len()
    }

    fn actor(&self) -> Option<u8> {
        match self.0.actor() {
            Actor::Seat(seat) if !self.0.is_over() => Some(seat.0),
            Actor::Seat(_) | Actor::Clock => None,
        }
    }

    fn act(&mut self, index: usize) -> bool {
        let there = index < self.0.legal().len();
        self.0.act(index);
        there
    }

    fn action(&self, index: usize) -> Option<Vec<u8>> {
        let action = self.0.legal().get(index)?;
        Some(encode_action::<G>(&self.0.rules().content, action))
    }

    fn play_at_random(&mut self, decisions: u64) -> u64 {
        (0..decisions).take_while(|_| self.0.act_at_random()).fold(0, |played, _| played + 1)
    }

    fn digest(&self) -> [u8; 32] {
        *blake3::hash(&encode(self.0.state())).as_bytes()
    }

    fn ranking(&self) -> Vec<Vec<u8>> {
        let outcome = G::outcome(self.0.rules(), self.0.state());
        let groups = outcome.map(|outcome| outcome.ranking).unwrap_or_default();
        groups.iter().map(|group| group.iter().map(|seat: &Seat| seat.0).collect()).collect()
    }

    fn duplicate(&self) -> Box<dyn HostedPosition> {
        Box::new(Self(self.0.clone()))
    }
}
