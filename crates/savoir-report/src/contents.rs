//! A page with the contents of a directory of pages, a page for a model that has errors, and pages that load themselves again.

use crate::escape::xml::escape;
use crate::json::{FileReport, FormulaReport};
use std::fmt::Write;

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid #8886; padding: 0.25rem 0.75rem 0.25rem 0; vertical-align: top; overflow-wrap: anywhere; }
td.mark { white-space: nowrap; }
.good { color: light-dark(#1a7f37, #3fb950); }
.bad { color: light-dark(#cf222e, #f85149); }
.open { color: light-dark(#9a6700, #d29922); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
";

/// Between two times that a page is loaded, in seconds.
const PAUSE: u32 = 2;
/// Where every page of ours says which characters it has, which stands before anything that a model says.
const CHARACTERS: &str = "<meta charset=\"utf-8\">\n";

/// Whether pages load themselves again, because what they show changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reloading {
    /// They stay as they are.
    Never,
    /// They do so again and again. The browser reads the file anew; there is no script that could read anything else.
    EverySoOften,
}

impl Reloading {
    /// The page as it is to be written.
    #[must_use]
    pub fn applied(self, page: &str) -> String {
        match self {
            Reloading::Never => page.to_owned(),
            Reloading::EverySoOften => {
                let again = format!("{CHARACTERS}<meta http-equiv=\"refresh\" content=\"{PAUSE}\">\n");
                page.replacen(CHARACTERS, &again, 1)
            }
        }
    }
}

/// The contents: each report with the name of its page, which has only letters, digits, dots, hyphens and underscores.
#[must_use]
pub fn render(pages: &[(&FileReport, String)]) -> String {
    let mut out = head("Verdicts");
    let _ = writeln!(out, "<p>{}</p>", totals(pages));
    for (report, page) in pages {
        let _ = writeln!(out, "<h2><a href=\"{page}\">{}</a></h2>\n<table>", escape(&report.file));
        for check in &report.checks {
            let text = check.complaint().unwrap_or_else(|| format!("no {}", check.check));
            let right = check.is_decided().then_some(check.verdict == "true");
            row(&mut out, right, check.verdict, &escape(&text));
        }
        for formula in &report.formulas {
            let name = formula.name.as_ref().map_or_else(String::new, |name| format!("{}<br>", escape(name)));
            let expected = formula.expected.as_deref().unwrap_or("true");
            let but =
                if formula.as_expected() == Some(false) { format!(" (expected {expected})") } else { String::new() };
            let number = formula.index;
            let text = format!("{name}<a href=\"{page}#f{number}\"><code>{}</code></a>", escape(&formula.text));
            row(&mut out, formula.as_expected(), &format!("{}{but}", formula.verdict), &text);
        }
        for found in &report.diagnostics {
            let right = if found.level() == "error" { Some(false) } else { None };
            row(&mut out, right, found.level(), &escape(&found.message));
        }
        out.push_str("</table>\n");
    }
    out + "</body>\n</html>\n"
}

/// How many models and formulas there are, and how many of these need to be looked at.
fn totals(pages: &[(&FileReport, String)]) -> String {
    let models = pages.len();
    let formulas: Vec<Option<bool>> =
        pages.iter().flat_map(|(report, _)| &report.formulas).map(FormulaReport::as_expected).collect();
    let count = |wanted: Option<bool>| formulas.iter().filter(|found| **found == wanted).count();
    let (all, wrong, open) = (formulas.len(), count(Some(false)), count(None));
    let numbers = [(wrong, "not as expected"), (open, "undecided")].into_iter().filter(|(number, _)| *number > 0);
    let numbers: String = numbers.map(|(number, word)| format!(", {number} {word}")).collect();
    format!("Models: {models}. Formulas: {all}{numbers}.")
}

/// A row with a mark, a word and a text that is escaped already.
fn row(out: &mut String, right: Option<bool>, word: &str, text: &str) {
    let (class, mark) = match right {
        Some(true) => ("good", "✓"),
        Some(false) => ("bad", "✗"),
        None => ("open", "?"),
    };
    let word = escape(word);
    let _ = writeln!(out, "<tr><td class=\"mark {class}\">{mark} {word}</td><td>{text}</td></tr>");
}

/// A page about a model without evidence: what is wrong with it.
#[must_use]
pub fn problems(report: &FileReport) -> String {
    let mut out = head(&report.file);
    out.push_str("<p>There are no verdicts.</p>\n<pre>\n");
    for found in &report.diagnostics {
        let place =
            found.primary.as_ref().map_or_else(String::new, |place| format!(":{}:{}", place.line, place.column));
        let line = format!("{}[{}] {}{place}: {}", found.severity, found.code, found.file, found.message);
        let _ = writeln!(out, "{}", escape(&line));
    }
    out + "</pre>\n</body>\n</html>\n"
}

fn head(title: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n{CHARACTERS}<meta name=\"generator\" content=\"savoir\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::html;

    #[test]
    fn pages_load_themselves_again_if_they_are_to() {
        for page in [head("x"), html::render("x", &[])] {
            assert_eq!(Reloading::Never.applied(&page), page);
            let live = Reloading::EverySoOften.applied(&page);
            assert!(live.contains("<meta http-equiv=\"refresh\" content=\"2\">") && live.len() > page.len());
            assert!(live.find("refresh") < live.find("<title>"));
        }
    }
}
