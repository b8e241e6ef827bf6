//! A file of evidence about a small model, which the first byte chooses. Whatever the bytes are, what the replay calls
//! proved is true by the definitions.
//!
//! The second byte says what the others are: the text of a file, where `"@"` stands for the fingerprint of the model, or
//! changes to an honest file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir::{
    AtlSemantics, Budget, CertificateLimits, CheckRequest, EvidenceWish, ReplayLimits, Semantics, StartSet, certify,
    check,
};
use savoir_fuzz::{Choices, Subject, choose, subjects};
use savoir_report::evidence::fingerprint::fingerprint;
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::judge::{Asked, Standing, fits, judgements};
use savoir_report::evidence::{read, replayed};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// Steps of a replay.
const WORK: u64 = 100_000;
/// Changes to one file.
const CHANGES: usize = 12;

const READINGS: [AtlSemantics; 3] = [
    AtlSemantics::PerfectInformation,
    AtlSemantics::Uniform(StartSet::Objective),
    AtlSemantics::Uniform(StartSet::Distributed),
];

/// What is known about a model in one reading.
struct Known {
    semantics: Semantics,
    /// The verdicts by definition.
    verdicts: Vec<Option<bool>>,
    /// For each formula an honest file about it alone: with a tree, and with a certificate if there is one.
    honest: Vec<Value>,
}

impl Known {
    fn new(subject: &Subject, atl: AtlSemantics) -> Known {
        let semantics = Semantics { atl, ..Semantics::default() };
        let model = subject.model();
        let mut reference = subject.reference.clone();
        reference.read_as(semantics);
        let verdicts = model.properties.iter().map(|property| reference.verdict(property.formula).ok()).collect();
        let request = CheckRequest { evidence: EvidenceWish::Wanted, threads: 1, semantics, ..CheckRequest::default() };
        let found = check(&subject.loaded, &request, &Budget::unlimited(), &mut |_| {}).expect("the models are right");
        let honest = found.results.iter().flat_map(|result| {
            let mut document = Document::new(&subject.loaded.source);
            document.add(result, Origin::Model);
            let plain = document.render();
            let formula = [(result.property.formula, semantics)];
            let certified = certify(model, &formula, CertificateLimits::default());
            let certified = certified.map(|certified| {
                document.certify(model, &certified.certificate);
                document.render()
            });
            [Some(plain), certified]
        });
        let read = |text: String| serde_json::from_str(&text).expect("we write JSON");
        Known { semantics, verdicts, honest: honest.flatten().map(read).collect() }
    }
}

fn known(subject: usize, reading: usize) -> &'static Known {
    static KNOWN: OnceLock<Vec<Vec<Known>>> = OnceLock::new();
    let all = KNOWN.get_or_init(|| {
        let in_all_readings = |subject| {
            let known: Vec<Known> = READINGS.map(|atl| Known::new(subject, atl)).into();
            // Honest files must not be refuted, or the fuzzer would look at nothing.
            for known in &known {
                known.honest.iter().for_each(|file| assert!(judge(subject, known, &file.to_string()) > 0, "{file}"));
            }
            known
        };
        subjects().iter().map(in_all_readings).collect()
    });
    &all[subject][reading]
}

/// Asks for the formulas that the file speaks of, and for the first; gives the number of those that the file has something to say about, and nothing
/// against.
fn judge(subject: &Subject, known: &Known, text: &str) -> usize {
    let Ok(document) = read::document(text) else { return 0 };
    let model = subject.model();
    let is_asked = |index: usize| index == 1 || document.formulas.iter().any(|entry| entry.index == index);
    let asked = model.properties.iter().zip(1..).filter(|(_, index)| is_asked(*index)).map(|(property, index)| Asked {
        index,
        origin: Origin::Model,
        property: property.clone(),
        semantics: known.semantics,
    });
    let limits = ReplayLimits { work: WORK, ..ReplayLimits::default() };
    let found = fits(&document, model, &subject.loaded.source)
        .and_then(|()| judgements(model, &document, asked.collect(), limits));
    match found {
        Err(wrong) => {
            let _ = replayed::wrong_document(model, &wrong);
            0
        }
        Ok(found) => {
            let _ = replayed::render(model, &found);
            for judgement in &found.formulas {
                let truth = &known.verdicts[judgement.asked.index - 1];
                if matches!(judgement.standing, Standing::Proved(_)) {
                    assert!(judgement.verdict.is_some());
                    assert!(truth.is_none() || judgement.verdict == *truth, "{}", judgement.asked.property.text);
                }
            }
            let is_fine = |standing: &Standing| !matches!(standing, Standing::Refuted(_));
            found.formulas.iter().filter(|one| one.verdict.is_some() && is_fine(&one.standing)).count()
        }
    }
}

