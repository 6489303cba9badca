//! El Burro by the chapters of its `rules.md`.

#![allow(clippy::unwrap_used, reason = "what a test needs and does not find fails the test")]

mod invariants;
