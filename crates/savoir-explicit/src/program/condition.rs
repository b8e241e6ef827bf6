//! Conditions as jumping code: a flat list of tests, each of which says where to go on if it holds and if not. No
//! tree is walked when a condition is evaluated.

use super::classes::{ActionClass, ActionTests};
use super::evolution::Assumption;
use super::value::{Exact, Linear};
use crate::actions::ActionSets;
use crate::layout::{Field, Layout};
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_model::{CompareOp, Domain, Expr, ExprId, Model, VarId};
use std::collections::BTreeSet;

/// Where the code of a condition starts.
pub(crate) type Entry = u32;

pub(super) const NO: Entry = 0;
const YES: Entry = 1;

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
enum Test {
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

    /// The actions that a condition may ask for: agents and classes, sorted.
    fn actions_tested(&self, entry: Entry) -> Vec<(usize, ActionClass)> {
        let mut tested = BTreeSet::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![entry];
        while let Some(entry) = open.pop() {
            if entry >= FIRST && seen.insert(entry) {
                let branch = &self.branches[(entry - FIRST) as usize];
                if let Test::Action { agent, class } = branch.test {
                    tested.insert((agent, class));
                }
                open.extend([branch.yes, branch.no]);
            }
        }
        tested.into_iter().collect()
    }

