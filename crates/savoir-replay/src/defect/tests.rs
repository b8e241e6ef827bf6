//! Forged defects: what the replay says after each change to a real one.

use super::*;
use crate::problem::{DefectProblem, PathProblem, Problem, ProblemPlace, StepProblem};
use savoir_model::{ActionId, Model};
use savoir_testkit::fixtures::load;

/// A counter that may go beyond 2, and gets stuck there if it must.
fn model(protocol: &str) -> Model {
    load(&format!(
        "Agent Counter\n Vars:\n n : 0..2;\n end Vars\n Actions = {{up, stay}};\n Protocol:\n n < 2 : {{up, stay}};\n \
         {protocol} end Protocol\n Evolution:\n n = n + 1 if Action = up;\n n = n - 3 if Action = stay and n = 5 - 3;\n \
         end Evolution\nend Agent\nEvaluation\n p if Counter.n = 2;\nend Evaluation\nInitStates\n Counter.n = 0;\n\
         end InitStates\nFormulae\n EF p;\nend Formulae\n"
    ))
}

const COUNTER: AgentId = AgentId(1);

fn joint(action: u32) -> JointAction {
    vec![None, Some(ActionId(action))]
}

fn at_two(cause: DefectCause) -> Defect {
    Defect {
        path: Path { states: vec![vec![0], vec![1], vec![2]], actions: vec![joint(0), joint(0)], back: None },
        cause,
    }
}

fn too_large() -> Overflow {
    Overflow { joint: joint(0), agent: COUNTER, line: 0, variable: VarId(0), value: Number::whole(3) }
}

fn overflow(defect: &mut Defect) -> &mut Overflow {
    match &mut defect.cause {
        DefectCause::NoSuccessor(overflow) | DefectCause::Overflow(overflow) => overflow,
        DefectCause::NoAction(_) => unreachable!("it is about an overflow"),
    }
}

/// What is changed, and what the replay should say about it.
type Case = (fn(&mut Defect), Problem);

#[track_caller]
fn rejects(model: &Model, good: &Defect, cases: &[Case]) {
    assert_eq!(replay_defect(model, good), Ok(DefectReplay::Confirmed), "before any change");
    for (number, (change, problem)) in cases.iter().enumerate() {
        let mut changed = good.clone();
        change(&mut changed);
        assert_eq!(replay_defect(model, &changed).as_ref(), Err(problem), "case {number}");
    }
}

#[test]
fn an_overflow_is_reached_and_assigned() {
    let model = model("Other : {up, stay};\n");
    rejects(
        &model,
        &at_two(DefectCause::Overflow(too_large())),
        &[
            (|it| it.path.states.clear(), PathProblem::MissingActions.into()),
            (
                |it| it.path = Path { states: vec![vec![1], vec![2]], actions: vec![joint(0)], back: None },
                StepProblem::NotInitial.into(),
            ),
            (
                |it| it.path.actions[1] = joint(1),
                Problem::In(ProblemPlace::Step(2), Box::new(StepProblem::NoSuccessor.into())),
            ),
            (|it| overflow(it).joint.clear(), StepProblem::IncompleteJointAction.into()),
            (|it| overflow(it).joint[1] = None, StepProblem::NotAllowed(COUNTER, None).into()),
            (|it| overflow(it).joint = joint(1), DefectProblem::LineNotEnabled.into()),
            (|it| overflow(it).line = 7, DefectProblem::LineNotEnabled.into()),
            (|it| overflow(it).value = Number::whole(4), DefectProblem::OtherAssignment.into()),
            (|it| it.cause = DefectCause::NoAction(vec![COUNTER]), DefectProblem::ActionPossible.into()),
        ],
    );
    let mut shorter = at_two(DefectCause::Overflow(too_large()));
    shorter.path.states.pop();
    shorter.path.actions.pop();
    assert_eq!(replay_defect(&model, &shorter), Err(DefectProblem::OtherAssignment.into()));
}

#[test]
fn every_joint_action_of_a_deadlock_fails() {
    // Both actions assign a value that does not fit.
    let both = model("Other : {up, stay};\n");
    assert_eq!(replay_defect(&both, &at_two(DefectCause::NoSuccessor(too_large()))), Ok(DefectReplay::Confirmed));
    let mut early = at_two(DefectCause::NoSuccessor(too_large()));
    early.path.states.pop();
    early.path.actions.pop();
    assert_eq!(replay_defect(&both, &early), Err(DefectProblem::OtherAssignment.into()));
    let mut escape = both.clone();
    escape.agents[COUNTER.index()].evolution.pop();
    let found = replay_defect(&escape, &at_two(DefectCause::NoSuccessor(too_large())));
    assert_eq!(found, Err(DefectProblem::SuccessorPossible.into()));
}

/// Where there are too many joint actions to try each, a deadlock is not taken for confirmed; and one that is none is
/// found out as soon as a joint action leads somewhere.
#[test]
fn a_deadlock_with_very_many_joint_actions_is_not_believed() {
    let mut crowd = model("Other : {up, stay};\n");
    let bystander = crowd.agent(COUNTER).clone();
    for number in 0..20 {
        let name = format!("Bystander{number}");
        let evolution = Vec::new();
        crowd.agents.push(savoir_model::Agent { name, variables: vec![], evolution, ..bystander.clone() });
    }
    let all = crowd.agents.len();
    let joint =
        |action: u32| -> JointAction { (0..all).map(|agent| (agent > 0).then_some(ActionId(action))).collect() };
    let mut stuck = at_two(DefectCause::NoSuccessor(Overflow { joint: joint(0), ..too_large() }));
    stuck.path.actions = vec![joint(0), joint(0)];
    assert_eq!(replay_defect(&crowd, &stuck), Ok(DefectReplay::TooManyJointActions));
    crowd.agents[COUNTER.index()].evolution.pop();
    assert_eq!(replay_defect(&crowd, &stuck), Ok(DefectReplay::TooManyJointActions), "the way out comes late");
    crowd.agents[COUNTER.index()].protocol.clear();
    crowd.agents[COUNTER.index()].evolution[0].assignments.clear();
    let found = replay_defect(&crowd, &stuck);
    assert!(found.is_err(), "{found:?}");
}

#[test]
fn agents_that_may_do_nothing_are_named() {
    let stuck = model("");
    rejects(
        &stuck,
        &at_two(DefectCause::NoAction(vec![COUNTER])),
        &[
            (|it| it.cause = DefectCause::NoAction(vec![]), DefectProblem::ActionPossible.into()),
            (|it| it.cause = DefectCause::NoAction(vec![COUNTER, AgentId(0)]), DefectProblem::ActionPossible.into()),
        ],
    );
}
