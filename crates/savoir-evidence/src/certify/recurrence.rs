//! Where fair paths in a region start (E. A. Emerson, C.-L. Lei, LICS 1986): states that cannot come to some constraint
//! again are left out, until there are none.

use savoir_replay::Recurrence;
use std::collections::VecDeque;

pub(super) fn recur(successors: &[Vec<usize>], inside: &[bool], constraints: &[Vec<bool>]) -> Vec<Recurrence> {
    let sources = sources(successors);
    let mut left = inside.to_vec();
    let mut found = vec![Recurrence::Misses { stage: 0, constraint: 0 }; inside.len()];
    let mut stage = 1;
    let mut unchanged = 0;
    let mut constraint = 0;
    while unchanged < constraints.len() {
        let ranks = ranks(&sources, successors, &left, &constraints[constraint]);
        let mut is_smaller = false;
        for state in 0..left.len() {
            if left[state] && ranks[state].is_none() {
                left[state] = false;
                found[state] = Recurrence::Misses { stage, constraint: constraint as u32 };
                is_smaller = true;
            }
        }
        stage += u32::from(is_smaller);
        unchanged = if is_smaller { 0 } else { unchanged + 1 };
        constraint = (constraint + 1) % constraints.len();
    }
    let all: Vec<Vec<Option<u32>>> =
        constraints.iter().map(|constraint| ranks(&sources, successors, &left, constraint)).collect();
    for state in (0..left.len()).filter(|state| left[*state]) {
        found[state] = Recurrence::Meets(all.iter().map(|ranks| ranks[state].unwrap_or(0)).collect());
    }
    found
}

/// How far it is inside a set to a state of a constraint from which one can go on inside.
fn ranks(sources: &[Vec<usize>], successors: &[Vec<usize>], inside: &[bool], constraint: &[bool]) -> Vec<Option<u32>> {
    let goes_on = |state: usize| successors[state].iter().any(|next| inside[*next]);
    let mut ranks: Vec<Option<u32>> =
        (0..inside.len()).map(|state| (inside[state] && constraint[state] && goes_on(state)).then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..inside.len()).filter(|state| ranks[*state].is_some()).collect();
    while let Some(state) = queue.pop_front() {
        let next = ranks[state].map(|rank| rank + 1);
        for &source in &sources[state] {
            if inside[source] && ranks[source].is_none() {
                ranks[source] = next;
                queue.push_back(source);
            }
        }
    }
    ranks
}

fn sources(successors: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut sources = vec![Vec::new(); successors.len()];
    for (state, next) in successors.iter().enumerate() {
        next.iter().for_each(|next| sources[*next].push(state));
    }
    sources
}
