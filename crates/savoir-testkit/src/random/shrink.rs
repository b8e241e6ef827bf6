//! Making a failing model small: greedy delta debugging.
//!
//! One pass tries every single cut, large ones first, and keeps those after which the model still fails; passes are
//! repeated until no cut helps. Cuts may be nonsense (a path formula without a quantifier, a literal out of range): the
//! caller's predicate must be false of a text that does not resolve.

use super::spec::{Cond, Form, RandomModel, Rhs, Semantics, Term, TypeSpec};

/// Cuts a model down as long as `fails` stays true of its text. The result is smallest in the sense that no single cut
/// keeps it failing.
#[must_use]
pub fn shrink(spec: RandomModel, fails: &mut dyn FnMut(&str) -> bool) -> RandomModel {
    let mut best = spec;
    loop {
        let before = best.to_ispl();
        for kind in CUTS {
            let mut place = 0;
            loop {
                let cuts = kind(&best);
                let Some(candidate) = cuts.into_iter().nth(place) else { break };
                let text = candidate.to_ispl();
                if smaller(&text, &best.to_ispl()) && fails(&text) {
                    // The cuts that come now are those of what is left: stay at this place.
                    best = candidate;
                } else {
                    place += 1;
                }
            }
        }
        if best.to_ispl() == before {
            return best;
        }
    }
}

/// A well-founded order, so that shrinking ends.
fn smaller(text: &str, than: &str) -> bool {
    (text.len(), text) < (than.len(), than)
}

/// All models that one kind of cut leads to.
type Cuts = fn(&RandomModel) -> Vec<RandomModel>;

/// The kinds of cuts, large ones first.
const CUTS: [Cuts; 10] = [
    |spec| without(spec, |spec| &mut spec.properties),
    |spec| without(spec, |spec| &mut spec.fairness),
    |spec| without(spec, |spec| &mut spec.agents),
    |spec| of_agents(spec, cut_agent),
    |spec| without(spec, |spec| &mut spec.groups),
    |spec| without(spec, |spec| &mut spec.propositions),
    |spec| replaced(spec, forms, Form::parts),
    |spec| replaced(spec, conditions, Cond::parts),
    |spec| replaced(spec, values, Rhs::parts),
    simpler,
];

/// The model without one element of a list, for each element.
fn without<T>(spec: &RandomModel, list: fn(&mut RandomModel) -> &mut Vec<T>) -> Vec<RandomModel> {
    let count = list(&mut spec.clone()).len();
    let cut = |index| {
        let mut candidate = spec.clone();
        list(&mut candidate).remove(index);
        candidate.tidy();
        candidate
    };
    (0..count).map(cut).collect()
}

/// The model with one of its agents cut, in all ways.
fn of_agents(spec: &RandomModel, cut: fn(&mut RandomModel, usize) -> Vec<RandomModel>) -> Vec<RandomModel> {
    (0..spec.agents.len()).flat_map(|agent| cut(&mut spec.clone(), agent)).collect()
}

/// The ways to remove something from an agent.
fn cut_agent(spec: &mut RandomModel, agent: usize) -> Vec<RandomModel> {
    let mut found = Vec::new();
    let mut try_each = |count: usize, cut: &dyn Fn(&mut RandomModel, usize)| {
        for index in 0..count {
            let mut candidate = spec.clone();
            cut(&mut candidate, index);
            candidate.tidy();
            found.push(candidate);
        }
    };
    let it = &spec.agents[agent];
    try_each(it.variables.len(), &|spec, index| drop(spec.agents[agent].variables.remove(index)));
    try_each(it.observable.len(), &|spec, index| drop(spec.agents[agent].observable.remove(index)));
    try_each(it.evolution.len(), &|spec, index| drop(spec.agents[agent].evolution.remove(index)));
    try_each(it.protocol.len(), &|spec, index| drop(spec.agents[agent].protocol.remove(index)));
    try_each(it.actions.len(), &|spec, index| drop(spec.agents[agent].actions.remove(index)));
    try_each(it.lobsvars.len(), &|spec, index| drop(spec.agents[agent].lobsvars.remove(index)));
    try_each(usize::from(it.red.is_some()), &|spec, _| spec.agents[agent].red = None);
    for (place, line) in it.evolution.iter().enumerate() {
        try_each(line.assignments.len(), &|spec, index| {
            drop(spec.agents[agent].evolution[place].assignments.remove(index));
        });
    }
    for (place, line) in it.protocol.iter().enumerate() {
        try_each(line.actions.len(), &|spec, index| {
            drop(spec.agents[agent].protocol[place].actions.remove(index));
        });
    }
    found
}

