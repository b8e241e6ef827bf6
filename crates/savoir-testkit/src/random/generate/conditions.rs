//! Conditions and numbers over what a scope allows.

use super::{Generator, Scope};
use crate::random::spec::{Action, Arithmetic, Cond, Connective, Term, TypeSpec, VarRef};

const EQUALITIES: [&str; 3] = ["=", "<>", "!="];
const COMPARISONS: [&str; 7] = ["=", "<", "<=", ">", ">=", "<>", "!="];

impl Generator<'_> {
    /// A condition of at most this depth of connectives.
    pub(super) fn condition(&mut self, scope: &Scope, depth: u32) -> Cond {
        if depth == 0 || self.rng.chance(40) {
            return self.atom(scope);
        }
        let connectives = [Connective::And, Connective::Or, Connective::Implies, Connective::Iff];
        match self.rng.weighted(&[4, 4, 1, 1, 3]) {
            4 => Cond::Not("!", Box::new(self.condition(scope, depth - 1))),
            index => {
                let count = 2 + self.rng.weighted(&[5, 1]);
                Cond::Chain(connectives[index], (0..count).map(|_| self.condition(scope, depth - 1)).collect())
            }
        }
    }

    /// A condition about one or two variables, or an action test where the scope has actions.
    pub(super) fn atom(&mut self, scope: &Scope) -> Cond {
        if !scope.actions.is_empty() && self.rng.chance(45) {
            return self.action_test(scope);
        }
        let Some((var, kind)) = self.rng.pick(&scope.variables).cloned() else { return Cond::Constant(true) };
        let others = if self.rng.chance(95) { &scope.without(&var) } else { scope };
        match kind {
            TypeSpec::Bool => self.truth(others, var),
            TypeSpec::Int(low, high) => self.comparison(others, var, low, high),
            TypeSpec::Enum(values) => self.enumeration(others, var, &values),
        }
    }

    pub(super) fn action_test(&mut self, scope: &Scope) -> Cond {
        let Some((agent, actions)) = self.rng.pick(&scope.actions).cloned() else { return Cond::Constant(true) };
        let Some(action) = self.rng.pick(&actions).cloned() else { return Cond::Constant(true) };
        let operator = EQUALITIES[self.rng.weighted(&[10, 1, 1])];
        Cond::Action(Action { operator, agent, action })
    }

    fn equality(&mut self) -> &'static str {
        EQUALITIES[self.rng.weighted(&[6, 2, 1])]
    }

    fn truth(&mut self, scope: &Scope, var: VarRef) -> Cond {
        let flag = Cond::Flag(var);
        match self.rng.weighted(&[5, 2, 2, 3]) {
            0 => {
                let constant = Cond::Constant(self.rng.chance(50));
                Cond::SameTruth(self.equality(), Box::new(flag), Box::new(constant))
            }
            1 => flag,
            2 => {
                let other = self.flag(scope);
                Cond::SameTruth(self.equality(), Box::new(flag), Box::new(other))
            }
            _ => {
                let bits = self.bits(scope, flag);
                let constant = Cond::Constant(self.rng.chance(50));
                Cond::SameTruth(self.equality(), Box::new(bits), Box::new(constant))
            }
        }
    }

    /// A boolean variable, or a constant if there is none.
    fn flag(&mut self, scope: &Scope) -> Cond {
        let flags = scope.flags();
        self.rng.pick(&flags).map_or(Cond::Constant(true), |(var, _)| Cond::Flag(var.clone()))
    }

    /// Bit operators on boolean variables.
    pub(super) fn bits(&mut self, scope: &Scope, flag: Cond) -> Cond {
        let operators = [Connective::BitAnd, Connective::BitOr, Connective::BitXor];
        match self.rng.below(4) as usize {
            3 => Cond::Not("~", Box::new(flag)),
            index => {
                let other = self.flag(scope);
                let other = if self.rng.chance(40) { Cond::Not("~", Box::new(other)) } else { other };
                Cond::Chain(operators[index], vec![flag, other])
            }
        }
    }

    fn comparison(&mut self, scope: &Scope, var: VarRef, low: i64, high: i64) -> Cond {
        let operator = COMPARISONS[self.rng.weighted(&[5, 3, 2, 3, 2, 2, 1])];
        let (left, right) = match self.rng.weighted(&[5, 2, 3]) {
            // A literal compared with a variable must be one of its values.
            0 => (Term::Var(var), Term::Literal(self.rng.between(low, high))),
            1 if !scope.numbers().is_empty() => (Term::Var(var), self.number_variable(scope)),
            _ => {
                let left = self.arithmetic(scope, Term::Var(var));
                let right = if self.rng.chance(60) {
                    Term::Literal(self.rng.between(-3, 5))
                } else {
                    self.number_variable(scope)
                };
                (left, right)
            }
        };
        if self.rng.chance(15) { Cond::Compare(operator, right, left) } else { Cond::Compare(operator, left, right) }
    }

    fn number_variable(&mut self, scope: &Scope) -> Term {
        let numbers = scope.numbers();
        self.rng.pick(&numbers).map_or(Term::Literal(0), |(var, _)| Term::Var(var.clone()))
    }

    /// An operation on a number, sometimes on the result of another one.
    pub(super) fn arithmetic(&mut self, scope: &Scope, first: Term) -> Term {
        let operators = [Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Multiply, Arithmetic::Divide];
        let operator = operators[self.rng.weighted(&[4, 4, 2, 3])];
        let second =
            if self.rng.chance(60) { Term::Literal(self.rng.between(-2, 3)) } else { self.number_variable(scope) };
        let (a, b) = if self.rng.chance(25) { (second, first) } else { (first, second) };
        let result = Term::Binary(operator, Box::new(a), Box::new(b));
        match self.rng.weighted(&[8, 1, 2]) {
            0 => result,
            1 => Term::Minus(Box::new(result)),
            _ => self.arithmetic(scope, result),
        }
    }

    fn enumeration(&mut self, scope: &Scope, var: VarRef, values: &[String]) -> Cond {
        let operator = self.equality();
        let contains = |large: &[String], small: &[String]| small.iter().all(|value| large.contains(value));
        let comparable = scope.of_kind(|kind| match kind {
            TypeSpec::Enum(other) => contains(other, values) || contains(values, other),
            _ => false,
        });
        match self.rng.pick(&comparable).cloned() {
            Some((other, _)) if self.rng.chance(30) => Cond::SameValue(operator, var, other),
            _ => {
                let value = self.rng.pick(values).cloned().unwrap_or_default();
                Cond::IsValue(operator, var, value)
            }
        }
    }
}
