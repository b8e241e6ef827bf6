//! What a distributed exploration took, for people.

use crate::style::{BOLD, DIM, paint};
use savoir::{DistributedRecord, RankRecord};
use std::fmt::Write;

/// Who owns how many states, what each rank did, and what was sent.
#[must_use]
pub(crate) fn render(record: &DistributedRecord) -> String {
    let DistributedRecord { ranks, stored_bytes, sent_bytes, rounds } = record;
    let mut out = format!("\n  {}  {}\n", paint(BOLD, "ranks"), ranks.len());
    let _ = writeln!(
        out,
        "       a state takes {stored_bytes} bytes where it is stored and {sent_bytes} when it is sent; {rounds} rounds"
    );
    let heading = "rank      states transitions  explore work    check work   batches  bytes sent  bytes held";
    let _ = writeln!(out, "       {}", paint(DIM, heading));
    for (number, rank) in ranks.iter().enumerate() {
        let RankRecord { states, transitions, batches, bytes, explore_work, check_work, most_memory, .. } = rank;
        let _ = writeln!(
            out,
            "       {number:<4}{states:>12}{transitions:>12}{explore_work:>14}{check_work:>14}{batches:>10}{bytes:>12}{most_memory:>12}"
        );
    }
    let (work, longest) = (record.work(), record.longest());
    let times = if longest == 0 { 1.0 } else { work as f64 / longest as f64 };
    let shared = format!("all of the work beside that of the rank with most of it: {times:.1}×");
    let _ = writeln!(out, "       {}", paint(DIM, &shared));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_a_row_below_the_heading() {
        let rank =
            |states: u64| RankRecord { states, transitions: 7, explore_work: states + 7, ..RankRecord::default() };
        let record = DistributedRecord { ranks: vec![rank(3), rank(5)], stored_bytes: 8, sent_bytes: 2, rounds: 4 };
        let text = anstream::adapter::strip_str(&render(&record)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "  ranks  2");
        assert_eq!(lines[2], "       a state takes 8 bytes where it is stored and 2 when it is sent; 4 rounds");
        assert!(lines[4].starts_with("       0              3           7            10"), "{text}");
        assert!(lines[5].starts_with("       1              5           7            12"), "{text}");
        assert!(lines[6].ends_with("1.8×"), "{text}");
    }
}
