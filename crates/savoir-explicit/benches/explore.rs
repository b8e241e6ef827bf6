//! Explored states per second for three models, on one core and on all cores.
//!
//! `cargo bench -p savoir-explicit` prints the throughput as elements (states) per second.

#![allow(missing_docs, reason = "criterion makes public functions")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use savoir_check::Budget;
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_testkit::fixtures::load;
use std::fmt::Write;

/// Independent counters: every agent counts or waits, so each state has two to the power of `agents` successors.
fn counters(agents: usize) -> String {
    let mut text = String::new();
    for agent in 0..agents {
        let _ = write!(
            text,
            "Agent C{agent} Vars: n : 0..9; end Vars Actions = {{up, wait}};
             Protocol: n < 9 : {{up, wait}}; Other : {{wait}}; end Protocol
             Evolution: n = n + 1 if Action = up; end Evolution end Agent\n"
        );
    }
    finish(&text, "C0.n = 9", &(0..agents).map(|agent| format!("C{agent}.n = 0")).collect::<Vec<_>>())
}

/// Philosophers at a table: each takes the fork on either side when it is free, under an environment that lets one of
/// them act at a time.
fn philosophers(count: usize) -> String {
    let list = |item: &dyn Fn(usize) -> String| (0..count).map(item).collect::<Vec<_>>().join(" ");
    let turns = (0..count).map(|agent| format!("turn{agent}")).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "Semantics = SingleAssignment;
         Agent Environment Obsvars: {} end Obsvars Actions = {{{turns}}};
         Protocol: Other : {{{turns}}}; end Protocol Evolution: {} end Evolution end Agent\n",
        list(&|fork| format!("fork{fork} : boolean;")),
        list(&|fork| {
            let left = (fork + count - 1) % count;
            format!(
                "fork{fork} = false if Action = turn{fork} and P{fork}.Action = take_left;
                 fork{fork} = false if Action = turn{left} and P{left}.Action = take_right;
                 fork{fork} = true if Action = turn{fork} and P{fork}.Action = put;
                 fork{fork} = true if Action = turn{left} and P{left}.Action = put;"
            )
        })
    );
    for agent in 0..count {
        let right = (agent + 1) % count;
        let _ = write!(
            text,
            "Agent P{agent} Vars: s : {{thinking, left, eating}}; end Vars
             Actions = {{take_left, take_right, put, wait}};
             Protocol: s = thinking and Environment.fork{agent} = true : {{take_left, wait}};
               s = left and Environment.fork{right} = true : {{take_right, wait}};
               s = eating : {{put, wait}}; Other : {{wait}}; end Protocol
             Evolution: s = left if Environment.Action = turn{agent} and Action = take_left;
               s = eating if Environment.Action = turn{agent} and Action = take_right;
               s = thinking if Environment.Action = turn{agent} and Action = put; end Evolution end Agent\n"
        );
    }
    let init = (0..count).map(|agent| format!("P{agent}.s = thinking and Environment.fork{agent} = true"));
    finish(&text, "P0.s = eating", &init.collect::<Vec<_>>())
}

/// Gossip: whoever is called tells the caller all that it knows.
fn gossip(agents: usize) -> String {
    let calls: Vec<(usize, usize)> =
        (0..agents).flat_map(|a| (0..agents).filter(move |&b| b != a).map(move |b| (a, b))).collect();
    let names = calls.iter().map(|(a, b)| format!("call_{a}_{b}")).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "Semantics = SingleAssignment; Agent Environment Vars: {} end Vars Actions = {{{names}}};
         Protocol: Other : {{{names}}}; end Protocol Evolution: ",
        (0..agents * agents).map(|pair| format!("k{} : boolean;", pair)).collect::<Vec<_>>().join(" ")
    );
    for (a, b) in &calls {
        for secret in 0..agents {
            let (knows, told) = (a * agents + secret, b * agents + secret);
            let _ = writeln!(text, "k{knows} = true if Action = call_{a}_{b} and k{told} = true;");
        }
    }
    text.push_str(
        "end Evolution end Agent Agent Watcher Vars: w : boolean; end Vars Actions = {none};
        Protocol: Other : {none}; end Protocol Evolution: w = w if Action = none; end Evolution end Agent\n",
    );
    let mut init: Vec<String> =
        (0..agents * agents).map(|pair| format!("Environment.k{pair} = {}", pair / agents == pair % agents)).collect();
    init.push("Watcher.w = false".to_owned());
    finish(&text, &format!("Environment.k{} = true", agents - 1), &init)
}

fn finish(agents: &str, proposition: &str, init: &[String]) -> String {
    format!(
        "{agents} Evaluation p if {proposition}; end Evaluation InitStates {}; end InitStates
         Formulae EF p; end Formulae",
        init.join(" and ")
    )
}

fn explore(criterion: &mut Criterion) {
    let cores = ExplicitOptions::default().threads;
    for (name, text) in [("counters", counters(5)), ("philosophers", philosophers(11)), ("gossip", gossip(4))] {
        let model = load(&text);
        let run = |threads| {
            ExplicitSystem::explore(
                &model,
                ExplicitOptions { threads, ..ExplicitOptions::default() },
                Budget::unlimited(),
            )
            .map_or(0, |system| system.state_count())
        };
        let states = run(cores);
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(states as u64)).sample_size(10);
        group.bench_function(format!("{states} states, 1 core"), |bencher| bencher.iter(|| run(1)));
        group.bench_function(format!("{states} states, {cores} cores"), |bencher| bencher.iter(|| run(cores)));
        group.finish();
    }
}

criterion_group!(benches, explore);
criterion_main!(benches);
