//! Protocols and evolutions: small models and all their transitions.

use savoir_testkit::fixtures::load;
use savoir_testkit::{Reference, State};

/// A model with the given head and the agents `Environment` (if its text is not empty) and `M`.
fn model(semantics: &str, environment: &str, agent: &str, initial: &str) -> String {
    format!(
        "Semantics = {semantics}; {environment}
         Agent M {agent} end Agent
         Evaluation p if true; end Evaluation
         InitStates {initial}; end InitStates
         Formulae p; end Formulae"
    )
}

/// The states of a model and where each can go in a step.
fn steps(text: &str) -> Vec<(State, Vec<State>)> {
    let model = load(text);
    let reference = Reference::build(&model, 100).unwrap();
    let graph = reference.graph();
    let nexts = |index: usize| graph.successors[index].iter().map(|&next| graph.states[next].clone()).collect();
    graph.states.iter().cloned().enumerate().map(|(index, state)| (state, nexts(index))).collect()
}

fn two_numbers(evolution: &str) -> String {
    format!(
        "Vars: x : 0..2; y : 0..2; end Vars Actions = {{a}};
         Protocol: Other : {{a}}; end Protocol Evolution: {evolution} end Evolution"
    )
}

const ZERO: &str = "M.x = 0 and M.y = 0";

/// Successors of the state where both numbers are 0.
fn from_zero(semantics: &str, evolution: &str) -> Vec<State> {
    let steps = steps(&model(semantics, "", &two_numbers(evolution), ZERO));
    steps.into_iter().find(|(state, _)| *state == [0, 0]).unwrap().1
}

#[test]
fn one_line_is_taken_as_a_whole_or_one_for_each_variable() {
    let lines = "x = 1 if true; x = 2 if true; y = 1 if true;";
    assert_eq!(from_zero("MA", lines), [[0, 1], [1, 0], [2, 0]]);
    assert_eq!(from_zero("SA", lines), [[1, 1], [2, 1]]);
    assert_eq!(from_zero("MA", "x = 1 and y = x + 1 if true;"), [[1, 1]], "right-hand sides read the current state");
    assert_eq!(from_zero("MA", "x = 1 if x = 1;"), [[0, 0]], "nothing enabled");
    assert_eq!(from_zero("SA", "x = 1 if x = 0; y = 1 if x = 1;"), [[1, 0]], "nothing enabled for one");
}

#[test]
fn a_value_out_of_range_is_no_choice() {
    assert_eq!(from_zero("MA", "x = x - 1 if true; x = 1 if true;"), [[1, 0]]);
    assert!(from_zero("MA", "x = x - 1 if true;").is_empty(), "enabled, so nothing is kept");
    assert!(from_zero("MA", "x = 1 and y = y - 1 if true;").is_empty());
    assert!(from_zero("SA", "x = 1 if true; y = y - 1 if true;").is_empty(), "one variable blocks the agent");
    assert_eq!(from_zero("SA", "x = 1 if true; y = y - 1 if true; y = 2 if true;"), [[1, 2]]);
    assert!(from_zero("MA", "x = (x + 1) / 2 if true;").is_empty(), "a half");
    assert!(from_zero("MA", "x = (x + 1) / y if true;").is_empty(), "infinite");
    assert_eq!(from_zero("MA", "x = x / y + 1 if true;"), [[1, 0]], "0 / 0 = 0");
    assert_eq!(from_zero("MA", "x = 3 / 2 * 2 - 1 if true;"), [[2, 0]]);
}

/// What `M` with actions a, b, c may do where `x` is false: each action sets a number of its own.
fn allowed(protocol: &str) -> Vec<u64> {
    let agent = format!(
        "Vars: x : boolean; did : {{none, was_a, was_b, was_c}}; end Vars Actions = {{a, b, c}};
         Protocol: {protocol} end Protocol
         Evolution: did = was_a if Action = a; did = was_b if M.Action = b; did = was_c if Action = c; end Evolution"
    );
    let text = model("MA", "", &agent, "M.x = false and M.did = none");
    let steps = steps(&text);
    let (_, nexts) = steps.into_iter().find(|(state, _)| state[1] == 0).unwrap();
    nexts.into_iter().map(|next| next[1]).collect()
}

