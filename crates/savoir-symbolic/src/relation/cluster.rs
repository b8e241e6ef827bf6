//! Joining parts of the relation: fewer steps for each image, but later quantification.

use crate::tuning::ClusterTuning;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use std::collections::{BTreeMap, BTreeSet};

/// Joins neighbouring parts while the result stays small.
pub(crate) fn clustered(diagrams: &Diagrams, parts: Vec<Bdd>, tuning: ClusterTuning) -> Result<Vec<Bdd>, Halt> {
    clustered_without(diagrams, parts, &[], tuning)
}

/// The same, where some variables are of no interest: each goes as soon as all parts that depend on it are joined, if there is no
/// more to describe without it.
pub(crate) fn clustered_without(
    diagrams: &Diagrams,
    parts: Vec<Bdd>,
    hidden: &[Var],
    tuning: ClusterTuning,
) -> Result<Vec<Bdd>, Halt> {
    let hidden: BTreeSet<Var> = hidden.iter().copied().collect();
    let parts = parts.into_iter().map(|part| Cluster::new(diagrams, part, &hidden));
    let mut parts = parts.collect::<Result<Vec<Cluster>, Halt>>()?;
    let mut all = Uses::new();
    parts.iter().for_each(|part| add(&mut all, &part.uses));
    for part in &mut parts {
        part.hide(diagrams, &all)?;
    }
    parts.retain(|part| !diagrams.is_true(&part.relation));
    let largest = parts.iter().map(|part| part.size).max().unwrap_or(0);
    let ClusterTuning { nodes, factor, most } = tuning;
    join(diagrams, parts, &all, if largest > nodes { (factor * largest).min(most) } else { nodes })
}

/// By hidden variable: how many parts depend on it.
type Uses = BTreeMap<Var, usize>;

fn add(all: &mut Uses, more: &Uses) {
    more.iter().for_each(|(variable, count)| *all.entry(*variable).or_default() += count);
}

/// A part, or several of them that are joined.
struct Cluster {
    relation: Bdd,
    /// Finding it out takes time.
    size: usize,
    /// By the parts in it, for variables that are not gone.
    uses: Uses,
}

impl Cluster {
    fn new(diagrams: &Diagrams, relation: Bdd, hidden: &BTreeSet<Var>) -> Result<Cluster, Halt> {
        if hidden.is_empty() {
            return Ok(Cluster { size: diagrams.size(&relation)?, relation, uses: Uses::new() });
        }
        let (size, support) = diagrams.shape(&relation)?;
        let uses = support.into_iter().filter(|variable| hidden.contains(variable)).map(|variable| (variable, 1));
        Ok(Cluster { size, relation, uses: uses.collect() })
    }

    /// Hidden variables that no other part depends on.
    fn own(&self, all: &Uses) -> Vec<Var> {
        let own = self.uses.iter().filter(|(variable, count)| all.get(variable) == Some(count));
        own.map(|(variable, _)| *variable).collect()
    }

    /// Quantifies variables that no other part depends on.
    fn hide(&mut self, diagrams: &Diagrams, uses: &Uses) -> Result<(), Halt> {
        let own = self.own(uses);
        if own.is_empty() {
            return Ok(());
        }
        let (cube, all) = (diagrams.cube(&own)?, diagrams.constant(true));
        let Some(relation) = diagrams.and_exists_within(&self.relation, &all, &cube, steps(self.size))? else {
            return Ok(());
        };
        let size = diagrams.size(&relation)?;
        if size <= self.size {
            (self.relation, self.size) = (relation, size);
            self.uses.retain(|variable, _| !own.contains(variable));
        }
        Ok(())
    }

    /// Both as one, if it has no more nodes than the limit.
    fn joined(&self, diagrams: &Diagrams, other: &Cluster, all: &Uses, limit: usize) -> Result<Option<Cluster>, Halt> {
        let mut uses = self.uses.clone();
        add(&mut uses, &other.uses);
        let mut cluster = Cluster { relation: self.relation.clone(), size: 0, uses };
        let own = cluster.own(all);
        cluster.uses.retain(|variable, _| !own.contains(variable));
        let (a, b, steps) = (&self.relation, &other.relation, steps(limit));
        let joined = match own.as_slice() {
            [] => diagrams.and_within(a, b, steps)?,
            own => diagrams.and_exists_within(a, b, &diagrams.cube(own)?, steps)?,
        };
        let Some(relation) = joined else { return Ok(None) };
        let size = diagrams.size(&relation)?;
        Ok((size <= limit).then_some(Cluster { relation, size, ..cluster }))
    }
}

/// More steps than this are not worth it for a result of so many nodes, though it might yet be small enough.
fn steps(nodes: usize) -> u32 {
    u32::try_from(nodes).unwrap_or(u32::MAX).saturating_mul(2)
}

fn join(diagrams: &Diagrams, parts: Vec<Cluster>, all: &Uses, limit: usize) -> Result<Vec<Bdd>, Halt> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for part in parts {
        if let Some(last) = clusters.last_mut()
            && last.size + part.size <= limit
            && let Some(joined) = last.joined(diagrams, &part, all, limit)?
        {
            *last = joined;
        } else {
            clusters.push(part);
        }
    }
    Ok(clusters.into_iter().map(|cluster| cluster.relation).collect())
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

    #[test]
    fn a_variable_stays_where_there_is_more_to_say_without_it() {
        let diagrams = Diagrams::new(10, Box::new(Unlimited));
        let [select, rest @ ..] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(|at| diagrams.variable(Var(at)).unwrap());
        let odd = rest.iter().fold(diagrams.constant(false), |odd, bit| diagrams.xor(&odd, bit).unwrap());
        let first = diagrams.and(&rest[0], &rest[4]).unwrap();
        let second = diagrams.and(&rest[1], &rest[5]).unwrap();
        let pairs = diagrams.or(&first, &second).unwrap();
        // Either function is small, and where one of them holds is not.
        let part = diagrams.or(&diagrams.and(&select, &odd).unwrap(), &diagrams.minus(&pairs, &select).unwrap());
        let part = part.unwrap();
        let one = diagrams.exists(&part, &diagrams.cube(&[Var(0)]).unwrap()).unwrap();
        assert!(diagrams.size(&one).unwrap() > diagrams.size(&part).unwrap());
        let tuning = ClusterTuning { nodes: 0, factor: 1, most: 0 };
        assert!(clustered_without(&diagrams, vec![part.clone()], &[Var(0)], tuning).unwrap() == [part]);
    }

    #[test]
    fn variables_of_no_interest_go_where_nobody_else_depends_on_them() {
        let diagrams = Diagrams::new(5, Box::new(Unlimited));
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|at| diagrams.variable(Var(at)).unwrap());
        let same = |f: &Bdd, g: &Bdd| diagrams.not(&diagrams.xor(f, g).unwrap());
        // `b` is in one part, `d` in two, `e` in one that says nothing without it.
        let parts = [diagrams.and(&a, &b).unwrap(), same(&c, &d), diagrams.or(&d, &a).unwrap(), e];
        let found = |nodes, hidden: &[Var]| {
            let tuning = ClusterTuning { nodes, factor: 1, most: nodes };
            clustered_without(&diagrams, parts.to_vec(), hidden, tuning).unwrap()
        };
        let hidden = [Var(1), Var(3), Var(4)];
        assert!(found(0, &hidden) == [a.clone(), parts[1].clone(), parts[2].clone()]);
        assert!(found(0, &[]) == parts);
        // Joined, nobody else depends on `d`: c = d and (d or a) for some d, and a.
        assert!(found(1_000, &hidden) == [a]);
    }
}
