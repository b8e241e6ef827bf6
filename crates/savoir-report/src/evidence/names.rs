//! The names of a model, ready to look up: a file of evidence may have very many of them.

use super::entries::StateEntry;
use super::ordered::Ordered;
use savoir::{ActionId, AgentId, Domain, JointAction, Model, State, VarId};
use serde_json::Value;
use std::collections::BTreeMap;

/// States and joint actions of a file, counted in values, that are kept at most.
const MOST_VALUES: usize = 20_000_000;

pub(super) struct Names<'m> {
    model: &'m Model,
    agents: BTreeMap<&'m str, AgentId>,
    actions: Vec<BTreeMap<&'m str, ActionId>>,
    /// By agent: its variables.
    variables: Vec<BTreeMap<&'m str, VarId>>,
    /// By variable: the codes of its values, if they have names.
    values: Vec<BTreeMap<String, u64>>,
    /// Values that may still be kept.
    left: usize,
}

impl<'m> Names<'m> {
    pub(super) fn new(model: &'m Model) -> Names<'m> {
        let named = |id: VarId| -> BTreeMap<String, u64> {
            let domain = model.variable(id).domain;
            let count = match domain {
                Domain::Enum(_) => u64::try_from(model.domain_size(domain)).unwrap_or(0),
                Domain::Bool | Domain::Int { .. } => 0,
            };
            (0..count).map(|code| (model.value_text(domain, code), code)).collect()
        };
        Names {
            model,
            agents: model.agent_ids().map(|id| (model.agent(id).name.as_str(), id)).collect(),
            actions: (model.agents.iter())
                .map(|agent| {
                    let actions = agent.actions.iter().enumerate();
                    actions.map(|(number, action)| (action.name.as_str(), ActionId::from(number))).collect()
                })
                .collect(),
            variables: (model.agents.iter())
                .map(|agent| agent.variables.iter().map(|id| (model.variable(*id).name.as_str(), *id)).collect())
                .collect(),
            values: model.variable_ids().map(named).collect(),
            left: MOST_VALUES,
        }
    }

    /// Counts values that are kept.
    fn keep(&mut self, values: usize) -> Result<(), String> {
        self.left = self.left.checked_sub(values).ok_or("there are too many states and actions to look at")?;
        Ok(())
    }

    pub(super) fn agent(&self, name: &str) -> Result<AgentId, String> {
        self.agents.get(name).copied().ok_or_else(|| format!("the model has no agent `{}`", name.escape_debug()))
    }

    pub(super) fn action(&self, agent: AgentId, name: &str) -> Result<ActionId, String> {
        let found = self.actions[agent.index()].get(name).copied();
        let owner = &self.model.agent(agent).name;
        found.ok_or_else(|| format!("agent `{owner}` has no action `{}`", name.escape_debug()))
    }

    pub(super) fn joint(&mut self, entry: &Ordered<String>) -> Result<JointAction, String> {
        self.keep(self.model.agents.len())?;
        let mut joint = vec![None; self.model.agents.len()];
        for (agent, action) in &entry.0 {
            let id = self.agent(agent)?;
            joint[id.index()] = Some(self.action(id, action)?);
        }
        Ok(joint)
    }

    /// A state that is written with names: every variable has one of its values.
    pub(super) fn state(&mut self, entry: &StateEntry) -> Result<State, String> {
        self.keep(self.model.variables.len())?;
        let mut codes: Vec<Option<u64>> = vec![None; self.model.variables.len()];
        for (agent, variables) in &entry.0 {
            let agent = self.agent(agent)?;
            for (name, value) in &variables.0 {
                let owner = &self.model.agent(agent).name;
                let unknown = || format!("the model has no variable `{owner}.{}`", name.escape_debug());
                let id = *self.variables[agent.index()].get(name.as_str()).ok_or_else(unknown)?;
                codes[id.index()] = Some(self.code(id, value)?);
            }
        }
        let missing = |id: VarId| format!("`{}` has no value", self.model.variable_text(id));
        self.model.variable_ids().map(|id| codes[id.index()].ok_or_else(|| missing(id))).collect()
    }

    /// A state that is written as a list of values.
    pub(super) fn listed_state(&mut self, values: &[Value]) -> Result<State, String> {
        self.keep(self.model.variables.len())?;
        if values.len() != self.model.variables.len() {
            return Err(format!("it has {} values", values.len()));
        }
        self.model.variable_ids().zip(values).map(|(id, value)| self.code(id, value)).collect()
    }

    fn code(&self, id: VarId, value: &Value) -> Result<u64, String> {
        let code = match self.model.variable(id).domain {
            Domain::Bool => value.as_bool().map(u64::from),
            Domain::Int { low, high } => {
                let number = value.as_i64().filter(|number| (low..=high).contains(number));
                number.and_then(|number| u64::try_from(i128::from(number) - i128::from(low)).ok())
            }
            Domain::Enum(_) => value.as_str().and_then(|name| self.values[id.index()].get(name).copied()),
        };
        let text = || value.to_string().chars().take(40).collect::<String>().escape_debug().to_string();
        code.ok_or_else(|| format!("{} is no value of `{}`", text(), self.model.variable_text(id)))
    }

    /// A copy of a state, which is counted.
    pub(super) fn copy(&mut self, state: &State) -> Result<State, String> {
        self.keep(state.len())?;
        Ok(state.clone())
    }
}
