//! From evidence to a play.

use super::game::Play;
use crate::evidence::{EvidenceOutcome, FormulaEvidence};
use crate::session::Session;
use savoir_check::{GivenUp, Stop, Verdict};
use savoir_evidence::StrategyOptions;
use savoir_model::{Accessibility, FormulaId, Model, Quantifier, Semantics, Shape, Temporal};
use savoir_replay::{Evidence, Node, NotShown, Reason, Shown, Tree};
use std::sync::Arc;

/// Why there is nothing to play against.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPlay {
    /// The formula is not about a coalition.
    #[error("the formula is not about what a coalition can enforce, so there is no strategy to play against")]
    NoCoalition,
    /// It was not decided.
    #[error("the formula was not decided")]
    NotDecided,
    /// It was not decided within a limit of the user.
    #[error("the formula was not decided: {0}")]
    Stopped(Stop),
    /// There is a verdict, but no evidence.
    #[error("there is no evidence to play against: {0}")]
    GivenUp(GivenUp),
    /// The evidence is wrong.
    #[error("the evidence did not stand up to its replay, so its strategy is not to be relied on")]
    Refuted,
    /// The coalition has no uniform strategy, but the others could not stop one that saw everything.
    #[error(
        "no uniform strategy wins, because members would have to do different things where they see the same; there \
             is no counter-strategy to play against"
    )]
    Conflict,
    /// The coalition wins, but not without relying on fairness.
    #[error("the coalition wins only because unfair paths do not count; such a strategy is not shown")]
    ReliesOnFairness,
    /// Evidence shows that the verdict is right in another way, or only says so.
    #[error("the evidence for this verdict shows no strategy: {0}")]
    NotShown(&'static str),
    /// The side that somebody wants to play is the one that wins.
    #[error("this is the side that wins; it is played by its strategy")]
    WinningSide,
}

/// Opens a play against the strategy in the evidence for a formula of the session's model. Where a formula holds because
/// another one does in the initial states, as `AG f` and `K(i, f)` hold because of `f`, that one is asked about if the first
/// shows no strategy.
///
/// # Errors
/// If there is no strategy to play against.
pub fn open(session: &mut Session<'_>, formula: FormulaId, semantics: Semantics) -> Result<Play, NoPlay> {
    let model = Arc::new(session.model().clone());
    let mut formula = formula;
    let mut first = None;
    loop {
        let (verdict, outcome) = session.explain(formula, semantics, StrategyOptions::default());
        let found = match (verdict, outcome) {
            (Verdict::Unknown(stop), _) => Err(NoPlay::Stopped(stop)),
            (Verdict::True | Verdict::False, None) => Err(NoPlay::NotDecided),
            (_, Some(outcome)) => Play::of_evidence(&FormulaEvidence { model: model.clone(), outcome }),
        };
        let error = match found {
            Ok(play) => return Ok(play),
            Err(error) => first.get_or_insert(error).clone(),
        };
        match operand_that_holds(&model, formula).filter(|_| verdict == Verdict::True) {
            Some(operand) => formula = operand,
            None => return Err(error),
        }
    }
}

impl Play {
    /// Opens a play against the first strategy in some evidence.
    ///
    /// # Errors
    /// If there is none.
    pub fn of_evidence(found: &FormulaEvidence) -> Result<Play, NoPlay> {
        let evidence = match &found.outcome {
            EvidenceOutcome::Shown(evidence, _) => evidence,
            EvidenceOutcome::GivenUp(cause) => return Err(NoPlay::GivenUp(*cause)),
            EvidenceOutcome::Refuted(..) => return Err(NoPlay::Refuted),
        };
        let mentions = mentions_coalition(&found.model, evidence.formula);
        let tree = match &evidence.shown {
            Shown::Tree(tree) => tree,
            Shown::Claim(_) if !mentions => return Err(NoPlay::NoCoalition),
            Shown::Claim(why) => return Err(not_shown(why)),
        };
        // What people are shown comes first.
        let mut strategies = tree.nodes.iter().filter_map(|node| match &node.reason {
            Reason::Strategy(strategy) => Some((node, strategy)),
            Reason::Parts(_) | Reason::Path(_) | Reason::PossibleState(_) | Reason::Conflict(_) | Reason::Claim(_) => {
                None
            }
        });
        match strategies.find_map(|(node, strategy)| Play::new(found.model.clone(), node, strategy)) {
            Some(play) => Ok(play),
            None if !mentions => Err(NoPlay::NoCoalition),
            None => Err(missing(&found.model, evidence, tree)),
        }
    }
}

/// Why a tree has no strategy, although its formula is about a coalition.
fn missing(model: &Model, evidence: &Evidence, tree: &Tree) -> NoPlay {
    let about_coalition = |node: &&Node| model.formulas.get(node.formula).strategic().is_some();
    match tree.shown_nodes().iter().find(about_coalition).map(|node| &node.reason) {
        Some(Reason::Conflict(_)) => NoPlay::Conflict,
        Some(Reason::Claim(why)) => not_shown(why),
        _ if evidence.holds => NoPlay::NotShown("it holds for another reason"),
        _ => NoPlay::NotShown("it fails for another reason"),
    }
}

fn not_shown(why: &NotShown) -> NoPlay {
    match why {
        NotShown::ReliesOnFairness => NoPlay::ReliesOnFairness,
        NotShown::TooManyCases | NotShown::AllStates(_) => {
            NoPlay::NotShown("all paths, states or strategies would have to be looked at")
        }
        NotShown::NoFairPath => NoPlay::NotShown("no path satisfies the fairness constraints"),
        NotShown::NoInfinitePath => NoPlay::NotShown("every path ends"),
        NotShown::TooManyAnswers => NoPlay::NotShown("there are too many moves and answers in a single state"),
        NotShown::NestedStrategy => NoPlay::NotShown("it is part of another strategy"),
        NotShown::TooLarge => NoPlay::NotShown("it would be too large"),
        NotShown::InFile => NoPlay::NotShown("it is only said to be so"),
    }
}

/// Whether some part of a formula is about a coalition.
fn mentions_coalition(model: &Model, formula: FormulaId) -> bool {
    model.formulas.closure(formula).into_iter().any(|part| model.formulas.get(part).strategic().is_some())
}

/// The operand that holds in every state where the formula does.
fn operand_that_holds(model: &Model, formula: FormulaId) -> Option<FormulaId> {
    match model.formulas.get(formula).shape() {
        Shape::Ctl(Quantifier::All, Temporal::Globally(operand)) => Some(operand),
        Shape::Modality(modality) => match modality.accessible {
            Accessibility::Anywhere => None,
            Accessibility::Agent(_)
            | Accessibility::Everyone(_)
            | Accessibility::Distributed(_)
            | Accessibility::Common(_) => Some(modality.operand).filter(|_| modality.correct.is_none()),
        },
        Shape::Ctl(..)
        | Shape::Constant(_)
        | Shape::Atom(_)
        | Shape::Connective(_)
        | Shape::Strategic(..)
        | Shape::Quantified(..)
        | Shape::Path(_) => None,
    }
}
