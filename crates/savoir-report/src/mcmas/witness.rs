//! Evidence as MCMAS shows it: paths as lists of numbers, then the states with these numbers; or two files, one with a
//! graph and one with the states.

use super::state::{info, state};
use savoir::{
    AgentId, Conflict, JointAction, Model, NodeId, Path, PossibleState, Reason, State, StateGraph, Strategy, Tree,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

/// Paths over numbered states.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    numbers: BTreeMap<State, usize>,
    states: Vec<State>,
    /// Each path as numbers of states; a last number that occurs before closes a loop.
    paths: Vec<Vec<usize>>,
    /// What leads from one state to another, each once.
    edges: Vec<(usize, usize, Edge)>,
    /// The edges and paths that are there already.
    known_edges: BTreeSet<(usize, usize, Edge)>,
    known_paths: BTreeSet<Vec<usize>>,
}

/// Why one state follows another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Edge {
    /// The agents do this.
    Step(JointAction),
    /// These agents together cannot tell the two apart.
    Alike(Vec<AgentId>),
}

impl Witness {
    /// The paths of a tree of evidence: that of the whole formula first, then those of its parts.
    #[must_use]
    pub fn of_tree(tree: &Tree) -> Witness {
        let mut witness = Witness::of_state(&tree.node(NodeId::ROOT).state);
        for node in tree.shown_nodes() {
            match &node.reason {
                Reason::Path(reason) => witness.path(&reason.path),
                Reason::PossibleState(possible) => witness.possible_state(&node.state, possible),
                Reason::Strategy(strategy) => witness.strategy(strategy),
                Reason::Conflict(conflict) => witness.conflict(conflict),
                Reason::Parts(_) | Reason::Claim(_) => {}
            }
        }
        witness
    }

    /// A whole state graph: no paths, an edge for each joint action.
    #[must_use]
    pub fn of_graph(graph: &StateGraph) -> Witness {
        let mut edges = Vec::new();
        for transition in &graph.transitions {
            let steps = transition.joint_actions.iter().map(|joint| Edge::Step(joint.clone()));
            edges.extend(steps.map(|step| (transition.from, transition.to, step)));
        }
        Witness { states: graph.states.clone(), edges, ..Witness::default() }
    }

    /// A single path.
    #[must_use]
    pub fn of_path(path: &Path) -> Witness {
        let mut witness = Witness::default();
        witness.path(path);
        witness
    }

    /// A single state.
    #[must_use]
    pub fn of_state(state: &State) -> Witness {
        let mut witness = Witness::default();
        witness.number(state);
        witness
    }

    /// The paths and the states as text. A state on no path is a path of its own.
    #[must_use]
    pub fn text(&self, model: &Model) -> String {
        let mut out = String::new();
        let on_path: BTreeSet<usize> = self.paths.iter().flatten().copied().collect();
        let alone: Vec<Vec<usize>> =
            (0..self.states.len()).filter(|number| !on_path.contains(number)).map(|number| vec![number]).collect();
        for path in self.paths.iter().chain(&alone) {
            let numbers: String = path.iter().map(|number| format!("{number} ")).collect();
            let _ = writeln!(out, "   < {numbers}> ");
        }
        let _ = writeln!(out, "  States description: ");
        for (number, values) in self.states.iter().enumerate() {
            out += &block(model, number, values);
        }
        out
    }

    /// The graph, for a `.dot` file.
    #[must_use]
    pub fn dot(&self, model: &Model, name: &str) -> String {
        let mut out = format!("digraph {name} {{\n");
        for number in 0..self.states.len() {
            let _ = writeln!(out, " {number} [label=\"{number}\",shape=ellipse]");
        }
        for (from, to, edge) in &self.edges {
            let _ = match edge {
                Edge::Step(joint) => writeln!(out, "    {from} -> {to}[label=\"<{}>\"]", actions(model, joint)),
                Edge::Alike(agents) => {
                    let names: Vec<&str> = agents.iter().map(|id| model.agent(*id).name.as_str()).collect();
                    let label = names.join(",");
                    writeln!(out, "    {from} -> {to}[label=\"{label}\", arrowhead=none, style=dotted]")
                }
            };
        }
        out + "}\n"
    }

