//! Possible states: who considers them, how they are reached, and what fails there.

use super::*;
use crate::problem::{PossibleStateProblem, StepProblem};
use crate::tree::EpistemicLink;
use savoir_model::{Coalition, Formula};

fn link(observers: &[AgentId], n: u64) -> EpistemicLink {
    EpistemicLink { observers: observers.to_vec(), state: state(n, 0), access: upwards(0, n), fair: None }
}

/// Something is not known, because `low` fails after these links.
fn unknown(model: &mut Model, text: &str, links: Vec<EpistemicLink>) -> Evidence {
    let (knows, low) = (formula(model, text), formula(model, "low"));
    let reason = Reason::PossibleState(PossibleState { links, node: NodeId(1) });
    evidence(vec![node(state(0, 0), knows, false, reason), fact(state(2, 0), low, false)])
}

#[test]
fn a_possible_state_is_indistinguishable_and_reachable() {
    let mut model = model();
    let good = unknown(&mut model, "K(Switch, low)", vec![link(&[SWITCH], 2)]);
    let low = formula(&mut model, "low");
    rejects(
        &model,
        &good,
        &[
            (|it| (it.holds, nodes(it)[0].holds) = (true, true), PossibleStateProblem::FormulaHolds.into()),
            (|it| possible(it).links.push(link(&[SWITCH], 2)), PossibleStateProblem::SeveralLinks.into()),
            (|it| possible(it).links[0].observers = vec![COUNTER], PossibleStateProblem::OtherObservers.into()),
            (|it| possible(it).links[0].state = state(2, 1), PossibleStateProblem::Distinguishable(SWITCH, LIT).into()),
            (|it| possible(it).links[0].state = vec![2], StepProblem::IncompleteState.into()),
            (|it| possible(it).links[0].access = upwards(0, 1), PossibleStateProblem::OtherEnd.into()),
            (|it| possible(it).links[0].access = resting(2, 0), PossibleStateProblem::OtherEnd.into()),
            (|it| possible(it).links[0].access = upwards(1, 2), StepProblem::NotInitial.into()),
            (|it| possible(it).links.clear(), PossibleStateProblem::NotRefuted(low).into()),
            (|it| nodes(it)[1].holds = true, PossibleStateProblem::NotRefuted(low).into()),
            (|it| possible(it).node = NodeId(2), Problem::MissingNode(NodeId(2))),
        ],
    );
}

#[test]
fn who_should_behave_correctly_does() {
    let mut model = model();
    let red: fn(&mut Evidence) = |it| {
        let observers = possible(it).links[0].observers.clone();
        possible(it).links[0] = link(&observers, 3);
        nodes(it)[1].state = state(3, 0);
    };
    let duty = unknown(&mut model, "O(Counter, low)", vec![link(&[], 2)]);
    rejects(&model, &duty, &[(red, PossibleStateProblem::Incorrect.into())]);
    let assuming = unknown(&mut model, "KH(Switch, Counter, low)", vec![link(&[SWITCH], 2)]);
    rejects(&model, &assuming, &[(red, PossibleStateProblem::Incorrect.into())]);
}

#[test]
fn groups_look_together_or_each_alone_or_in_a_chain() {
    let mut model = model();
    let other: fn(&mut Evidence) = |it| possible(it).links[0].observers = vec![COUNTER, SWITCH];
    let each = unknown(&mut model, "GK(both, low)", vec![link(&[SWITCH], 2)]);
    rejects(&model, &each, &[(other, PossibleStateProblem::OtherObservers.into())]);
    let chain = unknown(&mut model, "GCK(both, low)", vec![link(&[SWITCH], 1), link(&[SWITCH], 2)]);
    rejects(&model, &chain, &[(other, PossibleStateProblem::OtherObservers.into())]);
    let together = unknown(&mut model, "DK(switch, low)", vec![link(&[SWITCH], 2)]);
    rejects(&model, &together, &[(other, PossibleStateProblem::OtherObservers.into())]);
    // Together both see everything.
    let too_much = unknown(&mut model, "DK(both, low)", vec![link(&[COUNTER, SWITCH], 2)]);
    let found = replay(&model, &too_much).unwrap_err().problem;
    assert_eq!(found, PossibleStateProblem::Distinguishable(COUNTER, N).into());
}

#[test]
fn a_group_of_nobody_knows_everything() {
    let mut model = model();
    let top = formula(&mut model, "top");
    let nobody = model.formulas.add_coalition(Coalition::Agents { members: vec![], label: "nobody".to_owned() });
    let knows = model.formulas.add(Formula::Everyone(nobody, top));
    let reason = Reason::PossibleState(PossibleState { links: vec![], node: NodeId(1) });
    let wrong = evidence(vec![node(state(0, 0), knows, false, reason), fact(state(0, 0), top, false)]);
    assert_eq!(replay(&model, &wrong).unwrap_err().problem, PossibleStateProblem::NoObserver.into());
}
