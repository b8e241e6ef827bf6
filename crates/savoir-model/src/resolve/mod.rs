//! From names to things: declarations first, then what refers to them, then the formulas.

mod annotations;
mod body;
mod condition;
mod declare;
mod formula;
mod names;
mod operands;

use crate::{AssignmentSemantics, Expr, ExprId, ExprPool, FormulaPool, Model, Property};
use names::Names;
use savoir_syntax::{Code, Diagnostic, Span, SyntaxKind as K, Tree, parse_condition, parse_formula};

/// Expressions and formulas nested deeper than this are refused, so that later stages may recurse over them.
const MAX_DEPTH: u32 = 1000;

/// More findings than this are not reported: nobody reads them.
const MAX_DIAGNOSTICS: usize = 1000;

/// A model, if there is no error, and what there is to say.
#[derive(Clone, Debug)]
pub struct Resolution {
    /// The model; absent when a diagnostic is an error.
    pub model: Option<Model>,
    /// Errors and warnings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Gives a parsed file its meaning.
#[must_use]
pub fn resolve(tree: &Tree) -> Resolution {
    let mut resolver = Resolver { model: empty_model(), names: Names::default(), diagnostics: Vec::new() };
    let root = tree.root();
    resolver.declare(root);
    resolver.names = Names::of(&resolver.model);
    resolver.bodies(root);
    resolver.groups(root);
    resolver.names = Names::of(&resolver.model);
    resolver.formulas(root);
    let Resolver { model, mut diagnostics, .. } = resolver;
    diagnostics.sort_by_key(|diagnostic| diagnostic.primary.span.start);
    let usable = !diagnostics.iter().any(Diagnostic::is_error);
    Resolution { model: usable.then_some(model), diagnostics }
}

/// Reads a formula given apart from the file, such as on the command line.
///
/// # Errors
/// Everything that is wrong with it, with places in `text`.
pub fn resolve_formula(model: &mut Model, text: &str) -> Result<Property, Vec<Diagnostic>> {
    apart(model, parse_formula(text), |resolver, tree| resolver.property(tree.root()))
}

/// Reads a condition on initial states given apart from the file.
///
/// # Errors
/// Everything that is wrong with it, with places in `text`.
pub fn resolve_condition(model: &mut Model, text: &str) -> Result<ExprId, Vec<Diagnostic>> {
    apart(model, parse_condition(text), |resolver, tree| resolver.init_condition(tree.root()))
}

fn apart<T>(
    model: &mut Model,
    parse: savoir_syntax::Parse,
    read: impl FnOnce(&mut Resolver, &Tree) -> T,
) -> Result<T, Vec<Diagnostic>> {
    if !parse.is_ok() {
        return Err(parse.diagnostics);
    }
    let names = Names::of(model);
    let mut resolver = Resolver { model: model.clone(), names, diagnostics: Vec::new() };
    let result = read(&mut resolver, &parse.tree);
    if resolver.diagnostics.iter().any(Diagnostic::is_error) {
        // Declarations stand in the file, and places there mean nothing in this text.
        let without_declarations = |found| Diagnostic { secondary: Vec::new(), ..found };
        return Err(resolver.diagnostics.into_iter().map(without_declarations).collect());
    }
    *model = resolver.model;
    Ok(result)
}

struct Resolver {
    model: Model,
    names: Names,
    diagnostics: Vec<Diagnostic>,
}

impl Resolver {
    /// Keeps a diagnostic; an error is kept even where there are too many to read, since it decides.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS || diagnostic.is_error() && !self.has_errors() {
            self.diagnostics.push(diagnostic);
        }
    }

    fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    fn expr(&mut self, expr: Expr) -> ExprId {
        self.model.exprs.add(expr)
    }

    /// Reports nesting that later stages could not recurse over.
    fn bound_depth(&mut self, depth: u32, span: Span) {
        if depth > MAX_DEPTH {
            self.report(
                Diagnostic::new(Code::TooDeep, span, format!("nested more than {MAX_DEPTH} levels deep"))
                    .label("too deep")
                    .help("introduce propositions or variables for parts of it"),
            );
        }
    }
}

fn empty_model() -> Model {
    let mut exprs = ExprPool::default();
    let init = exprs.add(Expr::Bool(true));
    Model {
        semantics: AssignmentSemantics::Multi,
        agents: Vec::new(),
        variables: Vec::new(),
        enum_types: Vec::new(),
        enum_values: Vec::new(),
        propositions: Vec::new(),
        init,
        init_span: Span::default(),
        groups: Vec::new(),
        fairness: Vec::new(),
        fairness_span: None,
        properties: Vec::new(),
        exprs,
        formulas: FormulaPool::default(),
    }
}

/// The nodes of a section's statements, if the section is there.
fn statements<'t>(
    parent: savoir_syntax::Node<'t>,
    section: K,
    statement: K,
) -> impl Iterator<Item = savoir_syntax::Node<'t>> {
    parent.children_of(section).flat_map(move |section| section.children_of(statement))
}
