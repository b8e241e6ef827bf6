//! Where formulas hold, among all reachable states: part by part, with labels where operators look at whole paths.

use super::space::Space;
use super::{Certificate, CertificateProblem, LabelSource, Labelled, Moves, Recurrence, rules};
use crate::facts::is_true;
use crate::kind::EvidenceKinds;
use crate::meter::{Limits, Meter};
use savoir_model::{AtlSemantics, Connective, FormulaId, Model, Quantifier, Semantics, Shape, Temporal};
use savoir_reference::State;
use std::collections::BTreeMap;

/// By state: whether a formula holds there.
pub(super) type Truths = Vec<bool>;

/// Why a certificate does not say whether a formula holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// It is wrong.
    Wrong(CertificateProblem),
    /// Something is missing for a part of the formula; for the fairness constraints, if no part is named.
    NoLabel(Option<FormulaId>),
    /// There are no certificates for an operator, or not in this reading or under fairness constraints.
    Operator(FormulaId),
    /// A fairness constraint is more than a condition.
    Constraint(FormulaId),
    /// The formula is about other models.
    OtherModels,
    /// There are too many initial states to look at each, or they are hard to find.
    InitialStates,
    /// The limits were met.
    TooMuchWork,
}

impl From<CertificateProblem> for Undecided {
    fn from(problem: CertificateProblem) -> Undecided {
        Undecided::Wrong(problem)
    }
}

/// A certificate whose states are right.
pub struct Certified<'m, L> {
    pub(super) space: Space<'m>,
    pub(super) source: L,
    pub(super) meter: Meter<'m>,
    /// The states that formulas are about.
    pub(super) domain: Truths,
    /// Where the fairness constraints hold.
    constraints: Vec<Truths>,
    /// Each successor that formulas are about is a move.
    pub(super) steps: Vec<Moves>,
    known: BTreeMap<FormulaId, Truths>,
}

impl<'m> Certified<'m, &'m Certificate> {
    /// Checks the states of a certificate, and which of them have a fair path.
    ///
    /// # Errors
    /// What is wrong, or why that is not found out.
    pub fn read(model: &'m Model, certificate: &'m Certificate, limits: Limits<'m>) -> Result<Self, Undecided> {
        Certified::new(model, certificate.states.clone(), certificate, limits)
    }
}

impl<'m, L: LabelSource> Certified<'m, L> {
    /// The same for states and labels from anywhere.
    ///
    /// # Errors
    /// What is wrong, or why that is not found out.
    pub fn new(model: &'m Model, states: Vec<State>, source: L, limits: Limits<'m>) -> Result<Self, Undecided> {
        let meter = Meter::new(model, limits);
        let space = Space::new(model, states, &meter)?;
        let all = vec![true; space.states.len()];
        let known = BTreeMap::new();
        let mut certified =
            Certified { space, source, meter, domain: all, constraints: Vec::new(), steps: Vec::new(), known };
        if !model.fairness.is_empty() {
            certified.find_fair_states()?;
        }
        let fair = |successors: &Vec<usize>| -> Moves {
            successors.iter().filter(|next| certified.domain[**next]).map(|next| vec![*next]).collect()
        };
        certified.steps = certified.space.successors.iter().map(fair).collect();
        Ok(certified)
    }

    fn find_fair_states(&mut self) -> Result<(), Undecided> {
        let model = self.space.model;
        let mut constraints = Vec::new();
        for &constraint in &model.fairness {
            if !EvidenceKinds::new(model, constraint).is_fact(constraint) {
                return Err(Undecided::Constraint(constraint));
            }
            constraints.push(self.truths(constraint)?);
        }
        // Formulas are about fewer states from now on.
        self.known.clear();
        let found = self.source.recur(None, &self.space.successors, &self.domain, &constraints);
        let found = found.ok_or(Undecided::NoLabel(None))?;
        let found = rules::checked(found, self.domain.len(), None, |found| {
            rules::recur(found, &self.space.successors, &self.domain, &constraints)
        })?;
        self.domain = found.iter().map(|one| matches!(one, Recurrence::Meets(_))).collect();
        self.constraints = constraints;
        Ok(())
    }

    /// How many states there are.
    #[must_use]
    pub fn states(&self) -> usize {
        self.space.states.len()
    }

    /// The labels and where they come from.
    #[must_use]
    pub fn into_source(self) -> L {
        self.source
    }

