//! Groups that make formulas true, for programs: the schema `savoir/synth/1`.

use super::words::Names;
use crate::json::DiagnosticReport;
use savoir::{
    Diagnostic, LineIndex, SomeGroups, SoughtKind, SourceFile, SynthAnswer, SynthOutcome, SynthResult, SynthWay,
    Valuation,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/synth/1";

/// Everything about one file.
#[derive(Serialize)]
struct Report<'a> {
    schema: &'static str,
    file: &'a str,
    engine: Option<String>,
    /// A decimal string; null if not all states were found.
    states: Option<String>,
    /// Who may be in groups.
    candidates: Vec<&'a str>,
    formulas: Vec<FormulaReport>,
    statistics: Option<StatisticsReport>,
    diagnostics: Vec<DiagnosticReport>,
}

#[derive(Serialize)]
struct FormulaReport {
    index: usize,
    name: Option<String>,
    text: String,
    variables: Vec<VariableReport>,
    /// The reading of strategies; null if it makes no difference.
    atl: Option<String>,
    /// How groups were found: `symbolic`, `enumeration` or `guided`.
    way: &'static str,
    /// How many formulas without variables were decided.
    checked: Option<u64>,
    /// How many choices of groups come into question, in decimal digits.
    possible: String,
    /// How many satisfy the formula; null if that was not found out.
    satisfying: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<UndecidedReport>,
    /// Whether there are groups, `true` or `false`, as the annotation expects it; null without one.
    expected: Option<bool>,
    #[serde(flatten)]
    found: Option<FoundReport>,
    seconds: f64,
}

#[derive(Serialize)]
struct VariableReport {
    name: String,
    /// `group` or `agent`.
    kind: &'static str,
}

#[derive(Serialize)]
struct UndecidedReport {
    reason: String,
    /// So many are known to satisfy the formula.
    satisfying: String,
    /// So many are known not to.
    failing: String,
}

#[derive(Serialize)]
struct FoundReport {
    /// What the groups have in common, in lines for people.
    description: Vec<String>,
    /// Whether the description says everything.
    described: bool,
    /// Whether larger groups satisfy it too.
    upward_closed: bool,
    /// Whether smaller groups satisfy it too.
    downward_closed: bool,
    minimal: GroupsReport,
    maximal: GroupsReport,
    groups: GroupsReport,
    /// The groups that were asked about; null if there were none.
    chosen: Option<ChosenReport>,
}

#[derive(Serialize)]
struct ChosenReport {
    groups: BTreeMap<String, Vec<String>>,
    satisfies: bool,
}

#[derive(Serialize)]
struct GroupsReport {
    /// A decimal string.
    count: String,
    /// By variable, the members.
    listed: Vec<BTreeMap<String, Vec<String>>>,
    /// Whether these are all.
    complete: bool,
}

#[derive(Serialize)]
struct StatisticsReport {
    variables: Option<u32>,
    nodes: Option<usize>,
    seconds: SecondsReport,
}

#[derive(Serialize)]
struct SecondsReport {
    load: f64,
    encode: f64,
    reach: f64,
    /// Finding groups.
    synthesis: f64,
}

/// The report about one file; without an outcome it has the diagnostics only.
#[must_use]
pub fn render(source: &SourceFile, outcome: Option<&SynthOutcome>, diagnostics: &[Diagnostic]) -> String {
    let lines = LineIndex::new(&source.text);
    let report = Report {
        schema: SCHEMA,
        file: &source.name,
        engine: outcome.map(|outcome| outcome.engine.to_string()),
        states: outcome.filter(|outcome| outcome.explored).map(|outcome| outcome.states.to_string()),
        candidates: outcome.map(candidates).unwrap_or_default(),
        formulas: outcome.map(formulas).unwrap_or_default(),
        statistics: outcome.map(statistics),
        diagnostics: diagnostics.iter().map(|found| DiagnosticReport::new(source, &lines, found)).collect(),
    };
    // Nothing in the report can fail to be written.
    serde_json::to_string_pretty(&report).map_or_else(|_| String::new(), |text| text + "\n")
}

fn candidates(outcome: &SynthOutcome) -> Vec<&str> {
    outcome.candidates.iter().map(|agent| outcome.model.agent(*agent).name.as_str()).collect()
}

fn formulas(outcome: &SynthOutcome) -> Vec<FormulaReport> {
    outcome.results.iter().map(|result| formula(outcome, result)).collect()
}

fn formula(outcome: &SynthOutcome, result: &SynthResult) -> FormulaReport {
    let names = Names { outcome, result };
    let (way, checked) = match result.way {
        SynthWay::Symbolic => ("symbolic", None),
        SynthWay::Enumeration { checked } => ("enumeration", Some(checked)),
        SynthWay::Guided { checked, .. } => ("guided", Some(checked)),
    };
    let (satisfying, undecided, found) = match &result.answer {
        SynthAnswer::Found(found) => {
            let report = FoundReport {
                description: names.description(&found.description),
                described: found.description.is_complete(),
                upward_closed: found.closure.upward,
                downward_closed: found.closure.downward,
                minimal: some(&names, &found.minimal),
                maximal: some(&names, &found.maximal),
                groups: some(&names, &found.groups),
                chosen: found
                    .chosen
                    .zip(result.chosen.as_ref())
                    .map(|(satisfies, valuation)| ChosenReport { groups: by_variable(&names, valuation), satisfies }),
            };
            (Some(found.satisfying.to_string()), None, Some(report))
        }
        SynthAnswer::Undecided { stop, satisfying, failing } => {
            let [satisfying, failing] = [satisfying, failing].map(ToString::to_string);
            (None, Some(UndecidedReport { reason: stop.to_string(), satisfying, failing }), None)
        }
    };
    let kind = |kind| match kind {
        SoughtKind::Group => "group",
        SoughtKind::Agent => "agent",
    };
    let variables = result.variables.iter();
    FormulaReport {
        index: result.index,
        name: result.property.name.clone(),
        text: result.property.text.clone(),
        variables: variables.map(|it| VariableReport { name: it.name.clone(), kind: kind(it.kind) }).collect(),
        atl: result.reading.strategies.as_ref().map(|strategies| strategies.name.clone()),
        way,
        checked,
        possible: result.possible.to_string(),
        satisfying,
        undecided,
        expected: result.property.expected,
        found,
        seconds: result.seconds,
    }
}

fn some(names: &Names<'_>, some: &SomeGroups) -> GroupsReport {
    GroupsReport {
        count: some.count.to_string(),
        listed: some.listed.elements.iter().map(|valuation| by_variable(names, valuation)).collect(),
        complete: some.listed.is_complete,
    }
}

fn by_variable(names: &Names<'_>, valuation: &Valuation) -> BTreeMap<String, Vec<String>> {
    let agents = |group: &Vec<usize>| group.iter().map(|place| names.agent(*place).to_owned()).collect();
    let variables = names.result.variables.iter().map(|variable| variable.name.clone());
    variables.zip(valuation.groups().iter().map(agents)).collect()
}

fn statistics(outcome: &SynthOutcome) -> StatisticsReport {
    let savoir::PhaseSeconds { load, encode, reach, check } = outcome.seconds;
    StatisticsReport {
        variables: outcome.effort.variables,
        nodes: outcome.effort.nodes,
        seconds: SecondsReport { load, encode, reach, synthesis: check },
    }
}
