//! What a replay found, for people. Nothing is shown that only the file says: formulas and names are those of the model.

use super::judge::{Judgement, Judgements, Missing, Standing, Wrong, WrongDocument};
use super::{claims, problems};
use crate::style::{BAD, BOLD, DIM, GOOD, OPEN, paint};
use savoir::{CertificateProblem, FormulaId, Model, Proof, Refutation, StrategyReading, Undecided};
use std::fmt::Write;

/// More lines about what is missing for a formula are not shown.
const MOST_LINES: usize = 10;

/// What the file proves about each formula, and all in all.
#[must_use]
pub fn render(model: &Model, found: &Judgements) -> String {
    let mut out: String = found.formulas.iter().map(|judgement| formula(model, judgement)).collect();
    out.push('\n');
    if found.not_asked > 0 {
        let (formulas, them) = if found.not_asked == 1 {
            ("1 formula that is not in the model".to_owned(), "it")
        } else {
            (format!("{} formulas that are not in the model", found.not_asked), "them")
        };
        let note = format!("the file also speaks of {formulas}; `--formula` replays {them}");
        let _ = writeln!(out, "  {}", paint(DIM, &note));
    }
    out + &summary(found)
}

/// `proved`, `not proved` or `refuted`.
fn summary(found: &Judgements) -> String {
    let all = found.formulas.len();
    let count = |wanted: fn(&Standing) -> bool| found.formulas.iter().filter(|one| wanted(&one.standing)).count();
    let proved = count(|standing| matches!(standing, Standing::Proved(_)));
    let refuted = count(|standing| matches!(standing, Standing::Refuted(_)));
    let formulas = if all == 1 { "formula" } else { "formulas" };
    let (style, word, rest) = if refuted > 0 {
        (BAD, "refuted", format!("{refuted} of {all} {formulas}"))
    } else if all == 0 {
        (OPEN, "not proved", "no formula was asked for".to_owned())
    } else if proved < all {
        (OPEN, "not proved", format!("{} of {all} {formulas}", all - proved))
    } else {
        (GOOD, "proved", format!("{all} of {all} {formulas}"))
    };
    format!("  {}: {rest}\n", paint(style, word))
}

fn formula(model: &Model, judgement: &Judgement) -> String {
    let indent = " ".repeat(18);
    let property = &judgement.asked.property;
    let verdict = match judgement.verdict {
        Some(true) => "true",
        Some(false) => "false",
        None => "-",
    };
    let (mark, lines) = match &judgement.standing {
        Standing::Proved(proof) => {
            let unexpected = property.expected.filter(|expected| judgement.verdict != Some(*expected));
            let note = unexpected.map_or_else(String::new, |expected| format!(" (expected {expected})"));
            (paint(GOOD, "✓"), vec![format!("proved: {}{note}", by(proof))])
        }
        Standing::NotProved(all) => {
            let mut lines: Vec<String> = Vec::new();
            for line in all.iter().map(|one| format!("not proved: {}", missing(model, one))) {
                if !lines.contains(&line) && lines.len() < MOST_LINES {
                    lines.push(line);
                }
            }
            (paint(OPEN, "?"), lines)
        }
        Standing::Refuted(problem) => (paint(BAD, "✗"), vec![format!("refuted: {}", wrong(model, problem))]),
    };
    let title = property.name.as_ref().unwrap_or(&property.text);
    let mut out = format!("  {mark} {:>3}  {verdict:<7}  {}\n", judgement.asked.index, paint(BOLD, title));
    for line in lines {
        let _ = writeln!(out, "{indent}{line}");
    }
    out
}

fn counted(number: usize, word: &str) -> String {
    if number == 1 { format!("1 {word}") } else { format!("{number} {word}s") }
}

fn by(proof: &Proof) -> String {
    match proof {
        Proof::Tree(replayed) => {
            format!("{} and {} replayed", counted(replayed.nodes, "conclusion"), counted(replayed.steps, "step"))
        }
        Proof::Certificate(states) => format!("a certificate with {} replayed", counted(*states, "state")),
    }
}

