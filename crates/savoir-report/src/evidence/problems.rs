//! What a replay found to be wrong, in sentences.

use super::words::verb;
use savoir::{
    ConflictProblem, DefectProblem, FairnessProblem, FormulaId, Mismatch, Model, PathProblem, PossibleStateProblem,
    Problem, ProblemPlace, StepProblem, StrategyProblem,
};

/// What is wrong with a piece of evidence, without a capital letter and a full stop.
pub(super) fn mismatch(model: &Model, mismatch: &Mismatch) -> String {
    format!("node {}: {}", mismatch.node.0, sentence(model, &mismatch.problem))
}

/// A problem in a sentence, without a capital letter and a full stop.
#[must_use]
pub fn sentence(model: &Model, problem: &Problem) -> String {
    match problem {
        Problem::NoNode => "there is no node".to_owned(),
        Problem::TooMuchWork => "there is too much to look at".to_owned(),
        Problem::OtherInitialRoot(node) => {
            format!("node {} does not say that the formula holds in another initial state", node.0)
        }
        Problem::OtherRoot => "the first node is not about the formula and its verdict".to_owned(),
        Problem::MissingNode(node) => format!("there is no node {}", node.0),
        Problem::NotAPart { part, whole } => format!("{} is no part of {}", text(model, *part), text(model, *whole)),
        Problem::ClaimedFact(formula) => format!("{} is claimed, but can be checked", text(model, *formula)),
        Problem::WrongTruth { formula, truth } => {
            format!("{} {} in a state where it should not", text(model, *formula), verb(*truth))
        }
        Problem::UnknownTruth { formula, holds } => {
            format!("nothing shows that {} {}", text(model, *formula), verb(*holds))
        }
        Problem::In(place, problem) => format!("{}: {}", within(*place), sentence(model, problem)),
        Problem::Step(problem) => step(model, *problem),
        Problem::Path(problem) => path(model, *problem),
        Problem::Fairness(problem) => fairness(model, *problem),
        Problem::PossibleState(problem) => possible_state(model, *problem),
        Problem::Strategy(problem) => strategy(model, *problem),
        Problem::Conflict(problem) => conflict(model, *problem),
        Problem::Defect(problem) => defect(*problem).to_owned(),
    }
}

fn text(model: &Model, formula: FormulaId) -> String {
    format!("`{}`", model.formula_short(formula))
}

fn within(place: ProblemPlace) -> String {
    match place {
        ProblemPlace::Step(number) => format!("step {number}"),
        ProblemPlace::StateOfPath(number) => format!("state {number} of the path"),
        ProblemPlace::RowOfStrategy(number) => format!("row {number} of the strategy"),
        ProblemPlace::StateOfStartSet(number) => format!("state {number} of the start set"),
        ProblemPlace::Confusion(number) => format!("confusion {number}"),
    }
}

fn step(model: &Model, problem: StepProblem) -> String {
    let sentence = match problem {
        StepProblem::IncompleteState => "a state does not have a value for every variable",
        StepProblem::NoSuchValue(variable) => return format!("{} has no such value", model.variable_text(variable)),
        StepProblem::NotInitial => "the first state is not an initial state",
        StepProblem::IncompleteJointAction => "a joint action does not say what every agent does",
        StepProblem::NotAllowed(agent, action) => {
            let own = model.agent(agent);
            let action = action.and_then(|action| own.actions.get(action.index()));
            let does = action.map_or_else(|| "do nothing".to_owned(), |action| format!("perform {}", action.name));
            return format!("{} may not {does} here", own.name);
        }
        StepProblem::NoSuccessor => "the joint action does not lead to the next state",
    };
    sentence.to_owned()
}

