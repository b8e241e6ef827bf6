//! Two processes and one file.

use super::{Ended, MODEL, Running, directory, start, unfinished, wait_until, workers_of};
use rustix::process::Signal;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The jobs in a file of results, all of which must be good.
fn jobs(dir: &Path) -> Vec<String> {
    let text = fs::read_to_string(dir.join("r.jsonl")).unwrap();
    let read = |line: &str| serde_json::from_str::<Value>(line).unwrap()["job"].to_string();
    text.lines().map(read).collect()
}

/// One of two sweeps that begin at the same time does everything; the other one is refused, or finds that all is done.
#[test]
fn two_sweeps_at_once_do_every_job_once() {
    for resume in ["", "--resume"] {
        let dir = directory(&format!("two{resume}"));
        for number in 1..=6 {
            fs::write(dir.join(format!("m{number}.ispl")), MODEL).unwrap();
        }
        let words = format!("sweep m1.ispl m2.ispl m3.ispl m4.ispl m5.ispl m6.ispl -o r.jsonl --split {resume}");
        let sweeps: Vec<Running> = (0..3).map(|_| start(&dir, &words)).collect();
        let ends: Vec<(Option<i32>, String)> =
            sweeps.into_iter().map(Running::end).map(|ended| (ended.code, ended.err)).collect();
        let found = jobs(&dir);
        assert_eq!((found.len(), found.iter().collect::<BTreeSet<_>>().len()), (12, 12), "{ends:?}");
        assert!(ends.iter().any(|(code, _)| *code == Some(0)), "{ends:?}");
        for (code, complaints) in &ends {
            let refused = complaints.contains("another sweep is writing") || complaints.contains("has results already");
            assert!(*code == Some(0) || *code == Some(2) && refused, "{ends:?}");
        }
    }
}

/// While one sweep runs, another one is refused, with and without `--resume`; afterwards it is not.
#[test]
fn a_file_of_results_belongs_to_one_sweep_at_a_time() {
    let dir = directory("lock");
    let first = start(&dir, "sweep long.ispl -o r.jsonl");
    wait_until("a job", || !workers_of(first.id()).is_empty() && first.handles(Signal::TERM));
    for words in ["sweep m.ispl -o r.jsonl", "sweep m.ispl -o r.jsonl --resume", "sweep m.ispl -o ./r.jsonl --resume"] {
        let Ended { code, err, .. } = start(&dir, words).end();
        let file = words.split(' ').nth(3).unwrap();
        assert_eq!((code, err), (Some(2), format!("error: another sweep is writing to `{file}`\n")));
    }
    first.send(Signal::TERM);
    assert_eq!(first.end().code, Some(130));
    assert_eq!(start(&dir, "sweep m.ispl -o r.jsonl --resume").end().code, Some(0));
    assert_eq!(jobs(&dir).len(), 1);
}

/// Many processes that write one file leave what one of them wrote.
#[test]
fn files_of_several_writers_are_whole() {
    let dir = directory("writers");
    let write = |words: &str| assert_eq!(start(&dir, words).end().code, Some(0), "{words}");
    let kinds = [
        "check m.ispl --evidence=json:shared --force",
        "check m.ispl --strategy=python:shared --force",
        "graph m.ispl -o shared --force",
    ];
    let mut expected = BTreeSet::new();
    for words in kinds {
        write(words);
        expected.insert(fs::read_to_string(dir.join("shared")).unwrap());
    }
    assert_eq!(expected.len(), 3);
    for _ in 0..6 {
        let writers: Vec<Running> = kinds.iter().map(|words| start(&dir, words)).collect();
        // Whoever reads meanwhile sees a whole file, too.
        for _ in 0..20 {
            assert!(expected.contains(&fs::read_to_string(dir.join("shared")).unwrap()));
        }
        assert!(writers.into_iter().all(|writer| writer.end().code == Some(0)));
        assert!(expected.contains(&fs::read_to_string(dir.join("shared")).unwrap()));
    }
    // And a model that several format at once, at least one of them with success.
    let formatters: Vec<Running> = (0..4).map(|_| start(&dir, "fmt m.ispl")).collect();
    for formatter in formatters {
        let Ended { code, err, .. } = formatter.end();
        // One that has read the file before another one wrote it leaves it alone, and says so.
        assert!(code == Some(0) || code == Some(2) && err.contains("it has changed since it was read"), "{err}");
    }
    assert_eq!(start(&dir, "fmt --check m.ispl").end().code, Some(0));
    assert!(unfinished(&dir).is_empty());
}
