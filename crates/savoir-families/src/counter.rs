//! One counter that goes up and stays at its end: as long a path as it has states.

use crate::text::Text;

/// A counter from 0 to `n`.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[&format!("A counter from 0 to {n} that stays at its end.")]);
    text.agent("Counter", |text| {
        text.variables(&[&format!("count : 0..{n}")]);
        text.only_action("step");
        text.section("Evolution", |text| text.when("count = count + 1", &format!("count < {n}")));
    });
    text.part("Evaluation", |text| {
        text.when("start", "Counter.count = 0");
        text.when("half", &format!("Counter.count = {}", n / 2));
        text.when("top", &format!("Counter.count = {n}"));
    });
    text.part("InitStates", |text| text.line("Counter.count = 0"));
    text.part("Formulae", |text| {
        text.formula("gets-to-the-top", true, "AF top");
        text.formula("stays-there", true, "AG (top -> AG top)");
        text.formula("not-before-the-half", true, "!E(!half U top)");
        text.formula("comes-back", false, "AG EF start");
        text.formula("knows-its-place", true, "AG (half -> K(Counter, half))");
    });
    text.finish()
}
