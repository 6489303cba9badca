//! What people read: every key has a sentence, every parameter is told.

use std::collections::BTreeSet;
use std::sync::Arc;

use ludoteca_rules::{
    Actor, Arg, ContentFile, Game, Playout, Position, Refusal, Report, Rules, Seat, Sentence,
    TableRejection, Tape, Viewer, registry,
};
use ludoteca_words::{Catalogue, Words, is_known};

/// Random games a game and number of seats.
const GAMES: u64 = 60;

/// What was looked at, by key.
#[derive(Default)]
struct Read(BTreeSet<&'static str>);

impl Read {
    /// The sentence is in the catalogue, and no parameter is left in braces.
    fn check(&mut self, words: &Words, game: &str, sentence: &Sentence) {
        assert!(is_known(words.of(game), sentence), "{game} has no words for {sentence:?}");
        if self.0.insert(sentence.key) {
            let text = words.render(game, sentence, &["Ana", "Bea", "Cid", "Dan"]);
            assert!(!text.contains(['{', '}']), "{text:?} lacks a parameter of {sentence:?}");
            assert!(!text.is_empty());
        }
    }
}

fn rules<G: Game>(file: &ContentFile<G>, seats: u8) -> Rules<G> {
    let options = G::options(&file.content, seats, &[]);
    let Ok(options) = options else { panic!("{seats} seats without options are refused") };
    Rules {
        content: Arc::clone(&file.content),
        content_hash: file.hash,
        options,
        seats,
        revision: G::REVISION,
    }
}

fn read_game<G: Game>(words: &Words, read: &mut Read) {
    let file = ContentFile::<G>::parse(G::CONTENT).expect("our own content");
    for seats in G::seats(&file.content) {
        for seed in 0..GAMES {
            let mut chance = Playout::new(seed);
            let rules = Arc::new(rules(&file, seats));
            let mut report = Report::telling();
            G::setup(&rules, &mut Tape::playout(&mut chance), &mut report);
            read_facts::<G>(words, read, &rules, &report);
            let mut position = Position::<G>::new(rules, seed);
            let mut earlier = Vec::new();
            while !position.is_over() {
                read_position(words, read, &position, &mut chance);
                read_refusals(words, read, &position, &earlier);
                let choice = chance.below(u32::try_from(position.legal().len()).expect("few"));
                earlier.extend(position.legal().get(choice as usize).cloned());
                position.act_at_random();
            }
            read_refusals(words, read, &position, &earlier);
        }
    }
}

fn read_position<G: Game>(
    words: &Words,
    read: &mut Read,
    position: &Position<G>,
    chance: &mut Playout,
) {
    let (rules, state, actor) = (position.rules(), position.state(), position.actor());
    for seat in Seat::all(rules.seats).filter(|seat| Actor::Seat(*seat) == actor) {
        read.check(words, G::ID, &G::prompt(rules, state, seat));
    }
    for action in position.legal() {
        let offer = G::offer(rules, state, actor, action);
        read.check(words, G::ID, &offer.label);
        offer.warning.iter().for_each(|warning| read.check(words, G::ID, warning));
    }
    let choice = chance.below(u32::try_from(position.legal().len()).expect("few"));
    let Some(action) = position.legal().get(choice as usize) else { return };
    let mut report = Report::telling();
    let (mut after, mut tape) = (state.clone(), Tape::playout(chance));
    let applied = G::apply(rules, &mut after, actor, action, &mut tape, &mut report);
    assert!(applied.is_ok(), "a legal action is refused");
    read_facts::<G>(words, read, rules, &report);
}

fn read_facts<G: Game>(words: &Words, read: &mut Read, rules: &Rules<G>, report: &Report) {
    for viewer in Seat::all(rules.seats).map(Viewer::Seat).chain([Viewer::Public]) {
        report.facts_for(viewer).for_each(|fact| read.check(words, G::ID, &fact.sentence));
    }
}

/// What was legal earlier, asked again: by the seat that acts, and by the others.
fn read_refusals<G: Game>(
    words: &Words,
    read: &mut Read,
    position: &Position<G>,
    earlier: &[G::Action],
) {
    let (rules, state) = (position.rules(), position.state());
    for action in earlier.iter().rev().take(30) {
        for seat in Seat::all(rules.seats) {
            if let Err(refusal) = G::check(rules, state, Actor::Seat(seat), action) {
                read.check(words, G::ID, &refusal.sentence());
            }
        }
    }
}

/// Every key that facts, labels, prompts, warnings and rejections of random games use is in the catalogue.
#[test]
fn every_key_that_games_use_has_a_sentence() {
    let words = Words::new().expect("the catalogues parse");
    let mut read = Read::default();
    macro_rules! read_all {
        ($($name:ident => $game:ty),* $(,)?) => { $(read_game::<$game>(&words, &mut read);)* };
    }
    ludoteca_rules::with_games!(read_all);
    println!("{} keys were read", read.0.len());
    assert!(read.0.len() > 50);
}

/// The table's own rejections, each with its parameter.
#[test]
fn every_rejection_of_a_table_has_a_sentence() {
    let words = Words::new().expect("the catalogues parse");
    let mut read = Read::default();
    for rejection in [
        TableRejection::NotStarted,
        TableRejection::AlreadyStarted,
        TableRejection::TableOver,
        TableRejection::NoSuchSeat,
        TableRejection::SeatTaken,
        TableRejection::AlreadySeated,
        TableRejection::TableFull,
        TableRejection::SeatsOpen { free: 2 },
        TableRejection::TakeoverNotAllowed,
        TableRejection::SeatVacant,
        TableRejection::BadName { most: 40 },
        TableRejection::ContributionTooLong { most: 64 },
        TableRejection::NothingToTakeBack,
        TableRejection::TakebackTooFar { lowest: 7 },
        TableRejection::NoSuchEvent,
        TableRejection::NotDue,
        TableRejection::LogFull { most: 50_000 },
    ] {
        let sentence = rejection.sentence();
        assert_eq!(sentence.key, format!("reject-{}", rejection.code().replace('_', "-")));
        read.check(&words, "burgenland", &sentence);
    }
}

fn told(sentence: &Sentence, names: &[&str]) -> String {
    let text = "joins = { $seat } joins.\n\
                adds = Ana { $flag ->\n    [yes] gains\n   *[no] loses\n} { $cards }{ $count ->\n    [one] , 1 coin\n   *[other] , { $count } coins\n}.\n\
                nests = First: { $inner } Then nothing.\n\
                card-red-1 = the red one\n";
    Catalogue::parse(&[registry::TABLE_WORDS, text]).expect("it parses").sentence(sentence, names)
}

/// Seats are told as their holders, or by their number where nobody holds them.
#[test]
fn seats_are_told_by_name() {
    let joins = |seat| Sentence::new("joins").with("seat", Arg::Seat(seat));
    assert_eq!(told(&joins(1), &["Ana", "Bea"]), "Bea joins.");
    assert_eq!(told(&joins(1), &["Ana", ""]), "seat 1 joins.");
    assert_eq!(told(&joins(7), &["Ana"]), "seat 7 joins.");
}

/// Things are told by their message, else by their id; lists with commas and "and"; numbers in their form.
#[test]
fn lists_ids_flags_and_numbers_are_told() {
    let adds = |ids: &[&str], count: i64, flag| {
        let cards = ids.iter().map(|id| Arg::id("card", *id)).collect();
        let sentence = Sentence::new("adds").with("cards", Arg::List(cards));
        told(&sentence.with("count", Arg::Number(count)).with("flag", Arg::Flag(flag)), &[])
    };
    assert_eq!(adds(&["red_1"], 1, true), "Ana gains the red one, 1 coin.");
    assert_eq!(adds(&["red_1", "blue_2"], 2, true), "Ana gains the red one and blue 2, 2 coins.");
    assert_eq!(
        adds(&["red_1", "red_1", "blue_2"], 0, false),
        "Ana loses the red one, the red one and blue 2, 0 coins."
    );
    assert_eq!(adds(&[], 1, true), "Ana gains nothing, 1 coin.");
}

/// A sentence within a sentence; a key that nobody knows is told as it is.
#[test]
fn sentences_nest_and_unknown_keys_show() {
    let joins = Sentence::new("joins").with("seat", Arg::Seat(0));
    let nests = Sentence::new("nests").with("inner", Arg::Sentence(joins));
    assert_eq!(told(&nests, &["Ana"]), "First: Ana joins. Then nothing.");
    let unknown = Sentence::new("no-such-key");
    assert_eq!(told(&unknown, &[]), "no-such-key");
    let nests = Sentence::new("nests").with("inner", Arg::Sentence(unknown.clone()));
    assert_eq!(told(&nests, &[]), "First: no-such-key Then nothing.");
    let words = Words::new().expect("the catalogues parse");
    assert!(!is_known(words.of("burgenland"), &nests));
    assert_eq!(
        words.render("no_such_game", &Sentence::new("fact-created"), &["Ana"]),
        "The table opens."
    );
}

/// A catalogue that says a key twice, or is no Fluent text, is refused.
#[test]
fn broken_catalogues_are_refused() {
    assert!(Catalogue::parse(&["a = b\n", "a = c\n"]).is_err());
    assert!(Catalogue::parse(&["a = { $b\n"]).is_err());
}
