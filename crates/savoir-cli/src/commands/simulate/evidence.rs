//! Evidence to walk along, from a file.

use crate::input;
use savoir::simulate::{EvidencePath, Reply, Simulation, Trouble, evidence_paths};
use savoir::{Model, Semantics, SourceFile, resolve_formula};
use savoir_report::evidence::json::{Document, Entry, Origin, VerdictEntry};
use savoir_report::evidence::{judge, read, replayed};
use std::path::Path;

/// Whether a text looks like evidence rather than like a script.
pub(super) fn is_evidence(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// Offers the paths of a file of evidence to a simulation.
pub(super) fn open(session: &mut Simulation<'_>, source: &SourceFile, path: &Path) -> Result<Reply, Trouble> {
    let name = path.display();
    let wrong = |problem: String| Trouble::Wrong(format!("`{name}` is no evidence: {problem}"));
    let text = input::text_within(path, read::MOST_BYTES).map_err(|error| Trouble::Wrong(error.to_string()))?;
    let text = text.ok_or_else(|| wrong(format!("it is too large, the limit is {} bytes", read::MOST_BYTES)))?;
    let document = read::document(&text).map_err(wrong)?;
    let paths =
        paths(session.model(), source, &document).map_err(|problem| Trouble::Wrong(format!("`{name}`: {problem}")))?;
    if paths.is_empty() {
        return Err(Trouble::Wrong(format!("`{name}` shows no states: no formula in it has more than a sentence")));
    }
    session.offer(paths)
}

/// The paths of all formulas of a document.
fn paths(model: &Model, source: &SourceFile, document: &Document) -> Result<Vec<EvidencePath>, String> {
    judge::fits(document, model, source).map_err(|wrong| replayed::document_problem(model, &wrong))?;
    let mut paths = Vec::new();
    for entry in &document.formulas {
        let holds = match entry.verdict {
            VerdictEntry::True => true,
            VerdictEntry::False => false,
            VerdictEntry::Unknown => continue,
        };
        // Formulas of the command line are added to a copy, since paths are about states alone.
        let mut model = model.clone();
        let (name, formula) = formula(&mut model, entry)?;
        let evidence = read::evidence(&model, entry, formula, Semantics::default(), holds)
            .map_err(|problem| format!("{name}: {problem}"))?;
        paths.extend(evidence_paths(&name, &evidence));
    }
    Ok(paths)
}

/// The formula that an entry is about, with words for people.
fn formula(model: &mut Model, entry: &Entry) -> Result<(String, savoir::FormulaId), String> {
    let number = entry.index;
    match entry.origin {
        Origin::Model => {
            let property = number.checked_sub(1).and_then(|index| model.properties.get(index));
            let property = property.filter(|property| property.text == entry.text);
            let property = property.ok_or_else(|| format!("formula {number} of the model is another one"))?;
            let words = property.name.as_deref().unwrap_or(&property.text);
            Ok((format!("formula {number}, {words},"), property.formula))
        }
        Origin::CommandLine => match resolve_formula(model, &entry.text) {
            Ok(property) => Ok((format!("the formula {}", property.text), property.formula)),
            Err(_) => Err(format!("formula {number} of the command line is none about this model")),
        },
    }
}
