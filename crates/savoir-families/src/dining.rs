//! The dining cryptographers of STTT'15, tables 4 and 5.
//!
//! Every cryptographer has the two coins beside the plate as variables of his or her own, so a coin stands twice in the
//! state and the initial condition says that the two copies agree.

use crate::text::{Text, each};

/// The epistemic formula: who did not pay learns whether somebody did, and not who.
pub(crate) fn knowledge(n: usize) -> String {
    let mut text = system(n, false);
    let paid = each(1..=n, |i| format!("c{i}_paid"));
    let nobody = each(0..n, |i| format!("!{}", paid[i])).join(" and ");
    let stranger = each(1..n, |i| format!("!K(Crypto1, {})", paid[i])).join(" and ");
    let somebody = paid[1..].join(" or ");
    text.part("Formulae", |text| {
        text.formula(
            "payer-stays-unknown",
            true,
            &format!("AG (announced and !c1_paid -> K(Crypto1, {nobody}) or K(Crypto1, {somebody}) and {stranger})"),
        );
    });
    text.finish()
}

/// The formulas of time alone: that somebody paid, and the printed one, that all did.
pub(crate) fn time(n: usize) -> String {
    let mut text = system(n, true);
    let paid = each(1..=n, |i| format!("c{i}_paid"));
    text.part("Formulae", |text| {
        let formula = |payers: String| format!("AG (announced and !nsa_paid -> {payers})");
        text.formula("somebody-paid", true, &formula(paid.join(" or ")));
        text.formula("all-paid", false, &formula(paid.join(" and ")));
    });
    text.finish()
}

/// All but the formulas: the propositions are `cI_paid`, `announced` and, if asked for, `nsa_paid`.
fn system(n: usize, with_nsa: bool) -> Text {
    let mut text = Text::new(&[
        &format!("The dining cryptographers: {n} at a table."),
        "",
        "At most one of them paid; if none did, the NSA did. Each tosses a coin and shows it to the",
        "next one. Then all announce whether the two coins they see are equal; who paid lies.",
    ]);
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| {
            text.line("announced : boolean");
            (1..=n).for_each(|i| text.line(&format!("different{i} : boolean")));
        });
        text.only_action("listen");
        text.section("Evolution", |text| {
            text.when("announced = true", "announced = false");
            for i in 1..=n {
                let said = format!("announced = false and different{i} = false and Crypto{i}.Action = say_different");
                text.when(&format!("different{i} = true"), &said);
            }
        });
    });
    for i in 1..=n {
        cryptographer(&mut text, i);
    }
    text.part("Evaluation", |text| {
        text.when("announced", "Environment.announced = true");
        (1..=n).for_each(|i| text.when(&format!("c{i}_paid"), &format!("Crypto{i}.paid = true")));
        if with_nsa {
            text.when("nsa_paid", &each(1..=n, |i| format!("Crypto{i}.paid = false")).join(" and "));
        }
    });
    text.part("InitStates", |text| {
        let quiet = each(1..=n, |i| format!("Environment.different{i} = false")).join(" and ");
        let shared = each(1..=n, |i| format!("Crypto{i}.mine = Crypto{}.theirs", i % n + 1)).join(" and ");
        let payer = at_most_one(&each(1..=n, |i| format!("Crypto{i}.paid")), "true", "false");
        text.line(&format!("({payer}) and {shared} and Environment.announced = false and {quiet}"));
    });
    text
}

fn cryptographer(text: &mut Text, i: usize) {
    text.agent(&format!("Crypto{i}"), |text| {
        text.variables(&["paid : boolean", "mine : boolean", "theirs : boolean"]);
        let equal = "(paid = false and mine = theirs) or (paid = true and mine <> theirs)";
        text.protocol("say_equal, say_different", &[(equal, "say_equal")], "say_different");
        text.section("Evolution", |text| {
            // The language asks for a line, and nothing changes here.
            text.when("paid = paid", "Environment.announced = false");
        });
    });
}

/// At most one of the variables is `yes`, the others are `no`. Halving keeps the text at n log n: if one half has a
/// `yes`, the other has none.
pub(crate) fn at_most_one(variables: &[String], yes: &str, no: &str) -> String {
    let none = |part: &[String]| part.iter().map(|one| format!("{one} = {no}")).collect::<Vec<_>>().join(" and ");
    match variables {
        [] => String::new(),
        [one] => format!("{one} = {yes} or {one} = {no}"),
        [one, two] => format!("{one} = {no} or {two} = {no}"),
        _ => {
            let (left, right) = variables.split_at(variables.len() / 2);
            format!(
                "({} and ({})) or (({}) and {})",
                none(left),
                at_most_one(right, yes, no),
                at_most_one(left, yes, no),
                none(right)
            )
        }
    }
}
