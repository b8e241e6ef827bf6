//! Carrying out a plan.

use super::attempt::{Attempt, AttemptName, Success, Way};
use super::beside::Beside;
use super::lane::{Lanes, Required, Turn};
use super::rule::{Orders, Plan, Step};
use super::standing::Pause;
use super::trace::{PlanTrace, Reached, Record, Why};
use super::tuning::PlanTuning;
use crate::Engine;
use crate::parts::Partition;
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_explicit::{End, ExplicitOptions, ExplicitSystem, Exploration, ExplorationLimits};
use savoir_model::Model;
use savoir_symbolic::{OrderChoice, OrderName, Preparation, SymbolicOptions, SymbolicSystem};
use std::sync::OnceLock;

/// How the reachable states of a model are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildOptions {
    /// The engine.
    pub engine: Engine,
    /// How the explicit engine works.
    pub explicit: ExplicitOptions,
    /// How the symbolic engine works.
    pub symbolic: SymbolicOptions,
    /// How far the explicit engine may go if it is the one that is asked for.
    pub limits: ExplorationLimits,
    /// The numbers that decide which attempts are made.
    pub plan: PlanTuning,
    /// Whether the model is divided, and how.
    pub partition: Option<Partition>,
    /// Where states are stored.
    pub storage: Storage,
}

/// Where states are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// All in one place.
    #[default]
    OnePlace,
    /// Each by the rank that its hash falls to.
    Distributed,
}

impl BuildOptions {
    /// The engine that suits the model, with so many threads.
    #[must_use]
    pub fn with_threads(threads: usize) -> BuildOptions {
        BuildOptions {
            engine: Engine::Auto,
            explicit: ExplicitOptions::with_threads(threads),
            symbolic: SymbolicOptions::default(),
            limits: ExplorationLimits::NONE,
            plan: PlanTuning::default(),
            partition: None,
            storage: Storage::OnePlace,
        }
    }
}

/// A system of one of the engines.
pub(crate) enum Built<'m> {
    Explicit(Box<ExplicitSystem<'m>>),
    Symbolic(Box<SymbolicSystem<'m>>),
}

/// What became of a plan.
pub(crate) struct Planned<'m> {
    /// The engine of the system, or of the attempt that was stopped.
    pub(crate) engine: Engine,
    pub(crate) system: Result<Built<'m>, Stop>,
    pub(crate) trace: PlanTrace,
}

/// Finds the reachable states of a model with the engine that is asked for, or with the one that suits it.
pub(crate) fn build<'m>(model: &'m Model, options: &BuildOptions, budget: &Budget) -> Planned<'m> {
    let plan = Plan { engine: options.engine, limits: options.limits, tuning: &options.plan };
    let prepared = OnceLock::new();
    std::thread::scope(|scope| {
        let lanes = Lanes::new(scope, budget, options.explicit.threads.max(1), options.plan.race.bytes_per_poll);
        let work = Work { model, options, budget, prepared: &prepared };
        let mut executor = Executor { work, plan, lanes, trace: PlanTrace::default(), held: None, beside: None };
        loop {
            let step = plan.next(&executor.trace.records, &work);
            match step {
                Step::Try(attempt, why) => {
                    if let Some(why) = why {
                        executor.explain(why);
                    }
                    executor.run(attempt);
                }
                Step::Take(place, why) => {
                    executor.explain(why);
                    return executor.take(place);
                }
                Step::Fail(stop) => {
                    executor.explain(Why::NoSystem);
                    return executor.fail(stop);
                }
            }
        }
    })
}

/// What there is to do, and what is known before the first attempt.
#[derive(Clone, Copy)]
struct Work<'m, 'o> {
    model: &'m Model,
    options: &'o BuildOptions,
    budget: &'o Budget,
    /// What does not depend on the order of variables, once diagrams were needed.
    prepared: &'o OnceLock<Result<Preparation<'m>, Stop>>,
}

struct Executor<'s, 'm, 'o> {
    work: Work<'m, 'o>,
    plan: Plan<'o>,
    lanes: Lanes<'s, 'o, 'm>,
    trace: PlanTrace,
    /// The only system that may still be taken, and the attempt it comes from.
    held: Option<(usize, Built<'m>)>,
    /// States one by one, while diagrams are tried.
    beside: Option<Beside>,
}

impl Orders for Work<'_, '_> {
    fn first(&self) -> OrderName {
        self.options.symbolic.order.first()
    }

    fn is_chosen(&self) -> bool {
        self.options.symbolic.order != OrderChoice::Auto
    }

    fn all(&self) -> Vec<OrderName> {
        if !self.budget.has_addresses(self.options.plan.race.addresses) {
            return vec![self.first()];
        }
        self.prepared().as_ref().map_or_else(|_| Vec::new(), Preparation::orders)
    }
}

impl<'m, 'o> Work<'m, 'o> {
    fn prepared(&self) -> &'o Result<Preparation<'m>, Stop> {
        self.prepared.get_or_init(|| Preparation::new(self.model, &self.options.symbolic, self.budget))
    }
}

impl<'s, 'm: 'o, 'o: 's> Executor<'s, 'm, 'o> {
    /// Says why the plan goes on after the last attempt.
    fn explain(&mut self, why: Why) {
        if let Some(last) = self.trace.records.last_mut() {
            last.why = why;
        }
    }

    fn run(&mut self, attempt: Attempt) {
        let made = self.attempt(attempt);
        let (reached, built) = made.unwrap_or_else(|stop| (Reached::Stopped(stop), None));
        self.trace.records.push(Record { attempt, reached, why: Why::NoSystem });
        // Only one system is kept at a time.
        let place = self.trace.records.len() - 1;
        if let Some(built) = built
            && Plan::contender(&self.trace.records) == Some(place)
        {
            self.held = Some((place, built));
        }
        if self.trace.records[place].reached == Reached::Overtaken {
            self.explain(Why::BesideFirst);
            self.record_beside();
        }
    }