    /// Whether a formula holds in all initial states that formulas are about.
    ///
    /// # Errors
    /// Why the certificate does not say so.
    pub fn decide(&mut self, formula: FormulaId, semantics: Semantics) -> Result<bool, Undecided> {
        match semantics.atl {
            AtlSemantics::PerfectInformation => {}
            AtlSemantics::UniformModel(_) => return Err(Undecided::OtherModels),
            AtlSemantics::Uniform(_) => {
                let formulas = &self.space.model.formulas;
                let is_strategic = |part: &FormulaId| formulas.get(*part).strategic().is_some();
                if let Some(part) = formulas.closure(formula).into_iter().find(is_strategic) {
                    return Err(Undecided::Operator(part));
                }
            }
        }
        let holds = self.truths(formula)?;
        Ok(self.space.initial.iter().all(|state| !self.domain[*state] || holds[*state]))
    }

    /// Where a state formula holds. Parts come first, so there is no recursion over the formula.
    fn truths(&mut self, formula: FormulaId) -> Result<Truths, Undecided> {
        for part in self.space.model.formulas.closure(formula) {
            if self.space.model.formulas.is_path(part) || self.known.contains_key(&part) {
                continue;
            }
            if !self.meter.go_on() || !self.meter.spend(self.domain.len() as u64) {
                return Err(Undecided::TooMuchWork);
            }
            let found = self.truths_of(part)?;
            self.known.insert(part, found);
        }
        self.known.get(&formula).cloned().ok_or(Undecided::Operator(formula))
    }

    /// Where a part holds whose own parts are known.
    pub(super) fn of(&self, part: FormulaId) -> Truths {
        self.known.get(&part).cloned().unwrap_or_default()
    }

    fn truths_of(&mut self, formula: FormulaId) -> Result<Truths, Undecided> {
        let model = self.space.model;
        Ok(match model.formulas.get(formula).shape() {
            Shape::Constant(truth) => self.domain.iter().map(|counts| *counts && truth).collect(),
            Shape::Atom(atom) => {
                let states = self.space.states.iter().zip(&self.domain);
                states.map(|(state, counts)| *counts && is_true(model, atom, state)).collect()
            }
            Shape::Connective(connective) => self.connective(connective),
            Shape::Modality(modality) => self.space.modality(modality, &self.domain, &self.of(modality.operand)),
            Shape::Ctl(quantifier, temporal) => {
                let operands = temporal.operands().into_iter().map(|part| self.of(part)).collect();
                self.paths(Labelled::State(formula), quantifier, temporal, operands)?
            }
            Shape::Quantified(quantifier, path) => {
                // A path formula is about infinite paths, an operator of CTL about finite ones too.
                let goes_on = |state: usize| !self.domain[state] || !self.steps[state].is_empty();
                if !(0..self.domain.len()).all(goes_on) {
                    return Err(Undecided::Operator(formula));
                }
                self.quantified(quantifier, path)?
            }
            Shape::Strategic(coalition, temporal) => {
                if !model.fairness.is_empty() {
                    return Err(Undecided::Operator(formula));
                }
                let moves = self.space.moves(model.formulas.members(coalition), &self.meter)?;
                self.enforced(formula, &moves, temporal)?
            }
            Shape::Path(_) => return Err(Undecided::Operator(formula)),
        })
    }

    fn connective(&self, connective: Connective<'_>) -> Truths {
        let combined = |f: FormulaId, g: FormulaId, truth: fn(bool, bool) -> bool| -> Truths {
            let both = self.of(f).into_iter().zip(self.of(g)).zip(&self.domain);
            both.map(|((f, g), counts)| *counts && truth(f, g)).collect()
        };
        match connective {
            Connective::Not(f) => self.complement(&self.of(f)),
            Connective::And(parts) => parts.iter().fold(self.domain.clone(), |all, part| and(&all, &self.of(*part))),
            Connective::Or(parts) => {
                parts.iter().fold(vec![false; self.domain.len()], |some, part| or(&some, &self.of(*part)))
            }
            Connective::Implies(f, g) => combined(f, g, |f, g| !f || g),
            Connective::Iff(f, g) => combined(f, g, |f, g| f == g),
        }
    }

    /// The states of the domain that are not in a set.
    pub(super) fn complement(&self, set: &[bool]) -> Truths {
        self.domain.iter().zip(set).map(|(counts, holds)| *counts && !holds).collect()
    }

    /// Where a coalition can enforce something.
    fn enforced(&mut self, formula: FormulaId, moves: &[Moves], temporal: Temporal) -> Result<Truths, Undecided> {
        let about = Labelled::State(formula);
        match temporal {
            Temporal::Next(f) => {
                let f = self.of(f);
                let forces = |ends: &Vec<usize>| ends.iter().all(|next| f[*next]);
                Ok(moves.iter().map(|moves| moves.iter().any(forces)).collect())
            }
            Temporal::Finally(g) => self.reach(about, moves, &self.domain.clone(), &self.of(g)),
            Temporal::Until(f, g) => self.reach(about, moves, &self.of(f), &self.of(g)),
            Temporal::Globally(f) => self.stay(about, moves, &self.of(f)),
        }
    }

