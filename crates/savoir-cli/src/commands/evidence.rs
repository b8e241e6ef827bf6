//! What `savoir check` does with evidence: where it goes, and what happens if it is wrong.

use super::bug_report::report_bug;
use super::{certificates, overwriting, pictures};
use crate::args::{
    CheckArguments, EvidenceArguments, EvidenceFormat, EvidenceOutput, ReportFormat, StrategyLanguage, StrategyOutput,
    SymbolicArguments,
};
use crate::exit::Exit;
use crate::output;
use crate::write::{write, write_own};
use savoir::{
    Certificate, EvidenceOutcome, EvidenceWish, FormulaResult, Loaded, Model, Moves, Nested, StrategyOptions, closest,
};
use savoir_report::drawing::{Drawing, dot, html, svg, tikz};
use savoir_report::escape::terminal;
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::mcmas::File;
use savoir_report::evidence::{Detail, Propositions, View, drawn, itf, mcmas, text};
use savoir_report::{policy, strategies};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Whether evidence and strategies can go where they are wanted; if not, what to say.
pub(super) fn fits(arguments: &CheckArguments, files: &[PathBuf]) -> Result<(), String> {
    fit(arguments, files.len())?;
    overwriting::refuse(written(&arguments.evidence, &arguments.symbolic), files)
}

/// The files that a check or a search for groups writes; what goes to a directory has names of our own.
pub(super) fn written<'a>(
    evidence: &'a EvidenceArguments,
    symbolic: &'a SymbolicArguments,
) -> impl Iterator<Item = &'a Path> {
    let shown = evidence.evidence.as_ref().filter(|wanted| !wanted.format.needs_directory());
    let shown = shown.and_then(|wanted| wanted.file.as_deref());
    let strategy = evidence.strategy.as_ref().map(|wanted| wanted.file.as_path());
    [shown, strategy, symbolic.save_order.as_deref()].into_iter().flatten()
}

/// Whether the options go together with each other and with so many files.
fn fit(arguments: &CheckArguments, files: usize) -> Result<(), &'static str> {
    let EvidenceArguments { evidence, strategy, .. } = &arguments.evidence;
    if let Some(EvidenceOutput { format, file }) = evidence {
        if file.is_none() && arguments.format != ReportFormat::Text {
            return Err("with a `--format` for programs, name a file for the evidence: `--evidence=json:FILE`");
        }
        if files > 1 && (*format != EvidenceFormat::Text || file.is_some()) {
            return Err("evidence in a file is about one model; check the models one by one");
        }
    }
    if strategy.is_some() && files > 1 {
        return Err("strategies in a file are about one model; check the models one by one");
    }
    if arguments.symbolic.save_order.is_some() && files > 1 {
        return Err("an order in a file is about one model; check the models one by one");
    }
    Ok(())
}

/// Collects the evidence of a run over one file.
pub(crate) struct Collector<'a> {
    wanted: Option<&'a EvidenceOutput>,
    options: &'a EvidenceArguments,
    view: View,
    /// The text for a file.
    text: String,
    /// Whether some text was made.
    begun: bool,
    /// Where the formulas stand.
    origin: Origin,
    /// Where bug reports go.
    reports: PathBuf,
}

