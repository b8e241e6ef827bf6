//! A play under way.

use super::open::NoPlay;
use super::round::{Round, Status};
use savoir_model::{AgentId, FormulaId, Model, Temporal};
use savoir_reference::{JointAction, Moment, State};
use savoir_replay::{Coverage, Node, Row, Strategy};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The two sides of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The coalition of the formula.
    Coalition,
    /// All other agents, and what evolutions leave open.
    Opponents,
}

impl Side {
    /// The side that plays against this one.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::Coalition => Side::Opponents,
            Side::Opponents => Side::Coalition,
        }
    }
}

/// A play against a strategy. The one who has the strategy wins, see the [rules](super).
#[derive(Clone, Debug)]
pub struct Play {
    pub(super) model: Arc<Model>,
    pub(super) members: Vec<AgentId>,
    pub(super) temporal: Temporal,
    node: Node,
    strategy: Strategy,
    rows: BTreeMap<State, usize>,
    ends: BTreeSet<State>,
    starts: Vec<State>,
    /// Where the play was so far, the current state last; none of them without a way there but the first.
    pub(super) places: Vec<Place>,
    /// What everybody does in the current state, and what may come of it, while that is to be chosen.
    pub(super) open: Option<(JointAction, Vec<State>)>,
}

/// A state of a play, and what led there.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) did: Option<JointAction>,
    pub(super) state: State,
}

impl Play {
    /// A play against a strategy of a replayed piece of evidence; `None` if the node is not about a coalition.
    pub(super) fn new(model: Arc<Model>, node: &Node, strategy: &Strategy) -> Option<Play> {
        let (coalition, temporal) = model.formulas.get(node.formula).strategic()?;
        let members = model.formulas.members(coalition).to_vec();
        let rows = strategy.rows.iter().enumerate().map(|(number, row)| (row.state.clone(), number)).collect();
        let ends = strategy.ends.iter().cloned().collect();
        let starts = starts(&model, temporal, node, strategy);
        let first = Place { did: None, state: starts.first()?.clone() };
        let (node, strategy) = (node.clone(), strategy.clone());
        Some(Play { model, members, temporal, node, strategy, rows, ends, starts, places: vec![first], open: None })
    }

    /// What names and numbers refer to.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The formula about a coalition that the play is about.
    #[must_use]
    pub fn formula(&self) -> FormulaId {
        self.node.formula
    }

    /// What the evidence says about it.
    #[must_use]
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The strategy that is played against.
    #[must_use]
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The side that plays by the strategy, and wins.
    #[must_use]
    pub fn winner(&self) -> Side {
        if self.node.holds { Side::Coalition } else { Side::Opponents }
    }

    /// The play, if the user may play this side.
    ///
    /// # Errors
    /// If it is the side that wins.
    pub fn for_user(self, side: Side) -> Result<Play, NoPlay> {
        if side == self.winner() { Err(NoPlay::WinningSide) } else { Ok(self) }
    }

    /// The agents of a side that have actions, in the order of the model.
    #[must_use]
    pub fn agents(&self, side: Side) -> Vec<AgentId> {
        let acts = |agent: &AgentId| !self.model.agent(*agent).actions.is_empty();
        self.model.agent_ids().filter(acts).filter(|agent| self.side_of(*agent) == side).collect()
    }

    /// The side that an agent is on.
    #[must_use]
    pub fn side_of(&self, agent: AgentId) -> Side {
        if self.members.contains(&agent) { Side::Coalition } else { Side::Opponents }
    }

    /// The states that the play may start in.
    #[must_use]
    pub fn starts(&self) -> &[State] {
        &self.starts
    }

    /// Starts anew, in the state with this number, from 0; `None` if there are not so many.
    pub fn start(&mut self, number: usize) -> Option<Round> {
        let state = self.starts.get(number)?.clone();
        self.places = vec![Place { did: None, state }];
        self.open = None;
        Some(self.round())
    }

    /// Where the play is.
    #[must_use]
    pub fn round(&self) -> Round {
        let state = self.here().clone();
        let row = self.row(&state);
        let before = self.places[..self.places.len() - 1].iter().position(|place| place.state == state);
        let (did, outcomes) = match &self.open {
            Some((joint, outcomes)) => (Some(joint.clone()), outcomes.clone()),
            None => (self.places.last().and_then(|place| place.did.clone()), Vec::new()),
        };
        let status = self.status(&state);
        Round {
            number: self.places.len() - 1,
            choices: if status.is_over() || self.open.is_some() { Vec::new() } else { self.choices() },
            within: row.and_then(|row| row.rank).filter(|_| !status.is_over()),
            outcomes,
            status,
            before,
            did,
            state,
        }
    }

    /// All rounds so far, the current one last.
    #[must_use]
    pub fn states(&self) -> Vec<&State> {
        self.places.iter().map(|place| &place.state).collect()
    }

    pub(super) fn here(&self) -> &State {
        // There is a first place, and it is never taken away.
        &self.places[self.places.len() - 1].state
    }

    pub(super) fn row(&self, state: &State) -> Option<&Row> {
        self.rows.get(state).and_then(|number| self.strategy.rows.get(*number))
    }

    /// Whether a state is in the table; a table that is whole has every state that a play comes to.
    pub(super) fn knows(&self, state: &State) -> bool {
        self.rows.contains_key(state) || self.ends.contains(state)
    }

    /// Whether the play is about the next state only.
    fn is_step(&self) -> bool {
        matches!(self.temporal, Temporal::Next(_))
    }

    fn status(&self, state: &State) -> Status {
        let decided = if self.node.holds { Status::Reached } else { Status::Lost };
        // What is said about the next state is decided there, even if it is one that something is to be done in.
        let is_end = if self.is_step() { self.places.len() > 1 } else { self.ends.contains(state) };
        if is_end {
            return decided;
        }
        let is_stuck = self.row(state).is_some_and(|row| row.choices.is_empty());
        match (self.temporal, self.node.holds) {
            _ if is_stuck => Status::Stuck,
            (Temporal::Globally(_), true) | (Temporal::Finally(_) | Temporal::Until(..), false) => Status::AvoidedSoFar,
            (Temporal::Next(_), _)
            | (Temporal::Finally(_) | Temporal::Until(..), true)
            | (Temporal::Globally(_), false) => Status::GoingOn,
        }
    }

    /// Whether the strategy is there as a whole, so that no play leaves it.
    #[must_use]
    pub fn coverage(&self) -> Coverage {
        self.strategy.coverage
    }
}

/// The states that plays may start in, that of the node first: what a strategy that wins is made for, as far as it was made.
fn starts(model: &Model, temporal: Temporal, node: &Node, strategy: &Strategy) -> Vec<State> {
    let mut found = vec![strategy.start(node).clone()];
    if !node.holds {
        return found;
    }
    let is_initial = |state: &&State| Moment { model, state: state.as_slice(), joint: &[] }.holds(model.init);
    // Where a step decides, its end is no place to start in.
    let ends = strategy.ends.iter().filter(|_| !matches!(temporal, Temporal::Next(_)));
    let listed: BTreeSet<&State> = strategy.rows.iter().map(|row| &row.state).chain(ends).collect();
    let start_set = strategy.start_set.iter().flatten().map(|link| &link.state).filter(|state| listed.contains(state));
    let initial = listed.iter().copied().filter(|state| is_initial(state));
    let mut seen = BTreeSet::from([strategy.start(node)]);
    found.extend(start_set.chain(initial).filter(|state| seen.insert(state)).cloned());
    found
}
