//! Early quantification: in which order the parts of the relation are conjoined, and when each variable can go.

use savoir_dd::{Bdd, Cube, Diagrams, Halt, Var};
use std::collections::BTreeSet;

/// Parts of a relation with the variables to quantify after each.
pub(crate) struct Schedule {
    /// Variables that no part depends on.
    first: Cube,
    steps: Vec<(Bdd, Cube)>,
}

impl Schedule {
    /// Quantifies each of `variables` after the last part that depends on it.
    pub(crate) fn new(diagrams: &Diagrams, parts: &[Bdd], variables: &[Var]) -> Result<Schedule, Halt> {
        let mut left: BTreeSet<Var> = variables.iter().copied().collect();
        let mut steps = Vec::with_capacity(parts.len());
        for part in parts.iter().rev() {
            let here: Vec<Var> = diagrams.support(part)?.into_iter().filter(|variable| left.remove(variable)).collect();
            steps.push((part.clone(), diagrams.cube(&here)?));
        }
        steps.reverse();
        Ok(Schedule { first: diagrams.cube(&left.into_iter().collect::<Vec<_>>())?, steps })
    }

    /// The set joined with all parts, the variables quantified.
    pub(crate) fn apply(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        let mut result = diagrams.exists(set, &self.first)?;
        for (part, cube) in &self.steps {
            result = diagrams.and_exists(&result, part, cube)?;
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn variables_go_after_the_last_part_that_depends_on_them() {
        let diagrams = Diagrams::new(4, Box::new(Unlimited));
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| diagrams.variable(Var(place)).unwrap());
        let same = |f: &Bdd, g: &Bdd| diagrams.not(&diagrams.xor(f, g).unwrap());
        let parts = [same(&a, &c), same(&b, &d)];
        let schedule = Schedule::new(&diagrams, &parts, &[Var(0), Var(1)]).unwrap();
        let support = |step: usize| diagrams.support(&schedule.steps[step].0).unwrap();
        assert_eq!((schedule.steps.len(), support(0), support(1)), (2, vec![Var(0), Var(2)], vec![Var(1), Var(3)]));
        // a ∧ ¬b becomes c ∧ ¬d.
        let set = diagrams.minus(&a, &b).unwrap();
        assert!(schedule.apply(&diagrams, &set).unwrap() == diagrams.minus(&c, &d).unwrap());
        // What no part depends on goes first.
        let only_first = Schedule::new(&diagrams, &parts[..1], &[Var(0), Var(1)]).unwrap();
        assert!(only_first.apply(&diagrams, &set).unwrap() == c);
    }
}
