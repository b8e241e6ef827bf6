//! Declarations of names that are used and not declared yet.

use crate::Document;
use crate::syntax::path;
use savoir_model::Symbol;
use savoir_syntax::{Code, Diagnostic, Fix, Node, Span, SyntaxKind as K};

/// The declaration of the name that a finding misses, if it is clear where it belongs. What it says is a guess.
pub(super) fn missing(document: &Document, found: &Diagnostic) -> Option<Fix> {
    let span = found.primary.span;
    let name = document.slice(span);
    let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && K::keyword(name).is_none();
    if !is_name {
        return None;
    }
    match found.code {
        Code::UnknownProposition => {
            let section = document.tree().root().child(K::EvaluationSection)?;
            let fix = Fix::maybe_wrong(format!("add proposition `{name}`"));
            Some(statement(document, fix, section, &format!("{name} if true;")))
        }
        Code::UnknownAction => {
            let agent = agent_of(document, span)?;
            let list = agent.child(K::ActionsSection)?.child(K::NameList)?;
            let fix = Fix::maybe_wrong(format!("add action `{name}` to agent `{}`", agent.name()?.0));
            item(document, fix, list, name)
        }
        Code::UnknownEnumValue => {
            let (variable, list) = enumeration(document, span)?;
            item(document, Fix::maybe_wrong(format!("add value `{name}` to variable `{variable}`")), list, name)
        }
        _ => None,
    }
}

/// Adds a statement behind the last one of a section.
fn statement(document: &Document, fix: Fix, section: Node<'_>, text: &str) -> Fix {
    let last = section.children().last().map(Node::span);
    let heading = section.own_tokens().next().map(|(_, id)| document.tree().token(id).span);
    let place = last.or(heading).unwrap_or(section.span());
    let line_start = document.text()[..place.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let before = &document.text()[line_start..place.start as usize];
    let indent = before.len() - before.trim_start_matches([' ', '\t']).len();
    let more = if last.is_none() { "  " } else { "" };
    fix.insert(place.end, format!("\n{}{more}{text}", &before[..indent]))
}

/// Adds a name at the end of a list.
fn item(document: &Document, fix: Fix, list: Node<'_>, name: &str) -> Option<Fix> {
    let end = document.tree().token(list.token(K::RBrace)?).span.start;
    let last = list.names().last();
    Some(match last {
        Some((_, last)) => fix.insert(last.end, format!(", {name}")),
        None => fix.insert(end, name),
    })
}

/// The agent whose action a name was taken for: that of the test it stands in, or the one around it.
fn agent_of(document: &Document, span: Span) -> Option<Node<'_>> {
    let around = path(document.tree(), span.start);
    let comparison = around.iter().rfind(|node| node.kind() == K::CompareExpr);
    let tested = comparison.and_then(|node| node.child(K::ActionName)).and_then(Node::name);
    match tested {
        Some((_, name)) => {
            let map = &document.partial().map;
            let agent = map.at(name.start).filter(|found| matches!(found.symbol, Symbol::Agent(_)))?;
            let whole = map.definition(agent.symbol)?;
            document.tree().root().children_of(K::Agent).find(|node| node.span() == whole)
        }
        None => around.into_iter().find(|node| node.kind() == K::Agent),
    }
}

/// The variable that a name was compared with, or assigned to, and the values of its enumeration.
fn enumeration(document: &Document, span: Span) -> Option<(&str, Node<'_>)> {
    let map = &document.partial().map;
    let around = path(document.tree(), span.start);
    let test = around.iter().rfind(|node| matches!(node.kind(), K::CompareExpr | K::Assignment))?;
    let sides = test.children().map(|side| map.of_node(side));
    let found = sides.chain([map.of_node(*test)]).flatten().find(|it| matches!(it.symbol, Symbol::Variable(_)))?;
    let declaration = path(document.tree(), map.definition(found.symbol)?.start);
    let declaration = declaration.into_iter().find(|node| node.kind() == K::VarDecl)?;
    Some((document.slice(found.span), declaration.child(K::EnumType)?.child(K::NameList)?))
}
