//! What is not checked is listed, each claim once.

use super::*;
use crate::claim::{Claim, ClaimScope, NotShown};
use crate::problem::StepProblem;
use crate::replay::{InitialCoverage, Limits, replay_within};
use crate::tree::{Choice, Coverage, Response, Row};
use num_bigint::BigUint;

/// The model says which initial states there are, and evidence has to cover them.
#[test]
fn a_formula_that_holds_does_so_in_all_initial_states() {
    let mut model =
        load(&MODEL.replace("Counter.n = 0 and Switch.lit = false", "Counter.n <= 1 and Switch.lit = false"));
    let off = formula(&mut model, "!on");
    let mut good = evidence(vec![fact(state(0, 0), off, true), fact(state(1, 0), off, true)]);
    let claim = Claim::OtherInitialStates { formula: off, shown: 1, all: Some(2) };
    assert_eq!(replay(&model, &good).unwrap().claims, [claim]);
    tree(&mut good).others = vec![NodeId(1)];
    let replayed = replay(&model, &good).unwrap();
    assert!(replayed.is_proof());
    assert_eq!(replayed.initial, Some(InitialCoverage { shown: 2, all: Some(2) }));
    rejects(
        &model,
        &good,
        &[
            (|it| tree(it).others[0] = NodeId(7), Problem::MissingNode(NodeId(7))),
            (|it| tree(it).nodes[1].state = state(2, 0), StepProblem::NotInitial.into()),
            (|it| tree(it).nodes[1].formula = FormulaId(0), Problem::OtherInitialRoot(NodeId(1))),
            (|it| tree(it).nodes[1].holds = false, Problem::OtherInitialRoot(NodeId(1))),
        ],
    );
    // The same state twice is one state.
    tree(&mut good).nodes[1].state = state(0, 0);
    assert!(!replay(&model, &good).unwrap().is_proof());
}

#[test]
fn initial_states_that_cannot_be_counted_are_not_covered() {
    let mut model = load(&MODEL.replace("lit : boolean;", "lit : boolean; far : 0..2000000000;"));
    let off = formula(&mut model, "!on");
    let good = evidence(vec![fact(vec![0, 0, 7], off, true)]);
    let claims = replay(&model, &good).unwrap().claims;
    assert_eq!(claims, [Claim::OtherInitialStates { formula: off, shown: 1, all: None }]);
}

/// A formula about induced models is not about the steps of this one.
#[test]
fn nothing_is_shown_about_induced_models() {
    let mut model = model();
    let off = formula(&mut model, "!on");
    let mut good = evidence(vec![fact(state(0, 0), off, true)]);
    good.semantics.atl = savoir_model::AtlSemantics::UniformModel(savoir_model::Restricted::Everybody);
    assert_eq!(replay(&model, &good).unwrap().claims, [Claim::InducedModels(off)]);
}

#[test]
fn what_is_not_looked_at_is_not_proved() {
    let mut model = model();
    let top = formula(&mut model, "EF top");
    let reason = Reason::Path(PathReason { path: upwards(0, 3), marks: vec![], fair: None });
    let mut good = evidence(vec![node(state(0, 0), top, true, reason)]);
    assert!(replay(&model, &good).unwrap().is_proof());
    let stop = || true;
    for limits in [Limits { work: 40, ..Limits::default() }, Limits { stop: Some(&stop), ..Limits::default() }] {
        assert!(replay_within(&model, &good, limits).unwrap().claims.contains(&Claim::Rest));
        // Nor is it wrong.
        tree(&mut good).nodes.push(node(state(0, 0), top, false, Reason::Parts(vec![])));
        assert!(replay_within(&model, &good, limits).unwrap().claims.contains(&Claim::Rest));
        tree(&mut good).nodes.pop();
    }
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
