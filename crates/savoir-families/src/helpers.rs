//! Loosely coupled agents: each works alone but for one step, which takes the help of the next one in a ring.

use crate::text::{Text, each};

/// `n` agents.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!(
            "{n} workers in a ring. Each works on its own until its piece is too heavy; then it needs the next one,"
        ),
        "who helps while it has not begun, to lift it.",
    ]);
    (1..=n).for_each(|i| text.agent(&format!("Worker{i}"), |text| worker(text, i % n + 1)));
    let all = |what: &str| each(1..=n, |i| format!("Worker{i}.phase {what}")).join(" and ");
    text.part("Evaluation", |text| {
        text.when("all_begin", &all("= 0"));
        text.when("all_stuck", &all("= 2"));
        text.when("all_done", &all("= 4"));
        text.when("first_done", "Worker1.phase = 4");
        text.when("second_free", "Worker2.phase = 0");
    });
    text.part("InitStates", |text| text.line(&all("= 0")));
    text.part("Formulae", |text| {
        text.formula("all-can-get-stuck", true, "EF all_stuck");
        text.formula("then-nothing-helps", true, "AG (all_stuck -> AG all_stuck)");
        text.formula("can-always-begin-again", false, "AG EF all_begin");
        // The last to be lifted helps nobody any more, so whom it would have helped was lifted before it: all round the ring.
        text.formula("all-can-be-done", false, "EF all_done");
        text.formula("one-can-be-done", true, "EF first_done");
        text.formula("helpers-are-not-known", false, "EF (first_done and K(Worker1, second_free))");
        text.formula("something-can-always-happen", true, "AG EX true");
    });
    text.finish()
}

fn worker(text: &mut Text, next: usize) {
    text.variables(&["phase : 0..4"]);
    text.protocol("work, wait, help", &[("phase = 0", "work, wait, help")], "work, wait");
    text.section("Evolution", |text| {
        text.when("phase = phase + 1", "Action = work and (phase < 2 or phase = 3)");
        text.when("phase = 3", &format!("Action = work and phase = 2 and Worker{next}.Action = help"));
        text.when("phase = 0", "Action = work and phase = 4");
    });
}
