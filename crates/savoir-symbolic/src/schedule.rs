//! In which order the parts of the relation are conjoined, and when each variable can be quantified.

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

/// Joins neighbouring parts, given with their sizes, while the result stays small.
pub(crate) fn cluster(diagrams: &Diagrams, parts: Vec<(Bdd, usize)>, limit: usize) -> Result<Vec<Bdd>, Halt> {
    // Each with its size, which takes time to find out.
    let mut clusters: Vec<(Bdd, usize)> = Vec::new();
    for (part, size) in parts {
        if let Some((last, last_size)) = clusters.last_mut()
            && *last_size + size <= limit
        {
            // More steps than this are not worth it, though the result might yet be small enough.
            if let Some(joined) = diagrams.and_within(last, &part, 2 * limit as u32)? {
                let joined_size = diagrams.size(&joined)?;
                if joined_size <= limit {
                    (*last, *last_size) = (joined, joined_size);
                    continue;
                }
            }
        }
        clusters.push((part, size));
    }
    Ok(clusters.into_iter().map(|(cluster, _)| cluster).collect())
}
