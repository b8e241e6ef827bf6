//! Evidence on random models, from both engines: it is produced wherever it can be, it replays, both engines give the
//! same, paths are shortest where that is promised, and the replay notices whatever is changed.

use crate::common::{evidence, explicit, symbolic};
use savoir_check::Budget;
use savoir_evidence::{Nested, StrategyOptions};
use savoir_model::{Formula, Model, Quantifier, Temporal};
use savoir_replay::{Evidence, EvidenceKind, EvidenceKinds, Node, PathReason, Reason, Shown, replay};
use savoir_symbolic::{LeaveOut, SymbolicOptions, SymbolicSystem};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Options, RandomModel, Reference, cases};
use std::collections::{BTreeSet, VecDeque};

/// What both engines show, the symbolic one with all bits and without those that follow from others.
fn every_engine(model: &Model) -> [Vec<Evidence>; 3] {
    let always = SymbolicOptions { leave_out: LeaveOut::Always, ..SymbolicOptions::default() };
    let shorter = SymbolicSystem::build(model, &always, &Budget::unlimited()).unwrap();
    let options = StrategyOptions { nested: Nested::Shown, ..StrategyOptions::default() };
    [
        evidence(model, &explicit(model), options),
        evidence(model, &symbolic(model), options),
        evidence(model, &shorter, options),
    ]
}

/// What was seen in a test, so that it does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    finite: u64,
    lassos: u64,
    doubts: u64,
    strategies: u64,
    claims: u64,
    sentences: u64,
}

impl Seen {
    fn count(&mut self, evidence: &Evidence) {
        let Shown::Tree(tree) = &evidence.shown else {
            self.sentences += 1;
            return;
        };
        for node in &tree.nodes {
            match &node.reason {
                Reason::Parts(_) => {}
                Reason::Path(reason) if reason.path.back.is_some() => self.lassos += 1,
                Reason::Path(_) => self.finite += 1,
                Reason::PossibleState(_) => self.doubts += 1,
                Reason::Strategy(_) | Reason::Conflict(_) => self.strategies += 1,
                Reason::Claim(_) => self.claims += 1,
            }
        }
    }
}

/// Steps from a state to a target through other states, by breadth-first search over the reference.
fn distance(reference: &Reference<'_>, start: &[usize], through: &[bool], target: &[bool]) -> Option<usize> {
    let graph = reference.graph();
    let mut steps = vec![usize::MAX; graph.states.len()];
    let mut open: VecDeque<usize> = VecDeque::new();
    for &state in start {
        steps[state] = 0;
        open.push_back(state);
    }
    while let Some(state) = open.pop_front() {
        if target[state] {
            return Some(steps[state]);
        }
        for &next in graph.successors[state].iter().filter(|_| through[state]) {
            if steps[next] == usize::MAX && reference.domain()[next] {
                steps[next] = steps[state] + 1;
                open.push_back(next);
            }
        }
    }
    None
}

/// States of the shortest fair lasso inside a set: for each state the way there and the way back, over states together
/// with the constraints that were met.
fn shortest_lasso(model: &Model, reference: &Reference<'_>, start: usize, within: &[bool]) -> Option<usize> {
    let graph = reference.graph();
    // The constraints themselves are read without fairness.
    let plain = Model { fairness: Vec::new(), ..model.clone() };
    let plain = Reference::build(&plain, 1_000).unwrap();
    let fair: Vec<_> = model.fairness.iter().map(|constraint| plain.sat(*constraint).unwrap()).collect();
    let met = |state: usize| fair.iter().enumerate().fold(0, |met, (bit, set)| met | usize::from(set[state]) << bit);
    let all = (1 << fair.len()) - 1;
    let only = |state: usize| (0..within.len()).map(|other| other == state).collect::<Vec<bool>>();
    let lasso = |state: usize| {
        let there = distance(reference, &[start], within, &only(state))?;
        let mut seen = BTreeSet::new();
        let mut open = VecDeque::from([(state, met(state), 0)]);
        while let Some((at, so_far, steps)) = open.pop_front() {
            if steps > 0 && at == state && so_far == all {
                return Some(there + steps);
            }
            for &next in graph.successors[at].iter().filter(|next| within[**next]) {
                if seen.insert((next, so_far | met(next))) {
                    open.push_back((next, so_far | met(next), steps + 1));
                }
            }
        }
        None
    };
    (0..within.len()).filter(|state| within[*state]).filter_map(lasso).min()
}

