//! Paths, lassos, and what every node has to be like.

use super::*;
use crate::claim::NotShown;
use crate::problem::{PathProblem, PossibleStateProblem, ProblemPlace, StepProblem, StrategyProblem};
use crate::tree::Coverage;

/// `EF top`: the counter goes up three times.
fn reaching_top(model: &mut Model) -> Evidence {
    let (reaches, top) = (formula(model, "EF top"), formula(model, "top"));
    let reason = path_to(upwards(0, 3), 3);
    evidence(vec![node(state(0, 0), reaches, true, reason), fact(state(3, 0), top, true)])
}

fn at_step(number: usize, problem: StepProblem) -> Problem {
    Problem::In(ProblemPlace::Step(number), Box::new(problem.into()))
}

fn at_state(number: usize, formula: FormulaId, truth: bool) -> Problem {
    Problem::In(ProblemPlace::StateOfPath(number), Box::new(Problem::WrongTruth { formula, truth }))
}

#[test]
fn nodes_are_about_the_verdict_and_rely_on_parts() {
    let mut model = model();
    let good = reaching_top(&mut model);
    let (whole, top) = (good.formula, formula(&mut model, "top"));
    rejects(
        &model,
        &good,
        &[
            (|it| nodes(it).clear(), Problem::NoNode),
            (|it| it.holds = false, Problem::OtherRoot),
            (|it| nodes(it)[0].formula = nodes(it)[1].formula, Problem::OtherRoot),
            (|it| nodes(it)[0].state = state(1, 0), StepProblem::NotInitial.into()),
            (|it| nodes(it)[0].state.truncate(1), StepProblem::IncompleteState.into()),
            (|it| nodes(it)[0].state[0] = 7, StepProblem::NoSuchValue(N).into()),
            (|it| nodes(it)[1].state[1] = 2, PathProblem::OtherMark.into()),
            (|it| path_reason(it).marks[0].node = NodeId(5), Problem::MissingNode(NodeId(5))),
            (|it| path_reason(it).marks[0].node = NodeId::ROOT, Problem::NotAPart { part: whole, whole }),
            (|it| nodes(it)[1].reason = Reason::Claim(NotShown::TooLarge), Problem::ClaimedFact(top)),
            (|it| nodes(it)[0].reason = Reason::Parts(vec![]), Problem::UnknownTruth { formula: whole, holds: true }),
            (
                |it| nodes(it)[0].reason = Reason::PossibleState(PossibleState { links: vec![], node: NodeId(1) }),
                PossibleStateProblem::OtherFormula.into(),
            ),
            (
                |it| {
                    let (rows, ends, marks) = (vec![], vec![], vec![]);
                    nodes(it)[0].reason =
                        Reason::Strategy(Strategy { rows, ends, marks, coverage: Coverage::Whole, start_set: None });
                },
                StrategyProblem::OtherFormula.into(),
            ),
        ],
    );
}

#[test]
fn steps_are_possible_and_lead_on() {
    let mut model = model();
    let good = reaching_top(&mut model);
    let top = formula(&mut model, "top");
    rejects(
        &model,
        &good,
        &[
            (|it| path(it).states.clear(), PathProblem::MissingActions.into()),
            (|it| drop(path(it).states.pop()), PathProblem::MissingActions.into()),
            (|it| path(it).states[2][0] = 4, StepProblem::NoSuchValue(N).into()),
            (|it| path(it).states[2] = state(2, 1), at_step(2, StepProblem::NoSuccessor)),
            (|it| path(it).actions[0] = joint(STAY, WAIT), at_step(1, StepProblem::NoSuccessor)),
            (|it| path(it).actions[2].truncate(1), at_step(3, StepProblem::IncompleteJointAction)),
            (|it| path(it).actions[0][1] = None, at_step(1, StepProblem::NotAllowed(COUNTER, None))),
            (
                |it| {
                    path(it).states.push(state(3, 0));
                    path(it).actions.push(joint(UP, WAIT));
                },
                at_step(4, StepProblem::NotAllowed(COUNTER, UP)),
            ),
            (|it| *path(it) = upwards(1, 3), PathProblem::OtherStart.into()),
            (|it| path_reason(it).marks[0].position = 0, PathProblem::OtherMark.into()),
            (
                |it| {
                    *path(it) = upwards(0, 2);
                    path_reason(it).marks.clear();
                },
                at_state(2, top, false),
            ),
            (|it| nodes(it)[1].holds = false, at_state(3, top, false)),
        ],
    );
}

