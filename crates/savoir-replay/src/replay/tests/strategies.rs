//! Strategies and counter-strategies.

use super::*;
use crate::claim::Claim;
use crate::problem::{ProblemPlace, StepProblem, StrategyProblem};
use crate::tree::{Choice, Coverage, Response, Row};

fn answer(action: JointAction, n: u64, lit: u64) -> Response {
    Response { action, state: state(n, lit) }
}

/// The counter goes up, whatever the switch does.
fn going_up(n: u64, lit: u64) -> Row {
    let answers = vec![answer(joint(UP, WAIT), n + 1, lit), answer(joint(UP, PRESS), n + 1, 1 - lit)];
    let choice = Choice { own: joint(UP, None), answers };
    Row { state: state(n, lit), rank: Some((3 - n) as u32), choices: vec![choice] }
}

/// The counter stays, whatever the switch does.
fn staying(lit: u64) -> Row {
    let answers = vec![answer(joint(STAY, WAIT), 0, lit), answer(joint(STAY, PRESS), 0, 1 - lit)];
    Row { state: state(0, lit), rank: None, choices: vec![Choice { own: joint(STAY, None), answers }] }
}

/// The switch does something, and the counter answers by staying.
fn answered(lit: u64) -> Row {
    let choice = |press, next| Choice { own: joint(None, press), answers: vec![answer(joint(STAY, press), 0, next)] };
    Row { state: state(0, lit), rank: None, choices: vec![choice(PRESS, 1 - lit), choice(WAIT, lit)] }
}

fn played(formula: FormulaId, holds: bool, rows: Vec<Row>, ends: Vec<State>) -> Evidence {
    let strategy = Strategy { rows, ends, marks: vec![], coverage: Coverage::Whole, start_set: None };
    evidence(vec![node(state(0, 0), formula, holds, Reason::Strategy(strategy))])
}

fn in_row(number: usize, problem: impl Into<Problem>) -> Problem {
    Problem::In(ProblemPlace::RowOfStrategy(number), Box::new(problem.into()))
}

#[test]
fn a_strategy_wins_against_everything() {
    let mut model = model();
    let wins = formula(&mut model, "<counter>F top");
    let top = formula(&mut model, "top");
    let rows = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)].map(|(n, lit)| going_up(n, lit)).to_vec();
    let good = played(wins, true, rows, vec![state(3, 0), state(3, 1)]);
    rejects(
        &model,
        &good,
        &[
            (|it| strategy(it).rows.push(going_up(0, 0)), StrategyProblem::RepeatedState.into()),
            (|it| strategy(it).ends.push(state(3, 0)), StrategyProblem::RepeatedState.into()),
            (|it| drop(strategy(it).rows.remove(0)), StrategyProblem::NoStart.into()),
            (|it| strategy(it).ends.push(state(0, 1)), Problem::WrongTruth { formula: top, truth: false }),
            (|it| strategy(it).rows[1].choices.clear(), in_row(1, StrategyProblem::NoMove)),
            (|it| drop(strategy(it).rows[0].choices[0].answers.pop()), in_row(0, StrategyProblem::MissingOutcome)),
            (|it| strategy(it).rows[0].choices[0].own[2] = WAIT, in_row(0, StrategyProblem::OtherChoice)),
            (|it| strategy(it).rows[0].choices[0].own.truncate(1), in_row(0, StrategyProblem::OtherChoice)),
            (|it| strategy(it).rows[0].choices[0].answers[0].action[1] = STAY, in_row(0, StepProblem::NoSuccessor)),
            (|it| strategy(it).rows[0].rank = Some(1), in_row(0, StrategyProblem::Escape)),
            (|it| drop(strategy(it).ends.pop()), in_row(3, StrategyProblem::Escape)),
        ],
    );
    model.fairness = vec![formula(&mut model, "on")];
    let mut fails = good.clone();
    (fails.holds, nodes(&mut fails)[0].holds) = (false, false);
    tree(&mut fails).fair = Some(Path {
        states: vec![state(0, 0), state(0, 1)],
        actions: vec![joint(STAY, PRESS), joint(STAY, WAIT)],
        back: Some(1),
    });
    assert_eq!(replay(&model, &fails).unwrap_err().problem, StrategyProblem::UnfairAnswers.into());
}

