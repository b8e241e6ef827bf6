//! Strategies on random models, from both engines: they are found wherever a verdict admits one, win against everything
//! that the others may do, take as few steps as possible, and say the same as their short form; counter-strategies refute
//! every move; and the replay notices what is changed. What a play may come to is taken from the transitions of the
//! reference, not from the code that makes or replays strategies.

use savoir_check::{Budget, Checker, Stop, System, Verdict};
use savoir_evidence::{Moves, Nested, Policy, StrategyOptions, explain_with};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::{ActionId, AgentId, Formula, FormulaId, Model, Semantics, Temporal};
use savoir_reference::JointAction;
use savoir_replay::{Choice, Claim, Coverage, Evidence, Node, NotShown, Reason, Shown, Strategy, replay};
use savoir_symbolic::{SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind, Rng};
use savoir_testkit::{Options, RandomModel, Reference};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn evidence<S: System>(model: &Model, system: S, options: StrategyOptions) -> Vec<Evidence> {
    let mut checker = Checker::new(model, &system, Semantics::default()).unwrap();
    checker.keep_layers();
    let formulas = model.properties.iter().map(|property| property.formula);
    let explained = formulas.map(|formula| {
        let holds = checker.verdict(formula) == Verdict::True;
        explain_with(model, &mut checker, formula, holds, options).unwrap()
    });
    explained.collect()
}

fn explicit(model: &Model, options: StrategyOptions) -> Vec<Evidence> {
    let one_thread = ExplicitOptions { threads: 1, ..ExplicitOptions::default() };
    evidence(model, ExplicitSystem::explore(model, one_thread, Budget::unlimited()).unwrap(), options)
}

fn symbolic(model: &Model, options: StrategyOptions) -> Vec<Evidence> {
    let system = SymbolicSystem::build(model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap();
    evidence(model, system, options)
}

/// By state, by what the members do: where that may lead.
struct Arena {
    moves: Vec<BTreeMap<JointAction, BTreeSet<usize>>>,
}

impl Arena {
    fn new(reference: &Reference<'_>, members: &[AgentId]) -> Arena {
        let graph = reference.graph();
        let mut moves = vec![BTreeMap::new(); graph.states.len()];
        for step in &graph.transitions {
            let own: JointAction = (step.action.iter().enumerate())
                .map(|(agent, action)| if members.contains(&AgentId::from(agent)) { *action } else { None })
                .collect();
            moves[step.from].entry(own).or_insert_with(BTreeSet::new).insert(step.to);
        }
        Arena { moves }
    }

    /// The fewest steps in which the coalition can force to come from `through` to `target`, whatever happens.
    fn steps_to_force(&self, through: &[bool], target: &[bool]) -> Vec<Option<u32>> {
        let mut steps: Vec<Option<u32>> = target.iter().map(|inside| inside.then_some(0)).collect();
        for round in 1.. {
            let known = |ends: &BTreeSet<usize>| ends.iter().all(|end| steps[*end].is_some());
            let new: Vec<usize> = (0..steps.len())
                .filter(|&state| steps[state].is_none() && through[state] && self.moves[state].values().any(known))
                .collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|state| steps[state] = Some(round));
        }
        steps
    }

    /// The fewest steps in which the others can force to come to `target`, or to where there is no move.
    fn steps_to_spoil(&self, target: &[bool]) -> Vec<Option<u32>> {
        let mut steps: Vec<Option<u32>> = target.iter().map(|inside| inside.then_some(0)).collect();
        for round in 1.. {
            let known = |ends: &BTreeSet<usize>| ends.iter().any(|end| steps[*end].is_some());
            let new: Vec<usize> = (0..steps.len())
                .filter(|&state| steps[state].is_none() && self.moves[state].values().all(known))
                .collect();
            if new.is_empty() {
                break;
            }
            new.into_iter().for_each(|state| steps[state] = Some(round));
        }
        steps
    }
}

