//! What a search for an induced model was like.

use savoir_check::UniformStrategy;
use savoir_model::AgentId;

/// What the search for an induced model that satisfies a formula took.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct InducedRecord {
    /// The agents that follow a uniform strategy.
    pub restricted: Vec<AgentId>,
    /// Models that were looked at, with all or some of the choices made.
    pub models: u64,
    /// Those where all choices were made and bounds did not tell, so that a checker had to.
    pub checked: u64,
    /// Those that were found to fail, with all their completions.
    pub refuted: u64,
    /// Reasons for failure that were kept.
    pub reasons: u64,
    /// States that were met in any of them.
    pub states: usize,
    /// States of the largest one.
    pub largest: usize,
    /// The strategy that was found, if there is one: the choices that make the formula true, whatever the others are.
    pub strategy: Option<UniformStrategy>,
    /// Whether a limit ended it.
    pub is_unfinished: bool,
}
