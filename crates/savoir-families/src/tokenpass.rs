//! Stations that need a token to work, and hand tokens on in a ring.

use crate::text::{Text, each};

/// The steps that the work of a station takes.
const WORK: usize = 4;

/// The stations can see to it that all work is done, one alone can do its own only if it has a token from the start.
///
/// A token goes on if one station offers it and the next one takes it in the same step, so no token is lost or doubled.
pub(crate) fn text(n: usize) -> String {
    let tokens = n / 2;
    let mut text = Text::new(&[
        &format!("{n} stations in a ring and {tokens} tokens."),
        "",
        &format!("A station has {WORK} steps of work to do, and can work only while it has a token. It may hand the"),
        "token to the next station, if that one is ready to take it. All act at the same time.",
        "A station sees its own work and whether it has a token.",
    ]);
    text.agent("Environment", |text| {
        text.section("Vars", |_| {});
        text.only_action("tick");
        text.section("Evolution", |_| {});
    });
    (1..=n).for_each(|i| station(&mut text, n, i));
    text.part("Evaluation", |text| {
        let done = |i: usize| format!("Station{i}.left = 0");
        text.when("all_done", &each(1..=n, done).join(" and "));
        text.when("first_done", &done(1));
        text.when("second_done", &done(2));
        text.when("first_has", "Station1.token = true");
        let others = each(2..=n, |i| format!("Station{i}.token = false")).join(" and ");
        text.when("others_have_none", &others);
        text.when("nobody_has_one", &format!("Station1.token = false and {others}"));
        text.when("all_have_one", &each(1..=n, |i| format!("Station{i}.token = true")).join(" and "));
    });
    text.part("InitStates", |text| {
        let start = |i: usize| format!("Station{i}.left = {WORK} and Station{i}.token = {}", has_first(n, i));
        text.line(&each(1..=n, start).join(" and "));
    });
    text.part("Groups", |text| {
        text.line("first = {Station1}");
        text.line("second = {Station2}");
        text.line(&format!("stations = {{{}}}", each(1..=n, |i| format!("Station{i}")).join(", ")));
    });
    text.part("Formulae", |text| formulas(text, tokens));
    text.finish()
}

/// Every other station has a token at the start, beginning with the first one.
fn has_first(n: usize, i: usize) -> bool {
    !i.is_multiple_of(2) && i < n
}

fn station(text: &mut Text, n: usize, i: usize) {
    let before = if i == 1 { n } else { i - 1 };
    let after = if i == n { 1 } else { i + 1 };
    text.agent(&format!("Station{i}"), |text| {
        text.variables(&[&format!("left : 0..{WORK}"), "token : boolean"]);
        text.protocol(
            "work, offer, take, rest",
            &[("token = true and left > 0", "work, offer"), ("token = true", "offer, rest")],
            "take, rest",
        );
        text.section("Evolution", |text| {
            text.when("left = left - 1", "Action = work");
            text.when("token = false", &format!("Action = offer and Station{after}.Action = take"));
            text.when("token = true", &format!("Action = take and Station{before}.Action = offer"));
        });
    });
}

fn formulas(text: &mut Text, tokens: usize) {
    text.formula("tokens-are-not-lost", true, "AG !nobody_has_one");
    text.formula("tokens-are-not-made", true, "AG !all_have_one");
    text.formula("all-can-be-done", true, "<stations>F all_done");
    text.formula("who-has-a-token-can-be-done", true, "<first>F first_done");
    text.formula("who-has-none-needs-others", false, "<second>F second_done");
    text.formula("it-is-never-too-late", true, "AG EF all_done");
    text.formula("who-has-none-knows-that-others-have", true, "AG (!first_has -> K(Station1, !others_have_none))");
    text.formula("who-has-the-only-one-knows", tokens == 1, "AG (first_has -> K(Station1, others_have_none))");
    text.formula("who-is-done-knows-of-the-next", false, "AG (first_done -> K(Station1, second_done))");
}
