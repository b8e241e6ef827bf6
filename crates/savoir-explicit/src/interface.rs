//! The explicit system as the logics see it.

use crate::bitset::BitSet;
use crate::game::poll;
use crate::origins::Origins;
use crate::partition::{Partition, linked};
use crate::program::Condition;
use crate::scc::on_fair_cycles;
use crate::system::ExplicitSystem;
use crate::trace;
use num_bigint::BigUint;
use savoir_check::{
    Ban, BriefWork, Budget, Capabilities, Choices, Fixpoints, JointAction, Membership, Observations, Paths, Sets,
    SharedSet, SoughtGroups, Steps, Stop, Unknowns,
};
use savoir_model::{ActionId, AgentId, EvolutionLine, ExprId, Model};
use std::rc::Rc;

impl Sets for ExplicitSystem<'_> {
    type Set = BitSet;

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn reachable(&self) -> BitSet {
        BitSet::full(self.store.len())
    }

    fn initial(&self) -> BitSet {
        self.initial.clone()
    }

    fn empty(&self) -> BitSet {
        BitSet::empty(self.store.len())
    }

    fn states_where(&self, model: &Model, condition: ExprId) -> Result<BitSet, Stop> {
        let program = &self.program;
        // The names are those of the system's own model, so no expression beyond it has one.
        match program.named(condition) {
            Some(entry) => self.where_holds(|state| program.holds(entry, state)),
            None => {
                let condition = Condition::compile(model, &program.layout, condition);
                self.where_holds(|state| condition.holds(state))
            }
        }
    }

    fn union(&self, a: &BitSet, b: &BitSet) -> Result<BitSet, Stop> {
        Ok(a.union(b))
    }

    fn intersection(&self, a: &BitSet, b: &BitSet) -> Result<BitSet, Stop> {
        Ok(a.intersection(b))
    }

    fn difference(&self, a: &BitSet, b: &BitSet) -> Result<BitSet, Stop> {
        Ok(a.difference(b))
    }

    fn is_empty(&self, set: &BitSet) -> bool {
        set.is_empty()
    }

    fn count(&self, set: &BitSet) -> Result<BigUint, Stop> {
        Ok(BigUint::from(set.count()))
    }

    fn pick(&self, set: &BitSet) -> Result<Option<Vec<u64>>, Stop> {
        Ok(self.least(set))
    }

    fn singleton(&self, state: &[u64]) -> Result<BitSet, Stop> {
        Ok(self.only(state))
    }
}

impl Steps for ExplicitSystem<'_> {
    fn image(&self, set: &BitSet) -> Result<BitSet, Stop> {
        self.after(set)
    }

    fn preimage(&self, set: &BitSet) -> Result<BitSet, Stop> {
        let graph = self.graph()?;
        let mut found = self.empty();
        for state in set.iter() {
            for &before in graph.predecessors(state) {
                found.insert(before as usize);
            }
        }
        Ok(found)
    }

    fn without_successor(&self) -> Result<BitSet, Stop> {
        if self.noticed.stuck == 0 {
            return Ok(self.empty());
        }
        if self.has_graph() {
            return self.difference(&self.reachable(), &self.preimage(&self.reachable())?);
        }
        self.afford_all_states()?;
        self.deadlocks()
    }

    fn count_without_successor(&self) -> Result<BigUint, Stop> {
        Ok(BigUint::from(self.noticed.stuck))
    }
}

impl Observations for ExplicitSystem<'_> {
    fn indistinguishable(&self, observers: &[AgentId], set: &BitSet) -> Result<BitSet, Stop> {
        Ok(self.partition(observers)?.indistinguishable(set))
    }
}

impl Choices for ExplicitSystem<'_> {
    fn controllable_predecessors(&self, coalition: &[AgentId], set: &BitSet) -> Result<BitSet, Stop> {
        self.game(coalition)?.controllable(set, &self.budget)
    }

    fn controllable_predecessors_under(
        &self,
        coalition: &[AgentId],
        set: &BitSet,
        bans: &[Ban<BitSet>],
    ) -> Result<BitSet, Stop> {
        let game = self.choice_game(coalition)?;
        self.count_work(game.move_count());
        game.controllable(self.classes(), set, bans, &self.budget)
    }

    fn outcomes_under(
        &self,
        coalition: &[AgentId],
        from: &BitSet,
        into: &BitSet,
        bans: &[Ban<BitSet>],
    ) -> Result<BitSet, Stop> {
        let game = self.choice_game(coalition)?;
        self.count_work(game.move_count());
        game.outcomes(self.classes(), from, into, bans, &self.budget)
    }

    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        self.action_between(from, to, allowed)
    }

    fn overflowing(&self, line: &EvolutionLine) -> Result<BitSet, Stop> {
        self.overflows(line)
    }
}

