//! What `savoir check` does with evidence: where it goes, and what happens if it is wrong.

use crate::args::{CheckArguments, EvidenceFormat, EvidenceOutput, ReportFormat};
use crate::exit::Exit;
use crate::output;
use savoir::{EvidenceOutcome, EvidenceWish, FormulaResult, Loaded, Model, closest};
use savoir_report::evidence::json::Document;
use savoir_report::evidence::{Detail, View, text};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Collects the evidence of a run over one file.
pub(crate) struct Collector<'a> {
    wanted: Option<&'a EvidenceOutput>,
    view: View,
    document: Document,
    /// The text for a file.
    text: String,
    /// Whether some text was made.
    begun: bool,
    exit: Exit,
}

impl<'a> Collector<'a> {
    /// Ready to collect, or the reason why not.
    pub(crate) fn new(arguments: &'a CheckArguments, files: usize, loaded: &Loaded) -> Result<Collector<'a>, String> {
        let options = &arguments.evidence;
        let wanted = options.evidence.as_ref();
        if let Some(EvidenceOutput { format, file }) = wanted {
            if file.is_none() && arguments.format != ReportFormat::Text {
                let problem = "with a `--format` for programs, name a file for the evidence: `--evidence=json:FILE`";
                return Err(problem.to_owned());
            }
            let one_document = *format == EvidenceFormat::Json || file.is_some();
            if one_document && files > 1 {
                return Err("evidence in a file is about one model; check the models one by one".to_owned());
            }
        }
        if let Some(model) = &loaded.model {
            options.agents.iter().try_for_each(|name| known_agent(model, name))?;
        }
        let detail = if options.full { Detail::Full } else { Detail::Changes };
        let view = View { detail, agents: options.agents.clone() };
        let document = Document::new(&loaded.source.name);
        Ok(Collector { wanted, view, document, text: String::new(), begun: false, exit: Exit::Met })
    }

    /// What to ask for.
    pub(crate) fn wish(&self) -> EvidenceWish {
        if self.wanted.is_some() { EvidenceWish::Wanted } else { EvidenceWish::None }
    }

    /// How much is shown.
    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// Whether verdicts as text would get in the way of the evidence.
    pub(crate) fn takes_standard_output(&self) -> bool {
        self.wanted.is_some_and(|wanted| wanted.format == EvidenceFormat::Json && wanted.file.is_none())
    }

    /// Takes the evidence of a result; gives what is to be printed with its verdict.
    pub(crate) fn add(&mut self, result: &FormulaResult, verdict: &str) -> String {
        let (Some(wanted), Some(found)) = (self.wanted, &result.evidence) else { return verdict.to_owned() };
        if matches!(found.outcome, EvidenceOutcome::Refuted(..)) {
            self.exit = self.exit.and(Exit::Internal);
        }
        match (wanted.format, &wanted.file) {
            (EvidenceFormat::Json, _) => {
                self.document.add(result);
                verdict.to_owned()
            }
            (EvidenceFormat::Text, file) => {
                let empty_line = if std::mem::replace(&mut self.begun, true) { "\n" } else { "" };
                let shown = format!("{empty_line}{verdict}\n{}", text::render(found, &self.view));
                if file.is_none() {
                    return shown;
                }
                self.text += &shown;
                verdict.to_owned()
            }
        }
    }

    /// Writes what was collected, and a bug report for each piece of evidence that is wrong.
    pub(crate) fn finish(self, loaded: &Loaded, results: &[FormulaResult]) -> Exit {
        let mut exit = self.exit;
        for result in results {
            if let Some(EvidenceOutcome::Refuted(_, mismatch)) = result.evidence.as_ref().map(|found| &found.outcome) {
                report_bug(loaded, result, &mismatch.to_string());
            }
        }
        let Some(EvidenceOutput { format, file }) = self.wanted else { return exit };
        let content = match format {
            EvidenceFormat::Text => anstream::adapter::strip_str(&self.text).to_string(),
            EvidenceFormat::Json => self.document.render(),
        };
        match (file, format) {
            (None, EvidenceFormat::Json) => output::out(&content),
            (None, EvidenceFormat::Text) => {}
            (Some(file), _) => {
                if let Err(cause) = std::fs::write(file, content) {
                    output::error(&format!("cannot write `{}`: {cause}", file.display()));
                    exit = exit.and(Exit::Usage);
                }
            }
        }
        exit
    }
}

fn known_agent(model: &Model, name: &str) -> Result<(), String> {
    if model.agents.iter().any(|agent| agent.name == name) {
        return Ok(());
    }
    let names = model.agents.iter().filter(|agent| agent.declared).map(|agent| agent.name.as_str());
    let help = closest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no agent `{name}`{help}"))
}

/// Evidence that does not replay is our fault: keep all that is needed to find out why.
fn report_bug(loaded: &Loaded, result: &FormulaResult, problem: &str) {
    output::error("internal error: the evidence for a verdict does not agree with the model; this is a bug in savoir");
    let report = bug_report(loaded, result, problem);
    match write_new(Path::new("."), &report) {
        Ok(name) => output::err(&format!("  what is needed to find it is in `{name}`; please send it to us\n")),
        Err(cause) => output::err(&format!("  the bug report could not be written: {cause}\n")),
    }
}

fn bug_report(loaded: &Loaded, result: &FormulaResult, problem: &str) -> String {
    let mut document = Document::new(&loaded.source.name);
    document.add(result);
    format!(
        "savoir {}\n\n# What is wrong\n\n{problem}\n\n# Formula {}\n\n{}\n\n# Evidence\n\n{}\n# Model\n\n{}",
        env!("CARGO_PKG_VERSION"),
        result.index,
        result.property.text,
        document.render(),
        loaded.source.text
    )
}

/// Writes a file under a name that is free; gives the name.
fn write_new(directory: &Path, content: &str) -> std::io::Result<String> {
    let mut number = 1;
    loop {
        let name = format!("savoir-bug-{number}.txt");
        let created = std::fs::File::options().write(true).create_new(true).open(directory.join(&name));
        match created {
            Ok(mut file) => return file.write_all(content.as_bytes()).map(|()| name),
            Err(cause) if cause.kind() == ErrorKind::AlreadyExists && number < 1000 => number += 1,
            Err(cause) => return Err(cause),
        }
    }
}
