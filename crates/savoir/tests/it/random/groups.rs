//! Groups that are sought, all at once, against the reference semantics on each instance: groups in random formulas become
//! variables, and the groups that were there must be found exactly if the formula was true with them.

use crate::common::every_symbolic_way;
use savoir_check::{Budget, Checker, DecisionRef, GroupDecisions, SoughtGroups};
use savoir_model::{AgentId, Coalition, FormulaId, Model, Semantics, resolve_formula};
use savoir_symbolic::{LeaveOut, Sought, SymbolicOptions, SymbolicSystem};
use savoir_testkit::random::{Crowd, FairnessRate, FormulaKind, Rng};
use savoir_testkit::{Answer, Options, RandomModel, Reference, cases, check_random};
use std::cell::Cell;

const NAMES: [&str; 2] = ["Y", "Z"];

/// A formula with variables, and the groups that stood in their place.
struct Generalised {
    formula: FormulaId,
    groups: Vec<Vec<AgentId>>,
}

/// The formula with variables in place of its first two different groups; `None` if it has no groups.
fn generalise(model: &mut Model, text: &str) -> Option<Generalised> {
    let mut labels: Vec<String> = Vec::new();
    let mut general = String::new();
    let mut rest = text;
    while let Some((before, label, after)) = next_group(rest) {
        general += before;
        let place = labels.iter().position(|known| *known == label).or_else(|| {
            (labels.len() < NAMES.len()).then(|| {
                labels.push(label.to_owned());
                labels.len() - 1
            })
        });
        general += &place.map_or(label.to_owned(), |place| format!("?{}", NAMES[place]));
        rest = after;
    }
    general += rest;
    if labels.is_empty() {
        return None;
    }
    let members = |label: &String| {
        let probe = resolve_formula(model, &format!("<{label}>X true")).unwrap().formula;
        let group = model.formulas.get(probe).groups()[0];
        model.formulas.members(group).to_vec()
    };
    let mut groups: Vec<Vec<AgentId>> = labels.iter().map(members).collect();
    groups.iter_mut().for_each(|group| group.sort_unstable());
    let formula = resolve_formula(model, &general).unwrap_or_else(|found| panic!("{general}: {found:?}")).formula;
    Some(Generalised { formula, groups })
}

