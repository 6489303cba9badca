//! The examples of each game: one test for each vector of `tests/vectors`, under its id.

#![allow(clippy::unwrap_used, reason = "what a test needs and does not find fails the test")]

#[path = "burgenland/board.rs"]
mod board;
#[path = "el_burro/board.rs"]
mod burro_board;
#[path = "vectors/el_burro.rs"]
mod burro_vector;
#[path = "buurn/board.rs"]
mod buurn_board;
#[path = "vectors/buurn.rs"]
mod buurn_vector;
#[path = "vectors/coverage.rs"]
mod coverage;
#[path = "el_gaucho/board.rs"]
mod gaucho_board;
#[path = "vectors/el_gaucho.rs"]
mod gaucho_vector;
#[path = "vectors/burgenland.rs"]
mod vector;

/// A test for each id that a module runs, and one that no id is missing.
macro_rules! vectors {
    ($runner:ident: $($id:ident,)*) => {
        $(
            #[test]
            fn $id() {
                crate::$runner::run(stringify!($id));
            }
        )*

        #[test]
        fn every_vector_of_the_files_is_a_test() {
            assert_eq!(crate::$runner::ids(), [$(stringify!($id)),*]);
        }
    };
}

mod burgenland {
    vectors! {
        vector:
        // a_setup.toml
        setup_four_seats,
        setup_three_seats,
        setup_two_seats_rulebook,
        setup_two_seats_full_set,
        setup_seats_place_neutrals,
        setup_house_needs_neutral_wall,
        setup_tape,
        setup_unknown_castle,
        creation_start_seat_out_of_range,
        creation_too_many_seats,
        creation_turn_limit_too_high,
        // b_card_prices_in_small_castles.toml
        border_five_mixes,
        border_jokers_replace_any_card,
        border_all_jokers,
        border_wrong_colour,
        border_too_few_cards,
        site_occupied_by_neutral,
        no_piece_left,
        price_kind_of_the_large_castle,
        payment_step_actions,
        pay_auto_cheap_cards_first,
        // c_walls_keeps_houses.toml
        second_wall_two_jokers,
        joker_space_adds_to_wall_jokers,
        neutral_and_foreign_walls_count,
        second_keep_refused,
        keep_pays_architect_and_rotates,
        joker_is_three_coins_for_the_architect,
        keep_needs_cards_left_for_the_architect,
        payment_must_stay_completable,
        architect_pile_comes_round,
        second_house_needs_second_wall,
        house_without_wall_refused,
        two_walls_two_houses_with_extra_space,
        // d_wells_and_coin_rewards.toml
        first_well_reward_five,
        coin_space_one_three,
        third_well_on_space_eight,
        reward_overshoots,
        well_only_at_the_indicator,
        well_not_on_a_square,
        well_not_on_an_extra_space,
        fourth_well_reward_two,
        reshuffle_inside_a_reward,
        reward_ends_short_when_no_card_is_left,
        draw_with_one_card_left,
        // e_large_castle.toml
        large_wall_same_with_jokers,
        large_same_colour_is_fixed,
        large_keep_all_eight_colours,
        large_different_refuses_a_repeat,
        large_house_without_any_wall,
        large_has_no_well,
        large_six_same_for_a_keep,
        large_wall_six_different,
        large_house_seven_different,
        large_keep_six_same,
        large_pays_the_longest_colour,
        // f_bonus_and_exchange_tiles.toml
        ten_coins_in_the_large_castle,
        ten_coins_keep_still_pays_the_architect,
        ten_coins_change_is_not_carried_over,
        ten_coins_for_a_well,
        extra_space_wall,
        one_extra_space_per_castle,
        ignore_rules_second_keep,
        ignore_rules_third_keep,
        ignore_rules_house_without_wall,
        ignore_rules_not_needed,
        ignore_rules_not_owned,
        ignore_rules_not_in_the_large_castle,
        ten_coins_not_owned,
        house_after_an_ignored_house,
        three_tiles_in_one_build,
        exchange_then_build,
        exchange_same_node,
        exchange_pair_order,
        exchange_unknown_node,
        exchange_without_a_tile,
        exchange_supply_empty,
        bonus_pool_empty,
        bonus_tile_usable_in_the_same_turn,
        // g_jokers_for_coins.toml
        six_coins_buy_a_joker,
        twelve_coins_buy_two_jokers,
        eighteen_coins_buy_three_jokers,
        joker_purchase_overpaid,
        jokers_do_not_buy_jokers,
        five_coins_are_not_enough,
        joker_pile_never_runs_dry,
        // h_turn_structure.toml
        draw_then_after_phase,
        views_of_hands_and_tiles,
        one_action_per_turn,
        the_action_is_compulsory,
        turn_passes_clockwise,
        not_your_turn,
        no_action_while_chance_is_open,
        unknown_site,
        unknown_site_before_no_piece_left,
        unknown_action_in_a_payment,
        no_new_build_inside_a_payment,
        // i_end_of_the_game.toml
        last_piece_ends_the_game_at_once,
        last_piece_is_a_well,
        last_piece_is_a_keep_in_the_large_castle,
        shared_rank,
        game_over_refuses_actions,
        turn_limit_reached,
    }
}

