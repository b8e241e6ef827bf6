//! Uniform strategies found on sets of states, by both engines, against the definition.

mod definition;
pub(super) mod hidden;

use definition::{Arena, Goal, Marked, Strategy};
use savoir_check::{
    Budget, Checker, ObservedChoice, SetAnswer, SetGame, Stop, System, UniformAlgorithm, UniformSearch,
};
use savoir_explicit::{CompiledSteps, ExplicitOptions, ExplicitSystem};
use savoir_model::{AgentId, Formula, FormulaId, Model, Semantics, StartSet, Temporal};
use savoir_symbolic::{LeaveOut, SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::{FairnessRate, FormulaKind};
use savoir_testkit::{Options, RandomModel, cases};
use std::collections::BTreeSet;

/// More strategies than this are not tried one by one.
const MOST_STRATEGIES: usize = 600;

/// How often something was seen.
#[derive(Default, Debug)]
struct Seen {
    won: usize,
    lost: usize,
    /// Lost, though each state of the start set could be won by itself.
    together: usize,
    /// Games where a bound from below is not empty.
    below: usize,
    /// Those of them where no strategy wins from more states.
    exact: usize,
}

/// A way to find a strategy.
type Way<S> = fn(
    &Checker<'_, S>,
    &SetGame<'_, <S as savoir_check::Sets>::Set>,
    &<S as savoir_check::Sets>::Set,
) -> Result<Option<SetAnswer<<S as savoir_check::Sets>::Set>>, Stop>;

fn backward<S: System>(
    checker: &Checker<'_, S>,
    game: &SetGame<'_, S::Set>,
    start: &S::Set,
) -> Result<Option<SetAnswer<S::Set>>, Stop> {
    checker.backward(game, start).map(Some)
}

fn variables<S: System>(
    checker: &Checker<'_, S>,
    game: &SetGame<'_, S::Set>,
    start: &S::Set,
) -> Result<Option<SetAnswer<S::Set>>, Stop> {
    checker.variables(game, start)
}

/// The coalitions of a model with what they want, in all its formulas.
fn questions(model: &Model) -> BTreeSet<FormulaId> {
    let parts = model.properties.iter().flat_map(|property| model.formulas.closure(property.formula));
    parts.filter(|part| matches!(model.formulas.get(*part), Formula::Enforce(..))).collect()
}

/// The start set of a state.
fn start_set(arena: &Arena<'_>, kind: StartSet, state: usize) -> Vec<usize> {
    let like = |agent: AgentId, a: usize, b: usize| {
        arena.observation(agent, &arena.states[a]) == arena.observation(agent, &arena.states[b])
    };
    let domain: Vec<usize> = (0..arena.states.len()).filter(|&state| arena.domain[state]).collect();
    let some = |a: usize, b: usize| arena.members.iter().any(|&agent| like(agent, a, b));
    match kind {
        StartSet::Objective => vec![state],
        StartSet::Everyone => domain.into_iter().filter(|&other| other == state || some(state, other)).collect(),
        StartSet::Distributed => {
            domain.into_iter().filter(|&other| arena.members.iter().all(|&agent| like(agent, state, other))).collect()
        }
        StartSet::Common => {
            let mut found = vec![state];
            let mut place = 0;
            while place < found.len() {
                let at = found[place];
                let linked = domain.iter().filter(|&&other| some(at, other));
                let new: Vec<usize> = linked.copied().filter(|other| !found.contains(other)).collect();
                found.extend(new);
                place += 1;
            }
            found
        }
    }
}

/// Compares ways to find strategies with the definition, for all coalitions and start sets of a model.
fn compare<S: System>(model: &Model, system: &S, steps: &CompiledSteps<'_>, ways: &[(&str, Way<S>)], seen: &mut Seen) {
    let mut checker = Checker::new(model, system, Semantics::default()).unwrap();
    checker.search_uniform_strategies(UniformSearch::new(steps, UniformAlgorithm::Backward));
    let states = system.list(&system.reachable()).unwrap();
    let mark = |set: &S::Set| states.iter().map(|state| system.contains(set, state).unwrap()).collect::<Marked>();
    let unfair = Model { fairness: Vec::new(), ..model.clone() };
    let mut plain = Checker::new(&unfair, system, Semantics::default()).unwrap();
    let fair: Vec<Marked> = model.fairness.iter().map(|one| mark(&plain.satisfying(*one).unwrap())).collect();
    for question in questions(model) {
        let Formula::Enforce(coalition, temporal) = *model.formulas.get(question) else { continue };
        let members = model.formulas.members(coalition).to_vec();
        let region = checker.satisfying(question).unwrap();
        let mut sat = |operand| mark(&checker.satisfying(operand).unwrap());
        let goal = match temporal {
            Temporal::Next(f) => Goal::Next(sat(f)),
            Temporal::Finally(g) => Goal::Until(vec![true; states.len()], sat(g)),
            Temporal::Until(f, g) => Goal::Until(sat(f), sat(g)),
            Temporal::Globally(f) => Goal::Globally(sat(f)),
        };
        let domain = mark(checker.domain());
        let arena = Arena { model, steps, members, states: states.clone(), domain, fair: fair.clone() };
        let Some(strategies) = arena.strategies(MOST_STRATEGIES) else { continue };
        let wins: Vec<Marked> = strategies.iter().map(|strategy| arena.wins(strategy, &goal)).collect();
        let region_marked = mark(&region);
        assert!((0..states.len()).all(|state| region_marked[state] || !wins.iter().any(|wins| wins[state])));
        let mut starts: BTreeSet<Vec<usize>> = BTreeSet::new();
        for kind in StartSet::ALL {
            starts.extend((0..states.len()).filter(|&at| region_marked[at]).map(|at| start_set(&arena, kind, at)));
        }
        starts.retain(|start| start.iter().all(|&state| region_marked[state]));
        let game = SetGame { coalition: &arena.members, temporal, region: &region };
        everywhere(&checker, &arena, &game, &wins);
        if let Some(found) = checker.won_without_search(&game, u64::MAX).unwrap() {
            from_below(&mark(&found), &wins, fair.is_empty(), seen);
        }
        for start in starts.into_iter().take(12) {
            let add = |all, &state: &usize| system.union(&all, &system.singleton(&states[state]).unwrap()).unwrap();
            let set = start.iter().fold(system.empty(), add);
            let expected = wins.iter().any(|wins| start.iter().all(|&state| wins[state]));
            for (name, way) in ways {
                let about = || format!("{name}: {temporal:?} from {start:?}");
                let Some(answer) = way(&checker, &game, &set).unwrap() else { continue };
                match answer {
                    SetAnswer::Lost => assert!(!expected, "{}", about()),
                    SetAnswer::Won(strategy) => {
                        assert!(expected, "{}", about());
                        let listed = checker.listed(&arena.members, &strategy, 1_000).unwrap().unwrap();
                        let sure = mark(&strategy.wins);
                        assert!(start.iter().all(|&state| sure[state]), "{}", about());
                        judge(&arena, &goal, &listed, &sure, &strategies, &about());
                    }
                }
            }
            let alone = |state: &usize| wins.iter().any(|wins| wins[*state]);
            seen.won += usize::from(expected);
            seen.lost += usize::from(!expected);
            seen.together += usize::from(!expected && start.iter().all(alone));
        }
    }
}

/// One strategy wins from all of a lower bound, which is there without fairness only.
fn from_below(found: &Marked, wins: &[Marked], is_unfair: bool, seen: &mut Seen) {
    let is_won_by = |wins: &Marked| found.iter().zip(wins).all(|(found, wins)| !found || *wins);
    assert!(is_unfair && wins.iter().any(is_won_by), "no one strategy wins from all of the lower bound");
    let count = |marked: &Marked| marked.iter().filter(|is_in| **is_in).count();
    let is_something = count(found) > 0;
    seen.below += usize::from(is_something);
    seen.exact += usize::from(is_something && wins.iter().all(|wins| count(wins) <= count(found)));
}

/// Where there are strategies, for all states at once.
fn everywhere<S: System>(checker: &Checker<'_, S>, arena: &Arena<'_>, game: &SetGame<'_, S::Set>, wins: &[Marked]) {
    for kind in StartSet::ALL {
        let Some(found) = checker.variables_everywhere(game, kind).unwrap() else { continue };
        for (state, codes) in arena.states.iter().enumerate() {
            let start = start_set(arena, kind, state);
            let expected = arena.domain[state] && wins.iter().any(|wins| start.iter().all(|&state| wins[state]));
            let is_found = checker.system().contains(&found, codes).unwrap();
            assert_eq!(is_found, expected, "{kind} {:?} in {codes:?}", game.temporal);
        }
    }
}

/// A strategy wins where it says, whatever is done where it says nothing.
fn judge(
    arena: &Arena<'_>,
    goal: &Goal,
    listed: &[ObservedChoice],
    sure: &Marked,
    strategies: &[Strategy],
    about: &str,
) {
    for other in [strategies.first(), strategies.last()].into_iter().flatten() {
        let mut strategy = other.clone();
        for (agent, observation, action) in listed {
            let place = strategy.insert((*agent, observation.clone()), *action);
            assert!(place.is_some(), "{about}: no such observation");
        }
        let wins = arena.wins(&strategy, goal);
        assert!(sure.iter().zip(&wins).all(|(sure, wins)| !sure || *wins), "{about}: {listed:?}");
    }
}

/// Compares both engines with the definition on one model.
fn on_model(seed: u64, text: &str, seen: &mut Seen) {
    let model = load(text);
    let steps = CompiledSteps::new(&model, Budget::unlimited());
    let explicit = ExplicitSystem::explore(&model, ExplicitOptions::with_threads(1), Budget::unlimited()).unwrap();
    let leave_out = if seed.is_multiple_of(2) { LeaveOut::Never } else { LeaveOut::Always };
    let symbolic = SymbolicOptions { leave_out, ..SymbolicOptions::default() };
    let symbolic = SymbolicSystem::build(&model, &symbolic, &Budget::unlimited()).unwrap();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        compare(&model, &explicit, &steps, &[("explicit backward", backward), ("explicit variables", variables)], seen);
        compare(&model, &symbolic, &steps, &[("symbolic backward", backward), ("symbolic variables", variables)], seen);
    }));
    assert!(result.is_ok(), "seed {seed}:\n{text}");
}