/// What stands before the next group in a formula, the group, and what stands after it.
fn next_group(text: &str) -> Option<(&str, &str, &str)> {
    let starts = ["GK(", "GCK(", "DK(", "K(", "<"].into_iter().filter_map(|word| {
        let is_start = |at: &usize| {
            let inside_a_word = text[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            // `<->` and comparisons are no coalitions.
            let names = text[*at + word.len()..].starts_with(|first: char| first.is_ascii_alphabetic() || first == '{');
            !inside_a_word && names
        };
        text.match_indices(word).map(|(at, _)| at).find(is_start).map(|at| at + word.len())
    });
    let start = starts.min()?;
    let group = &text[start..];
    let length = if group.starts_with('{') { group.find('}')? + 1 } else { group.find([',', '>'])? };
    Some((&text[..start], &group[..length], &group[length..]))
}

/// What decisions come to for some groups.
fn holds(decisions: &GroupDecisions, groups: &[Vec<AgentId>]) -> bool {
    let (mut at, mut opposite) = (decisions.root, false);
    loop {
        match at {
            DecisionRef::Constant(value) => return value != opposite,
            DecisionRef::Decision { index, opposite: turned } => {
                let decision = &decisions.nodes[index];
                opposite ^= turned;
                at = if groups[decision.group].contains(&decision.agent) { decision.member } else { decision.other };
            }
        }
    }
}

/// What all groups at once say about the groups that were there. Other groups are compared with the reference right here.
fn answer(model: &Model, options: &SymbolicOptions, rng: &Cell<u64>, compared: &Cell<u64>) -> Result<Answer, String> {
    let agents: Vec<AgentId> = model.agent_ids().collect();
    let sought = Sought { groups: 2, agents: agents.clone() };
    let options = SymbolicOptions { sought, ..options.clone() };
    let text = |stop: savoir_check::Stop| stop.to_string();
    let system = SymbolicSystem::build(model, &options, &Budget::unlimited()).map_err(text)?;
    let mut general = model.clone();
    let mut verdicts = Vec::new();
    for property in &model.properties {
        let Some(Generalised { formula, groups }) = generalise(&mut general, &property.text) else {
            verdicts.push(None);
            continue;
        };
        let variables = NAMES.map(|name| general.formulas.add_coalition(Coalition::Variable(name.to_owned())));
        let unknown = system.sought_groups().map_err(text)?;
        let mut checker = Checker::new(&general, &system, Semantics::default()).map_err(text)?;
        checker.seek(variables.into_iter().zip(unknown));
        let failing = checker.groups_without(formula).map_err(text)?;
        verdicts.push(Some(!holds(&failing, &groups)));
        let kinds = general.formulas.sought_groups(formula);
        for _ in 0..4 {
            let mut rng_now = Rng::new(rng.get());
            rng.set(rng.get() + 1);
            let other = |_| {
                let some = rng_now.some(&agents, 50);
                if some.is_empty() { vec![agents[rng_now.below(agents.len() as u64) as usize]] } else { some }
            };
            let others: Vec<Vec<AgentId>> = (0..groups.len()).map(other).collect();
            let named: Vec<(&str, Vec<AgentId>)> = NAMES.into_iter().zip(others.clone()).collect();
            // An agent that is sought is one; for more it is what everybody knows, which must agree as well.
            let instance = general.instance(formula, &named);
            let expected = Reference::build(&general, 1_000).and_then(|reference| reference.verdict(instance));
            let expected = expected.map_err(|refusal| refusal.to_string())?;
            if holds(&failing, &others) == expected {
                return Err(format!("{} with {others:?}: expected {expected} ({kinds:?})", property.text));
            }
            compared.set(compared.get() + 1);
        }
    }
    Ok(Answer { verdicts, ..Answer::default() })
}

fn options(fairness: FairnessRate) -> Options {
    let kinds = FormulaKind::ALL.to_vec();
    Options { max_space: 96, formulas: 5, kinds, fairness, ..Options::default() }
}

#[test]
fn groups_are_those_of_the_reference() {
    let (rng, compared) = (Cell::new(1), Cell::new(0));
    let engine = |model: &Model| answer(model, &SymbolicOptions::default(), &rng, &compared);
    check_random(cases(800), 10_000_000, &options(FairnessRate::Never), engine);
    check_random(cases(400), 11_000_000, &options(FairnessRate::Always), engine);
    assert!(compared.get() > cases(4_000), "{}", compared.get());
}

#[test]
fn groups_out_of_five_agents_are_those_of_the_reference() {
    let (rng, compared) = (Cell::new(2_000_000), Cell::new(0));
    let engine = |model: &Model| answer(model, &SymbolicOptions::default(), &rng, &compared);
    let several = |fairness| Options { crowd: Crowd::Several, ..options(fairness) };
    check_random(cases(160), 14_000_000, &several(FairnessRate::Never), engine);
    check_random(cases(80), 15_000_000, &several(FairnessRate::Always), engine);
    assert!(compared.get() > cases(800), "{}", compared.get());
}

#[test]
fn groups_are_the_same_in_every_way_to_work() {
    let (rng, compared) = (Cell::new(1_000_000), Cell::new(0));
    let seeds = (12_000_000..).step_by(1000);
    for (way, seed) in every_symbolic_way(LeaveOut::Never).iter().zip(seeds) {
        let engine = |model: &Model| answer(model, way, &rng, &compared);
        check_random(cases(8), seed, &options(FairnessRate::Sometimes), engine);
    }
}

/// What is asked about instances is written down and read again: it must be the same formula.
#[test]
fn formulas_are_read_as_they_are_written() {
    let mut compared = 0;
    for seed in 0..cases(400) {
        let text = RandomModel::generate(13_000_000 + seed, &options(FairnessRate::Never)).to_ispl();
        let mut model = savoir::Loaded::from_text("random.ispl", &text).model.unwrap();
        for property in model.properties.clone() {
            let source = model.formula_source(property.formula, property.logic);
            let read = resolve_formula(&mut model, &source).unwrap_or_else(|found| panic!("{source}: {found:?}"));
            let (written, again) = (model.formula_text(property.formula), model.formula_text(read.formula));
            assert_eq!(again, written, "{source}, seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > cases(1_000));
}