    /// Where a target is reached.
    pub(super) fn reach(
        &mut self,
        about: Labelled,
        moves: &[Moves],
        through: &[bool],
        target: &[bool],
    ) -> Result<Truths, Undecided> {
        let formula = Some(about.formula());
        let ranks = self.source.reach(about, moves, through, target).ok_or(Undecided::NoLabel(formula))?;
        let ranks =
            rules::checked(ranks, self.domain.len(), formula, |ranks| rules::reach(ranks, moves, through, target))?;
        Ok(ranks.iter().map(Option::is_some).collect())
    }

    /// Where one can stay inside for ever.
    fn stay(&mut self, about: Labelled, moves: &[Moves], inside: &[bool]) -> Result<Truths, Undecided> {
        let formula = Some(about.formula());
        let ranks = self.source.leave(about, moves, inside).ok_or(Undecided::NoLabel(formula))?;
        let ranks = rules::checked(ranks, self.domain.len(), formula, |ranks| rules::leave(ranks, moves, inside))?;
        Ok(ranks.iter().map(Option::is_none).collect())
    }

    /// Where an infinite path starts that stays inside, a fair one if there are constraints.
    fn path_inside(&mut self, about: Labelled, inside: &[bool]) -> Result<Truths, Undecided> {
        if self.constraints.is_empty() {
            let steps = std::mem::take(&mut self.steps);
            let found = self.stay(about, &steps, inside);
            self.steps = steps;
            return found;
        }
        let formula = Some(about.formula());
        let successors = &self.space.successors;
        let found = self.source.recur(Some(about), successors, inside, &self.constraints);
        let found = found.ok_or(Undecided::NoLabel(formula))?;
        let found = rules::checked(found, self.domain.len(), formula, |found| {
            rules::recur(found, successors, inside, &self.constraints)
        })?;
        Ok(found.iter().map(|one| matches!(one, Recurrence::Meets(_))).collect())
    }

    /// Where a temporal operator holds on all paths, or on some, given where its operands do.
    pub(super) fn paths(
        &mut self,
        about: Labelled,
        quantifier: Quantifier,
        temporal: Temporal,
        mut operands: Vec<Truths>,
    ) -> Result<Truths, Undecided> {
        let (Some(g), f) = (operands.pop(), operands.pop()) else { return Err(Undecided::Operator(about.formula())) };
        let steps = self.steps.clone();
        let everywhere = self.domain.clone();
        let not_g = self.complement(&g);
        Ok(match (quantifier, temporal) {
            (Quantifier::Exists, Temporal::Next(_)) => self.next(&g),
            (Quantifier::All, Temporal::Next(_)) => self.complement(&self.next(&not_g)),
            (Quantifier::Exists, Temporal::Finally(_)) => self.reach(about, &steps, &everywhere, &g)?,
            (Quantifier::Exists, Temporal::Until(..)) => self.reach(about, &steps, &f.unwrap_or(everywhere), &g)?,
            (Quantifier::Exists, Temporal::Globally(_)) => self.path_inside(about, &g)?,
            (Quantifier::All, Temporal::Globally(_)) => {
                let reached = self.reach(about, &steps, &everywhere, &not_g)?;
                self.complement(&reached)
            }
            (Quantifier::All, Temporal::Finally(_)) => {
                let avoided = self.path_inside(about, &not_g)?;
                self.complement(&avoided)
            }
            (Quantifier::All, Temporal::Until(..)) => {
                let neither = and(&not_g, &self.complement(&f.unwrap_or(everywhere)));
                let broken = self.reach(about, &steps, &not_g, &neither)?;
                let never = self.path_inside(about, &not_g)?;
                self.complement(&or(&broken, &never))
            }
        })
    }

    fn next(&self, f: &[bool]) -> Truths {
        let leads = |(moves, counts): (&Moves, &bool)| *counts && moves.iter().flatten().any(|next| f[*next]);
        self.steps.iter().zip(&self.domain).map(leads).collect()
    }
}

pub(super) fn and(a: &[bool], b: &[bool]) -> Truths {
    a.iter().zip(b).map(|(a, b)| *a && *b).collect()
}

pub(super) fn or(a: &[bool], b: &[bool]) -> Truths {
    a.iter().zip(b).map(|(a, b)| *a || *b).collect()
}
