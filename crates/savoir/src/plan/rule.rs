//! The rule for going on: from what attempts have reached so far to the next step. It is a pure function.

use super::attempt::{Attempt, AttemptName, Success, Way};
use super::trace::{Reached, Record, Why};
use super::tuning::PlanTuning;
use crate::Engine;
use savoir_check::Stop;
use savoir_explicit::ExplorationLimits;
use savoir_symbolic::{Allowance, Diligence, Milestone, OrderName};

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
            | Reached::TooManyNodes(_)
            | Reached::TooManySlices(_)
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
                None => try_symbolic(AttemptName::AsAsked, orders.first(), Allowance::UNLIMITED, None),
                Some((place, record)) => settle(record, place),
            };
        }
        match find(history, AttemptName::FirstOrder) {
            None => self.try_first_order(orders, Success::Finished, None),
            Some((place, record)) => match record.reached {
                Reached::TooManyNodes(_) | Reached::TooManySlices(_) => self.race(history, orders, Why::OthersRace),
                _ => settle(record, place),
            },
        }
    }

    /// Tiny models state by state; then diagrams where they stay small and suit the model; then models of modest size state
    /// by state; then diagrams with the best of several orders.
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
        let Some((first, record)) = find(history, AttemptName::FirstOrder) else {
            let PlanTuning { few_nodes, nodes_per_state, .. } = *tuning;
            return self.try_first_order(orders, Success::Suits { few_nodes, nodes_per_state }, Some(why));
        };
        let (is_known, known_states) = match &record.reached {
            Reached::Encoded { suits: true, .. } | Reached::Stopped(_) => return settle(record, first),
            Reached::Encoded { suits: false, states, .. } => {
                (true, states.as_ref().and_then(|all| usize::try_from(all).ok()))
            }
            _ => (false, None),
        };
        let Some((modest, record)) = find(history, AttemptName::Modest) else {
            let (limits, why) = match is_known {
                true => {
                    (ExplorationLimits { words: tuning.known_words, known_states, ..tuning.modest }, Why::DoesNotSuit)
                }
                false => (tuning.modest, Why::FirstOrderTooLarge),
            };
            return try_explicit(AttemptName::Modest, limits, Some(why));
        };
        match record.reached {
            Reached::Explored(_) => Step::Take(modest, Why::Taken),
            // The states are known all the same.
            _ if is_known => Step::Take(first, Why::EarlierTaken),
            Reached::Stopped(stop) => Step::Fail(stop),
            _ => self.race(history, orders, Why::TooManyStates),
        }
    }

    fn try_first_order(&self, orders: &dyn Orders, success: Success, why: Option<Why>) -> Step {
        let allowance = Allowance {
            encoding_bytes: self.tuning.first_encoding,
            slices: self.tuning.first_slices,
            ..self.within(self.tuning.first_ceiling)
        };
        let way = Way::Symbolic(orders.first(), allowance);
        Step::Try(Attempt { name: AttemptName::FirstOrder, way, success }, why)
    }

    /// The candidates race, each within a ceiling; those that come furthest go on with a higher one. Within the first ceiling
    /// whoever finishes is taken, since another order could save little; later the others have a part of its bytes to do
    /// better.
    fn race(&self, history: &[Record], orders: &dyn Orders, begin: Why) -> Step {
        let tuning = self.tuning;
        let mut left = orders.all();
        let mut ceiling = tuning.first_ceiling;
        let mut why = begin;
        let mut round = 1;
        while left.len() > 1 && ceiling <= tuning.last_ceiling {
            match self.round(history, orders, &left, round, ceiling, why) {
                Round::Step(step) => return step,
                Round::Over { furthest, learnt } => {
                    // Those that came furthest stay in the race.
                    left = furthest;
                    why = if left.len() > 1 { Why::NextRound } else { Why::OneLeft };
                    if round > 1 && !learnt {
                        why = Why::NothingLearnt;
                        break;
                    }
                }
            }
            ceiling = ceiling.saturating_mul(tuning.ceiling_factor);
            round += 1;
        }
        why = match why {
            Why::OthersRace => Why::OneLeft,
            Why::NextRound => Why::RaceOver,
            why => why,
        };
        match find(history, AttemptName::LastOrder) {
            Some((place, record)) => settle(record, place),
            None => {
                let order = left.first().copied().unwrap_or_else(|| orders.first());
                try_symbolic(AttemptName::LastOrder, order, Allowance::UNLIMITED, Some(why))
            }
        }
    }

    fn round(
        &self,
        history: &[Record],
        orders: &dyn Orders,
        left: &[OrderName],
        round: u32,
        ceiling: u64,
        begin: Why,
    ) -> Round {
        let mut best: Option<Milestone> = None;
        let mut furthest = Vec::new();
        let mut done: Option<Contender> = None;
        for (place, &order) in left.iter().enumerate() {
            let Some((number, record)) = self.found_in_round(history, orders, round, order) else {
                let allowance = self.race_allowance(round, place, ceiling, done.as_ref());
                let why = if place == 0 { begin } else { Why::OthersRace };
                return Round::Step(try_symbolic(AttemptName::Race(round), order, allowance, Some(why)));
            };
            match &record.reached {
                Reached::Stopped(stop) => return Round::Step(Step::Fail(*stop)),
                Reached::Encoded { .. } if round == 1 => return Round::Step(Step::Take(number, Why::Taken)),
                Reached::Encoded { nodes, bytes, held, .. } => {
                    if done.as_ref().is_none_or(|best| *nodes < best.nodes) {
                        done = Some(Contender { number, nodes: *nodes, bytes: *bytes, held: *held });
                    }
                }
                Reached::TooManyNodes(milestone) => {
                    if best.is_none_or(|best| *milestone > best) {
                        furthest = vec![order];
                        best = Some(*milestone);
                    } else if best == Some(*milestone) {
                        furthest.push(order);
                    }
                }
                Reached::Explored(_)
                | Reached::TooManyStates(..)
                | Reached::TooManySlices(_)
                | Reached::SetAside(_)
                | Reached::Overtaken => {}
            }
        }
        if let Some(done) = done {
            let is_last = done.number + 1 == history.len();
            return Round::Step(Step::Take(done.number, if is_last { Why::Taken } else { Why::EarlierTaken }));
        }
        // Where no encoding is small, nothing is learnt about the orders.
        Round::Over { furthest, learnt: best.is_none_or(|best| best.stages > 0) }
    }

    /// What an order has reached in a round. How far the first order came before the race counts in the first round, unless
    /// it was still being encoded: in a race the encoding alone may be larger.
    fn found_in_round<'h>(
        &self,
        history: &'h [Record],
        orders: &dyn Orders,
        round: u32,
        order: OrderName,
    ) -> Option<(usize, &'h Record)> {
        if round == 1
            && order == orders.first()
            && let Some((place, record)) = find(history, AttemptName::FirstOrder)
            && matches!(record.reached, Reached::TooManyNodes(milestone) if milestone.stages > 0)
        {
            return Some((place, record));
        }
        let is_it = |record: &Record| {
            record.attempt.name == AttemptName::Race(round)
                && matches!(record.attempt.way, Way::Symbolic(tried, _) if tried == order)
        };
        history.iter().enumerate().find(|(_, record)| is_it(record))
    }

    fn race_allowance(&self, round: u32, place: usize, ceiling: u64, done: Option<&Contender>) -> Allowance {
        match done {
            Some(best) => {
                let bytes = ceiling.min(best.bytes / self.tuning.challenger_share);
                Allowance { elsewhere: best.held, ..self.within(bytes) }
            }
            None if round == 1 && place == 0 => {
                Allowance { mark: ceiling, ..self.within(self.tuning.favourite_factor * ceiling) }
            }
            None => self.within(ceiling),
        }
    }

    /// So many bytes. Within the first ceiling nothing is tried that only pays in large models.
    fn within(&self, bytes: u64) -> Allowance {
        let diligence = if bytes <= self.tuning.first_ceiling { Diligence::Brief } else { Diligence::Full };
        Allowance { diligence, ..Allowance::bytes(bytes) }
    }
}

/// How a round of a race stands.
enum Round {
    /// This comes next.
    Step(Step),
    /// Everybody was given up.
    Over {
        /// Those that came furthest.
        furthest: Vec<OrderName>,
        /// Whether somebody got past the encoding.
        learnt: bool,
    },
}

/// The best order of a round that came to the end.
struct Contender {
    number: usize,
    nodes: usize,
    bytes: u64,
    held: u64,
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
        Reached::TooManyNodes(_) | Reached::TooManySlices(_) => Step::Fail(Stop::Memory),
    }
}

fn try_explicit(name: AttemptName, limits: ExplorationLimits, why: Option<Why>) -> Step {
    Step::Try(Attempt { name, way: Way::Explicit(limits), success: Success::Finished }, why)
}

fn try_symbolic(name: AttemptName, order: OrderName, allowance: Allowance, why: Option<Why>) -> Step {
    Step::Try(Attempt { name, way: Way::Symbolic(order, allowance), success: Success::Finished }, why)
}

#[cfg(test)]
#[path = "rule_tests.rs"]
mod tests;
