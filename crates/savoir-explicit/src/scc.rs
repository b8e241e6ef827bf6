//! Strongly connected components that satisfy fairness, after Tarjan, without recursion.

use crate::bitset::BitSet;
use crate::graph::ReverseGraph;
use savoir_check::{Budget, Stop};

const UNSEEN: u32 = u32::MAX;

/// The states of `within` that lie on a cycle inside `within` through every one of the `fair` sets.
pub(crate) fn on_fair_cycles(
    graph: &ReverseGraph,
    within: &BitSet,
    fair: &[BitSet],
    states: usize,
    budget: &Budget,
) -> Result<BitSet, Stop> {
    let mut found = BitSet::empty(states);
    let mut order = vec![UNSEEN; states];
    let mut low = vec![0u32; states];
    let mut on_stack = BitSet::empty(states);
    let mut stack: Vec<u32> = Vec::new();
    // The path of the depth-first search: a state and how many of its edges were looked at.
    let mut path: Vec<(u32, usize)> = Vec::new();
    let mut counter = 0u32;
    for start in within.iter() {
        if order[start] != UNSEEN {
            continue;
        }
        path.push((start as u32, 0));
        while let Some((state, edge)) = path.last_mut() {
            let (at, first_visit) = (*state as usize, *edge == 0);
            if first_visit && order[at] == UNSEEN {
                if counter.is_multiple_of(65536) {
                    budget.check()?;
                }
                order[at] = counter;
                low[at] = counter;
                counter += 1;
                stack.push(at as u32);
                on_stack.insert(at);
            }
            // Components are the same in the reverse graph.
            let edges = graph.predecessors(at);
            let mut descend = None;
            while let Some(&next) = edges.get(*edge) {
                *edge += 1;
                let next = next as usize;
                if !within.contains(next) {
                    continue;
                }
                if order[next] == UNSEEN {
                    descend = Some(next);
                    break;
                }
                if on_stack.contains(next) {
                    low[at] = low[at].min(order[next]);
                }
            }
            if let Some(next) = descend {
                path.push((next as u32, 0));
                continue;
            }
            path.pop();
            if let Some((above, _)) = path.last() {
                let above = *above as usize;
                low[above] = low[above].min(low[at]);
            }
            if low[at] == order[at] {
                let first = stack.iter().rposition(|member| *member as usize == at).unwrap_or(0);
                let component = stack.split_off(first);
                component.iter().for_each(|&member| on_stack.remove(member as usize));
                let cyclic = component.len() > 1 || graph.predecessors(at).contains(&(at as u32));
                let satisfies = |set: &BitSet| component.iter().any(|&member| set.contains(member as usize));
                if cyclic && fair.iter().all(satisfies) {
                    component.iter().for_each(|&member| {
                        found.insert(member as usize);
                    });
                }
            }
        }
    }
    Ok(found)
}
