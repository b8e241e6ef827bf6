//! Removing what is not used, with everything in the text that speaks of it.

use crate::{Model, SourceMap, Symbol, VarId};
use savoir_syntax::{Fix, Node, Span, SyntaxKind as K, Tree};

/// Removes an action from the list that declares it; the only action of an agent has to stay.
pub(super) fn action(tree: &Tree, declared: Span) -> Option<Fix> {
    let sections = tree.root().children_of(K::Agent).flat_map(|agent| agent.children_of(K::ActionsSection));
    let mut lists = sections.flat_map(|section| section.children_of(K::NameList));
    let list = lists.find(|list| list.names().any(|(_, span)| span == declared))?;
    (list.names().count() > 1).then(|| Fix::safe("remove the action").remove_from_list(list, declared))
}

/// Removes the definition of a proposition.
pub(super) fn proposition(tree: &Tree, declared: Span) -> Option<Fix> {
    let sections = tree.root().children_of(K::EvaluationSection);
    let mut definitions = sections.flat_map(|section| section.children_of(K::PropositionDef));
    let definition = definitions.find(|node| node.name().is_some_and(|(_, span)| span == declared))?;
    Some(Fix::safe("remove the proposition").remove_with_lines(tree.text(), definition.span()))
}

/// Removes a line of an evolution or a protocol. Mostly its condition is what is wrong.
pub(super) fn line(tree: &Tree, span: Span) -> Fix {
    Fix::maybe_wrong("remove the line").remove_with_lines(tree.text(), span)
}

/// Removes a variable: its declaration, what is assigned to it, and what the initial condition says about it. That makes
/// the model smaller, so somebody should look at it. `None` if something else speaks of it.
pub(super) fn variable(model: &Model, tree: &Tree, map: &SourceMap, id: VarId) -> Option<Fix> {
    let symbol = Symbol::Variable(id);
    let places: Vec<Span> = map.places(symbol).map(|found| found.span).collect();
    // Places come in the order of the text.
    let inside = |node: Node<'_>| {
        let first = places.partition_point(|place| place.start < node.span().start);
        places.get(first).is_some_and(|place| contains(node.span(), *place))
    };
    let text = tree.text();
    let mut fix = Fix::maybe_wrong(format!("remove `{}`", model.variable_text(id)));
    fix = fix.remove_with_lines(text, map.definition(symbol)?);
    for agent in tree.root().children_of(K::Agent) {
        for list in agent.children_of(K::LobsvarsSection).flat_map(|section| section.children_of(K::NameList)) {
            let mentions = list.names().filter(|(_, span)| places.binary_search(span).is_ok());
            fix = mentions.fold(fix, |fix, (_, span)| fix.remove_from_list(list, span));
        }
        let lines = agent.children_of(K::EvolutionSection).flat_map(|section| section.children_of(K::EvolutionLine));
        for line in lines.filter(|line| inside(*line)) {
            let assigns = |node: &Node<'_>| node.kind() == K::Assignment && inside(*node);
            fix = if line.children().filter(|node| node.kind() == K::Assignment).all(|node| assigns(&node)) {
                fix.remove_with_lines(text, line.span())
            } else {
                let chain = Chain::new(line);
                line.children().filter(assigns).fold(fix, |fix, node| chain.remove(fix, node))
            };
        }
    }
    let conditions = tree.root().children_of(K::InitStatesSection).flat_map(|it| it.children_of(K::InitCondition));
    for condition in conditions.flat_map(Node::children).filter(|condition| inside(*condition)) {
        fix = if condition.kind() == K::AndExpr && !condition.children().all(inside) {
            let chain = Chain::new(condition);
            condition.children().filter(|part| inside(*part)).fold(fix, |fix, part| chain.remove(fix, part))
        } else {
            fix.replace(condition.span(), "true")
        };
    }
    let mut edited: Vec<Span> = fix.edits.iter().map(|edit| edit.span).collect();
    edited.sort_unstable();
    // Of edits without a byte in common, only the last that starts before a place can contain it.
    let gone = |place: &Span| {
        let before = edited.partition_point(|edit| edit.start <= place.start);
        edited[..before].last().is_some_and(|edit| contains(*edit, *place))
    };
    (disjoint(&edited) && places.iter().all(gone)).then_some(fix)
}

/// A chain `a and b and c`.
struct Chain<'t> {
    text: &'t str,
    connectives: Vec<Span>,
}

impl<'t> Chain<'t> {
    fn new(chain: Node<'t>) -> Chain<'t> {
        let tree = chain.tree();
        let connectives = chain.own_tokens().filter(|(kind, _)| *kind == K::AndKw);
        Chain { text: tree.text(), connectives: connectives.map(|(_, id)| tree.token(id).span).collect() }
    }

    /// Removes a part that is no part of a larger operand, with one of its connectives.
    fn remove(&self, fix: Fix, part: Node<'_>) -> Fix {
        let (text, span) = (self.text, part.span());
        let at = self.connectives.partition_point(|connective| connective.end <= span.start);
        let before = self.connectives[..at].last();
        let behind = self.connectives[at..].iter().find(|connective| connective.start >= span.end);
        let blank = |from: u32, to: u32| text[from as usize..to as usize].trim().is_empty();
        match (before, behind) {
            (Some(before), _) if blank(before.end, span.start) => {
                let spaces = text[..before.start as usize].bytes().rev().take_while(|byte| *byte == b' ').count();
                fix.remove(Span::new(before.start - spaces as u32, span.end))
            }
            (None, Some(behind)) if blank(span.end, behind.start) => {
                let spaces = text[behind.end as usize..].bytes().take_while(|byte| *byte == b' ').count() as u32;
                fix.remove(Span::new(span.start, behind.end + spaces))
            }
            _ => fix,
        }
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Whether no two of some sorted stretches have a byte in common.
fn disjoint(spans: &[Span]) -> bool {
    spans.windows(2).all(|pair| pair[0].end <= pair[1].start)
}
