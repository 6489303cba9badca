//! The aggregate, tested with a game that was made for it.

mod alarm;
mod chance;
mod clock;
mod codes;
mod desk;
mod lifecycle;
mod logs;
mod spectators;
mod takebacks;
mod turn_clock;
mod walk;
