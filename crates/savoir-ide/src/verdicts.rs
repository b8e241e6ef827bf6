//! What a check has told so far about a version of a text.

use num_bigint::BigUint;
use savoir::Verdict;
use savoir_model::AgentId;
use std::collections::BTreeMap;

/// Whether a verdict is the one that the text expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The text expects nothing, or the verdict is unknown.
    NotStated,
    /// It is.
    Met,
    /// It is not.
    NotMet,
}

/// How far the check of a formula is.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaProgress {
    /// Nobody has asked, or it has not begun.
    Pending,
    /// It is being checked.
    Running,
    /// There is an answer.
    Answered {
        /// The answer.
        verdict: Verdict,
        /// How long it took.
        seconds: f64,
        /// Whether it is as expected.
        expectation: Expectation,
    },
}

/// What a check has told so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdicts {
    /// The number of reachable states, if it is known.
    pub states: Option<BigUint>,
    /// The formulas in the order of the text; those behind the end are pending.
    pub formulas: Vec<FormulaProgress>,
    /// In how many reachable states lines of protocols apply, by the agent and the place of the line in its protocol, from 0.
    pub protocol_lines: BTreeMap<(AgentId, usize), BigUint>,
}

impl Verdicts {
    /// How far the formula is that stands at this place of the section, from 0.
    #[must_use]
    pub fn formula(&self, index: usize) -> &FormulaProgress {
        self.formulas.get(index).unwrap_or(&FormulaProgress::Pending)
    }
}
