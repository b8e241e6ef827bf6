//! A pipeline: stages with bounded buffers between them.

use crate::text::{Text, each};

/// `n` stages, and buffers with room for `room` pieces.
pub(crate) fn text(n: usize, room: usize) -> String {
    let mut text = Text::new(&[
        &format!(
            "A pipeline of {n} stages with buffers before, between and behind them, each with room for {room} pieces."
        ),
        "",
        "A stage takes a piece out of the buffer before it, works on it, and puts it into the one behind it.",
        "Each sees these two buffers. The world outside fills the first buffer and empties the last one.",
    ]);
    text.agent("Environment", |text| environment(text, n, room));
    (1..=n).for_each(|i| text.agent(&format!("Stage{i}"), |text| stage(text, i, room)));
    let all = |pieces: usize, busy: bool| {
        let buffers = each(0..=n, |i| format!("Environment.buffer{i} = {pieces}"));
        let stages = each(1..=n, |i| format!("Stage{i}.busy = {busy}"));
        [buffers, stages].concat().join(" and ")
    };
    text.part("Evaluation", |text| {
        text.when("empty", &all(0, false));
        text.when("full", &all(room, true));
        text.when("out", &format!("Environment.buffer{n} > 0"));
        text.when("in_full", &format!("Environment.buffer0 = {room}"));
        text.when("out_full", &format!("Environment.buffer{n} = {room}"));
    });
    text.part("InitStates", |text| text.line(&all(0, false)));
    text.part("Formulae", |text| {
        text.formula("can-be-full", true, "EF full");
        text.formula("can-always-be-emptied", true, "AG EF empty");
        text.formula("something-comes-out", false, "AF out");
        text.formula("first-knows-what-it-sees", true, "AG (in_full -> K(Stage1, in_full))");
        text.formula("first-knows-the-end", n == 1, "AG (out_full -> K(Stage1, out_full))");
        text.formula("something-can-always-happen", true, "AG EX true");
    });
    text.finish()
}

fn environment(text: &mut Text, n: usize, room: usize) {
    text.section("Vars", |text| (0..=n).for_each(|i| text.line(&format!("buffer{i} : 0..{room}"))));
    text.actions("fill, drain, exchange, rest");
    text.section("Protocol", |text| {
        text.allow(&format!("buffer0 < {room}"), "fill");
        text.allow(&format!("buffer{n} > 0"), "drain");
        text.allow(&format!("buffer0 < {room} and buffer{n} > 0"), "exchange");
        text.allow("true", "rest");
    });
    text.section("Evolution", |text| {
        for i in 0..=n {
            let comes = if i == 0 {
                "(Action = fill or Action = exchange)".to_owned()
            } else {
                format!("Stage{i}.Action = put")
            };
            let goes = if i == n {
                "(Action = drain or Action = exchange)".to_owned()
            } else {
                format!("Stage{}.Action = take", i + 1)
            };
            text.when(&format!("buffer{i} = buffer{i} + 1"), &format!("{comes} and !({goes})"));
            text.when(&format!("buffer{i} = buffer{i} - 1"), &format!("{goes} and !({comes})"));
        }
    });
}

fn stage(text: &mut Text, i: usize, room: usize) {
    text.sees(&format!("buffer{}, buffer{i}", i - 1));
    text.variables(&["busy : boolean"]);
    let take = format!("busy = false and Environment.buffer{} > 0", i - 1);
    let put = format!("busy = true and Environment.buffer{i} < {room}");
    text.protocol("take, put, wait", &[(&take, "take, wait"), (&put, "put, wait")], "wait");
    text.section("Evolution", |text| {
        text.when("busy = true", "Action = take");
        text.when("busy = false", "Action = put");
    });
}
