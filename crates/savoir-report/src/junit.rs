//! Verdicts as JUnit XML, which continuous integration shows as tests: a suite for each file, a test for each formula. What
//! shows that a verdict is not the expected one is the text of its failure.

use crate::escape::xml::escape;
use crate::explained::Explained;
use crate::json::{FileReport, FormulaReport};
use std::fmt::Write;

/// Lines of a failure beyond these are left out.
const MOST_LINES: usize = 80;

/// The reports of a run.
#[must_use]
pub fn render(reports: &[FileReport]) -> String {
    let suites: Vec<Suite> = reports.iter().map(suite).collect();
    let (tests, failures, errors) =
        suites.iter().fold((0, 0, 0), |sum, suite| (sum.0 + suite.tests, sum.1 + suite.failures, sum.2 + suite.errors));
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"savoir\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n"
    );
    for Suite { file, tests, failures, errors, cases } in suites {
        let _ = write!(
            out,
            "  <testsuite name=\"{file}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n{cases}  \
             </testsuite>\n"
        );
    }
    out + "</testsuites>\n"
}

struct Suite {
    file: String,
    tests: usize,
    failures: usize,
    errors: usize,
    cases: String,
}

fn suite(report: &FileReport) -> Suite {
    let mut suite = Suite { file: escape(&report.file), tests: 0, failures: 0, errors: 0, cases: String::new() };
    for check in &report.checks {
        let complaint = check.complaint();
        let kind = if check.is_decided() { Kind::Failure } else { Kind::Error };
        let problem = complaint.as_deref().map(|text| Problem { kind, text, explained: check.explained.as_ref() });
        suite.case(&format!("no {}", check.check), check.seconds, problem);
    }
    for formula in &report.formulas {
        suite.formula(formula);
    }
    for found in &report.diagnostics {
        let place =
            found.primary.as_ref().map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column));
        let text = format!("{}{place}: {}", found.file, found.message);
        let kind = if found.severity == "error" { Kind::Error } else { Kind::Failure };
        let problem = Problem { kind, text: &text, explained: None };
        suite.case(&format!("{}{place}", found.code), 0.0, Some(problem));
    }
    if suite.tests == 0 {
        suite.case("the model", 0.0, None);
    }
    suite
}

/// What a test can come to besides success.
#[derive(Clone, Copy)]
enum Kind {
    Failure,
    Error,
}

/// Why a test did not succeed.
#[derive(Clone, Copy)]
struct Problem<'r> {
    kind: Kind,
    text: &'r str,
    explained: Option<&'r Explained>,
}

impl Suite {
    fn formula(&mut self, formula: &FormulaReport) {
        let name = format!("{}: {}", formula.index, formula.title());
        let complaint = formula.complaint();
        let kind = if formula.as_expected().is_some() { Kind::Failure } else { Kind::Error };
        let explained = formula.explained.as_ref();
        self.case(&name, formula.seconds, complaint.as_deref().map(|text| Problem { kind, text, explained }));
    }

    fn case(&mut self, name: &str, seconds: f64, problem: Option<Problem<'_>>) {
        self.tests += 1;
        let head = format!("    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds}\"", self.file, escape(name));
        let Some(Problem { kind, text, explained }) = problem else {
            self.cases += &format!("{head}/>\n");
            return;
        };
        let element = match kind {
            Kind::Failure => {
                self.failures += 1;
                "failure"
            }
            Kind::Error => {
                self.errors += 1;
                "error"
            }
        };
        let message = escape(text);
        let body = match explained {
            None => format!("<{element} message=\"{message}\"/>"),
            Some(explained) => {
                let lines =
                    explained.excerpt(MOST_LINES).iter().map(|line| escape(line)).collect::<Vec<_>>().join("\n");
                format!("<{element} message=\"{message}\">\n{lines}\n</{element}>")
            }
        };
        self.cases += &format!("{head}>\n      {body}\n    </testcase>\n");
    }
}
