//! Certificates: all reachable states, and for the operators that look at whole paths the numbers that make their truth a
//! matter of single steps.
//!
//! A [`Certificate`] lists states. They must be those that are reachable: every initial state is among them, and so is
//! every successor of each of them. Then the truth of a formula is found part by part, in all states at once. Facts,
//! connectives, next states and knowledge say themselves where they hold. For the others a [`Label`] has ranks: how far
//! it is to where something is decided, which can be checked by looking at each state and its successors. No search is
//! needed, and nothing is believed.

mod knowledge;
mod labelling;
mod paths;
mod rules;
mod space;
#[cfg(test)]
mod tests;

pub use labelling::{Certified, Undecided};
pub use space::{Moves, reachable_states};

use savoir_model::{FormulaId, Quantifier};
use savoir_reference::State;
use std::collections::BTreeMap;

/// A list of states with what is known about each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The reachable states, each once.
    pub states: Vec<State>,
    /// Where there are fairness constraints: which states have a fair path.
    pub fair: Option<Vec<Recurrence>>,
    /// What is needed to see where formulas hold.
    pub labels: BTreeMap<Labelled, Label>,
}

/// What a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Labelled {
    /// A state formula.
    State(FormulaId),
    /// All paths, or some, satisfy a path formula.
    AllPaths(FormulaId),
    /// Some path satisfies a path formula.
    SomePath(FormulaId),
}

impl Labelled {
    pub(crate) fn path(quantifier: Quantifier, formula: FormulaId) -> Labelled {
        match quantifier {
            Quantifier::All => Labelled::AllPaths(formula),
            Quantifier::Exists => Labelled::SomePath(formula),
        }
    }

    /// The formula.
    #[must_use]
    pub fn formula(self) -> FormulaId {
        match self {
            Labelled::State(formula) | Labelled::AllPaths(formula) | Labelled::SomePath(formula) => formula,
        }
    }
}

/// By state: a number of steps, or none.
pub type Ranks = Vec<Option<u32>>;

/// What is needed to see where an operator holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// After how many steps a goal is reached, by somebody who can and wants to; none where nobody can.
    pub reach: Option<Ranks>,
    /// After how many steps some region is left, whatever is done; none where one can stay for ever.
    pub leave: Option<Ranks>,
    /// The same where only fair paths count.
    pub recur: Option<Vec<Recurrence>>,
}

/// Whether a fair path in some region starts in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// One does: so many steps lead to a state of each fairness constraint, and on from there.
    Meets(Vec<u32>),
    /// None does: every path is so many times left behind by a constraint, the next time by this one. Outside of the
    /// region, both are 0.
    Misses {
        /// How many times.
        stage: u32,
        /// The constraint that is not met again until the next time, from 0.
        constraint: u32,
    },
}

/// Where labels come from: out of a file, or from whoever makes it. What it says is checked in any case.
pub trait LabelSource {
    /// For each state: how far it is to the target, if every state before it is one to go through, for somebody who
    /// chooses moves.
    fn reach(&mut self, about: Labelled, moves: &[Moves], through: &[bool], target: &[bool]) -> Option<Ranks>;

    /// For each state: after how many steps a region is left, whoever chooses the moves.
    fn leave(&mut self, about: Labelled, moves: &[Moves], inside: &[bool]) -> Option<Ranks>;

    /// Where fair paths in a region start; about the model as a whole, if no formula is named.
    fn recur(
        &mut self,
        about: Option<Labelled>,
        successors: &[Vec<usize>],
        inside: &[bool],
        constraints: &[Vec<bool>],
    ) -> Option<Vec<Recurrence>>;
}

impl LabelSource for &Certificate {
    fn reach(&mut self, about: Labelled, _: &[Moves], _: &[bool], _: &[bool]) -> Option<Ranks> {
        self.labels.get(&about)?.reach.clone()
    }

    fn leave(&mut self, about: Labelled, _: &[Moves], _: &[bool]) -> Option<Ranks> {
        self.labels.get(&about)?.leave.clone()
    }

    fn recur(
        &mut self,
        about: Option<Labelled>,
        _: &[Vec<usize>],
        _: &[bool],
        _: &[Vec<bool>],
    ) -> Option<Vec<Recurrence>> {
        match about {
            None => self.fair.clone(),
            Some(about) => self.labels.get(&about)?.recur.clone(),
        }
    }
}

/// What is wrong with a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{self:?}")]
pub enum CertificateProblem {
    /// A state does not have a legal value for every variable.
    IllegalState(usize),
    /// A state is listed twice.
    RepeatedState(usize),
    /// Nothing leads to a state.
    Unreachable(usize),
    /// Something leads from a state to one that is not listed.
    NotClosed(usize),
    /// An initial state is not listed.
    MissingInitialState,
    /// There is no initial state at all.
    NoInitialState,
    /// A label does not have a number for each state.
    WrongLength(Option<FormulaId>),
    /// What a label says about a state does not follow from its successors; the fairness constraints, if it is about no
    /// formula.
    WrongLabel(Option<FormulaId>, usize),
}
