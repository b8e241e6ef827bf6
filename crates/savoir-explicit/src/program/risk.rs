//! Single evolution lines, to find out where they assign values outside the domains of their variables.

use super::classes::ActionTests;
use super::code::{Code, Entry, Step};
use super::condition::Compiler;
use super::evolution::{Assumption, Line, compile_line};
use super::value::Value;
use crate::actions::ActionSets;
use crate::layout::Layout;
use savoir_model::{EvolutionLine, Model};

/// An evolution line on its own.
pub(crate) struct Risk {
    code: Code,
    line: Line,
}

impl Risk {
    /// Compiles a line, unless all that it assigns are truth values and names, which always fit.
    pub(crate) fn compile(model: &Model, layout: &Layout, line: &EvolutionLine) -> Option<Risk> {
        let tests = ActionTests::new(model);
        let mut code = Code::default();
        let mut compiler = Compiler::new(model, layout, &tests, &mut code, Assumption::None);
        let guard = compiler.condition(line.guard);
        let mut line = compile_line(model, line, guard, &mut compiler);
        line.assignments.retain(|(_, value)| !matches!(value, Value::Truth(_)));
        (!line.assignments.is_empty()).then_some(Risk { code, line })
    }

    /// Whether the line is enabled by one of the joint actions, and assigns a value that does not fit.
    pub(crate) fn strikes(&self, state: &[u64], actions: &mut ActionSets) -> bool {
        let fits = |value: &Value| value.evaluate(state).is_some();
        !self.line.assignments.iter().all(|(_, value)| fits(value)) && self.enabled(self.line.guard, state, actions)
    }

    /// Whether a condition holds for one of the joint actions.
    fn enabled(&self, entry: Entry, state: &[u64], actions: &mut ActionSets) -> bool {
        match self.code.run_open(entry, state, actions) {
            Step::Done(holds) => holds,
            Step::Split { agent, class, yes, no } => {
                actions.save(agent);
                actions.fix(agent, class);
                let mut holds = self.enabled(yes, state, actions);
                actions.restore(agent);
                if !holds {
                    actions.remove(agent, class);
                    holds = self.enabled(no, state, actions);
                    actions.restore(agent);
                }
                actions.forget(agent);
                holds
            }
        }
    }
}
