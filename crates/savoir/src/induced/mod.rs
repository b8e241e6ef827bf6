//! Formulas about induced models: whether some agents have a uniform strategy such that the model where they follow it
//! satisfies the formula. `savoir-testkit` has the definition (`semantics/induced.rs`).
//!
//! The number of strategies is exponential in the number of observations, but few of them differ where it matters. The
//! [search](search) makes choices one by one and bounds what all completions have in common. States are met when a
//! restricted model comes to them ([`arena`]), by single steps that every engine shares: the models that strategies induce
//! are often far smaller than the model itself.

mod arena;
mod bounds;
mod certain;
mod choices;
mod fair_games;
mod partial;
mod paths;
mod record;
mod search;
mod system;
mod tuning;

pub use record::InducedRecord;

use arena::{Arena, Merging};
use choices::has_choices;
use partial::Scope;
use savoir_check::{Budget, Checker, SingleSteps, Stop, System, Verdict};
use savoir_model::{AgentId, Formula, FormulaId, Model, Restricted, Semantics};
use search::Search;
use tuning::InducedTuning;

/// The answer to a formula about induced models.
pub(crate) struct InducedAnswer {
    pub(crate) verdict: Verdict,
    pub(crate) record: InducedRecord,
}

impl InducedAnswer {
    /// There is none, since a limit was met.
    fn stopped(stop: Stop) -> InducedAnswer {
        let record = InducedRecord { is_unfinished: true, ..InducedRecord::default() };
        InducedAnswer { verdict: Verdict::Unknown(stop), record }
    }
}

/// The induced models of a model.
pub(crate) struct InducedModels<'m> {
    arena: Arena<'m>,
    tuning: InducedTuning,
}

impl<'m> InducedModels<'m> {
    /// The induced models of the model of a system, with single steps of it.
    fn new<S: System>(model: &'m Model, system: &'m S, steps: &'m dyn SingleSteps) -> Result<InducedModels<'m>, Stop> {
        let initial = system.list(&system.initial())?;
        let budget: &'m Budget = system.budget();
        Ok(InducedModels { arena: Arena::new(model, steps, budget, &initial)?, tuning: InducedTuning::default() })
    }

    /// Whether a formula is true of one of them.
    fn decide(&mut self, restricted: Restricted, formula: FormulaId) -> InducedAnswer {
        let model = self.arena.model;
        let agents = restricted_agents(model, restricted);
        let mut record = InducedRecord { restricted: agents.clone(), ..InducedRecord::default() };
        let scope = Scope { merging: merging(model, &agents, formula), restricted: agents, tuning: self.tuning };
        let found = Search::new(&mut self.arena, &scope, formula, &mut record).run();
        record.states = self.arena.state_count();
        record.is_unfinished = found.is_err();
        let verdict = Verdict::from(found.as_ref().map(Option::is_some).map_err(|stop| *stop));
        record.strategy = found.ok().flatten();
        InducedAnswer { verdict, record }
    }
}

/// Decides a formula about induced models on a system with single steps. The models are kept for the next formula.
pub(crate) fn decide<'m, S: System>(
    checker: &mut Checker<'_, S>,
    (model, system): (&'m Model, &'m S),
    steps: &'m dyn SingleSteps,
    kept: &mut Option<InducedModels<'m>>,
    (restricted, formula): (Restricted, FormulaId),
) -> InducedAnswer {
    let agents = restricted_agents(model, restricted);
    let decided = has_choices(model, system, &agents).and_then(|has_choices| {
        if !has_choices {
            checker.read_as(Semantics::default());
            let record = InducedRecord { restricted: agents, models: 1, checked: 1, ..InducedRecord::default() };
            return Ok(InducedAnswer { verdict: checker.verdict(formula), record });
        }
        let models = match kept.take() {
            Some(models) => models,
            None => InducedModels::new(model, system, steps)?,
        };
        Ok(kept.insert(models).decide(restricted, formula))
    });
    decided.unwrap_or_else(InducedAnswer::stopped)
}

/// The agents that follow a strategy, sorted.
fn restricted_agents(model: &Model, restricted: Restricted) -> Vec<AgentId> {
    let mut agents: Vec<AgentId> = match restricted {
        Restricted::Everybody => model.agent_ids().collect(),
        Restricted::Group(group) => model.group(group).members.clone(),
    };
    agents.sort_unstable();
    agents.dedup();
    agents
}

/// Moves with the same outcomes are the same if nobody but the restricted agents has a say in a strategy.
fn merging(model: &Model, restricted: &[AgentId], formula: FormulaId) -> Merging {
    let has_free_member = |part: FormulaId| {
        let Formula::Enforce(coalition, _) = model.formulas.get(part) else { return false };
        model.formulas.members(*coalition).iter().any(|agent| !restricted.contains(agent))
    };
    let parts = model.formulas.closure(formula);
    if parts.into_iter().any(has_free_member) { Merging::Never } else { Merging::SameOutcomes }
}

#[cfg(test)]
mod tests;
