//! Going forwards and backwards along transitions.

use crate::condition::Conditions;
use crate::encoding::Encoding;
use crate::relation::Part;
use crate::schedule::{Schedule, cluster};
use savoir_dd::{Bdd, Diagrams, Halt, Renaming, Var};
use savoir_model::{AgentId, VarId};

/// Most nodes of a cluster of parts of the relation, if no single part has more.
const CLUSTER: usize = 1_500;
/// Otherwise so many times those of the largest part.
const LARGE_CLUSTER: usize = 4;
/// And most nodes in any case.
const LARGEST_CLUSTER: usize = 100_000;

/// A split is worth while if its transitions change on average less than this share of the state.
const SMALL_CHANGE: f64 = 0.7;

/// Transitions as a conjunction of parts. Variables that no part sets stay as they are.
pub(crate) struct Transitions {
    pub(crate) parts: Vec<Bdd>,
    forward: Schedule,
    backward: Schedule,
    pub(crate) to_next: Renaming,
    pub(crate) to_current: Renaming,
}

impl Transitions {
    /// The transitions that all `parts` allow and that change only some bits, given with their next values; actions do not
    /// matter.
    pub(crate) fn new(
        diagrams: &Diagrams,
        encoding: &Encoding,
        parts: Vec<Bdd>,
        pairs: &[(Var, Var)],
    ) -> Result<Transitions, Halt> {
        let largest = parts.iter().map(|part| diagrams.size(part)).max().unwrap_or(0);
        let limit = if largest > CLUSTER { (LARGE_CLUSTER * largest).min(LARGEST_CLUSTER) } else { CLUSTER };
        let parts = cluster(diagrams, parts, limit)?;
        let actions = encoding.actions.iter().flatten().copied();
        let swapped: Vec<(Var, Var)> = pairs.iter().map(|(current, next)| (*next, *current)).collect();
        let current: Vec<Var> = pairs.iter().map(|(current, _)| *current).chain(actions.clone()).collect();
        let next: Vec<Var> = pairs.iter().map(|(_, next)| *next).chain(actions).collect();
        Ok(Transitions {
            forward: Schedule::new(diagrams, &parts, &current)?,
            backward: Schedule::new(diagrams, &parts, &next)?,
            to_next: diagrams.renaming(pairs),
            to_current: diagrams.renaming(&swapped),
            parts,
        })
    }

    /// The successors of a set.
    pub(crate) fn after(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        diagrams.rename(&self.forward.apply(diagrams, set)?, &self.to_current)
    }

    /// Everything with a successor in a set, reachable or not.
    pub(crate) fn before(&self, diagrams: &Diagrams, set: &Bdd) -> Result<Bdd, Halt> {
        self.before_with(diagrams, &self.backward, set)
    }

    /// Those of some states that have a successor in a set. The states are joined first, so that not all that is possible
    /// before the set, reachable or not, is ever looked at.
    pub(crate) fn before_among(&self, diagrams: &Diagrams, among: &Bdd, set: &Bdd) -> Result<Bdd, Halt> {
        self.backward.apply(diagrams, &diagrams.and(among, &diagrams.rename(set, &self.to_next)?)?)
    }

    /// Everything before a set with a schedule of one's own over the same parts.
    pub(crate) fn before_with(&self, diagrams: &Diagrams, schedule: &Schedule, set: &Bdd) -> Result<Bdd, Halt> {
        schedule.apply(diagrams, &diagrams.rename(set, &self.to_next)?)
    }
}

/// The transitions split by the actions of the agent whose single actions change least; `None` if that is not little.
pub(crate) fn split(conditions: &Conditions<'_>, parts: &[Part]) -> Result<Option<Vec<Slice>>, Halt> {
    let encoding = conditions.arithmetic.encoding;
    let all: usize = encoding.variables.iter().map(|bits| bits.next.len()).sum();
    let mut best: Option<(f64, Vec<Slice>)> = None;
    for agent in conditions.arithmetic.model.agent_ids() {
        if encoding.actions[agent.index()].is_empty() || !conditions.chooses(agent) {
            continue;
        }
        let mut slices = Vec::with_capacity(conditions.classes.count(agent));
        for class in 0..conditions.classes.count(agent) as u16 {
            slices.extend(slice(conditions, parts, agent, class)?);
        }
        let bits =
            |slice: &Slice| -> usize { slice.changed.iter().map(|id| encoding.variables[id.index()].next.len()).sum() };
        let changed: usize = slices.iter().map(bits).sum();
        let share = changed as f64 / (all * slices.len()).max(1) as f64;
        if share < best.as_ref().map_or(SMALL_CHANGE, |(share, _)| *share) {
            best = Some((share, slices));
        }
    }
    Ok(best.map(|(_, slices)| slices))
}

/// What is left of the parts when one agent performs one action.
pub(crate) struct Slice {
    parts: Vec<Bdd>,
    changed: Vec<VarId>,
}

impl Slice {
    pub(crate) fn transitions(self, diagrams: &Diagrams, encoding: &Encoding) -> Result<Transitions, Halt> {
        let pairs = self.changed.iter().flat_map(|id| encoding.variables[id.index()].pairs());
        Transitions::new(diagrams, encoding, self.parts, &pairs.collect::<Vec<_>>())
    }
}

/// `None` if the action is never possible.
fn slice(conditions: &Conditions<'_>, parts: &[Part], agent: AgentId, class: u16) -> Result<Option<Slice>, Halt> {
    let diagrams = conditions.diagrams();
    let performed = conditions.performs(agent, class)?;
    let bits = diagrams.cube(&conditions.arithmetic.encoding.actions[agent.index()])?;
    let mut slice = Slice { parts: Vec::new(), changed: Vec::new() };
    for part in parts {
        let rest = diagrams.and_exists(&part.relation, &performed, &bits)?;
        if diagrams.is_false(&rest) {
            return Ok(None);
        }
        let same = part.sets.iter().map(|&variable| conditions.keep(variable)).collect::<Result<Vec<Bdd>, Halt>>()?;
        if !part.sets.is_empty() && rest == diagrams.all(same)? {
            continue;
        }
        if !diagrams.is_true(&rest) {
            slice.parts.push(rest);
        }
        slice.changed.extend(&part.sets);
    }
    Ok(Some(slice))
}
