//! A formula as on the command line, about a small model that the first byte chooses. It is refused with places in the
//! text, or it can be explained, is read again as it is written, and has the verdict of the definitions.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir::{
    AtlSemantics, CheckRequest, Logic, Model, Property, Semantics, SourceFile, StartSet, Verdict, check,
    resolve_condition, resolve_formula,
};
use savoir_fuzz::{Subject, budget, choose, subjects};
use savoir_report::{diagnostics, explain};
use savoir_testkit::Reference;
use std::cell::RefCell;
use std::collections::HashSet;

/// Larger formulas are read and written, but not decided: the definitions are slow.
const DECIDED: usize = 9;

/// Formulas that are remembered.
const REMEMBERED: usize = 200_000;

thread_local! {
    /// Formulas that were decided, with their models and readings.
    static DECIDED_BEFORE: RefCell<HashSet<(String, Semantics, String)>> = RefCell::default();
}

/// The readings that the second byte chooses from.
const READINGS: [AtlSemantics; 4] = [
    AtlSemantics::PerfectInformation,
    AtlSemantics::PerfectInformation,
    AtlSemantics::Uniform(StartSet::Objective),
    AtlSemantics::Uniform(StartSet::Distributed),
];

/// Every text of a formula that claims to be one is read as that formula.
fn is_read_as_written(model: &mut Model, property: &Property) {
    let source = model.formula_source(property.formula, property.logic);
    let read = resolve_formula(model, &source).unwrap_or_else(|found| panic!("{source}: {found:?}"));
    assert_eq!(read.formula, property.formula, "{source}");
    if property.logic == Logic::Plain {
        let full = model.formula_text(property.formula);
        let read = resolve_formula(model, &full).unwrap_or_else(|found| panic!("{full}: {found:?}"));
        assert_eq!(read.formula, property.formula, "{full}");
    }
}

/// The verdict is the one of the definitions, where both can tell.
fn is_decided_rightly(subject: &Subject, model: &Model, property: &Property, text: &str, semantics: Semantics) {
    let pool = &model.formulas;
    if pool.closure(property.formula).len() > DECIDED || pool.group_variable(property.formula).is_some() {
        return;
    }
    // Most changes to a text do not change the formula, and deciding takes longest.
    let is_new = DECIDED_BEFORE.with_borrow_mut(|known| {
        if known.len() == REMEMBERED {
            known.clear();
        }
        known.insert((subject.loaded.source.name.clone(), semantics, model.formula_brief(property.formula)))
    });
    if !is_new {
        return;
    }
    let request = CheckRequest { formulas: vec![text.to_owned()], threads: 1, semantics, ..CheckRequest::default() };
    let semantics = request.reading(property);
    let outcome = check(&subject.loaded, &request, &budget(), &mut |_| {}).expect("the formula was read");
    let Ok(mut reference) = Reference::build(model, 1_000) else { return };
    reference.read_as(semantics);
    if let (Ok(expected), [result]) = (reference.verdict(property.formula), &outcome.results[..]) {
        let found = match result.verdict {
            Verdict::True => true,
            Verdict::False => false,
            Verdict::Unknown(_) => return,
        };
        assert_eq!(found, expected, "{text}");
    }
}

fuzz_target!(
    init: {
        subjects();
    },
    |data: &[u8]| try_input(data)
);

fn try_input(data: &[u8]) {
    let Some((number, subject, rest)) = choose(data) else { return };
    let Some((reading, rest)) = rest.split_first() else { return };
    let text = String::from_utf8_lossy(rest);
    // The definitions try all uniform strategies, of which the first model has too many.
    let reading = if number == 0 { 0 } else { usize::from(*reading) % READINGS.len() };
    let atl = READINGS[reading];
    let semantics = Semantics { atl, ..Semantics::default() };
    let mut model = subject.model().clone();
    if let Err(found) = resolve_condition(&mut model, &text) {
        assert!(!found.is_empty());
    }
    match resolve_formula(&mut model, &text) {
        Err(found) => {
            assert!(!found.is_empty());
            let source = SourceFile { name: "formula".to_owned(), text: text.into_owned() };
            assert!(!diagnostics::render(&source, &found).is_empty());
        }
        Ok(property) => {
            assert!(!explain::formula(&subject.loaded, &model, &property, semantics).is_empty());
            let _ = (model.formula_mcmas(property.formula), model.formula_short(property.formula));
            is_read_as_written(&mut model, &property);
            is_decided_rightly(subject, &model, &property, &text, semantics);
        }
    }
}
