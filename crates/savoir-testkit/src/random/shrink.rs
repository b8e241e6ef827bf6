//! Making a failing model small: greedy delta debugging.
//!
//! One pass tries every single cut, large ones first, and keeps those after which the model still fails; passes are
//! repeated until no cut helps. Cuts may be nonsense (a path formula without a quantifier, a literal out of range): the
//! caller's predicate must be false of a text that does not resolve.

use super::spec::{Cond, Form, RandomModel, Rhs, Semantics};

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
