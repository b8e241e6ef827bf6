//! What can be done with the text at a place: the fixes of findings.

mod declare;

use crate::document::lints;
use crate::{Document, TextEdit, diagnostics};
use savoir::mend_with;
use savoir_syntax::{Applicability, Diagnostic, Fix, Span};
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// What an action is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// It mends a finding.
    QuickFix,
    /// It mends all findings that can be mended without looking.
    FixAll,
}

/// Whether an action is the one that is most likely wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// It may be applied without looking.
    Preferred,
    /// Somebody should look at it.
    Ordinary,
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeAction {
    /// What it does, as an order.
    pub title: String,
    /// What it is for.
    pub kind: ActionKind,
    /// Whether it is most likely wanted.
    pub preference: Preference,
    /// What it changes, in the order of the text.
    pub edits: Vec<TextEdit>,
    /// Which of the [`diagnostics`](crate::diagnostics) it mends, by index.
    pub diagnostics: Vec<usize>,
}

/// What can be done with a stretch of the text: the fixes of the findings there, the declarations of names that are not
/// known, and all safe fixes at once if there is one among these.
#[must_use]
pub fn code_actions(document: &Document, span: Span) -> Vec<CodeAction> {
    let all = diagnostics(document);
    let here = all.iter().enumerate().filter(|(_, found)| found.primary.span.touches(span));
    let mut actions: Vec<CodeAction> = Vec::new();
    for (index, found) in here {
        let declared = declare::missing(document, found);
        let fixes = found.fixes.iter().chain(&declared);
        actions.extend(fixes.map(|fix| quick_fix(document, index, fix)));
    }
    let is_safe_here = actions.iter().any(|action| action.preference == Preference::Preferred);
    if is_safe_here && all.iter().filter(|found| is_safe(found)).count() > 1 {
        actions.extend(fix_all(document));
    }
    actions
}

/// All fixes that need no look, one after the other until there are none; `None` if nothing changes.
#[must_use]
pub fn fix_all(document: &Document) -> Option<CodeAction> {
    let all = diagnostics(document);
    if !all.iter().any(is_safe) {
        return None;
    }
    let mended = mend_with(document.loaded(), &lints);
    let edits = line_edits(document.text(), &mended.loaded.source.text);
    let mended = all.iter().enumerate().filter(|(_, found)| is_safe(found)).map(|(index, _)| index).collect();
    (!edits.is_empty()).then(|| CodeAction {
        title: "fix all that needs no look".to_owned(),
        kind: ActionKind::FixAll,
        preference: Preference::Ordinary,
        edits,
        diagnostics: mended,
    })
}

fn is_safe(found: &Diagnostic) -> bool {
    found.fixes.iter().any(|fix| fix.applicability == Applicability::Safe)
}

fn quick_fix(document: &Document, index: usize, fix: &Fix) -> CodeAction {
    let line_end = if document.text().contains("\r\n") { "\r\n" } else { "\n" };
    let mut edits: Vec<TextEdit> =
        fix.edits.iter().map(|edit| TextEdit { span: edit.span, text: edit.text.replace('\n', line_end) }).collect();
    // An insertion comes before what is replaced there.
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let preference = match fix.applicability {
        Applicability::Safe => Preference::Preferred,
        Applicability::MaybeWrong => Preference::Ordinary,
    };
    CodeAction { title: fix.title.clone(), kind: ActionKind::QuickFix, preference, edits, diagnostics: vec![index] }
}

/// Edits of whole lines that make one text out of another.
fn line_edits(before: &str, after: &str) -> Vec<TextEdit> {
    let lines = |text: &'_ str| -> Vec<String> { text.split_inclusive('\n').map(str::to_owned).collect() };
    let (old, new) = (lines(before), lines(after));
    let starts: Vec<u32> = std::iter::once(0)
        .chain(old.iter().scan(0, |end, line| {
            *end += line.len() as u32;
            Some(*end)
        }))
        .collect();
    let changes = capture_diff_slices(Algorithm::Myers, &old, &new);
    let changes = changes.into_iter().filter(|change| !matches!(change, DiffOp::Equal { .. }));
    let edit = |change: DiffOp| {
        let (old, lines) = (change.old_range(), change.new_range());
        TextEdit { span: Span::new(starts[old.start], starts[old.end]), text: new[lines].concat() }
    };
    changes.map(edit).collect()
}
