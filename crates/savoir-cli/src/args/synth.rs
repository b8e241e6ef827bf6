//! The arguments of `synth`.

use super::named::{default_name, named};
use super::{
    CheckArguments, EvidenceArguments, ForceArguments, Format, LevelArguments, Limits, OutputArguments, ReportFormat,
    StrategyArguments, SymbolicArguments,
};
use clap::Args;
use savoir::{Engine, NamedGroup, NotesWish, Parallel, SynthAlgorithm};
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir synth model.ispl
  savoir synth model.ispl --formula '<?Y>F won'
  savoir synth model.ispl --formula 'AG (p -> GCK(?Y, p))' --list --limit 50
  savoir synth model.ispl --formula '<?Y>F won' --group Ann,Bob --evidence
  savoir synth model.ispl --require Y=Ann --forbid Bob --size 2..4

`?Y` stands for a group of agents in GK(?Y, f), GCK(?Y, f), DK(?Y, f) and <?Y>F f, and for one agent
in K(?Y, f). Groups are not empty, unless `--size` says so. There should be a group, unless
`-- expect: false` stands before the formula.",
    // For `check`, `--group` says what stays together while the order of variables is improved.
    mut_arg("group", |arg| arg.long("grouping")))]
pub(crate) struct SynthArguments {
    /// ISPL file; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Find the groups of this formula instead of those of the model.
    ///
    /// May be given several times.
    #[arg(long = "formula", short = 'f', value_name = "FORMULA")]
    pub(crate) formulas: Vec<String>,
    /// Only the formula with this name or number.
    ///
    /// May be given several times.
    #[arg(long, value_name = "NAME|NUMBER", conflicts_with = "formulas")]
    pub(crate) only: Vec<String>,
    /// Say whether this group is among those found.
    ///
    /// With several variables, once for each: --group Y=A,B --group Z=C. Exit code 1 if it is not.
    #[arg(id = "chosen", long = "group", value_name = "[Y=]A,B", value_parser = group)]
    pub(crate) chosen: Vec<NamedGroup>,
    /// Only groups with these agents.
    #[arg(long, value_name = "[Y=]A,B", value_parser = group)]
    pub(crate) require: Vec<NamedGroup>,
    /// Only groups without these agents.
    #[arg(long, value_name = "[Y=]A,B", value_parser = group)]
    pub(crate) forbid: Vec<NamedGroup>,
    /// Only groups with so many members, for example 2, 2..4 or 2..
    #[arg(long, value_name = "[Y=]M..N", value_parser = size)]
    pub(crate) size: Vec<(Option<String>, RangeInclusive<usize>)>,
    /// Only groups with all of these agents or none of them.
    #[arg(long, value_name = "[Y=]A,B", hide_short_help = true, value_parser = group)]
    pub(crate) together: Vec<NamedGroup>,
    /// Only groups with at most one of these agents.
    #[arg(long, value_name = "[Y=]A,B", hide_short_help = true, value_parser = group)]
    pub(crate) split: Vec<NamedGroup>,
    /// The environment may be in groups, too.
    #[arg(long)]
    pub(crate) env: bool,
    /// List the groups themselves, those with the fewest members first.
    #[arg(long)]
    pub(crate) list: bool,
    /// How many groups are listed, of each kind.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) limit: usize,
    /// How groups are found.
    ///
    /// Every way finds the same groups.
    #[arg(long, value_name = "WAY", hide_short_help = true, value_parser = named(SynthAlgorithm::NAMED), default_value = default_name(SynthAlgorithm::NAMED))]
    pub(crate) by: SynthAlgorithm,
    /// Start in the states that satisfy this condition.
    ///
    /// It takes the place of InitStates and is written in the same way.
    #[arg(long, value_name = "CONDITION", hide_short_help = true)]
    pub(crate) init: Option<String>,
    #[command(flatten)]
    pub(crate) strategies: StrategyArguments,
    /// How states are represented.
    #[arg(long, value_parser = named(Engine::NAMED), default_value = default_name(Engine::NAMED))]
    pub(crate) engine: Engine,
    /// Say which attempts were made to find the states.
    #[arg(long, hide_short_help = true)]
    pub(crate) explain_plan: bool,
    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Exit with 0 whatever groups there are.
    #[arg(long, hide_short_help = true)]
    pub(crate) exit_zero: bool,
    #[command(flatten)]
    pub(crate) force: ForceArguments,
    #[command(flatten)]
    pub(crate) evidence: EvidenceArguments,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) symbolic: SymbolicArguments,
}

