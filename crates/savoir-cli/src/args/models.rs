//! The arguments of the commands about models: `check`, `fmt`, `lint` and `stats`.

use super::named::{default_name, named};
use super::{EvidenceArguments, Format, LevelArguments, Limits, OutputArguments, StrategyArguments, SymbolicArguments};
use crate::write::Kind;
use clap::{Args, ValueEnum};
use savoir::{Engine, NotesWish, Parallel};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir check examples/muddy-children.ispl
  savoir check model.ispl --formula 'EF p' --formula '<{A, B}>F q'
  savoir check model.ispl --evidence --vacuity --deadlock --overflow
  savoir check model.ispl --only safety --init 'Robot.at = dock'
  savoir check --watch model.ispl
  savoir check models/ --format github --output junit:verdicts.xml --output html:pages/

A formula should hold, unless `-- expect: false` stands before it. `savoir check --help` has more
options: for evidence, for notes, for the symbolic engine, for warnings and their fixes.",
    mut_arg("allow", |arg| arg.hide_short_help(true)),
    mut_arg("warn", |arg| arg.hide_short_help(true)),
    mut_arg("deny", |arg| arg.hide_short_help(true)))]
pub(crate) struct CheckArguments {
    /// ISPL files, or directories to look for them; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Check this formula instead of the model's own.
    ///
    /// May be given several times.
    #[arg(long = "formula", short = 'f', value_name = "FORMULA")]
    pub(crate) formulas: Vec<String>,
    /// Check only the formula with this name or number.
    ///
    /// May be given several times.
    #[arg(long, value_name = "NAME|NUMBER", conflicts_with = "formulas")]
    pub(crate) only: Vec<String>,
    /// Also look for a reachable state without successor.
    #[arg(long)]
    pub(crate) deadlock: bool,
    /// Also look for an assignment of a value that is out of range.
    #[arg(long)]
    pub(crate) overflow: bool,
    /// Say what verdicts do not say by themselves.
    ///
    /// That paths end and a verdict depends on it, that an operand does not matter since another one never holds, in how many
    /// initial states a formula fails, and the like.
    #[arg(long, value_name = "EXTENT", value_parser = named(NotesWish::NAMED), default_value = "brief", hide_short_help = true)]
    pub(crate) notes: NotesWish,
    /// Find out for every operand whether it matters for the verdict.
    ///
    /// Each is replaced by `true` or `false`, whatever speaks most against the verdict, and the formula is decided again. For
    /// operands that matter there is a witness: why the formula has the other verdict then.
    #[arg(long, hide_short_help = true)]
    pub(crate) vacuity: bool,
    /// Leave out what no formula depends on.
    ///
    /// States are then counted without it.
    #[arg(long, conflicts_with_all = ["explanation", "vacuity", "deadlock", "overflow"])]
    pub(crate) cone: bool,
    /// Start in the states that satisfy this condition.
    ///
    /// It takes the place of InitStates and is written in the same way.
    #[arg(long, value_name = "CONDITION")]
    pub(crate) init: Option<String>,
    #[command(flatten)]
    pub(crate) strategies: StrategyArguments,
    /// How states are represented.
    #[arg(long, value_parser = named(Engine::NAMED), default_value = default_name(Engine::NAMED))]
    pub(crate) engine: Engine,
    /// What the threads are used for.
    ///
    /// Verdicts and numbers of states do not depend on it. If `mpirun` has started several processes, semi, simple, merge,
    /// full and distributed divide the work among them, with `--threads` threads each: `mpirun -n 4 savoir check model.ispl --parallel full`.
    #[arg(long, value_name = "HOW", value_parser = named(Parallel::NAMED), default_value = default_name(Parallel::NAMED), hide_short_help = true)]
    pub(crate) parallel: Parallel,
    /// Divide the initial states into so many parts [default: as many as the model lists, at least two for each thread].
    ///
    /// For `--parallel` semi, simple, merge and full.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), hide_short_help = true)]
    pub(crate) partitions: Option<u16>,
    /// Say how states were found and formulas decided.
    ///
    /// The attempts to find states, with engine, order of variables, allowance, what each reached and why the next one followed;
    /// and the shortcuts by which formulas were decided, as with --stats.
    #[arg(long)]
    pub(crate) explain_plan: bool,
    /// Say by which shortcuts each formula was decided.
    ///
    /// A formula needs to be decided in the initial states only, which often takes less work than finding all states
    /// where it holds. The names of the ways that made use of that stand under the verdict.
    #[arg(long, hide_short_help = true)]
    pub(crate) stats: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) outputs: OutputArguments,
    /// Exit with 0 whatever the verdicts are.
    #[arg(long)]
    pub(crate) exit_zero: bool,
    /// Check again on save and show what changed.
    ///
    /// Until Ctrl-C ends it. Files of `--evidence` and `--output` are written anew each time; pages load themselves again.
    #[arg(long, conflicts_with_all = ["strategy", "save_order", "exit_zero"])]
    pub(crate) watch: bool,
    /// Mend errors and warnings about the text where that is safe, before checking.
    ///
    /// The files are changed; what was done is said on standard error.
    #[arg(long, hide_short_help = true, conflicts_with = "watch")]
    pub(crate) fix: bool,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    #[command(flatten)]
    pub(crate) evidence: EvidenceArguments,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) symbolic: SymbolicArguments,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir fmt model.ispl            rewrite the file
  savoir fmt --check models/       say which files would change; exit code 1 if any would
  savoir fmt --diff model.ispl     show what would change; exit code 1 if something would
  savoir fmt - < model.ispl        from standard input to standard output")]
