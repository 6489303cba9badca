//! Every sentence that a game makes has its words, and every parameter that the words name.

use std::collections::{BTreeMap, BTreeSet};

use ludoteca_rules::{Actor, Arg, Playout, Refusal, Seat, Sentence, Viewer, registry};

use super::live::{Live, Manner};
use super::vocabulary::Vocabulary;
use super::{Contract, Counts, Effort};

/// So many forms are asked for at each position, for the refusals.
const QUESTIONS: u32 = 6;

/// Facts, labels, warnings, prompts and refusals met in play: each key is in the catalogue.
pub(crate) fn every_sentence_has_its_words<G: Contract>(effort: Effort) -> Counts {
    let mut catalogue = Catalogue::default();
    catalogue.read(registry::TABLE_WORDS);
    catalogue.read(G::WORDS);
    let mut chance = Playout::new(effort.seed);
    let mut vocabulary = Vocabulary::default();
    for _ in 0..effort.games {
        for case in G::CASES {
            let live = Live::<G>::played(case, chance.word(), Manner::default());
            for step in &live.steps {
                for viewer in Seat::all(case.seats).map(Viewer::Seat).chain([Viewer::Public]) {
                    step.report.facts_for(viewer).for_each(|f| catalogue.expect(&f.sentence));
                }
                let (rules, Some(state)) = (step.table.rules(), step.table.state()) else {
                    continue;
                };
                for seat in Seat::all(case.seats) {
                    catalogue.expect(&G::prompt(rules, state, seat));
                    let actor = Actor::Seat(seat);
                    for action in step.table.legal(actor) {
                        vocabulary.learn(&G::form(&rules.content, &action));
                        let offer = G::offer(rules, state, actor, &action);
                        catalogue.expect(&offer.label);
                        offer.warning.iter().for_each(|warning| catalogue.expect(warning));
                    }
                    for _ in 0..QUESTIONS {
                        let Some(form) = vocabulary.random(&mut chance) else { continue };
                        let Ok(action) = G::action(&rules.content, &form) else { continue };
                        if let Err(rejection) = G::check(rules, state, actor, &action) {
                            let key = format!("reject-{}", rejection.code().replace('_', "-"));
                            assert_eq!(rejection.sentence().key, key);
                            catalogue.expect(&rejection.sentence());
                        }
                    }
                }
            }
        }
    }
    vec![("sentences", catalogue.met)]
}

/// The messages of a Fluent catalogue with the parameters that their words name.
#[derive(Default)]
struct Catalogue {
    messages: BTreeMap<String, BTreeSet<String>>,
    /// How many sentences were looked up.
    met: u64,
}

impl Catalogue {
    fn read(&mut self, text: &str) {
        let mut key = String::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let begins = line.starts_with(|c: char| c.is_ascii_lowercase());
            if let (true, Some((name, _))) = (begins, line.split_once(" =")) {
                name.clone_into(&mut key);
                self.messages.entry(key.clone()).or_default();
            }
            for named in line.split('$').skip(1) {
                let end = named.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
                let name = &named[..end.unwrap_or(named.len())];
                let known = self.messages.entry(key.clone()).or_default();
                if !name.is_empty() {
                    known.insert(name.to_owned()); // else it is a dollar sign
                }
            }
        }
    }

    fn expect(&mut self, sentence: &Sentence) {
        let names = self.messages.get(sentence.key);
        let names = names.unwrap_or_else(|| panic!("no words for {}", sentence.key));
        for name in names {
            let known = sentence.args.iter().any(|(arg, _)| arg == name);
            assert!(
                known,
                "{} names {name}, which the sentence has not: {sentence:?}",
                sentence.key
            );
        }
        self.met += 1;
        sentence.args.iter().for_each(|(_, arg)| self.expect_within(arg));
    }

    fn expect_within(&mut self, arg: &Arg) {
        match arg {
            Arg::Sentence(sentence) => self.expect(sentence),
            Arg::List(args) => args.iter().for_each(|arg| self.expect_within(arg)),
            Arg::Seat(_) | Arg::Number(_) | Arg::Flag(_) | Arg::Id { .. } => {}
        }
    }
}
