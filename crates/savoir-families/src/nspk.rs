//! The Needham-Schroeder public key protocol of ECAI'10, table 3, and Lowe's mended form of it, in an encoding of our
//! own: the paper does not print its text.
//!
//! Of n agents the first half (and one more, if n is odd) start the protocol, the others respond. The network is the
//! intruder: it stores, forwards and, where it knows the nonces, makes messages up.

use crate::text::{Text, any, each};

/// The protocol as published; the intruder can pass for an initiator.
pub(crate) fn original(n: usize) -> String {
    text(n, Protocol { initiators: n.div_ceil(2), responders: n / 2, mended: false })
}

/// As Lowe mended it: the second message names its sender.
pub(crate) fn mended(n: usize) -> String {
    text(n, Protocol { initiators: n.div_ceil(2), responders: n / 2, mended: true })
}

#[derive(Clone, Copy)]
struct Protocol {
    initiators: usize,
    responders: usize,
    mended: bool,
}

fn text(n: usize, protocol: Protocol) -> String {
    let Protocol { initiators, responders, mended } = protocol;
    let title = if mended { "Needham-Schroeder-Lowe" } else { "Needham-Schroeder" };
    let mut text = Text::new(&[
        &format!("{title}: {initiators} to {responders}, {n} agents and an intruder."),
        "",
        "1. a -> b: {na, a} for b    2. b -> a: {na, nb} for a    3. a -> b: {nb} for b",
        if mended {
            "The second message names b as well, as Lowe proposed."
        } else {
            "a may also talk to the intruder."
        },
    ]);
    text.agent("Environment", |text| protocol.intruder(text));
    (1..=initiators).for_each(|i| text.agent(&format!("Initiator{i}"), |text| protocol.initiator(text, i)));
    (1..=responders).for_each(|j| text.agent(&format!("Responder{j}"), |text| protocol.responder(text, j)));
    text.part("Evaluation", |text| {
        for j in 1..=responders {
            text.when(&format!("end{j}"), &format!("Responder{j}.done = true"));
            text.when(&format!("honest{j}"), &format!("Responder{j}.peer <> nobody and Responder{j}.peer <> intruder"));
            text.when(&format!("leak{j}"), &format!("Environment.knows_b{j} = true"));
            for i in 1..=initiators {
                let responder = format!("Responder{j}.peer = a{i} and Responder{j}.got = na{i}");
                let initiator = format!("Initiator{i}.partner = b{j} and Initiator{i}.got = nb{j}");
                text.when(&format!("agree{j}_{i}"), &format!("{responder} and {initiator}"));
            }
        }
    });
    text.part("InitStates", |text| {
        let network = protocol.variables().into_iter().map(|name| format!("Environment.{name} = false"));
        let initiators = (1..=initiators).map(|i| format!("Initiator{i}.state = idle and Initiator{i}.got = nothing"));
        let responders = (1..=responders).map(|j| {
            format!("Responder{j}.peer = nobody and Responder{j}.got = nothing and Responder{j}.done = false")
        });
        text.line(&network.chain(initiators).chain(responders).collect::<Vec<_>>().join(" and "));
    });
    text.part("Formulae", |text| {
        for j in 1..=responders {
            let agree = each(1..=initiators, |i| format!("agree{j}_{i}")).join(" or ");
            let knows = format!("K(Responder{j}, {agree})");
            text.formula(&format!("end-means-agreement-{j}"), false, &format!("AG (end{j} -> {knows})"));
            text.formula(
                &format!("honest-end-means-agreement-{j}"),
                mended,
                &format!("AG (end{j} and honest{j} -> {knows})"),
            );
            text.formula(&format!("nonce-stays-secret-{j}"), mended, &format!("AG (honest{j} -> !leak{j})"));
            text.formula(&format!("end-only-with-intruder-{j}"), false, &format!("AG (end{j} -> !honest{j})"));
        }
    });
    text.finish()
}

impl Protocol {
    /// The pairs of an initiator and a responder.
    fn pairs(self) -> impl Iterator<Item = (usize, usize)> {
        (1..=self.initiators).flat_map(move |i| (1..=self.responders).map(move |j| (i, j)))
    }

