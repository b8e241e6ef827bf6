//! The token ring of AAMAS'12, table 3, in an encoding of our own: the paper describes the faults, not the text.

use crate::text::{Text, each};

/// Diagnosis: who can know that no fault was injected?
pub(crate) fn text(n: usize) -> String {
    let mut text = Text::new(&[
        &format!("A token ring of {n} nodes with injected faults."),
        "",
        "The token goes from node to node. Node 1 watches how long it takes: when its time to live is",
        "over, there is an alarm. Faults may be injected: then an even node fails to send now and then,",
        "an odd node to receive, until the fault stops.",
    ]);
    text.agent("Environment", |text| environment(text, n));
    for i in 1..=n {
        text.agent(&format!("Node{i}"), |text| node(text, &passes(if i == 1 { n } else { i - 1 }, i)));
    }
    for i in 1..=n {
        text.agent(&format!("Fault{i}"), fault);
    }
    text.part("Evaluation", |text| {
        let some = |what: &str| each(1..=n, |i| format!("Fault{i}.state {what}")).join(" or ");
        text.when("injected", &some("<> ok"));
        text.when("stopped", &some("= stopped"));
        text.when("alarm", "Environment.alarm = true");
        text.when("delivered", &format!("Node{n}.token = true"));
    });
    text.part("InitStates", |text| {
        let node = |i| {
            let token = i == 1;
            format!("Node{i}.token = {token} and Node{i}.used = false and Fault{i}.state = ok")
        };
        let nodes = (1..=n).map(node).collect::<Vec<_>>().join(" and ");
        text.line(&format!("Environment.alarm = false and Environment.ttl = {n} and {nodes}"));
    });
    text.part("Groups", |text| {
        text.line("first = {Node1}");
        text.line(&format!("last = {{Node{n}}}"));
        text.line(&format!("everyone = {{{}}}", each(1..=n, |i| format!("Node{i}")).join(", ")));
    });
    text.part("Formulae", formulas);
    text.finish()
}

/// The token gets from one node to the next.
fn passes(from: usize, to: usize) -> String {
    let faults =
        [(from.is_multiple_of(2), from), (!to.is_multiple_of(2), to)].into_iter().filter(|(may_fail, _)| *may_fail);
    let intact = faults.map(|(_, i)| format!(" and !(Fault{i}.Action = hit)"));
    format!("Node{from}.Action = send{}", intact.collect::<String>())
}

fn environment(text: &mut Text, n: usize) {
    let home = passes(n, 1);
    text.section("Obsvars", |text| text.line("alarm : boolean"));
    text.section("Vars", |text| {
        text.comment("The time to live of the token.");
        text.line(&format!("ttl : 0..{n}"));
    });
    text.only_action("tick");
    text.section("Evolution", |text| {
        text.when(&format!("ttl = {n}"), &format!("alarm = false and {home}"));
        text.when("ttl = ttl - 1", &format!("alarm = false and ttl > 0 and !({home})"));
        text.when("alarm = true", &format!("ttl = 0 and !({home})"));
    });
}

fn node(text: &mut Text, receives: &str) {
    text.section("Vars", |text| {
        text.line("token : boolean");
        text.comment("Whether it has sent a token before.");
        text.line("used : boolean");
    });
    text.protocol("send, wait", &[("token = true", "send")], "wait");
    text.section("Evolution", |text| {
        text.when("token = true", receives);
        text.when("token = false", "Action = send");
        text.when("used = true", "used = false and Action = send");
    });
}

fn fault(text: &mut Text) {
    text.variables(&["state : {ok, injected, stopped}"]);
    let allowed = [("state = ok", "quiet, inject"), ("state = injected", "hit, stop")];
    text.protocol("quiet, inject, hit, stop", &allowed, "quiet");
    text.section("Evolution", |text| {
        text.when("state = injected", "Action = inject");
        text.when("state = stopped", "Action = stop");
    });
}

fn formulas(text: &mut Text) {
    for (group, healthy) in [("first", true), ("last", false), ("everyone", false)] {
        text.formula(&format!("{group}-may-know-that-all-is-well"), healthy, &format!("EF GCK({group}, !injected)"));
        text.formula(
            &format!("{group}-may-know-that-not-all-know"),
            true,
            &format!("EF GCK({group}, !GCK(everyone, !injected))"),
        );
        text.formula(
            &format!("{group}-until-distributed-knowledge"),
            true,
            &format!("E(GCK({group}, !injected) U EF GK(first, DK(everyone, !(injected or stopped))))"),
        );
    }
    text.formula("alarm-tells-of-a-fault", true, "AG (alarm -> K(Node1, injected))");
    text.formula("fault-raises-the-alarm", false, "AG (injected -> AF alarm)");
    text.formula("delivery-without-fault", true, "EF (delivered and !injected)");
}
