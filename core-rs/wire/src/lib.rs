//! Protobuf messages and records to rules types, both ways.
//!
//! The service hands over bytes and gets bytes: every game sits behind the same object-safe traits
//! ([`HostedTable`], [`HostedStep`], [`HostedRequests`], [`HostedPosition`]), so that nothing above this
//! crate names a game. A game joins by [`GameWire`]: its action, its view, nothing else.

mod burgenland;
mod buurn;
mod call;
mod catalog;
mod el_burro;
mod el_gaucho;
mod error;
mod field;
mod game;
mod host;
mod library;
mod log;
mod message;
mod notice;
mod position;
mod record;
mod requests;
mod schema;
mod sentence;
mod spectators;
mod step;
mod table;
#[cfg(test)]
mod tests;

/// The generated messages of `proto/`.
#[allow(
    missing_docs,
    unreachable_pub,
    clippy::all,
    clippy::pedantic,
    clippy::wildcard_enum_match_arm
)]
pub mod pb {
    include!(concat!(env!("OUT_DIR"), "/proto.rs"));
}

pub use call::Call;
pub use error::{Error, Rejection};
pub use game::GameWire;
pub use library::{Birth, Library, Replayed};
pub use log::encode as encode_event;
pub use position::HostedPosition;
pub use requests::HostedRequests;
pub use sentence::sentence_of;
pub use step::HostedStep;
pub use table::HostedTable;

/// BLAKE3 of a seat token: what the log stores of it.
pub fn hash_token(token: &[u8]) -> [u8; 32] {
    blake3::derive_key("ludoteca seat token 1", token)
}

/// The id of the table that the caller with this token hash makes with this request: 26 characters of
/// Crockford's base 32, lower case.
pub fn table_id(token_hash: &[u8], request_id: &[u8]) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut hasher = blake3::Hasher::new_derive_key("ludoteca table id 1");
    for part in [token_hash, request_id] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    let hash = hasher.finalize();
    let mut bits = [0u8; 16];
    bits.copy_from_slice(&hash.as_bytes()[..16]);
    let number = u128::from_be_bytes(bits);
    // 26 digits hold 130 bits: the first one has 3 of the 128.
    let digit = |place: u32| char::from(DIGITS[(number >> (5 * place) & 31) as usize]);
    (0..26).rev().map(digit).collect()
}
