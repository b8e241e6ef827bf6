//! Why a choice of groups satisfies a formula, and what each member is needed for: formulas to be checked with evidence.

use super::outcome::{Example, SynthAnswer, SynthOutcome, SynthResult};
use super::request::NamedGroup;
use savoir_groups::{Slot, Valuation};
use savoir_model::{AgentId, Formula, FormulaId, Logic, Model};

/// The formulas that explain a choice of groups, as texts that `check` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The choice that is explained: the members of each variable, by name.
    pub groups: Vec<NamedGroup>,
    /// The formula with these groups, and after it one for each member: the formula without this member.
    pub formulas: Vec<String>,
}

/// The formulas that explain the chosen groups of a result, or else its first minimal ones; `None` if there are none.
/// Formulas without a member are part of it where that says something: if the choice satisfies the formula.
#[must_use]
pub fn explain_groups(outcome: &SynthOutcome, result: &SynthResult) -> Option<Explained> {
    let SynthAnswer::Found(found) = &result.answer else { return None };
    let Example { valuation, holds, without } = found.example.as_ref()?;
    let mut writer = Writer { model: outcome.model.as_ref().clone(), outcome, result };
    let mut formulas = vec![writer.instance(valuation, None)];
    if *holds {
        formulas.extend(without.iter().filter_map(|(slot, known)| writer.without(valuation, *slot, *known)));
    }
    Some(Explained { groups: writer.named(valuation), formulas })
}

struct Writer<'a> {
    model: Model,
    outcome: &'a SynthOutcome,
    result: &'a SynthResult,
}

impl Writer<'_> {
    fn agent(&self, place: usize) -> AgentId {
        self.outcome.candidates[place]
    }

    fn named(&self, valuation: &Valuation) -> Vec<NamedGroup> {
        let name = |place: &usize| self.model.agent(self.agent(*place)).name.clone();
        let groups = self.result.variables.iter().zip(valuation.groups());
        groups
            .map(|(variable, group)| NamedGroup {
                variable: Some(variable.name.clone()),
                agents: group.iter().map(name).collect(),
            })
            .collect()
    }

    /// The formula without a member; `None` if it would be about what a group without members knows.
    fn without(&mut self, valuation: &Valuation, slot: Slot, known: Option<bool>) -> Option<String> {
        let Slot { variable: place, agent: member } = slot;
        let mut groups = valuation.groups().to_vec();
        groups[place].retain(|other| *other != member);
        let formula = self.result.property.formula;
        let is_known = self.model.formulas.closure(formula).into_iter().any(|part| {
            let formula = self.model.formulas.get(part);
            formula.operator().is_knowledge() && self.mentions(formula, place)
        });
        if groups[place].is_empty() && is_known {
            return None;
        }
        let name = self.model.agent(self.agent(member)).name.clone();
        let expected = known.map_or_else(String::new, |known| format!(", expect: {known}"));
        let note = format!("name: without {name}{expected}");
        Some(self.instance(&Valuation::new(groups), Some(&note)))
    }

    /// Whether an operator is about a variable.
    fn mentions(&self, formula: &Formula, place: usize) -> bool {
        let name = self.result.variables[place].name.as_str();
        formula.groups().into_iter().any(|group| self.model.formulas.coalition(group).variable() == Some(name))
    }

    /// The formula with groups in place of its variables, as a text with annotations.
    fn instance(&mut self, valuation: &Valuation, note: Option<&str>) -> String {
        let groups: Vec<(&str, Vec<AgentId>)> = self
            .result
            .variables
            .iter()
            .zip(valuation.groups())
            .map(|(variable, group)| (variable.name.as_str(), group.iter().map(|place| self.agent(*place)).collect()))
            .collect();
        let instance = self.model.instance(self.result.property.formula, &groups);
        let mut text = self.text(instance);
        let reading = self.result.property.reading.map(|reading| reading.name(&self.model));
        let notes: Vec<String> =
            note.map(str::to_owned).into_iter().chain(reading.map(|name| format!("atl: {name}"))).collect();
        if !notes.is_empty() {
            text += &format!(" -- {}", notes.join(", "));
        }
        text
    }

    fn text(&self, formula: FormulaId) -> String {
        // The quantifier of LTL is not written.
        let path = self.model.formulas.get(formula).quantified().map_or(formula, |(_, path)| path);
        match self.result.property.logic {
            Logic::Plain => self.model.formula_brief(formula),
            Logic::CtlStar => format!("CTL* {}", self.model.formula_brief(formula)),
            Logic::Ltl => format!("LTL {}", self.model.formula_brief(path)),
        }
    }
}
