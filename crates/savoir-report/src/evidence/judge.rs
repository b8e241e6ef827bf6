//! What a file of evidence proves about the formulas of a model that are asked for.
//!
//! Formulas, names, readings and initial states are those of the model, or of the command line. The file only says
//! which verdict it has to offer for which of them, and why.

use super::json::{Document, Entry, Origin, VerdictEntry};
use super::{fingerprint, read};
use savoir::{
    AtlSemantics, Certificate, CertificateProblem, Certified, Claim, Evidence, FormulaId, KnownInitialStates, Model,
    Proof, Property, Refutation, ReplayLimits, ReplayStanding, Semantics, SourceFile, Undecided, judge,
    resolve_formula,
};

/// Formulas given apart are compared by what they mean with so many entries of the file, and by their text with all.
const MOST_COMPARED: usize = 100;

/// A formula that the file should prove a verdict about.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its number in the model or on the command line, from 1.
    pub index: usize,
    /// Where it stands.
    pub origin: Origin,
    /// The formula, with its name and what is expected of it.
    pub property: Property,
    /// How it is read.
    pub semantics: Semantics,
}

/// What a file proves about a formula.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The formula.
    pub asked: Asked,
    /// The verdict that the file gives.
    pub verdict: Option<bool>,
    /// Whether it is proved.
    pub standing: Standing,
}

/// Whether a verdict is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// By this.
    Proved(Proof),
    /// This is missing.
    NotProved(Vec<Missing>),
    /// This is wrong.
    Refuted(Wrong),
}

/// What a file lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// It says nothing about the formula.
    Entry,
    /// The formula was not decided.
    Verdict,
    /// Its verdict is about another reading; none, if it has none that is known.
    Reading {
        /// The reading of the file.
        file: Option<AtlSemantics>,
        /// The one that is asked for.
        asked: AtlSemantics,
    },
    /// It says something without showing it.
    Claim(Claim),
    /// Its certificate does not help.
    Certificate(Undecided),
}

/// What a file has wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// Under the number of the formula it has another one.
    OtherFormula,
    /// It has another name for the formula.
    OtherName,
    /// What it says does not fit the model.
    Unfit(String),
    /// Something is not as the model says.
    Refutation(Refutation),
}

/// What is wrong with a file as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongDocument {
    /// It is about another text than that of the model, which has this sum.
    OtherModel(String),
    /// There is more than one entry for a formula of the model.
    SeveralEntries(usize),
    /// There is an entry for a formula that the model does not have.
    NoSuchFormula(usize),
    /// The certificate does not fit the model.
    Unfit(String),
    /// The certificate is wrong.
    Certificate(CertificateProblem),
}

/// What a file proves: about each formula that is asked for, and how many entries nobody asked for.
#[derive(Clone, Debug)]
pub struct Judgements {
    /// In the order of the questions.
    pub formulas: Vec<Judgement>,
    /// Entries about formulas that were given apart when the file was made, and are not asked for now.
    pub not_asked: usize,
}

/// Looks at a document as a whole.
///
/// # Errors
/// What is wrong with it.
pub fn fits(document: &Document, model: &Model, source: &SourceFile) -> Result<(), WrongDocument> {
    let sum = fingerprint::fingerprint(source);
    if !document.model.sha256.eq_ignore_ascii_case(&sum) {
        return Err(WrongDocument::OtherModel(sum));
    }
    let mut seen = std::collections::BTreeSet::new();
    for Entry { index, .. } in document.formulas.iter().filter(|entry| entry.origin == Origin::Model) {
        if !seen.insert(*index) {
            return Err(WrongDocument::SeveralEntries(*index));
        }
        if !(1..=model.properties.len()).contains(index) {
            return Err(WrongDocument::NoSuchFormula(*index));
        }
    }
    Ok(())
}

