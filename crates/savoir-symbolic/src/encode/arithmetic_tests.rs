//! Comparisons of numbers, compared with their values state by state.

use super::tests::Bits;
use super::*;
use savoir_model::{Domain, Expr, Number};

/// An agent with these variables, and propositions with these conditions.
fn text(variables: &str, conditions: &[String]) -> String {
    let propositions: Vec<String> =
        conditions.iter().enumerate().map(|(number, condition)| format!("p{number} if {condition};")).collect();
    format!(
        "Agent M Vars: {variables} end Vars Actions = {{go}}; Protocol: Other : {{go}}; end Protocol
           Evolution: end Evolution end Agent
         Evaluation {} end Evaluation InitStates M.x = M.x; end InitStates Formulae end Formulae",
        propositions.join("\n")
    )
}

fn number(model: &Model, id: ExprId, state: &[u64]) -> Number {
    let value = |id| number(model, id, state);
    match model.exprs.get(id) {
        Expr::Number(value) => Number::whole(*value),
        Expr::Var(variable) => match model.variable(*variable).domain {
            Domain::Int { low, .. } => Number::whole(low + state[variable.index()] as i64),
            Domain::Bool | Domain::Enum(_) => panic!("no number"),
        },
        Expr::Neg(inner) => value(*inner).neg(),
        Expr::Sum(terms) => terms.iter().fold(Number::whole(0), |sum, term| sum.add(value(*term))),
        Expr::Mul(a, b) => value(*a).mul(value(*b)),
        Expr::Div(a, b) => value(*a).div(value(*b)),
        other => panic!("{other:?}"),
    }
}

fn check(variables: &str, conditions: &[String]) {
    let bits = Bits::new(&text(variables, conditions));
    let named = bits.conditions().named().unwrap();
    for (proposition, written) in bits.model.propositions.iter().zip(conditions) {
        let Expr::Compare(op, a, b) = *bits.model.exprs.get(proposition.condition) else { panic!("{written}") };
        let holds = |state: &Vec<u64>| number(&bits.model, a, state).compare(op, number(&bits.model, b, state));
        let expected: Vec<Vec<u64>> = bits.states().into_iter().filter(holds).collect();
        assert_eq!(bits.states_where(&named[&proposition.condition]), expected, "{written}");
    }
}

/// Numbers that look random and are always the same.
struct Draws(u64);

impl Draws {
    fn below(&mut self, many: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % many
    }

    fn expression(&mut self, depth: u64) -> String {
        match self.below(if depth == 0 { 4 } else { 9 }) {
            0 => (self.below(7) as i64 - 2).to_string(),
            1 => "M.x".to_owned(),
            2 => "M.y".to_owned(),
            3 => "M.z".to_owned(),
            operator => {
                let operator = ["+", "-", "*", "*", "/"][operator as usize - 4];
                format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
        }
    }
}

#[test]
fn comparisons_are_those_of_exact_numbers() {
    let mut draws = Draws(7);
    let operators = ["=", "<>", "<", "<=", ">", ">="];
    let mut conditions = Vec::new();
    for number in 0..600 {
        let (a, b) = (draws.expression(1 + number % 4), draws.expression(number % 3));
        conditions.push(format!("({a} + 0) {} ({b} + 0)", operators[number as usize % 6]));
    }
    // Ranges with and without numbers below zero, and with bits that spell no value.
    check("x : -2..2; y : 0..3; z : 1..5;", &conditions);
    check("x : 0..5; y : -3..-1; z : 0..1;", &conditions);
}

#[test]
fn infinite_and_undefined_numbers_are_compared_as_the_language_says() {
    let written = [
        "M.x / M.y = M.x / M.y",
        "M.x / M.y <> M.x / M.y",
        "M.x / M.y - M.z / M.y <= 0",
        "M.x / M.y * M.z > M.z * M.x",
        "(M.x / M.y) / (M.z / M.y) = 0",
        "(M.x / M.y) / M.z >= M.x",
        "M.z / (M.x / M.y) < 1",
        "M.x / (M.y * M.z) = 1 / M.z",
    ];
    check("x : -2..2; y : -1..2; z : -1..3;", &written.map(str::to_owned));
}

#[test]
fn numbers_that_only_just_fit_are_compared() {
    let half = 1_i64 << 30;
    let large = |factor: &str| format!("(M.x * {half} * {half}) / (M.y * {half} * {half} + 1) {factor}");
    let conditions = [
        format!("{} < (M.z * {half} * {half}) / (M.y * {half} * {half} + 1)", large("")),
        format!("{} = M.z / (M.y * {half} + 1)", large("")),
        format!("M.x * {half} * {half} * 2 - 1 >= M.z * {half} * {half} * 2"),
    ];
    check("x : 0..2; y : 0..2; z : 0..2;", &conditions);
}
