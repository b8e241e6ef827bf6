//! Every algorithm for uniform strategies, on both engines, against the reference semantics, which tries all strategies:
//! the exact set of states that satisfies each formula, and the verdict, with every start set.

use crate::common::{explicit, symbolic};
use savoir_check::{Checker, Sets, System, UniformAlgorithm, UniformRecord, UniformSearch, UniformTuning, Verdict};
use savoir_explicit::CompiledSteps;
use savoir_model::{AtlSemantics, Model, Semantics, StartSet};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind, World};
use savoir_testkit::{Options, RandomModel, Reference, State, cases};

/// What the reference says about one formula with one start set.
struct Expected {
    property: usize,
    start: StartSet,
    states: Vec<State>,
    verdict: bool,
}

/// All that the reference can say about a model; formulas of coalitions with too many strategies are left out.
fn expected(model: &Model) -> Vec<Expected> {
    let mut reference = Reference::build(model, 1_000).unwrap();
    let mut found = Vec::new();
    for (property, formula) in model.properties.iter().map(|property| property.formula).enumerate() {
        for start in StartSet::ALL {
            reference.read_as(Semantics { atl: AtlSemantics::Uniform(start), ..Semantics::default() });
            let (Ok(states), Ok(verdict)) = (reference.sat_states(formula), reference.verdict(formula)) else {
                continue;
            };
            found.push(Expected { property, start, states, verdict });
        }
    }
    found
}

/// Asks for verdicts before sets or after them, as what is remembered of one may serve the other. Gives what the searches
/// were like.
fn compare<S: System>(
    model: &Model,
    system: &S,
    Way { algorithm, tuning, threads }: Way,
    expected: &[Expected],
    sets_first: bool,
    about: &str,
) -> Vec<UniformRecord> {
    let steps = CompiledSteps::new(model, system.budget().clone());
    let mut checker = Checker::new(model, system, Semantics::default()).unwrap();
    checker.search_uniform_strategies(UniformSearch { steps: &steps, algorithm, tuning, threads });
    for Expected { property, start, states, verdict } in expected {
        checker.read_as(Semantics { atl: AtlSemantics::Uniform(*start), ..Semantics::default() });
        let property = &model.properties[*property];
        let about = || format!("{about}, {algorithm}, {start}: {}", property.text);
        for set_now in [sets_first, !sets_first] {
            if set_now {
                let set = checker.satisfying(property.formula).unwrap_or_else(|stop| panic!("{}: {stop}", about()));
                let mut found = system.list(&set).unwrap();
                found.sort();
                assert!(found == *states, "{}: expected {states:?}, found {found:?}", about());
            } else {
                let expected = if *verdict { Verdict::True } else { Verdict::False };
                assert!(checker.verdict(property.formula) == expected, "{}: expected {expected:?}", about());
            }
        }
    }
    checker.take_uniform_records()
}

/// How strategies are looked for.
#[derive(Clone, Copy)]
struct Way {
    algorithm: UniformAlgorithm,
    tuning: UniformTuning,
    threads: usize,
}

/// Each algorithm as it is, and the ones that begin with something else before they come to their last resort.
fn ways() -> Vec<Way> {
    let usual = UniformTuning::default();
    let mut ways: Vec<_> = UniformAlgorithm::ALL.map(|algorithm| Way { algorithm, tuning: usual, threads: 1 }).into();
    // Traps and levels at once, levels at once, no listed moves, very short turns.
    for tuning in [
        UniformTuning { first_conflicts: 1, looks_per_conflict: 1 << 40, ..usual },
        UniformTuning { first_conflicts: 1, looks_per_conflict: 0, ..usual },
        UniformTuning { eager_moves: 1, ranked_moves: 0, ..usual },
    ] {
        ways.push(Way { algorithm: UniformAlgorithm::Sat, tuning, threads: 1 });
    }
    let tuning = UniformTuning { first_work: 1, bound_work: 1, ..usual };
    ways.push(Way { algorithm: UniformAlgorithm::Auto, tuning, threads: 1 });
    ways
}

/// Threads from the second start set on: with everything they need, and so little that much is left to others.
fn ways_in_threads() -> [Way; 3] {
    let shared = UniformTuning { shared_work: 0, bound_work: 0, ..UniformTuning::default() };
    let short = UniformTuning { first_work: 200, steps_per_conflict: 50, ..shared };
    let unlisted = UniformTuning { eager_moves: 1, ranked_moves: 0, ..shared };
    [
        Way { algorithm: UniformAlgorithm::Sat, tuning: shared, threads: 2 },
        Way { algorithm: UniformAlgorithm::Auto, tuning: short, threads: 3 },
        Way { algorithm: UniformAlgorithm::Sat, tuning: unlisted, threads: 2 },
    ]
}

