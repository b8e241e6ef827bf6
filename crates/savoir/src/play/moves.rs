//! Moves of the user, checked against the model, and the moves of the strategy.

use super::game::{Place, Play, Side};
use super::round::Round;
use crate::simulate::find_agent;
use savoir_model::{ActionId, AgentId};
use savoir_reference::{JointAction, State, may_perform, successors_within};
use savoir_replay::{Choice, MOST_OUTCOMES};

/// Why a move is not possible. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongMove {
    /// It is decided.
    #[error("the play is over")]
    Over,
    /// There is no agent or action with a name.
    #[error("{0}")]
    Name(String),
    /// The agent is on the other side.
    #[error("`{0}` is on the other side")]
    NotYours(String),
    /// An agent is named twice.
    #[error("`{0}` is named twice")]
    Twice(String),
    /// An agent has several actions, and none was chosen.
    #[error("say what `{0}` does")]
    Missing(String),
    /// The agent may not do that here.
    #[error("`{agent}` may not do `{action}` here")]
    NotAllowed {
        /// The agent.
        agent: String,
        /// The action.
        action: String,
    },
    /// Nothing can come of these actions.
    #[error("nothing can come of these actions together, so they are no move; choose others")]
    NoOutcome,
    /// What comes of the actions is to be chosen first.
    #[error("choose what comes of these actions first")]
    OutcomeFirst,
    /// There is no such outcome.
    #[error("there is no outcome with this number")]
    NoSuchOutcome,
    /// The table is too long, and was cut here.
    #[error("the strategy was cut here: it has more states than were looked at")]
    Cut,
    /// There is nothing to take back.
    #[error("the play starts here")]
    Start,
}

impl Play {
    /// The agents and actions with these names.
    ///
    /// # Errors
    /// If there is no agent or action with a name.
    pub fn named(&self, actions: &[(String, String)]) -> Result<Vec<(AgentId, ActionId)>, WrongMove> {
        let named = |(agent, action): &(String, String)| {
            let id = find_agent(&self.model, agent).map_err(WrongMove::Name)?;
            let found = self.model.agent(id).actions.iter().position(|known| known.name == *action);
            let found = found.ok_or_else(|| WrongMove::Name(format!("`{agent}` has no action `{action}`")))?;
            Ok((id, ActionId::from(found)))
        };
        actions.iter().map(named).collect()
    }

    /// What the user may choose for each agent of its side.
    pub(super) fn choices(&self) -> Vec<(AgentId, Vec<ActionId>)> {
        let state = self.here();
        let of = |agent: AgentId| -> Vec<ActionId> {
            match self.winner() {
                Side::Coalition => may_perform(&self.model, agent, state).into_iter().flatten().collect(),
                // Every move has an answer, so these are the moves.
                Side::Opponents => {
                    let moves = self.row(state).into_iter().flat_map(|row| &row.choices);
                    let mut actions: Vec<ActionId> = moves.filter_map(|choice| choice.own[agent.index()]).collect();
                    actions.sort_unstable();
                    actions.dedup();
                    actions
                }
            }
        };
        self.agents(self.winner().other()).into_iter().map(|agent| (agent, of(agent))).collect()
    }

    /// The user's agents do this, and the strategy what it says. An agent that can do one thing only need not be named. If
    /// several states may come of it, and that is up to the user, the round says which; [`Play::choose_outcome`] goes on.
    ///
    /// # Errors
    /// If that is no move here. Nothing has changed then.
    pub fn choose(&mut self, actions: &[(AgentId, ActionId)]) -> Result<Round, WrongMove> {
        if self.open.is_some() {
            return Err(WrongMove::OutcomeFirst);
        }
        if self.round().status.is_over() {
            return Err(WrongMove::Over);
        }
        let chosen = self.joint(actions)?;
        match self.winner() {
            Side::Coalition => self.against_coalition(chosen),
            Side::Opponents => self.against_opponents(&chosen),
        }
    }

