//! The model compiled for fast evaluation on packed states: conditions become jumping code over masked words
//! ([`condition`]), values become linear forms where they can ([`value`]), and each agent a table of its lines.

mod condition;
mod value;

use crate::actions::ActionSets;
use crate::layout::Layout;
use condition::Code;
pub(crate) use condition::{Entry, Step};
use savoir_model::{AgentId, AssignmentSemantics, Domain, EvolutionLine, Expr, ExprId, Model, VarId};
pub(crate) use value::Value;

/// Index of a class of actions of an agent: actions that no guard tells apart behave alike and are one class.
pub(crate) type ActionClass = u16;

/// A compiled protocol line.
struct ProtocolLine {
    guard: Entry,
    classes: Vec<ActionClass>,
}

/// A compiled protocol.
enum Protocol {
    /// The same classes in every state.
    Constant(Vec<ActionClass>),
    /// The union over the lines that match, or `other` if none does.
    Lines { lines: Vec<ProtocolLine>, other: Option<Vec<ActionClass>> },
}

/// A way to change some variables at once.
pub(crate) struct Line {
    pub(crate) guard: Entry,
    pub(crate) assignments: Vec<(crate::layout::Field, Value)>,
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

/// A compiled model.
pub(crate) struct Program {
    pub(crate) layout: Layout,
    code: Code,
    protocols: Vec<Protocol>,
    class_counts: Vec<usize>,
    pub(crate) units: Vec<Unit>,
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
        let classes = ActionClasses::new(model);
        let mut code = Code::default();
        let mut compiler = condition::Compiler::new(model, &layout, &classes, &mut code);
        let mut protocols = Vec::with_capacity(model.agents.len());
        let mut units = Vec::new();
        for id in model.agent_ids() {
            protocols.push(compile_protocol(model, id, &classes, &mut compiler));
            for (variables, lines) in changing_together(model, id) {
                units.push(compile_unit(model, &variables, &lines, &mut compiler));
            }
        }
        let propositions = model.propositions.iter().map(|one| compiler.condition(one.condition)).collect();
        let red = model.agents.iter().map(|agent| agent.red.map(|red| compiler.condition(red))).collect();
        let mut frozen = layout.mask(&model.variable_ids().collect::<Vec<_>>());
        for unit in &units {
            frozen.iter_mut().zip(&unit.own).for_each(|(word, own)| *word &= !own);
        }
        let class_counts = classes.counts.clone();
        Program { layout, code, protocols, class_counts, units, frozen, propositions, red }
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

    /// Sets the action classes an agent may choose in a state. An agent without actions has the one class 0.
    pub(crate) fn enable(&self, agent: usize, state: &[u64], actions: &mut ActionSets) {
        match &self.protocols[agent] {
            Protocol::Constant(classes) => actions.allow(agent, classes),
            Protocol::Lines { lines, other } => {
                let mut matched = false;
                for line in lines {
                    if self.holds(line.guard, state) {
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

    /// By agent: how many action classes it has, at least one.
    pub(crate) fn class_counts(&self) -> &[usize] {
        &self.class_counts
    }
}

/// Which actions guards can tell apart.
struct ActionClasses {
    by_agent: Vec<Vec<ActionClass>>,
    /// By agent: how many classes it has, at least one.
    counts: Vec<usize>,
    /// By expression: whether it tests an action.
    tests_actions: Vec<bool>,
}

impl ActionClasses {
    fn new(model: &Model) -> ActionClasses {
        let mut tested: Vec<Vec<bool>> = model.agents.iter().map(|agent| vec![false; agent.actions.len()]).collect();
        let mut tests_actions = vec![false; model.exprs.len()];
        for index in 0..model.exprs.len() {
            let id = ExprId::from(index);
            tests_actions[index] = match model.exprs.get(id) {
                Expr::ActionIs(agent, action) => {
                    tested[agent.index()][action.index()] = true;
                    true
                }
                _ => model.exprs.operands(id).iter().any(|part| tests_actions[part.index()]),
            };
        }
        // Class 0 holds all that are never tested.
        let number = |tested: &Vec<bool>| {
            let mut next = 0;
            let mut class = |tested: &bool| {
                next += ActionClass::from(*tested);
                if *tested { next } else { 0 }
            };
            tested.iter().map(&mut class).collect()
        };
        let by_agent: Vec<Vec<ActionClass>> = tested.iter().map(number).collect();
        let counts = by_agent.iter().map(|classes| 1 + usize::from(classes.iter().copied().max().unwrap_or(0)));
        ActionClasses { counts: counts.collect(), by_agent, tests_actions }
    }

    fn class(&self, agent: AgentId, action: savoir_model::ActionId) -> ActionClass {
        self.by_agent[agent.index()][action.index()]
    }

    fn of(&self, agent: AgentId, actions: &[savoir_model::ActionId]) -> Vec<ActionClass> {
        let mut classes: Vec<ActionClass> = actions.iter().map(|action| self.class(agent, *action)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

fn compile_protocol(
    model: &Model,
    id: AgentId,
    classes: &ActionClasses,
    compiler: &mut condition::Compiler<'_>,
) -> Protocol {
    let agent = model.agent(id);
    let mut all = classes.by_agent[id.index()].clone();
    all.sort_unstable();
    all.dedup();
    let other = agent.protocol.iter().find(|line| line.guard.is_none());
    let guarded: Vec<_> = agent.protocol.iter().filter_map(|line| Some((line.guard?, line))).collect();
    if agent.actions.is_empty() {
        Protocol::Constant(vec![0])
    } else if agent.protocol.is_empty() {
        Protocol::Constant(all)
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

fn compile_unit(
    model: &Model,
    variables: &[VarId],
    lines: &[&EvolutionLine],
    compiler: &mut condition::Compiler<'_>,
) -> Unit {
    let tested = lines.iter().flat_map(|line| model.exprs.actions(line.guard));
    let mut reads: Vec<usize> = tested.map(|(agent, _)| agent.index()).collect();
    reads.sort_unstable();
    reads.dedup();
    let own = compiler.layout().mask(variables);
    Unit { lines: lines.iter().map(|line| compile_line(model, line, compiler)).collect(), own, reads }
}

fn compile_line(model: &Model, line: &EvolutionLine, compiler: &mut condition::Compiler<'_>) -> Line {
    let assignments = line.assignments.iter().map(|&(variable, value)| {
        let domain = model.variable(variable).domain;
        let value = match domain {
            Domain::Bool => Value::Truth(compiler.condition(value)),
            _ => Value::compile(model, compiler.layout(), domain, value),
        };
        (compiler.layout().field(variable), value)
    });
    let assignments = assignments.collect();
    Line { guard: compiler.condition(line.guard), assignments }
}
