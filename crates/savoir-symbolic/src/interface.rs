//! The symbolic system as the logics see it.

use crate::system::{BRIEF_BYTES, BRIEF_FACTOR, CONDITION, SymbolicSystem};
use crate::upkeep::{COLLECT, COLLECT_BRIEFLY};
use num_bigint::BigUint;
use savoir_check::{Budget, Effort, JointAction, Power, Stop, System};
use savoir_dd::{Bdd, Halt};
use savoir_model::{ActionId, AgentId, EvolutionLine, FormulaId, FormulaPool, PropId};

impl System for SymbolicSystem<'_> {
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

    fn proposition(&self, id: PropId) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.and(&self.propositions[id.index()], &self.reachable))
    }

    fn red(&self, agent: AgentId) -> Result<Bdd, Stop> {
        self.stop(self.diagrams.and(&self.red[agent.index()], &self.reachable))
    }

    fn condition(&self, formulas: &FormulaPool, formula: FormulaId) -> Result<Option<Bdd>, Stop> {
        if self.has_large_conditions.get() {
            return Ok(None);
        }
        // Reachable states may keep small what is large without them.
        self.limits.most_polls.set(self.limits.polls.get() + CONDITION);
        let found = self.anywhere(formulas, formula);
        self.limits.most_polls.set(u64::MAX);
        match found {
            Err(Halt::Interrupted) if self.limits.reason.get().is_none() => {
                self.has_large_conditions.set(true);
                Ok(None)
            }
            found => self.stop(found.and_then(|found| self.diagrams.and(&found, &self.reachable))).map(Some),
        }
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

    fn is_subset(&self, a: &Bdd, b: &Bdd) -> Result<bool, Stop> {
        self.stop(self.diagrams.implies(a, b))
    }

    fn count(&self, set: &Bdd) -> Result<BigUint, Stop> {
        self.stop(self.count_of(set))
    }

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

    fn has_infinite_path(&self, start: &Bdd, within: &Bdd) -> Result<bool, Stop> {
        let recurring = self.recurring_ahead(start, within, usize::MAX)?;
        Ok(recurring.is_some_and(|recurring| !self.is_empty(&recurring)))
    }

    fn recurring_ahead(&self, start: &Bdd, within: &Bdd, rounds: usize) -> Result<Option<Bdd>, Stop> {
        self.stop(self.recurring(start, within, rounds))
    }

    fn goes_forwards(&self) -> bool {
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

    fn predecessors(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.between_steps();
        self.stop(self.before(set))
    }

    fn successors(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.tidy();
        self.stop(self.after(set))
    }

    fn leading_to(&self, state: &[u64], among: &Bdd) -> Result<Bdd, Stop> {
        self.tidy();
        self.stop(self.state(state).and_then(|state| self.whole.before_among(&self.diagrams, among, &state)))
    }

    fn pick(&self, set: &Bdd) -> Result<Option<Vec<u64>>, Stop> {
        self.least(set, &mut |_| Ok(true))
    }

    fn least_where(
        &self,
        set: &Bdd,
        has: &mut dyn FnMut(&Bdd) -> Result<bool, Stop>,
    ) -> Result<Option<Vec<u64>>, Stop> {
        self.least(set, has)
    }

    fn singleton(&self, state: &[u64]) -> Result<Bdd, Stop> {
        self.stop(self.only(state))
    }

    fn contains(&self, set: &Bdd, state: &[u64]) -> Result<bool, Stop> {
        Ok(self.has(set, state))
    }

    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        self.stop(self.action_between(from, to, allowed))
    }

    fn access(&self, target: &Bdd) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        self.path_from_initial(target)
    }

    fn confusable(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.look_alike(observers, set))
    }

    fn overflowing(&self, line: &EvolutionLine) -> Result<Bdd, Stop> {
        self.stop(self.overflows(line))
    }

    fn controllable(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.between_steps();
        self.stop(self.forced(coalition, set))
    }
}
