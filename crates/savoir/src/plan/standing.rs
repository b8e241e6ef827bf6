//! How far a search with diagrams has come, and with how much work.
//!
//! Work is counted in polls. Diagrams that grow make memory slow, so some bytes count as a poll as well. Stages are the encoding
//! and each step of the search, or, where ways to search compete, each time that the number of states has doubled; they are the same
//! for all orders, which is what makes orders comparable.

use savoir_check::{Stage, Watch};

/// When an attempt with diagrams is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Beyond so much work while the model is being encoded.
    pub encoding: u64,
    /// After that, beyond so much work ...
    pub work: u64,
    /// ... and so many times what the encoding took.
    pub encodings: u64,
    /// ... if that is no more than so much beyond the encoding.
    pub beyond: u64,
    /// Once so many stages are completed.
    pub stages: usize,
    /// If the transitions are divided into more slices.
    pub slices: usize,
}

impl Pause {
    /// The attempt goes on to the end.
    pub const NEVER: Pause =
        Pause { encoding: u64::MAX, work: u64::MAX, encodings: 0, beyond: 0, stages: usize::MAX, slices: usize::MAX };

    /// Beyond so much work.
    pub(super) const fn after(work: u64) -> Pause {
        Pause { encoding: work, work, ..Pause::NEVER }
    }
}

/// How far an attempt has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchStanding {
    /// The work it has done.
    pub work: u64,
    /// Nothing while the model is being encoded, then one more than the steps of the search.
    pub stages: usize,
    /// Nodes after the last of them.
    pub nodes: usize,
    /// Into how many slices the transitions are divided, if that is known.
    pub slices: Option<usize>,
    /// The work it had done after some of the stages, see [`mark`].
    pub marks: Vec<u64>,
}

/// The number of stages at which work is compared for this time, from 1: each of the first sixteen, and then eight for each
/// doubling.
pub(super) fn mark(time: usize) -> usize {
    match time {
        0..=16 => time,
        _ => {
            let (doublings, eighths) = ((time - 9) / 8, (time - 1) % 8 + 1);
            let step = u32::try_from(doublings).ok().and_then(|doublings| 2_usize.checked_pow(doublings));
            step.and_then(|step| step.checked_mul(8 + eighths)).unwrap_or(usize::MAX)
        }
    }
}

/// What is known of a search: its work at each poll, and when its stages were completed.
#[derive(Debug)]
pub(super) struct Track {
    /// So many bytes count as a poll.
    bytes_per_poll: u64,
    most_bytes: u64,
    /// After each poll.
    work: Vec<u64>,
    stages: Vec<Stage>,
    /// The number of slices, with the polls before it was known.
    slices: Option<(u64, usize)>,
}

impl Track {
    pub(super) fn new(bytes_per_poll: u64) -> Track {
        Track { bytes_per_poll, most_bytes: 0, work: Vec::new(), stages: Vec::new(), slices: None }
    }

    /// The search has polled its budget once more.
    pub(super) fn polled(&mut self, watch: &Watch) {
        self.most_bytes = self.most_bytes.max(watch.bytes());
        self.stages.extend(watch.stages_from(self.stages.len()));
        self.slices = self.slices.or_else(|| watch.slices());
        self.work.push(self.work.len() as u64 + 1 + self.most_bytes / self.bytes_per_poll);
    }

    /// How often it has polled.
    pub(super) fn polls(&self) -> usize {
        self.work.len()
    }

    /// The first poll after this one at which the search is paused.
    pub(super) fn first_stop(&self, pause: &Pause, after: usize) -> Option<usize> {
        (after + 1..=self.polls()).find(|&poll| self.stops(pause, poll))
    }

    /// Whether the search is paused at this poll.
    pub(super) fn stops(&self, pause: &Pause, poll: usize) -> bool {
        let (stages, work) = (self.stages_at(poll), self.work_at(poll));
        let most = match stages {
            0 => pause.encoding,
            _ => {
                let encoding = self.work_at_stage(1);
                let several = encoding.saturating_mul(pause.encodings).min(encoding.saturating_add(pause.beyond));
                pause.work.max(several)
            }
        };
        work > most || stages >= pause.stages || self.slices_at(poll).is_some_and(|slices| slices > pause.slices)
    }

