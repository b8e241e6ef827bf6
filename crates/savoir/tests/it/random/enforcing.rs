//! What coalitions and their opponents can enforce for ever or in the end: the fixpoints of both engines against their equations.

use savoir_check::{Budget, System};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::{AgentId, Model};
use savoir_symbolic::{LeaveOut, SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::Rng;
use savoir_testkit::{Options, RandomModel, cases};

type States = Vec<Vec<u64>>;

/// Sets as lists of states.
struct Question {
    coalition: Vec<AgentId>,
    through: States,
    target: States,
}

/// Where the coalition can get to the target, where it can stay, and where its opponents can get to the target.
fn answers<S: System>(system: &S, question: &Question) -> [States; 3] {
    let Question { coalition, through, target } = question;
    let (through, target) = (system.set_of(through).unwrap(), system.set_of(target).unwrap());
    let found = [
        system.attractor(coalition, &through, &target).unwrap(),
        system.safe_region(coalition, &through).unwrap(),
        system.opponents_attractor(coalition, &through, &target).unwrap(),
    ];
    found.map(|set| system.list(&set).unwrap())
}

/// The same by the equations, with nothing but single steps.
fn by_equations<S: System>(system: &S, question: &Question) -> [States; 3] {
    let Question { coalition, through, target } = question;
    let (all, through, target) = (system.reachable(), system.set_of(through).unwrap(), system.set_of(target).unwrap());
    let forced = |set: &S::Set| system.controllable_predecessors(coalition, set).unwrap();
    let limit = |start: &S::Set, step: &dyn Fn(&S::Set) -> S::Set| {
        let mut found = start.clone();
        loop {
            let next = step(&found);
            if next == found {
                return system.list(&found).unwrap();
            }
            found = next;
        }
    };
    let and = |a: &S::Set, b: &S::Set| system.intersection(a, b).unwrap();
    let or = |a: &S::Set, b: &S::Set| system.union(a, b).unwrap();
    let minus = |a: &S::Set, b: &S::Set| system.difference(a, b).unwrap();
    [
        limit(&target, &|set| or(set, &and(&through, &forced(set)))),
        limit(&through, &|set| and(set, &forced(set))),
        limit(&target, &|set| or(set, &minus(&through, &forced(&minus(&all, set))))),
    ]
}

fn leads_nowhere_at_times(model: &Model) -> bool {
    model.agents.iter().flat_map(|agent| &agent.evolution).any(|line| model.may_overflow(line))
}

#[test]
fn both_engines_enforce_the_same() {
    // Models where values may be out of range are encoded in another way.
    let (mut proper, mut without_ends) = (0, 0);
    for seed in 0..cases(600) {
        let model = load(&RandomModel::generate(8_500_000 + seed, &Options::default()).to_ispl());
        let explicit = ExplicitSystem::explore(&model, ExplicitOptions::with_threads(1), Budget::unlimited()).unwrap();
        if explicit.state_count() > 200 {
            continue;
        }
        let leave_out = if seed % 2 == 0 { LeaveOut::Always } else { LeaveOut::Never };
        let options = SymbolicOptions { leave_out, ..SymbolicOptions::default() };
        let symbolic = SymbolicSystem::build(&model, &options, &Budget::unlimited()).unwrap();
        let all: States = (0..explicit.state_count()).map(|number| explicit.state_codes(number)).collect();
        let (agents, mut rng) = (model.agent_ids().collect::<Vec<AgentId>>(), Rng::new(seed));
        for _ in 0..4 {
            let question =
                Question { coalition: rng.some(&agents, 50), through: rng.some(&all, 70), target: rng.some(&all, 25) };
            let expected = by_equations(&explicit, &question);
            assert_eq!(answers(&explicit, &question), expected, "seed {seed}, states one by one");
            assert_eq!(answers(&symbolic, &question), expected, "seed {seed}, diagrams");
            assert_eq!(by_equations(&symbolic, &question), expected, "seed {seed}, steps with diagrams");
            let is_proper = expected.iter().all(|set| !set.is_empty() && set.len() < all.len());
            proper += usize::from(is_proper);
            without_ends += usize::from(is_proper && !leads_nowhere_at_times(&model));
        }
    }
    assert!(proper > 20 && without_ends > 5, "{proper} {without_ends}");
}
