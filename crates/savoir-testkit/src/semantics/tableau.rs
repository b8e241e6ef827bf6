//! LTL and CTL*: path formulas, by the tableau of Lichtenstein and Pnueli.
//!
//! Let π = s₀ s₁ … be an infinite path, a fair one if there are constraints, and πᵏ its part from `sₖ` on.
//!
//! > π ⊨ f iff s₀ ∈ ⟦f⟧, for a state formula f; connectives as usual\
//! > π ⊨ X f iff π¹ ⊨ f\
//! > π ⊨ F f iff πᵏ ⊨ f for some k, π ⊨ G f iff πᵏ ⊨ f for all k\
//! > π ⊨ f U g iff πᵏ ⊨ g for some k, and πʲ ⊨ f for all j < k\
//! > s ⊨ E f iff π ⊨ f for some such path from s, s ⊨ A f iff π ⊨ f for all of them
//!
//! So `E f` of a state formula says that `f` holds and that there is such a path, and `A f = ¬E¬f`.
//!
//! *O. Lichtenstein, A. Pnueli: Checking that finite state concurrent programs satisfy their linear specification, POPL
//! 1985.* Every temporal subformula `h` of `f` has a *promise* `e(h)`: what is to be true at the next moment for `h` to
//! be true now. A node of the tableau is a state together with a truth value for every promise; these determine the
//! truth of every subformula at the node:
//!
//! > X f = e(X f), F f = f ∨ e(F f), G f = f ∧ e(G f), f U g = g ∨ (f ∧ e(f U g))
//!
//! There is an edge from (s, e) to (t, e′) iff s → t and every promise made at the first node is kept at the second:
//! e(X f) = f there, and e(h) = h there for the others. Along an infinite path of the tableau all this is as on the
//! path of states, except that a fulfilment might be put off for ever. So we ask that infinitely often
//!
//! > F f is false or f is true, f U g is false or g is true, G f is true or f is false.
//!
//! Then `s ⊨ E f` iff an infinite path of the tableau that satisfies this, and the fairness constraints, starts in a
//! node of `s` where `f` is true.

use super::paths::recur;
use super::{Reference, Refusal, StateSet};
use savoir_model::{Formula, FormulaId, Quantifier, Temporal};
use std::collections::BTreeMap;

/// More nodes than this are not worth waiting for.
const MAX_NODES: usize = 1 << 20;

impl Reference<'_> {
    pub(super) fn quantified(&self, quantifier: Quantifier, path: FormulaId) -> Result<StateSet, Refusal> {
        let tableau = Tableau::build(self, path)?;
        Ok(match quantifier {
            Quantifier::Exists => tableau.some_path(true),
            Quantifier::All => self.complement(&tableau.some_path(false)),
        })
    }
}

/// The tableau of one path formula. Node `s · 2ⁿ + e` is state `s` with the promises whose bits are set in `e`.
struct Tableau<'r> {
    reference: &'r Reference<'r>,
    path: FormulaId,
    /// The temporal subformulas, each with the place of its promise.
    promises: BTreeMap<FormulaId, usize>,
    /// Where the maximal state subformulas hold.
    atoms: BTreeMap<FormulaId, StateSet>,
}

