//! The model compiled for fast evaluation on packed states: conditions become jumping code over masked words
//! ([`condition`]), values become linear forms where they can ([`value`]), evolutions lists of possible lines
//! ([`evolution`]).

mod classes;
mod code;
mod condition;
mod evolution;
mod line_index;
mod protocol;
mod risk;
mod value;

use crate::actions::ActionSets;
use crate::layout::Layout;
use crate::permissions::Permissions;
pub(crate) use classes::ActionClass;
use classes::ActionTests;
use code::Code;
pub(crate) use code::{Entry, Step};
use condition::Compiler;
use evolution::Assumption;
pub(crate) use evolution::{Change, Line, Unit};
use protocol::Protocol;
pub(crate) use risk::Risk;
use rustc_hash::FxHashMap;
use savoir_model::{AgentId, ExprId, Model};
pub(crate) use value::Value;

/// An agent that most lines wait for: by action class, how everything changes then.
struct Hub {
    agent: usize,
    changes: Vec<Change>,
}

/// Lines that may be compiled once more for each action of an agent. Beyond that, compiling would take longer than what knowing
/// the action saves: 1000 actions with a line each stay below it.
const MAX_HUB_LINES: usize = 1 << 21;

/// A compiled model.
pub(crate) struct Program {
    pub(crate) layout: Layout,
    code: Code,
    protocols: Vec<Protocol>,
    class_counts: Vec<usize>,
    /// How everything changes under any joint action.
    change: Change,
    /// How it changes when a certain agent's action is known, if that makes a difference.
    hub: Option<Hub>,
    /// Where the conditions hold that the model names: propositions, and where the agents' local states are red.
    named: FxHashMap<ExprId, Entry>,
    /// How long it takes to find out what the agents may do in a state, in tests of some bits, where that is not remembered.
    protocols_effort: u64,
}

/// A condition without actions, compiled by itself.
pub(crate) struct Condition {
    code: Code,
    entry: Entry,
}

impl Condition {
    /// Compiles a condition of a model with this layout.
    pub(crate) fn compile(model: &Model, layout: &Layout, condition: ExprId) -> Condition {
        let tests = ActionTests::new(model);
        let mut code = Code::default();
        let entry = Compiler::new(model, layout, &tests, &mut code, Assumption::None).condition(condition);
        Condition { code, entry }
    }

    /// Whether it holds in a state.
    #[inline]
    pub(crate) fn holds(&self, state: &[u64]) -> bool {
        self.code.run(self.entry, state)
    }
}

impl Program {
    pub(crate) fn compile(model: &Model) -> Program {
        let layout = Layout::new(model);
        let tests = ActionTests::new(model);
        let mut code = Code::default();
        let mut compiler = Compiler::new(model, &layout, &tests, &mut code, Assumption::None);
        let protocol = |id| Protocol::compile(model, id, &tests.classes, &mut compiler);
        let protocols = model.agent_ids().map(protocol).collect();
        let propositions = model.propositions.iter().map(|one| one.condition);
        let red = model.agents.iter().filter_map(|agent| agent.red);
        let named = propositions.chain(red).map(|condition| (condition, compiler.condition(condition))).collect();
        let change = evolution::compile(model, &layout, &tests, &mut code, Assumption::None);
        let lines: usize = model.agents.iter().map(|agent| agent.evolution.len()).sum();
        let is_cheap = |agent: &AgentId| tests.classes.count(*agent).saturating_mul(lines) <= MAX_HUB_LINES;
        let hub = tests.hub.filter(is_cheap).map(|agent| {
            let count = tests.classes.count(agent) as ActionClass;
            let assumptions = (0..count).map(|class| Assumption::Performs(agent, class));
            let changes = assumptions.map(|known| evolution::compile(model, &layout, &tests, &mut code, known));
            Hub { agent: agent.index(), changes: changes.collect() }
        });
        let class_counts = model.agent_ids().map(|agent| tests.classes.count(agent)).collect();
        let mut program = Program { layout, code, protocols, class_counts, change, hub, named, protocols_effort: 0 };
        let open = program.protocols.iter().zip(program.bits_read_by_protocols()).filter(|(_, read)| read.is_none());
        program.protocols_effort = open.map(|(protocol, _)| protocol.effort(&program.code)).sum();
        program
    }

