//! One group after the other: each choice of groups makes a formula without variables, which is decided like any other.

use super::outcome::SynthWay;
use super::polarity::{is_positive_in_strategies, seeks_coalitions_only};
use super::tuning::SynthTuning;
use super::{Question, Space};
use crate::Verdict;
use crate::consistency::{ConsistencyAnswer, ConsistencyCheck};
use crate::session::Session;
use savoir_check::{Budget, Phase, Progress, Stop, UniformAlgorithm};
use savoir_groups::{GroupSet, Halt, Slot, Valuation};
use savoir_model::{AgentId, AtlSemantics, FormulaId, Model, Semantics, StartSet};

/// A search that decides one formula after the other.
pub(super) struct Instances<'a, 's, 'm> {
    pub(super) session: &'a mut Session<'s>,
    pub(super) model: &'m mut Model,
    pub(super) question: &'a Question,
    pub(super) semantics: Semantics,
    pub(super) uniform: UniformAlgorithm,
    pub(super) candidates: &'a [AgentId],
    pub(super) space: &'a Space,
    pub(super) tuning: SynthTuning,
    pub(super) budget: &'a Budget,
    pub(super) checked: u64,
    /// The choices of groups that are known to satisfy the formula.
    pub(super) satisfying: GroupSet,
    /// Those that are not decided.
    pub(super) open: GroupSet,
}

impl Instances<'_, '_, '_> {
    /// Decides all that is open, one by one.
    pub(super) fn enumerate(&mut self) -> Result<SynthWay, Stop> {
        while !self.space.groups.is_empty(&self.open) {
            let batch = self.done(self.space.groups.list(&self.open, self.tuning.batch))?;
            for valuation in batch.elements {
                let holds = self.decide(&valuation)?;
                let this = self.done(self.space.groups.only(&valuation))?;
                self.settle(&this, holds)?;
            }
        }
        Ok(SynthWay::Enumeration { checked: self.checked })
    }

    /// Decides all that is open, with uniform strategies. `bound` has all choices of groups for which perfect information is
    /// enough, if less than that is never enough.
    ///
    /// If larger groups can do whatever smaller ones can, a largest open choice is tried: if it fails, all smaller ones do; if
    /// not, members leave as long as it holds, and all larger ones hold as well.
    pub(super) fn guided(&mut self, bound: Option<&GroupSet>) -> Result<SynthWay, Stop> {
        if let Some(bound) = bound {
            let failing = self.done(self.space.groups.minus(&self.open, bound))?;
            self.settle(&failing, false)?;
        }
        let monotone = self.is_monotone()?;
        if !monotone {
            self.enumerate()?;
            return Ok(SynthWay::Guided { checked: self.checked, monotone });
        }
        while let Some(largest) = self.largest()? {
            let around = if self.decide(&largest)? {
                let least = self.least_below(largest)?;
                let only = self.done(self.space.groups.only(&least))?;
                (self.done(self.space.groups.up_closure(&only))?, true)
            } else {
                let only = self.done(self.space.groups.only(&largest))?;
                (self.done(self.space.groups.down_closure(&only))?, false)
            };
            let settled = self.done(self.space.groups.and(&self.open, &around.0))?;
            self.settle(&settled, around.1)?;
        }
        Ok(SynthWay::Guided { checked: self.checked, monotone })
    }

    /// An open choice of groups that has no larger open one.
    fn largest(&mut self) -> Result<Option<Valuation>, Stop> {
        let groups = &self.space.groups;
        let found = (|| groups.first(&groups.maximal(&self.open)?))();
        self.done(found)
    }

    /// A choice below one for which the formula holds, such that it fails, or is not open, if any single member leaves.
    fn least_below(&mut self, mut found: Valuation) -> Result<Valuation, Stop> {
        let slots: Vec<Slot> = self.space.groups.slots().collect();
        for slot in slots {
            if !found.has(slot) {
                continue;
            }
            let mut fewer = found.groups().to_vec();
            fewer[slot.variable].retain(|agent| *agent != slot.agent);
            let fewer = Valuation::new(fewer);
            if self.space.groups.contains(&self.open, &fewer) && self.decide(&fewer)? {
                found = fewer;
            }
        }
        Ok(found)
    }

    /// Whether larger groups can do whatever smaller ones can. One more member has to choose without seeing everything, so its
    /// choice must not end what would go on without it: only values out of range end anything. And the members must not have
    /// more to be sure of.
    fn is_monotone(&mut self) -> Result<bool, Stop> {
        let pool = &self.model.formulas;
        let formula = self.question.selected.property.formula;
        let by_start = match self.semantics.atl {
            AtlSemantics::Uniform(StartSet::Objective | StartSet::Distributed) => true,
            AtlSemantics::Uniform(StartSet::Everyone | StartSet::Common)
            | AtlSemantics::PerfectInformation
            | AtlSemantics::UniformModel(_) => false,
        };
        let plain = self.model.fairness.is_empty()
            && seeks_coalitions_only(pool, formula)
            && is_positive_in_strategies(pool, formula);
        if !by_start || !plain {
            return Ok(false);
        }
        match self.session.consistency(ConsistencyCheck::Overflow) {
            ConsistencyAnswer::Stopped(stop) => Err(stop),
            ConsistencyAnswer::Free => Ok(true),
            ConsistencyAnswer::Found(_) | ConsistencyAnswer::Refuted(..) => Ok(false),
        }
    }

    /// Whether the formula is true for a choice of groups.
    fn decide(&mut self, valuation: &Valuation) -> Result<bool, Stop> {
        self.budget.check()?;
        self.checked += 1;
        self.budget.report(&Progress { iteration: self.checked, ..Progress::new(Phase::Groups) });
        let instance = instance(self.model, self.question, self.candidates, valuation);
        match self.session.groups().instance(self.model, instance, self.semantics, self.uniform) {
            Verdict::True => Ok(true),
            Verdict::False => Ok(false),
            Verdict::Unknown(stop) => Err(stop),
        }
    }

    fn settle(&mut self, set: &GroupSet, holds: bool) -> Result<(), Stop> {
        self.open = self.done(self.space.groups.minus(&self.open, set))?;
        if holds {
            self.satisfying = self.done(self.space.groups.or(&self.satisfying, set))?;
        }
        Ok(())
    }

    fn done<T>(&self, result: Result<T, Halt>) -> Result<T, Stop> {
        self.space.stop(result, self.budget)
    }
}

/// The formula with groups in place of its variables.
pub(super) fn instance(
    model: &mut Model,
    question: &Question,
    candidates: &[AgentId],
    valuation: &Valuation,
) -> FormulaId {
    let members = |group: &Vec<usize>| group.iter().map(|place| candidates[*place]).collect::<Vec<AgentId>>();
    let groups: Vec<(&str, Vec<AgentId>)> = question
        .variables
        .iter()
        .zip(valuation.groups())
        .map(|(variable, group)| (variable.name.as_str(), members(group)))
        .collect();
    model.instance(question.selected.property.formula, &groups)
}
