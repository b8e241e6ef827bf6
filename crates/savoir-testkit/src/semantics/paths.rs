//! Paths in a finite graph: the two facts all temporal operators are made of.
//!
//! A graph is given by the list of successors of each node. A *path* is a finite or infinite sequence of nodes, each a
//! successor of the one before.

/// The successors of each node.
pub(super) type Edges = [Vec<usize>];

/// The nodes where a finite path starts whose last node is in `target` and whose nodes before that are in `through`.
pub(super) fn reach(edges: &Edges, through: &[bool], target: &[bool]) -> Vec<bool> {
    let sources = reversed(edges);
    let mut found = target.to_vec();
    let mut open: Vec<usize> = (0..edges.len()).filter(|&node| found[node]).collect();
    while let Some(node) = open.pop() {
        for &source in &sources[node] {
            if through[source] && !found[source] {
                found[source] = true;
                open.push(source);
            }
        }
    }
    found
}

/// The nodes where an infinite path starts that stays in `inside` and is in each set of `recurring` infinitely often.
///
/// The nodes that an infinite path visits infinitely often reach each other, so they lie in one strongly connected
/// component of the graph restricted to `inside`, which has an edge inside it and meets every recurring set. From such
/// a component, conversely, a path can go round through all its nodes for ever. So these are the nodes that reach such
/// a component within `inside`.
pub(super) fn recur(edges: &Edges, inside: &[bool], recurring: &[Vec<bool>]) -> Vec<bool> {
    let component = components(edges, inside);
    let count = component.iter().flatten().max().map_or(0, |last| last + 1);
    let mut has_edge = vec![false; count];
    let mut meets = vec![vec![false; recurring.len()]; count];
    for node in 0..edges.len() {
        let Some(own) = component[node] else { continue };
        has_edge[own] |= edges[node].iter().any(|&next| component[next] == Some(own));
        for (set, met) in recurring.iter().zip(&mut meets[own]) {
            *met |= set[node];
        }
    }
    let good = |own: usize| has_edge[own] && meets[own].iter().all(|met| *met);
    let target: Vec<bool> = component.iter().map(|own| own.is_some_and(good)).collect();
    reach(edges, inside, &target)
}

/// The number of the strongly connected component of each node of `inside`, by Kosaraju's algorithm: in the order of
/// decreasing finishing time of a depth-first search, what reaches a node and has no number yet is its component.
fn components(edges: &Edges, inside: &[bool]) -> Vec<Option<usize>> {
    let mut seen = vec![false; edges.len()];
    let mut finished = Vec::new();
    for root in (0..edges.len()).filter(|&node| inside[node]) {
        let mut stack = Vec::new();
        if !seen[root] {
            seen[root] = true;
            stack.push((root, 0));
        }
        while let Some((node, place)) = stack.pop() {
            let Some(&next) = edges[node].get(place) else {
                finished.push(node);
                continue;
            };
            stack.push((node, place + 1));
            if inside[next] && !seen[next] {
                seen[next] = true;
                stack.push((next, 0));
            }
        }
    }
    let sources = reversed(edges);
    let mut component = vec![None; edges.len()];
    let mut count = 0;
    for root in finished.into_iter().rev() {
        if component[root].is_some() {
            continue;
        }
        component[root] = Some(count);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            for &source in &sources[node] {
                if inside[source] && component[source].is_none() {
                    component[source] = Some(count);
                    open.push(source);
                }
            }
        }
        count += 1;
    }
    component
}

fn reversed(edges: &Edges) -> Vec<Vec<usize>> {
    let mut sources = vec![Vec::new(); edges.len()];
    for (node, nexts) in edges.iter().enumerate() {
        for &next in nexts {
            sources[next].push(node);
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;

    /// `s →⁺ t` within `inside`, by Warshall's algorithm.
    fn closure(edges: &Edges, inside: &[bool]) -> Vec<Vec<bool>> {
        let count = edges.len();
        let edge = |s: usize, t: usize| inside[s] && inside[t] && edges[s].contains(&t);
        let mut path: Vec<Vec<bool>> = (0..count).map(|s| (0..count).map(|t| edge(s, t)).collect()).collect();
        for middle in 0..count {
            for s in 0..count {
                for t in 0..count {
                    path[s][t] |= path[s][middle] && path[middle][t];
                }
            }
        }
        path
    }

    #[test]
    fn infinite_paths_are_lassos() {
        let mut rng = Rng::new(7);
        for _ in 0..500 {
            let count = 1 + rng.below(7) as usize;
            let set = |rng: &mut Rng| -> Vec<bool> { (0..count).map(|_| rng.chance(60)).collect() };
            let edges: Vec<Vec<usize>> = (0..count).map(|_| (0..count).filter(|_| rng.chance(25)).collect()).collect();
            let inside = set(&mut rng);
            let recurring: Vec<Vec<bool>> = (0..rng.below(3)).map(|_| set(&mut rng)).collect();
            let path = closure(&edges, &inside);
            let knot = |t: usize| {
                path[t][t] && recurring.iter().all(|set| (0..count).any(|u| set[u] && path[t][u] && path[u][t]))
            };
            let lasso = |s: usize| (0..count).any(|t| (s == t || path[s][t]) && knot(t));
            let expected: Vec<bool> = (0..count).map(lasso).collect();
            assert_eq!(recur(&edges, &inside, &recurring), expected, "{edges:?} {inside:?} {recurring:?}");
            let target = set(&mut rng);
            let reaches = |s: usize| {
                target[s]
                    || inside[s]
                        && (0..count).any(|t| (s == t || path[s][t]) && edges[t].iter().any(|&next| target[next]))
            };
            let expected: Vec<bool> = (0..count).map(reaches).collect();
            assert_eq!(reach(&edges, &inside, &target), expected, "{edges:?} {inside:?} {target:?}");
        }
    }
}
