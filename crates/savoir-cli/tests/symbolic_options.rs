//! Options of the symbolic engine from outside: orders that are saved and loaded, and the memory limit.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("symbolic-options").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn savoir(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_savoir")).args(arguments).current_dir(directory).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn an_order_is_saved_and_loaded() {
    let dir = directory("order");
    assert!(savoir(&dir, &["generate", "dining", "4", "--output", "model.ispl"]).status.success());
    let check =
        |arguments: &[&str]| savoir(&dir, &[&["check", "model.ispl", "--engine", "symbolic"], arguments].concat());
    let saved = check(&["--order", "2", "--save-order", "order.txt"]);
    assert!(saved.status.success(), "{}", text(&saved.stderr));
    let order = fs::read_to_string(dir.join("order.txt")).unwrap();
    // What is loaded is taken as it is: backwards, it is another order, and is saved as such.
    let backwards: String = order.lines().rev().map(|line| format!("{line}\n")).collect();
    assert_ne!(backwards, order);
    fs::write(dir.join("backwards.txt"), &backwards).unwrap();
    let loaded = check(&["--load-order", "backwards.txt", "--save-order", "again.txt"]);
    assert_eq!(text(&loaded.stdout), text(&saved.stdout));
    assert_eq!(fs::read_to_string(dir.join("again.txt")).unwrap(), backwards);
    let first = order.lines().next().unwrap();
    for (content, message) in [
        ("nonsense\n".to_owned(), "line 1: `nonsense` is not a bit of this model"),
        (format!("{order}{first}\n"), "was there before"),
    ] {
        fs::write(dir.join("wrong.txt"), content).unwrap();
        let refused = check(&["--load-order", "wrong.txt"]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(message), "{}", text(&refused.stderr));
    }
    let missing = check(&["--load-order", "missing.txt"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("cannot read `missing.txt`"), "{}", text(&missing.stderr));
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_holds() {
    let dir = directory("memory");
    let limits = ["--memory", "60M", "--json", "rows.json"];
    let done = savoir(&dir, &[&["bench", "muddy:80"], &limits[..]].concat());
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(dir.join("rows.json")).unwrap())
        .unwrap_or_else(|_| panic!("{done:?}"));
    let run = &report["rows"][0]["run"];
    let peak = run["peak_bytes"].as_u64().unwrap();
    assert!(peak < 66_000_000 && peak > 40_000_000, "{peak} bytes: {run}");
    assert_eq!(run["end"], "memory", "{run}");
}
