//! Running the program in a directory of a test's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
