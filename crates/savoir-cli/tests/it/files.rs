//! Files that are written: links, permissions, names, and what must not be overwritten.

use super::common::{counting_or_waiting, fresh, root, savoir};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const MODEL: &str = counting_or_waiting!(
    "Evaluation top if M.x = 3; end Evaluation InitStates M.x = 0; end InitStates
Groups g = {M}; end Groups
Formulae EF top; <g>F top; end Formulae
"
);

/// An empty directory with the model in `m.ispl`.
fn directory(name: &str) -> PathBuf {
    let dir = fresh("files", name);
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    dir
}

/// The names in a directory, in order.
fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn formatting_keeps_links_and_permissions() {
    let dir = directory("format");
    fs::create_dir(dir.join("far")).unwrap();
    fs::rename(dir.join("m.ispl"), dir.join("far/target.ispl")).unwrap();
    fs::set_permissions(dir.join("far/target.ispl"), fs::Permissions::from_mode(0o604)).unwrap();
    symlink("far/target.ispl", dir.join("link.ispl")).unwrap();
    let (exit, _, complaints) = savoir(&dir, &["fmt", "link.ispl"]);
    assert_eq!((exit, complaints.as_str()), (0, ""));
    assert_eq!(fs::read_link(dir.join("link.ispl")).unwrap(), Path::new("far/target.ispl"));
    let metadata = fs::metadata(dir.join("far/target.ispl")).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o7777, 0o604);
    let text = fs::read_to_string(dir.join("far/target.ispl")).unwrap();
    assert!(text != MODEL && text.starts_with("Agent M\n  Vars:\n"), "{text}");
    assert_eq!(
        (names(&dir), names(&dir.join("far"))),
        (vec!["far".into(), "link.ispl".into()], vec!["target.ispl".into()])
    );
}

/// Somebody who knows the number of the process knows nothing: no link is followed, and none is in the way.
#[test]
fn names_of_unfinished_files_cannot_be_prepared() {
    let dir = directory("planted");
    fs::write(dir.join("victim"), "untouched").unwrap();
    let script = "i=0; while [ $i -le 1000 ]; do
        ln -s victim m.ispl.savoir-$$-$i; i=$((i+1)); done; exec \"$0\" fmt m.ispl";
    let done =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_savoir")]).current_dir(&dir).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::read_to_string(dir.join("victim")).unwrap(), "untouched");
    assert!(fs::read_to_string(dir.join("m.ispl")).unwrap() != MODEL);
    assert_eq!(names(&dir).len(), 2 + 1001);
}

/// Names that we choose may be taken by links that others have put there.
#[test]
fn links_under_names_of_ours_are_replaced_and_not_followed() {
    for (words, name) in [
        (&["mcmas", "-c", "2", "m.ispl"][..], "formula1.dot"),
        (&["mcmas", "-exportmodel", "m.ispl"], "model.info"),
        (&["check", "--evidence=mcmas:.", "m.ispl"], "formula1.info"),
        (&["check", "--evidence=itf:.", "m.ispl"], "formula1.itf.json"),
        (&["man", "--directory", "."], "savoir-check.1"),
    ] {
        let dir = directory("own");
        fs::write(dir.join("victim"), "untouched").unwrap();
        symlink("victim", dir.join(name)).unwrap();
        let (exit, _, complaints) = savoir(&dir, words);
        assert_eq!((exit, complaints.as_str()), (0, ""), "{words:?}");
        assert_eq!(fs::read_to_string(dir.join("victim")).unwrap(), "untouched", "{words:?}");
        assert!(!dir.join(name).is_symlink() && dir.join(name).is_file(), "{words:?}: {:?}", names(&dir));
        assert!(names(&dir).iter().all(|name| !name.starts_with(".savoir")), "{words:?}");
    }
}

