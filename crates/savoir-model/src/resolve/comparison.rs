//! Comparisons: numbers, truth values, enumeration values and actions.

use super::Resolver;
use super::operands::{Operand, Scope, Type, unknown, value_names};
use crate::source_map::Symbol;
use crate::{AgentId, CompareOp, EnumTypeId, Expr, ExprId};
use savoir_syntax::{Code, Diagnostic, Node, Span, SyntaxKind as K};

/// One side of a comparison, with its place.
type Side<'t> = (Operand<'t>, Span);

impl Resolver<'_> {
    pub(super) fn comparison(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
        let mut sides = node.children();
        let (left, right) = (sides.next()?, sides.next()?);
        let (operator, operator_span) =
            node.own_tokens().next().map(|(kind, id)| (kind, node.tree().token(id).span))?;
        let op = match operator {
            K::NotEq => CompareOp::NotEqual,
            K::Less => CompareOp::Less,
            K::LessEq => CompareOp::LessEqual,
            K::Greater => CompareOp::Greater,
            K::GreaterEq => CompareOp::GreaterEqual,
            _ => CompareOp::Equal,
        };
        // Beside `Action` a name is an action, whatever else is called so.
        let (left, right) = match (self.name_beside_action(left, right), self.name_beside_action(right, left)) {
            (Some(name), _) => ((name, left.span()), (self.operand(right, scope), right.span())),
            (_, Some(name)) => ((self.operand(left, scope), left.span()), (name, right.span())),
            _ => ((self.operand(left, scope), left.span()), (self.operand(right, scope), right.span())),
        };
        let equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        let same = match (left, right) {
            ((Operand::Broken, _), _) | (_, (Operand::Broken, _)) => return None,
            ((Operand::Typed(a, Type::Number), _), (Operand::Typed(b, Type::Number), _)) => {
                self.check_constants(a, b, node.span());
                return Some(self.expr(Expr::Compare(op, a, b)));
            }
            ((Operand::Name(name, place), _), (Operand::Typed(_, Type::Number) | Operand::Name(..), _))
            | ((Operand::Typed(_, Type::Number), _), (Operand::Name(name, place), _))
                if !equality =>
            {
                self.unknown_variable(name, place, scope);
                return None;
            }
            (left, right) if !equality => {
                let shown = self.side_text(&left.0);
                let shown =
                    if matches!(left.0, Operand::Typed(_, Type::Number)) { self.side_text(&right.0) } else { shown };
                let message = format!("only numbers can be compared with `{}`, found {shown}", operator_text(operator));
                self.report(
                    Diagnostic::new(Code::TypeMismatch, operator_span, message)
                        .label("needs numbers on both sides")
                        .help("use `=` or `<>`"),
                );
                return None;
            }
            (left, right) => self.equality(left, right, scope, node.span())?,
        };
        Some(if op == CompareOp::NotEqual { self.expr(Expr::Not(same)) } else { same })
    }

    /// `left = right` for truth values, enumeration values and actions.
    fn equality(&mut self, left: Side<'_>, right: Side<'_>, scope: Scope, span: Span) -> Option<ExprId> {
        match (left.0, right.0) {
            (Operand::Typed(a, Type::Bool), Operand::Typed(b, Type::Bool)) => Some(self.expr(Expr::Iff(a, b))),
            (Operand::Typed(a, Type::Enum(s)), Operand::Typed(b, Type::Enum(t))) => {
                if !self.is_subset(s, t) && !self.is_subset(t, s) {
                    let (s, t) = (self.type_text(Type::Enum(s)), self.type_text(Type::Enum(t)));
                    self.report(
                        Diagnostic::new(Code::TypeMismatch, span, "these two enumerations cannot be compared")
                            .label("different value sets")
                            .help(format!("the left side is {s}, the right side {t}: one must contain the other")),
                    );
                    return None;
                }
                Some(self.expr(Expr::Same(a, b)))
            }
            (Operand::Typed(a, Type::Enum(t)), Operand::Name(name, span))
            | (Operand::Name(name, span), Operand::Typed(a, Type::Enum(t))) => {
                let value = self.value_named(t, name, span)?;
                Some(self.expr(Expr::Same(a, value)))
            }
            (Operand::Action(agent), Operand::Name(name, span))
            | (Operand::Name(name, span), Operand::Action(agent)) => self.action_test(agent, name, span),
            (Operand::Name(name, span), _) | (_, Operand::Name(name, span)) => {
                self.unknown_variable(name, span, scope);
                None
            }
            (left, right) => {
                let (left, right) = (self.side_text(&left), self.side_text(&right));
                self.mismatch(span, format!("cannot compare {left} with {right}"));
                None
            }
        }
    }

    /// The side of a comparison that is a bare name, if the other side is the action of an agent.
    fn name_beside_action<'t>(&self, side: Node<'t>, other: Node<'_>) -> Option<Operand<'t>> {
        let (side, other) = (without_parentheses(side), without_parentheses(other));
        let (name, span) = side.name().filter(|_| side.kind() == K::Name && other.kind() == K::ActionName)?;
        Some(Operand::Name(name, span))
    }

    fn action_test(&mut self, agent: AgentId, name: &str, span: Span) -> Option<ExprId> {
        let action = self.action_named(agent, name, span)?;
        Some(self.expr(Expr::ActionIs(agent, action)))
    }

    pub(super) fn side_text(&self, side: &Operand<'_>) -> String {
        match side {
            Operand::Typed(_, kind) => self.type_text(*kind),
            Operand::Action(_) => "an action".to_owned(),
            Operand::Name(name, _) => format!("`{name}`"),
            Operand::Broken => "an error".to_owned(),
        }
    }

    fn is_subset(&self, small: EnumTypeId, large: EnumTypeId) -> bool {
        let [few, many] = [small, large].map(|kind| &self.model.enum_types[kind.index()].values);
        let fits = few.len() < many.len() && few.iter().all(|value| self.names.has_value(large, *value));
        // Enumerations with the same values are one type.
        small == large || fits
    }

    pub(super) fn value_named(&mut self, kind: EnumTypeId, name: &str, span: Span) -> Option<ExprId> {
        let Some(value) = self.names.value(kind, name) else {
            let guess = self.guesses.closest(name, value_names(&self.model, kind)).map(str::to_owned);
            let message = format!("`{name}` is not {}", self.type_text(Type::Enum(kind)));
            self.report(unknown(Code::UnknownEnumValue, span, message, guess.as_deref()));
            return None;
        };
        self.refers(span, Symbol::EnumValue(value));
        Some(self.expr(Expr::EnumValue(value)))
    }

    /// A literal compared directly with a variable must be one of its values; two constants are hardly meant.
    fn check_constants(&mut self, a: ExprId, b: ExprId, span: Span) {
        let exprs = &self.model.exprs;
        match (exprs.get(a).clone(), exprs.get(b).clone()) {
            (Expr::Var(variable), Expr::Number(value)) | (Expr::Number(value), Expr::Var(variable)) => {
                self.check_in_range(variable, value, span);
            }
            _ if exprs.variables(a).is_empty() && exprs.variables(b).is_empty() => {
                self.report(
                    Diagnostic::new(Code::ConstantComparison, span, "both sides are constants")
                        .label("always the same answer")
                        .help("write `true` or `false` if this is meant"),
                );
            }
            _ => {}
        }
    }
}

/// What stands inside all parentheses.
pub(super) fn without_parentheses(mut node: Node<'_>) -> Node<'_> {
    while let Some(inner) = node.children().next().filter(|_| node.kind() == K::Paren) {
        node = inner;
    }
    node
}

fn operator_text(operator: K) -> String {
    operator.describe().trim_matches('`').to_owned()
}
