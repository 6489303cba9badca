//! The creation options (`rules.md` §3).

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::ids::FamilySet;
use super::rejection::Rejection;
use crate::{GivenOptions, Seat};

/// The creation options, resolved. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// The families in play; `None`: chance says.
    pub families: Option<FamilyChoice>,
    /// Whether chance may choose every family of the box.
    pub extra_family: bool,
    /// Who is the first player of the first turn; `None`: chance says.
    pub first_player: Option<Seat>,
    /// How long a number lasts; 0: the first player calls the numbers.
    pub tick_ms: u32,
    /// How many numbers behind a purchase may arrive.
    pub late_ticks: u8,
    /// How long the clock waits for presses that are on their way.
    pub grace_ms: u32,
    /// The wait before the first number of a turn.
    pub reveal_ms: u32,
    /// The wait before the first number after a false start.
    pub restart_ms: u32,
    /// How long the scramble lasts.
    pub scramble_ms: u32,
    /// How long a decision may take.
    pub decision_ms: u32,
}

/// Families that somebody chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FamilyChoice {
    /// The families.
    pub set: FamilySet,
    /// Their ids in canonical order, with commas between.
    pub ids: String,
}

/// The bounds of the options that the rules read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The shortest and the longest number of a timed table.
    pub tick_ms: (u32, u32),
    /// The most numbers behind.
    pub late_ticks: u8,
}

/// The word for "chance says".
pub(super) const RANDOM: &str = "random";

/// The longest `grace_ms`, and the longest of the other waits (§3): the file may name narrower bounds for what
/// a client offers, a table takes all of these.
pub(super) const GRACE_MS_MOST: u32 = 2_000;
/// See [`GRACE_MS_MOST`].
pub(super) const PACE_MS_MOST: u32 = 600_000;

impl Options {
    /// Resolves the options as given.
    ///
    /// # Errors
    /// `bad_option`.
    pub fn resolve(content: &Content, seats: u8, given: &GivenOptions) -> Result<Self, Rejection> {
        if seats < content.seats.0 || seats > content.seats.1 {
            return Err(Rejection::BadOption);
        }
        let mut options = content.defaults.clone();
        let mut seen: Vec<&str> = Vec::new();
        for (id, value) in given {
            if seen.contains(&id.as_str()) {
                return Err(Rejection::BadOption);
            }
            seen.push(id);
            options.set(content, seats, id, value).ok_or(Rejection::BadOption)?;
        }
        Ok(options)
    }

    fn set(&mut self, content: &Content, seats: u8, id: &str, value: &str) -> Option<()> {
        let pace = |most: u32| number(value).filter(|wait_ms| *wait_ms <= most);
        match id {
            "families" if value == RANDOM => self.families = None,
            "families" => self.families = Some(family_list(content, seats, value)?),
            "extra_family" => self.extra_family = value.parse().ok()?,
            "first_player" if value == RANDOM => self.first_player = None,
            "first_player" => {
                let seat = u8::try_from(number(value)?).ok().filter(|seat| *seat < seats)?;
                self.first_player = Some(Seat(seat));
            }
            "tick_ms" => {
                let (least, most) = content.limits.tick_ms;
                let fits = |ms: &u32| *ms == 0 || (least..=most).contains(ms);
                self.tick_ms = number(value).filter(fits)?;
            }
            "late_ticks" => {
                let late = u8::try_from(number(value)?).ok();
                self.late_ticks = late.filter(|late| *late <= content.limits.late_ticks)?;
            }
            "grace_ms" => self.grace_ms = pace(GRACE_MS_MOST)?,
            "reveal_ms" => self.reveal_ms = pace(PACE_MS_MOST)?,
            "restart_ms" => self.restart_ms = pace(PACE_MS_MOST)?,
            "scramble_ms" => self.scramble_ms = pace(PACE_MS_MOST)?,
            "decision_ms" => self.decision_ms = pace(PACE_MS_MOST)?,
            _ => return None,
        }
        Some(())
    }

    /// Every option with its value, in the order of `rules.md`.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        let chosen = self.families.as_ref().map(|chosen| chosen.ids.clone());
        let families = chosen.unwrap_or_else(|| RANDOM.to_owned());
        let first = self.first_player.map_or_else(|| RANDOM.to_owned(), |seat| seat.0.to_string());
        vec![
            ("families", families),
            ("extra_family", self.extra_family.to_string()),
            ("first_player", first),
            ("tick_ms", self.tick_ms.to_string()),
            ("late_ticks", self.late_ticks.to_string()),
            ("grace_ms", self.grace_ms.to_string()),
            ("reveal_ms", self.reveal_ms.to_string()),
            ("restart_ms", self.restart_ms.to_string()),
            ("scramble_ms", self.scramble_ms.to_string()),
            ("decision_ms", self.decision_ms.to_string()),
        ]
    }
}

/// A list of distinct families with commas between, exactly as many as the seats play with.
fn family_list(content: &Content, seats: u8, text: &str) -> Option<FamilyChoice> {
    let mut set = FamilySet::default();
    for id in text.split(',') {
        let family = content.family(id).filter(|family| !set.contains(*family))?;
        set.insert(family);
    }
    let ids = set.iter().map(|family| content.family_id(family)).collect::<Vec<_>>().join(",");
    (set.len() == content.layout(seats).families).then_some(FamilyChoice { set, ids })
}

/// A number as people write it: digits alone, no sign, no leading zero.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let led = text.len() > 1 && text.starts_with('0');
    if plain && !led { text.parse().ok() } else { None }
}
