//! Evolutions: variables that change together, and how.

use super::classes::{ActionClass, ActionTests};
use super::code::{Code, Entry, NO};
use super::condition::Compiler;
use super::line_index::LineIndex;
use super::value::Value;
use crate::layout::{Field, Layout};
use savoir_model::{AgentId, Domain, EvolutionLine, ExprId, Model, VarId};

/// A way to change some variables at once.
pub(crate) struct Line {
    pub(crate) guard: Entry,
    /// The actions its guard may ask for: agents and classes, sorted.
    pub(crate) tests: Vec<(usize, ActionClass)>,
    pub(crate) assignments: Vec<(Field, Value)>,
}

/// Variables that change together: all of an agent under MultiAssignment, each one on its own under SingleAssignment.
pub(crate) struct Unit {
    /// Exactly one of the enabled lines is taken; nothing changes if none is enabled.
    pub(crate) lines: Vec<Line>,
    /// The bits of its variables.
    pub(crate) own: Vec<u64>,
    /// Where there are many lines.
    pub(crate) index: Option<LineIndex>,
}

/// How everything changes under an assumption.
pub(crate) struct Change {
    /// Lines that the assumption makes impossible are left out, and so are units without lines.
    pub(crate) units: Vec<Unit>,
    /// The agents whose actions some line asks for, sorted.
    pub(crate) agents_read: Vec<usize>,
}

/// Which action an evolution is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Assumption {
    None,
    /// The agent performs an action of this class.
    Performs(AgentId, ActionClass),
}

/// Compiles the lines of all agents.
pub(super) fn compile(
    model: &Model,
    layout: &Layout,
    tests: &ActionTests,
    code: &mut Code,
    assumption: Assumption,
) -> Change {
    let mut compiler = Compiler::new(model, layout, tests, code, assumption);
    let mut units = Vec::new();
    for id in model.agent_ids() {
        for (variables, lines) in model.changing_together(id) {
            let unit = compile_unit(model, &variables, &lines, &mut compiler);
            if !unit.lines.is_empty() {
                units.push(unit);
            }
        }
    }
    let lines = units.iter().flat_map(|unit: &Unit| &unit.lines);
    let mut agents_read: Vec<usize> = lines.flat_map(|line| line.tests.iter().map(|(agent, _)| *agent)).collect();
    agents_read.sort_unstable();
    agents_read.dedup();
    Change { units, agents_read }
}

fn compile_unit(model: &Model, variables: &[VarId], lines: &[&EvolutionLine], compiler: &mut Compiler<'_>) -> Unit {
    let possible: Vec<(&EvolutionLine, Entry)> =
        lines.iter().map(|line| (*line, compiler.condition(line.guard))).filter(|(_, guard)| *guard != NO).collect();
    let own = compiler.layout().mask(variables);
    let guards: Vec<ExprId> = possible.iter().map(|(line, _)| line.guard).collect();
    let index = LineIndex::new(model, compiler.layout(), &guards);
    let lines = possible.into_iter().map(|(line, guard)| compile_line(model, line, guard, compiler)).collect();
    Unit { lines, own, index }
}

pub(super) fn compile_line(model: &Model, line: &EvolutionLine, guard: Entry, compiler: &mut Compiler<'_>) -> Line {
    let assignments = line.assignments.iter().map(|&(variable, value)| {
        let domain = model.variable(variable).domain;
        let value = match domain {
            Domain::Bool => Value::Truth(compiler.condition(value)),
            _ => Value::compile(model, compiler.layout(), domain, value),
        };
        (compiler.layout().field(variable), value)
    });
    Line { guard, assignments: assignments.collect(), tests: compiler.actions_tested(guard) }
}
