//! The tape: where outcomes come from live and in a replay, and what nobody can tell from outside.

use ludoteca_rules::{Playout, Script, ServerSeed, Tape};

/// The block function of RFC 8439 §2.3, written down here once more so that nothing checks itself.
mod rfc8439 {
    fn quarter(state: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
        for (to, from, target, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            state[to] = state[to].wrapping_add(state[from]);
            state[target] = (state[target] ^ state[to]).rotate_left(turn);
        }
    }

    const COLUMNS_AND_DIAGONALS: [[usize; 4]; 8] = [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [0, 5, 10, 15],
        [1, 6, 11, 12],
        [2, 7, 8, 13],
        [3, 4, 9, 14],
    ];

    /// The 16 words of the block number `counter`.
    pub(crate) fn block(key: &[u8; 32], counter: u32, nonce: &[u8; 12]) -> [u32; 16] {
        let words = |bytes: &[u8]| -> Vec<u32> {
            bytes.chunks(4).map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]])).collect()
        };
        let mut start = [0u32; 16];
        start[..4].copy_from_slice(&words(b"expand 32-byte k"));
        start[4..12].copy_from_slice(&words(key));
        start[12] = counter;
        start[13..].copy_from_slice(&words(nonce));
        let mut state = start;
        for _ in 0..10 {
            for which in COLUMNS_AND_DIAGONALS {
                quarter(&mut state, which);
            }
        }
        std::array::from_fn(|index| state[index].wrapping_add(start[index]))
    }
}

/// The example of RFC 8439 §2.3.2: the block function above is the right one.
#[test]
fn the_block_function_is_that_of_rfc_8439() {
    let key: [u8; 32] = std::array::from_fn(|index| u8::try_from(index).unwrap_or(0));
    let nonce = [0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0];
    let expected = [
        0xe4e7_f110,
        0x1559_3bd1,
        0x1fdd_0f50,
        0xc471_20a3,
        0xc7f4_d1c7,
        0x0368_c033,
        0x9aaa_2204,
        0x4e6c_d4c3,
        0x4664_82d2,
        0x09aa_9f07,
        0x05d7_c214,
        0xa202_8bd9,
        0xd19c_12b5,
        0xb94e_16de,
        0xe883_d0cb,
        0x4e3c_50a2,
    ];
    assert_eq!(rfc8439::block(&key, 1, &nonce), expected);
}

const SEED: ServerSeed = ServerSeed([0x5a; 32]);
const PARTS: [&[u8]; 3] = [b"ana's share", b"", b"cleo's"];

/// The key as design.md writes it: every variable part after its length.
fn key(table_id: &str, contributions: &[&[u8]]) -> [u8; 32] {
    let mut material = SEED.0.to_vec();
    for part in [&[table_id.as_bytes()], contributions].concat() {
        material.extend(u32::try_from(part.len()).expect("short").to_le_bytes());
        material.extend_from_slice(part);
    }
    blake3::derive_key("ludoteca chance 1", &material)
}

/// The outcomes as design.md describes them: rejection sampling on little-endian words, nonce = seq.
fn expected(key: &[u8; 32], seq: u64, domains: &[u32]) -> Vec<u32> {
    let mut nonce = [0u8; 12];
    nonce[4..].copy_from_slice(&seq.to_le_bytes());
    let mut words = (0..).flat_map(|counter| rfc8439::block(key, counter, &nonce));
    let mut below = |n: u32| {
        let fair = (1u64 << 32) - (1u64 << 32) % u64::from(n);
        let word = words.find(|word| u64::from(*word) < fair).expect("words without end");
        word % n
    };
    domains.iter().map(|n| below(*n)).collect()
}

fn live(seq: u64, domains: &[u32]) -> Vec<u32> {
    let key = SEED.chance_key("table 1", PARTS);
    let mut tape = Tape::keyed(&key, seq);
    let asked: Vec<_> = domains.iter().map(|n| tape.pick("any", *n, |_| String::new())).collect();
    assert_eq!(tape.into_picks(), asked, "every pick is recorded");
    asked
}

