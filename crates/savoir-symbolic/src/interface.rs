//! The symbolic system as the logics see it.

use crate::condition::Conditions;
use crate::system::{BRIEF_BYTES, BRIEF_FACTOR, CONDITION, SymbolicSystem};
use crate::upkeep::{COLLECT, COLLECT_BRIEFLY};
use num_bigint::BigUint;
use savoir_check::{
    Budget, Capabilities, Choices, Combination, Effort, Fixpoints, JointAction, Membership, Observations, Paths, Power,
    Sets, Steps, Stop,
};
use savoir_dd::{Bdd, Halt};
use savoir_model::{ActionClasses, ActionId, AgentId, EvolutionLine, ExprId, Model};

impl Sets for SymbolicSystem<'_> {
    type Set = Bdd;

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn reachable(&self) -> Bdd {
        self.reachable.clone()
    }

    fn initial(&self) -> Bdd {
        self.initial.clone()
    }

    fn empty(&self) -> Bdd {
        self.diagrams.constant(false)
    }

    fn states_where(&self, model: &Model, condition: ExprId) -> Result<Bdd, Stop> {
        let found = match self.named(condition) {
            Some(named) => Ok(named.clone()),
            None => self.built(model, condition),
        };
        self.stop(found.and_then(|found| self.diagrams.and(&found, &self.reachable)))
    }

    fn union(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.or(a, b))
    }

    fn intersection(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.and(a, b))
    }

    fn difference(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.minus(a, b))
    }

    fn is_empty(&self, set: &Bdd) -> bool {
        self.diagrams.is_false(set)
    }

    fn count(&self, set: &Bdd) -> Result<BigUint, Stop> {
        self.stop(self.count_of(set))
    }

    fn pick(&self, set: &Bdd) -> Result<Option<Vec<u64>>, Stop> {
        self.least(set, &mut |_| Ok::<bool, Stop>(true))
    }

    fn singleton(&self, state: &[u64]) -> Result<Bdd, Stop> {
        self.stop(self.only(state))
    }
}

impl Steps for SymbolicSystem<'_> {
    fn image(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.tidy();
        self.stop(self.after(set))
    }

    fn preimage(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.between_steps();
        self.stop(self.before(set))
    }
}

impl Observations for SymbolicSystem<'_> {
    fn indistinguishable(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.look_alike(observers, set))
    }
}

impl Choices for SymbolicSystem<'_> {
    fn controllable_predecessors(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.between_steps();
        self.stop(self.forced(coalition, set))
    }

    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        self.stop(self.action_between(from, to, allowed))
    }

    fn overflowing(&self, line: &EvolutionLine) -> Result<Bdd, Stop> {
        self.stop(self.overflows(line))
    }
}

impl Membership for SymbolicSystem<'_> {
    fn is_subset(&self, a: &Bdd, b: &Bdd) -> Result<bool, Stop> {
        self.stop(self.diagrams.implies(a, b))
    }

    fn contains(&self, set: &Bdd, state: &[u64]) -> Result<bool, Stop> {
        Ok(self.has(set, state))
    }

    fn least_where<E: From<Stop>>(
        &self,
        set: &Bdd,
        has: &mut dyn FnMut(&Bdd) -> Result<bool, E>,
    ) -> Result<Option<Vec<u64>>, E> {
        self.least(set, has)
    }

    fn states_where_combined(&self, combination: &Combination) -> Result<Option<Bdd>, Stop> {
        if self.has_large_conditions.get() {
            return Ok(None);
        }
        // Reachable states may keep small what is large without them.
        self.limits.most_polls.set(self.limits.polls.get() + CONDITION);
        let found = self.anywhere(combination);
        self.limits.most_polls.set(u64::MAX);
        match found {
            Err(Halt::Interrupted) if self.limits.reason.get().is_none() => {
                self.has_large_conditions.set(true);
                Ok(None)
            }
            found => self.stop(found.and_then(|found| self.diagrams.and(&found, &self.reachable))).map(Some),
        }
    }
}

