//! Shortcuts: a formula as a whole needs to be decided in the initial states only, which often is far less work than finding
//! all states where it holds.
//!
//! The [table] lists them; each has a name, a predicate that says when it applies, and what it does then. Where none
//! applies, the states where the formula holds are found by its definition.

mod coalitions;
mod parts;
mod paths;
mod states;
#[cfg(test)]
mod tests;

use crate::{Checker, Decided, Form, How, Sets, Stop, System};
use savoir_model::FormulaId;
use std::fmt;

/// A way to decide a formula without all states where it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shortcut {
    /// A conjunction is decided part by part, up to one that fails.
    Conjunction,
    /// An implication is decided where its condition holds.
    Condition,
    /// What is known is decided in the indistinguishable states.
    IndistinguishableStates,
    /// What holds always is decided in all reachable states.
    ReachableStates,
    /// What is inevitable fails if an infinite path avoids it.
    NoInfinitePath,
    /// A path that violates a path formula is looked for backwards and forwards by turns.
    BothDirections,
    /// What can be reached from the only initial state is what is reachable.
    ReachableGoal,
    /// A coalition that chooses everything enforces what can be reached.
    ChoosesEverything,
    /// A coalition without choice enforces what is inevitable.
    ChoosesNothing,
    /// Uniform strategies are looked for from the start sets of these states only.
    StartSets,
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shortcut::Conjunction => "conjunction",
            Shortcut::Condition => "condition",
            Shortcut::IndistinguishableStates => "indistinguishable-states",
            Shortcut::ReachableStates => "reachable-states",
            Shortcut::NoInfinitePath => "no-infinite-path",
            Shortcut::BothDirections => "both-directions",
            Shortcut::ReachableGoal => "reachable-goal",
            Shortcut::ChoosesEverything => "chooses-everything",
            Shortcut::ChoosesNothing => "chooses-nothing",
            Shortcut::StartSets => "start-sets",
        })
    }
}

/// Whether a formula holds in all of some states.
pub(crate) struct Question<'q, Set> {
    formula: FormulaId,
    form: Form,
    states: &'q Set,
}

/// The answer, and what was decided on the way; `None` if the formula has another form.
type Answer = Option<(bool, Vec<Decided>)>;

/// What an entry of the table does with a question.
type Consider<S, T> = fn(&mut Checker<'_, S>, &Question<'_, <S as Sets>::Set>) -> Result<T, Stop>;

/// An entry of the table.
struct Entry<S: System> {
    shortcut: Shortcut,
    /// When it is right to take it.
    applies: Consider<S, bool>,
    decide: Consider<S, Answer>,
}

/// All shortcuts. At most one of them applies to a formula.
fn table<S: System>() -> [Entry<S>; 10] {
    [
        Entry { shortcut: Shortcut::Conjunction, applies: parts::is_conjunction, decide: parts::each_part },
        Entry { shortcut: Shortcut::Condition, applies: parts::is_implication, decide: parts::under_condition },
        Entry {
            shortcut: Shortcut::IndistinguishableStates,
            applies: states::is_knowledge,
            decide: states::in_indistinguishable_states,
        },
        Entry {
            shortcut: Shortcut::ReachableStates,
            applies: states::is_always_from_all_initial,
            decide: states::in_reachable_states,
        },
        Entry {
            shortcut: Shortcut::NoInfinitePath,
            applies: paths::is_inevitable_on_all_paths,
            decide: paths::no_infinite_path,
        },
        Entry {
            shortcut: Shortcut::BothDirections,
            applies: paths::is_about_all_paths,
            decide: paths::in_both_directions,
        },
        Entry {
            shortcut: Shortcut::ReachableGoal,
            applies: paths::is_possible_from_only_initial,
            decide: paths::some_state_with_goal,
        },
        Entry {
            shortcut: Shortcut::ChoosesEverything,
            applies: coalitions::chooses_everything,
            decide: coalitions::some_state_with_goal,
        },
        Entry {
            shortcut: Shortcut::ChoosesNothing,
            applies: coalitions::chooses_nothing,
            decide: coalitions::no_infinite_path,
        },
        Entry {
            shortcut: Shortcut::StartSets,
            applies: coalitions::is_uniform,
            decide: coalitions::from_their_start_sets,
        },
    ]
}

impl<S: System> Checker<'_, S> {
    /// Decides whether a formula holds in every state of a part of the domain.
    pub(crate) fn decide_on(&mut self, states: &S::Set, formula: FormulaId) -> Result<Decided, Stop> {
        let question = Question { formula, form: Form::of(self.formulas, formula), states };
        for entry in table::<S>() {
            if (entry.applies)(self, &question)?
                && let Some((holds, parts)) = (entry.decide)(self, &question)?
            {
                return Ok(Decided { formula, holds, how: How::Shortcut(entry.shortcut, parts) });
            }
        }
        let set = self.satisfying(formula)?;
        Ok(Decided { formula, holds: self.system.is_subset(states, &set)?, how: How::Definition })
    }
}
