//! What checking in parts took, for programs.

use savoir::{PartitionRecord, SeatRecord};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct PartsReport {
    algorithm: &'static str,
    /// Initial states of each part, as decimal numbers.
    initial_states: Vec<String>,
    listed: Option<usize>,
    disjoint: bool,
    seats: Vec<SeatReport>,
    together_work: u64,
    bytes: u64,
    work: u64,
    /// By number of workers: the work of the slowest.
    longest: Vec<LongestReport>,
}

#[derive(Clone, Debug, Serialize)]
struct SeatReport {
    /// From 1.
    parts: Vec<usize>,
    reach_work: Vec<u64>,
    merge_work: u64,
    check_work: u64,
    nodes: usize,
    bytes: u64,
}

#[derive(Clone, Debug, Serialize)]
struct LongestReport {
    workers: usize,
    work: u64,
}

pub(crate) fn report(record: &PartitionRecord) -> PartsReport {
    let seat = |seat: &SeatRecord| SeatReport {
        parts: seat.parts.iter().map(|part| part + 1).collect(),
        reach_work: seat.reach.clone(),
        merge_work: seat.merge,
        check_work: seat.check,
        nodes: seat.nodes,
        bytes: seat.bytes,
    };
    PartsReport {
        algorithm: record.algorithm.name(),
        initial_states: record.sizes.iter().map(ToString::to_string).collect(),
        listed: record.listed,
        disjoint: record.is_apart,
        seats: record.seats.iter().map(seat).collect(),
        together_work: record.together,
        bytes: record.bytes(),
        work: record.work(),
        longest: [1, 2, 4, 8, 16, 32, 64]
            .map(|workers| LongestReport { workers, work: record.longest(workers) })
            .into(),
    }
}
