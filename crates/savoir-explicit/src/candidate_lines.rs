//! The lines that may be enabled in a state: most lines of a model are not, and their guards need not be asked again
//! for every set of joint actions.

use crate::actions::ActionSets;
use crate::program::{ActionClass, Change, Line, Program, Unit};

/// Lines of some units that may be enabled in a state under some joint actions.
#[derive(Debug, Default)]
pub(crate) struct CandidateLines {
    /// The units that may change: their place in the program, and where their lines end below.
    units: Vec<(usize, usize)>,
    /// The lines of all these units, one unit after the other.
    lines: Vec<usize>,
}

/// A unit that may change, with the lines that may be enabled.
#[derive(Clone, Copy)]
pub(crate) struct CandidateUnit<'a> {
    pub(crate) unit: &'a Unit,
    lines: &'a [usize],
}

impl CandidateLines {
    /// Finds the lines that may be enabled.
    pub(crate) fn find(&mut self, program: &Program, change: &Change, state: &[u64], actions: &ActionSets) {
        self.clear();
        for (index, unit) in change.units.iter().enumerate() {
            let may_hold = |line: &usize| program.may_hold(unit.lines[*line].guard, state, actions);
            match &unit.index {
                Some(by_value) => self.add(index, by_value.candidates(state).filter(may_hold)),
                None => self.add(index, (0..unit.lines.len()).filter(may_hold)),
            }
        }
    }

    /// Takes over those that may still be enabled, now that more is known of the actions.
    pub(crate) fn narrow(
        &mut self,
        from: &CandidateLines,
        program: &Program,
        change: &Change,
        state: &[u64],
        actions: &ActionSets,
    ) {
        self.clear();
        for (live, (index, _)) in from.units(change).zip(&from.units) {
            let guard = |line: &usize| live.unit.lines[*line].guard;
            let lines = live.lines.iter().copied().filter(|line| program.may_hold(guard(line), state, actions));
            self.add(*index, lines);
        }
    }

    fn clear(&mut self) {
        self.units.clear();
        self.lines.clear();
    }

    fn add(&mut self, unit: usize, lines: impl Iterator<Item = usize>) {
        let before = self.lines.len();
        self.lines.extend(lines);
        if self.lines.len() > before {
            self.units.push((unit, self.lines.len()));
        }
    }

    /// How many lines of them may be enabled.
    pub(crate) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// How many units may change.
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// One of the units that may change.
    #[inline]
    pub(crate) fn unit<'a>(&'a self, change: &'a Change, place: usize) -> CandidateUnit<'a> {
        let (unit, end) = self.units[place];
        let start = if place == 0 { 0 } else { self.units[place - 1].1 };
        CandidateUnit { unit: &change.units[unit], lines: &self.lines[start..end] }
    }

    /// The units that may change.
    pub(crate) fn units<'a>(&'a self, change: &'a Change) -> impl Iterator<Item = CandidateUnit<'a>> {
        (0..self.len()).map(|place| self.unit(change, place))
    }

    /// The action classes of an agent that a line asks for, sorted.
    pub(crate) fn classes_tested(&self, change: &Change, agent: usize) -> Vec<ActionClass> {
        let mut classes: Vec<ActionClass> = self
            .units(change)
            .flat_map(CandidateUnit::tests)
            .filter(|(tested, _)| *tested == agent)
            .map(|(_, class)| class)
            .collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

impl<'a> CandidateUnit<'a> {
    /// The line at a place, if there are so many.
    #[inline]
    pub(crate) fn line(&self, place: usize) -> Option<&'a Line> {
        self.lines.get(place).map(|&line| &self.unit.lines[line])
    }

    /// The agents and action classes that its lines ask for.
    fn tests(self) -> impl Iterator<Item = (usize, ActionClass)> {
        self.lines.iter().flat_map(move |&line| self.unit.lines[line].tests.iter().copied())
    }

    /// The agents whose actions its lines ask for; some several times.
    pub(crate) fn agents_tested(self) -> impl Iterator<Item = usize> {
        self.tests().map(|(agent, _)| agent)
    }
}
