//! Removing what is not used, with everything in the text that speaks of it.

use crate::{Model, SourceMap, Symbol, VarId};
use savoir_syntax::{Edit, Fix, Node, Span, SyntaxKind as K, Tree};

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

/// Removes a line of an evolution. Mostly its condition is what is wrong.
pub(super) fn line(tree: &Tree, span: Span) -> Fix {
    Fix::maybe_wrong("remove the line").remove_with_lines(tree.text(), span)
}

/// Removes a variable: its declaration, what is assigned to it, and what the initial condition says about it. That makes
/// the model smaller, so somebody should look at it. `None` if something else speaks of it.
pub(super) fn variable(model: &Model, tree: &Tree, map: &SourceMap, id: VarId) -> Option<Fix> {
    let symbol = Symbol::Variable(id);
    let places: Vec<Span> = map.places(symbol).map(|found| found.span).collect();
    let inside = |node: Node<'_>| places.iter().any(|place| contains(node.span(), *place));
    let text = tree.text();
    let mut fix = Fix::maybe_wrong(format!("remove `{}`", model.variable_text(id)));
    fix = fix.remove_with_lines(text, map.definition(symbol)?);
    for agent in tree.root().children_of(K::Agent) {
        for list in agent.children_of(K::LobsvarsSection).flat_map(|section| section.children_of(K::NameList)) {
            let mentions = list.names().filter(|(_, span)| places.contains(span));
            fix = mentions.fold(fix, |fix, (_, span)| fix.remove_from_list(list, span));
        }
        let lines = agent.children_of(K::EvolutionSection).flat_map(|section| section.children_of(K::EvolutionLine));
        for line in lines.filter(|line| inside(*line)) {
            let assigns = |node: &Node<'_>| node.kind() == K::Assignment && inside(*node);
            fix = if line.children().filter(|node| node.kind() == K::Assignment).all(|node| assigns(&node)) {
                fix.remove_with_lines(text, line.span())
            } else {
                line.children().filter(assigns).fold(fix, |fix, node| remove_from_chain(fix, line, node))
            };
        }
    }
    let conditions = tree.root().children_of(K::InitStatesSection).flat_map(|it| it.children_of(K::InitCondition));
    for condition in conditions.flat_map(Node::children).filter(|condition| inside(*condition)) {
        fix = if condition.kind() == K::AndExpr && !condition.children().all(inside) {
            condition
                .children()
                .filter(|part| inside(*part))
                .fold(fix, |fix, part| remove_from_chain(fix, condition, part))
        } else {
            fix.replace(condition.span(), "true")
        };
    }
    let gone = |place: &Span| fix.edits.iter().any(|edit: &Edit| contains(edit.span, *place));
    (places.iter().all(gone) && disjoint(&fix)).then_some(fix)
}

/// Removes a part of a chain `a and b and c` that is no part of a larger operand, with one of its connectives.
fn remove_from_chain(fix: Fix, chain: Node<'_>, part: Node<'_>) -> Fix {
    let text = chain.tree().text();
    let connectives: Vec<Span> =
        chain.own_tokens().filter(|(kind, _)| *kind == K::AndKw).map(|(_, id)| chain.tree().token(id).span).collect();
    let span = part.span();
    let before = connectives.iter().rev().find(|connective| connective.end <= span.start);
    let behind = connectives.iter().find(|connective| connective.start >= span.end);
    let blank = |from: u32, to: u32| text[from as usize..to as usize].trim().is_empty();
    match (before, behind) {
        (Some(before), _) if blank(before.end, span.start) => {
            let spaces = text[..before.start as usize].bytes().rev().take_while(|byte| *byte == b' ').count() as u32;
            fix.remove(Span::new(before.start - spaces, span.end))
        }
        (None, Some(behind)) if blank(span.end, behind.start) => {
            let spaces = text[behind.end as usize..].bytes().take_while(|byte| *byte == b' ').count() as u32;
            fix.remove(Span::new(span.start, behind.end + spaces))
        }
        _ => fix,
    }
}

fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Whether no two edits have a byte in common.
fn disjoint(fix: &Fix) -> bool {
    let mut spans: Vec<Span> = fix.edits.iter().map(|edit| edit.span).collect();
    spans.sort_unstable();
    spans.windows(2).all(|pair| pair[0].end <= pair[1].start)
}
