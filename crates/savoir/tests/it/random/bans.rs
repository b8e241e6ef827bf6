//! One step of a game where some actions are forbidden in some states: both engines against single steps.

use savoir_check::{Ban, Budget, Membership, Sets, SingleSteps, System};
use savoir_explicit::{CompiledSteps, ExplicitOptions, ExplicitSystem};
use savoir_model::{ActionClasses, ActionId, AgentId, Model};
use savoir_symbolic::{LeaveOut, SymbolicOptions, SymbolicSystem, SymbolicTuning, TrialTuning};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::Rng;
use savoir_testkit::{Options, RandomModel, cases};
use std::collections::BTreeSet;

type States = BTreeSet<Vec<u64>>;

/// A question about one step, with sets as lists of states.
struct Question {
    coalition: Vec<AgentId>,
    from: States,
    into: States,
    bans: Vec<Ban<States>>,
}

impl Question {
    fn new(model: &Model, all: &[Vec<u64>], rng: &mut Rng) -> Question {
        let some = |rng: &mut Rng, percent| rng.some(all, percent).into_iter().collect::<States>();
        let agents: Vec<AgentId> = model.agent_ids().collect();
        let mut bans = Vec::new();
        for &agent in &agents {
            let actions: Vec<ActionId> = (0..model.agent(agent).actions.len()).map(ActionId::from).collect();
            bans.extend(rng.some(&actions, 50).into_iter().map(|action| Ban { agent, action, states: some(rng, 50) }));
        }
        Question { coalition: rng.some(&agents, 50), from: some(rng, 60), into: some(rng, 80), bans }
    }

    /// Where the coalition controls, and what comes of it, by trying all moves in all states.
    fn by_definition(&self, model: &Model, all: &[Vec<u64>], steps: &CompiledSteps<'_>) -> (States, States) {
        let classes = ActionClasses::new(model);
        let (mut controlled, mut outcomes) = (States::new(), States::new());
        for state in all {
            let mut moves: Vec<Vec<(AgentId, ActionId)>> = vec![Vec::new()];
            for &agent in &self.coalition {
                let class = |action| classes.class(agent, action);
                let is_banned = |action: &ActionId| {
                    let bans = self.bans.iter().filter(|ban| ban.agent == agent && class(ban.action) == class(*action));
                    bans.into_iter().any(|ban| ban.states.contains(state))
                };
                let mut actions = steps.actions(state, agent).unwrap();
                actions.retain(|action| !is_banned(action));
                if !model.agent(agent).actions.is_empty() {
                    let extended = |chosen: Vec<_>| {
                        let with = |action| chosen.iter().copied().chain([(agent, action)]).collect();
                        actions.iter().copied().map(with).collect::<Vec<_>>()
                    };
                    moves = moves.into_iter().flat_map(extended).collect();
                }
            }
            for chosen in moves {
                let after = steps.outcomes(state, &chosen).unwrap();
                if !after.is_empty() && after.iter().all(|next| self.into.contains(next)) {
                    controlled.insert(state.clone());
                    if self.from.contains(state) {
                        outcomes.extend(after);
                    }
                }
            }
        }
        (controlled, outcomes)
    }

    /// What an engine says.
    fn of<S: System>(&self, system: &S) -> (States, States) {
        let set = |states: &States| {
            let add = |all, state: &Vec<u64>| system.union(&all, &system.singleton(state).unwrap()).unwrap();
            states.iter().fold(system.empty(), add)
        };
        let ban = |ban: &Ban<States>| Ban { agent: ban.agent, action: ban.action, states: set(&ban.states) };
        let bans: Vec<Ban<S::Set>> = self.bans.iter().map(ban).collect();
        let (from, into) = (set(&self.from), set(&self.into));
        let list = |set: &S::Set| system.list(set).unwrap().into_iter().collect::<States>();
        let controlled = system.controllable_predecessors_under(&self.coalition, &into, &bans).unwrap();
        let outcomes = system.outcomes_under(&self.coalition, &from, &into, &bans).unwrap();
        let without = system.controllable_predecessors_under(&self.coalition, &into, &[]).unwrap();
        assert!(without == system.controllable_predecessors(&self.coalition, &into).unwrap());
        (list(&controlled), list(&outcomes))
    }
}

#[test]
fn both_engines_forbid_what_is_banned() {
    let (mut controlled, mut reached, mut joined) = (0, 0, 0);
    for seed in 0..cases(1600) {
        let spec = RandomModel::generate(7_100_000 + seed, &Options { max_space: 64, ..Options::default() });
        let model = load(&spec.to_ispl());
        let explicit = ExplicitSystem::explore(&model, ExplicitOptions::with_threads(1), Budget::unlimited()).unwrap();
        let all = explicit.list(&explicit.reachable()).unwrap();
        let steps = CompiledSteps::new(&model, Budget::unlimited());
        let symbolic = |leave_out, tuning| {
            let options = SymbolicOptions { leave_out, tuning, ..SymbolicOptions::default() };
            SymbolicSystem::build(&model, &options, &Budget::unlimited()).unwrap()
        };
        let usual = SymbolicTuning::default();
        let (plain, shorter) = (symbolic(LeaveOut::Never, usual.clone()), symbolic(LeaveOut::Always, usual.clone()));
        // Every other step is by all transitions at once.
        let trials = TrialTuning { share: 0, factor: 1000, ..usual.trials };
        let sliced = symbolic(LeaveOut::Never, SymbolicTuning { split_below: 2.0, trials, ..usual });
        let division = sliced.slices();
        let mut rng = Rng::new(seed);
        for _ in 0..4 {
            let question = Question::new(&model, &all, &mut rng);
            let expected = question.by_definition(&model, &all, &steps);
            assert_eq!(question.of(&explicit), expected, "seed {seed}, explicit");
            assert_eq!(question.of(&plain), expected, "seed {seed}, symbolic");
            assert_eq!(question.of(&shorter), expected, "seed {seed}, symbolic without redundant bits");
            assert_eq!(question.of(&sliced), expected, "seed {seed}, symbolic in slices");
            let is_joined = |(agent, slices): (AgentId, usize)| {
                question.coalition.contains(&agent) && slices < ActionClasses::new(&model).count(agent)
            };
            joined += u64::from(division.is_some_and(is_joined));
            controlled += expected.0.len();
            reached += expected.1.len();
        }
    }
    assert!(controlled > 500 && reached > 100, "{controlled} {reached}");
    assert!(joined > cases(100), "{joined}");
}
