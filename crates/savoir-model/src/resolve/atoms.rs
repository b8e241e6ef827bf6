//! What formulas are made of: propositions and conditions on variables; and a negation that is easily misread.

use super::comparison::without_parentheses;
use super::operands::{Scope, truth_value, unknown};
use super::{MAX_DEPTH, Resolver};
use crate::source_map::Symbol;
use crate::{Formula, FormulaId, Logic};
use savoir_syntax::{Code, Diagnostic, Fix, Node, Span, SyntaxKind as K};

impl Resolver<'_> {
    /// The proposition of that name.
    pub(super) fn proposition_named(&mut self, name: &str, span: Span) -> Option<Formula> {
        let found = self.names.proposition(name);
        if found.is_none() {
            let names = self.model.propositions.iter().map(|proposition| proposition.name.as_str());
            let guess = truth_value(name).or_else(|| self.guesses.closest(name, names)).map(str::to_owned);
            let message = format!("there is no proposition `{name}`");
            let report = unknown(Code::UnknownProposition, span, message, guess.as_deref());
            let variable = self.names.first_variable(name).filter(|_| guess.is_none());
            self.report(match variable.map(|variable| self.model.variable_text(variable)) {
                Some(text) => report.help(format!("a variable is written with its agent and compared: `{text} = …`")),
                None => report,
            });
        }
        let found = found?;
        self.refers(span, Symbol::Proposition(found));
        Some(Formula::Prop(found))
    }

    /// A comparison, or a variable that is true or false.
    pub(super) fn condition_on_variables(&mut self, node: Node<'_>) -> Option<Formula> {
        let condition = self.truth(node, Scope::Formula)?;
        let depth = self.model.exprs.depth(condition);
        self.bound_depth(depth, node.span());
        (depth <= MAX_DEPTH).then(|| self.model.condition_formula(condition))
    }

    /// `a & b`, and a chain of `|` and `^`, of variables that are true or false.
    pub(super) fn bitwise(&mut self, node: Node<'_>, logic: Logic) -> Formula {
        for part in node.children() {
            let inner = without_parentheses(part);
            if !matches!(inner.kind(), K::QualifiedName | K::Literal | K::BitNotExpr | K::BitAndExpr | K::BitOrExpr) {
                self.report(
                    Diagnostic::new(Code::TypeMismatch, part.span(), "`&`, `|` and `^` join variables, not formulas")
                        .label("not a variable")
                        .help("formulas are joined with `and` and `or`"),
                );
            }
        }
        let parts: Vec<FormulaId> = node.children().map(|child| self.formula(Some(child), logic)).collect();
        if node.kind() == K::BitAndExpr {
            return Formula::And(parts.into());
        }
        let operators = node.own_tokens().map(|(kind, _)| kind);
        let mut parts = parts.into_iter();
        let first = parts.next();
        let mut whole = first.map_or(Formula::True, |first| self.model.formulas.get(first).clone());
        for (operator, right) in operators.zip(parts) {
            let pool = &mut self.model.formulas;
            let left = pool.add(whole);
            whole = match operator {
                K::Caret => Formula::Not(pool.add(Formula::Iff(left, right))),
                _ => Formula::Or([left, right].into()),
            };
        }
        whole
    }

    /// `! p U q` is read as `!(p U q)`, which not everybody expects.
    pub(super) fn check_negation(&mut self, node: Node<'_>) {
        let Some(until) = node.children().next().filter(|inner| inner.kind() == K::UntilExpr) else { return };
        let Some(left) = until.children().next() else { return };
        let (sign, all) = (node.span().start, until.span());
        self.report(
            Diagnostic::new(
                Code::NegatedUntil,
                node.span(),
                "this negates the whole `U`, not only what stands before it",
            )
            .label("read as `!(… U …)`")
            .help("write parentheses: `!(p U q)` if this is meant, `(!p) U q` otherwise")
            .fix(Fix::safe("write `!(… U …)`").insert(all.start, "(").insert(all.end, ")"))
            .fix(Fix::maybe_wrong("write `(!…) U …`").insert(sign, "(").insert(left.span().end, ")")),
        );
    }
}
