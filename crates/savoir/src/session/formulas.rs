//! Questions about formulas, answered one after the other.

use super::held::Held;
use crate::evidence::{EvidenceWish, FormulaEvidence, evidence};
use crate::outcome::StrategySearch;
use savoir_check::{Checker, Decision, Stop, System, UniformAlgorithm, UniformSearch};
use savoir_evidence::StrategyOptions;
use savoir_model::{FormulaId, Model, Semantics};
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
        for &(formula, semantics) in &self.formulas {
            let start = Instant::now();
            checker.read_as(semantics);
            let decision = checker.decide(formula);
            let verdict = decision.verdict;
            let searches = StrategySearch::all(&self.model, formula, checker.take_uniform_records());
            tell(Finding::Decision(decision, searches, start.elapsed().as_secs_f64()));
            tell(Finding::Evidence(match self.evidence {
                EvidenceWish::None => None,
                EvidenceWish::Wanted => evidence(&self.model, checker, formula, verdict, self.strategies)
                    .map(|outcome| FormulaEvidence { model: self.model.clone(), outcome }),
            }));
        }
    }
}