/// Compares on the models of some seeds; the number of pairs of a model with a formula and start set, and how many of
/// them hold somewhere, but not everywhere.
fn compare_on(seeds: std::ops::Range<u64>, options: &Options) -> (u64, u64) {
    let (mut pairs, mut telling, mut interrupted) = (0, 0, 0);
    for seed in seeds {
        let text = RandomModel::generate(seed, options).to_ispl();
        let model = load(&text);
        let expected = expected(&model);
        let (explicit, symbolic) = (explicit(&model), symbolic(&model));
        for (number, way) in ways().into_iter().enumerate() {
            let about = |engine: &str| format!("seed {seed}, {engine}\n{text}\n{:?}", way.tuning);
            let records = compare(&model, &explicit, way, &expected, seed % 2 == 0, &about("explicit"));
            interrupted += records.iter().filter(|record| record.algorithms.len() > 2).count();
            // The same states are listed with both engines.
            if number < UniformAlgorithm::ALL.len() {
                compare(&model, &symbolic, way, &expected, seed % 2 == 1, &about("symbolic"));
            }
        }
        pairs += expected.len() as u64;
        let all = explicit.count(&explicit.reachable()).unwrap();
        let is_telling = |one: &&Expected| !one.states.is_empty() && all > one.states.len().into();
        telling += expected.iter().filter(is_telling).count() as u64;
    }
    assert!(interrupted > 50, "no more than {interrupted} searches were interrupted");
    (pairs, telling)
}

fn games(fairness: FairnessRate, depth: u32) -> Options {
    let kinds = vec![FormulaKind::Strategic];
    Options { world: World::Games, kinds, fairness, depth, formulas: 5, ..Options::default() }
}

#[test]
fn all_algorithms_agree_on_games() {
    let (pairs, telling) = compare_on(10_000..10_000 + cases(800), &games(FairnessRate::Never, 1));
    assert!(pairs > cases(10_000) && telling > cases(2_000), "{pairs} {telling}");
}

#[test]
fn all_algorithms_agree_on_nested_strategies_and_knowledge() {
    let (pairs, telling) = compare_on(20_000..20_000 + cases(500), &games(FairnessRate::Never, 3));
    assert!(pairs > cases(6_000) && telling > cases(1_000), "{pairs} {telling}");
}

#[test]
fn all_algorithms_agree_on_games_with_fairness() {
    let (pairs, telling) = compare_on(30_000..30_000 + cases(500), &games(FairnessRate::Always, 2));
    assert!(pairs > cases(6_000) && telling > cases(1_000), "{pairs} {telling}");
}

#[test]
fn all_algorithms_agree_on_anything() {
    let kinds = vec![FormulaKind::Strategic, FormulaKind::CtlStar];
    let options = Options { kinds, formulas: 4, max_space: 64, ..Options::default() };
    let (pairs, telling) = compare_on(40_000..40_000 + cases(800), &options);
    assert!(pairs > cases(4_000) && telling > cases(200), "{pairs} {telling}");
}

#[test]
fn threads_agree_on_games() {
    let (mut shared, mut also_left) = (0, 0);
    for (first, options) in [(50_000, games(FairnessRate::Never, 2)), (60_000, games(FairnessRate::Always, 2))] {
        for seed in first..first + cases(200) {
            let text = RandomModel::generate(seed, &options).to_ispl();
            let model = load(&text);
            let expected = expected(&model);
            let (explicit, symbolic) = (explicit(&model), symbolic(&model));
            for way in ways_in_threads() {
                let about = |engine: &str| format!("seed {seed}, {engine}, {} threads\n{text}", way.threads);
                let sets_first = seed % 2 == 0;
                let records = compare(&model, &explicit, way, &expected, sets_first, &about("explicit"));
                let again = compare(&model, &symbolic, way, &expected, sets_first, &about("symbolic"));
                if way.algorithm == UniformAlgorithm::Sat {
                    // The engines answer alike, and threads take start sets in the same order every time.
                    assert_eq!(records, again, "{}", about("both"));
                }
                let in_threads = |record: &&UniformRecord| record.threads > 1;
                shared += records.iter().filter(in_threads).count() as u64;
                let by_sets = |record: &&UniformRecord| record.algorithms.contains(&UniformAlgorithm::Backward);
                also_left += records.iter().filter(in_threads).filter(by_sets).count() as u64;
            }
        }
    }
    assert!(
        shared > cases(800) && also_left > cases(16),
        "{shared} searches in threads, {also_left} not by them alone"
    );
}
