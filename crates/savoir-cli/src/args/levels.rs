//! Levels of lints, and fixing.

use clap::Args;
use savoir::{Level, LintSelector};

/// Levels of lints. If several of them name the same lint, the strictest counts.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct LevelArguments {
    /// Do not show this lint.
    ///
    /// A lint is named by its name or code, such as `unused-variable` or `W0001`; `warnings` are all that would be shown
    /// as warnings. May be given several times.
    #[arg(long, value_name = "LINT")]
    allow: Vec<LintSelector>,
    /// Show this lint as a warning.
    #[arg(long, value_name = "LINT")]
    warn: Vec<LintSelector>,
    /// Show this lint as an error; `warnings` stands for all.
    ///
    /// The exit code is 1 if there is such a finding.
    #[arg(long, value_name = "LINT")]
    deny: Vec<LintSelector>,
}

impl LevelArguments {
    /// What was asked for.
    pub(crate) fn asked(&self) -> Vec<(LintSelector, Level)> {
        let all = [(&self.allow, Level::Allow), (&self.warn, Level::Warn), (&self.deny, Level::Deny)];
        all.into_iter().flat_map(|(lints, level)| lints.iter().map(move |lint| (*lint, level))).collect()
    }
}
