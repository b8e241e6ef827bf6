//! Protocols: which actions an agent may choose.

use super::Code;
use super::classes::ActionClass;
use super::code::Entry;
use super::condition::Compiler;
use crate::actions::ActionSets;
use savoir_model::{ActionClasses, AgentId, Model};

/// A compiled protocol line.
pub(super) struct ProtocolLine {
    guard: Entry,
    classes: Vec<ActionClass>,
}

/// A compiled protocol.
pub(super) enum Protocol {
    /// The same classes in every state.
    Constant(Vec<ActionClass>),
    /// The union over the lines that match, or `other` if none does.
    Lines { lines: Vec<ProtocolLine>, other: Option<Vec<ActionClass>> },
}

impl Protocol {
    pub(super) fn compile(
        model: &Model,
        id: AgentId,
        classes: &ActionClasses,
        compiler: &mut Compiler<'_>,
    ) -> Protocol {
        let agent = model.agent(id);
        let other = agent.protocol.iter().find(|line| line.guard.is_none());
        let guarded: Vec<_> = agent.protocol.iter().filter_map(|line| Some((line.guard?, line))).collect();
        if agent.actions.is_empty() {
            Protocol::Constant(vec![0])
        } else if agent.protocol.is_empty() {
            Protocol::Constant(classes.all(id))
        } else if guarded.is_empty() {
            Protocol::Constant(other.map_or(Vec::new(), |line| classes.of(id, &line.actions)))
        } else {
            let lines = guarded.iter().map(|(guard, line)| ProtocolLine {
                guard: compiler.condition(*guard),
                classes: classes.of(id, &line.actions),
            });
            Protocol::Lines { lines: lines.collect(), other: other.map(|line| classes.of(id, &line.actions)) }
        }
    }

    /// The conditions on which it depends.
    pub(super) fn guards(&self) -> impl Iterator<Item = Entry> {
        let lines = match self {
            Protocol::Constant(_) => &[][..],
            Protocol::Lines { lines, .. } => lines,
        };
        lines.iter().map(|line| line.guard)
    }

    /// How long it takes to look at its lines, in tests of some bits.
    pub(super) fn effort(&self, code: &Code) -> u64 {
        self.guards().map(|guard| code.effort(guard)).sum()
    }

    /// Adds the classes that `agent` may choose in a state to its set. An agent without actions has the one class 0.
    pub(super) fn enable(&self, code: &Code, agent: usize, state: &[u64], actions: &mut ActionSets) {
        match self {
            Protocol::Constant(classes) => actions.allow(agent, classes),
            Protocol::Lines { lines, other } => {
                let mut matched = false;
                for line in lines {
                    if code.run(line.guard, state) {
                        matched = true;
                        actions.allow(agent, &line.classes);
                    }
                }
                if !matched && let Some(other) = other {
                    actions.allow(agent, other);
                }
            }
        }
    }
}
