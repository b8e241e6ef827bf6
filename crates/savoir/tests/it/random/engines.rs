//! Both engines, in every way they can work, against the reference semantics on random models: state counts, deadlocks,
//! verdicts, and the exact set of states that satisfies each formula.

use crate::common::every_symbolic_way;
use savoir_check::{Budget, Checker, Membership, Stop, System, Verdict};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::{ActionClasses, Model, Semantics};
use savoir_symbolic::{
    ContestTuning, DuelTuning, LeaveOut, Reach, SymbolicOptions, SymbolicSystem, SymbolicTuning, TrialTuning,
};
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Answer, Options, cases, check_random};
use std::cell::Cell;

/// All that an engine says; `states_of` lists the states of a set.
fn answer<S: System>(
    model: &Model,
    system: &S,
    states_of: impl Fn(&S, &S::Set) -> Result<Vec<Vec<u64>>, Stop>,
) -> Result<Answer, Stop> {
    let reachable = system.reachable();
    let deadlocks = system.difference(&reachable, &system.preimage(&reachable)?)?;
    let [states, deadlocks] = [system.count(&reachable)?, system.count(&deadlocks)?].map(|count| count.try_into().ok());
    let mut checker = Checker::new(model, system, Semantics::default())?;
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
                answer(model, &system, |system, set| Ok(set.iter().map(|at| system.state_codes(at)).collect()))?;
            assert_eq!(answer.deadlocks, Some(stuck as usize), "two ways to find deadlocks");
            Ok(answer)
        })
        .map_err(|stop| stop.to_string())
}

fn symbolic(model: &Model, options: &SymbolicOptions) -> Result<Answer, String> {
    SymbolicSystem::build(model, options, &Budget::unlimited())
        .and_then(|system| answer(model, &system, |system, set| system.list(set)))
        .map_err(|stop| stop.to_string())
}

fn with_fairness() -> Options {
    Options { fairness: FairnessRate::Always, ..Options::default() }
}

#[test]
fn explicit_engine() {
    check_random(cases(2000), 1, &Options::default(), |model| explicit(model, 1));
}

#[test]
fn explicit_engine_with_fairness() {
    check_random(cases(800), 1_000_000, &with_fairness(), |model| explicit(model, 2));
}

#[test]
fn symbolic_engine() {
    check_random(cases(2000), 1, &Options::default(), |model| symbolic(model, &SymbolicOptions::default()));
}

#[test]
fn symbolic_engine_with_fairness() {
    check_random(cases(800), 1_000_000, &with_fairness(), |model| symbolic(model, &SymbolicOptions::default()));
}

/// Bits are left out again and again, where there are enough nodes and where there are few.
#[test]
fn symbolic_engine_without_redundant_bits() {
    let options = SymbolicOptions { leave_out: LeaveOut::Always, reach: Reach::Frontier, ..SymbolicOptions::default() };
    let with_some = Cell::new(0);
    let engine = |model: &Model| {
        let system = SymbolicSystem::build(model, &options, &Budget::unlimited()).map_err(|stop| stop.to_string())?;
        with_some.set(with_some.get() + u64::from(system.left_out() > 0));
        answer(model, &system, |system, set| system.list(set)).map_err(|stop| stop.to_string())
    };
    check_random(cases(1500), 5_000_000, &Options::default(), engine);
    check_random(cases(500), 6_000_000, &with_fairness(), engine);
    assert!(with_some.get() > cases(200), "{}", with_some.get());
}

/// Every other step is a trial of another way to take it, sizes of sets are always compared, and all models that can be are
/// chained.
#[test]
fn symbolic_engine_with_trials_all_the_time() {
    let (divided, joined) = (Cell::new(0), Cell::new(0));
    let engine = |model: &Model, options: &SymbolicOptions| {
        let system = SymbolicSystem::build(model, options, &Budget::unlimited()).map_err(|stop| stop.to_string())?;
        if let Some((splitter, slices)) = system.slices() {
            divided.set(divided.get() + 1);
            joined.set(joined.get() + u64::from(slices < ActionClasses::new(model).count(splitter)));
        }
        answer(model, &system, |system, set| system.list(set)).map_err(|stop| stop.to_string())
    };
    for chained_layers in [1, 1000] {
        let trials = TrialTuning { share: 0, factor: 1000, chained_layers, whole_after: 0, compare_work: 0 };
        let duel = DuelTuning { share: 0, factor: 1000, least: 0 };
        let tuning = SymbolicTuning { trials, duel, split_below: 2.0, ..SymbolicTuning::default() };
        let options = SymbolicOptions { tuning, ..SymbolicOptions::default() };
        let layers = SymbolicTuning { split_below: 0.0, ..options.tuning.clone() };
        let layers = SymbolicOptions { tuning: layers, ..SymbolicOptions::default() };
        for options in [options, layers] {
            check_random(cases(300), 7_000_000, &Options::default(), |model| engine(model, &options));
            check_random(cases(100), 8_000_000, &with_fairness(), |model| engine(model, &options));
        }
    }
    let (divided, joined) = (divided.get(), joined.get());
    assert!(divided > cases(100) && joined > cases(30), "{divided} {joined}");
}

/// Ways to search compete from the first step on; whoever is behind leads, or never does.
#[test]
fn symbolic_engine_with_a_contest_all_the_time() {
    let usual = SymbolicTuning::default();
    let (divided, layers) = (Cell::new(0), Cell::new(0));
    for (gain_percent, seed) in [(0, 9_000_000), (u64::MAX, 9_100_000)] {
        let contest = ContestTuning {
            head_start: 1,
            encoding_share: u64::MAX,
            share: 1,
            back_factor: 2,
            gain_percent,
            ..usual.contest
        };
        let trials = TrialTuning { share: 0, factor: 1000, ..usual.trials };
        // Few steps are enough for one to be ended.
        let mut tuning = SymbolicTuning { contest, trials, split_below: 2.0, ..usual.clone() };
        tuning.diagrams.poll_steps = 64;
        let options = SymbolicOptions { tuning, ..SymbolicOptions::default() };
        let engine = |model: &Model| {
            let system =
                SymbolicSystem::build(model, &options, &Budget::unlimited()).map_err(|stop| stop.to_string())?;
            if system.slices().is_some() {
                let by_layers = system.search_steps().rounds == 0;
                divided.set(divided.get() + 1);
                layers.set(layers.get() + u64::from(by_layers));
            }
            answer(model, &system, |system, set| system.list(set)).map_err(|stop| stop.to_string())
        };
        check_random(cases(2000), seed, &Options::default(), engine);
        check_random(cases(500), seed + 50_000, &with_fairness(), engine);
    }
    let (divided, layers) = (divided.get(), layers.get());
    assert!(divided > cases(2000) && layers > cases(60), "{divided} {layers}");
}

/// Every order with every way to search and to reorder; the groupings take turns.
#[test]
fn symbolic_engine_in_every_way() {
    let seeds = (2_000_000..).step_by(1000);
    for (options, seed) in every_symbolic_way(LeaveOut::Never).iter().zip(seeds) {
        check_random(cases(24), seed, &Options::default(), |model| symbolic(model, options));
        check_random(cases(8), seed + 500, &with_fairness(), |model| symbolic(model, options));
    }
}