    /// How far it was at this poll.
    pub(super) fn standing(&self, poll: usize) -> SearchStanding {
        let stages = self.stages_at(poll);
        let nodes = stages.checked_sub(1).map_or(0, |last| self.stages[last].nodes);
        let marks =
            (1..).map(mark).take_while(|stage| *stage <= stages).map(|stage| self.work_at_stage(stage)).collect();
        SearchStanding { work: self.work_at(poll), stages, nodes, slices: self.slices_at(poll), marks }
    }

    fn slices_at(&self, poll: usize) -> Option<usize> {
        self.slices.filter(|(before, _)| *before < poll as u64).map(|(_, slices)| slices)
    }

    fn work_at(&self, poll: usize) -> u64 {
        poll.checked_sub(1).map_or(0, |place| self.work[place])
    }

    /// The stages that were known to be completed at a poll.
    fn stages_at(&self, poll: usize) -> usize {
        self.stages.partition_point(|stage| stage.checks < poll as u64)
    }

    /// The work at the poll where a stage was known to be completed.
    fn work_at_stage(&self, stage: usize) -> u64 {
        let before = self.stages.get(stage - 1).map_or(u64::MAX, |stage| stage.checks);
        usize::try_from(before).ok().and_then(|before| self.work.get(before)).copied().unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_check::Budget;
    use std::sync::Arc;

    /// A search that has polled so often, with so many bytes, and completed a stage before each poll in a list.
    fn track(polls: u64, bytes: u64, stages: &[u64]) -> Track {
        let watch = Arc::new(Watch::default());
        let budget = Budget::unlimited().watched(watch.clone());
        let mut track = Track::new(100);
        for poll in 1..=polls {
            for _ in stages.iter().filter(|stage| **stage == poll) {
                budget.passed(10 * poll as usize);
            }
            budget.check_memory(bytes).unwrap();
            track.polled(&watch);
        }
        track
    }

    #[test]
    fn marks_become_fewer() {
        assert_eq!((1..=16).map(mark).collect::<Vec<_>>(), (1..=16).collect::<Vec<_>>());
        assert_eq!((17..=26).map(mark).collect::<Vec<_>>(), [18, 20, 22, 24, 26, 28, 30, 32, 36, 40]);
        assert!((1..1000).all(|time| mark(time) <= mark(time + 1)));
    }

    #[test]
    fn work_is_polls_and_room() {
        let track = track(5, 250, &[2, 4, 4]);
        assert_eq!(track.standing(0), SearchStanding::default());
        assert_eq!(track.standing(1), SearchStanding { work: 3, ..SearchStanding::default() });
        assert_eq!(track.standing(3), SearchStanding { work: 5, stages: 1, nodes: 20, slices: None, marks: vec![4] });
        assert_eq!(
            track.standing(5),
            SearchStanding { work: 7, stages: 3, nodes: 40, slices: None, marks: vec![4, 6, 6] }
        );
    }

    #[test]
    fn a_search_is_paused_where_it_should_be_however_late_one_looks() {
        let track = track(20, 0, &[5, 9]);
        let stop = |pause: Pause| track.first_stop(&pause, 0);
        assert_eq!(stop(Pause::NEVER), None);
        assert_eq!(stop(Pause { encoding: 3, ..Pause::NEVER }), Some(4));
        assert_eq!(stop(Pause { encoding: 4, ..Pause::NEVER }), None);
        assert_eq!(stop(Pause { work: 7, ..Pause::NEVER }), Some(8));
        let several = Pause { work: 7, encodings: 3, beyond: 100, ..Pause::NEVER };
        assert_eq!((stop(several), stop(Pause { beyond: 6, ..several })), (Some(16), Some(12)));
        assert_eq!(stop(Pause { stages: 2, ..Pause::NEVER }), Some(9));
        assert_eq!(stop(Pause::after(12)), Some(13));
        assert_eq!(track.first_stop(&Pause::after(12), 15), Some(16));
    }
}
