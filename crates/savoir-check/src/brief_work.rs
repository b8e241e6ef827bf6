//! Work that may be given up: ends that are no limit of the user.

use crate::{Capabilities, Stop};

/// Why something was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GivenUp {
    /// A limit of the user was met.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// It would take far more work than what was done before.
    #[error("it would take far more work than the verdict")]
    TooMuch,
    /// What was looked for is too many steps away to be of use to anybody.
    #[error("it would take tens of thousands of steps")]
    TooFar,
    /// It is about models that strategies induce, not about the states of this one.
    #[error("it is about models that uniform strategies induce, whose states are not shown")]
    OtherModels,
}

/// Anything that an engine holds while an allowance is in force, and drops at its end.
trait Held {}

impl<T> Held for T {}

/// While it lives, an engine does only so much work at once.
#[must_use]
pub struct BriefWork<'s> {
    _held: Option<Box<dyn Held + 's>>,
}

impl<'s> BriefWork<'s> {
    /// Any amount of work.
    pub fn unlimited() -> BriefWork<'s> {
        BriefWork { _held: None }
    }

    /// As much as an engine allows while it holds this.
    pub fn holding(guard: impl Sized + 's) -> BriefWork<'s> {
        BriefWork { _held: Some(Box::new(guard)) }
    }
}

/// Does what need not be done: if something takes far more work than all before, it is given up as
/// [too much](GivenUp::TooMuch). How much that is depends on the model alone.
pub fn briefly<S: Capabilities, T>(system: &S, work: impl FnOnce() -> Result<T, GivenUp>) -> Result<T, GivenUp> {
    let _allowance = system.allow_brief_work();
    match work() {
        // Whatever goes beyond the allowance ends as if memory had run out.
        Err(GivenUp::Stopped(Stop::Memory)) if system.is_beyond_allowance() => Err(GivenUp::TooMuch),
        done => done,
    }
}

/// Does what nobody asked for: beyond so many [steps](Capabilities::work) it is given up as [too much](GivenUp::TooMuch).
pub fn sparingly<S: Capabilities, T>(
    system: &S,
    steps: u64,
    work: impl FnOnce() -> Result<T, GivenUp>,
) -> Result<T, GivenUp> {
    let _allowance = system.allow_steps(steps);
    match work() {
        Err(GivenUp::Stopped(Stop::Memory)) if system.is_beyond_allowance() => Err(GivenUp::TooMuch),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sets;
    use crate::test_graph::Graph;

    #[test]
    fn the_end_of_an_allowance_is_told_from_a_limit_of_the_user() {
        let graph = Graph::new(1, &[]);
        let work = || Ok(graph.intersection(&1, &1)?);
        assert_eq!(briefly(&graph, work), Err(GivenUp::TooMuch));
        assert_eq!(briefly(&graph, || Err::<u64, _>(GivenUp::TooFar)), Err(GivenUp::TooFar));
        // It is over with the guard.
        assert_eq!(work(), Ok(1));
        let late = || {
            graph.is_exhausted.set(false);
            Err::<u64, GivenUp>(Stop::Time.into())
        };
        assert_eq!(briefly(&graph, late), Err(GivenUp::Stopped(Stop::Time)));
        assert_eq!(GivenUp::Stopped(Stop::Time).to_string(), Stop::Time.to_string());
    }
}
