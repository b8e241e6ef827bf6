//! `--fix` of `lint` and `check`, and `fmt --diff`.

use crate::common::{fresh, savoir};
use std::fs;
use std::path::{Path, PathBuf};

const MODEL: &str = "Agent M
  Vars:
    x : 0..3;
  end Vars
  Actions = {inc};
  Protocol:
    Other : {inc};
  end Protocol
  Evolution:
    x = x + 1 if x < 3;
  end Evolution
end Agent

Evaluation
  top if M.x = 3;
end Evaluation

InitStates
  M.x = 0;
end InitStates

Formulae
  EF top;
end Formulae
";

/// The model with slips that can be mended safely.
fn slips() -> String {
    MODEL
        .replace("x : 0..3;", "x : 0..3")
        .replace("  end Protocol\n", "")
        .replace("{inc};\n  Evo", "{inc, inc};\n  Evo")
        .replace("EF top", "EF top && true")
}

fn mended() -> String {
    MODEL.replace("EF top", "EF top and true")
}

fn bench(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let dir = fresh("fixing", name);
    fs::write(dir.join("m.ispl"), content).unwrap();
    dir
}

fn read(dir: &Path) -> String {
    String::from_utf8(fs::read(dir.join("m.ispl")).unwrap()).unwrap()
}

#[test]
fn check_mends_and_checks() {
    let dir = bench("check", slips());
    let (exit, out, err) = savoir(&dir, &["check", "m.ispl", "--fix"]);
    assert_eq!((exit, read(&dir)), (0, mended()), "{err}");
    assert!(out.contains("1 true, all as expected"), "{out}");
    let said: Vec<&str> = err.lines().collect();
    assert_eq!(
        said,
        [
            "fixed m.ispl:3: insert `;` (E0002)",
            "fixed m.ispl:7: insert `end Protocol` (E0002)",
            "fixed m.ispl:22: write `and` (E0002)",
            "fixed m.ispl:7: remove the second `inc` (W0011)"
        ]
    );
    let before = fs::metadata(dir.join("m.ispl")).unwrap().modified().unwrap();
    assert_eq!(savoir(&dir, &["check", "m.ispl", "--fix"]).2, "");
    assert_eq!(fs::metadata(dir.join("m.ispl")).unwrap().modified().unwrap(), before, "nothing to write");
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn lint_mends_lints_too_and_reports_the_rest() {
    let text = MODEL.replace("{inc};\n  Protocol", "{inc, dec};\n  Protocol").replace("0..3;", "0..3; y : boolean;");
    let dir = bench("lint", &text);
    let (exit, out, err) = savoir(&dir, &["lint", "m.ispl", "--fix"]);
    assert_eq!((exit, err.as_str()), (1, "fixed m.ispl:5: remove the action (W0002)\n"));
    assert!(out.contains("W0001") && !out.contains("W0002"), "{out}");
    assert_eq!(read(&dir), MODEL.replace("0..3;", "0..3; y : boolean;"));
    // What is allowed is not mended.
    fs::write(dir.join("m.ispl"), &text).unwrap();
    let (_, _, err) = savoir(&dir, &["lint", "m.ispl", "--fix", "--allow", "unused-action"]);
    assert_eq!((err.as_str(), read(&dir)), ("", text));
}

#[test]
fn line_ends_and_byte_order_mark_stay() {
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let dir = bench("windows", windows(&slips()));
    assert_eq!(savoir(&dir, &["check", "m.ispl", "--fix"]).0, 0);
    assert_eq!(read(&dir), windows(&mended()));
}

#[test]
fn what_cannot_be_written_back_is_refused() {
    let dir = bench("refused", MODEL);
    for command in ["check", "lint"] {
        let (exit, out, err) = savoir(&dir, &[command, "m.ispl", "-", "--fix"]);
        assert_eq!((exit, out.as_str()), (2, ""));
        assert!(err.contains("standard input cannot be fixed: name a file, or leave out `--fix`"), "{err}");
    }
    let latin = [b"-- caf\xe9\n", slips().as_bytes()].concat();
    fs::write(dir.join("m.ispl"), &latin).unwrap();
    let (exit, _, err) = savoir(&dir, &["check", "m.ispl", "--fix"]);
    assert!(exit == 2 && err.contains("`m.ispl` is not UTF-8 text: fixing it would change its comments"), "{err}");
    assert_eq!(fs::read(dir.join("m.ispl")).unwrap(), latin);
    assert_eq!(savoir(&dir, &["check", "m.ispl", "--fix", "--watch"]).0, 2);
}

#[test]
#[cfg(unix)]
fn links_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;
    let dir = bench("links", slips());
    fs::set_permissions(dir.join("m.ispl"), fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("m.ispl", dir.join("link.ispl")).unwrap();
    assert_eq!(savoir(&dir, &["check", "link.ispl", "--fix"]).0, 0);
    assert!(dir.join("link.ispl").symlink_metadata().unwrap().is_symlink());
    assert_eq!(read(&dir), mended());
    assert_eq!(fs::metadata(dir.join("m.ispl")).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn json_and_sarif_carry_fixes() {
    let dir = bench("json", slips());
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&out).unwrap();
    let fix = &report["files"][0]["diagnostics"][0]["fixes"][0];
    assert_eq!((&fix["title"], &fix["applicability"]), (&"insert `;`".into(), &"safe".into()));
    let edit = serde_json::json!({ "line": 3, "column": 13, "end_line": 3, "end_column": 13, "text": ";" });
    assert_eq!(fix["edits"][0], edit);
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    let fix = &log["runs"][0]["results"][0]["fixes"][0];
    let change = &fix["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], ";");
    assert_eq!(change["deletedRegion"]["startLine"], 3);
}

#[test]
fn fmt_shows_a_diff() {
    let dir = bench("diff", MODEL.replace("    x : 0..3;", "  x:0..3;"));
    let before = read(&dir);
    let (exit, out, err) = savoir(&dir, &["fmt", "--diff", "m.ispl"]);
    assert_eq!((exit, err.as_str()), (1, ""));
    assert!(out.starts_with("--- m.ispl\n+++ m.ispl\n@@ -1,6 +1,6 @@\n Agent M\n"), "{out}");
    assert!(out.contains("\n-  x:0..3;\n+    x : 0..3;\n"), "{out}");
    assert_eq!(read(&dir), before, "nothing is written");
    assert_eq!(savoir(&dir, &["fmt", "m.ispl"]).0, 0);
    assert_eq!(savoir(&dir, &["fmt", "--diff", "m.ispl"]), (0, String::new(), String::new()));
    assert_eq!(savoir(&dir, &["fmt", "--diff", "--check", "m.ispl"]).0, 2);
}
