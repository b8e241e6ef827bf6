//! The order of the jobs of a document.

use super::job::Task;
use super::record::{Record, State};
use super::{Checks, Fate, Order, Purpose};
use crate::documents::Snapshot;

impl Checks {
    /// Takes note of a version that was read: what was known about another one is no more.
    pub(crate) fn read(&mut self, snapshot: &Snapshot) {
        let is_known = self.record.as_ref().is_some_and(|record| record.is_about(snapshot));
        if !is_known && snapshot.model().is_none() {
            let message = "the text has errors".to_owned();
            self.record = Some(Record::new(snapshot, State::Broken, Some(message)));
            self.is_news = true;
        }
    }

    /// The record of this version, a new one if there is none; a check is about to begin.
    pub(super) fn begin(&mut self, snapshot: &Snapshot, only: &[usize]) {
        let record = self.record.take_if(|record| record.is_about(snapshot));
        let mut record = record.unwrap_or_else(|| Record::new(snapshot, State::Checking, None));
        record.forget(only);
        record.state = State::Checking;
        record.message = None;
        self.record = Some(record);
        self.is_news = true;
    }

    /// Puts something behind what somebody asked for before, and before everything that nobody did.
    pub(super) fn enqueue(&mut self, order: Order) {
        let place = match order.purpose {
            Purpose::Unasked => self.waiting.len(),
            Purpose::Asked(_) => {
                self.waiting.iter().take_while(|order| matches!(order.purpose, Purpose::Asked(_))).count()
            }
        };
        self.waiting.insert(place, order);
    }

    /// The next one. A check that nobody asked for is about what is open then; if that is nothing, it is left out.
    pub(super) fn next(&mut self) -> Option<Order> {
        loop {
            let mut order = self.waiting.pop_front()?;
            let record = self.record.as_mut().filter(|record| record.is_about(&order.job.snapshot));
            if let (Task::Check { only }, Some(record)) = (&mut order.job.task, record) {
                if order.purpose == Purpose::Unasked {
                    *only = record.open(&[]);
                    if only.is_empty() && record.state != State::Checking {
                        continue;
                    }
                }
                record.state = State::Checking;
                record.message = None;
                self.is_news = true;
            }
            return Some(order);
        }
    }

    /// Interrupts what goes on, if something else has to come first.
    pub(super) fn make_way(&mut self, task: &Task) {
        let Some(running) = self.running.as_mut().filter(|running| running.fate == Fate::Told) else { return };
        let gives_way = match (&running.purpose, running.job.task.is_check(), task.is_check()) {
            (_, false, _) | (Purpose::Asked(_), true, true) => false,
            (Purpose::Unasked, true, _) => true,
            // Its states are known, so it goes on at once afterwards.
            (Purpose::Asked(_), true, false) => running.has_answers,
        };
        if gives_way {
            running.fate = Fate::Resumed;
            running.job.cancel();
        }
    }
}