impl<'a> Collector<'a> {
    /// Ready to collect, or the reason why not.
    pub(crate) fn new(arguments: &'a CheckArguments, loaded: &Loaded) -> Result<Collector<'a>, String> {
        let options = &arguments.evidence;
        let wanted = options.evidence.as_ref();
        if let Some(model) = &loaded.model {
            options.agents.iter().try_for_each(|name| known_agent(model, name))?;
        }
        let detail = if options.full { Detail::Full } else { Detail::Changes };
        let propositions = if options.show_propositions { Propositions::Shown } else { Propositions::Hidden };
        let view = View { detail, agents: options.agents.clone(), propositions };
        let origin = if arguments.formulas.is_empty() { Origin::Model } else { Origin::CommandLine };
        let (text, reports) = (String::new(), PathBuf::from("."));
        Ok(Collector { wanted, options, view, text, begun: false, origin, reports })
    }

    /// What to ask for.
    pub(crate) fn wish(&self) -> EvidenceWish {
        let some = self.wanted.is_some() || self.options.strategy.is_some();
        if some { EvidenceWish::Wanted } else { EvidenceWish::None }
    }

    /// Which strategies to ask for.
    pub(crate) fn strategies(&self) -> StrategyOptions {
        StrategyOptions {
            nested: if self.options.nested { Nested::Shown } else { Nested::Claimed },
            moves: if self.options.permissive { Moves::All } else { Moves::One },
        }
    }

    /// How much is shown.
    pub(crate) fn view(&self) -> &View {
        &self.view
    }

    /// Whether verdicts as text would get in the way of the evidence.
    pub(crate) fn takes_standard_output(&self) -> bool {
        self.wanted.is_some_and(|wanted| wanted.format != EvidenceFormat::Text && wanted.file.is_none())
    }

    /// Takes the evidence of a result; gives what is to be printed with its verdict.
    pub(crate) fn add(&mut self, result: &FormulaResult, verdict: &str) -> String {
        let Some(EvidenceOutput { format: EvidenceFormat::Text, file }) = self.wanted else {
            return verdict.to_owned();
        };
        let Some(found) = &result.evidence else { return verdict.to_owned() };
        let empty_line = if std::mem::replace(&mut self.begun, true) { "\n" } else { "" };
        let followed = strategies::followed(result);
        let shown = format!("{empty_line}{verdict}\n{}{followed}", text::render(found, &self.view));
        if file.is_none() {
            return shown;
        }
        self.text += &shown;
        verdict.to_owned()
    }

    /// Writes what was collected, and a bug report for each piece of evidence that is wrong.
    pub(crate) fn finish(self, loaded: &Loaded, results: &[FormulaResult]) -> Exit {
        let mut exit = Exit::Met;
        for result in results {
            if let Some(EvidenceOutcome::Refuted(_, mismatch)) = result.evidence.as_ref().map(|found| &found.outcome) {
                report_bug(&self.reports, loaded, result, &mismatch.to_string());
                exit = Exit::Internal;
            }
        }
        if let Some(wanted) = &self.options.strategy {
            exit = exit.and(write_strategies(wanted, loaded, results));
        }
        let Some(wanted) = self.wanted else { return exit };
        let (certificate, different) = match wanted.format {
            EvidenceFormat::Json => certificates::certificate(results),
            _ => (None, None),
        };
        if let Some(result) = different {
            report_bug(&self.reports, loaded, result, "a certificate shows another verdict");
            exit = Exit::Internal;
        }
        let written = match (&wanted.file, self.content(wanted.format, loaded, results, certificate.as_ref())) {
            (Some(path), Content::One(content)) => {
                write(path, content.as_bytes()).map_err(|problem| problem.to_string())
            }
            (Some(directory), Content::Several(files)) => write_all(directory, &files),
            (Some(path), Content::Pictures(drawings)) => {
                let arrangement = pictures::arrangement(&self.options.layout);
                pictures::write_svg(path, &drawings, arrangement, Path::new(&loaded.source.name))
            }
            (None, Content::One(content)) if wanted.format != EvidenceFormat::Text => {
                output::document(&content);
                Ok(())
            }
            // Text without a file was printed with the verdicts.
            (None, _) => Ok(()),
        };
        match written {
            Ok(()) => exit,
            Err(message) => {
                output::error(&message);
                exit.and(Exit::Usage)
            }
        }
    }

    fn content(
        &self,
        format: EvidenceFormat,
        loaded: &Loaded,
        results: &[FormulaResult],
        certificate: Option<&(Arc<Model>, Certificate)>,
    ) -> Content {
        let name = &loaded.source.name;
        let drawings = || results.iter().map(|result| drawn::drawing(result, &self.view)).collect::<Vec<_>>();
        match format {
            EvidenceFormat::Text => Content::One(anstream::adapter::strip_str(&terminal(&self.text)).to_string()),
            EvidenceFormat::Json => {
                let mut document = document(loaded, results, self.origin);
                if let Some((model, certificate)) = certificate {
                    document.certify(model, certificate);
                }
                Content::One(document.render())
            }
            EvidenceFormat::Dot => Content::One(dot::render(&drawings())),
            EvidenceFormat::Svg if self.wanted.is_some_and(|wanted| wanted.file.is_some()) => {
                Content::Pictures(drawings())
            }
            EvidenceFormat::Svg => {
                Content::One(svg::render_as(&drawings(), pictures::arrangement(&self.options.layout)))
            }
            EvidenceFormat::Html => Content::One(html::render(name, &drawings())),
            EvidenceFormat::Tikz => Content::One(tikz::render(&drawings())),
            EvidenceFormat::Itf => {
                Content::Several(results.iter().flat_map(|result| itf::files(result, name)).collect())
            }
            EvidenceFormat::Mcmas => Content::Several(results.iter().flat_map(mcmas::files).collect()),
        }
    }
}

/// What is to be written.
enum Content {
    One(String),
    Several(Vec<File>),
    /// One file for each.
    Pictures(Vec<Drawing>),
}

/// The evidence of all formulas; those that were not decided say so.
pub(super) fn document(loaded: &Loaded, results: &[FormulaResult], origin: Origin) -> Document {
    let mut document = Document::new(&loaded.source);
    results.iter().for_each(|result| document.add(result, origin));
    document
}

/// Writes files into a directory, which is made if it is not there.
fn write_all(directory: &Path, files: &[File]) -> Result<(), String> {
    let failed = |cause| format!("cannot make the directory `{}`: {cause}", directory.display());
    std::fs::create_dir_all(directory).map_err(failed)?;
    let mut written = files.iter().map(|file| write_own(directory, &file.name, file.content.as_bytes()));
    written.try_for_each(|written| written.map_err(|problem| problem.to_string()))
}

/// Writes the strategies of all results; says so if there are none.
fn write_strategies(wanted: &StrategyOutput, loaded: &Loaded, results: &[FormulaResult]) -> Exit {
    let policies: Vec<policy::Named> = results.iter().flat_map(policy::of_result).collect();
    if policies.is_empty() {
        output::note(&format!("`{}` has no strategies: no evidence contains one", wanted.file.display()));
    }
    let name = &loaded.source.name;
    let content = match wanted.language {
        StrategyLanguage::Python => policy::python::render(name, &policies),
        StrategyLanguage::Rust => policy::rust::render(name, &policies),
        StrategyLanguage::Json => policy::json::render(name, &policies),
    };
    match write(&wanted.file, content.as_bytes()) {
        Ok(()) => Exit::Met,
        Err(problem) => {
            output::error(&problem.to_string());
            Exit::Usage
        }
    }
}

/// Whether there is such an agent; if not, what to say.
pub(super) fn known_agent(model: &Model, name: &str) -> Result<(), String> {
    if model.agents.iter().any(|agent| agent.name == name) {
        return Ok(());
    }
    let names = model.agents.iter().filter(|agent| agent.declared).map(|agent| agent.name.as_str());
    let help = closest(name, names).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(format!("there is no agent `{name}`{help}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{LayoutArguments, TimeDirection};
    use savoir::{Budget, CheckRequest, FormulaEvidence, Node, Reason, Shown, check, replay};
    use std::process::ExitCode;

    /// The results for a model, with evidence.
    fn checked(loaded: &Loaded) -> Vec<FormulaResult> {
        let request = CheckRequest { evidence: EvidenceWish::Wanted, ..CheckRequest::default() };
        check(loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap().results
    }

    /// Changes the state at the end of the path that shows the formula, and replays that, as an engine with a bug would
    /// have it done.
    fn falsify(result: &mut FormulaResult) {
        let FormulaEvidence { model, outcome } = result.evidence.take().unwrap();
        let EvidenceOutcome::Shown(mut evidence, _) = outcome else { panic!("{outcome:?}") };
        let Shown::Tree(tree) = &mut evidence.shown else { panic!("nothing is shown") };
        let Node { reason: Reason::Path(reason), .. } = &mut tree.nodes[0] else { panic!("no path is shown") };
        let last = reason.path.states.len() - 1;
        reason.path.states[last][0] ^= 1;
        let mismatch = replay(&model, &evidence).expect_err("a wrong path must not replay");
        result.evidence = Some(FormulaEvidence { model, outcome: EvidenceOutcome::Refuted(evidence, mismatch) });
    }

    #[test]
    fn evidence_that_does_not_replay_is_an_internal_error_with_a_report() {
        let text = savoir::examples_for_docs::TOGGLE.replace("AG EF light;", "EF light;");
        let loaded = Loaded::from_text("toggle.ispl", &text);
        let reports = tempfile::tempdir().unwrap();
        let options = EvidenceArguments {
            evidence: Some(EvidenceOutput { format: EvidenceFormat::Text, file: None }),
            full: false,
            agents: Vec::new(),
            show_propositions: false,
            layout: LayoutArguments { width: None, layout: TimeDirection::Down },
            strategy: None,
            permissive: false,
            nested: false,
        };
        let collector = || Collector {
            wanted: options.evidence.as_ref(),
            options: &options,
            view: View::default(),
            text: String::new(),
            begun: false,
            origin: Origin::Model,
            reports: reports.path().to_owned(),
        };
        let mut results = checked(&loaded);
        assert_eq!(collector().finish(&loaded, &results), Exit::Met);
        assert!(std::fs::read_dir(reports.path()).unwrap().next().is_none());
        falsify(&mut results[0]);
        assert!(collector().add(&results[0], "").contains("The evidence is wrong"));
        let exit = collector().finish(&loaded, &results);
        assert_eq!(exit, Exit::Internal);
        assert_eq!(format!("{:?}", ExitCode::from(exit)), format!("{:?}", ExitCode::from(101)));
        let report = std::fs::read_to_string(reports.path().join("savoir-bug-1.txt")).unwrap();
        for part in ["# What is wrong\n\nnode 0: ", "EF light", "\"savoir/evidence/2\"", "Agent Switch"] {
            assert!(report.contains(part), "{part} is not in\n{report}");
        }
        // A second one does not overwrite the first.
        assert_eq!(collector().finish(&loaded, &results), Exit::Internal);
        assert!(reports.path().join("savoir-bug-2.txt").exists());
    }
}
