//! The explicit system as the logics see it.

use crate::bitset::BitSet;
use crate::game::poll;
use crate::origins::Origins;
use crate::partition::{Partition, linked};
use crate::scc::on_fair_cycles;
use crate::system::ExplicitSystem;
use num_bigint::BigUint;
use savoir_check::{Budget, JointAction, Stop, System};
use savoir_model::{ActionId, AgentId, EvolutionLine, PropId};
use std::rc::Rc;

impl System for ExplicitSystem<'_> {
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

    fn proposition(&self, id: PropId) -> Result<BitSet, Stop> {
        self.where_holds(self.program.propositions[id.index()])
    }

    fn red(&self, agent: AgentId) -> Result<BitSet, Stop> {
        self.program.red[agent.index()].map_or_else(|| Ok(self.empty()), |entry| self.where_holds(entry))
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

    fn is_subset(&self, a: &BitSet, b: &BitSet) -> Result<bool, Stop> {
        Ok(a.is_subset(b))
    }

    fn count(&self, set: &BitSet) -> Result<BigUint, Stop> {
        Ok(BigUint::from(set.count()))
    }

    fn predecessors(&self, set: &BitSet) -> Result<BitSet, Stop> {
        let graph = self.graph()?;
        let mut found = self.empty();
        for state in set.iter() {
            for &before in graph.predecessors(state) {
                found.insert(before as usize);
            }
        }
        Ok(found)
    }

    fn successors(&self, set: &BitSet) -> Result<BitSet, Stop> {
        self.after(set)
    }

    fn pick(&self, set: &BitSet) -> Result<Option<Vec<u64>>, Stop> {
        Ok(self.least(set))
    }

    fn singleton(&self, state: &[u64]) -> Result<BitSet, Stop> {
        Ok(self.only(state))
    }

    fn contains(&self, set: &BitSet, state: &[u64]) -> Result<bool, Stop> {
        Ok(self.number(state).is_some_and(|number| set.contains(number)))
    }

    fn joint_action(&self, from: &[u64], to: &[u64], allowed: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        self.action_between(from, to, allowed)
    }

    fn shortest_path(&self, start: &BitSet, through: &BitSet, target: &BitSet) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        Ok(Origins::find(self, start, through, Some(target))?.path(self, target))
    }

    fn access(&self, target: &BitSet) -> Result<Option<Vec<Vec<u64>>>, Stop> {
        Ok(self.origins()?.path(self, target))
    }

    fn confusable(&self, observers: &[AgentId], set: &BitSet) -> Result<BitSet, Stop> {
        Ok(self.partition(observers)?.confusable(set))
    }

    fn commonly_confusable(&self, agents: &[AgentId], domain: &BitSet, set: &BitSet) -> Result<BitSet, Stop> {
        let partitions =
            agents.iter().map(|&agent| self.partition(&[agent])).collect::<Result<Vec<Rc<Partition>>, Stop>>()?;
        let partitions: Vec<&Partition> = partitions.iter().map(Rc::as_ref).collect();
        Ok(linked(&partitions, domain, set))
    }

    fn overflowing(&self, line: &EvolutionLine) -> Result<BitSet, Stop> {
        self.overflows(line)
    }

    fn controllable(&self, coalition: &[AgentId], set: &BitSet) -> Result<BitSet, Stop> {
        self.game(coalition)?.controllable(set, &self.budget)
    }

    fn reaching(&self, through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
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

    fn staying(&self, within: &BitSet) -> Result<BitSet, Stop> {
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

    fn staying_fair(&self, within: &BitSet, fair: &[BitSet]) -> Result<BitSet, Stop> {
        if fair.is_empty() {
            return self.staying(within);
        }
        let cycles = on_fair_cycles(self.graph()?, within, fair, self.store.len(), &self.budget)?;
        self.reaching(within, &cycles)
    }

    fn forces_by_layers(&self) -> bool {
        false
    }

    fn forcing(&self, coalition: &[AgentId], through: &BitSet, target: &BitSet) -> Result<BitSet, Stop> {
        self.game(coalition)?.forcing(self.graph()?, through, target, &self.budget)
    }

    fn holding(&self, coalition: &[AgentId], within: &BitSet) -> Result<BitSet, Stop> {
        self.game(coalition)?.holding(self.graph()?, within, &self.budget)
    }
}
