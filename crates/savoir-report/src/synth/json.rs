//! Groups that make formulas true, for programs: the schema `savoir/synth/1`.

use super::words::Names;
use crate::escape;
use crate::json::{AttemptReport, DiagnosticReport, attempts};
use savoir::{
    ChosenGroup, Diagnostic, LineIndex, PlanTrace, SomeGroups, SoughtKind, SourceFile, SynthAnswer, SynthOutcome,
    SynthResult, SynthWay, Valuation,
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
    /// The attempts at finding the states, if they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Vec<AttemptReport>>,
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
    /// Null if the search did not begin.
    way: Option<&'static str>,
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
    /// Whether they come into question.
    possible: bool,
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

/// What goes into a report.
#[derive(Default)]
pub struct Content<'a> {
    /// What was found, if anything was looked for.
    pub outcome: Option<&'a SynthOutcome>,
    /// Findings about sources: the model, and formulas that are given apart from it.
    pub diagnostics: &'a [(&'a SourceFile, &'a [Diagnostic])],
    /// What else is wrong.
    pub error: Option<&'a str>,
    /// The attempts at finding the states, if they are part of it.
    pub plan: Option<&'a PlanTrace>,
}

/// The report about one file.
#[must_use]
pub fn render(file: &str, content: &Content<'_>) -> String {
    let outcome = content.outcome;
    let mut diagnostics = Vec::new();
    for (source, found) in content.diagnostics {
        let lines = LineIndex::new(&source.text);
        diagnostics.extend(found.iter().map(|found| DiagnosticReport::new(source, &lines, found)));
    }
    diagnostics.extend(content.error.map(|error| DiagnosticReport::unreadable(file, error)));
    let report = Report {
        schema: SCHEMA,
        file,
        engine: outcome.map(|outcome| outcome.engine.to_string()),
        states: outcome.filter(|outcome| outcome.explored).map(|outcome| outcome.states.to_string()),
        candidates: outcome.map(candidates).unwrap_or_default(),
        plan: content.plan.map(attempts),
        formulas: outcome.map(formulas).unwrap_or_default(),
        statistics: outcome.map(statistics),
        diagnostics,
    };
    escape::json::pretty(&report)
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
        None => (None, None),
        Some(SynthWay::Symbolic) => (Some("symbolic"), None),
        Some(SynthWay::Enumeration { checked }) => (Some("enumeration"), Some(checked)),
        Some(SynthWay::Guided { checked, .. }) => (Some("guided"), Some(checked)),
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
                chosen: found.chosen.zip(result.chosen.as_ref()).map(|(answer, valuation)| ChosenReport {
                    groups: by_variable(&names, valuation),
                    possible: answer != ChosenGroup::NotPossible,
                    satisfies: answer == ChosenGroup::Satisfies,
                }),
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
