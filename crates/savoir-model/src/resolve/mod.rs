//! From names to things: declarations first, then what refers to them, then the formulas.

mod annotations;
mod assignment;
mod body;
mod comparison;
mod condition;
mod declare;
mod fixes;
mod formula;
mod names;
mod operands;
mod partial;
mod readings;
mod who;

pub use partial::PartialModel;
pub(crate) use partial::source_map;

use crate::source_map::{SourceMap, Symbol};
use crate::{AssignmentSemantics, Expr, ExprId, ExprPool, FormulaPool, Model, Property};
use names::Names;
use savoir_syntax::{Code, Diagnostic, Node, Severity, Span, SyntaxKind as K, Tree, parse_condition, parse_formula};

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
    let mut resolver = Resolver::new(empty_model(), Names::default());
    resolver.file(tree.root());
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
    let mut resolver = Resolver::new(model.clone(), names);
    let result = read(&mut resolver, &parse.tree);
    // There is no level to change for this text, so what is denied is wrong.
    if resolver.diagnostics.iter().any(|found| found.severity() >= Severity::Denied) {
        // Declarations stand in the file, and places there mean nothing in this text.
        resolver.diagnostics.iter_mut().for_each(|found| found.secondary.clear());
        return Err(resolver.diagnostics);
    }
    *model = resolver.model;
    Ok(result)
}

struct Resolver {
    model: Model,
    names: Names,
    diagnostics: Vec<Diagnostic>,
    /// What names stand for, if an editor asks.
    record: Option<SourceMap>,
}

impl Resolver {
    fn new(model: Model, names: Names) -> Resolver {
        Resolver { model, names, diagnostics: Vec::new(), record: None }
    }

    /// A whole file.
    fn file(&mut self, root: Node<'_>) {
        self.declare(root);
        self.names = Names::of(&self.model);
        self.bodies(root);
        self.groups(root);
        self.names = Names::of(&self.model);
        self.formulas(root);
    }

    /// Records that a name declares something, which the node `whole` defines.
    fn declares(&mut self, name: Span, symbol: Symbol, whole: Node<'_>) {
        if let Some(map) = &mut self.record {
            map.declare(name, symbol);
            map.define(whole.span(), symbol);
        }
    }

    /// Records that a name of a list declares something.
    fn declares_item(&mut self, name: Span, symbol: Symbol) {
        if let Some(map) = &mut self.record {
            map.declare(name, symbol);
        }
    }

    /// Records that a name refers to something.
    fn refers(&mut self, name: Span, symbol: Symbol) {
        if let Some(map) = &mut self.record {
            map.refer(name, symbol);
        }
    }

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
fn statements<'t>(parent: Node<'t>, section: K, statement: K) -> impl Iterator<Item = Node<'t>> {
    parent.children_of(section).flat_map(move |section| section.children_of(statement))
}
