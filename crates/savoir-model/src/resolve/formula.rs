//! Formulas of the three languages: plain (CTL, ATL, knowledge, norms), LTL and CTL*.

use super::{Resolver, fixes, statements, who};
use crate::source_map::Symbol;
use crate::{Coalition, Formula, FormulaId, Logic, Property, PropertyId, Quantifier, Temporal};
use savoir_syntax::{Code, Diagnostic, Node, Span, SyntaxKind as K, format};

impl Resolver<'_> {
    pub(super) fn formulas(&mut self, file: Node<'_>) {
        for node in statements(file, K::FairnessSection, K::FairnessDef) {
            let formula = self.state_formula(Resolver::expression_of(node), Logic::Plain);
            self.bound_depth(self.model.formulas.depth(formula), node.span());
            self.model.fairness.push(formula);
            self.model.fairness_span.get_or_insert(node.span());
            self.check_fairness(formula, node.span());
        }
        for node in statements(file, K::FormulaeSection, K::Property) {
            let property = self.property(node);
            if let Some(map) = &mut self.record {
                map.define(node.span(), Symbol::Property(PropertyId::from(self.model.properties.len())));
            }
            self.model.properties.push(property);
        }
    }

    /// Strategies are defined relative to fair paths, so fairness cannot be defined by strategies. A group that is to be
    /// found has no place there either.
    fn check_fairness(&mut self, formula: FormulaId, span: Span) {
        if let Some(name) = self.model.formulas.group_variable(formula) {
            let message = format!("`?{name}` stands for an unknown group");
            self.report(Diagnostic::new(Code::GroupVariable, span, message).label("not allowed in `Fairness`"));
        }
        let pool = &self.model.formulas;
        if pool.closure(formula).iter().any(|&part| pool.get(part).operator().is_strategic()) {
            self.report(
                Diagnostic::new(Code::WrongLogic, span, "fairness constraints cannot contain strategic operators")
                    .label("contains `<…>`")
                    .help("a fairness constraint may use CTL, knowledge and norms"),
            );
        }
    }

    /// A formula to be checked, with its annotations.
    pub(super) fn property(&mut self, node: Node<'_>) -> Property {
        let logic = match node.own_tokens().next() {
            Some((K::LtlKw, _)) => Logic::Ltl,
            Some((K::CtlStarKw, _)) => Logic::CtlStar,
            _ => Logic::Plain,
        };
        let body = Resolver::expression_of(node);
        let formula = match logic {
            Logic::Ltl => {
                let path = self.formula(body, logic);
                self.model.formulas.add(Formula::Quantified(Quantifier::All, path))
            }
            Logic::Plain | Logic::CtlStar => self.state_formula(body, logic),
        };
        self.bound_depth(self.model.formulas.depth(formula), node.span());
        let annotations = self.annotations(node);
        Property {
            formula,
            logic,
            text: format::inline(node),
            name: annotations.name,
            expected: annotations.expected,
            reading: annotations.reading,
            span: body.map_or(node.span(), Node::span),
        }
    }

    /// A formula that must speak about states; in LTL, a path formula gets the implicit `A`.
    fn state_formula(&mut self, node: Option<Node<'_>>, logic: Logic) -> FormulaId {
        let id = self.formula(node, logic);
        if logic == Logic::Ltl {
            return self.model.formulas.add(Formula::Quantified(Quantifier::All, id));
        }
        if self.model.formulas.is_path(id) {
            if let Some(node) = node {
                self.report(
                    Diagnostic::new(Code::PathFormula, node.span(), "this speaks about a path, not about a state")
                        .label("needs `A` or `E` in front")
                        .help("write `A (…)` for all paths or `E (…)` for some path")
                        .fix(fixes::wrap("A", node.span()))
                        .fix(fixes::wrap("E", node.span())),
                );
            }
            return self.model.formulas.add(Formula::True);
        }
        id
    }

    pub(super) fn formula(&mut self, node: Option<Node<'_>>, logic: Logic) -> FormulaId {
        let formula = match node {
            _ if self.must_stop() => None,
            Some(node) if node.kind() == K::Paren => return self.formula(node.children().next(), logic),
            Some(node) => self.formula_node(node, logic),
            None => None,
        };
        // What is broken was reported; anything serves in its place.
        let id = self.model.formulas.add(formula.unwrap_or(Formula::True));
        if let Some((map, node)) = self.record.as_mut().zip(node) {
            map.formula(node.id(), id);
        }
        id
    }

    fn formula_node(&mut self, node: Node<'_>, logic: Logic) -> Option<Formula> {
        match node.kind() {
            K::Literal if node.token(K::Int).is_some() => self.condition_on_variables(node),
            K::CompareExpr | K::SumExpr | K::ProductExpr | K::NegExpr | K::QualifiedName | K::ActionName => {
                self.condition_on_variables(node)
            }
            K::BitNotExpr => Some(Formula::Not(self.formula(node.children().next(), logic))),
            K::BitAndExpr | K::BitOrExpr => Some(self.bitwise(node, logic)),
            K::Literal => Some(if node.token(K::TrueKw).is_some() { Formula::True } else { Formula::False }),
            K::Name => {
                let (name, span) = node.name()?;
                self.proposition_named(name, span)
            }
            K::ColourRef => {
                let (name, span) = node.name()?;
                let agent = self.agent_named(name, span)?;
                let red = node.token(K::RedStatesKw).is_some();
                Some(if red { Formula::Red(agent) } else { Formula::Green(agent) })
            }
            K::NotExpr => {
                self.check_negation(node);
                Some(Formula::Not(self.formula(node.children().next(), logic)))
            }
            K::AndExpr | K::OrExpr | K::ImpliesExpr | K::IffExpr | K::UntilExpr => Some(self.chain(node, logic)),
            K::TemporalExpr => self.temporal(node, logic),
            K::QuantifiedUntil => {
                let quantifier = if node.token(K::AKw).is_some() { Quantifier::All } else { Quantifier::Exists };
                let until = self.until(node, Logic::Plain);
                Some(Formula::Ctl(quantifier, until))
            }
            K::PathQuantifier => {
                if logic == Logic::Ltl {
                    self.wrong_logic(node, "LTL has no path quantifiers", "start the formula with `CTL*` instead");
                    return None;
                }
                let quantifier = if node.token(K::AKw).is_some() { Quantifier::All } else { Quantifier::Exists };
                Some(Formula::Quantified(quantifier, self.formula(node.children().next(), logic)))
            }
            K::EnforceExpr | K::EnforceUntil => self.enforce(node, logic),
            K::EpistemicExpr => self.epistemic(node, logic),
            _ => None,
        }
    }

    fn wrong_logic(&mut self, node: Node<'_>, message: &str, help: &str) {
        self.report(Diagnostic::new(Code::WrongLogic, node.span(), message).label("not allowed here").help(help));
    }

    /// A flat chain of one connective, or of `U`.
    fn chain(&mut self, node: Node<'_>, logic: Logic) -> Formula {
        let parts: Vec<FormulaId> = node.children().map(|child| self.formula(Some(child), logic)).collect();
        let pool = &mut self.model.formulas;
        // A chain that is broken off has one part, and stands for that.
        let &[first, ref inner @ .., last] = &parts[..] else { return Formula::And(parts.into()) };
        match node.kind() {
            K::AndExpr => Formula::And(parts.into()),
            K::OrExpr => Formula::Or(parts.into()),
            K::ImpliesExpr => {
                let right = inner.iter().rev().fold(last, |right, &left| pool.add(Formula::Implies(left, right)));
                Formula::Implies(first, right)
            }
            K::IffExpr => {
                let left = inner.iter().fold(first, |left, &right| pool.add(Formula::Iff(left, right)));
                Formula::Iff(left, last)
            }
            _ => {
                let until = |left, right| Formula::Path(Temporal::Until(left, right));
                let left = inner.iter().fold(first, |left, &right| pool.add(until(left, right)));
                until(left, last)
            }
        }
    }

    fn temporal(&mut self, node: Node<'_>, logic: Logic) -> Option<Formula> {
        let (operator, _) = node.own_tokens().next()?;
        let quantifier = match operator {
            K::AgKw | K::AfKw | K::AxKw => Some(Quantifier::All),
            K::EgKw | K::EfKw | K::ExKw => Some(Quantifier::Exists),
            _ => None,
        };
        let operand = node.children().next();
        let inner = match quantifier {
            Some(_) if logic == Logic::Plain => self.state_formula(operand, logic),
            _ => self.formula(operand, logic),
        };
        let temporal = match operator {
            K::AgKw | K::EgKw | K::GKw => Temporal::Globally(inner),
            K::AfKw | K::EfKw | K::FKw => Temporal::Finally(inner),
            _ => Temporal::Next(inner),
        };
        match (logic, quantifier) {
            (Logic::Plain, Some(quantifier)) => Some(Formula::Ctl(quantifier, temporal)),
            (Logic::CtlStar, Some(quantifier)) => {
                let path = self.model.formulas.add(Formula::Path(temporal));
                Some(Formula::Quantified(quantifier, path))
            }
            (Logic::Ltl, Some(_)) => {
                self.wrong_logic(node, "LTL has no path quantifiers", "write `G`, `F` or `X` without `A` or `E`");
                None
            }
            (Logic::Plain, None) => {
                self.report(
                    Diagnostic::new(Code::PathFormula, node.span(), "temporal operator without a path quantifier")
                        .label("along which paths?")
                        .help("write `AG`, `EF` and so on, or start the formula with `LTL` or `CTL*`")
                        .fix(fixes::quantify("A", node))
                        .fix(fixes::quantify("E", node)),
                );
                None
            }
            (_, None) => Some(Formula::Path(temporal)),
        }
    }

    fn until(&mut self, node: Node<'_>, logic: Logic) -> Temporal {
        let mut sides = node.children().filter(|child| child.kind() != K::GroupRef);
        let (left, right) = (sides.next(), sides.next());
        Temporal::Until(self.state_formula(left, logic), self.state_formula(right, logic))
    }

    fn enforce(&mut self, node: Node<'_>, logic: Logic) -> Option<Formula> {
        if logic == Logic::Ltl {
            self.wrong_logic(node, "LTL has no strategic operators", "write the formula without `LTL` in front");
            return None;
        }
        let coalition = self.coalition(node.child(K::GroupRef)?)?;
        if node.kind() == K::EnforceUntil {
            let until = self.until(node, logic);
            return Some(Formula::Enforce(coalition, until));
        }
        let operand = node.children().find(|child| child.kind() != K::GroupRef);
        let inner = self.state_formula(operand, logic);
        let temporal = if node.token(K::GKw).is_some() {
            Temporal::Globally(inner)
        } else if node.token(K::FKw).is_some() {
            Temporal::Finally(inner)
        } else {
            Temporal::Next(inner)
        };
        Some(Formula::Enforce(coalition, temporal))
    }

    fn epistemic(&mut self, node: Node<'_>, logic: Logic) -> Option<Formula> {
        let (operator, _) = node.own_tokens().next()?;
        let groups: Vec<Node<'_>> = node.children_of(K::GroupRef).collect();
        let operand = node.children().find(|child| child.kind() != K::GroupRef);
        let inner = self.state_formula(operand, logic);
        match operator {
            K::KKw if who::is_variable(*groups.first()?) => {
                Some(Formula::SoughtKnows(self.coalition(*groups.first()?)?, inner))
            }
            K::KKw | K::OKw => {
                let agent = self.single_agent(*groups.first()?, operator)?;
                Some(if operator == K::KKw { Formula::Knows(agent, inner) } else { Formula::Obliged(agent, inner) })
            }
            K::Ident => {
                let knower = self.single_agent(*groups.first()?, operator);
                let correct = self.single_agent(*groups.get(1)?, operator);
                Some(Formula::KnowsAssuming(knower?, correct?, inner))
            }
            K::GkKw | K::GckKw | K::DkKw => {
                let group = *groups.first()?;
                let coalition = self.coalition(group)?;
                let known = matches!(self.model.formulas.coalition(coalition), Coalition::Agents { .. });
                if known && self.model.formulas.members(coalition).is_empty() {
                    self.report(
                        Diagnostic::new(Code::EmptyGroup, group.span(), "knowledge of a group without members")
                            .label("no members"),
                    );
                }
                Some(match operator {
                    K::GkKw => Formula::Everyone(coalition, inner),
                    K::GckKw => Formula::Common(coalition, inner),
                    _ => Formula::Distributed(coalition, inner),
                })
            }
            _ => None,
        }
    }
}
