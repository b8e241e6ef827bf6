//! `mpirun savoir check`: what several processes find, and what becomes of them when something goes wrong.

#![allow(clippy::unwrap_used)]

mod agreeing;
mod common;
mod faults;
mod faulty_rank;
mod limits;
mod page;
