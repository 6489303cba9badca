//! Self-play without a table: what researchers, benchmarks and soaks run at full speed.

use crate::{Actor, Game, Playout, Report, Rules, Seat, Seats, Tape};

/// A position of a game that plays itself: legal actions are chosen by their index.
#[derive(Debug)]
pub struct Position<G: Game> {
    rules: std::sync::Arc<Rules<G>>,
    state: G::State,
    chance: Playout,
    legal: Vec<G::Action>,
    actor: Actor,
}

impl<G: Game> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self {
            rules: std::sync::Arc::clone(&self.rules),
            state: self.state.clone(),
            chance: self.chance.clone(),
            legal: self.legal.clone(),
            actor: self.actor,
        }
    }
}

impl<G: Game> Position<G> {
    /// The position after setup; all chance follows from `seed`.
    pub fn new(rules: std::sync::Arc<Rules<G>>, seed: u64) -> Self {
        let mut chance = Playout::new(seed);
        let state = G::setup(&rules, &mut Tape::playout(&mut chance), &mut Report::silent());
        let mut position =
            Self { rules, state, chance, legal: Vec::new(), actor: Actor::Seat(Seat(0)) };
        position.list();
        position
    }

    /// The position of a given state, e.g. one that [`Game::determinize`] made.
    pub fn at(rules: std::sync::Arc<Rules<G>>, state: G::State, seed: u64) -> Self {
        let chance = Playout::new(seed);
        let mut position =
            Self { rules, state, chance, legal: Vec::new(), actor: Actor::Seat(Seat(0)) };
        position.list();
        position
    }

    /// The state.
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// What the position plays by.
    pub fn rules(&self) -> &Rules<G> {
        &self.rules
    }

    /// Who acts: the lowest seat with a decision, else the clock. Where seats race in real time, one of them or
    /// the clock, by chance.
    pub const fn actor(&self) -> Actor {
        self.actor
    }

    /// The legal actions of that actor; empty when the game is over.
    pub fn legal(&self) -> &[G::Action] {
        &self.legal
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.legal.is_empty()
    }

    /// Applies the legal action at `index`; an index past the list's end does nothing.
    ///
    /// # Panics
    /// If the rules refuse an action they listed: a bug.
    pub fn act(&mut self, index: usize) {
        let Some(action) = self.legal.get(index) else { return };
        let mut tape = Tape::playout(&mut self.chance);
        let mut report = Report::silent();
        let applied =
            G::apply(&self.rules, &mut self.state, self.actor, action, &mut tape, &mut report);
        assert!(applied.is_ok(), "the rules refuse {action:?}, which they listed: {applied:?}");
        self.list();
    }

    /// Applies a legal action chosen at random; returns false when the game is over.
    pub fn act_at_random(&mut self) -> bool {
        let Ok(count) = u32::try_from(self.legal.len()) else { return false };
        if count == 0 {
            return false;
        }
        let index = self.chance.below(count);
        self.act(index as usize);
        true
    }

    fn list(&mut self) {
        self.legal.clear();
        let deciders = G::deciders(&self.rules, &self.state);
        if G::PRESENCE && deciders.len() != 1 {
            self.list_race(deciders);
            return;
        }
        self.actor = deciders.iter().next().map_or(Actor::Clock, Actor::Seat);
        G::legal(&self.rules, &self.state, self.actor, &mut self.legal);
    }

    /// Several seats may act, or none: whoever is first. The clock does no more than what is due next; who comes
    /// and goes is no part of a game that plays itself, unless it begins where everybody is away.
    fn list_race(&mut self, deciders: Seats) {
        let alarm = G::alarm(&self.rules, &self.state);
        let runners = deciders.len() + u32::from(alarm.is_some());
        let first = if runners < 2 { 0 } else { self.chance.below(runners) };
        self.actor = Actor::Clock;
        match (deciders.iter().nth(first as usize), alarm) {
            (Some(seat), _) => {
                self.actor = Actor::Seat(seat);
                G::legal(&self.rules, &self.state, self.actor, &mut self.legal);
            }
            (None, Some(alarm)) => self.legal.push(alarm.action),
            (None, None) => G::legal(&self.rules, &self.state, Actor::Clock, &mut self.legal),
        }
    }
}
