//! What is certain about a formula while choices are open.
//!
//! Let `M` be a [partial model](PartialModel) with reachable states `R`, and let σ be any completion of its choices, with
//! the induced model `M_σ`, its reachable states `R_σ` and its domain `D_σ`. Each completion takes one move of `M` in
//! every state, so `R_σ ⊆ R`. For every subformula `f` there are two sets, `lower(f)` and `upper(f)`, such that
//!
//! > for all σ and all s ∈ D_σ:  s ∈ lower(f) ⟹ M_σ, s ⊨ f ⟹ s ∈ upper(f).        (∗)
//!
//! Nothing is said about states outside of `D_σ`. With two more such pairs, of sets that are certain and sets that are
//! possible,
//!
//! > present ∩ … ⊆ R_σ for all σ;   s ∈ R_σ and s ∈ domain.lower ⟹ s ∈ D_σ ⟹ s ∈ domain.upper,
//!
//! (∗) follows by induction over formulas:
//!
//! * *Steps.* Let `pre_σ Z` be the states with a successor of `M_σ` in `Z`. With `may Z`, the states where some move has
//!   a successor in `Z`, and `must Z`, the states where each move has one, `must Z ∩ R_σ ⊆ pre_σ Z ⊆ may Z`. A move
//!   without successors is no obstacle to `may`, but one to `must`: a completion that takes it makes a deadlock. For a
//!   coalition the same is true of "the coalition has an option after some move", "after each move". A state whose moves
//!   were not listed is in no `must Z`, and in `may Z` if any of its successors is in `Z`.
//! * *Fixpoints.* All of them are monotone in `pre` and in their operands, so a smaller operator on smaller sets has
//!   smaller fixpoints, and a larger one larger ones. This includes deadlocks, since CTL and ATL are defined by these
//!   fixpoints also where paths end, and fair paths (Emerson and Lei).
//! * *Domain.* Targets of `E(f U g)` and `EX f` have to be in `D_σ`: below, they are intersected with `domain`. States
//!   before a target, and states on a fair path, are in `D_σ` then, so (∗) may be used for them.
//! * *Negation* exchanges the two bounds, and universal quantifiers are negations of existential ones.
//! * *Knowledge* fails in s iff it is in some accessible state t ∈ D_σ that `f` fails. That is impossible if all accessible
//!   t ∈ domain.upper are in `lower(f)`, and certain if some accessible t which is present and in domain.lower is not in
//!   `upper(f)`, or s itself is not. For chains of states the same is true of each of their states.
//! * *Path quantifiers* are in [`super::paths`], *strategies under fairness* in [`super::fair_games`].

use super::certain::{Side, certainly_present, greatest, least};
use super::partial::Options;
use super::system::{Marks, PartialSystem, alike, combined};
use rustc_hash::FxHashMap;
use savoir_check::{Sets, Stop};
use savoir_model::{
    Accessibility, AgentId, Atom, Connective, ExprId, FormulaId, Modality, Quantifier, Shape, Temporal,
};

/// What is certain, and what is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) lower: Marks,
    pub(super) upper: Marks,
}

impl Bounds {
    fn exactly(set: Marks) -> Bounds {
        Bounds { lower: set.clone(), upper: set }
    }

    pub(super) fn not(&self) -> Bounds {
        let not = |set: &Marks| set.iter().map(|is_in| !is_in).collect();
        Bounds { lower: not(&self.upper), upper: not(&self.lower) }
    }

    pub(super) fn and(&self, other: &Bounds) -> Bounds {
        let both = |a: &Marks, b: &Marks| combined(a, b, |a, b| a && b);
        Bounds { lower: both(&self.lower, &other.lower), upper: both(&self.upper, &other.upper) }
    }

    fn or(&self, other: &Bounds) -> Bounds {
        let some = |a: &Marks, b: &Marks| combined(a, b, |a, b| a || b);
        Bounds { lower: some(&self.lower, &other.lower), upper: some(&self.upper, &other.upper) }
    }

