//! Fair paths, where there are fairness constraints.

use super::*;
use crate::claim::Claim;
use crate::problem::FairnessProblem;

/// The switch goes on and stays on.
fn lit_for_ever(n: u64) -> Path {
    Path { states: vec![state(n, 0), state(n, 1)], actions: vec![joint(STAY, PRESS), joint(STAY, WAIT)], back: Some(1) }
}

/// `EF top`, where the light has to be on again and again.
fn reaching_top(model: &mut Model) -> Evidence {
    let (reaches, top) = (formula(model, "EF top"), formula(model, "top"));
    let mut reason = path_to(upwards(0, 3), 3);
    if let Reason::Path(reason) = &mut reason {
        reason.fair = Some(lit_for_ever(3));
    }
    evidence(vec![node(state(0, 0), reaches, true, reason), fact(state(3, 0), top, true)])
}

fn fair(evidence: &mut Evidence) -> &mut Path {
    path_reason(evidence).fair.as_mut().unwrap()
}

#[test]
fn a_finite_path_goes_on_fairly() {
    let mut model = model();
    let on = formula(&mut model, "on");
    model.fairness = vec![on];
    let good = reaching_top(&mut model);
    rejects(
        &model,
        &good,
        &[
            (|it| path_reason(it).fair = None, FairnessProblem::NoPath.into()),
            (|it| *fair(it) = lit_for_ever(2), FairnessProblem::OtherStart.into()),
            (
                |it| {
                    fair(it).back = None;
                    fair(it).actions.pop();
                },
                FairnessProblem::Finite.into(),
            ),
            (|it| *fair(it) = resting(3, 0), FairnessProblem::Unfair(on).into()),
        ],
    );
}

#[test]
fn the_first_state_lies_on_a_fair_path() {
    let mut model = model();
    let (on, off) = (formula(&mut model, "on"), formula(&mut model, "!on"));
    model.fairness = vec![on];
    let mut good = evidence(vec![fact(state(0, 0), off, true)]);
    tree(&mut good).fair = Some(lit_for_ever(0));
    rejects(
        &model,
        &good,
        &[
            (|it| tree(it).fair = None, FairnessProblem::NoPath.into()),
            (|it| tree(it).fair = Some(resting(0, 0)), FairnessProblem::Unfair(on).into()),
        ],
    );
}

#[test]
fn a_constraint_that_is_no_condition_is_believed_once() {
    let mut model = model();
    let again = formula(&mut model, "EF on");
    model.fairness = vec![again];
    let mut good = reaching_top(&mut model);
    tree(&mut good).fair = Some(lit_for_ever(0));
    assert_eq!(replay(&model, &good).unwrap().claims, [Claim::FairnessConstraint(again)]);
}
