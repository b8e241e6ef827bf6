//! Strategies of coalitions that can enforce something.

use super::*;

#[test]
fn a_strategy_has_a_row_for_each_state_that_a_play_may_come_to() {
    check_one(
        THIEF,
        &[
            ("<thief>F out", &["00: <thief>F out | 00 4 go>01+10 | 01 3 go>10 | 10 2 go>11+20 | 11 1 go>20 | end 20"]),
            (
                "<thief>(!out U out)",
                &["00: <thief>(!out U out) | 00 4 go>01+10 | 01 3 go>10 | 10 2 go>11+20 | 11 1 go>20 | end 20"],
            ),
            // Of several moves that win one that leads to the fewest new states.
            ("<thief>G !out", &["00: <thief>G !out | 00 - stay>00+01 | 01 - stay>00 | end"]),
            ("<thief>X !out", &["00: <thief>X !out | 00 1 go>01+10 | end 01 10"]),
            // It is decided at once.
            ("<thief>F fresh", &["00: <thief>F fresh | end 00"]),
        ],
    );
}

#[test]
fn all_moves_that_win_are_listed_on_request() {
    check(
        THIEF,
        ALL_MOVES,
        &[
            ("<thief>F out", &["00: <thief>F out | 00 4 go>01+10 | 01 3 go>10 | 10 2 go>11+20 | 11 1 go>20 | end 20"]),
            (
                "<thief>G !out",
                &[
                    "00: <thief>G !out | 00 - go>01+10 stay>00+01 | 01 - go>10 stay>00 | 10 - stay>10+11 | 11 - stay>10 | end",
                ],
            ),
            ("<thief>X !out", &["00: <thief>X !out | 00 1 go>01+10 stay>00+01 | end 01 10 00"]),
            // Only those that lead to the goal in the fewest steps.
            ("<both>F !fresh", &["00: <both>F !fresh | 00 1 go.watch>01 stay.watch>01 | end 01"]),
        ],
    );
}

#[test]
fn a_path_that_can_be_forced_is_a_strategy() {
    check_one(
        THIEF,
        &[
            ("<both>F out", &["00: <both>F out | 00 2 go.sleep>10 | 10 1 go.sleep>20 | end 20"]),
            // The guard sees to it alone where the thief can do nothing about it.
            ("<guard>F !fresh", &["00: <guard>F !fresh | 00 1 watch>01 | end 01"]),
            ("<both>(fresh U out)", &["00: <both>(fresh U out) | 00 2 go.sleep>10 | 10 1 go.sleep>20 | end 20"]),
        ],
    );
}

/// A clock that cannot but go on, and a coin.
fn clock(most: u64) -> String {
    format!(
        "Agent Clock Vars: n : 0..{most}; end Vars Actions = {{tick}}; Protocol: Other : {{tick}}; end Protocol
           Evolution: n = n + 1 if n < {most}; end Evolution end Agent
         Agent Coin Vars: heads : boolean; end Vars Actions = {{toss}}; Protocol: Other : {{toss}}; end Protocol
           Evolution: heads = true if Action = toss; heads = false if Action = toss; end Evolution end Agent
         Evaluation end_of_day if Clock.n = {most}; heads if Coin.heads = true; end Evaluation
         InitStates Clock.n = 0 and Coin.heads = false; end InitStates
         Groups clock = {{Clock}}; end Groups Formulae end Formulae"
    )
}

#[test]
fn a_coalition_without_a_choice_wins_on_all_plays() {
    check_one(
        &clock(2),
        &[
            (
                "<clock>F end_of_day",
                &["00: <clock>F end_of_day | 00 2 tick>10+11 | 10 1 tick>20+21 | 11 1 tick>20+21 | end 20 21"],
            ),
            (
                "<clock>(!end_of_day U end_of_day)",
                &[
                    "00: <clock>(!end_of_day U end_of_day) | 00 2 tick>10+11 | 10 1 tick>20+21 | 11 1 tick>20+21 | end 20 21",
                ],
            ),
            // One step is decided without following plays.
            (
                "<clock>X !heads or <clock>X (heads or !heads)",
                &[
                    "00: <clock>X !heads or <clock>X (heads or !heads) by #1",
                    "00: <clock>X (heads or !heads) | 00 1 tick>10+11 | end 10 11",
                ],
            ),
        ],
    );
}