struct Judge<'r> {
    model: &'r Model,
    reference: &'r Reference<'r>,
}

impl Judge<'_> {
    fn number(&self, state: &Vec<u64>) -> Result<usize, String> {
        self.reference.graph().states.binary_search(state).map_err(|_| "an unreachable state".to_owned())
    }

    fn set(&self, formula: FormulaId, holds: bool) -> Vec<bool> {
        let set = self.reference.sat(formula).unwrap();
        set.iter().zip(self.reference.domain()).map(|(truth, inside)| *inside && *truth == holds).collect()
    }

    /// Whether a strategy does what it is for: all plays that follow it are tried.
    fn judge(&self, node: &Node, strategy: &Strategy) -> Result<(), String> {
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(node.formula) else {
            return Err("no coalition".to_owned());
        };
        let arena = Arena::new(self.reference, self.model.formulas.members(coalition));
        let mut rows: BTreeMap<usize, &[Choice]> = BTreeMap::new();
        for row in &strategy.rows {
            rows.insert(self.number(&row.state)?, &row.choices);
        }
        // Where a play may go from each row.
        let mut next: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (&state, choices) in &rows {
            let mut ends = BTreeSet::new();
            for choice in *choices {
                let found = arena.moves[state].get(&choice.own).ok_or("no move")?;
                if node.holds {
                    ends.extend(found);
                } else {
                    let [answer] = &choice.answers[..] else { return Err("not one answer".to_owned()) };
                    let answer = self.number(&answer.state)?;
                    ends.extend(found.get(&answer));
                }
            }
            let all = arena.moves[state].keys().all(|own| choices.iter().any(|choice| choice.own == *own));
            if node.holds && ends.is_empty() || !node.holds && !all {
                return Err("a move is missing".to_owned());
            }
            next.insert(state, ends);
        }
        let start = self.number(&node.state)?;
        match (temporal, node.holds) {
            (Temporal::Next(f), holds) => {
                let good = self.set(f, holds);
                let ends = next.get(&start).ok_or("no first move")?;
                if ends.iter().all(|end| good[*end]) { Ok(()) } else { Err("a wrong step".to_owned()) }
            }
            (Temporal::Finally(g), true) => comes_to(&next, start, &vec![true; arena.moves.len()], &self.set(g, true)),
            (Temporal::Until(f, g), true) => comes_to(&next, start, &self.set(f, true), &self.set(g, true)),
            (Temporal::Globally(f), false) => {
                let mut target = self.set(f, false);
                next.iter().filter(|(_, ends)| ends.is_empty()).for_each(|(state, _)| target[*state] = true);
                comes_to(&next, start, &vec![true; arena.moves.len()], &target)
            }
            (Temporal::Globally(f), true) => stays(&next, start, &self.set(f, true), &vec![false; arena.moves.len()]),
            (Temporal::Finally(g), false) => stays(&next, start, &self.set(g, false), &vec![false; arena.moves.len()]),
            (Temporal::Until(f, g), false) => {
                let (without, neither) = (self.set(g, false), self.set(f, false));
                let escape: Vec<bool> = without.iter().zip(&neither).map(|(g, f)| *g && *f).collect();
                stays(&next, start, &without, &escape)
            }
        }
    }

    /// Whether every row says after how many steps it is decided, which is as few as possible; and whether a permissive
    /// strategy leaves out no move that wins.
    fn is_best(&self, node: &Node, strategy: &Strategy, moves: Moves) {
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(node.formula) else { panic!() };
        let arena = Arena::new(self.reference, self.model.formulas.members(coalition));
        let all = vec![true; arena.moves.len()];
        let steps = match (temporal, node.holds) {
            (Temporal::Finally(g), true) => arena.steps_to_force(&all, &self.set(g, true)),
            (Temporal::Until(f, g), true) => arena.steps_to_force(&self.set(f, true), &self.set(g, true)),
            (Temporal::Globally(f), false) => arena.steps_to_spoil(&self.set(f, false)),
            _ => Vec::new(),
        };
        let won = self.set(node.formula, node.holds);
        for row in &strategy.rows {
            let state = self.number(&row.state).unwrap();
            if !steps.is_empty() {
                assert_eq!(row.rank, steps[state]);
            }
            if node.holds && moves == Moves::All {
                let wins = |end: &usize| match temporal {
                    Temporal::Next(f) => self.set(f, true)[*end],
                    Temporal::Globally(_) => won[*end],
                    Temporal::Finally(_) | Temporal::Until(..) => {
                        steps[*end].is_some_and(|end| Some(end) < steps[state])
                    }
                };
                let winning = arena.moves[state].iter().filter(|(_, ends)| ends.iter().all(wins)).count();
                assert_eq!(row.choices.len(), winning);
            } else if node.holds {
                assert_eq!(row.choices.len(), 1);
            }
        }
    }

    /// Whether the short form of a strategy says the same.
    fn same_policy(&self, node: &Node, strategy: &Strategy) -> usize {
        let policy = Policy::new(self.model, node.formula, node.holds, strategy).unwrap();
        let agents: Vec<AgentId> = policy.tables.iter().flat_map(|table| table.agents.clone()).collect();
        let part = |joint: &JointAction| -> JointAction {
            let of = |agent: AgentId| if agents.contains(&agent) { joint[agent.index()] } else { None };
            self.model.agent_ids().map(of).collect()
        };
        if agents.is_empty() {
            return 0;
        }
        for row in &strategy.rows {
            if node.holds {
                let expected: BTreeSet<JointAction> = row.choices.iter().map(|choice| part(&choice.own)).collect();
                let found: BTreeSet<JointAction> = policy.decide(&row.state, &[]).into_iter().collect();
                assert_eq!(found, expected);
            } else {
                for choice in &row.choices {
                    assert_eq!(policy.decide(&row.state, &choice.own), [part(&choice.answers[0].action)]);
                }
            }
        }
        strategy.rows.len().saturating_sub(policy.tables[0].cases.len())
    }
}

