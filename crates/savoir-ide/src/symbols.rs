//! What a text declares, as a tree.

mod workspace;

use crate::Document;
use crate::syntax::{is_section, is_statement, section_name};
use savoir_model::PropertyId;
use savoir_syntax::{Node, Span, SyntaxKind as K, format::inline};
pub use workspace::{WorkspaceSymbol, workspace_symbols};

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SymbolKind {
    /// An agent.
    Agent,
    /// A section.
    Section,
    /// A variable.
    Variable,
    /// An action.
    Action,
    /// A proposition.
    Proposition,
    /// A group.
    Group,
    /// A formula to be checked.
    Formula,
    /// A line of a protocol or an evolution, a condition, a fairness constraint.
    Statement,
}

/// Something that a text declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentSymbol {
    /// Its name; of a formula, its own name or its text. Never empty.
    pub name: String,
    /// A few words about it, perhaps none.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// Its name, inside of `span`.
    pub name_span: Span,
    /// What it contains.
    pub children: Vec<DocumentSymbol>,
}

/// Longer texts are cut in an outline.
const LONG: usize = 80;

/// What a text declares, in its order.
#[must_use]
pub fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let mut outline = Outline { document, properties: 0 };
    document.tree().root().children().filter_map(|node| outline.of(node)).collect()
}

struct Outline<'d> {
    document: &'d Document,
    /// How many formulas were seen.
    properties: usize,
}

impl<'d> Outline<'d> {
    fn of(&mut self, node: Node<'d>) -> Option<DocumentSymbol> {
        match node.kind() {
            K::Agent => {
                let children = node.children().filter_map(|child| self.of(child)).collect();
                let (name, span) = node.name()?;
                Some(symbol(SymbolKind::Agent, name, span, node, children))
            }
            K::LobsvarsSection => {
                let detail = node.child(K::NameList).map(inline).unwrap_or_default();
                let (name, span) = section_heading(node)?;
                Some(DocumentSymbol { detail, ..symbol(SymbolKind::Section, name, span, node, Vec::new()) })
            }
            kind if is_section(kind) => {
                let children = match node.child(K::NameList).filter(|_| kind == K::ActionsSection) {
                    Some(list) => list.names().map(|(name, span)| leaf(SymbolKind::Action, name, span)).collect(),
                    None => node.children().filter_map(|child| self.of(child)).collect(),
                };
                let (name, span) = section_heading(node)?;
                Some(symbol(SymbolKind::Section, name, span, node, children))
            }
            kind if is_statement(kind) => self.statement(node),
            _ => None,
        }
    }

    fn statement(&mut self, node: Node<'d>) -> Option<DocumentSymbol> {
        let kind = match node.kind() {
            K::VarDecl => SymbolKind::Variable,
            K::PropositionDef => SymbolKind::Proposition,
            K::GroupDef => SymbolKind::Group,
            K::Property => return self.property(node),
            _ => {
                let text = short(&inline(node));
                return (!text.is_empty()).then(|| symbol(SymbolKind::Statement, &text, node.span(), node, Vec::new()));
            }
        };
        let (name, span) = node.name()?;
        // What stands behind the name, without the sign between them.
        let rest = inline(node);
        let rest = rest.strip_prefix(name).unwrap_or_default().trim_start();
        let rest = [":", "=", "if"].iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or(rest).trim();
        Some(DocumentSymbol { detail: short(rest), ..symbol(kind, name, span, node, Vec::new()) })
    }

    fn property(&mut self, node: Node<'d>) -> Option<DocumentSymbol> {
        let id = PropertyId::from(self.properties);
        self.properties += 1;
        let partial = self.document.partial();
        let property = partial.model.properties.get(id.index())?;
        let text = short(&property.text);
        let (name, detail) = match &property.name {
            Some(name) => (name.clone(), text),
            None => (text, String::new()),
        };
        let name = if name.is_empty() { "…".to_owned() } else { name };
        Some(DocumentSymbol { detail, ..symbol(SymbolKind::Formula, &name, node.span(), node, Vec::new()) })
    }
}

fn symbol(
    kind: SymbolKind,
    name: &str,
    name_span: Span,
    node: Node<'_>,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol { name: name.to_owned(), detail: String::new(), kind, span: node.span(), name_span, children }
}

fn leaf(kind: SymbolKind, name: &str, span: Span) -> DocumentSymbol {
    let name = name.to_owned();
    DocumentSymbol { name, detail: String::new(), kind, span, name_span: span, children: Vec::new() }
}

/// The word that a section begins with, and its place.
fn section_heading(node: Node<'_>) -> Option<(&str, Span)> {
    let (_, id) = node.own_tokens().next()?;
    Some((section_name(node), node.tree().token(id).span))
}

/// A text as far as an outline shows it.
pub(crate) fn short(text: &str) -> String {
    if text.chars().count() <= LONG {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONG - 1).collect();
    format!("{}…", start.trim_end())
}
