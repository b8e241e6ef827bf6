//! Options about evidence.

use super::layout::LayoutArguments;
use super::strategies::ReadingArguments;
use super::{bytes, duration};
use crate::write::Kind;
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is wanted in `--evidence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EvidenceOutput {
    pub(crate) format: EvidenceFormat,
    /// Standard output, if no file is named; for some formats a directory.
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EvidenceFormat {
    /// None at all, not even where it comes by itself.
    Off,
    Text,
    Json,
    Dot,
    Svg,
    Html,
    Tikz,
    Itf,
    Mcmas,
}

impl EvidenceFormat {
    /// All formats with their names.
    const NAMES: [(&str, EvidenceFormat); 9] = [
        ("none", EvidenceFormat::Off),
        ("text", EvidenceFormat::Text),
        ("json", EvidenceFormat::Json),
        ("dot", EvidenceFormat::Dot),
        ("svg", EvidenceFormat::Svg),
        ("html", EvidenceFormat::Html),
        ("tikz", EvidenceFormat::Tikz),
        ("itf", EvidenceFormat::Itf),
        ("mcmas", EvidenceFormat::Mcmas),
    ];

    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        EvidenceFormat::NAMES.iter().find(|(_, format)| *format == self).map_or("text", |(name, _)| name)
    }

    /// Whether it takes several files, so that a directory has to be named.
    pub(crate) fn needs_directory(self) -> bool {
        matches!(self, EvidenceFormat::Itf | EvidenceFormat::Mcmas)
    }

    /// What names of files in this format end in.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            EvidenceFormat::Off | EvidenceFormat::Text => "txt",
            EvidenceFormat::Json => "json",
            EvidenceFormat::Dot => "dot",
            EvidenceFormat::Svg => "svg",
            EvidenceFormat::Html => "html",
            EvidenceFormat::Tikz => "tex",
            EvidenceFormat::Itf | EvidenceFormat::Mcmas => "",
        }
    }

    /// What such a file is.
    pub(crate) fn kind(self) -> Kind {
        match self {
            EvidenceFormat::Off | EvidenceFormat::Text => Kind::Text,
            EvidenceFormat::Json => Kind::Evidence,
            EvidenceFormat::Dot => Kind::Dot,
            EvidenceFormat::Svg => Kind::Svg,
            EvidenceFormat::Html => Kind::Page,
            EvidenceFormat::Tikz => Kind::Tikz,
            EvidenceFormat::Itf => Kind::Trace,
            EvidenceFormat::Mcmas => Kind::McmasGraph,
        }
    }
}

impl EvidenceOutput {
    /// Whether it is a directory, in which each model has a file of its own or several.
    pub(crate) fn is_directory(&self) -> bool {
        let ends = |path: &PathBuf| path.as_os_str().as_encoded_bytes().ends_with(b"/");
        self.format.needs_directory() || self.file.as_ref().is_some_and(|path| ends(path) || path.is_dir())
    }
}

impl EvidenceArguments {
    /// The evidence that is asked for.
    pub(crate) fn shown(&self) -> Option<&EvidenceOutput> {
        self.evidence.as_ref().filter(|wanted| wanted.format != EvidenceFormat::Off)
    }

    /// Whether there is to be none, not even where it comes by itself.
    pub(crate) fn is_off(&self) -> bool {
        self.evidence.as_ref().is_some_and(|wanted| wanted.format == EvidenceFormat::Off)
    }
}

/// What is wanted in `--strategy`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StrategyOutput {
    pub(crate) language: StrategyLanguage,
    pub(crate) file: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StrategyLanguage {
    Python,
    Rust,
    Json,
}

impl StrategyLanguage {
    /// What such a file is.
    pub(crate) fn kind(self) -> Kind {
        match self {
            StrategyLanguage::Python => Kind::StrategyPython,
            StrategyLanguage::Rust => Kind::StrategyRust,
            StrategyLanguage::Json => Kind::StrategyJson,
        }
    }
}

#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("explanation").args(["evidence", "strategy"]).multiple(true)))]
pub(crate) struct EvidenceArguments {
    /// Show why, as text, json, dot, svg, html, tikz, itf or mcmas.
    ///
    /// Witnesses, counterexamples and strategies: text is the default. With PATH they are written there; for itf and mcmas,
    /// and for several models, PATH is a directory, for svg it may be one: pictures of several formulas are files of their
    /// own, NAME-1.svg and so on for NAME.svg. Without PATH, `--format json` has them too. The formats junit, sarif and
    /// github show why a verdict is not the expected one by themselves, unless it is `none` that is asked for.
    #[arg(
        long,
        value_name = "FORMAT[:PATH]",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        value_parser = OsStringValueParser::new().try_map(|text| output(&text))
    )]
    pub(crate) evidence: Option<EvidenceOutput>,
    /// Show whole states, all actions and fair paths in evidence, not only what changes.
    #[arg(long, requires = "evidence", hide_short_help = true)]
    pub(crate) full: bool,
    /// Show only these agents in the states of evidence.
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "evidence", hide_short_help = true)]
    pub(crate) agents: Vec<String>,
    /// Say which propositions hold in the states of evidence.
    #[arg(long, requires = "evidence", hide_short_help = true)]
    pub(crate) show_propositions: bool,
    #[command(flatten)]
    pub(crate) layout: LayoutArguments,
    /// Write strategies into a file, as python, rust or json.
    #[arg(long, value_name = "FORMAT:PATH", require_equals = true, value_parser = OsStringValueParser::new().try_map(|text| strategy(&text)))]
    pub(crate) strategy: Option<StrategyOutput>,
    /// Give strategies all moves that win, not only one; a uniform strategy has one in any case.
    #[arg(long, requires = "explanation", hide_short_help = true)]
    pub(crate) permissive: bool,
    /// Show strategies inside of strategies, for formulas like `<g>F <h>G p`.
    #[arg(long, requires = "explanation", hide_short_help = true)]
    pub(crate) nested: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir check model.ispl --evidence=json:evidence.json
  savoir replay evidence.json model.ispl
  savoir replay evidence.json model.ispl --only safety
  savoir check model.ispl --formula 'EF p' --evidence=json:more.json
  savoir replay more.json model.ispl --formula 'EF p'

Every state, step and conclusion is checked by the definitions of the language, without any of the
engines that find evidence. Formulas, names, readings and initial states are those of the model, or
of the options, whatever the file says. Exit code 0 if the verdict on every formula is proved, 3 if
something is missing, 1 if the file is not as the model says, 2 if it cannot be read.")]
pub(crate) struct ReplayArguments {
    /// What `savoir check --evidence=json` wrote; `-` is standard input.
    #[arg(value_name = "EVIDENCE")]
    pub(crate) evidence: PathBuf,
    /// The ISPL file it is about; `-` is standard input.
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
    /// Ask for this formula instead of the model's own.
    ///
    /// As it was given to `check`. May be given several times. Example: --formula 'EF p'
    #[arg(long = "formula", short = 'f', value_name = "FORMULA")]
    pub(crate) formulas: Vec<String>,
    /// Ask only for the formula with this name or number.
    ///
    /// May be given several times. Example: --only safety
    #[arg(long, value_name = "NAME|NUMBER", conflicts_with = "formulas")]
    pub(crate) only: Vec<String>,
    /// Start in these states instead of the model's own.
    ///
    /// As it was given to `check`. Example: --init 'Robot.at = dock'
    #[arg(long, value_name = "CONDITION")]
    pub(crate) init: Option<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    #[command(flatten)]
    pub(crate) limits: ReplayLimits,
}

/// Limits on a replay.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReplayLimits {
    /// Stop after this time, for example 90, 30s, 5m or 500ms.
    ///
    /// What is not looked at by then is not proved.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Stop beyond this much memory, for example 512M or 8G.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
}

/// What stands before the first colon, and the name of a file behind it, which need not be text.
pub(super) fn format_and_file(text: &OsStr) -> (String, Option<PathBuf>) {
    let bytes = text.as_encoded_bytes();
    let Some(colon) = bytes.iter().position(|byte| *byte == b':') else {
        return (text.to_string_lossy().into_owned(), None);
    };
    (String::from_utf8_lossy(&bytes[..colon]).into_owned(), Some(system::path(text, colon + 1)))
}

#[cfg(unix)]
mod system {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::path::PathBuf;

    /// A path that begins somewhere in a word.
    pub(super) fn path(word: &OsStr, start: usize) -> PathBuf {
        PathBuf::from(OsStr::from_bytes(&word.as_bytes()[start..]))
    }
}

#[cfg(not(unix))]
mod system {
    use std::ffi::OsStr;
    use std::path::PathBuf;

    pub(super) fn path(word: &OsStr, start: usize) -> PathBuf {
        PathBuf::from(String::from_utf8_lossy(&word.as_encoded_bytes()[start..]).into_owned())
    }
}

pub(super) fn output(text: &OsStr) -> Result<EvidenceOutput, String> {
    let (format, file) = format_and_file(text);
    if file.as_ref().is_some_and(|file| file.as_os_str().is_empty()) {
        return Err("a file name is missing after the colon".to_owned());
    }
    let known = EvidenceFormat::NAMES.iter().find(|(name, _)| *name == format);
    let Some((name, format)) = known.copied() else {
        let names: Vec<&str> = EvidenceFormat::NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!("`{format}` is no format of evidence; use one of {}", names.join(", ")));
    };
    if format == EvidenceFormat::Off && file.is_some() {
        return Err("`none` writes nothing, so it takes no file".to_owned());
    }
    if format.needs_directory() && file.is_none() {
        return Err(format!("`{name}` takes several files; name a directory for them: `{name}:DIRECTORY`"));
    }
    Ok(EvidenceOutput { format, file })
}

/// What to say about a format of evidence that stands in place of a file, as in `--evidence svg:x`: `--evidence` alone is an
/// option, so what follows it is taken for a file.
pub(crate) fn misplaced_format(word: &Path) -> Option<String> {
    let (format, _) = format_and_file(word.as_os_str());
    let is_format = EvidenceFormat::NAMES.iter().any(|(name, _)| *name == format);
    (is_format && !word.exists()).then(|| {
        let word = word.display();
        format!("there is no file `{word}`; a format of evidence stands behind `=`: `--evidence={word}`")
    })
}

fn strategy(text: &OsStr) -> Result<StrategyOutput, String> {
    let (name, file) = format_and_file(text);
    let language = match name.as_str() {
        "python" => StrategyLanguage::Python,
        "rust" => StrategyLanguage::Rust,
        "json" => StrategyLanguage::Json,
        other => return Err(format!("`{other}` is no format of strategies; use python, rust or json")),
    };
    match file.filter(|file| !file.as_os_str().is_empty()) {
        Some(file) => Ok(StrategyOutput { language, file }),
        None => Err(format!("a file name is missing: `--strategy={name}:FILE`")),
    }
}
