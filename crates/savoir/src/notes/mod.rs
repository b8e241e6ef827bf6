//! Notes: what a verdict does not say by itself, and somebody who reads it should know.
//!
//! [Formula notes](FormulaNote) belong to a verdict: it holds only because paths end ([`ends`]), an operand does not matter
//! ([`vacuity`], [`operands`]), it fails in some initial states only ([`coverage`]). [Model notes](ModelNote) belong to the
//! whole: states without successor, evolution lines that are disabled because a value leaves its range, variables that
//! start with any value ([`whole`]).
//!
//! Notes never change a verdict, and what they find out is forgotten before the next formula. Unless all are wanted, they
//! take a part of the [steps](savoir_check::Capabilities::work) that the check took, and what would need more is left out.

mod allowance;
mod coverage;
mod ends;
mod operands;
mod vacuity;
mod whole;

pub(crate) use allowance::NoteWork;
pub use operands::{OperandAnswer, OperandReport};
pub(crate) use operands::{Variant, variants};
use vacuity::Sets;
pub use vacuity::{Constant, Vacuity, Where};
pub use whole::{EndingPaths, ModelNote, OverflowNote};
pub(crate) use whole::{model_notes, relevant};

use num_bigint::BigUint;
use savoir_check::{Checker, System, Verdict};
use savoir_model::{AtlSemantics, FormulaId, Model, Semantics};

/// Which notes come with verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum NotesWish {
    /// None.
    #[default]
    Off,
    /// Those that take little work beside that of the check.
    Brief,
    /// All of them, whatever they take.
    All,
}

impl NotesWish {
    /// The choices with names and help.
    pub const NAMED: &[(NotesWish, &str, &str)] = &[
        (NotesWish::Off, "off", "None"),
        (NotesWish::Brief, "brief", "Those that take little work beside that of the check"),
        (NotesWish::All, "all", "All of them, and long lists in full"),
    ];
}

/// Which operands are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum VacuityWish {
    /// Those beside a part that never holds, or always does; with the other notes.
    #[default]
    Plain,
    /// All operands, by definition, with a witness for those that matter.
    EveryOperand,
}

/// What somebody should know who reads a verdict.
#[derive(Clone, Debug)]
pub enum FormulaNote {
    /// It fails in so many of the initial states.
    InitialStates {
        /// Where it fails.
        failing: BigUint,
        /// All of them; more than one.
        all: BigUint,
    },
    /// The verdict would be another one if paths that end counted.
    EndedPaths {
        /// Whether no infinite path starts in an initial state.
        every_path: bool,
    },
    /// Some operands do not matter.
    Vacuous(Vacuity),
    /// Which operands matter, if that was asked for.
    Operands(OperandReport),
}

/// The notes about a verdict that take little work, or all of them.
pub(crate) fn formula_notes<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    (formula, semantics): (FormulaId, Semantics),
    verdict: Verdict,
    work: &NoteWork,
) -> Vec<FormulaNote> {
    let Some(holds) = truth_to_note(semantics, verdict, work.wish()) else { return Vec::new() };
    checker.aside(|checker| {
        checker.read_as(semantics);
        let mut notes = Vec::new();
        if !holds {
            notes.extend(work.within(checker, |checker| coverage::failing(model, checker, formula, work.wish())));
        }
        notes.extend(work.within(checker, |checker| ends::depends_on_ends(checker, formula, holds)));
        let vacuous =
            work.within(checker, |checker| vacuity::find(model, checker, formula, holds, Sets::Known).map(Some));
        notes.extend(vacuous.into_iter().flatten().map(FormulaNote::Vacuous));
        notes
    })
}

/// The notes about a verdict that follow from conditions on single states. Unlike the others, they do not depend on what was
/// decided before, and by whom.
pub(crate) fn notes_from_conditions<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    (formula, semantics): (FormulaId, Semantics),
    verdict: Verdict,
    wish: NotesWish,
) -> Vec<FormulaNote> {
    let Some(holds) = truth_to_note(semantics, verdict, wish) else { return Vec::new() };
    let vacuous = checker.aside(|checker| {
        checker.read_as(semantics);
        vacuity::find(model, checker, formula, holds, Sets::Conditions)
    });
    vacuous.into_iter().flatten().map(FormulaNote::Vacuous).collect()
}

/// Whether a formula holds, if there may be notes about that.
fn truth_to_note(semantics: Semantics, verdict: Verdict, wish: NotesWish) -> Option<bool> {
    match (verdict, semantics.atl) {
        _ if wish == NotesWish::Off => None,
        (Verdict::Unknown(_), _) | (_, AtlSemantics::UniformModel(_)) => None,
        (Verdict::True, _) => Some(true),
        (Verdict::False, _) => Some(false),
    }
}