mod el_gaucho {
    vectors! {
        gaucho_vector:
        // a_setup.toml
        s_01,
        s_02,
        s_03,
        s_03_3,
        s_03_4,
        s_04,
        s_04_3,
        s_05,
        s_06,
        // b_preliminary_round.toml
        p_01,
        p_02,
        p_03,
        p_04,
        p_05,
        // c_dice_and_gauchos.toml
        d_01,
        d_02,
        d_03,
        d_04,
        d_05,
        d_06,
        d_07,
        d_08,
        d_09,
        d_10,
        d_11,
        d_12,
        // d_action_areas.toml
        a_01,
        a_02,
        a_03,
        a_04,
        a_05,
        a_06,
        a_07,
        w_01,
        w_02,
        w_03,
        w_04,
        // e_collection.toml
        c_01,
        c_02,
        c_03,
        c_04,
        c_05,
        c_06,
        c_07,
        c_08,
        c_09,
        o_01,
        o_02,
        o_03,
        o_04,
        o_05,
        o_06,
        o_07,
        o_08,
        // f_special_actions.toml
        i_01,
        i_02,
        t_01,
        t_02,
        t_03,
        t_04,
        t_05,
        t_06,
        v_01,
        v_02,
        v_03,
        // g_secret_cattle.toml
        k_01,
        k_02,
        k_03,
        k_04,
        k_05,
        k_06,
        k_07,
        k_08,
        // h_remaining_rejections.toml
        n_01,
        // i_end_of_the_game.toml
        e_01,
        e_01_rounds,
        e_02,
        e_03,
        e_04,
        e_05,
        e_06,
        e_07,
        e_08,
        e_09,
        e_10,
    }
}

mod buurn {
    vectors! {
        buurn_vector:
        // a_setup.toml
        b01,
        b02,
        b02_three_players,
        b03,
        b03_three_players,
        b03_five_players,
        b04,
        // b_the_race.toml
        b05,
        b06,
        b07,
        b08,
        b09,
        b10,
        b11,
        b12,
        b13,
        b14,
        b15,
        b16,
        // c_false_starts.toml
        b17,
        b18,
        b19,
        b20,
        b21,
        b22,
        b23,
        b24,
        b25,
        // d_zero_scramble_clock.toml
        b26,
        b27,
        b28,
        b29,
        b30,
        b31,
        b32,
        b33,
        b34,
        // e_money.toml
        b35,
        b36,
        b37,
        b38,
        b39,
        b40,
        b41,
        b42,
        // f_markets.toml
        b43,
        b44,
        b45,
        b46,
        b47,
        b48,
        b49,
        b50,
        b51,
        b52,
        // g_end_of_the_game.toml
        b53,
        b54,
        b55,
        // h_organisation_cards.toml
        b56,
        b57,
        b58,
        b59,
        b60,
        b60_taken,
        // i_scoring.toml
        b61,
        b62,
        b63,
        b64,
        b64_three_players,
        b65,
        b65_four_players,
        b65_five_players,
        b66,
        b67,
        b68,
        b69,
        b70,
        b71,
        b72,
        // j_malformed_input.toml
        b73,
        b74,
        b75,
        b76,
        b77,
        b78,
        b79,
        // k_lists_views_tape.toml
        b80,
        b81,
        b82,
        b83,
        b84,
        // l_more_organisation_cards.toml
        b85,
        b86,
        b87,
        b88,
        b89,
    }
}

mod el_burro {
    vectors! {
        burro_vector:
        // a_setup.toml
        e01,
        e02,
        e03,
        e04,
        e05,
        e06,
        // b_farm.toml
        e07,
        e08,
        e09,
        e10,
        e11,
        e12,
        e13,
        e14,
        e15,
        e16,
        e16_both_empty,
        e17,
        e18,
        e19,
        // c_revenue.toml
        e20,
        e21,
        e22,
        e23,
        e24,
        e25,
        e26,
        // d_donkey_cards.toml
        e27,
        e28,
        e29,
        e30,
        e31,
        e32,
        e33,
        e34,
        // e_deliveries.toml
        e35,
        e36,
        e37,
        e38,
        e39,
        e40,
        e41,
        e42,
        e43,
        e44,
        e45,
        e46,
        e47,
        e48,
        e49,
        e50,
        e51,
        // f_road.toml
        e52,
        e53,
        e54,
        e55,
        e56,
        e57,
        e58,
        e59,
        e60,
        e61,
        e62,
        e63,
        // g_prestige_tracks.toml
        e64,
        e65,
        e66,
        e67,
        e68,
        e69,
        e70,
        e71,
        // h_goods.toml
        e72,
        e73,
        e74,
        e75,
        e76,
        e77,
        e78,
        e79,
        // i_scoring.toml
        e80,
        e81,
        e81_two_seats,
        e82,
        e83,
        e84,
        e85,
        e86,
        e87,
        e88,
        e89,
        e90,
        e91,
        // j_log_views_machinery.toml
        e92,
        e93,
        e94,
        e95,
        e96,
        e97,
        e98,
    }
}
