//! Joining parts of the relation: fewer steps for each image, but later quantification.

use crate::tuning::ClusterTuning;
use savoir_dd::{Bdd, Diagrams, Halt};

/// Joins neighbouring parts while the result stays small.
pub(crate) fn clustered(diagrams: &Diagrams, parts: Vec<Bdd>, tuning: ClusterTuning) -> Result<Vec<Bdd>, Halt> {
    let sized = |part: Bdd| diagrams.size(&part).map(|size| (part, size));
    let parts = parts.into_iter().map(sized).collect::<Result<Vec<(Bdd, usize)>, Halt>>()?;
    let largest = parts.iter().map(|(_, size)| *size).max().unwrap_or(0);
    let ClusterTuning { nodes, factor, most } = tuning;
    join(diagrams, parts, if largest > nodes { (factor * largest).min(most) } else { nodes })
}

/// Parts are given with their sizes, which take time to find out.
fn join(diagrams: &Diagrams, parts: Vec<(Bdd, usize)>, limit: usize) -> Result<Vec<Bdd>, Halt> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::{Unlimited, Var};

    #[test]
    fn neighbours_are_joined_up_to_the_limit() {
        let diagrams = Diagrams::new(6, Box::new(Unlimited));
        let pairs = [0, 2, 4].map(|at| {
            let (a, b) = (diagrams.variable(Var(at)).unwrap(), diagrams.variable(Var(at + 1)).unwrap());
            diagrams.xor(&a, &b).unwrap()
        });
        let count = |nodes| {
            let tuning = ClusterTuning { nodes, factor: 1, most: nodes };
            clustered(&diagrams, pairs.to_vec(), tuning).unwrap().len()
        };
        let one = diagrams.size(&pairs[0]).unwrap();
        assert_eq!((count(0), count(one), count(10 * one)), (3, 3, 1));
        let all = diagrams.all(pairs.to_vec()).unwrap();
        let joined = clustered(&diagrams, pairs.to_vec(), ClusterTuning { nodes: 1_000, factor: 1, most: 1_000 });
        assert!(joined.unwrap() == [all]);
    }
}