/// Says what a document that [fits] proves about formulas. The formulas must be in the model's pool.
///
/// # Errors
/// What is wrong with the certificate.
pub fn judgements(
    model: &Model,
    document: &Document,
    asked: Vec<Asked>,
    limits: ReplayLimits<'_>,
) -> Result<Judgements, WrongDocument> {
    let initial = KnownInitialStates::new();
    let limits = ReplayLimits { initial: Some(&initial), ..limits };
    let formulas: Vec<FormulaId> = asked.iter().map(|asked| asked.property.formula).collect();
    let certificate = read::certificate(model, document, &formulas).map_err(WrongDocument::Unfit)?;
    let mut certified: MaybeCertified<'_> =
        certificate.as_ref().map(|certificate| Certified::read(model, certificate, limits));
    if let Some(Err(Undecided::Wrong(problem))) = &certified {
        return Err(WrongDocument::Certificate(*problem));
    }
    let mut used = Vec::new();
    let mut found = Vec::with_capacity(asked.len());
    for asked in asked {
        let entry = entry_for(model, document, &asked, limits);
        used.extend(entry.map(|(number, _)| number));
        let (verdict, standing) = match entry {
            None => (None, Standing::NotProved(vec![Missing::Entry])),
            Some((_, entry)) => standing(model, entry, &asked, &mut certified, limits),
        };
        found.push(Judgement { asked, verdict, standing });
    }
    let given = |(number, entry): &(usize, &Entry)| entry.origin == Origin::CommandLine && !used.contains(number);
    let not_asked = document.formulas.iter().enumerate().filter(given).count();
    Ok(Judgements { formulas: found, not_asked })
}

/// The entry about a formula: for one of the model the one with its number, for one given apart one that means the same.
fn entry_for<'d>(
    model: &Model,
    document: &'d Document,
    asked: &Asked,
    limits: ReplayLimits<'_>,
) -> Option<(usize, &'d Entry)> {
    let entries = || document.formulas.iter().enumerate();
    match asked.origin {
        Origin::Model => entries().find(|(_, entry)| entry.origin == Origin::Model && entry.index == asked.index),
        Origin::CommandLine => {
            let same_text = |(_, entry): &(usize, &Entry)| entry.text == asked.property.text;
            let same = |(_, entry): &(usize, &Entry)| {
                let read = resolve_formula(&mut model.clone(), &entry.text);
                read.is_ok_and(|property| property.formula == asked.property.formula)
            };
            let in_time = |_: &(usize, &Entry)| !limits.stop.is_some_and(|stop| stop());
            entries().find(same_text).or_else(|| entries().take(MOST_COMPARED).take_while(in_time).find(same))
        }
    }
}

/// The certificate of a file, or why it is of no use; none if the file has none.
type MaybeCertified<'m> = Option<Result<Certified<'m, &'m Certificate>, Undecided>>;

fn standing(
    model: &Model,
    entry: &Entry,
    asked: &Asked,
    certified: &mut MaybeCertified<'_>,
    limits: ReplayLimits<'_>,
) -> (Option<bool>, Standing) {
    let holds = match entry.verdict {
        VerdictEntry::True => true,
        VerdictEntry::False => false,
        VerdictEntry::Unknown => return (None, Standing::NotProved(vec![Missing::Verdict])),
    };
    let Asked { origin, property, semantics, .. } = asked;
    let standing = if *origin == Origin::Model && entry.text != property.text {
        Standing::Refuted(Wrong::OtherFormula)
    } else if *origin == Origin::Model && entry.name != property.name {
        Standing::Refuted(Wrong::OtherName)
    } else if let Some(missing) = other_reading(model, entry, property.formula, *semantics) {
        Standing::NotProved(vec![missing])
    } else {
        match read::evidence(model, entry, property.formula, *semantics, holds) {
            Err(problem) => Standing::Refuted(Wrong::Unfit(problem)),
            Ok(evidence) => judged(model, &evidence, certified, limits),
        }
    };
    (Some(holds), standing)
}

/// Whether the verdict of an entry is about another reading than the one that is asked for.
fn other_reading(model: &Model, entry: &Entry, formula: FormulaId, semantics: Semantics) -> Option<Missing> {
    let matters = semantics.of(model, formula).strategies.is_some();
    let file = entry.reading(model);
    let same = match &file {
        // Where no strategies are spoken of, no reading need be named.
        None => !matters,
        Some(file) => *file == Some(semantics.atl),
    };
    (!same).then(|| Missing::Reading { file: file.flatten(), asked: semantics.atl })
}

fn judged(
    model: &Model,
    evidence: &Evidence,
    certified: &mut MaybeCertified<'_>,
    limits: ReplayLimits<'_>,
) -> Standing {
    let (certified, useless) = match certified {
        None => (None, None),
        Some(Ok(certified)) => (Some(certified), None),
        Some(Err(undecided)) => (None, Some(*undecided)),
    };
    match judge(model, evidence, certified, limits) {
        ReplayStanding::Proved(proof) => Standing::Proved(proof),
        ReplayStanding::Refuted(refutation) => Standing::Refuted(Wrong::Refutation(refutation)),
        ReplayStanding::NotProved { claims, undecided } => {
            let claims = claims.into_iter().map(Missing::Claim);
            Standing::NotProved(claims.chain(undecided.or(useless).map(Missing::Certificate)).collect())
        }
    }
}
