//! Random games where it matters what is seen: the environment is in one of a few states, of which each player sees only
//! a colour.

use savoir_testkit::random::Rng;
use std::fmt::Write;

/// The text of a game.
pub(crate) fn game(seed: u64, is_fair: bool) -> String {
    let mut rng = Rng::new(seed);
    let states = 4 + rng.below(5);
    let colours: Vec<Vec<u64>> = (0..2).map(|_| (0..states).map(|_| rng.below(3)).collect()).collect();
    let actions = [["x", "y", "z"].as_slice(), ["x", "y"].as_slice()];
    let to = |state| place(&colours, state);
    let evolution = evolution(&mut rng, states, &colours, actions);
    let mut protocol = |player: usize| {
        let mut lines = String::new();
        for colour in 0..3 {
            let mut allowed = rng.some(actions[player], 80);
            if allowed.is_empty() {
                allowed.push("x");
            }
            let variable = ["a", "b"][player];
            let _ = write!(lines, "Environment.{variable} = {colour} : {{{}}}; ", allowed.join(", "));
        }
        lines
    };
    let (first, second) = (protocol(0), protocol(1));
    let mut some = |percent| {
        let chosen =
            rng.some(&(0..states).map(|state| format!("Environment.s = {state}")).collect::<Vec<_>>(), percent);
        if chosen.is_empty() { "Environment.s = 0".to_owned() } else { chosen.join(" or ") }
    };
    let (p, q, r, initial) = (some(25), some(75), some(50), some(50));
    let initial: Vec<String> = (0..states)
        .filter(|state| initial.contains(&format!("= {state}")))
        .map(|state| {
            format!(
                "({})",
                to(state)
                    .replace("s =", "Environment.s =")
                    .replace(" a =", " Environment.a =")
                    .replace(" b =", " Environment.b =")
            )
        })
        .collect();
    let fairness = if is_fair { "Fairness r; end Fairness" } else { "" };
    format!(
        "Agent Environment Vars: s : 0..{}; a : 0..2; b : 0..2; end Vars Actions = {{none}};
         Protocol: Other : {{none}}; end Protocol Evolution: {evolution} end Evolution end Agent
         Agent One Lobsvars = {{a}}; Vars: d : boolean; end Vars Actions = {{x, y, z}};
         Protocol: {first} end Protocol Evolution: d = false if d = true; end Evolution end Agent
         Agent Two Lobsvars = {{b}}; Vars: d : boolean; end Vars Actions = {{x, y}};
         Protocol: {second} end Protocol Evolution: d = false if d = true; end Evolution end Agent
         Evaluation p if {p}; q if {q}; r if {r}; end Evaluation
         InitStates ({}) and One.d = false and Two.d = false; end InitStates
         Groups both = {{One, Two}}; one = {{One}}; two = {{Two}}; end Groups {fairness}
         Formulae <both> F p; <one> F p; <two> G q; <one> G q; <both> G q; <both> (q U p); <one> (q U p); <one> X q;
         <both> X p; <two> F p; <both> G r; <one> (r U p); end Formulae",
        states - 1,
        initial.join(" or "),
    )
}

/// Where the environment is, with its colours.
fn place(colours: &[Vec<u64>], state: u64) -> String {
    format!("s = {state} and a = {} and b = {}", colours[0][state as usize], colours[1][state as usize])
}

/// Lines for all states and moves; some moves are impossible, some lead to several states.
fn evolution(rng: &mut Rng, states: u64, colours: &[Vec<u64>], actions: [&[&str]; 2]) -> String {
    let reads_second = rng.chance(60);
    let mut lines = String::new();
    for state in 0..states {
        for first in actions[0] {
            for second in actions[1] {
                if !reads_second && *second != "x" {
                    continue;
                }
                let also = if reads_second { format!(" and Two.Action = {second}") } else { String::new() };
                let when = format!("s = {state} and One.Action = {first}{also}");
                if rng.chance(4) {
                    // Out of range, so there is no such step.
                    let _ = writeln!(lines, "s = s + 10 and a = 0 and b = 0 if {when};");
                    continue;
                }
                for _ in 0..1 + rng.below(5) / 3 {
                    let _ = writeln!(lines, "{} if {when};", place(colours, rng.below(states)));
                }
            }
        }
    }
    lines
}
