//! Levels of lints: which warnings are shown, and which count as errors.
//!
//! A lint has a default level. What a run asks for outranks it, a comment about the whole file outranks that, and a
//! comment about a line outranks everything.

use crate::directives::{self, Reach};
use crate::{Code, Diagnostic, Guesses, Span, Standing, Tree};
use std::collections::HashMap;

/// How a lint is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// It is not shown.
    Allow,
    /// It is shown.
    Warn,
    /// It is shown as an error.
    Deny,
}

impl Level {
    /// Every level, mildest first.
    pub const ALL: [Level; 3] = [Level::Allow, Level::Warn, Level::Deny];

    /// The word for it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Allow => "allow",
            Level::Warn => "warn",
            Level::Deny => "deny",
        }
    }
}

/// Which lints a level is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LintSelector {
    /// One lint.
    Lint(Code),
    /// `warnings`: all that would be shown as warnings.
    Warnings,
}

/// A word that selects no lint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownLint {
    /// It is the code or the name of an error.
    Error(Code),
    /// It is nothing, but may have been meant to be this.
    Misspelt {
        /// The word.
        word: String,
        /// The closest name or code of a lint.
        guess: Option<&'static str>,
    },
}

impl std::error::Error for UnknownLint {}

impl std::fmt::Display for UnknownLint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            UnknownLint::Error(code) => write!(f, "`{}` is an error, and errors have no level", code.name()),
            UnknownLint::Misspelt { word, guess: Some(guess) } => {
                write!(f, "there is no lint `{word}`; did you mean `{guess}`?")
            }
            UnknownLint::Misspelt { word, guess: None } => write!(f, "there is no lint `{word}`"),
        }
    }
}

impl std::str::FromStr for LintSelector {
    type Err = UnknownLint;

    fn from_str(text: &str) -> Result<LintSelector, UnknownLint> {
        LintSelector::read(text, &mut Guesses::default())
    }
}

impl LintSelector {
    /// What a word selects.
    pub(crate) fn read(text: &str, guesses: &mut Guesses) -> Result<LintSelector, UnknownLint> {
        if text == "warnings" {
            return Ok(LintSelector::Warnings);
        }
        match Code::parse(text) {
            Some(code) if matches!(code.standing(), Standing::Lint(_)) => Ok(LintSelector::Lint(code)),
            Some(code) => Err(UnknownLint::Error(code)),
            None => {
                let known = Code::lints().flat_map(|code| [code.name(), code.as_str()]).chain(["warnings"]);
                Err(UnknownLint::Misspelt { word: text.to_owned(), guess: guesses.closest(text, known) })
            }
        }
    }
}

/// A level for some lints, and where it counts.
#[derive(Clone, Copy, Debug)]
struct Rule {
    reach: Reach,
    selector: LintSelector,
    level: Level,
}

/// The levels of all lints, everywhere in a text.
#[derive(Clone, Debug, Default)]
pub struct LintLevels {
    /// Those that count less come first.
    rules: Vec<Rule>,
}

impl LintLevels {
    /// What the comments of a text say, and what there is to say about these comments.
    #[must_use]
    pub fn of_text(tree: &Tree) -> (LintLevels, Vec<Diagnostic>) {
        let mut levels = LintLevels::default();
        let mut diagnostics = Vec::new();
        for directive in directives::find(tree, &mut diagnostics) {
            let rule = |selector| Rule { reach: directive.reach, selector, level: directive.level };
            levels.rules.extend(directive.lints.into_iter().map(rule));
        }
        levels.rules.sort_by_key(|rule| rule.reach.rank());
        (levels, diagnostics)
    }

    /// The same with what a run asks for. If it names a lint several times, the strictest level counts.
    #[must_use]
    pub fn for_run(mut self, asked: &[(LintSelector, Level)]) -> LintLevels {
        self.rules.retain(|rule| rule.reach != Reach::Run);
        let mut rules: Vec<Rule> =
            asked.iter().map(|&(selector, level)| Rule { reach: Reach::Run, selector, level }).collect();
        rules.sort_by_key(|rule| rule.level);
        rules.append(&mut self.rules);
        LintLevels { rules }
    }

    /// Leaves out what is allowed, and makes errors of what is denied.
    #[must_use]
    pub fn judge(&self, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let rules = RuleIndex::new(&self.rules);
        let judged = diagnostics.into_iter().filter_map(|mut found| {
            match rules.level(&found) {
                Some(Level::Allow) => return None,
                Some(Level::Warn) => found.warn(),
                Some(Level::Deny) => found.deny(),
                None => {}
            }
            Some(found)
        });
        judged.collect()
    }
}

