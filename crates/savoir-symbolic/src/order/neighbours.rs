//! An order in which neighbours stand close together: reverse Cuthill-McKee.

use std::collections::VecDeque;

/// All elements, by the edges between them. Of elements with equally many neighbours the one with the lower number comes first.
pub(super) fn order(count: usize, edges: &[(Vec<usize>, f64)]) -> Vec<usize> {
    let mut of = vec![Vec::new(); count];
    for (number, (edge, _)) in edges.iter().enumerate() {
        edge.iter().for_each(|&element| of[element].push(number));
    }
    let degree: Vec<usize> =
        of.iter().map(|numbers| numbers.iter().map(|&number| edges[number].0.len() - 1).sum()).collect();
    let graph = Graph { edges, of, degree };
    let mut placed = Vec::with_capacity(count);
    let mut is_placed = vec![false; count];
    while placed.len() < count {
        let free = (0..count).filter(|&element| !is_placed[element]);
        let Some(first) = free.min_by_key(|&element| graph.degree[element]) else { break };
        // Far from anywhere is a good place to begin.
        let far = graph.levels(first).last().copied().unwrap_or(first);
        for element in graph.levels(far) {
            is_placed[element] = true;
            placed.push(element);
        }
    }
    placed.reverse();
    placed
}

struct Graph<'a> {
    edges: &'a [(Vec<usize>, f64)],
    /// By element: its edges.
    of: Vec<Vec<usize>>,
    degree: Vec<usize>,
}

impl Graph<'_> {
    /// All elements that are connected to one, the nearest first.
    fn levels(&self, first: usize) -> Vec<usize> {
        let mut seen = vec![false; self.of.len()];
        seen[first] = true;
        let mut found = vec![first];
        let mut open = VecDeque::from([first]);
        while let Some(element) = open.pop_front() {
            let mut next = Vec::new();
            for &other in self.of[element].iter().flat_map(|&number| &self.edges[number].0) {
                if !std::mem::replace(&mut seen[other], true) {
                    next.push(other);
                }
            }
            next.sort_by_key(|&other| (self.degree[other], other));
            found.extend(&next);
            open.extend(next);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_found_whatever_the_numbers_of_its_elements() {
        let path = [4, 0, 5, 2, 6, 1, 3];
        let edges: Vec<(Vec<usize>, f64)> = path.windows(2).map(|pair| (pair.to_vec(), 1.0)).collect();
        let found = order(7, &edges);
        let back: Vec<usize> = path.into_iter().rev().collect();
        assert!(found == path || found == back, "{found:?}");
        // What is tied to nothing is there as well.
        let mut more = order(9, &edges);
        more.sort_unstable();
        assert_eq!(more, (0..9).collect::<Vec<usize>>());
    }
}
