//! What single paths are made of: picking states, going forwards, and the joint action of a step.

use crate::system::SymbolicSystem;
use savoir_check::{JointAction, Stop, System, traced};
use savoir_dd::{Bdd, Halt, Var};
use savoir_model::{ActionClasses, ActionId};
use std::cell::{OnceCell, RefCell};

/// What is found out for the first path and needed for the others.
#[derive(Default)]
pub(crate) struct Tracing {
    classes: OnceCell<ActionClasses>,
    layers: RefCell<Layers>,
}

/// The states that are first reached from the initial ones after so many steps, as far as they were needed.
#[derive(Default)]
struct Layers {
    by_steps: Vec<Bdd>,
    /// All of them.
    union: Option<Bdd>,
}

impl SymbolicSystem<'_> {
    /// The state of a set whose codes come first. The bits are fixed one after the other, so this costs as many
    /// conjunctions as a state has bits.
    pub(crate) fn least(&self, set: &Bdd) -> Result<Option<Vec<u64>>, Halt> {
        if self.diagrams.is_false(set) {
            return Ok(None);
        }
        let mut rest = set.clone();
        let mut codes = Vec::with_capacity(self.encoding.variables.len());
        for bits in &self.encoding.variables {
            let mut code = 0;
            for bit in &bits.current {
                let one = self.diagrams.variable(*bit)?;
                let zero = self.diagrams.minus(&rest, &one)?;
                let is_one = self.diagrams.is_false(&zero);
                code = code << 1 | u64::from(is_one);
                rest = if is_one { self.diagrams.and(&rest, &one)? } else { zero };
            }
            codes.push(code);
        }
        Ok(Some(codes))
    }

    /// A shortest path from an initial state to a set.
    pub(crate) fn path_from_initial(&self, target: &Bdd) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        if self.is_empty(target) {
            return Ok(None);
        }
        let mut layers = self.tracing.layers.borrow_mut();
        let mut depth = 0;
        loop {
            if depth == layers.by_steps.len() && !self.add_layer(&mut layers)? {
                return Ok(None);
            }
            if let Some(end) = self.pick(&self.intersection(&layers.by_steps[depth], target)?)? {
                return traced(self, &layers.by_steps[..depth], &self.reachable, end).map(Some);
            }
            depth += 1;
        }
    }

    /// Finds what is first reached after one more step; whether there is anything.
    fn add_layer(&self, layers: &mut Layers) -> Result<bool, Stop> {
        let (next, union) = match (layers.by_steps.last(), &layers.union) {
            (Some(last), Some(union)) => {
                let next = self.difference(&self.successors(last)?, union)?;
                let union = self.union(union, &next)?;
                (next, union)
            }
            _ => (self.initial(), self.initial()),
        };
        let found = !self.is_empty(&next);
        if found {
            layers.by_steps.push(next);
            layers.union = Some(union);
        }
        Ok(found)
    }

    /// The set of one state, reachable or not.
    pub(crate) fn state(&self, codes: &[u64]) -> Result<Bdd, Halt> {
        let bits = self.encoding.variables.iter().map(|bits| bits.current.as_slice());
        self.spelled(bits.zip(codes.iter().copied()))
    }

    pub(crate) fn only(&self, codes: &[u64]) -> Result<Bdd, Halt> {
        self.diagrams.and(&self.state(codes)?, &self.reachable)
    }

    pub(crate) fn after(&self, set: &Bdd) -> Result<Bdd, Halt> {
        self.diagrams.and(&self.whole.after(&self.diagrams, set)?, &self.reachable)
    }

    /// With both states fixed, what is left of the relation is a function of the action bits.
    pub(crate) fn action_between(
        &self,
        from: &[u64],
        to: &[u64],
        allowed: &[Vec<ActionId>],
    ) -> Result<Option<JointAction>, Halt> {
        let next = self.encoding.variables.iter().map(|bits| bits.next.as_slice());
        let step = self.diagrams.and(&self.state(from)?, &self.spelled(next.zip(to.iter().copied()))?)?;
        let mut bits = self.encoding.current(self.model.variable_ids());
        bits.extend(self.encoding.next());
        let bits = self.diagrams.cube(&bits)?;
        let mut possible = self.diagrams.constant(true);
        for part in &self.whole.parts {
            possible = self.diagrams.and(&possible, &self.diagrams.and_exists(part, &step, &bits)?)?;
        }
        if self.diagrams.is_false(&possible) {
            return Ok(None);
        }
        let classes = self.tracing.classes.get_or_init(|| ActionClasses::new(self.model));
        let mut joint = Vec::with_capacity(allowed.len());
        for (agent, actions) in self.model.agent_ids().zip(allowed) {
            let own = &self.encoding.actions[agent.index()];
            let mut chosen = if own.is_empty() { actions.first().copied() } else { None };
            for action in if own.is_empty() { &[] } else { actions.as_slice() } {
                let class = u64::from(classes.class(agent, *action));
                let performed = self.spelled(std::iter::once((own.as_slice(), class)))?;
                let rest = self.diagrams.and(&possible, &performed)?;
                if !self.diagrams.is_false(&rest) {
                    possible = rest;
                    chosen = Some(*action);
                    break;
                }
            }
            if chosen.is_none() && !actions.is_empty() {
                return Ok(None);
            }
            joint.push(chosen);
        }
        Ok(Some(joint))
    }

    /// Where lists of bits, the most significant first, spell these codes; lists without bits do not matter.
    fn spelled<'b>(&self, codes: impl Iterator<Item = (&'b [Var], u64)>) -> Result<Bdd, Halt> {
        let literal = |bit: Var, value: u64| {
            let bit = self.diagrams.variable(bit)?;
            Ok(if value & 1 == 1 { bit } else { self.diagrams.not(&bit) })
        };
        let literals =
            codes.flat_map(|(bits, code)| bits.iter().rev().enumerate().map(move |(place, bit)| (*bit, code >> place)));
        self.diagrams.all(literals.map(|(bit, value)| literal(bit, value)).collect::<Result<Vec<Bdd>, Halt>>()?)
    }
}
