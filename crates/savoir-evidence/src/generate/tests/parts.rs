//! Boolean combinations: the part that is easiest to show is chosen.

use super::*;

#[test]
fn one_part_is_enough_where_one_decides() {
    check_one(
        COUNTER,
        &[
            // A value says more than a path, and a path more than a claim.
            ("EF top or low", &["00: EF top or low"]),
            (
                "AG (low or !low) or EF top",
                &["00: AG (low or !low) or EF top by #1", "00: EF top on 00 10 20 30, at 3 #2", "30: top"],
            ),
            // Of two that are as easy the first one.
            ("EX on or EX low", &["00: EX on or EX low by #1", "00: EX on on 00 01, at 1 #2", "01: on"]),
            ("AG low -> EX on", &["00: AG low -> EX on by #1", "00: not AG low on 00 10 20, at 2 #2", "20: not low"]),
            (
                "EF top and AG low",
                &["00: not (EF top and AG low) by #1", "00: not AG low on 00 10 20, at 2 #2", "20: not low"],
            ),
            ("EX on and on", &["00: not (EX on and on)"]),
        ],
    );
}

#[test]
fn all_parts_are_shown_where_all_count() {
    check_one(
        COUNTER,
        &[
            (
                "EX on and EG low",
                &["00: EX on and EG low by #1 #2", "00: EX on on 00 01, at 1 #3", "00: EG low on 00 back 0", "01: on"],
            ),
            (
                "AX on <-> AF top",
                &[
                    "00: AX on <-> AF top by #1 #2",
                    "00: not AX on on 00 00, at 1 #3",
                    "00: not AF top on 00 back 0",
                    "00: not on",
                ],
            ),
            (
                "AX on <-> EG low",
                &[
                    "00: not (AX on <-> EG low) by #1 #2",
                    "00: not AX on on 00 00, at 1 #3",
                    "00: EG low on 00 back 0",
                    "00: not on",
                ],
            ),
            (
                "EX on -> AF top",
                &[
                    "00: not (EX on -> AF top) by #1 #2",
                    "00: EX on on 00 01, at 1 #3",
                    "00: not AF top on 00 back 0",
                    "01: on",
                ],
            ),
        ],
    );
}

#[test]
fn combinations_inside_of_others_are_taken_apart_at_once() {
    check_one(
        COUNTER,
        &[
            (
                "!(AF top or !EX on)",
                &[
                    "00: !(AF top or !EX on) by #1 #2",
                    "00: not AF top on 00 back 0",
                    "00: EX on on 00 01, at 1 #3",
                    "01: on",
                ],
            ),
            // The same part of the same state is shown once.
            (
                "EX on and (EX on or on)",
                &["00: EX on and (EX on or on) by #1 #1", "00: EX on on 00 01, at 1 #2", "01: on"],
            ),
        ],
    );
}
