//! Every place that tells operators apart has an answer for each: no arm of a `match` catches the rest, so that a new
//! operator does not compile until somebody has thought about it. And the documentation has all of them.

use savoir_model::Operator;
use savoir_testkit::fixtures::workspace_root;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};
use syn::{ExprMatch, ImplItemFn, ItemFn, Pat};

/// The types whose variants stand for operators.
const OPERATORS: [&str; 7] = ["Accessibility", "Connective", "Formula", "Look", "Operator", "Role", "Shape"];

/// Looks for arms that catch the rest of the operators.
#[derive(Default)]
struct Arms {
    /// The functions around the current place.
    inside: Vec<String>,
    /// The functions that have such an arm.
    found: Vec<String>,
    /// How many matches over operators there are.
    matches: usize,
}

impl<'ast> Visit<'ast> for Arms {
    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        self.inside.push(function.sig.ident.to_string());
        visit::visit_item_fn(self, function);
        self.inside.pop();
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.inside.push(function.sig.ident.to_string());
        visit::visit_impl_item_fn(self, function);
        self.inside.pop();
    }

    fn visit_expr_match(&mut self, expr: &'ast ExprMatch) {
        let patterns: Vec<&Pat> = expr.arms.iter().flat_map(|arm| alternatives(&arm.pat)).collect();
        let places: BTreeSet<usize> = patterns.iter().flat_map(|pattern| places(pattern)).collect();
        self.matches += usize::from(!places.is_empty());
        // An arm with a condition does not make the others superfluous, so the compiler still asks for them.
        let unconditional = expr.arms.iter().filter(|arm| arm.guard.is_none());
        for pattern in unconditional.flat_map(|arm| alternatives(&arm.pat)) {
            if catches_all(pattern) && !places.is_empty() || places.iter().any(|place| catches_all_at(pattern, *place))
            {
                self.found.push(self.inside.last().cloned().unwrap_or_default());
            }
        }
        visit::visit_expr_match(self, expr);
    }
}

/// The patterns between the bars.
fn alternatives(pattern: &Pat) -> Vec<&Pat> {
    match pattern {
        Pat::Or(or) => or.cases.iter().flat_map(alternatives).collect(),
        Pat::Paren(inner) => alternatives(&inner.pat),
        Pat::Reference(inner) => alternatives(&inner.pat),
        other => vec![other],
    }
}

/// The places in a tuple where the pattern names an operator; place 0 if it is no tuple.
fn places(pattern: &Pat) -> Vec<usize> {
    match pattern {
        Pat::Tuple(tuple) => {
            let names = |(_, part): &(usize, &Pat)| alternatives(part).into_iter().any(names_operator);
            tuple.elems.iter().enumerate().filter(names).map(|(place, _)| place).collect()
        }
        other => names_operator(other).then_some(0).into_iter().collect(),
    }
}

fn names_operator(pattern: &Pat) -> bool {
    let path = match pattern {
        Pat::Path(path) => &path.path,
        Pat::TupleStruct(pattern) => &pattern.path,
        Pat::Struct(pattern) => &pattern.path,
        Pat::Ident(pattern) => return pattern.subpat.as_ref().is_some_and(|(_, inner)| names_operator(inner)),
        _ => return false,
    };
    let types = path.segments.iter().rev().nth(1);
    types.is_some_and(|name| OPERATORS.iter().any(|operator| name.ident == operator))
}

fn catches_all(pattern: &Pat) -> bool {
    match pattern {
        Pat::Wild(_) => true,
        Pat::Ident(name) => name.subpat.is_none(),
        _ => false,
    }
}

fn catches_all_at(pattern: &Pat, place: usize) -> bool {
    match pattern {
        Pat::Tuple(tuple) => {
            tuple.elems.iter().nth(place).is_some_and(|part| alternatives(part).into_iter().any(catches_all))
        }
        _ => false,
    }
}

fn arms(text: &str) -> Arms {
    let mut arms = Arms::default();
    arms.visit_file(&syn::parse_file(text).unwrap());
    arms
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_match_over_operators_has_an_arm_for_the_rest() {
    let crates = workspace_root().join("crates");
    let mut files = Vec::new();
    sources(&crates, &mut files);
    let (mut refused, mut matches) = (Vec::new(), 0);
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        let arms = arms(&std::fs::read_to_string(&file).unwrap());
        matches += arms.matches;
        refused.extend(arms.found.iter().map(|function| format!("{name}, in `{function}`")));
    }
    assert!(refused.is_empty(), "list the operators, or use a view such as `Formula::shape`:\n{}", refused.join("\n"));
    assert!(matches > 15, "{matches}");
}

#[test]
fn arms_for_the_rest_are_noticed() {
    let of = |body: &str| arms(&format!("fn f() {{ {body} }}")).found.len();
    for hidden in [
        "match x { Formula::True => 1, _ => 2 }",
        "match x { Formula::True => 1, other => g(other) }",
        "match *x { savoir_model::Formula::Not(f) => 1, ref other => 2 }",
        "match (x, y) { (Formula::True, true) => 1, (_, _) => 2 }",
        "match (x, y) { (Formula::True, true) => 1, _ => 2 }",
        "match (y, x) { (true, Formula::Not(_) | Formula::True) => 1, (false, f) => 2 }",
        "let g = |x| match x { Shape::Path(_) => 1, Shape::Constant(_) | _ => 2 };",
    ] {
        assert_eq!(of(hidden), 1, "{hidden}");
    }
    for open in [
        "match x { Formula::True => 1, Formula::False => 2 }",
        "match x { Formula::True => 1, _ if y => 2, Formula::False => 3 }",
        "match (x, y) { (Formula::True, _) => 1, (Formula::False, y) => 2 }",
        "match x { Expr::True => 1, _ => 2 }",
        "match x { whole @ Formula::True => 1, Formula::False => 2 }",
    ] {
        assert_eq!(of(open), 0, "{open}");
    }
}

/// The tables with this head are those of the operators.
const HEAD: &str = "| formula | in words |";

#[test]
fn the_documentation_has_the_table_of_operators() {
    let page = std::fs::read_to_string(workspace_root().join("docs/src/logics.md")).unwrap();
    let mut lines = page.lines();
    let mut rows = Vec::new();
    while lines.by_ref().any(|line| line == HEAD) {
        rows.extend(lines.by_ref().skip(1).take_while(|line| line.starts_with('|')));
    }
    let row = |operator: &Operator| format!("| `{}` | {} |", operator.written(), operator.meaning());
    let expected: Vec<String> = Operator::ALL.iter().map(row).collect();
    assert_eq!(rows, expected);
}
