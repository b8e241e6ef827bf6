//! Forged certificates: a good one, and what is said after each change to it.

use super::*;
use crate::meter::Limits;
use savoir_model::{AtlSemantics, Model, Semantics, StartSet, resolve_formula};
use savoir_testkit::fixtures::load;

/// A counter that goes up to 2 and stays there; another agent may stop it, and does not see it.
const MODEL: &str = "
Agent Counter
  Vars: n : 0..2; end Vars
  Actions = {up};
  Protocol: Other : {up}; end Protocol
  Evolution: n = n + 1 if Action = up and Stopper.Action = wait and n < 2; end Evolution
end Agent
Agent Stopper
  Vars: used : boolean; end Vars
  Actions = {wait, stop};
  Protocol: used = false : {wait, stop}; Other : {wait}; end Protocol
  Evolution: used = true if Action = stop; end Evolution
end Agent
Evaluation low if Counter.n < 2; top if Counter.n = 2; fresh if Stopper.used = false; end Evaluation
InitStates Counter.n = 0 and Stopper.used = false; end InitStates
Groups counter = {Counter}; both = {Counter, Stopper}; end Groups
Formulae AF top; end Formulae
";

/// The states with what is needed to see that `AF top` holds.
fn certificate(model: &Model) -> Certificate {
    // By value of the counter: not stopped yet, and after that.
    let states = vec![vec![0, 0], vec![1, 0], vec![2, 0], vec![0, 1], vec![1, 1], vec![2, 1]];
    let ranks = [3, 2, 0, 2, 1, 0].map(Some).to_vec();
    let label = Label { leave: Some(ranks), ..Label::default() };
    let labels = BTreeMap::from([(Labelled::State(model.properties[0].formula), label)]);
    Certificate { states, fair: None, labels }
}

/// What is changed, and what is said about it.
type Case = (fn(&mut Certificate), Undecided);

fn decide(model: &Model, certificate: &Certificate, formula: FormulaId) -> Result<bool, Undecided> {
    Certified::read(model, certificate, Limits::default())?.decide(formula, Semantics::default())
}

fn ranks(certificate: &mut Certificate) -> &mut Ranks {
    let label = certificate.labels.values_mut().next().unwrap();
    label.leave.as_mut().unwrap()
}

#[test]
fn ranks_that_fall_in_every_step_are_accepted_and_no_others() {
    let model = load(MODEL);
    let formula = model.properties[0].formula;
    let good = certificate(&model);
    assert_eq!(decide(&model, &good, formula), Ok(true));
    let wrong = |state| Undecided::Wrong(CertificateProblem::WrongLabel(Some(formula), state));
    let cases: [Case; 10] = [
        // Not where it should be 0, too low, too high, none at all.
        (|it| ranks(it)[1] = Some(0), wrong(1)),
        (|it| ranks(it)[0] = Some(2), wrong(0)),
        (|it| ranks(it)[0] = None, wrong(0)),
        (|it| ranks(it)[3] = Some(9), wrong(0)),
        (|it| ranks(it).truncate(5), Undecided::Wrong(CertificateProblem::WrongLength(Some(FormulaId(1))))),
        (|it| it.states.swap(3, 4), wrong(1)),
        (
            |it| {
                it.states.pop();
                ranks(it).pop();
            },
            Undecided::Wrong(CertificateProblem::NotClosed(2)),
        ),
        (
            |it| {
                it.states.remove(0);
                ranks(it).remove(0);
            },
            Undecided::Wrong(CertificateProblem::MissingInitialState),
        ),
        (|it| it.states[5] = vec![0, 0], Undecided::Wrong(CertificateProblem::RepeatedState(5))),
        (|it| it.states[5] = vec![3, 0], Undecided::Wrong(CertificateProblem::IllegalState(5))),
    ];
    for (number, (change, expected)) in cases.into_iter().enumerate() {
        let mut changed = good.clone();
        change(&mut changed);
        let found = decide(&model, &changed, formula);
        let expected = match expected {
            Undecided::Wrong(CertificateProblem::WrongLength(_)) => {
                Undecided::Wrong(CertificateProblem::WrongLength(Some(formula)))
            }
            other => other,
        };
        assert_eq!(found, Err(expected), "case {number}");
    }
}

/// States that nothing leads to would make knowledge look like doubt.
#[test]
fn no_state_is_invented() {
    let text = MODEL.replace("Stopper.used = false; end InitStates", "Stopper.used = true; end InitStates");
    let mut model = load(&text);
    let knows = resolve_formula(&mut model, "K(Counter, !fresh)").unwrap().formula;
    let states = vec![vec![0, 1], vec![1, 1], vec![2, 1]];
    let good = Certificate { states, ..Certificate::default() };
    assert_eq!(decide(&model, &good, knows), Ok(true));
    let mut invented = good;
    invented.states.push(vec![2, 0]);
    // Counter could not tell `[0, 1]` from this one.
    let found = decide(&model, &invented, knows);
    assert!(matches!(found, Err(Undecided::Wrong(CertificateProblem::Unreachable(3)))), "{found:?}");
}

