//! Agents that have nothing to do with each other: as many states as the product of all, in no more steps than the slowest takes.

use crate::text::{Text, each};

/// How many places agent `i` has, from 3 to 7.
fn places(i: usize) -> usize {
    3 + i * 3 % 5
}

/// `n` agents.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[&format!(
        "{n} agents that walk up and down, each on its own stairs, and have nothing to do with each other."
    )]);
    (1..=n).for_each(|i| text.agent(&format!("Loner{i}"), |text| loner(text, places(i) - 1)));
    let all = |what: &dyn Fn(usize) -> String| each(1..=n, |i| format!("Loner{i}.{}", what(i))).join(" and ");
    text.part("Evaluation", |text| {
        text.when("all_up", &all(&|i| format!("step = {}", places(i) - 1)));
        text.when("all_down", &all(&|_| "step = 0".to_owned()));
        text.when("first_up", &format!("Loner1.step = {}", places(1) - 1));
        text.when("last_up", &format!("Loner{n}.step = {}", places(n) - 1));
        text.when("last_climbs", &format!("Loner{n}.up = true"));
    });
    text.part("InitStates", |text| text.line(&all(&|i| format!("step = 0 and Loner{i}.up = true"))));
    text.part("Formulae", |text| {
        text.formula("all-can-be-up", true, "EF all_up");
        text.formula("all-can-always-come-down", true, "AG EF all_down");
        text.formula("first-knows-where-it-is", true, "AG (first_up -> K(Loner1, first_up))");
        text.formula("first-knows-where-the-last-is", false, "EF K(Loner1, last_up)");
        text.formula("last-has-to-climb", true, "A(last_climbs U last_up) or EG last_climbs");
    });
    text.finish()
}

fn loner(text: &mut Text, top: usize) {
    text.variables(&[&format!("step : 0..{top}"), "up : boolean"]);
    text.protocol("walk, rest", &[], "walk, rest");
    text.section("Evolution", |text| {
        text.when("step = step + 1", &format!("up = true and step < {top} and Action = walk"));
        text.when("step = step - 1", "up = false and step > 0 and Action = walk");
        text.when("up = false", &format!("step = {top} and Action = walk"));
        text.when("up = true", "step = 0 and Action = walk");
    });
}
