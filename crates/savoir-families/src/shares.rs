//! Quotients of variables in conditions and assignments: money that is shared, if each one's share is a whole number.

use crate::text::Text;

/// At most `n` coins and half as many heirs, at least 2.
pub(crate) fn text(n: usize) -> String {
    let most = (n / 2).max(2);
    let mut text = Text::new(&[
        &format!("Up to {n} coins and up to {most} heirs."),
        "",
        "Coins and heirs come one by one. The notary writes down what each heir would get, if that is a whole number,",
        "and the heirs take a coin each while there are at least two for each of them.",
        "",
        "savoir: allow(inexact-division)",
    ]);
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| {
            text.line(&format!("coins : 0..{n}"));
            text.line(&format!("heirs : 1..{most}"));
        });
        text.actions("earn, join, take, rest");
        text.section("Protocol", |text| {
            text.allow(&format!("coins < {n}"), "earn");
            text.allow(&format!("heirs < {most}"), "join");
            text.allow("coins / heirs >= 2", "take");
            text.allow("true", "rest");
        });
        text.section("Evolution", |text| {
            text.when("coins = coins + 1", "Action = earn");
            text.when("heirs = heirs + 1", "Action = join");
            text.when("coins = coins - heirs", "Action = take");
        });
    });
    text.agent("Notary", |text| {
        text.variables(&[&format!("share : 0..{n}"), "fresh : boolean"]);
        text.actions("write, wait");
        text.section("Protocol", |text| text.allow("Other", "write, wait"));
        text.section("Evolution", |text| {
            // With a share that is no whole number there is no such step.
            text.when("share = Environment.coins / Environment.heirs", "Action = write and Environment.Action = rest");
            text.when("fresh = true", "Action = write and Environment.Action = rest");
            text.when("fresh = false", "Environment.Action <> rest");
        });
    });
    text.part("Evaluation", |text| {
        text.when("rich", &format!("Environment.coins = {n} and Environment.heirs = {most}"));
        text.when("fresh", "Notary.fresh = true");
        text.when("right", "Notary.share * Environment.heirs = Environment.coins");
        text.when("plenty", "Environment.coins / Environment.heirs >= 2");
        text.when("nothing", "Environment.coins = 0");
        text.when("stale", &format!("Notary.share > Environment.coins / Environment.heirs + {}", n / 2));
    });
    text.part("InitStates", |text| {
        text.line("Environment.coins = 0 and Environment.heirs = 1 and Notary.share = 0 and Notary.fresh = true");
    });
    text.part("Formulae", formulas);
    text.finish()
}

fn formulas(text: &mut Text) {
    text.formula("can-become-rich", true, "EF rich");
    text.formula("what-is-fresh-is-right", true, "AG (fresh -> right)");
    text.formula("something-can-always-happen", true, "AG EX true");
    // The last coin of a single heir stays.
    text.formula("can-always-be-spent", false, "AG EF nothing");
    text.formula("notary-knows-plenty", true, "AG (plenty -> K(Notary, plenty))");
    text.formula("notes-become-stale", true, "EF stale");
}
