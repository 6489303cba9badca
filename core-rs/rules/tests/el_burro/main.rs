//! El Burro, chapter by chapter of its `rules.md`.

mod invariants;
