//! The symbolic system as the logics see it.

use super::SymbolicSystem;
use crate::meter::Ended;
use crate::search::Direction;
use num_bigint::BigUint;
use savoir_check::{
    Ban, BriefWork, Budget, Capabilities, Choices, Combination, Effort, Fixpoints, GroupDecisions, JointAction,
    Membership, Observations, Paths, Power, Sets, SharedSet, SoughtGroups, Steps, Stop, UnknownGroup, Unknowns,
};
use savoir_dd::Bdd;
use savoir_model::{ActionId, AgentId, EvolutionLine, ExprId, Model};

impl Sets for SymbolicSystem<'_> {
    type Set = Bdd;

    fn budget(&self) -> &Budget {
        &self.encoded.budget
    }

    fn reachable(&self) -> Bdd {
        self.reachable.clone()
    }

    fn initial(&self) -> Bdd {
        self.encoded.initial.clone()
    }

    fn empty(&self) -> Bdd {
        self.diagrams().constant(false)
    }

    fn states_where(&self, model: &Model, condition: ExprId) -> Result<Bdd, Stop> {
        let found = self.condition(model, condition);
        self.stop(found.and_then(|found| self.diagrams().and(&found, &self.reachable)))
    }

    fn union(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams().or(a, b))
    }

    fn intersection(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams().and(a, b))
    }

    fn difference(&self, a: &Bdd, b: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.diagrams().minus(a, b))
    }

    fn is_empty(&self, set: &Bdd) -> bool {
        self.diagrams().is_false(set)
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
        self.encoded.tidy();
        self.stop(self.encoded.step(Direction::Forwards, set, None))
    }

    fn preimage(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.encoded.between_steps();
        self.stop(self.preimage_of(set))
    }

    fn without_successor(&self) -> Result<Bdd, Stop> {
        self.stuck_states()
    }
}

impl Observations for SymbolicSystem<'_> {
    fn indistinguishable(&self, observers: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.indistinguishable_from(observers, set)
    }
}

impl Choices for SymbolicSystem<'_> {
    fn controllable_predecessors(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        self.encoded.between_steps();
        self.controllable_into(coalition, set, &[])
    }

    fn controllable_predecessors_under(
        &self,
        coalition: &[AgentId],
        set: &Bdd,
        bans: &[Ban<Bdd>],
    ) -> Result<Bdd, Stop> {
        self.encoded.between_steps();
        self.controllable_into(coalition, set, bans)
    }

    fn outcomes_under(&self, coalition: &[AgentId], from: &Bdd, into: &Bdd, bans: &[Ban<Bdd>]) -> Result<Bdd, Stop> {
        self.encoded.between_steps();
        self.outcomes_into(coalition, from, into, bans)
    }

    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        self.stop(self.action_between(from, to, allowed))
    }

    fn overflowing(&self, line: &EvolutionLine) -> Result<Bdd, Stop> {
        self.stop(self.overflows(line))
    }
}

impl Membership for SymbolicSystem<'_> {
    fn list(&self, set: &Bdd) -> Result<Vec<Vec<u64>>, Stop> {
        self.states_of(set)
    }

    fn is_subset(&self, a: &Bdd, b: &Bdd) -> Result<bool, Stop> {
        self.stop(self.diagrams().implies(a, b))
    }

    fn contains(&self, set: &Bdd, state: &[u64]) -> Result<bool, Stop> {
        Ok(self.has(set, state))
    }

    fn shared<'s>(&'s self, set: &'s Bdd) -> Result<Option<SharedSet<'s>>, Stop> {
        Ok(Some(self.shared_set(set)))
    }

    fn least_where<E: From<Stop>>(
        &self,
        set: &Bdd,
        has: &mut dyn FnMut(&Bdd) -> Result<bool, E>,
    ) -> Result<Option<Vec<u64>>, E> {
        self.least(set, has)
    }

    fn states_where_combined(&self, model: &Model, combination: &Combination) -> Result<Option<Bdd>, Stop> {
        self.small_combination(model, combination)
    }
}

impl Paths for SymbolicSystem<'_> {
    fn preimage_among(&self, state: &[u64], among: &Bdd) -> Result<Bdd, Stop> {
        self.encoded.tidy();
        self.stop(self.state(state).and_then(|state| self.encoded.whole.preimage_among(self.diagrams(), among, &state)))
    }

    fn path_from_initial(&self, target: &Bdd) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        self.known_path(target)
    }

    fn recurring_ahead(&self, start: &Bdd, within: &Bdd, rounds: usize) -> Result<Option<Bdd>, Stop> {
        self.stop(self.recurring(start, within, rounds))
    }
}