/// Whether all plays come to the target, and are in `through` before.
fn comes_to(
    next: &BTreeMap<usize, BTreeSet<usize>>,
    start: usize,
    through: &[bool],
    target: &[bool],
) -> Result<(), String> {
    // States from which all plays were found to come to the target.
    let mut safe = target.to_vec();
    loop {
        let new: Vec<usize> = next
            .iter()
            .filter(|(state, ends)| {
                !safe[**state] && through[**state] && !ends.is_empty() && ends.iter().all(|end| safe[*end])
            })
            .map(|(state, _)| *state)
            .collect();
        if new.is_empty() {
            return if safe[start] { Ok(()) } else { Err("a play may miss the goal".to_owned()) };
        }
        new.into_iter().for_each(|state| safe[state] = true);
    }
}

/// Whether all plays stay within a set, in rows, for ever or until they escape.
fn stays(
    next: &BTreeMap<usize, BTreeSet<usize>>,
    start: usize,
    within: &[bool],
    escape: &[bool],
) -> Result<(), String> {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        if escape[state] {
            continue;
        }
        if !within[state] {
            return Err("a play may leave the set".to_owned());
        }
        let ends = next.get(&state).ok_or("a play may come to a state without row")?;
        open.extend(ends.iter().filter(|end| seen.insert(**end)));
    }
    Ok(())
}

fn strategies(evidence: &Evidence) -> Vec<(&Node, &Strategy)> {
    let Shown::Tree(tree) = &evidence.shown else { return Vec::new() };
    let mut found = Vec::new();
    for node in &tree.nodes {
        if let Reason::Strategy(strategy) = &node.reason {
            found.push((node, strategy));
        }
    }
    found
}

