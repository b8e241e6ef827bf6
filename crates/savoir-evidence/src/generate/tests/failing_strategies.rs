//! Answers to every choice of a coalition that cannot enforce something.

use super::*;

#[test]
fn every_choice_has_an_answer() {
    check_one(
        THIEF,
        &[
            // The thief stays, and then there is nothing new.
            ("<guard>F out", &["00: not <guard>F out | 00 - watch>01 sleep>00 | 01 - sleep>00 | end"]),
            // The thief gets out whatever the guard does.
            (
                "<guard>G !out",
                &[
                    "00: not <guard>G !out | 00 4 watch>01 sleep>10 | 01 3 sleep>10 | 10 2 watch>11 sleep>20 | 11 1 sleep>20 | end 20",
                ],
            ),
            // An answer that was given before is given again.
            ("<thief>X gone", &["00: not <thief>X gone | 00 1 go>01 stay>01 | end 01"]),
        ],
    );
}

#[test]
fn until_fails_where_its_first_part_is_lost() {
    check_one(
        THIEF,
        &[
            ("<thief>(fresh U out)", &["00: not <thief>(fresh U out) | 00 - go>01 stay>00 | end 01"]),
            ("<guard>(fresh U out)", &["00: not <guard>(fresh U out) | 00 - watch>01 sleep>00 | end 01"]),
            // It is lost from the start.
            ("<thief>(gone U out)", &["00: not <thief>(gone U out) | end 00"]),
        ],
    );
}

#[test]
fn the_answers_lead_to_what_is_shown() {
    check_one(
        THIEF,
        &[(
            "<guard>G AX !out",
            &[
                "00: not <guard>G AX !out | 00 2 watch>01 sleep>10 | 01 1 sleep>10 | end 10 #1",
                "10: not AX !out on 10 20, at 1 #2",
                "20: not !out",
            ],
        )],
    );
}

#[test]
fn what_fails_is_shown_in_one_initial_state() {
    let several = with(THIEF, "Thief.at = 0 and", "Thief.at < 2 and");
    check_one(&several, &[("<thief>X gone", &["00: not <thief>X gone | 00 1 go>01 stay>01 | end 01"])]);
}

#[test]
fn all_moves_make_no_difference_to_answers() {
    check(THIEF, ALL_MOVES, &[("<thief>X gone", &["00: not <thief>X gone | 00 1 go>01 stay>01 | end 01"])]);
}
