//! How far a job is, for people.

use lsp_types::ProgressToken;
use savoir::{Phase, Progress};
use std::time::{Duration, Instant};

/// Shorter jobs show no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a client shows about a job.
#[derive(Debug, Default)]
pub(crate) enum Bar {
    /// Nothing.
    #[default]
    None,
    /// Nothing yet: it began then.
    Later(Instant),
    /// A bar with this name.
    Shown(ProgressToken),
}

impl Bar {
    /// A bar that is shown when the job takes long.
    pub(crate) fn later() -> Bar {
        Bar::Later(Instant::now())
    }

    /// Whether it is to be shown now.
    pub(crate) fn is_due(&self) -> bool {
        matches!(self, Bar::Later(since) if since.elapsed() >= PATIENCE)
    }
}

/// How far a computation is, in a few words.
pub(crate) fn sentence(progress: &Progress) -> String {
    let phase = match progress.phase {
        Phase::Initial => "preparing",
        Phase::Explore => "finding states",
        Phase::Connect => "connecting states",
        Phase::Evaluate => "deciding formulas",
        Phase::Strategies => "looking for strategies",
        Phase::Groups => "trying groups",
    };
    let mut parts = vec![phase.to_owned()];
    if progress.iteration > 0 {
        parts.push(format!("step {}", progress.iteration));
    }
    let states = progress.states.to_string();
    match states.len() {
        _ if states == "0" => {}
        ..=9 => parts.push(format!("{states} states")),
        digits => parts.push(format!("{}.{}e{} states", &states[..1], &states[1..2], digits - 1)),
    }
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_phase_step_and_states() {
        assert_eq!(sentence(&Progress::new(Phase::Initial)), "preparing");
        assert_eq!(sentence(&Progress::at(Phase::Explore, 26, 123_456)), "finding states · step 26 · 123456 states");
        let many = sentence(&Progress::at(Phase::Explore, 1, 123_456_789_012));
        assert_eq!(many, "finding states · step 1 · 1.2e11 states");
    }
}
