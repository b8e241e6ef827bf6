//! Agents with their variables and actions.

use super::{Crowd, Generator};
use crate::random::spec::{AgentSpec, ENVIRONMENT, TypeSpec, VarSpec};

const AGENTS: [&str; 5] = ["M", "N", "P", "Q", "S"];
/// Agents use the same names for variables and actions, so that confusing owners shows.
const VARIABLES: [&str; 3] = ["x", "y", "z"];
const ACTIONS: [&str; 3] = ["a", "b", "c"];
/// Value sets that share names; some contain others.
const ENUMS: [&[&str]; 5] =
    [&["red", "green"], &["red", "green", "blue"], &["blue", "green"], &["green", "white", "red"], &["red"]];

impl Generator<'_> {
    pub(super) fn declare(&mut self) {
        if self.rng.chance(60) {
            let agent = self.agent(ENVIRONMENT);
            self.agents.push(agent);
        }
        let ordinary = match self.options.crowd {
            Crowd::Few => 1 + self.rng.weighted(&[3, 6, 3]),
            Crowd::Several => 4 + self.rng.below(2) as usize,
        };
        for name in &AGENTS[..ordinary] {
            let agent = self.agent(name);
            self.agents.push(agent);
        }
        let mut space = 1;
        // One variable for everyone first, so that no agent goes without.
        for round in 0..VARIABLES.len() {
            for index in 0..self.agents.len() {
                if round == 0 || self.rng.chance(60) {
                    self.variable(index, &mut space);
                }
            }
        }
        self.look_at_environment();
    }

    pub(super) fn agent(&mut self, name: &str) -> AgentSpec {
        let idle = name == ENVIRONMENT && self.rng.chance(30);
        let actions = if idle { 0 } else { 1 + self.rng.weighted(&[1, 5, 3]) };
        AgentSpec {
            name: name.to_owned(),
            observable: Vec::new(),
            lobsvars: Vec::new(),
            variables: Vec::new(),
            red: None,
            actions: ACTIONS[..actions].iter().map(|&action| action.to_owned()).collect(),
            protocol: Vec::new(),
            evolution: Vec::new(),
        }
    }

    /// Adds a variable, unless there would be too many combinations of values.
    fn variable(&mut self, agent: usize, space: &mut u64) {
        let kind = self.kind();
        let kind = if *space * kind.size() <= self.options.max_space { kind } else { TypeSpec::Bool };
        let fits = *space * kind.size() <= self.options.max_space;
        let is_first = self.agents[agent].all_variables().next().is_none();
        if !fits && !is_first {
            return;
        }
        let kind = if fits { kind } else { TypeSpec::Int(2, 2) };
        *space *= kind.size();
        let name = VARIABLES[self.agents[agent].all_variables().count()].to_owned();
        let variable = VarSpec { name, kind };
        if self.agents[agent].is_environment() && self.rng.chance(50) {
            self.agents[agent].observable.push(variable);
        } else {
            self.agents[agent].variables.push(variable);
        }
    }

    fn kind(&mut self) -> TypeSpec {
        match self.rng.weighted(&[4, 5, 2]) {
            0 => TypeSpec::Bool,
            1 => {
                let low = [-2, -1, 0, 0, 0, 1, 3][self.rng.below(7) as usize];
                let size = [1, 2, 3, 4, 5][self.rng.weighted(&[1, 4, 12, 8, 2])];
                TypeSpec::Int(low, low + size - 1)
            }
            _ => {
                let names = ENUMS[self.rng.weighted(&[8, 8, 4, 4, 1])];
                TypeSpec::Enum(names.iter().map(|&name| name.to_owned()).collect())
            }
        }
    }

    fn look_at_environment(&mut self) {
        let Some(environment) = self.agents.first().filter(|first| first.is_environment()).cloned() else { return };
        for agent in 1..self.agents.len() {
            let private: Vec<String> = environment.variables.iter().map(|it| it.name.clone()).collect();
            self.agents[agent].lobsvars = self.rng.some(&private, 40);
            // Listing what everyone sees anyway is allowed.
            let public: Vec<String> = environment.observable.iter().map(|it| it.name.clone()).collect();
            let repeated = self.rng.some(&public, 5);
            self.agents[agent].lobsvars.extend(repeated);
        }
    }
}
