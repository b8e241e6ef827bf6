//! Questions about formulas, answered one after the other.

use super::held::Held;
use super::independent::Recipe;
use super::one_by_one::{Attempted, OneByOne};
use crate::evidence::{EvidenceOutcome, EvidenceWish, FormulaEvidence, evidence};
use crate::induced::{self, InducedRecord};
use crate::notes::{
    FormulaNote, ModelNote, NoteWork, NotesWish, OperandReport, Variant, formula_notes, model_notes,
    notes_from_conditions,
};
use crate::outcome::StrategySearch;
use crate::plan::IndependentFormulas;
use savoir_check::{Checker, Decision, Effort, GivenUp, Stop, System, UniformAlgorithm, Verdict};
use savoir_evidence::StrategyOptions;
use savoir_explicit::{CompiledSteps, PausableExploration};
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
    /// Which notes come with the verdicts.
    pub(crate) notes: NotesWish,
    /// By formula, with constants in the place of its operands; empty if operands are not asked about.
    pub(crate) variants: Vec<Vec<Variant>>,
    /// What becomes of the session.
    pub(crate) afterwards: Afterwards,
}

/// What becomes of a session after it has answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Afterwards {
    /// It may be asked again, and what it knows then makes a difference.
    #[default]
    Kept,
    /// Nobody asks it again.
    Over,
}

/// What is told as it is found. Where evidence is asked for, all formulas are decided before the first evidence is made: it
/// must not use up the time of other verdicts.
pub(crate) enum Finding {
    /// There are fairness constraints, but no path satisfies them all.
    NoFairPath,
    /// The verdict on the next formula.
    Decision(Decided),
    /// Why, if that is asked for, and what else there is to know: the answer to the first formula that has no answer yet is
    /// complete.
    Complete(Option<FormulaEvidence>, Vec<FormulaNote>),
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

/// Where formulas were decided independently of each other from some point on: which ones, and what was found, and what it took,
/// before that.
pub(crate) struct Settled {
    pub(crate) independent: IndependentFormulas,
    pub(crate) effort: Effort,
    /// About the model.
    pub(crate) notes: Vec<ModelNote>,
    /// About the formulas before, if they were not told yet.
    before: Vec<Vec<FormulaNote>>,
}

/// What is known before questions are asked.
#[derive(Default)]
pub(crate) struct SoFar<'a> {
    /// The verdicts on the first formulas.
    pub(super) verdicts: Vec<Verdict>,
    /// Whether the others may be decided on single states.
    pub(super) one_by_one: Option<&'a mut OneByOne>,
}

/// What has become of questions.
pub(crate) enum Answered {
    /// All of them are answered; how, if formulas were decided independently of each other.
    All(Option<Settled>),
    /// These are the verdicts on the first ones; the others are to be asked on single states, which were all found.
    Begun(Vec<Verdict>, Box<PausableExploration>),
}

impl Questions {
    pub(super) fn answer<S: System>(
        &self,
        held: &mut Held<'_, S>,
        so_far: SoFar<'_>,
        tell: &dyn Fn(Finding),
    ) -> Result<Answered, Stop> {
        let (recipe, built) = (held.recipe.clone(), held.built);
        let again = recipe.as_ref().map(|recipe| (recipe, built));
        if std::ptr::eq(held.model, self.model.as_ref()) {
            return held
                .checked(Semantics::default(), self.uniform, |checker| self.decide(checker, again, so_far, tell))?;
        }
        let mut checker = Checker::new(&self.model, &held.system, Semantics::default())?;
        checker.search_uniform_strategies(held.uniform_search(self.uniform));
        self.decide(&mut checker, again, so_far, tell)
    }

