//! What is not known: a possible state where it fails, and how it is reached.

use super::*;

#[test]
fn a_state_that_looks_the_same_shows_what_an_agent_does_not_know() {
    check_one(
        COUNTER,
        &[
            ("K(Switch, low)", &["00: not K(Switch, low) at {Switch} 00 10 20 #1", "20: not low"]),
            ("K(Counter, !on)", &["00: not K(Counter, !on) at {Counter} 00 01 #1", "01: not !on"]),
            // The state itself is nearest.
            ("K(Counter, top)", &["00: not K(Counter, top) at #1", "00: not top"]),
            // Something has to be shown about the possible state.
            (
                "K(Switch, EX low)",
                &["00: not K(Switch, EX low) at {Switch} 00 10 20 #1", "20: not EX low (TooManyCases)"],
            ),
            (
                "K(Counter, K(Switch, low))",
                &[
                    "00: not K(Counter, K(Switch, low)) at #1",
                    "00: not K(Switch, low) at {Switch} 00 10 20 #2",
                    "20: not low",
                ],
            ),
        ],
    );
}

#[test]
fn groups_know_what_nobody_or_all_together_know() {
    check_one(
        COUNTER,
        &[
            // One of them is enough.
            ("GK(both, low)", &["00: not GK(both, low) at {Switch} 00 10 20 #1", "20: not low"]),
            ("GK(both, !on)", &["00: not GK(both, !on) at {Counter} 00 01 #1", "01: not !on"]),
            ("DK(switch, low)", &["00: not DK(switch, low) at {Switch} 00 10 20 #1", "20: not low"]),
            // Together they see everything.
            ("DK(both, low)", &["TooManyCases"]),
            ("DK(both, top)", &["00: not DK(both, top) at #1", "00: not top"]),
        ],
    );
}

#[test]
fn common_knowledge_fails_at_the_end_of_a_shortest_chain() {
    check_one(
        COUNTER,
        &[
            ("GCK(both, low)", &["00: not GCK(both, low) at {Switch} 00 10 20 #1", "20: not low"]),
            // Nobody alone takes the last state for possible in the first one.
            (
                "GCK(both, !(top and on))",
                &[
                    "00: not GCK(both, !(top and on)) at {Counter} 00 01 {Switch} 00 10 20 31 #1",
                    "31: not !(top and on)",
                ],
            ),
            ("GCK(counter, low)", &["TooManyCases"]),
            ("GCK(both, top)", &["00: not GCK(both, top) at #1", "00: not top"]),
        ],
    );
}

#[test]
fn only_correct_behaviour_counts_for_duties() {
    check_one(
        COUNTER,
        &[
            // Three is red, two is not. Nobody has to see anything.
            ("O(Counter, !top)", &["TooManyCases"]),
            ("O(Counter, low)", &["00: not O(Counter, low) at {} 00 10 20 #1", "20: not low"]),
            ("KH(Switch, Counter, !top)", &["TooManyCases"]),
            ("K(Switch, !top)", &["00: not K(Switch, !top) at {Switch} 00 10 20 30 #1", "30: not !top"]),
            ("KH(Switch, Counter, low)", &["00: not KH(Switch, Counter, low) at {Switch} 00 10 20 #1", "20: not low"]),
        ],
    );
    // A state that is itself red does not count, though what is assumed fails there.
    let late = with(COUNTER, "InitStates Counter.n = 0", "InitStates Counter.n > 1");
    check_one(
        &late,
        &[(
            "top -> KH(Switch, Counter, top)",
            &[
                "30: not (top -> KH(Switch, Counter, top)) by #1",
                "30: not KH(Switch, Counter, top) at {Switch} 20 #2",
                "20: not top",
            ],
        )],
    );
}

#[test]
fn an_initial_state_is_reached_without_a_step() {
    let several = with(COUNTER, "InitStates Counter.n = 0 and", "InitStates Counter.n < 3 and");
    check_one(
        &several,
        &[(
            "low -> K(Switch, low)",
            &["00: not (low -> K(Switch, low)) by #1", "00: not K(Switch, low) at {Switch} 20 #2", "20: not low"],
        )],
    );
}
