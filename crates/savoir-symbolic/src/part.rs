//! A part of the initial states, to be looked at apart from the others.

use savoir_model::{ExprId, VarId};

/// Those initial states where one of the alternatives holds; all of them if there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitialPart {
    /// The alternatives.
    pub alternatives: Vec<Alternative>,
}

/// A condition on initial states: all of this holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alternative {
    /// A condition of the model.
    pub condition: Option<ExprId>,
    /// Bits with their values.
    pub fixed: Vec<FixedBit>,
}

/// A bit of a variable that has this value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FixedBit {
    /// The variable.
    pub variable: VarId,
    /// Its place, counted from the most significant bit.
    pub place: u32,
    /// What it is.
    pub value: bool,
}

impl InitialPart {
    /// Whether all initial states count.
    #[must_use]
    pub fn is_all(&self) -> bool {
        self.alternatives.is_empty()
    }

    /// The states of several parts. A part of all initial states makes it all of them.
    #[must_use]
    pub fn together(parts: &[InitialPart]) -> InitialPart {
        if parts.iter().any(InitialPart::is_all) {
            return InitialPart::default();
        }
        InitialPart { alternatives: parts.iter().flat_map(|part| part.alternatives.iter().cloned()).collect() }
    }
}
