//! Buurn by the chapters of its `rules.md`: each test names its section.

#![allow(clippy::unwrap_used, reason = "what a test needs and does not find fails the test")]

mod board;
mod desk;
mod s02_components;
mod s03_options;
mod s05_setup;
mod s06_turns;
mod s07_clock;
mod s07_race;
mod s08_resolution;
mod s09_actions;
mod s10_deck;
mod s11_views;
mod s12_effects;
mod s13_end;
mod s14_absence;
mod s17_rejections;
mod sampling;
mod short;
mod words;