#[test]
fn plays_that_go_on_for_ever_show_nothing() {
    // The coin never has to fall on heads, except on fair paths.
    let fair = with(&clock(2), "Formulae end", "Fairness heads; end Fairness Formulae end");
    assert_eq!(claim(&fair, "<clock>F heads"), NotShown::ReliesOnFairness);
}

#[test]
fn a_path_of_which_a_step_is_up_to_others_is_no_strategy() {
    // A tired guard cannot prevent the first step, but the one after it.
    let tired = with(THIEF, "Guard.tired = false; end InitStates", "Guard.tired = true; end InitStates");
    check_one(&tired, &[("<thief>F out", &["01: <thief>F out | 01 3 go>10 | 10 2 go>11+20 | 11 1 go>20 | end 20"])]);
}

#[test]
fn a_strategy_with_too_many_rows_is_cut() {
    let (_, made) = evidence(&clock(1_100), "<clock>F end_of_day", StrategyOptions::default());
    let strategy = first_strategy(&made);
    assert_eq!((strategy.rows.len(), strategy.coverage), (2_000, Coverage::Cut));
    assert!(strategy.ends.is_empty() && strategy.rows.iter().all(|row| row.rank.is_none()));
    let (_, made) = evidence(&clock(1_100), "<clock>G !(heads and !heads)", StrategyOptions::default());
    let strategy = first_strategy(&made);
    assert_eq!((strategy.rows.len(), strategy.coverage), (2_000, Coverage::Cut));
}

#[test]
fn a_strategy_starts_in_every_initial_state() {
    let several = with(THIEF, "Thief.at = 0 and", "Thief.at < 2 and");
    check_one(
        &several,
        &[
            ("<thief>F out", &["00: <thief>F out | 00 4 go>01+10 | 10 2 go>11+20 | 01 3 go>10 | 11 1 go>20 | end 20"]),
            // Inside of another formula it starts in one.
            (
                "!gone -> <thief>G !out",
                &[
                    "00: !gone -> <thief>G !out by #1",
                    "00: <thief>G !out | 00 - stay>00+01 | 01 - stay>00 | end",
                    "10: !gone -> <thief>G !out",
                ],
            ),
        ],
    );
}

#[test]
fn strategies_inside_of_strategies_are_shown_on_request() {
    let formula = "<thief>F <thief>X out";
    let outer = "00: <thief>F <thief>X out | 00 3 go>01+10 | 01 2 go>10 | 10 1 go>11+20 | end 11 20 #1 #2";
    check(
        THIEF,
        StrategyOptions::default(),
        &[(formula, &[outer, "11: <thief>X out (NestedStrategy)", "20: <thief>X out (NestedStrategy)"])],
    );
    check(
        THIEF,
        SHOW_NESTED,
        &[(
            formula,
            &[outer, "11: <thief>X out | 11 1 go>20 | end 20", "20: <thief>X out | 20 1 stay>20+21 | end 20 21"],
        )],
    );
}

#[test]
fn the_states_of_a_strategy_are_shown_where_their_values_say_too_little() {
    check_one(
        THIEF,
        &[
            (
                "<thief>(EF out U gone)",
                &[
                    "00: <thief>(EF out U gone) | 00 2 go>01+10 | 01 1 go>10 | end 10 #1 #2",
                    "00: EF out on 00 10 20, at 2 #3",
                    "01: EF out on 01 10 20, at 2 #3",
                    "20: out",
                ],
            ),
            (
                "<guard>X EF out",
                &["00: <guard>X EF out | 00 1 watch>01 | end 01 #1", "01: EF out on 01 10 20, at 2 #2", "20: out"],
            ),
        ],
    );
}
