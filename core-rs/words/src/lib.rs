//! Keys and parameters to sentences, in English: the only user of the catalogues.
//!
//! A catalogue is Fluent text: [`registry::TABLE_WORDS`] for what every table says, [`Game::WORDS`] for one
//! game. A key that is in no catalogue is shown as it is, so that nothing is ever refused in silence.

mod catalogue;

use std::collections::BTreeMap;

use ludoteca_rules::{Arg, Game, Sentence, Speaker, registry};

pub use catalogue::{BadCatalogue, Catalogue};

/// The catalogues of every game.
#[derive(Debug)]
pub struct Words {
    table: Catalogue,
    games: BTreeMap<&'static str, Catalogue>,
}

impl Words {
    /// The embedded catalogues.
    ///
    /// # Errors
    /// One of them is no Fluent text, or says a key twice.
    pub fn new() -> Result<Self, BadCatalogue> {
        let mut games = BTreeMap::new();
        macro_rules! words_of {
            ($($name:ident => $game:ty),* $(,)?) => {$(
                let texts = [registry::TABLE_WORDS, <$game as Game>::WORDS];
                games.insert(<$game as Game>::ID, Catalogue::parse(&texts)?);
            )*};
        }
        ludoteca_rules::with_games!(words_of);
        Ok(Self { table: Catalogue::parse(&[registry::TABLE_WORDS])?, games })
    }

    /// The catalogue of a game; of the table alone for an unknown one.
    pub fn of(&self, game: &str) -> &Catalogue {
        self.games.get(game).unwrap_or(&self.table)
    }

    /// `sentence` in English. `names` are those of the seats' holders, in seat order; an empty name, or
    /// none, is told as the number of the seat.
    pub fn render<S: AsRef<str>, N: AsRef<str>>(
        &self,
        game: &str,
        sentence: &Sentence<S>,
        names: &[N],
    ) -> String {
        self.of(game).sentence(sentence, names)
    }
}

impl Speaker for Words {
    fn say(&self, game: &str, sentence: &Sentence, names: &[&str]) -> String {
        self.render(game, sentence, names)
    }

    fn explain(&self, game: &str, key: &str) -> String {
        self.of(game).plain(key).unwrap_or_default()
    }
}

/// The key under which a catalogue names the thing `id` of a kind: dashes for underscores (`card-red-1`).
pub fn id_key(kind: &str, id: &str) -> String {
    format!("{kind}-{id}").replace('_', "-")
}

/// Whether every key of a sentence is in the catalogue, the sentences within it included.
pub fn is_known<S: AsRef<str>>(catalogue: &Catalogue, sentence: &Sentence<S>) -> bool {
    fn arg_is_known<S: AsRef<str>>(catalogue: &Catalogue, arg: &Arg<S>) -> bool {
        match arg {
            Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::Id { .. } => true,
            Arg::List(args) => args.iter().all(|arg| arg_is_known(catalogue, arg)),
            Arg::Sentence(sentence) => is_known(catalogue, sentence),
        }
    }
    catalogue.has(sentence.key.as_ref())
        && sentence.args.iter().all(|(_, arg)| arg_is_known(catalogue, arg))
}