impl Fixpoints for SymbolicSystem<'_> {
    fn commonly_indistinguishable(&self, agents: &[AgentId], domain: &Bdd, set: &Bdd) -> Result<Bdd, Stop> {
        match &self.companions {
            Some(companions) => self.chained_over_parts(companions.as_ref(), agents, domain, set),
            None => self.chained_within(agents, domain, set),
        }
    }

    fn opponents_attractor(&self, coalition: &[AgentId], through: &Bdd, target: &Bdd) -> Result<Bdd, Stop> {
        // Moves that may lead into the set stay such moves while it grows. States without any move are lost at once.
        let (mut found, mut new, mut bad) = (target.clone(), target.clone(), self.empty());
        loop {
            self.encoded.between_steps();
            self.budget().check()?;
            bad = self.union(&bad, &self.moves_before(coalition, &new)?)?;
            let open = self.difference(through, &found)?;
            new = self.difference(&open, &self.has_move_besides(coalition, &bad)?)?;
            if self.is_empty(&new) {
                return Ok(found);
            }
            found = self.union(&found, &new)?;
        }
    }

    fn safe_region(&self, coalition: &[AgentId], within: &Bdd) -> Result<Bdd, Stop> {
        let all = self.reachable();
        let outside = self.difference(&all, within)?;
        self.difference(&all, &self.opponents_attractor(coalition, within, &outside)?)
    }

    fn exists_until(&self, through: &Bdd, target: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.leading_to(through, target))
    }

    fn has_infinite_path(&self, start: &Bdd, within: &Bdd) -> Result<bool, Stop> {
        let recurring = self.recurring_ahead(start, within, usize::MAX)?;
        Ok(recurring.is_some_and(|recurring| !self.is_empty(&recurring)))
    }
}

impl Unknowns for SymbolicSystem<'_> {
    fn unknowns(&self, count: usize) -> Result<Option<Vec<Bdd>>, Stop> {
        self.stop(self.some_unknowns(count)).map(Some)
    }

    fn for_any_state(&self, set: &Bdd) -> Result<Bdd, Stop> {
        let somewhere = self.with_companions(&[], self.stop(self.without_state(set))?)?;
        self.stop(self.diagrams().and(&somewhere, &self.reachable))
    }

    fn for_any_unknowns(&self, set: &Bdd) -> Result<Bdd, Stop> {
        self.stop(self.without_unknowns(set))
    }
}

impl SoughtGroups for SymbolicSystem<'_> {
    fn sought_groups(&self) -> Result<Vec<UnknownGroup<Bdd>>, Stop> {
        self.stop(self.unknown_groups())
    }

    fn indistinguishable_to(&self, group: &UnknownGroup<Bdd>, set: &Bdd) -> Result<Bdd, Stop> {
        self.encoded.between_steps();
        self.stop(self.indistinguishable_to_group(group.index, set))
    }

    fn controllable_predecessors_of(&self, group: &UnknownGroup<Bdd>, set: &Bdd) -> Result<Bdd, Stop> {
        self.encoded.between_steps();
        self.stop(self.controllable_by_group(group.index, set))
    }

    fn groups_with_states(&self, set: &Bdd) -> Result<GroupDecisions, Stop> {
        self.stop(self.groups_of(set))
    }
}

impl Capabilities for SymbolicSystem<'_> {
    fn power(&self, coalition: &[AgentId]) -> Power {
        let (own, others): (Vec<AgentId>, Vec<AgentId>) =
            self.encoded.model.agent_ids().partition(|agent| coalition.contains(agent));
        if self.encoded.encoding.action_bits(own).is_empty() {
            Power::Nothing
        } else if self.encoded.deterministic && self.encoded.encoding.action_bits(others).is_empty() {
            Power::Everything
        } else {
            Power::Something
        }
    }

    fn searches_forwards(&self) -> bool {
        true
    }

    fn allow_brief_work(&self) -> BriefWork<'_> {
        BriefWork::holding(self.briefly())
    }

    fn allow_steps(&self, steps: u64) -> BriefWork<'_> {
        let polls = steps / u64::from(self.diagrams().poll_steps()).max(1);
        BriefWork::holding(self.encoded.meter.allow_polls(polls))
    }

    fn may_go_on(&self) -> bool {
        self.encoded.meter.may_go_on()
    }

    fn is_beyond_allowance(&self) -> bool {
        self.encoded.meter.last_end() == Some(Ended::ByAllowance)
    }

    fn work(&self) -> u64 {
        self.encoded.meter.polls().saturating_mul(u64::from(self.diagrams().poll_steps()))
    }

    fn bytes(&self) -> u64 {
        self.diagrams().bytes()
    }

    fn effort(&self) -> Effort {
        Effort {
            variables: Some(self.encoded.encoding.count()),
            nodes: Some(self.peak_nodes()),
            encode_seconds: self.encode_seconds,
            work: Some(self.work()),
            order: Some(self.order().to_string()),
        }
    }
}
