//! The workflow in the book: its commands are run as the runner of GitHub does, and the annotations have the counterexample.

use crate::common::{fresh, root};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The text between a line that begins with this and the next fence.
fn block<'t>(page: &'t str, fence: &str) -> &'t str {
    let start = page.find(fence).unwrap_or_else(|| panic!("{fence} is not there"));
    let body = start + page[start..].find('\n').unwrap() + 1;
    &page[body..body + page[body..].find("\n```").unwrap() + 1]
}

/// A step of a workflow: its lines without the margin.
struct Step(Vec<String>);

impl Step {
    /// The value of a key on one line.
    fn value(&self, key: &str) -> Option<&str> {
        self.0.iter().find_map(|line| line.trim_start_matches("- ").trim_start().strip_prefix(key)?.strip_prefix(": "))
    }

    /// What it runs: one line, or a block of lines.
    fn script(&self) -> Option<String> {
        match self.value("run")? {
            "|" => {
                let at = self.0.iter().position(|line| line.trim() == "run: |").unwrap();
                let margin = self.0[at].find("run").unwrap();
                let inside = |line: &&String| line.len() - line.trim_start().len() > margin;
                Some(self.0[at + 1..].iter().take_while(inside).map(|line| format!("{}\n", line.trim())).collect())
            }
            line => Some(line.to_owned()),
        }
    }
}

/// The steps of a workflow, as far as YAML has to be known for that: a list whose items begin with a hyphen.
fn steps(workflow: &str) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let lines = workflow.lines().skip_while(|line| line.trim() != "steps:").skip(1);
    for line in lines.take_while(|line| line.starts_with("      ")) {
        let line = &line[6..];
        match line.starts_with("- ") {
            true => steps.push(Step(vec![line.to_owned()])),
            false => steps.last_mut().unwrap().0.push(line.to_owned()),
        }
    }
    steps
}

/// A repository with the model of the page in `models`, laid out and without warnings.
fn repository(name: &str, page: &str) -> PathBuf {
    let dir = fresh("ci", name);
    fs::create_dir(dir.join("models")).unwrap();
    fs::write(dir.join("models/room.ispl"), block(page, "```ispl-failing file=room.ispl")).unwrap();
    dir
}

/// Runs a script as the runner does, with `savoir` in the path.
fn run(dir: &Path, script: &str) -> (Option<i32>, String, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_savoir"));
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.parent().unwrap().to_owned()).chain(std::env::split_paths(&inherited));
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]).current_dir(dir).stdin(Stdio::null());
    let done = command.env("PATH", std::env::join_paths(paths).unwrap()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

/// The message of a workflow command as GitHub shows it.
fn shown(command: &str) -> String {
    let message = command.strip_prefix("::error ").unwrap().split_once("::").unwrap().1;
    message.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
}

#[test]
fn the_workflow_shows_the_counterexample_in_its_annotations() {
    let page = fs::read_to_string(root().join("docs/src/ci.md")).unwrap();
    let workflow = block(&page, "```yaml file=models.yml");
    assert!(!workflow.contains('\t') && workflow.lines().all(|line| (line.len() - line.trim_start().len()) % 2 == 0));
    let steps = steps(workflow);
    assert_eq!(steps.len(), 6);
    let dir = repository("github", &page);
    let scripts: Vec<String> =
        steps.iter().filter_map(Step::script).filter(|script| script.contains("savoir ")).collect();
    assert_eq!(scripts.len(), 2, "{scripts:?}");
    let (exit, out, err) = run(&dir, &scripts[0]);
    assert_eq!((exit, out.as_str(), err.as_str()), (Some(0), "", ""));
    // The second time finds the results of the first.
    let (exit, out, err) = run(&dir, &scripts[1]);
    assert_eq!((exit, err.as_str(), out.lines().count()), (Some(1), "", 1), "{out}");
    let again = run(&dir, &scripts[1]);
    assert_eq!((again.0, again.1.as_str(), again.2.as_str()), (Some(1), out.as_str(), ""));
    assert!(out.starts_with("::error file=models/room.ispl,line=41,title=mutual-exclusion::"), "{out}");
    let message = shown(out.trim_end());
    assert_eq!(message.trim_end(), block(&page, "```text annotation").trim_end(), "the page shows something else");
    for part in ["formula 1 is false, expected true: AG !both", "1 step from s0 leads", "Right        inside = true"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    // What the other steps read is there.
    for step in &steps {
        for key in ["sarif_file", "path"] {
            if let Some(path) = step.value(key) {
                assert!(dir.join(path).exists(), "{path}");
            }
        }
    }
    let junit = fs::read_to_string(dir.join("results/junit.xml")).unwrap();
    let document = roxmltree::Document::parse(&junit).unwrap();
    let failure = document.descendants().find(|node| node.has_tag_name("failure")).unwrap();
    assert!(failure.text().unwrap().contains("1 step from s0 leads"), "{junit}");
    let log: Value = serde_json::from_str(&fs::read_to_string(dir.join("results/savoir.sarif")).unwrap()).unwrap();
    let flow = &log["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
    assert_eq!(flow[1]["state"]["Right.inside"]["text"], "true");
    assert!(dir.join("results/pages/index.html").is_file() && dir.join("results/pages/room.html").is_file());
}

/// What GitLab runs, and what scripts read.
#[test]
fn other_servers_get_what_they_read() {
    let page = fs::read_to_string(root().join("docs/src/ci.md")).unwrap();
    let dir = repository("gitlab", &page);
    let script =
        block(&page, "```yaml\ncheck models:").lines().find_map(|line| line.trim().strip_prefix("- savoir")).unwrap();
    assert_eq!(run(&dir, &format!("savoir{script}")).0, Some(1));
    assert!(roxmltree::Document::parse(&fs::read_to_string(dir.join("junit.xml")).unwrap()).is_ok());
    assert!(dir.join("pages/index.html").is_file());
    let (exit, out, _) = run(&dir, "savoir check models --format json --evidence --exit-zero");
    let value: Value = serde_json::from_str(&out).unwrap();
    let schema = fs::read_to_string(root().join("docs/schema/result-2.json")).unwrap();
    follows(&value, &serde_json::from_str(&schema).unwrap()).unwrap();
    assert_eq!((exit, &value["ok"]), (Some(0), &false.into()));
}
