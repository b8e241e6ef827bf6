//! Friends who call each other and exchange all secrets that they know.
//!
//! With the numbers of all others, the states are as many as there are distributions of secrets that calls can lead to; these
//! have no structure that diagrams could use.

use crate::text::{Text, each};

/// Everything can always come out. Whether the friends can see to it, whoever is next, depends on whom they can call.
///
/// Somebody who can neither give anything to anybody he can call, nor get anything, knows the same as all of them. If he can
/// call everybody, that is everything; if not, he may be next for ever.
pub(crate) fn text(n: usize, numbers: usize) -> String {
    let mut text = Text::new(&[
        &format!("Gossip: {n} friends with a secret each."),
        "",
        "They sit in a circle. One after the other, in any order, they call a friend who sits at most",
        &format!("{numbers} away, and both tell all secrets that they know."),
        "Each sees which secrets are known to itself.",
    ]);
    text.agent("Environment", |text| environment(text, n, numbers));
    (1..=n).for_each(|i| friend(&mut text, n, numbers, i));
    let expert = |i: usize| each(1..=n, |k| format!("Environment.{}", knows(i, k))).join(" and ");
    text.part("Evaluation", |text| {
        (1..=n).for_each(|i| text.when(&format!("expert{i}"), &expert(i)));
        text.when("told", &each(2..=n, |i| format!("Environment.{}", knows(i, 1))).join(" or "));
    });
    text.part("InitStates", |text| {
        let start = |i: usize| each(1..=n, |k| format!("Environment.knows{i}_{k} = {}", i == k)).join(" and ");
        text.line(&each(1..=n, start).join(" and "));
    });
    text.part("Groups", |text| {
        text.line("first = {Friend1}");
        text.line(&format!("friends = {{{}}}", each(1..=n, |i| format!("Friend{i}")).join(", ")));
    });
    let all = each(1..=n, |i| format!("expert{i}")).join(" and ");
    let another = each(2..=n, |i| format!("expert{i}")).join(" or ");
    text.part("Formulae", |text| {
        text.formula("all-can-see-to-it", 2 * numbers + 1 >= n, &format!("<friends>F ({all})"));
        text.formula("one-can-see-to-it", false, &format!("<first>F ({all})"));
        text.formula("it-is-never-too-late", true, &format!("AG EF ({all})"));
        text.formula("an-expert-knows-that-there-is-another", true, &format!("AG (expert1 -> K(Friend1, {another}))"));
        text.formula("an-expert-knows-that-it-is-told", true, "AG (expert1 -> K(Friend1, told))");
        text.formula("an-expert-knows-that-all-are", false, &format!("AG (expert1 -> K(Friend1, {all}))"));
    });
    text.finish()
}

/// That the first one knows the secret of the second one.
fn knows(i: usize, k: usize) -> String {
    format!("knows{i}_{k} = true")
}

/// Whom a friend can call.
fn reached(n: usize, numbers: usize, i: usize) -> impl Iterator<Item = usize> {
    (1..=n).filter(move |j| *j != i && i.abs_diff(*j).min(n - i.abs_diff(*j)) <= numbers)
}

fn environment(text: &mut Text, n: usize, numbers: usize) {
    text.section("Vars", |text| {
        text.comment("Who knows whose secret.");
        for i in 1..=n {
            (1..=n).for_each(|k| text.line(&format!("knows{i}_{k} : boolean")));
        }
    });
    let turns = each(1..=n, |i| format!("next{i}")).join(", ");
    text.protocol(&turns, &[], &turns);
    text.section("Evolution", |text| {
        for i in 1..=n {
            let call = |j: usize| {
                let call = |from: usize, to: usize| format!("(Action = next{from} and Friend{from}.Action = call{to})");
                format!("({} or {})", call(i, j), call(j, i))
            };
            for k in (1..=n).filter(|k| *k != i) {
                let told: Vec<String> =
                    reached(n, numbers, i).map(|j| format!("{} and {}", knows(j, k), call(j))).collect();
                text.when(&knows(i, k), &told.join(" or "));
            }
        }
    });
}

fn friend(text: &mut Text, n: usize, numbers: usize, i: usize) {
    text.agent(&format!("Friend{i}"), |text| {
        text.sees(&each(1..=n, |k| format!("knows{i}_{k}")).join(", "));
        text.section("Vars", |_| {});
        let calls: Vec<String> = reached(n, numbers, i).map(|j| format!("call{j}")).collect();
        text.protocol(&calls.join(", "), &[], &calls.join(", "));
        text.section("Evolution", |_| {});
    });
}
