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
    /// How long it takes to look at the line, in tests of some bits.
    effort: u64,
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
    /// How long it takes to look at the lines that may be enabled in a state, in tests of some bits.
    pub(crate) effort: u64,
}

/// How everything changes under an assumption.
pub(crate) struct Change {
    /// Lines that the assumption makes impossible are left out, and so are units without lines.
    pub(crate) units: Vec<Unit>,
    /// The agents whose actions some line asks for, sorted.
    pub(crate) agents_read: Vec<usize>,
    /// How long it takes to look at the lines of all units.
    pub(crate) effort: u64,
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
    let effort = units.iter().map(|unit| unit.effort).sum();
    Change { units, agents_read, effort }
}

fn compile_unit(model: &Model, variables: &[VarId], lines: &[&EvolutionLine], compiler: &mut Compiler<'_>) -> Unit {
    let possible: Vec<(&EvolutionLine, Entry)> =
        lines.iter().map(|line| (*line, compiler.condition(line.guard))).filter(|(_, guard)| *guard != NO).collect();
    let own = compiler.layout().mask(variables);
    let guards: Vec<ExprId> = possible.iter().map(|(line, _)| line.guard).collect();
    let index = LineIndex::new(model, compiler.layout(), &guards);
    let lines: Vec<Line> =
        possible.into_iter().map(|(line, guard)| compile_line(model, line, guard, compiler)).collect();
    let all: u64 = lines.iter().map(|line| line.effort).sum();
    let effort = match &index {
        Some(index) => all * index.usual_candidates() as u64 / lines.len().max(1) as u64,
        None => all,
    };
    Unit { lines, own, index, effort }
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
    let assignments = assignments.collect();
    let (tests, effort) = compiler.actions_tested(guard);
    Line { guard, assignments, tests, effort }
}
