//! After something was removed: what mentions it goes as well.
//!
//! A condition or formula about something that is gone becomes `true`, a modal operator of an agent that is gone
//! becomes its operand, an assignment from or to a variable that is gone is dropped. So removing an agent leaves a model
//! that still resolves.

use super::spec::{AgentSpec, Cond, ENVIRONMENT, Form, GroupRef, RandomModel, Rhs, Term, VarRef};

impl RandomModel {
    /// Removes every mention of what is not declared.
    pub(super) fn tidy(&mut self) {
        let declared = self.clone();
        let known = Known { model: &declared };
        for agent in &mut self.agents {
            known.tidy_agent(agent);
        }
        for condition in self.propositions.iter_mut().map(|p| &mut p.condition).chain([&mut self.initial]) {
            known.tidy_condition(condition, None);
        }
        for group in &mut self.groups {
            group.members.retain(|name| known.agent(name));
        }
        for formula in self.fairness.iter_mut().chain(self.properties.iter_mut().map(|p| &mut p.formula)) {
            *formula = known.tidied(formula);
        }
    }
}

/// What is declared.
struct Known<'m> {
    model: &'m RandomModel,
}

impl Known<'_> {
    fn agent(&self, name: &str) -> bool {
        name == ENVIRONMENT || self.model.agents.iter().any(|agent| agent.name == name)
    }

    fn variable(&self, var: &VarRef) -> bool {
        let agent = self.model.agents.iter().find(|agent| agent.name == var.agent);
        agent.is_some_and(|agent| agent.all_variables().any(|known| known.name == var.name))
    }

    fn action(&self, agent: &str, action: &str) -> bool {
        let agent = self.model.agents.iter().find(|known| known.name == agent);
        agent.is_some_and(|agent| agent.actions.iter().any(|known| known == action))
    }

    fn tidy_agent(&self, agent: &mut AgentSpec) {
        let name = agent.name.clone();
        let own = |variable: &str| VarRef { agent: name.clone(), name: variable.to_owned() };
        let seen = |variable: &str| VarRef { agent: ENVIRONMENT.to_owned(), name: variable.to_owned() };
        agent.lobsvars.retain(|variable| self.variable(&seen(variable)));
        if let Some(red) = &mut agent.red {
            self.tidy_condition(red, Some(&name));
        }
        for line in &mut agent.protocol {
            line.actions.retain(|action| self.action(&name, action));
            if let Some(guard) = &mut line.guard {
                self.tidy_condition(guard, Some(&name));
            }
        }
        for line in &mut agent.evolution {
            line.assignments.retain(|it| self.variable(&own(&it.target)) && self.value(&it.value));
            for assignment in &mut line.assignments {
                if let Rhs::Truth(condition) = &mut assignment.value {
                    self.tidy_condition(condition, Some(&name));
                }
            }
            self.tidy_condition(&mut line.guard, Some(&name));
        }
        agent.evolution.retain(|line| !line.assignments.is_empty());
    }

    fn value(&self, value: &Rhs) -> bool {
        match value {
            Rhs::Truth(_) | Rhs::Value(_) => true,
            Rhs::Number(number) => self.term(number),
            Rhs::Copy(var) => self.variable(var),
        }
    }

    fn term(&self, number: &Term) -> bool {
        match number {
            Term::Literal(_) => true,
            Term::Var(var) => self.variable(var),
            Term::Minus(a) => self.term(a),
            Term::Binary(_, a, b) => self.term(a) && self.term(b),
        }
    }

    fn tidy_condition(&self, condition: &mut Cond, scope: Option<&str>) {
        let kept = match condition {
            Cond::Constant(_) => true,
            Cond::Flag(var) | Cond::IsValue(_, var, _) => self.variable(var),
            Cond::Compare(_, a, b) => self.term(a) && self.term(b),
            Cond::SameValue(_, a, b) => self.variable(a) && self.variable(b),
            Cond::Action(test) => {
                let agent = test.agent.as_deref().or(scope);
                agent.is_some_and(|agent| self.action(agent, &test.action))
            }
            Cond::SameTruth(_, a, b) => {
                self.tidy_condition(a, scope);
                self.tidy_condition(b, scope);
                true
            }
            Cond::Not(_, a) => {
                self.tidy_condition(a, scope);
                true
            }
            Cond::Chain(_, parts) => {
                parts.iter_mut().for_each(|part| self.tidy_condition(part, scope));
                true
            }
        };
        if !kept {
            *condition = Cond::Constant(true);
        }
    }

    fn tidied(&self, form: &Form) -> Form {
        let boxed = |f: &Form| Box::new(self.tidied(f));
        let group = |group: &GroupRef| match group {
            GroupRef::Named(name) => {
                let known = self.agent(name) || self.model.groups.iter().any(|group| group.name == *name);
                known.then(|| group.clone())
            }
            GroupRef::Listed(names) => {
                Some(GroupRef::Listed(names.iter().filter(|name| self.agent(name)).cloned().collect()))
            }
        };
        match form {
            Form::Constant(_) => form.clone(),
            Form::Prop(name) => {
                let known = self.model.propositions.iter().any(|known| known.name == *name);
                if known { form.clone() } else { Form::Constant(true) }
            }
            Form::Condition(condition) => {
                let mut condition = condition.clone();
                self.tidy_condition(&mut condition, None);
                Form::Condition(condition)
            }
            Form::Colour(agent, _) => {
                if self.agent(agent) {
                    form.clone()
                } else {
                    Form::Constant(true)
                }
            }
            Form::Not(f) => Form::Not(boxed(f)),
            Form::Chain(op, parts) => Form::Chain(*op, parts.iter().map(|part| self.tidied(part)).collect()),
            Form::Prefix(op, f) => Form::Prefix(op, boxed(f)),
            Form::Until(quantifier, f, g) => Form::Until(*quantifier, boxed(f), boxed(g)),
            Form::Enforce(g, op, f) => match group(g) {
                Some(g) => Form::Enforce(g, op, boxed(f)),
                None => self.tidied(f),
            },
            Form::EnforceUntil(g, f, h) => match group(g) {
                Some(g) => Form::EnforceUntil(g, boxed(f), boxed(h)),
                None => self.tidied(h),
            },
            Form::Agent(op, agents, f) => {
                if agents.iter().all(|agent| self.agent(agent)) {
                    Form::Agent(op, agents.clone(), boxed(f))
                } else {
                    self.tidied(f)
                }
            }
            Form::Group(op, g, f) => match group(g) {
                Some(g) if g != GroupRef::Listed(Vec::new()) => Form::Group(op, g, boxed(f)),
                _ => self.tidied(f),
            },
        }
    }
}
