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
mod fair_games;
mod partial;
mod paths;
mod record;
mod search;
mod system;
mod tuning;

pub use record::InducedRecord;

use arena::Arena;
use savoir_check::{Budget, SingleSteps, Stop, System, UniformStrategy, Verdict};
use savoir_model::{AgentId, FormulaId, Model, Restricted};
use search::Search;
use tuning::InducedTuning;

/// The answer to a formula about induced models.
pub(crate) struct InducedAnswer {
    pub(crate) verdict: Verdict,
    /// The choices that make it true, as far as they matter.
    pub(crate) strategy: Option<UniformStrategy>,
    pub(crate) record: InducedRecord,
}

impl InducedAnswer {
    /// There is none, since a limit was met.
    pub(crate) fn stopped(stop: Stop) -> InducedAnswer {
        let record = InducedRecord { is_unfinished: true, ..InducedRecord::default() };
        InducedAnswer { verdict: Verdict::Unknown(stop), strategy: None, record }
    }
}

/// The induced models of a model.
pub(crate) struct InducedModels<'m> {
    arena: Arena<'m>,
    tuning: InducedTuning,
}

impl<'m> InducedModels<'m> {
    /// The induced models of the model of a system, with single steps of it.
    pub(crate) fn new<S: System>(
        model: &'m Model,
        system: &'m S,
        steps: &'m dyn SingleSteps,
    ) -> Result<InducedModels<'m>, Stop> {
        let initial = system.list(&system.initial())?;
        let budget: &'m Budget = system.budget();
        Ok(InducedModels { arena: Arena::new(model, steps, budget, &initial)?, tuning: InducedTuning::default() })
    }

    /// Whether a formula is true of one of them.
    pub(crate) fn decide(&mut self, restricted: Restricted, formula: FormulaId) -> InducedAnswer {
        let model = self.arena.model;
        let mut agents: Vec<AgentId> = match restricted {
            Restricted::Everybody => model.agent_ids().collect(),
            Restricted::Group(group) => model.group(group).members.clone(),
        };
        agents.sort_unstable();
        agents.dedup();
        let mut record = InducedRecord { restricted: agents.clone(), ..InducedRecord::default() };
        let found = Search::new(&mut self.arena, &agents, formula, self.tuning, &mut record).run();
        record.states = self.arena.state_count();
        record.is_unfinished = found.is_err();
        record.choices = found.as_ref().ok().and_then(Option::as_ref).map(Vec::len);
        let verdict = Verdict::from(found.as_ref().map(Option::is_some).map_err(|stop| *stop));
        InducedAnswer { verdict, strategy: found.ok().flatten(), record }
    }
}