impl Membership for ExplicitSystem<'_> {
    fn list(&self, set: &BitSet) -> Result<Vec<Vec<u64>>, Stop> {
        let mut states: Vec<Vec<u64>> = set.iter().map(|number| self.state_codes(number)).collect();
        self.budget.check()?;
        states.sort();
        Ok(states)
    }

    fn is_subset(&self, a: &BitSet, b: &BitSet) -> Result<bool, Stop> {
        Ok(a.is_subset(b))
    }

    fn contains(&self, set: &BitSet, state: &[u64]) -> Result<bool, Stop> {
        Ok(self.number(state).is_some_and(|number| set.contains(number)))
    }

    fn set_of(&self, states: &[Vec<u64>]) -> Result<BitSet, Stop> {
        let mut set = self.empty();
        for number in states.iter().filter_map(|state| self.number(state)) {
            set.insert(number);
        }
        Ok(set)
    }

    fn shared<'s>(&'s self, set: &'s BitSet) -> Result<Option<SharedSet<'s>>, Stop> {
        let (layout, store) = (&self.program.layout, &self.store);
        let contains =
            move |codes: &[u64]| trace::number(layout, store, codes).is_some_and(|number| set.contains(number));
        Ok(Some(SharedSet::new(contains)))
    }
}

impl Paths for ExplicitSystem<'_> {
    fn shortest_path(&self, start: &BitSet, through: &BitSet, target: &BitSet) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        Ok(Origins::find(self, start, through, Some(target))?.path(self, target))
    }

    fn path_from_initial(&self, target: &BitSet) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        Ok(self.origins()?.path(self, target))
    }
}

impl Fixpoints for ExplicitSystem<'_> {
    fn exists_until(&self, through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
        let graph = self.graph()?;
        let mut found = target.clone();
        let mut open: Vec<usize> = target.iter().collect();
        let mut steps = 0;
        while let Some(state) = open.pop() {
            poll(&mut steps, &self.budget)?;
            for &before in graph.predecessors(state) {
                if through.contains(before as usize) && found.insert(before as usize) {
                    open.push(before as usize);
                }
            }
        }
        Ok(found)
    }

    fn exists_globally(&self, within: &BitSet) -> Result<BitSet, Stop> {
        // Count the successors that are still inside; states that lose their last one leave.
        let graph = self.graph()?;
        let mut inside = vec![0u32; self.store.len()];
        for state in within.iter() {
            graph.predecessors(state).iter().for_each(|&before| inside[before as usize] += 1);
        }
        let mut found = within.clone();
        let mut open: Vec<usize> = within.iter().filter(|&state| inside[state] == 0).collect();
        open.iter().for_each(|&state| found.remove(state));
        let mut steps = 0;
        while let Some(state) = open.pop() {
            poll(&mut steps, &self.budget)?;
            for &before in graph.predecessors(state) {
                let before = before as usize;
                inside[before] -= 1;
                if inside[before] == 0 && found.contains(before) {
                    found.remove(before);
                    open.push(before);
                }
            }
        }
        Ok(found)
    }

    fn exists_fairly(&self, within: &BitSet, fair: &[BitSet]) -> Result<BitSet, Stop> {
        if fair.is_empty() {
            return self.exists_globally(within);
        }
        let cycles = on_fair_cycles(self.graph()?, within, fair, self.store.len(), &self.budget)?;
        self.exists_until(within, &cycles)
    }

    fn commonly_indistinguishable(&self, agents: &[AgentId], domain: &BitSet, set: &BitSet) -> Result<BitSet, Stop> {
        let partitions =
            agents.iter().map(|&agent| self.partition(&[agent])).collect::<Result<Vec<Rc<Partition>>, Stop>>()?;
        let partitions: Vec<&Partition> = partitions.iter().map(Rc::as_ref).collect();
        Ok(linked(&partitions, domain, set))
    }

    fn attractor(&self, coalition: &[AgentId], through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
        self.game(coalition)?.forcing(through, target, &self.budget)
    }

    fn opponents_attractor(&self, coalition: &[AgentId], through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
        // What is left is where the coalition keeps the play out of the target until it leaves `through`.
        let (all, game) = (self.reachable(), self.game(coalition)?);
        let kept = game.holding(self.graph()?, &all.difference(target), &all.difference(through), &self.budget)?;
        Ok(all.difference(&kept))
    }

    fn safe_region(&self, coalition: &[AgentId], within: &BitSet) -> Result<BitSet, Stop> {
        self.game(coalition)?.holding(self.graph()?, within, &self.empty(), &self.budget)
    }
}

impl Unknowns for ExplicitSystem<'_> {}

impl SoughtGroups for ExplicitSystem<'_> {}

impl Capabilities for ExplicitSystem<'_> {
    fn transition_count(&self) -> Result<Option<BigUint>, Stop> {
        Ok(Some(BigUint::from(self.graph()?.edges())))
    }

    fn attracts_by_layers(&self) -> bool {
        false
    }

    fn allow_steps(&self, steps: u64) -> BriefWork<'_> {
        self.beyond_allowance.set(false);
        BriefWork::holding(Allowed { system: self, before: self.allowance.replace(Some(steps)) })
    }

    fn is_beyond_allowance(&self) -> bool {
        self.beyond_allowance.get()
    }

    fn work(&self) -> u64 {
        self.work.get()
    }
}

/// While it lives, an allowance is in force.
struct Allowed<'a, 'm> {
    system: &'a ExplicitSystem<'m>,
    before: Option<u64>,
}

impl Drop for Allowed<'_, '_> {
    fn drop(&mut self) {
        self.system.allowance.set(self.before);
    }
}
