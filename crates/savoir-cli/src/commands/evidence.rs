//! What `savoir check` does with evidence: where it goes, and what happens if it is wrong.

mod bugs;
mod places;
#[cfg(test)]
mod tests;

pub(super) use places::{fits, has_pages, is_part_of_results, order, place, written};

use super::{certificates, pictures};
use crate::args::{
    CheckArguments, EvidenceArguments, EvidenceFormat, EvidenceOutput, ForceArguments, ReportFormat, StrategyLanguage,
    StrategyOutput,
};
use crate::exit::Exit;
use crate::output;
use crate::write::{Kind, Named, TEXT_SIGN, Target, write, write_own};
use bugs::report_bug;
use savoir::{
    Certificate, EvidenceOutcome, EvidenceWish, FormulaResult, Loaded, Model, Moves, Nested, StrategyOptions, closest,
};
use savoir_report::contents::Reloading;
use savoir_report::drawing::{Drawing, dot, html, svg, tikz};
use savoir_report::escape::terminal;
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::mcmas::File;
use savoir_report::evidence::{Detail, Propositions, View, drawn, itf, mcmas, text};
use savoir_report::{policy, strategies};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Collects the evidence of a run over one file.
pub(crate) struct Collector<'a> {
    /// What to ask for.
    wish: EvidenceWish,
    /// The format in which all evidence is shown, if it is.
    wanted: Option<EvidenceFormat>,
    /// The file or directory it goes to; standard output, if there is none.
    place: Option<PathBuf>,
    options: &'a EvidenceArguments,
    force: ForceArguments,
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
    /// Ready to collect what goes to this place, or the reason why not.
    pub(crate) fn new(
        arguments: &'a CheckArguments,
        loaded: &Loaded,
        place: Option<PathBuf>,
    ) -> Result<Collector<'a>, String> {
        let options = &arguments.evidence;
        // A part of the results is no document of its own.
        let in_results = is_part_of_results(arguments) && arguments.format != ReportFormat::Text;
        let wanted = options.shown().filter(|_| !in_results).map(|wanted| wanted.format);
        if let Some(model) = &loaded.model {
            options.agents.iter().try_for_each(|name| known_agent(model, name))?;
        }
        let view = view(options);
        let origin = if arguments.formulas.is_empty() { Origin::Model } else { Origin::CommandLine };
        let (text, reports, force) = (String::new(), PathBuf::from("."), arguments.outputs.force);
        let wish = wish(arguments);
        Ok(Collector { wish, wanted, place, options, force, view, text, begun: false, origin, reports })
    }

    /// What to ask for.
    pub(crate) fn wish(&self) -> EvidenceWish {
        self.wish
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
        self.wanted.is_some_and(|format| format != EvidenceFormat::Text && self.place.is_none())
    }

    /// Takes the evidence of a result; gives what is to be printed with its verdict.
    pub(crate) fn add(&mut self, result: &FormulaResult, verdict: &str) -> String {
        if self.wanted != Some(EvidenceFormat::Text) {
            return verdict.to_owned();
        }
        let Some(found) = &result.evidence else { return verdict.to_owned() };
        let empty_line = if std::mem::replace(&mut self.begun, true) { "\n" } else { "" };
        let followed = strategies::followed(result);
        let shown = format!("{empty_line}{verdict}\n{}{followed}", text::render(found, &self.view));
        if self.place.is_none() {
            return shown;
        }
        self.text += &shown;
        verdict.to_owned()
    }

    /// Writes what was collected, and a bug report for each piece of evidence that is wrong.
    pub(crate) fn finish(self, loaded: &Loaded, results: &[FormulaResult], reloading: Reloading) -> Exit {
        let mut exit = Exit::Met;
        for result in results {
            if let Some(EvidenceOutcome::Refuted(_, mismatch)) = result.evidence.as_ref().map(|found| &found.outcome) {
                report_bug(&self.reports, loaded, result, &mismatch.to_string());
                exit = Exit::Internal;
            }
        }
        if let Some(wanted) = &self.options.strategy {
            exit = exit.and(write_strategies(wanted, loaded, results, self.force));
        }
        let Some(wanted) = self.wanted else { return exit };
        let (certificate, different) = match wanted {
            EvidenceFormat::Json => certificates::certificate(results),
            _ => (None, None),
        };
        if let Some(result) = different {
            report_bug(&self.reports, loaded, result, "a certificate shows another verdict");
            exit = Exit::Internal;
        }
        let written = match (&self.place, self.content(wanted, loaded, results, certificate.as_ref())) {
            (Some(path), Content::One(content)) => {
                let content = if wanted == EvidenceFormat::Html { reloading.applied(&content) } else { content };
                self.write(path, wanted.kind(), &content)
            }
            (Some(directory), Content::Several(files)) => write_all(directory, &files, self.force),
            (Some(path), Content::Pictures(drawings)) => self.write_pictures(path, &drawings, loaded),
            (None, Content::One(content)) if wanted != EvidenceFormat::Text => {
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

    /// Makes the directory of a file, if it was a directory that was asked for.
    fn make_room(&self, path: &Path) -> Result<(), String> {
        match path.parent() {
            Some(directory) if self.options.shown().is_some_and(EvidenceOutput::is_directory) => {
                make_directory(directory)
            }
            _ => Ok(()),
        }
    }

    /// Writes a file, in a directory that is made if it is not there.
    fn write(&self, path: &Path, kind: Kind, content: &str) -> Result<(), String> {
        self.make_room(path)?;
        let target = Target { path, kind, overwrite: self.force.overwrite() };
        write(&target, content.as_bytes()).map_err(|problem| problem.to_string())
    }

    /// Writes each picture into a file of its own.
    fn write_pictures(&self, path: &Path, drawings: &[Drawing], loaded: &Loaded) -> Result<(), String> {
        self.make_room(path)?;
        let arrangement = pictures::arrangement(&self.options.layout);
        let model = Path::new(&loaded.source.name);
        pictures::write_svg(path, drawings, arrangement, (model, self.force.overwrite()))
    }

    /// A page with all evidence.
    pub(crate) fn page(&self, loaded: &Loaded, results: &[FormulaResult]) -> String {
        let drawings: Vec<_> = results.iter().map(|result| drawn::drawing(result, &self.view)).collect();
        html::render(&loaded.source.name, &drawings)
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
            EvidenceFormat::Off | EvidenceFormat::Text => {
                let text = terminal(&self.text);
                let version = env!("CARGO_PKG_VERSION");
                Content::One(format!("{TEXT_SIGN}{version}\n\n{}", anstream::adapter::strip_str(&text)))
            }
            EvidenceFormat::Json => {
                let mut document = document(loaded, results, self.origin);
                if let Some((model, certificate)) = certificate {
                    document.certify(model, certificate);
                }
                Content::One(document.render())
            }
            EvidenceFormat::Dot => Content::One(dot::render(&drawings())),
            EvidenceFormat::Svg if self.place.is_some() => Content::Pictures(drawings()),
            EvidenceFormat::Svg => {
                Content::One(svg::render_as(&drawings(), pictures::arrangement(&self.options.layout)))
            }
            EvidenceFormat::Html => Content::One(self.page(loaded, results)),
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

fn make_directory(directory: &Path) -> Result<(), String> {
    let failed = |cause| format!("cannot make the directory `{}`: {cause}", directory.display());
    std::fs::create_dir_all(directory).map_err(failed)
}

/// Writes files into a directory, which is made if it is not there.
fn write_all(directory: &Path, files: &[File], force: ForceArguments) -> Result<(), String> {
    make_directory(directory)?;
    let kind = |name: &str| match name.rsplit('.').next() {
        Some("dot") => Kind::McmasGraph,
        Some("info") => Kind::McmasStates,
        _ => Kind::Trace,
    };
    let files: Vec<Named<'_>> = files
        .iter()
        .map(|file| Named { name: &file.name, kind: kind(&file.name), content: file.content.as_bytes() })
        .collect();
    write_own(directory, &files, force.overwrite()).map_err(|problem| problem.to_string())
}

/// How much is shown.
pub(super) fn view(options: &EvidenceArguments) -> View {
    let detail = if options.full { Detail::Full } else { Detail::Changes };
    let propositions = if options.show_propositions { Propositions::Shown } else { Propositions::Hidden };
    View { detail, agents: options.agents.clone(), propositions }
}

/// Which evidence the options ask for: for every verdict, or where results show why something is not as expected.
fn wish(arguments: &CheckArguments) -> EvidenceWish {
    let options = &arguments.evidence;
    if options.shown().is_some() || options.strategy.is_some() || has_pages(arguments) {
        EvidenceWish::Wanted
    } else if !options.is_off() && places::formats(arguments).any(ReportFormat::explains) {
        EvidenceWish::Unexpected
    } else {
        EvidenceWish::None
    }
}

/// Writes the strategies of all results; says so if there are none.
fn write_strategies(
    wanted: &StrategyOutput,
    loaded: &Loaded,
    results: &[FormulaResult],
    force: ForceArguments,
) -> Exit {
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
    let target = Target { path: &wanted.file, kind: wanted.language.kind(), overwrite: force.overwrite() };
    match write(&target, content.as_bytes()) {
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
