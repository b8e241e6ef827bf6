//! A set of valuations outside of any space, as plain data.

use crate::{GroupSet, GroupSpace, Slot};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Halt};

/// A set of valuations as a shared graph of decisions, by which an engine hands it over. It may ask for slots in any order,
/// but it is read fastest if the space has the order of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisions {
    nodes: Vec<Choice>,
    root: Reference,
}

/// One decision: by whether an agent is in a group, one or the other set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What decides.
    pub slot: Slot,
    /// The set if the agent is in the group.
    pub then: Reference,
    /// The set if it is not.
    pub other: Reference,
}

/// A set that a decision leads to: everything or the set of a node, or the complement of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reference {
    node: Option<usize>,
    is_complement: bool,
}

impl Reference {
    /// All valuations.
    pub const ALL: Reference = Reference { node: None, is_complement: false };

    /// No valuation.
    pub const NONE: Reference = Reference { node: None, is_complement: true };

    /// The set of the node with this index.
    #[must_use]
    pub const fn node(index: usize) -> Reference {
        Reference { node: Some(index), is_complement: false }
    }

    /// The complement.
    #[must_use]
    pub const fn complement(self) -> Reference {
        Reference { node: self.node, is_complement: !self.is_complement }
    }
}

/// A reference to a node that does not come before: it would have no meaning yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("decision {from} refers to node {to}, which does not come before it")]
pub struct ForwardReference {
    /// The index of the node that refers; the number of nodes for the root.
    pub from: usize,
    /// What it refers to.
    pub to: usize,
}

impl Decisions {
    /// The set of the root. Each node refers to nodes before it only.
    ///
    /// # Errors
    /// The first reference that does not.
    pub fn new(nodes: Vec<Choice>, root: Reference) -> Result<Decisions, ForwardReference> {
        let check = |from: usize, reference: Reference| match reference.node {
            Some(to) if to >= from => Err(ForwardReference { from, to }),
            _ => Ok(()),
        };
        for (from, choice) in nodes.iter().enumerate() {
            check(from, choice.then)?;
            check(from, choice.other)?;
        }
        check(nodes.len(), root)?;
        Ok(Decisions { nodes, root })
    }

    /// The decisions, children before parents.
    #[must_use]
    pub fn nodes(&self) -> &[Choice] {
        &self.nodes
    }
}

impl GroupSpace {
    /// The set that was handed over. What it asks must be slots of this space.
    pub fn import(&self, decisions: &Decisions) -> Result<GroupSet, Halt> {
        let mut sets: Vec<Bdd> = Vec::with_capacity(decisions.nodes.len());
        for choice in &decisions.nodes {
            let condition = self.diagrams.variable(self.var(choice.slot))?;
            let [then, other] = [choice.then, choice.other].map(|reference| self.referred(&sets, reference));
            sets.push(self.diagrams.if_then_else(&condition, &then, &other)?);
        }
        Ok(GroupSet(self.referred(&sets, decisions.root)))
    }

    fn referred(&self, sets: &[Bdd], reference: Reference) -> Bdd {
        let set = reference.node.map_or_else(|| self.diagrams.constant(true), |node| sets[node].clone());
        if reference.is_complement { self.diagrams.not(&set) } else { set }
    }

    /// A set as plain data, for another space or another thread.
    pub fn export(&self, set: &GroupSet) -> Result<Decisions, Halt> {
        let mut nodes = Vec::new();
        let root = self.write(&set.0, &mut nodes, &mut FxHashMap::default())?;
        Ok(Decisions { nodes, root })
    }

    #[allow(clippy::mutable_key_type, reason = "a function is hashed by its node, which never changes")]
    fn write(
        &self,
        set: &Bdd,
        nodes: &mut Vec<Choice>,
        known: &mut FxHashMap<Bdd, Reference>,
    ) -> Result<Reference, Halt> {
        let Some(decision) = self.diagrams.decision(set)? else {
            return Ok(if self.diagrams.is_true(set) { Reference::ALL } else { Reference::NONE });
        };
        if let Some(reference) = known.get(set) {
            return Ok(*reference);
        }
        let then = self.write(&decision.then, nodes, known)?;
        let other = self.write(&decision.other, nodes, known)?;
        let reference = Reference::node(nodes.len());
        nodes.push(Choice { slot: self.slot(decision.variable), then, other });
        known.insert(set.clone(), reference);
        known.insert(self.diagrams.not(set), reference.complement());
        Ok(reference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn references_lead_back() {
        let choice = |then| Choice { slot: Slot::new(0, 0), then, other: Reference::NONE };
        let forwards = Decisions::new(vec![choice(Reference::node(0))], Reference::ALL);
        assert_eq!(forwards, Err(ForwardReference { from: 0, to: 0 }));
        let root = Decisions::new(vec![choice(Reference::ALL)], Reference::node(1).complement());
        assert_eq!(root, Err(ForwardReference { from: 1, to: 1 }));
    }

    #[test]
    fn a_set_survives_the_way_to_a_space_with_another_order() {
        let here = GroupSpace::new(2, 3, &[], Box::new(Unlimited)).unwrap();
        let there = GroupSpace::new(2, 3, &[Slot::new(1, 2), Slot::new(0, 1)], Box::new(Unlimited)).unwrap();
        let set = |space: &GroupSpace| {
            let odd = space.has(Slot::new(0, 1)).unwrap();
            let other = space.complement(&space.require(1, &[0, 2]).unwrap());
            space.or(&odd, &other).unwrap()
        };
        let sent = here.export(&set(&here)).unwrap();
        assert_eq!(there.import(&sent).unwrap(), set(&there));
        let nothing = Decisions::new(Vec::new(), Reference::NONE).unwrap();
        assert!(there.is_empty(&there.import(&nothing).unwrap()));
    }
}