impl<'r> Tableau<'r> {
    fn build(reference: &'r Reference<'r>, path: FormulaId) -> Result<Tableau<'r>, Refusal> {
        let mut tableau = Tableau { reference, path, promises: BTreeMap::new(), atoms: BTreeMap::new() };
        tableau.collect(path)?;
        let width = u32::try_from(tableau.promises.len()).ok();
        let nodes = width.and_then(|width| 1_usize.checked_shl(width)?.checked_mul(reference.states()));
        if nodes.is_none_or(|nodes| nodes > MAX_NODES) {
            return Err(Refusal::TableauTooLarge);
        }
        Ok(tableau)
    }

    /// Finds temporal subformulas and maximal state subformulas.
    fn collect(&mut self, formula: FormulaId) -> Result<(), Refusal> {
        let pool = &self.reference.model.formulas;
        if !pool.is_path(formula) {
            self.atoms.insert(formula, self.reference.sat(formula)?);
            return Ok(());
        }
        if matches!(pool.get(formula), Formula::Path(_)) {
            let next = self.promises.len();
            self.promises.entry(formula).or_insert(next);
        }
        pool.operands(formula).into_iter().try_for_each(|part| self.collect(part))
    }

    /// The states where some infinite (fair) path starts along which the formula has the given truth value.
    fn some_path(&self, wanted: bool) -> StateSet {
        let width = 1 << self.promises.len();
        let states = self.reference.states();
        let nodes = || (0..states).flat_map(|state| (0..width).map(move |promised| (state, promised)));
        let inside: Vec<bool> = nodes().map(|(state, _)| self.reference.domain[state]).collect();
        let mut recurring: Vec<Vec<bool>> = self
            .reference
            .constraints
            .iter()
            .map(|constraint| nodes().map(|(state, _)| constraint[state]).collect())
            .collect();
        recurring.extend(
            self.promises.keys().map(|&temporal| {
                nodes().map(|(state, promised)| self.not_put_off(temporal, state, promised)).collect()
            }),
        );
        let lasting = recur(&self.edges(width), &inside, &recurring);
        self.reference.select(|state| {
            (0..width)
                .any(|promised| lasting[state * width + promised] && self.holds(self.path, state, promised) == wanted)
        })
    }

    /// The edges of the tableau: into each node, from its state's predecessors with exactly the promises it keeps.
    fn edges(&self, width: usize) -> Vec<Vec<usize>> {
        let successors = &self.reference.graph.successors;
        let mut kept = vec![0; successors.len() * width];
        for state in 0..successors.len() {
            for promised in 0..width {
                for (&temporal, place) in &self.promises {
                    let due = match self.temporal(temporal) {
                        Temporal::Next(f) => f,
                        _ => temporal,
                    };
                    kept[state * width + promised] |= usize::from(self.holds(due, state, promised)) << place;
                }
            }
        }
        let mut edges = vec![Vec::new(); kept.len()];
        for (state, nexts) in successors.iter().enumerate() {
            for next in nexts {
                for node in next * width..(next + 1) * width {
                    edges[state * width + kept[node]].push(node);
                }
            }
        }
        edges
    }

    /// The truth of a subformula at a node.
    fn holds(&self, formula: FormulaId, state: usize, promised: usize) -> bool {
        if let Some(atom) = self.atoms.get(&formula) {
            return atom[state];
        }
        let holds = |part: FormulaId| self.holds(part, state, promised);
        let promise = || promised >> self.promises[&formula] & 1 == 1;
        match self.reference.model.formulas.get(formula) {
            Formula::Not(f) => !holds(*f),
            Formula::And(parts) => parts.iter().all(|part| holds(*part)),
            Formula::Or(parts) => parts.iter().any(|part| holds(*part)),
            Formula::Implies(f, g) => !holds(*f) || holds(*g),
            Formula::Iff(f, g) => holds(*f) == holds(*g),
            Formula::Path(Temporal::Next(_)) => promise(),
            Formula::Path(Temporal::Finally(f)) => holds(*f) || promise(),
            Formula::Path(Temporal::Globally(f)) => holds(*f) && promise(),
            Formula::Path(Temporal::Until(f, g)) => holds(*g) || (holds(*f) && promise()),
            Formula::True
            | Formula::False
            | Formula::Prop(_)
            | Formula::Condition(_)
            | Formula::Red(_)
            | Formula::Green(_)
            | Formula::Ctl(..)
            | Formula::Enforce(..)
            | Formula::Knows(..)
            | Formula::KnowsAssuming(..)
            | Formula::SoughtKnows(..)
            | Formula::Everyone(..)
            | Formula::Distributed(..)
            | Formula::Common(..)
            | Formula::Obliged(..)
            | Formula::Quantified(..) => unreachable!("a state formula is an atom of the tableau"),
        }
    }

    /// Whether a temporal subformula is not waiting for its fulfilment at a node.
    fn not_put_off(&self, temporal: FormulaId, state: usize, promised: usize) -> bool {
        let holds = |formula: FormulaId| self.holds(formula, state, promised);
        match self.temporal(temporal) {
            Temporal::Next(_) => true,
            Temporal::Finally(f) => !holds(temporal) || holds(f),
            Temporal::Globally(f) => holds(temporal) || !holds(f),
            Temporal::Until(_, g) => !holds(temporal) || holds(g),
        }
    }

    fn temporal(&self, formula: FormulaId) -> Temporal {
        let Formula::Path(temporal) = self.reference.model.formulas.get(formula) else {
            unreachable!("only temporal formulas make promises")
        };
        *temporal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;
    use crate::random::{FormulaKind, Options, RandomModel, Rng};

    /// The path `states[0] states[1] …` that goes on at `back` after its last state.
    struct Lasso {
        states: Vec<usize>,
        back: usize,
    }

    impl Lasso {
        fn next(&self, place: usize) -> usize {
            if place + 1 < self.states.len() { place + 1 } else { self.back }
        }

        /// The places from one on, each once, in the order of the path.
        fn later(&self, place: usize) -> impl Iterator<Item = usize> {
            (place..self.states.len()).chain(self.back.min(place)..place)
        }

        /// Whether the path from a place on satisfies a formula, by the definition.
        fn satisfies(&self, reference: &Reference<'_>, formula: FormulaId, place: usize) -> bool {
            let pool = &reference.model.formulas;
            let holds = |part: FormulaId, place: usize| self.satisfies(reference, part, place);
            if !pool.is_path(formula) {
                return reference.sat(formula).unwrap()[self.states[place]];
            }
            match pool.get(formula) {
                Formula::Not(f) => !holds(*f, place),
                Formula::And(parts) => parts.iter().all(|part| holds(*part, place)),
                Formula::Or(parts) => parts.iter().any(|part| holds(*part, place)),
                Formula::Implies(f, g) => !holds(*f, place) || holds(*g, place),
                Formula::Iff(f, g) => holds(*f, place) == holds(*g, place),
                Formula::Path(Temporal::Next(f)) => holds(*f, self.next(place)),
                Formula::Path(Temporal::Finally(f)) => self.later(place).any(|later| holds(*f, later)),
                Formula::Path(Temporal::Globally(f)) => self.later(place).all(|later| holds(*f, later)),
                Formula::Path(Temporal::Until(f, g)) => {
                    let mut waiting = self.later(place).skip_while(|&later| holds(*f, later) && !holds(*g, later));
                    waiting.next().is_some_and(|later| holds(*g, later))
                }
                Formula::True
                | Formula::False
                | Formula::Prop(_)
                | Formula::Condition(_)
                | Formula::Red(_)
                | Formula::Green(_)
                | Formula::Ctl(..)
                | Formula::Enforce(..)
                | Formula::Knows(..)
                | Formula::KnowsAssuming(..)
                | Formula::SoughtKnows(..)
                | Formula::Everyone(..)
                | Formula::Distributed(..)
                | Formula::Common(..)
                | Formula::Obliged(..)
                | Formula::Quantified(..) => panic!("not a path formula"),
            }
        }

        /// A random walk until it meets itself or has no choice left; `exact` if it never had a choice.
        fn walk(reference: &Reference<'_>, start: usize, rng: &mut Rng) -> Option<(Lasso, bool)> {
            let (mut states, mut exact) = (vec![start], true);
            loop {
                let nexts: Vec<usize> = (reference.graph.successors[*states.last()?].iter().copied())
                    .filter(|&next| reference.domain[next])
                    .collect();
                exact &= nexts.len() == 1;
                let next = *rng.pick(&nexts)?;
                if let Some(back) = states.iter().position(|&state| state == next) {
                    // Go on past a meeting now and then, for longer loops.
                    if nexts.len() == 1 || rng.chance(50) || states.len() > 12 {
                        return Some((Lasso { states, back }, exact));
                    }
                }
                states.push(next);
            }
        }

        fn is_fair(&self, reference: &Reference<'_>) -> bool {
            let meets = |set: &StateSet| self.states[self.back..].iter().any(|&state| set[state]);
            reference.constraints.iter().all(meets)
        }
    }

    /// Every path found by walking around is a witness; where there is only one path, it decides.
    #[test]
    fn the_tableau_agrees_with_paths() {
        let kinds = vec![FormulaKind::Ltl, FormulaKind::CtlStar];
        let options = Options { kinds, formulas: 4, depth: 3, max_space: 16, ..Options::default() };
        let mut rng = Rng::new(1);
        let (mut witnessed, mut decided) = (0, 0);
        for seed in 0..500 {
            let text = RandomModel::generate(seed, &options).to_ispl();
            let model = load(&text);
            let reference = Reference::build(&model, 1_000).unwrap();
            let parts = model.properties.iter().flat_map(|property| model.formulas.closure(property.formula));
            for part in parts {
                let Formula::Quantified(_, path) = *model.formulas.get(part) else { continue };
                let tableau = Tableau::build(&reference, path).unwrap();
                for wanted in [true, false] {
                    let some = tableau.some_path(wanted);
                    for start in (0..reference.states()).filter(|&state| reference.domain[state]) {
                        let Some((lasso, exact)) = Lasso::walk(&reference, start, &mut rng) else { continue };
                        if !lasso.is_fair(&reference) {
                            continue;
                        }
                        let found = lasso.satisfies(&reference, path, 0) == wanted;
                        assert!(!found || some[start], "seed {seed}, state {start}\n{text}");
                        witnessed += usize::from(found);
                        if exact {
                            assert_eq!(found, some[start], "seed {seed}, state {start}\n{text}");
                            decided += 1;
                        }
                    }
                }
            }
        }
        assert!(witnessed > 5_000 && decided > 1_000, "{witnessed} witnessed, {decided} decided");
    }
}
