//! Forged evidence: honest files are changed at random and on purpose, and whatever comes of it, a verdict that the
//! definitions do not agree with is never proved.

use crate::common::examples;
use savoir::{
    AtlSemantics, Budget, CertificateLimits, CheckRequest, EvidenceWish, FormulaId, Loaded, ReplayLimits, Semantics,
    StartSet, Verdict, certify, check,
};
use savoir_report::evidence::json::{Document, Origin};
use savoir_report::evidence::judge::{Asked, Judgements, Standing, WrongDocument, fits, judgements};
use savoir_report::evidence::read;
use savoir_testkit::random::{FairnessRate, Rng};
use savoir_testkit::{Options, RandomModel, Reference, cases};
use serde_json::{Value, json};

/// Changes to each file.
const CHANGES: u64 = 60;

/// An honest file about all formulas of a model.
fn honest(loaded: &Loaded, semantics: Semantics) -> Value {
    let request = CheckRequest { evidence: EvidenceWish::Wanted, semantics, ..CheckRequest::default() };
    let results = check(loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap().results;
    let mut document = Document::new(&loaded.source);
    results.iter().for_each(|result| document.add(result, Origin::Model));
    let model = loaded.model.as_ref().unwrap();
    let formulas: Vec<_> = model.properties.iter().map(|property| (property.formula, semantics)).collect();
    if let Some(certified) = certify(model, &formulas, CertificateLimits::default()) {
        document.certify(model, &certified.certificate);
    }
    serde_json::from_str(&document.render()).unwrap()
}

/// What a file proves about all formulas of the model; nothing if it cannot be read.
fn judged(loaded: &Loaded, semantics: Semantics, text: &str) -> Result<Judgements, Option<WrongDocument>> {
    let model = loaded.model.as_ref().unwrap();
    let document = read::document(text).map_err(|_| None)?;
    fits(&document, model, &loaded.source).map_err(Some)?;
    let asked = |(property, index): (&savoir::Property, usize)| Asked {
        index,
        origin: Origin::Model,
        property: property.clone(),
        semantics,
    };
    let asked = model.properties.iter().zip(1..).map(asked).collect();
    judgements(model, &document, asked, ReplayLimits::default()).map_err(Some)
}

fn pick(rng: &mut Rng, count: usize) -> usize {
    rng.below(count.max(1) as u64) as usize
}

/// Changes something in a value, found by a random walk downwards.
fn change_somewhere(value: &mut Value, rng: &mut Rng) {
    let stop = rng.chance(12);
    match value {
        Value::Array(items) if !items.is_empty() && !stop => {
            let place = pick(rng, items.len());
            change_somewhere(&mut items[place], rng);
        }
        Value::Object(members) if !members.is_empty() && !stop => {
            let place = pick(rng, members.len());
            let name = members.keys().nth(place).unwrap().clone();
            change_somewhere(&mut members[&name], rng);
        }
        _ => change(value, rng),
    }
}

/// Changes something that is there.
fn change(value: &mut Value, rng: &mut Rng) {
    match value {
        Value::Bool(truth) => *truth = !*truth,
        Value::Number(_) | Value::Null => {
            *value = if rng.chance(15) { Value::Null } else { json!(rng.below(5)) };
        }
        Value::String(text) => {
            *text = ["true", "false", "cut", "whole", "parts", "claim", "uniform:objective"][pick(rng, 7)].to_owned();
        }
        Value::Array(items) if !items.is_empty() => {
            let (one, other) = (pick(rng, items.len()), pick(rng, items.len()));
            match rng.below(4) {
                0 => drop(items.remove(one)),
                1 => items.swap(one, other),
                2 => items.push(items[one].clone()),
                _ => items[one] = items[other].clone(),
            }
        }
        Value::Array(items) => items.push(json!(0)),
        Value::Object(members) => {
            let place = pick(rng, members.len());
            if let Some(name) = members.keys().nth(place).cloned() {
                members.remove(&name);
            }
        }
    }
}

/// Flips the verdict of an entry, and as an option what the first nodes say about it.
fn flip(entry: &mut Value, deep: bool) {
    let holds = entry["verdict"] == "true";
    entry["verdict"] = json!(if holds { "false" } else { "true" });
    let (text, others) = (entry["tree"]["nodes"][0]["formula"].clone(), entry["tree"]["others"].clone());
    if !deep || entry.get("tree").is_none() {
        return;
    }
    for node in entry["tree"]["nodes"].as_array_mut().into_iter().flatten() {
        if node["formula"] == text {
            node["holds"] = json!(!holds);
        }
    }
    if others.as_array().is_some_and(|list| list.len() % 2 == 1) {
        entry["tree"].as_object_mut().unwrap().remove("others");
    }
}

/// Each claim becomes a conclusion from nothing.
fn drop_claims(value: &mut Value) {
    match value {
        Value::Object(members) if members.get("kind") == Some(&json!("claim")) => {
            members.clear();
            members.insert("kind".to_owned(), json!("parts"));
            members.insert("nodes".to_owned(), json!([]));
        }
        Value::Object(members) => members.values_mut().for_each(drop_claims),
        Value::Array(items) => items.iter_mut().for_each(drop_claims),
        _ => {}
    }
}

/// Every list of ranks says that everything is reached, or nothing.
fn even_ranks(certificate: &mut Value, rank: &Value) {
    for label in certificate["labels"].as_array_mut().into_iter().flatten() {
        for kind in ["reach", "leave"] {
            for number in label[kind].as_array_mut().into_iter().flatten() {
                *number = rank.clone();
            }
        }
    }
}

/// A state is missing, all ranks are alike, or something is changed at random.
fn forge_certificate(certificate: &mut Value, kind: u64, deep: bool, rng: &mut Rng) {
    match kind {
        6 => {
            if let Some(states) = certificate["states"].as_array_mut().filter(|list| !list.is_empty()) {
                let place = pick(rng, states.len());
                states.remove(place);
            }
        }
        7 => even_ranks(certificate, &if deep { Value::Null } else { json!(rng.below(2)) }),
        _ => change_somewhere(certificate, rng),
    }
}

/// Changes a file on purpose, or at random.
fn forge(document: &mut Value, rng: &mut Rng) {
    let count = document["formulas"].as_array().unwrap().len();
    let (one, other) = (pick(rng, count), pick(rng, count));
    let kind = rng.below(14);
    let deep = rng.chance(50);
    match kind {
        0 | 1 => flip(&mut document["formulas"][one], deep),
        2 => {
            flip(&mut document["formulas"][one], true);
            document.as_object_mut().unwrap().remove("certificate");
        }
        3 => {
            // The tree of another formula.
            let tree = document["formulas"][other]["tree"].clone();
            if tree.is_object() {
                document["formulas"][one]["tree"] = tree;
                flip(&mut document["formulas"][one], deep);
            }
        }
        4 => {
            // Another formula under this number and name.
            for field in ["text", "name", "verdict"] {
                document["formulas"][one][field] = document["formulas"][other][field].clone();
            }
        }
        5 => {
            drop_claims(&mut document["formulas"][one]);
            flip(&mut document["formulas"][one], deep);
        }
        6..=8 => {
            if document.get("certificate").is_some() {
                forge_certificate(&mut document["certificate"], kind, deep, rng);
            }
            flip(&mut document["formulas"][one], deep);
        }
        _ => {
            flip(&mut document["formulas"][one], deep);
            for _ in 0..=rng.below(3) {
                change_somewhere(&mut document["formulas"][one], rng);
            }
        }
    }
    // A few more changes anywhere.
    for _ in 0..rng.below(2) {
        let target = if deep { &mut document["formulas"] } else { &mut *document };
        change_somewhere(target, rng);
    }
}

/// The same file with a field twice, the second time with another value.
fn with_duplicate(text: &str, rng: &mut Rng) -> String {
    let fields =
        ["\"verdict\":\"true\"", "\"verdict\":\"false\"", "\"holds\":true", "\"holds\":false", "\"kind\":\"path\""];
    let field = fields[pick(rng, fields.len())];
    let changed = match field {
        "\"verdict\":\"true\"" => "\"verdict\":\"false\"",
        "\"verdict\":\"false\"" => "\"verdict\":\"true\"",
        "\"holds\":true" => "\"holds\":false",
        "\"holds\":false" => "\"holds\":true",
        _ => "\"kind\":\"parts\"",
    };
    text.replacen(field, &format!("{field},{changed}"), 1)
}

#[derive(Default)]
struct Seen {
    honest: usize,
    proved: usize,
    forged: usize,
    unreadable: usize,
    not_proved: usize,
    refuted: usize,
    still_right: usize,
}

/// The verdict on a formula, if it is known.
type Truth<'t> = dyn Fn(FormulaId) -> Option<bool> + 't;

/// Whatever is proved is right.
fn is_right(truth: &Truth<'_>, found: &Judgements, seen: &mut Seen, place: &str) {
    for judgement in &found.formulas {
        match &judgement.standing {
            Standing::Proved(proof) => {
                // There may be too many uniform strategies for the definition.
                let Some(verdict) = truth(judgement.asked.property.formula) else { continue };
                let text = &judgement.asked.property.text;
                assert_eq!(judgement.verdict, Some(verdict), "{text} by {proof:?}\n{place}");
                seen.still_right += 1;
            }
            Standing::NotProved(_) => seen.not_proved += 1,
            Standing::Refuted(_) => seen.refuted += 1,
        }
    }
}

fn attack(loaded: &Loaded, semantics: Semantics, truth: &Truth<'_>, rng: &mut Rng, seen: &mut Seen) {
    let good = honest(loaded, semantics);
    let found = judged(loaded, semantics, &good.to_string()).unwrap();
    for judgement in &found.formulas {
        let place = format!("{}: {:?}\n{}", judgement.asked.property.text, judgement.standing, loaded.source.text);
        assert!(!matches!(judgement.standing, Standing::Refuted(_)), "{place}");
        seen.honest += 1;
        seen.proved += usize::from(matches!(judgement.standing, Standing::Proved(_)));
    }
    is_right(truth, &found, seen, &loaded.source.text);
    for number in 0..CHANGES {
        let mut forged = good.clone();
        forge(&mut forged, rng);
        let mut text = forged.to_string();
        if number % 10 == 0 {
            text = with_duplicate(&text, rng);
        }
        seen.forged += 1;
        match judged(loaded, semantics, &text) {
            Ok(found) => is_right(truth, &found, seen, &format!("{text}\n{}", loaded.source.text)),
            Err(None) => seen.unreadable += 1,
            Err(Some(_)) => seen.refuted += 1,
        }
    }
}

/// The examples of the project, whose verdicts are as expected.
#[test]
fn no_example_is_forged() {
    let mut rng = Rng::new(23);
    let mut seen = Seen::default();
    for (loaded, results) in examples() {
        if results.len() > 12 || results.iter().any(|result| result.evidence.is_none()) {
            continue;
        }
        let verdict = |formula| {
            let result = results.iter().find(|result| result.property.formula == formula)?;
            Some(result.verdict == Verdict::True)
        };
        attack(&loaded, Semantics::default(), &verdict, &mut rng, &mut seen);
    }
    assert!(seen.proved > 40 && seen.refuted > 100 && seen.still_right > 1_000, "{} {}", seen.proved, seen.refuted);
}

#[test]
fn no_false_verdict_is_ever_proved() {
    let mut rng = Rng::new(22);
    let mut seen = Seen::default();
    for seed in 0..cases(150) {
        let fairness = if seed % 3 == 0 { FairnessRate::Always } else { FairnessRate::Never };
        let options = Options { fairness, max_space: 64, formulas: 8, ..Options::default() };
        let text = RandomModel::generate(seed, &options).to_ispl();
        let loaded = Loaded::from_text("random.ispl", &text);
        let model = loaded.model.clone().unwrap();
        let atl = match seed % 5 {
            0 => AtlSemantics::Uniform(StartSet::ALL[(seed / 5 % 4) as usize]),
            _ => AtlSemantics::PerfectInformation,
        };
        let semantics = Semantics { atl, ..Semantics::default() };
        let Ok(mut reference) = Reference::build(&model, 1_000) else { continue };
        reference.read_as(semantics);
        if !reference.graph().initial.is_empty() {
            attack(&loaded, semantics, &|formula| reference.verdict(formula).ok(), &mut rng, &mut seen);
        }
    }
    let Seen { honest, proved, forged, unreadable, not_proved, refuted, still_right } = seen;
    let counts = format!(
        "{proved} of {honest} proved honestly; {forged} forged: {unreadable} unreadable, {refuted} refuted, {not_proved} \
         not proved, {still_right} proved and right"
    );
    assert!(proved * 10 > honest * 6, "{counts}");
    let many = [unreadable, refuted, not_proved, still_right].iter().all(|count| *count as u64 > cases(1_000));
    assert!(many && forged as u64 > cases(8_000), "{counts}");
}
