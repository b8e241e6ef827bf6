//! Lists of packed partial states.

use crate::usage::Meter;
use savoir_check::Stop;

/// Every left state joined with every right one; they have no bits in common.
pub(crate) fn multiply(
    left: &[u64],
    right: &[u64],
    words: usize,
    out: &mut Vec<u64>,
    meter: &mut Meter<'_>,
) -> Result<(), Stop> {
    for a in left.chunks_exact(words) {
        meter.count(right.len(), left.len() + out.len())?;
        for b in right.chunks_exact(words) {
            out.extend(a.iter().zip(b).map(|(a, b)| a | b));
        }
    }
    Ok(())
}

/// Sorts a list of packed states and drops repetitions.
pub(crate) fn sort_and_dedup(states: &mut Vec<u64>, words: usize) {
    if states.len() <= words {
        return;
    }
    if words == 1 {
        states.sort_unstable();
        states.dedup();
        return;
    }
    let mut list: Vec<&[u64]> = states.chunks_exact(words).collect();
    list.sort_unstable();
    list.dedup();
    *states = list.concat();
}
