//! The games, by name: the only file that names every one of them.

/// Calls the macro `$with!` with `(ModuleName, GameType)` for each game that is offered to players.
///
/// ```
/// macro_rules! count { ($($name:ident => $game:ty),* $(,)?) => { [$(stringify!($name)),*].len() } }
/// assert!(ludoteca_rules::with_games!(count) >= 1);
/// ```
#[macro_export]
macro_rules! with_games {
    ($with:ident) => {
        $with! {
            Burgenland => $crate::burgenland::Burgenland,
            Buurn => $crate::buurn::Buurn,
            ElBurro => $crate::el_burro::ElBurro,
            ElGaucho => $crate::el_gaucho::ElGaucho,
        }
    };
}

/// The sentences that belong to no game: tables, seats, takebacks (Fluent).
pub const TABLE_WORDS: &str = include_str!("words/en.ftl");
