//! From names to things: declarations first, then what refers to them, then the formulas.

mod annotations;
mod assignment;
mod atoms;
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
use crate::{AssignmentSemantics, CoalitionId, Expr, ExprId, ExprPool, FormulaPool, GroupId, Model, Property};
use declare::Enumerations;
use names::Names;
use rustc_hash::FxHashMap;
use savoir_syntax::{
    Code, Diagnostic, Findings, Guesses, Node, Severity, Span, SyntaxKind as K, Tree, parse_condition, parse_formula,
};

/// Expressions and formulas nested deeper than this are refused, so that later stages may recurse over them.
const MAX_DEPTH: u32 = 1000;

/// Somebody is asked whether to go on whenever so many expressions and formulas were read.
const STEPS_BETWEEN_POLLS: usize = 1 << 12;

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
    resolve_until(tree, &|| false).expect("nobody stops it")
}

/// Gives a parsed file its meaning, unless `stop` says so before that is done.
#[must_use]
pub fn resolve_until(tree: &Tree, stop: &dyn Fn() -> bool) -> Option<Resolution> {
    let mut resolver = Resolver::new(empty_model(), Names::default(), stop);
    resolver.file(tree.root());
    if resolver.stopped {
        return None;
    }
    let Resolver { model, findings, .. } = resolver;
    let usable = !findings.has_errors();
    Some(Resolution { model: usable.then_some(model), diagnostics: findings.into_vec() })
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
    read: impl FnOnce(&mut Resolver<'_>, &Tree) -> T,
) -> Result<T, Vec<Diagnostic>> {
    if !parse.is_ok() {
        return Err(parse.diagnostics);
    }
    let names = Names::of(model);
    let mut resolver = Resolver::new(model.clone(), names, &|| false);
    let result = read(&mut resolver, &parse.tree);
    let Resolver { model: read, findings, .. } = resolver;
    let mut found = findings.into_vec();
    // There is no level to change for this text, so what is denied is wrong.
    if found.iter().any(|found| found.severity() >= Severity::Denied) {
        // Declarations stand in the file, and places there mean nothing in this text.
        found.iter_mut().for_each(|found| found.secondary.clear());
        return Err(found);
    }
    *model = read;
    Ok(result)
}

struct Resolver<'s> {
    model: Model,
    names: Names,
    findings: Findings,
    /// Asked from time to time whether to give up.
    stop: &'s dyn Fn() -> bool,
    stopped: bool,
    steps: usize,
    /// What was meant by names that are not known.
    guesses: Guesses,
    /// The enumerations declared so far, by their values.
    enumerations: Enumerations,
    /// Named groups that formulas speak of.
    coalitions: FxHashMap<GroupId, CoalitionId>,
    /// What names stand for, if an editor asks.
    record: Option<SourceMap>,
}

impl<'s> Resolver<'s> {
    fn new(model: Model, names: Names, stop: &'s dyn Fn() -> bool) -> Resolver<'s> {
        Resolver {
            model,
            names,
            findings: Findings::default(),
            stop,
            stopped: false,
            steps: 0,
            guesses: Guesses::default(),
            enumerations: Enumerations::default(),
            coalitions: FxHashMap::default(),
            record: None,
        }
    }

    /// A whole file.
    fn file(&mut self, root: Node<'_>) {
        self.declare(root);
        if self.must_stop() {
            return;
        }
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

    /// Keeps a diagnostic, or counts it.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.findings.add(diagnostic);
    }

    /// Takes a step; whether to give up, which is asked every few steps. What is read then does not matter any more.
    fn must_stop(&mut self) -> bool {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_POLLS) && !self.stopped {
            self.stopped = (self.stop)();
        }
        self.stopped
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
