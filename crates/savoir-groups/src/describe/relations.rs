//! How the groups of two variables are related.

use crate::tuning::RELATION_STEPS;
use crate::{GroupSet, GroupSpace, Slot};
use savoir_dd::Halt;

/// A relation between the groups of two variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The first variable.
    pub first: usize,
    /// What is said about its group and that of the second.
    pub kind: RelationKind,
    /// The second variable.
    pub second: usize,
}

/// What relates two groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelationKind {
    /// They have the same members.
    Equal,
    /// Members of the first are members of the second.
    Subset,
    /// They have no member in common.
    Disjoint,
    /// Every agent is in one of them.
    Exhaustive,
}

impl Relation {
    /// What an agent must not be: member of the first, member of the second.
    fn forbidden(self) -> &'static [(bool, bool)] {
        match self.kind {
            RelationKind::Equal => &[(true, false), (false, true)],
            RelationKind::Subset => &[(true, false)],
            RelationKind::Disjoint => &[(true, true)],
            RelationKind::Exhaustive => &[(false, false)],
        }
    }

    /// All relations of two different variables; equality comes before what it implies.
    fn all(variables: usize) -> Vec<Relation> {
        let mut all = Vec::new();
        for kind in [RelationKind::Equal, RelationKind::Disjoint, RelationKind::Exhaustive, RelationKind::Subset] {
            for first in 0..variables {
                for second in (0..variables).filter(|second| *second != first) {
                    if first < second || kind == RelationKind::Subset {
                        all.push(Relation { first, kind, second });
                    }
                }
            }
        }
        all
    }
}

impl GroupSpace {
    /// The valuations where two groups are related like this. In an order that does not keep the slots of an agent
    /// together, this may have very many nodes.
    pub fn related(&self, relation: Relation) -> Result<GroupSet, Halt> {
        self.intersection(self.conditions_of(relation)?)
    }

    /// The conditions on each agent that make up a relation.
    fn conditions_of(&self, relation: Relation) -> Result<Vec<GroupSet>, Halt> {
        let mut conditions = Vec::new();
        for agent in 0..self.agents() {
            let [first, second] = [relation.first, relation.second].map(|variable| Slot { variable, agent });
            for (in_first, in_second) in relation.forbidden() {
                conditions.push(self.complement(&self.fixed([(first, *in_first), (second, *in_second)])?));
            }
        }
        Ok(conditions)
    }

    /// The relations that hold throughout a set and do not follow from what is possible, from what the set says about each
    /// variable alone, or from each other; and what is possible where they hold.
    pub(super) fn relations(&self, set: &GroupSet, possible: &GroupSet) -> Result<(Vec<Relation>, GroupSet), Halt> {
        let mut known = possible.clone();
        for variable in 0..self.variables() {
            known = self.and(&known, &self.project(set, variable)?)?;
        }
        let mut said = Vec::new();
        for relation in Relation::all(self.variables()) {
            let conditions = self.conditions_of(relation)?;
            if self.implies_all(set, &conditions)? && !self.implies_all(&known, &conditions)? {
                said.push(relation);
            }
        }
        // The weaker ones first: what equality implies need not be said.
        for relation in said.clone().into_iter().rev() {
            let others: Vec<Relation> = said.iter().copied().filter(|other| *other != relation).collect();
            let follows = match self.within(&known, &others)? {
                Some(within) => self.implies_all(&within, &self.conditions_of(relation)?)?,
                None => false,
            };
            if follows {
                said = others;
            }
        }
        Ok(match self.within(possible, &said)? {
            Some(related) => (said, related),
            None => (Vec::new(), possible.clone()),
        })
    }

    fn implies_all(&self, set: &GroupSet, conditions: &[GroupSet]) -> Result<bool, Halt> {
        for condition in conditions {
            if !self.is_subset(set, condition)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A set where relations hold, unless that takes too much: then the order of the diagrams is not made for it.
    fn within(&self, set: &GroupSet, relations: &[Relation]) -> Result<Option<GroupSet>, Halt> {
        let mut conditions = Vec::new();
        for relation in relations {
            conditions.extend(self.conditions_of(*relation)?.into_iter().enumerate());
        }
        // Agent by agent from the last, which is the lowest in most orders.
        conditions.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        let mut joined = self.all();
        for condition in conditions.iter().map(|(_, condition)| condition).chain([set]) {
            match self.diagrams.and_within(&joined.0, &condition.0, RELATION_STEPS)? {
                Some(next) => joined = GroupSet(next),
                None => return Ok(None),
            }
        }
        Ok(Some(joined))
    }
}
