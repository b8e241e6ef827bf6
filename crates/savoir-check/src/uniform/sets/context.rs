//! A game with everything that was looked up for it.

use super::{SetGame, SetGameTuning};
use crate::{Ban, Checker, Stop, System};
use savoir_model::{ActionClasses, ActionId, AgentId, Temporal};

/// A member of the coalition with a choice.
pub(super) struct Player {
    pub(super) agent: AgentId,
    /// One action of each class.
    pub(super) actions: Vec<ActionId>,
}

/// What the coalition wants, with the sets of states that its operands stand for.
pub(super) enum Goal<Set> {
    Next(Set),
    /// `f U g`; `F g` is `true U g`.
    Until {
        through: Set,
        target: Set,
    },
    Globally(Set),
}

/// A game and the system it is played on.
pub(super) struct Context<'c, 'm, S: System> {
    pub(super) checker: &'c Checker<'m, S>,
    pub(super) system: &'m S,
    pub(super) coalition: &'c [AgentId],
    pub(super) temporal: Temporal,
    pub(super) goal: Goal<S::Set>,
    pub(super) players: Vec<Player>,
    pub(super) reachable: S::Set,
    pub(super) tuning: SetGameTuning,
    /// The [work](crate::Capabilities::work) of the system at which the search is interrupted.
    pub(super) most_work: u64,
}

impl<'c, 'm, S: System> Context<'c, 'm, S> {
    pub(super) fn new(checker: &'c Checker<'m, S>, game: &SetGame<'c, S::Set>) -> Context<'c, 'm, S> {
        let SetGame { coalition, temporal, .. } = *game;
        let classes = ActionClasses::new(checker.model);
        let player = |&agent: &AgentId| {
            let all = (0..checker.model.agent(agent).actions.len()).map(ActionId::from);
            let mut actions: Vec<ActionId> = Vec::new();
            for action in all {
                if actions.iter().all(|known| classes.class(agent, *known) != classes.class(agent, action)) {
                    actions.push(action);
                }
            }
            (actions.len() > 1).then_some(Player { agent, actions })
        };
        let known = |operand| checker.known(operand).clone();
        let goal = match temporal {
            Temporal::Next(f) => Goal::Next(known(f)),
            Temporal::Finally(g) => Goal::Until { through: checker.domain().clone(), target: known(g) },
            Temporal::Until(f, g) => Goal::Until { through: known(f), target: known(g) },
            Temporal::Globally(f) => Goal::Globally(known(f)),
        };
        Context {
            checker,
            system: checker.system,
            coalition,
            temporal,
            goal,
            players: coalition.iter().filter_map(player).collect(),
            reachable: checker.system.reachable(),
            tuning: SetGameTuning::default(),
            most_work: u64::MAX,
        }
    }

    /// Polls the budget.
    ///
    /// # Errors
    /// When it is used up, or [`Stop::TooLarge`] when the work that is allowed is done.
    pub(super) fn check(&self) -> Result<(), Stop> {
        self.system.budget().check()?;
        if self.system.work() >= self.most_work { Err(Stop::TooLarge) } else { Ok(()) }
    }

    /// Whether only fair outcomes count.
    pub(super) fn is_fair(&self) -> bool {
        !self.checker.fair().is_empty()
    }

    /// States where the coalition has a move that no ban rules out, after which every successor is in `set`.
    pub(super) fn controllable(&self, set: &S::Set, bans: &[Ban<S::Set>]) -> Result<S::Set, Stop> {
        self.check()?;
        self.system.controllable_predecessors_under(self.coalition, set, bans)
    }

    /// States that a player cannot tell from some state of a set.
    pub(super) fn unseen(&self, player: usize, set: &S::Set) -> Result<S::Set, Stop> {
        self.system.indistinguishable(&[self.players[player].agent], set)
    }

    /// States of all these sets.
    pub(super) fn union_of<'s>(&self, sets: impl IntoIterator<Item = &'s S::Set>) -> Result<S::Set, Stop>
    where
        S::Set: 's,
    {
        sets.into_iter().try_fold(self.system.empty(), |all, set| self.system.union(&all, set))
    }
}
