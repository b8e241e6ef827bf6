//! Quantification that depends on other variables: all at once where the order allows it.

use crate::recursion::Block;
use crate::{Bdd, Cube, Diagrams, Halt, Var};
use oxidd::bcdd::BCDDFunction;
use oxidd_core::function::Function;

/// Most levels from a condition to the last variable that it is about, for going through them without remembering anything.
const LONGEST_BLOCK: u32 = 12;

/// Variables that are quantified where a condition is false, for several conditions.
#[derive(Clone, Debug)]
pub struct Unless {
    parts: Vec<(Var, Vec<Var>, Cube)>,
    number: u32,
}

impl Diagrams {
    /// Variables that are quantified where the variable before them is false.
    ///
    /// # Errors
    /// When there is no room, or the poll says to stop.
    pub fn unless(&self, parts: impl IntoIterator<Item = (Var, Vec<Var>)>) -> Result<Unless, Halt> {
        let part = |(condition, variables): (Var, Vec<Var>)| {
            let cube = self.cube(&variables)?;
            Ok((condition, variables, cube))
        };
        let parts = parts.into_iter().map(part).collect::<Result<Vec<_>, Halt>>()?;
        Ok(Unless { parts, number: self.next_number() })
    }

    /// `if condition then f else ∃ variables. f`, for each condition with its variables.
    ///
    /// # Errors
    /// When there is no room, or the poll says to stop.
    pub fn exists_unless(&self, f: &Bdd, unless: &Unless) -> Result<Bdd, Halt> {
        let (blocks, others) = self.blocks(unless);
        let mut result = f.clone();
        if !blocks.is_empty() {
            result = self.run(|manager, task| {
                let edge = task.exists_unless(f.0.as_edge(manager), &blocks, unless.number)?;
                Ok(BCDDFunction::from_edge(manager, edge))
            })?;
        }
        for place in others {
            let (condition, _, cube) = &unless.parts[place];
            let without = self.exists(&result, cube)?;
            result = self.if_then_else(&self.variable(*condition)?, &result, &without)?;
        }
        Ok(result)
    }

    /// The parts whose condition stands close above its variables, in the order of levels, and the places of the others.
    fn blocks(&self, unless: &Unless) -> (Vec<Block>, Vec<usize>) {
        let block = |(condition, variables, _): &(Var, Vec<Var>, Cube)| {
            let mut quantified: Vec<u32> = variables.iter().map(|variable| self.level(*variable)).collect();
            quantified.sort_unstable();
            Block { condition: self.level(*condition), quantified }
        };
        let mut sorted: Vec<(Block, usize)> =
            unless.parts.iter().map(block).enumerate().map(|(place, block)| (block, place)).collect();
        sorted.sort_by_key(|(block, _)| block.condition);
        let (mut blocks, mut others): (Vec<Block>, Vec<usize>) = (Vec::new(), Vec::new());
        for (block, place) in sorted {
            let is_above = block.quantified.first().is_none_or(|first| block.condition < *first);
            let is_short = block.last().saturating_sub(block.condition) <= LONGEST_BLOCK;
            let is_apart = blocks.last().is_none_or(|before: &Block| before.last() < block.condition);
            if is_above && is_short && is_apart {
                blocks.push(block);
            } else {
                others.push(place);
            }
        }
        (blocks, others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unlimited;

    /// All ways of placing two conditions and three variables, on functions that depend on everything.
    #[test]
    fn all_at_once_is_the_same_as_one_after_the_other() {
        let orders: Vec<[u32; 5]> =
            vec![[0, 1, 2, 3, 4], [3, 4, 0, 1, 2], [0, 2, 1, 3, 4], [2, 0, 1, 4, 3], [4, 3, 2, 1, 0]];
        for [first, second, a, b, c] in orders {
            let diagrams = Diagrams::new(6, Box::new(Unlimited));
            let v = |number: u32| diagrams.variable(Var(number)).unwrap();
            let weights = [3u32, 5, 7, 11, 13, 17];
            for modulus in 2..9 {
                let mut function = diagrams.constant(false);
                for bits in (0..64u32).filter(|bits| {
                    (0..6).filter(|place| bits >> place & 1 == 1).map(|place| weights[place]).sum::<u32>() % modulus
                        == 1
                }) {
                    let mut cube = diagrams.constant(true);
                    for place in 0..6 {
                        let literal = if bits >> place & 1 == 1 { v(place) } else { diagrams.not(&v(place)) };
                        cube = diagrams.and(&cube, &literal).unwrap();
                    }
                    function = diagrams.or(&function, &cube).unwrap();
                }
                let parts = [(Var(first), vec![Var(a), Var(b)]), (Var(second), vec![Var(c)])];
                let unless = diagrams.unless(parts.clone()).unwrap();
                let found = diagrams.exists_unless(&function, &unless).unwrap();
                let mut expected = function;
                for (condition, variables) in parts {
                    let without = diagrams.exists(&expected, &diagrams.cube(&variables).unwrap()).unwrap();
                    expected = diagrams.if_then_else(&v(condition.0), &expected, &without).unwrap();
                }
                assert!(found == expected, "{first} {second} {a} {b} {c}, {modulus}");
            }
        }
    }
}
