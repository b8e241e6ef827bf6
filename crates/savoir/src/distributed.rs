//! Checking a model over distributed states: the ranks of `savoir-parallel` behind the same requests and answers.

use crate::engine::Engine;
use crate::evidence::EvidenceWish;
use crate::parts::{PartsError, with_others};
use crate::plan::{BuildOptions, PlanTrace};
use crate::request::CheckRequest;
use crate::stack::stack_bytes;
use crate::telling::Telling;
use crate::work::Job;
use savoir_check::Effort;
use savoir_model::{FormulaId, Model, Semantics};
use savoir_parallel::{DistributedOptions, DistributedTuning, decide_distributed, distributed_refusal};

/// Whether what is asked for can be had over distributed states.
pub(crate) fn fits(
    request: &CheckRequest,
    model: &Model,
    mut formulas: impl Iterator<Item = (usize, (FormulaId, Semantics))>,
) -> Result<(), PartsError> {
    if request.engine == Engine::Symbolic {
        return Err(PartsError::Symbolic);
    }
    if request.evidence == EvidenceWish::Wanted {
        return Err(PartsError::DistributedEvidence);
    }
    if !request.consistency.is_empty() {
        return Err(PartsError::DistributedConsistency);
    }
    let refused = formulas.find_map(|(number, formula)| Some((number, distributed_refusal(model, formula)?)));
    refused.map_or(Ok(()), |(number, refusal)| Err(PartsError::DistributedFormula(number, refusal)))
}

impl Job {
    /// Decides everything over distributed states.
    pub(crate) fn answer_distributed(&self, options: &BuildOptions) {
        let (model, formulas) = (&self.questions.model, &self.questions.formulas);
        let (threads, stack_bytes) = (options.explicit.threads, stack_bytes());
        let distributed = DistributedOptions { threads, stack_bytes, tuning: DistributedTuning::default() };
        let mut telling = Telling::new(self, Engine::Explicit);
        let decided = with_others(self.others.as_ref(), |others| {
            let tell = &mut |told| telling.pass_on(told);
            decide_distributed(model, distributed, &self.budget, others, formulas, tell)
        });
        telling.end(decided.map(|record| {
            let work = record.as_ref().map(savoir_parallel::DistributedRecord::work);
            let trace = PlanTrace { ranks: record.map(Box::new), ..PlanTrace::default() };
            (trace, Effort { work, ..Effort::default() })
        }));
    }
}
