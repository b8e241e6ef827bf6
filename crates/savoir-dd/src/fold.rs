//! Conjunctions and disjunctions of many functions.

use crate::table::to_number;
use crate::{Bdd, Diagrams, Halt};
use oxidd_core::function::Function;
use oxidd_core::{HasLevel, LevelNo, Manager, Node};
use std::cmp::Reverse;

/// A function with its place in the fold: functions that start lowest come first, so that the diagram grows upwards,
/// and equal ones are neighbours.
type Keyed = (Reverse<LevelNo>, u32, Bdd);

impl Diagrams {
    /// The conjunction of all.
    pub fn all(&self, parts: impl IntoIterator<Item = Bdd>) -> Result<Bdd, Halt> {
        let mut keyed: Vec<Keyed> = parts.into_iter().map(|part| self.keyed(part)).collect();
        keyed.sort_by_key(|(level, number, _)| (*level, *number));
        keyed.dedup_by_key(|(_, number, _)| *number);
        let mut result = self.constant(true);
        for group in keyed.chunk_by(|a, b| a.0 == b.0) {
            result = self.and(&self.join(group)?, &result)?;
        }
        Ok(result)
    }

    /// The disjunction of all.
    pub fn any(&self, parts: impl IntoIterator<Item = Bdd>) -> Result<Bdd, Halt> {
        Ok(self.not(&self.all(parts.into_iter().map(|part| self.not(&part)))?))
    }

    fn keyed(&self, part: Bdd) -> Keyed {
        let (level, number) = part.0.with_manager_shared(|manager, edge| {
            let level = match manager.get_node(edge) {
                Node::Inner(node) => node.level(),
                Node::Terminal(_) => LevelNo::MAX,
            };
            (level, to_number(edge.raw()))
        });
        (Reverse(level), number, part)
    }

    /// Halves the range of numbers again and again. Lists that differ in few functions, such as "some agent but me",
    /// then share nearly all of their intermediate results.
    fn join(&self, parts: &[Keyed]) -> Result<Bdd, Halt> {
        match parts {
            [] => Ok(self.constant(true)),
            [(_, _, one)] => Ok(one.clone()),
            [(_, first, _), .., (_, last, _)] => {
                let half = 1 << (first ^ last).ilog2();
                let middle = parts.partition_point(|(_, number, _)| number & half == 0);
                let (low, high) = parts.split_at(middle);
                self.and(&self.join(low)?, &self.join(high)?)
            }
        }
    }
}
