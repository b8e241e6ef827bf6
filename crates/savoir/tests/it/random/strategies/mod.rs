//! Strategies on random models, from both engines: they are found wherever a verdict admits one, win against everything
//! that the others may do, take as few steps as possible, and say the same as their short form; counter-strategies refute
//! every move; and the replay notices what is changed. What a play may come to is taken from the transitions of the
//! reference, not from the code that makes or replays strategies.

mod arena;
mod judge;

use crate::common::{evidence_from_layers, explicit, strategies, symbolic};
use judge::Judge;
use savoir_evidence::{Moves, Nested, StrategyOptions};
use savoir_model::{ActionId, Formula, Model, Temporal};
use savoir_replay::{Coverage, Node, Reason, Shown, Strategy, replay};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind, Rng};
use savoir_testkit::{Options, RandomModel, Reference, cases};
use std::collections::BTreeMap;

fn options(fairness: FairnessRate) -> Options {
    Options { kinds: vec![FormulaKind::Strategic], fairness, formulas: 4, depth: 2, ..Options::default() }
}

/// What was seen in a test, so that it does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    /// By operator, then by truth value.
    kinds: BTreeMap<(&'static str, bool), u64>,
    long: u64,
    shortened: u64,
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
        self.long += u64::from(strategy.rows.len() > 2);
        self.shortened += shortened as u64;
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
        let found = evidence_from_layers(&model, &explicit(&model), wanted);
        assert_eq!(
            found,
            evidence_from_layers(&model, &symbolic(&model), wanted),
            "the engines differ, seed {seed}\n{text}"
        );
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
    let seen = check(0..cases(500), FairnessRate::Never, Moves::One);
    assert!(seen.kinds.len() == 8 && seen.kinds.values().all(|count| *count > cases(25)), "{seen:?}");
    assert!(seen.long > cases(50) && seen.shortened > cases(50), "{seen:?}");
}

#[test]
fn permissive_strategies_have_all_moves_that_win() {
    let seen = check(2_000..2_000 + cases(300), FairnessRate::Never, Moves::All);
    assert!(seen.long > cases(20), "{seen:?}");
}

#[test]
fn strategies_under_fairness_win_on_all_paths() {
    let seen = check(4_000..4_000 + cases(300), FairnessRate::Always, Moves::One);
    assert!(seen.kinds.keys().all(|(_, holds)| *holds) && seen.kinds.values().sum::<u64>() > cases(20), "{seen:?}");
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
    for seed in 0..cases(300) {
        let text = RandomModel::generate(seed, &options(FairnessRate::Never)).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let judge = Judge { model: &model, reference: &reference };
        let options = StrategyOptions { nested: Nested::Shown, ..StrategyOptions::default() };
        for original in evidence_from_layers(&model, &explicit(&model), options) {
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
    assert!(rejected > cases(1_000) && harmless < rejected / 2, "{rejected} rejected, {harmless} harmless");
}
