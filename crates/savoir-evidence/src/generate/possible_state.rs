//! What is not known, or not seen to: a possible state where it fails.

use super::Generator;
use savoir_check::{GivenUp, System};
use savoir_model::{Accessibility, AgentId, FormulaId, Shape, VarId};
use savoir_reference::State;
use savoir_replay::{EpistemicLink, Path, PossibleState};

impl<S: System> Generator<'_, '_, S> {
    /// A state where what an agent or a group does not know fails; `None` if the formula is of another kind.
    pub(super) fn possible_state(
        &mut self,
        state: &State,
        here: &S::Set,
        formula: FormulaId,
    ) -> Result<Option<PossibleState>, GivenUp> {
        let formulas = &self.model.formulas;
        let Shape::Modality(modality) = formulas.get(formula).shape() else { return Ok(None) };
        if let Accessibility::Common(group) = modality.accessible {
            return self.chain(state, here, formulas.members(group), modality.operand);
        }
        let observers = modality.accessible.observers(formulas);
        self.indistinguishable(state, here, &observers, modality.correct, modality.operand)
    }

    /// A state that looks the same to some of the `observers`, where `correct` behaves correctly and `f` fails: this
    /// state itself, or one of those that are reached soonest.
    fn indistinguishable(
        &mut self,
        state: &State,
        here: &S::Set,
        observers: &[Vec<AgentId>],
        correct: Option<AgentId>,
        f: FormulaId,
    ) -> Result<Option<PossibleState>, GivenUp> {
        let system = self.checker.system();
        let mut considered = self.checker.domain().clone();
        if let Some(agent) = correct {
            considered = system.difference(&considered, &self.checker.red(agent)?)?;
        }
        let mut possible = system.empty();
        for observers in observers {
            let alike = system.intersection(&system.indistinguishable(observers, here)?, &considered)?;
            possible = system.union(&possible, &alike)?;
        }
        let itself = system.intersection(here, &possible)?;
        if self.fails_among(&itself, f)? {
            return Ok(Some(PossibleState { links: Vec::new(), node: self.node(state.clone(), f, false) }));
        }
        let initial = self.checker.system().initial();
        let Some(access) = self.path_to_failure(&initial, &possible, f)? else { return Ok(None) };
        let access = self.with_actions(access, None)?;
        let Some(other) = access.end().cloned() else { return Ok(None) };
        let Some(observers) = observers.iter().find(|observers| self.are_indistinguishable(observers, state, &other))
        else {
            return Ok(None);
        };
        let link = self.link(observers, access)?;
        Ok(Some(PossibleState { links: vec![link], node: self.node(other, f, false) }))
    }

    /// The shortest chain of states, each of which looks to some member like the one before, to where `f` fails.
    fn chain(
        &mut self,
        state: &State,
        here: &S::Set,
        members: &[AgentId],
        f: FormulaId,
    ) -> Result<Option<PossibleState>, GivenUp> {
        let wrong = self.set(f, false)?;
        let Some(chain) = self.checker.chain(members, here, &wrong)? else { return Ok(None) };
        let Some(end) = chain.last().cloned() else { return Ok(None) };
        let mut links = Vec::with_capacity(chain.len() - 1);
        for pair in chain.windows(2) {
            let agent = members.iter().find(|agent| self.are_indistinguishable(&[**agent], &pair[0], &pair[1]));
            let target = self.checker.system().singleton(&pair[1])?;
            let (Some(agent), Some(access)) = (agent, self.access(&target)?) else { return Ok(None) };
            links.push(self.link(&[*agent], access)?);
        }
        debug_assert_eq!(chain.first(), Some(state));
        Ok(Some(PossibleState { links, node: self.node(end, f, false) }))
    }

    pub(super) fn link(&mut self, observers: &[AgentId], access: Path) -> Result<EpistemicLink, GivenUp> {
        let state = access.end().cloned().unwrap_or_default();
        let there = self.checker.system().singleton(&state)?;
        Ok(EpistemicLink { observers: observers.to_vec(), state, access, fair: self.fair_path(&there)? })
    }

    /// A shortest path from an initial state into a set, with the least last state.
    pub(super) fn access(&mut self, target: &S::Set) -> Result<Option<Path>, GivenUp> {
        let states = self.checker.system().path_from_initial(target)?;
        Ok(states.map(|states| self.with_actions(states, None)).transpose()?)
    }

    /// Whether two states agree in everything that some of the observers sees.
    pub(super) fn are_indistinguishable(&self, observers: &[AgentId], a: &State, b: &State) -> bool {
        let same = |variable: &VarId| a[variable.index()] == b[variable.index()];
        observers.iter().all(|agent| self.model.agent(*agent).observes.iter().all(same))
    }
}