#[test]
fn protocols_allow_the_union_of_matching_lines() {
    assert_eq!(allowed("x = false : {a}; !x : {a, b}; x = true : {c}; Other : {c};"), [1, 2]);
    assert_eq!(allowed("x = true : {a}; Other : {b, c};"), [2, 3]);
    assert!(allowed("x = true : {a};").is_empty(), "no line matches");
    assert!(allowed("x = false : {}; Other : {a};").is_empty(), "a line that matches counts, even an empty one");
}

#[test]
fn the_environment_may_be_idle_or_free() {
    let environment = |actions: &str, protocol: &str| {
        format!(
            "Agent Environment Obsvars: n : 0..3; end Obsvars Actions = {{{actions}}};
             Protocol: {protocol} end Protocol
             Evolution: n = 1 if Action = a; n = 2 if Action = b; n = 3 if !(Action = a) and Action <> b; end Evolution
             end Agent"
        )
    };
    let agent = "Vars: x : boolean; end Vars Actions = {go}; Protocol: Other : {go}; end Protocol
                 Evolution: x = true if Environment.n > 0; end Evolution";
    let nexts = |environment: String| {
        let text = model("MA", &environment, agent, "Environment.n = 0 and M.x = false");
        steps(&text).remove(0).1
    };
    assert_eq!(nexts(environment("a, b", "")), [[1, 0], [2, 0]], "no phantom action");
    assert_eq!(nexts(environment("a, b, c", "")), [[1, 0], [2, 0], [3, 0]]);
    assert!(nexts(environment("a, b", "n = 1 : {a};")).is_empty());
    let idle = environment("", "").replace(
        "n = 1 if Action = a; n = 2 if Action = b; n = 3 if !(Action = a) and Action <> b;",
        "n = n + 1 if M.Action = go;",
    );
    assert_eq!(nexts(idle), [[1, 0]]);
}

#[test]
fn enumeration_values_are_compared_by_name() {
    let agent = "Vars: s : {b, c}; t : {a, b, c}; end Vars Actions = {go}; Protocol: s = t : {go}; end Protocol
                 Evolution: t = c if true; end Evolution";
    let steps = steps(&model("MA", "", agent, "M.s = b or M.t = a"));
    let moving: Vec<State> = steps.into_iter().filter(|(_, nexts)| !nexts.is_empty()).map(|(state, _)| state).collect();
    // Codes: of s, b is 0 and c is 1; of t, a is 0, b is 1, c is 2. `s = c, t = c` is not reachable.
    assert_eq!(moving, [[0, 1]]);
}

/// What an agent may do takes no longer to find out than to read its protocol: here, trying each action in each line would take
/// billions of looks at guards.
#[test]
fn many_lines_may_be_about_many_actions() {
    let many = 60_000;
    let actions: Vec<String> = (0..many).map(|number| format!("a{number}")).collect();
    let lines: String = actions.iter().map(|action| format!("x = 0 : {{{action}}};\n")).collect();
    let agent = format!(
        "Vars: x : 0..1; end Vars Actions = {{{}}}; Protocol: {lines} end Protocol Evolution: x = 1 if x = 0; end Evolution",
        actions.join(", ")
    );
    let model = load(&model("MA", "", &agent, "M.x = 0"));
    let agent = model.agent_ids().last().unwrap();
    let started = std::time::Instant::now();
    assert_eq!(savoir_reference::may_perform(&model, agent, &[0]).len(), many);
    assert!(savoir_reference::may_perform(&model, agent, &[1]).is_empty());
    let taken = started.elapsed();
    assert!(taken.as_secs() < 10, "{taken:?}");
}
