//! Successors where few joint actions make a difference, as in models with a scheduler: once its action is known, only that
//! of the agent whose turn it is matters. Then joint actions are tried one by one: nothing is left open, and nothing
//! has to be put together from groups.

use crate::halt::Halt;
use crate::partial::sort_and_dedup;
use crate::program::{Change, Line, Unit};
use crate::successors::Successors;
use crate::tuning::ExplicitTuning;

impl<'p> Successors<'p> {
    /// Collects the successors for one joint action after the other, if few make a difference in this state; whether it did.
    pub(crate) fn collect_directly(&mut self, state: &[u64]) -> Result<bool, Halt> {
        let program = self.program;
        self.may_stay = false;
        match program.hub().filter(|&hub| self.actions.count(hub) > 1) {
            None => {
                let change = program.change(&self.actions);
                if !self.has_few_choices(change) {
                    return Ok(false);
                }
                self.add_choices(change, &change.agents_read, state)?;
            }
            Some(hub) => {
                let few = self.actions.count(hub) <= self.tuning().direct_actions;
                if !few || !self.actions.classes(hub).all(|class| self.has_few_choices(program.change_under(class))) {
                    return Ok(false);
                }
                let mut classes = std::mem::take(&mut self.classes);
                classes.clear();
                classes.extend(self.actions.classes(hub));
                for &class in &classes {
                    let change = program.change_under(class);
                    self.add_choices(change, &change.agents_read, state)?;
                }
                self.classes = classes;
            }
        }
        sort_and_dedup(&mut self.all, self.words, &mut self.choices.meter)?;
        Ok(true)
    }

    fn tuning(&self) -> &'p ExplicitTuning {
        self.choices.meter.tuning()
    }

    /// Whether the actions that some line asks for leave few choices.
    #[inline]
    fn has_few_choices(&self, change: &Change) -> bool {
        let most = self.tuning().direct_choices;
        let mut choices = 1;
        change.agents_read.iter().all(|&agent| {
            choices *= self.actions.count(agent);
            choices <= most
        })
    }

    /// Adds the successors under each choice that the agents have.
    fn add_choices(&mut self, change: &Change, agents: &[usize], state: &[u64]) -> Result<(), Halt> {
        let Some((&agent, others)) = agents.split_first() else { return self.add_decided(change, state) };
        if self.actions.count(agent) == 1 {
            return self.add_choices(change, others, state);
        }
        self.actions.save(agent);
        let mut class = self.actions.least_from(agent, 0);
        while let Some(known) = class {
            self.actions.fix(agent, known);
            self.add_choices(change, others, state)?;
            self.actions.restore(agent);
            class = self.actions.least_from(agent, known + 1);
        }
        self.actions.forget(agent);
        Ok(())
    }

    /// Adds the successors of a state under the one joint action that is left.
    fn add_decided(&mut self, change: &Change, state: &[u64]) -> Result<(), Halt> {
        let start = self.all.len();
        self.all.extend_from_slice(state);
        self.choices.meter.count(2 * self.words, self.all.len())?;
        self.choices.meter.look_at(change.effort);
        let mut stays = true;
        for unit in &change.units {
            self.find_enabled(unit, state);
            stays &= self.enabled.is_empty();
            match self.enabled[..] {
                [] => {}
                [line] => {
                    if !self.assign(&unit.lines[line], state, start) {
                        self.all.truncate(start);
                    }
                }
                _ => self.branch(unit, state, start)?,
            }
            if self.all.len() == start {
                break;
            }
        }
        if stays && std::mem::replace(&mut self.may_stay, true) {
            self.all.truncate(start);
        }
        Ok(())
    }

    /// Finds the lines of a unit that are enabled under the one joint action that is left.
    #[inline]
    fn find_enabled(&mut self, unit: &Unit, state: &[u64]) {
        let (program, actions) = (self.program, &self.actions);
        let is_enabled = |line: &usize| program.holds_decided(unit.lines[*line].guard, state, actions);
        self.enabled.clear();
        match &unit.index {
            Some(by_value) => self.enabled.extend(by_value.candidates(state).filter(is_enabled)),
            None => self.enabled.extend((0..unit.lines.len()).filter(is_enabled)),
        }
    }

    /// Carries a line out in each of the states from `start` on; `false` if a value is out of range.
    #[inline]
    fn assign(&mut self, line: &Line, state: &[u64], start: usize) -> bool {
        for (field, value) in &line.assignments {
            let Some(code) = self.program.value(value, state) else {
                self.choices.met_overflow = true;
                return false;
            };
            self.all[start..].chunks_exact_mut(self.words).for_each(|next| field.set(next, code));
        }
        true
    }

    /// Carries each of the enabled lines out in each of the states from `start` on.
    fn branch(&mut self, unit: &Unit, state: &[u64], start: usize) -> Result<(), Halt> {
        let before = self.all.split_off(start);
        let enabled = std::mem::take(&mut self.enabled);
        for &line in &enabled {
            let from = self.all.len();
            for some in before.chunks(self.tuning().poll_words) {
                self.choices.meter.count(some.len(), before.len() + self.all.len())?;
                self.all.extend_from_slice(some);
            }
            if !self.assign(&unit.lines[line], state, from) {
                self.all.truncate(from);
            }
        }
        self.enabled = enabled;
        Ok(())
    }
}
