//! Lints that advise to remove something are right: without it, every verdict is the same.

use savoir_model::{Model, lint::lint};
use savoir_syntax::{Code, Span, apply_fixes, parse};
use savoir_testkit::fixtures::load;
use savoir_testkit::{Options, RandomModel, Reference, cases};

fn verdicts(model: &Model) -> Vec<bool> {
    let reference = Reference::build(model, 10_000).unwrap();
    model.properties.iter().map(|property| reference.verdict(property.formula).unwrap()).collect()
}

fn places(model: &Model, text: &str, code: Code) -> Vec<Span> {
    lint(model, &parse(text).tree)
        .into_iter()
        .filter(|found| found.code == code)
        .map(|found| found.primary.span)
        .collect()
}

#[test]
fn lines_that_never_fire_can_be_removed() {
    let mut count = 0;
    for seed in 0..cases(400) {
        let text = RandomModel::generate(seed, &Options::default()).to_ispl();
        let model = load(&text);
        let never = places(&model, &text, Code::NeverFires);
        if never.is_empty() {
            continue;
        }
        count += never.len();
        let mut without = model.clone();
        for agent in &mut without.agents {
            agent.evolution.retain(|line| !never.contains(&line.span));
        }
        assert_eq!(verdicts(&model), verdicts(&without), "seed {seed}:\n{text}");
    }
    assert!(count as u64 > cases(100), "{count}");
}

#[test]
fn protocol_lines_that_never_apply_can_be_removed() {
    let mut count = 0;
    for seed in 0..cases(400) {
        let text = RandomModel::generate(seed, &Options::default()).to_ispl();
        let model = load(&text);
        let never = places(&model, &text, Code::NeverApplies);
        let mut without = model.clone();
        // A protocol without lines would mean something else.
        let applies = |agent: &&mut savoir_model::Agent| agent.protocol.iter().any(|line| !never.contains(&line.span));
        for agent in without.agents.iter_mut().filter(applies) {
            let before = agent.protocol.len();
            agent.protocol.retain(|line| !never.contains(&line.span));
            count += before - agent.protocol.len();
        }
        assert_eq!(verdicts(&model), verdicts(&without), "seed {seed}:\n{text}");
    }
    assert!(count as u64 > cases(10), "{count}");
}

/// By their form alone: no random model gives them another verdict.
#[test]
fn constant_formulas_have_one_verdict() {
    let mut count = 0;
    for seed in 0..cases(1500) {
        let text = RandomModel::generate(seed, &Options { depth: 2, ..Options::default() }).to_ispl();
        let model = load(&text);
        let found = lint(&model, &parse(&text).tree);
        let constant: Vec<_> = found.iter().filter(|found| found.code == Code::ConstantFormula).collect();
        if constant.is_empty() || !model.fairness.is_empty() {
            continue;
        }
        let verdicts = verdicts(&model);
        for found in constant {
            let place = model.properties.iter().position(|it| it.span == found.primary.span).unwrap();
            let expected = found.message.contains("is true");
            assert_eq!(verdicts[place], expected, "seed {seed}: {}\n{text}", model.properties[place].text);
            count += 1;
        }
    }
    assert!(count as u64 > cases(100), "{count}");
}

#[test]
fn variables_that_nobody_reads_can_be_left_alone() {
    let mut count = 0;
    for seed in 0..cases(1500) {
        let text = RandomModel::generate(seed, &Options::default()).to_ispl();
        let mut model = load(&text);
        // Few formulas ask about the knowledge of few agents, so that more variables are unread.
        model.properties.truncate(3);
        let unread = places(&model, &text, Code::UnusedVariable);
        if unread.is_empty() {
            continue;
        }
        let mut without = model.clone();
        for agent in &mut without.agents {
            for line in &mut agent.evolution {
                let before = line.assignments.len();
                line.assignments.retain(|(target, _)| !unread.contains(&model.variable(*target).span));
                count += before - line.assignments.len();
            }
            agent.evolution.retain(|line| !line.assignments.is_empty());
        }
        assert_eq!(verdicts(&model), verdicts(&without), "seed {seed}:\n{text}");
    }
    assert!(count as u64 > cases(20), "{count}");
}

#[test]
fn what_is_not_used_can_be_removed_by_machine() {
    let mut counts = std::collections::BTreeMap::new();
    for seed in 0..1500 {
        let whole = RandomModel::generate(seed, &Options::default()).to_ispl();
        // Few formulas use few propositions and ask about the knowledge of few agents.
        let Some((at, _)) = whole.match_indices(";\n").filter(|(at, _)| whole[..*at].contains("Formulae")).nth(1)
        else {
            continue;
        };
        let text = format!("{};\nend Formulae\n", &whole[..at]);
        let model = load(&text);
        // Making one line of two is no removal.
        let found = lint(&model, &parse(&text).tree).into_iter().filter(|found| found.code != Code::CompetingLines);
        for found in found {
            let Some(fix) = found.fixes.first() else { continue };
            let mended = apply_fixes(&text, &[fix]).0;
            *counts.entry(found.code).or_insert(0) += 1;
            assert_eq!(verdicts(&model), verdicts(&load(&mended)), "seed {seed}: {}\n{text}\n{mended}", fix.title);
        }
    }
    for code in
        [Code::UnusedVariable, Code::UnusedAction, Code::UnusedProposition, Code::NeverFires, Code::NeverApplies]
    {
        assert!(counts.get(&code).is_some_and(|count| *count > 5), "{counts:?}");
    }
}
