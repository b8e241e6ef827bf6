//! What evidence says without showing it.

use num_bigint::BigUint;
use savoir_model::FormulaId;

/// Why a truth value is said and not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotShown {
    /// All paths, all indistinguishable states or all strategies would have to be looked at; the operator of the formula
    /// says which.
    TooManyCases,
    /// `AG f` holds or `EF f` fails because of `f` in each of this many states.
    AllStates(BigUint),
    /// No path satisfies the fairness constraints, so there is no state to look at.
    NoFairPath,
    /// Every path from the states in question ends, so there is no infinite path to look at.
    NoInfinitePath,
    /// A coalition wins, but not without relying on fairness.
    ReliesOnFairness,
    /// There are too many moves and answers in a single state to list them.
    TooManyAnswers,
    /// A strategy inside of another one was not asked for.
    NestedStrategy,
    /// The evidence would become too large to read.
    TooLarge,
    /// A file says so, and whatever its reasons are, it does not show them.
    InFile,
}

/// Which states a claim about a truth value speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimScope {
    /// The state of a node.
    Node,
    /// All initial states.
    InitialStates,
}

/// Something that a replay takes as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// A formula has a truth value.
    Truth {
        /// The formula.
        formula: FormulaId,
        /// Whether it holds.
        holds: bool,
        /// Where.
        scope: ClaimScope,
        /// Why that is not shown.
        why: NotShown,
    },
    /// A formula that is shown to hold in some initial states holds in the others as well.
    OtherInitialStates {
        /// The formula.
        formula: FormulaId,
        /// In how many it is shown to hold.
        shown: usize,
        /// How many there are; unknown if there are too many to look at each.
        all: Option<usize>,
    },
    /// Some model that uniform strategies induce satisfies a formula, or none does.
    InducedModels(FormulaId),
    /// The limits of the replay were met before all was looked at.
    Rest,
    /// A fairness constraint that is more than a condition holds somewhere on a loop.
    FairnessConstraint(FormulaId),
    /// The strategy for a formula goes on beyond the rows that were written down.
    RestOfStrategy {
        /// The formula.
        formula: FormulaId,
        /// How many rows there are.
        rows: usize,
    },
    /// The strategy for a formula has to win from no other states than these.
    WholeStartSet {
        /// The formula.
        formula: FormulaId,
        /// How many there are.
        states: usize,
    },
    /// No strategy for a formula wins that does the same wherever a member confuses states.
    NoWayOut(FormulaId),
}
