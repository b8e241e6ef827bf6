//! The dining cryptographers of AAMAS'12, table 1: which groups know who paid, and which do not know who did not.
//!
//! There are three steps, as many states as the paper prints: each of the N + 1 cases of who paid with each of the 2^N ways in
//! which coins fall, before anybody looks, before anybody speaks, and when the parity of what was said is heard.

use crate::dining::at_most_one;
use crate::dining_ck::cryptographer;
use crate::text::{Text, each};

/// The formulas of the paper, after ground instances of them: those where they hold, and neighbours where they fail.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("The dining cryptographers: {n} diners and what groups of them know."),
        "",
        "They look at the two coins beside their plate and announce whether these are equal (who paid",
        "lies). All hear whether the number of \"different\" is even, and nothing else.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    for i in 1..=n {
        cryptographer(&mut text, &format!("Diner{i}"), i, if i == 1 { n } else { i - 1 });
    }
    text.part("Evaluation", |text| {
        (1..=2).for_each(|i| text.when(&format!("paid{i}"), &format!("Diner{i}.payer = yes")));
    });
    text.part("InitStates", |text| {
        let blind = each(1..=n, |i| format!("Diner{i}.coins = unseen")).join(" and ");
        let payer = at_most_one(&each(1..=n, |i| format!("Diner{i}.payer")), "yes", "no");
        text.line(&format!("Environment.parity = unknown and {blind} and ({payer})"));
    });
    text.part("Groups", |text| groups(text, n));
    text.part("Formulae", formulas);
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| text.line("parity : {unknown, even, odd}"));
    text.section("Vars", |text| (1..=n).for_each(|i| text.line(&format!("coin{i} : {{heads, tails}}"))));
    text.only_action("listen");
    text.section("Evolution", |text| {
        let said = each(1..=n, |i| format!("Diner{i}.Action = say_different"));
        for (parity, odd) in [("even", false), ("odd", true)] {
            let heard = format!("parity = unknown and !(Diner1.Action = look) and {}", counted(&said, odd));
            text.when(&format!("parity = {parity}"), &heard);
        }
    });
}

/// Whether the number of conditions that hold is odd, or even. Halving keeps the text at n²: each half is written twice as
/// odd and twice as even.
fn counted(conditions: &[String], odd: bool) -> String {
    match conditions {
        [] => (!odd).to_string(),
        [one] if odd => one.clone(),
        [one] => format!("!({one})"),
        _ => {
            let (left, right) = conditions.split_at(conditions.len() / 2);
            let both = |left_odd: bool| format!("{} and {}", counted(left, left_odd), counted(right, left_odd != odd));
            format!("(({}) or ({}))", both(false), both(true))
        }
    }
}

fn groups(text: &mut Text, n: usize) {
    let diners = each(1..=n, |i| format!("Diner{i}"));
    for (name, members) in [
        ("payer", &[1][..]),
        ("neighbour", &[2]),
        ("third", &[3]),
        ("payer_and_neighbour", &[1, 2]),
        ("payer_and_third", &[1, 3]),
        ("neighbour_and_third", &[2, 3]),
    ] {
        text.line(&format!("{name} = {{{}}}", each(members.iter().copied(), |i| diners[i - 1].clone()).join(", ")));
    }
    text.line(&format!("strangers = {{{}}}", diners[2..].join(", ")));
    text.line(&format!("everyone = {{{}}}", diners.join(", ")));
}

fn formulas(text: &mut Text) {
    // φ_DC1, `AG (paid1 -> GCK(?Y, paid1))`: only the payer alone.
    for (group, knows) in [("payer", true), ("neighbour", false), ("payer_and_neighbour", false), ("everyone", false)] {
        let name = format!("{}-knows-who-paid", group.replace('_', "-"));
        text.formula(&name, knows, &format!("AG (paid1 -> GCK({group}, paid1))"));
    }
    // φ_DC2, `AG (paid1 -> GCK(?Y, paid1 and !DK(?Z, !paid2)))`: groups of strangers, whom the payer knows to be in doubt.
    for (group, doubt) in [
        ("strangers", true),
        ("third", true),
        ("neighbour", false),
        ("payer_and_third", false),
        ("neighbour_and_third", false),
        ("everyone", false),
    ] {
        let name = format!("{}-in-doubt", group.replace('_', "-"));
        text.formula(&name, doubt, &format!("AG (paid1 -> GCK(payer, paid1 and !DK({group}, !paid2)))"));
    }
    // The formulas of the paper. The groups that satisfy the first are {Diner1}; the second ({Diner1}, Z) for the
    // 2^(N-2) - 1 groups Z without Diner1 and Diner2.
    text.sought("dc1", "AG (paid1 -> GCK(?Y, paid1))");
    text.sought("dc2", "AG (paid1 -> GCK(?Y, paid1 and !DK(?Z, !paid2)))");
}
