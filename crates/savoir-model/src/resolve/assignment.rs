//! Values that are assigned: their types and ranges.

use super::Resolver;
use super::operands::{Operand, Scope, Type};
use crate::{Domain, Expr, ExprId, VarId};
use savoir_syntax::{Code, Diagnostic, Node, Span};

impl Resolver<'_> {
    /// The right-hand side of an assignment to `variable`.
    pub(super) fn assigned_value(&mut self, variable: VarId, node: Node<'_>, scope: Scope) -> Option<ExprId> {
        let target = self.type_of(variable);
        let span = node.span();
        let id = match (self.operand(node, scope), target) {
            (Operand::Broken, _) => return None,
            (Operand::Name(name, span), Type::Enum(kind)) => self.value_named(kind, name, span)?,
            (Operand::Name(name, span), _) => {
                self.unknown_variable(name, span, scope);
                return None;
            }
            (Operand::Typed(id, found), wanted) if found == wanted => id,
            (found, wanted) => {
                let (found, wanted) = (self.side_text(&found), self.type_text(wanted));
                let text = self.model.variable_text(variable);
                self.report(
                    Diagnostic::new(Code::TypeMismatch, span, format!("`{text}` is {wanted}, not {found}"))
                        .label("wrong type")
                        .also(self.model.variable(variable).span, "declared here"),
                );
                return None;
            }
        };
        self.bound_depth(self.model.exprs.depth(id), span);
        self.check_assigned_range(variable, id, span).then_some(id)
    }

    fn check_assigned_range(&mut self, variable: VarId, value: ExprId, span: Span) -> bool {
        match *self.model.exprs.get(value) {
            Expr::Number(value) => self.check_in_range(variable, value, span),
            Expr::Var(other) => {
                let domains = (self.model.variable(variable).domain, self.model.variable(other).domain);
                let (Domain::Int { low, high }, Domain::Int { low: from, high: to }) = domains else { return true };
                let disjoint = to < low || from > high;
                if disjoint {
                    let (a, b) = (self.model.variable_text(variable), self.model.variable_text(other));
                    self.report(
                        Diagnostic::new(Code::OutOfRange, span, format!("`{b}` never has a value of `{a}`"))
                            .label(format!("{from}..{to} and {low}..{high} have no value in common")),
                    );
                }
                !disjoint
            }
            _ => true,
        }
    }

    pub(super) fn check_in_range(&mut self, variable: VarId, value: i64, span: Span) -> bool {
        let Domain::Int { low, high } = self.model.variable(variable).domain else { return true };
        let inside = (low..=high).contains(&value);
        if !inside {
            let text = self.model.variable_text(variable);
            let declared = self.model.variable(variable).span;
            self.report(
                Diagnostic::new(Code::OutOfRange, span, format!("{value} is not a value of `{text}`"))
                    .label(format!("`{text}` ranges from {low} to {high}"))
                    .also(declared, "declared here")
                    .help("use a value of the range, or declare a larger one"),
            );
        }
        inside
    }
}