/// A place in a value.
fn walk<'v>(value: &'v mut Value, choices: &mut Choices<'_>) -> &'v mut Value {
    let is_end = match value {
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => true,
    };
    let step = choices.byte();
    // One in sixteen ends here, so that whole parts are changed too.
    if is_end || step >= 240 {
        return value;
    }
    match value {
        Value::Array(items) => {
            let place = usize::from(step) % items.len();
            walk(&mut items[place], choices)
        }
        Value::Object(members) => {
            let place = usize::from(step) % members.len();
            let (_, member) = members.iter_mut().nth(place).expect("it is below their number");
            walk(member, choices)
        }
        end => end,
    }
}

/// Texts that mean something somewhere.
const TEXTS: [&str; 14] = [
    "true",
    "false",
    "unknown",
    "parts",
    "path",
    "possible_state",
    "strategy",
    "conflict",
    "claim",
    "whole",
    "cut",
    "command line",
    "model",
    "0",
];

/// Changes a value; `donor` is a value from another place of an honest file.
fn change(value: &mut Value, donor: Value, choices: &mut Choices<'_>) {
    let way = choices.byte();
    match value {
        _ if way >= 224 => *value = donor,
        Value::Bool(truth) => *truth = !*truth,
        Value::Null => *value = json!(choices.below(8)),
        Value::Number(_) if way >= 200 => *value = json!([u64::MAX, 1 << 40, 255, 1][usize::from(way % 4)]),
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            *value = if way % 8 == 0 {
                Value::Null
            } else {
                json!(number.saturating_add(u64::from(way % 8)).saturating_sub(3))
            };
        }
        Value::String(text) if way >= 200 => text.clear(),
        Value::String(text) => *text = TEXTS[usize::from(way) % TEXTS.len()].to_owned(),
        Value::Array(items) if items.is_empty() => items.push(donor),
        Value::Array(items) => {
            let (one, other) = (choices.below(items.len()), choices.below(items.len()));
            match way % 6 {
                0 => drop(items.remove(one)),
                1 => items.swap(one, other),
                2 => items.push(items[one].clone()),
                3 => items[one] = items[other].clone(),
                4 => items.reverse(),
                _ => items.truncate(one),
            }
        }
        Value::Object(members) => {
            let place = choices.below(members.len());
            if let Some(name) = members.keys().nth(place).cloned() {
                match way % 2 {
                    0 => drop(members.remove(&name)),
                    _ => drop(members.insert(name, donor)),
                }
            }
        }
    }
}

/// The other verdict, and for every node about the whole formula the other truth value.
fn flip(entry: &mut Value) {
    let holds = entry["verdict"] == "true";
    entry["verdict"] = json!(if holds { "false" } else { "true" });
    let Some(nodes) = entry.pointer_mut("/tree/nodes").and_then(Value::as_array_mut) else { return };
    let whole = nodes.first().map(|node| node["formula"].clone());
    for node in nodes.iter_mut().filter(|node| Some(&node["formula"]) == whole.as_ref()) {
        node["holds"] = json!(!holds);
    }
}

/// An honest file with changes that the bytes choose.
fn forged(known: &Known, choices: &mut Choices<'_>) -> String {
    let pick = |choices: &mut Choices<'_>| &known.honest[choices.below(known.honest.len())];
    let mut file = pick(choices).clone();
    if choices.byte() % 2 == 1
        && let Some(entry) = file.pointer_mut("/formulas/0")
    {
        flip(entry);
    }
    for _ in 0..CHANGES {
        if choices.is_empty() {
            break;
        }
        let donor = walk(&mut pick(choices).clone(), choices).clone();
        // Half of the changes are to the tree, where most of the meaning is.
        let target = match choices.byte() % 4 {
            0 => "",
            1 => "/certificate",
            _ => "/formulas/0/tree",
        };
        if let Some(target) = file.pointer_mut(target) {
            change(walk(target, choices), donor, choices);
        }
    }
    file.to_string()
}

fuzz_target!(
    init: {
        known(0, 0);
    },
    |data: &[u8]| try_input(data)
);

fn try_input(data: &[u8]) {
    let Some((number, subject, rest)) = choose(data) else { return };
    let Some((&way, rest)) = rest.split_first() else { return };
    let known = known(number, usize::from(way >> 1) % READINGS.len());
    let text = if way % 2 == 0 {
        let sum = format!("\"{}\"", fingerprint(&subject.loaded.source));
        String::from_utf8_lossy(rest).replacen("\"@\"", &sum, 1)
    } else {
        forged(known, &mut Choices::new(rest))
    };
    judge(subject, known, &text);
}
