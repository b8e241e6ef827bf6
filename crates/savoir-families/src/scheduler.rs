//! Jobs of unknown length for two machines: a question of scheduling in the style of the literature on uniform strategies,
//! in a model of our own.

use crate::text::{Text, each};

/// The schedulers can be done in time, if they know which job is long.
///
/// With perfect information one machine runs the long job and the other one all the short ones, in n - 1 steps. With uniform
/// strategies the first two jobs are always the same, neither may be the long one, and then it starts too late. If the
/// first scheduler starts the first job that waits and the second one the last, no machine stands still before the long
/// job starts; so it starts after (n - 1) / 2 steps at most.
pub(crate) fn text(n: usize) -> String {
    let short = n - 1;
    let late = short + short / 2;
    let mut text = Text::new(&[
        &format!("{n} jobs for two machines."),
        "",
        &format!("All jobs take one step but one, which takes {short}; nobody sees which. The scheduler of a machine"),
        "that is free starts a job that waits, until none does. If both start the same one, the first",
        "machine runs it and the second loses a step.",
        "The schedulers see which jobs wait and which machines are busy.",
    ]);
    text.agent("Environment", |text| environment(text, n, late));
    scheduler(&mut text, n, 1);
    scheduler(&mut text, n, 2);
    text.part("Evaluation", |text| {
        let finished = format!("Environment.ready = true and {}", idle(n, "Environment."));
        text.when("finished", &finished);
        text.when("in_time", &format!("{finished} and Environment.time <= {short}"));
        text.when("not_too_late", &format!("{finished} and Environment.time <= {late}"));
    });
    text.part("InitStates", |text| {
        let waiting = each(1..=n, |j| format!("Environment.waits{j} = true")).join(" and ");
        text.line(&format!(
            "Environment.ready = false and Environment.busy1 = false and Environment.busy2 = false and Environment.long = 0 and Environment.left = 0 and Environment.time = 0 and {waiting} and Scheduler1.present = true and Scheduler2.present = true"
        ));
    });
    text.part("Groups", |text| {
        text.line("first = {Scheduler1}");
        text.line("second = {Scheduler2}");
        text.line("both = {Scheduler1, Scheduler2}");
    });
    text.part("Formulae", |text| {
        text.ability("jobs-can-be-done-in-time", true, false, "<both>F in_time");
        text.ability("jobs-can-be-done-not-too-late", true, true, "<both>F not_too_late");
        text.ability("one-scheduler-is-enough", true, true, "<first>F finished");
        text.ability("second-scheduler-is-enough-in-time", false, false, "<second>F in_time");
        text.formula("jobs-are-done", true, "AF finished");
    });
    text.finish()
}

/// No job waits or runs.
fn idle(n: usize, owner: &str) -> String {
    let waits = each(1..=n, |j| format!("{owner}waits{j} = false")).join(" and ");
    format!("{waits} and {owner}busy1 = false and {owner}busy2 = false")
}

fn environment(text: &mut Text, n: usize, late: usize) {
    text.section("Obsvars", |text| {
        text.comment("Whether the jobs have come.");
        text.line("ready : boolean");
        (1..=n).for_each(|j| text.line(&format!("waits{j} : boolean")));
        text.comment("Which machine runs the long job.");
        text.line("busy1 : boolean");
        text.line("busy2 : boolean");
    });
    text.section("Vars", |text| {
        text.comment("The long job, and for how many steps it still runs.");
        text.line(&format!("long : 0..{n}"));
        text.line(&format!("left : 0..{}", n - 2));
        text.comment("The steps since the jobs have come, as far as they matter.");
        text.line(&format!("time : 0..{}", late + 1));
    });
    let choices = each(1..=n, |j| format!("long{j}")).join(", ");
    text.protocol(&format!("{choices}, tick"), &[("ready = false", &choices)], "tick");
    text.section("Evolution", |text| {
        text.when("ready = true", "ready = false");
        text.when("left = left - 1", "left > 0");
        for j in 1..=n {
            let (first, second) = (format!("Scheduler1.Action = start{j}"), format!("Scheduler2.Action = start{j}"));
            text.when(&format!("long = {j}"), &format!("Action = long{j}"));
            text.when(&format!("waits{j} = false"), &format!("{first} or {second}"));
            text.when(&format!("left = {}", n - 2), &format!("long = {j} and ({first} or {second})"));
            text.when("busy1 = true", &format!("long = {j} and {first}"));
            text.when("busy2 = true", &format!("long = {j} and {second} and !({first})"));
        }
        text.when("busy1 = false", "left = 1");
        text.when("busy2 = false", "left = 1");
        text.when("time = time + 1", &format!("ready = true and time <= {late} and !({})", idle(n, "")));
    });
}

fn scheduler(text: &mut Text, n: usize, machine: usize) {
    text.agent(&format!("Scheduler{machine}"), |text| {
        text.variables(&["present : boolean"]);
        text.actions(&format!("{}, rest", each(1..=n, |j| format!("start{j}")).join(", ")));
        text.section("Protocol", |text| {
            let free = format!("present = true and Environment.ready = true and Environment.busy{machine} = false");
            for j in 1..=n {
                text.allow(&format!("{free} and Environment.waits{j} = true"), &format!("start{j}"));
            }
            text.allow("Other", "rest");
        });
        text.section("Evolution", |text| text.when("present = true", "Action = rest"));
    });
}