    /// What the network remembers: the nonces it knows, and the messages it cannot read.
    fn variables(self) -> Vec<String> {
        let mut names = each(1..=self.initiators, |i| format!("knows_a{i}"));
        names.extend(each(1..=self.responders, |j| format!("knows_b{j}")));
        names.extend(self.pairs().flat_map(|(i, j)| [1, 2, 3].map(|message| format!("sent{message}_{i}_{j}"))));
        names
    }

    /// The first messages that responder j may get: sender, nonce, and the index of the initiator if both are his.
    fn first_messages(self) -> Vec<(String, String, Option<usize>)> {
        let senders = (1..=self.initiators).map(|i| (format!("a{i}"), i)).chain([("intruder".to_owned(), 0)]);
        let nonces = |sender: usize| {
            (1..=self.initiators)
                .map(move |k| (format!("na{k}"), (k == sender).then_some(k)))
                .chain([("ni".to_owned(), None)])
        };
        senders.flat_map(|(name, sender)| nonces(sender).map(move |(nonce, own)| (name.clone(), nonce, own))).collect()
    }

    /// The actions of the network that bring nonce nb of j to initiator i, who is this agent or seen from outside.
    fn second_message(self, network: &str, i: usize, j: usize) -> String {
        let made_up = format!("{network}Action = two_{i}_nb{j}");
        let forwarded = format!("{network}Action = forward_{i}_{j}");
        if self.mended {
            format!("({made_up} or ({forwarded} and Initiator{i}.Action = with_b{j}))")
        } else {
            format!("({made_up} or {forwarded})")
        }
    }

    fn intruder(self, text: &mut Text) {
        text.section("Vars", |text| {
            text.comment("knows: nonces the intruder can read. sentM_I_J: message M between I and J, to be forwarded.");
            self.variables().iter().for_each(|name| text.line(&format!("{name} : boolean")));
        });
        let rules = self.rules();
        let actions: Vec<&str> = rules.iter().map(|(action, _)| action.as_str()).collect();
        text.actions(&actions.join(", "));
        text.section("Protocol", |text| {
            let free: Vec<&str> =
                rules.iter().filter(|(_, condition)| condition.is_empty()).map(|(action, _)| action.as_str()).collect();
            text.comment("What needs no knowledge is always possible.");
            text.allow("knows_a1 = true or knows_a1 = false", &free.join(", "));
            for (action, condition) in rules.iter().filter(|(_, condition)| !condition.is_empty()) {
                text.allow(condition, action);
            }
        });
        text.section("Evolution", |text| {
            for i in 1..=self.initiators {
                text.when(&format!("knows_a{i} = true"), &format!("Initiator{i}.Action = start_intruder"));
            }
            for (i, j) in self.pairs() {
                let second = self.second_message("", i, j);
                text.when(&format!("sent1_{i}_{j} = true"), &format!("Initiator{i}.Action = start_b{j}"));
                text.when(
                    &format!("sent2_{i}_{j} = true"),
                    &format!("Responder{j}.Action = listen and Action = one_{j}_a{i}_na{i}"),
                );
                text.when(&format!("sent3_{i}_{j} = true"), &format!("Initiator{i}.Action = with_b{j} and {second}"));
                text.when(&format!("knows_b{j} = true"), &format!("Initiator{i}.Action = with_intruder and {second}"));
            }
            for j in 1..=self.responders {
                let messages = self.first_messages().into_iter().filter(|(sender, ..)| sender == "intruder");
                let messages: Vec<String> =
                    messages.map(|(sender, nonce, _)| format!("Action = one_{j}_{sender}_{nonce}")).collect();
                text.when(
                    &format!("knows_b{j} = true"),
                    &format!("Responder{j}.Action = listen and {}", any(&messages)),
                );
            }
        });
    }

