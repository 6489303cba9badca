//! What a person reads: a key of the words catalogue and its typed parameters. No sentence is built in code.

/// A parameter of a sentence or of an action. Its words are `&'static str` in the rules; `String` when it was
/// read from a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg<S = &'static str> {
    /// A seat: shown as the name of its holder.
    Seat(u8),
    /// A count, an amount, a number on a card.
    Number(i64),
    /// Yes or no; a catalogue selects on `yes` and `no`.
    Flag(bool),
    /// The id of a thing in the content or of a value in `rules.md` (`red_1`, `c4_north`, `border`),
    /// with its kind (`card`, `site`, `price`). Shown through the catalogue: the message `<kind>-<id>` with dashes
    /// for underscores (`card-red-1`); where there is none, the id with spaces for underscores.
    Id {
        /// What sort of thing it is.
        kind: S,
        /// Its id in `content.toml` or `rules.md`.
        id: String,
    },
    /// Several of them, in the order the rules give.
    List(Vec<Arg<S>>),
    /// A sentence within a sentence.
    Sentence(Sentence<S>),
}

impl Arg {
    /// An id of a kind.
    pub fn id(kind: &'static str, id: impl Into<String>) -> Self {
        Self::Id { kind, id: id.into() }
    }
}

/// A key of the catalogue with its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence<S = &'static str> {
    /// The stable key, e.g. `fact-gain-jokers`. Wire format: add, never rename.
    pub key: S,
    /// Named parameters, in the order the sentence was made with.
    pub args: Vec<(S, Arg<S>)>,
}

impl Sentence {
    /// A sentence without parameters.
    pub const fn new(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    /// The sentence with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: Arg) -> Self {
        self.args.push((name, arg));
        self
    }

    /// The sentence with one more seat among its parameters.
    #[must_use]
    pub fn seat(self, name: &'static str, seat: crate::Seat) -> Self {
        self.with(name, Arg::Seat(seat.0))
    }

    /// The sentence with one more number among its parameters.
    #[must_use]
    pub fn number(self, name: &'static str, number: impl Into<i64>) -> Self {
        self.with(name, Arg::Number(number.into()))
    }
}

/// Who turns sentences into text, whatever the language.
pub trait Speaker: std::fmt::Debug + Send + Sync {
    /// `sentence` as text; `names` are those of the seats' holders, empty for a seat that nobody holds.
    fn say(&self, game: &str, sentence: &Sentence, names: &[&str]) -> String;

    /// The text of a key that takes no parameters; empty where there is none.
    fn explain(&self, game: &str, key: &str) -> String;
}

/// The stable id of a thing in the view, e.g. `castle c4`, `space c4_north`, `card red_2`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Anchor(pub String);

impl Anchor {
    /// The anchor of `id` among the things of `kind`.
    pub fn new(kind: &str, id: impl std::fmt::Display) -> Self {
        Self(format!("{kind} {id}"))
    }
}

/// One thing that changed: derived while an event is applied, never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// What happened; its key is the fact's kind.
    pub sentence: Sentence,
    /// Where the thing came from, if it moved.
    pub from: Option<Anchor>,
    /// Where it is now.
    pub to: Option<Anchor>,
    /// How many or how much, where that makes sense.
    pub amount: Option<i64>,
}

impl Fact {
    /// A fact that moves nothing.
    pub const fn new(sentence: Sentence) -> Self {
        Self { sentence, from: None, to: None, amount: None }
    }

    /// The fact with the place its thing came from.
    #[must_use]
    pub fn from(mut self, anchor: Anchor) -> Self {
        self.from = Some(anchor);
        self
    }

    /// The fact with the place its thing went to.
    #[must_use]
    pub fn to(mut self, anchor: Anchor) -> Self {
        self.to = Some(anchor);
        self
    }

    /// The fact with its amount.
    #[must_use]
    pub fn amount(mut self, amount: impl Into<i64>) -> Self {
        self.amount = Some(amount.into());
        self
    }
}

/// An action as the outside knows it: its name and parameters in the words of `rules.md`.
/// JSON, text and labels are all made of this one description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Form {
    /// The action's name in `rules.md`, e.g. `start_build`.
    pub name: String,
    /// Its parameters, in the order of `rules.md`.
    pub params: Vec<(String, Arg)>,
}

/// One legal action as a client offers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The sentence on the button.
    pub label: Sentence,
    /// Name, value and, where the thing can be pointed at, its anchor.
    pub params: Vec<(&'static str, Arg, Option<Anchor>)>,
    /// Draws, rolls or shows something: no takeback after it.
    pub reveals: bool,
    /// Legal, and a fault: the rules punish it (a false start). A client holds it back, a bot avoids it.
    pub false_start: bool,
    /// What would be lost by it, if anything would.
    pub warning: Option<Sentence>,
}
