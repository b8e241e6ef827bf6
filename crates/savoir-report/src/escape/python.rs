//! Python: comments and strings.

use super::{is_hidden, visible};
use std::borrow::Cow;
use std::fmt::Write;

/// The rest of a line after `#`. In the first two lines of a file it must not stand: there `coding:` means something.
pub(crate) fn comment(text: &str) -> Cow<'_, str> {
    visible(text)
}

/// A string with its quotes, which Python reads as exactly the text.
pub(crate) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            _ if is_hidden(letter) => {
                let _ = write!(out, "\\U{:08x}", u32::from(letter));
            }
            _ => out.push(letter),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_testkit::hostile;
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    /// Python reads a list of strings, and writes it as JSON.
    const READ: &str = "import ast, json, sys
print(json.dumps(ast.literal_eval(sys.stdin.buffer.read().decode())))";

    #[test]
    fn strings_are_read_as_what_they_are() {
        let started = Command::new("python3").args(["-c", READ]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let Ok(mut python) = started else {
            eprintln!("skipped: there is no python3");
            return;
        };
        let names: Vec<&str> = hostile::all().collect();
        let strings: Vec<String> = names.iter().map(|name| string(name)).collect();
        python.stdin.take().unwrap().write_all(format!("[{}]", strings.join(", ")).as_bytes()).unwrap();
        let done = python.wait_with_output().unwrap();
        assert!(done.status.success());
        assert_eq!(serde_json::from_slice::<Vec<String>>(&done.stdout).unwrap(), names);
    }
}
