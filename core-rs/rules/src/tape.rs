//! Chance as a tape: live the picks come from a keyed generator and are recorded into the event;
//! in a replay they come from the event. `chance.pick(n)` is the only luck there is.

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

/// The key of a table's generator: an event's chance depends on nothing but this key and its `seq`.
#[derive(Clone, PartialEq, Eq)]
pub struct ChanceKey([u8; 32]);

impl std::fmt::Debug for ChanceKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ChanceKey(..)") // never in a log line
    }
}

/// The server's secret of one table: 32 bytes of the operating system's randomness.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSeed(pub [u8; 32]);

impl std::fmt::Debug for ServerSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServerSeed(..)")
    }
}

impl ServerSeed {
    /// What everybody sees from the first event on: it binds the server to this seed.
    pub fn commitment(&self) -> [u8; 32] {
        blake3::derive_key("ludoteca commit 1", &self.0)
    }

    /// The table's key, made of the seed, the table id and the seats' contributions in seat order.
    ///
    /// Each variable part is preceded by its length (u32, little-endian), so that no two inputs collide.
    pub fn chance_key<'a>(
        &self,
        table_id: &str,
        contributions: impl IntoIterator<Item = &'a [u8]>,
    ) -> ChanceKey {
        let mut material = self.0.to_vec();
        let mut add = |part: &[u8]| {
            let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
            material.extend_from_slice(&length.to_le_bytes());
            material.extend_from_slice(part);
        };
        add(table_id.as_bytes());
        contributions.into_iter().for_each(&mut add);
        ChanceKey(blake3::derive_key("ludoteca chance 1", &material))
    }
}

/// Where the next pick comes from.
enum Source<'a> {
    Keyed(Box<Keystream>),
    Recorded(std::slice::Iter<'a, u32>),
    Playout(&'a mut Playout),
    Scripted(Script),
}

/// The outcomes one event asks for, in the order the rules ask.
pub struct Tape<'a> {
    source: Source<'a>,
    picks: Vec<u32>,
    asked: u32,
    fault: bool,
}

impl<'a> Tape<'a> {
    /// A live tape: the picks of the event `seq` of the table with this key.
    pub fn keyed(key: &ChanceKey, seq: u64) -> Self {
        Self::of(Source::Keyed(Box::new(Keystream::new(key, seq))))
    }

    /// A replayed tape: the picks an event holds.
    pub fn recorded(picks: &'a [u32]) -> Self {
        Self::of(Source::Recorded(picks.iter()))
    }

    /// A tape for self-play and sampling; it records nothing.
    pub fn playout(generator: &'a mut Playout) -> Self {
        Self::of(Source::Playout(generator))
    }

    /// A tape that yields the named outcomes of a test vector.
    pub fn scripted(script: Script) -> Self {
        Self::of(Source::Scripted(script))
    }

    const fn of(source: Source<'a>) -> Self {
        Self { source, picks: Vec::new(), asked: 0, fault: false }
    }

    /// An outcome, uniform on `0..n`; `what` is the chance's name in `rules.md` and `label` names
    /// the outcome `k` there (only test vectors read either).
    ///
    /// # Panics
    /// If `n` is 0: no rule asks for an outcome of an empty domain.
    #[inline]
    pub fn pick(&mut self, what: &'static str, n: u32, label: impl Fn(u32) -> String) -> u32 {
        assert!(n > 0, "a pick of nothing");
        self.asked += 1;
        match &mut self.source {
            Source::Playout(generator) => generator.below(n),
            Source::Keyed(stream) => {
                let pick = stream.below(n);
                self.picks.push(pick);
                pick
            }
            Source::Recorded(rest) => match rest.next() {
                Some(&pick) if pick < n => pick,
                _ => {
                    self.fault = true;
                    0
                }
            },
            Source::Scripted(script) => {
                let pick = script.next(what, n, label);
                self.picks.push(pick);
                pick
            }
        }
    }

    /// How many picks were asked for.
    pub const fn asked(&self) -> u32 {
        self.asked
    }

    /// The picks asked for so far, when the tape is live.
    pub fn into_picks(self) -> Vec<u32> {
        self.picks
    }

    /// Whether a recorded tape was cut, too long, or held an outcome outside its domain: the log is corrupt.
    pub fn is_faulty(&self) -> bool {
        self.fault || matches!(&self.source, Source::Recorded(rest) if rest.len() > 0)
    }