/// The generator is wire format: an independent one gives the same outcomes, over several blocks and with
/// domains that throw many words away.
#[test]
fn the_keyed_generator_is_chacha20_with_the_sequence_number_as_nonce() {
    let key = key("table 1", &PARTS);
    let domains: Vec<u32> =
        (1..=200).chain([u32::MAX, (1 << 31) + 1, 1 << 31, 3_000_000_000]).collect();
    for seq in [0, 1, 2, 77, u64::from(u32::MAX) + 5, u64::MAX] {
        assert_eq!(live(seq, &domains), expected(&key, seq, &domains), "seq {seq}");
    }
}

/// Known answers, written down: a change of any part of the generator breaks every record there is.
#[test]
fn r23_the_outcomes_of_a_known_key_stay() {
    assert_eq!(live(5, &[6, 6, 6, 80, 12, 11, 1_000_000]), KNOWN);
    let commitment = blake3::Hash::from_bytes(SEED.commitment()).to_hex();
    assert_eq!(commitment.as_str(), COMMITMENT);
}

const KNOWN: [u32; 7] = [3, 5, 2, 9, 10, 5, 675_278];
const COMMITMENT: &str = "fa712ae8f3a7f0979afc2a28f3292893cdc014f071e7510cf54d6be35f6037e4";

/// The length before each part keeps parts apart: no two lists of contributions make one key.
#[test]
fn no_two_inputs_make_one_key() {
    let keys = [
        SEED.chance_key("a", [b"b".as_slice()]),
        SEED.chance_key("ab", [b"".as_slice()]),
        SEED.chance_key("a", [b"".as_slice(), b"b"]),
        SEED.chance_key("a", [b"b".as_slice(), b""]),
        SEED.chance_key("a", []),
        SEED.chance_key("", [b"ab".as_slice()]),
    ];
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "key {index} is there twice");
    }
}

/// R3: who knows all that is public (commitment, table, contributions, seq, every pick so far) predicts no
/// better than chance: 1 of 8 of 10,000, give or take five standard deviations.
#[test]
fn r03_what_is_public_does_not_predict_the_outcomes() {
    const N: u32 = 8;
    const PICKS: u64 = 10_000;
    let key = SEED.chance_key("table 1", PARTS);
    let commitment = SEED.commitment();
    let public_key = blake3::derive_key("ludoteca chance 1", &commitment);
    let as_seed = ServerSeed(commitment).chance_key("table 1", PARTS);
    let mut hits = [0u64; 5];
    let mut last = 0;
    for seq in 1..=PICKS {
        let pick = Tape::keyed(&key, seq).pick("any", N, |_| String::new());
        let guesses = [
            last,
            u32::from(commitment[usize::try_from(seq % 32).unwrap_or(0)]) % N,
            expected(&commitment, seq, &[N])[0],
            expected(&public_key, seq, &[N])[0],
            Tape::keyed(&as_seed, seq).pick("any", N, |_| String::new()),
        ];
        for (hits, guess) in hits.iter_mut().zip(guesses) {
            *hits += u64::from(guess == pick);
        }
        last = pick;
    }
    let (mean, deviation) = (PICKS / 8, 33); // sqrt(10,000 x 1/8 x 7/8)
    for (which, hits) in hits.into_iter().enumerate() {
        assert!(hits.abs_diff(mean) < 5 * deviation, "guesser {which}: {hits} of {PICKS}");
    }
}

/// Every outcome is as likely as any other, also where the domain does not divide 2^32, and whether an event
/// asks for one pick or many.
#[test]
fn outcomes_are_uniform() {
    const N: u32 = 80;
    const EACH: u64 = 1_000;
    let key = SEED.chance_key("table 1", PARTS);
    let mut playout = Playout::new(1);
    let mut counts = [[0u64; N as usize]; 3];
    let mut many = Tape::keyed(&key, 0);
    for seq in 1..=EACH * u64::from(N) {
        let first = Tape::keyed(&key, seq).pick("any", N, |_| String::new());
        let later = many.pick("any", N, |_| String::new());
        let drawn = Tape::playout(&mut playout).pick("any", N, |_| String::new());
        for (counts, pick) in counts.iter_mut().zip([first, later, drawn]) {
            counts[pick as usize] += 1;
        }
    }
    for counts in counts {
        // Each count has a standard deviation of 31.4; 5 of them occur once in 20,000 such tests.
        let furthest = counts.iter().map(|count| count.abs_diff(EACH)).max();
        assert!(furthest < Some(160), "{counts:?}");
    }
}

