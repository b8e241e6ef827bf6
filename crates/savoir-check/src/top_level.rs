//! Formulas as a whole: they need to be decided in the initial states only, which often is far less work than finding
//! all states where they hold.

use crate::{Checker, Power, Stop, System};
use num_bigint::BigUint;
use savoir_model::{Formula, FormulaId, Quantifier, Temporal};

impl<S: System> Checker<'_, S> {
    /// Whether a formula holds in every initial state of the domain.
    pub(crate) fn holds_initially(&mut self, formula: FormulaId) -> Result<bool, Stop> {
        let initial = self.system.intersection(&self.system.initial(), self.domain())?;
        self.holds_on(&initial, formula)
    }

    /// Whether a formula holds in every state of a part of the domain.
    fn holds_on(&mut self, states: &S::Set, formula: FormulaId) -> Result<bool, Stop> {
        let formulas = self.formulas;
        match formulas.get(formula) {
            Formula::And(parts) => {
                for &part in parts {
                    if !self.holds_on(states, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Formula::Implies(condition, then) => {
                let condition = self.satisfying(*condition)?;
                let states = self.system.intersection(states, &condition)?;
                self.holds_on(&states, *then)
            }
            Formula::Knows(agent, f) => self.holds_where_confused(&[*agent], states, *f),
            Formula::Distributed(group, f) => self.holds_where_confused(formulas.members(*group), states, *f),
            Formula::Everyone(group, f) => {
                for agent in formulas.members(*group) {
                    if !self.holds_where_confused(&[*agent], states, *f)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            // Every state of the domain is reachable from an initial state of the domain.
            Formula::Ctl(Quantifier::All, Temporal::Globally(f)) if self.has_all_initial(states)? => {
                let domain = self.domain().clone();
                self.holds_on(&domain, *f)
            }
            Formula::Ctl(Quantifier::All, Temporal::Finally(goal)) if self.fair().is_empty() => {
                let goal = self.satisfying(*goal)?;
                self.inevitable(states, &goal)
            }
            Formula::Ctl(Quantifier::Exists, Temporal::Finally(goal)) if self.is_only_initial(states)? => {
                let goal = self.satisfying(*goal)?;
                Ok(!self.system.is_empty(&goal))
            }
            Formula::Enforce(coalition, Temporal::Finally(goal)) if self.fair().is_empty() => {
                match self.system.power(formulas.members(*coalition)) {
                    Power::Everything if self.is_only_initial(states)? => {
                        let goal = self.satisfying(*goal)?;
                        Ok(!self.system.is_empty(&goal))
                    }
                    Power::Nothing => {
                        let goal = self.satisfying(*goal)?;
                        let stuck = self.system.difference(self.stuck()?, &goal)?;
                        if self.system.is_empty(&stuck) {
                            self.inevitable(states, &goal)
                        } else {
                            self.includes(states, formula)
                        }
                    }
                    Power::Everything | Power::Something => self.includes(states, formula),
                }
            }
            _ => self.includes(states, formula),
        }
    }

    fn includes(&mut self, states: &S::Set, formula: FormulaId) -> Result<bool, Stop> {
        let set = self.satisfying(formula)?;
        self.system.is_subset(states, &set)
    }

    /// Whether a formula holds in all states of the domain that the observers together cannot tell from `states`.
    fn holds_where_confused(
        &mut self,
        observers: &[savoir_model::AgentId],
        states: &S::Set,
        formula: FormulaId,
    ) -> Result<bool, Stop> {
        let confused = self.system.indistinguishable(observers, states)?;
        let confused = self.system.intersection(&confused, self.domain())?;
        self.holds_on(&confused, formula)
    }

    /// Whether every infinite path from `start` comes to a state of `goal`; without fairness.
    fn inevitable(&self, start: &S::Set, goal: &S::Set) -> Result<bool, Stop> {
        let start = self.system.difference(start, goal)?;
        let within = self.complement(goal)?;
        Ok(!self.system.has_infinite_path(&start, &within)?)
    }

    fn has_all_initial(&self, states: &S::Set) -> Result<bool, Stop> {
        let initial = self.system.intersection(&self.system.initial(), self.domain())?;
        self.system.is_subset(&initial, states)
    }

    /// Whether `states` is the only initial state of the domain: then it can reach every state of the domain.
    fn is_only_initial(&self, states: &S::Set) -> Result<bool, Stop> {
        let initial = self.system.intersection(&self.system.initial(), self.domain())?;
        Ok(*states == initial && self.system.count(&initial)? == BigUint::from(1u32))
    }
}