impl SynthArguments {
    /// The same question about formulas without variables, for `check`.
    pub(crate) fn check(&self, formulas: Vec<String>) -> CheckArguments {
        // It was written after the search for groups.
        let mut symbolic = self.symbolic.clone();
        symbolic.save_order = None;
        CheckArguments {
            notes: NotesWish::Off,
            vacuity: false,
            files: vec![self.file.clone()],
            formulas,
            only: Vec::new(),
            deadlock: false,
            overflow: false,
            cone: false,
            init: self.init.clone(),
            strategies: self.strategies.clone(),
            engine: self.engine,
            parallel: Parallel::default(),
            partitions: None,
            explain_plan: false,
            stats: false,
            format: match self.format {
                Format::Text => ReportFormat::Text,
                Format::Json => ReportFormat::Json,
            },
            outputs: OutputArguments { output: Vec::new(), force: self.force },
            exit_zero: self.exit_zero,
            watch: false,
            fix: false,
            levels: LevelArguments::default(),
            evidence: self.evidence.clone(),
            limits: self.limits.clone(),
            symbolic,
        }
    }
}

/// `A,B` or `Y=A,B`.
fn group(text: &str) -> Result<NamedGroup, String> {
    let (variable, agents) = variable_and_rest(text)?;
    let agents: Vec<String> =
        agents.split(',').map(str::trim).filter(|agent| !agent.is_empty()).map(str::to_owned).collect();
    if agents.is_empty() && variable.is_none() {
        return Err("expected agents such as A,B or Y=A,B".to_owned());
    }
    Ok(NamedGroup { variable, agents })
}

/// `2`, `2..4`, `2..`, `..4`, each perhaps after `Y=`.
fn size(text: &str) -> Result<(Option<String>, RangeInclusive<usize>), String> {
    let (variable, range) = variable_and_rest(text)?;
    let wrong = || format!("`{range}` is no number of members: expected 2, 2..4, 2.. or ..4");
    let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
    let range = match range.split_once("..") {
        None => {
            let exactly = number(range)?;
            exactly..=exactly
        }
        Some((from, to)) => {
            // A group is empty only if that is said.
            let from = if from.trim().is_empty() { 1 } else { number(from)? };
            let to = to.strip_prefix('=').unwrap_or(to);
            let to = if to.trim().is_empty() { usize::MAX } else { number(to)? };
            from..=to
        }
    };
    if range.is_empty() {
        return Err(format!("there is no number of members in `{text}`"));
    }
    Ok((variable, range))
}

fn variable_and_rest(text: &str) -> Result<(Option<String>, &str), String> {
    let Some((variable, rest)) = text.split_once('=').filter(|(variable, _)| !variable.contains("..")) else {
        return Ok((None, text));
    };
    let variable = variable.trim().trim_start_matches('?');
    if variable.is_empty() {
        return Err("expected the name of a variable before `=`".to_owned());
    }
    Ok((Some(variable.to_owned()), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_sizes_are_read() {
        let named = |variable: Option<&str>, agents: &[&str]| NamedGroup {
            variable: variable.map(str::to_owned),
            agents: agents.iter().map(|agent| (*agent).to_owned()).collect(),
        };
        assert_eq!(group("A, B"), Ok(named(None, &["A", "B"])));
        assert_eq!(group("?Y=A"), Ok(named(Some("Y"), &["A"])));
        assert_eq!(group("Y="), Ok(named(Some("Y"), &[])));
        assert!(group("").is_err() && group("=A").is_err());
        assert_eq!(size("2"), Ok((None, 2..=2)));
        assert_eq!(size("Z=2..4"), Ok((Some("Z".to_owned()), 2..=4)));
        assert_eq!(size("..3"), Ok((None, 1..=3)));
        assert_eq!(size("0..3"), Ok((None, 0..=3)));
        assert_eq!(size("2..=3"), Ok((None, 2..=3)));
        assert_eq!(size("2.."), Ok((None, 2..=usize::MAX)));
        assert!(size("4..2").is_err() && size("many").is_err() && size("").is_err());
    }
}
