//! One formula with its variables, and the groups that come into question.

use super::outcome::SynthError;
use super::request::{GroupConstraint, NamedGroup, SynthRequest};
use super::{Candidates, Space};
use crate::select::Selected;
use savoir_check::{Budget, Stop};
use savoir_groups::{GroupSet, Valuation};
use savoir_model::{AgentId, Coalition, CoalitionId, Model, SoughtGroup, SoughtKind};
use savoir_syntax::closest;

/// A formula whose groups are sought.
pub(super) struct Question {
    pub(super) selected: Selected,
    pub(super) variables: Vec<SoughtGroup>,
    /// The constraints that are about its variables.
    constraints: Vec<Constraint>,
    /// The choice of groups that is asked about.
    pub(super) chosen: Option<Valuation>,
}

/// What a variable must be like, by places among the candidates.
struct Constraint {
    variable: usize,
    rule: Rule,
}

#[derive(Clone)]
enum Rule {
    Require(Vec<usize>),
    Forbid(Vec<usize>),
    Together(Vec<usize>),
    Split(Vec<usize>),
    Size(std::ops::RangeInclusive<usize>),
}

/// The agents that may be in groups.
pub(super) fn candidates(model: &Model, who: Candidates) -> Vec<AgentId> {
    let first = match who {
        // The environment is the first agent.
        Candidates::Agents => 1,
        Candidates::AgentsAndEnvironment => 0,
    };
    model.agent_ids().skip(first).collect()
}

impl Question {
    pub(super) fn new(
        model: &Model,
        candidates: &[AgentId],
        selected: Selected,
        request: &SynthRequest,
    ) -> Result<Question, SynthError> {
        let variables = model.formulas.sought_groups(selected.property.formula);
        let names = Names { model, candidates, variables: &variables };
        let mut constraints = Vec::new();
        for constraint in &request.constraints {
            let (named, rule): (&Option<String>, Rule) = match constraint {
                GroupConstraint::Require(group) => (&group.variable, Rule::Require(names.agents(group)?)),
                GroupConstraint::Forbid(group) => (&group.variable, Rule::Forbid(names.agents(group)?)),
                GroupConstraint::Together(group) => (&group.variable, Rule::Together(names.agents(group)?)),
                GroupConstraint::Split(group) => (&group.variable, Rule::Split(names.agents(group)?)),
                GroupConstraint::Size(variable, range) => (variable, Rule::Size(range.clone())),
            };
            constraints.extend(names.places(named).map(|variable| Constraint { variable, rule: rule.clone() }));
        }
        let chosen = names.chosen(selected.index, &request.chosen)?;
        Ok(Question { selected, variables, constraints, chosen })
    }

    /// What the variables are called in the pool of formulas.
    pub(super) fn coalitions(&self, model: &mut Model) -> Vec<CoalitionId> {
        let variable = |group: &SoughtGroup| model.formulas.add_coalition(Coalition::Variable(group.name.clone()));
        self.variables.iter().map(variable).collect()
    }

    /// All choices of groups that come into question. Groups have members, unless somebody asks for empty ones.
    pub(super) fn possible(&self, space: &Space, budget: &Budget) -> Result<GroupSet, Stop> {
        let groups = &space.groups;
        let found = (|| {
            let mut possible = groups.all();
            for (place, variable) in self.variables.iter().enumerate() {
                let sized = self.constraints.iter().any(|it| it.variable == place && matches!(it.rule, Rule::Size(_)));
                let size = match variable.kind {
                    SoughtKind::Agent => groups.single(place)?,
                    SoughtKind::Group if sized => continue,
                    SoughtKind::Group => groups.nonempty(place)?,
                };
                possible = groups.and(&possible, &size)?;
            }
            for Constraint { variable, rule } in &self.constraints {
                let set = match rule {
                    Rule::Require(agents) => groups.require(*variable, agents)?,
                    Rule::Forbid(agents) => groups.forbid(*variable, agents)?,
                    Rule::Together(agents) => groups.together(*variable, agents)?,
                    Rule::Split(agents) => groups.split(*variable, agents)?,
                    Rule::Size(range) => groups.size(*variable, range.clone())?,
                };
                possible = groups.and(&possible, &set)?;
            }
            Ok(possible)
        })();
        space.stop(found, budget)
    }
}

/// What names mean.
struct Names<'a> {
    model: &'a Model,
    candidates: &'a [AgentId],
    variables: &'a [SoughtGroup],
}