#[test]
fn a_model_is_never_overwritten_by_what_is_found_in_it() {
    let dir = directory("model");
    symlink("m.ispl", dir.join("link")).unwrap();
    fs::hard_link(dir.join("m.ispl"), dir.join("hard")).unwrap();
    fs::write(dir.join("s.txt"), "start 1\nsave m.ispl\n").unwrap();
    fs::write(dir.join("groups.ispl"), MODEL.replace("<g>", "<?Y>")).unwrap();
    let groups = fs::read_to_string(dir.join("groups.ispl")).unwrap();
    for words in [
        &["check", "m.ispl", "--evidence=json:m.ispl"][..],
        &["check", "m.ispl", "--evidence=html:./link"],
        &["check", "m.ispl", "--evidence=text:hard"],
        &["check", "m.ispl", "--strategy=json:m.ispl"],
        &["check", "m.ispl", "--engine", "symbolic", "--save-order", "m.ispl"],
        &["check", "m.ispl", "--evidence=json:x", "--strategy=json:./x"],
        &["check", "m.ispl", "--strategy=json:x", "--save-order", "../model/x"],
        &["check", "hard", "--evidence=json:m.ispl"],
        &["check", "m.ispl", "groups.ispl", "--engine", "symbolic", "--save-order", "x"],
        &["graph", "m.ispl", "-o", "link"],
        &["synth", "groups.ispl", "--evidence=json:groups.ispl"],
        &["synth", "groups.ispl", "--save-order", "groups.ispl"],
        &["bench", "--models", "m.ispl", "--json", "m.ispl"],
        &["bench", "--models", "m.ispl", "--json", "x", "--svg", "x"],
        &["simulate", "m.ispl", "--script", "s.txt"],
        &["sweep", "m.ispl", "-o", "m.ispl"],
        &["sweep", "m.ispl", "-o", "m.ispl", "--resume"],
    ] {
        let (exit, _, complaints) = savoir(&dir, words);
        assert_eq!(exit, 2, "{words:?}: {complaints}");
        assert!(complaints.starts_with("error: "), "{words:?}: {complaints}");
        assert_eq!(fs::read_to_string(dir.join("m.ispl")).unwrap(), MODEL, "{words:?}");
        assert_eq!(fs::read_to_string(dir.join("groups.ispl")).unwrap(), groups, "{words:?}");
        assert_eq!(names(&dir).len(), 5, "{words:?}: {:?}", names(&dir));
    }
    // A text that only lacks its last line break is no record that was cut short.
    fs::write(dir.join("notes"), "not a result").unwrap();
    let (exit, _, complaints) = savoir(&dir, &["sweep", "m.ispl", "-o", "notes", "--resume"]);
    assert!(exit == 2 && complaints.contains("is no result of a sweep"), "{complaints}");
    assert_eq!(fs::read_to_string(dir.join("notes")).unwrap(), "not a result");
}

/// A stream is written to and not replaced, even if it leads to a file.
#[test]
fn what_is_open_already_takes_what_it_gets() {
    let dir = directory("streams");
    let program = format!("{} check m.ispl --evidence=json:/dev/stdout > all.txt", env!("CARGO_BIN_EXE_savoir"));
    assert!(Command::new("sh").args(["-c", &program]).current_dir(&dir).status().unwrap().success());
    let all = fs::read_to_string(dir.join("all.txt")).unwrap();
    assert!(all.contains("EF top") && all.contains("\"savoir/evidence/2\"") && !all.contains('\0'), "{all}");
    let done = savoir(&dir, &["check", "m.ispl", "--evidence=json:/dev/null", "--strategy=json:/dev/null"]);
    assert_eq!((done.0, done.2.as_str()), (0, ""));
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    assert_eq!(names(&dir), ["all.txt", "m.ispl"]);
}

/// What was read from a stream is not added to it.
#[test]
fn what_is_open_already_cannot_be_formatted() {
    let dir = directory("stdin");
    for command in ["fmt /dev/stdin", "fmt /dev/fd/0", "fmt /proc/self/fd/0"] {
        let done = Command::new(env!("CARGO_BIN_EXE_savoir"))
            .args(command.split(' '))
            .stdin(fs::File::open(dir.join("m.ispl")).unwrap())
            .output()
            .unwrap();
        let complaints = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{command}: {complaints}");
        assert!(complaints.contains("it is no file that can be replaced"), "{command}: {complaints}");
        assert_eq!(fs::read_to_string(dir.join("m.ispl")).unwrap(), MODEL, "{command}");
    }
}

