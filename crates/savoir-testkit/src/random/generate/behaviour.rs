//! Protocols, evolutions, red states, propositions and initial states.

use super::{Generator, Scope, Style};
use crate::random::spec::{
    AgentSpec, Arithmetic, Assignment, Cond, Connective, EvolutionSpec, PropositionSpec, ProtocolSpec, Rhs, Semantics,
    Term, TypeSpec, VarRef, VarSpec,
};

/// There are at most so many initial states.
const MAX_INITIAL: u64 = 8;

impl Generator<'_> {
    pub(super) fn behave(&mut self) {
        for index in 0..self.agents.len() {
            let agent = self.agents[index].clone();
            let (local, guard) = (self.local(&agent), self.guard_scope(&agent));
            let red = self.rng.chance(40).then(|| self.condition(&local, 1));
            let protocol = self.protocol(&agent, &local);
            let evolution = self.evolution(&agent, &local, &guard);
            self.agents[index] = AgentSpec { red, protocol, evolution, ..agent };
        }
    }

    pub(super) fn protocol(&mut self, agent: &AgentSpec, local: &Scope) -> Vec<ProtocolSpec> {
        let open = agent.is_environment() && (agent.actions.is_empty() || self.rng.chance(30));
        if open {
            return Vec::new();
        }
        let count = self.rng.weighted(&[4, 4, 3, 1]);
        let mut lines: Vec<ProtocolSpec> = (0..count)
            .map(|_| ProtocolSpec { guard: Some(self.condition(local, 1)), actions: self.some_actions(agent) })
            .collect();
        if lines.is_empty() || self.style == Style::Careful || self.rng.chance(50) {
            let actions = if self.rng.chance(50) { agent.actions.clone() } else { self.some_actions(agent) };
            lines.push(ProtocolSpec { guard: None, actions });
        }
        lines
    }

    /// Some actions, at least one; rarely none in a risky model.
    fn some_actions(&mut self, agent: &AgentSpec) -> Vec<String> {
        if self.style == Style::Risky && self.rng.chance(4) {
            return Vec::new();
        }
        let some = self.rng.some(&agent.actions, 55);
        if some.is_empty() { self.rng.pick(&agent.actions).cloned().into_iter().collect() } else { some }
    }

    pub(super) fn evolution(&mut self, agent: &AgentSpec, local: &Scope, guard: &Scope) -> Vec<EvolutionSpec> {
        if agent.is_environment() && self.rng.chance(15) {
            return Vec::new();
        }
        let variables: Vec<VarSpec> = agent.all_variables().cloned().collect();
        let mut lines = Vec::new();
        for variable in &variables {
            for _ in 0..1 + self.rng.weighted(&[3, 5, 2]) {
                let mut assigned = vec![variable.clone()];
                if self.semantics != Semantics::Single {
                    let others: Vec<VarSpec> = variables.iter().filter(|it| *it != variable).cloned().collect();
                    assigned.extend(self.rng.some(&others, 30));
                }
                lines.push(self.line(agent, &assigned, local, guard));
            }
        }
        lines
    }

    pub(super) fn line(
        &mut self,
        agent: &AgentSpec,
        assigned: &[VarSpec],
        local: &Scope,
        guard: &Scope,
    ) -> EvolutionSpec {
        let mut conditions = Vec::new();
        if self.rng.chance(75) && !agent.actions.is_empty() {
            conditions.push(self.action_test(guard));
        }
        if conditions.is_empty() || self.rng.chance(25) {
            conditions.push(self.condition(guard, 1));
        }
        let mut assignments = Vec::new();
        for variable in assigned {
            let own = VarRef { agent: agent.name.clone(), name: variable.name.clone() };
            let (value, needed) = self.value(&own, &variable.kind, local);
            conditions.extend(needed);
            assignments.push(Assignment { target: variable.name.clone(), value });
        }
        let guard = match conditions.pop() {
            Some(only) if conditions.is_empty() => only,
            last => Cond::Chain(Connective::And, conditions.into_iter().chain(last).collect()),
        };
        EvolutionSpec { assignments, guard }
    }

    /// A next value for a variable, with what keeps it in range if the model is to be careful.
    fn value(&mut self, own: &VarRef, kind: &TypeSpec, local: &Scope) -> (Rhs, Option<Cond>) {
        match kind {
            TypeSpec::Bool => (Rhs::Truth(self.truth_value(own, local)), None),
            TypeSpec::Enum(values) => {
                let equal = local.without(own).of_kind(|other| other == kind);
                let copied = if self.rng.chance(30) { self.rng.pick(&equal).cloned() } else { None };
                let value = self.rng.pick(values).cloned().unwrap_or_default();
                (copied.map_or(Rhs::Value(value), |(var, _)| Rhs::Copy(var)), None)
            }
            TypeSpec::Int(low, high) => {
                let (number, needed) = self.number_value(own, *low, *high, local);
                (Rhs::Number(number), needed)
            }
        }
    }

    fn truth_value(&mut self, own: &VarRef, local: &Scope) -> Cond {
        let flag = Cond::Flag(own.clone());
        let others = local.without(own);
        match self.rng.weighted(&[5, 2, 5, 2]) {
            0 => Cond::Constant(self.rng.chance(50)),
            1 => {
                let flags = others.flags();
                self.rng.pick(&flags).map_or(Cond::Not("~", Box::new(flag)), |(var, _)| Cond::Flag(var.clone()))
            }
            2 => self.bits(&others, flag),
            _ => self.condition(local, 1),
        }
    }

    fn number_value(&mut self, own: &VarRef, low: i64, high: i64, local: &Scope) -> (Term, Option<Cond>) {
        let itself = || Term::Var(own.clone());
        let binary = |op, a, b| Term::Binary(op, Box::new(a), Box::new(b));
        let careful = self.style == Style::Careful;
        match self.rng.weighted(&[3, 2, 3, 3, 2, 4]) {
            0 => (Term::Literal(self.rng.between(low, high)), None),
            1 => {
                // Ranges must have a value in common; a careful model wants all of them.
                let fitting = local.without(own).of_kind(|kind| match *kind {
                    TypeSpec::Int(from, to) if careful => low <= from && to <= high,
                    TypeSpec::Int(from, to) => from <= high && low <= to,
                    _ => false,
                });
                let value = Term::Literal(self.rng.between(low, high));
                (self.rng.pick(&fitting).map_or(value, |(var, _)| Term::Var(var.clone())), None)
            }
            2 => {
                let room = Cond::Compare("<", itself(), Term::Literal(high));
                (binary(Arithmetic::Add, itself(), Term::Literal(1)), careful.then_some(room))
            }
            3 => {
                let room = Cond::Compare(">", itself(), Term::Literal(low));
                (binary(Arithmetic::Subtract, itself(), Term::Literal(1)), careful.then_some(room))
            }
            4 => (binary(Arithmetic::Subtract, Term::Literal(low + high), itself()), None),
            _ => {
                let number = self.arithmetic(local, itself());
                let at_least = Cond::Compare(">=", number.clone(), Term::Literal(low));
                let at_most = Cond::Compare("<=", number.clone(), Term::Literal(high));
                let inside = Cond::Chain(Connective::And, vec![at_least, at_most]);
                (number, careful.then_some(inside))
            }
        }
    }

    pub(super) fn propositions(&mut self) -> Vec<PropositionSpec> {
        let global = self.global();
        let names = &["p", "q", "r", "s"][..2 + self.rng.below(3) as usize];
        let proposition =
            |name: &&str| PropositionSpec { name: (*name).to_owned(), condition: self.condition(&global, 2) };
        names.iter().map(proposition).collect()
    }

    /// A condition that a state chosen here satisfies: for each variable its value, several values, the
    /// value of an earlier one, or nothing.
    pub(super) fn initial(&mut self) -> Cond {
        let mut conditions = Vec::new();
        let mut count = 1;
        let variables = self.global().variables;
        for (index, (var, kind)) in variables.iter().enumerate() {
            let first = self.is_some_value(var, kind);
            let like: Vec<VarRef> =
                variables[..index].iter().filter(|(_, other)| other == kind).map(|(other, _)| other.clone()).collect();
            match self.rng.weighted(&[12, 4, 2, 1]) {
                1 if count * kind.size() <= MAX_INITIAL => count *= kind.size(),
                2 if count * 2 <= MAX_INITIAL => {
                    count *= 2;
                    let second = self.is_some_value(var, kind);
                    conditions.push(Cond::Chain(Connective::Or, vec![first, second]));
                }
                3 => conditions.push(self.rng.pick(&like).map_or(first, |other| equal(kind, var, other))),
                _ => conditions.push(first),
            }
        }
        if conditions.len() > 1 && self.rng.chance(15) {
            let another = conditions.clone().split_off(conditions.len() / 2);
            let some = Cond::Chain(Connective::And, conditions);
            return Cond::Chain(Connective::Or, vec![some, all_of(another)]);
        }
        all_of(conditions)
    }

    pub(super) fn is_some_value(&mut self, var: &VarRef, kind: &TypeSpec) -> Cond {
        match kind {
            TypeSpec::Bool => {
                let constant = Cond::Constant(self.rng.chance(50));
                Cond::SameTruth("=", Box::new(Cond::Flag(var.clone())), Box::new(constant))
            }
            TypeSpec::Int(low, high) => {
                Cond::Compare("=", Term::Var(var.clone()), Term::Literal(self.rng.between(*low, *high)))
            }
            TypeSpec::Enum(values) => {
                Cond::IsValue("=", var.clone(), self.rng.pick(values).cloned().unwrap_or_default())
            }
        }
    }
}

/// The two variables, both of this kind, have the same value.
fn equal(kind: &TypeSpec, a: &VarRef, b: &VarRef) -> Cond {
    let (a, b) = (a.clone(), b.clone());
    match kind {
        TypeSpec::Bool => Cond::SameTruth("=", Box::new(Cond::Flag(a)), Box::new(Cond::Flag(b))),
        TypeSpec::Int(..) => Cond::Compare("=", Term::Var(a), Term::Var(b)),
        TypeSpec::Enum(_) => Cond::SameValue("=", a, b),
    }
}

/// A conjunction, of however many.
pub(super) fn all_of(mut conditions: Vec<Cond>) -> Cond {
    match conditions.len() {
        0 => Cond::Constant(true),
        1 => conditions.remove(0),
        _ => Cond::Chain(Connective::And, conditions),
    }
}
