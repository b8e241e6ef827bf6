//! Compiling conditions into jumping code: parts that are shared are compiled once for the same continuations.

use super::classes::{ActionClass, ActionTests};
use super::code::{Code, Entry, NO, Test, YES};
use super::evolution::Assumption;
use super::value::{Exact, Linear};
use crate::layout::{Field, Layout};
use rustc_hash::FxHashMap;
use savoir_model::{CompareOp, Domain, Expr, ExprId, Model, VarId};

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

    /// The actions that a condition may ask for: agents and classes, sorted. And how long it takes to run it.
    pub(super) fn actions_tested(&self, entry: Entry) -> (Vec<(usize, ActionClass)>, u64) {
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
            Expr::Bool(true) => yes,
            Expr::Bool(false) => no,
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
            (a, b) if a == b => yes,
            _ => no,
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
            [] if op.holds(form.constant.cmp(&0)) => yes,
            [] => no,
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
