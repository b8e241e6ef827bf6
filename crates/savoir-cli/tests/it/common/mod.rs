//! Running the program in a directory of a test's own, and small models for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A model that counts to three, up to its formulas; the rest of the text follows.
macro_rules! counting {
    ($rest:literal) => {
        concat!(
            "Agent M
  Vars: x : 0..3; end Vars
  Actions = {inc};
  Protocol: Other : {inc}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution
end Agent
Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
",
            $rest
        )
    };
}
pub(crate) use counting;

/// An agent that may count to three; the rest of the text follows.
macro_rules! counting_or_waiting {
    ($rest:literal) => {
        concat!(
            "Agent M
  Vars: x : 0..3; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 3 and Action = inc; end Evolution
end Agent
",
            $rest
        )
    };
}
pub(crate) use counting_or_waiting;

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty directory for one test of a file of tests.
pub(crate) fn fresh(tests: &str, name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(tests).join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

/// The exit code, standard output and standard error of a run.
pub(crate) fn savoir(dir: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_savoir"));
    let done = command.args(arguments).current_dir(dir).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code().unwrap(), text(done.stdout), text(done.stderr))
}
