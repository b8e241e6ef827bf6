//! Formulas that take long on diagrams, decided on single states instead.
//!
//! Which engine suits a model is chosen by how states are found. Deciding formulas may be another matter: sets that arise on the way may have
//! far larger diagrams than the reachable states. How many of these there are is known by then. So when formulas have taken
//! some work, a few states are looked at one by one, which tells how much work all of them would be; and when formulas have taken
//! several times as much, that is done, and the formulas that are left are decided there. All of that is counted, so it is the same
//! on every machine. It is done once: what was begun on diagrams is lost, a part of the work at most.

use crate::plan::{BuildOptions, FormulaTuning};
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_explicit::{End, ExplicitOptions, PausableExploration, Standing};
use savoir_model::Model;

/// Whether, and when, formulas are to be decided on single states.
#[derive(Debug)]
pub(super) struct OneByOne {
    options: ExplicitOptions,
    tuning: FormulaTuning,
    bytes: u64,
    states: u64,
    stage: Stage,
}

/// What is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing but how many states there are.
    Open,
    /// All states are to be found when formulas have taken so many steps of diagrams.
    Due(u64),
    /// It is not worth it, or was in vain.
    Never,
}

impl OneByOne {
    /// For a system of diagrams with so many states; `None` if there are too many of them to be stored.
    pub(super) fn new(options: &BuildOptions, states: &BigUint) -> Option<OneByOne> {
        let states = u64::try_from(states).ok().filter(|states| *states <= options.plan.formulas.states)?;
        Some(OneByOne {
            options: options.explicit,
            tuning: options.plan.formulas,
            bytes: options.plan.beside_bytes,
            states,
            stage: Stage::Open,
        })
    }

    /// Steps of diagrams that formulas may take before there is something to find out; `None` if there is not.
    pub(super) fn allowed(&self) -> Option<u64> {
        match self.stage {
            Stage::Open => Some(self.tuning.after),
            Stage::Due(steps) => Some(steps),
            Stage::Never => None,
        }
    }

    /// All states, if formulas have taken so many steps that these are worth finding.
    pub(super) fn look(
        &mut self,
        model: &Model,
        decided: u64,
        budget: &Budget,
    ) -> Result<Option<Box<PausableExploration>>, Stop> {
        if self.stage == Stage::Never || self.allowed().is_some_and(|allowed| decided < allowed) {
            return Ok(None);
        }
        let mut exploration = Box::new(PausableExploration::new(model, self.options));
        let some = exploration.go_on(model, self.tuning.sample_steps, self.bytes, budget)?;
        let needed = self.needed(&some);
        let due = needed.saturating_mul(self.tuning.step).saturating_mul(self.tuning.factor);
        self.stage = if needed > self.tuning.most { Stage::Never } else { Stage::Due(due) };
        if self.stage == Stage::Never || decided < due {
            return Ok(None);
        }
        self.stage = Stage::Never;
        let until = needed.saturating_mul(2).max(self.tuning.sample_steps);
        let all = exploration.go_on(model, until, self.bytes, budget)?;
        Ok((all.end == Some(End::Complete)).then_some(exploration))
    }

    /// Steps that exploring all states takes, after some were explored.
    fn needed(&self, some: &Standing) -> u64 {
        match some.end {
            Some(End::Complete) => 0,
            Some(End::GivenUp(_)) => u64::MAX,
            None if some.expanded == 0 => u64::MAX,
            None => {
                let steps = u128::from(self.states) * u128::from(some.steps) / some.expanded as u128;
                u64::try_from(steps).unwrap_or(u64::MAX)
            }
        }
    }
}
