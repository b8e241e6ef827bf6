//! Formulas decided independently of each other, by two threads with diagrams of their own.
//!
//! Once deciding formulas has taken more than finding the states did, another thread makes the system again, in the way that is
//! known to succeed, and takes formulas from the other end. When that [begins](Recipe::pays) depends on counted work alone, and
//! from there on nothing is shown that depends on who has decided what:
//!
//! - Verdicts, and the shortcuts by which they are found, follow from the model.
//! - What it took is that of the formulas before.
//! - Notes may take a part of the work done so far, and look at sets that are known. So those about the model and the formulas
//!   before are found first, and those about the formulas that are left look at [conditions](crate::notes::notes_from_conditions) alone. It does
//!   not begin where paths end, since what that means for a verdict is more than such a look; where all notes are wanted; or
//!   where the session is asked again, and knows then what this thread has decided.
//! - Evidence may take as much memory as what was done before. So if a verdict is to have evidence, the first thread decides all
//!   formulas after all, in order, as it would have done alone.

use super::formulas::{Afterwards, Decided, Finding, Questions};
use crate::evidence::EvidenceWish;
use crate::notes::NotesWish;
use crate::plan::{BuildOptions, IndependentFormulas, PlanTrace, Way};
use crate::stack::stack_bytes;
use savoir_check::{Budget, Checker, Decision, Stop, System, Verdict, Watch};
use savoir_model::{AtlSemantics, Model, Semantics};
use savoir_symbolic::{OrderName, Preparation, SymbolicOptions, SymbolicSystem};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::time::Instant;

/// How a system was made, so that another thread can make it again.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    options: SymbolicOptions,
    order: OrderName,
    threads: usize,
    /// Formulas are decided one after the other until they have taken so many steps.
    after: u64,
    /// One of these takes as long as so many for finding the states.
    weight: u64,
}

impl Recipe {
    /// That of the system that was taken, if it is one of diagrams.
    pub(super) fn of(options: &BuildOptions, trace: &PlanTrace) -> Option<Recipe> {
        match trace.records.get(trace.taken?)?.attempt.way {
            Way::Symbolic(order, _) => Some(Recipe {
                options: options.symbolic.clone(),
                order,
                threads: options.explicit.threads,
                after: options.plan.formulas_after,
                weight: options.plan.formulas_weight,
            }),
            Way::Explicit(_) => None,
        }
    }

    /// Whether the formulas that are left are to be decided independently of each other, after so many steps for finding the
    /// states and for deciding the others.
    pub(super) fn pays(
        &self,
        questions: &Questions,
        verdicts: &[Verdict],
        (built, decided): (u64, u64),
    ) -> Option<IndependentFormulas> {
        let (before, left) = (verdicts.len(), questions.formulas.len() - verdicts.len());
        let pays = left > 1 && decided >= self.after.max(built / self.weight.max(1));
        let mut judged = verdicts.iter().enumerate();
        let is_possible = pays
            && questions.are_only_decided(before)
            && judged.all(|(index, verdict)| !questions.wants_evidence(index, *verdict));
        is_possible.then_some(IndependentFormulas { before, left, built, decided, elsewhere: 0 })
    }

    fn make<'m>(&self, model: &'m Model, budget: &Budget) -> Result<Box<SymbolicSystem<'m>>, Stop> {
        let prepared = Preparation::new(model, &self.options, budget)?;
        prepared.search(self.order, budget)?.into_system()
    }
}

impl Questions {
    /// Whether nothing but verdicts is asked for, from this formula on, unless they are unexpected; and whether they are found by
    /// the system alone.
    fn are_only_decided(&self, first: usize) -> bool {
        let is_plain = |semantics: &Semantics| semantics.atl == AtlSemantics::PerfectInformation;
        let has_few_notes = match self.notes {
            NotesWish::Off => true,
            NotesWish::Brief => self.afterwards == Afterwards::Over,
            NotesWish::All => false,
        };
        has_few_notes
            && self.variants.is_empty()
            && self.evidence != EvidenceWish::Wanted
            && self.formulas[first..].iter().all(|(_, semantics)| is_plain(semantics))
    }

    fn wants_evidence(&self, index: usize, verdict: Verdict) -> bool {
        self.evidence.covers(verdict, self.expected[index])
    }

