//! What the rule would ask for next, for those who want to begin with it.

use super::attempt::{Attempt, AttemptName};
use super::rule::{Orders, Plan, Step};
use super::trace::{Reached, Record, Why};
use savoir_symbolic::Milestone;
use std::cmp::Reverse;

impl Plan<'_> {
    /// The attempts of the race that would come one after the other if this one and each of them were given up early, up to the one
    /// that goes on alone; at most so many.
    pub(super) fn foresee(
        &self,
        history: &[Record],
        orders: &dyn Orders,
        running: Attempt,
        most: usize,
    ) -> Vec<Attempt> {
        // Not so far that it would stay in the race rather than those that are known to have come further.
        let given_up = Reached::TooManyNodes(Milestone { stages: 1, nodes: Reverse(usize::MAX) });
        let mut history = history.to_vec();
        let mut last = running;
        let mut foreseen = Vec::new();
        while foreseen.len() < most {
            history.push(Record { attempt: last, reached: given_up.clone(), why: Why::NoSystem });
            match self.next(&history, orders) {
                Step::Try(next, _) if matches!(next.name, AttemptName::Race(_) | AttemptName::LastOrder) => last = next,
                Step::Try(..) | Step::Take(..) | Step::Fail(_) => break,
            }
            foreseen.push(last);
        }
        foreseen
    }
}
