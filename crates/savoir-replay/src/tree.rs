//! What evidence looks like.
//!
//! A piece of evidence is a tree of nodes, each of which says that a formula holds in a state, or that it does not, and
//! why. Where two nodes rely on the same one, they share it.

use crate::claim::{Claim, ClaimScope, NotShown};
use savoir_model::{ActionId, AgentId, FormulaId, Semantics};
use savoir_reference::{JointAction, State};

/// Why a verdict is as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What was asked.
    pub formula: FormulaId,
    /// The verdict.
    pub holds: bool,
    /// The reading that the verdict is about.
    pub semantics: Semantics,
    /// What can be shown.
    pub shown: Shown,
}

impl Evidence {
    /// What is claimed if nothing is shown.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        match &self.shown {
            Shown::Tree(_) => None,
            Shown::Claim(why) => {
                let scope = ClaimScope::InitialStates;
                Some(Claim::Truth { formula: self.formula, holds: self.holds, scope, why: why.clone() })
            }
        }
    }
}

/// What can be shown for a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shown {
    /// States, paths and what follows from them.
    Tree(Tree),
    /// Nothing, for this reason.
    Claim(NotShown),
}

/// A tree of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes; the first one is about the whole formula and an initial state.
    pub nodes: Vec<Node>,
    /// For a formula that holds: nodes that say so about other initial states.
    pub others: Vec<NodeId>,
    /// Where there are fairness constraints: a fair path from the first state, unless the first node shows one.
    pub fair: Option<Path>,
}

impl Tree {
    /// What is shown to people: the nodes that were made before those about other initial states.
    #[must_use]
    pub fn shown_nodes(&self) -> &[Node] {
        let end = self.others.iter().map(|id| id.index()).min().unwrap_or(self.nodes.len());
        self.nodes.get(..end).unwrap_or(&self.nodes)
    }

    /// The node with this number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}

/// Index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The node about the whole formula.
    pub const ROOT: NodeId = NodeId(0);

    /// As an index into the nodes.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A formula holds in a state, or does not, for a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where.
    pub state: State,
    /// What; a state formula.
    pub formula: FormulaId,
    /// Whether it holds.
    pub holds: bool,
    /// Why.
    pub reason: Reason,
}

impl Node {
    /// What the node claims if it shows nothing.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        match &self.reason {
            Reason::Parts(_)
            | Reason::Path(_)
            | Reason::PossibleState(_)
            | Reason::Strategy(_)
            | Reason::Conflict(_) => None,
            Reason::Claim(why) => {
                let scope = ClaimScope::Node;
                Some(Claim::Truth { formula: self.formula, holds: self.holds, scope, why: why.clone() })
            }
        }
    }
}

/// Why a formula holds in a state, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It follows from the values of the variables, and from what these nodes say about the same state.
    Parts(Vec<NodeId>),
    /// There is a path.
    Path(PathReason),
    /// Something is possible for all that somebody sees, or in spite of somebody's duty.
    PossibleState(PossibleState),
    /// Somebody has an answer to everything.
    Strategy(Strategy),
    /// One action has to do where different ones are needed.
    Conflict(Conflict),
    /// It is not shown, for this reason.
    Claim(NotShown),
}

/// A path that makes an existential formula true or a universal one false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathReason {
    /// The path, from the state of the node.
    pub path: Path,
    /// What matters at its states, beyond what their values say.
    pub marks: Vec<Mark>,
    /// Where there are fairness constraints: how a path that is no lasso goes on fairly from its last state.
    pub fair: Option<Path>,
}

/// What a node says about a state of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Which state, from 0.
    pub position: usize,
    /// What about it.
    pub node: NodeId,
}

/// A path: states with the joint actions that lead from each to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The states, at least one.
    pub states: Vec<State>,
    /// The joint action that each state is left by; none for the last one, unless the path goes on.
    pub actions: Vec<JointAction>,
    /// For an infinite path: where it goes on after the last state.
    pub back: Option<usize>,
}

impl Path {
    /// The first state.
    #[must_use]
    pub fn start(&self) -> Option<&State> {
        self.states.first()
    }

    /// The last state.
    #[must_use]
    pub fn end(&self) -> Option<&State> {
        self.states.last()
    }
}

/// A state that is possible, and where something fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleState {
    /// From the state of the node to the possible one; none if it is the same state.
    pub links: Vec<EpistemicLink>,
    /// What fails there.
    pub node: NodeId,
}

/// From one state to another that looks the same to somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpistemicLink {
    /// To whom: the two states agree in everything that at least one of these observes.
    pub observers: Vec<AgentId>,
    /// The other state.
    pub state: State,
    /// How it is reached from an initial state.
    pub access: Path,
    /// Where there are fairness constraints: how a path goes on fairly from it.
    pub fair: Option<Path>,
}

/// A strategy with more joint actions and successors than this is neither made nor checked.
pub const MOST_OUTCOMES: u64 = 200_000;

/// How a coalition brings about what it can enforce; or, for what it cannot, how the others prevent it.
///
/// A play starts in the state of the node and goes from row to row, until it comes to an end or for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// What to do in which state, each state once, in the order in which a play may come to them.
    pub rows: Vec<Row>,
    /// Where it is decided, each state once.
    pub ends: Vec<State>,
    /// What matters in these states, beyond what their values say.
    pub marks: Vec<NodeId>,
    /// Whether there is a row for every state that a play may come to.
    pub coverage: Coverage,
    /// Where strategies are uniform: for a formula that holds, the other states of the start set of the node's state. For
    /// one that fails, links to the state of the start set that plays start in; none if it is the state of the node.
    pub start_set: Option<Vec<EpistemicLink>>,
}

impl Strategy {
    /// A state that plays start in: that of the node, unless it fails because of another state of its start set.
    #[must_use]
    pub fn start<'s>(&'s self, node: &'s Node) -> &'s State {
        let other = self.start_set.iter().flatten().last().filter(|_| !node.holds);
        other.map_or(&node.state, |link| &link.state)
    }
}

/// Whether a strategy is there as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// It is.
    Whole,
    /// It has more rows, which nobody would read.
    Cut,
}

/// What to do in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The state.
    pub state: State,
    /// After how many steps it is decided at the latest; none if a play may go on for ever.
    pub rank: Option<u32>,
    /// For a coalition that can enforce something: a choice that does, or several of them. For one that cannot: every
    /// choice it has, with the answer to it.
    pub choices: Vec<Choice>,
}

/// What a coalition does, and what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What its members do; nothing for the others.
    pub own: JointAction,
    /// Where the play may go on: to each of these states, or, if the others have a say, to the only one.
    pub answers: Vec<Response>,
}

/// A joint action, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// What everybody does.
    pub action: JointAction,
    /// The next state.
    pub state: State,
}

/// Why no uniform strategy wins: members cannot tell states apart in which they would have to do different things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The other states of the start set.
    pub start_set: Vec<EpistemicLink>,
    /// Whether these are all.
    pub coverage: Coverage,
    /// What is confused. No strategy wins that does the same in all states with these observations, even if it may depend
    /// on everything in other states.
    pub confusions: Vec<Confusion>,
}

/// States that look the same to a member, in which it would do different things if it could tell them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confusion {
    /// The member.
    pub agent: AgentId,
    /// The states, at least two.
    pub states: Vec<ConfusedState>,
}

/// A state that is confused with another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusedState {
    /// How it is reached from an initial state.
    pub access: Path,
    /// What the member would do there.
    pub action: ActionId,
}
