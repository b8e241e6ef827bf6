//! Successors of a packed state, and the moves of a coalition in it.
//!
//! Given a state, the next values of variables that change together depend only on the actions their lines read. So
//! the agents that have a choice fall into groups that no unit reads across; the ways to change are found for each
//! group on its own ([`crate::choices`]), and the successors are the product of the groups' results. The number of
//! joint actions never matters where it is not the number of successors.
//!
//! Often one agent's action connects all groups, as a scheduler's does. Then its actions are tried one after the other;
//! those that no line asks for in this state, together.

use crate::actions::ActionSets;
use crate::candidate_lines::CandidateLines;
use crate::choices::{Choices, Situation};
use crate::halt::Halt;
use crate::leaves::Leaves;
use crate::partial::{multiply, sort_and_dedup};
use crate::permissions::Permissions;
use crate::program::{ActionClass, Change, Program};
use crate::usage::{Meter, Usage};

/// Generates successors; keeps its buffers from one state to the next.
pub(crate) struct Successors<'p> {
    pub(crate) program: &'p Program,
    /// How things change in the current state, and which units may.
    change: &'p Change,
    live: CandidateLines,
    pub(crate) words: usize,
    pub(crate) actions: ActionSets,
    permissions: Permissions,
    /// By agent: another member of its group, or itself for the representative.
    group: Vec<usize>,
    /// The selected units: their places among those that may change.
    units: Vec<usize>,
    results: Vec<u64>,
    found: Vec<u64>,
    other: Vec<u64>,
    pub(crate) all: Vec<u64>,
    /// The classes of actions that are tried one after the other.
    pub(crate) classes: Vec<ActionClass>,
    /// Lines of one unit that are enabled.
    pub(crate) enabled: Vec<usize>,
    /// Whether it is known already that the state may stay what it is.
    pub(crate) may_stay: bool,
    pub(crate) choices: Choices<'p>,
}

