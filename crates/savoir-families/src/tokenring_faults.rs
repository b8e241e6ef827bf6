//! The token ring with faults of AAMAS'12, section 4.2, for questions about groups.
//!
//! The paper says: the token goes clockwise, has a time to live that is the time of one round, and is issued by an active
//! monitor; the first node has data for the last one; even nodes may stop sending and odd nodes may stop receiving; a fault is
//! injected and may be stopped. For the rest it refers to *A methodology for automatic diagnosability analysis* (Ezekiel and
//! Lomuscio, ICFEM 2010), which was not at hand. So these are ours:
//!
//! - A fault is injected when it strikes for the first time, so a token that is on time has met no fault. Then it strikes
//!   now and then until it stops, for good. Faults stop independently of each other, but only one strikes at a time. A token
//!   that is struck stays with its sender, who tries again.
//! - Nodes know whether they have had the token, whether they have it now, and from its time to live whether it is late; and
//!   node 1, the monitor, sees the alarm that there is when the time is over. They do not see faults.
//! - Faults belong to the environment, not to agents of their own, so that groups are groups of nodes.
//! - There is one token all the time; when it comes home, its time to live starts again. After an alarm it counts as late from
//!   the beginning.
//!
//! There are 809, 14,879, 228,413, 3,144,195 and 40,237,905 states for 4 to 12 nodes; the paper has 1,116, 21,578, 336,632,
//! 7.769e6 and 1.157e8. As there, N + 1 groups of the 2^N - 1 satisfy φ_TR1: every single node, and the first two, since nothing
//! can go wrong before node 2 has the token. φ_TR2 has 173, 3,575, 62,809, 1,035,395 and 16,715,957 solutions for 4 to 12
//! nodes, N - 2 more than in the paper; φ_TR3 has 795, 17,199 and 342,975 for 4 to 8 nodes instead of 3,255, 232,407 and
//! 15,253,335.

use crate::text::{Text, each};

/// Diagnosis: which groups may know that there is no fault, and that others do not know it?
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("A token ring of {n} nodes with faults, and what groups of nodes know of them."),
        "",
        "The token goes from node 1 to node 2 and so on, and from the last node home. Even nodes may",
        "fail to send, odd nodes to receive: then a fault is injected, and the token stays where it is",
        "for a step. The time to live of the token is one round; when it is over, there is an alarm.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    text.agent("Node1", |text| monitor(text, n));
    (2..=n).for_each(|i| text.agent(&format!("Node{i}"), |text| node(text, n, i)));
    text.part("Evaluation", |text| evaluation(text, n));
    text.part("InitStates", |text| {
        let intact = each(1..=n, |i| format!("Environment.fault{i} = none")).join(" and ");
        let fresh = each(2..=n, |i| format!("Node{i}.token = never")).join(" and ");
        text.line(&format!(
            "Environment.alarm = false and Environment.ttl = {n} and {intact} and Node1.token = first and {fresh}"
        ));
    });
    text.part("Groups", |text| {
        text.line("first = {Node1}");
        text.line(&format!("last = {{Node{n}}}"));
        text.line("first_two = {Node1, Node2}");
        text.line("next_two = {Node2, Node3}");
        text.line(&format!("ends = {{Node1, Node{n}}}"));
        text.line(&format!("everyone = {{{}}}", each(1..=n, |i| format!("Node{i}")).join(", ")));
    });
    text.part("Formulae", |text| formulas(text, n));
    text.finish()
}

/// The node before.
fn before(n: usize, i: usize) -> usize {
    if i == 1 { n } else { i - 1 }
}

/// The node that sends when a fault strikes: even nodes fail to send, odd ones to receive.
fn struck(n: usize, fault: usize) -> usize {
    if fault.is_multiple_of(2) { fault } else { before(n, fault) }
}

/// The faults that may strike when a node sends.
fn faults(n: usize, from: usize) -> Vec<usize> {
    (1..=n).filter(|&fault| struck(n, fault) == from).collect()
}

/// Something strikes when a node sends.
fn strikes(n: usize, from: usize) -> String {
    each(faults(n, from), |fault| format!("Environment.Action = fail{fault}")).join(" or ")
}

/// Nothing strikes on the way to a node.
fn intact(n: usize, to: usize) -> String {
    each(faults(n, before(n, to)), |fault| format!(" and !(Environment.Action = fail{fault})")).concat()
}

/// The token gets to a node.
fn arrives(n: usize, to: usize) -> String {
    format!("!(Node{}.Action = wait){}", before(n, to), intact(n, to))
}

fn environment(text: &mut Text, n: usize) {
    let home = arrives(n, 1).replace("Environment.", "");
    text.section("Vars", |text| {
        text.line("alarm : boolean");
        text.comment("The time to live of the token.");
        text.line(&format!("ttl : 0..{n}"));
        (1..=n).for_each(|i| text.line(&format!("fault{i} : {{none, injected, stopped}}")));
    });
    text.actions(&format!("run, {}", each(1..=n, |i| format!("fail{i}")).join(", ")));
    text.section("Protocol", |text| {
        (1..=n).for_each(|i| text.allow(&format!("fault{i} <> stopped"), &format!("run, fail{i}")));
        text.allow("Other", "run");
    });
    text.section("Evolution", |text| {
        text.when(&format!("ttl = {n}"), &home);
        text.when("ttl = ttl - 1", &format!("ttl > 0 and !({home})"));
        text.when("alarm = true", &format!("ttl = 1 and !({home})"));
        for i in 1..=n {
            // Both lines are enabled while there is a fault: it stays or stops.
            let strikes = format!("Action = fail{i} and !(Node{}.Action = wait)", struck(n, i));
            text.when(&format!("fault{i} = injected"), &format!("fault{i} = injected or ({strikes})"));
            text.when(&format!("fault{i} = stopped"), &format!("fault{i} = injected"));
        }
    });
}

