//! A partial model as the logics see it. If all choices are made, it is an induced model, and the checker decides every
//! formula on it. If not, it has the steps of all its completions together.

use super::arena::Arena;
use super::partial::{Options, PartialModel, Scope};
use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_check::{
    Ban, Budget, Capabilities, Choices, Fixpoints, JointAction, Membership, Observations, Paths, Sets, SoughtGroups,
    Steps, Stop, Unknowns,
};
use savoir_model::{ActionId, AgentId, EvolutionLine, ExprId, Model};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// A set of states of a partial model, by local numbers.
pub(super) type Marks = Vec<bool>;

/// Which steps a partial model has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Those of all moves.
    AllMoves,
    /// Those from states where all choices are made, which every completion has.
    CertainMoves,
}

/// A partial model with what was found out about its states.
pub(super) struct PartialSystem<'a, 'm> {
    arena: Rc<RefCell<&'a mut Arena<'m>>>,
    extent: Extent,
    budget: &'m Budget,
    pub(super) partial: &'a PartialModel,
    scope: &'a Scope,
    options: RefCell<FxHashMap<Vec<AgentId>, Rc<Options>>>,
    predecessors: OnceCell<Vec<Vec<u32>>>,
}

impl<'a, 'm> PartialSystem<'a, 'm> {
    pub(super) fn new(arena: &'a mut Arena<'m>, partial: &'a PartialModel, scope: &'a Scope) -> PartialSystem<'a, 'm> {
        let budget = arena.budget;
        PartialSystem {
            arena: Rc::new(RefCell::new(arena)),
            extent: Extent::AllMoves,
            budget,
            partial,
            scope,
            options: RefCell::default(),
            predecessors: OnceCell::new(),
        }
    }

    /// The part that every completion has, as far as it reaches it.
    pub(super) fn certain(&self) -> PartialSystem<'a, 'm> {
        PartialSystem {
            arena: self.arena.clone(),
            extent: Extent::CertainMoves,
            budget: self.budget,
            partial: self.partial,
            scope: self.scope,
            options: RefCell::default(),
            predecessors: OnceCell::new(),
        }
    }

    fn after(&self, state: usize) -> &[u32] {
        let is_open = || self.partial.moves(state).len() > 1 || self.partial.is_lumped(state);
        match self.extent {
            Extent::CertainMoves if is_open() => &[],
            Extent::AllMoves | Extent::CertainMoves => self.partial.after(state),
        }
    }

    pub(super) fn model(&self) -> &'m Model {
        self.arena.borrow().model
    }

    /// Where a condition holds.
    pub(super) fn holding(&self, condition: ExprId) -> Marks {
        let mut arena = self.arena.borrow_mut();
        self.partial.states.iter().map(|state| arena.holds(condition, *state)).collect()
    }

    /// By state: a number that stands for what some agents observe together.
    pub(super) fn views(&self, observers: &[AgentId]) -> Vec<u32> {
        let mut arena = self.arena.borrow_mut();
        self.partial.states.iter().map(|state| arena.view(observers, *state)).collect()
    }

    /// What a coalition can make of each move.
    pub(super) fn options(&self, coalition: &[AgentId]) -> Result<Rc<Options>, Stop> {
        if let Some(found) = self.options.borrow().get(coalition) {
            return Ok(found.clone());
        }
        let found = Rc::new(self.partial.options(&mut self.arena.borrow_mut(), self.scope, coalition)?);
        self.options.borrow_mut().insert(coalition.to_vec(), found.clone());
        Ok(found)
    }

    fn predecessors(&self) -> &[Vec<u32>] {
        self.predecessors.get_or_init(|| {
            let mut before = vec![Vec::new(); self.partial.len()];
            for state in 0..self.partial.len() {
                for &after in self.after(state) {
                    before[after as usize].push(state as u32);
                }
            }
            before
        })
    }
}

/// The states that are in two sets in some way.
pub(super) fn combined(a: &Marks, b: &Marks, both: impl Fn(bool, bool) -> bool) -> Marks {
    a.iter().zip(b).map(|(a, b)| both(*a, *b)).collect()
}

/// The states that look like one of a set.
pub(super) fn alike(views: &[u32], set: &Marks) -> Marks {
    let seen: FxHashSet<u32> = views.iter().zip(set).filter(|(_, is_in)| **is_in).map(|(view, _)| *view).collect();
    views.iter().map(|view| seen.contains(view)).collect()
}

impl Sets for PartialSystem<'_, '_> {
    type Set = Marks;

    fn budget(&self) -> &Budget {
        self.budget
    }

    fn reachable(&self) -> Marks {
        vec![true; self.partial.len()]
    }

    fn initial(&self) -> Marks {
        let mut set = self.empty();
        self.partial.initial.iter().for_each(|state| set[*state as usize] = true);
        set
    }