    pub(super) fn of(&self, side: Side) -> &Marks {
        match side {
            Side::Lower => &self.lower,
            Side::Upper => &self.upper,
        }
    }

    /// Both bounds, each from the same bounds of others.
    pub(super) fn each(mut make: impl FnMut(Side) -> Result<Marks, Stop>) -> Result<Bounds, Stop> {
        Ok(Bounds { lower: make(Side::Lower)?, upper: make(Side::Upper)? })
    }
}

/// The bounds of the subformulas of a formula.
pub(super) struct Estimate<'s, 'a, 'm> {
    pub(super) system: &'s PartialSystem<'a, 'm>,
    pub(super) domain: Bounds,
    /// The fairness constraints.
    pub(super) fair: Vec<Bounds>,
    /// States that are reachable whatever is chosen.
    present: Marks,
    pub(super) known: FxHashMap<FormulaId, Bounds>,
}

impl<'s, 'a, 'm> Estimate<'s, 'a, 'm> {
    /// Finds the bounds of the domain.
    pub(super) fn new(system: &'s PartialSystem<'a, 'm>) -> Result<Estimate<'s, 'a, 'm>, Stop> {
        let (domain, present) = (Bounds::exactly(system.reachable()), certainly_present(system.partial));
        let mut estimate = Estimate { system, domain, fair: Vec::new(), present, known: FxHashMap::default() };
        let model = system.model();
        if model.fairness.is_empty() {
            return Ok(estimate);
        }
        // The constraints are read without fairness.
        let fair = model.fairness.iter().map(|constraint| estimate.of(*constraint)).collect::<Result<_, _>>()?;
        estimate.fair = fair;
        estimate.known.clear();
        estimate.domain = estimate.fairly(&estimate.domain)?;
        Ok(estimate)
    }

    /// The verdict on a formula in all completions, if it is the same in all of them.
    pub(super) fn verdict(&mut self, formula: FormulaId) -> Result<Option<bool>, Stop> {
        let bounds = self.of(formula)?;
        let initial = || self.system.partial.initial.iter().map(|state| *state as usize);
        if initial().any(|state| self.domain.lower[state] && !bounds.upper[state]) {
            return Ok(Some(false));
        }
        let holds = initial().all(|state| !self.domain.upper[state] || bounds.lower[state]);
        Ok(holds.then_some(true))
    }

    fn of(&mut self, formula: FormulaId) -> Result<Bounds, Stop> {
        let formulas = &self.system.model().formulas;
        let mut parts = formulas.closure(formula);
        // Parts have smaller numbers than wholes.
        parts.sort_unstable();
        for part in parts {
            if !formulas.is_path(part) && !self.known.contains_key(&part) {
                self.system.budget().check()?;
                let bounds = self.evaluate(part)?;
                self.known.insert(part, bounds);
            }
        }
        Ok(self.known[&formula].clone())
    }

    fn evaluate(&self, formula: FormulaId) -> Result<Bounds, Stop> {
        let model = self.system.model();
        match model.formulas.get(formula).shape() {
            Shape::Constant(value) => Ok(Bounds::exactly(vec![value; self.system.partial.len()])),
            Shape::Atom(Atom::Proposition(id)) => Ok(self.condition(Some(model.proposition(id).condition))),
            Shape::Atom(Atom::Condition(condition)) => Ok(self.condition(Some(condition))),
            Shape::Atom(Atom::Red(agent)) => Ok(self.condition(model.agent(agent).red)),
            Shape::Atom(Atom::Green(agent)) => Ok(self.condition(model.agent(agent).red).not()),
            Shape::Connective(connective) => Ok(self.connective(connective)),
            Shape::Modality(modality) => self.modality(modality),
            Shape::Ctl(Quantifier::Exists, temporal) => self.exists(temporal),
            Shape::Ctl(Quantifier::All, temporal) => self.all(temporal),
            Shape::Strategic(coalition, temporal) => self.enforced(model.formulas.members(coalition), temporal),
            Shape::Quantified(quantifier, operand) => self.quantified(quantifier, formula, operand),
            Shape::Path(_) => Ok(self.trivial()),
        }
    }

    fn condition(&self, condition: Option<ExprId>) -> Bounds {
        Bounds::exactly(condition.map_or_else(|| self.system.empty(), |condition| self.system.holding(condition)))
    }

    pub(super) fn trivial(&self) -> Bounds {
        Bounds { lower: self.system.empty(), upper: self.system.reachable() }
    }

    fn connective(&self, connective: Connective<'_>) -> Bounds {
        let known = |part: FormulaId| &self.known[&part];
        match connective {
            Connective::Not(f) => known(f).not(),
            Connective::And(parts) => {
                parts[1..].iter().fold(known(parts[0]).clone(), |all, part| all.and(known(*part)))
            }
            Connective::Or(parts) => {
                parts[1..].iter().fold(known(parts[0]).clone(), |some, part| some.or(known(*part)))
            }
            Connective::Implies(f, g) => known(f).not().or(known(g)),
            Connective::Iff(f, g) => known(f).and(known(g)).or(&known(f).not().and(&known(g).not())),
        }
    }

    fn exists(&self, temporal: Temporal) -> Result<Bounds, Stop> {
        let known = |part: FormulaId| &self.known[&part];
        match temporal {
            Temporal::Next(f) => {
                let targets = known(f).and(&self.domain);
                let partial = self.system.partial;
                Bounds::each(|side| {
                    Ok((0..partial.len()).map(|state| side.can_step(partial, state, targets.of(side))).collect())
                })
            }
            Temporal::Finally(f) => self.exists_until(&Bounds::exactly(self.system.reachable()), known(f)),
            Temporal::Until(f, g) => self.exists_until(known(f), known(g)),
            Temporal::Globally(f) => self.fairly(known(f)),
        }
    }

    fn all(&self, temporal: Temporal) -> Result<Bounds, Stop> {
        let not = |part: FormulaId| self.known[&part].not();
        let fails = match temporal {
            Temporal::Next(f) => {
                let targets = not(f).and(&self.domain);
                let partial = self.system.partial;
                Bounds::each(|side| {
                    Ok((0..partial.len()).map(|state| side.can_step(partial, state, targets.of(side))).collect())
                })?
            }
            Temporal::Finally(f) => self.fairly(&not(f))?,
            Temporal::Globally(f) => self.exists_until(&Bounds::exactly(self.system.reachable()), &not(f))?,
            Temporal::Until(f, g) => {
                let broken = self.exists_until(&not(g), &not(f).and(&not(g)))?;
                broken.or(&self.fairly(&not(g))?)
            }
        };
        Ok(fails.not())
    }

    fn exists_until(&self, through: &Bounds, targets: &Bounds) -> Result<Bounds, Stop> {
        let (partial, budget) = (self.system.partial, self.system.budget());
        // A state before a target in the domain is in the domain.
        let through = Bounds { lower: through.lower.clone(), upper: through.and(&self.domain).upper };
        let targets = targets.and(&self.domain);
        Bounds::each(|side| {
            least(budget, through.of(side), targets.of(side), |state, set| side.can_step(partial, state, set))
        })
    }

    /// `EG`, over fair paths if there are constraints.
    fn fairly(&self, within: &Bounds) -> Result<Bounds, Stop> {
        let (partial, budget) = (self.system.partial, self.system.budget());
        let within = Bounds { lower: within.lower.clone(), upper: within.and(&self.domain).upper };
        Bounds::each(|side| {
            let step = |state: usize, set: &Marks| side.can_step(partial, state, set);
            let mut found = within.of(side).clone();
            if self.fair.is_empty() {
                return greatest(budget, found, step);
            }
            loop {
                budget.check()?;
                let mut next = found.clone();
                for constraint in &self.fair {
                    let target = combined(&next, constraint.of(side), |a, b| a && b);
                    let reaching = least(budget, &next, &target, step)?;
                    next = (0..next.len()).map(|state| next[state] && step(state, &reaching)).collect();
                }
                if next == found {
                    return Ok(found);
                }
                found = next;
            }
        })
    }

    fn enforced(&self, coalition: &[AgentId], temporal: Temporal) -> Result<Bounds, Stop> {
        if !self.fair.is_empty() {
            return self.enforced_fairly(coalition, temporal);
        }
        let (partial, budget) = (self.system.partial, self.system.budget());
        let options: &Options = &*self.system.options(coalition)?;
        let known = |part: FormulaId| &self.known[&part];
        Bounds::each(|side| {
            let step = |state: usize, set: &Marks| side.can_force(partial, options, state, set);
            match temporal {
                Temporal::Next(f) => Ok((0..partial.len()).map(|state| step(state, known(f).of(side))).collect()),
                Temporal::Finally(f) => least(budget, self.domain.of(side), known(f).of(side), step),
                Temporal::Until(f, g) => least(budget, known(f).of(side), known(g).of(side), step),
                Temporal::Globally(f) => greatest(budget, known(f).of(side).clone(), step),
            }
        })
    }

    fn modality(&self, Modality { accessible, correct, operand }: Modality) -> Result<Bounds, Stop> {
        let model = self.system.model();
        let counts =
            correct.map_or_else(|| self.system.reachable(), |agent| self.condition(model.agent(agent).red).not().lower);
        let operand = &self.known[&operand];
        let failing = |set: &Marks| combined(&counts, set, |counts, holds| counts && !holds);
        let possibly = combined(&failing(&operand.lower), &self.domain.upper, |a, b| a && b);
        let here = failing(&operand.upper);
        let sure = combined(&self.present, &self.domain.lower, |a, b| a && b);
        let surely = combined(&here, &sure, |a, b| a && b);
        let failed = match accessible {
            Accessibility::Agent(agent) => self.seen(&[vec![agent]], &possibly, &surely),
            // Where there is nobody, everybody knows everything.
            Accessibility::Everyone(group) if model.formulas.members(group).is_empty() => {
                return Ok(Bounds::exactly(self.system.reachable()));
            }
            Accessibility::Everyone(_) | Accessibility::Distributed(_) => {
                self.seen(&accessible.observers(&model.formulas), &possibly, &surely)
            }
            Accessibility::Common(group) => {
                let members: Vec<Vec<AgentId>> =
                    model.formulas.members(group).iter().map(|agent| vec![*agent]).collect();
                Bounds {
                    upper: self.chained(&members, &possibly, &self.domain.upper)?,
                    // The last link is from the state itself.
                    lower: self.seen(&members, &possibly, &self.chained(&members, &surely, &sure)?).lower,
                }
            }
            Accessibility::Anywhere => {
                let everywhere = |set: &Marks| vec![set.contains(&true); set.len()];
                Bounds { upper: everywhere(&possibly), lower: everywhere(&surely) }
            }
        };
        let failed = Bounds { lower: combined(&failed.lower, &here, |a, b| a || b), upper: failed.upper };
        Ok(failed.not())
    }

    /// States where some of these groups of observers think it possible that something fails.
    fn seen(&self, groups: &[Vec<AgentId>], possibly: &Marks, surely: &Marks) -> Bounds {
        let mut seen = Bounds::exactly(self.system.empty());
        for group in groups {
            let views = self.system.views(group);
            seen = seen.or(&Bounds { lower: alike(&views, surely), upper: alike(&views, possibly) });
        }
        seen
    }

    /// States of a domain from which a chain of states that look alike to somebody leads into a set.
    fn chained(&self, groups: &[Vec<AgentId>], set: &Marks, domain: &Marks) -> Result<Marks, Stop> {
        let views: Vec<Vec<u32>> = groups.iter().map(|group| self.system.views(group)).collect();
        let mut found = set.clone();
        loop {
            self.system.budget().check()?;
            let mut next = found.clone();
            for views in &views {
                let linked = combined(&alike(views, &next), domain, |a, b| a && b);
                next = combined(&next, &linked, |a, b| a || b);
            }
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}
