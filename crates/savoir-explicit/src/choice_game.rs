//! What a coalition can choose, move by move with the actions in it: for questions where some actions are forbidden in
//! some states. [`crate::game`] is smaller, since it forgets which actions a move is made of.

use crate::actions::ActionSets;
use crate::bitset::BitSet;
use crate::combinations::for_each_combination;
use crate::game::poll;
use crate::halt::Halt;
use crate::program::{ActionClass, Program};
use crate::store::Store;
use crate::successors::Successors;
use crate::sweep;
use crate::system::ExplicitOptions;
use crate::usage::Usage;
use savoir_check::{Ban, Budget, Stop};
use savoir_model::{ActionClasses, AgentId};
use std::ops::Range;

/// The moves of one coalition in all states, each with its actions. Moves without successor are left out: they do not
/// exist.
pub(crate) struct ChoiceGame {
    members: Vec<AgentId>,
    /// By state: where its moves start.
    moves: Vec<u64>,
    /// By move: the class of each member's action.
    choices: Vec<ActionClass>,
    /// By move: where its targets start.
    targets_start: Vec<u64>,
    targets: Vec<u32>,
}

/// The moves of a run of states.
#[derive(Default)]
struct Part {
    move_counts: Vec<u32>,
    choices: Vec<ActionClass>,
    target_counts: Vec<u32>,
    targets: Vec<u32>,
}

/// What is forbidden: by member and class of actions, where.
type Forbidden<'b> = Vec<Vec<Vec<&'b BitSet>>>;

impl ChoiceGame {
    pub(crate) fn build(
        program: &Program,
        store: &Store,
        members: &[AgentId],
        options: ExplicitOptions,
        budget: &Budget,
    ) -> Result<ChoiceGame, Stop> {
        let mut game = ChoiceGame {
            members: members.to_vec(),
            moves: vec![0],
            choices: Vec::new(),
            targets_start: vec![0],
            targets: Vec::new(),
        };
        let moves = |successors: &mut Successors<'_>, states: Range<usize>| {
            let mut part = Part::default();
            let mut enabled = ActionSets::new(program.class_counts());
            for number in states {
                part.add_state(program, store, successors, members, &mut enabled, number)?;
            }
            Ok(part)
        };
        let usage = Usage::new(budget, options.tuning, store.bytes());
        sweep::over_states(program, store, options.threads, &usage, moves, |part: Part| {
            game.append(part);
            usage.set(store.bytes() + game.bytes());
            Ok(())
        })?;
        Ok(game)
    }

    /// How many moves there are.
    pub(crate) fn move_count(&self) -> u64 {
        *self.moves.last().unwrap_or(&0)
    }

    fn append(&mut self, part: Part) {
        let mut moves = *self.moves.last().unwrap_or(&0);
        for count in part.move_counts {
            moves += u64::from(count);
            self.moves.push(moves);
        }
        let mut start = *self.targets_start.last().unwrap_or(&0);
        for count in part.target_counts {
            start += u64::from(count);
            self.targets_start.push(start);
        }
        self.choices.extend(part.choices);
        self.targets.extend(part.targets);
    }

    fn bytes(&self) -> u64 {
        let numbers = 8 * (self.moves.len() + self.targets_start.len()) + 4 * self.targets.len();
        (numbers + size_of::<ActionClass>() * self.choices.len()) as u64
    }

    /// The states where some move that no ban rules out leads into `set` for certain.
    pub(crate) fn controllable(
        &self,
        classes: &ActionClasses,
        set: &BitSet,
        bans: &[Ban<BitSet>],
        budget: &Budget,
    ) -> Result<BitSet, Stop> {
        let forbidden = self.forbidden(classes, bans);
        let mut found = BitSet::empty(self.moves.len() - 1);
        let mut steps = 0;
        for state in 0..self.moves.len() - 1 {
            poll(&mut steps, budget)?;
            if self.moves_into(state, set, &forbidden).next().is_some() {
                found.insert(state);
            }
        }
        Ok(found)
    }

    /// What such moves lead to from some states.
    pub(crate) fn outcomes(
        &self,
        classes: &ActionClasses,
        from: &BitSet,
        into: &BitSet,
        bans: &[Ban<BitSet>],
        budget: &Budget,
    ) -> Result<BitSet, Stop> {
        let forbidden = self.forbidden(classes, bans);
        let mut found = BitSet::empty(self.moves.len() - 1);
        let mut steps = 0;
        for state in from.iter() {
            poll(&mut steps, budget)?;
            for targets in self.moves_into(state, into, &forbidden) {
                targets.iter().for_each(|target| {
                    found.insert(*target as usize);
                });
            }
        }
        Ok(found)
    }

    fn forbidden<'b>(&self, classes: &ActionClasses, bans: &'b [Ban<BitSet>]) -> Forbidden<'b> {
        let mut forbidden: Forbidden<'b> =
            self.members.iter().map(|&agent| vec![Vec::new(); classes.count(agent)]).collect();
        for ban in bans {
            if let Some(place) = self.members.iter().position(|member| *member == ban.agent) {
                forbidden[place][classes.class(ban.agent, ban.action) as usize].push(&ban.states);
            }
        }
        forbidden
    }

    /// The targets of each move that is not forbidden in a state and leads into `set` for certain.
    fn moves_into(&self, state: usize, set: &BitSet, forbidden: &Forbidden<'_>) -> impl Iterator<Item = &[u32]> {
        (self.moves[state]..self.moves[state + 1]).filter_map(move |index| {
            let index = index as usize;
            let choice = &self.choices[index * self.members.len()..(index + 1) * self.members.len()];
            let is_allowed = choice
                .iter()
                .zip(forbidden)
                .all(|(class, forbidden)| !forbidden[*class as usize].iter().any(|states| states.contains(state)));
            let targets = self.targets_start[index] as usize..self.targets_start[index + 1] as usize;
            let targets = &self.targets[targets];
            (is_allowed && targets.iter().all(|target| set.contains(*target as usize))).then_some(targets)
        })
    }
}

impl Part {
    fn add_state(
        &mut self,
        program: &Program,
        store: &Store,
        successors: &mut Successors<'_>,
        members: &[AgentId],
        enabled: &mut ActionSets,
        number: usize,
    ) -> Result<(), Halt> {
        let state = store.state(number);
        let before = self.target_counts.len();
        if program.enable(state, enabled) {
            let lists: Vec<Vec<ActionClass>> =
                members.iter().map(|agent| enabled.classes(agent.index()).collect()).collect();
            for_each_combination(&lists, |choice| {
                let fixed: Vec<(usize, ActionClass)> =
                    members.iter().map(|agent| agent.index()).zip(choice.iter().copied()).collect();
                let targets = successors.of_choice(state, &fixed)?;
                if !targets.is_empty() {
                    self.choices.extend_from_slice(choice);
                    self.target_counts.push((targets.len() / store.words) as u32);
                    // Every successor was stored by the exploration.
                    self.targets.extend(targets.chunks_exact(store.words).filter_map(|next| store.find(next)));
                }
                Ok(())
            })?;
        }
        self.move_counts.push((self.target_counts.len() - before) as u32);
        Ok(())
    }
}
