//! Whatever a file name, an annotation, a comment, a word of the command line or a file of evidence says: what every command
//! prints has only characters that can be seen, line breaks of ours, and with `--color always` styles of ours.

mod commands;
mod documents;

use crate::common::fresh;
use savoir_report::escape::is_hidden;
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A model with strategies, a group variable and something that the lints find, whose comments are hostile: `NAME` is the
/// name of its formulas, and stands in comments on lines that are shown.
const MODEL: &str = "Agent Environment
  Vars: noise : boolean; end Vars
  Actions = {turn};
  Protocol: Other : {turn}; end Protocol
  Evolution: noise = true if noise = false; noise = false if noise = true; end Evolution
end Agent
Agent M
  Vars: x : 0..2; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x -- NAME
    + 1 if Action = inc; end Evolution -- NAME
end Agent
Evaluation top if M.x = 2; unused if M.x = 1; -- NAME
end Evaluation
InitStates M.x = 0 and Environment.noise = false; end InitStates
Groups g = {M}; end Groups
Formulae
  -- name: NAME
  EF -- NAME
    top;
  -- name: NAME
  AG !top;
  -- name: NAME
  <g>F top;
  <?Y>F top; -- name: NAME
end Formulae
";

/// What an annotation can say: it is one line, with commas and semicolons between its parts.
pub(crate) fn annotation(name: &str) -> String {
    name.replace(['\n', '\0', ',', ';'], " ")
}

pub(crate) fn model(name: &str) -> String {
    MODEL.replace("NAME", &annotation(name))
}

/// Files for the command lines, in a directory with a hostile name.
pub(crate) struct Place {
    root: PathBuf,
    name: String,
}

impl Place {
    pub(crate) fn new(number: usize, name: &str) -> Place {
        // The name of a file has at most 255 bytes, and ours adds a few.
        let root = fresh("hostile", &number.to_string()).join(OsStr::from_bytes(name.as_bytes()));
        fs::create_dir_all(&root).unwrap();
        let place = Place { root, name: name.to_owned() };
        fs::create_dir_all(place.file("FILE").parent().unwrap()).unwrap();
        fs::write(place.file("FILE"), model(name)).unwrap();
        fs::write(place.file("BAD"), model(name).replace("M.x = 2", "M.y = 2").replace("M.x = 0", "N.x = 0")).unwrap();
        fs::write(place.file("SCRIPT"), format!("start 1\nis top -- {0}\nuntil {0}\n", annotation(name))).unwrap();
        let (file, evidence) = (place.file("FILE"), place.file("EVIDENCE"));
        let wish = [OsStr::new("--evidence=json:"), evidence.as_os_str()].map(OsStr::as_bytes).concat();
        place.run(&[OsStr::new("check"), file.as_os_str(), OsStr::from_bytes(&wish)]);
        let mut document: Value = serde_json::from_str(&fs::read_to_string(&evidence).unwrap()).unwrap();
        assert_eq!(document["formulas"][0]["name"], annotation(name).trim(), "JSON has the very name");
        for formula in document["formulas"].as_array_mut().unwrap() {
            for key in ["name", "text"] {
                formula[key] = name.into();
            }
        }
        document["formulas"][0]["verdict"] = name.into();
        fs::write(place.file("FORGED"), document.to_string()).unwrap();
        place
    }

    pub(crate) fn file(&self, role: &str) -> PathBuf {
        self.root.join(OsStr::from_bytes(format!("{}{role}.ispl", self.name).as_bytes()))
    }

    /// A command line with names in place of their roles.
    pub(crate) fn words(&self, line: &[&str]) -> Vec<OsString> {
        let word = |word: &&str| match *word {
            "FILE" | "BAD" | "EVIDENCE" | "FORGED" | "SCRIPT" | "NEW" => self.file(word).into_os_string(),
            other => other.replace("NAME", &self.name).into(),
        };
        line.iter().map(word).collect()
    }

    pub(crate) fn run(&self, words: &[impl AsRef<OsStr>]) -> (Option<i32>, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
        command.args(words).current_dir(&self.root).stdin(Stdio::null()).env("TMPDIR", std::env::temp_dir());
        let done = command.output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (done.status.code(), text(done.stdout), text(done.stderr))
    }
}

/// Text without the styles that we use.
pub(crate) fn unstyled(text: &str) -> String {
    let styles = ["0", "1", "2", "4", "31", "32", "33", "36", "91", "92", "93", "94", "96"];
    styles.iter().fold(text.to_owned(), |text, style| text.replace(&format!("\u{1b}[{style}m"), ""))
}

/// Nothing hidden is in what was printed, and no line or style was forged.
pub(crate) fn assert_visible(printed: &str, about: &dyn std::fmt::Debug) {
    assert!(!printed.contains("\u{1b}[32mFORGED"), "{about:?}: a style was forged:\n{printed:?}");
    let plain = unstyled(printed);
    let hidden: BTreeSet<char> = plain.chars().filter(|letter| *letter != '\n' && is_hidden(*letter)).collect();
    assert!(hidden.is_empty(), "{about:?}: {hidden:?} in\n{printed:?}");
    let forged = plain.lines().find(|line| line.trim_start().starts_with("FORGED"));
    assert!(forged.is_none(), "{about:?}: a line was forged:\n{plain}");
}
