//! The choices of groups of one formula, and how engines hand sets of them over.

use savoir_check::{Budget, DecisionRef, GroupDecisions, Stop};
use savoir_groups::{Choice, Decisions, GroupSet, GroupSpace, Halt, Poll, Reference, Slot};
use savoir_model::AgentId;

/// All choices of groups for some variables.
pub(super) struct Space {
    pub(super) groups: GroupSpace,
}

/// Asks a budget.
struct BudgetPoll(Budget);

impl Poll for BudgetPoll {
    fn poll(&self, bytes: u64) -> Result<(), Halt> {
        self.0.check_memory(bytes).map_err(|stop| match stop {
            Stop::Memory | Stop::TooLarge => Halt::Memory,
            Stop::Time | Stop::Cancelled => Halt::Interrupted,
        })
    }

    fn must_end(&self) -> bool {
        self.0.check().is_err()
    }
}

impl Space {
    /// The choices for so many variables; decisions are made in this order, where it is known.
    pub(super) fn new(
        variables: usize,
        candidates: &[AgentId],
        order: &[(usize, AgentId)],
        budget: &Budget,
    ) -> Result<Space, Stop> {
        let slot = |&(variable, agent): &(usize, AgentId)| {
            let agent = candidates.iter().position(|candidate| *candidate == agent)?;
            (variable < variables).then_some(Slot::new(variable, agent))
        };
        let order: Vec<Slot> = order.iter().filter_map(slot).collect();
        let poll = Box::new(BudgetPoll(budget.clone()));
        let groups = GroupSpace::new(variables, candidates.len(), &order, poll).map_err(|_| Stop::Memory)?;
        Ok(Space { groups })
    }

    /// A set that an engine found.
    pub(super) fn read(
        &self,
        decisions: &GroupDecisions,
        candidates: &[AgentId],
        budget: &Budget,
    ) -> Result<GroupSet, Stop> {
        let reference = |reference: DecisionRef| match reference {
            DecisionRef::Constant(true) => Reference::ALL,
            DecisionRef::Constant(false) => Reference::NONE,
            DecisionRef::Decision { index, opposite: false } => Reference::node(index),
            DecisionRef::Decision { index, opposite: true } => Reference::node(index).complement(),
        };
        let choice = |decision: &savoir_check::GroupDecision| {
            let agent = candidates.iter().position(|candidate| *candidate == decision.agent);
            let agent = agent.unwrap_or_else(|| unreachable!("the engine was told who may be in groups"));
            let (then, other) = (reference(decision.member), reference(decision.other));
            Choice { slot: Slot::new(decision.group, agent), then, other }
        };
        let nodes = decisions.nodes.iter().map(choice).collect();
        let read = Decisions::new(nodes, reference(decisions.root));
        let read = read.unwrap_or_else(|forward| unreachable!("engines decide in order: {forward}"));
        self.stop(self.groups.import(&read), budget)
    }

    /// What stopped an operation.
    pub(super) fn stop<T>(&self, result: Result<T, Halt>, budget: &Budget) -> Result<T, Stop> {
        result.map_err(|halt| {
            budget.check().err().unwrap_or(match halt {
                Halt::Memory => Stop::Memory,
                Halt::Interrupted => Stop::Cancelled,
            })
        })
    }
}