    /// Decides the formulas from this one on; the verdicts, and how many of them another thread has found.
    pub(super) fn decide_independently<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        recipe: &Recipe,
        first: usize,
        tell: &dyn Fn(Finding),
    ) -> (Vec<Verdict>, usize) {
        let open = Mutex::new(first..self.formulas.len());
        let mut verdicts = Vec::new();
        let mut elsewhere = 0;
        std::thread::scope(|scope| {
            let mut second = Second::start(scope, (self, recipe), &open, checker.system());
            for index in first..self.formulas.len() {
                if second.as_mut().is_some_and(|second| second.needs_evidence(self)) {
                    second = None;
                }
                let is_ours = taken(&open, Range::next).is_some();
                let waited = second.as_mut().filter(|_| !is_ours).and_then(|second| second.wait_for(index, self));
                elsewhere += usize::from(waited.is_some());
                let (decision, seconds) = waited.unwrap_or_else(|| self.decide_here(checker, index, &mut second));
                let verdict = decision.verdict;
                if self.wants_evidence(index, verdict) {
                    second = None;
                }
                verdicts.push(verdict);
                tell(Finding::Decision(Decided { decision, searches: Vec::new(), induced: None, seconds }));
                if self.evidence == EvidenceWish::None {
                    tell(Finding::Complete(None, self.take_notes_apart(checker, index, verdict)));
                }
            }
        });
        (verdicts, elsewhere)
    }

    fn decide_here<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        index: usize,
        second: &mut Option<Second<'_>>,
    ) -> (Decision, f64) {
        let start = Instant::now();
        let (formula, semantics) = self.formulas[index];
        checker.read_as(semantics);
        let mut decision = checker.decide(formula);
        if decision.verdict == Verdict::Unknown(Stop::Memory)
            && let Some(second) = second.take()
        {
            // Perhaps it would not have been too much without the other.
            second.end();
            decision = checker.decide(formula);
        }
        (decision, start.elapsed().as_secs_f64())
    }
}

/// Takes one of the formulas that nobody has taken.
fn taken(open: &Mutex<Range<usize>>, take: impl FnOnce(&mut Range<usize>) -> Option<usize>) -> Option<usize> {
    // A panic leaves the range as it was.
    take(&mut open.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A decision on the formula with this place, and seconds.
type Found = (usize, Decision, f64);

/// Another thread that decides formulas.
struct Second<'s> {
    dismissed: Arc<AtomicBool>,
    told: Receiver<Found>,
    found: BTreeMap<usize, (Decision, f64)>,
    thread: Option<ScopedJoinHandle<'s, ()>>,
}

impl<'s> Second<'s> {
    /// Begins, if there may be another thread and there is room for as much again.
    fn start<'e: 's, S: System>(
        scope: &'s Scope<'s, 'e>,
        (questions, recipe): (&'e Questions, &'e Recipe),
        open: &'e Mutex<Range<usize>>,
        system: &S,
    ) -> Option<Second<'s>> {
        let bytes = system.bytes();
        if recipe.threads < 2 || !system.budget().has_room(bytes, bytes) {
            return None;
        }
        let (dismissed, watch) = (Arc::new(AtomicBool::new(false)), Arc::new(Watch::default()));
        watch.mute(true);
        let budget = system.budget().clone().until(dismissed.clone()).watched(watch);
        let (tell, told) = channel();
        let run = move || {
            // Whoever waits finds out about limits by itself.
            let _ = decide_from_the_end((questions, recipe), open, &budget, &tell);
        };
        let builder = Builder::new().name("formulas".to_owned()).stack_size(stack_bytes());
        let thread = builder.spawn_scoped(scope, run).ok()?;
        Some(Second { dismissed, told, found: BTreeMap::new(), thread: Some(thread) })
    }

    /// Whether a verdict that it has found so far is to have evidence.
    fn needs_evidence(&mut self, questions: &Questions) -> bool {
        while let Ok((index, decision, seconds)) = self.told.try_recv() {
            self.found.insert(index, (decision, seconds));
        }
        self.found.iter().any(|(index, (decision, _))| questions.wants_evidence(*index, decision.verdict))
    }

    /// The decision on a formula that it has taken; `None` if it was stopped, or if a verdict is to have evidence. It takes
    /// formulas from the end, so when this one is decided, so are those after it.
    fn wait_for(&mut self, index: usize, questions: &Questions) -> Option<(Decision, f64)> {
        while !self.found.contains_key(&index)
            && let Ok((index, decision, seconds)) = self.told.recv()
        {
            self.found.insert(index, (decision, seconds));
        }
        if self.needs_evidence(questions) { None } else { self.found.remove(&index) }
    }

    /// Ends it, and waits until it has given back what it holds.
    fn end(mut self) {
        self.dismissed.store(true, Ordering::Relaxed);
        if let Some(Err(panic)) = self.thread.take().map(ScopedJoinHandle::join) {
            resume_unwind(panic);
        }
    }
}

/// Nobody waits for it any more.
impl Drop for Second<'_> {
    fn drop(&mut self) {
        self.dismissed.store(true, Ordering::Relaxed);
    }
}

fn decide_from_the_end(
    (questions, recipe): (&Questions, &Recipe),
    open: &Mutex<Range<usize>>,
    budget: &Budget,
    tell: &Sender<Found>,
) -> Result<(), Stop> {
    let system = recipe.make(&questions.model, budget)?;
    let mut checker = Checker::new(&questions.model, system.as_ref(), Semantics::default())?;
    while let Some(index) = taken(open, Range::next_back) {
        let start = Instant::now();
        let (formula, semantics) = questions.formulas[index];
        checker.read_as(semantics);
        let decision = checker.decide(formula);
        if let Verdict::Unknown(stop) = decision.verdict {
            return Err(stop);
        }
        if tell.send((index, decision, start.elapsed().as_secs_f64())).is_err() {
            return Ok(());
        }
    }
    Ok(())
}
