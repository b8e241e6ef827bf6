//! Passing over all numbered states on several threads, with the results in the order of the states.

use crate::halt::Halt;
use crate::parallel;
use crate::program::Program;
use crate::store::Store;
use crate::successors::Successors;
use crate::usage::Usage;
use savoir_check::Stop;
use std::ops::Range;

/// Applies `work` to runs of states, and gives the results to `absorb` in order.
pub(crate) fn over_states<R: Send>(
    program: &Program,
    store: &Store,
    threads: usize,
    usage: &Usage<'_>,
    work: impl Fn(&mut Successors<'_>, Range<usize>) -> Result<R, Halt> + Sync,
    mut absorb: impl FnMut(R) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let count = store.len();
    let chunk = usage.tuning.sweep_chunk;
    let chunks = count.div_ceil(chunk);
    let batch = threads * 16;
    for first in (0..chunks).step_by(batch) {
        let results = parallel::map(
            threads,
            batch.min(chunks - first),
            || Successors::new(program, usage),
            |successors, index| {
                let start = (first + index) * chunk;
                work(successors, start..(start + chunk).min(count))
            },
        );
        usage.check()?;
        results.into_iter().try_for_each(|result| absorb(result.map_err(Halt::limit)?))?;
    }
    Ok(())
}
