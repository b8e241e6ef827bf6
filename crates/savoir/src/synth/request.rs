//! What groups are looked for, and how.

use super::tuning::SynthTuning;
use crate::CheckRequest;
use std::ops::RangeInclusive;

/// What groups are looked for, and how.
#[derive(Clone, Debug, Default)]
pub struct SynthRequest {
    /// Which formulas, on which engine, in which reading. Only formulas with group variables count; evidence and checks of
    /// the model are another matter.
    pub check: CheckRequest,
    /// Who may be in groups.
    pub candidates: Candidates,
    /// What groups must be like.
    pub constraints: Vec<GroupConstraint>,
    /// A group by its members, for the variable with this name or for the only one: is it among those found?
    pub chosen: Vec<NamedGroup>,
    /// How many groups are listed, of each kind.
    pub listed: ListLimit,
    /// How groups are found.
    pub algorithm: SynthAlgorithm,
    /// The numbers that decide how, if it is not said.
    pub tuning: SynthTuning,
}

/// Who may be in groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Candidates {
    /// All agents but the environment.
    #[default]
    Agents,
    /// All agents and the environment.
    AgentsAndEnvironment,
}

/// How many groups are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListLimit(pub usize);

impl Default for ListLimit {
    fn default() -> ListLimit {
        ListLimit(20)
    }
}

/// Agents, by name, in the group of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGroup {
    /// The variable, without its question mark; every variable of a formula if there is none.
    pub variable: Option<String>,
    /// The agents. A name of a group of the model stands for its members.
    pub agents: Vec<String>,
}

/// What groups must be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupConstraint {
    /// These are members.
    Require(NamedGroup),
    /// These are not.
    Forbid(NamedGroup),
    /// All of these are members, or none.
    Together(NamedGroup),
    /// At most one of these is a member.
    Split(NamedGroup),
    /// So many members, for the variable with this name or for every one. Without this, groups are not empty.
    Size(Option<String>, RangeInclusive<usize>),
}

/// How groups are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SynthAlgorithm {
    /// Few groups of small models one by one, otherwise all at once where the reading allows it.
    #[default]
    Auto,
    /// All at once, with decision diagrams.
    Symbolic,
    /// One after the other.
    Enumeration,
}

impl SynthAlgorithm {
    /// All of them, with their names and what they do.
    pub const NAMED: &[(SynthAlgorithm, &str, &str)] = &[
        (SynthAlgorithm::Auto, "auto", "What suits the model and the number of groups"),
        (SynthAlgorithm::Symbolic, "symbolic", "All groups at once, as variables of the decision diagrams"),
        (SynthAlgorithm::Enumeration, "enumeration", "One group after the other"),
    ];
}
