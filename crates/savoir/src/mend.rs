//! Applying fixes to a text until there is nothing left to fix.

use crate::Loaded;
use savoir_syntax::{Applicability, Code, Diagnostic, Fix, LineIndex, apply_fixes};

/// A fix may lead to another one, but not for ever.
const MAX_ROUNDS: usize = 20;

/// Which findings are mended. Only safe fixes are applied, and none of what is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mending {
    /// Errors and warnings about the text.
    Text,
    /// These and the lints of the model.
    Lints,
}

/// A fix that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    /// What was wrong.
    pub code: Code,
    /// What was done.
    pub title: String,
    /// The line of the finding, from 1, in the text as it was then.
    pub line: usize,
}

/// A text with fixes applied.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The text with all that was found about it.
    pub loaded: Loaded,
    /// The fixes, in the order in which they were applied.
    pub fixes: Vec<AppliedFix>,
}

/// Applies safe fixes; those that get into each other's way one after the other.
#[must_use]
pub fn mend(loaded: &Loaded, mending: Mending) -> Mended {
    mend_with(loaded, &|loaded| match mending {
        Mending::Text => Vec::new(),
        Mending::Lints => loaded.lints(),
    })
}

/// The same, with those lints of a model that somebody else looks for.
#[must_use]
pub fn mend_with(loaded: &Loaded, lints: &dyn Fn(&Loaded) -> Vec<Diagnostic>) -> Mended {
    let mut mended = Mended { loaded: loaded.clone(), fixes: Vec::new() };
    for _ in 0..MAX_ROUNDS {
        let Some((next, fixes)) = round(&mended.loaded, lints) else { break };
        mended.loaded = next;
        mended.fixes.extend(fixes);
    }
    mended
}

/// Applies what can be applied at once; `None` if that is nothing, or makes the text worse.
fn round(loaded: &Loaded, lints: &dyn Fn(&Loaded) -> Vec<Diagnostic>) -> Option<(Loaded, Vec<AppliedFix>)> {
    let lints = lints(loaded);
    let findings: Vec<(&Diagnostic, &Fix)> =
        loaded.diagnostics.iter().chain(&lints).filter_map(|found| Some((found, safe(found)?))).collect();
    let fixes: Vec<&Fix> = findings.iter().map(|(_, fix)| *fix).collect();
    let text = &loaded.source.text;
    let (mended, applied) = apply_fixes(text, &fixes);
    if applied.is_empty() {
        return None;
    }
    let next = loaded.with_text(&mended);
    if worse(loaded, &next) {
        return None;
    }
    let lines = LineIndex::new(text);
    let applied = applied.into_iter().map(|index| {
        let (found, fix) = findings[index];
        let line = lines.line(found.primary.span.start) + 1;
        AppliedFix { code: found.code, title: fix.title.clone(), line }
    });
    Some((next, applied.collect()))
}

fn safe(found: &Diagnostic) -> Option<&Fix> {
    found.fixes.iter().find(|fix| fix.applicability == Applicability::Safe)
}

/// Whether a text got errors that it did not have: then a fix was not as safe as it seemed. Errors about names only show
/// when there are none about the syntax, so they do not count against a fix of those.
fn worse(before: &Loaded, after: &Loaded) -> bool {
    let syntax = |loaded: &Loaded| {
        let found = savoir_syntax::parse(&loaded.source.text).diagnostics;
        found.iter().map(|found| found.stands_for).sum::<usize>()
    };
    let (had, has) = (syntax(before), syntax(after));
    let had_syntax_errors = had > 0;
    has > had || !had_syntax_errors && after.has_errors() && !before.has_errors()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples_for_docs::TOGGLE;

    fn mended(text: &str, mending: Mending) -> (String, Vec<String>) {
        let mended = mend(&Loaded::from_text("m.ispl", text), mending);
        let titles = mended.fixes.iter().map(|fix| format!("{}: {}: {}", fix.line, fix.code, fix.title)).collect();
        (mended.loaded.source.text, titles)
    }

    #[test]
    fn fixes_are_applied_until_there_are_none() {
        let broken = TOGGLE
            .replace("on : boolean;", "on : boolean")
            .replace("  end Vars\n", "")
            .replace("{press, wait};\n  end Protocol", "{press, wait, wait, wait};\n  end Protocol")
            .replace("AG EF light", "AG EF light && true");
        let (text, titles) = mended(&broken, Mending::Text);
        assert_eq!(text, TOGGLE.replace("EF light", "EF light and true"));
        assert_eq!(titles.len(), 5, "{titles:?}");
        assert_eq!(titles[0], "4: E0002: insert `;`");
        assert_eq!(mended(&text, Mending::Text), (text.clone(), Vec::new()));
    }

    #[test]
    fn lints_are_mended_if_asked_for() {
        let text = TOGGLE.replace("{press, wait};\n  Protocol", "{a, press, b, c, wait};\n  Protocol");
        assert_eq!(mended(&text, Mending::Text).1, [""; 0]);
        let (mended_text, titles) = mended(&text, Mending::Lints);
        assert_eq!((mended_text.as_str(), titles.len()), (TOGGLE, 3), "{titles:?}");
        let allowed = format!("-- savoir: allow(unused-action)\n{text}");
        assert_eq!(mended(&allowed, Mending::Lints), (allowed.clone(), Vec::new()));
    }

    #[test]
    fn guesses_are_not_applied() {
        let text = TOGGLE.replace("Switch.on = true", "Swich.on = true");
        assert_eq!(mended(&text, Mending::Lints), (text.clone(), Vec::new()));
    }
}