    fn empty(&self) -> Marks {
        vec![false; self.partial.len()]
    }

    fn states_where(&self, _: &Model, condition: ExprId) -> Result<Marks, Stop> {
        Ok(self.holding(condition))
    }

    fn union(&self, a: &Marks, b: &Marks) -> Result<Marks, Stop> {
        Ok(combined(a, b, |a, b| a || b))
    }

    fn intersection(&self, a: &Marks, b: &Marks) -> Result<Marks, Stop> {
        Ok(combined(a, b, |a, b| a && b))
    }

    fn difference(&self, a: &Marks, b: &Marks) -> Result<Marks, Stop> {
        Ok(combined(a, b, |a, b| a && !b))
    }

    fn is_empty(&self, set: &Marks) -> bool {
        !set.contains(&true)
    }

    fn count(&self, set: &Marks) -> Result<BigUint, Stop> {
        Ok(BigUint::from(set.iter().filter(|is_in| **is_in).count()))
    }

    fn pick(&self, set: &Marks) -> Result<Option<Vec<u64>>, Stop> {
        let arena = self.arena.borrow();
        let members = self.partial.states.iter().zip(set).filter(|(_, is_in)| **is_in);
        Ok(members.map(|(state, _)| arena.codes(*state)).min().map(|codes| codes.to_vec()))
    }

    fn singleton(&self, state: &[u64]) -> Result<Marks, Stop> {
        let arena = self.arena.borrow();
        Ok(self.partial.states.iter().map(|number| **arena.codes(*number) == *state).collect())
    }
}

impl Steps for PartialSystem<'_, '_> {
    fn image(&self, set: &Marks) -> Result<Marks, Stop> {
        let mut found = self.empty();
        for state in (0..set.len()).filter(|state| set[*state]) {
            self.after(state).iter().for_each(|after| found[*after as usize] = true);
        }
        Ok(found)
    }

    fn preimage(&self, set: &Marks) -> Result<Marks, Stop> {
        let before = self.predecessors();
        let mut found = self.empty();
        for state in (0..set.len()).filter(|state| set[*state]) {
            before[state].iter().for_each(|before| found[*before as usize] = true);
        }
        Ok(found)
    }
}

impl Observations for PartialSystem<'_, '_> {
    fn indistinguishable(&self, observers: &[AgentId], set: &Marks) -> Result<Marks, Stop> {
        Ok(alike(&self.views(observers), set))
    }
}

/// Choices are asked for where all choices of the restricted agents are made, and without bans: these serve evidence and
/// uniform strategies, which nobody looks for here.
impl Choices for PartialSystem<'_, '_> {
    fn controllable_predecessors(&self, coalition: &[AgentId], set: &Marks) -> Result<Marks, Stop> {
        let options = self.options(coalition)?;
        let is_forced = |after: &[u32]| !after.is_empty() && after.iter().all(|state| set[*state as usize]);
        let some = |state: usize| self.partial.moves(state).any(|number| options.of(number).any(is_forced));
        Ok((0..set.len()).map(some).collect())
    }

    fn controllable_predecessors_under(
        &self,
        coalition: &[AgentId],
        set: &Marks,
        bans: &[Ban<Marks>],
    ) -> Result<Marks, Stop> {
        if bans.is_empty() { self.controllable_predecessors(coalition, set) } else { Err(Stop::TooLarge) }
    }

    fn outcomes_under(
        &self,
        coalition: &[AgentId],
        from: &Marks,
        into: &Marks,
        bans: &[Ban<Marks>],
    ) -> Result<Marks, Stop> {
        if !bans.is_empty() {
            return Err(Stop::TooLarge);
        }
        let options = self.options(coalition)?;
        let mut found = self.empty();
        for state in (0..from.len()).filter(|state| from[*state]) {
            for after in self.partial.moves(state).flat_map(|number| options.of(number)) {
                if after.iter().all(|state| into[*state as usize]) {
                    after.iter().for_each(|state| found[*state as usize] = true);
                }
            }
        }
        Ok(found)
    }

    fn joint_action(&self, _: &[u64], _: &[u64], _: &[Vec<ActionId>]) -> Result<Option<JointAction>, Stop> {
        Ok(None)
    }

    fn overflowing(&self, _: &EvolutionLine) -> Result<Marks, Stop> {
        Ok(self.empty())
    }
}

impl Membership for PartialSystem<'_, '_> {}

impl Paths for PartialSystem<'_, '_> {}

impl Fixpoints for PartialSystem<'_, '_> {}

impl Unknowns for PartialSystem<'_, '_> {}

impl SoughtGroups for PartialSystem<'_, '_> {}

impl Capabilities for PartialSystem<'_, '_> {}
