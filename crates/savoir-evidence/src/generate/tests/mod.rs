//! Evidence for small models that are looked through by hand: one line a node, and what it relies on.

mod claims;
mod failing_strategies;
mod fairness;
mod parts;
mod paths;
mod possible_states;
mod strategies;
mod uniform;

use super::{Moves, Nested, StrategyOptions, explain};
use savoir_check::{Budget, Checker, UniformAlgorithm, UniformSearch, Verdict};
use savoir_explicit::{CompiledSteps, ExplicitOptions, ExplicitSystem};
use savoir_model::{AgentId, Formula, Model, Semantics, resolve_formula};
use savoir_reference::JointAction;
use savoir_replay::{
    Conflict, Coverage, Evidence, NodeId, NotShown, Path, PathReason, PossibleState, Reason, Shown, Strategy, replay,
};
use savoir_testkit::fixtures::load;

/// A counter that goes up to 3 when it likes to, and a switch; neither sees the other. A state is the number and the light.
const COUNTER: &str = "
Agent Counter
  Vars: n : 0..3; end Vars
  RedStates: n = 3; end RedStates
  Actions = {up, stay};
  Protocol: n < 3 : {up, stay}; Other : {stay}; end Protocol
  Evolution: n = n + 1 if Action = up; end Evolution
end Agent
Agent Switch
  Vars: lit : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: lit = ~lit if Action = press; end Evolution
end Agent
Evaluation low if Counter.n < 2; top if Counter.n = 3; on if Switch.lit = true; never if Counter.n > 3; end Evaluation
InitStates Counter.n = 0 and Switch.lit = false; end InitStates
Groups counter = {Counter}; switch = {Switch}; both = {Counter, Switch}; end Groups
Formulae end Formulae
";

/// A thief goes two steps to be out, each while the guard sleeps; after watching the guard is tired and has to sleep. A
/// state is how far the thief is, and whether the guard is tired.
const THIEF: &str = "
Agent Thief
  Vars: at : 0..2; end Vars
  Actions = {go, stay};
  Protocol: at < 2 : {go, stay}; Other : {stay}; end Protocol
  Evolution: at = at + 1 if Action = go and Guard.Action = sleep; end Evolution
end Agent
Agent Guard
  Vars: tired : boolean; end Vars
  Actions = {watch, sleep};
  Protocol: tired = true : {sleep}; Other : {watch, sleep}; end Protocol
  Evolution: tired = true if Action = watch; tired = false if Action = sleep; end Evolution
end Agent
Evaluation
  out if Thief.at = 2;
  gone if Thief.at > 0;
  fresh if Guard.tired = false;
end Evaluation
InitStates Thief.at = 0 and Guard.tired = false; end InitStates
Groups thief = {Thief}; guard = {Guard}; both = {Thief, Guard}; end Groups
Formulae end Formulae
";

const ALL_MOVES: StrategyOptions = StrategyOptions { nested: Nested::Claimed, moves: Moves::All };
const SHOW_NESTED: StrategyOptions = StrategyOptions { nested: Nested::Shown, moves: Moves::One };

/// A formula, and the nodes that are expected for it.
type Case<'t> = (&'t str, &'t [&'t str]);

/// A model with something else instead of a part of its text.
fn with(text: &str, part: &str, instead: &str) -> String {
    assert!(text.contains(part), "{part}");
    text.replace(part, instead)
}

/// The model and the evidence for the verdict of a formula, which the replay has agreed to.
fn evidence(text: &str, formula: &str, options: StrategyOptions) -> (Model, Evidence) {
    evidence_as(Semantics::default(), text, formula, options)
}

/// The same in another reading.
fn evidence_as(semantics: Semantics, text: &str, formula: &str, options: StrategyOptions) -> (Model, Evidence) {
    let mut model = load(text);
    let id = resolve_formula(&mut model, formula).unwrap().formula;
    let made = {
        let system = ExplicitSystem::explore(&model, ExplicitOptions::with_threads(1), Budget::unlimited()).unwrap();
        let mut checker = Checker::new(&model, &system, semantics).unwrap();
        let steps = CompiledSteps::new(&model, Budget::unlimited());
        checker.search_uniform_strategies(UniformSearch::new(&steps, UniformAlgorithm::Auto));
        let holds = checker.decide(id).verdict == Verdict::True;
        explain(&model, &mut checker, id, holds, options).unwrap()
    };
    replay(&model, &made).unwrap_or_else(|problem| panic!("{formula}: {problem:?}\n{made:#?}"));
    (model, made)
}