/// Finite paths of a node, and lassos that stay in a set, are as short as the reference says.
fn check_length(model: &Model, reference: &Reference<'_>, node: &Node, reason: &PathReason) {
    let Formula::Ctl(quantifier, temporal) = model.formulas.get(node.formula) else { return };
    let sat = |formula, holds: bool| -> Vec<bool> {
        let set = reference.sat(formula).unwrap();
        set.iter().zip(reference.domain()).map(|(truth, inside)| *inside && *truth == holds).collect()
    };
    let exists = *quantifier == Quantifier::Exists;
    let start = [reference.graph().states.binary_search(&node.state).unwrap()];
    let shortest = match *temporal {
        Temporal::Finally(f) if exists => distance(reference, &start, reference.domain(), &sat(f, true)),
        Temporal::Globally(f) if !exists => distance(reference, &start, reference.domain(), &sat(f, false)),
        Temporal::Until(f, g) if exists => distance(reference, &start, &sat(f, true), &sat(g, true)),
        Temporal::Until(f, g) => {
            let (not_f, not_g) = (sat(f, false), sat(g, false));
            let neither: Vec<bool> = not_f.iter().zip(&not_g).map(|(f, g)| *f && *g).collect();
            distance(reference, &start, &not_g, &neither)
        }
        Temporal::Next(_) => Some(1),
        _ => None,
    };
    if reason.path.back.is_none() {
        assert_eq!(shortest, Some(reason.path.actions.len()), "{}", model.formula_brief(node.formula));
    } else {
        assert!(!matches!(temporal, Temporal::Until(..)) || shortest.is_none(), "there is a finite path");
        let within = match *temporal {
            Temporal::Globally(f) => sat(f, true),
            Temporal::Finally(f) => sat(f, false),
            Temporal::Until(_, g) => sat(g, false),
            Temporal::Next(_) => return,
        };
        if model.fairness.len() <= 6 && reference.graph().states.len() <= 200 {
            let length = shortest_lasso(model, reference, start[0], &within);
            assert_eq!(length, Some(reason.path.states.len()), "{}", model.formula_brief(node.formula));
        }
    }
}

fn check(seeds: std::ops::Range<u64>, text: impl Fn(u64) -> String) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let text = text(seed);
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 1_000) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let [explicit, symbolic, shorter] = every_engine(&model);
        assert_eq!(symbolic, shorter, "without redundant bits the evidence differs, seed {seed}\n{text}");
        for (first, second) in explicit.iter().zip(&symbolic) {
            let place = format!("seed {seed}: {}\n{text}", model.formula_brief(first.formula));
            assert_eq!(first, second, "the engines differ, {place}");
            let replayed = replay(&model, first).unwrap_or_else(|problem| panic!("{problem}, {place}\n{first:#?}"));
            let kind = EvidenceKinds::new(&model, first.formula).of(first.formula, first.holds);
            let fair = reference.domain().contains(&true);
            match &first.shown {
                Shown::Claim(_) => assert!(!fair || kind == EvidenceKind::Claim, "{place}"),
                Shown::Tree(tree) => {
                    assert!(
                        !matches!(tree.nodes[0].reason, Reason::Claim(_)) || kind == EvidenceKind::Claim,
                        "{place}"
                    );
                    assert!(replayed.nodes > 0 || kind == EvidenceKind::Claim, "{place}");
                    for node in &tree.nodes {
                        let index = reference.graph().states.binary_search(&node.state).unwrap();
                        assert_eq!(reference.sat(node.formula).unwrap()[index], node.holds, "{place}");
                        let kind = EvidenceKinds::new(&model, node.formula).of(node.formula, node.holds);
                        assert!(!matches!(node.reason, Reason::Claim(_)) || kind == EvidenceKind::Claim, "{place}");
                        if let Reason::Path(reason) = &node.reason {
                            check_length(&model, &reference, node, reason);
                        }
                    }
                }
            }
            seen.count(first);
        }
    }
    seen
}

#[test]
fn evidence_is_shown_and_replays() {
    let seen = check(0..cases(600), |seed| RandomModel::generate(seed, &Options::default()).to_ispl());
    let Seen { finite, lassos, doubts, strategies, claims, sentences } = seen;
    assert!([finite, lassos, doubts, strategies, claims, sentences].iter().all(|count| *count > cases(50)), "{seen:?}");
}

#[test]
fn evidence_with_fairness_is_shown_and_replays() {
    let options = Options { fairness: FairnessRate::Always, ..Options::default() };
    let seen = check(1_000_000..1_000_000 + cases(300), |seed| RandomModel::generate(seed, &options).to_ispl());
    let Seen { finite, lassos, doubts, strategies, claims, sentences } = seen;
    assert!([finite, lassos, doubts, strategies, claims, sentences].iter().all(|count| *count > cases(20)), "{seen:?}");
}

/// A random model with formulas that say that something will happen: the symbolic engine looks for their failures
/// forwards, the explicit one does not.
fn with_promises(seed: u64) -> String {
    let mut model = RandomModel::generate(seed, &Options { fairness: FairnessRate::Never, ..Options::default() });
    model.properties.truncate(1);
    let text = model.to_ispl();
    let (before, _) = text.split_once("Formulae").unwrap();
    let name = |index: usize| &model.propositions[index % model.propositions.len()].name;
    let (p, q, r) = (name(0), name(1), name(2));
    format!(
        "{before}Formulae\n AF {p}; AG AF {q}; AG ({p} -> AF !{p}); AG ({p} -> ({q} -> AF {r})); \
         AG ((!{q} -> AF {r}) and ({r} -> AF !{q})); AG (({p} -> AF {q}) and (!{p} -> !{r})); \
         {p} -> AF {r}; AG ({p} -> AX AF {q}); AG ({q} -> AF AG {q});\nend Formulae\n"
    )
}

#[test]
fn broken_promises_are_found_forwards_too() {
    let seen = check(2_000_000..2_000_000 + cases(400), with_promises);
    assert!(seen.lassos > cases(1_000) && seen.finite > cases(300), "{seen:?}");
}
