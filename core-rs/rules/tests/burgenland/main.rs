//! Burgenland by the chapters of its `rules.md`: each test names its section.

#![allow(clippy::unwrap_used, reason = "what a test needs and does not find fails the test")]

mod board;
mod s01_components;
mod s02_options;
mod s03_views;
mod s04_setup;
mod s06_turns;
mod s07_options;
mod s07_payments;
mod s08_building;
mod s09_rewards;
mod s12_observers;
mod s13_end;
mod s14_rejections;
mod s15_corner_cases;
mod sampling;
mod short;
mod words;
