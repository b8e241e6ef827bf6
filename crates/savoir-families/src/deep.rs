//! Deep formulas on a model of modest size: operators of time, knowledge and strategies within each other, N deep.

use crate::text::Text;

/// Walkers have places from 0 to this.
const TOP: usize = 120;

/// Formulas of depth `n`.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!(
            "A climber on {TOP} steps, another one who follows it or not, and wind; and formulas that are {n} deep."
        ),
        "",
        "When it is windy, the wind may keep the climber from going up.",
    ]);
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| text.line("windy : boolean"));
        text.protocol("blow, rest", &[], "blow, rest");
        text.section("Evolution", |text| {
            text.when("windy = true", "windy = false and Action = blow");
            text.when("windy = false", "windy = true and Action = rest");
        });
    });
    text.agent("Climber", |text| {
        text.variables(&[&format!("x : 0..{TOP}")]);
        text.protocol("up, stay, down", &[], "up, stay, down");
        text.section("Evolution", |text| {
            let free = "!(Environment.windy = true and Environment.Action = blow)";
            text.when("x = x + 1", &format!("x < {TOP} and Action = up and {free}"));
            text.when("x = x - 1", "x > 0 and Action = down");
        });
    });
    text.agent("Follower", |text| {
        text.variables(&[&format!("y : 0..{TOP}")]);
        text.protocol("follow, stay", &[], "follow, stay");
        text.section("Evolution", |text| {
            text.when("y = y + 1", &format!("y < {TOP} and Action = follow and Climber.Action = up"));
            text.when("y = y - 1", "y > 0 and Action = follow and Climber.Action = down");
        });
    });
    text.part("Evaluation", |text| {
        text.when("start", "Climber.x = 0");
        text.when("high", &format!("Climber.x = {n}"));
        text.when("low", &format!("Climber.x <= {n}"));
        text.when("lower", &format!("Climber.x < {n}"));
        text.when("top", &format!("Climber.x = {TOP}"));
        text.when("met", "Climber.x = Follower.y");
    });
    text.part("InitStates", |text| {
        text.line("Environment.windy = false and Climber.x = 0 and Follower.y = 0");
    });
    text.part("Groups", |text| text.line("both = {Climber, Environment}"));
    text.part("Formulae", |text| formulas(text, n));
    text.finish()
}

/// Words in front of a formula `depth` times, with what closes them behind it.
fn nested(depth: usize, before: &str, inner: &str, behind: &str) -> String {
    format!("{}{inner}{}", before.repeat(depth), behind.repeat(depth))
}

fn formulas(text: &mut Text, n: usize) {
    let next = |depth: usize, operator: &str, inner: &str| nested(depth, operator, inner, "");
    text.formula("high-after-n-steps", true, &next(n, "EX ", "high"));
    text.formula("not-earlier", false, &next(n - 1, "EX ", "high"));
    text.formula("no-higher", true, &next(n, "AX ", "low"));
    text.formula("not-always-lower", false, &next(n, "AX ", "lower"));
    text.formula("there-and-back", true, &nested(n, "AG EF (start and EF (high and ", "EF top", "))"));
    // It knows where it is, and from there it can be back in time.
    text.formula("knows-the-way-back", true, &nested(n, "EX K(Climber, EX ", "start", ")"));
    text.perfect_ability("both-get-high", Some(true), &next(n, "<both>X ", "high"));
    // The wind comes up in the first step.
    text.perfect_ability("one-alone-does-not", Some(n == 1), &next(n, "<Climber>X ", "high"));
    text.formula("gets-as-high-as-it-likes", true, "AG EF EG EF top");
    text.formula("stay-together", false, "EF AG (met or AX met)");
}
