//! From a path formula to a generalised Büchi automaton with acceptance on transitions.
//!
//! A state of the automaton is a set of formulas that the rest of the path must satisfy. Its transitions are the ways
//! to satisfy them at the first moment: a set of state formulas that must hold now, the formulas left for the next
//! moment, and the untils that were postponed (after Couvreur 1999). A run is accepted if no until is postponed for
//! ever. Transitions that another one makes superfluous are dropped.

use super::implication::Implications;
use super::path::{Path, PathFormulas, PathId};
use crate::{Budget, Stop};
use rustc_hash::FxHashMap;
use savoir_model::FormulaId;
use std::collections::BTreeSet;
use std::rc::Rc;

/// One way to satisfy a set of formulas at the first moment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cover {
    literals: BTreeSet<(FormulaId, bool)>,
    next: BTreeSet<PathId>,
    postponed: BTreeSet<PathId>,
}

/// A transition of the automaton.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    /// State formulas that hold now (`true`) or do not (`false`).
    pub(crate) literals: Vec<(FormulaId, bool)>,
    /// The state of the automaton at the next moment.
    pub(crate) target: usize,
    /// By acceptance condition: whether this transition satisfies it.
    pub(crate) accepting: Vec<bool>,
}

/// The automaton; state 0 is the initial one.
#[derive(Debug)]
pub(crate) struct Automaton {
    pub(crate) transitions: Vec<Vec<Transition>>,
    /// How many acceptance conditions there are: one for each until.
    pub(crate) conditions: usize,
}

impl Automaton {
    pub(crate) fn build(paths: &PathFormulas, root: PathId, budget: &Budget) -> Result<Automaton, Stop> {
        let nothing_to_do = paths.get(root) == Path::True;
        let start: BTreeSet<PathId> = if nothing_to_do { BTreeSet::new() } else { BTreeSet::from([root]) };
        let mut numbers: FxHashMap<BTreeSet<PathId>, usize> = FxHashMap::default();
        numbers.insert(start.clone(), 0);
        let mut states = vec![start];
        let mut covers: Vec<Vec<(Cover, usize)>> = Vec::new();
        let mut untils: BTreeSet<PathId> = BTreeSet::new();
        let implications = Implications::new(paths);
        let mut expansion = Expansion { paths, implications, budget, known: FxHashMap::default() };
        while covers.len() < states.len() {
            budget.check()?;
            let mut outgoing = Vec::new();
            for cover in expansion.of_all(&states[covers.len()])? {
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

/// Finds the ways to satisfy formulas at the first moment, each formula once.
struct Expansion<'a> {
    paths: &'a PathFormulas,
    implications: Implications<'a>,
    budget: &'a Budget,
    known: FxHashMap<PathId, Rc<Vec<Cover>>>,
}

impl Expansion<'_> {
    /// The ways to satisfy all formulas of `set` now.
    fn of_all(&mut self, set: &BTreeSet<PathId>) -> Result<Vec<Cover>, Stop> {
        let mut covers = vec![Cover::default()];
        for &formula in set {
            let ways = self.of(formula)?;
            covers = product(&covers, &ways, self.budget)?;
        }
        for cover in &mut covers {
            cover.next = self.without_implied(&cover.next);
        }
        without_superfluous(covers, self.budget)
    }

    /// Formulas without those that others imply at first sight. Then fewer sets of formulas are different.
    fn without_implied(&mut self, formulas: &BTreeSet<PathId>) -> BTreeSet<PathId> {
        let mut left = formulas.clone();
        for &formula in formulas {
            // One of several that imply each other stays.
            if left.iter().any(|&other| other != formula && self.implications.sees(other, formula)) {
                left.remove(&formula);
            }
        }
        left
    }

    fn of(&mut self, formula: PathId) -> Result<Rc<Vec<Cover>>, Stop> {
        if let Some(known) = self.known.get(&formula) {
            return Ok(known.clone());
        }
        let found = Rc::new(self.expand(formula)?);
        self.known.insert(formula, found.clone());
        Ok(found)
    }

    fn expand(&mut self, formula: PathId) -> Result<Vec<Cover>, Stop> {
        let budget = self.budget;
        let next = |formula| Cover { next: BTreeSet::from([formula]), ..Cover::default() };
        Ok(match self.paths.get(formula) {
            Path::True => vec![Cover::default()],
            Path::False => Vec::new(),
            Path::State { formula, positive } => {
                vec![Cover { literals: BTreeSet::from([(formula, positive)]), ..Cover::default() }]
            }
            Path::And(a, b) => product(&self.of(a)?, &self.of(b)?, budget)?,
            Path::Or(a, b) => {
                let mut covers = self.of(a)?.to_vec();
                covers.extend_from_slice(&self.of(b)?);
                without_superfluous(covers, budget)?
            }
            Path::Next(a) => vec![if self.paths.get(a) == Path::True { Cover::default() } else { next(a) }],
            Path::Until(a, b) => {
                let postponed = Cover { postponed: BTreeSet::from([formula]), ..next(formula) };
                let mut covers = self.of(b)?.to_vec();
                covers.extend(product(&self.of(a)?, &[postponed], budget)?);
                without_superfluous(covers, budget)?
            }
            Path::Release(a, b) => {
                let mut ways = self.of(a)?.to_vec();
                ways.push(next(formula));
                product(&self.of(b)?, &ways, budget)?
            }
        })
    }
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
    without_superfluous(covers, budget)
}

/// Drops every cover that asks for all that another one asks for.
fn without_superfluous(mut covers: Vec<Cover>, budget: &Budget) -> Result<Vec<Cover>, Stop> {
    covers.sort();
    covers.dedup();
    let weaker = |a: &Cover, b: &Cover| {
        a.literals.is_subset(&b.literals) && a.next.is_subset(&b.next) && a.postponed.is_subset(&b.postponed)
    };
    let mut keep = Vec::with_capacity(covers.len());
    for index in 0..covers.len() {
        budget.check()?;
        keep.push(!(0..covers.len()).any(|other| other != index && weaker(&covers[other], &covers[index])));
    }
    let mut keep = keep.into_iter();
    covers.retain(|_| keep.next().unwrap_or(true));
    Ok(covers)
}
