//! All ways in which some units can change in a state, over a set of joint actions.
//!
//! The lines of the units are run with the actions left open. Only when a guard asks for an action that some of the
//! joint actions perform and others do not, they are split in two. So joint actions are told apart only where a guard
//! really does so in this state, not for each of their combinations.

use crate::actions::ActionSets;
use crate::candidate_lines::{CandidateLines, CandidateUnit};
use crate::halt::Halt;
use crate::partial::{multiply, sort_and_dedup};
use crate::program::{Change, Entry, Line, Program, Step};
use crate::usage::Meter;

/// Goes through the ways to change; buffers are kept from state to state.
pub(crate) struct Choices<'b> {
    /// The alternatives of the unit that is being run, for the current set of joint actions.
    alternatives: Vec<u64>,
    /// The partial states of the units so far, one product after the other for each depth.
    partial: Vec<u64>,
    pub(crate) meter: Meter<'b>,
    /// Whether an enabled line assigned a value out of range so far.
    pub(crate) met_overflow: bool,
}

/// Where the run of a unit's lines stands.
#[derive(Clone, Copy)]
struct Position {
    line: usize,
    entry: Entry,
    any_enabled: bool,
}

/// What may change in a state.
#[derive(Clone, Copy)]
pub(crate) struct Situation<'a> {
    pub(crate) program: &'a Program,
    pub(crate) change: &'a Change,
    pub(crate) live: &'a CandidateLines,
    pub(crate) state: &'a [u64],
}

/// What does not change during a run.
struct Run<'a, F> {
    program: &'a Program,
    change: &'a Change,
    live: &'a CandidateLines,
    /// The places of the units in question.
    units: &'a [usize],
    state: &'a [u64],
    /// Gets each set of joint actions with what they lead to.
    leaf: F,
}

impl<'b> Choices<'b> {
    pub(crate) fn new(meter: Meter<'b>) -> Choices<'b> {
        Choices { alternatives: Vec::new(), partial: Vec::new(), meter, met_overflow: false }
    }

    /// For some of the units that may change: calls `leaf` with sets of joint actions that partition `actions`, and with the packed partial states that all
    /// actions of a set lead to; sets that lead nowhere are left out. `actions` is unchanged afterwards.
    pub(crate) fn explore(
        &mut self,
        situation: Situation<'_>,
        units: &[usize],
        actions: &mut ActionSets,
        leaf: impl FnMut(&ActionSets, &[u64]),
    ) -> Result<(), Halt> {
        self.alternatives.clear();
        self.partial.clear();
        self.partial.resize(situation.program.layout.words, 0);
        let Situation { program, change, live, state } = situation;
        let mut run = Run { program, change, live, units, state, leaf };
        self.unit(&mut run, 0, 0, actions)
    }

    /// Goes on with the unit at `index`; the product of those before it starts at `from`.
    fn unit<F: FnMut(&ActionSets, &[u64])>(
        &mut self,
        run: &mut Run<'_, F>,
        index: usize,
        from: usize,
        actions: &mut ActionSets,
    ) -> Result<(), Halt> {
        if let Some(&place) = run.units.get(index) {
            let live = run.live.unit(run.change, place);
            let start = self.alternatives.len();
            let at = Position { line: 0, entry: live.line(0).map_or(0, |line| line.guard), any_enabled: false };
            self.lines(run, index, from, start, at, live, actions)?;
            self.alternatives.truncate(start);
            return Ok(());
        }
        self.meter.count(self.partial.len() - from, self.partial.len())?;
        (run.leaf)(actions, &self.partial[from..]);
        Ok(())
    }

    /// Goes on with the lines of a unit; its alternatives so far start at `start`.
    #[allow(clippy::too_many_arguments, reason = "the state of a depth-first search")]
    fn lines<F: FnMut(&ActionSets, &[u64])>(
        &mut self,
        run: &mut Run<'_, F>,
        index: usize,
        from: usize,
        start: usize,
        mut at: Position,
        live: CandidateUnit<'_>,
        actions: &mut ActionSets,
    ) -> Result<(), Halt> {
        let own = &live.unit.own;
        while let Some(line) = live.line(at.line) {
            self.meter.run_line();
            match run.program.run_open(at.entry, run.state, actions) {
                Step::Done(enabled) => {
                    if enabled {
                        at.any_enabled = true;
                        self.take_line(run, own, line);
                    }
                    at.line += 1;
                    at.entry = live.line(at.line).map_or(0, |line| line.guard);
                }
                Step::Split { agent, class, yes, no } => {
                    let found = self.alternatives.len();
                    actions.save(agent);
                    actions.fix(agent, class);
                    self.lines(run, index, from, start, Position { entry: yes, ..at }, live, actions)?;
                    self.alternatives.truncate(found);
                    actions.restore(agent);
                    actions.remove(agent, class);
                    self.lines(run, index, from, start, Position { entry: no, ..at }, live, actions)?;
                    self.alternatives.truncate(found);
                    actions.restore(agent);
                    actions.forget(agent);
                    return Ok(());
                }
            }
        }
        if !at.any_enabled {
            self.alternatives.extend(run.state.iter().zip(own).map(|(word, mask)| word & mask));
        }
        let next = self.partial.len();
        self.combine(from, start, run.program.layout.words)?;
        if self.partial.len() > next {
            self.unit(run, index + 1, next, actions)?;
        }
        self.partial.truncate(next);
        Ok(())
    }

    /// Adds the product of the partial states from `from` on and the alternatives from `start` on.
    #[inline]
    fn combine(&mut self, from: usize, start: usize, words: usize) -> Result<(), Halt> {
        let next = self.partial.len();
        if self.alternatives.len() == start + words {
            // The common case: one alternative.
            self.partial.extend_from_within(from..);
            for partial in self.partial[next..].chunks_exact_mut(words) {
                partial.iter_mut().zip(&self.alternatives[start..]).for_each(|(word, own)| *word |= own);
            }
        } else {
            let mut alternatives = self.alternatives[start..].to_vec();
            sort_and_dedup(&mut alternatives, words, &mut self.meter)?;
            let before = self.partial[from..].to_vec();
            multiply(&before, &alternatives, words, &mut self.partial, &mut self.meter)?;
        }
        Ok(())
    }

    /// Adds what an enabled line leads to; nothing if a value is out of range.
    fn take_line<F>(&mut self, run: &Run<'_, F>, own: &[u64], line: &Line) {
        let start = self.alternatives.len();
        self.alternatives.extend(run.state.iter().zip(own).map(|(word, mask)| word & mask));
        for (field, value) in &line.assignments {
            match run.program.value(value, run.state) {
                Some(code) => field.set(&mut self.alternatives[start..], code),
                None => {
                    self.met_overflow = true;
                    self.alternatives.truncate(start);
                    return;
                }
            }
        }
    }
}
