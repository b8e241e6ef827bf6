//! ATL by fixpoints, for coalitions with too many strategies to try each.
//!
//! `Pre(Z)` is the set of states with a move all of whose successors are in `Z`. Without fairness
//!
//! > ⟨g⟩X f = Pre(f), ⟨g⟩G f = νZ. f ∩ Pre(Z), ⟨g⟩(f U h) = μZ. h ∪ (f ∩ Pre(Z)).
//!
//! With constraints `c₁ … cₙ`, a state without a move is as good as won, so that `Pre′(Z)` is `Pre(Z)` together with
//! these. Let `Force(T, B)` be the states from which the coalition can bring about that `T` is reached or the outcome
//! is not fair, and that `B` is not entered before `T`. Its opponent then wants a fair outcome, or `B`, without `T`: a
//! game with a generalised Büchi condition, which it wins in
//!
//! > νZ. ⋂ₖ μY. B ∪ (∁T ∩ ((cₖ ∩ ∁Pre′(∁Z)) ∪ ∁Pre′(∁Y))),
//!
//! and `Force(T, B)` is the complement. The coalition's condition is a Rabin condition, for which memoryless strategies
//! suffice (E. A. Emerson, C. S. Jutla, FOCS 1988), so this agrees with the definition. Let `W = Force(∅, ∅)`: here all
//! outcomes can be made unfair. An outcome that has failed already must be made unfair, so
//!
//! > ⟨g⟩X f = Pre′(f ∪ W), ⟨g⟩G f = νZ. W ∪ (f ∩ Pre′(Z)), ⟨g⟩(f U h) = Force(h ∪ W, ∁(f ∪ h ∪ W)).

use super::StateSet;
use super::outcomes::Goal;
use super::strategy::Arena;

impl Arena<'_> {
    /// The states from which the coalition can enforce the goal, by the fixpoints above.
    pub(super) fn by_fixpoint(&self, goal: &Goal) -> StateSet {
        let nothing = vec![false; self.moves.len()];
        // Without constraints no outcome is excused: `W` is empty.
        let unfair =
            if self.counting.constraints.is_empty() { nothing.clone() } else { self.force(&nothing, &nothing) };
        match goal {
            Goal::Next(f) => self.controlled(&union(f, &unfair)),
            Goal::Globally(f) => {
                fixpoint(vec![true; f.len()], |z| union(&unfair, &intersection(f, &self.controlled(z))))
            }
            Goal::Until(f, h) if self.counting.constraints.is_empty() => {
                fixpoint(nothing, |z| union(h, &intersection(f, &self.controlled(z))))
            }
            Goal::Until(f, h) => {
                let target = union(h, &unfair);
                self.force(&target, &complement(&union(f, &target)))
            }
        }
    }

    /// `Pre(Z)`, or `Pre′(Z)` if there are constraints.
    fn controlled(&self, set: &StateSet) -> StateSet {
        let inside = |successors: &Vec<usize>| successors.iter().all(|&next| set[next]);
        let excused = !self.counting.constraints.is_empty();
        self.moves.iter().map(|moves| moves.iter().any(inside) || excused && moves.is_empty()).collect()
    }

    /// `Force(target, barred)`.
    fn force(&self, target: &StateSet, barred: &StateSet) -> StateSet {
        let opponent = |set: &StateSet| complement(&self.controlled(&complement(set)));
        let won_by_opponent = fixpoint(vec![true; target.len()], |z| {
            let round = |constraint: &StateSet| {
                let again = intersection(constraint, &opponent(z));
                let step =
                    |y: &StateSet| union(barred, &intersection(&complement(target), &union(&again, &opponent(y))));
                fixpoint(vec![false; target.len()], step)
            };
            let rounds = self.counting.constraints.iter().map(round);
            rounds.fold(vec![true; target.len()], |all, one| intersection(&all, &one))
        });
        complement(&won_by_opponent)
    }
}

/// Applies a monotone function until nothing changes.
fn fixpoint(mut set: StateSet, step: impl Fn(&StateSet) -> StateSet) -> StateSet {
    loop {
        let next = step(&set);
        if next == set {
            return set;
        }
        set = next;
    }
}

fn union(a: &StateSet, b: &StateSet) -> StateSet {
    a.iter().zip(b).map(|(a, b)| *a || *b).collect()
}

fn intersection(a: &StateSet, b: &StateSet) -> StateSet {
    a.iter().zip(b).map(|(a, b)| *a && *b).collect()
}

fn complement(a: &StateSet) -> StateSet {
    a.iter().map(|a| !a).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::load;
    use crate::random::{FairnessRate, FormulaKind, Options, RandomModel};
    use crate::semantics::Reference;
    use savoir_model::Formula;

    /// The fixpoints against the definition, on every strategic formula of random models, subformulas included.
    fn agrees(fairness: FairnessRate) {
        let kinds = vec![FormulaKind::Strategic];
        let options = Options { kinds, fairness, formulas: 4, depth: 2, max_space: 48, ..Options::default() };
        let (mut compared, mut varied) = (0, 0);
        for seed in 0..400 {
            let text = RandomModel::generate(seed, &options).to_ispl();
            let model = load(&text);
            let reference = Reference::build(&model, 1_000).unwrap();
            for property in &model.properties {
                for part in model.formulas.closure(property.formula) {
                    let Formula::Enforce(coalition, temporal) = *model.formulas.get(part) else { continue };
                    let members = model.formulas.members(coalition);
                    let arena = Arena::new(&reference.graph, members, reference.counting());
                    let goal = reference.goal(temporal).unwrap();
                    let Some(defined) = arena.by_enumeration(&goal, 5_000) else { continue };
                    assert_eq!(arena.by_fixpoint(&goal), defined, "seed {seed}, {}\n{text}", property.text);
                    compared += 1;
                    varied += usize::from(defined.contains(&true) && defined.contains(&false));
                }
            }
        }
        assert!(compared > 800 && varied > 80, "{compared} compared, {varied} of them hold here and not there");
    }

    #[test]
    fn fixpoints_agree_with_strategies() {
        agrees(FairnessRate::Never);
    }

    #[test]
    fn fixpoints_agree_with_strategies_under_fairness() {
        agrees(FairnessRate::Always);
    }
}
