//! Reports: JUnit, JSON, SARIF, traces, annotations.

use super::programs::policies;
use super::{HARMLESS, assert_visible, parsed, shape};
use crate::common::{model, results};
use savoir::{Budget, CheckRequest, EvidenceWish, GraphLimits, Loaded, Outcome, SourceFile, check, state_graph};
use savoir_report::escape::visible;
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::{View, itf};
use savoir_report::graph::{self, GraphView};
use savoir_report::json::{self, Edition, FileReport, Written};
use savoir_report::{github, junit, policy, sarif, sweep};
use savoir_testkit::hostile;
use serde_json::Value;

fn outcome(loaded: &Loaded) -> Outcome {
    let request = CheckRequest { evidence: EvidenceWish::Wanted, ..CheckRequest::default() };
    let Ok(outcome) = check(loaded, &request, &Budget::unlimited(), &mut |_| {}) else { panic!("the model is right") };
    outcome
}

/// The report on a file with a name, whose formulas have that name and that text.
fn report(name: &str) -> FileReport {
    let loaded = Loaded::from_text(name, &model().source.text);
    let mut outcome = outcome(&loaded);
    for result in &mut outcome.results {
        result.property.name = Some(name.to_owned());
        result.property.text = name.to_owned();
    }
    let mut report = FileReport::new(name);
    report.add_outcome(&loaded.source, Written::InFile, &outcome);
    report.add_evidence(&outcome.results, &View::default());
    report.explain(&loaded.source, &outcome, &View::default());
    report.add_error(name);
    report.conclude(false);
    report
}

#[test]
fn junit_is_xml_with_the_same_elements() {
    let expected = shape(&junit::render(&[report(HARMLESS)]));
    for name in hostile::all() {
        let text = junit::render(&[report(name)]);
        assert_visible(&text);
        assert_eq!(shape(&text), expected, "{text}");
        let document = parsed(&text);
        let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
        assert_eq!(suite.attribute("name"), Some(visible(name).as_ref()));
        // What stands in a failure is its own text, and nothing else.
        let failure = suite.descendants().find(|node| node.has_tag_name("failure")).unwrap();
        assert!(failure.text().unwrap().contains("fails in the initial state s0"), "{text}");
        let case = suite.descendants().find(|node| node.has_tag_name("testcase")).unwrap();
        assert_eq!(case.attribute("name"), Some(format!("1: {}", visible(name)).as_str()));
    }
}

#[test]
fn json_has_the_very_names() {
    for name in hostile::all() {
        let read = |text: &str| -> Value {
            assert_visible(text);
            serde_json::from_str(text).unwrap_or_else(|problem| panic!("{problem}: {text}"))
        };
        let value = read(&json::render(&[report(name)], false, Edition::Second));
        let file = &value["files"][0];
        assert_eq!((&file["file"], &file["formulas"][0]["name"]), (&name.into(), &name.into()));
        assert!(file["formulas"][1]["evidence"]["text"][0].is_string(), "{file}");
        let value = read(&json::render(&[report(name)], false, Edition::First));
        assert_eq!((&value["file"], &value["formulas"][0]["name"]), (&name.into(), &name.into()));
        let line = json::line(&report(name), Edition::Second);
        assert_eq!((line.lines().count(), &read(&line)["files"][0]["file"]), (1, &name.into()));
        let log = read(&sarif::render(&[report(name)]));
        let results = log["runs"][0]["results"].as_array().unwrap();
        let messages = || results.iter().map(|result| result["message"]["text"].as_str().unwrap());
        // Links have brackets, which have escapes of their own.
        let escaped = name.replace('[', "\\[").replace(']', "\\]");
        assert!(messages().any(|text| text.contains(name) || text.contains(&escaped)), "{log}");
        assert!(!messages().any(|text| text.replace("\\]", "").contains("](")), "{log}");
        let uri = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
        let steps =
            results.iter().flat_map(|result| result["codeFlows"][0]["threadFlows"].as_array().into_iter().flatten());
        let steps: Vec<&Value> = steps.flat_map(|flow| flow["locations"].as_array().unwrap()).collect();
        assert!(!steps.is_empty());
        for step in steps {
            let place = &step["location"]["physicalLocation"]["artifactLocation"]["uri"];
            assert_eq!(place, uri);
        }
        assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~/%".contains(&byte)), "{uri}");
        let mut results = results_named(name);
        let mut document = Document::new(&SourceFile { name: name.into(), text: String::new() });
        document.add(&results[0], Origin::Model);
        let value = read(&document.render());
        assert_eq!((&value["file"], &value["formulas"][0]["name"]), (&name.into(), &name.into()));
        let traces = itf::files(&results[0], name);
        assert_eq!((traces.len(), &read(&traces[0].content)["#meta"]["source"]), (1, &name.into()));
        let policies: Vec<_> = policies(&mut results, name);
        assert_eq!(read(&policy::json::render(name, &policies))["file"], name);
        let model = model().model.unwrap();
        let limits = GraphLimits { states: 100, joint_actions: 100_000 };
        let found = state_graph(&model, limits, 1, &Budget::unlimited()).unwrap();
        let value = read(&graph::json::render(name, &model, &found, &GraphView::default()));
        assert_eq!(value["file"], name);
    }
}

