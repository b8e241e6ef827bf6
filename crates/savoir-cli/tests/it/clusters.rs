//! The files of the page on clusters, executed as far as one machine can: shards are done by what the page shows, and their results
//! put together are those of one sweep.

use crate::common::{fresh, root, savoir};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory with models, and with a file of the page.
fn with_file(name: &str) -> PathBuf {
    let dir = fresh("clusters", name);
    let page = fs::read_to_string(root().join("docs/src/clusters.md")).unwrap();
    for wanted in [name, "together.sh"] {
        let (_, rest) = page.split_once(&format!("```text file={wanted}\n")).expect(wanted);
        fs::write(dir.join(wanted), rest.split_once("```").unwrap().0).unwrap();
    }
    fs::create_dir(dir.join("models")).unwrap();
    for example in ["muddy-children", "two-doors", "tian-ji", "dining-cryptographers"] {
        let file = format!("{example}.ispl");
        fs::copy(root().join("examples").join(&file), dir.join("models").join(&file)).unwrap();
    }
    dir
}

/// A command that finds `savoir` as users have it.
fn command(dir: &Path, program: &str) -> Command {
    let program_dir = Path::new(env!("CARGO_BIN_EXE_savoir")).parent().unwrap();
    let path = format!("{}:{}", program_dir.display(), std::env::var("PATH").unwrap());
    let mut command = Command::new(program);
    command.current_dir(dir).env("PATH", path);
    command
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(done.status.success(), "{command:?}: {}{}", text(&done.stdout), text(&done.stderr));
    text(&done.stdout)
}

/// Jobs and their verdicts.
fn results(file: &Path) -> BTreeMap<String, Vec<String>> {
    let mut found = BTreeMap::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let formulas = record["report"]["files"][0]["formulas"].as_array().unwrap();
        let verdicts = formulas.iter().map(|formula| formula["verdict"].to_string()).collect();
        assert_eq!(found.insert(record["job"].to_string(), verdicts), None, "twice: {line}");
    }
    found
}

/// What the shards have found is what one sweep finds, and nothing is left to do.
fn compare(dir: &Path, shards: usize) {
    let parts: Vec<_> = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let parts = parts.iter().filter(|name| name.to_str().unwrap().starts_with("part-")).count();
    assert_eq!(parts, shards);
    let table = run(command(dir, "bash").arg("together.sh"));
    let (exit, whole, _) = savoir(dir, &["sweep", "models/", "-o", "whole.jsonl", "--timeout", "10m"]);
    assert_eq!(exit, 0);
    // Options and numbers of jobs and verdicts, without times and memory.
    let counts = |table: &str| {
        let row = table.lines().nth(1).unwrap().split_whitespace();
        row.take(9).map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(counts(&table), counts(&whole), "{table}{whole}");
    let together = results(&dir.join("results.jsonl"));
    assert_eq!(together.len(), 4);
    assert_eq!(together, results(&dir.join("whole.jsonl")));
}

#[test]
fn an_array_of_slurm_does_every_job_once() {
    let dir = with_file("sweep-array.sh");
    let script = fs::read_to_string(dir.join("sweep-array.sh")).unwrap();
    assert!(
        script.contains("#SBATCH --array=1-16\n") && script.contains("\nshards=16\n"),
        "all shards are in the array"
    );
    for task in 1..=16 {
        let mut command = command(&dir, "bash");
        command.env("SLURM_ARRAY_TASK_ID", task.to_string()).env("SLURM_CPUS_PER_TASK", "2");
        run(command.arg("sweep-array.sh"));
    }
    compare(&dir, 16);
}

#[test]
fn a_job_of_kubernetes_does_every_job_once() {
    let dir = with_file("sweep-job.yaml");
    let read = "import json, yaml; print(json.dumps(yaml.safe_load(open('sweep-job.yaml'))))";
    let done = Command::new("python3").args(["-c", read]).current_dir(&dir).output();
    let Some(done) = done.ok().filter(|done| !String::from_utf8_lossy(&done.stderr).contains("No module named")) else {
        eprintln!("skipped: there is no Python with a reader of YAML");
        return;
    };
    let job: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!((&job["apiVersion"], &job["kind"]), (&"batch/v1".into(), &"Job".into()));
    assert_eq!((&job["spec"]["completionMode"], &job["spec"]["completions"]), (&"Indexed".into(), &16.into()));
    let pod = &job["spec"]["template"]["spec"];
    let container = &pod["containers"][0];
    assert_eq!(container["volumeMounts"][0]["name"], pod["volumes"][0]["name"]);
    assert_eq!(container["workingDir"], container["volumeMounts"][0]["mountPath"]);
    let words = |field: &str| {
        let words = container[field].as_array().unwrap().iter();
        words.map(|word| word.as_str().unwrap().to_owned()).collect::<Vec<String>>()
    };
    let words = [words("command"), words("args")].concat();
    assert!(words[2].contains("+ 1))/16\""), "as many shards as completions");
    for index in 0..16 {
        run(command(&dir, &words[0]).args(&words[1..]).env("JOB_COMPLETION_INDEX", index.to_string()));
    }
    compare(&dir, 16);
}

#[test]
fn tasks_of_ray_do_every_job_once() {
    let dir = with_file("sweep_ray.py");
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: there is no Python");
        return;
    }
    let shards = "
import sweep_ray
for shard in range(1, 4):
    open(f'part-{shard}.jsonl', 'w').write(sweep_ray.run_shard('models/', shard, 3))";
    run(command(&dir, "python3").args(["-B", "-c", shards]));
    compare(&dir, 3);
}
