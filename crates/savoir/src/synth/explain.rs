//! Why a choice of groups satisfies a formula, and what each member is needed for: formulas to be checked with evidence.

use super::outcome::{Example, SynthAnswer, SynthOutcome, SynthResult};
use savoir_groups::{Slot, Valuation};
use savoir_model::{AgentId, FormulaId, Model, SoughtGroup};

/// The formulas that explain a choice of groups, as texts that `check` takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
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
    if !writer.makes_sense(valuation) {
        return None;
    }
    let mut formulas = vec![writer.instance(valuation, None)];
    if *holds {
        formulas.extend(without.iter().filter_map(|(slot, known)| writer.without(valuation, *slot, *known)));
    }
    Some(Explained { formulas })
}

/// The groups without one of their members.
pub(super) fn without(valuation: &Valuation, slot: Slot) -> Valuation {
    let mut fewer = valuation.groups().to_vec();
    fewer[slot.variable].retain(|agent| *agent != slot.agent);
    Valuation::new(fewer)
}

/// Whether an instance is a formula: what a group without members knows is none.
pub(super) fn makes_sense(model: &Model, formula: FormulaId, variables: &[SoughtGroup], valuation: &Valuation) -> bool {
    let pool = &model.formulas;
    let is_empty = |name: &str| {
        let place = variables.iter().position(|variable| variable.name == name);
        place.is_some_and(|place| valuation.groups()[place].is_empty())
    };
    pool.closure(formula).into_iter().all(|part| {
        let part = pool.get(part);
        let mut sought = part.groups().into_iter().filter_map(|group| pool.coalition(group).variable());
        !part.operator().is_knowledge() || !sought.any(is_empty)
    })
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

    /// The formula without a member; `None` if it would be about what a group without members knows.
    fn without(&mut self, valuation: &Valuation, slot: Slot, known: Option<bool>) -> Option<String> {
        let fewer = without(valuation, slot);
        if !self.makes_sense(&fewer) {
            return None;
        }
        let name = &self.model.agent(self.agent(slot.agent)).name;
        let variable = match &self.result.variables[..] {
            [_] => String::new(),
            several => format!("{} ", several[slot.variable].name),
        };
        let expected = known.map_or_else(String::new, |known| format!(", expect: {known}"));
        let note = format!("name: {variable}without {name}{expected}");
        Some(self.instance(&fewer, Some(&note)))
    }

    /// Whether no group without members is to know something.
    fn makes_sense(&self, valuation: &Valuation) -> bool {
        makes_sense(&self.model, self.result.property.formula, &self.result.variables, valuation)
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
        let mut text = self.model.formula_source(instance, self.result.property.logic);
        let reading = self.result.property.reading.map(|reading| reading.name(&self.model));
        let notes: Vec<String> =
            note.map(str::to_owned).into_iter().chain(reading.map(|name| format!("atl: {name}"))).collect();
        if !notes.is_empty() {
            text += &format!(" -- {}", notes.join(", "));
        }
        text
    }
}
