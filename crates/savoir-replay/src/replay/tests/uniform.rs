//! Uniform strategies: members do the same where they see the same, and win from all states of a start set.

use super::*;
use crate::claim::Claim;
use crate::problem::{ProblemPlace, StrategyProblem};
use crate::tree::{Choice, Coverage, EpistemicLink, Response, Row};
use savoir_model::{AtlSemantics, StartSet};

fn uniform(start: StartSet) -> Semantics {
    Semantics { atl: AtlSemantics::Uniform(start), ..Semantics::default() }
}

/// The counter does something, whatever the switch does.
fn row(n: u64, lit: u64, action: Option<ActionId>) -> Row {
    let next = if action == UP { n + 1 } else { n };
    let answer = |press, lit| Response { action: joint(action, press), state: state(next, lit) };
    let answers = vec![answer(WAIT, lit), answer(PRESS, 1 - lit)];
    Row { state: state(n, lit), rank: None, choices: vec![Choice { own: joint(action, None), answers }] }
}

#[test]
fn members_do_the_same_where_they_see_the_same() {
    let mut model = model();
    let stays_low = formula(&mut model, "<counter>G low");
    let played = |rows: Vec<Row>, semantics: Semantics, start_set: Option<Vec<EpistemicLink>>| {
        let strategy = Strategy { rows, ends: vec![], marks: vec![], coverage: Coverage::Whole, start_set };
        Evidence { semantics, ..evidence(vec![node(state(0, 0), stays_low, true, Reason::Strategy(strategy))]) }
    };
    let same = vec![row(0, 0, STAY), row(0, 1, STAY)];
    // The counter does not see the light, but goes up only where it is out.
    let differs = vec![row(0, 0, UP), row(0, 1, STAY), row(1, 0, STAY), row(1, 1, STAY)];
    let objective = |rows: &[Row]| replay(&model, &played(rows.to_vec(), uniform(StartSet::Objective), Some(vec![])));
    assert!(objective(&same).is_ok_and(|found| found.is_proof()));
    let problem = StrategyProblem::NotUniform(COUNTER, 0).into();
    let problem = Problem::In(ProblemPlace::RowOfStrategy(1), Box::new(problem));
    assert_eq!(objective(&differs).map_err(|mismatch| mismatch.problem), Err(problem));
    // With perfect information it may.
    assert!(replay(&model, &played(differs, Semantics::default(), None)).is_ok_and(|found| found.is_proof()));
}

/// What wins from the start set of an initial state says nothing about another one whose start set has other states.
#[test]
fn a_start_set_is_that_of_its_own_state() {
    let alike = "InitStates Counter.n = 0 and Switch.lit = false;";
    let mut model = load(&MODEL.replace(alike, "InitStates Counter.n = 0;"));
    // It fails where the counter is at 2 and the light is on. The switch takes that for possible if the light is on.
    let wins = formula(&mut model, "<both>(false U low or top or !on)");
    let seen_by = |observer: AgentId, access: Path| {
        let state = access.end().unwrap().clone();
        EpistemicLink { observers: vec![observer], state, access, fair: None }
    };
    let mut links: Vec<EpistemicLink> = (1..=3).map(|n| seen_by(SWITCH, upwards(0, n))).collect();
    links.push(seen_by(COUNTER, Path { states: vec![state(0, 1)], actions: vec![], back: None }));
    let ends = (0..=3).map(|n| state(n, 0)).chain([state(0, 1)]).collect();
    let reason =
        Strategy { rows: vec![], ends, marks: vec![], coverage: Coverage::Whole, start_set: Some(links.clone()) };
    let found = evidence(vec![node(state(0, 0), wins, true, Reason::Strategy(reason))]);
    let found = Evidence { semantics: uniform(StartSet::Everyone), ..found };
    let replayed = replay(&model, &found).unwrap();
    assert_eq!(replayed.claims, [Claim::OtherInitialStates { formula: wins, shown: 1, all: Some(2) }]);
    // Nor is it a strategy for this reading if a state of the start set is left out.
    let mut short = found;
    strategy(&mut short).start_set = Some(links[..3].to_vec());
    assert_eq!(replay(&model, &short).map_err(|mismatch| mismatch.problem), Err(StrategyProblem::MissingStart.into()));
}
