//! Making certificates for models with few states.
//!
//! The states are found by the definitions of the language, not by an engine. The numbers in the labels are found by
//! fixpoints, and checked right away by the same code that replays them.

mod attractor;
mod recurrence;

use savoir_model::{FormulaId, Model, Semantics};
use savoir_replay::{
    Certificate, Certified, LabelSource, Labelled, Limits, Moves, Ranks, Recurrence, reachable_states,
};

/// How large a certificate may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CertificateLimits {
    /// Reachable states.
    pub states: usize,
    /// Values of variables in all states together.
    pub values: usize,
    /// Joint actions and their successors, in all states together.
    pub steps: u64,
    /// Numbers in all labels together.
    pub numbers: usize,
}

impl Default for CertificateLimits {
    /// A file of about a megabyte at most, which takes a second or two to make and to replay.
    fn default() -> Self {
        CertificateLimits { states: 2_000, values: 40_000, steps: 100_000, numbers: 100_000 }
    }
}

/// A certificate, and what it says about each formula: nothing where certificates cannot.
#[derive(Clone, Debug)]
pub struct CertifiedFormulas {
    /// The certificate.
    pub certificate: Certificate,
    /// In the order of the formulas.
    pub verdicts: Vec<Option<bool>>,
}

/// Makes a certificate for some formulas with their readings; none if it would be too large or help with no formula.
#[must_use]
pub fn certify(
    model: &Model,
    formulas: &[(FormulaId, Semantics)],
    limits: CertificateLimits,
) -> Option<CertifiedFormulas> {
    if formulas.is_empty() {
        return None;
    }
    let most = limits.states.min(limits.values / model.variables.len().max(1));
    let states = reachable_states(model, most, limits.steps)?;
    let maker = Maker { certificate: Certificate::default(), left: limits.numbers };
    let mut certified = Certified::new(model, states.clone(), maker, Limits::default()).ok()?;
    let verdicts: Vec<Option<bool>> =
        formulas.iter().map(|(formula, semantics)| certified.decide(*formula, *semantics).ok()).collect();
    let certificate = Certificate { states, ..certified.into_source().certificate };
    verdicts.iter().any(Option::is_some).then_some(CertifiedFormulas { certificate, verdicts })
}

/// Finds labels, and keeps them.
struct Maker {
    certificate: Certificate,
    /// Numbers that there may still be.
    left: usize,
}

impl Maker {
    /// Whether there is room for so many numbers.
    fn takes(&mut self, numbers: usize) -> Option<()> {
        self.left = self.left.checked_sub(numbers)?;
        Some(())
    }
}

impl LabelSource for Maker {
    fn reach(&mut self, about: Labelled, moves: &[Moves], through: &[bool], target: &[bool]) -> Option<Ranks> {
        self.takes(moves.len())?;
        let ranks = attractor::reach(moves, through, target);
        self.certificate.labels.entry(about).or_default().reach = Some(ranks.clone());
        Some(ranks)
    }

    fn leave(&mut self, about: Labelled, moves: &[Moves], inside: &[bool]) -> Option<Ranks> {
        self.takes(moves.len())?;
        let ranks = attractor::leave(moves, inside);
        self.certificate.labels.entry(about).or_default().leave = Some(ranks.clone());
        Some(ranks)
    }

    fn recur(
        &mut self,
        about: Option<Labelled>,
        successors: &[Vec<usize>],
        inside: &[bool],
        constraints: &[Vec<bool>],
    ) -> Option<Vec<Recurrence>> {
        self.takes(successors.len() * constraints.len().max(1))?;
        let found = recurrence::recur(successors, inside, constraints);
        match about {
            None => self.certificate.fair = Some(found.clone()),
            Some(about) => self.certificate.labels.entry(about).or_default().recur = Some(found.clone()),
        }
        Some(found)
    }
}

#[cfg(test)]
mod tests;
