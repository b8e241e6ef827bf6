//! Conditions as jumping code: a flat list of tests, each of which says where to go on if it holds and if not. No
//! tree is walked when a condition is evaluated.

use super::classes::ActionClass;
use super::value::{Exact, Linear};
use crate::actions::ActionSets;
use crate::layout::Field;
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_model::CompareOp;
use std::collections::BTreeSet;

/// Where the code of a condition starts.
pub(crate) type Entry = u32;

pub(super) const NO: Entry = 0;
pub(super) const YES: Entry = 1;

/// What running a condition on a set of joint actions comes to.
pub(crate) enum Step {
    /// The same answer for all of them.
    Done(bool),
    /// Some of them do the action, some do not; go on at `yes` for those that do and at `no` for the others.
    Split { agent: usize, class: ActionClass, yes: Entry, no: Entry },
}

/// Entries below this are answers, the others are tests.
const FIRST: Entry = 2;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    /// Several fields of one word have given codes.
    Masked { word: usize, mask: u64, value: u64 },
    /// A code compared with a constant.
    Code { field: Field, op: CompareOp, value: u64 },
    /// Two variables of one type are equal.
    Equal(Field, Field),
    /// Two variables of different enumerations are equal: the second code for each first one, or `u64::MAX`.
    Mapped { field: Field, other: Field, codes: Box<[u64]> },
    /// An agent performs an action of this class.
    Action { agent: usize, class: ActionClass },
    /// A linear form compared with zero.
    Linear { form: Linear, op: CompareOp },
    /// Two exact numbers compared.
    Exact { left: Exact, right: Exact, op: CompareOp },
}

#[derive(Debug)]
struct Branch {
    test: Test,
    yes: Entry,
    no: Entry,
}

/// The code of all conditions of a program.
#[derive(Debug, Default)]
pub(super) struct Code {
    branches: Vec<Branch>,
    index: FxHashMap<(Test, Entry, Entry), Entry>,
}

impl Code {
    /// Runs a condition that tests no actions.
    #[inline]
    pub(super) fn run(&self, entry: Entry, state: &[u64]) -> bool {
        let mut at = entry;
        while at >= FIRST {
            let branch = &self.branches[(at - FIRST) as usize];
            at = if branch.test.holds(state) { branch.yes } else { branch.no };
        }
        at == YES
    }

