//! What single paths are made of: picking states, going forwards, and the joint action of a step.

use super::SymbolicSystem;
use crate::encode::{VariableBits, spells};
use savoir_check::{JointAction, Layers, Sets, Stop};
use savoir_dd::{Bdd, Halt, Var};
use savoir_model::{ActionClasses, ActionId, Model};
use std::cell::{OnceCell, RefCell};

/// What is found out for the first path and needed for the others.
pub(super) struct Tracing {
    classes: OnceCell<ActionClasses>,
    /// What is reached from the initial states, step by step.
    growth: RefCell<Option<Layers<Bdd>>>,
}

impl Tracing {
    /// The classes of actions that make the same difference.
    pub(super) fn classes(&self, model: &Model) -> &ActionClasses {
        self.classes.get_or_init(|| ActionClasses::new(model))
    }

    /// Remembers what the search for reachable states has found step by step, if it went so.
    pub(super) fn new(by_steps: Option<Vec<Bdd>>, all: &Bdd) -> Tracing {
        let growth = by_steps.map(|layers| Layers::known(layers, all.clone()));
        Tracing { classes: OnceCell::new(), growth: RefCell::new(growth) }
    }
}

impl SymbolicSystem<'_> {
    /// The state of a set whose codes come first among those that have a property. The bits are fixed one after the
    /// other, so this costs as many conjunctions as a state has bits, and a test where both values are possible.
    pub(super) fn least<E: From<Stop>>(
        &self,
        set: &Bdd,
        has: &mut dyn FnMut(&Bdd) -> Result<bool, E>,
    ) -> Result<Option<Vec<u64>>, E> {
        if self.is_empty(set) || !has(set)? {
            return Ok(None);
        }
        let mut rest = set.clone();
        let mut codes = Vec::with_capacity(self.encoded.encoding.variables.len());
        for bits in &self.encoded.encoding.variables {
            let mut code = 0;
            for bit in &bits.current {
                let one = match self.dependencies.function(*bit) {
                    Some(function) => function.clone(),
                    None => self.stop(self.diagrams().variable(*bit))?,
                };
                let (zeros, ones) = (self.difference(&rest, &one)?, self.intersection(&rest, &one)?);
                let is_one = self.is_empty(&zeros) || !self.is_empty(&ones) && !has(&zeros)?;
                code = code << 1 | u64::from(is_one);
                rest = if is_one { ones } else { zeros };
            }
            codes.push(bits.spelling.number(code));
        }
        Ok(Some(codes))
    }

    /// A shortest path from an initial state to a set.
    pub(super) fn known_path(&self, target: &Bdd) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        if self.is_empty(target) {
            return Ok(None);
        }
        let mut growth = self.tracing.growth.borrow_mut();
        growth.get_or_insert_with(|| Layers::new(self.initial())).path_to(self, &self.reachable, target)
    }

    /// The set of one state, reachable or not; none if a bit that is left out is not as it should be.
    pub(super) fn state(&self, codes: &[u64]) -> Result<Bdd, Halt> {
        self.spelled(|bits| &bits.current, codes)
    }

    pub(super) fn only(&self, codes: &[u64]) -> Result<Bdd, Halt> {
        self.diagrams().and(&self.state(codes)?, &self.reachable)
    }

    /// Whether a state with these codes is in a set.
    pub(super) fn has(&self, set: &Bdd, codes: &[u64]) -> bool {
        let values = self.values(codes);
        self.is_consistent(&values) && self.diagrams().holds_at(set, values)
    }

    /// The value of each bit in a state.
    fn values(&self, codes: &[u64]) -> Vec<(Var, bool)> {
        self.encoded.encoding.variables.iter().zip(codes).flat_map(|(bits, code)| bits.values(*code)).collect()
    }

    /// Whether the bits that are left out are as they should be.
    fn is_consistent(&self, values: &[(Var, bool)]) -> bool {
        values.iter().all(|(bit, value)| match self.dependencies.function(*bit) {
            Some(function) => self.diagrams().holds_at(function, values.iter().copied()) == *value,
            None => true,
        })
    }

    /// With both states fixed, what is left of the relation is a function of the action bits.
    pub(super) fn action_between(
        &self,
        from: &[u64],
        to: &[u64],
        allowed: &[Vec<ActionId>],
    ) -> Result<Option<JointAction>, Halt> {
        let step = self.diagrams().and(&self.state(from)?, &self.spelled(|bits| &bits.next, to)?)?;
        let mut bits = self.encoded.encoding.current(self.encoded.model.variable_ids());
        bits.extend(self.encoded.encoding.next());
        let bits = self.diagrams().cube(&bits)?;
        let mut possible = self.diagrams().constant(true);
        for part in self.encoded.whole.parts(self.diagrams())? {
            possible = self.diagrams().and(&possible, &self.diagrams().and_exists(part, &step, &bits)?)?;
        }
        if self.diagrams().is_false(&possible) {
            return Ok(None);
        }
        let classes = self.tracing.classes(self.encoded.model);
        let mut joint = Vec::with_capacity(allowed.len());
        for (agent, actions) in self.encoded.model.agent_ids().zip(allowed) {
            // Without bits of its own, an action follows from the state or makes no difference: then any will do.
            let own = &self.encoded.encoding.actions[agent.index()];
            let mut chosen = None;
            for action in actions {
                let class = u64::from(classes.class(agent, *action));
                let rest = self.diagrams().and(&possible, &spells(self.diagrams(), own, class)?)?;
                if !self.diagrams().is_false(&rest) {
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
        if !self.is_consistent(&self.values(codes)) {
            return Ok(self.diagrams().constant(false));
        }
        let mut literals = Vec::new();
        for (bits, code) in self.encoded.encoding.variables.iter().zip(codes) {
            let spelled = bits.spelling.bits(*code);
            for (place, (bit, current)) in choose(bits).iter().zip(&bits.current).rev().enumerate() {
                if !self.dependencies.contains(*current) {
                    literals.push(spells(self.diagrams(), &[*bit], spelled >> place & 1)?);
                }
            }
        }
        self.diagrams().all(literals)
    }
}
