//! The muddy children of STTT'15, table 1, and ECAI'10, table 4.

use crate::text::{Text, each, others};

/// A muddy child that says it knows does know.
pub(crate) fn says_what_it_knows(n: usize) -> String {
    with_formula(n, "says-only-what-it-knows", "AG (muddy1 and says_know1 -> K(Child1, muddy1))")
}

/// A child that knows says so.
pub(crate) fn knows_what_it_says(n: usize) -> String {
    with_formula(n, "says-what-it-knows", "AG (K(Child1, muddy1) or K(Child1, !muddy1) -> says_know1)")
}

fn with_formula(n: usize, name: &str, formula: &str) -> String {
    let mut text = Text::new(&[
        &format!("The muddy children: {n} of them, at least one with mud on the forehead."),
        "",
        "Father asks again and again: \"Do you know whether you are muddy?\" A child that sees k muddy",
        "foreheads answers that it knows once k rounds are over.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    let names = each(1..=n, |i| format!("child{i}"));
    let foreheads = each(1..=n, |i| format!("Environment.child{i}"));
    let answers = each(1..=n, |i| format!("Child{i}.Action = know"));
    for i in 0..n {
        text.agent(&format!("Child{}", i + 1), |text| {
            text.sees(&others(&names, i, ", "));
            text.section("Vars", |text| text.line("other_knew : boolean"));
            text.actions("know, do_not_know");
            text.section("Protocol", |text| {
                text.allow(&format!("Environment.round < {}", others(&foreheads, i, " + ")), "do_not_know");
                text.allow("Other", "know");
            });
            text.section("Evolution", |text| {
                let heard = others(&answers, i, " or ");
                let heard = if n > 2 { format!("({heard})") } else { heard };
                text.when("other_knew = true", &format!("other_knew = false and Action = do_not_know and {heard}"));
            });
        });
    }
    text.part("Evaluation", |text| {
        text.when("muddy1", "Environment.child1 = 1");
        text.when("says_know1", &format!("Environment.round >= {}", others(&foreheads, 0, " + ")));
    });
    text.part("InitStates", |text| {
        let somebody = each(1..=n, |i| format!("Environment.child{i} = 1")).join(" or ");
        let nobody_knew = each(1..=n, |i| format!("Child{i}.other_knew = false")).join(" and ");
        text.line(&format!("({somebody}) and Environment.round = 0 and {nobody_knew}"));
    });
    text.part("Formulae", |text| text.formula(name, true, formula));
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| {
        text.comment("The rounds that are over.");
        text.line(&format!("round : 0..{n}"));
    });
    text.section("Vars", |text| {
        text.comment("Numbers, so that the muddy ones can be counted.");
        (1..=n).for_each(|i| text.line(&format!("child{i} : 0..1")));
    });
    text.only_action("ask");
    text.section("Evolution", |text| text.when("round = round + 1", &format!("round < {n}")));
}
