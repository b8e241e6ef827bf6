//! Conditions and arithmetic: types are checked here, so that later stages need not.

use super::operands::{Operand, Scope, Type};
use super::{MAX_DEPTH, Resolver};
use crate::{Expr, ExprId, bounds};
use savoir_syntax::{Code, Diagnostic, Node, Span, SyntaxKind as K};

impl Resolver<'_> {
    /// A condition; `false` in its place if it is broken, which was reported.
    pub(super) fn condition(&mut self, node: Option<Node<'_>>, scope: Scope) -> ExprId {
        let broken = |resolver: &mut Resolver| resolver.expr(Expr::Bool(false));
        let Some(node) = node else { return broken(self) };
        let id = self.truth(node, scope).unwrap_or_else(|| broken(self));
        self.bound_depth(self.model.exprs.depth(id), node.span());
        id
    }

    /// The expression node of a statement: its only child that is an expression.
    pub(super) fn expression_of(node: Node<'_>) -> Option<Node<'_>> {
        node.children().find(|child| {
            !matches!(child.kind(), K::NameList | K::Assignment | K::AssignmentGroup | K::GroupRef | K::Error)
        })
    }

    /// What has a truth value; `None` if it is broken, which was reported.
    pub(super) fn truth(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
        match self.operand(node, scope) {
            Operand::Typed(id, Type::Bool) => Some(id),
            Operand::Typed(_, found) => {
                let found = self.type_text(found);
                self.mismatch(node.span(), format!("expected a condition, found {found}"));
                None
            }
            Operand::Name(name, span) => {
                self.unknown_variable(name, span, scope);
                None
            }
            Operand::Action(_) => {
                self.mismatch(node.span(), "expected a condition, found an action".to_owned());
                None
            }
            Operand::Broken => None,
        }
    }

    fn number(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
        match self.operand(node, scope) {
            Operand::Typed(id, Type::Number) => Some(id),
            Operand::Typed(_, found) => {
                let found = self.type_text(found);
                self.mismatch(node.span(), format!("arithmetic needs numbers, found {found}"));
                None
            }
            Operand::Name(name, span) => {
                self.unknown_variable(name, span, scope);
                None
            }
            Operand::Action(_) => {
                self.mismatch(node.span(), "arithmetic needs numbers, found an action".to_owned());
                None
            }
            Operand::Broken => None,
        }
    }

    pub(super) fn mismatch(&mut self, span: Span, message: String) {
        self.report(Diagnostic::new(Code::TypeMismatch, span, message).label("wrong type"));
    }

    /// Any expression.
    pub(super) fn operand<'t>(&mut self, node: Node<'t>, scope: Scope) -> Operand<'t> {
        if self.must_stop() {
            return Operand::Broken;
        }
        match node.kind() {
            K::Paren => node.children().next().map_or(Operand::Broken, |inner| self.operand(inner, scope)),
            K::Name => self.name_operand(node, scope),
            K::QualifiedName => self.qualified_operand(node, scope),
            K::ActionName => self.action_operand(node, scope),
            K::Literal => self.literal_operand(node, false),
            K::CompareExpr => typed(self.comparison(node, scope), Type::Bool),
            K::SumExpr | K::ProductExpr | K::NegExpr => self.arithmetic(node, scope),
            K::NotExpr | K::BitNotExpr => {
                let inner = node.children().next().and_then(|inner| self.truth(inner, scope));
                typed(inner.map(|inner| self.expr(Expr::Not(inner))), Type::Bool)
            }
            K::ColourRef
            | K::TemporalExpr
            | K::UntilExpr
            | K::QuantifiedUntil
            | K::PathQuantifier
            | K::EnforceExpr
            | K::EnforceUntil
            | K::EpistemicExpr => {
                self.report(
                    Diagnostic::new(Code::TypeMismatch, node.span(), "a formula is no value of a comparison")
                        .label("not a value")
                        .help("comparisons are about variables; two formulas are compared with `<->`"),
                );
                Operand::Broken
            }
            _ => typed(self.connective(node, scope), Type::Bool),
        }
    }

    fn connective(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
        let parts: Vec<Option<ExprId>> = node.children().map(|child| self.truth(child, scope)).collect();
        let parts: Vec<ExprId> = parts.into_iter().collect::<Option<_>>()?;
        let operators: Vec<K> = node.own_tokens().map(|(kind, _)| kind).collect();
        match node.kind() {
            K::AndExpr | K::BitAndExpr => Some(self.expr(Expr::And(parts.into()))),
            K::OrExpr => Some(self.expr(Expr::Or(parts.into()))),
            K::BitOrExpr => {
                // `|` and `^` have one level and associate to the left.
                let mut parts = parts.into_iter();
                let mut left = parts.next()?;
                for (operator, right) in operators.into_iter().zip(parts) {
                    left = match operator {
                        K::Caret => {
                            let same = self.expr(Expr::Iff(left, right));
                            self.expr(Expr::Not(same))
                        }
                        _ => self.expr(Expr::Or([left, right].into())),
                    };
                }
                Some(left)
            }
            K::ImpliesExpr => {
                let mut parts = parts.into_iter().rev();
                let last = parts.next()?;
                Some(parts.fold(last, |right, left| self.expr(Expr::Implies(left, right))))
            }
            K::IffExpr => {
                let mut parts = parts.into_iter();
                let first = parts.next()?;
                Some(parts.fold(first, |left, right| self.expr(Expr::Iff(left, right))))
            }
            _ => None,
        }
    }

    fn arithmetic<'t>(&mut self, node: Node<'t>, scope: Scope) -> Operand<'t> {
        let Some(id) = self.arithmetic_expr(node, scope) else { return Operand::Broken };
        if matches!(self.model.exprs.get(id), Expr::Number(_)) {
            return Operand::Typed(id, Type::Number);
        }
        let fits = self.model.exprs.depth(id) > MAX_DEPTH || bounds::fits(&self.model.exprs, &self.model.variables, id);
        if !fits {
            self.report(
                Diagnostic::new(Code::ArithmeticOverflow, node.span(), "this can exceed 64 bits")
                    .label("for some values of its variables")
                    .help("use smaller ranges"),
            );
            return Operand::Broken;
        }
        Operand::Typed(id, Type::Number)
    }

    fn arithmetic_expr(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
        if node.kind() == K::NegExpr {
            let inner = node.children().next()?;
            if inner.kind() == K::Literal {
                return match self.literal_operand(inner, true) {
                    Operand::Typed(id, Type::Number) => Some(id),
                    _ => self.number(inner, scope),
                };
            }
            let inner = self.number(inner, scope)?;
            return Some(self.expr(Expr::Neg(inner)));
        }
        let operators: Vec<K> = node.own_tokens().map(|(kind, _)| kind).collect();
        let parts: Vec<Option<ExprId>> = node.children().map(|child| self.number(child, scope)).collect();
        let parts: Vec<ExprId> = parts.into_iter().collect::<Option<_>>()?;
        let (first, rest) = parts.split_first()?;
        if node.kind() == K::SumExpr {
            let mut terms = vec![*first];
            for (operator, term) in operators.into_iter().zip(rest) {
                terms.push(if operator == K::Minus { self.expr(Expr::Neg(*term)) } else { *term });
            }
            return Some(self.expr(Expr::Sum(terms.into())));
        }
        let mut left = *first;
        for (operator, right) in operators.into_iter().zip(rest) {
            left = self.expr(if operator == K::Slash { Expr::Div(left, *right) } else { Expr::Mul(left, *right) });
        }
        Some(left)
    }
}

fn typed<'t>(id: Option<ExprId>, kind: Type) -> Operand<'t> {
    id.map_or(Operand::Broken, |id| Operand::Typed(id, kind))
}
