//! Large enumerations: letters that are said in an order without pattern, and two who remember one.

use crate::random::Random;
use crate::text::{Text, each};

/// `n` letters.
pub(crate) fn text(n: usize) -> String {
    let mut random = Random::of_text(&format!("letters {n}"));
    let mut order: Vec<usize> = (1..=n).collect();
    let mut listed = || {
        let mut letters: Vec<usize> = (1..=n).collect();
        random.shuffle(&mut letters);
        each(letters, |i| format!("l{i}")).join(", ")
    };
    let lists = [listed(), listed(), listed()];
    random.shuffle(&mut order[1..]);
    let mut text = Text::new(&[
        &format!("A speaker says {n} letters, one after the other in a fixed order, and may start again at any time."),
        "",
        "Each of two listeners remembers the last letter that it listened to.",
    ]);
    text.agent("Environment", |text| {
        text.section("Obsvars", |text| text.line(&format!("said : {{{}}}", lists[0])));
        text.protocol("next, again", &[], "next, again");
        text.section("Evolution", |text| {
            for (place, letter) in order.iter().enumerate() {
                let next = order[(place + 1) % n];
                text.when(&format!("said = l{next}"), &format!("said = l{letter} and Action = next"));
            }
            text.when("said = l1", "Action = again");
        });
    });
    for (name, list) in ["One", "Two"].into_iter().zip(&lists[1..]) {
        text.agent(name, |text| {
            text.variables(&[&format!("heard : {{{list}}}")]);
            text.protocol("listen, sleep", &[], "listen, sleep");
            text.section("Evolution", |text| text.when("heard = Environment.said", "Action = listen"));
        });
    }
    let last = order[n - 1];
    text.part("Evaluation", |text| {
        text.when("same", "One.heard = Two.heard");
        text.when("start", "Environment.said = l1 and One.heard = l1 and Two.heard = l1");
        text.when("ended", &format!("One.heard = l{last} and Two.heard = l{last}"));
        text.when("one_ended", &format!("One.heard = l{last}"));
        text.when("two_ended", &format!("Two.heard = l{last}"));
        text.when("saying_last", &format!("Environment.said = l{last}"));
    });
    text.part("InitStates", |text| text.line("Environment.said = l1 and One.heard = l1 and Two.heard = l1"));
    text.part("Formulae", |text| {
        text.formula("both-can-hear-the-end", true, "EF ended");
        text.formula("can-always-start-again", true, "AG EF start");
        text.formula("the-end-is-heard-after-it-is-said", true, "!E(!saying_last U one_ended)");
        text.formula("one-knows-what-it-heard", true, "AG (one_ended -> K(One, one_ended))");
        text.formula("one-knows-what-two-heard", false, "AG (same -> K(One, same))");
        text.formula("the-end-is-said", false, "AF saying_last");
        text.perfect_ability("two-can-always-agree", Some(true), "AG <{One, Two}>X same");
        text.perfect_ability("the-speaker-can-end", Some(true), "<Environment>F saying_last");
        text.perfect_ability("one-can-hear-the-end", Some(false), "<One>F one_ended");
        text.formula("two-hears-the-end-without-one", true, "E(!one_ended U two_ended)");
    });
    text.finish()
}
