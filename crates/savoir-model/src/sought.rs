//! Groups that are sought: which variables a formula has, and what it says once they have members.
//!
//! `?Y` stands for a group of agents that is not known yet. Under `K` it stands for a single agent, wherever else in the same
//! formula it occurs. A formula with variables has no truth value; each of its [instances](Model::instance) has one.

use crate::{AgentId, Coalition, CoalitionId, Formula, FormulaId, FormulaPool, Model, Operator, Temporal};
use rustc_hash::FxHashSet;

/// A group variable of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoughtGroup {
    /// Its name, without the question mark.
    pub name: String,
    /// What it stands for.
    pub kind: SoughtKind,
}

/// What a group variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoughtKind {
    /// Any group: it stands under `GK`, `GCK`, `DK` and `<…>` only.
    Group,
    /// One agent: it stands under `K`.
    Agent,
}

impl FormulaPool {
    /// The first group variable in a formula, in the order of writing.
    #[must_use]
    pub fn group_variable(&self, id: FormulaId) -> Option<&str> {
        self.written(id).find_map(|(_, name)| name)
    }

    /// The group variables of a formula, each once, in the order of writing.
    #[must_use]
    pub fn sought_groups(&self, id: FormulaId) -> Vec<SoughtGroup> {
        let mut found: Vec<SoughtGroup> = Vec::new();
        for (operator, name) in self.written(id) {
            let Some(name) = name else { continue };
            let kind = if operator == Operator::SoughtKnows { SoughtKind::Agent } else { SoughtKind::Group };
            match found.iter_mut().find(|known| known.name == name) {
                Some(known) if kind == SoughtKind::Agent => known.kind = kind,
                Some(_) => {}
                None => found.push(SoughtGroup { name: name.to_owned(), kind }),
            }
        }
        found
    }

    /// The operators of a formula in the order of writing, equal parts once, each with the variable it is applied to.
    fn written(&self, id: FormulaId) -> impl Iterator<Item = (Operator, Option<&str>)> {
        let mut open = vec![id];
        let mut seen = FxHashSet::default();
        std::iter::from_fn(move || {
            let next = std::iter::from_fn(|| open.pop()).find(|part| seen.insert(*part))?;
            let formula = self.get(next);
            open.extend(formula.operands().into_iter().rev());
            let groups = formula.groups().into_iter();
            let name = groups.map(|group| self.coalition(group)).find_map(Coalition::variable);
            Some((formula.operator(), name))
        })
    }
}

impl Coalition {
    /// The name of a group variable, if it is one.
    #[must_use]
    pub fn variable(&self) -> Option<&str> {
        match self {
            Coalition::Variable(name) => Some(name),
            Coalition::Agents { .. } => None,
        }
    }
}

impl Model {
    /// The formula with groups in place of its variables: each by name with its members, sorted. Variables that are not
    /// given stay.
    pub fn instance(&mut self, formula: FormulaId, groups: &[(&str, Vec<AgentId>)]) -> FormulaId {
        let parts = self.formulas.closure(formula);
        let mut instances: Vec<FormulaId> = Vec::with_capacity(parts.len());
        for part in &parts {
            let instance_of = |operand: FormulaId| {
                let place = parts.binary_search(&operand);
                place.map_or(operand, |place| instances[place])
            };
            let written = self.formulas.get(*part).clone();
            let renewed = written.map(instance_of, |group| self.given(group, groups));
            let renewed = self.without_search(renewed);
            instances.push(self.formulas.add(renewed));
        }
        instances.last().copied().unwrap_or(formula)
    }

    /// The group in place of another one: its agents, if it is a variable that is given.
    fn given(&mut self, group: CoalitionId, groups: &[(&str, Vec<AgentId>)]) -> CoalitionId {
        let name = self.formulas.coalition(group).variable();
        let Some((_, members)) = groups.iter().find(|(given, _)| Some(*given) == name) else { return group };
        let label = self.agents_text(members);
        self.formulas.add_coalition(Coalition::Agents { members: members.clone(), label })
    }

    /// What somebody knows who is not sought any more: one agent, or by definition everybody in a group.
    fn without_search(&self, formula: Formula) -> Formula {
        let Formula::SoughtKnows(group, f) = formula else { return formula };
        match self.formulas.coalition(group) {
            Coalition::Variable(_) => formula,
            Coalition::Agents { members, .. } => match members[..] {
                [agent] => Formula::Knows(agent, f),
                _ => Formula::Everyone(group, f),
            },
        }
    }

    /// Agents in braces, as formulas name a group: `{A, B}`.
    #[must_use]
    pub fn agents_text(&self, agents: &[AgentId]) -> String {
        let names: Vec<&str> = agents.iter().map(|agent| self.agent(*agent).name.as_str()).collect();
        format!("{{{}}}", names.join(", "))
    }
}

impl Formula {
    /// The same operator with other parts and groups.
    pub(crate) fn map(
        &self,
        part: impl Fn(FormulaId) -> FormulaId,
        mut group: impl FnMut(CoalitionId) -> CoalitionId,
    ) -> Formula {
        let temporal = |temporal: &Temporal| match *temporal {
            Temporal::Next(f) => Temporal::Next(part(f)),
            Temporal::Finally(f) => Temporal::Finally(part(f)),
            Temporal::Globally(f) => Temporal::Globally(part(f)),
            Temporal::Until(f, g) => Temporal::Until(part(f), part(g)),
        };
        match self {
            Formula::True
            | Formula::False
            | Formula::Prop(_)
            | Formula::Condition(_)
            | Formula::Red(_)
            | Formula::Green(_) => self.clone(),
            Formula::Not(f) => Formula::Not(part(*f)),
            Formula::And(parts) => Formula::And(parts.iter().map(|f| part(*f)).collect()),
            Formula::Or(parts) => Formula::Or(parts.iter().map(|f| part(*f)).collect()),
            Formula::Implies(f, g) => Formula::Implies(part(*f), part(*g)),
            Formula::Iff(f, g) => Formula::Iff(part(*f), part(*g)),
            Formula::Ctl(quantifier, inner) => Formula::Ctl(*quantifier, temporal(inner)),
            Formula::Enforce(coalition, inner) => Formula::Enforce(group(*coalition), temporal(inner)),
            Formula::Knows(agent, f) => Formula::Knows(*agent, part(*f)),
            Formula::SoughtKnows(who, f) => Formula::SoughtKnows(group(*who), part(*f)),
            Formula::KnowsAssuming(agent, other, f) => Formula::KnowsAssuming(*agent, *other, part(*f)),
            Formula::Everyone(who, f) => Formula::Everyone(group(*who), part(*f)),
            Formula::Distributed(who, f) => Formula::Distributed(group(*who), part(*f)),
            Formula::Common(who, f) => Formula::Common(group(*who), part(*f)),
            Formula::Obliged(agent, f) => Formula::Obliged(*agent, part(*f)),
            Formula::Quantified(quantifier, f) => Formula::Quantified(*quantifier, part(*f)),
            Formula::Path(inner) => Formula::Path(temporal(inner)),
        }
    }
}