fn path(model: &Model, problem: PathProblem) -> String {
    let sentence = match problem {
        PathProblem::MissingActions => "a path does not have a joint action for every step",
        PathProblem::WrongLoop => "a path goes back to where it has never been",
        PathProblem::OtherStart => "the path starts in another state",
        PathProblem::OtherMark => "a node about a state of the path is about another state",
        PathProblem::SinglePath => "a single path does not show this",
        PathProblem::OtherFormula => "a path shows nothing about such a formula",
        PathProblem::WrongShape => "the path does not have the shape that the formula asks for",
        PathProblem::Finite => "a path formula needs an infinite path",
        PathProblem::UnknownTruth { formula, holds } => {
            let satisfies = if holds { "satisfies" } else { "does not satisfy" };
            return format!("nothing shows that the path {satisfies} {}", text(model, formula));
        }
    };
    sentence.to_owned()
}

fn fairness(model: &Model, problem: FairnessProblem) -> String {
    let sentence = match problem {
        FairnessProblem::NoPath => "there is no fair path from a state",
        FairnessProblem::OtherStart => "a fair path starts somewhere else",
        FairnessProblem::Finite => "a fair path ends",
        FairnessProblem::Unfair(constraint) => {
            return format!("{} never holds on the loop, which is not fair", text(model, constraint));
        }
    };
    sentence.to_owned()
}

fn possible_state(model: &Model, problem: PossibleStateProblem) -> String {
    let sentence = match problem {
        PossibleStateProblem::FormulaHolds => "a possible state does not show that something is known",
        PossibleStateProblem::SeveralLinks => "there are several links where one is allowed",
        PossibleStateProblem::NoObserver => "nobody is in doubt",
        PossibleStateProblem::Incorrect => "an agent that should behave correctly does not",
        PossibleStateProblem::NotRefuted(formula) => {
            return format!("nothing shows that {} fails in the possible state", text(model, formula));
        }
        PossibleStateProblem::OtherFormula => "a possible state shows nothing about such a formula",
        PossibleStateProblem::OtherObservers => "a possible state is seen with other eyes than the formula says",
        PossibleStateProblem::Distinguishable(agent, variable) => {
            let variable = model.variable_text(variable);
            return format!("{} can tell the states apart by {variable}", model.agent(agent).name);
        }
        PossibleStateProblem::OtherEnd => "the path to the possible state does not end there",
    };
    sentence.to_owned()
}

fn strategy(model: &Model, problem: StrategyProblem) -> String {
    let sentence = match problem {
        StrategyProblem::OtherFormula => "a strategy shows nothing about such a formula",
        StrategyProblem::UnfairAnswers => "the answers of the others need not make a fair path",
        StrategyProblem::RepeatedState => "a strategy says two things about one state",
        StrategyProblem::NoStart => "a strategy says nothing about the state it is for",
        StrategyProblem::EndsEarly => "a strategy ends where it has to go on for ever",
        StrategyProblem::NoMove => "the coalition has no move",
        StrategyProblem::MissingOutcome => "the strategy does not say what may come of a move",
        StrategyProblem::ChoiceWithoutAnswer => "a choice of the coalition has no answer",
        StrategyProblem::MoveWithoutAnswer => "a move of the coalition has no answer",
        StrategyProblem::OtherChoice => "an answer does not agree with what the coalition does",
        StrategyProblem::Escape => "a play may come to a state where the strategy does not win",
        StrategyProblem::TooManyOutcomes => "there are too many moves and answers to check",
        StrategyProblem::OtherReading => "the strategy is not of the kind that the reading of the formula asks for",
        StrategyProblem::SeveralMoves => "a uniform strategy has one move in each state",
        StrategyProblem::NotUniform(agent, row) => {
            let agent = &model.agent(agent).name;
            return format!("{agent} does something else than in row {row}, although it sees the same");
        }
        StrategyProblem::MissingStart => "the strategy does not start in every state that it has to win from",
        StrategyProblem::OtherStart => "the strategy does not have to win from this state",
    };
    sentence.to_owned()
}

