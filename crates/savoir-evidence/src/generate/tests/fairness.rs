//! Under fairness constraints every state that counts has a fair path, and evidence shows it.

use super::*;

fn fair(constraint: &str) -> String {
    with(COUNTER, "Formulae end", &format!("Fairness {constraint}; end Fairness Formulae end"))
}

#[test]
fn paths_go_on_fairly() {
    check_one(
        &fair("on"),
        &[
            ("EF top", &["00: EF top on 00 10 20 30, at 3 #1, then 30 31 back 0", "30: top"]),
            ("AG !on", &["00: not AG !on on 00 01, at 1 #1, then 01 back 0", "01: not !on"]),
            // A lasso is fair itself: staying at the first state would not be.
            ("AF top", &["00: not AF top on 00 01 back 0"]),
            ("EG low", &["00: EG low on 00 01 back 0"]),
        ],
    );
}

#[test]
fn states_of_other_evidence_have_fair_paths() {
    check_one(
        &fair("on"),
        &[
            (
                "K(Switch, low)",
                &[
                    "00: not K(Switch, low) at {Switch} 00 10 20, then 20 21 back 0 #1",
                    "20: not low",
                    "fair: 00 01 back 0",
                ],
            ),
            (
                "EX on or EX low",
                &[
                    "00: EX on or EX low by #1",
                    "00: EX on on 00 01, at 1 #2, then 01 back 0",
                    "01: on",
                    "fair: 00 01 back 0",
                ],
            ),
        ],
    );
}

#[test]
fn several_constraints_are_met_on_one_loop() {
    check_one(&fair("on; !on"), &[("AF top", &["00: not AF top on 00 01 back 0"])]);
}

#[test]
fn without_a_fair_path_there_is_no_state_to_look_at() {
    let text = fair("never");
    assert_eq!(claim(&text, "EF top"), NotShown::NoFairPath);
    assert_eq!(claim(&text, "AG low"), NotShown::AllStates(0u32.into()));
}

#[test]
fn strategies_may_rely_on_fairness() {
    // Nobody has to act: the switch is on again and again.
    assert_eq!(claim(&fair("on"), "<counter>F on"), NotShown::ReliesOnFairness);
    // The switch can see to it that no outcome is fair.
    assert_eq!(claim(&fair("on"), "<switch>F top"), NotShown::ReliesOnFairness);
    // What cannot be enforced would need an answer on fair paths.
    assert_eq!(claim(&fair("on"), "<counter>X on"), NotShown::TooManyCases);
    // A strategy that wins on all paths is one all the same.
    check_one(
        &fair("on"),
        &[("<switch>F on", &["00: <switch>F on | 00 1 press>01+11 | end 01 11", "fair: 00 01 back 0"])],
    );
}
