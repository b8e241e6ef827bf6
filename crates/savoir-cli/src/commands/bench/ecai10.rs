//! The rows of *Parallel model checking for temporal epistemic logic* (ECAI'10), tables 1 to 4: the whole model, then the four
//! algorithms on parts of it.
//!
//! Work is counted in elementary steps, so that ratios of it are the same on every machine, however many cores it has.

use super::contestant::Contestant;
use super::suite::Sizes;
use crate::args::BenchArguments;
use savoir::Algorithm;

/// The sizes of the paper.
pub(super) const SIZES: Sizes = &[
    ("dining-ck", &[10, 14, 18, 22, 26, 30]),
    ("cards-k", &[8, 10, 12]),
    ("nspk", &[2, 3, 4]),
    ("muddy-says", &[20, 30, 40, 50, 60]),
];

/// How many threads share the parts: those of this machine, and at least two.
pub(super) fn workers() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).max(2)
}

/// The whole model first, by the engine that the algorithms use too.
pub(super) fn contestants(arguments: &BenchArguments) -> Result<Vec<Contestant>, String> {
    let workers = workers().to_string();
    let common = ["--engine", "symbolic", "--explain-plan"];
    let mut contestants =
        vec![Contestant::ours_with(arguments, "seq", &[&common[..], &["--parallel", "off"]].concat())?];
    for algorithm in Algorithm::ALL {
        let parts = ["--parallel", algorithm.name(), "--threads", workers.as_str()];
        contestants.push(Contestant::ours_with(arguments, algorithm.name(), &[&common[..], &parts].concat())?);
    }
    Ok(contestants)
}
