//! Contracts: pledges that are to be kept before a deadline, and red states where they are not.

use crate::text::{Text, each};

/// `n` debtors, and so many ticks to pay.
pub(crate) fn text(n: usize, deadline: usize) -> String {
    let mut text = Text::new(&[
        &format!("{n} debtors. Each may pledge to pay the next one within {deadline} ticks; the money goes round."),
        "",
        "Who has no money when the time is over has broken its pledge. Everybody hears of broken pledges.",
    ]);
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| {
            text.comment("Whether a pledge was broken.");
            text.line("broken : boolean");
        });
        text.only_action("tick");
        text.section("Evolution", |text| {
            (1..=n).for_each(|i| text.when("broken = true", &format!("Debtor{i}.Action = fail")));
        });
    });
    (1..=n).for_each(|i| {
        let before = (i + n - 2) % n + 1;
        text.agent(&format!("Debtor{i}"), |text| debtor(text, before, deadline));
    });
    text.part("Evaluation", |text| {
        text.when("broken", "Environment.broken = true");
        text.when("first_owes", "Debtor1.state = owing");
        text.when("first_failed", "Debtor1.state = failed");
        text.when("second_failed", "Debtor2.state = failed");
        text.when("all_owe", &each(1..=n, |i| format!("Debtor{i}.state = owing")).join(" and "));
    });
    text.part("InitStates", |text| {
        let start = |i: usize| {
            let coins = usize::from(i == 1);
            format!("Debtor{i}.state = free and Debtor{i}.left = {deadline} and Debtor{i}.coins = {coins}")
        };
        text.line(&format!("Environment.broken = false and {}", each(1..=n, start).join(" and ")));
    });
    text.part("Groups", |text| text.line(&format!("all = {{{}}}", each(1..=n, |i| format!("Debtor{i}")).join(", "))));
    text.part("Formulae", |text| {
        text.formula("pledges-can-be-broken", true, "EF broken");
        text.formula("all-can-owe", true, "EF all_owe");
        text.formula("what-is-broken-stays-broken", true, "AG (broken -> AG broken)");
        text.formula("everybody-hears-of-it", true, "AG (broken -> GCK(all, broken))");
        text.formula("nobody-knows-who-it-was", false, "EF K(Debtor2, first_failed)");
        text.formula("nothing-is-broken-if-all-are-green", true, "AG (!broken -> !first_failed)");
        text.formula("who-behaves-does-not-fail", true, "O(Debtor1, !first_failed)");
        text.formula("others-fail-nevertheless", false, "O(Debtor1, !second_failed)");
        text.perfect_ability("one-need-not-pledge", Some(true), "<Debtor1>G !first_owes");
        text.perfect_ability("one-keeps-no-other-from-failing", Some(false), "<Debtor1>G !broken");
        text.perfect_ability("all-can-keep-their-pledges", Some(true), "<all>G !broken");
    });
    text.finish()
}

fn debtor(text: &mut Text, before: usize, deadline: usize) {
    text.variables(&["state : {free, owing, failed}", &format!("left : 0..{deadline}"), "coins : 0..1"]);
    text.section("RedStates", |text| text.line("state = failed"));
    text.actions("pledge, pay, wait, fail");
    text.section("Protocol", |text| {
        text.allow("state = free", "pledge, wait");
        text.allow("state = owing and coins = 1", "pay");
        text.allow("state = owing and left > 0", "wait");
        text.allow("state = owing and left = 0 and coins = 0", "fail");
        text.allow("state = failed", "wait");
    });
    text.section("Evolution", |text| {
        text.when("state = owing", "Action = pledge");
        text.when("state = free", "Action = pay");
        text.when("state = failed", "Action = fail");
        text.when(&format!("left = {deadline}"), "Action = pay or Action = fail");
        text.when("left = left - 1", "state = owing and Action = wait and left > 0");
        text.when("coins = 0", &format!("Action = pay and !(Debtor{before}.Action = pay)"));
        text.when("coins = 1", &format!("!(Action = pay) and Debtor{before}.Action = pay"));
    });
}