/// A name may be as long as the system allows.
#[test]
fn long_and_empty_names_are_no_trouble() {
    let dir = directory("long");
    let long = format!("{}.ispl", "m".repeat(250));
    fs::rename(dir.join("m.ispl"), dir.join(&long)).unwrap();
    assert_eq!(savoir(&dir, &["fmt", &long]).0, 0);
    assert_eq!(savoir(&dir, &["check", &long, &format!("--evidence=json:{}", "e".repeat(255))]).0, 0);
    for words in [&["fmt", ""][..], &["check", ""], &["graph", &long, "-o", ""], &["generate", "muddy", "3", "-o", ""]]
    {
        let (exit, _, complaints) = savoir(&dir, words);
        assert!(exit == 2 && complaints.starts_with("error: "), "{words:?}: {complaints}");
    }
    let (exit, _, complaints) = savoir(&dir, &["generate", "muddy", "3", "-o", &"n".repeat(256)]);
    assert!(exit == 2 && complaints.contains("File name too long"), "{complaints}");
    assert_eq!(names(&dir).len(), 2);
}

#[test]
fn jobs_of_a_sweep_share_no_file() {
    let dir = directory("sweep");
    for options in ["--strategy=json:F", "--evidence=json:F", "--save-order F", "--fix", "--watch", "--stats --fix"] {
        let (exit, _, complaints) = savoir(&dir, &["sweep", "m.ispl", "-o", "r.jsonl", "--with", options]);
        assert_eq!(exit, 2, "{options}");
        assert!(complaints.contains("cannot be part of a variant"), "{options}: {complaints}");
        assert_eq!(names(&dir), ["m.ispl"], "{options}");
    }
}

/// Two names that look alike where they are shown. Not every system has them.
#[cfg(target_os = "linux")]
fn strange(dir: &Path) -> [PathBuf; 2] {
    use std::os::unix::ffi::OsStringExt;
    let name = |byte: u8| PathBuf::from(std::ffi::OsString::from_vec(vec![b'm', byte, b'.', b'i', b's', b'p', b'l']));
    let names = [name(0xff), name(0xfe)];
    fs::write(dir.join(&names[0]), MODEL).unwrap();
    fs::write(dir.join(&names[1]), MODEL.replace("EF top", "AG top")).unwrap();
    names
}

