//! A piece of work about one version of a text, and how it is done.

use super::evidence::{self, EvidenceAnswer};
use super::record::{FormulaAnswer, is_cancelled};
use crate::documents::Snapshot;
use crate::settings::Limits;
use savoir::simulate::EvidencePath;
use savoir::{
    Answer, BigUint, Budget, CheckError, CheckRequest, Diagnostic, EvidenceWish, FormulaResult, OpenModel, Outcome,
    Progress, Stop,
};
use savoir_report::notes;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two reports on how far the work is.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// A piece of work.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    /// Which one: news about it carry its number.
    pub(crate) serial: u64,
    pub(crate) snapshot: Arc<Snapshot>,
    pub(crate) task: Task,
    pub(crate) limits: Limits,
    /// Set when nobody wants it any more.
    pub(crate) cancelled: Arc<AtomicBool>,
}

/// What there is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Deciding the formulas with these numbers, or all if there are none.
    Check { only: Vec<usize> },
    /// Finding out why a formula is as it is.
    Evidence { formula: usize },
    /// The paths of that, for a simulation.
    Walk { formula: usize },
}

/// What is found out.
#[derive(Debug)]
pub(crate) enum News {
    /// How far it is.
    Progress(Progress),
    /// About one formula.
    Answer(FormulaAnswer),
    /// There will be no more.
    Over(Over),
}

/// How a piece of work ended.
#[derive(Debug)]
pub(crate) enum Over {
    /// As it should, or because of a limit.
    Checked(Checked),
    /// The model cannot be checked.
    Refused { diagnostics: Vec<Diagnostic>, message: String },
    /// With evidence, or a sentence why there is none.
    Evidence(Result<EvidenceAnswer, String>),
    /// With paths to walk along, or a sentence why there are none.
    Paths(Result<Vec<EvidencePath>, String>),
    /// Nobody wanted it before it began.
    Unwanted,
    /// By a bug.
    Failed,
}

impl Over {
    /// Whether it came to nothing because it was cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self, Over::Unwanted | Over::Checked(Checked { stop: Some(Stop::Cancelled), .. }))
    }
}

/// What a check has found out besides verdicts.
#[derive(Debug)]
pub(crate) struct Checked {
    pub(crate) states: Option<BigUint>,
    pub(crate) engine: String,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The limit that was met.
    pub(crate) stop: Option<Stop>,
}

impl Task {
    /// The formulas that it names.
    pub(crate) fn named(&self) -> &[usize] {
        match self {
            Task::Check { only } => only,
            Task::Evidence { formula } | Task::Walk { formula } => std::slice::from_ref(formula),
        }
    }

    /// Whether it decides formulas, and no more.
    pub(crate) fn is_check(&self) -> bool {
        match self {
            Task::Check { .. } => true,
            Task::Evidence { .. } | Task::Walk { .. } => false,
        }
    }
}

impl Job {
    /// Does the work, on a model that may be open already.
    pub(crate) fn run(&self, open: &mut OpenModel, (budget, threads): (&Budget, usize), tell: &Tell) -> Over {
        let wish = if self.task.is_check() { EvidenceWish::None } else { EvidenceWish::Wanted };
        let only = self.task.named().to_vec();
        let request = CheckRequest { only, threads, evidence: wish, ..CheckRequest::default() };
        let budget = self.budget(budget, tell);
        let mut heard = |answer: Answer<'_>| {
            if let Answer::Formula(result) = answer
                && !is_cancelled(result.verdict)
            {
                tell.tell(News::Answer(formula_answer(result)));
            }
        };
        match open.check(self.snapshot.loaded(), &request, &budget, &mut heard) {
            Err(error) => refused(error),
            Ok(outcome) => match self.task {
                Task::Check { .. } => Over::Checked(checked(outcome, self.is_wanted())),
                Task::Evidence { .. } => Over::Evidence(evidence::answer(self.snapshot.loaded(), &outcome.results)),
                Task::Walk { .. } => Over::Paths(evidence::paths(&outcome.results)),
            },
        }
    }

    fn budget(&self, budget: &Budget, tell: &Tell) -> Budget {
        let tell = tell.clone();
        let last = Mutex::new(Instant::now());
        let report = move |progress: &Progress| {
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() >= REPORT_INTERVAL {
                *last = Instant::now();
                tell.tell(News::Progress(progress.clone()));
            }
        };
        self.limits.apply(budget.clone()).with_cancel(self.cancelled.clone()).with_progress(Arc::new(report))
    }

    /// Nobody wants it any more.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_wanted(&self) -> bool {
        !self.cancelled.load(Ordering::Relaxed)
    }
}

/// Tells news about one piece of work.
#[derive(Clone)]
pub(crate) struct Tell(pub(crate) Arc<dyn Fn(News) + Send + Sync>);

impl Tell {
    pub(crate) fn tell(&self, news: News) {
        (self.0)(news);
    }
}

fn formula_answer(result: &FormulaResult) -> FormulaAnswer {
    let reading = result.reading.to_string();
    FormulaAnswer {
        index: result.index,
        verdict: result.verdict,
        met: result.as_expected(),
        seconds: result.seconds,
        notes: notes::sentences(result),
        reading: if reading.is_empty() { Vec::new() } else { vec![reading] },
    }
}

fn checked(outcome: Outcome, is_wanted: bool) -> Checked {
    let stop = outcome.results.iter().find_map(|result| match result.verdict {
        savoir::Verdict::Unknown(stop) => Some(stop),
        savoir::Verdict::True | savoir::Verdict::False => None,
    });
    Checked {
        states: outcome.explored.then_some(outcome.states),
        engine: outcome.engine.to_string(),
        diagnostics: outcome.diagnostics,
        // Without formulas there is nothing that could be unknown for a reason.
        stop: stop.or((!outcome.explored).then_some(if is_wanted { Stop::Time } else { Stop::Cancelled })),
    }
}

fn refused(error: CheckError) -> Over {
    let first = |diagnostics: &[Diagnostic]| diagnostics.first().map(|found| found.message.clone());
    let (message, diagnostics) = match error {
        CheckError::Model(diagnostics) => (first(&diagnostics), diagnostics),
        CheckError::Formulas(wrong) => (wrong.first().and_then(|wrong| first(&wrong.diagnostics)), Vec::new()),
        CheckError::Parts(error) => (Some(error.to_string()), Vec::new()),
    };
    Over::Refused { diagnostics, message: message.unwrap_or_else(|| "the model cannot be checked".to_owned()) }
}
