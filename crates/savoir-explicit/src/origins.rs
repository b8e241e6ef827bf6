//! How states are first reached: breadth-first search that remembers where it came from.

use crate::bitset::BitSet;
use crate::game::poll;
use crate::halt::Halt;
use crate::successors::Successors;
use crate::system::ExplicitSystem;
use crate::usage::Usage;
use savoir_check::{Sets, Stop};

/// Where a search has not been, and what comes before a first state.
const NONE: u32 = u32::MAX;

/// By state: after how many steps a search reached it, and from which state; the least one, if there are several.
pub(crate) struct Origins {
    depth: Vec<u32>,
    before: Vec<u32>,
}

impl Origins {
    /// Goes from `start` through the states of `through`, up to the first layer that meets `target`.
    pub(crate) fn find(
        system: &ExplicitSystem<'_>,
        start: &BitSet,
        through: &BitSet,
        target: Option<&BitSet>,
    ) -> Result<Origins, Stop> {
        let store = &system.store;
        let count = store.len();
        let mut origins = Origins { depth: vec![NONE; count], before: vec![NONE; count] };
        let usage = Usage::new(&system.budget, system.options.tuning, store.bytes() + 8 * count as u64);
        usage.check()?;
        let mut successors = Successors::new(&system.program, &usage);
        let mut layer: Vec<u32> = start.iter().map(|state| state as u32).collect();
        layer.iter().for_each(|state| origins.depth[*state as usize] = 0);
        let mut steps = 0;
        let mut depth = 0;
        while !layer.is_empty() && !layer.iter().any(|state| target.is_some_and(|set| set.contains(*state as usize))) {
            depth += 1;
            let mut next = Vec::new();
            for &state in layer.iter().filter(|state| through.contains(**state as usize)) {
                poll(&mut steps, system.budget())?;
                for target in successors.of(store.state(state as usize)).map_err(Halt::limit)?.chunks_exact(store.words)
                {
                    // Every successor was stored by the exploration.
                    let Some(target) = store.find(target) else { continue };
                    let place = target as usize;
                    if origins.depth[place] == NONE {
                        origins.depth[place] = depth;
                        origins.before[place] = state;
                        next.push(target);
                    } else if origins.depth[place] == depth
                        && system.order(state as usize, origins.before[place] as usize).is_lt()
                    {
                        origins.before[place] = state;
                    }
                }
            }
            layer = next;
        }
        Ok(origins)
    }

    /// The path to the least of the states of `target` that were reached first.
    pub(crate) fn path(&self, system: &ExplicitSystem<'_>, target: &BitSet) -> Option<Vec<Vec<u64>>> {
        let reached = target.iter().filter(|&state| self.depth[state] != NONE);
        let end = reached.min_by(|&a, &b| self.depth[a].cmp(&self.depth[b]).then_with(|| system.order(a, b)))?;
        let mut path = vec![system.state_codes(end)];
        let mut at = self.before[end];
        while at != NONE {
            path.push(system.state_codes(at as usize));
            at = self.before[at as usize];
        }
        path.reverse();
        Some(path)
    }
}
