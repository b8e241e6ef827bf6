//! Evolutions: variables that change together, and how.

use super::classes::ActionTests;
use super::condition::{Code, Compiler, Entry, NO};
use super::value::Value;
use crate::layout::{Field, Layout};
use savoir_model::{AgentId, AssignmentSemantics, Domain, EvolutionLine, Model, VarId};

/// A way to change some variables at once.
pub(crate) struct Line {
    pub(crate) guard: Entry,
    pub(crate) assignments: Vec<(Field, Value)>,
}

/// Variables that change together: all of an agent under MultiAssignment, each one on its own under SingleAssignment.
pub(crate) struct Unit {
    /// Exactly one of the enabled lines is taken; nothing changes if none is enabled.
    pub(crate) lines: Vec<Line>,
    /// The bits of its variables.
    pub(crate) own: Vec<u64>,
    /// The agents whose actions its lines read, sorted.
    pub(crate) reads: Vec<usize>,
}

/// Which action an evolution is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Assumption {
    None,
    /// The agent performs an action of this class.
    Performs(AgentId, super::ActionClass),
}

/// Compiles the lines of all agents; lines that the assumption makes impossible are left out.
pub(super) fn compile(
    model: &Model,
    layout: &Layout,
    tests: &ActionTests,
    code: &mut Code,
    assumption: Assumption,
) -> Vec<Unit> {
    let mut compiler = Compiler::new(model, layout, tests, code, assumption);
    let mut units = Vec::new();
    for id in model.agent_ids() {
        for (variables, lines) in changing_together(model, id) {
            units.push(compile_unit(model, &variables, &lines, &mut compiler));
        }
    }
    units
}

/// The variables of an agent that change together, with the lines that change them, in the order of the file.
fn changing_together(model: &Model, id: AgentId) -> Vec<(Vec<VarId>, Vec<&EvolutionLine>)> {
    let evolution = &model.agent(id).evolution;
    if model.semantics == AssignmentSemantics::Multi {
        let mut assigned: Vec<VarId> =
            evolution.iter().flat_map(|line| line.assignments.iter().map(|(variable, _)| *variable)).collect();
        assigned.sort_unstable();
        assigned.dedup();
        return if assigned.is_empty() { Vec::new() } else { vec![(assigned, evolution.iter().collect())] };
    }
    let mut units: Vec<(Vec<VarId>, Vec<&EvolutionLine>)> = Vec::new();
    for line in evolution {
        for (variable, _) in &line.assignments {
            match units.iter_mut().find(|(known, _)| known[0] == *variable) {
                Some((_, lines)) => lines.push(line),
                None => units.push((vec![*variable], vec![line])),
            }
        }
    }
    units
}

fn compile_unit(model: &Model, variables: &[VarId], lines: &[&EvolutionLine], compiler: &mut Compiler<'_>) -> Unit {
    let possible: Vec<(&EvolutionLine, Entry)> =
        lines.iter().map(|line| (*line, compiler.condition(line.guard))).filter(|(_, guard)| *guard != NO).collect();
    let tested = possible.iter().flat_map(|(line, _)| model.exprs.actions(line.guard));
    let mut reads: Vec<usize> = tested.map(|(agent, _)| agent.index()).collect();
    reads.sort_unstable();
    reads.dedup();
    let own = compiler.layout().mask(variables);
    let lines = possible.into_iter().map(|(line, guard)| compile_line(model, line, guard, compiler)).collect();
    Unit { lines, own, reads }
}

fn compile_line(model: &Model, line: &EvolutionLine, guard: Entry, compiler: &mut Compiler<'_>) -> Line {
    let assignments = line.assignments.iter().map(|&(variable, value)| {
        let domain = model.variable(variable).domain;
        let value = match domain {
            Domain::Bool => Value::Truth(compiler.condition(value)),
            _ => Value::compile(model, compiler.layout(), domain, value),
        };
        (compiler.layout().field(variable), value)
    });
    Line { guard, assignments: assignments.collect() }
}