/// Issues the token, and a new one whenever one has come home: late from the beginning once there was an alarm.
fn monitor(text: &mut Text, n: usize) {
    text.sees("alarm");
    text.section("Vars", |text| {
        text.comment("Has it for the first time, has it back, or has handed it on.");
        text.line("token : {first, home, passed}");
    });
    let allowed = [("token = passed", "wait"), ("token <> passed and Environment.alarm = true", "send_late")];
    text.protocol("send, send_late, wait", &allowed, "send");
    text.section("Evolution", |text| {
        text.when("token = home", &arrives(n, 1));
        text.when("token = passed", "!(Action = wait)");
    });
}

fn node(text: &mut Text, n: usize, i: usize) {
    text.section("Vars", |text| {
        text.comment("Never had it, has it on time or late, or has handed it on.");
        text.line("token : {never, prompt, late, passed}");
    });
    let allowed = [("token = prompt", "send"), ("token = late", "send_late")];
    text.protocol("send, send_late, wait", &allowed, "wait");
    text.section("Evolution", |text| {
        let (from, intact_before) = (before(n, i), intact(n, i));
        text.when("token = prompt", &format!("Node{from}.Action = send{intact_before}"));
        let handed_on = arrives(n, i % n + 1).replace(&format!("Node{i}."), "");
        text.when("token = passed", &handed_on);
        let comes_late = format!("Node{from}.Action = send_late{intact_before}");
        let stays = format!("!(Action = wait) and ({})", strikes(n, i));
        let late = if i.is_multiple_of(2) { format!("{comes_late} or {stays}") } else { comes_late };
        text.when("token = late", &late);
    });
}

fn evaluation(text: &mut Text, n: usize) {
    let some = |what: &str| each(1..=n, |i| format!("Environment.fault{i} {what}")).join(" or ");
    for i in 1..=n {
        text.when(&format!("fault{i}_injected"), &format!("Environment.fault{i} = injected"));
        text.when(&format!("fault{i}_stopped"), &format!("Environment.fault{i} = stopped"));
    }
    text.when("some_fault", &some("= injected"));
    text.when("some_fault_or_stopped", &some("<> none"));
    text.when("alarm", "Environment.alarm = true");
    text.when("delivered", &format!("Node{n}.token <> never"));
}

fn formulas(text: &mut Text, n: usize) {
    let dashed = |group: &str| group.replace('_', "-");
    // φ_TR1, `EF GCK(?Y, !some_fault)`.
    let groups = ["first", "last", "first_two", "next_two", "ends", "everyone"];
    for (group, may) in groups.into_iter().zip([true, true, true, false, false, false]) {
        let name = format!("{}-may-know-that-all-is-well", dashed(group));
        text.formula(&name, may, &format!("EF GCK({group}, !some_fault)"));
    }
    // φ_TR2, `EF GCK(?Y, !GCK(?Z, !some_fault))`.
    for (group, others, may) in [
        ("first", "last", true),
        ("first_two", "last", true),
        ("first_two", "first", false),
        ("ends", "first", false),
        ("everyone", "everyone", true),
    ] {
        let name = format!("{}-may-know-that-{}-is-in-doubt", dashed(group), dashed(others));
        text.formula(&name, may, &format!("EF GCK({group}, !GCK({others}, !some_fault))"));
    }
    // φ_TR3, `E(GCK(?Y, !some_fault) U EF GK(?Z, DK(?V, !some_fault_or_stopped)))`.
    for (group, others, together, may) in
        [("first", "last", "everyone", true), ("everyone", "first", "ends", true), ("first", "everyone", "last", false)]
    {
        let name = format!("{}-until-{}-know-of-{}", dashed(group), dashed(others), dashed(together));
        let target = format!("EF GK({others}, DK({together}, !some_fault_or_stopped))");
        text.formula(&name, may, &format!("E(GCK({group}, !some_fault) U {target})"));
    }
    text.formula("alarm-tells-the-first", true, "AG (alarm -> K(Node1, some_fault_or_stopped))");
    text.formula("fault-raises-the-alarm", true, "AG (some_fault -> AF alarm)");
    for state in ["injected", "stopped"] {
        let all = each(1..=n, |i| format!("fault{i}_{state}")).join(" and ");
        text.formula(&format!("all-faults-may-be-{state}"), true, &format!("EF ({all})"));
    }
    text.formula("delivery-without-fault", true, "EF (delivered and !some_fault_or_stopped)");
    text.sought("tr1", "EF GCK(?Y, !some_fault)");
    text.sought("tr2", "EF GCK(?Y, !GCK(?Z, !some_fault))");
    text.sought("tr3", "E(GCK(?Y, !some_fault) U EF GK(?Z, DK(?V, !some_fault_or_stopped)))");
}
