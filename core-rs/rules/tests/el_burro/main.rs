//! El Burro by the chapters of its `rules.md`.

#![allow(clippy::unwrap_used, reason = "what a test needs and does not find fails the test")]

mod board;
mod fixture;
mod invariants;
mod s06_options;
mod s07_stack;
mod s10_cards;
mod s16_achievements;
mod s22_observed;
mod s26_content_duties;
mod sampling;
mod vocabulary;
mod words;
