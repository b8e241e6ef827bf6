//! Groups that are sought: one evaluation for all groups at once (CTLPK, the AAMAS 2012 paper, and beyond it ATL).
//!
//! A set of states depends on who is in the groups, by way of [unknowns](crate::Unknowns). Operators without variables do the
//! same for each value of the unknowns, so nothing about them changes. Where the paper has a relation between states that
//! depends on the group, `Link`, there is none here: each agent's part of an operator counts where the agent is a member.

use crate::{Checker, Form, GroupDecisions, Stop, System, UnknownGroup};
use savoir_model::{AgentId, Coalition, CoalitionId, FormulaId, Temporal};

/// Whose knowledge or strategies a formula is about.
pub(crate) enum Who<'a, Set> {
    /// These agents.
    Known(&'a [AgentId]),
    /// The members of a group that is sought.
    Sought(&'a UnknownGroup<Set>),
}

impl<Set> Clone for Who<'_, Set> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Set> Copy for Who<'_, Set> {}

impl<S: System> Checker<'_, S> {
    /// The members of group variables, from now on. Formulas with other variables cannot be evaluated.
    pub fn seek(&mut self, groups: impl IntoIterator<Item = (CoalitionId, UnknownGroup<S::Set>)>) {
        self.sought = groups.into_iter().collect();
    }

    pub(crate) fn who(&self, coalition: CoalitionId) -> Who<'_, S::Set> {
        match self.formulas.coalition(coalition) {
            Coalition::Agents { members, .. } => Who::Known(members),
            Coalition::Variable(name) => match self.sought.get(&coalition) {
                Some(group) => Who::Sought(group),
                None => unreachable!("nobody looks for the group ?{name}"),
            },
        }
    }

    /// For which groups a formula is false in some initial state. Formulas are taken apart as for verdicts, as far as that
    /// makes sense for many groups at once.
    pub fn groups_without(&mut self, formula: FormulaId) -> Result<GroupDecisions, Stop> {
        let initial = self.initial()?;
        let failing = self.failing(Where::Initially, &initial, formula)?;
        self.system.groups_with_states(&failing)
    }

    /// States, whichever, with those values of the unknowns for which a formula fails in some state of `from`.
    fn failing(&mut self, place: Where, from: &S::Set, formula: FormulaId) -> Result<S::Set, Stop> {
        let system = self.system;
        match Form::of(self.formulas, formula) {
            Form::Conjunction(parts) => {
                let mut failing = system.empty();
                for part in parts {
                    failing = system.union(&failing, &self.failing(place, from, part)?)?;
                }
                return Ok(failing);
            }
            Form::Under { condition, then } => {
                let condition = self.satisfying(condition)?;
                return self.failing(Where::Somewhere, &system.intersection(from, &condition)?, then);
            }
            // Every state of the domain can be reached from an initial one, by states of the domain.
            Form::Always(f) if place == Where::Initially => {
                let everywhere = self.domain().clone();
                return self.failing(Where::Somewhere, &everywhere, f);
            }
            // From a single initial state, every state of the domain can be reached.
            Form::Possible(f) if place == Where::Initially && self.is_single(from)? => {
                let found = self.satisfying(f)?;
                let found = system.for_any_state(&found)?;
                return self.complement(&found);
            }
            Form::Always(_)
            | Form::Possible(_)
            | Form::Known { .. }
            | Form::Inevitable(_)
            | Form::Enforceable { .. }
            | Form::AllPaths(_)
            | Form::Other => {}
        }
        let satisfying = self.satisfying(formula)?;
        system.for_any_state(&system.difference(from, &satisfying)?)
    }

    /// Whether there is one state in a set that does not depend on unknowns.
    fn is_single(&self, set: &S::Set) -> Result<bool, Stop> {
        let Some(state) = self.system.pick(set)? else { return Ok(false) };
        Ok(self.system.is_empty(&self.system.difference(set, &self.system.singleton(&state)?)?))
    }

    /// States where the coalition has a move after which every successor is in `set`.
    pub(crate) fn controllable_by(&self, who: Who<'_, S::Set>, set: &S::Set) -> Result<S::Set, Stop> {
        match who {
            Who::Known(coalition) => self.system.controllable_predecessors(coalition, set),
            Who::Sought(group) => self.system.controllable_predecessors_of(group, set),
        }
    }

    /// What a group that is sought can enforce if strategies may depend on everything: the fixpoints of the ground case.
    pub(crate) fn enforce_by_sought(&self, group: &UnknownGroup<S::Set>, temporal: Temporal) -> Result<S::Set, Stop> {
        let (system, who) = (self.system, Who::Sought(group));
        if !self.fair().is_empty() {
            let (spoilt, _) = self.spoilt_fairly(who, temporal, &[])?;
            return self.complement(&spoilt);
        }
        let (mut found, through) = match temporal {
            Temporal::Next(f) => return self.controllable_by(who, self.known(f)),
            Temporal::Finally(g) => (self.known(g).clone(), Some(self.domain())),
            Temporal::Until(f, g) => (self.known(g).clone(), Some(self.known(f))),
            Temporal::Globally(f) => (self.known(f).clone(), None),
        };
        loop {
            system.budget().check()?;
            let step = self.controllable_by(who, &found)?;
            let next = match through {
                Some(through) => system.union(&found, &system.intersection(through, &step)?)?,
                None => system.intersection(&found, &step)?,
            };
            if next == found {
                return Ok(found);
            }
            found = next;
        }
    }
}

/// Which states a formula is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// All initial states.
    Initially,
    /// Some states.
    Somewhere,
}
