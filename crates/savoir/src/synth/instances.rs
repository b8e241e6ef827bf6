//! One group after the other: each choice of groups makes a formula without variables, which is decided like any other.

use super::explain::without;
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
    /// Whether larger groups can do whatever smaller ones can, if the search makes use of that.
    pub(super) is_monotone: Option<bool>,
    /// The choices of groups that are known to satisfy the formula.
    pub(super) satisfying: GroupSet,
    /// Those that are not decided.
    pub(super) open: GroupSet,
}

impl Instances<'_, '_, '_> {
    /// Decides all that is open, one by one.
    pub(super) fn enumerate(&mut self) -> Result<(), Stop> {
        while !self.space.groups.is_empty(&self.open) {
            let batch = self.done(self.space.groups.list(&self.open, self.tuning.batch))?;
            for valuation in batch.elements {
                let holds = self.decide(&valuation)?;
                let this = self.done(self.space.groups.only(&valuation))?;
                self.settle(&this, holds)?;
            }
        }
        Ok(())
    }

    /// What the search is like.
    pub(super) fn way(&self) -> SynthWay {
        let checked = self.checked;
        match self.is_monotone {
            None => SynthWay::Enumeration { checked },
            Some(monotone) => SynthWay::Guided { checked, monotone },
        }
    }

    /// Decides all that is open, with uniform strategies. `bound` has all choices of groups for which perfect information is
    /// enough, if less than that is never enough.
    ///
    /// If larger groups can do whatever smaller ones can, a largest open choice is tried: if it fails, all smaller ones do; if
    /// not, members leave as long as it holds, and all larger ones hold as well.
    pub(super) fn guided(&mut self, bound: Option<&GroupSet>) -> Result<(), Stop> {
        self.is_monotone = Some(false);
        if let Some(bound) = bound {
            let failing = self.done(self.space.groups.minus(&self.open, bound))?;
            self.settle(&failing, false)?;
        }
        if !self.finds_larger_groups_able()? {
            return self.enumerate();
        }
        self.is_monotone = Some(true);
        while let Some(largest) = self.largest()? {
            if self.decide_with_others(&largest)? {
                self.shrink(largest)?;
            }
        }
        Ok(())
    }

    /// Decides a choice of groups, and with it all larger ones or all smaller ones.
    fn decide_with_others(&mut self, valuation: &Valuation) -> Result<bool, Stop> {
        let holds = self.decide(valuation)?;
        let groups = &self.space.groups;
        let around = (|| {
            let only = groups.only(valuation)?;
            let all = if holds { groups.up_closure(&only)? } else { groups.down_closure(&only)? };
            groups.and(&self.open, &all)
        })();
        let around = self.done(around)?;
        self.settle(&around, holds)?;
        Ok(holds)
    }

    /// An open choice of groups that has no larger open one.
    fn largest(&mut self) -> Result<Option<Valuation>, Stop> {
        let groups = &self.space.groups;
        let found = (|| groups.first(&groups.maximal(&self.open)?))();
        self.done(found)
    }

    /// Members leave groups for which the formula holds, as long as it does.
    fn shrink(&mut self, mut found: Valuation) -> Result<(), Stop> {
        let slots: Vec<Slot> = self.space.groups.slots().collect();
        for slot in slots {
            let fewer = without(&found, slot);
            let is_open = found.has(slot) && self.space.groups.contains(&self.open, &fewer);
            if is_open && self.decide_with_others(&fewer)? {
                found = fewer;
            }
        }
        Ok(())
    }

    /// Whether larger groups can do whatever smaller ones can. One more member has to choose without seeing everything, so its
    /// choice must not end what would go on without it: only values out of range end anything. And the members must not have
    /// more to be sure of.
    fn finds_larger_groups_able(&mut self) -> Result<bool, Stop> {
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
            ConsistencyAnswer::Found(..) | ConsistencyAnswer::Refuted(..) => Ok(false),
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
