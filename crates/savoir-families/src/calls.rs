//! Gossip: secrets that spread by calls.

use crate::text::{Text, each};

/// `n` friends, each with a secret.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!(
            "{n} friends, each with a secret. Who calls another tells all secrets that it has heard, and hears the other's."
        ),
        "",
        "Each sees which secrets it has heard. One call is made at a time.",
    ]);
    let pairs = || (1..=n).flat_map(move |i| (i + 1..=n).map(move |j| (i, j)));
    text.agent("Environment", |text| {
        text.section("Vars", |text| {
            text.comment("h1_2: friend 1 has heard the secret of friend 2.");
            others(n).for_each(|(i, j)| text.line(&format!("h{i}_{j} : boolean")));
        });
        let calls: Vec<String> = pairs().map(|(i, j)| format!("call{i}_{j}")).collect();
        text.actions(&format!("{}, silence", calls.join(", ")));
        text.section("Protocol", |text| text.allow("Other", &format!("{}, silence", calls.join(", "))));
        text.section("Evolution", |text| {
            for (i, j) in others(n) {
                let call = |k: usize| format!("Action = call{}_{}", i.min(k), i.max(k));
                for k in (1..=n).filter(|k| *k != i) {
                    let heard = if k == j { String::new() } else { format!(" and h{k}_{j} = true") };
                    text.when(&format!("h{i}_{j} = true"), &format!("{}{heard}", call(k)));
                }
            }
        });
    });
    for i in 1..=n {
        text.agent(&format!("Friend{i}"), |text| {
            text.sees(&each((1..=n).filter(|j| *j != i), |j| format!("h{i}_{j}")).join(", "));
            text.section("Vars", |_| {});
            text.only_action("wait");
            text.section("Evolution", |_| {});
        });
    }
    let all = |i: usize| each((1..=n).filter(|j| *j != i), |j| format!("Environment.h{i}_{j} = true")).join(" and ");
    text.part("Evaluation", |text| {
        text.when("all_know", &each(1..=n, all).join(" and "));
        text.when("first_knows_all", &all(1));
        text.when("last_knows_all", &all(n));
        text.when("first_heard_second", "Environment.h1_2 = true");
        text.when("second_heard_first", "Environment.h2_1 = true");
        text.when("third_heard_first", "Environment.h3_1 = true");
    });
    text.part("InitStates", |text| {
        let nothing: Vec<String> = others(n).map(|(i, j)| format!("Environment.h{i}_{j} = false")).collect();
        text.line(&nothing.join(" and "));
    });
    text.part("Formulae", formulas);
    text.finish()
}

/// Who can hear whose secret.
fn others(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=n).flat_map(move |i| (1..=n).filter(move |j| *j != i).map(move |j| (i, j)))
}

fn formulas(text: &mut Text) {
    text.formula("all-can-know", true, "EF all_know");
    text.formula("all-have-to-know", false, "AF all_know");
    text.formula("what-is-heard-stays", true, "AG (first_heard_second -> AG first_heard_second)");
    // The secret of 2 may have come through 3.
    text.formula("who-is-heard-has-heard", false, "AG (first_heard_second -> second_heard_first)");
    // If it has heard the secret of 3 only, they have called each other.
    text.formula("others-can-know-it", true, "EF K(Friend1, third_heard_first)");
    text.formula("who-knows-all-knows-that-it-does", true, "AG (first_knows_all -> K(Friend1, first_knows_all))");
    text.formula("who-knows-all-knows-of-the-last", false, "EF (first_knows_all and K(Friend1, last_knows_all))");
}
