//! Splitting the transitions by the actions of one agent, so that each slice changes little of the state.

use crate::condition::Conditions;
use crate::encoding::Encoding;
use crate::relation::Part;
use crate::transitions::Transitions;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::{AgentId, VarId};
use std::collections::BTreeSet;

/// A split is worth while if its transitions change on average less than this share of the state.
const SMALL_CHANGE: f64 = 0.7;

/// The transitions split by the actions of the agent whose single actions change least; `None` if that is not little.
pub(crate) fn split(conditions: &Conditions<'_>, parts: &[Part]) -> Result<Option<Vec<Slice>>, Halt> {
    let encoding = conditions.arithmetic.encoding;
    let all: usize = encoding.variables.iter().map(|bits| bits.next.len()).sum();
    let parts = parts.iter().map(|part| Whole::new(conditions, part)).collect::<Result<Vec<Whole<'_>>, Halt>>()?;
    let mut best: Option<(f64, Vec<Slice>)> = None;
    for agent in conditions.arithmetic.model.agent_ids() {
        if encoding.actions[agent.index()].is_empty() || !conditions.chooses(agent) {
            continue;
        }
        let mut slices = Vec::with_capacity(conditions.classes.count(agent));
        for class in 0..conditions.classes.count(agent) as u16 {
            slices.extend(slice(conditions, &parts, agent, class)?);
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

/// A part before it is split.
struct Whole<'a> {
    part: &'a Part,
    /// The bits it depends on: most parts have nothing to do with most agents.
    support: BTreeSet<Var>,
    /// Where the variables it sets stay as they are.
    same: Bdd,
}

impl<'a> Whole<'a> {
    fn new(conditions: &Conditions<'_>, part: &'a Part) -> Result<Whole<'a>, Halt> {
        let diagrams = conditions.diagrams();
        let same = part.sets.iter().map(|&variable| conditions.keep(variable)).collect::<Result<Vec<Bdd>, Halt>>()?;
        let support = diagrams.support(&part.relation)?.into_iter().collect();
        Ok(Whole { part, support, same: diagrams.all(same)? })
    }
}

/// What is left of the parts when one agent performs one action.
pub(crate) struct Slice {
    parts: Vec<Bdd>,
    changed: Vec<VarId>,
}

impl Slice {
    pub(crate) fn transitions(self, diagrams: &Diagrams, encoding: &Encoding) -> Transitions {
        let pairs = self.changed.iter().flat_map(|id| encoding.variables[id.index()].pairs());
        Transitions::new(diagrams, encoding, self.parts, &pairs.collect::<Vec<_>>())
    }
}

/// `None` if the action is never possible.
fn slice(conditions: &Conditions<'_>, parts: &[Whole<'_>], agent: AgentId, class: u16) -> Result<Option<Slice>, Halt> {
    let diagrams = conditions.diagrams();
    let performed = conditions.performs(agent, class)?;
    let bits = &conditions.arithmetic.encoding.actions[agent.index()];
    let cube = diagrams.cube(bits)?;
    let mut slice = Slice { parts: Vec::new(), changed: Vec::new() };
    for Whole { part, support, same } in parts {
        let rest = if bits.iter().any(|bit| support.contains(bit)) {
            diagrams.and_exists(&part.relation, &performed, &cube)?
        } else {
            part.relation.clone()
        };
        if diagrams.is_false(&rest) {
            return Ok(None);
        }
        if !part.sets.is_empty() && rest == *same {
            continue;
        }
        if !diagrams.is_true(&rest) {
            slice.parts.push(rest);
        }
        slice.changed.extend(&part.sets);
    }
    Ok(Some(slice))
}