    /// The entry of a test with these continuations, shared with equal ones.
    fn branch(&mut self, test: Test, yes: Entry, no: Entry) -> Entry {
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

impl Test {
    /// Whether a test of the state holds.
    #[inline]
    fn holds(&self, state: &[u64]) -> bool {
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

/// Compiles conditions into shared code.
pub(super) struct Compiler<'a> {
    model: &'a Model,
    layout: &'a Layout,
    tests: &'a ActionTests,
    code: &'a mut Code,
    assumption: Assumption,
    /// What was compiled for which continuations, so that shared parts are compiled once.
    done: FxHashMap<(ExprId, Entry, Entry), Entry>,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(
        model: &'a Model,
        layout: &'a Layout,
        tests: &'a ActionTests,
        code: &'a mut Code,
        assumption: Assumption,
    ) -> Compiler<'a> {
        Compiler { model, layout, tests, code, assumption, done: FxHashMap::default() }
    }

    pub(super) fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// The actions that a condition may ask for: agents and classes, sorted.
    pub(super) fn actions_tested(&self, entry: Entry) -> Vec<(usize, ActionClass)> {
        self.code.actions_tested(entry)
    }

    /// The entry of a condition.
    pub(super) fn condition(&mut self, id: ExprId) -> Entry {
        self.compile(id, YES, NO)
    }

    fn compile(&mut self, id: ExprId, yes: Entry, no: Entry) -> Entry {
        if let Some(entry) = self.done.get(&(id, yes, no)) {
            return *entry;
        }
        let entry = match self.model.exprs.get(id) {
            Expr::Bool(value) => {
                if *value {
                    yes
                } else {
                    no
                }
            }
            Expr::Not(inner) => self.compile(*inner, no, yes),
            Expr::And(parts) => self.conjunction(parts, yes, no),
            Expr::Or(parts) => parts.iter().rev().fold(no, |next, part| self.compile(*part, yes, next)),
            Expr::Implies(a, b) => {
                let then = self.compile(*b, yes, no);
                self.compile(*a, then, yes)
            }
            Expr::Iff(a, b) => {
                let (same, other) = (self.compile(*b, yes, no), self.compile(*b, no, yes));
                self.compile(*a, same, other)
            }
            Expr::ActionIs(agent, action) => {
                let class = self.tests.classes.class(*agent, *action);
                if let Assumption::Performs(known, performed) = self.assumption
                    && known == *agent
                {
                    return if performed == class { yes } else { no };
                }
                self.code.branch(Test::Action { agent: agent.index(), class }, yes, no)
            }
            Expr::Var(variable) => self.equals(*variable, 1, yes, no),
            Expr::Same(a, b) => self.same(*a, *b, yes, no),
            Expr::Compare(op, a, b) => self.compare(*op, *a, *b, yes, no),
            _ => unreachable!("the resolver gives conditions only truth values"),
        };
        self.done.insert((id, yes, no), entry);
        entry
    }

    /// Conjuncts that fix fields of the same word are tested at once, before the others about the state; actions come
    /// last, those that decide most first, so that joint actions are split as rarely as possible.
    fn conjunction(&mut self, parts: &[ExprId], yes: Entry, no: Entry) -> Entry {
        let mut fixed: Vec<(u64, u64)> = vec![(0, 0); self.layout.words];
        let mut others = Vec::new();
        for &part in parts {
            match self.fixes(part) {
                Some(None) => return no,
                Some(Some((field, code))) => {
                    let (mask, value) = &mut fixed[field.word];
                    let (bits, wanted) = (field.mask << field.shift, code << field.shift);
                    if *mask & bits != 0 && *value & bits != wanted {
                        return no;
                    }
                    *mask |= bits;
                    *value |= wanted;
                }
                None => others.push(part),
            }
        }
        others.sort_by_key(|part| self.place(*part));
        let mut next = others.iter().rev().fold(yes, |next, part| self.compile(*part, next, no));
        for (word, (mask, value)) in fixed.into_iter().enumerate().rev() {
            if mask != 0 {
                next = self.code.branch(Test::Masked { word, mask, value }, next, no);
            }
        }
        next
    }

    /// The order of conjuncts.
    fn place(&self, part: ExprId) -> usize {
        match self.model.exprs.get(part) {
            Expr::ActionIs(agent, _) => 1 + self.tests.rank[agent.index()],
            _ if self.tests.tests_actions[part.index()] => usize::MAX,
            _ => 0,
        }
    }

    /// The field and code that a condition `variable = constant` asks for; `Some(None)` if it can never hold.
    fn fixes(&self, id: ExprId) -> Option<Option<(Field, u64)>> {
        let exprs = &self.model.exprs;
        let code = |variable: VarId, code| Some(Some((self.layout.field(variable), code)));
        match *exprs.get(id) {
            Expr::Var(variable) => code(variable, 1),
            Expr::Not(inner) => match *exprs.get(inner) {
                Expr::Var(variable) => code(variable, 0),
                _ => None,
            },
            Expr::Iff(a, b) => match (exprs.get(a), exprs.get(b)) {
                (Expr::Var(variable), Expr::Bool(value)) | (Expr::Bool(value), Expr::Var(variable)) => {
                    code(*variable, u64::from(*value))
                }
                _ => None,
            },
            Expr::Same(a, b) => match (exprs.get(a), exprs.get(b)) {
                (Expr::Var(variable), Expr::EnumValue(value)) | (Expr::EnumValue(value), Expr::Var(variable)) => {
                    let position = self.enum_values(*variable).iter().position(|known| known == value);
                    Some(position.map(|position| (self.layout.field(*variable), position as u64)))
                }
                _ => None,
            },
            Expr::Compare(CompareOp::Equal, a, b) => match (exprs.get(a), exprs.get(b)) {
                (Expr::Var(variable), Expr::Number(value)) | (Expr::Number(value), Expr::Var(variable)) => {
                    let Domain::Int { low, high } = self.model.variable(*variable).domain else { return None };
                    let inside = (low..=high).contains(value);
                    Some(inside.then(|| (self.layout.field(*variable), value.wrapping_sub(low) as u64)))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn enum_values(&self, variable: VarId) -> &'a [savoir_model::EnumValueId] {
        match self.model.variable(variable).domain {
            Domain::Enum(id) => &self.model.enum_types[id.index()].values,
            Domain::Bool | Domain::Int { .. } => &[],
        }
    }

    fn equals(&mut self, variable: VarId, code: u64, yes: Entry, no: Entry) -> Entry {
        let field = self.layout.field(variable);
        let test = Test::Masked { word: field.word, mask: field.mask << field.shift, value: code << field.shift };
        self.code.branch(test, yes, no)
    }

    fn same(&mut self, a: ExprId, b: ExprId, yes: Entry, no: Entry) -> Entry {
        let exprs = &self.model.exprs;
        match (exprs.get(a), exprs.get(b)) {
            (Expr::Var(variable), Expr::EnumValue(value)) | (Expr::EnumValue(value), Expr::Var(variable)) => {
                match self.enum_values(*variable).iter().position(|known| known == value) {
                    Some(code) => self.equals(*variable, code as u64, yes, no),
                    None => no,
                }
            }
            (Expr::Var(a), Expr::Var(b)) => {
                let (field, other) = (self.layout.field(*a), self.layout.field(*b));
                let (values, others) = (self.enum_values(*a), self.enum_values(*b));
                let test = if values == others {
                    Test::Equal(field, other)
                } else {
                    let code = |value| others.iter().position(|known| known == value).map_or(u64::MAX, |at| at as u64);
                    Test::Mapped { field, other, codes: values.iter().map(code).collect() }
                };
                self.code.branch(test, yes, no)
            }
            (a, b) => {
                if a == b {
                    yes
                } else {
                    no
                }
            }
        }
    }

    fn compare(&mut self, op: CompareOp, a: ExprId, b: ExprId, yes: Entry, no: Entry) -> Entry {
        let (left, right) = (Linear::of(self.model, self.layout, a), Linear::of(self.model, self.layout, b));
        let (Some(left), Some(right)) = (left, right) else {
            let left = Exact::of(self.model, self.layout, a);
            let right = Exact::of(self.model, self.layout, b);
            return self.code.branch(Test::Exact { left, right, op }, yes, no);
        };
        let form = left.minus(&right);
        match form.terms[..] {
            [] => {
                if op.holds(form.constant.cmp(&0)) {
                    yes
                } else {
                    no
                }
            }
            // constant ± code op 0
            [(field, factor @ (1 | -1))] => {
                let (op, bound) = if factor == 1 { (op, -form.constant) } else { (op.flip(), form.constant) };
                match u64::try_from(bound) {
                    Ok(value) => self.code.branch(Test::Code { field, op, value }, yes, no),
                    // Every code is above a negative bound, and below one that does not fit.
                    Err(_) => {
                        let ordering = if bound < 0 { std::cmp::Ordering::Greater } else { std::cmp::Ordering::Less };
                        if op.holds(ordering) { yes } else { no }
                    }
                }
            }
            _ => self.code.branch(Test::Linear { form, op }, yes, no),
        }
    }
}
