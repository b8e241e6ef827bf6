//! The work of a check: finding the states and deciding the formulas.

use crate::consistency::{ConsistencyAnswer, consistency};
use crate::engine::Engine;
use crate::evidence::{EvidenceWish, FormulaEvidence, evidence};
use crate::plan::{Built, PlanTrace, Planned, build};
use crate::request::CheckRequest;
use num_bigint::BigUint;
use savoir_check::{Budget, Checker, Effort, Stop, System, Verdict};
use savoir_model::{FormulaId, Model};
use std::sync::Arc;
use std::time::Instant;

/// What there is to do.
pub(crate) struct Work {
    pub(crate) model: Arc<Model>,
    pub(crate) formulas: Vec<FormulaId>,
    pub(crate) request: CheckRequest,
    pub(crate) budget: Budget,
    /// When the run began.
    pub(crate) start: Instant,
}

/// What is told as it is found, in this order.
pub(crate) enum News {
    /// The engine that answers, and how it was found.
    Built { engine: Engine, trace: PlanTrace },
    /// All reachable states were found; seconds that it took.
    Explored { states: BigUint, effort: Effort, encode: f64, reach: f64 },
    /// The answer to the next check of the model as a whole, and seconds.
    Consistency(ConsistencyAnswer, f64),
    /// No path satisfies the fairness constraints.
    NoFairPath,
    /// The verdict on the next formula, and seconds.
    Verdict(Verdict, f64),
    /// Why, if that is asked for: the answer to the formula is complete.
    Evidence(Option<FormulaEvidence>),
    /// There will be no more answers.
    Stopped(Stop),
    /// That was the last formula; seconds for all that came after the states.
    Decided { effort: Effort, seconds: f64 },
}

impl Work {
    pub(crate) fn run(&self, tell: &dyn Fn(News)) {
        let request = &self.request;
        let Planned { engine, system, trace } = build(&self.model, &request.build_options(), &self.budget);
        tell(News::Built { engine, trace });
        let stopped = match system {
            Ok(Built::Explicit(system)) => self.check(*system, tell),
            Ok(Built::Symbolic(system)) => self.check(*system, tell),
            Err(stop) => Err(stop),
        };
        if let Err(stop) = stopped {
            tell(News::Stopped(stop));
        }
    }

    fn check<S: System>(&self, system: S, tell: &dyn Fn(News)) -> Result<(), Stop> {
        let states = system.count(&system.reachable())?;
        let effort = system.effort();
        let encode = effort.encode_seconds;
        let reach = self.start.elapsed().as_secs_f64() - encode;
        let is_empty = states == BigUint::ZERO;
        tell(News::Explored { states, effort, encode, reach });
        if is_empty {
            return Ok(());
        }
        for &check in &self.request.consistency {
            let start = Instant::now();
            let answer = consistency(&self.model, &system, check);
            tell(News::Consistency(answer, start.elapsed().as_secs_f64()));
        }
        let mut checker = Checker::new(&self.model, &system, self.request.semantics)?;
        self.decide(&mut checker, tell);
        let seconds = self.start.elapsed().as_secs_f64() - encode - reach;
        tell(News::Decided { effort: system.effort(), seconds });
        Ok(())
    }

    fn decide<S: System>(&self, checker: &mut Checker<'_, S>, tell: &dyn Fn(News)) {
        if checker.no_fair_path() {
            tell(News::NoFairPath);
        }
        if self.request.evidence == EvidenceWish::Wanted {
            checker.keep_layers();
        }
        for &formula in &self.formulas {
            let start = Instant::now();
            let verdict = checker.verdict(formula);
            tell(News::Verdict(verdict, start.elapsed().as_secs_f64()));
            tell(News::Evidence(match self.request.evidence {
                EvidenceWish::None => None,
                EvidenceWish::Wanted => evidence(&self.model, checker, formula, verdict, self.request.strategies),
            }));
        }
    }
}
