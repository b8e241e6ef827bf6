//! Whether two models have the same states and steps.

use crate::{Agent, EvolutionLine, Model, ProtocolLine};

impl Model {
    /// Whether another model has the same agents, variables, steps, initial states, propositions and fairness constraints,
    /// by the same ids: then it differs in formulas only, and in where things stand in the text.
    #[must_use]
    pub fn has_same_system(&self, other: &Model) -> bool {
        let fairness = |model: &Model| -> Vec<String> {
            model.fairness.iter().map(|&constraint| model.formula_text(constraint)).collect()
        };
        self.semantics == other.semantics
            && self.init == other.init
            && self.exprs.starts_alike(&other.exprs, self.system_expressions().max(other.system_expressions()))
            && self.enum_types == other.enum_types
            && self.enum_values == other.enum_values
            && equal(&self.variables, &other.variables, |a, b| {
                (&a.name, a.owner, a.domain, a.visibility) == (&b.name, b.owner, b.domain, b.visibility)
            })
            && equal(&self.agents, &other.agents, same_agent)
            && equal(&self.propositions, &other.propositions, |a, b| (&a.name, a.condition) == (&b.name, b.condition))
            && equal(&self.groups, &other.groups, |a, b| (&a.name, &a.members) == (&b.name, &b.members))
            && fairness(self) == fairness(other)
    }
}

impl Model {
    /// How many expressions of the pool belong to the system: those of formulas come behind them.
    fn system_expressions(&self) -> usize {
        let of_agents = self.agents.iter().flat_map(|agent| {
            let guards = agent.protocol.iter().filter_map(|line| line.guard);
            let lines = agent
                .evolution
                .iter()
                .flat_map(|line| line.assignments.iter().map(|(_, value)| *value).chain([line.guard]));
            agent.red.into_iter().chain(guards).chain(lines)
        });
        let propositions = self.propositions.iter().map(|proposition| proposition.condition);
        let last = of_agents.chain(propositions).chain([self.init]).max();
        last.map_or(0, |last| last.index() + 1)
    }
}

fn same_agent(a: &Agent, b: &Agent) -> bool {
    a.name == b.name
        && a.declared == b.declared
        && (&a.variables, &a.observes, a.red) == (&b.variables, &b.observes, b.red)
        && equal(&a.actions, &b.actions, |a, b| a.name == b.name)
        && equal(&a.protocol, &b.protocol, same_protocol_line)
        && equal(&a.evolution, &b.evolution, same_evolution_line)
}

fn same_protocol_line(a: &ProtocolLine, b: &ProtocolLine) -> bool {
    (a.guard, &a.actions) == (b.guard, &b.actions)
}

fn same_evolution_line(a: &EvolutionLine, b: &EvolutionLine) -> bool {
    (a.guard, &a.assignments) == (b.guard, &b.assignments)
}

fn equal<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
}
