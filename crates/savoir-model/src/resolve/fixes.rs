//! How errors about names, types and logics can be mended.

use super::Resolver;
use savoir_syntax::{Fix, Node, Span, SyntaxKind as K, Tree};

/// Writes something else at a place: a guess.
pub(super) fn write(span: Span, text: &str) -> Fix {
    Fix::maybe_wrong(format!("write `{text}`")).replace(span, text)
}

/// Puts a path quantifier and parentheses around a path formula.
pub(super) fn wrap(quantifier: &str, span: Span) -> Fix {
    let fix = Fix::maybe_wrong(format!("write `{quantifier} (…)`"));
    fix.insert(span.start, format!("{quantifier} (")).insert(span.end, ")")
}

/// Puts a path quantifier in front of the temporal operator that a node starts with: `G` becomes `AG`.
pub(super) fn quantify(quantifier: &str, node: Node<'_>) -> Fix {
    let operator = node.own_tokens().next().map_or("", |(_, id)| node.tree().token_text(id));
    let start = node.span().start;
    Fix::maybe_wrong(format!("write `{quantifier}{operator}`")).insert(start, quantifier)
}

/// Lets an agent observe a variable of the environment.
pub(super) fn observe(tree: &Tree, reader: &str, variable: &str) -> Option<Fix> {
    let mut agents = tree.root().children_of(K::Agent);
    let agent = agents.find(|agent| agent.name().is_some_and(|(name, _)| name == reader))?;
    let fix = Fix::maybe_wrong(format!("add `{variable}` to the `Lobsvars` of `{reader}`"));
    if let Some(list) = agent.child(K::LobsvarsSection).and_then(|section| section.child(K::NameList)) {
        return Some(match list.names().last() {
            Some((_, last)) => fix.insert(last.end, format!(", {variable}")),
            None => fix.insert(tree.token(list.token(K::LBrace)?).span.end, variable),
        });
    }
    let start = agent.child(K::VarsSection)?.span().start;
    let gap = gap(tree.text(), start);
    Some(fix.insert(start, format!("Lobsvars = {{{variable}}};{gap}")))
}

/// Splits an evolution line into lines with one assignment each, all with the same condition.
pub(super) fn one_line_each(line: Node<'_>, assignments: &[Node<'_>]) -> Fix {
    let condition = Resolver::expression_of(line).map_or("true", Node::text);
    let gap = gap(line.tree().text(), line.span().start);
    let lines: Vec<String> =
        assignments.iter().map(|assignment| format!("{} if {condition};", assignment.text())).collect();
    Fix::maybe_wrong("write one line for each variable").replace(line.span(), lines.join(&gap).replace('\r', ""))
}

/// What goes between a new statement and the one at `offset`: a line end and the same indentation, if that starts a line.
fn gap(text: &str, offset: u32) -> String {
    let before = &text[..offset as usize];
    let rest = before.trim_end_matches([' ', '\t']);
    let starts_line = rest.is_empty() || rest.ends_with('\n');
    if starts_line { format!("\n{}", &before[rest.len()..]) } else { " ".to_owned() }
}