impl<'p> Successors<'p> {
    pub(crate) fn new(program: &'p Program, usage: &'p Usage<'_>) -> Successors<'p> {
        let actions = ActionSets::new(program.class_counts());
        Successors {
            program,
            change: program.change(&actions),
            live: CandidateLines::default(),
            words: program.layout.words,
            actions,
            permissions: Permissions::default(),
            group: vec![0; program.agent_count()],
            units: Vec::new(),
            results: Vec::new(),
            found: Vec::new(),
            other: Vec::new(),
            all: Vec::new(),
            classes: Vec::new(),
            enabled: Vec::new(),
            may_stay: false,
            choices: Choices::new(Meter::new(usage)),
        }
    }

    /// The distinct successors of a state, one after the other.
    pub(crate) fn of(&mut self, state: &[u64]) -> Result<&[u64], Halt> {
        self.of_choice(state, &[])
    }

    /// The distinct successors of a state, if some agents perform actions of these classes.
    pub(crate) fn of_choice(&mut self, state: &[u64], chosen: &[(usize, ActionClass)]) -> Result<&[u64], Halt> {
        self.all.clear();
        if !self.permit(state, chosen) || self.collect_directly(state)? {
            return Ok(&self.all);
        }
        self.find_candidates(state);
        match self.program.hub().filter(|&hub| self.actions.count(hub) > 1) {
            Some(hub) => self.by_actions_of(hub, state)?,
            None => {
                self.product(state)?;
                std::mem::swap(&mut self.all, &mut self.found);
            }
        }
        Ok(&self.all)
    }

    /// Collects the distinct successors for one action of the agent after the other.
    fn by_actions_of(&mut self, hub: usize, state: &[u64]) -> Result<(), Halt> {
        let tested = self.live.classes_tested(self.change, hub);
        let possible = std::mem::take(&mut self.live);
        self.actions.save(hub);
        for &class in &tested {
            if self.actions.contains(hub, class) {
                self.actions.fix(hub, class);
                self.choices.meter.look_at(possible.line_count() as u64);
                self.live.narrow(&possible, self.program, self.change, state, &self.actions);
                self.product(state)?;
                self.all.append(&mut self.found);
                self.actions.restore(hub);
            }
        }
        for &class in &tested {
            self.actions.remove(hub, class);
        }
        if self.actions.count(hub) > 0 {
            self.choices.meter.look_at(possible.line_count() as u64);
            self.live.narrow(&possible, self.program, self.change, state, &self.actions);
            self.product(state)?;
            self.all.append(&mut self.found);
        }
        self.actions.restore(hub);
        self.actions.forget(hub);
        self.live = possible;
        sort_and_dedup(&mut self.all, self.words, &mut self.choices.meter)
    }

    /// Finds the distinct successors under the current actions.
    fn product(&mut self, state: &[u64]) -> Result<(), Halt> {
        self.form_groups();
        self.keep_the_rest(state);
        // First the units that read no choice, as a group of their own.
        for group in std::iter::once(None).chain((0..self.group.len()).map(Some)) {
            if self.select(group) {
                self.results.clear();
                let results = &mut self.results;
                let situation = Situation { program: self.program, change: self.change, live: &self.live, state };
                self.choices.explore(situation, &self.units, &mut self.actions, |_, partial| {
                    results.extend_from_slice(partial);
                })?;
                sort_and_dedup(&mut self.results, self.words, &mut self.choices.meter)?;
                self.other.clear();
                multiply(&self.found, &self.results, self.words, &mut self.other, &mut self.choices.meter)?;
                std::mem::swap(&mut self.found, &mut self.other);
                if self.found.is_empty() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Starts a product with what does not change.
    fn keep_the_rest(&mut self, state: &[u64]) {
        self.found.clear();
        self.found.extend_from_slice(state);
        for live in self.live.units(self.change) {
            self.found.iter_mut().zip(&live.unit.own).for_each(|(word, own)| *word &= !own);
        }
    }

    /// A joint action that leads from a state to `target`: by agent, the place of its action class in the list of those
    /// `wanted`. Of several, the one with the least place of the first agent, then of the second, and so on.
    pub(crate) fn choice(
        &mut self,
        state: &[u64],
        target: &[u64],
        wanted: &[Vec<ActionClass>],
    ) -> Result<Option<Vec<usize>>, Halt> {
        if !self.enable(state) {
            return Ok(None);
        }
        self.form_groups();
        let mut chosen = vec![0; wanted.len()];
        for group in std::iter::once(None).chain((0..self.group.len()).map(Some)) {
            if !self.select(group) {
                continue;
            }
            let members: Vec<usize> = (0..wanted.len())
                .filter(|&agent| self.actions.count(agent) > 1 && group == Some(self.root(agent)))
                .collect();
            let mut goal = vec![0; self.words];
            for &place in &self.units {
                let own = &self.live.unit(self.change, place).unit.own;
                goal.iter_mut().zip(target).zip(own).for_each(|((goal, word), own)| *goal |= word & own);
            }
            let mut best: Option<Vec<usize>> = None;
            let situation = Situation { program: self.program, change: self.change, live: &self.live, state };
            self.choices.explore(situation, &self.units, &mut self.actions, |actions, partial| {
                if partial.chunks_exact(goal.len()).any(|reached| reached == goal) {
                    let place = |&agent: &usize| wanted[agent].iter().position(|&class| actions.contains(agent, class));
                    let places: Option<Vec<usize>> = members.iter().map(place).collect();
                    if places.is_some() && (best.is_none() || places < best) {
                        best = places;
                    }
                }
            })?;
            let Some(places) = best else { return Ok(None) };
            members.iter().zip(places).for_each(|(&agent, place)| chosen[agent] = place);
        }
        Ok(Some(chosen))
    }

    /// Calls `visit` with the distinct successors of each move that a coalition has in a state. Moves that lead to the
    /// same states count once; moves that lead nowhere do not exist.
    pub(crate) fn moves(
        &mut self,
        state: &[u64],
        coalition: &[usize],
        mut visit: impl FnMut(&[u64]),
    ) -> Result<(), Halt> {
        if !self.enable(state) {
            return Ok(());
        }
        self.form_groups();
        self.keep_the_rest(state);
        let mut moves = vec![self.found.clone()];
        for group in std::iter::once(None).chain((0..self.group.len()).map(Some)) {
            if self.select(group) {
                let members: Vec<usize> =
                    coalition.iter().copied().filter(|&agent| group == Some(self.root(agent))).collect();
                let outcomes = self.group_moves(state, &members)?;
                let mut product = Vec::new();
                let mut held = 0;
                for partial in &moves {
                    for outcome in &outcomes {
                        let mut joined = Vec::with_capacity(partial.len() * outcome.len() / self.words);
                        multiply(partial, outcome, self.words, &mut joined, &mut self.choices.meter)?;
                        held += joined.len();
                        self.choices.meter.count(1, held)?;
                        product.push(joined);
                    }
                }
                moves = product;
            }
        }
        moves.iter().for_each(|targets| visit(targets));
        Ok(())
    }

    /// The different sets of partial states that the members' choices in the selected group can lead to.
    fn group_moves(&mut self, state: &[u64], members: &[usize]) -> Result<Vec<Vec<u64>>, Halt> {
        let mut leaves = Leaves::default();
        let situation = Situation { program: self.program, change: self.change, live: &self.live, state };
        self.choices.explore(situation, &self.units, &mut self.actions, |actions, partial| {
            leaves.add(actions, partial);
        })?;
        leaves.moves(members, &self.actions, self.words, &mut self.choices.meter)
    }

    /// Finds the action classes every agent may choose, and what may change then; whether everyone has one.
    fn enable(&mut self, state: &[u64]) -> bool {
        let permitted = self.permit(state, &[]);
        if permitted {
            self.find_candidates(state);
        }
        permitted
    }

    /// Finds the action classes every agent may choose; whether everyone has one. Some agents may choose only these.
    fn permit(&mut self, state: &[u64], chosen: &[(usize, ActionClass)]) -> bool {
        if !self.program.enable_again(state, &mut self.actions, &mut self.permissions) {
            return false;
        }
        for &(agent, class) in chosen {
            if !self.actions.contains(agent, class) {
                return false;
            }
            self.actions.fix(agent, class);
        }
        true
    }

    /// Finds what may change under the actions that everyone may choose.
    fn find_candidates(&mut self, state: &[u64]) {
        self.change = self.program.change(&self.actions);
        self.choices.meter.look_at(self.change.effort);
        self.live.find(self.program, self.change, state, &self.actions);
    }

    /// Puts choices that one unit reads together into one group.
    fn form_groups(&mut self) {
        for agent in 0..self.group.len() {
            self.group[agent] = agent;
        }
        for live in self.live.units(self.change) {
            let mut first = None;
            for agent in live.agents_tested() {
                if self.actions.count(agent) > 1 {
                    let root = root(&self.group, agent);
                    self.group[root] = *first.get_or_insert(root);
                }
            }
        }
    }

    fn root(&self, agent: usize) -> usize {
        root(&self.group, agent)
    }

    /// Selects the units that read a choice of the group, or no choice at all for `None`; whether there is one.
    fn select(&mut self, group: Option<usize>) -> bool {
        self.units.clear();
        if group.is_some_and(|root| self.group[root] != root || self.actions.count(root) == 1) {
            return false;
        }
        for (place, live) in self.live.units(self.change).enumerate() {
            let read = live.agents_tested().find(|&agent| self.actions.count(agent) > 1);
            if read.map(|agent| root(&self.group, agent)) == group {
                self.units.push(place);
            }
        }
        !self.units.is_empty()
    }
}

/// The representative of an agent's group.
fn root(group: &[usize], mut agent: usize) -> usize {
    while group[agent] != agent {
        agent = group[agent];
    }
    agent
}
