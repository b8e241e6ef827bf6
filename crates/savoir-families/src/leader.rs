//! Election of a leader in a ring by the highest number (Chang and Roberts 1979), where who stands is up to the nodes.

use crate::text::{Text, each};

/// At most one is elected, the highest of those who stand, and who has heard of it knows it.
///
/// A node that sleeps passes nothing on, so nobody is elected before all have decided. The number of the highest who stands is
/// never stopped, and its owner stops all others; so there is always room for a message on its way.
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("Election of a leader in a ring of {n} nodes."),
        "",
        "One node at a time takes a step, in any order. When it wakes up, it stands for election and sends its",
        "number to the next node, or it does not stand. Who stands lets higher numbers pass and stops lower",
        "ones. Who gets its own number back is elected and lets a message about it go round.",
        "A node sees its own state and the wires on both sides.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    (1..=n).for_each(|i| node(&mut text, n, i));
    text.part("Evaluation", |text| evaluation(text, n));
    text.part("InitStates", |text| {
        let wires = each(1..=n, |i| format!("Environment.wire{i} = 0"));
        let nodes = each(1..=n, |i| format!("Node{i}.state = asleep and Node{i}.informed = false"));
        text.line(&wires.into_iter().chain(nodes).collect::<Vec<_>>().join(" and "));
    });
    text.part("Groups", |text| {
        text.line(&format!("nodes = {{{}}}", each(1..=n, |i| format!("Node{i}")).join(", ")));
    });
    text.part("Formulae", |text| {
        text.formula("at-most-one-leader", true, "AG !two_leaders");
        text.formula("the-highest-is-elected", true, "AG (highest_stands -> AG !lower_leads)");
        text.formula("an-election-can-come-to-an-end", true, "AG (somebody_stands -> EF finished)");
        text.formula("somebody-is-elected-in-any-case", false, "AF somebody_leads");
        text.formula("who-has-heard-knows", true, "AG (informed2 -> K(Node2, somebody_leads))");
        text.formula("who-has-heard-knows-who-leads", false, "AG (informed2 -> K(Node2, highest_leads))");
        text.formula("the-leader-knows-that-all-know", true, "AG (finished -> GK(nodes, somebody_leads))");
    });
    text.finish()
}

/// The node before another one in the ring.
fn before(n: usize, i: usize) -> usize {
    if i == 1 { n } else { i - 1 }
}

/// The number of a node: high and low ones by turns, the highest first and then the lowest.
fn number(n: usize, i: usize) -> usize {
    if i.is_multiple_of(2) { i / 2 } else { n - i / 2 }
}

fn environment(text: &mut Text, n: usize) {
    let news = n + 1;
    text.section("Vars", |text| {
        text.comment("What is on the wire from each node to the next one: nothing, a number, or who is elected.");
        (1..=n).for_each(|i| text.line(&format!("wire{i} : 0..{news}")));
    });
    let steps = each(1..=n, |i| format!("step{i}")).join(", ");
    text.protocol(&steps, &[], &steps);
    text.section("Evolution", |text| {
        for i in 1..=n {
            let (from, to, own) = (format!("wire{}", before(n, i)), format!("wire{i}"), number(n, i));
            let turn = format!("Action = step{i} and Node{i}.Action");
            text.when(&format!("{to} = {own}"), &format!("{turn} = stand"));
            text.when(&format!("{to} = {from}"), &format!("{turn} = pass"));
            text.when(&format!("{to} = {news}"), &format!("{turn} = announce"));
            let gone = ["pass", "stop", "announce"].map(|action| format!("Node{i}.Action = {action}"));
            text.when(&format!("{from} = 0"), &format!("Action = step{i} and ({})", gone.join(" or ")));
        }
    });
}

fn node(text: &mut Text, n: usize, i: usize) {
    let news = n + 1;
    let (from, to, own) = (format!("Environment.wire{}", before(n, i)), format!("Environment.wire{i}"), number(n, i));
    text.agent(&format!("Node{i}"), |text| {
        text.sees(&format!("wire{}, wire{i}", before(n, i)));
        text.variables(&["state : {asleep, stands, relays, leads}", "informed : boolean"]);
        let free = format!("{to} = 0");
        text.actions("stand, abstain, pass, stop, announce, rest");
        text.section("Protocol", |text| {
            text.allow("state = asleep", "stand, abstain");
            text.allow(&format!("state = stands and {from} = {own} and {free}"), "announce");
            // Nobody is below the lowest, nobody above the highest.
            if own > 1 {
                text.allow(&format!("state = stands and {from} > 0 and {from} < {own}"), "stop");
            }
            if own < n {
                text.allow(&format!("state = stands and {from} > {own} and {free}"), "pass");
            }
            text.allow(&format!("state = relays and {from} > 0 and {free}"), "pass");
            text.allow(&format!("state = leads and {from} > 0"), "stop");
            text.allow("Other", "rest");
        });
        text.section("Evolution", |text| {
            let turn = format!("Environment.Action = step{i}");
            text.when("state = stands", &format!("{turn} and Action = stand"));
            text.when("state = relays", &format!("{turn} and (Action = abstain or Action = pass)"));
            text.when("state = leads", &format!("{turn} and Action = announce"));
            text.when("informed = true", &format!("{turn} and {from} = {news} and (Action = pass or Action = stop)"));
        });
    });
}

fn evaluation(text: &mut Text, n: usize) {
    let highest = (1..=n).find(|i| number(n, *i) == n).unwrap_or(1);
    let leads = |i: usize| format!("Node{i}.state = leads");
    text.when("highest_stands", &format!("Node{highest}.state = stands"));
    text.when("highest_leads", &leads(highest));
    let lower: Vec<String> = (1..=n).filter(|i| *i != highest).map(leads).collect();
    text.when("lower_leads", &lower.join(" or "));
    text.when("somebody_stands", &each(1..=n, |i| format!("Node{i}.state = stands")).join(" or "));
    text.when("somebody_leads", &each(1..=n, leads).join(" or "));
    let two = (1..=n).flat_map(|i| (i + 1..=n).map(move |j| format!("{} and {}", leads(i), leads(j))));
    text.when("two_leaders", &two.map(|pair| format!("({pair})")).collect::<Vec<_>>().join(" or "));
    text.when("informed2", "Node2.informed = true");
    text.when("finished", &each(1..=n, |i| format!("Node{i}.informed = true")).join(" and "));
}
