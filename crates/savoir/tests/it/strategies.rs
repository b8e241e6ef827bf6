//! Strategies that are long, many or forced, and a search for them that is stopped.

use crate::common::{evidence_from_layers, explicit, strategies, symbolic};
use savoir_check::{Budget, Checker, Stop, Verdict};
use savoir_evidence::{StrategyOptions, explain};
use savoir_model::{Model, Semantics};
use savoir_replay::{Claim, Coverage, Evidence, NotShown, Shown, replay};
use savoir_symbolic::{SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The evidence from both engines, which is the same.
fn from_both_engines(model: &Model) -> Vec<Evidence> {
    let found = evidence_from_layers(model, &explicit(model), StrategyOptions::default());
    assert_eq!(found, evidence_from_layers(model, &symbolic(model), StrategyOptions::default()));
    found
}

/// A counter that others push on by one or two, and an agent that may do something else.
const LONG: &str = "
Agent Environment
  Vars: n : 0..9000; end Vars
  Actions = {one, two};
  Protocol: Other : {one, two}; end Protocol
  Evolution:
    n = n + 1 if n < 9000 and Action = one;
    n = n + 2 if n < 8999 and Action = two;
  end Evolution
end Agent
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go, wait};
  Protocol: Other : {go, wait}; end Protocol
  Evolution: x = x + 1 if x < 3 and Action = go; end Evolution
end Agent
Evaluation top if Environment.n >= 9000; any if P.x >= 0; three if P.x = 3; end Evaluation
InitStates Environment.n = 0 and P.x = 0; end InitStates
Groups p = {P}; end Groups
Formulae <p>G any; <p>F top; <p>F three; end Formulae
";

#[test]
fn long_strategies_are_cut_and_say_so() {
    let model = load(LONG);
    let found = from_both_engines(&model);
    for (evidence, expected) in found.iter().zip([Coverage::Cut, Coverage::Cut, Coverage::Whole]) {
        let [(_, strategy)] = strategies(evidence)[..] else { panic!("one strategy") };
        assert_eq!(strategy.coverage, expected);
        let replayed = replay(&model, evidence).unwrap();
        let goes_on = |claim: &Claim| matches!(claim, Claim::RestOfStrategy { rows: 2000, .. });
        let goes_on = replayed.claims.iter().any(goes_on);
        assert_eq!(goes_on, expected == Coverage::Cut, "{:?}", replayed.claims);
    }
}

#[test]
fn a_coalition_without_choice_wins_by_what_it_must_do() {
    for (steps, expected) in [("9", Coverage::Whole), ("9000", Coverage::Cut)] {
        let inevitable = "n = 9000 if n = 8999 and Action = two;\n  end Evolution";
        let text = LONG
            .replacen("end Evolution", inevitable, 1)
            .replace("8999", &(steps.parse::<u32>().unwrap() - 1).to_string())
            .replace("9000", steps)
            .replace("{go, wait}", "{wait}")
            .replace("if x < 3 and Action = go", "if x > 3")
            .replace("<p>G any; <p>F top; <p>F three;", "<p>F top;");
        let model = load(&text);
        let found = from_both_engines(&model);
        let [(node, strategy)] = strategies(&found[0])[..] else { panic!("one strategy") };
        assert!(node.holds && strategy.coverage == expected);
        let ranks = strategy.rows.iter().map(|row| row.rank).collect::<Vec<_>>();
        if expected == Coverage::Whole {
            assert_eq!(ranks, [9, 8, 7, 6, 5, 4, 3, 2, 1].map(Some));
        } else {
            assert!(ranks.iter().all(Option::is_none));
        }
        assert_eq!(replay(&model, &found[0]).unwrap().claims.len(), usize::from(expected == Coverage::Cut));
    }
}

/// Many agents that may all do something: more joint actions than anybody can list.
fn crowd() -> String {
    let agent = |number: usize| {
        format!(
            "Agent A{number}\n Vars: x : boolean; end Vars\n Actions = {{up, down, none}};\n\
             Protocol: Other : {{up, down, none}}; end Protocol\n\
             Evolution: x = true if Action = up; x = false if Action = down; end Evolution\nend Agent\n"
        )
    };
    let agents: String = (0..14).map(agent).collect();
    let initial: Vec<String> = (0..14).map(|number| format!("A{number}.x = false")).collect();
    format!(
        "{agents} Evaluation up if A0.x = true; end Evaluation\n InitStates {}; end InitStates\n\
         Groups g = {{A0}}; end Groups\n Formulae <g>F up; <g>X !up; end Formulae\n",
        initial.join(" and ")
    )
}

#[test]
fn too_many_answers_are_not_listed() {
    let model = load(&crowd());
    for evidence in evidence_from_layers(&model, &symbolic(&model), StrategyOptions::default()) {
        assert_eq!((evidence.holds, evidence.shown), (true, Shown::Claim(NotShown::TooManyAnswers)));
    }
}

#[test]
fn the_search_for_strategies_can_be_stopped() {
    let model = load(LONG);
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_cancel(flag.clone());
    let system = SymbolicSystem::build(&model, &SymbolicOptions::default(), &budget).unwrap();
    let mut checker = Checker::new(&model, &system, Semantics::default()).unwrap();
    let formula = model.properties[0].formula;
    assert_eq!(checker.verdict(formula), Verdict::True);
    flag.store(true, Ordering::Relaxed);
    assert_eq!(explain(&model, &mut checker, formula, true, StrategyOptions::default()), Err(Stop::Cancelled.into()));
}