/// The rules that count, by what they are about. A later rule takes the place of an earlier one with the same reach.
#[derive(Default)]
struct RuleIndex {
    everywhere: HashMap<LintSelector, Level>,
    /// By the beginning of the line.
    on_line: HashMap<(u32, LintSelector), Level>,
    /// The lines, sorted.
    lines: Vec<Span>,
}

impl RuleIndex {
    fn new(rules: &[Rule]) -> RuleIndex {
        let mut index = RuleIndex::default();
        for rule in rules {
            match rule.reach {
                Reach::Run | Reach::File => index.everywhere.insert(rule.selector, rule.level),
                Reach::Line(line) => {
                    index.lines.push(line);
                    index.on_line.insert((line.start, rule.selector), rule.level)
                }
            };
        }
        index.lines.sort_unstable();
        index
    }

    /// The level of a finding; an error has none.
    fn level(&self, found: &Diagnostic) -> Option<Level> {
        let Standing::Lint(level) = found.code.standing() else { return None };
        let level = self.said(found, LintSelector::Lint(found.code)).unwrap_or(level);
        // What is not shown is no warning, whatever is said about warnings.
        let of_warnings = self.said(found, LintSelector::Warnings).filter(|_| level == Level::Warn);
        Some(of_warnings.unwrap_or(level))
    }

    /// What is said about the place of a finding.
    fn said(&self, found: &Diagnostic, selector: LintSelector) -> Option<Level> {
        let offset = found.primary.span.start;
        let before = self.lines.partition_point(|line| line.start <= offset);
        let line = self.lines[..before].last().filter(|line| offset <= line.end);
        let here = line.and_then(|line| self.on_line.get(&(line.start, selector)));
        here.or_else(|| self.everywhere.get(&selector)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, Span, parse};

    /// Findings about `text` at the places marked `^`, judged; for each its code and severity.
    fn judged(text: &str, asked: &[(&str, Level)], codes: &[Code]) -> Vec<(Code, Severity)> {
        let (levels, _) = LintLevels::of_text(&parse(text).tree);
        let asked: Vec<_> = asked.iter().map(|(name, level)| (name.parse().unwrap(), *level)).collect();
        let places = text.match_indices('\u{a7}').map(|(at, _)| Span::new(at as u32, at as u32 + 1));
        let found = places.zip(codes).map(|(place, code)| Diagnostic::new(*code, place, "")).collect();
        levels.for_run(&asked).judge(found).iter().map(|found| (found.code, found.severity())).collect()
    }

    const ACTION: Code = Code::UnusedAction;

    #[test]
    fn a_run_changes_levels_and_the_strictest_counts() {
        let judge = |asked: &[(&str, Level)]| judged("\u{a7}", asked, &[ACTION]);
        assert_eq!(judge(&[]), [(ACTION, Severity::Warning)]);
        assert_eq!(judge(&[("unused-action", Level::Allow)]), []);
        assert_eq!(judge(&[("W0002", Level::Deny), ("unused-action", Level::Allow)]), [(ACTION, Severity::Denied)]);
        assert_eq!(judge(&[("warnings", Level::Deny)]), [(ACTION, Severity::Denied)]);
        assert_eq!(judge(&[("warnings", Level::Deny), ("unused-action", Level::Allow)]), []);
        let error = judged("\u{a7}", &[("warnings", Level::Allow)], &[Code::UnknownAgent]);
        assert_eq!(error, [(Code::UnknownAgent, Severity::Error)]);
    }

    #[test]
    fn comments_outrank_the_run_and_lines_outrank_files() {
        let text = "-- savoir: allow(unused-action)
Agent A \u{a7} -- savoir: deny(W0002)
 \u{a7}
 -- savoir: warn(unused-action)

 -- and why
 Vars: \u{a7}
 \u{a7}
";
        let codes = [ACTION; 4];
        assert_eq!(judged(text, &[], &codes), [(ACTION, Severity::Denied), (ACTION, Severity::Warning)]);
        let run = [("unused-action", Level::Deny)];
        assert_eq!(judged(text, &run, &codes), [(ACTION, Severity::Denied), (ACTION, Severity::Warning)]);
        let run = [("warnings", Level::Deny)];
        assert_eq!(judged(text, &run, &codes), [(ACTION, Severity::Denied), (ACTION, Severity::Denied)]);
    }

    #[test]
    fn words_that_are_no_lints() {
        let wrong = |word: &str| word.parse::<LintSelector>().unwrap_err().to_string();
        assert_eq!(wrong("unused-acton"), "there is no lint `unused-acton`; did you mean `unused-action`?");
        assert_eq!(wrong("x"), "there is no lint `x`");
        assert_eq!(wrong("E0101"), "`unknown-variable` is an error, and errors have no level");
    }
}