/// The evidence of each formula is as expected.
fn check(text: &str, options: StrategyOptions, cases: &[Case<'_>]) {
    for (formula, expected) in cases {
        let (model, made) = evidence(text, formula, options);
        assert_eq!(described(&model, &made), *expected, "{formula}");
    }
}

fn check_one(text: &str, cases: &[Case<'_>]) {
    check(text, StrategyOptions::default(), cases);
}

/// The claim that is all the evidence of a formula.
fn claim(text: &str, formula: &str) -> NotShown {
    match evidence(text, formula, StrategyOptions::default()).1.shown {
        Shown::Claim(why) => why,
        Shown::Tree(tree) => panic!("{formula}: {tree:#?}"),
    }
}

/// The strategy of the first node.
fn first_strategy(made: &Evidence) -> &Strategy {
    let Shown::Tree(tree) = &made.shown else { panic!("{made:#?}") };
    let Reason::Strategy(strategy) = &tree.node(NodeId::ROOT).reason else { panic!("{made:#?}") };
    strategy
}

/// One line a node; last, how the first state goes on fairly.
fn described(model: &Model, made: &Evidence) -> Vec<String> {
    let tree = match &made.shown {
        Shown::Claim(why) => return vec![format!("{why:?}")],
        Shown::Tree(tree) => tree,
    };
    let node = |node: &savoir_replay::Node| {
        let formula = model.formula_brief(node.formula);
        let has_sides = matches!(
            model.formulas.get(node.formula),
            Formula::And(_) | Formula::Or(_) | Formula::Implies(..) | Formula::Iff(..)
        );
        let formula = match (node.holds, has_sides) {
            (true, _) => formula,
            (false, false) => format!("not {formula}"),
            (false, true) => format!("not ({formula})"),
        };
        format!("{}: {formula}{}", digits(&node.state), reason(model, &node.reason))
    };
    let fair = tree.fair.iter().map(|path| format!("fair: {}", through(path)));
    tree.nodes.iter().map(node).chain(fair).collect()
}

fn reason(model: &Model, reason: &Reason) -> String {
    match reason {
        Reason::Parts(parts) if parts.is_empty() => String::new(),
        Reason::Parts(parts) => format!(" by{}", numbers(parts)),
        Reason::Path(path) => path_reason(path),
        Reason::PossibleState(possible) => possible_state(model, possible),
        Reason::Strategy(found) => strategy(model, found),
        Reason::Conflict(found) => conflict(model, found),
        Reason::Claim(why) => format!(" ({why:?})"),
    }
}

fn path_reason(PathReason { path, marks, fair }: &PathReason) -> String {
    let marks = marks.iter().map(|mark| format!(", at {} #{}", mark.position, mark.node.0));
    let fair = fair.iter().map(|path| format!(", then {}", through(path)));
    format!(" on {}{}", through(path), marks.chain(fair).collect::<String>())
}

fn possible_state(model: &Model, PossibleState { links, node }: &PossibleState) -> String {
    let links = links.iter().map(|link| {
        let observers: Vec<&str> = link.observers.iter().map(|agent| model.agent(*agent).name.as_str()).collect();
        let fair = link.fair.iter().map(|path| format!(", then {}", through(path)));
        format!(" {{{}}} {}{}", observers.join(" "), through(&link.access), fair.collect::<String>())
    });
    format!(" at{} #{}", links.collect::<String>(), node.0)
}

fn strategy(model: &Model, Strategy { rows, ends, marks, coverage, .. }: &Strategy) -> String {
    let rows = rows.iter().map(|row| {
        let rank = row.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        let choices = row.choices.iter().map(|choice| {
            let states: Vec<String> = choice.answers.iter().map(|answer| digits(&answer.state)).collect();
            format!(" {}>{}", names(model, &choice.own), states.join("+"))
        });
        format!(" | {} {rank}{}", digits(&row.state), choices.collect::<String>())
    });
    let ends: String = ends.iter().map(|state| format!(" {}", digits(state))).collect();
    let cut = if *coverage == Coverage::Cut { " ..." } else { "" };
    format!("{}{cut} | end{ends}{}", rows.collect::<String>(), numbers(marks))
}

fn conflict(model: &Model, Conflict { start_set, confusions, .. }: &Conflict) -> String {
    let starts = start_set.iter().map(|link| format!(" {}", digits(&link.state)));
    let confused = confusions.iter().map(|one| {
        let agent = model.agent(one.agent);
        let states = one.states.iter().map(|confused| {
            format!(" {} on {}", agent.actions[confused.action.index()].name, through(&confused.access))
        });
        format!(" | {}{}", agent.name, states.collect::<String>())
    });
    format!(" start{}{}", starts.collect::<String>(), confused.collect::<String>())
}

fn through(path: &Path) -> String {
    let states: Vec<String> = path.states.iter().map(|state| digits(state)).collect();
    states.join(" ") + &path.back.map(|back| format!(" back {back}")).unwrap_or_default()
}

fn digits(state: &[u64]) -> String {
    state.iter().map(u64::to_string).collect()
}

fn numbers(nodes: &[NodeId]) -> String {
    nodes.iter().map(|node| format!(" #{}", node.0)).collect()
}

/// What those do who do something.
fn names(model: &Model, joint: &JointAction) -> String {
    let name = |(agent, action): (AgentId, &Option<savoir_model::ActionId>)| {
        action.map(|action| model.agent(agent).actions[action.index()].name.as_str())
    };
    model.agent_ids().zip(joint).filter_map(name).collect::<Vec<&str>>().join(".")
}