fn on_random_models(first: u64, count: u64, fairness: FairnessRate) -> Seen {
    let mut seen = Seen::default();
    let options = Options {
        max_space: 40,
        formulas: 6,
        kinds: vec![FormulaKind::Strategic],
        depth: 1,
        fairness,
        ..Options::default()
    };
    for seed in first..first + cases(count) {
        on_model(seed, &RandomModel::generate(seed, &options).to_ispl(), &mut seen);
    }
    seen
}

fn on_hidden_games(count: u64, is_fair: bool) -> Seen {
    let mut seen = Seen::default();
    for seed in 0..cases(count) {
        on_model(seed, &hidden::game(seed, is_fair), &mut seen);
    }
    seen
}

#[test]
fn strategies_are_found_if_there_are_any() {
    let seen = on_random_models(7_200_000, 800, FairnessRate::Never);
    assert!(seen.won > 300, "{seen:?}");
    let seen = on_hidden_games(1600, false);
    println!("{seen:?}");
    assert!(seen.won > 300 && seen.lost > 300 && seen.together > 100, "{seen:?}");
    assert!(seen.below > 100 && seen.exact > 50 && seen.exact < seen.below, "{seen:?}");
}

#[test]
fn strategies_are_found_if_there_are_any_under_fairness() {
    let seen = on_random_models(7_300_000, 800, FairnessRate::Always);
    assert!(seen.won > 300, "{seen:?}");
    let seen = on_hidden_games(1600, true);
    println!("{seen:?}");
    assert!(seen.won > 300 && seen.lost > 300 && seen.together > 100, "{seen:?}");
}
