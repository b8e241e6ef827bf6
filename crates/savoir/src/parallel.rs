//! The choice of what runs at the same time.

use savoir_parallel::Algorithm;
use std::fmt;

/// How the threads of a check are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Parallel {
    /// Wherever they pay. What is found does not depend on it.
    #[default]
    Auto,
    /// One thing after the other.
    Off,
    /// On parts of the model, see [`Algorithm`].
    Parts(Algorithm),
    /// Each has the states whose hash falls to it, and only those.
    Distributed,
}

impl Parallel {
    /// The choices with names and help.
    pub const NAMED: &[(Parallel, &str, &str)] = &[
        (Parallel::Auto, "auto", "Threads are used where they pay; what is found is the same"),
        (Parallel::Off, "off", "One thing after the other, whatever `--threads` says"),
        (Parallel::Parts(Algorithm::Semi), "semi", "Parts of the initial states find states, one thread decides"),
        (Parallel::Parts(Algorithm::Simple), "simple", "As many parts as threads, which find states and decide"),
        (
            Parallel::Parts(Algorithm::Merge),
            "merge",
            "More parts than threads; each thread merges the states of its parts",
        ),
        (Parallel::Parts(Algorithm::Full), "full", "More parts than threads, each with diagrams of its own to the end"),
        (
            Parallel::Distributed,
            "distributed",
            "States one by one, each stored by the thread or process that its hash falls to",
        ),
    ];

    /// Whether other processes can take part.
    #[must_use]
    pub fn spans_processes(self) -> bool {
        match self {
            Parallel::Parts(_) | Parallel::Distributed => true,
            Parallel::Auto | Parallel::Off => false,
        }
    }

    /// How many of so many threads are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> usize {
        match self {
            Parallel::Auto | Parallel::Parts(_) | Parallel::Distributed => threads.max(1),
            Parallel::Off => 1,
        }
    }
}

impl fmt::Display for Parallel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Parallel::NAMED.iter().find(|(parallel, ..)| parallel == self);
        f.write_str(named.map_or("", |(_, name, _)| name))
    }
}
