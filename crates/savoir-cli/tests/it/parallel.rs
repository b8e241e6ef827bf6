//! `savoir check --parallel semi|simple|merge|full`: what users see is what a run on the whole model shows.

use crate::common::{fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;

const ALGORITHMS: [&str; 4] = ["semi", "simple", "merge", "full"];

/// The formulas of an example that can be decided in parts, by number.
fn decidable(name: &str) -> Vec<String> {
    let (_, out, _) = savoir(&root(), &["check", name, "--format", "json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    let formulas = report["files"][0]["formulas"].as_array().unwrap();
    let uniform = |formula: &&Value| formula["semantics"]["atl"].as_str().is_some_and(|atl| atl.starts_with("uniform"));
    let kept = formulas.iter().filter(|formula| !uniform(formula));
    kept.flat_map(|formula| ["--only".to_owned(), formula["index"].to_string()]).collect()
}

#[test]
fn examples_give_the_same_page() {
    let files = fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = files.map(|name| format!("examples/{}", name.to_str().unwrap())).collect();
    names.retain(|name| name.ends_with(".ispl"));
    names.sort();
    let ways = [("1", None), ("2", None), ("3", Some("5")), ("4", Some("17"))];
    for (number, name) in names.iter().enumerate() {
        let only = decidable(name);
        let only: Vec<&str> = only.iter().map(String::as_str).collect();
        let check =
            |more: &[&str]| savoir(&root(), &[&["check", name.as_str(), "--notes", "off"], &only[..], more].concat());
        let whole = check(&["--engine", "symbolic", "--parallel", "off"]);
        for (place, algorithm) in ALGORITHMS.into_iter().enumerate() {
            let (threads, partitions) = ways[(number + place) % ways.len()];
            let partitions: Vec<&str> = partitions.map(|count| ["--partitions", count]).into_iter().flatten().collect();
            let parts = check(&[&["--parallel", algorithm, "--threads", threads], &partitions[..]].concat());
            assert_eq!(parts, whole, "{name} {algorithm} {threads} {partitions:?}");
        }
    }
}

#[test]
fn what_parts_took_is_told() {
    let dir = fresh("parallel", "told");
    savoir(&dir, &["generate", "dining-ck", "8", "-o", "m.ispl"]);
    let schema = fs::read_to_string(root().join("docs/schema/result-2.json")).unwrap();
    let schema: Value = serde_json::from_str(&schema).unwrap();
    for algorithm in ALGORITHMS {
        let arguments = ["check", "m.ispl", "--parallel", algorithm, "--threads", "2", "--partitions", "3"];
        let json = [&arguments[..], &["--explain-plan", "--format", "json"]].concat();
        let (exit, out, err) = savoir(&dir, &json);
        assert_eq!((exit, err.as_str()), (0, ""));
        let report: Value = serde_json::from_str(&out).unwrap();
        follows(&report, &schema).unwrap_or_else(|problem| panic!("{problem}\n{out}"));
        let parts = &report["files"][0]["parts"];
        let seats = parts["seats"].as_array().unwrap();
        assert_eq!(parts["algorithm"], algorithm);
        assert_eq!(parts["initial_states"].as_array().unwrap().len(), 3, "{algorithm}");
        assert_eq!(seats.len(), if algorithm == "full" { 3 } else { 2 }, "{algorithm}");
        assert!(parts["bytes"].as_u64().unwrap() > 0, "{algorithm}: they told each other nothing");
        let (_, text, _) = savoir(&dir, &[&arguments[..], &["--explain-plan"]].concat());
        assert!(text.contains(&format!("parts  {algorithm}")) && text.contains("in 3 parts"), "{text}");
    }
}

#[test]
fn what_cannot_be_had_in_parts_is_refused_with_the_reason() {
    let dir = root();
    let refused = |arguments: &[&str], reason: &str| {
        let (exit, out, err) = savoir(&dir, &[&["check", "examples/tian-ji.ispl"], arguments].concat());
        assert_eq!((exit, out.as_str()), (2, ""), "{arguments:?}: {err}");
        assert!(err.contains(reason), "{arguments:?}: {err}");
    };
    for algorithm in ["simple", "merge", "full"] {
        refused(&["--parallel", algorithm, "--evidence"], "evidence needs all states in one place");
        refused(&["--parallel", algorithm, "--deadlock"], "checks of the model need all states in one place");
        refused(&["--parallel", algorithm, "--atl", "uniform"], "formula 2: `<g>` with uniform strategies");
        refused(&["--parallel", algorithm, "--atl", "uniform-model"], "uniform strategies induce");
    }
    refused(&["--parallel", "semi", "--engine", "explicit"], "the explicit engine has none");
    refused(&["--partitions", "3"], "goes with `--parallel`");
    refused(&["--parallel", "off", "--partitions", "3"], "goes with `--parallel`");
    // All states are in one place, so there is evidence.
    let all = ["check", "examples/tian-ji.ispl", "--parallel", "semi", "--evidence", "--deadlock", "--atl", "uniform"];
    let (exit, out, err) = savoir(&dir, &all);
    assert_eq!(exit, 0, "{out}{err}");
    assert!(out.contains("no deadlock") && out.contains("Every infinite path from the initial states"), "{out}");
}

#[test]
fn limits_end_all_parts() {
    let dir = fresh("parallel", "limits");
    savoir(&dir, &["generate", "cards-k", "14", "-o", "m.ispl"]);
    for algorithm in ALGORITHMS {
        for (option, value, reason) in [("--timeout", "1s", "time limit"), ("--memory", "40M", "memory limit")] {
            let arguments = ["check", "m.ispl", "--parallel", algorithm, "--threads", "2", option, value];
            let start = std::time::Instant::now();
            let (exit, out, err) = savoir(&dir, &arguments);
            assert_eq!(exit, 3, "{arguments:?}: {out}{err}");
            assert!(out.contains("unknown") && out.contains(reason), "{arguments:?}: {out}{err}");
            assert!(start.elapsed().as_secs() < 60, "{arguments:?}");
        }
    }
}

#[test]
fn threads_change_nothing_that_is_shown() {
    let dir = fresh("parallel", "threads");
    savoir(&dir, &["generate", "dining", "9", "-o", "dining.ispl"]);
    savoir(&dir, &["generate", "tokenring", "6", "-o", "tokenring.ispl"]);
    let examples = ["bit-transmission", "card-game", "muddy-children", "tian-ji", "two-generals"];
    let mut files: Vec<String> =
        examples.iter().map(|name| root().join(format!("examples/{name}.ispl")).display().to_string()).collect();
    files.extend(["dining.ispl", "tokenring.ispl"].map(str::to_owned));
    for file in &files {
        for engine in ["auto", "explicit", "symbolic"] {
            let check = |more: &[&str]| {
                savoir(
                    &dir,
                    &[&["check", file.as_str(), "--engine", engine, "--explain-plan", "--evidence"], more].concat(),
                )
            };
            let alone = check(&["--parallel", "off"]);
            for threads in ["1", "2", "3", "4"] {
                assert_eq!(check(&["--threads", threads]), alone, "{file} {engine} {threads}");
            }
        }
    }
}

/// Two clocks, and formulas that have little in common. Each takes as long as the states.
fn clocks(left: usize, right: usize) -> String {
    let clock = |name: &str, period: usize| {
        format!(
            "Agent {name} Vars: t : 0..{last}; end Vars Actions = {{tick}}; Protocol: Other : {{tick}}; end Protocol
             Evolution: t = t + 1 if t < {last}; t = 0 if t = {last}; end Evolution end Agent\n",
            last = period - 1
        )
    };
    let part = |number: usize| format!("p{number} if Left.t = {} and Right.t = {};\n", 13 * number, 7 * number);
    let formulas: String = (0..9).map(|number| format!("AG EF p{number};\n")).collect();
    clock("Left", left)
        + &clock("Right", right)
        + &format!("Evaluation {} end Evaluation\n", (0..9).map(part).collect::<String>())
        + &format!("InitStates Left.t = 0 and Right.t = 0; end InitStates Formulae {formulas} end Formulae")
}

#[test]
fn formulas_decided_by_two_threads_are_shown_as_by_one() {
    let dir = fresh("parallel", "formulas");
    fs::write(dir.join("clocks.ispl"), clocks(157, 149)).unwrap();
    let check = |notes: &str, threads: &str| {
        let options = ["--engine", "symbolic", "--explain-plan", "--stats", "--notes", notes, "--threads", threads];
        savoir(&dir, &[&["check", "clocks.ispl"], &options[..]].concat()).1
    };
    for notes in ["off", "brief"] {
        let alone = check(notes, "1");
        assert!(alone.contains("are decided independently of each other: the first"), "{alone}");
        assert_eq!(check(notes, "2"), alone);
    }
    // Then they may look at everything that was found before.
    assert!(!check("all", "2").contains("independently"));
}

/// Without MPI, several processes would do the same work several times.
#[cfg(not(feature = "mpi"))]
#[test]
fn several_processes_are_refused_without_mpi() {
    let run = |rank: &str, size: &str, arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(arguments).current_dir(root()).stdin(std::process::Stdio::null());
        let done = command.envs([("OMPI_COMM_WORLD_RANK", rank), ("OMPI_COMM_WORLD_SIZE", size)]).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
    };
    let check = ["check", "examples/muddy-children.ispl", "--parallel", "full"];
    let (exit, out, err) = run("0", "4", &check);
    assert_eq!((exit, out.as_str()), (2, ""), "{err}");
    assert!(err.contains("this savoir was built without MPI"), "{err}");
    // It is said once.
    assert_eq!(run("1", "4", &check), (2, String::new(), String::new()));
    assert!(run("0", "4", &check[..2]).2.contains("4 processes were started, but `--parallel auto` is for one"));
    assert!(run("0", "4", &["stats", check[1]]).2.contains("4 processes were started for the work of one"));
    // One process is as good as none, and so is a shard.
    assert_eq!(run("0", "1", &check), savoir(&root(), &check));
    let results = fresh("parallel", "shard").join("r.jsonl");
    let shard = ["sweep", check[1], "-o", results.to_str().unwrap(), "--shard", "1/1"];
    let (exit, out, err) = run("2", "4", &shard);
    assert_eq!(exit, 0, "{out}{err}");
}
