//! Conditions as text that is read as the same condition, with few parentheses.

use crate::{CompareOp, Expr, ExprId, Model};

/// How tightly the outermost operator of a text binds, loosest first, as in the grammar of conditions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Implies,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Atom,
}

impl Model {
    /// A condition or a value as it is written in `Evaluation`, with the agent in front of each variable. Conditions with the
    /// same text mean the same.
    #[must_use]
    pub fn condition_text(&self, id: ExprId) -> String {
        let mut writer = Writer { model: self, out: String::new() };
        writer.expression(id);
        writer.out
    }

    /// Whether a condition is written as a single name.
    pub(crate) fn is_bare(&self, id: ExprId) -> bool {
        level(self, id) == Level::Atom
    }
}

fn level(model: &Model, id: ExprId) -> Level {
    match model.exprs.get(id) {
        Expr::Bool(_) | Expr::Number(_) | Expr::EnumValue(_) | Expr::Var(_) | Expr::Neg(_) => Level::Atom,
        Expr::ActionIs(..) | Expr::Iff(..) | Expr::Compare(..) | Expr::Same(..) => Level::Compare,
        Expr::Not(inner) if is_equality(model, *inner) => Level::Compare,
        Expr::Not(_) => Level::Not,
        Expr::And(_) => Level::And,
        Expr::Or(_) => Level::Or,
        Expr::Implies(..) => Level::Implies,
        Expr::Sum(_) => Level::Sum,
        Expr::Mul(..) | Expr::Div(..) => Level::Product,
    }
}

/// Whether the negation of an expression is written `<>`.
fn is_equality(model: &Model, id: ExprId) -> bool {
    matches!(model.exprs.get(id), Expr::Iff(..) | Expr::Same(..))
}

struct Writer<'m> {
    model: &'m Model,
    out: String,
}

impl Writer<'_> {
    /// The depth of expressions is bounded by the front end, and so is this recursion.
    fn expression(&mut self, id: ExprId) {
        let model = self.model;
        match model.exprs.get(id) {
            Expr::Bool(value) => self.out += &value.to_string(),
            Expr::Number(value) => self.out += &value.to_string(),
            Expr::EnumValue(value) => self.out += &model.enum_values[value.index()],
            Expr::Var(variable) => self.out += &model.variable_text(*variable),
            Expr::ActionIs(agent, action) => {
                let agent = model.agent(*agent);
                self.out += &format!("{}.Action = {}", agent.name, agent.actions[action.index()].name);
            }
            Expr::Not(inner) => match *model.exprs.get(*inner) {
                Expr::Iff(a, b) | Expr::Same(a, b) => self.comparison("<>", a, b),
                _ => {
                    self.out.push('!');
                    self.at_least(Level::Atom, *inner);
                }
            },
            Expr::And(parts) => self.chain(parts, "and", Level::Not),
            Expr::Or(parts) => self.chain(parts, "or", Level::And),
            Expr::Implies(a, b) => {
                self.at_least(Level::Or, *a);
                self.out += " -> ";
                self.at_least(Level::Or, *b);
            }
            Expr::Iff(a, b) | Expr::Same(a, b) => self.comparison("=", *a, *b),
            Expr::Compare(op, a, b) => self.comparison(sign(*op), *a, *b),
            Expr::Sum(terms) => self.sum(terms),
            Expr::Neg(inner) => {
                self.out.push('-');
                // A number behind the sign would be read as one with it.
                match model.exprs.get(*inner) {
                    Expr::Var(_) => self.expression(*inner),
                    _ => self.enclosed(*inner),
                }
            }
            Expr::Mul(a, b) => self.product("*", *a, *b),
            Expr::Div(a, b) => self.product("/", *a, *b),
        }
    }

    fn at_least(&mut self, least: Level, id: ExprId) {
        if level(self.model, id) >= least { self.expression(id) } else { self.enclosed(id) }
    }

    fn enclosed(&mut self, id: ExprId) {
        self.out.push('(');
        self.expression(id);
        self.out.push(')');
    }

    /// Parts of one connective; where there is one only, parentheses say so.
    fn chain(&mut self, parts: &[ExprId], word: &str, least: Level) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.out += &format!(" {word} ");
            }
            self.at_least(least, *part);
        }
    }

    fn comparison(&mut self, sign: &str, a: ExprId, b: ExprId) {
        self.at_least(Level::Sum, a);
        self.out += &format!(" {sign} ");
        self.at_least(Level::Sum, b);
    }

    fn sum(&mut self, terms: &[ExprId]) {
        for (index, term) in terms.iter().enumerate() {
            match self.model.exprs.get(*term) {
                Expr::Neg(inner) if index > 0 => {
                    self.out += " - ";
                    self.at_least(Level::Product, *inner);
                }
                _ => {
                    self.out += if index > 0 { " + " } else { "" };
                    self.at_least(Level::Product, *term);
                }
            }
        }
    }

    fn product(&mut self, sign: &str, a: ExprId, b: ExprId) {
        self.at_least(Level::Product, a);
        self.out += &format!(" {sign} ");
        self.at_least(Level::Atom, b);
    }
}

fn sign(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "=",
        CompareOp::NotEqual => "<>",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
    }
}
