//! What a distributed exploration took, for programs.

use savoir::{DistributedRecord, RankRecord};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct RanksReport {
    /// By rank.
    ranks: Vec<RankReport>,
    stored_bytes: usize,
    sent_bytes: usize,
    rounds: u64,
    transitions: u64,
    bytes: u64,
    work: u64,
    /// That of the rank with most to do.
    longest: u64,
}

#[derive(Clone, Debug, Serialize)]
struct RankReport {
    states: u64,
    transitions: u64,
    batches: u64,
    bytes: u64,
    explore_work: u64,
    check_work: u64,
    state_memory: u64,
    most_memory: u64,
}

pub(crate) fn report(record: &DistributedRecord) -> RanksReport {
    let rank = |rank: &RankRecord| RankReport {
        states: rank.states,
        transitions: rank.transitions,
        batches: rank.batches,
        bytes: rank.bytes,
        explore_work: rank.explore_work,
        check_work: rank.check_work,
        state_memory: rank.state_memory,
        most_memory: rank.most_memory,
    };
    RanksReport {
        ranks: record.ranks.iter().map(rank).collect(),
        stored_bytes: record.stored_bytes,
        sent_bytes: record.sent_bytes,
        rounds: record.rounds,
        transitions: record.transitions(),
        bytes: record.bytes(),
        work: record.work(),
        longest: record.longest(),
    }
}
