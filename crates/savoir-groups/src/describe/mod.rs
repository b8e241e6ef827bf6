//! What people want to read about a set, as data: conditions and cases instead of elements.
//!
//! A description is exact within the valuations that are possible at all, unless it says that there are more cases. It does
//! not depend on the order of the diagrams, except that a bad order may hide a relation between groups. `relations` and
//! `parts` look at variables as a whole, `reduction` takes out of a set one condition after the other, `symmetry` finds the
//! slots that can be exchanged, `cases` covers what is left, and `read` makes a set of a description again.

mod cases;
mod parts;
mod read;
mod reduction;
mod relations;
mod sensitive;
mod signature;
mod symmetry;
mod together;

use crate::{GroupSet, GroupSpace, Numbers, Slot, Valuation};
use num_bigint::BigUint;
use reduction::Reduction;
pub use relations::{Relation, RelationKind};
use savoir_dd::Halt;

/// How much a description may say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribeLimits {
    /// Most cases of a part.
    pub cases: usize,
}

impl Default for DescribeLimits {
    fn default() -> DescribeLimits {
        DescribeLimits { cases: 20 }
    }
}

/// Which of the possible valuations are in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Description {
    /// None of them.
    Nothing,
    /// All of them.
    Everything,
    /// Only this one.
    Only(Valuation),
    /// Those that satisfy all of this.
    Conditions {
        /// How groups are related, if nothing else makes variables depend on each other.
        relations: Vec<Relation>,
        /// Each of them holds. Every variable is in one of them.
        parts: Vec<Part>,
    },
}

/// What is said about one variable, or about some variables that depend on each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The variables that this part speaks of.
    pub variables: Vec<usize>,
    /// What holds in any case.
    pub conditions: Conditions,
    /// Of these at least one holds as well.
    pub cases: Option<Cases>,
    /// These slots do not matter. The others that are mentioned nowhere follow from what is possible.
    pub free: Vec<Slot>,
}

/// Conditions that all hold. What follows from the possible valuations is not repeated.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Conditions {
    /// These agents are members.
    pub contains: Vec<Slot>,
    /// These are not.
    pub excludes: Vec<Slot>,
    /// Of each of these lists all are members, or none is. Other conditions speak of the first for all.
    pub together: Vec<Vec<Slot>>,
    /// Of these so many are members.
    pub counts: Vec<Count>,
}

/// How many of some slots hold; which of them does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The slots.
    pub of: Vec<Slot>,
    /// The numbers that are allowed.
    pub numbers: Numbers,
}

/// Alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cases {
    /// Whether members may join or leave: then cases only say who must be there, or who must not.
    pub closed: Option<Closed>,
    /// Each with its conditions; without `together`.
    pub list: Vec<Conditions>,
    /// Whether there are more, which were too many to say.
    pub more: bool,
}

/// A set that keeps its valuations when groups change in one direction, within what is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// Members may join.
    Upward,
    /// Members may leave.
    Downward,
}

impl Description {
    /// Whether nothing was left out.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match self {
            Description::Nothing | Description::Everything | Description::Only(_) => true,
            Description::Conditions { parts, .. } => {
                parts.iter().all(|part| part.cases.as_ref().is_none_or(|cases| !cases.more))
            }
        }
    }
}

impl Conditions {
    /// Whether nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Conditions::default()
    }
}

impl GroupSpace {
    /// Describes a set within the valuations that are possible. What it says about others means nothing.
    pub fn describe(&self, set: &GroupSet, possible: &GroupSet, limits: DescribeLimits) -> Result<Description, Halt> {
        self.tidy();
        let set = self.and(set, possible)?;
        if self.is_empty(&set) {
            return Ok(Description::Nothing);
        }
        if set == *possible {
            return Ok(Description::Everything);
        }
        if self.count(&set)? == BigUint::from(1u32)
            && let Some(valuation) = self.first(&set)?
        {
            return Ok(Description::Only(valuation));
        }
        let (relations, possible, parts) = self.arrange(&set, possible)?;
        let describe = |variables: Vec<usize>| {
            let [set, possible] = [&set, &possible].map(|set| self.project_all(set, &variables));
            Reduction::new(self, set?, possible?, &variables).describe(variables, limits)
        };
        let parts = parts.into_iter().map(describe).collect::<Result<_, Halt>>()?;
        Ok(Description::Conditions { relations, parts })
    }
}
