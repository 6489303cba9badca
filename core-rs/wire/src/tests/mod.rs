//! Tests of the door: what goes out to whom, and what may come in.

/// Tests that every game on the wire passes, each in a module of its game: `name` calls `name::<Game>()`.
macro_rules! of_each_game {
    ($($test:ident)*) => {
        of_each_game!(burgenland, ludoteca_rules::burgenland::Burgenland, $($test)*);
        of_each_game!(buurn, ludoteca_rules::buurn::Buurn, $($test)*);
        of_each_game!(el_burro, ludoteca_rules::el_burro::ElBurro, $($test)*);
        of_each_game!(el_gaucho, ludoteca_rules::el_gaucho::ElGaucho, $($test)*);
    };
    ($module:ident, $game:ty, $($test:ident)*) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    super::$test::<$game>();
                }
            )*
        }
    };
}

mod catalog;
mod desk;
mod fuzz;
mod mapping;
mod notices;
mod records;
mod requests;
mod samples;
mod sealed;
mod secrecy;
mod spectators;
