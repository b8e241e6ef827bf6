//! What single paths are made of: picking states, going forwards, and the joint action of a step.

use crate::arithmetic::spells;
use crate::encoding::VariableBits;
use crate::system::SymbolicSystem;
use savoir_check::{JointAction, Stop, System, traced};
use savoir_dd::{Bdd, Halt, Var};
use savoir_model::{ActionClasses, ActionId, Model};
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

impl Tracing {
    /// The classes of actions that make the same difference.
    pub(crate) fn classes(&self, model: &Model) -> &ActionClasses {
        self.classes.get_or_init(|| ActionClasses::new(model))
    }

    /// Remembers what the search for reachable states has found step by step.
    pub(crate) fn keep(&self, by_steps: Vec<Bdd>, all: Bdd) {
        *self.layers.borrow_mut() = Layers { by_steps, union: Some(all) };
    }
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
        self.spelled(|bits| &bits.current, codes)
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
        let step = self.diagrams.and(&self.state(from)?, &self.spelled(|bits| &bits.next, to)?)?;
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
        let classes = self.tracing.classes(self.model);
        let mut joint = Vec::with_capacity(allowed.len());
        for (agent, actions) in self.model.agent_ids().zip(allowed) {
            // Without bits of its own, an action follows from the state or makes no difference: then any will do.
            let own = &self.encoding.actions[agent.index()];
            let mut chosen = None;
            for action in actions {
                let class = u64::from(classes.class(agent, *action));
                let rest = self.diagrams.and(&possible, &spells(&self.diagrams, own, class)?)?;
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

    /// Where the bits that `choose` takes of each variable spell these codes; without bits a code does not matter.
    fn spelled(&self, choose: impl Fn(&VariableBits) -> &Vec<Var>, codes: &[u64]) -> Result<Bdd, Halt> {
        let each = self.encoding.variables.iter().zip(codes);
        let spelled = each.map(|(bits, code)| spells(&self.diagrams, choose(bits), *code));
        self.diagrams.all(spelled.collect::<Result<Vec<Bdd>, Halt>>()?)
    }
}
