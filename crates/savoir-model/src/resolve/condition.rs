//! Conditions and arithmetic: types are checked here, so that later stages need not.

use super::operands::{Operand, Scope, Type, unknown};
use super::{MAX_DEPTH, Resolver};
use crate::{AgentId, CompareOp, Domain, EnumTypeId, Expr, ExprId, bounds};
use savoir_syntax::{Code, Diagnostic, Node, Span, SyntaxKind as K, closest};

/// One side of a comparison or an assignment, with its place.
type Side<'t> = (Operand<'t>, Span);

impl Resolver {
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

    fn truth(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
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

    fn comparison(&mut self, node: Node<'_>, scope: Scope) -> Option<ExprId> {
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

    fn side_text(&self, side: &Operand<'_>) -> String {
        match side {
            Operand::Typed(_, kind) => self.type_text(*kind),
            Operand::Action(_) => "an action".to_owned(),
            Operand::Name(name, _) => format!("`{name}`"),
            Operand::Broken => "an error".to_owned(),
        }
    }

    fn is_subset(&self, small: EnumTypeId, large: EnumTypeId) -> bool {
        let types = &self.model.enum_types;
        types[small.index()].values.iter().all(|value| types[large.index()].values.contains(value))
    }

    fn value_named(&mut self, kind: EnumTypeId, name: &str, span: Span) -> Option<ExprId> {
        let names = self.value_names(kind);
        let Some(position) = names.iter().position(|known| *known == name) else {
            let guess = closest(name, names).map(str::to_owned);
            let message = format!("`{name}` is not {}", self.type_text(Type::Enum(kind)));
            self.report(unknown(Code::UnknownEnumValue, span, message, guess.as_deref()));
            return None;
        };
        let value = self.model.enum_types[kind.index()].values[position];
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

    fn check_in_range(&mut self, variable: crate::VarId, value: i64, span: Span) -> bool {
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

    /// The right-hand side of an assignment to `variable`.
    pub(super) fn assigned_value(&mut self, variable: crate::VarId, node: Node<'_>, scope: Scope) -> Option<ExprId> {
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

    fn check_assigned_range(&mut self, variable: crate::VarId, value: ExprId, span: Span) -> bool {
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
}

fn without_parentheses(mut node: Node<'_>) -> Node<'_> {
    while let Some(inner) = node.children().next().filter(|_| node.kind() == K::Paren) {
        node = inner;
    }
    node
}

fn typed<'t>(id: Option<ExprId>, kind: Type) -> Operand<'t> {
    id.map_or(Operand::Broken, |id| Operand::Typed(id, kind))
}

fn operator_text(operator: K) -> String {
    operator.describe().trim_matches('`').to_owned()
}
