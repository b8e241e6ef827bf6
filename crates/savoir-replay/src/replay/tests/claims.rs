//! What is not checked is listed, each claim once.

use super::*;
use crate::claim::{Claim, ClaimScope, NotShown};
use crate::tree::{Choice, Coverage, Response, Row};

#[test]
fn the_other_initial_states_are_believed() {
    let mut model = model();
    let off = formula(&mut model, "!on");
    let mut good = evidence(vec![fact(state(0, 0), off, true)]);
    assert_eq!(replay(&model, &good).unwrap().claims, []);
    tree(&mut good).initial_states = BigUint::from(2u32);
    assert_eq!(replay(&model, &good).unwrap().claims, [Claim::OtherInitialStates(off)]);
}

#[test]
fn nodes_that_show_nothing_are_believed() {
    let mut model = model();
    let (low, stays) = (formula(&mut model, "E(AX low U AG top)"), formula(&mut model, "AG top"));
    let next = formula(&mut model, "AX low");
    let claimed = |n, formula| node(state(n, 0), formula, true, Reason::Claim(NotShown::TooManyCases));
    let mark = |position, node| Mark { position, node: NodeId(node) };
    let marks = vec![mark(0, 1), mark(1, 2), mark(2, 3), mark(3, 4)];
    let reason = Reason::Path(PathReason { path: upwards(0, 3), marks, fair: None });
    let good = evidence(vec![
        node(state(0, 0), low, true, reason),
        claimed(0, next),
        claimed(1, next),
        claimed(2, next),
        claimed(3, stays),
    ]);
    let truth = |formula| Claim::Truth { formula, holds: true, scope: ClaimScope::Node, why: NotShown::TooManyCases };
    let replayed = replay(&model, &good).unwrap();
    assert_eq!(replayed.claims, [truth(next), truth(stays)]);
    assert_eq!((replayed.nodes, replayed.steps), (1, 3));
}

#[test]
fn a_verdict_without_a_tree_is_believed() {
    let mut model = model();
    let formula = formula(&mut model, "AG EF top");
    let why = NotShown::AllStates(BigUint::from(8u32));
    let claimed = Evidence { formula, holds: true, semantics: Semantics::default(), shown: Shown::Claim(why.clone()) };
    let replayed = replay(&model, &claimed).unwrap();
    assert_eq!(replayed.claims, [Claim::Truth { formula, holds: true, scope: ClaimScope::InitialStates, why }]);
    assert_eq!((replayed.nodes, replayed.steps), (0, 0));
}

#[test]
fn a_strategy_that_is_cut_off_says_so() {
    let mut model = model();
    let wins = formula(&mut model, "<both>G low");
    let answers = vec![Response { action: joint(UP, WAIT), state: state(1, 0) }];
    let row = Row { state: state(0, 0), rank: None, choices: vec![Choice { own: joint(UP, WAIT), answers }] };
    let strategy = Strategy { rows: vec![row], ends: vec![], marks: vec![], coverage: Coverage::Cut, start_set: None };
    let good = evidence(vec![node(state(0, 0), wins, true, Reason::Strategy(strategy))]);
    let replayed = replay(&model, &good).unwrap();
    assert_eq!(replayed.claims, [Claim::RestOfStrategy { formula: wins, rows: 1 }]);
}
