//! The model compiled for fast evaluation on packed states: conditions become jumping code over masked words
//! ([`condition`]), values become linear forms where they can ([`value`]), evolutions lists of possible lines
//! ([`evolution`]).

mod classes;
mod condition;
mod evolution;
mod protocol;
mod value;

use crate::actions::ActionSets;
use crate::layout::Layout;
pub(crate) use classes::ActionClass;
use classes::ActionTests;
use condition::{Code, Compiler};
pub(crate) use condition::{Entry, Step};
use evolution::Assumption;
pub(crate) use evolution::Unit;
use protocol::Protocol;
use savoir_model::Model;
pub(crate) use value::Value;

/// An agent that most lines wait for: by action class, the units with those lines that are possible then.
struct Hub {
    agent: usize,
    units: Vec<Vec<Unit>>,
}

/// A compiled model.
pub(crate) struct Program {
    pub(crate) layout: Layout,
    code: Code,
    protocols: Vec<Protocol>,
    class_counts: Vec<usize>,
    /// How variables change under any joint action.
    pub(crate) units: Vec<Unit>,
    /// How they change when a certain agent's action is known, if that makes a difference.
    hub: Option<Hub>,
    /// The bits of variables that never change.
    pub(crate) frozen: Vec<u64>,
    /// Where the propositions hold.
    pub(crate) propositions: Vec<Entry>,
    /// Where the agents' local states are red; nowhere if absent.
    pub(crate) red: Vec<Option<Entry>>,
}

impl Program {
    pub(crate) fn compile(model: &Model) -> Program {
        let layout = Layout::new(model);
        let tests = ActionTests::new(model);
        let mut code = Code::default();
        let mut compiler = Compiler::new(model, &layout, &tests, &mut code, Assumption::None);
        let protocol = |id| Protocol::compile(model, id, &tests.classes, &mut compiler);
        let protocols = model.agent_ids().map(protocol).collect();
        let propositions = model.propositions.iter().map(|one| compiler.condition(one.condition)).collect();
        let red = model.agents.iter().map(|agent| agent.red.map(|red| compiler.condition(red))).collect();
        let units = evolution::compile(model, &layout, &tests, &mut code, Assumption::None);
        let hub = tests.hub.map(|agent| {
            let count = tests.classes.count(agent) as ActionClass;
            let assumptions = (0..count).map(|class| Assumption::Performs(agent, class));
            let units = assumptions.map(|known| evolution::compile(model, &layout, &tests, &mut code, known));
            Hub { agent: agent.index(), units: units.collect() }
        });
        let mut frozen = layout.mask(&model.variable_ids().collect::<Vec<_>>());
        for unit in &units {
            frozen.iter_mut().zip(&unit.own).for_each(|(word, own)| *word &= !own);
        }
        let class_counts = model.agent_ids().map(|agent| tests.classes.count(agent)).collect();
        Program { layout, code, protocols, class_counts, units, hub, frozen, propositions, red }
    }

    /// A unit with the lines that are possible under a set of joint actions, as far as that is known beforehand.
    #[inline]
    pub(crate) fn unit(&self, index: usize, actions: &ActionSets) -> &Unit {
        match &self.hub {
            Some(hub) => match actions.only(hub.agent) {
                Some(class) => &hub.units[usize::from(class)][index],
                None => &self.units[index],
            },
            None => &self.units[index],
        }
    }

    /// The number of agents.
    pub(crate) fn agent_count(&self) -> usize {
        self.protocols.len()
    }

    /// Whether a condition that tests no actions holds in a state.
    #[inline]
    pub(crate) fn holds(&self, entry: Entry, state: &[u64]) -> bool {
        self.code.run(entry, state)
    }

    /// Runs a condition until the joint actions in question disagree.
    #[inline]
    pub(crate) fn run_open(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> Step {
        self.code.run_open(entry, state, actions)
    }

    /// The code of a value, if it is one of its variable's.
    #[inline]
    pub(crate) fn value(&self, value: &Value, state: &[u64]) -> Option<u64> {
        match value {
            Value::Truth(entry) => Some(u64::from(self.holds(*entry, state))),
            other => other.evaluate(state),
        }
    }

    /// Adds the action classes an agent may choose in a state to its set.
    pub(crate) fn enable(&self, agent: usize, state: &[u64], actions: &mut ActionSets) {
        self.protocols[agent].enable(&self.code, agent, state, actions);
    }

    /// By agent: how many action classes it has, at least one.
    pub(crate) fn class_counts(&self) -> &[usize] {
        &self.class_counts
    }
}
