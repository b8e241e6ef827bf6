//! What coalitions can enforce on states one by one: fixpoints in one pass against their equations, and many agents.

use savoir_check::{Budget, Choices, Fixpoints, Sets, Steps, Stop};
use savoir_explicit::{BitSet, ExplicitOptions, ExplicitSystem};
use savoir_model::{AgentId, Model};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Options, RandomModel, cases};
use std::fmt::Write;

fn explore(model: &Model) -> ExplicitSystem<'_> {
    ExplicitSystem::explore(model, ExplicitOptions::with_threads(1), Budget::unlimited()).unwrap()
}

/// The limit of repeated steps.
fn limit(start: &BitSet, mut step: impl FnMut(&BitSet) -> Result<BitSet, Stop>) -> BitSet {
    let mut found = start.clone();
    loop {
        let next = step(&found).unwrap();
        if next == found {
            return found;
        }
        found = next;
    }
}

/// Some of the states, others for every number.
fn some(system: &ExplicitSystem<'_>, number: u64) -> BitSet {
    let mut set = system.empty();
    for state in 0..system.state_count() {
        let mixed = (state as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15 ^ number.wrapping_mul(0xd134_2543_de82_ef95));
        if (mixed >> 40).is_multiple_of(number % 3 + 2) {
            set.insert(state);
        }
    }
    set
}

mod random {
    use super::*;

    #[test]
    fn fixpoints_of_coalitions_satisfy_their_equations() {
        let (mut proper, mut spoilt) = (0, 0);
        for seed in 0..cases(400) {
            let model = load(&RandomModel::generate(8_400_000 + seed, &Options::default()).to_ispl());
            let system = explore(&model);
            let all = system.reachable();
            for number in 0..4 {
                let members =
                    model.agent_ids().filter(|agent| (seed + number + agent.index() as u64).is_multiple_of(2));
                let coalition: Vec<AgentId> = members.collect();
                let (through, target) = (some(&system, 7 * seed + number), some(&system, 11 * seed + number + 1));
                let forced = |set: &BitSet| system.controllable_predecessors(&coalition, set);
                let attractor = limit(&target, |set| Ok(set.union(&through.intersection(&forced(set)?))));
                assert_eq!(system.attractor(&coalition, &through, &target).unwrap(), attractor, "{seed}");
                let safe = limit(&through, |set| Ok(set.intersection(&forced(set)?)));
                assert_eq!(system.safe_region(&coalition, &through).unwrap(), safe, "{seed}");
                let opponents =
                    limit(&target, |set| Ok(set.union(&through.difference(&forced(&all.difference(set))?))));
                assert_eq!(system.opponents_attractor(&coalition, &through, &target).unwrap(), opponents, "{seed}");
                proper += usize::from(attractor != target && attractor != target.union(&through));
                spoilt += usize::from(opponents != target && opponents != target.union(&through));
            }
        }
        assert!(proper > 10 && spoilt > 10, "{proper} {spoilt}");
    }
}

/// A carriage between robots that push it from two sides: it moves if all of one side push and some of the other do not.
fn carriage(robots: usize) -> String {
    let side = |first: usize, action: &str, join: &str| {
        let robots = (first..robots).step_by(2).map(|robot| format!("R{robot}.Action = {action}"));
        robots.collect::<Vec<_>>().join(join)
    };
    let mut text = format!(
        "Agent Environment Vars: at : 0..3; end Vars Actions = {{none}}; Protocol: Other : {{none}}; end Protocol
         Evolution:
           at = at + 1 if at < 3 and {} and ({}); at = 0 if at = 3 and {0} and ({1});
           at = at - 1 if at > 0 and {} and ({}); at = 3 if at = 0 and {2} and ({3});
         end Evolution end Agent\n",
        side(0, "push", " and "),
        side(1, "wait", " or "),
        side(1, "push", " and "),
        side(0, "wait", " or "),
    );
    for robot in 0..robots {
        let _ = write!(
            text,
            "Agent R{robot} Vars: x : boolean; end Vars Actions = {{push, wait}};
             Protocol: Other : {{push, wait}}; end Protocol Evolution: x = true if x = true; end Evolution end Agent\n"
        );
    }
    let still: Vec<String> = (0..robots).map(|robot| format!("R{robot}.x = true")).collect();
    let start = still.join(" and ");
    write!(text, "Evaluation there if Environment.at = 2; end Evaluation InitStates Environment.at = 0 and {start}; end InitStates Formulae AG there; end Formulae").unwrap();
    text
}

/// There are 2⁴⁰ combinations of what forty robots do, but few that make a difference.
#[test]
fn many_agents_who_act_together_have_few_moves() {
    let model = load(&carriage(40));
    let system = explore(&model);
    assert_eq!(system.state_count(), 4);
    let robots: Vec<AgentId> = model.agent_ids().filter(|agent| model.agent(*agent).name.starts_with('R')).collect();
    let there = system.image(&system.initial()).unwrap().difference(&system.initial());
    let all = system.reachable();
    let wins = |coalition: &[AgentId]| system.attractor(coalition, &all, &there).unwrap() == all;
    // All of one side with one of the other, who waits, are enough.
    let even: Vec<AgentId> = robots.iter().copied().step_by(2).collect();
    let with_one = [&even[..], &robots[1..2]].concat();
    assert_eq!((wins(&robots), wins(&robots[1..]), wins(&even), wins(&with_one)), (true, true, false, true));
    assert_eq!(system.safe_region(&even[..1], &system.initial()).unwrap(), system.empty());
    assert_eq!(system.safe_region(&robots[..2], &system.initial()).unwrap(), system.initial());
}
