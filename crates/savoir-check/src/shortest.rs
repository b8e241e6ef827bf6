//! Shortest paths by layers: the states that are first reached after one step, after two, and so on.

use crate::{Stop, System};

/// The states of a shortest path, see [`System::shortest_path`].
pub(crate) fn by_layers<S: System>(
    system: &S,
    start: &S::Set,
    through: &S::Set,
    target: &S::Set,
) -> Result<Option<Vec<Vec<u64>>>, Stop> {
    let mut layers = vec![start.clone()];
    let mut seen = start.clone();
    loop {
        system.budget().check()?;
        let layer = &layers[layers.len() - 1];
        if let Some(end) = system.pick(&system.intersection(layer, target)?)? {
            layers.pop();
            return traced(system, &layers, through, end).map(Some);
        }
        let next = system.successors(&system.intersection(layer, through)?)?;
        let next = system.difference(&next, &seen)?;
        if system.is_empty(&next) {
            return Ok(None);
        }
        seen = system.union(&seen, &next)?;
        layers.push(next);
    }
}

/// A path through one state of each layer to `end`, which follows the last layer: before each state comes the least one
/// that leads to it.
///
/// # Errors
/// When the budget is used up.
pub fn traced<S: System>(
    system: &S,
    layers: &[S::Set],
    through: &S::Set,
    end: Vec<u64>,
) -> Result<Vec<Vec<u64>>, Stop> {
    let mut path = vec![end];
    for layer in layers.iter().rev() {
        let before = system.predecessors(&system.singleton(&path[path.len() - 1])?)?;
        let before = system.intersection(&system.intersection(layer, through)?, &before)?;
        // There is one, because the next layer was made from this one.
        path.extend(system.pick(&before)?);
    }
    path.reverse();
    Ok(path)
}
