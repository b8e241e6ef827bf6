//! Options about evidence.

use clap::Args;
use std::path::PathBuf;

/// What is wanted in `--evidence`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EvidenceOutput {
    pub(crate) format: EvidenceFormat,
    /// Standard output, if no file is named; for some formats a directory.
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EvidenceFormat {
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
    const NAMES: [(&str, EvidenceFormat); 8] = [
        ("text", EvidenceFormat::Text),
        ("json", EvidenceFormat::Json),
        ("dot", EvidenceFormat::Dot),
        ("svg", EvidenceFormat::Svg),
        ("html", EvidenceFormat::Html),
        ("tikz", EvidenceFormat::Tikz),
        ("itf", EvidenceFormat::Itf),
        ("mcmas", EvidenceFormat::Mcmas),
    ];

    /// Whether it takes several files, so that a directory has to be named.
    pub(crate) fn needs_directory(self) -> bool {
        matches!(self, EvidenceFormat::Itf | EvidenceFormat::Mcmas)
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

#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("explanation").args(["evidence", "strategy"]).multiple(true)))]
pub(crate) struct EvidenceArguments {
    /// Show why, as text, json, dot, svg, html, tikz, itf or mcmas.
    ///
    /// Witnesses, counterexamples and strategies: text is the default. With PATH they are written there; for itf and mcmas
    /// PATH is a directory.
    #[arg(
        long,
        value_name = "FORMAT[:PATH]",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text",
        value_parser = output
    )]
    pub(crate) evidence: Option<EvidenceOutput>,
    /// Show whole states, all actions and fair paths in evidence, not only what changes.
    #[arg(long, requires = "evidence", hide_short_help = true)]
    pub(crate) full: bool,
    /// Show only these agents in the states of evidence.
    #[arg(long, value_name = "A,B", value_delimiter = ',', requires = "evidence", hide_short_help = true)]
    pub(crate) agents: Vec<String>,
    /// Write strategies into a file, as python, rust or json.
    #[arg(long, value_name = "FORMAT:PATH", require_equals = true, value_parser = strategy)]
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

Every state, step and conclusion is checked by the definitions of the language, without any of the
engines that find evidence. Exit code 1 if something in the evidence is not as the model says.")]
pub(crate) struct ReplayArguments {
    /// What `savoir check --evidence=json` wrote; `-` is standard input.
    #[arg(value_name = "EVIDENCE")]
    pub(crate) evidence: PathBuf,
    /// The ISPL file it is about; `-` is standard input.
    #[arg(value_name = "MODEL")]
    pub(crate) model: PathBuf,
}

fn output(text: &str) -> Result<EvidenceOutput, String> {
    let (format, file) = match text.split_once(':') {
        Some((_, "")) => return Err("a file name is missing after the colon".to_owned()),
        Some((format, file)) => (format, Some(PathBuf::from(file))),
        None => (text, None),
    };
    let known = EvidenceFormat::NAMES.iter().find(|(name, _)| *name == format);
    let Some((_, format)) = known.copied() else {
        let names: Vec<&str> = EvidenceFormat::NAMES.iter().map(|(name, _)| *name).collect();
        return Err(format!("`{format}` is no format of evidence; use one of {}", names.join(", ")));
    };
    if format.needs_directory() && file.is_none() {
        return Err(format!("`{text}` takes several files; name a directory for them: `{text}:DIRECTORY`"));
    }
    Ok(EvidenceOutput { format, file })
}

fn strategy(text: &str) -> Result<StrategyOutput, String> {
    let (language, file) = text.split_once(':').unwrap_or((text, ""));
    let language = match language {
        "python" => StrategyLanguage::Python,
        "rust" => StrategyLanguage::Rust,
        "json" => StrategyLanguage::Json,
        other => return Err(format!("`{other}` is no format of strategies; use python, rust or json")),
    };
    if file.is_empty() {
        return Err(format!("a file name is missing: `--strategy={text}:FILE`").replace("::", ":"));
    }
    Ok(StrategyOutput { language, file: PathBuf::from(file) })
}
