//! Products of variables in conditions: a box that grows while its surface is small enough.

use crate::text::Text;

/// Half the surface of a box.
fn surface(a: usize, b: usize, c: usize) -> usize {
    a * b + b * c + c * a
}

/// The edges go from 0 to `n`, half of the surface to the square of `n`.
pub(crate) fn text(n: usize) -> String {
    let most = n * n;
    let cube = (0..=n).rev().find(|edge| surface(*edge, *edge, *edge) <= most).unwrap_or(0);
    let mut text = Text::new(&[
        &format!("A box with edges from 0 to {n}. It grows while half of its surface is at most {most}."),
        "",
        "The inspector sees the base and remembers whether it was ever more than half of what is allowed.",
    ]);
    text.agent("Environment", |text| {
        text.section("Vars", |text| {
            ["width", "depth", "height"].iter().for_each(|edge| text.line(&format!("{edge} : 0..{n}")));
        });
        text.actions("widen, deepen, heighten, rest");
        text.section("Protocol", |text| text.allow("Other", "widen, deepen, heighten, rest"));
        text.section("Evolution", |text| {
            for (action, edge, a, b) in [
                ("widen", "width", "depth", "height"),
                ("deepen", "depth", "width", "height"),
                ("heighten", "height", "width", "depth"),
            ] {
                text.when(
                    &format!("{edge} = {edge} + 1"),
                    &format!("Action = {action} and {edge} < {n} and ({edge} + 1) * ({a} + {b}) + {a} * {b} <= {most}"),
                );
            }
        });
    });
    text.agent("Inspector", |text| {
        text.sees("width, depth");
        text.variables(&["warned : boolean"]);
        text.only_action("look");
        text.section("Evolution", |text| {
            text.when("warned = true", &format!("2 * Environment.width * Environment.depth > {most}"));
        });
    });
    text.part("Evaluation", |text| {
        let edge = |name: &str| format!("Environment.{name}");
        let (w, d, h) = (edge("width"), edge("depth"), edge("height"));
        text.when("allowed", &format!("{w} * {d} + {d} * {h} + {h} * {w} <= {most}"));
        text.when("flat", &format!("{w} = {n} and {d} = {n}"));
        text.when("cube", &format!("{w} = {cube} and {d} = {cube} and {h} = {cube}"));
        text.when("larger_cube", &format!("{w} = {next} and {d} = {next} and {h} = {next}", next = cube + 1));
        text.when("broad", &format!("2 * {w} * {d} > {most}"));
        text.when("warned", "Inspector.warned = true");
    });
    text.part("InitStates", |text| {
        text.line(
            "Environment.width = 0 and Environment.depth = 0 and Environment.height = 0 and Inspector.warned = false",
        );
    });
    text.part("Formulae", formulas);
    text.finish()
}

fn formulas(text: &mut Text) {
    text.formula("always-allowed", true, "AG allowed");
    text.formula("can-be-flat", true, "EF flat");
    text.formula("can-be-a-cube", true, "EF cube");
    text.formula("can-be-a-larger-cube", false, "EF larger_cube");
    text.formula("warnings-have-a-reason", true, "AG (warned -> broad)");
    text.formula("inspector-knows-what-is-broad", true, "AG (broad -> K(Inspector, broad))");
    text.formula("boxes-grow", false, "AF broad");
}