/// The model with one item replaced by one of its parts, for each item and part.
fn replaced<T: Clone>(
    spec: &RandomModel,
    items: fn(&mut RandomModel) -> Vec<&mut T>,
    parts: fn(&T) -> Vec<T>,
) -> Vec<RandomModel> {
    let mut original = spec.clone();
    let options: Vec<Vec<T>> = items(&mut original).into_iter().map(|item| parts(item)).collect();
    let mut found = Vec::new();
    for (index, options) in options.into_iter().enumerate() {
        for option in options {
            let mut candidate = spec.clone();
            if let Some(item) = items(&mut candidate).into_iter().nth(index) {
                *item = option;
            }
            found.push(candidate);
        }
    }
    found
}

fn forms(spec: &mut RandomModel) -> Vec<&mut Form> {
    spec.fairness.iter_mut().chain(spec.properties.iter_mut().map(|property| &mut property.formula)).collect()
}

fn conditions(spec: &mut RandomModel) -> Vec<&mut Cond> {
    let mut found: Vec<&mut Cond> = Vec::new();
    for agent in &mut spec.agents {
        found.extend(&mut agent.red);
        found.extend(agent.protocol.iter_mut().filter_map(|line| line.guard.as_mut()));
        found.extend(agent.evolution.iter_mut().map(|line| &mut line.guard));
    }
    found.extend(spec.propositions.iter_mut().map(|proposition| &mut proposition.condition));
    found.push(&mut spec.initial);
    found
}

fn values(spec: &mut RandomModel) -> Vec<&mut Rhs> {
    let lines = spec.agents.iter_mut().flat_map(|agent| &mut agent.evolution);
    lines.flat_map(|line| &mut line.assignments).map(|assignment| &mut assignment.value).collect()
}

/// Smaller types, simpler protocols, the default semantics.
fn simpler(spec: &RandomModel) -> Vec<RandomModel> {
    let mut found = vec![RandomModel { semantics: Semantics::Default, ..spec.clone() }];
    for (place, agent) in spec.agents.iter().enumerate() {
        for (index, variable) in agent.all_variables().enumerate() {
            for kind in variable.kind.parts() {
                let mut candidate = spec.clone();
                let agent = &mut candidate.agents[place];
                if let Some(variable) = agent.observable.iter_mut().chain(&mut agent.variables).nth(index) {
                    variable.kind = kind;
                }
                found.push(candidate);
            }
        }
        for line in 0..agent.protocol.len() {
            let mut candidate = spec.clone();
            candidate.agents[place].protocol[line].guard = None;
            found.push(candidate);
        }
    }
    found
}

impl TypeSpec {
    fn parts(&self) -> Vec<TypeSpec> {
        match self {
            TypeSpec::Bool => Vec::new(),
            TypeSpec::Int(low, high) if low < high => vec![TypeSpec::Int(*low, high - 1), TypeSpec::Int(low + 1, *high)],
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
    fn parts(&self) -> Vec<Cond> {
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
    fn parts(&self) -> Vec<Term> {
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
    fn parts(&self) -> Vec<Rhs> {
        match self {
            Rhs::Truth(condition) => condition.parts().into_iter().map(Rhs::Truth).collect(),
            Rhs::Number(number) => number.parts().into_iter().map(Rhs::Number).collect(),
            Rhs::Value(_) | Rhs::Copy(_) => Vec::new(),
        }
    }
}

impl Form {
    /// Simpler formulas: constants, parts, and the same with a simpler part.
    fn parts(&self) -> Vec<Form> {
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
            Form::Constant(_) | Form::Prop(_) | Form::Colour(..) => Vec::new(),
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
