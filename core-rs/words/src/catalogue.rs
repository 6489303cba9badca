//! One catalogue: Fluent text, asked by key.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use ludoteca_rules::{Arg, Sentence};

use crate::id_key;

/// A catalogue that is no Fluent text, or says a key twice.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a catalogue of words does not parse: {0}")]
pub struct BadCatalogue(pub String);

/// Sentences by their keys.
pub struct Catalogue {
    bundle: FluentBundle<FluentResource>,
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Catalogue(..)")
    }
}

impl Catalogue {
    /// The catalogue of several texts together.
    ///
    /// # Errors
    /// A text does not parse, or a key is said twice.
    pub fn parse(texts: &[&str]) -> Result<Self, BadCatalogue> {
        let english = unic_langid::LanguageIdentifier::default();
        let mut bundle = FluentBundle::new_concurrent(vec![english]);
        bundle.set_use_isolating(false); // terminals show the marks as boxes
        for text in texts {
            let resource = FluentResource::try_new((*text).to_owned())
                .map_err(|(_, errors)| BadCatalogue(format!("{errors:?}")))?;
            bundle.add_resource(resource).map_err(|errors| BadCatalogue(format!("{errors:?}")))?;
        }
        Ok(Self { bundle })
    }

    /// Whether the catalogue has a sentence under `key`.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.get_message(key).is_some_and(|message| message.value().is_some())
    }

    /// `sentence` as text; its key where the catalogue does not have it.
    pub fn sentence<S: AsRef<str>, N: AsRef<str>>(
        &self,
        sentence: &Sentence<S>,
        names: &[N],
    ) -> String {
        let mut args = FluentArgs::with_capacity(sentence.args.len());
        for (name, arg) in &sentence.args {
            args.set(name.as_ref().to_owned(), self.value(arg, names));
        }
        let key = sentence.key.as_ref();
        self.message(key, &args).unwrap_or_else(|| key.to_owned())
    }

    /// The text under a key that takes no parameters.
    pub fn plain(&self, key: &str) -> Option<String> {
        self.message(key, &FluentArgs::new())
    }

    fn message(&self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        let message = self.bundle.get_message(key)?;
        let mut faults = Vec::new(); // a missing parameter shows as its name in braces
        Some(self.bundle.format_pattern(message.value()?, Some(args), &mut faults).into_owned())
    }

    fn value<S: AsRef<str>, N: AsRef<str>>(
        &self,
        arg: &Arg<S>,
        names: &[N],
    ) -> FluentValue<'static> {
        match arg {
            Arg::Number(number) => FluentValue::from(*number),
            Arg::Flag(flag) => FluentValue::from(if *flag { "yes" } else { "no" }),
            Arg::Seat(seat) => self.seat(*seat, names).into(),
            Arg::Id { kind, id } => self.thing(kind.as_ref(), id).into(),
            Arg::List(args) => self.list(args, names).into(),
            Arg::Sentence(sentence) => self.sentence(sentence, names).into(),
        }
    }

    fn seat<N: AsRef<str>>(&self, seat: u8, names: &[N]) -> String {
        match names.get(usize::from(seat)).map(AsRef::as_ref) {
            Some(name) if !name.is_empty() => name.to_owned(),
            _ => self
                .phrase("seat-unheld", &[("seat", FluentValue::from(seat))].into_iter().collect()),
        }
    }

    fn thing(&self, kind: &str, id: &str) -> String {
        let named = self.message(&id_key(kind, id), &FluentArgs::new());
        named.unwrap_or_else(|| id.replace('_', " "))
    }

    /// "a", "a and b", "a, b and c": the catalogue says how.
    fn list<S: AsRef<str>, N: AsRef<str>>(&self, args: &[Arg<S>], names: &[N]) -> String {
        let text = |arg| match self.value(arg, names) {
            FluentValue::String(text) => text.into_owned(),
            FluentValue::Number(number) => number.as_string().into_owned(),
            FluentValue::Custom(_) | FluentValue::None | FluentValue::Error => String::new(),
        };
        let Some((last, before)) = args.split_last() else {
            return self.phrase("list-none", &FluentArgs::new());
        };
        let before: Vec<String> = before.iter().map(text).collect();
        if before.is_empty() {
            return text(last);
        }
        let and = self.phrase("list-and", &FluentArgs::new());
        before.join(&self.phrase("list-comma", &FluentArgs::new())) + &and + &text(last)
    }

    fn phrase(&self, key: &str, args: &FluentArgs<'_>) -> String {
        self.message(key, args).unwrap_or_else(|| key.to_owned())
    }
}