    fn attempt(&mut self, attempt: Attempt) -> Result<(Reached, Option<Built<'m>>), Stop> {
        if attempt.name == AttemptName::Narrow {
            self.begin_beside();
        }
        match (attempt.way, &self.beside) {
            (Way::Explicit(limits), Some(beside)) => {
                let beside = beside.clone();
                Ok(match beside.go_on(&limits)? {
                    None => {
                        // What it found is this attempt's.
                        self.beside = None;
                        let system = Box::new(beside.into_system(self.work.model)?);
                        (Reached::Explored(system.state_count()), Some(Built::Explicit(system)))
                    }
                    Some(met) => (Reached::TooManyStates(beside.explored(), met), None),
                })
            }
            (Way::Explicit(limits), None) => {
                let Work { model, options, budget, .. } = self.work;
                Ok(match ExplicitSystem::explore_within(model, options.explicit, &limits, budget.clone())? {
                    Exploration::Complete(system) => {
                        (Reached::Explored(system.state_count()), Some(Built::Explicit(system)))
                    }
                    Exploration::GivenUp(explored, met) => (Reached::TooManyStates(explored, met), None),
                })
            }
            (Way::Symbolic(order, pause), _) => {
                self.begin_beside();
                let turn = self.turn(&attempt, order, pause);
                if self.beside.as_ref().is_some_and(Beside::is_first) {
                    self.lanes.dismiss_all();
                    return Ok((Reached::Overtaken, None));
                }
                let found = match turn? {
                    Turn::Paused(standing) => return Ok((Reached::Paused(standing), None)),
                    Turn::NoRoom => {
                        self.beside.iter().for_each(Beside::dismiss);
                        return Ok((Reached::NoRoom, None));
                    }
                    Turn::Over(found) => found,
                };
                self.lanes.dismiss_all();
                let system = found?.into_system()?;
                Ok((finished(&system, attempt.success)?, Some(Built::Symbolic(system))))
            }
        }
    }

    /// From the first attempt on that may not be the last, states are looked at one by one in between, if the engine is not chosen.
    fn begin_beside(&mut self) {
        let Work { model, options, budget, .. } = self.work;
        if options.engine == Engine::Auto && self.beside.is_none() {
            self.beside = Some(Beside::new(model, options.explicit, &options.plan, budget));
        }
    }

    /// Searches with diagrams as far as the attempt goes, and gives states one by one their turns.
    fn turn(&mut self, attempt: &Attempt, order: OrderName, pause: Pause) -> Result<Turn<'m>, Stop> {
        let prepared = self.work.prepared().as_ref().map_err(|stop| *stop)?;
        let is_rival = self.plan.is_rival(&self.trace.records, &self.work, attempt);
        let required = Required { order, pause, is_rival };
        let likely = match self.work.options.explicit.threads {
            0 | 1 => Vec::new(),
            _ => self.plan.likely_turns(&self.trace.records, &self.work, attempt),
        };
        if attempt.name == AttemptName::LastOrder {
            self.lanes.keep_only(order);
        }
        Ok(self.lanes.turn(prepared, required, self.beside.as_ref(), &likely))
    }

    /// What has become of states one by one in between the steps of diagrams.
    fn record_beside(&mut self) {
        let Some(beside) = self.beside.take() else { return };
        let Some(standing) = beside.standing() else { return };
        let way = Way::Explicit(ExplorationLimits::NONE);
        let attempt = Attempt { name: AttemptName::Beside, way, success: Success::Finished };
        let (reached, built) = match standing.end {
            Some(End::Complete) => match beside.clone().into_system(self.work.model) {
                Ok(system) => (Reached::Explored(system.state_count()), Some(Built::Explicit(Box::new(system)))),
                Err(stop) => (Reached::Stopped(stop), None),
            },
            Some(End::GivenUp(met)) => (Reached::TooManyStates(standing.explored, met), None),
            None => (Reached::SetAside(standing.explored), None),
        };
        beside.dismiss();
        self.trace.records.push(Record { attempt, reached, why: Why::NotFirst });
        if let Some(built) = built {
            self.held = Some((self.trace.records.len() - 1, built));
        }
    }

    fn take(mut self, place: usize) -> Planned<'m> {
        self.record_beside();
        self.trace.taken = Some(place);
        let engine = self.trace.records[place].attempt.engine();
        match self.held {
            Some((held, built)) if held == place => Planned { engine, system: Ok(built), trace: self.trace },
            _ => unreachable!("the plan takes what was kept"),
        }
    }

    fn fail(mut self, stop: Stop) -> Planned<'m> {
        let engine = self.trace.records.last().map_or(self.work.options.engine, |record| record.attempt.engine());
        self.record_beside();
        Planned { engine, system: Err(stop), trace: self.trace }
    }
}

/// What an attempt with diagrams that came to the end has reached.
fn finished(system: &SymbolicSystem<'_>, success: Success) -> Result<Reached, Stop> {
    let (nodes, peak, bytes) = (system.nodes(), system.peak_nodes(), system.bytes());
    let (states, suits) = match success {
        Success::Finished => (None, true),
        Success::Suits { few_nodes, .. } if peak < few_nodes => (None, true),
        Success::Suits { nodes_per_state, .. } => {
            let states = system.state_count()?;
            let suits = &states * nodes_per_state > BigUint::from(peak);
            (Some(states), suits)
        }
    };
    let steps = system.search_steps();
    Ok(Reached::Encoded { nodes, peak, bytes, steps, states, suits })
}

#[cfg(test)]
#[path = "executor_tests.rs"]
mod tests;
