//! The rule for going on: from what attempts have reached so far to the next step. It is a pure function.

use super::attempt::{Attempt, AttemptName, Success, Way};
use super::race::Race;
use super::standing::Pause;
use super::trace::{Reached, Record, Why};
use super::tuning::PlanTuning;
use crate::Engine;
use savoir_check::Stop;
use savoir_explicit::ExplorationLimits;
use savoir_symbolic::OrderName;

/// The candidate orders of a model. Naming all of them takes work, so it is done when they are needed.
pub(super) trait Orders {
    /// The order to begin with.
    fn first(&self) -> OrderName;

    /// Whether the user has chosen it, so that there is no other.
    fn is_chosen(&self) -> bool;

    /// All of them, the most promising first.
    fn all(&self) -> Vec<OrderName>;
}

/// What to do next, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Make this attempt; the reason is one for going on from the last one.
    Try(Attempt, Option<Why>),
    /// Take what the attempt with this number has found.
    Take(usize, Why),
    /// There is no system.
    Fail(Stop),
}

/// The plan for an engine.
#[derive(Clone, Copy)]
pub(super) struct Plan<'t> {
    pub(super) engine: Engine,
    /// How far the explicit engine may go if it is the one that is asked for.
    pub(super) limits: ExplorationLimits,
    pub(super) tuning: &'t PlanTuning,
}

impl Plan<'_> {
    /// The next step after these attempts.
    pub(super) fn next(&self, history: &[Record], orders: &dyn Orders) -> Step {
        if let Some((place, record)) = find(history, AttemptName::Beside) {
            return settle(record, place);
        }
        match self.engine {
            Engine::Explicit => self.explicit(history),
            Engine::Symbolic => self.symbolic(history, orders),
            Engine::Auto => self.auto(history, orders),
        }
    }

    /// The attempt whose system would be taken if no better one came: the one with the fewest nodes.
    pub(super) fn contender(history: &[Record]) -> Option<usize> {
        let nodes = |record: &Record| match record.reached {
            Reached::Encoded { nodes, .. } => Some(nodes),
            Reached::Explored(_) => Some(0),
            Reached::TooManyStates(..)
            | Reached::Paused(_)
            | Reached::NoRoom
            | Reached::SetAside(_)
            | Reached::Overtaken
            | Reached::Stopped(_) => None,
        };
        let finished = history.iter().enumerate().filter_map(|(place, record)| Some((nodes(record)?, place)));
        finished.min().map(|(_, place)| place)
    }

    fn explicit(&self, history: &[Record]) -> Step {
        match history.last() {
            None => try_explicit(AttemptName::AsAsked, self.limits, None),
            Some(record) => settle(record, 0),
        }
    }

    fn symbolic(&self, history: &[Record], orders: &dyn Orders) -> Step {
        if orders.is_chosen() {
            return match find(history, AttemptName::AsAsked) {
                None => try_symbolic(AttemptName::AsAsked, orders.first(), Pause::NEVER, None),
                Some((place, record)) => settle(record, place),
            };
        }
        match find(history, AttemptName::FirstOrder) {
            None => self.try_first_order(orders, Success::Finished, None),
            Some(_) => self.race(history, orders, Success::Finished),
        }
    }

    /// Tiny models state by state; then diagrams, with the first order and soon with others beside it; when they have done some
    /// work, or do not suit the model, models of modest size state by state; then diagrams again where they were.
    fn auto(&self, history: &[Record], orders: &dyn Orders) -> Step {
        let tuning = self.tuning;
        let Some((tiny, record)) = find(history, AttemptName::Tiny) else {
            return try_explicit(AttemptName::Tiny, tuning.tiny, None);
        };
        match record.reached {
            Reached::TooManyStates(..) => {}
            _ => return settle(record, tiny),
        }
        let mut why = Why::NotTiny;
        if matches!(&record.reached, Reached::TooManyStates(explored, _) if !tuning.narrow.is_too_wide(explored)) {
            let Some((narrow, record)) = find(history, AttemptName::Narrow) else {
                return try_explicit(AttemptName::Narrow, tuning.narrow, Some(Why::ManySteps));
            };
            match record.reached {
                Reached::TooManyStates(..) => why = Why::TooManyStates,
                _ => return settle(record, narrow),
            }
        }
        let success = Success::Suits { few_nodes: tuning.few_nodes, nodes_per_state: tuning.nodes_per_state };
        if find(history, AttemptName::FirstOrder).is_none() {
            return self.try_first_order(orders, success, Some(why));
        }
        let Some((modest, record)) = find(history, AttemptName::Modest) else {
            return self.before_modest(history, orders, success);
        };
        let (last, latest) = find(history, AttemptName::Few).unwrap_or((modest, record));
        let known = history[..last].iter().position(|record| matches!(record.reached, Reached::Encoded { .. }));
        match (&latest.reached, known) {
            (Reached::Explored(_), _) => Step::Take(last, Why::Taken),
            // The states are known all the same.
            (_, Some(known)) => Step::Take(known, Why::EarlierTaken),
            (Reached::Stopped(stop), None) => Step::Fail(*stop),
            _ => self.few(history).unwrap_or_else(|| self.race(history, orders, success)),
        }
    }

    /// Where diagrams that do not suit the model have found out that there are few states after all, they are looked at one by one
    /// if that takes not much more than diagrams did: formulas are decided sooner on them.
    fn few(&self, history: &[Record]) -> Option<Step> {
        let Reached::Encoded { suits: false, states: Some(states), .. } = &history.last()?.reached else { return None };
        let PlanTuning { modest, pace, few_factor, .. } = *self.tuning;
        let known = usize::try_from(states).ok().filter(|states| *states <= modest.states)?;
        let words = work_of(history).saturating_mul(pace.steps_per_poll).saturating_mul(few_factor);
        let limits = ExplorationLimits { words, known_states: Some(known), forecast_level: None, ..modest };
        Some(try_explicit(AttemptName::Few, limits, Some(Why::DoesNotSuit)))
    }

    /// Diagrams, until they turn out not to suit the model, or to need much.
    fn before_modest(&self, history: &[Record], orders: &dyn Orders, success: Success) -> Step {
        let tuning = self.tuning;
        let last = history.len() - 1;
        let (limits, why) = match &history[last].reached {
            Reached::Encoded { suits: true, .. } | Reached::Stopped(_) => return settle(&history[last], last),
            Reached::Encoded { suits: false, states, .. } => {
                let known_states = states.as_ref().and_then(|all| usize::try_from(all).ok());
                (ExplorationLimits { words: tuning.known_words, known_states, ..tuning.modest }, Why::DoesNotSuit)
            }
            Reached::Paused(standing) if standing.slices.is_some_and(|slices| slices > tuning.first_slices) => {
                (tuning.modest, Why::ManySlices)
            }
            _ if work_of(history) < tuning.modest_after => return self.race(history, orders, success),
            _ => (tuning.modest, Why::DiagramsTooLarge),
        };
        try_explicit(AttemptName::Modest, limits, Some(why))
    }

    fn try_first_order(&self, orders: &dyn Orders, success: Success, why: Option<Why>) -> Step {
        let pause = Pause { slices: self.tuning.first_slices, ..self.tuning.race.head_start() };
        let way = Way::Symbolic(orders.first(), pause);
        Step::Try(Attempt { name: AttemptName::FirstOrder, way, success }, why)
    }

    /// The candidates race until one comes to the end.
    fn race(&self, history: &[Record], orders: &dyn Orders, success: Success) -> Step {
        let last = history.len() - 1;
        match &history[last].reached {
            Reached::Encoded { .. } | Reached::Stopped(_) => return settle(&history[last], last),
            _ => {}
        }
        let (attempt, why) = self.standings(history, orders).next(success);
        let why = if history[last].attempt.name == AttemptName::Modest { Why::TooManyStates } else { why };
        Step::Try(attempt, Some(why))
    }

    fn standings(&self, history: &[Record], orders: &dyn Orders) -> Race<'_> {
        Race::new(&self.tuning.race, orders.first(), orders.all(), history)
    }

    /// Whether an attempt with this order is one of a rival.
    pub(super) fn is_rival(&self, history: &[Record], orders: &dyn Orders, attempt: &Attempt) -> bool {
        match (attempt.name, attempt.way) {
            (AttemptName::Race(_), Way::Symbolic(order, _)) => self.standings(history, orders).leader() != order,
            _ => false,
        }
    }

    /// Turns that are likely to follow this attempt.
    pub(super) fn likely_turns(
        &self,
        history: &[Record],
        orders: &dyn Orders,
        attempt: &Attempt,
    ) -> Vec<(OrderName, Pause)> {
        match (attempt.name, attempt.way) {
            (AttemptName::Race(_), Way::Symbolic(order, _)) => self.standings(history, orders).likely_turns(order),
            _ => Vec::new(),
        }
    }
}