    /// The actions of the intruder, and when they are possible; an empty condition means always.
    fn rules(self) -> Vec<(String, String)> {
        let mut rules = vec![("none".to_owned(), String::new())];
        for j in 1..=self.responders {
            for (sender, nonce, own) in self.first_messages() {
                let known = nonce.strip_prefix("na").map(|k| format!("knows_a{k} = true"));
                let condition = match (known, own) {
                    (None, _) => String::new(),
                    (Some(known), None) => known,
                    (Some(known), Some(i)) => format!("{known} or sent1_{i}_{j} = true"),
                };
                rules.push((format!("one_{j}_{sender}_{nonce}"), condition));
            }
            let sent = (1..=self.initiators).map(|i| format!("sent3_{i}_{j} = true"));
            let known = [format!("knows_b{j} = true")].into_iter().chain(sent);
            rules.push((format!("three_{j}"), known.collect::<Vec<_>>().join(" or ")));
        }
        for i in 1..=self.initiators {
            for j in 1..=self.responders {
                rules.push((format!("forward_{i}_{j}"), format!("sent2_{i}_{j} = true")));
                rules.push((format!("two_{i}_nb{j}"), format!("knows_a{i} = true and knows_b{j} = true")));
            }
            rules.push((format!("two_{i}_ni"), format!("knows_a{i} = true")));
        }
        rules
    }

    fn initiator(self, text: &mut Text, i: usize) {
        let partners: Vec<String> =
            (1..=self.responders).map(|j| format!("b{j}")).chain(["intruder".to_owned()]).collect();
        let nonces = each(1..=self.responders, |j| format!("nb{j}")).join(", ");
        text.section("Vars", |text| {
            text.line(&format!("partner : {{{}}}", partners.join(", ")));
            text.line("state : {idle, waiting, done}");
            text.line(&format!("got : {{nothing, {nonces}, ni}}"));
        });
        let words = |word: &str| partners.iter().map(|name| format!("{word}_{name}")).collect::<Vec<_>>().join(", ");
        text.actions(&format!("rest, {}, {}", words("start"), words("with")));
        text.section("Protocol", |text| {
            for name in &partners {
                text.allow(&format!("state = idle and partner = {name}"), &format!("rest, start_{name}"));
            }
            for name in &partners {
                text.allow(&format!("state = waiting and partner = {name}"), &format!("with_{name}"));
            }
            text.allow("Other", "rest");
        });
        text.section("Evolution", |text| {
            let intruder = format!("Environment.Action = two_{i}_ni");
            let second = each(1..=self.responders, |j| self.second_message("Environment.", i, j));
            text.when("state = waiting", "state = idle and !(Action = rest)");
            text.when("state = done", &format!("state = waiting and ({} or {intruder})", second.join(" or ")));
            for (j, second) in second.iter().enumerate() {
                text.when(&format!("got = nb{}", j + 1), &format!("state = waiting and {second}"));
            }
            text.when("got = ni", &format!("state = waiting and {intruder}"));
        });
    }

    fn responder(self, text: &mut Text, j: usize) {
        let peers = each(1..=self.initiators, |i| format!("a{i}")).join(", ");
        let nonces = each(1..=self.initiators, |i| format!("na{i}")).join(", ");
        text.section("Vars", |text| {
            text.line(&format!("peer : {{nobody, {peers}, intruder}}"));
            text.line(&format!("got : {{nothing, {nonces}, ni}}"));
            text.line("done : boolean");
        });
        text.actions("listen, wait");
        text.section("Protocol", |text| {
            text.allow("peer = nobody", "listen");
            text.allow("Other", "wait");
        });
        text.section("Evolution", |text| {
            let messages = self.first_messages();
            let receive = |text: &mut Text, target: String, wanted: &dyn Fn(&str, &str) -> bool| {
                let actions = messages.iter().filter(|(sender, nonce, _)| wanted(sender, nonce));
                let actions: Vec<String> = actions
                    .map(|(sender, nonce, _)| format!("Environment.Action = one_{j}_{sender}_{nonce}"))
                    .collect();
                text.when(&target, &format!("peer = nobody and {}", any(&actions)));
            };
            for name in peers.split(", ").chain(["intruder"]) {
                receive(text, format!("peer = {name}"), &|sender, _| sender == name);
            }
            for name in nonces.split(", ").chain(["ni"]) {
                receive(text, format!("got = {name}"), &|_, nonce| nonce == name);
            }
            text.when("done = true", &format!("peer <> nobody and Environment.Action = three_{j}"));
        });
    }
}