#[test]
fn paths_have_the_shape_that_the_formula_asks_for() {
    let mut model = model();
    let good = reaching_top(&mut model);
    let closed = |it: &mut Evidence, back| {
        path(it).actions.push(joint(STAY, WAIT));
        path(it).back = Some(back);
    };
    let mut wrong_loop = good.clone();
    closed(&mut wrong_loop, 9);
    let mut lasso = good.clone();
    closed(&mut lasso, 3);
    let problem = |it: &Evidence| replay(&model, it).unwrap_err().problem;
    assert_eq!(problem(&wrong_loop), PathProblem::WrongLoop.into());
    assert_eq!(problem(&lasso), PathProblem::WrongShape.into());
    let mut fails = good.clone();
    (fails.holds, nodes(&mut fails)[0].holds) = (false, false);
    assert_eq!(problem(&fails), PathProblem::SinglePath.into());
    let on = formula(&mut model, "on");
    let reason = Reason::Path(PathReason { path: resting(0, 0), marks: vec![], fair: None });
    let about_values = evidence(vec![node(state(0, 0), on, false, reason)]);
    assert_eq!(replay(&model, &about_values).unwrap_err().problem, PathProblem::OtherFormula.into());
}

#[test]
fn lassos_have_the_truth_of_the_path_formula() {
    let mut model = model();
    let holds = formula(&mut model, "CTL* E (G low)");
    let reason = Reason::Path(PathReason { path: resting(0, 0), marks: vec![], fair: None });
    let good = evidence(vec![node(state(0, 0), holds, true, reason)]);
    let always = formula_of_path(&model, holds);
    rejects(
        &model,
        &good,
        &[
            (|it| *path(it) = upwards(0, 1), PathProblem::Finite.into()),
            (
                |it| {
                    let Path { mut states, mut actions, .. } = upwards(0, 2);
                    states.push(state(2, 1));
                    actions.extend([joint(STAY, PRESS), joint(STAY, WAIT)]);
                    *path(it) = Path { states, actions, back: Some(3) };
                },
                PathProblem::UnknownTruth { formula: always, holds: true }.into(),
            ),
        ],
    );
    let fails = formula(&mut model, "CTL* A (F top)");
    let reason = Reason::Path(PathReason { path: resting(0, 0), marks: vec![], fair: None });
    let good = evidence(vec![node(state(0, 0), fails, false, reason)]);
    let eventually = formula_of_path(&model, fails);
    let up: fn(&mut Evidence) = |it| {
        let Path { states, mut actions, .. } = upwards(0, 3);
        actions.push(joint(STAY, WAIT));
        *path(it) = Path { states, actions, back: Some(3) };
    };
    rejects(&model, &good, &[(up, PathProblem::UnknownTruth { formula: eventually, holds: false }.into())]);
}

/// The path formula behind a path quantifier.
fn formula_of_path(model: &Model, formula: FormulaId) -> FormulaId {
    model.formulas.get(formula).quantified().map(|(_, path)| path).unwrap()
}

#[test]
fn every_operator_of_ctl_has_its_path() {
    let mut model = model();
    let reason = |it: Path| Reason::Path(PathReason { path: it, marks: vec![], fair: None });
    for (text, holds, right, wrong) in [
        ("EX low", true, upwards(0, 1), upwards(0, 2)),
        ("AX !low", false, upwards(0, 1), resting(0, 0)),
        ("EF !low", true, upwards(0, 2), upwards(0, 1)),
        ("AG low", false, upwards(0, 2), upwards(0, 1)),
        ("E(low U !low)", true, upwards(0, 2), upwards(0, 1)),
        ("A(low U top)", false, upwards(0, 2), upwards(0, 1)),
        ("A(low U top)", false, resting(0, 0), upwards(0, 3)),
        ("EG low", true, resting(0, 0), upwards(0, 1)),
        ("AF top", false, resting(0, 0), upwards(0, 1)),
    ] {
        let formula = formula(&mut model, text);
        let shown = |path| evidence(vec![node(state(0, 0), formula, holds, reason(path))]);
        let replayed = replay(&model, &shown(right)).unwrap_or_else(|mismatch| panic!("{text}: {mismatch}"));
        assert_eq!((replayed.nodes, replayed.claims.len()), (1, 0), "{text}");
        assert!(replay(&model, &shown(wrong)).is_err(), "{text}");
    }
}

/// What holds before a state of a loop holds after it too, when the loop has come round once more.
#[test]
fn a_loop_is_gone_round_twice() {
    let mut model = model();
    let path = Path {
        states: vec![state(0, 0), state(0, 1), state(0, 0)],
        actions: vec![joint(STAY, PRESS), joint(STAY, PRESS), joint(STAY, WAIT)],
        back: Some(0),
    };
    let reason = || Reason::Path(PathReason { path: path.clone(), marks: vec![], fair: None });
    let again_and_again = formula(&mut model, "CTL* E (G F on)");
    let always = formula(&mut model, "CTL* A (G F on)");
    let good = evidence(vec![node(state(0, 0), again_and_again, true, reason())]);
    assert!(replay(&model, &good).is_ok_and(|found| found.is_proof()));
    let forged = evidence(vec![node(state(0, 0), always, false, reason())]);
    assert!(replay(&model, &forged).is_err(), "this path satisfies it");
}
