//! Short forms of strategies: they say what the strategy says, with as few words as possible.

use super::*;
use savoir_model::resolve_formula;
use savoir_replay::{Choice, Coverage, Response, Row};
use savoir_testkit::fixtures::load;

/// Somebody with three actions who sees a number, and somebody else with two actions who sees a light.
const MODEL: &str = "
Agent Ann
  Vars: n : 0..3; end Vars
  Actions = {left, right, rest};
  Protocol: Other : {left, right, rest}; end Protocol
  Evolution: n = n + 1 if n < 3 and Action = right; end Evolution
end Agent
Agent Bob
  Vars: lit : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: lit = ~lit if Action = press; end Evolution
end Agent
Evaluation top if Ann.n = 3; end Evaluation
InitStates Ann.n = 0 and Bob.lit = false; end InitStates
Groups ann = {Ann}; both = {Ann, Bob}; end Groups
Formulae EF top; end Formulae
";

/// The environment, which is agent 0, has nothing to do.
const ANN: AgentId = AgentId(1);
const BOB: AgentId = AgentId(2);
const N: VarId = VarId(0);
const LIT: VarId = VarId(1);
const LEFT: Option<ActionId> = Some(ActionId(0));
const RIGHT: Option<ActionId> = Some(ActionId(1));
const REST: Option<ActionId> = Some(ActionId(2));
const PRESS: Option<ActionId> = Some(ActionId(0));
const WAIT: Option<ActionId> = Some(ActionId(1));

fn states() -> impl Iterator<Item = (u64, u64)> {
    (0..4).flat_map(|n| (0..2).map(move |lit| (n, lit)))
}

/// A strategy that makes these choices in the states; where they lead does not matter here.
fn choosing(choices: impl Fn(u64, u64) -> Vec<JointAction>) -> Strategy {
    let choice = |own| Choice { own, answers: Vec::new() };
    let row =
        |(n, lit)| Row { state: vec![n, lit], rank: None, choices: choices(n, lit).into_iter().map(choice).collect() };
    Strategy {
        rows: states().map(row).collect(),
        ends: Vec::new(),
        marks: Vec::new(),
        coverage: Coverage::Whole,
        start_set: None,
    }
}

fn policy(text: &str, holds: bool, strategy: &Strategy) -> Option<Policy> {
    let mut model = load(MODEL);
    let formula = resolve_formula(&mut model, text).unwrap().formula;
    Policy::new(&model, formula, holds, strategy)
}

fn literal(feature: Feature, comparison: Comparison, code: u64) -> Literal {
    Literal { feature, comparison, code }
}

#[test]
fn a_single_decision_needs_no_condition() {
    let strategy = choosing(|_, _| vec![vec![None, RIGHT, None]]);
    let policy = policy("<ann>F top", true, &strategy).unwrap();
    assert_eq!(policy.player, Player::Coalition);
    let cases = vec![Case { guard: vec![], moves: vec![vec![None, RIGHT, None]] }];
    assert_eq!(policy.tables, [Table { agents: vec![ANN], cases }]);
}

#[test]
fn numbers_are_compared_and_what_is_done_most_often_comes_last() {
    let strategy = choosing(|n, _| vec![vec![None, if n < 1 { LEFT } else { RIGHT }, None]]);
    let policy = policy("<ann>F top", true, &strategy).unwrap();
    let [table] = policy.tables.as_slice() else { panic!("{policy:?}") };
    assert_eq!(table.variables(), [N]);
    let [first, last] = table.cases.as_slice() else { panic!("{table:?}") };
    assert_eq!(first.moves, [vec![None, LEFT, None]]);
    assert!(last.guard.is_empty());
    let [only] = first.guard.as_slice() else { panic!("{first:?}") };
    assert!((0..4).all(|n| only.accepts(n) == (n < 1)), "{only:?}");
}

#[test]
fn a_policy_says_what_the_strategy_says() {
    let choice = |n: u64, lit: u64| match (n, lit) {
        (0, 0) | (3, _) => vec![vec![None, REST, None]],
        (1, _) => vec![vec![None, LEFT, None], vec![None, RIGHT, None]],
        _ => vec![vec![None, RIGHT, None]],
    };
    let policy = policy("<ann>F top", true, &choosing(choice)).unwrap();
    for (n, lit) in states() {
        assert_eq!(policy.decide(&[n, lit], &[]), choice(n, lit), "{n} {lit}");
    }
    assert_eq!(policy.tables[0].variables(), [N, LIT]);
}

#[test]
fn agents_that_choose_by_themselves_have_tables_of_their_own() {
    let alone =
        choosing(|n, lit| vec![vec![None, if n < 3 { RIGHT } else { REST }, if lit == 0 { PRESS } else { WAIT }]]);
    let apart = policy("<both>F top", true, &alone).unwrap();
    let agents: Vec<&[AgentId]> = apart.tables.iter().map(|table| table.agents.as_slice()).collect();
    assert_eq!(agents, [&[ANN][..], &[BOB][..]]);
    // Each looks at what it sees itself.
    assert_eq!(apart.tables[0].variables(), [N]);
    assert_eq!(apart.tables[1].variables(), [LIT]);
    assert_eq!(apart.decide(&[3, 0], &[]), [vec![None, REST, PRESS]]);
    // Either of two moves is fine, but not half of one and half of the other.
    let together = choosing(|_, _| vec![vec![None, LEFT, PRESS], vec![None, RIGHT, WAIT]]);
    let joined = policy("<both>F top", true, &together).unwrap();
    assert_eq!(joined.tables.len(), 1);
    assert_eq!(joined.tables[0].agents, [ANN, BOB]);
}

#[test]
fn those_who_answer_look_at_what_the_coalition_does() {
    // Bob presses if Ann goes right, and waits otherwise.
    let answer = |own: Option<ActionId>| if own == RIGHT { PRESS } else { WAIT };
    let choice = |own| {
        let response = Response { action: vec![None, own, answer(own)], state: vec![0, 0] };
        Choice { own: vec![None, own, None], answers: vec![response] }
    };
    let row = |(n, lit)| Row { state: vec![n, lit], rank: None, choices: [LEFT, RIGHT, REST].map(choice).to_vec() };
    let strategy = Strategy {
        rows: states().map(row).collect(),
        ends: Vec::new(),
        marks: Vec::new(),
        coverage: Coverage::Whole,
        start_set: None,
    };
    let policy = policy("<ann>F top", false, &strategy).unwrap();
    assert_eq!(policy.player, Player::Others);
    let [table] = policy.tables.as_slice() else { panic!("{policy:?}") };
    assert_eq!(table.agents, [BOB]);
    assert_eq!(table.cases[0].guard, [literal(Feature::Action(ANN), Comparison::Is, 1)]);
    assert_eq!(policy.decide(&[2, 0], &[None, RIGHT, None]), [vec![None, None, PRESS]]);
    assert_eq!(policy.decide(&[2, 0], &[None, REST, None]), [vec![None, None, WAIT]]);
}

#[test]
fn other_formulas_and_long_strategies_have_no_policy() {
    let strategy = choosing(|_, _| vec![vec![None, RIGHT, None]]);
    assert_eq!(policy("EF top", true, &strategy), None);
    let rows = strategy.rows.iter().cycle().take(MOST_INSTANCES + 1).cloned().collect();
    assert_eq!(policy("<ann>F top", true, &Strategy { rows, ..strategy }), None);
}
