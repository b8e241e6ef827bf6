//! Which name of a text stands for what: from a place to what it means, and from a thing to all its places.

use crate::{ActionId, AgentId, EnumValueId, FormulaId, GroupId, PropId, PropertyId, VarId};
use savoir_syntax::{Node, NodeId, Span};

/// Something that has a name or a place of its own in a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Symbol {
    /// An agent.
    Agent(AgentId),
    /// A variable.
    Variable(VarId),
    /// An action of an agent.
    Action(AgentId, ActionId),
    /// An enumeration value. Equal names are equal values, so it may be declared in several places.
    EnumValue(EnumValueId),
    /// A proposition.
    Proposition(PropId),
    /// A group.
    Group(GroupId),
    /// A formula to be checked.
    Property(PropertyId),
}

/// What a name does at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameRole {
    /// It gives the thing its name.
    Declaration,
    /// It refers to the thing.
    Use,
}

/// A name at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name, without the agent in front of it.
    pub span: Span,
    /// What it stands for.
    pub symbol: Symbol,
    /// What it does there.
    pub role: NameRole,
}

/// The names of a text with what they stand for. Names that are unknown are not in it.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// In the order of the text; no two overlap.
    occurrences: Vec<Occurrence>,
    /// The statements and sections that define things, in the order of the text.
    definitions: Vec<(Span, Symbol)>,
    /// The nodes of formulas, sorted.
    formulas: Vec<(NodeId, FormulaId)>,
}

impl SourceMap {
    pub(crate) fn declare(&mut self, name: Span, symbol: Symbol) {
        self.occurrences.push(Occurrence { span: name, symbol, role: NameRole::Declaration });
    }

    pub(crate) fn define(&mut self, whole: Span, symbol: Symbol) {
        self.definitions.push((whole, symbol));
    }

    pub(crate) fn refer(&mut self, name: Span, symbol: Symbol) {
        self.occurrences.push(Occurrence { span: name, symbol, role: NameRole::Use });
    }

    pub(crate) fn formula(&mut self, node: NodeId, formula: FormulaId) {
        self.formulas.push((node, formula));
    }

    /// Puts everything in order; a name that was looked at twice is kept once.
    pub(crate) fn finish(&mut self) {
        self.occurrences.sort_by_key(|found| (found.span, found.role, found.symbol));
        self.occurrences.dedup_by_key(|found| found.span);
        self.definitions.sort_unstable();
        self.formulas.sort_unstable();
    }

    /// The statements and sections that define things, in the order of the text.
    #[must_use]
    pub fn definitions(&self) -> &[(Span, Symbol)] {
        &self.definitions
    }

    /// Every name, in the order of the text.
    #[must_use]
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.occurrences
    }

    /// The name at an offset; the place right behind a name belongs to it, so that a cursor there finds it.
    #[must_use]
    pub fn at(&self, offset: u32) -> Option<Occurrence> {
        let before = self.occurrences.partition_point(|found| found.span.start <= offset);
        self.occurrences[..before].last().filter(|found| offset <= found.span.end).copied()
    }

    /// The name that a node of the tree consists of or ends with: the variable of `Agent.variable`.
    #[must_use]
    pub fn of_node(&self, node: Node<'_>) -> Option<Occurrence> {
        let named = |span: Span| self.at(span.start).filter(|found| found.span == span);
        node.names().filter_map(|(_, span)| named(span)).last()
    }

    /// All places where the name of something stands, its declaration among them.
    pub fn places(&self, symbol: Symbol) -> impl Iterator<Item = Occurrence> {
        self.occurrences.iter().filter(move |found| found.symbol == symbol).copied()
    }

    /// Where something gets its name; several places for the value of several enumerations.
    pub fn declarations(&self, symbol: Symbol) -> impl Iterator<Item = Span> {
        self.places(symbol).filter(|found| found.role == NameRole::Declaration).map(|found| found.span)
    }

    /// Where something is referred to.
    pub fn uses(&self, symbol: Symbol) -> impl Iterator<Item = Span> {
        self.places(symbol).filter(|found| found.role == NameRole::Use).map(|found| found.span)
    }

    /// The section or statement that defines something: an agent, a variable, a proposition, a group, a formula.
    #[must_use]
    pub fn definition(&self, symbol: Symbol) -> Option<Span> {
        self.definitions.iter().find(|(_, defined)| *defined == symbol).map(|(span, _)| *span)
    }

    /// What is defined around an offset, innermost first.
    #[must_use]
    pub fn enclosing(&self, offset: u32) -> Vec<Symbol> {
        let around = self.definitions.iter().filter(|(span, _)| (span.start..=span.end).contains(&offset));
        let mut around: Vec<&(Span, Symbol)> = around.collect();
        around.sort_by_key(|(span, _)| span.end - span.start);
        around.into_iter().map(|(_, symbol)| *symbol).collect()
    }

    /// The formula that a node of the tree stands for.
    #[must_use]
    pub fn formula_of(&self, node: NodeId) -> Option<FormulaId> {
        let at = self.formulas.partition_point(|(known, _)| *known < node);
        self.formulas.get(at).filter(|(known, _)| *known == node).map(|(_, formula)| *formula)
    }
}
