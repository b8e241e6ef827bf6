//! What types, conditions, values and formulas can be replaced by when a model is cut down: something simpler, one step at
//! a time.

use super::spec::{Cond, Form, Rhs, Term, TypeSpec};

impl TypeSpec {
    pub(super) fn parts(&self) -> Vec<TypeSpec> {
        match self {
            TypeSpec::Bool => Vec::new(),
            TypeSpec::Int(low, high) if low < high => {
                vec![TypeSpec::Int(*low, high - 1), TypeSpec::Int(low + 1, *high)]
            }
            TypeSpec::Int(..) => Vec::new(),
            TypeSpec::Enum(values) => {
                let less = |gone: &String| values.iter().filter(|value| *value != gone).cloned().collect();
                values.iter().map(|gone| TypeSpec::Enum(less(gone))).collect()
            }
        }
    }
}

impl Cond {
    /// Simpler conditions: constants, parts, and the same with a simpler part.
    pub(super) fn parts(&self) -> Vec<Cond> {
        let mut found = match self {
            Cond::Constant(false) => return vec![Cond::Constant(true)],
            Cond::Constant(true) => return Vec::new(),
            _ => vec![Cond::Constant(true), Cond::Constant(false)],
        };
        match self {
            Cond::Not(op, a) => {
                found.push((**a).clone());
                found.extend(a.parts().into_iter().map(|a| Cond::Not(op, Box::new(a))));
            }
            Cond::SameTruth(op, a, b) => {
                found.extend([(**a).clone(), (**b).clone()]);
                found.extend(a.parts().into_iter().map(|a| Cond::SameTruth(op, Box::new(a), b.clone())));
                found.extend(b.parts().into_iter().map(|b| Cond::SameTruth(op, a.clone(), Box::new(b))));
            }
            Cond::Chain(op, parts) => {
                found.extend(parts.iter().cloned());
                found.extend(chain_parts(parts, Cond::parts).into_iter().map(|parts| Cond::Chain(*op, parts)));
            }
            Cond::Compare(op, a, b) => {
                found.extend(a.parts().into_iter().map(|a| Cond::Compare(op, a, b.clone())));
                found.extend(b.parts().into_iter().map(|b| Cond::Compare(op, a.clone(), b)));
            }
            _ => {}
        }
        found
    }
}

/// A chain without one of its elements, if two are left, and with one of them simpler.
fn chain_parts<T: Clone>(parts: &[T], simpler: fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    let mut found = Vec::new();
    for index in 0..parts.len() {
        if parts.len() > 2 {
            let mut less = parts.to_vec();
            less.remove(index);
            found.push(less);
        }
        for part in simpler(&parts[index]) {
            let mut changed = parts.to_vec();
            changed[index] = part;
            found.push(changed);
        }
    }
    found
}

impl Term {
    pub(super) fn parts(&self) -> Vec<Term> {
        match self {
            Term::Literal(0) => Vec::new(),
            Term::Literal(_) => vec![Term::Literal(0)],
            Term::Var(_) => Vec::new(),
            Term::Minus(a) => {
                let mut found = vec![(**a).clone()];
                found.extend(a.parts().into_iter().map(|a| Term::Minus(Box::new(a))));
                found
            }
            Term::Binary(op, a, b) => {
                let mut found = vec![(**a).clone(), (**b).clone()];
                found.extend(a.parts().into_iter().map(|a| Term::Binary(*op, Box::new(a), b.clone())));
                found.extend(b.parts().into_iter().map(|b| Term::Binary(*op, a.clone(), Box::new(b))));
                found
            }
        }
    }
}

impl Rhs {
    pub(super) fn parts(&self) -> Vec<Rhs> {
        match self {
            Rhs::Truth(condition) => condition.parts().into_iter().map(Rhs::Truth).collect(),
            Rhs::Number(number) => number.parts().into_iter().map(Rhs::Number).collect(),
            Rhs::Value(_) | Rhs::Copy(_) => Vec::new(),
        }
    }
}

impl Form {
    /// Simpler formulas: constants, parts, and the same with a simpler part.
    pub(super) fn parts(&self) -> Vec<Form> {
        let mut found = match self {
            Form::Constant(false) => return vec![Form::Constant(true)],
            Form::Constant(true) => return Vec::new(),
            _ => vec![Form::Constant(true), Form::Constant(false)],
        };
        if let Form::Chain(op, parts) = self {
            found.extend(parts.iter().cloned());
            found.extend(chain_parts(parts, Form::parts).into_iter().map(|parts| Form::Chain(*op, parts)));
            return found;
        }
        let count = self.clone().operands().len();
        found.extend(self.clone().operands().into_iter().map(|operand| operand.clone()));
        for index in 0..count {
            let simpler: Vec<Form> =
                self.clone().operands().into_iter().nth(index).map_or(Vec::new(), |operand| operand.parts());
            for part in simpler {
                let mut changed = self.clone();
                if let Some(operand) = changed.operands().into_iter().nth(index) {
                    *operand = part;
                }
                found.push(changed);
            }
        }
        found
    }

    fn operands(&mut self) -> Vec<&mut Form> {
        match self {
            Form::Constant(_) | Form::Prop(_) | Form::Condition(_) | Form::Colour(..) => Vec::new(),
            Form::Not(f)
            | Form::Prefix(_, f)
            | Form::Enforce(_, _, f)
            | Form::Agent(_, _, f)
            | Form::Group(_, _, f) => vec![f],
            Form::Until(_, f, g) | Form::EnforceUntil(_, f, g) => vec![f, g],
            Form::Chain(_, parts) => parts.iter_mut().collect(),
        }
    }
}