#[test]
fn what_has_no_label_is_not_decided() {
    let mut model = load(MODEL);
    let good = certificate(&model);
    for (text, expected) in [
        ("low", Ok(true)),
        ("AX low", Ok(true)),
        ("EX top", Ok(false)),
        ("K(Stopper, low)", Ok(false)),
        ("DK(both, low)", Ok(true)),
        ("GCK(both, low)", Ok(false)),
        ("AX AX K(Counter, low)", Ok(false)),
        ("K(Stopper, AF top)", Ok(true)),
        ("<counter>X low", Ok(true)),
    ] {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        assert_eq!(decide(&model, &good, formula), expected, "{text}");
    }
    for text in ["EF top", "AG low", "A(low U top)", "<both>F top", "<counter>G low", "LTL F top"] {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        assert!(matches!(decide(&model, &good, formula), Err(Undecided::NoLabel(Some(_)))), "{text}");
    }
    let one_path = ["CTL* A (X low or X top)", "CTL* E (X low and X top)", "CTL* A (X low -> X top)"];
    for text in ["LTL F G top", "CTL* E (G F low)"].into_iter().chain(one_path) {
        let formula = resolve_formula(&mut model, text).unwrap().formula;
        assert!(matches!(decide(&model, &good, formula), Err(Undecided::Operator(_))), "{text}");
    }
    let strategic = resolve_formula(&mut model, "<counter>X low").unwrap().formula;
    let uniform = Semantics { atl: AtlSemantics::Uniform(StartSet::Everyone), ..Semantics::default() };
    let mut certified = Certified::read(&model, &good, Limits::default()).ok().unwrap();
    assert_eq!(certified.decide(strategic, uniform), Err(Undecided::Operator(strategic)));
    assert_eq!(certified.decide(model.properties[0].formula, uniform), Ok(true));
    let stopped = Certified::read(&model, &good, Limits { work: 50, ..Limits::default() });
    assert_eq!(stopped.err(), Some(Undecided::TooMuchWork));
}

/// Fairness: the stopper stops infinitely often, which it cannot, or waits infinitely often.
#[test]
fn which_states_are_fair_is_checked() {
    let fair = |constraint: &str| {
        let section = format!("Fairness {constraint}; end Fairness\nFormulae AF");
        load(&MODEL.replace("Formulae AF", &section))
    };
    let meets = |rank| Recurrence::Meets(vec![rank]);
    let misses = |stage| Recurrence::Misses { stage, constraint: 0 };
    let formula = |model: &mut Model| resolve_formula(model, "AX false").unwrap().formula;
    let read = |model: &Model, found: &[Recurrence], formula: FormulaId| {
        let good = Certificate { fair: Some(found.to_vec()), ..certificate(model) };
        decide(model, &good, formula)
    };
    let wrong = |state| Err(Undecided::Wrong(CertificateProblem::WrongLabel(None, state)));
    let mut often_top = fair("top");
    let never = formula(&mut often_top);
    let good = [meets(2), meets(1), meets(0), meets(2), meets(1), meets(0)];
    assert_eq!(read(&often_top, &good, never), Ok(false));
    let mut lie = good.clone();
    lie[1] = misses(1);
    assert_eq!(read(&often_top, &lie, never), wrong(0));
    let all_miss = [(); 6].map(|()| misses(1));
    assert_eq!(read(&often_top, &all_miss, never), wrong(2));
    let mut often_low = fair("Counter.GreenStates and low");
    let never = formula(&mut often_low);
    // The counter goes up in the end, so no path is fair, and everything is true.
    let good = [misses(3), misses(2), misses(1), misses(3), misses(2), misses(1)];
    assert_eq!(read(&often_low, &good, never), wrong(0), "it may be stopped first");
    let good = [misses(4), misses(3), misses(1), misses(3), misses(2), misses(1)];
    assert_eq!(read(&often_low, &good, never), Ok(true));
    let mut lie = good.clone();
    lie[3] = meets(0);
    assert_eq!(read(&often_low, &lie, never), wrong(0));
    assert_eq!(decide(&often_low, &certificate(&often_low), never), Err(Undecided::NoLabel(None)));
}

/// A path that leaves each of two constraints behind in turn leaves none behind for ever.
#[test]
fn a_stage_has_one_constraint() {
    let mut model = load(
        "Agent Lamp Vars: lit : boolean; end Vars Actions = {press}; Protocol: Other : {press}; end Protocol
         Evolution: lit = ~lit if Action = press; end Evolution end Agent
         Evaluation on if Lamp.lit = true; end Evaluation InitStates Lamp.lit = false; end InitStates
         Fairness on; !on; end Fairness Formulae AX false; end Formulae",
    );
    let formula = resolve_formula(&mut model, "AX false").unwrap().formula;
    let with = |fair: [Recurrence; 2]| {
        let states = vec![vec![0], vec![1]];
        decide(&model, &Certificate { states, fair: Some(fair.to_vec()), ..Certificate::default() }, formula)
    };
    assert_eq!(with([Recurrence::Meets(vec![1, 0]), Recurrence::Meets(vec![0, 1])]), Ok(false));
    // Without a fair path everything would be true.
    let misses = |constraint| Recurrence::Misses { stage: 1, constraint };
    let wrong = Err(Undecided::Wrong(CertificateProblem::WrongLabel(None, 0)));
    assert_eq!(with([misses(0), misses(1)]), wrong);
}
