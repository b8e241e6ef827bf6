//! What is said and not shown, and why.

use super::*;

#[test]
fn what_holds_everywhere_is_claimed_of_all_states() {
    assert_eq!(claim(COUNTER, "AG (low or !low)"), NotShown::AllStates(8u32.into()));
    assert_eq!(claim(COUNTER, "EF never"), NotShown::AllStates(8u32.into()));
    // Only if it holds in no state at all, not if it cannot be reached from the first one.
    let late = with(COUNTER, "InitStates Counter.n = 0 and", "InitStates Counter.n = 0 or Counter.n = 2 and");
    check_one(&late, &[("EF (low and !on)", &["20: not EF (low and !on) (TooManyCases)"])]);
}

#[test]
fn what_would_take_all_cases_is_claimed() {
    for formula in ["AX low", "AF low", "A(low U !on)", "K(Switch, !never)", "O(Counter, !top)"] {
        assert_eq!(claim(COUNTER, formula), NotShown::TooManyCases, "{formula}");
    }
    check_one(
        COUNTER,
        &[
            // Something fails in the one initial state: there is one to look at, but not what to show about it.
            ("EX top", &["00: not EX top (TooManyCases)"]),
            ("EG top", &["00: not EG top (TooManyCases)"]),
            (
                "AX low and EX on",
                &[
                    "00: AX low and EX on by #1 #2",
                    "00: AX low (TooManyCases)",
                    "00: EX on on 00 01, at 1 #3",
                    "01: on",
                ],
            ),
        ],
    );
}

#[test]
fn what_comes_after_too_many_states_is_claimed() {
    let long = with(&with(COUNTER, "0..3", "0..5100"), "n < 3 :", "n < 5100 :");
    let long = with(&long, "Counter.n = 3", "Counter.n = 5100").replace("Counter.n > 3", "Counter.n > 5100");
    let (_, made) = evidence(&long, "EF (top and EG top)", StrategyOptions::default());
    let Shown::Tree(tree) = &made.shown else { panic!("{made:#?}") };
    let reasons: Vec<&Reason> = tree.nodes.iter().map(|node| &node.reason).collect();
    assert!(matches!(reasons[..], [Reason::Path(_), Reason::Parts(_), Reason::Claim(NotShown::TooLarge)]));
}

#[test]
fn a_state_with_too_many_answers_has_no_row() {
    let names: Vec<String> = (0..1_001).map(|number| format!("a{number}")).collect();
    let names = names.join(", ");
    let agent = |name: &str| {
        format!(
            "Agent {name} Vars: x : boolean; end Vars Actions = {{{names}}}; Protocol: Other : {{{names}}}; end Protocol
               Evolution: x = true if Action = a7; end Evolution end Agent\n"
        )
    };
    let text = format!(
        "{}{}Evaluation on if Ann.x = true; end Evaluation InitStates Ann.x = false and Bob.x = false; end InitStates
         Groups ann = {{Ann}}; end Groups Formulae end Formulae",
        agent("Ann"),
        agent("Bob")
    );
    assert_eq!(claim(&text, "<ann>X on"), NotShown::TooManyAnswers);
}
