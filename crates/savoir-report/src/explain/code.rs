//! The long explanation of a diagnostic: its section of the book, so that there is one text only.

use crate::style::{BOLD, DIM, paint};
use savoir::{Code, Standing};

/// The page about diagnostics; a test of the book sees to it that every code has a section with examples.
const PAGE: &str = include_str!("../../../../docs/src/diagnostics.md");

/// What a code means, with an example and its correction.
#[must_use]
pub fn code(code: Code) -> String {
    let heading = format!("\n## {code}: ");
    let section = PAGE.split_once(&heading).map_or("", |(_, rest)| rest);
    let section = section.split("\n## ").next().unwrap_or_default();
    let text = section.split_once('\n').map_or("", |(_, text)| text);
    let title = paint(BOLD, &format!("{code}: {}", code.title()));
    format!("{title}\n\n{}\n{}", plain(text).trim(), lint(code))
}

/// What can be done about a lint.
fn lint(code: Code) -> String {
    match code.standing() {
        Standing::Error => String::new(),
        Standing::Lint(level) => {
            let (name, level) = (code.name(), level.as_str());
            format!(
                "\nThe lint is called `{name}`; its level is `{level}` unless `--allow`, `--warn`, `--deny` or a comment\n`-- savoir: allow({name})` in the model says otherwise.\n"
            )
        }
    }
}

/// All codes, one a line.
#[must_use]
pub fn list() -> String {
    Code::ALL.iter().map(|code| format!("{code}  {}\n", code.title())).collect()
}

/// Markdown as it looks on a terminal: examples indented, links without their targets.
fn plain(markdown: &str) -> String {
    let mut out = String::new();
    let mut example = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            example = !example;
        } else if example {
            out += &format!("    {}\n", paint(DIM, line));
        } else {
            out += &format!("{}\n", without_links(line));
        }
    }
    out
}

/// `[text](target)` becomes `text`.
fn without_links(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("](") {
        let (Some(open), Some((_, behind))) = (before.rfind('['), after.split_once(')')) else { break };
        out.push_str(&before[..open]);
        out.push_str(&before[open + 1..]);
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_explained_with_an_example_and_its_correction() {
        for code in Code::ALL {
            let text = super::code(*code);
            let text = anstream::adapter::strip_str(&text).to_string();
            assert!(text.starts_with(&format!("{code}: {}\n\n", code.title())), "{text}");
            assert!(text.contains("\n    Agent ") && text.contains("\nCorrected:\n"), "{text}");
            assert!(!text.contains("```") && !text.contains("]("), "{text}");
            assert!(text.matches("Formulae").count() >= 2, "{text}");
        }
        assert_eq!(list().lines().count(), Code::ALL.len());
    }

    #[test]
    fn links_lose_their_targets() {
        assert_eq!(without_links("see [the page](a.md#b) and [c](d)."), "see the page and c.");
        assert_eq!(without_links("a[0] stays"), "a[0] stays");
    }
}
