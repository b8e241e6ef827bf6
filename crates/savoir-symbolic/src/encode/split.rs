//! Splitting the transitions by the actions of one agent, so that each slice changes little of the state.

use super::bits::Encoding;
use super::condition::Conditions;
use super::relation::Part;
use crate::relation::Transitions;
use crate::tuning::ClusterTuning;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::{AgentId, VarId};
use std::collections::BTreeSet;

/// The transitions as a disjunction by the actions of an agent, which is the splitter: those that change the same variables are one slice.
pub(crate) struct Slices {
    pub(crate) splitter: AgentId,
    /// Slice by slice: where the splitter performs its actions.
    pub(crate) performed: Vec<Bdd>,
    pub(crate) transitions: Vec<Transitions>,
}

/// The transitions split by the actions of the agent whose single actions change least, with that agent; `None` if none changes
/// less than a share of the bits, or if all actions change the same variables.
pub(super) fn split(
    conditions: &Conditions<'_>,
    parts: &[Part],
    below: f64,
) -> Result<Option<(AgentId, Vec<Slice>)>, Halt> {
    let encoding = conditions.arithmetic.encoding;
    let all: usize = encoding.variables.iter().map(|bits| bits.next.len()).sum();
    let parts = parts.iter().map(|part| Unsplit::new(conditions, part)).collect::<Result<Vec<Unsplit<'_>>, Halt>>()?;
    let mut best: Option<(f64, (AgentId, Vec<Slice>))> = None;
    for agent in conditions.arithmetic.model.agent_ids() {
        if encoding.actions[agent.index()].is_empty() || !conditions.chooses(agent) {
            continue;
        }
        let mut slices = Vec::with_capacity(conditions.classes.count(agent));
        for class in 0..conditions.classes.count(agent) as u32 {
            slices.extend(slice(conditions, &parts, agent, class)?);
        }
        let bits =
            |slice: &Slice| -> usize { slice.changed.iter().map(|id| encoding.variables[id.index()].next.len()).sum() };
        let changed: usize = slices.iter().map(bits).sum();
        let share = changed as f64 / (all * slices.len()).max(1) as f64;
        let is_divided = slices.iter().any(|slice| slice.changed != slices[0].changed);
        if is_divided && share < best.as_ref().map_or(below, |(share, _)| *share) {
            best = Some((share, (agent, slices)));
        }
    }
    let Some((_, (agent, slices))) = best else { return Ok(None) };
    let mut alike: Vec<Vec<Slice>> = Vec::new();
    for slice in slices {
        match alike.iter_mut().find(|known| known[0].changed == slice.changed) {
            Some(known) => known.push(slice),
            None => alike.push(vec![slice]),
        }
    }
    let joined = |alike: Vec<Slice>| match <[Slice; 1]>::try_from(alike) {
        Ok([one]) => Ok(one),
        Err(several) => join(conditions, &parts, agent, &several),
    };
    let slices = alike.into_iter().map(joined).collect::<Result<Vec<Slice>, Halt>>()?;
    Ok(Some((agent, slices)))
}

/// One slice for several actions of an agent that change the same variables: which of them it is stays in the diagrams.
fn join(conditions: &Conditions<'_>, parts: &[Unsplit<'_>], agent: AgentId, slices: &[Slice]) -> Result<Slice, Halt> {
    let diagrams = conditions.diagrams();
    let bits = &conditions.arithmetic.encoding.actions[agent.index()];
    let performed = diagrams.any(slices.iter().map(|slice| slice.performed.clone()))?;
    let changed = slices[0].changed.clone();
    let mut left = vec![performed.clone()];
    for Unsplit { part, support, .. } in parts {
        if !part.sets.is_empty() && !part.sets.iter().any(|variable| changed.contains(variable)) {
            continue;
        }
        let rest = match bits.iter().any(|bit| support.contains(bit)) {
            true => diagrams.simplify(&part.relation, &performed)?,
            false => part.relation.clone(),
        };
        if !diagrams.is_true(&rest) {
            left.push(rest);
        }
    }
    Ok(Slice { performed, parts: left, changed })
}

/// A part before it is split.
struct Unsplit<'a> {
    part: &'a Part,
    /// The bits it depends on: most parts have nothing to do with most agents.
    support: BTreeSet<Var>,
    /// Where the variables it sets stay as they are.
    same: Bdd,
}

impl<'a> Unsplit<'a> {
    fn new(conditions: &Conditions<'_>, part: &'a Part) -> Result<Unsplit<'a>, Halt> {
        let diagrams = conditions.diagrams();
        let same = part.sets.iter().map(|&variable| conditions.keep(variable)).collect::<Result<Vec<Bdd>, Halt>>()?;
        let support = diagrams.support(&part.relation)?.into_iter().collect();
        Ok(Unsplit { part, support, same: diagrams.all(same)? })
    }
}

/// What is left of the parts when one agent performs certain actions.
pub(super) struct Slice {
    /// Where it performs one of them.
    performed: Bdd,
    parts: Vec<Bdd>,
    changed: Vec<VarId>,
}

impl Slices {
    pub(super) fn new(
        diagrams: &Diagrams,
        encoding: &Encoding,
        (splitter, slices): (AgentId, Vec<Slice>),
        clusters: ClusterTuning,
    ) -> Slices {
        let (mut performed, mut transitions) = (Vec::with_capacity(slices.len()), Vec::with_capacity(slices.len()));
        for slice in slices {
            let pairs: Vec<(Var, Var)> =
                slice.changed.iter().flat_map(|id| encoding.variables[id.index()].pairs()).collect();
            performed.push(slice.performed);
            transitions.push(Transitions::new(diagrams, encoding, slice.parts, &pairs, clusters));
        }
        Slices { splitter, performed, transitions }
    }
}

/// `None` if the action is never possible.
fn slice(
    conditions: &Conditions<'_>,
    parts: &[Unsplit<'_>],
    agent: AgentId,
    class: u32,
) -> Result<Option<Slice>, Halt> {
    let diagrams = conditions.diagrams();
    let performed = conditions.performs(agent, class)?;
    let bits = &conditions.arithmetic.encoding.actions[agent.index()];
    let cube = diagrams.cube(bits)?;
    let mut slice = Slice { performed: performed.clone(), parts: Vec::new(), changed: Vec::new() };
    for Unsplit { part, support, same } in parts {
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