impl Names<'_> {
    /// The variables that something is about: that with a name, or all.
    fn places(&self, named: &Option<String>) -> impl Iterator<Item = usize> {
        let is_meant = |group: &SoughtGroup| named.as_ref().is_none_or(|name| *name == group.name);
        let places: Vec<usize> = (0..self.variables.len()).filter(|place| is_meant(&self.variables[*place])).collect();
        places.into_iter()
    }

    /// Agents by their places among the candidates; the name of a group stands for its members.
    fn agents(&self, group: &NamedGroup) -> Result<Vec<usize>, SynthError> {
        let mut found = Vec::new();
        for name in &group.agents {
            let place = |agent: &AgentId| self.candidates.iter().position(|candidate| candidate == agent);
            let agent = self.candidates.iter().position(|agent| self.model.agent(*agent).name == *name);
            let members = self.model.groups.iter().find(|group| group.name == *name);
            let members = members.map(|group| group.members.iter().map(place).collect::<Option<Vec<usize>>>());
            match (agent, members) {
                (Some(agent), _) => found.push(agent),
                (None, Some(Some(members))) => found.extend(members),
                // Everybody else is a candidate.
                (None, Some(None)) => return Err(SynthError::Environment),
                (None, None) => return Err(self.unknown(name)),
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn unknown(&self, name: &str) -> SynthError {
        if self.model.agents.first().is_some_and(|environment| environment.name == name) {
            return SynthError::Environment;
        }
        let agents = self.candidates.iter().map(|agent| self.model.agent(*agent).name.as_str());
        let groups = self.model.groups.iter().map(|group| group.name.as_str());
        let closest = closest(name, agents.chain(groups)).map(str::to_owned);
        SynthError::UnknownAgent { name: name.to_owned(), closest }
    }

    /// The choice of groups that is asked about, one for each variable; `None` if the groups are about other variables.
    fn chosen(&self, index: usize, groups: &[NamedGroup]) -> Result<Option<Valuation>, SynthError> {
        let mut given: Vec<Option<Vec<usize>>> = vec![None; self.variables.len()];
        for group in groups {
            let agents = self.agents(group)?;
            let again = self.places(&group.variable).find(|place| given[*place].is_some());
            match (&group.variable, self.variables) {
                _ if again.is_some() => {
                    let name = self.variables[again.unwrap_or(0)].name.clone();
                    return Err(SynthError::TwoGroups { name });
                }
                (None, [_]) => given[0] = Some(agents),
                (None, variables) => {
                    let example = variables.first().map_or_else(String::new, |variable| variable.name.clone());
                    return Err(SynthError::WhichVariable { index, example });
                }
                (Some(_), _) => self.places(&group.variable).for_each(|place| given[place] = Some(agents.clone())),
            }
        }
        if given.iter().all(Option::is_none) {
            return Ok(None);
        }
        let missing = given.iter().position(Option::is_none);
        if let Some(place) = missing {
            return Err(SynthError::MissingGroup { index, name: self.variables[place].name.clone() });
        }
        let given: Vec<Vec<usize>> = given.into_iter().flatten().collect();
        let is_wrong =
            |(variable, group): &(&SoughtGroup, &Vec<usize>)| variable.kind == SoughtKind::Agent && group.len() != 1;
        if let Some((variable, _)) = self.variables.iter().zip(&given).find(is_wrong) {
            return Err(SynthError::OneAgent { index, name: variable.name.clone() });
        }
        Ok(Some(Valuation::new(given)))
    }
}

/// Whether every variable that a request names is one of some formula.
pub(super) fn check_variables(request: &SynthRequest, questions: &[Question]) -> Result<(), SynthError> {
    let of_constraint = |constraint: &GroupConstraint| match constraint {
        GroupConstraint::Require(group)
        | GroupConstraint::Forbid(group)
        | GroupConstraint::Together(group)
        | GroupConstraint::Split(group) => group.variable.clone(),
        GroupConstraint::Size(variable, _) => variable.clone(),
    };
    let named = request.constraints.iter().filter_map(of_constraint);
    let named = named.chain(request.chosen.iter().filter_map(|group| group.variable.clone()));
    let known = || questions.iter().flat_map(|question| question.variables.iter().map(|group| group.name.as_str()));
    for name in named {
        if !known().any(|variable| variable == name) {
            let closest = closest(&name, known()).map(str::to_owned);
            return Err(SynthError::UnknownVariable { name, closest });
        }
    }
    Ok(())
}
