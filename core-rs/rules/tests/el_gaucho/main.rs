//! El Gaucho by the chapters of its `rules.md`: each test names its section.

#![allow(clippy::unwrap_used, reason = "what a test needs and does not find fails the test")]

mod board;
mod s02_components;
mod s03_orders;
mod s04_views;
mod s05_chance;
mod s06_options;
mod s07_1_keep;
mod s07_3_turn;
mod s07_4_secret;
mod s07_5_collection;
mod s07_rejections;
mod s08_rounds;
mod s09_herds;
mod s12_end;
mod s14_corner_cases;
mod s15_observers;
mod sampling;
mod short;
mod words;
