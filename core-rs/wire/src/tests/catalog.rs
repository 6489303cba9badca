//! The catalogue: what it offers the rules take, and every choice is explained.

use std::collections::BTreeSet;

use prost::Message;

use super::desk::library;
use super::samples::Sample;
use crate::pb::ludoteca::v1 as pb;
use crate::schema::{self, Schema};

of_each_game! {
    every_option_is_offered_explained_and_taken
}

fn every_option_is_offered_explained_and_taken<G: Sample>() {
    let library = library();
    let bytes = library.game(G::ID).expect("a game that is here");
    let response = pb::GetGameResponse::decode(bytes.as_slice()).expect("a GetGameResponse");
    let game = response.game.expect("a game");
    assert!(game.name.starts_with(char::is_uppercase) && response.rules.contains(&game.name));
    assert_eq!(game.min_seats, G::FEWEST);

    let options = Schema::new(&schema::pool(), G::PACKAGE).options_type().to_owned();
    assert_eq!(game.options_type, options);
    let message = schema::pool().get_message_by_name(&options).expect("its options");
    let known: BTreeSet<String> = message.fields().map(|field| field.name().to_owned()).collect();
    let offered: BTreeSet<String> = game.options.iter().map(|option| option.id.clone()).collect();
    assert_eq!(offered, known);

    let content = G::content(G::CONTENT).expect("our own content");
    for option in game.options {
        assert!(option.explanation.ends_with('.'), "{} is not explained", option.id);
        let bounds = [option.min, option.max].into_iter().flatten().map(|bound| bound.to_string());
        let values = option.values.iter().cloned().chain(bounds);
        for value in values.chain([option.default_value]) {
            let taken = (game.min_seats..=game.max_seats).any(|seats| {
                let given = [(option.id.clone(), value.clone())];
                G::options(&content, u8::try_from(seats).expect("few"), &given).is_ok()
            });
            assert!(taken, "{} = {value:?} is offered and refused", option.id);
        }
    }
}