    /// The script, when the tape was made of one.
    pub fn into_script(self) -> Option<Script> {
        match self.source {
            Source::Scripted(script) => Some(script),
            Source::Keyed(_) | Source::Recorded(_) | Source::Playout(_) => None,
        }
    }
}

/// `ChaCha20` (RFC 8439) under the table's key; nonce = four zero bytes and `seq` (u64, little-endian).
struct Keystream(ChaCha20);

impl Keystream {
    fn new(key: &ChanceKey, seq: u64) -> Self {
        let mut nonce = [0u8; 12];
        nonce[4..].copy_from_slice(&seq.to_le_bytes());
        Self(ChaCha20::new(&key.0.into(), &nonce.into()))
    }

    fn word(&mut self) -> u32 {
        let mut bytes = [0u8; 4];
        self.0.apply_keystream(&mut bytes);
        u32::from_le_bytes(bytes)
    }

    /// Rejection sampling on little-endian words: a word at or above the largest multiple of `n` is
    /// thrown away, any other one is taken modulo `n`.
    fn below(&mut self, n: u32) -> u32 {
        let fair = (1u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = self.word();
            if u64::from(word) < fair {
                return word % n;
            }
        }
    }
}

/// A small fast generator (`SplitMix64`) for self-play, sampling and tests; never for a live table.
#[derive(Debug, Clone)]
pub struct Playout(u64);

impl Playout {
    /// A generator whose outcomes follow from `seed` alone.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number on `0..n`, by multiplication (its bias is below 2^-32).
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.word() >> 32) * n as u64) >> 32) as u32
    }
}

/// Named outcomes, as the test vectors write them: `("reward_card", "red_1")`.
#[derive(Debug, Clone, Default)]
pub struct Script {
    outcomes: std::collections::VecDeque<(String, String)>,
    generator: Option<Playout>,
    asked: Vec<(&'static str, u32)>,
    told: Vec<(String, String)>,
    awaits: Option<&'static str>,
    wrong: Option<String>,
}

impl Script {
    /// Stands for any outcome, in a script that may draw.
    pub const ANY: &'static str = "*";

    /// The outcomes to yield, first one first.
    pub fn new(outcomes: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { outcomes: outcomes.into_iter().collect(), ..Self::default() }
    }

    /// The script that draws where it has no outcome any more, or [`Script::ANY`].
    #[must_use]
    pub fn drawing(self, generator: Playout) -> Self {
        Self { generator: Some(generator), ..self }
    }

    fn next(&mut self, what: &'static str, n: u32, label: impl Fn(u32) -> String) -> u32 {
        self.asked.push((what, n));
        let pick = self.choose(what, n, &label);
        self.told.push((what.to_owned(), label(pick)));
        pick
    }

    fn choose(&mut self, what: &'static str, n: u32, label: impl Fn(u32) -> String) -> u32 {
        let scripted = self.outcomes.pop_front();
        let any = scripted.as_ref().is_none_or(|(_, outcome)| outcome == Self::ANY);
        let drawn = self.generator.as_mut().filter(|_| any).map(|generator| generator.below(n));
        let Some((name, outcome)) = scripted else {
            return drawn.unwrap_or_else(|| {
                self.awaits.get_or_insert(what);
                0
            });
        };
        let found = drawn.or_else(|| (0..n).find(|pick| label(*pick) == outcome));
        if name != what || found.is_none() {
            let wrong = || format!("asked for {what} of {n}, the script has {name} {outcome}");
            self.wrong.get_or_insert_with(wrong);
        }
        found.unwrap_or(0)
    }

    /// Every chance asked for: its name and the size of its domain.
    pub fn asked(&self) -> &[(&'static str, u32)] {
        &self.asked
    }

    /// Every outcome as it was yielded: a script of its own.
    pub fn told(&self) -> &[(String, String)] {
        &self.told
    }

    /// The first chance for which the script had no outcome any more.
    pub const fn awaits(&self) -> Option<&'static str> {
        self.awaits
    }

    /// What was asked for and scripted differently, and how many outcomes were never asked for.
    pub fn mismatch(&self) -> Option<String> {
        let unasked = self.outcomes.front();
        self.wrong
            .clone()
            .or_else(|| unasked.map(|(name, _)| format!("{name} was never asked for")))
    }
}
