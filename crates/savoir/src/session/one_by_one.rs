//! Formulas that take long on diagrams, decided on single states instead.
//!
//! Which engine suits a model is chosen by how states are found. Deciding formulas may be another matter: sets that arise on the way may have
//! far larger diagrams than the reachable states. How many of these there are is known by then, and a few of them were looked at one by one
//! before, which tells how much work all of them are. When formulas have taken several times as much, all states are found
//! one by one, and the formulas that are left are decided there. All of that is counted, so it is the same
//! on every machine. It is done once: what was begun on diagrams is lost then.

use super::formulas::Questions;
use crate::plan::{BuildOptions, FormulaTuning, PlanTrace, Reached};
use num_bigint::BigUint;
use savoir_check::{Budget, Checker, Decision, GivenUp, Stop, System, Verdict, sparingly};
use savoir_explicit::{End, ExplicitOptions, Explored, PausableExploration};
use savoir_model::{AtlSemantics, FormulaId, Model, Semantics};

/// What has become of a formula.
pub(super) enum Attempted {
    Decided(Decision),
    /// It takes long. All states were found one by one.
    GivenUp(Box<PausableExploration>),
}

/// Steps that all states may take however few they should be.
const LEAST_STEPS: u64 = 1 << 15;

/// When formulas are to be decided on single states.
#[derive(Debug)]
pub(super) struct OneByOne {
    options: ExplicitOptions,
    bytes: u64,
    /// Steps that finding all states takes.
    needed: u64,
    /// Steps of diagrams that formulas may take before.
    allowed: u64,
}

impl OneByOne {
    /// For a system of diagrams with so many states; `None` if finding them one by one is too much, or if nobody knows.
    pub(super) fn new(options: &BuildOptions, trace: &PlanTrace, states: &BigUint) -> Option<OneByOne> {
        let FormulaTuning { most, factor, least } = options.plan.formulas;
        let explored = trace.records.iter().filter_map(|record| match &record.reached {
            Reached::TooManyStates(explored, _) | Reached::SetAside(explored) => Some(explored),
            Reached::Explored(_)
            | Reached::Encoded { .. }
            | Reached::Paused(_)
            | Reached::NoRoom
            | Reached::Overtaken
            | Reached::Stopped(_) => None,
        });
        let needed = needed(explored.max_by_key(|explored| explored.expanded)?, u64::try_from(states).ok()?)?;
        let allowed = needed.saturating_mul(factor).max(least);
        let (options, bytes) = (options.explicit, options.plan.beside_bytes);
        (needed <= most).then_some(OneByOne { options, bytes, needed, allowed })
    }

    /// Steps of diagrams that formulas may take before all states are found one by one.
    pub(super) fn allowed(&self) -> u64 {
        self.allowed
    }

    /// Whether formulas that have taken so many steps may take several times as many before: then they may as well be decided
    /// independently of each other.
    pub(super) fn is_far(&self, decided: u64) -> bool {
        decided.saturating_mul(4) < self.allowed
    }

    /// All states, unless they are far more work than they should be. States that were looked at first may be easier than others, and
    /// levels take steps as well.
    pub(super) fn find(&self, model: &Model, budget: &Budget) -> Result<Option<Box<PausableExploration>>, Stop> {
        let mut exploration = Box::new(PausableExploration::new(model, self.options));
        let all = exploration.go_on(model, self.needed.saturating_mul(4).max(LEAST_STEPS), self.bytes, budget)?;
        Ok((all.end == Some(End::Complete)).then_some(exploration))
    }
}

impl Questions {
    /// Decides a formula, if that does not take so long that all formulas that are left had better be decided on single states.
    pub(super) fn decide_for_a_while<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        (formula, semantics): (FormulaId, Semantics),
        begun: u64,
        one_by_one: &mut Option<&mut OneByOne>,
    ) -> Result<Attempted, Stop> {
        let system = checker.system();
        if semantics.atl == AtlSemantics::PerfectInformation
            && let Some(ways) = one_by_one
        {
            let left = ways.allowed().saturating_sub(system.work() - begun);
            let decided = sparingly(system, left, || match checker.decide(formula) {
                Decision { verdict: Verdict::Unknown(stop), .. } => Err(GivenUp::Stopped(stop)),
                decision => Ok(decision),
            });
            match decided {
                Ok(decision) => return Ok(Attempted::Decided(decision)),
                Err(GivenUp::Stopped(stop)) => {
                    return Ok(Attempted::Decided(Decision { verdict: Verdict::Unknown(stop), how: None }));
                }
                Err(_) => {
                    if let Some(states) = ways.find(&self.model, system.budget())? {
                        return Ok(Attempted::GivenUp(states));
                    }
                    // It is not tried again.
                    *one_by_one = None;
                }
            }
        }
        Ok(Attempted::Decided(checker.decide(formula)))
    }
}

/// Steps that finding so many states takes, if each takes as many as those that were explored.
fn needed(explored: &Explored, states: u64) -> Option<u64> {
    let steps = u128::from(states) * u128::from(explored.steps);
    Some(u64::try_from(steps.checked_div(explored.expanded as u128)?).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_states_tell_what_all_of_them_take() {
        let explored = Explored { states: 400, levels: 3, expanded: 100, steps: 1_000 };
        assert_eq!(needed(&explored, 7), Some(70));
        assert_eq!(needed(&Explored::default(), 7), None, "nothing is known");
        assert_eq!(needed(&explored, u64::MAX), Some(u64::MAX));
    }
}
