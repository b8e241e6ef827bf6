//! Paths: shortest ones with the least states, and lassos.

use super::*;

#[test]
fn a_shortest_path_with_the_least_states_leads_to_what_is_possible() {
    check_one(
        COUNTER,
        &[
            ("EF top", &["00: EF top on 00 10 20 30, at 3 #1", "30: top"]),
            ("EF low", &["00: EF low on 00, at 0 #1", "00: low"]),
            ("EF (top and on)", &["00: EF (top and on) on 00 10 20 31, at 3 #1", "31: top and on"]),
            ("EX on", &["00: EX on on 00 01, at 1 #1", "01: on"]),
            ("E(!on U top)", &["00: E(!on U top) on 00 10 20 30, at 3 #1", "30: top"]),
        ],
    );
}

#[test]
fn a_shortest_path_leads_to_what_is_not_so() {
    check_one(
        COUNTER,
        &[
            ("AG low", &["00: not AG low on 00 10 20, at 2 #1", "20: not low"]),
            ("AX on", &["00: not AX on on 00 00, at 1 #1", "00: not on"]),
            // The first of the two is lost before the second one comes.
            ("A(low U top)", &["00: not A(low U top) on 00 10 20, at 2 #1, at 2 #2", "20: not top", "20: not low"]),
        ],
    );
}

#[test]
fn a_lasso_goes_on_for_ever() {
    check_one(
        COUNTER,
        &[
            ("EG low", &["00: EG low on 00 back 0"]),
            ("AF top", &["00: not AF top on 00 back 0"]),
            // The second one never comes.
            ("A(!top U top)", &["00: not A(!top U top) on 00 back 0"]),
        ],
    );
    // A light that is pressed in every step goes on and off.
    let blinking = with(COUNTER, "Protocol: Other : {press, wait};", "Protocol: Other : {press};");
    check_one(
        &blinking,
        &[
            ("EG low", &["00: EG low on 00 01 back 0"]),
            ("CTL* E(F top and G F on)", &["00: E (F top and G F on) on 00 11 20 31 30 back 3"]),
        ],
    );
}

#[test]
fn the_states_of_a_path_are_shown_where_their_values_say_too_little() {
    check_one(
        COUNTER,
        &[
            ("EF EG top", &["00: EF EG top on 00 10 20 30, at 3 #1", "30: EG top on 30 back 0"]),
            (
                "E(EX on U top)",
                &[
                    "00: E(EX on U top) on 00 10 20 30, at 0 #1, at 1 #2, at 2 #3, at 3 #4",
                    "00: EX on on 00 01, at 1 #5",
                    "10: EX on on 10 11, at 1 #6",
                    "20: EX on on 20 21, at 1 #7",
                    "30: top",
                    "01: on",
                    "11: on",
                    "21: on",
                ],
            ),
            ("EG EX low", &["00: EG EX low on 00 back 0, at 0 #1", "00: EX low on 00 00, at 1 #2", "00: low"]),
        ],
    );
}

#[test]
fn the_path_starts_where_it_is_shortest() {
    let several = with(COUNTER, "InitStates Counter.n = 0 and", "InitStates Counter.n < 3 and");
    check_one(
        &several,
        &[
            ("AG low", &["20: not AG low on 20, at 0 #1", "20: not low"]),
            // A condition leaves fewer states to start in.
            ("low -> AG low", &["10: not (low -> AG low) by #1", "10: not AG low on 10 20, at 1 #2", "20: not low"]),
            ("AF top", &["00: not AF top on 00 back 0"]),
            // What holds is shown in the least initial state, of a condition in the least where it is met; then in the
            // others, so that it can be replayed as a whole.
            (
                "EF top",
                &[
                    "00: EF top on 00 10 20 30, at 3 #1",
                    "30: top",
                    "10: EF top on 10 20 30, at 2 #1",
                    "20: EF top on 20 30, at 1 #1",
                ],
            ),
            (
                "!low -> EF top",
                &[
                    "20: !low -> EF top by #1",
                    "20: EF top on 20 30, at 1 #2",
                    "30: top",
                    "00: !low -> EF top",
                    "10: !low -> EF top",
                ],
            ),
        ],
    );
}

#[test]
fn each_step_has_a_joint_action_that_leads_on() {
    let (model, made) = evidence(COUNTER, "EF (top and on)", StrategyOptions::default());
    let Shown::Tree(tree) = &made.shown else { panic!("{made:#?}") };
    let Reason::Path(found) = &tree.node(NodeId::ROOT).reason else { panic!("{made:#?}") };
    let actions: Vec<String> = found.path.actions.iter().map(|joint| names(&model, joint)).collect();
    assert_eq!(actions, ["up.wait", "up.wait", "up.press"]);
    assert_eq!(tree.others, []);
}
