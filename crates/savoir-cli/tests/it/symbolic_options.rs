//! Options of the symbolic engine from outside: orders that are saved and loaded, and the memory limit.

use crate::common::{fresh, savoir};
use std::fs;

#[test]
fn an_order_is_saved_and_loaded() {
    let dir = fresh("symbolic-options", "order");
    assert_eq!(savoir(&dir, &["generate", "dining", "4", "--output", "model.ispl"]).0, 0);
    let check =
        |arguments: &[&str]| savoir(&dir, &[&["check", "model.ispl", "--engine", "symbolic"], arguments].concat());
    let saved = check(&["--order", "2", "--save-order", "order.txt"]);
    assert_eq!(saved.0, 0, "{}", saved.2);
    let order = fs::read_to_string(dir.join("order.txt")).unwrap();
    // What is loaded is taken as it is: backwards, it is another order, and is saved as such.
    let backwards: String = order.lines().rev().map(|line| format!("{line}\n")).collect();
    assert_ne!(backwards, order);
    fs::write(dir.join("backwards.txt"), &backwards).unwrap();
    let loaded = check(&["--load-order", "backwards.txt", "--save-order", "again.txt"]);
    assert_eq!(loaded.1, saved.1);
    assert_eq!(fs::read_to_string(dir.join("again.txt")).unwrap(), backwards);
    let first = order.lines().next().unwrap();
    for (content, message) in [
        ("nonsense\n".to_owned(), "line 1: `nonsense` is not a bit of this model"),
        (format!("{order}{first}\n"), "was there before"),
    ] {
        fs::write(dir.join("wrong.txt"), content).unwrap();
        let refused = check(&["--load-order", "wrong.txt"]);
        assert_eq!(refused.0, 2);
        assert!(refused.2.contains(message), "{}", refused.2);
    }
    let missing = check(&["--load-order", "missing.txt"]);
    assert_eq!(missing.0, 2);
    assert!(missing.2.contains("cannot read `missing.txt`"), "{}", missing.2);
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_holds() {
    let dir = fresh("symbolic-options", "memory");
    let limits = ["--memory", "60M", "--json", "rows.json"];
    let done = savoir(&dir, &[&["bench", "muddy:80"], &limits[..]].concat());
    let report: serde_json::Value = serde_json::from_str(&fs::read_to_string(dir.join("rows.json")).unwrap())
        .unwrap_or_else(|_| panic!("{done:?}"));
    let run = &report["rows"][0]["run"];
    let peak = run["peak_bytes"].as_u64().unwrap();
    // At most a tenth more than allowed.
    assert!(peak < 66 << 20 && peak > 40 << 20, "{peak} bytes: {run}");
    assert_eq!(run["end"], "memory", "{run}");
}
