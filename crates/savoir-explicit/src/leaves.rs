//! What the members of a coalition can bring about, from the sets of joint actions that lead to the same states.
//!
//! A choice of a member rules out the sets in which it does something else. Members are gone through one after the other, and
//! choices that leave the same sets are one: of forty robots that push together it matters whether all push, not which of 2⁴⁰
//! combinations it is.

use crate::actions::ActionSets;
use crate::halt::Halt;
use crate::partial::sort_and_dedup;
use crate::usage::Meter;
use rustc_hash::FxHashSet;

/// Sets of joint actions with what they lead to.
#[derive(Default)]
pub(crate) struct Leaves {
    actions: Vec<ActionSets>,
    targets: Vec<Vec<u64>>,
}

/// Some of the leaves, one bit each.
type Left = Vec<u64>;

impl Leaves {
    pub(crate) fn add(&mut self, actions: &ActionSets, targets: &[u64]) {
        self.actions.push(actions.clone());
        self.targets.push(targets.to_vec());
    }

    /// The different sets of states, packed in so many words each, that choices of the members lead to. All actions that they
    /// may choose from are given.
    pub(crate) fn moves(
        &self,
        members: &[usize],
        possible: &ActionSets,
        words: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Vec<u64>>, Halt> {
        let mut moves: Vec<Vec<u64>> = Vec::new();
        let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
        for left in self.left_by(members, possible, meter)? {
            let mut targets = Vec::new();
            for (index, some) in self.targets.iter().enumerate() {
                if left[index / 64] >> (index % 64) & 1 == 1 {
                    targets.extend_from_slice(some);
                }
            }
            meter.count(targets.len() + left.len(), targets.len() + moves.len())?;
            sort_and_dedup(&mut targets, words, meter)?;
            if seen.insert(targets.clone()) {
                moves.push(targets);
            }
        }
        Ok(moves)
    }

    /// Which leaves are left by the choices of all members; never none.
    fn left_by(&self, members: &[usize], possible: &ActionSets, meter: &mut Meter<'_>) -> Result<Vec<Left>, Halt> {
        let mut all = vec![u64::MAX; self.targets.len().div_ceil(64)];
        if let Some(last) = all.last_mut()
            && !self.targets.len().is_multiple_of(64)
        {
            *last = (1 << (self.targets.len() % 64)) - 1;
        }
        let mut found: Vec<Left> = if self.targets.is_empty() { Vec::new() } else { vec![all] };
        for &member in members {
            let choices = self.choices(member, possible);
            let mut known: FxHashSet<Left> = FxHashSet::default();
            let mut next = Vec::new();
            for left in &found {
                for choice in &choices {
                    let both: Left = left.iter().zip(choice).map(|(left, choice)| left & choice).collect();
                    meter.count(both.len(), 2 * next.len() * both.len())?;
                    // A move that leads nowhere does not exist.
                    if both.iter().any(|word| *word != 0) && known.insert(both.clone()) {
                        next.push(both);
                    }
                }
            }
            found = next;
        }
        Ok(found)
    }

    /// For each class of actions of a member, in which leaves it may choose it; equal ones once.
    fn choices(&self, member: usize, possible: &ActionSets) -> Vec<Left> {
        let mut found: Vec<Left> = Vec::new();
        for class in possible.classes(member) {
            let mut left = vec![0; self.actions.len().div_ceil(64)];
            for (index, actions) in self.actions.iter().enumerate() {
                left[index / 64] |= u64::from(actions.contains(member, class)) << (index % 64);
            }
            if !found.contains(&left) {
                found.push(left);
            }
        }
        found
    }
}
