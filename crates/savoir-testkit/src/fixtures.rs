//! Models for tests: loading them, and finding and reading the conformance models.

use savoir_model::{Model, resolve};
use savoir_syntax::{Diagnostic, LineIndex, parse};
use std::path::{Path, PathBuf};

/// The model of a text.
///
/// # Panics
/// If the text is not a model, with what is wrong with it.
#[must_use]
pub fn load(text: &str) -> Model {
    try_load(text).unwrap_or_else(|problems| panic!("the model does not resolve:\n{problems}\n{text}"))
}

/// The model of a text.
///
/// # Errors
/// What is wrong with the text, one problem a line.
pub fn try_load(text: &str) -> Result<Model, String> {
    let parse = parse(text);
    if !parse.is_ok() {
        return Err(describe(text, &parse.diagnostics));
    }
    let resolution = resolve(&parse.tree);
    resolution.model.ok_or_else(|| describe(text, &resolution.diagnostics))
}

fn describe(text: &str, diagnostics: &[Diagnostic]) -> String {
    let lines = LineIndex::new(text);
    let errors = diagnostics.iter().filter(|found| found.is_error()).map(|found| {
        let place = lines.line_column(text, found.primary.span.start);
        format!("{}:{}: {} {}", place.line, place.column, found.code, found.message)
    });
    errors.collect::<Vec<String>>().join("\n")
}

/// The root of the workspace.
#[must_use]
pub fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The directory `../shared` next to the workspace, with the specification and models of others, if it is there.
#[must_use]
pub fn shared_dir() -> Option<PathBuf> {
    let path = workspace_root().join("../shared");
    path.is_dir().then_some(path)
}

/// A conformance model with the answers it should get.
#[derive(Clone, Debug)]
pub struct Conformance {
    /// The file.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// The verdicts of its formulas, in order.
    pub verdicts: Vec<bool>,
    /// The number of its reachable states.
    pub states: usize,
}

/// The conformance models, in the order of their names; none if they are not there.
///
/// # Panics
/// If a model cannot be read or has no `.expected` file.
#[must_use]
pub fn conformance() -> Vec<Conformance> {
    let Some(dir) = shared_dir().map(|shared| shared.join("spec/conformance")) else { return Vec::new() };
    let entries = std::fs::read_dir(&dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display()));
    let is_model = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "ispl");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_model).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let (verdicts, states) = expected_file(&path.with_extension("expected"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Conformance { path, text, verdicts, states }
    };
    paths.into_iter().map(read).collect()
}

/// The verdicts and the number of states in an `.expected` file: lines `TRUE` or `FALSE`, and one `states N`.
///
/// # Panics
/// If the file cannot be read or is not of this form.
#[must_use]
pub fn expected_file(path: &Path) -> (Vec<bool>, usize) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut verdicts = Vec::new();
    let mut states = None;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (line, line.strip_prefix("states ").map(str::parse)) {
            ("TRUE", _) => verdicts.push(true),
            ("FALSE", _) => verdicts.push(false),
            (_, Some(Ok(count))) => states = Some(count),
            _ => panic!("{}: not understood: {line}", path.display()),
        }
    }
    let states = states.unwrap_or_else(|| panic!("{}: no line `states N`", path.display()));
    (verdicts, states)
}
