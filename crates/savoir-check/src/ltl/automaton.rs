//! From a path formula to a generalised Büchi automaton with acceptance on transitions.
//!
//! A state of the automaton is a set of formulas that the rest of the path must satisfy. Its transitions are the ways
//! to satisfy them at the first moment: a set of state formulas that must hold now, the formulas left for the next
//! moment, and the untils that were postponed (after Couvreur 1999). A run is accepted if no until is postponed for
//! ever. Transitions that another one makes superfluous are dropped.

use super::path::{Path, PathFormulas, PathId};
use crate::{Budget, Stop};
use rustc_hash::FxHashMap;
use savoir_model::FormulaId;
use std::collections::BTreeSet;

/// One way to satisfy a set of formulas at the first moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cover {
    literals: BTreeSet<(FormulaId, bool)>,
    next: BTreeSet<PathId>,
    postponed: BTreeSet<PathId>,
}

/// A transition of the automaton.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    /// State formulas that hold now (`true`) or do not (`false`).
    pub(super) literals: Vec<(FormulaId, bool)>,
    /// The state of the automaton at the next moment.
    pub(super) target: usize,
    /// By acceptance condition: whether this transition satisfies it.
    pub(super) accepting: Vec<bool>,
}

/// The automaton; state 0 is the initial one.
#[derive(Debug)]
pub(super) struct Automaton {
    pub(super) transitions: Vec<Vec<Transition>>,
    /// How many acceptance conditions there are: one for each until.
    pub(super) conditions: usize,
}

impl Automaton {
    pub(super) fn build(paths: &mut PathFormulas, root: PathId, budget: &Budget) -> Result<Automaton, Stop> {
        let start: BTreeSet<PathId> = BTreeSet::from([root]);
        let mut numbers: FxHashMap<BTreeSet<PathId>, usize> = FxHashMap::default();
        numbers.insert(start.clone(), 0);
        let mut states = vec![start];
        let mut covers: Vec<Vec<(Cover, usize)>> = Vec::new();
        let mut untils: BTreeSet<PathId> = BTreeSet::new();
        while covers.len() < states.len() {
            budget.check()?;
            let mut outgoing = Vec::new();
            for cover in expand(paths, &states[covers.len()], budget)? {
                untils.extend(&cover.postponed);
                let target = *numbers.entry(cover.next.clone()).or_insert_with(|| {
                    states.push(cover.next.clone());
                    states.len() - 1
                });
                outgoing.push((cover, target));
            }
            covers.push(outgoing);
        }
        let transition = |(cover, target): &(Cover, usize)| Transition {
            literals: cover.literals.iter().copied().collect(),
            target: *target,
            accepting: untils.iter().map(|until| !cover.postponed.contains(until)).collect(),
        };
        let transitions = covers.iter().map(|outgoing| outgoing.iter().map(transition).collect()).collect();
        Ok(Automaton { transitions, conditions: untils.len() })
    }
}

/// The ways to satisfy all formulas of `set` now.
fn expand(paths: &PathFormulas, set: &BTreeSet<PathId>, budget: &Budget) -> Result<Vec<Cover>, Stop> {
    let mut covers = vec![Cover::default()];
    for &formula in set {
        covers = product(&covers, &expand_one(paths, formula, budget)?, budget)?;
    }
    Ok(covers)
}

fn expand_one(paths: &PathFormulas, formula: PathId, budget: &Budget) -> Result<Vec<Cover>, Stop> {
    let next = |formula| Cover { next: BTreeSet::from([formula]), ..Cover::default() };
    Ok(match paths.get(formula) {
        Path::True => vec![Cover::default()],
        Path::False => Vec::new(),
        Path::State { formula, positive } => {
            vec![Cover { literals: BTreeSet::from([(formula, positive)]), ..Cover::default() }]
        }
        Path::And(a, b) => product(&expand_one(paths, a, budget)?, &expand_one(paths, b, budget)?, budget)?,
        Path::Or(a, b) => {
            let mut covers = expand_one(paths, a, budget)?;
            covers.extend(expand_one(paths, b, budget)?);
            without_superfluous(covers)
        }
        Path::Next(a) => vec![if paths.get(a) == Path::True { Cover::default() } else { next(a) }],
        Path::Until(a, b) => {
            let postponed = Cover { postponed: BTreeSet::from([formula]), ..next(formula) };
            let mut covers = expand_one(paths, b, budget)?;
            covers.extend(product(&expand_one(paths, a, budget)?, &[postponed], budget)?);
            without_superfluous(covers)
        }
        Path::Release(a, b) => {
            let mut ways = expand_one(paths, a, budget)?;
            ways.push(next(formula));
            product(&expand_one(paths, b, budget)?, &ways, budget)?
        }
    })
}

/// All ways to satisfy something of both lists at once.
fn product(left: &[Cover], right: &[Cover], budget: &Budget) -> Result<Vec<Cover>, Stop> {
    let mut covers = Vec::with_capacity(left.len() * right.len());
    for a in left {
        budget.check()?;
        for b in right {
            let literals: BTreeSet<_> = a.literals.union(&b.literals).copied().collect();
            let contradictory = literals.iter().any(|&(formula, positive)| literals.contains(&(formula, !positive)));
            if !contradictory {
                covers.push(Cover {
                    literals,
                    next: a.next.union(&b.next).copied().collect(),
                    postponed: a.postponed.union(&b.postponed).copied().collect(),
                });
            }
        }
    }
    Ok(without_superfluous(covers))
}

/// Drops every cover that asks for all that another one asks for.
fn without_superfluous(mut covers: Vec<Cover>) -> Vec<Cover> {
    covers.sort();
    covers.dedup();
    let weaker = |a: &Cover, b: &Cover| {
        a.literals.is_subset(&b.literals) && a.next.is_subset(&b.next) && a.postponed.is_subset(&b.postponed)
    };
    let keep: Vec<bool> = (0..covers.len())
        .map(|index| !(0..covers.len()).any(|other| other != index && weaker(&covers[other], &covers[index])))
        .collect();
    let mut keep = keep.into_iter();
    covers.retain(|_| keep.next().unwrap_or(true));
    covers
}
