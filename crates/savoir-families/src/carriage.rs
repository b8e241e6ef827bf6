//! Robots around a carriage: after W. Jamroga and T. Ågotnes, *Constructive knowledge*, 2007, with more of them.

use crate::text::{Text, each};

/// `n` robots, half of which push clockwise.
pub(crate) fn text(n: usize) -> String {
    let half = n / 2;
    let mut text = Text::new(&[
        &format!("{n} robots around a carriage on a ring of 3 places. The first {half} push it on, the others back."),
        "",
        "It moves if all of one side push and not all of the other.",
    ]);
    let pushes =
        |robots: std::ops::RangeInclusive<usize>| each(robots, |i| format!("Robot{i}.Action = push")).join(" and ");
    let (on, back) = (pushes(1..=half), pushes(half + 1..=n));
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| text.line("place : 0..2"));
        text.only_action("roll");
        text.section("Evolution", |text| {
            for place in 0..3 {
                text.when(&format!("place = {}", (place + 1) % 3), &format!("place = {place} and {on} and !({back})"));
                text.when(&format!("place = {}", (place + 2) % 3), &format!("place = {place} and {back} and !({on})"));
            }
        });
    });
    for i in 1..=n {
        text.agent(&format!("Robot{i}"), |text| {
            text.section("Vars", |_| {});
            text.protocol("push, wait", &[], "push, wait");
            text.section("Evolution", |_| {});
        });
    }
    text.part("Evaluation", |text| {
        (0..3).for_each(|place| text.when(&format!("at{place}"), &format!("Environment.place = {place}")));
    });
    text.part("InitStates", |text| text.line("Environment.place = 0"));
    text.part("Groups", |text| {
        let members = |robots: std::ops::RangeInclusive<usize>| each(robots, |i| format!("Robot{i}")).join(", ");
        text.line(&format!("first = {{{}}}", members(1..=half)));
        text.line(&format!("second = {{{}}}", members(half + 1..=n)));
        text.line(&format!("all = {{{}}}", members(1..=n)));
        text.line(&format!("some = {{{}}}", members(2..=n)));
    });
    text.part("Formulae", |text| {
        text.perfect_ability("all-can-move-it", Some(true), "<all>F at1");
        text.perfect_ability("all-can-keep-it", Some(true), "<all>G at0");
        // The others push as well.
        text.perfect_ability("first-can-move-it", Some(false), "<first>F at1");
        // If they wait, the others push; if they push, the others wait.
        text.perfect_ability("first-can-keep-it", Some(false), "<first>G at0");
        // They wait at 0, and push at 2 so that nobody pushes it back.
        text.perfect_ability("first-can-keep-it-from-1", Some(true), "<first>G !at1");
        text.perfect_ability("first-can-keep-it-from-2", Some(true), "<first>G !at2");
        text.perfect_ability("one-robot-less-can-keep-it-from-1", Some(true), "<some>G !at1");
        text.perfect_ability("second-can-always-keep-it-from-1", Some(false), "AG <second>(!at1 U at2)");
        text.formula("it-can-always-come-back", true, "AG EF at0");
    });
    text.finish()
}
