//! The model compiled for fast evaluation on packed states: conditions become jumping code over masked words
//! ([`condition`]), values become linear forms where they can ([`value`]), and each agent a table of its lines.

mod condition;
mod value;

use crate::layout::Layout;
use condition::Code;
pub(crate) use condition::Entry;
use savoir_model::{AgentId, AssignmentSemantics, Domain, EvolutionLine, ExprId, Model, VarId};
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

/// A compiled agent.
pub(crate) struct AgentProgram {
    protocol: Protocol,
    /// Groups of lines; each group takes exactly one of its enabled lines, or changes nothing if none is enabled. One
    /// group under MultiAssignment, one for each assigned variable under SingleAssignment.
    pub(crate) groups: Vec<Vec<Line>>,
    /// The bits of its own variables.
    pub(crate) own: Vec<u64>,
    /// The agents whose actions its evolution reads.
    pub(crate) reads: Vec<usize>,
}

/// A compiled model.
pub(crate) struct Program {
    pub(crate) layout: Layout,
    code: Code,
    pub(crate) agents: Vec<AgentProgram>,
}

impl Program {
    pub(crate) fn compile(model: &Model) -> Program {
        let layout = Layout::new(model);
        let classes = ActionClasses::new(model);
        let mut code = Code::default();
        let mut agents = Vec::with_capacity(model.agents.len());
        for id in model.agent_ids() {
            let mut compiler = condition::Compiler::new(model, &layout, &classes, &mut code);
            agents.push(compile_agent(model, id, &classes, &mut compiler));
        }
        Program { layout, code, agents }
    }

    /// Compiles one more condition over states.
    pub(crate) fn add_condition(&mut self, model: &Model, condition: ExprId) -> Entry {
        let classes = ActionClasses::new(model);
        condition::Compiler::new(model, &self.layout, &classes, &mut self.code).condition(condition)
    }

    /// Whether a condition holds in a state under a joint action.
    #[inline]
    pub(crate) fn holds(&self, entry: Entry, state: &[u64], actions: &[ActionClass]) -> bool {
        self.code.run(entry, state, actions)
    }

    /// The code of a value, if it is one of its variable's.
    #[inline]
    pub(crate) fn value(&self, value: &Value, state: &[u64], actions: &[ActionClass]) -> Option<u64> {
        match value {
            Value::Truth(entry) => Some(u64::from(self.holds(*entry, state, actions))),
            other => other.evaluate(state),
        }
    }

    /// The action classes an agent may choose in a state, sorted. An agent without actions has the one class 0.
    pub(crate) fn enabled(&self, agent: usize, state: &[u64], enabled: &mut Vec<ActionClass>) {
        enabled.clear();
        match &self.agents[agent].protocol {
            Protocol::Constant(classes) => enabled.extend_from_slice(classes),
            Protocol::Lines { lines, other } => {
                let mut matched = false;
                for line in lines {
                    if self.holds(line.guard, state, &[]) {
                        matched = true;
                        enabled.extend_from_slice(&line.classes);
                    }
                }
                if !matched && let Some(other) = other {
                    enabled.extend_from_slice(other);
                }
                enabled.sort_unstable();
                enabled.dedup();
            }
        }
    }
}

/// Which actions guards can tell apart.
struct ActionClasses {
    by_agent: Vec<Vec<ActionClass>>,
}

impl ActionClasses {
    fn new(model: &Model) -> ActionClasses {
        let mut tested: Vec<Vec<bool>> = model.agents.iter().map(|agent| vec![false; agent.actions.len()]).collect();
        for line in model.agents.iter().flat_map(|agent| &agent.evolution) {
            for (agent, action) in model.exprs.actions(line.guard) {
                tested[agent.index()][action.index()] = true;
            }
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
        ActionClasses { by_agent: tested.iter().map(number).collect() }
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

fn compile_agent(
    model: &Model,
    id: AgentId,
    classes: &ActionClasses,
    compiler: &mut condition::Compiler<'_>,
) -> AgentProgram {
    let agent = model.agent(id);
    let mut all = classes.by_agent[id.index()].clone();
    all.sort_unstable();
    all.dedup();
    let other = agent.protocol.iter().find(|line| line.guard.is_none());
    let guarded: Vec<_> = agent.protocol.iter().filter_map(|line| Some((line.guard?, line))).collect();
    let protocol = if agent.actions.is_empty() {
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
    };
    let mut reads: Vec<usize> = agent
        .evolution
        .iter()
        .flat_map(|line| model.exprs.actions(line.guard))
        .map(|(agent, _)| agent.index())
        .collect();
    reads.sort_unstable();
    reads.dedup();
    let groups = match model.semantics {
        AssignmentSemantics::Multi => {
            vec![agent.evolution.iter().map(|line| compile_line(model, line, compiler)).collect()]
        }
        AssignmentSemantics::Single => single_groups(&agent.evolution)
            .into_iter()
            .map(|lines| lines.into_iter().map(|line| compile_line(model, line, compiler)).collect())
            .collect(),
    };
    AgentProgram { protocol, groups, own: compiler.layout().mask(&agent.variables), reads }
}

/// The lines of each assigned variable, in the order of the file.
fn single_groups(evolution: &[EvolutionLine]) -> Vec<Vec<&EvolutionLine>> {
    let mut groups: Vec<(VarId, Vec<&EvolutionLine>)> = Vec::new();
    for line in evolution {
        for (variable, _) in &line.assignments {
            match groups.iter_mut().find(|(known, _)| known == variable) {
                Some((_, lines)) => lines.push(line),
                None => groups.push((*variable, vec![line])),
            }
        }
    }
    groups.into_iter().map(|(_, lines)| lines).collect()
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
