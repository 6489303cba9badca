//! §2 components: what is in the box, and that play neither makes nor loses any of it.

use ludoteca_rules::buurn::{Buurn, Content, Effect, Phase, State, Totem};
use ludoteca_rules::{Game, Position, Rules};

use crate::board::{content, rules};

/// §2: the numbers of the rules' table.
#[test]
fn s02_the_box_holds_what_the_rules_say() {
    let content = &content().content;
    assert_eq!(content.families.iter().map(|f| usize::from(f.copies)).sum::<usize>(), 50);
    assert!(content.families.iter().all(|family| family.copies == 5), "R1");
    let piles = content.piles.map(|pile| (pile.back, pile.cards.len(), pile.used));
    assert_eq!(piles, [(12, 7, 5), (15, 6, 4), (18, 7, 7)]);
    let layouts = content.layouts.iter();
    let layouts: Vec<_> = layouts.map(|l| (l.seats, l.families, l.lot_size)).collect();
    assert_eq!(layouts, [(3, 6, 2), (4, 6, 2), (5, 7, 3)]);
    assert_eq!(content.layout(5).totems, Totem::ALL);
    assert!(!content.layout(3).totems.contains(&Totem::Tax));
    assert_eq!((content.start_money, content.bank_start), (12, 1));
}

/// §2: the content refuses a file whose parts do not add up.
#[test]
fn s02_a_content_file_is_checked() {
    let wrong = [
        ("format = 1", "format = 2", "format 2"),
        ("game = \"buurn\"", "game = \"burn\"", "the game burn"),
        ("max_players = 5", "max_players = 6", "3 to 6 players"),
        ("ingredient_cards = 50", "ingredient_cards = 49", "ingredient cards"),
        ("organisation_back_12 = 7", "organisation_back_12 = 6", "back 12"),
        ("organisation_removed_12 = 2", "organisation_removed_12 = 8", "more removed"),
        ("end_game_cards = 1", "end_game_cards = 2", "one End Game card"),
        ("dollar_tokens = 60", "dollar_tokens = 61", "dollar tokens"),
        ("id = \"tax\"", "id = \"taxes\"", "unknown variant"),
        ("order = 2", "order = 3", "totem: order"),
        ("id = \"citron\"", "id = \"fuel\"", "there twice"),
        ("id = \"citron\"", "id = \"random\"", "random: no name"),
        ("table = [0, -3, 0, 7, 15, 20]", "table = [0, -3, 0, 7, 15]", "carolina_reaper"),
        ("by_owners = [0, 6, 4, 2, 0, 0]", "by_owners = [0, 6]", "cleaning_products"),
        ("by_rank = [12, 8, 4]", "by_rank = []", "fuel"),
        ("lot_size = 3", "lot_size = 4", "lot_size"),
        ("purchase_cards = 2 ", "purchase_cards = 1 ", "lot_size"),
        ("totems = [\"purchase\", \"organisation\", \"black_market\"]", "totems = []", "one totem"),
        ("rounding = \"up\"", "rounding = \"down\"", "rounded up"),
        ("draw = 2\nkeep = 1", "draw = 3\nkeep = 1", "black_market"),
        ("{ op = \"draw\", draw = 1, keep = 1 }", "{ op = \"draw\", draw = 1 }", "keep"),
        ("{ op = \"surplus\" }", "{ op = \"surplus\", amount = 1 }", "unknown field"),
        ("{ op = \"collect\", amount = 2 }", "{ op = \"surplus\" }", "pickpocket: its type"),
        ("metric = \"families\", per = 1", "metric = \"families\", per = 0", "sommelier"),
        ("id = \"late_ticks\"", "id = \"late_tick\"", "option"),
        ("allowed_zero = true", "allowed_zero = false", "untimed"),
        ("money_per_vp = 5", "money_per_vp = 0", "money_per_vp"),
        ("tail_ingredients = 3 ", "tail_ingredients = 31 ", "tail"),
        ("false_start_penalty = 2", "false_start_penalty = 0", "penalty"),
        ("false_start_penalty = 2", "false_start_penlty = 2", "unknown field"),
    ];
    for (old, new, why) in wrong {
        assert!(Buurn::CONTENT.contains(old), "{old}");
        let parsed = Content::parse(&Buurn::CONTENT.replacen(old, new, 1));
        let error = parsed.err().unwrap_or_else(|| panic!("{old} -> {new} is let through"));
        assert!(error.contains(why), "{old} -> {new}: {error}");
    }
}

/// §2: an owner's file may have other cards, effects and costs.
#[test]
fn s02_another_content_file_is_played() {
    let text = Buurn::CONTENT
        .replace("id = \"citron\"", "id = \"lemon\"")
        .replace("cost = 5", "cost = 6")
        .replace("{ op = \"gain\", when = \"taken\", amount = 6 }", "{ op = \"take_bank\" }");
    let other = Content::parse(&text).unwrap();
    assert!(other.family("lemon").is_some() && other.family("citron").is_none());
    assert_eq!(other.black_market_cost, 6);
    let card = other.organisation_named("loan_shark").unwrap();
    assert_eq!(other.organisation(card).effects, [Effect::TakeBank {}]);
}

/// What must hold at every moment.
fn assert_all_there(rules: &Rules<Buurn>, state: &State) {
    let content = &rules.content;
    let deck = &state.deck;
    for (index, kind) in content.families.iter().enumerate() {
        let family = ludoteca_rules::buurn::Family(u8::try_from(index).unwrap());
        let held: u8 = state.players.iter().map(|p| p.cards().of(family)).sum();
        let placed = deck.top.iter().chain(&deck.bottom).filter(|p| p.family == family).count();
        let shown = state.lot.iter().chain(&state.hand).filter(|f| **f == family).count();
        let total = usize::from(held + deck.unseen.of(family) + state.discard.of(family));
        let wanted = if state.families.contains(family) { kind.copies } else { 0 };
        assert_eq!(total + placed + shown, usize::from(wanted), "{}", kind.id);
    }
    let hidden = u32::from(deck.body) + u32::from(deck.tail) - u32::from(deck.end_in_tail);
    assert_eq!(deck.unseen.count(), hidden, "§4: the invariant of `unseen`");
    assert_eq!(state.final_turn.is_some(), !deck.end_in_tail);
    let owned: u32 = state.players.iter().map(|p| p.organisations.len()).sum();
    let shown = owned + state.organisation_discard.len();
    let shown = shown + u32::from(state.organisation_on_offer.is_some());
    assert_eq!(shown + state.organisation_unseen.len(), 20);
    assert_eq!(shown, u32::from(state.revealed));
    assert!(state.hand.is_empty() || state.pending.is_some(), "a hand waits for its seat");
    let resting = state.pending.is_some();
    let race = matches!(state.phase, Phase::Countdown | Phase::Scramble | Phase::Finished);
    assert_eq!(resting, !race, "{:?}", state.phase);
    for totem in Totem::ALL {
        assert!(state.players.iter().filter(|p| p.totem == Some(totem)).count() <= 1);
    }
}

/// §2, §4: in random games no card is made or lost, and what is true of a state stays true.
#[test]
fn s02_nothing_is_made_or_lost() {
    let mut decisions = 0;
    for seats in [3, 4, 5] {
        let rules = rules(seats, &[]).unwrap();
        for seed in 0..60 {
            let mut position = Position::<Buurn>::new(rules.clone(), seed);
            assert_all_there(&rules, position.state());
            while position.act_at_random() {
                assert_all_there(&rules, position.state());
                decisions += 1;
            }
        }
    }
    println!("{decisions} decisions");
}
