//! What may stand at the cursor.

mod comments;
mod conditions;
mod declarations;
mod formulas;
mod list;
mod operands;
mod sections;

use crate::Document;
use crate::context::Context;
use list::List;
use savoir_syntax::{Span, SyntaxKind as K};

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CompletionKind {
    /// A variable.
    Variable,
    /// An action.
    Action,
    /// The value of an enumeration, a number or a truth value.
    Value,
    /// An agent.
    Agent,
    /// A group.
    Group,
    /// A proposition.
    Proposition,
    /// An operator of formulas.
    Operator,
    /// A keyword.
    Keyword,
    /// A piece of text with places to fill in.
    Snippet,
}

/// What is inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insert {
    /// This text.
    Plain(String),
    /// A snippet: `${1:words}` are places to fill in, `$0` is where the cursor ends up.
    Snippet(String),
}

/// Something that may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown, and compared with what was typed.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// What is replaced: the word at the cursor.
    pub span: Span,
    /// What is inserted.
    pub insert: Insert,
    /// A few words beside the label.
    pub detail: Option<String>,
    /// More about it, as Markdown.
    pub documentation: Option<String>,
}

/// What may stand at an offset, the most likely first. All that fits the place is given, whatever the word at the cursor
/// begins with; editors choose among them.
#[must_use]
pub fn completions(document: &Document, offset: u32) -> Vec<Completion> {
    let Some(context) = Context::at(document, offset) else { return comments::complete(document, offset) };
    let mut list = List::new(document, context.typed);
    match context.section {
        None => sections::complete(&mut list, &context),
        Some(K::SemanticsKw) => declarations::semantics(&mut list, &context),
        Some(K::VarsKw | K::ObsvarsKw) => declarations::variable(&mut list, &context),
        Some(K::LobsvarsKw) => declarations::lobsvars(&mut list, &context),
        Some(K::GroupsKw) => declarations::group(&mut list, &context),
        Some(K::RedStatesKw) => conditions::red_states(&mut list, &context),
        Some(K::ProtocolKw) => conditions::protocol(&mut list, &context),
        Some(K::EvolutionKw) => conditions::evolution(&mut list, &context),
        Some(K::EvaluationKw) => conditions::evaluation(&mut list, &context),
        Some(K::InitStatesKw) => conditions::initial(&mut list, &context),
        Some(K::FairnessKw | K::FormulaeKw) => formulas::complete(&mut list, &context),
        // New names cannot be guessed.
        Some(_) => {}
    }
    list.end(&context);
    list.done()
}