impl Paths for SymbolicSystem<'_> {
    fn preimage_among(&self, state: &[u64], among: &Bdd) -> Result<Bdd, Stop> {
        self.tidy();
        self.stop(self.state(state).and_then(|state| self.whole.before_among(&self.diagrams, among, &state)))
    }

    fn path_from_initial(&self, target: &Bdd) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        self.known_path(target)
    }

    fn recurring_ahead(&self, start: &Bdd, within: &Bdd, rounds: usize) -> Result<Option<Bdd>, Stop> {
        self.stop(self.recurring(start, within, rounds))
    }
}

impl Fixpoints for SymbolicSystem<'_> {
    fn has_infinite_path(&self, start: &Bdd, within: &Bdd) -> Result<bool, Stop> {
        let recurring = self.recurring_ahead(start, within, usize::MAX)?;
        Ok(recurring.is_some_and(|recurring| !self.is_empty(&recurring)))
    }
}

impl Capabilities for SymbolicSystem<'_> {
    fn power(&self, coalition: &[AgentId]) -> Power {
        let (own, others): (Vec<AgentId>, Vec<AgentId>) =
            self.model.agent_ids().partition(|agent| coalition.contains(agent));
        if self.encoding.action_bits(own).is_empty() {
            Power::Nothing
        } else if self.deterministic && self.encoding.action_bits(others).is_empty() {
            Power::Everything
        } else {
            Power::Something
        }
    }

    fn searches_forwards(&self) -> bool {
        true
    }

    fn be_brief(&self) {
        self.limits.ceiling.set((BRIEF_FACTOR * self.diagrams.bytes()).max(BRIEF_BYTES));
        self.collect_after(COLLECT_BRIEFLY);
    }

    fn be_thorough(&self) {
        self.limits.ceiling.set(u64::MAX);
        self.collect_after(COLLECT);
    }

    fn effort(&self) -> Effort {
        Effort {
            variables: Some(self.encoding.count()),
            nodes: Some(self.peak_nodes()),
            encode_seconds: self.encode_seconds,
            order: Some(self.order().to_string()),
        }
    }
}

impl SymbolicSystem<'_> {
    /// Where a condition that the model names holds, in states that are reachable or not. Its own model alone has names;
    /// another one may mean something else by expressions that it has in addition.
    fn named(&self, condition: ExprId) -> Option<&Bdd> {
        let proposition = self.model.propositions.iter().position(|one| one.condition == condition);
        let red = || self.model.agents.iter().position(|agent| agent.red == Some(condition));
        proposition.map(|place| &self.propositions[place]).or_else(|| red().map(|place| &self.red[place]))
    }

    /// Where a condition without actions holds that the model does not name, in states that are reachable or not.
    fn built(&self, model: &Model, condition: ExprId) -> Result<Bdd, Halt> {
        let classes = ActionClasses::new(model);
        let mut conditions = Conditions::new(model, &self.diagrams, &self.encoding, &classes);
        self.redundant.replace(&self.diagrams, &conditions.condition(condition)?)
    }

    /// Where a combination of conditions holds, in states that are reachable or not.
    fn anywhere(&self, combination: &Combination) -> Result<Bdd, Halt> {
        let parts = |parts: &[Combination]| parts.iter().map(|part| self.anywhere(part)).collect::<Result<Vec<_>, _>>();
        let diagrams = &self.diagrams;
        match combination {
            Combination::Constant(value) => Ok(diagrams.constant(*value)),
            Combination::Condition(id) => {
                self.named(*id).map_or_else(|| self.built(self.model, *id), |named| Ok(named.clone()))
            }
            Combination::Not(part) => Ok(diagrams.not(&self.anywhere(part)?)),
            Combination::And(all) => diagrams.all(parts(all)?),
            Combination::Or(some) => diagrams.any(parts(some)?),
            Combination::Implies(a, b) => diagrams.or(&diagrams.not(&self.anywhere(a)?), &self.anywhere(b)?),
            Combination::Iff(a, b) => Ok(diagrams.not(&diagrams.xor(&self.anywhere(a)?, &self.anywhere(b)?)?)),
        }
    }
}