fn missing(model: &Model, missing: &Missing) -> String {
    match missing {
        Missing::Entry => "the file says nothing about it".to_owned(),
        Missing::Verdict => "the formula was not decided".to_owned(),
        Missing::Reading { file, asked } => {
            let name = |reading| StrategyReading::new(reading, model).name;
            let file = file.map_or_else(|| "no known reading".to_owned(), |file| format!("the reading {}", name(file)));
            format!("the file is about {file}, and {} is asked for", name(*asked))
        }
        Missing::Claim(claim) => claims::sentence(model, claim),
        Missing::Certificate(reason) => undecided(model, *reason),
    }
}

fn undecided(model: &Model, undecided: Undecided) -> String {
    let text = |formula: FormulaId| format!("`{}`", model.formula_short(formula));
    match undecided {
        Undecided::Wrong(problem) => certificate(model, problem),
        Undecided::NoLabel(Some(formula)) => format!("the certificate does not say where {} holds", text(formula)),
        Undecided::NoLabel(None) => "the certificate does not say which states have a fair path".to_owned(),
        Undecided::Operator(formula) => format!("there are no certificates for {} here", text(formula)),
        Undecided::Constraint(formula) => {
            format!("there are no certificates where {} has to hold infinitely often", text(formula))
        }
        Undecided::OtherModels => "there are no certificates about induced models".to_owned(),
        Undecided::InitialStates => "there are too many initial states to look at each".to_owned(),
        Undecided::TooMuchWork => "the limits were met before the certificate was looked at".to_owned(),
    }
}

fn wrong(model: &Model, wrong: &Wrong) -> String {
    match wrong {
        Wrong::OtherFormula => "the file has another formula under this number".to_owned(),
        Wrong::OtherName => "the file has another name for this formula".to_owned(),
        Wrong::Unfit(problem) => format!("it does not fit the model: {problem}"),
        Wrong::Refutation(Refutation::Tree(mismatch)) => {
            format!("not as the model says: {}", problems::mismatch(model, mismatch))
        }
        Wrong::Refutation(Refutation::Certificate(problem)) => certificate(model, *problem),
        Wrong::Refutation(Refutation::OtherVerdict) => "the certificate shows that the verdict is wrong".to_owned(),
    }
}

/// What is wrong with a certificate, in a sentence.
fn certificate(model: &Model, problem: CertificateProblem) -> String {
    let about = |formula: Option<FormulaId>| {
        formula.map_or_else(|| "fair paths".to_owned(), |formula| format!("`{}`", model.formula_short(formula)))
    };
    let what = match problem {
        CertificateProblem::IllegalState(state) => format!("state {state} has an impossible value"),
        CertificateProblem::RepeatedState(state) => format!("state {state} is listed twice"),
        CertificateProblem::Unreachable(state) => format!("state {state} cannot be reached"),
        CertificateProblem::NotClosed(state) => format!("a successor of state {state} is not listed"),
        CertificateProblem::MissingInitialState => "an initial state is not listed".to_owned(),
        CertificateProblem::NoInitialState => "the model has no initial state".to_owned(),
        CertificateProblem::WrongLength(formula) => {
            format!("what it says about {} is not about each state", about(formula))
        }
        CertificateProblem::WrongLabel(formula, state) => {
            format!("what it says about {} in state {state} does not follow", about(formula))
        }
    };
    format!("the certificate is wrong: {what}")
}

/// What is wrong with a file as a whole.
#[must_use]
pub fn wrong_document(model: &Model, wrong: &WrongDocument) -> String {
    let what = document_problem(model, wrong);
    format!("  {} {}: {what}\n", paint(BAD, "✗"), paint(BAD, "refuted"))
}

/// What is wrong with a file as a whole, in a sentence.
#[must_use]
pub fn document_problem(model: &Model, wrong: &WrongDocument) -> String {
    match wrong {
        WrongDocument::OtherModel(sum) => format!(
            "the file is about another model, or about another text of it: the SHA-256 sum of this one is {sum}; make \
             the evidence again after every change"
        ),
        WrongDocument::SeveralEntries(index) => format!("the file has several entries for formula {index}"),
        WrongDocument::NoSuchFormula(index) => format!("the model has no formula {index}, but the file has"),
        WrongDocument::Unfit(problem) => format!("it does not fit the model: {problem}"),
        WrongDocument::Certificate(problem) => certificate(model, *problem),
    }
}
