//! Forged evidence: a good piece of evidence, and what the replay says after each change to it.

mod claims;
mod fairness;
mod paths;
mod possible_states;
mod strategies;
mod uniform;

use super::replay;
use crate::problem::Problem;
use crate::tree::{Evidence, Mark, Node, NodeId, Path, PathReason, PossibleState, Reason, Shown, Strategy, Tree};
use savoir_model::{ActionId, AgentId, FormulaId, Model, Semantics, VarId, resolve_formula};
use savoir_reference::{JointAction, State};
use savoir_testkit::fixtures::load;

/// A counter that goes up to 3 when it likes to, and a switch; neither sees the other.
const MODEL: &str = "
Agent Counter
  Vars:
    n : 0..3;
  end Vars
  RedStates:
    n = 3;
  end RedStates
  Actions = {up, stay};
  Protocol:
    n < 3 : {up, stay};
    Other : {stay};
  end Protocol
  Evolution:
    n = n + 1 if Action = up;
  end Evolution
end Agent
Agent Switch
  Vars: lit : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: lit = ~lit if Action = press; end Evolution
end Agent
Evaluation low if Counter.n < 2; top if Counter.n = 3; on if Switch.lit = true; end Evaluation
InitStates Counter.n = 0 and Switch.lit = false; end InitStates
Groups counter = {Counter}; switch = {Switch}; both = {Counter, Switch}; end Groups
Formulae EF top; end Formulae
";

/// The environment, which is agent 0, has nothing to do.
const COUNTER: AgentId = AgentId(1);
const SWITCH: AgentId = AgentId(2);
const N: VarId = VarId(0);
const LIT: VarId = VarId(1);
const UP: Option<ActionId> = Some(ActionId(0));
const STAY: Option<ActionId> = Some(ActionId(1));
const PRESS: Option<ActionId> = Some(ActionId(0));
const WAIT: Option<ActionId> = Some(ActionId(1));

/// What is changed, and what the replay should say about it.
type Case = (fn(&mut Evidence), Problem);

fn model() -> Model {
    load(MODEL)
}

/// A formula of the model.
fn formula(model: &mut Model, text: &str) -> FormulaId {
    resolve_formula(model, text).unwrap().formula
}

fn state(n: u64, lit: u64) -> State {
    vec![n, lit]
}

fn joint(counter: Option<ActionId>, switch: Option<ActionId>) -> JointAction {
    vec![None, counter, switch]
}

/// The counter goes up from one number to another, while the switch is off.
fn upwards(from: u64, to: u64) -> Path {
    let states: Vec<State> = (from..=to).map(|n| state(n, 0)).collect();
    Path { actions: vec![joint(UP, WAIT); states.len() - 1], states, back: None }
}

/// Nothing happens, for ever.
fn resting(n: u64, lit: u64) -> Path {
    Path { states: vec![state(n, lit)], actions: vec![joint(STAY, WAIT)], back: Some(0) }
}

fn node(state: State, formula: FormulaId, holds: bool, reason: Reason) -> Node {
    Node { state, formula, holds, reason }
}

/// A node that follows from the values of its state.
fn fact(state: State, formula: FormulaId, holds: bool) -> Node {
    node(state, formula, holds, Reason::Parts(Vec::new()))
}

/// A path whose state at a position is what the second node is about.
fn path_to(path: Path, position: usize) -> Reason {
    Reason::Path(PathReason { path, marks: vec![Mark { position, node: NodeId(1) }], fair: None })
}

/// Evidence about the formula of the first node, for a model with one initial state.
fn evidence(nodes: Vec<Node>) -> Evidence {
    let (formula, holds) = (nodes[0].formula, nodes[0].holds);
    let shown = Shown::Tree(Tree { nodes, others: Vec::new(), fair: None });
    Evidence { formula, holds, semantics: Semantics::default(), shown }
}

fn tree(evidence: &mut Evidence) -> &mut Tree {
    match &mut evidence.shown {
        Shown::Tree(tree) => tree,
        Shown::Claim(_) => unreachable!("all of it is a tree"),
    }
}

fn nodes(evidence: &mut Evidence) -> &mut Vec<Node> {
    &mut tree(evidence).nodes
}

fn path_reason(evidence: &mut Evidence) -> &mut PathReason {
    match &mut nodes(evidence)[0].reason {
        Reason::Path(reason) => reason,
        _ => unreachable!("the first node has a path"),
    }
}

fn path(evidence: &mut Evidence) -> &mut Path {
    &mut path_reason(evidence).path
}

fn possible(evidence: &mut Evidence) -> &mut PossibleState {
    match &mut nodes(evidence)[0].reason {
        Reason::PossibleState(possible) => possible,
        _ => unreachable!("the first node has a possible state"),
    }
}

fn strategy(evidence: &mut Evidence) -> &mut Strategy {
    match &mut nodes(evidence)[0].reason {
        Reason::Strategy(strategy) => strategy,
        _ => unreachable!("the first node has a strategy"),
    }
}

/// The evidence is accepted as it is, and rejected after each change for the right reason.
#[track_caller]
fn rejects(model: &Model, good: &Evidence, cases: &[Case]) {
    assert_eq!(replay(model, good).map(|_| ()), Ok(()), "before any change");
    for (number, (change, problem)) in cases.iter().enumerate() {
        let mut changed = good.clone();
        change(&mut changed);
        let found = replay(model, &changed).map_err(|mismatch| mismatch.problem);
        assert_eq!(found.as_ref(), Err(problem), "case {number}");
    }
}
