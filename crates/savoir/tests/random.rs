//! Both engines, in every way they can work, against the reference semantics on random models: state counts, deadlocks,
//! verdicts, and the exact set of states that satisfies each formula.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use savoir_check::{Budget, Checker, Stop, System, Verdict};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::Model;
use savoir_symbolic::{Grouping, OrderChoice, PaperOrder, Reach, Reorder, SymbolicOptions, SymbolicSystem};
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Answer, Options, check_random};

/// All that an engine says; `states_of` lists the states of a set.
fn answer<S: System>(
    model: &Model,
    system: S,
    states_of: impl Fn(&S, &S::Set) -> Result<Vec<Vec<u64>>, Stop>,
) -> Result<Answer, Stop> {
    let reachable = system.reachable();
    let deadlocks = system.difference(&reachable, &system.predecessors(&reachable)?)?;
    let [states, deadlocks] = [reachable, deadlocks].map(|set| system.count(&set).try_into().ok());
    let mut checker = Checker::new(model, system)?;
    let mut verdicts = Vec::new();
    let mut satisfying = Vec::new();
    for property in &model.properties {
        verdicts.push(match checker.verdict(property.formula) {
            Verdict::True => Some(true),
            Verdict::False => Some(false),
            Verdict::Unknown(_) => None,
        });
        let set = checker.satisfying(property.formula)?;
        satisfying.push(Some(states_of(checker.system(), &set)?));
    }
    Ok(Answer { states, deadlocks, verdicts, satisfying })
}

fn explicit(model: &Model, threads: usize) -> Result<Answer, String> {
    ExplicitSystem::explore(model, ExplicitOptions { threads, ..ExplicitOptions::default() }, Budget::unlimited())
        .and_then(|system| {
            let stuck = system.deadlocks()?.count();
            let answer =
                answer(model, system, |system, set| Ok(set.iter().map(|at| system.state_codes(at)).collect()))?;
            assert_eq!(answer.deadlocks, Some(stuck as usize), "two ways to find deadlocks");
            Ok(answer)
        })
        .map_err(|stop| stop.to_string())
}

fn symbolic(model: &Model, options: &SymbolicOptions) -> Result<Answer, String> {
    SymbolicSystem::build(model, options, &Budget::unlimited())
        .and_then(|system| answer(model, system, |system, set| system.states_of(set)))
        .map_err(|stop| stop.to_string())
}

fn with_fairness() -> Options {
    Options { fairness: FairnessRate::Always, ..Options::default() }
}

#[test]
fn explicit_engine() {
    check_random(2000, 1, &Options::default(), |model| explicit(model, 1));
}

#[test]
fn explicit_engine_with_fairness() {
    check_random(800, 1_000_000, &with_fairness(), |model| explicit(model, 2));
}

#[test]
fn symbolic_engine() {
    check_random(2000, 1, &Options::default(), |model| symbolic(model, &SymbolicOptions::default()));
}

#[test]
fn symbolic_engine_with_fairness() {
    check_random(800, 1_000_000, &with_fairness(), |model| symbolic(model, &SymbolicOptions::default()));
}

/// Every order with every way to search and to reorder; the groupings take turns.
#[test]
fn symbolic_engine_in_every_way() {
    let orders = [
        OrderChoice::Auto,
        OrderChoice::Paper(PaperOrder::StatesThenActions),
        OrderChoice::Paper(PaperOrder::Interleaved),
        OrderChoice::Paper(PaperOrder::ActionsBetween),
        OrderChoice::Paper(PaperOrder::ActionsLast),
    ];
    let mut groupings = [Grouping::Bits, Grouping::Variables, Grouping::Agents].into_iter().cycle();
    let mut seed = 2_000_000;
    for order in orders {
        for reach in [Reach::Auto, Reach::Bfs, Reach::Layers, Reach::Frontier, Reach::Chaining] {
            for reorder in [Reorder::Never, Reorder::Grow, Reorder::Always] {
                let grouping = groupings.next().unwrap();
                let options = SymbolicOptions { order: order.clone(), grouping, reorder, reach };
                check_random(24, seed, &Options::default(), |model| symbolic(model, &options));
                check_random(8, seed + 500, &with_fairness(), |model| symbolic(model, &options));
                seed += 1000;
            }
        }
    }
}
