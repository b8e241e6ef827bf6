//! The dining cryptographers of ECAI'10, table 1: the coins belong to the table, and the parity is counted.

use crate::dining::at_most_one;
use crate::text::{Text, each};

/// After an even number of "different", everyone knows that nobody paid, knows that everyone knows, and so on.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("The dining cryptographers: {n} at a table, in three steps."),
        "",
        "They look at the two coins beside their plate, announce whether these are equal (who paid",
        "lies), and hear whether the number of \"different\" is even. It is if none of them paid.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    for i in 1..=n {
        cryptographer(&mut text, &format!("Crypto{i}"), i, if i == 1 { n } else { i - 1 });
    }
    text.part("Evaluation", |text| {
        text.when("even", "Environment.parity = even");
        (1..=n).for_each(|i| text.when(&format!("c{i}_paid"), &format!("Crypto{i}.payer = yes")));
    });
    text.part("InitStates", |text| {
        let quiet = each(1..=n, |i| format!("Environment.different{i} = 0")).join(" and ");
        let blind = each(1..=n, |i| format!("Crypto{i}.coins = unseen")).join(" and ");
        let payer = at_most_one(&each(1..=n, |i| format!("Crypto{i}.payer")), "yes", "no");
        text.line(&format!(
            "Environment.parity = unknown and Environment.said = false and {quiet} and {blind} and ({payer})"
        ));
    });
    text.part("Groups", |text| {
        text.line(&format!("everyone = {{{}}}", each(1..=n, |i| format!("Crypto{i}")).join(", ")));
    });
    text.part("Formulae", |text| {
        let nobody = each(1..=n, |i| format!("!c{i}_paid")).join(" and ");
        text.formula("even-is-common-knowledge", true, &format!("AG (even -> GCK(everyone, {nobody}))"));
    });
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| text.line("parity : {unknown, even, odd}"));
    text.section("Vars", |text| {
        (1..=n).for_each(|i| text.line(&format!("coin{i} : {{heads, tails}}")));
        text.comment("Who has said \"different\"; as numbers, to be counted.");
        (1..=n).for_each(|i| text.line(&format!("different{i} : 0..1")));
        text.line("said : boolean");
    });
    text.only_action("listen");
    text.section("Evolution", |text| {
        for i in 1..=n {
            let said = format!("parity = unknown and Crypto{i}.Action = say_different");
            text.when(&format!("different{i} = 1"), &said);
        }
        text.when("said = true", "parity = unknown and (Crypto1.Action = say_equal or Crypto1.Action = say_different)");
        let sum = each(1..=n, |i| format!("different{i}")).join(" + ");
        for (parity, first) in [("even", 0), ("odd", 1)] {
            let counts = each((first..=n).step_by(2), |count| format!("{sum} = {count}")).join(" or ");
            text.when(&format!("parity = {parity}"), &format!("parity = unknown and said = true and ({counts})"));
        }
    });
}

/// Looks at two coins of the environment, and says what it sees or, if it paid, the opposite.
pub(crate) fn cryptographer(text: &mut Text, name: &str, i: usize, neighbour: usize) {
    text.agent(name, |text| {
        text.sees(&format!("coin{i}, coin{neighbour}"));
        text.variables(&["payer : {yes, no}", "coins : {unseen, equal, different}"]);
        let equal = "(payer = no and coins = equal) or (payer = yes and coins = different)";
        let allowed = [("coins = unseen", "look"), (equal, "say_equal")];
        text.protocol("say_equal, say_different, look", &allowed, "say_different");
        text.section("Evolution", |text| {
            let (mine, theirs) = (format!("Environment.coin{i}"), format!("Environment.coin{neighbour}"));
            text.when("coins = equal", &format!("Action = look and {mine} = {theirs}"));
            text.when("coins = different", &format!("Action = look and {mine} <> {theirs}"));
        });
    });
}