    /// The states of the graph, for an `.info` file.
    #[must_use]
    pub fn info(&self, model: &Model) -> String {
        self.states.iter().enumerate().map(|(number, values)| info(model, number, values)).collect()
    }

    fn number(&mut self, state: &State) -> usize {
        if let Some(number) = self.numbers.get(state) {
            return *number;
        }
        let number = self.states.len();
        self.numbers.insert(state.clone(), number);
        self.states.push(state.clone());
        number
    }

    fn path(&mut self, path: &Path) {
        let mut numbers: Vec<usize> = path.states.iter().map(|state| self.number(state)).collect();
        numbers.extend(path.back.map(|back| numbers[back]));
        for (ends, joint) in numbers.windows(2).zip(&path.actions) {
            self.edge(ends[0], ends[1], Edge::Step(joint.clone()));
        }
        self.add(numbers);
    }

    /// Every step that a strategy leaves open, in as few paths as follow from taking the first one again and again.
    fn strategy(&mut self, strategy: &Strategy) {
        let mut steps: BTreeMap<usize, VecDeque<usize>> = BTreeMap::new();
        let mut starts = Vec::new();
        for row in &strategy.rows {
            let from = self.number(&row.state);
            starts.push(from);
            for answer in row.choices.iter().flat_map(|choice| &choice.answers) {
                let to = self.number(&answer.state);
                self.edge(from, to, Edge::Step(answer.action.clone()));
                let next = steps.entry(from).or_default();
                if !next.contains(&to) {
                    next.push_back(to);
                }
            }
        }
        for start in starts {
            while steps.get(&start).is_some_and(|next| !next.is_empty()) {
                let mut path = vec![start];
                while let Some(next) = steps.get_mut(&path[path.len() - 1]).and_then(VecDeque::pop_front) {
                    let closes = path.contains(&next);
                    path.push(next);
                    if closes {
                        break;
                    }
                }
                self.add(path);
            }
        }
    }

    /// How states that somebody confuses are reached.
    fn conflict(&mut self, conflict: &Conflict) {
        for confusion in &conflict.confusions {
            let mut before: Option<usize> = None;
            for confused in &confusion.states {
                self.path(&confused.access);
                let Some(state) = confused.access.end() else { continue };
                let number = self.number(state);
                if let Some(before) = before {
                    self.edge(before, number, Edge::Alike(vec![confusion.agent]));
                }
                before = Some(number);
            }
        }
    }

    /// A state that cannot be told from another follows it; one that is only possible is shown as it is reached.
    fn possible_state(&mut self, from: &State, possible: &PossibleState) {
        let mut numbers = vec![self.number(from)];
        for link in &possible.links {
            if link.observers.is_empty() {
                self.path(&link.access);
                continue;
            }
            let (last, next) = (numbers[numbers.len() - 1], self.number(&link.state));
            self.edge(last, next, Edge::Alike(link.observers.clone()));
            numbers.push(next);
        }
        self.add(numbers);
    }

    fn add(&mut self, path: Vec<usize>) {
        if path.len() > 1 && self.known_paths.insert(path.clone()) {
            self.paths.push(path);
        }
    }

    fn edge(&mut self, from: usize, to: usize, edge: Edge) {
        let edge = (from, to, edge);
        if self.known_edges.insert(edge.clone()) {
            self.edges.push(edge);
        }
    }
}

/// The actions of the agents that have any, in the order of the agents.
fn actions(model: &Model, joint: &JointAction) -> String {
    let names = model.agents.iter().zip(joint).filter_map(|(agent, action)| {
        let action = agent.actions.get((*action)?.index())?;
        Some(action.name.as_str())
    });
    names.collect::<Vec<&str>>().join(";")
}

/// A state between lines, with its number.
fn block(model: &Model, number: usize, values: &[u64]) -> String {
    format!("------------- State: {number} -----------------\n{}{}\n", state(model, values), "-".repeat(40))
}

/// The states of a path one after the other, numbered from 1, as MCMAS shows the way to a deadlock.
#[must_use]
pub fn way(model: &Model, path: &Path) -> String {
    path.states.iter().enumerate().map(|(number, values)| block(model, number + 1, values)).collect()
}