fn options(fairness: FairnessRate) -> Options {
    Options { kinds: vec![FormulaKind::Strategic], fairness, formulas: 4, depth: 2, ..Options::default() }
}

/// What was seen in a test, so that it does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    /// By operator, then by truth value.
    kinds: BTreeMap<(&'static str, bool), usize>,
    long: usize,
    shortened: usize,
}

impl Seen {
    fn count(&mut self, model: &Model, node: &Node, strategy: &Strategy, shortened: usize) {
        let Formula::Enforce(_, temporal) = model.formulas.get(node.formula) else { return };
        let operator = match temporal {
            Temporal::Next(_) => "X",
            Temporal::Finally(_) => "F",
            Temporal::Globally(_) => "G",
            Temporal::Until(..) => "U",
        };
        *self.kinds.entry((operator, node.holds)).or_default() += 1;
        self.long += usize::from(strategy.rows.len() > 2);
        self.shortened += shortened;
    }
}

fn check(seeds: std::ops::Range<u64>, fairness: FairnessRate, moves: Moves) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let text = RandomModel::generate(seed, &options(fairness)).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let judge = Judge { model: &model, reference: &reference };
        let wanted = StrategyOptions { nested: Nested::Shown, moves };
        let found = explicit(&model, wanted);
        assert_eq!(found, symbolic(&model, wanted), "the engines differ, seed {seed}\n{text}");
        for evidence in &found {
            let place = format!("seed {seed}: {}\n{text}\n{evidence:#?}", model.formula_brief(evidence.formula));
            replay(&model, evidence).unwrap_or_else(|problem| panic!("{problem}, {place}"));
            if let Shown::Tree(tree) = &evidence.shown {
                let is_strategic = |node: &&Node| matches!(model.formulas.get(node.formula), Formula::Enforce(..));
                let mut claimed =
                    tree.nodes.iter().filter(is_strategic).filter(|node| matches!(node.reason, Reason::Claim(_)));
                assert!(!model.fairness.is_empty() || claimed.next().is_none(), "{place}");
            }
            for (node, strategy) in strategies(evidence) {
                assert_eq!(strategy.coverage, Coverage::Whole);
                judge.judge(node, strategy).unwrap_or_else(|problem| panic!("{problem}, {place}"));
                if model.fairness.is_empty() {
                    judge.is_best(node, strategy, moves);
                }
                let shortened = judge.same_policy(node, strategy);
                seen.count(&model, node, strategy, shortened);
            }
        }
    }
    seen
}

#[test]
fn strategies_win_and_counter_strategies_refute() {
    let seen = check(0..500, FairnessRate::Never, Moves::One);
    assert!(seen.kinds.len() == 8 && seen.kinds.values().all(|count| *count > 25), "{seen:?}");
    assert!(seen.long > 50 && seen.shortened > 50, "{seen:?}");
}

#[test]
fn permissive_strategies_have_all_moves_that_win() {
    let seen = check(2_000..2_300, FairnessRate::Never, Moves::All);
    assert!(seen.long > 20, "{seen:?}");
}

#[test]
fn strategies_under_fairness_win_on_all_paths() {
    let seen = check(4_000..4_300, FairnessRate::Always, Moves::One);
    assert!(seen.kinds.keys().all(|(_, holds)| *holds) && seen.kinds.values().sum::<usize>() > 20, "{seen:?}");
}