    /// Where a condition holds, if the model names it.
    pub(crate) fn named(&self, condition: ExprId) -> Option<Entry> {
        self.named.get(&condition).copied()
    }

    /// How everything changes under a set of joint actions, as far as that is known beforehand.
    pub(crate) fn change(&self, actions: &ActionSets) -> &Change {
        let hub = self.hub.as_ref().and_then(|hub| Some((hub, actions.only(hub.agent)?)));
        hub.map_or(&self.change, |(hub, class)| &hub.changes[class as usize])
    }

    /// How everything changes when the agent that most lines wait for performs an action of this class.
    #[inline]
    pub(crate) fn change_under(&self, class: ActionClass) -> &Change {
        self.hub.as_ref().map_or(&self.change, |hub| &hub.changes[class as usize])
    }

    /// The agent whose action is worth knowing before anything else.
    pub(crate) fn hub(&self) -> Option<usize> {
        self.hub.as_ref().map(|hub| hub.agent)
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

    /// Whether a condition holds in a state under the one joint action in question.
    #[inline]
    pub(crate) fn holds_decided(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> bool {
        self.code.run_decided(entry, state, actions)
    }

    /// Runs a condition until the joint actions in question disagree.
    #[inline]
    pub(crate) fn run_open(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> Step {
        self.code.run_open(entry, state, actions)
    }

    /// Whether a condition may hold under some of the joint actions in question; if not, the answer is certain.
    #[inline]
    pub(crate) fn may_hold(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> bool {
        self.code.may_hold(entry, state, actions)
    }

    /// The code of a value, if it is one of its variable's.
    #[inline]
    pub(crate) fn value(&self, value: &Value, state: &[u64]) -> Option<u64> {
        match value {
            Value::Truth(entry) => Some(u64::from(self.holds(*entry, state))),
            other => other.evaluate(state),
        }
    }

    /// Finds the action classes that the agents may choose in a state; whether everyone has one.
    pub(crate) fn enable(&self, state: &[u64], actions: &mut ActionSets) -> bool {
        self.enable_again(state, actions, &mut Permissions::default())
    }

    /// The same, with what is remembered from other states.
    pub(crate) fn enable_again(&self, state: &[u64], actions: &mut ActionSets, known: &mut Permissions) -> bool {
        known.count(self);
        actions.clear();
        self.protocols.iter().enumerate().all(|(agent, protocol)| {
            match known.of(agent) {
                None => protocol.enable(&self.code, agent, state, actions),
                Some(known) => {
                    let classes = known.classes(state, || {
                        protocol.enable(&self.code, agent, state, actions);
                        actions.only_word(agent)
                    });
                    actions.set_only_word(agent, classes);
                }
            }
            actions.count(agent) > 0
        })
    }

    /// How long it takes to find out what the agents may do in a state, in tests of some bits.
    #[inline]
    pub(crate) fn protocols_effort(&self) -> u64 {
        self.protocols_effort
    }

    /// By agent: the bits of one word on which its protocol depends, if there are such, and few classes.
    pub(crate) fn bits_read_by_protocols(&self) -> impl Iterator<Item = Option<(usize, u64)>> {
        self.protocols.iter().zip(&self.class_counts).map(|(protocol, classes)| {
            let mut read = vec![0; self.layout.words];
            protocol.guards().for_each(|guard| self.code.bits_read(guard, &mut read));
            let mut words = read.iter().enumerate().filter(|(_, mask)| **mask != 0);
            let first = words.next().filter(|_| *classes <= 64 && words.next().is_none());
            first.map(|(word, mask)| (word, *mask))
        })
    }

    /// By agent: how many action classes it has, at least one.
    pub(crate) fn class_counts(&self) -> &[usize] {
        &self.class_counts
    }
}
