//! State graphs with several states drawn as one: those that look the same to somebody, in which the same propositions hold,
//! or in which the same propositions hold now and after whatever happens.

use crate::graph::StateGraph;
use savoir_check::{Budget, Stop};
use savoir_model::{AgentId, Model};
use savoir_reference::{Moment, State};
use std::collections::BTreeMap;

/// Which states become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Merging {
    /// None.
    Nothing,
    /// Those with the same values of the variables of these agents.
    Values(Vec<AgentId>),
    /// Those that look the same to an agent.
    Observations(AgentId),
    /// Those in which the same propositions hold.
    Propositions,
    /// Those in which the same propositions hold, and from which single steps lead to the same classes: the coarsest
    /// bisimulation, whatever the names of actions.
    Bisimulation,
}

/// The classes of states that become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    /// The members of each class, sorted; classes in the order of their first members.
    pub classes: Vec<Vec<usize>>,
    /// By state: its class.
    pub class_of: Vec<usize>,
}

/// The classes of the states of a graph.
///
/// # Errors
/// When the budget is used up.
pub fn quotient(model: &Model, graph: &StateGraph, merging: &Merging, budget: &Budget) -> Result<Quotient, Stop> {
    let keys = |key: &dyn Fn(&State) -> Vec<u64>| numbered(graph.states.iter().map(key));
    let propositions = |state: &State| -> Vec<u64> {
        let moment = Moment { model, state, joint: &[] };
        model.propositions.iter().map(|proposition| u64::from(moment.holds(proposition.condition))).collect()
    };
    let class_of = match merging {
        Merging::Nothing => (0..graph.states.len()).collect(),
        Merging::Values(agents) => keys(&|state| {
            let variables = agents.iter().flat_map(|agent| &model.agent(*agent).variables);
            variables.map(|id| state[id.index()]).collect()
        }),
        Merging::Observations(agent) => {
            keys(&|state| model.agent(*agent).observes.iter().map(|id| state[id.index()]).collect())
        }
        Merging::Propositions => keys(&propositions),
        Merging::Bisimulation => refined(graph, keys(&propositions), budget)?,
    };
    let count = class_of.iter().map(|class| class + 1).max().unwrap_or(0);
    let mut classes = vec![Vec::new(); count];
    class_of.iter().enumerate().for_each(|(state, class)| classes[*class].push(state));
    Ok(Quotient { classes, class_of })
}

/// Splits classes until all members of a class have steps to the same classes.
fn refined(graph: &StateGraph, mut class_of: Vec<usize>, budget: &Budget) -> Result<Vec<usize>, Stop> {
    let mut successors = vec![Vec::new(); class_of.len()];
    graph.transitions.iter().for_each(|transition| successors[transition.from].push(transition.to));
    loop {
        budget.check()?;
        let key = |state: usize| {
            let mut reached: Vec<usize> = successors[state].iter().map(|next| class_of[*next]).collect();
            reached.sort_unstable();
            reached.dedup();
            (class_of[state], reached)
        };
        let next = numbered((0..class_of.len()).map(key));
        // A partition that is refined has the same number of classes only if it is the same.
        if next.iter().max() == class_of.iter().max() {
            return Ok(next);
        }
        class_of = next;
    }
}

/// Numbers for keys, in the order of their first appearance.
fn numbered<K: Ord>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut known: BTreeMap<K, usize> = BTreeMap::new();
    let number = |key: K| {
        let next = known.len();
        *known.entry(key).or_insert(next)
    };
    keys.map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Loaded;
    use crate::graph::{GraphLimits, state_graph};

    /// Two counters that stop at three; only whether both have stopped is asked for.
    const COUNTERS: &str = "
Agent Ann Vars: x : 0..3; end Vars Actions = {go}; Protocol: Other : {go}; end Protocol
  Evolution: x = x + 1 if x < 3; end Evolution end Agent
Agent Bob Vars: y : 0..1; end Vars Actions = {go, wait}; Protocol: Other : {go, wait}; end Protocol
  Evolution: y = 1 if Action = go; end Evolution end Agent
Evaluation done if Ann.x = 3; end Evaluation
InitStates Ann.x = 0 and Bob.y = 0; end InitStates
Formulae AF done; end Formulae
";

    #[test]
    fn classes_are_as_fine_as_the_question_needs() {
        let model = Loaded::from_text("counters.ispl", COUNTERS).model.unwrap();
        let limits = GraphLimits { states: 100, joint_actions: 10_000 };
        let budget = Budget::unlimited();
        let graph = state_graph(&model, limits, 1, &budget).unwrap();
        let agent = |name: &str| model.agent_ids().find(|id| model.agent(*id).name == name).unwrap();
        let count = |merging: Merging| quotient(&model, &graph, &merging, &budget).unwrap().classes.len();
        assert_eq!(count(Merging::Nothing), 7);
        assert_eq!(count(Merging::Values(vec![agent("Ann")])), 4);
        assert_eq!(count(Merging::Observations(agent("Bob"))), 2);
        assert_eq!(count(Merging::Propositions), 2);
        // How far it is to the end matters for what holds later, what Bob does not.
        assert_eq!(count(Merging::Bisimulation), 4);
        let found = quotient(&model, &graph, &Merging::Bisimulation, &budget).unwrap();
        assert!(found.classes.iter().enumerate().all(|(class, states)| {
            states.iter().all(|state| found.class_of[*state] == class) && states.is_sorted()
        }));
    }
}