fn conflict(model: &Model, problem: ConflictProblem) -> String {
    let name = |agent| &model.agent(agent).name;
    match problem {
        ConflictProblem::OtherFormula => "confused states show nothing about such a formula".to_owned(),
        ConflictProblem::NotAMember(agent) => format!("{} is no member of the coalition", name(agent)),
        ConflictProblem::NothingConfused(agent) => format!("{} has no two states to confuse", name(agent)),
        ConflictProblem::Distinguishable(agent, variable) => {
            format!("{} can tell the states apart by {}", name(agent), model.variable_text(variable))
        }
        ConflictProblem::SameAction(agent) => format!("{} would do the same in all of the states", name(agent)),
        ConflictProblem::EndlessAccess => "the path to a confused state does not end there".to_owned(),
        ConflictProblem::StrategyWins => "a strategy wins that does the same in the confused states".to_owned(),
    }
}

fn defect(problem: DefectProblem) -> &'static str {
    match problem {
        DefectProblem::ActionPossible => "an agent may perform an action in the last state",
        DefectProblem::SuccessorPossible => "the last state has a successor",
        DefectProblem::LineNotEnabled => "the evolution line is not enabled",
        DefectProblem::OtherAssignment => "the evolution line assigns something else",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::{ActionId, AgentId, NodeId, VarId};
    use savoir_testkit::fixtures::load;

    #[test]
    fn problems_name_what_they_are_about() {
        let model = load(
            "Agent Ann\n Vars:\n x : boolean;\n end Vars\n Actions = {a};\n Protocol:\n Other : {a};\n end Protocol\n \
             Evolution:\n x = true if Action = a;\n end Evolution\nend Agent\nEvaluation\n p if Ann.x = true;\nend \
             Evaluation\nInitStates\n Ann.x = false;\nend InitStates\nFormulae\n p;\n EF p;\nend Formulae\n",
        );
        let [p, whole] = [0, 1].map(|index: usize| model.properties[index].formula);
        let (ann, x, a) = (AgentId(1), VarId(0), ActionId(0));
        let in_step = |problem: StepProblem| Problem::In(ProblemPlace::Step(2), Box::new(problem.into()));
        for (problem, words) in [
            (Problem::MissingNode(NodeId(3)), "there is no node 3"),
            (Problem::NotAPart { part: whole, whole: p }, "`EF p` is no part of `p`"),
            (Problem::ClaimedFact(p), "`p` is claimed, but can be checked"),
            (Problem::WrongTruth { formula: p, truth: true }, "`p` holds in a state where it should not"),
            (Problem::UnknownTruth { formula: p, holds: false }, "nothing shows that `p` fails"),
            (in_step(StepProblem::NotAllowed(ann, Some(a))), "step 2: Ann may not perform a here"),
            (in_step(StepProblem::NotAllowed(ann, None)), "step 2: Ann may not do nothing here"),
            (StepProblem::NoSuchValue(x).into(), "Ann.x has no such value"),
            (PathProblem::UnknownTruth { formula: p, holds: true }.into(), "nothing shows that the path satisfies `p`"),
            (FairnessProblem::Unfair(p).into(), "`p` never holds on the loop, which is not fair"),
            (PossibleStateProblem::Distinguishable(ann, x).into(), "Ann can tell the states apart by Ann.x"),
            (PossibleStateProblem::NotRefuted(p).into(), "nothing shows that `p` fails in the possible state"),
            (
                Problem::In(ProblemPlace::RowOfStrategy(0), Box::new(StrategyProblem::Escape.into())),
                "row 0 of the strategy: a play may come to a state where the strategy does not win",
            ),
            (
                Problem::In(ProblemPlace::RowOfStrategy(2), Box::new(StrategyProblem::NotUniform(ann, 1).into())),
                "row 2 of the strategy: Ann does something else than in row 1, although it sees the same",
            ),
            (
                Problem::In(ProblemPlace::Confusion(0), Box::new(ConflictProblem::Distinguishable(ann, x).into())),
                "confusion 0: Ann can tell the states apart by Ann.x",
            ),
            (DefectProblem::SuccessorPossible.into(), "the last state has a successor"),
        ] {
            assert_eq!(sentence(&model, &problem), words);
        }
        let wrong = Mismatch { node: NodeId(4), problem: Problem::OtherRoot };
        assert_eq!(mismatch(&model, &wrong), "node 4: the first node is not about the formula and its verdict");
    }
}
