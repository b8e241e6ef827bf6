//! Tian Ji's horses of STTT'15, table 3.

use crate::text::{Text, any, each};

/// Tian Ji can force a win against a king who runs his horses in order.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("Tian Ji races the king, {n} horses each."),
        "",
        "Horse 1 is the fastest of its stable. A horse of the king beats those of Tian Ji with the same",
        "number and slower ones; so does a horse of Tian Ji's with those of a larger number. Each runs",
        "once. The king runs his from the fastest to the slowest, Tian Ji as he likes.",
    ]);
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| {
            text.line(&format!("won : 0..{n}"));
            text.line(&format!("lost : 0..{n}"));
        });
        text.only_action("watch");
        text.section("Evolution", |text| {
            text.comment("The races that Tian Ji wins and loses, horse by horse.");
            let king = each(1..=n, |i| format!("King.Action = h{i}"));
            for i in 1..=n {
                let race = |rivals: &[String]| format!("TianJi.Action = h{i} and {}", any(rivals));
                if i < n {
                    text.when("won = won + 1", &race(&king[i..]));
                }
                text.when("lost = lost + 1", &race(&king[..i]));
            }
        });
    });
    stable(&mut text, "TianJi", n, |i| format!("h{i} = true"));
    stable(&mut text, "King", n, |i| {
        let faster = (1..i).map(|i| format!("h{i} = false")).chain([format!("h{i} = true")]);
        faster.collect::<Vec<_>>().join(" and ")
    });
    text.part("Evaluation", |text| {
        text.when("win", &format!("Environment.won > Environment.lost and Environment.won + Environment.lost = {n}"));
    });
    text.part("InitStates", |text| {
        let fresh = |owner: &str| each(1..=n, |i| format!("{owner}.h{i} = true")).join(" and ");
        text.line(&format!(
            "Environment.won = 0 and Environment.lost = 0 and {} and {}",
            fresh("TianJi"),
            fresh("King")
        ));
    });
    text.part("Groups", |text| text.line("tianji = {TianJi}"));
    text.part("Formulae", |text| text.formula("win-can-be-forced", true, "<tianji>F win"));
    text.finish()
}

/// An owner who may run horse i under a condition, until all have run.
fn stable(text: &mut Text, owner: &str, n: usize, may_run: impl Fn(usize) -> String) {
    text.agent(owner, |text| {
        text.section("Vars", |text| {
            text.comment("The horses that have not run yet.");
            (1..=n).for_each(|i| text.line(&format!("h{i} : boolean")));
        });
        text.actions(&format!("{}, none", each(1..=n, |i| format!("h{i}")).join(", ")));
        text.section("Protocol", |text| {
            (1..=n).for_each(|i| text.allow(&may_run(i), &format!("h{i}")));
            text.allow("Other", "none");
        });
        text.section("Evolution", |text| {
            (1..=n).for_each(|i| text.when(&format!("h{i} = false"), &format!("Action = h{i}")));
        });
    });
}
