//! Two clocks that tick together: one path, as long as their periods' least common multiple.

use crate::text::Text;

/// Clocks with periods `n` and `n + gap`.
pub(crate) fn text(n: usize, gap: usize) -> String {
    let m = n + gap;
    let mut text = Text::new(&[
        &format!("Two clocks that tick together, with periods {n} and {m}."),
        "",
        "There is one path, and it comes back to its start when both clocks do so at once.",
    ]);
    clock(&mut text, "Short", n);
    clock(&mut text, "Long", m);
    text.part("Evaluation", |text| {
        text.when("start", "Short.t = 0 and Long.t = 0");
        text.when("last", &format!("Short.t = {} and Long.t = {}", n - 1, m - 1));
        text.when("shifted", "Short.t = 0 and Long.t = 1");
        text.when("short_starts", "Short.t = 0");
        text.when("long_starts", "Long.t = 0");
    });
    text.part("InitStates", |text| text.line("Short.t = 0 and Long.t = 0"));
    text.part("Formulae", |text| {
        text.formula("always-back-to-the-start", true, "AG AF start");
        text.formula("both-end-at-once", true, "EF last");
        text.formula("one-starts-a-tick-before-the-other", divisor(n, m) == 1, "EF shifted");
        // The longer period is no multiple of the shorter one, or the shorter clock starts more often.
        text.formula("the-short-clock-tells-the-long-one", false, "AG (short_starts -> K(Short, long_starts))");
        text.formula("the-end-is-followed-by-the-start", true, "AG (last -> AX start)");
    });
    text.finish()
}

fn clock(text: &mut Text, name: &str, period: usize) {
    let last = period - 1;
    text.agent(name, |text| {
        text.variables(&[&format!("t : 0..{last}")]);
        text.only_action("tick");
        text.section("Evolution", |text| {
            text.when("t = t + 1", &format!("t < {last}"));
            text.when("t = 0", &format!("t = {last}"));
        });
    });
}

/// The greatest common divisor.
fn divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { divisor(b, a % b) }
}