    /// Runs a condition under the one joint action in question.
    #[inline]
    pub(super) fn run_decided(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> bool {
        let mut at = entry;
        while at >= FIRST {
            let branch = &self.branches[(at - FIRST) as usize];
            let holds = match branch.test {
                Test::Action { agent, class } => actions.contains(agent, class),
                _ => branch.test.holds(state),
            };
            at = if holds { branch.yes } else { branch.no };
        }
        at == YES
    }

    /// Runs a condition until the joint actions in question disagree.
    #[inline]
    pub(super) fn run_open(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> Step {
        let mut at = entry;
        while at >= FIRST {
            let branch = &self.branches[(at - FIRST) as usize];
            let holds = match branch.test {
                Test::Action { agent, class } => match actions.performs(agent, class) {
                    Some(performs) => performs,
                    None => return Step::Split { agent, class, yes: branch.yes, no: branch.no },
                },
                _ => branch.test.holds(state),
            };
            at = if holds { branch.yes } else { branch.no };
        }
        Step::Done(at == YES)
    }

    /// Whether a condition may hold under some of the joint actions in question. It may not if the answer is no.
    #[inline]
    pub(super) fn may_hold(&self, entry: Entry, state: &[u64], actions: &ActionSets) -> bool {
        match self.run_open(entry, state, actions) {
            Step::Done(holds) => holds,
            // Nearly always a conjunction, where one of the two answers is no; what is more involved is asked later.
            Step::Split { yes, no: NO, .. } => !matches!(self.run_open(yes, state, actions), Step::Done(false)),
            Step::Split { .. } => true,
        }
    }

    /// The actions that a condition may ask for: agents and classes, sorted. And how long it takes to run it.
    pub(super) fn actions_tested(&self, entry: Entry) -> (Vec<(usize, ActionClass)>, u64) {
        let mut tested = BTreeSet::new();
        let mut effort = 0;
        self.visit(entry, |test| {
            effort += test.effort();
            if let Test::Action { agent, class } = test {
                tested.insert((*agent, *class));
            }
        });
        (tested.into_iter().collect(), run_effort(effort))
    }

    /// How long it takes to run a condition, in tests of some bits. Most runs end early.
    pub(super) fn effort(&self, entry: Entry) -> u64 {
        let mut effort = 0;
        self.visit(entry, |test| effort += test.effort());
        run_effort(effort)
    }

    /// Adds the bits of a state on which a condition depends to a mask.
    pub(super) fn bits_read(&self, entry: Entry, mask: &mut [u64]) {
        self.visit(entry, |test| test.bits_read(mask));
    }

    /// Calls `see` with every test of a condition.
    fn visit(&self, entry: Entry, mut see: impl FnMut(&Test)) {
        let mut seen = FxHashSet::default();
        let mut open = vec![entry];
        while let Some(entry) = open.pop() {
            if entry >= FIRST && seen.insert(entry) {
                let branch = &self.branches[(entry - FIRST) as usize];
                see(&branch.test);
                open.extend([branch.yes, branch.no]);
            }
        }
    }

    /// The entry of a test with these continuations, shared with equal ones.
    pub(super) fn branch(&mut self, test: Test, yes: Entry, no: Entry) -> Entry {
        if yes == no {
            return yes;
        }
        let key = (test, yes, no);
        if let Some(entry) = self.index.get(&key) {
            return *entry;
        }
        let entry = FIRST + self.branches.len() as Entry;
        self.branches.push(Branch { test: key.0.clone(), yes, no });
        self.index.insert(key, entry);
        entry
    }
}

/// How long it takes to run a condition with tests that take so long: half of them are run.
fn run_effort(tests: u64) -> u64 {
    1 + tests / 2
}

impl Test {
    /// How long it takes, in tests of some bits.
    fn effort(&self) -> u64 {
        match self {
            Test::Masked { .. } | Test::Action { .. } => 1,
            Test::Code { .. } | Test::Equal(..) | Test::Mapped { .. } => 2,
            Test::Linear { form, .. } => 2 + form.fields().count() as u64,
            Test::Exact { left, right, .. } => 4 + 4 * (left.fields().count() + right.fields().count()) as u64,
        }
    }

    /// Adds the bits of a state on which the test depends to a mask.
    fn bits_read(&self, mask: &mut [u64]) {
        let mut read = |field: &Field| mask[field.word] |= field.mask << field.shift;
        match self {
            Test::Masked { word, mask: bits, .. } => mask[*word] |= bits,
            Test::Code { field, .. } => read(field),
            Test::Equal(a, b) | Test::Mapped { field: a, other: b, .. } => [a, b].into_iter().for_each(read),
            Test::Action { .. } => {}
            Test::Linear { form, .. } => form.fields().for_each(read),
            Test::Exact { left, right, .. } => left.fields().chain(right.fields()).for_each(read),
        }
    }

    /// Whether a test of the state holds. Most are of the first form, and it alone is worth a place in every loop.
    #[inline(always)]
    fn holds(&self, state: &[u64]) -> bool {
        match self {
            Test::Masked { word, mask, value } => state[*word] & mask == *value,
            _ => self.holds_otherwise(state),
        }
    }

    #[inline(never)]
    fn holds_otherwise(&self, state: &[u64]) -> bool {
        match self {
            Test::Masked { word, mask, value } => state[*word] & mask == *value,
            Test::Code { field, op, value } => op.holds(field.get(state).cmp(value)),
            Test::Equal(a, b) => a.get(state) == b.get(state),
            Test::Mapped { field, other, codes } => codes[field.get(state) as usize] == other.get(state),
            Test::Action { .. } => false,
            Test::Linear { form, op } => op.holds(form.evaluate(state).cmp(&0)),
            Test::Exact { left, right, op } => left.evaluate(state).compare(*op, right.evaluate(state)),
        }
    }
}
