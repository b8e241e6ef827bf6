//! The initial states of a model, found by the definitions of the language alone.
//!
//! Values are tried variable by variable, and each part of the condition as soon as all its variables have a value. So
//! a model with very many combinations of values may still have few that are tried.

use savoir_model::{CompareOp, Domain, Expr, ExprId, Model, VarId};
use savoir_reference::{Moment, State};
use std::collections::BTreeSet;

/// Values and parts of the condition that are tried, at most.
const MOST_TRIALS: u64 = 200_000;
/// A part of the condition with so many parts of its own counts for two.
const PARTS_PER_TRIAL: u64 = 16;
/// More initial states are not listed.
const MOST_INITIAL_STATES: usize = 20_000;

/// All combinations of values that satisfy the condition on initial states, sorted; `None` if there are too many to list
/// or to try.
#[must_use]
pub fn initial_states(model: &Model) -> Option<Vec<State>> {
    let mut found = BTreeSet::new();
    let mut left = MOST_TRIALS;
    for case in cases(model) {
        Search::new(model, case, &mut left)?.run(&mut found, &mut left)?;
    }
    Some(found.into_iter().collect())
}

/// The alternatives of the condition, if it is a disjunction as a whole.
fn cases(model: &Model) -> Vec<ExprId> {
    let mut found = Vec::new();
    let mut open = vec![model.init];
    while let Some(condition) = open.pop() {
        match model.exprs.get(condition) {
            Expr::Or(parts) => open.extend(parts.iter().copied()),
            _ => found.push(condition),
        }
    }
    found
}

/// The search for the states of one alternative.
struct Search<'m> {
    model: &'m Model,
    /// By variable: the parts of the condition that depend on it and on earlier ones only.
    due: Vec<Vec<ExprId>>,
    /// By variable: what it takes to try a value.
    costs: Vec<u64>,
    /// By variable: the least and the greatest code that may satisfy the condition.
    ranges: Vec<(u64, u64)>,
    /// Whether some variable has no value left, or a part without variables fails.
    is_empty: bool,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model, condition: ExprId, left: &mut u64) -> Option<Search<'m>> {
        let last_code = |id: VarId| u64::try_from(model.domain_size(model.variable(id).domain) - 1).ok();
        let ranges: Option<Vec<(u64, u64)>> = model.variable_ids().map(|id| Some((0, last_code(id)?))).collect();
        let due = vec![Vec::new(); model.variables.len()];
        let costs = vec![1; model.variables.len()];
        let mut search = Search { model, due, costs, ranges: ranges?, is_empty: false };
        let mut open = vec![condition];
        while let Some(part) = open.pop() {
            *left = left.checked_sub(1)?;
            if let Expr::And(parts) = model.exprs.get(part) {
                open.extend(parts.iter().copied());
                continue;
            }
            search.narrow(part);
            let before = *left;
            match last_variable(model, part, left)? {
                Some(last) => {
                    search.due[last].push(part);
                    search.costs[last] += 1 + (before - *left) / PARTS_PER_TRIAL;
                }
                None => search.is_empty |= !Moment { model, state: &[], joint: &[] }.holds(part),
            }
        }
        search.is_empty |= search.ranges.iter().any(|(low, high)| low > high);
        Some(search)
    }

    /// A comparison of a number with a constant leaves out values without trying them.
    fn narrow(&mut self, part: ExprId) {
        let Expr::Compare(op, one, other) = self.model.exprs.get(part) else { return };
        let constant = |id: ExprId| match self.model.exprs.get(id) {
            Expr::Number(number) => Some(i128::from(*number)),
            Expr::Neg(part) => match self.model.exprs.get(*part) {
                Expr::Number(number) => Some(-i128::from(*number)),
                _ => None,
            },
            _ => None,
        };
        let (id, op, bound) = match (self.model.exprs.get(*one), self.model.exprs.get(*other)) {
            (Expr::Var(id), _) if constant(*other).is_some() => (*id, *op, constant(*other)),
            (_, Expr::Var(id)) if constant(*one).is_some() => (*id, op.flip(), constant(*one)),
            _ => return,
        };
        let (Domain::Int { low, .. }, Some(bound)) = (self.model.variable(id).domain, bound) else { return };
        let code = bound - i128::from(low);
        let (least, greatest) = match op {
            CompareOp::Equal => (code, code),
            CompareOp::NotEqual => return,
            CompareOp::Less => (0, code - 1),
            CompareOp::LessEqual => (0, code),
            CompareOp::Greater => (code + 1, i128::MAX),
            CompareOp::GreaterEqual => (code, i128::MAX),
        };
        let (from, to) = self.ranges[id.index()];
        let (from, to) = (i128::from(from).max(least), i128::from(to).min(greatest));
        // An empty range keeps its first number above its last one.
        let range = u64::try_from(from).ok().zip(u64::try_from(to).ok()).filter(|(from, to)| from <= to);
        self.ranges[id.index()] = range.unwrap_or((1, 0));
    }

    fn run(&self, found: &mut BTreeSet<State>, left: &mut u64) -> Option<()> {
        if self.is_empty {
            return Some(());
        }
        let count = self.ranges.len();
        let mut state: State = self.ranges.iter().map(|(low, _)| *low).collect();
        if count == 0 {
            found.insert(state);
            return Some(());
        }
        let mut place = 0;
        loop {
            *left = left.checked_sub(self.costs[place])?;
            let moment = Moment { model: self.model, state: &state, joint: &[] };
            if self.due[place].iter().all(|part| moment.holds(*part)) {
                if place + 1 < count {
                    place += 1;
                    state[place] = self.ranges[place].0;
                    continue;
                }
                found.insert(state.clone());
                if found.len() > MOST_INITIAL_STATES {
                    return None;
                }
            }
            // The last variable that has another value gets it.
            while state[place] >= self.ranges[place].1 {
                if place == 0 {
                    return Some(());
                }
                place -= 1;
            }
            state[place] += 1;
        }
    }
}