/// Changes something at random; whether there was something to change.
fn mutate(model: &Model, strategy: &mut Strategy, rng: &mut Rng) -> bool {
    let place = |rng: &mut Rng, count: usize| (count > 0).then(|| rng.below(count as u64) as usize);
    let kind = rng.below(9);
    if kind == 0 {
        return place(rng, strategy.ends.len()).map(|end| strategy.ends.remove(end)).is_some();
    }
    if kind == 1 {
        return place(rng, strategy.marks.len()).map(|mark| strategy.marks.remove(mark)).is_some();
    }
    let Some(number) = place(rng, strategy.rows.len()) else { return false };
    if kind == 2 {
        strategy.rows.remove(number);
        return true;
    }
    let other = strategy.rows[place(rng, strategy.rows.len()).unwrap()].state.clone();
    let row = &mut strategy.rows[number];
    if kind == 3 {
        row.rank = row.rank.map(|rank| rank + 1);
        return row.rank.is_some();
    }
    if kind == 4 {
        let value = place(rng, row.state.len());
        return value.map(|value| row.state[value] = rng.below(4)).is_some();
    }
    let Some(chosen) = place(rng, row.choices.len()) else { return false };
    if kind == 5 {
        row.choices.remove(chosen);
        return true;
    }
    let choice = &mut row.choices[chosen];
    let agent = rng.below(model.agents.len() as u64) as usize;
    let action = rng.below(3) as usize;
    let Some(answer) = place(rng, choice.answers.len()) else { return false };
    match kind {
        6 => {
            // A move that fits its answers, as far as it is the same everywhere.
            if choice.own[agent].is_none() {
                return false;
            }
            choice.own[agent] = Some(ActionId::from(action));
            choice.answers.iter_mut().for_each(|answer| answer.action[agent] = Some(ActionId::from(action)));
        }
        7 => choice.answers[answer].state = other,
        _ => {
            choice.answers.remove(answer);
        }
    }
    true
}

#[test]
fn changed_strategies_are_noticed() {
    let mut rng = Rng::new(23);
    let (mut rejected, mut harmless) = (0, 0);
    for seed in 0..300 {
        let text = RandomModel::generate(seed, &options(FairnessRate::Never)).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let judge = Judge { model: &model, reference: &reference };
        for original in explicit(&model, StrategyOptions { nested: Nested::Shown, ..StrategyOptions::default() }) {
            let Shown::Tree(tree) = &original.shown else { continue };
            for number in 0..tree.nodes.len() * 6 {
                let mut changed = original.clone();
                let Shown::Tree(tree) = &mut changed.shown else { break };
                let node = number / 6;
                let Reason::Strategy(strategy) = &mut tree.nodes[node].reason else { continue };
                if !mutate(&model, strategy, &mut rng) || changed == original {
                    continue;
                }
                match replay(&model, &changed) {
                    Err(_) => rejected += 1,
                    Ok(_) => {
                        let Shown::Tree(tree) = &changed.shown else { break };
                        let node = &tree.nodes[node];
                        let Reason::Strategy(strategy) = &node.reason else { break };
                        let judged = judge.judge(node, strategy);
                        assert_eq!(judged, Ok(()), "seed {seed}\n{text}\n{changed:#?}");
                        harmless += 1;
                    }
                }
            }
        }
    }
    assert!(rejected > 1_000 && harmless < rejected / 2, "{rejected} rejected, {harmless} harmless");
}

/// A counter that others push on by one or two, and an agent that may do something else.
const LONG: &str = "
Agent Environment
  Vars: n : 0..9000; end Vars
  Actions = {one, two};
  Protocol: Other : {one, two}; end Protocol
  Evolution:
    n = n + 1 if n < 9000 and Action = one;
    n = n + 2 if n < 8999 and Action = two;
  end Evolution
end Agent
Agent P
  Vars: x : 0..3; end Vars
  Actions = {go, wait};
  Protocol: Other : {go, wait}; end Protocol
  Evolution: x = x + 1 if x < 3 and Action = go; end Evolution
end Agent
Evaluation top if Environment.n >= 9000; any if P.x >= 0; three if P.x = 3; end Evaluation
InitStates Environment.n = 0 and P.x = 0; end InitStates
Groups p = {P}; end Groups
Formulae <p>G any; <p>F top; <p>F three; end Formulae
";

