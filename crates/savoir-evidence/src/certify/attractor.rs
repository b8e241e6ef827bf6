//! How far it is to a target, or out of a region, for somebody who chooses moves.

use savoir_replay::{Moves, Ranks};
use std::collections::VecDeque;

/// By state: the moves, as a state and a place, that may lead there.
fn sources(moves: &[Moves]) -> Vec<Vec<(usize, usize)>> {
    let mut sources = vec![Vec::new(); moves.len()];
    for (state, moves) in moves.iter().enumerate() {
        for (place, ends) in moves.iter().enumerate() {
            ends.iter().for_each(|next| sources[*next].push((state, place)));
        }
    }
    sources
}

/// After how many steps the target is reached at the latest, if moves are chosen well.
pub(super) fn reach(moves: &[Moves], through: &[bool], target: &[bool]) -> Ranks {
    let sources = sources(moves);
    let mut ranks: Ranks = target.iter().map(|reached| reached.then_some(0)).collect();
    // Ends of each move that have no rank yet.
    let mut open: Vec<Vec<usize>> = moves.iter().map(|moves| moves.iter().map(Vec::len).collect()).collect();
    let mut queue: VecDeque<(usize, u32)> = ranked(&ranks);
    // States come in the order of their ranks, so the last end of a move is the farthest.
    while let Some((state, rank)) = queue.pop_front() {
        for &(source, place) in &sources[state] {
            open[source][place] -= 1;
            if open[source][place] == 0 && through[source] && ranks[source].is_none() {
                ranks[source] = Some(rank + 1);
                queue.push_back((source, rank + 1));
            }
        }
    }
    ranks
}

/// After how many steps the region is left at the latest, whoever chooses the moves.
pub(super) fn leave(moves: &[Moves], inside: &[bool]) -> Ranks {
    let sources = sources(moves);
    let mut ranks: Ranks = inside.iter().map(|inside| (!inside).then_some(0)).collect();
    let mut queue: VecDeque<(usize, u32)> = ranked(&ranks);
    // Moves that do not lead out yet; where there is none at all, one cannot stay.
    let mut open: Vec<usize> = moves.iter().map(Vec::len).collect();
    let mut leads_out: Vec<Vec<bool>> = moves.iter().map(|moves| vec![false; moves.len()]).collect();
    for state in 0..moves.len() {
        if open[state] == 0 && ranks[state].is_none() {
            ranks[state] = Some(1);
            queue.push_back((state, 1));
        }
    }
    while let Some((state, rank)) = queue.pop_front() {
        for &(source, place) in &sources[state] {
            if std::mem::replace(&mut leads_out[source][place], true) {
                continue;
            }
            open[source] -= 1;
            if open[source] == 0 && ranks[source].is_none() {
                ranks[source] = Some(rank + 1);
                queue.push_back((source, rank + 1));
            }
        }
    }
    ranks
}

fn ranked(ranks: &Ranks) -> VecDeque<(usize, u32)> {
    ranks.iter().enumerate().filter_map(|(state, rank)| Some((state, (*rank)?))).collect()
}
