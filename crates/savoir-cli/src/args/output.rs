//! Options about files with results.

use super::ReportFormat;
use super::evidence::format_and_file;
use crate::write::Overwrite;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsStr;
use std::path::PathBuf;

/// What is wanted in `--output`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReportOutput {
    pub(crate) format: OutputFormat,
    pub(crate) path: PathBuf,
}

/// What can be written to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// What `--format` can print.
    Report(ReportFormat),
    /// Pages with evidence: a directory, or a file for one model.
    Html,
}

impl ReportOutput {
    /// Whether it is one page, and no directory of pages.
    pub(crate) fn is_single_page(&self) -> bool {
        let named = self.path.extension().is_some_and(|end| end.eq_ignore_ascii_case("html") || end == "htm");
        self.format == OutputFormat::Html && named && !self.path.is_dir()
    }

    /// Whether it is a directory of pages.
    pub(crate) fn is_directory(&self) -> bool {
        self.format == OutputFormat::Html && !self.is_single_page()
    }
}

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct OutputArguments {
    /// Also write the results to a file, or evidence as html pages.
    ///
    /// May be given several times: text, json, jsonl, junit, sarif or github, as for `--format`, or html. For html, PATH is a
    /// directory with a page for each model, or a file that ends in `.html` if there is one model. Examples: --output
    /// junit:results.xml --output html:pages/
    #[arg(
        long,
        short,
        value_name = "FORMAT:PATH",
        value_parser = OsStringValueParser::new().try_map(|text| output(&text))
    )]
    pub(crate) output: Vec<ReportOutput>,
    #[command(flatten)]
    pub(crate) force: ForceArguments,
}

/// What becomes of files that are in the way.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct ForceArguments {
    /// Replace files that are there already, even if they are not results of an earlier run.
    ///
    /// A file that is read is never replaced.
    #[arg(long, hide_short_help = true)]
    force: bool,
}

impl ForceArguments {
    pub(crate) fn overwrite(self) -> Overwrite {
        Overwrite::forced(self.force)
    }
}

fn output(text: &OsStr) -> Result<ReportOutput, String> {
    let (name, path) = format_and_file(text);
    let names = || {
        let names = ReportFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        names.map(|value| value.get_name().to_owned()).chain(["html".to_owned()]).collect::<Vec<_>>().join(", ")
    };
    let format = match (name.as_str(), ReportFormat::from_str(&name, false)) {
        ("html", _) => OutputFormat::Html,
        (_, Ok(format)) => OutputFormat::Report(format),
        (_, Err(_)) => return Err(format!("`{name}` is no format of results; use one of {}", names())),
    };
    match path.filter(|path| !path.as_os_str().is_empty()) {
        Some(path) => Ok(ReportOutput { format, path }),
        None => Err(format!("a file name is missing: `--output {name}:PATH`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_and_paths_are_read() {
        let read = |text: &str| output(OsStr::new(text));
        let junit = ReportOutput { format: OutputFormat::Report(ReportFormat::Junit), path: "a:b.xml".into() };
        assert_eq!(read("junit:a:b.xml"), Ok(junit));
        let pages = read("html:pages/").unwrap();
        assert!(pages.is_directory() && !pages.is_single_page());
        let page = read("html:page.HTML").unwrap();
        assert!(page.is_single_page() && !page.is_directory());
        assert!(read("gif:x").unwrap_err().contains("json1, jsonl1, html"));
        assert!(read("sarif").is_err() && read("sarif:").is_err());
    }
}