    /// Decides all formulas. `again` is how another thread could make the system again, and the steps that it takes.
    fn decide<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        mut again: Option<(&Recipe, u64)>,
        so_far: SoFar<'_>,
        tell: &dyn Fn(Finding),
    ) -> Result<Answered, Stop> {
        let SoFar { mut verdicts, mut one_by_one } = so_far;
        let first = verdicts.len();
        self.begin(checker, first, tell);
        let system = checker.system();
        let steps = CompiledSteps::new(&self.model, system.budget().clone());
        let mut models = None;
        let work = NoteWork::new(self.notes);
        let begun = system.work();
        let mut settled = None;
        for (index, &(formula, semantics)) in self.formulas.iter().enumerate().skip(first) {
            if let Some((recipe, built)) = again
                && one_by_one.as_ref().is_none_or(|ways| ways.is_far(system.work() - begun))
                && let Some(independent) = recipe.pays(self, &verdicts, (built, system.work() - begun))
            {
                match self.settle(checker, independent, &verdicts, &work) {
                    Some(mut now) => {
                        let (rest, elsewhere) = self.decide_independently(checker, recipe, index, tell);
                        verdicts.extend(rest);
                        now.independent.elsewhere = elsewhere;
                        settled = Some(now);
                        break;
                    }
                    None => again = None,
                }
            }
            let start = Instant::now();
            let (decision, induced) = match semantics.atl {
                AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                    checker.read_as(semantics);
                    match self.decide_for_a_while(checker, (formula, semantics), begun, &mut one_by_one)? {
                        Attempted::Decided(decision) => (decision, None),
                        Attempted::GivenUp(states) => return Ok(Answered::Begun(verdicts, states)),
                    }
                }
                AtlSemantics::UniformModel(restricted) => {
                    let question = (restricted, formula);
                    let answer = induced::decide(checker, (&self.model, system), &steps, &mut models, question);
                    (Decision { verdict: answer.verdict, how: None }, Some(answer.record))
                }
            };
            let verdict = decision.verdict;
            verdicts.push(verdict);
            let searches = StrategySearch::all(&self.model, formula, checker.take_uniform_records());
            tell(Finding::Decision(Decided { decision, searches, induced, seconds: start.elapsed().as_secs_f64() }));
            if self.evidence == EvidenceWish::None {
                tell(Finding::Complete(None, self.take_notes(checker, index, verdict, &work)));
            }
        }
        if self.evidence != EvidenceWish::None {
            self.explain(checker, (&verdicts, settled.as_ref()), &work, tell);
        }
        Ok(Answered::All(settled))
    }

    /// Says what there is to know before the first formula, and what will be asked about verdicts.
    fn begin<S: System>(&self, checker: &mut Checker<'_, S>, first: usize, tell: &dyn Fn(Finding)) {
        if first == 0 && checker.no_fair_path() {
            tell(Finding::NoFairPath);
        }
        if self.evidence != EvidenceWish::None {
            checker.keep_layers();
        }
    }

    /// What there is to know before formulas are decided independently of each other; `None` if verdicts need notes that depend
    /// on what else was decided: those about paths that end.
    fn settle<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        independent: IndependentFormulas,
        verdicts: &[Verdict],
        work: &NoteWork,
    ) -> Option<Settled> {
        let effort = checker.system().effort();
        if self.notes == NotesWish::Off {
            return Some(Settled { independent, effort, notes: Vec::new(), before: Vec::new() });
        }
        let of_model = NoteWork::new(self.notes);
        let notes = checker.aside(|checker| model_notes(&self.model, checker, &of_model));
        if notes.iter().any(|note| matches!(note, ModelNote::Deadlocks { .. })) {
            return None;
        }
        let told = if self.evidence == EvidenceWish::None { verdicts.len() } else { 0 };
        let untold = verdicts.iter().enumerate().skip(told);
        let before = untold.map(|(index, verdict)| self.take_notes(checker, index, *verdict, work)).collect();
        Some(Settled { independent, effort, notes, before })
    }

    /// What conditions tell about the verdict on a formula that was decided independently of the others.
    pub(super) fn take_notes_apart<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        index: usize,
        verdict: Verdict,
    ) -> Vec<FormulaNote> {
        notes_from_conditions(&self.model, checker, self.formulas[index], verdict, self.notes)
    }

    /// What there is to know about the verdict on one of the formulas.
    fn take_notes<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        index: usize,
        verdict: Verdict,
        work: &NoteWork,
    ) -> Vec<FormulaNote> {
        let asked = self.formulas[index];
        let mut notes = formula_notes(&self.model, checker, asked, verdict, work);
        let variants = self.variants.get(index).map(Vec::as_slice);
        if let (Some(variants), false) = (variants, matches!(verdict, Verdict::Unknown(_))) {
            notes.push(FormulaNote::Operands(self.look_at_operands(checker, asked.1, variants, verdict)));
        }
        notes
    }

    /// Which operands of a formula matter for its verdict.
    fn look_at_operands<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        semantics: Semantics,
        variants: &[Variant],
        verdict: Verdict,
    ) -> OperandReport {
        let system = checker.system();
        let steps = CompiledSteps::new(&self.model, system.budget().clone());
        let mut models = None;
        let mut decide = |checker: &mut Checker<'_, S>, formula: FormulaId| match semantics.atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => checker.verdict(formula),
            AtlSemantics::UniformModel(restricted) => {
                let question = (restricted, formula);
                induced::decide(checker, (&self.model, system), &steps, &mut models, question).verdict
            }
        };
        let explain = |checker: &mut Checker<'_, S>, formula: FormulaId, verdict: Verdict| match semantics.atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                evidence(&self.model, checker, formula, verdict, self.strategies)
            }
            AtlSemantics::UniformModel(_) => None,
        };
        checker.aside(|checker| {
            checker.read_as(semantics);
            self.operands(checker, variants, verdict == Verdict::True, &mut decide, &explain)
        })
    }

    /// Makes evidence for all verdicts that are to have some.
    fn explain<S: System>(
        &self,
        checker: &mut Checker<'_, S>,
        (verdicts, settled): (&[Verdict], Option<&Settled>),
        work: &NoteWork,
        tell: &dyn Fn(Finding),
    ) {
        for (index, (&(formula, semantics), &verdict)) in self.formulas.iter().zip(verdicts).enumerate() {
            let expected = self.expected[index];
            let outcome = match semantics.atl {
                _ if !self.evidence.covers(verdict, expected) => None,
                AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => {
                    checker.read_as(semantics);
                    evidence(&self.model, checker, formula, verdict, self.strategies)
                }
                AtlSemantics::UniformModel(_) => no_evidence(verdict),
            };
            let found = outcome.map(|outcome| FormulaEvidence { model: self.model.clone(), outcome });
            let notes = match settled {
                None => self.take_notes(checker, index, verdict, work),
                Some(settled) => match settled.before.get(index) {
                    Some(known) => known.clone(),
                    None => self.take_notes_apart(checker, index, verdict),
                },
            };
            tell(Finding::Complete(found, notes));
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