    /// This is what comes of the actions that were chosen, by its number from 0.
    ///
    /// # Errors
    /// If there is no such outcome to choose, or the strategy was cut there. Nothing has changed then.
    pub fn choose_outcome(&mut self, number: usize) -> Result<Round, WrongMove> {
        let Some((joint, outcomes)) = &self.open else { return Err(WrongMove::NoSuchOutcome) };
        let state = outcomes.get(number).ok_or(WrongMove::NoSuchOutcome)?.clone();
        self.go(joint.clone(), state)
    }

    /// Takes the last move back, or the actions whose outcome is not chosen yet.
    ///
    /// # Errors
    /// If there is none.
    pub fn back(&mut self) -> Result<Round, WrongMove> {
        if self.open.take().is_none() {
            if self.places.len() == 1 {
                return Err(WrongMove::Start);
            }
            self.places.pop();
        }
        Ok(self.round())
    }

    /// What the user's agents do; nothing for the others.
    fn joint(&self, actions: &[(AgentId, ActionId)]) -> Result<JointAction, WrongMove> {
        let name = |agent: AgentId| self.model.agent(agent).name.clone();
        let side = self.winner().other();
        let mut joint: JointAction = vec![None; self.model.agents.len()];
        for &(agent, action) in actions {
            if self.model.agents.get(agent.index()).is_none_or(|agent| action.index() >= agent.actions.len()) {
                return Err(WrongMove::Name("there is no such agent, or no such action of it".to_owned()));
            }
            if self.side_of(agent) != side {
                return Err(WrongMove::NotYours(name(agent)));
            }
            if joint[agent.index()].replace(action).is_some() {
                return Err(WrongMove::Twice(name(agent)));
            }
        }
        for (agent, allowed) in self.choices() {
            match joint[agent.index()] {
                Some(action) if !allowed.contains(&action) => {
                    let action = self.model.agent(agent).actions[action.index()].name.clone();
                    return Err(WrongMove::NotAllowed { agent: name(agent), action });
                }
                Some(_) => {}
                None if allowed.len() == 1 => joint[agent.index()] = allowed.first().copied(),
                None => return Err(WrongMove::Missing(name(agent))),
            }
        }
        Ok(joint)
    }

    /// The choice of the coalition was made without looking; the user decides what comes of it.
    fn against_coalition(&mut self, mut joint: JointAction) -> Result<Round, WrongMove> {
        let state = self.here().clone();
        let own = self.row(&state).and_then(|row| row.choices.first()).ok_or(WrongMove::Cut)?.own.clone();
        for agent in &self.members {
            joint[agent.index()] = own[agent.index()];
        }
        let mut outcomes = successors_within(&self.model, &state, &joint, MOST_OUTCOMES).ok_or(WrongMove::Cut)?;
        outcomes.sort_unstable();
        outcomes.dedup();
        match outcomes.as_slice() {
            [] => Err(WrongMove::NoOutcome),
            [only] => self.go(joint, only.clone()),
            _ => {
                self.open = Some((joint, outcomes));
                Ok(self.round())
            }
        }
    }

    /// The others answer the move of the user.
    fn against_opponents(&mut self, own: &JointAction) -> Result<Round, WrongMove> {
        let row = self.row(self.here()).ok_or(WrongMove::Cut)?;
        let answer =
            |choice: &Choice| choice.answers.first().map(|answer| (answer.action.clone(), answer.state.clone()));
        let found = row.choices.iter().find(|choice| choice.own == *own).and_then(answer);
        let (joint, state) = found.ok_or(WrongMove::NoOutcome)?;
        self.go(joint, state)
    }

    fn go(&mut self, joint: JointAction, state: State) -> Result<Round, WrongMove> {
        if !self.knows(&state) {
            return Err(WrongMove::Cut);
        }
        self.open = None;
        self.places.push(Place { did: Some(joint), state });
        Ok(self.round())
    }
}
