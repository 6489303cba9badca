//! Tests of the door: what goes out to whom, and what may come in.

mod desk;
mod fuzz;
mod mapping;
mod notices;
mod records;
mod requests;
mod secrecy;
