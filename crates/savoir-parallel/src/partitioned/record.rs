//! What checking in parts took: work is counted in elementary steps, so it is the same on every machine.

use super::Algorithm;
use super::table::Seat;
use num_bigint::BigUint;
use savoir_check::Capabilities;
use savoir_symbolic::{Division, SymbolicSystem};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What one seat has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatRecord {
    /// Its parts, by number.
    pub parts: Vec<usize>,
    /// Steps for the states of its parts: those it began with together, then part by part.
    pub reach: Vec<u64>,
    /// Steps to put their states together, if there was more than one.
    pub merge: u64,
    /// Steps to evaluate formulas, and to tell others about it.
    pub check: u64,
    /// The most nodes its diagrams had when formulas were evaluated.
    pub nodes: usize,
    /// Bytes that it told others.
    pub bytes: u64,
}

impl SeatRecord {
    /// All steps.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.reach.iter().sum::<u64>() + self.merge + self.check
    }

    /// The end: what the system has done so far.
    pub(super) fn note(&mut self, system: &SymbolicSystem<'_>, seat: &Seat<'_>) {
        let before = if self.reach.len() > 1 { self.merge } else { self.reach[0] };
        self.check = system.work().saturating_sub(before);
        self.nodes = system.peak_nodes();
        self.bytes = seat.bytes();
    }

    /// As one line, for other processes.
    pub(super) fn to_line(&self) -> String {
        let list = |numbers: Vec<String>| numbers.join(",");
        let parts = list(self.parts.iter().map(ToString::to_string).collect());
        let reach = list(self.reach.iter().map(ToString::to_string).collect());
        let SeatRecord { merge, check, nodes, bytes, .. } = self;
        format!("{parts} {reach} {merge} {check} {nodes} {bytes}")
    }

    fn from_line(line: &str) -> Option<SeatRecord> {
        let mut words = line.split(' ');
        let parts = words.next()?.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let reach = words.next()?.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let mut number = || words.next()?.parse::<u64>().ok();
        Some(SeatRecord {
            parts,
            reach,
            merge: number()?,
            check: number()?,
            nodes: usize::try_from(number()?).ok()?,
            bytes: number()?,
        })
    }
}

/// What checking in parts took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionRecord {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// How many initial states each part has.
    pub sizes: Vec<BigUint>,
    /// How many alternatives of the model's initial condition were used, if it lists some.
    pub listed: Option<usize>,
    /// Whether states of one part are never states of another, because of variables that never change.
    pub is_apart: bool,
    /// What each seat did, in the order of their first parts.
    pub seats: Vec<SeatRecord>,
    /// Steps after the states of all parts were put together in one place, as [`Algorithm::Semi`] does: those to encode the
    /// model once more, and to read them.
    pub together: u64,
}

impl PartitionRecord {
    pub(super) fn new(algorithm: Algorithm, division: &Division, lines: &[String]) -> PartitionRecord {
        let mut seats: Vec<SeatRecord> = lines.iter().filter_map(|line| SeatRecord::from_line(line)).collect();
        seats.sort_by(|a, b| a.parts.cmp(&b.parts));
        let Division { sizes, listed, is_apart, .. } = division.clone();
        PartitionRecord { algorithm, sizes, listed, is_apart, seats, together: 0 }
    }

    /// Bytes that parts told each other.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.seats.iter().map(|seat| seat.bytes).sum()
    }

    /// All steps.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.together + self.seats.iter().map(SeatRecord::work).sum::<u64>()
    }

    /// The steps of the slowest of so many workers, if each takes the next seat when it has finished one.
    #[must_use]
    pub fn longest(&self, workers: usize) -> u64 {
        self.together + schedule(&self.seats.iter().map(SeatRecord::work).collect::<Vec<_>>(), workers)
    }
}

/// When the last of some jobs is done, if so many workers take them in this order, each the next one when it is free.
#[must_use]
pub fn schedule(jobs: &[u64], workers: usize) -> u64 {
    let mut free: BinaryHeap<Reverse<u64>> = (0..workers.max(1)).map(|_| Reverse(0)).collect();
    let mut last = 0;
    for job in jobs {
        let Reverse(start) = free.pop().unwrap_or(Reverse(0));
        last = last.max(start + job);
        free.push(Reverse(start + job));
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = SeatRecord { parts: vec![2, 5], reach: vec![10, 20], merge: 3, check: 4, nodes: 50, bytes: 6 };
        assert_eq!(SeatRecord::from_line(&record.to_line()), Some(record.clone()));
        assert_eq!(record.work(), 37);
        assert_eq!(SeatRecord::from_line("1 2 3"), None);
    }

    #[test]
    fn jobs_go_to_whoever_is_free() {
        assert_eq!(schedule(&[5, 3, 3], 1), 11);
        assert_eq!(schedule(&[5, 3, 3], 2), 6);
        assert_eq!(schedule(&[5, 3, 3], 64), 5);
        assert_eq!(schedule(&[], 2), 0);
    }
}
