//! Which variables can be described by themselves.

use super::Relation;
use crate::{GroupSet, GroupSpace};
use savoir_dd::Halt;

/// Relations, what is possible where they hold, and the variables that are described together then.
type Arrangement = (Vec<Relation>, GroupSet, Vec<Vec<usize>>);

impl GroupSpace {
    /// How to describe a set: with relations between groups if that leaves less to say about variables together. Others
    /// hold by chance.
    pub(super) fn arrange(&self, set: &GroupSet, possible: &GroupSet) -> Result<Arrangement, Halt> {
        let parts = self.independent(set, possible)?;
        if parts.len() < self.variables() {
            let (relations, related) = self.relations(set, possible)?;
            if !relations.is_empty() {
                let apart = self.independent(set, &related)?;
                if apart.len() > parts.len() {
                    return Ok((relations, related, apart));
                }
            }
        }
        Ok((Vec::new(), possible.clone(), parts))
    }

    /// The variables in lists, such that a set is the product, within what is possible, of what it says about each list.
    fn independent(&self, set: &GroupSet, possible: &GroupSet) -> Result<Vec<Vec<usize>>, Halt> {
        let all: Vec<usize> = (0..self.variables()).collect();
        let mut parts = Vec::new();
        let mut rest = Vec::new();
        for variable in &all {
            let others: Vec<usize> = all.iter().copied().filter(|other| other != variable).collect();
            if self.is_product(set, possible, &[vec![*variable], others])? {
                parts.push(vec![*variable]);
            } else {
                rest.push(*variable);
            }
        }
        if !rest.is_empty() {
            parts.push(rest);
        }
        // What is possible may tie together what is independent one by one.
        Ok(if self.is_product(set, possible, &parts)? { parts } else { vec![all] })
    }

    fn is_product(&self, set: &GroupSet, possible: &GroupSet, parts: &[Vec<usize>]) -> Result<bool, Halt> {
        let mut product = possible.clone();
        for part in parts {
            product = self.and(&product, &self.project_all(set, part)?)?;
        }
        Ok(product == *set)
    }
}
