//! Where evidence, strategies and orders go, and whether they can go there.

use super::super::{overwriting, reports};
use crate::args::{
    CheckArguments, EvidenceArguments, EvidenceFormat, EvidenceOutput, ForceArguments, OutputFormat, ReportFormat,
    ReportOutput, SymbolicArguments,
};
use crate::write::{Kind, Target};
use std::path::{Path, PathBuf};

/// Whether everything can go where it is wanted; if not, what to say.
pub(in crate::commands) fn fits(arguments: &CheckArguments, files: &[PathBuf]) -> Result<(), String> {
    fit(arguments, files.len())?;
    let force = arguments.outputs.force;
    let written = written(&arguments.evidence, &arguments.symbolic, force).chain(reports::targets(&arguments.outputs));
    overwriting::refuse(written, files)
}

/// The files that a check or a search for groups writes; what goes to a directory has names of our own.
pub(in crate::commands) fn written<'a>(
    evidence: &'a EvidenceArguments,
    symbolic: &'a SymbolicArguments,
    force: ForceArguments,
) -> impl Iterator<Item = Target<'a>> {
    let overwrite = force.overwrite();
    let target = move |path: &'a Path, kind| Target { path, kind, overwrite };
    let shown = evidence.shown().filter(|wanted| !wanted.is_directory());
    let shown = shown.and_then(|wanted| Some(target(wanted.file.as_deref()?, wanted.format.kind())));
    let strategy = evidence.strategy.as_ref().map(|wanted| target(&wanted.file, wanted.language.kind()));
    [shown, strategy, order(symbolic, force)].into_iter().flatten()
}

/// Where the order of variables goes, if that is wanted.
pub(in crate::commands) fn order(symbolic: &SymbolicArguments, force: ForceArguments) -> Option<Target<'_>> {
    let path = symbolic.save_order.as_deref()?;
    Some(Target { path, kind: Kind::Order, overwrite: force.overwrite() })
}

/// Where the evidence about one of so many models goes, if that is not standard output: in a directory, each has a name.
pub(in crate::commands) fn place(wanted: &EvidenceOutput, name: &str, files: usize) -> Option<PathBuf> {
    let path = wanted.file.as_ref()?;
    Some(match wanted.format {
        EvidenceFormat::Itf | EvidenceFormat::Mcmas if files > 1 => path.join(name),
        EvidenceFormat::Itf | EvidenceFormat::Mcmas => path.clone(),
        format if wanted.is_directory() => path.join(format!("{name}.{}", format.extension())),
        _ => path.clone(),
    })
}

/// Whether pages are wanted.
pub(in crate::commands) fn has_pages(arguments: &CheckArguments) -> bool {
    arguments.outputs.output.iter().any(|output| output.format == OutputFormat::Html)
}

/// Whether evidence for programs is a part of the results.
pub(in crate::commands) fn is_part_of_results(arguments: &CheckArguments) -> bool {
    let is_named = |wanted: &EvidenceOutput| wanted.file.is_none();
    let fits = |wanted: &EvidenceOutput| matches!(wanted.format, EvidenceFormat::Text | EvidenceFormat::Json);
    arguments.evidence.shown().is_some_and(|wanted| is_named(wanted) && fits(wanted))
}

/// The formats of the results.
pub(super) fn formats(arguments: &CheckArguments) -> impl Iterator<Item = ReportFormat> {
    let written = arguments.outputs.output.iter().filter_map(|output| match output.format {
        OutputFormat::Report(format) => Some(format),
        OutputFormat::Html => None,
    });
    std::iter::once(arguments.format).chain(written)
}

/// Whether the options go together with each other and with so many files.
fn fit(arguments: &CheckArguments, files: usize) -> Result<(), &'static str> {
    let wanted = arguments.evidence.shown();
    if let Some(EvidenceOutput { format, file: None }) = wanted {
        let has_place = match arguments.format {
            ReportFormat::Text => true,
            ReportFormat::Json1 | ReportFormat::Jsonl1 => false,
            other => *format == EvidenceFormat::Text || *format == EvidenceFormat::Json && other.has_evidence(),
        };
        if !has_place {
            return Err("with a `--format` for programs, name a file for the evidence: `--evidence=json:FILE`");
        }
        if files > 1 && *format != EvidenceFormat::Text && arguments.format == ReportFormat::Text {
            return Err("evidence in this format is about one model; name a directory: `--evidence=FORMAT:DIRECTORY/`");
        }
    }
    if files > 1 && wanted.is_some_and(|wanted| wanted.file.is_some() && !wanted.is_directory()) {
        return Err("evidence in a file is about one model; name a directory, as in `--evidence=html:pages/`");
    }
    if has_pages(arguments) {
        let single = arguments.outputs.output.iter().any(ReportOutput::is_single_page);
        if single && files > 1 {
            return Err("a page is about one model; name a directory, as in `--output html:pages/`");
        }
        if arguments.evidence.is_off() || arguments.cone {
            return Err("pages show evidence about the whole model: leave out `--cone` and `--evidence=none`");
        }
    }
    if arguments.evidence.strategy.is_some() && files > 1 {
        return Err("strategies in a file are about one model; check the models one by one");
    }
    if arguments.symbolic.save_order.is_some() && files > 1 {
        return Err("an order in a file is about one model; check the models one by one");
    }
    Ok(())
}
