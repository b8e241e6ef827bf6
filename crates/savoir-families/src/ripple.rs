//! A binary counter whose carry ripples through all bits, and somebody who sees only the ends.

use crate::text::{Text, each};

/// A counter of `n` bits.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("A binary counter of {n} bits that starts again after the last number."),
        "",
        "The watcher sees the lowest and the highest bit.",
    ]);
    text.agent("Environment", |text| {
        text.section("Vars", |text| (1..=n).for_each(|i| text.line(&format!("bit{i} : boolean"))));
        text.only_action("count");
        text.section("Evolution", |text| {
            for i in 1..=n {
                let carry: String = each(1..i, |below| format!(" and bit{below} = true")).concat();
                text.when(&format!("bit{i} = true"), &format!("bit{i} = false{carry}"));
                text.when(&format!("bit{i} = false"), &format!("bit{i} = true{carry}"));
            }
        });
    });
    text.agent("Watcher", |text| {
        text.sees(&format!("bit1, bit{n}"));
        text.variables(&["was_odd : boolean"]);
        text.only_action("watch");
        text.section("Evolution", |text| {
            text.when("was_odd = true", "Environment.bit1 = true");
            text.when("was_odd = false", "Environment.bit1 = false");
        });
    });
    let all = |value: bool| each(1..=n, |i| format!("Environment.bit{i} = {value}")).join(" and ");
    text.part("Evaluation", |text| {
        text.when("zero", &all(false));
        text.when("full", &all(true));
        text.when("high", &format!("Environment.bit{n} = true"));
        text.when("odd", "Environment.bit1 = true");
        text.when("was_odd", "Watcher.was_odd = true");
    });
    text.part("InitStates", |text| text.line(&format!("Watcher.was_odd = true and {}", all(false))));
    text.part("Formulae", |text| {
        text.formula("becomes-full", true, "AF full");
        text.formula("starts-again", true, "AG (full -> AX zero)");
        text.formula("odd-numbers-follow-even-ones", true, "AG (odd <-> !was_odd)");
        text.formula("watcher-knows-what-it-sees", true, "AG (high -> K(Watcher, high and !zero))");
        // There are other odd numbers in the upper half.
        text.formula("watcher-knows-the-end", false, "AG (full -> K(Watcher, full))");
    });
    text.finish()
}
