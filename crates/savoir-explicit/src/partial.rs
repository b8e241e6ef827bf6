//! Lists of packed partial states.

use crate::halt::Halt;
use crate::usage::Meter;

/// Every left state joined with every right one; they have no bits in common.
pub(crate) fn multiply(
    left: &[u64],
    right: &[u64],
    words: usize,
    out: &mut Vec<u64>,
    meter: &mut Meter<'_>,
) -> Result<(), Halt> {
    for a in left.chunks_exact(words) {
        meter.count(right.len(), left.len() + out.len())?;
        for b in right.chunks_exact(words) {
            out.extend(a.iter().zip(b).map(|(a, b)| a | b));
        }
    }
    Ok(())
}

/// Sorts a list of packed states and drops repetitions.
pub(crate) fn sort_and_dedup(states: &mut Vec<u64>, words: usize, meter: &mut Meter<'_>) -> Result<(), Halt> {
    if states.len() <= words {
        return Ok(());
    }
    let block = meter.sort_block();
    if states.len() <= block {
        sort_block(states, words);
        return Ok(());
    }
    // Long lists in blocks, so that the budget is polled in between; then neighbours are merged.
    let mut runs: Vec<Vec<u64>> = Vec::new();
    for block in states.chunks((block / words).max(1) * words) {
        meter.count(block.len(), 2 * states.len())?;
        let mut run = block.to_vec();
        sort_block(&mut run, words);
        runs.push(run);
    }
    states.clear();
    while runs.len() > 1 {
        let mut merged = Vec::with_capacity(runs.len().div_ceil(2));
        let mut pairs = runs.into_iter();
        while let Some(left) = pairs.next() {
            merged.push(match pairs.next() {
                Some(right) => merge(&left, &right, words, meter)?,
                None => left,
            });
        }
        runs = merged;
    }
    *states = runs.pop().unwrap_or_default();
    Ok(())
}

fn sort_block(states: &mut Vec<u64>, words: usize) {
    match words {
        1 => {
            states.sort_unstable();
            states.dedup();
        }
        2 => sort_in_place::<2>(states),
        3 => sort_in_place::<3>(states),
        4 => sort_in_place::<4>(states),
        _ => sort_by_reference(states, words),
    }
}

/// Sorts states of so many words where they are.
fn sort_in_place<const WORDS: usize>(states: &mut Vec<u64>) {
    let (list, _) = states.as_chunks_mut::<WORDS>();
    list.sort_unstable();
    let mut kept = 1;
    for place in 1..list.len() {
        if list[place] != list[kept - 1] {
            list[kept] = list[place];
            kept += 1;
        }
    }
    states.truncate(kept * WORDS);
}

fn sort_by_reference(states: &mut Vec<u64>, words: usize) {
    let mut list: Vec<&[u64]> = states.chunks_exact(words).collect();
    list.sort_unstable();
    list.dedup();
    *states = list.concat();
}

fn merge(left: &[u64], right: &[u64], words: usize, meter: &mut Meter<'_>) -> Result<Vec<u64>, Halt> {
    let mut out = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.chunks_exact(words).peekable(), right.chunks_exact(words).peekable());
    loop {
        let next = match (left.peek(), right.peek()) {
            (Some(a), Some(b)) if a == b => {
                right.next();
                left.next()
            }
            (Some(a), Some(b)) if a < b => left.next(),
            (_, Some(_)) => right.next(),
            (Some(_), None) => left.next(),
            (None, None) => return Ok(out),
        };
        out.extend(next.unwrap_or_default());
        meter.count(words, out.len())?;
    }
}
