//! What a replay may find to be wrong.

use crate::tree::NodeId;
use savoir_model::{ActionId, AgentId, FormulaId, VarId};

/// Something that is not as the evidence says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("node {}: {problem:?}", node.0)]
pub struct Mismatch {
    /// The node that says it.
    pub node: NodeId,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The tree is empty.
    NoNode,
    /// The first node is not about the formula and its verdict.
    OtherRoot,
    /// A node about another initial state is not about the formula and its verdict, or the verdict is not that it holds.
    OtherInitialRoot(NodeId),
    /// A node relies on one that does not exist.
    MissingNode(NodeId),
    /// A node relies on one about a formula that is no proper part of its own.
    NotAPart {
        /// What the other node is about.
        part: FormulaId,
        /// What the node is about.
        whole: FormulaId,
    },
    /// A condition is claimed, though the values of the variables say whether it holds.
    ClaimedFact(FormulaId),
    /// A formula has another truth value than it should.
    WrongTruth {
        /// The formula.
        formula: FormulaId,
        /// Its truth value.
        truth: bool,
    },
    /// Neither the values of the variables nor a node says that a formula has its truth value.
    UnknownTruth {
        /// The formula.
        formula: FormulaId,
        /// The truth value it should have.
        holds: bool,
    },
    /// The limits were met; what was not looked at is neither right nor wrong.
    TooMuchWork,
    /// Something is wrong in some part of a path or strategy.
    In(ProblemPlace, Box<Problem>),
    /// With a state or a single step.
    Step(StepProblem),
    /// With a path.
    Path(PathProblem),
    /// With the fairness of a path.
    Fairness(FairnessProblem),
    /// With a possible state.
    PossibleState(PossibleStateProblem),
    /// With a strategy.
    Strategy(StrategyProblem),
    /// With observations that are in conflict.
    Conflict(ConflictProblem),
    /// With a defect.
    Defect(DefectProblem),
}

impl Problem {
    /// The same problem, with where it is.
    pub(crate) fn within(self, place: ProblemPlace) -> Problem {
        Problem::In(place, Box::new(self))
    }
}

/// Part of a path or strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemPlace {
    /// A step of a path, from 1.
    Step(usize),
    /// A state of a path, from 0.
    StateOfPath(usize),
    /// A row of a strategy, from 0.
    RowOfStrategy(usize),
    /// A state of a start set, from 1; the state of the node is none of them.
    StateOfStartSet(usize),
    /// States that a member confuses, from 0.
    Confusion(usize),
}

/// What is wrong with a state or a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepProblem {
    /// A state does not have a value for every variable.
    IncompleteState,
    /// A variable has no such value.
    NoSuchValue(VarId),
    /// A state that should be initial is not.
    NotInitial,
    /// A joint action does not say what every agent does.
    IncompleteJointAction,
    /// The protocol of an agent does not allow what it does; nothing if it performs no action.
    NotAllowed(AgentId, Option<ActionId>),
    /// The joint action does not lead to the next state.
    NoSuccessor,
}

/// What is wrong with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathProblem {
    /// It does not have a joint action for every step.
    MissingActions,
    /// It goes back to where it has never been.
    WrongLoop,
    /// It starts in another state than the node is about.
    OtherStart,
    /// A node about one of its states is about another state.
    OtherMark,
    /// A single path does not show what all paths do.
    SinglePath,
    /// The formula is not about paths.
    OtherFormula,
    /// It does not have the shape that the formula asks for.
    WrongShape,
    /// A path formula needs an infinite path.
    Finite,
    /// Nothing shows that the path gives a path formula this truth value.
    UnknownTruth {
        /// The path formula.
        formula: FormulaId,
        /// The truth value it should have.
        holds: bool,
    },
}

/// What is wrong with the fairness of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FairnessProblem {
    /// There is no fair path from a state.
    NoPath,
    /// The fair path starts somewhere else.
    OtherStart,
    /// The fair path ends.
    Finite,
    /// A constraint never holds on the loop.
    Unfair(FormulaId),
}

/// What is wrong with a possible state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PossibleStateProblem {
    /// The formula holds, which no single possible state shows.
    FormulaHolds,
    /// There are several links where one is allowed.
    SeveralLinks,
    /// The formula is about nobody.
    NoObserver,
    /// An agent that should behave correctly does not.
    Incorrect,
    /// Nothing shows that a formula fails in the possible state.
    NotRefuted(FormulaId),
    /// The formula is not about possible states.
    OtherFormula,
    /// Other observers are asked than the formula says.
    OtherObservers,
    /// An observer can tell the states apart by a variable.
    Distinguishable(AgentId, VarId),
    /// The path to the possible state does not end there.
    OtherEnd,
}

/// What is wrong with a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyProblem {
    /// The formula is not about what a coalition can enforce.
    OtherFormula,
    /// Where only fair paths count, the answers of the others need not make one.
    UnfairAnswers,
    /// It says two things about one state.
    RepeatedState,
    /// It says nothing about the state that it is for.
    NoStart,
    /// It ends where it has to go on for ever.
    EndsEarly,
    /// The coalition has no move.
    NoMove,
    /// It does not say what may come of a move.
    MissingOutcome,
    /// A choice of the coalition that is listed has no answer.
    ChoiceWithoutAnswer,
    /// A move of the coalition is not listed.
    MoveWithoutAnswer,
    /// An answer does not agree with what the coalition does.
    OtherChoice,
    /// A play may come to a state where the strategy does not win.
    Escape,
    /// There are too many moves and answers to check.
    TooManyOutcomes,
    /// Uniform strategies are about start sets, and only they are.
    OtherReading,
    /// A uniform strategy has one move in each state.
    SeveralMoves,
    /// A member does something else than in an earlier row, although it sees the same.
    NotUniform(AgentId, usize),
    /// It says nothing about a state that it has to win from.
    MissingStart,
    /// A state that plays start in is not one that the strategy has to win from.
    OtherStart,
}

/// What is wrong with observations that are in conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConflictProblem {
    /// The formula does not say that a coalition cannot enforce something with uniform strategies.
    OtherFormula,
    /// Somebody is no member of the coalition.
    NotAMember(AgentId),
    /// A member has no states to confuse.
    NothingConfused(AgentId),
    /// A member can tell states apart by a variable.
    Distinguishable(AgentId, VarId),
    /// A member would do the same in all states.
    SameAction(AgentId),
    /// A path to a state has no end.
    EndlessAccess,
    /// A strategy wins that does the same in all confused states.
    StrategyWins,
}

/// What is wrong with a defect of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefectProblem {
    /// An agent may perform an action in the last state.
    ActionPossible,
    /// The last state has a successor.
    SuccessorPossible,
    /// The evolution line is not enabled.
    LineNotEnabled,
    /// The evolution line assigns something else.
    OtherAssignment,
}

macro_rules! from_part {
    ($($variant:ident $part:ident),*) => {$(
        impl From<$part> for Problem {
            fn from(part: $part) -> Problem {
                Problem::$variant(part)
            }
        }
    )*};
}

from_part!(
    Step StepProblem,
    Path PathProblem,
    Fairness FairnessProblem,
    PossibleState PossibleStateProblem,
    Strategy StrategyProblem,
    Conflict ConflictProblem,
    Defect DefectProblem
);