#[test]
fn long_strategies_are_cut_and_say_so() {
    let model = load(LONG);
    let found = explicit(&model, StrategyOptions::default());
    assert_eq!(found, symbolic(&model, StrategyOptions::default()));
    for (evidence, expected) in found.iter().zip([Coverage::Cut, Coverage::Cut, Coverage::Whole]) {
        let [(_, strategy)] = strategies(evidence)[..] else { panic!("one strategy") };
        assert_eq!(strategy.coverage, expected);
        let replayed = replay(&model, evidence).unwrap();
        let goes_on = |claim: &Claim| matches!(claim, Claim::RestOfStrategy { rows: 2000, .. });
        let goes_on = replayed.claims.iter().any(goes_on);
        assert_eq!(goes_on, expected == Coverage::Cut, "{:?}", replayed.claims);
    }
}

#[test]
fn a_coalition_without_choice_wins_by_what_it_must_do() {
    for (steps, expected) in [("9", Coverage::Whole), ("9000", Coverage::Cut)] {
        let inevitable = "n = 9000 if n = 8999 and Action = two;\n  end Evolution";
        let text = LONG
            .replacen("end Evolution", inevitable, 1)
            .replace("8999", &(steps.parse::<u32>().unwrap() - 1).to_string())
            .replace("9000", steps)
            .replace("{go, wait}", "{wait}")
            .replace("if x < 3 and Action = go", "if x > 3")
            .replace("<p>G any; <p>F top; <p>F three;", "<p>F top;");
        let model = load(&text);
        let found = explicit(&model, StrategyOptions::default());
        assert_eq!(found, symbolic(&model, StrategyOptions::default()));
        let [(node, strategy)] = strategies(&found[0])[..] else { panic!("one strategy") };
        assert!(node.holds && strategy.coverage == expected);
        let ranks = strategy.rows.iter().map(|row| row.rank).collect::<Vec<_>>();
        if expected == Coverage::Whole {
            assert_eq!(ranks, [9, 8, 7, 6, 5, 4, 3, 2, 1].map(Some));
        } else {
            assert!(ranks.iter().all(Option::is_none));
        }
        assert_eq!(replay(&model, &found[0]).unwrap().claims.len(), usize::from(expected == Coverage::Cut));
    }
}

/// Many agents that may all do something: more joint actions than anybody can list.
fn crowd() -> String {
    let agent = |number: usize| {
        format!(
            "Agent A{number}\n Vars: x : boolean; end Vars\n Actions = {{up, down, none}};\n\
             Protocol: Other : {{up, down, none}}; end Protocol\n\
             Evolution: x = true if Action = up; x = false if Action = down; end Evolution\nend Agent\n"
        )
    };
    let agents: String = (0..16).map(agent).collect();
    let initial: Vec<String> = (0..16).map(|number| format!("A{number}.x = false")).collect();
    format!(
        "{agents} Evaluation up if A0.x = true; end Evaluation\n InitStates {}; end InitStates\n\
         Groups g = {{A0}}; end Groups\n Formulae <g>F up; <g>X !up; end Formulae\n",
        initial.join(" and ")
    )
}

#[test]
fn too_many_answers_are_not_listed() {
    let model = load(&crowd());
    for evidence in symbolic(&model, StrategyOptions::default()) {
        assert_eq!((evidence.holds, evidence.shown), (true, Shown::Claim(NotShown::TooManyAnswers)));
    }
}

#[test]
fn the_search_for_strategies_can_be_stopped() {
    let model = load(LONG);
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_cancel(flag.clone());
    let system = SymbolicSystem::build(&model, &SymbolicOptions::default(), &budget).unwrap();
    let mut checker = Checker::new(&model, &system, Semantics::default()).unwrap();
    let formula = model.properties[0].formula;
    assert_eq!(checker.verdict(formula), Verdict::True);
    flag.store(true, Ordering::Relaxed);
    assert_eq!(explain_with(&model, &mut checker, formula, true, StrategyOptions::default()), Err(Stop::Cancelled));
}