/// The last variable that a condition depends on.
fn last_variable(model: &Model, condition: ExprId, left: &mut u64) -> Option<Option<usize>> {
    let mut last = None;
    let mut open = vec![condition];
    while let Some(id) = open.pop() {
        *left = left.checked_sub(1)?;
        match model.exprs.get(id) {
            Expr::Var(variable) => last = last.max(Some(variable.index())),
            Expr::Bool(_) | Expr::Number(_) | Expr::EnumValue(_) | Expr::ActionIs(..) => {}
            Expr::Not(a) | Expr::Neg(a) => open.push(*a),
            Expr::And(parts) | Expr::Or(parts) | Expr::Sum(parts) => open.extend(parts.iter().copied()),
            Expr::Iff(a, b)
            | Expr::Implies(a, b)
            | Expr::Compare(_, a, b)
            | Expr::Same(a, b)
            | Expr::Mul(a, b)
            | Expr::Div(a, b) => open.extend([*a, *b]),
        }
    }
    Some(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_testkit::fixtures::load;
    use savoir_testkit::{Options, RandomModel, Reference};

    /// Three variables, one of them with very many values.
    fn model(condition: &str) -> Model {
        load(&format!(
            "Agent M\n Vars:\n far : -5..2000000000;\n near : 0..3;\n on : boolean;\n end Vars\n Actions = {{a}};\n \
             Protocol:\n Other : {{a}};\n end Protocol\n Evolution:\n on = true if Action = a;\n end Evolution\nend \
             Agent\nEvaluation\n p if M.on = true;\nend Evaluation\nInitStates\n {condition};\nend InitStates\nFormulae\n \
             p;\nend Formulae\n"
        ))
    }

    fn count(condition: &str) -> Option<usize> {
        initial_states(&model(condition)).map(|found| found.len())
    }

    #[test]
    fn comparisons_leave_out_what_need_not_be_tried() {
        assert_eq!(count("M.far = -5 and M.near = 1 and M.on = false"), Some(1));
        assert_eq!(count("M.far <= -3 and M.near >= 2"), Some(3 * 2 * 2));
        assert_eq!(count("-4 > M.far and M.near < 2 and M.on = true"), Some(2));
        assert_eq!(count("(M.far = 7 and M.near = 1) or (M.far = 9 and M.near = 1) or M.far = 7"), Some(10));
        assert_eq!(count("M.far = 1999999999 and M.near + M.near = 2"), Some(2));
        assert_eq!(count("M.far < -5"), Some(0));
        assert_eq!(count("M.far > 7 and M.far < 8 and M.near = 0"), Some(0));
        assert_eq!(count("M.near = 0"), None, "there are too many");
        assert_eq!(count("M.far + 1 = 7 and M.near = 0"), None, "that takes too long to find out");
        assert_eq!(count("M.far < 995 and M.near * M.near = 9").unwrap(), 2000);
        let long = vec!["M.near * M.near = 9"; 5000].join(" or ");
        assert_eq!(count(&format!("M.far < 995 and !(!({long}))")), None, "each look takes long");
    }

    #[test]
    fn they_are_those_of_the_definition() {
        let mut several = 0;
        for seed in 0..300 {
            let text = RandomModel::generate(seed, &Options::default()).to_ispl();
            let model = load(&text);
            let Ok(reference) = Reference::build(&model, 5_000) else { continue };
            let graph = reference.graph();
            let expected: Vec<State> = graph.initial.iter().map(|index| graph.states[*index].clone()).collect();
            several += usize::from(expected.len() > 1);
            assert_eq!(initial_states(&model), Some(expected), "seed {seed}\n{text}");
        }
        assert!(several > 20, "{several}");
    }
}