/// The work that diagrams have done.
fn work_of(history: &[Record]) -> u64 {
    let mut work: Vec<(OrderName, u64)> = Vec::new();
    for record in history {
        if let (Way::Symbolic(order, _), Reached::Paused(standing)) = (record.attempt.way, &record.reached) {
            work.retain(|(known, _)| *known != order);
            work.push((order, standing.work));
        }
    }
    work.iter().map(|(_, work)| work).sum()
}

fn find(history: &[Record], name: AttemptName) -> Option<(usize, &Record)> {
    history.iter().enumerate().find(|(_, record)| record.attempt.name == name)
}

/// What follows from an attempt that nothing comes after.
fn settle(record: &Record, place: usize) -> Step {
    match &record.reached {
        Reached::Explored(_) | Reached::Encoded { .. } => Step::Take(place, Why::Taken),
        Reached::Stopped(stop) => Step::Fail(*stop),
        Reached::TooManyStates(..) | Reached::SetAside(_) | Reached::Overtaken => Step::Fail(Stop::TooLarge),
        Reached::Paused(_) | Reached::NoRoom => Step::Fail(Stop::Memory),
    }
}

fn try_explicit(name: AttemptName, limits: ExplorationLimits, why: Option<Why>) -> Step {
    Step::Try(Attempt { name, way: Way::Explicit(limits), success: Success::Finished }, why)
}

fn try_symbolic(name: AttemptName, order: OrderName, pause: Pause, why: Option<Why>) -> Step {
    Step::Try(Attempt { name, way: Way::Symbolic(order, pause), success: Success::Finished }, why)
}

#[cfg(test)]
#[path = "rule_tests.rs"]
mod tests;
