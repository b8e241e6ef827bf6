//! Which groups make a formula true: group synthesis.
//!
//! A [`Question`] is a formula with group variables. Its groups are found [all at once](pass) by an engine that has variables
//! for them, or [one by one](instances): by plain enumeration, or, where strategies are uniform, guided by what is known
//! about groups that are larger or smaller. What was found is [summed up](summary) for people: how many groups, which are
//! minimal and maximal, and what they have in common.

mod explain;
mod instances;
mod outcome;
mod pass;
mod polarity;
mod question;
mod request;
mod search;
mod space;
mod summary;
mod tuning;
mod work;

pub use explain::{Explained, explain_groups};
pub use outcome::{
    ChosenGroup, Closure, Example, FoundGroups, SomeGroups, SynthAnswer, SynthError, SynthOutcome, SynthResult,
    SynthWay,
};
pub use request::{Candidates, GroupConstraint, ListLimit, NamedGroup, SynthAlgorithm, SynthRequest};
pub use tuning::SynthTuning;
pub use work::synthesise;

use question::Question;
use space::Space;
