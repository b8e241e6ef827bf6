//! The sets of states that strategies are read off.

use super::Generator;
use savoir_check::{Layers, Power, Side, Stop, System};
use savoir_model::{AgentId, AtlSemantics, Formula, FormulaId, Temporal};

/// What somebody who plays well does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// Gets into the first layer with one step.
    Step,
    /// Gets from each layer into the one before, and so into the first one.
    Reach,
    /// Never leaves the only layer.
    Stay,
}

/// Where somebody wins: the coalition of a formula that holds, or its opponents if it fails.
#[derive(Clone)]
pub(super) struct Region<Set> {
    pub(super) aim: Aim,
    /// Each contains the one before. The first is where it is decided, or where to stay.
    pub(super) layers: Layers<Set>,
    /// Where a play that stays is decided nevertheless.
    pub(super) escape: Option<Set>,
    /// What has which truth value in all states before the end ...
    pub(super) before: Vec<(FormulaId, bool)>,
    /// ... and at the end.
    pub(super) end: Vec<(FormulaId, bool)>,
    /// Whether there are no more layers.
    complete: bool,
}

impl<S: System> Generator<'_, '_, S> {
    /// Where a formula about a coalition has a truth value for reasons that a strategy shows, as far as it is needed to
    /// win in `start`. Under fairness that may be too little: there are states where the coalition wins on fair paths
    /// only. Then the answer is `None`.
    pub(super) fn region(
        &mut self,
        formula: FormulaId,
        holds: bool,
        start: &S::Set,
    ) -> Result<Option<Region<S::Set>>, Stop> {
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(formula) else { return Ok(None) };
        let members = self.model.formulas.members(coalition).to_vec();
        let mut region = match self.regions.remove(&(formula, holds)) {
            Some(region) => region,
            None => self.new_region(formula, holds, &members, temporal)?,
        };
        if region.aim == Aim::Reach && holds && region.layers.found().len() == 1 {
            if let Some(layers) = self.checker.kept_layers(&members, temporal) {
                region = Region { layers, complete: true, ..region };
            } else if let Some(layers) = self.layers_of_path(&region, &members, temporal, start)? {
                // These are about this start only, and are not kept.
                return Ok(Some(Region { layers, complete: true, ..region }));
            }
        }
        let wins = match region.aim {
            Aim::Reach => self.add_layers(&mut region, &members, temporal, holds, start)?,
            Aim::Stay => self.checker.system().is_subset(start, &region.layers.found()[0])?,
            Aim::Step if !holds => true,
            Aim::Step => {
                let good = self.checker.controllable(&members, &region.layers.found()[0])?;
                self.checker.system().is_subset(start, &good)?
            }
        };
        self.regions.insert((formula, holds), region.clone());
        Ok(wins.then_some(region))
    }

    fn new_region(
        &mut self,
        formula: FormulaId,
        holds: bool,
        members: &[AgentId],
        temporal: Temporal,
    ) -> Result<Region<S::Set>, Stop> {
        let new = |aim, first, before: &[(FormulaId, bool)], end: &[(FormulaId, bool)]| Region {
            aim,
            layers: Layers::new(first),
            escape: None,
            before: before.to_vec(),
            end: end.to_vec(),
            complete: false,
        };
        Ok(match (temporal, holds) {
            (Temporal::Next(f), _) => new(Aim::Step, self.set(f, holds)?, &[], &[(f, holds)]),
            (Temporal::Finally(g), true) => new(Aim::Reach, self.set(g, true)?, &[], &[(g, true)]),
            (Temporal::Until(f, g), true) => new(Aim::Reach, self.set(g, true)?, &[(f, true)], &[(g, true)]),
            (Temporal::Globally(f), false) => new(Aim::Reach, self.set(f, false)?, &[], &[(f, false)]),
            (Temporal::Globally(f), true) => {
                let staying = if self.model.fairness.is_empty() {
                    self.won(formula, members, temporal)?
                } else {
                    let within = self.set(f, true)?;
                    self.checker.system().safe_region(members, &within)?
                };
                new(Aim::Stay, staying, &[(f, true)], &[])
            }
            (Temporal::Finally(g), false) => new(Aim::Stay, self.lost(formula, members, temporal)?, &[(g, false)], &[]),
            (Temporal::Until(f, g), false) => {
                let lost = self.lost(formula, members, temporal)?;
                let without = self.set(f, false)?;
                let escape = self.checker.system().intersection(&lost, &without)?;
                let region = new(Aim::Stay, lost, &[(g, false)], &[(f, false), (g, false)]);
                Region { escape: Some(escape), ..region }
            }
        })
    }

    /// Where a coalition wins with perfect information: strategies are read off this in every reading.
    fn won(&mut self, formula: FormulaId, members: &[AgentId], temporal: Temporal) -> Result<S::Set, Stop> {
        match self.checker.semantics().atl {
            AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_) => self.set(formula, true),
            AtlSemantics::Uniform(_) => self.checker.enforce_with_perfect_information(members, temporal),
        }
    }

    /// Where it does not.
    fn lost(&mut self, formula: FormulaId, members: &[AgentId], temporal: Temporal) -> Result<S::Set, Stop> {
        let won = self.won(formula, members, temporal)?;
        self.checker.system().difference(self.checker.domain(), &won)
    }

    /// If everything is up to the coalition, then a strategy is a path, and the states on shortest paths are all that
    /// matters. These are found forwards, which often is far less work than finding all states where it wins.
    fn layers_of_path(
        &mut self,
        region: &Region<S::Set>,
        members: &[AgentId],
        temporal: Temporal,
        start: &S::Set,
    ) -> Result<Option<Layers<S::Set>>, Stop> {
        let through = self.through(temporal)?;
        let system = self.checker.system();
        let one = num_bigint::BigUint::from(1u32);
        if system.power(members) != Power::Everything || system.count(start)? != one {
            return Ok(None);
        }
        let target = &region.layers.found()[0];
        Layers::new(start.clone()).towards(system, &through, target)
    }

    /// Where a play may be before it is decided.
    pub(super) fn through(&mut self, temporal: Temporal) -> Result<S::Set, Stop> {
        match temporal {
            Temporal::Until(f, _) => self.set(f, true),
            _ => Ok(self.checker.domain().clone()),
        }
    }

    /// Adds layers until one contains `start`; whether there is one.
    fn add_layers(
        &mut self,
        region: &mut Region<S::Set>,
        members: &[AgentId],
        temporal: Temporal,
        holds: bool,
        start: &S::Set,
    ) -> Result<bool, Stop> {
        let through = self.through(temporal)?;
        let side = if holds { Side::Coalition } else { Side::Opponents };
        loop {
            if let Some(last) = region.layers.found().last()
                && self.checker.system().is_subset(start, last)?
            {
                return Ok(true);
            }
            if region.complete {
                return Ok(false);
            }
            region.complete = !self.checker.grow_attractor(&mut region.layers, members, side, &through)?;
        }
    }

    /// After how many steps from a state it is decided at the latest: the first layer that contains it.
    pub(super) fn rank(&self, region: &Region<S::Set>, state: &[u64]) -> Result<usize, Stop> {
        let (mut low, mut high) = (0, region.layers.found().len() - 1);
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.checker.system().contains(&region.layers.found()[middle], state)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(low)
    }
}
