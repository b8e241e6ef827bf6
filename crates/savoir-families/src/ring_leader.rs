//! Electing a leader in a ring: E. Chang and R. Roberts, *An improved algorithm for decentralized extrema-finding in circular
//! configurations of processes*, 1979, with channels that hold one message.

use crate::random::Random;
use crate::text::{Text, each};

/// `n` processes with the identities 1 to `n` in an order without pattern.
pub(crate) fn text(n: usize) -> String {
    let mut identities: Vec<usize> = (1..=n).collect();
    Random::of_text(&format!("ring-leader {n}")).shuffle(&mut identities);
    let leader = identities.iter().position(|identity| *identity == n).unwrap_or(0);
    let second = identities.iter().position(|identity| *identity == n - 1).unwrap_or(0);
    let mut text = Text::new(&[
        &format!("{n} processes in a ring elect a leader: the one with the largest identity."),
        "",
        "Each sends its identity round, at any time. Messages with smaller identities than a process has are dropped there.",
        "Who receives its own identity is the leader. A channel holds one message, 0 is none.",
    ]);
    let before = |i: usize| (i + n - 1) % n;
    // What passes the process before is larger than that, and the leader lets nothing pass.
    let passes = |i: usize| identities[i] < n;
    let receives = |i: usize| i == leader || identities[before(i)] < identities[i];
    text.agent("Environment", |text| {
        text.section("Vars", |text| (0..n).for_each(|i| text.line(&format!("channel{i} : 0..{n}"))));
        text.only_action("carry");
        text.section("Evolution", |text| {
            for (i, identity) in identities.iter().enumerate() {
                text.when(&format!("channel{i} = {identity}"), &format!("Process{i}.Action = begin"));
                if passes(i) {
                    text.when(&format!("channel{i} = channel{}", before(i)), &format!("Process{i}.Action = pass"));
                }
                let next = (i + 1) % n;
                let taken = [("pass", passes(next)), ("receive", receives(next))].into_iter().filter(|taken| taken.1);
                let taken: Vec<String> = taken.map(|(action, _)| format!("Process{next}.Action = {action}")).collect();
                text.when(&format!("channel{i} = 0"), &taken.join(" or "));
            }
        });
    });
    for (i, identity) in identities.iter().enumerate() {
        let takes = (passes(i), receives(i));
        text.agent(&format!("Process{i}"), |text| process(text, (i, before(i)), *identity, i == leader, takes));
    }
    text.part("Evaluation", |text| {
        text.when("elected", &format!("Process{leader}.state = leader"));
        text.when(
            "another",
            &each((0..n).filter(|i| *i != leader), |i| format!("Process{i}.state = leader")).join(" or "),
        );
        text.when("second_runs", &format!("Process{second}.state = running"));
        text.when(
            "all_run",
            &each((0..n).filter(|i| *i != leader), |i| format!("Process{i}.state = running")).join(" and "),
        );
    });
    text.part("InitStates", |text| {
        text.line(&each(0..n, |i| format!("Environment.channel{i} = 0 and Process{i}.state = idle")).join(" and "));
    });
    text.part("Formulae", |text| formulas(text, leader));
    text.finish()
}

fn formulas(text: &mut Text, leader: usize) {
    text.formula("can-always-be-elected", true, "AG EF elected");
    text.formula("nobody-else-is-elected", true, "AG !another");
    text.formula("an-election-takes-place", false, "AF elected");
    text.formula("the-leader-stays", true, "AG (elected -> AG elected)");
    text.formula("the-leader-knows", true, &format!("AG (elected -> K(Process{leader}, elected))"));
    text.formula("the-others-need-not-run", true, "EF (elected and !second_runs)");
    text.formula("all-can-run-before", true, "E(!elected U (all_run and !elected))");
}

/// A process with its neighbours' channels; whether it lets messages pass, and whether it receives some.
fn process(
    text: &mut Text,
    (i, before): (usize, usize),
    identity: usize,
    leads: bool,
    (passes, receives): (bool, bool),
) {
    let (incoming, outgoing) = (format!("Environment.channel{before}"), format!("Environment.channel{i}"));
    text.sees(&format!("channel{before}, channel{i}"));
    text.variables(&["state : {idle, running, leader}"]);
    let actions = [("begin", true), ("pass", passes), ("receive", receives), ("wait", true)];
    text.actions(&actions.into_iter().filter(|it| it.1).map(|it| it.0).collect::<Vec<_>>().join(", "));
    text.section("Protocol", |text| {
        text.allow(&format!("state = idle and {outgoing} = 0"), "begin");
        if passes {
            text.allow(&format!("{incoming} > {identity} and {outgoing} = 0"), "pass");
        }
        if receives {
            text.allow(&format!("{incoming} > 0 and {incoming} <= {identity}"), "receive");
        }
        text.allow("true", "wait");
    });
    text.section("Evolution", |text| {
        text.when("state = running", "Action = begin");
        if leads {
            text.when("state = leader", &format!("Action = receive and {incoming} = {identity}"));
        }
    });
}
