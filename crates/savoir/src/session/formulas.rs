//! Questions about formulas, answered one after the other.

use super::held::Held;
use crate::evidence::{EvidenceOutcome, EvidenceWish, FormulaEvidence, evidence};
use crate::induced::{self, InducedRecord};
use crate::outcome::StrategySearch;
use savoir_check::{Checker, Decision, GivenUp, Stop, System, UniformAlgorithm, UniformSearch, Verdict};
use savoir_evidence::StrategyOptions;
use savoir_explicit::CompiledSteps;
use savoir_model::{AtlSemantics, FormulaId, Model, Semantics};
use std::sync::Arc;
use std::time::Instant;

/// What is asked about formulas.
pub(crate) struct Questions {
    /// The model of the session, or one that differs from it in formulas only.
    pub(crate) model: Arc<Model>,
    /// Each with its reading.
    pub(crate) formulas: Vec<(FormulaId, Semantics)>,
    /// How uniform strategies are looked for.
    pub(crate) uniform: UniformAlgorithm,
    pub(crate) evidence: EvidenceWish,
    pub(crate) strategies: StrategyOptions,
}

/// What is told as it is found, in this order.
pub(crate) enum Finding {
    /// There are fairness constraints, but no path satisfies them all.
    NoFairPath,
    /// The verdict on the next formula, how it was found, how strategies were looked for, and seconds.
    Decision(Decision, Vec<StrategySearch>, f64),
    /// What it took, if the formula is about induced models.
    Induced(InducedRecord),
    /// Why, if that is asked for: the answer to the formula is complete.
    Evidence(Option<FormulaEvidence>),
}

impl Questions {
    pub(super) fn answer<S: System>(&self, held: &mut Held<'_, S>, tell: &dyn Fn(Finding)) -> Result<(), Stop> {
        if std::ptr::eq(held.model, self.model.as_ref()) {
            return held.checked(Semantics::default(), self.uniform, |checker| self.decide(checker, tell));
        }
        let steps = held.steps();
        let mut checker = Checker::new(&self.model, &held.system, Semantics::default())?;
        checker.search_uniform_strategies(UniformSearch::new(steps, self.uniform));
        self.decide(&mut checker, tell);
        Ok(())
    }

    fn decide<S: System>(&self, checker: &mut Checker<'_, S>, tell: &dyn Fn(Finding)) {
        if checker.no_fair_path() {
            tell(Finding::NoFairPath);
        }
        if self.evidence == EvidenceWish::Wanted {
            checker.keep_layers();
        }
        let system = checker.system();
        let steps = CompiledSteps::new(&self.model, system.budget().clone());
        let mut models = None;
        for &(formula, semantics) in &self.formulas {
            let start = Instant::now();
            let (decision, record) = match semantics.atl {
                AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                    checker.read_as(semantics);
                    (checker.decide(formula), None)
                }
                AtlSemantics::UniformModel(restricted) => {
                    let question = (restricted, formula);
                    let answer = induced::decide(checker, (&self.model, system), &steps, &mut models, question);
                    (Decision { verdict: answer.verdict, how: None }, Some(answer.record))
                }
            };
            let verdict = decision.verdict;
            let searches = StrategySearch::all(&self.model, formula, checker.take_uniform_records());
            tell(Finding::Decision(decision, searches, start.elapsed().as_secs_f64()));
            let is_induced = record.is_some();
            record.into_iter().for_each(|record| tell(Finding::Induced(record)));
            let outcome = match self.evidence {
                EvidenceWish::None => None,
                EvidenceWish::Wanted if is_induced => no_evidence(verdict),
                EvidenceWish::Wanted => evidence(&self.model, checker, formula, verdict, self.strategies),
            };
            let evidence = outcome.map(|outcome| FormulaEvidence { model: self.model.clone(), outcome });
            tell(Finding::Evidence(evidence));
        }
    }
}

/// Evidence is about the model, not about those that strategies induce.
pub(super) fn no_evidence(verdict: Verdict) -> Option<EvidenceOutcome> {
    match verdict {
        Verdict::True | Verdict::False => Some(EvidenceOutcome::GivenUp(GivenUp::OtherModels)),
        Verdict::Unknown(_) => None,
    }
}
