//! All reachable states of a small model, by the definitions of the language alone.

use super::Replay;
use savoir_model::{CompareOp, Expr, ExprId, Model, VarId};
use savoir_reference::{Moment, State, Value, code_of, may_perform, outcomes};
use std::collections::{BTreeMap, VecDeque};

/// Models with more states than this are not explored.
pub(super) const MOST_STATES: usize = 20_000;
/// Nor are models with more steps.
const MOST_STEPS: u64 = 500_000;
/// More combinations of values are not searched for initial states.
const MOST_COMBINATIONS: u128 = 200_000;

/// The reachable states.
pub(super) struct Explored {
    /// In the order in which they were found.
    pub(super) states: Vec<State>,
    /// Their numbers.
    pub(super) numbers: BTreeMap<State, usize>,
}

impl Replay<'_> {
    /// All reachable states, unless there are too many.
    pub(super) fn explored(&self) -> Option<&Explored> {
        self.explored.get_or_init(|| Explored::all(self.model)).as_ref()
    }
}

impl Explored {
    fn all(model: &Model) -> Option<Explored> {
        let mut found = Explored { states: Vec::new(), numbers: BTreeMap::new() };
        let mut open: VecDeque<State> = VecDeque::new();
        // Steps that all states found so far have at least, so that what is too much is known early.
        let mut steps = 0;
        for state in initial_states(model)? {
            found.add(model, &mut open, &mut steps, state)?;
        }
        let mut left = MOST_STEPS;
        while let Some(state) = open.pop_front() {
            // Nobody is in the coalition, so these are all successors.
            let next = outcomes(model, &[], &state, &Vec::new(), &mut left).ok()?;
            for state in next.into_keys() {
                found.add(model, &mut open, &mut steps, state)?;
            }
        }
        Some(found)
    }

    /// Adds a state unless it is known; `None` if there is too much to look at.
    fn add(&mut self, model: &Model, open: &mut VecDeque<State>, steps: &mut u64, state: State) -> Option<()> {
        if self.numbers.contains_key(&state) {
            return Some(());
        }
        let joint_actions = (model.agent_ids().map(|agent| may_perform(model, agent, &state).len() as u64))
            .try_fold(1_u64, u64::checked_mul)?;
        *steps = steps.checked_add(joint_actions)?;
        if self.states.len() >= MOST_STATES || *steps > MOST_STEPS {
            return None;
        }
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state.clone());
        open.push_back(state);
        Some(())
    }
}

/// All combinations of values that satisfy the condition on initial states, unless there are too many to try.
fn initial_states(model: &Model) -> Option<Vec<State>> {
    let fixed = fixed_values(model);
    let free: Vec<VarId> = model.variable_ids().filter(|id| !fixed.contains_key(id)).collect();
    let sizes: Vec<u128> = free.iter().map(|id| model.domain_size(model.variable(*id).domain)).collect();
    sizes
        .iter()
        .try_fold(1_u128, |total, size| total.checked_mul(*size).filter(|total| *total <= MOST_COMBINATIONS))?;
    let mut state: State = model.variable_ids().map(|id| fixed.get(&id).copied().unwrap_or(0)).collect();
    let mut found = Vec::new();
    loop {
        if (Moment { model, state: &state, joint: &[] }).holds(model.init) {
            found.push(state.clone());
        }
        // Count on: the last variable that can grow grows, and those after it start again.
        let may_grow = |place: &usize| u128::from(state[free[*place].index()]) + 1 < sizes[*place];
        let Some(place) = (0..free.len()).rfind(may_grow) else { return Some(found) };
        state[free[place].index()] += 1;
        free[place + 1..].iter().for_each(|id| state[id.index()] = 0);
    }
}

/// Variables for which the condition on initial states plainly says what their value is.
fn fixed_values(model: &Model) -> BTreeMap<VarId, u64> {
    let mut fixed = BTreeMap::new();
    let mut open = vec![model.init];
    while let Some(condition) = open.pop() {
        let expression = model.exprs.get(condition);
        let mut found = None;
        if let Expr::And(parts) = expression {
            open.extend(parts.iter().copied());
        } else if let Expr::Var(id) = expression {
            found = Some((*id, Value::Truth(true)));
        } else if let Expr::Not(part) = expression
            && let Expr::Var(id) = model.exprs.get(*part)
        {
            found = Some((*id, Value::Truth(false)));
        } else if let Expr::Same(one, other) | Expr::Iff(one, other) | Expr::Compare(CompareOp::Equal, one, other) =
            expression
        {
            found = assigned(model, *one, *other).or_else(|| assigned(model, *other, *one));
        }
        // What does not fit is left to be found out by trying.
        if let Some((id, value)) = found
            && let Some(code) = code_of(model, model.variable(id).domain, value)
        {
            fixed.insert(id, code);
        }
    }
    fixed
}

/// A variable and a constant that it is said to equal.
fn assigned(model: &Model, variable: ExprId, constant: ExprId) -> Option<(VarId, Value)> {
    let Expr::Var(id) = model.exprs.get(variable) else { return None };
    let sign = if let Expr::Neg(part) = model.exprs.get(constant) { *part } else { constant };
    let is_constant = matches!(model.exprs.get(sign), Expr::Bool(_) | Expr::Number(_) | Expr::EnumValue(_));
    is_constant.then(|| (*id, Moment { model, state: &[], joint: &[] }.value(constant)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_testkit::Reference;
    use savoir_testkit::fixtures::load;

    /// A counter for each of these sizes; the first starts at 0, the others at 0 or 1.
    fn counters(sizes: &[u64]) -> String {
        let agent = |(number, size): (usize, &u64)| {
            format!(
                "Agent A{number} Vars: n : 0..{}; on : boolean; end Vars Actions = {{go, stay}};
                 Protocol: Other : {{go, stay}}; end Protocol
                 Evolution: n = n + 1 if Action = go; end Evolution end Agent\n",
                size - 1
            )
        };
        let start = |(number, _): (usize, &u64)| {
            let value = if number == 0 { "= 0" } else { "<= 1" };
            format!("A{number}.n {value} and !(A{number}.on = true)")
        };
        let agents: String = sizes.iter().enumerate().map(agent).collect();
        let starts: Vec<String> = sizes.iter().enumerate().map(start).collect();
        format!(
            "{agents}Evaluation p if A0.n = 1; end Evaluation InitStates {}; end InitStates Groups g = {{A0}}; end Groups
             Formulae p; end Formulae",
            starts.join(" and ")
        )
    }

    #[test]
    fn all_states_are_found_unless_there_are_too_many() {
        for sizes in [&[3][..], &[3, 4], &[4, 3, 5]] {
            let model = load(&counters(sizes));
            let mut found = Explored::all(&model).unwrap().states;
            found.sort();
            assert_eq!(found, Reference::build(&model, 1_000).unwrap().graph().states);
        }
        assert!(Explored::all(&load(&counters(&[150, 150]))).is_none());
        assert!(Explored::all(&load(&counters(&[2; 30]))).is_none());
    }
}
