//! The hundred prisoners of STTT'15, table 2.

use crate::text::{Text, each};

/// The prisoners can force their release, and never claim too much.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("Prisoners and a light: {n} of them."),
        "",
        "The warden calls all prisoners, one at a time and in any order, then all again, and so on.",
        "Prisoner 1 counts: he alone switches the light off. Each of the others switches it on once.",
        "When he has counted all of them, he announces that everybody has been in the room.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    counter(&mut text, n);
    (2..=n).for_each(|i| other(&mut text, i));
    let all_visited = each(1..=n, |i| format!("Prisoner{i}.visited = true")).join(" and ");
    text.part("Evaluation", |text| {
        text.when("release", &format!("Prisoner1.announced = true and {all_visited}"));
        text.when("mistake", &format!("Prisoner1.announced = true and !({all_visited})"));
    });
    text.part("InitStates", |text| {
        let called = each(1..=n, |i| format!("Environment.called{i} = false"));
        let visited = each(1..=n, |i| format!("Prisoner{i}.visited = false"));
        let switched = each(2..=n, |i| format!("Prisoner{i}.switched = false"));
        let start = ["Environment.light = false", "Prisoner1.count = 0", "Prisoner1.announced = false"];
        let start = start.map(str::to_owned).into_iter().chain(called).chain(visited).chain(switched);
        text.line(&start.collect::<Vec<_>>().join(" and "));
    });
    text.part("Groups", |text| {
        text.line(&format!("prisoners = {{{}}}", each(1..=n, |i| format!("Prisoner{i}")).join(", ")));
    });
    text.part("Formulae", |text| {
        text.formula("release-can-be-forced", true, "<prisoners>F release");
        text.formula("no-mistake", true, "AG !mistake");
    });
    text.finish()
}

fn environment(text: &mut Text, n: usize) {
    text.section("Obsvars", |text| text.line("light : boolean"));
    text.section("Vars", |text| {
        text.comment("Whom the warden has called in this turn.");
        (1..=n).for_each(|i| text.line(&format!("called{i} : boolean")));
    });
    text.actions(&each(1..=n, |i| format!("call{i}")).join(", "));
    text.section("Protocol", |text| {
        (1..=n).for_each(|i| text.allow(&format!("called{i} = false"), &format!("call{i}")));
        text.comment("Never needed: the last call begins a new turn.");
        text.allow("Other", "call1");
    });
    // After the call under way, everybody has been called.
    let complete = each(1..=n, |i| format!("(called{i} = true or Action = call{i})")).join(" and ");
    text.section("Evolution", |text| {
        text.comment("The last call of a turn begins the next turn.");
        for i in 1..=n {
            text.when(&format!("called{i} = true"), &format!("Action = call{i} and !({complete})"));
            text.when(&format!("called{i} = false"), &complete);
        }
        text.when("light = false", "Action = call1 and Prisoner1.Action = switch");
        for i in 2..=n {
            text.when("light = true", &format!("Action = call{i} and Prisoner{i}.Action = switch"));
        }
    });
}

fn counter(text: &mut Text, n: usize) {
    let last = n - 1;
    text.agent("Prisoner1", |text| {
        text.variables(&["visited : boolean", &format!("count : 0..{last}"), "announced : boolean"]);
        let complete = format!("announced = false and count = {last}");
        let counts = format!("count < {last} and Environment.light = true");
        text.protocol("wait, switch, announce", &[(&complete, "announce"), (&counts, "switch")], "wait");
        text.section("Evolution", |text| {
            text.comment("What a prisoner does matters only while he is called.");
            text.when("visited = true", "Environment.Action = call1");
            text.when("count = count + 1", "Environment.Action = call1 and Action = switch");
            text.when("announced = true", "Environment.Action = call1 and Action = announce");
        });
    });
}

fn other(text: &mut Text, i: usize) {
    text.agent(&format!("Prisoner{i}"), |text| {
        text.variables(&["visited : boolean", "switched : boolean"]);
        let dark = "switched = false and Environment.light = false";
        text.protocol("wait, switch", &[(dark, "switch")], "wait");
        text.section("Evolution", |text| {
            text.when("visited = true", &format!("Environment.Action = call{i}"));
            text.when("switched = true", &format!("Environment.Action = call{i} and Action = switch"));
        });
    });
}
