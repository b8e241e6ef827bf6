//! The fixpoints of the logics.

use super::{Choices, Observations, Paths};
use crate::Stop;
use savoir_model::AgentId;

/// The fixpoints of the logics, by their equations; an engine overrides those it can find better.
pub trait Fixpoints: Paths + Observations + Choices {
    /// `E(through U target)` over finite paths: the least solution of `Z = target ∪ (through ∩ pre Z)`.
    fn exists_until(&self, through: &Self::Set, target: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = target.clone();
        let mut frontier = target.clone();
        while !self.is_empty(&frontier) {
            self.budget().check()?;
            let before = self.intersection(through, &self.preimage(&frontier)?)?;
            frontier = self.difference(&before, &found)?;
            found = self.union(&found, &frontier)?;
        }
        Ok(found)
    }

    /// `EG within` over infinite paths: the greatest solution of `Z = within ∩ pre Z`.
    fn exists_globally(&self, within: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = within.clone();
        loop {
            self.budget().check()?;
            let next = self.intersection(&found, &self.preimage(&found)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// States with an infinite path inside `within` that visits each of the `fair` sets infinitely often (Emerson and
    /// Lei): the greatest solution of `Z = within ∩ ⋂ᵢ pre E(within U (Z ∩ fairᵢ))`.
    fn exists_fairly(&self, within: &Self::Set, fair: &[Self::Set]) -> Result<Self::Set, Stop> {
        if fair.is_empty() {
            return self.exists_globally(within);
        }
        let mut found = within.clone();
        loop {
            self.budget().check()?;
            let mut next = found.clone();
            for constraint in fair {
                let target = self.intersection(&next, constraint)?;
                let reaching = self.exists_until(&next, &target)?;
                next = self.intersection(&next, &self.preimage(&reaching)?)?;
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// Whether an infinite path that stays `within` starts in `start`, a part of `within`.
    fn has_infinite_path(&self, start: &Self::Set, within: &Self::Set) -> Result<bool, Stop> {
        Ok(!self.is_empty(&self.intersection(start, &self.exists_globally(within)?)?))
    }

    /// States of `domain` from which a chain of states, each indistinguishable from the one before for one of the
    /// `agents` and all inside `domain`, leads into `set`, which is a part of `domain` (Algorithm 5 of the STTT paper).
    fn commonly_indistinguishable(
        &self,
        agents: &[AgentId],
        domain: &Self::Set,
        set: &Self::Set,
    ) -> Result<Self::Set, Stop> {
        let mut found = set.clone();
        loop {
            self.budget().check()?;
            let mut next = found.clone();
            for agent in agents {
                let step = self.intersection(domain, &self.indistinguishable(&[*agent], &found)?)?;
                next = self.union(&next, &step)?;
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// Where the coalition can force `through U target`: the least solution of
    /// `Z = target ∪ (through ∩ controllable predecessors of Z)`.
    fn attractor(&self, coalition: &[AgentId], through: &Self::Set, target: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = target.clone();
        loop {
            self.budget().check()?;
            let step = self.intersection(through, &self.controllable_predecessors(coalition, &found)?)?;
            let next = self.union(&found, &step)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// Where the others can force `through U target` whatever the coalition does: the least solution of
    /// `Z = target ∪ (through ∖ controllable predecessors of the states outside of Z)`.
    fn opponents_attractor(
        &self,
        coalition: &[AgentId],
        through: &Self::Set,
        target: &Self::Set,
    ) -> Result<Self::Set, Stop> {
        let mut found = target.clone();
        loop {
            self.budget().check()?;
            let outside = self.difference(&self.reachable(), &found)?;
            let kept_out = self.controllable_predecessors(coalition, &outside)?;
            let next = self.union(&found, &self.difference(through, &kept_out)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }

    /// Where the coalition can stay `within` for ever: the greatest solution of
    /// `Z = within ∩ controllable predecessors of Z`.
    fn safe_region(&self, coalition: &[AgentId], within: &Self::Set) -> Result<Self::Set, Stop> {
        let mut found = within.clone();
        loop {
            self.budget().check()?;
            let next = self.intersection(&found, &self.controllable_predecessors(coalition, &found)?)?;
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
