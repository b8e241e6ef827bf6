//! A shift register with feedback: one path through all states but one, in an order without pattern.

use crate::text::{Text, each};

/// Feedback with the longest period, for 3 bits and more: P. Alfke, *Efficient shift registers, LFSR counters, and long
/// pseudo-random sequence generators*, 1996.
const TAPS: [&[usize]; 18] = [
    &[3, 2],
    &[4, 3],
    &[5, 3],
    &[6, 5],
    &[7, 6],
    &[8, 6, 5, 4],
    &[9, 5],
    &[10, 7],
    &[11, 9],
    &[12, 6, 4, 1],
    &[13, 4, 3, 1],
    &[14, 5, 3, 1],
    &[15, 14],
    &[16, 15, 13, 4],
    &[17, 14],
    &[18, 11],
    &[19, 6, 2, 1],
    &[20, 17],
];

/// The smallest register.
const SMALLEST: usize = 3;

/// A register of `n` bits.
pub(crate) fn text(n: usize) -> String {
    let taps = TAPS[n - SMALLEST];
    let mut text = Text::new(&[
        &format!(
            "A shift register of {n} bits with feedback from {}.",
            each(taps.iter().copied(), |i| i.to_string()).join(", ")
        ),
        "",
        &format!("It has the longest period there is, {}: all states but that without a bit.", (1_usize << n) - 1),
        "The listener hears the bit that falls out.",
    ]);
    text.agent("Environment", |text| {
        text.section("Vars", |text| (1..=n).for_each(|i| text.line(&format!("b{i} : boolean"))));
        text.only_action("shift");
        text.section("Evolution", |text| {
            let feedback = each(taps.iter().copied(), |i| format!("b{i}")).join(" ^ ");
            text.when(&format!("b1 = ({feedback})"), "true");
            (2..=n).for_each(|i| text.when(&format!("b{i} = b{}", i - 1), "true"));
        });
    });
    text.agent("Listener", |text| {
        text.sees(&format!("b{n}"));
        text.variables(&["last : boolean"]);
        text.only_action("listen");
        text.section("Evolution", |text| text.when(&format!("last = Environment.b{n}"), "true"));
    });
    let all = |value: bool| each(1..=n, |i| format!("Environment.b{i} = {value}")).join(" and ");
    text.part("Evaluation", |text| {
        text.when("none", &all(false));
        text.when("full", &all(true));
        text.when("heard", "Listener.last = true");
        text.when("sounds", &format!("Environment.b{n} = true"));
    });
    text.part("InitStates", |text| text.line(&format!("Listener.last = true and {}", all(true))));
    text.part("Formulae", |text| {
        text.formula("never-empty", true, "AG !none");
        text.formula("always-full-again", true, "AG AF full");
        text.formula("something-is-heard-again", true, "AG AF heard");
        text.formula("listener-knows-what-sounds", true, "AG (sounds -> K(Listener, sounds))");
        text.formula("listener-knows-when-it-is-full", false, "AG (full -> K(Listener, full))");
    });
    text.finish()
}