#[test]
fn a_strategy_that_stays_goes_on_for_ever() {
    let mut model = model();
    let stays = formula(&mut model, "<counter>G low");
    let low = formula(&mut model, "low");
    rejects(
        &model,
        &played(stays, true, vec![staying(0), staying(1)], vec![]),
        &[
            (|it| strategy(it).ends.push(state(1, 0)), StrategyProblem::EndsEarly.into()),
            (|it| drop(strategy(it).rows.pop()), in_row(0, StrategyProblem::Escape)),
            (|it| strategy(it).rows[1].state = state(2, 0), Problem::WrongTruth { formula: low, truth: false }),
        ],
    );
}

#[test]
fn a_counter_strategy_answers_every_move() {
    let mut model = model();
    let fails = formula(&mut model, "<switch>F top");
    rejects(
        &model,
        &played(fails, false, vec![answered(0), answered(1)], vec![]),
        &[
            (|it| strategy(it).rows[0].choices[1].answers.clear(), in_row(0, StrategyProblem::ChoiceWithoutAnswer)),
            (|it| drop(strategy(it).rows[1].choices.pop()), in_row(1, StrategyProblem::MoveWithoutAnswer)),
            (|it| drop(strategy(it).rows.pop()), in_row(0, StrategyProblem::Escape)),
        ],
    );
}

#[test]
fn too_many_outcomes_are_not_checked() {
    let agent = |number: usize| {
        format!(
            "Agent A{number}\n Vars:\n x : boolean;\n end Vars\n Actions = {{go}};\n Protocol:\n Other : {{go}};\n end \
             Protocol\n Evolution:\n x = true if Action = go;\n x = false if Action = go;\n end Evolution\nend Agent\n"
        )
    };
    let agents: String = (0..21).map(agent).collect();
    let model = load(&format!(
        "{agents}Evaluation\n p if A0.x = true;\nend Evaluation\nInitStates\n A0.x = false;\nend InitStates\n\
         Groups\n g = {{A0}};\nend Groups\nFormulae\n <g>F p;\nend Formulae\n"
    ));
    let start: State = vec![0; 21];
    let end: State = (0..21).map(|agent| u64::from(agent == 0)).collect();
    // Before them comes the environment, which does nothing.
    let go: JointAction = (0..22).map(|agent| Some(ActionId(0)).filter(|_| agent > 0)).collect();
    let own = (0..22).map(|agent| go[agent].filter(|_| agent == 1)).collect();
    let answers = vec![Response { action: go, state: end.clone() }];
    let row = Row { state: start.clone(), rank: Some(1), choices: vec![Choice { own, answers }] };
    let strategy =
        Strategy { rows: vec![row], ends: vec![end], marks: vec![], coverage: Coverage::Whole, start_set: None };
    let whole = model.properties[0].formula;
    let long = evidence(vec![node(start, whole, true, Reason::Strategy(strategy))]);
    // That is no mistake, but it is no proof either.
    assert!(replay(&model, &long).unwrap().claims.contains(&Claim::Rest));
}

#[test]
fn very_many_choices_that_lead_nowhere_are_not_all_looked_at() {
    // Somebody can do nothing at all, so no choice of the others has an outcome.
    let member = |number: u32| {
        format!(
            "Agent A{number} Vars: x : boolean; end Vars Actions = {{a, b}}; Protocol: Other : {{a, b}}; end Protocol \
             Evolution: x = true if Action = a; end Evolution end Agent\n"
        )
    };
    let names = |separator: &str, name: fn(u32) -> String| (0..40).map(name).collect::<Vec<_>>().join(separator);
    let text = format!(
        "{}Agent Z Vars: z : boolean; end Vars Actions = {{a}}; Protocol: z = true : {{a}}; end Protocol Evolution: end \
         Evolution end Agent\nEvaluation p if A0.x = true; end Evaluation InitStates Z.z = false and {}; end InitStates \
         Groups g = {{{}}}; end Groups Formulae <g>F p; end Formulae",
        (0..40).map(member).collect::<String>(),
        names(" and ", |number| format!("A{number}.x = false")),
        names(", ", |number| format!("A{number}")),
    );
    let model = load(&text);
    let row = Row { state: vec![0; 41], rank: None, choices: vec![] };
    let strategy =
        Strategy { rows: vec![row], ends: vec![], marks: vec![], coverage: Coverage::Whole, start_set: None };
    let forged = evidence(vec![node(vec![0; 41], model.properties[0].formula, false, Reason::Strategy(strategy))]);
    // Nothing is wrong, and nothing is proved.
    assert_eq!(replay(&model, &forged).unwrap().claims, [Claim::Rest]);
}