pub(crate) struct FmtArguments {
    /// ISPL files, or directories to look for them; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; say which files are not laid out in the standard way.
    #[arg(long)]
    pub(crate) check: bool,
    /// Change nothing; show what would change, as a unified diff.
    #[arg(long, conflicts_with = "check")]
    pub(crate) diff: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir lint model.ispl
  savoir lint models/ --timeout 10s
  savoir lint models/ --format sarif > findings.sarif
  savoir lint model.ispl --allow unused-variable --deny warnings
  savoir lint model.ispl --fix

`-- savoir: allow(unused-variable)` in a model does the same for the model, or for the next line.

Exit code 1 if there is a finding.")]
pub(crate) struct LintArguments {
    /// ISPL files, or directories to look for them; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
    #[command(flatten)]
    pub(crate) outputs: OutputArguments,
    /// Mend what can be mended safely; then report the rest.
    ///
    /// The files are changed; what was done is said on standard error.
    #[arg(long)]
    pub(crate) fix: bool,
    #[command(flatten)]
    pub(crate) levels: LevelArguments,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir stats examples/tian-ji.ispl
  savoir stats model.ispl --format json --memory 2G")]
pub(crate) struct StatsArguments {
    /// ISPL file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// How findings about files are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people.
    Text,
    /// One JSON value at the end.
    Json,
    /// One JSON object a file, each on a line, as soon as the file is done.
    Jsonl,
    /// JUnit XML: a test for each formula.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
    /// As json, in its first edition.
    #[value(hide = true)]
    Json1,
    /// As jsonl, in its first edition.
    #[value(hide = true)]
    Jsonl1,
}

impl ReportFormat {
    /// Whether it shows why a verdict is not the expected one.
    pub(crate) fn explains(self) -> bool {
        matches!(self, ReportFormat::Junit | ReportFormat::Sarif | ReportFormat::Github)
    }

    /// Whether it can have evidence for programs.
    pub(crate) fn has_evidence(self) -> bool {
        matches!(self, ReportFormat::Json | ReportFormat::Jsonl)
    }

    /// What such a file is.
    pub(crate) fn kind(self) -> Kind {
        match self {
            ReportFormat::Text => Kind::Text,
            ReportFormat::Json | ReportFormat::Jsonl | ReportFormat::Json1 | ReportFormat::Jsonl1 => Kind::Result,
            ReportFormat::Junit => Kind::Junit,
            ReportFormat::Sarif => Kind::Sarif,
            ReportFormat::Github => Kind::Annotations,
        }
    }
}