#[test]
fn results_of_sweeps_have_the_very_names() {
    for name in hostile::all() {
        let job = sweep::Job {
            file: name.into(),
            file_bytes: None,
            only: None,
            formula: Some(name.into()),
            options: name.into(),
            evidence: Some(name.into()),
        };
        let record = sweep::Record {
            schema: sweep::SCHEMA.to_owned(),
            version: String::new(),
            inputs: None,
            job: job.clone(),
            end: sweep::End::Done,
            exit: Some(0),
            seconds: 1.0,
            memory: 1,
            report: Value::Null,
            message: Some(name.to_owned()),
        };
        assert_visible(&record.line());
        assert_eq!((record.line().lines().count(), sweep::Record::read(&record.line()).unwrap().job), (1, job));
        let table = anstream::adapter::strip_str(&sweep::table([&record].into_iter())).to_string();
        assert_eq!(table.lines().count(), 2, "{table}");
        assert_visible(&table);
    }
}

/// Results of the model whose formulas have a name.
fn results_named(name: &str) -> Vec<savoir::FormulaResult> {
    let mut results = results(&model());
    results.iter_mut().for_each(|result| result.property.name = Some(name.to_owned()));
    results
}

type WorkflowCommand = (String, Vec<(String, String)>, String);

/// The name, the properties and the message of a workflow command, read as the runner of GitHub does.
fn workflow_command(line: &str) -> WorkflowCommand {
    let (info, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (command, properties) = info.split_once(' ').unwrap();
    let data = |text: &str| text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    let property = |text: &str| data(&text.replace("%3A", ":").replace("%2C", ","));
    let pairs = properties.split(',').map(|pair| pair.split_once('=').unwrap());
    let pairs = pairs.map(|(key, value)| (key.to_owned(), property(value))).collect();
    (command.to_owned(), pairs, data(message))
}

#[test]
fn annotations_are_as_many_commands_with_the_same_properties() {
    let read = |name: &str| {
        let text = github::render(&report(name));
        assert_visible(&text);
        text.lines().map(workflow_command).collect::<Vec<_>>()
    };
    let keys = |commands: &[WorkflowCommand]| {
        let keys = |properties: &[(String, String)]| properties.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        commands.iter().map(|(name, properties, _)| (name.clone(), keys(properties))).collect::<Vec<_>>()
    };
    let expected = keys(&read(HARMLESS));
    assert!(expected.len() >= 3);
    for name in hostile::all() {
        let commands = read(name);
        assert_eq!(keys(&commands), expected, "{commands:?}");
        // Line breaks have escapes of their own there.
        let shown: String = name
            .chars()
            .map(|letter| match letter {
                '\r' | '\n' => letter.to_string(),
                _ => visible(&letter.to_string()).into_owned(),
            })
            .collect();
        assert!(commands.iter().all(|(_, properties, message)| properties[0].1 == shown && message.contains(&shown)));
    }
}