#[test]
fn a_pick_of_one_is_asked_and_recorded_like_any_other() {
    assert_eq!(live(3, &[1, 1]), [0, 0]);
    let mut tape = Tape::recorded(&[0, 0]);
    assert_eq!(tape.pick("any", 1, |_| String::new()), 0);
    assert!(tape.is_faulty(), "one is left over");
    assert_eq!(tape.pick("any", 1, |_| String::new()), 0);
    assert_eq!((tape.asked(), tape.is_faulty()), (2, false));
}

#[test]
fn a_recorded_tape_gives_what_was_recorded_and_says_what_is_wrong_with_it() {
    let ask = |picks: &[u32], domains: &[u32]| {
        let mut tape = Tape::recorded(picks);
        for n in domains {
            assert!(tape.pick("any", *n, |_| String::new()) < *n, "never outside the domain");
        }
        tape.is_faulty()
    };
    assert!(!ask(&[], &[]));
    assert!(!ask(&[5, 0], &[6, 1]));
    assert!(ask(&[5], &[6, 1]), "cut");
    assert!(ask(&[5, 0, 0], &[6, 1]), "too long");
    assert!(ask(&[6, 0], &[6, 1]), "outside the domain");
    assert!(ask(&[u32::MAX], &[6]), "far outside");
}

#[test]
fn a_playout_records_nothing_and_follows_from_its_seed() {
    let draw = |seed| {
        let mut playout = Playout::new(seed);
        let mut tape = Tape::playout(&mut playout);
        let drawn: Vec<_> = (1..50).map(|n| tape.pick("any", n, |_| String::new())).collect();
        assert!(drawn.iter().zip(1..50).all(|(pick, n)| *pick < n));
        assert!(tape.into_picks().is_empty());
        drawn
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}

fn script(outcomes: &[(&str, &str)]) -> Script {
    Script::new(outcomes.iter().map(|(what, outcome)| ((*what).to_owned(), (*outcome).to_owned())))
}

/// Asks for a die and a colour; returns what came and the script afterwards.
fn ask_die_and_colour(script: Script) -> ([u32; 2], Script) {
    let mut tape = Tape::scripted(script);
    let die = tape.pick("die", 6, |pick| (pick + 1).to_string());
    let colour = tape.pick("colour", 3, |pick| ["red", "blue", "red"][pick as usize].to_owned());
    ([die, colour], tape.into_script().expect("a scripted tape"))
}

#[test]
fn a_script_yields_outcomes_by_name() {
    let (picks, after) = ask_die_and_colour(script(&[("die", "4"), ("colour", "red")]));
    assert_eq!(picks, [3, 0], "the first red of two");
    assert_eq!((after.mismatch(), after.awaits()), (None, None));
    assert_eq!(after.asked(), [("die", 6), ("colour", 3)]);
    let (_, short) = ask_die_and_colour(script(&[("die", "4")]));
    assert_eq!(short.awaits(), Some("colour"));
    for wrong in [
        script(&[("dice", "4"), ("colour", "red")]),
        script(&[("die", "7"), ("colour", "red")]),
        script(&[("die", "4"), ("colour", "red"), ("die", "1")]),
    ] {
        assert!(ask_die_and_colour(wrong).1.mismatch().is_some());
    }
}

/// A script that draws makes up what is not named, and tells it as a script of its own.
#[test]
fn a_script_that_draws_tells_what_it_drew() {
    let drawing = |seed| script(&[("die", Script::ANY)]).drawing(Playout::new(seed));
    let (picks, after) = ask_die_and_colour(drawing(3));
    assert_eq!((after.mismatch(), after.awaits()), (None, None));
    let told = after.told().to_vec();
    assert_eq!(told[0], ("die".to_owned(), (picks[0] + 1).to_string()));
    let (again, _) = ask_die_and_colour(Script::new(told.clone()));
    assert_eq!(again[0], picks[0]);
    assert!((0..50).any(|seed| ask_die_and_colour(drawing(seed)).0[0] != picks[0]));
}