#[cfg(target_os = "linux")]
#[test]
fn a_sweep_tells_files_apart_whose_names_are_no_text() {
    let dir = fresh("files", "sweep-names");
    let strange = strange(&dir);
    for words in [&["--split"][..], &["--split", "--resume"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(["sweep", "-o", "r.jsonl"]).args(words).args(&strange).current_dir(&dir);
        let done = command.output().unwrap();
        assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
        let text = fs::read_to_string(dir.join("r.jsonl")).unwrap();
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(records.len(), 4);
        let schema = fs::read_to_string(root().join("docs/schema/sweep-2.json")).unwrap();
        let schema: Value = serde_json::from_str(&schema).unwrap();
        for record in &records {
            follows(record, &schema).unwrap();
            let job = &record["job"];
            let expected = match (job["file_bytes"].as_str().unwrap(), job["only"].as_u64().unwrap()) {
                ("6dfe2e6973706c", 1) => "false",
                ("6dff2e6973706c" | "6dfe2e6973706c", _) => "true",
                other => panic!("{other:?}"),
            };
            assert_eq!(record["report"]["files"][0]["formulas"][0]["verdict"], expected, "{record}");
        }
    }
    // In a directory they are found as well.
    let (exit, _, _) = savoir(&dir, &["sweep", ".", "-o", "all.jsonl"]);
    assert_eq!((exit, fs::read_to_string(dir.join("all.jsonl")).unwrap().lines().count()), (1, 2));
}

/// Every command that takes a file, with one whose name is no text: for a model, and for what is written or read besides.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_no_text_can_be_used_everywhere() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;
    let dir = fresh("files", "names");
    let [model, _] = strange(&dir);
    let bytes = |text: &[u8]| OsString::from_vec(text.to_vec());
    let other = |name: &[u8]| dir.join(bytes(name));
    fs::write(other(b"s\xff.txt"), "start 1\nrandom 2\n").unwrap();
    fs::write(other(b"g\xff.ispl"), MODEL.replace("<g>", "<?Y>")).unwrap();
    let run = |words: &[&[u8]], exit: i32, made: Option<&[u8]>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(words.iter().map(|word| bytes(word))).current_dir(&dir).stdin(Stdio::null());
        let done = command.output().unwrap();
        let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        let shown: Vec<_> = words.iter().map(|word| String::from_utf8_lossy(word)).collect();
        assert_eq!(done.status.code(), Some(exit), "{shown:?}: {out}{err}");
        if let Some(made) = made {
            assert!(fs::metadata(other(made)).is_ok_and(|file| file.len() > 0), "{shown:?} made {:?}", names(&dir));
        }
    };
    let m = model.as_os_str().as_encoded_bytes();
    for format in [&b"text"[..], b"json", b"jsonl", b"junit", b"sarif", b"github"] {
        run(&[b"check", b"--format", format, m], 0, None);
        run(&[b"lint", b"--format", format, m], 0, None);
    }
    run(&[b"check", m, b"--evidence=json:e\xff.json"], 0, Some(b"e\xff.json"));
    run(&[b"replay", b"e\xff.json", m], 0, None);
    run(&[b"check", m, b"--evidence=mcmas:d\xff"], 0, Some(b"d\xff/formula1.dot"));
    run(&[b"check", m, b"--strategy=python:p\xff.py"], 0, Some(b"p\xff.py"));
    run(&[b"check", m, b"--engine", b"symbolic", b"--save-order", b"o\xff"], 0, Some(b"o\xff"));
    run(&[b"check", m, b"--engine", b"symbolic", b"--load-order", b"o\xff"], 0, None);
    run(&[b"check", m, b"--fix"], 0, None);
    run(&[b"fmt", b"--check", m], 1, None);
    run(&[b"fmt", b"--diff", m], 1, None);
    run(&[b"fmt", m], 0, None);
    run(&[b"fmt", b"--check", m], 0, None);
    run(&[b"graph", m, b"-o", b"g\xff.dot"], 0, Some(b"g\xff.dot"));
    run(&[b"stats", m], 0, None);
    run(&[b"synth", b"g\xff.ispl", b"--evidence=json:y\xff"], 0, Some(b"y\xff"));
    run(&[b"simulate", m, b"--script", b"s\xff.txt"], 0, None);
    run(&[b"mcmas", b"-c", b"3", b"-p", b"d\xff", m], 0, Some(b"d\xff/formula2.info"));
    run(&[b"generate", b"muddy", b"3", b"-o", b"n\xff.ispl"], 0, Some(b"n\xff.ispl"));
    run(&[b"man", b"--directory", b"d\xff"], 0, Some(b"d\xff/savoir.1"));
    run(
        &[b"bench", b"--models", m, b"--json", b"b\xff", b"--markdown", b"k\xff", b"--svg", b"v\xff"],
        0,
        Some(b"b\xff"),
    );
    run(&[b"bench", b"--models", m, b"--against", b"test -f {}"], 0, None);
    run(&[b"bench", b"--models", m, b"--baseline", b"b\xff"], 0, None);
    run(&[b"sweep", m, b"-o", b"r\xff"], 0, Some(b"r\xff"));
    // Where text is needed, that is said.
    fs::write(dir.join("save.txt"), b"start 1\nsave q\xff.txt\n").unwrap();
    run(&[b"simulate", m, b"--script", b"save.txt"], 2, None);
    run(&[b"check", m, b"--formula", b"EF \xff"], 2, None);
    run(&[b"explain", b"\xff"], 2, None);
    run(&[b"sweep", m, b"-o", b"x", b"--with", b"--engine \xff"], 2, None);
    run(&[b"check", b"no\xff.ispl"], 2, None);
    assert!(names(&dir).iter().all(|name| !name.starts_with('q') && !name.starts_with(".savoir")));
}
