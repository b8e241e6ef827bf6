//! Questions about formulas, answered one after the other.

use super::held::Held;
use crate::evidence::{EvidenceOutcome, EvidenceWish, FormulaEvidence, evidence};
use crate::induced::{self, InducedRecord};
use crate::outcome::StrategySearch;
use savoir_check::{Checker, Decision, GivenUp, Stop, System, UniformAlgorithm, Verdict};
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
    /// By formula: the verdict that is expected.
    pub(crate) expected: Vec<bool>,
    /// How uniform strategies are looked for.
    pub(crate) uniform: UniformAlgorithm,
    pub(crate) evidence: EvidenceWish,
    pub(crate) strategies: StrategyOptions,
}

/// What is told as it is found. Where evidence is asked for, all formulas are decided before the first evidence is made: it
/// must not use up the time of other verdicts.
pub(crate) enum Finding {
    /// There are fairness constraints, but no path satisfies them all.
    NoFairPath,
    /// The verdict on the next formula.
    Decision(Decided),
    /// Why, if that is asked for: the answer to the first formula that has no answer yet is complete.
    Evidence(Option<FormulaEvidence>),
}

/// A verdict, and how it was found.
pub(crate) struct Decided {
    pub(crate) decision: Decision,
    /// How strategies were looked for.
    pub(crate) searches: Vec<StrategySearch>,
    /// What it took, if the formula is about induced models.
    pub(crate) induced: Option<InducedRecord>,
    pub(crate) seconds: f64,
}

impl Questions {
    pub(super) fn answer<S: System>(&self, held: &mut Held<'_, S>, tell: &dyn Fn(Finding)) -> Result<(), Stop> {
        if std::ptr::eq(held.model, self.model.as_ref()) {
            return held.checked(Semantics::default(), self.uniform, |checker| self.decide(checker, tell));
        }
        let mut checker = Checker::new(&self.model, &held.system, Semantics::default())?;
        checker.search_uniform_strategies(held.uniform_search(self.uniform));
        self.decide(&mut checker, tell);
        Ok(())
    }

    fn decide<S: System>(&self, checker: &mut Checker<'_, S>, tell: &dyn Fn(Finding)) {
        if checker.no_fair_path() {
            tell(Finding::NoFairPath);
        }
        if self.evidence != EvidenceWish::None {
            checker.keep_layers();
        }
        let system = checker.system();
        let steps = CompiledSteps::new(&self.model, system.budget().clone());
        let mut models = None;
        let mut verdicts = Vec::with_capacity(self.formulas.len());
        for &(formula, semantics) in &self.formulas {
            let start = Instant::now();
            let (decision, induced) = match semantics.atl {
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
            verdicts.push(decision.verdict);
            let searches = StrategySearch::all(&self.model, formula, checker.take_uniform_records());
            let seconds = start.elapsed().as_secs_f64();
            tell(Finding::Decision(Decided { decision, searches, induced, seconds }));
            if self.evidence == EvidenceWish::None {
                tell(Finding::Evidence(None));
            }
        }
        if self.evidence != EvidenceWish::None {
            self.explain(checker, &verdicts, tell);
        }
    }

    /// Makes evidence for all verdicts that are to have some.
    fn explain<S: System>(&self, checker: &mut Checker<'_, S>, verdicts: &[Verdict], tell: &dyn Fn(Finding)) {
        for ((&(formula, semantics), &verdict), &expected) in self.formulas.iter().zip(verdicts).zip(&self.expected) {
            let outcome = match semantics.atl {
                _ if !self.evidence.covers(verdict, expected) => None,
                AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                    checker.read_as(semantics);
                    evidence(&self.model, checker, formula, verdict, self.strategies)
                }
                AtlSemantics::UniformModel(_) => no_evidence(verdict),
            };
            tell(Finding::Evidence(outcome.map(|outcome| FormulaEvidence { model: self.model.clone(), outcome })));
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
