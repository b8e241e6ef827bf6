//! The house in order: short files and functions, unsafe code in few places with its reason, nothing left to do.

use proc_macro2::{LineColumn, TokenStream};
use savoir_testkit::fixtures::workspace_root;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use syn::visit::{self, Visit};

const MOST_LINES_OF_A_FILE: usize = 350;
const MOST_LINES_OF_A_FUNCTION: usize = 60;
const MOST_FILES_WITH_UNSAFE_CODE: usize = 3;

/// Macros that have no place in finished code.
const UNFINISHED: [&str; 3] = ["todo", "unimplemented", "dbg"];

/// A source file: its path from the root of the workspace, its text and what was found in it.
struct Source {
    path: String,
    text: String,
    findings: Findings,
}

/// All source files of the workspace and of the fuzzer, sorted by path. They are parsed once for all tests.
fn sources() -> &'static [Source] {
    static SOURCES: OnceLock<Vec<Source>> = OnceLock::new();
    SOURCES.get_or_init(read_sources)
}

fn read_sources() -> Vec<Source> {
    let root = workspace_root().canonicalize().unwrap();
    let mut paths = Vec::new();
    for dir in ["crates", "fuzz"] {
        collect(&root.join(dir), &mut paths);
    }
    paths.sort();
    assert!(paths.len() > 300, "{} files", paths.len());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut findings = Findings::default();
        findings.visit_file(&syntax);
        Source { path: name, text, findings }
    };
    paths.into_iter().map(read).collect()
}

fn collect(dir: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() && !path.ends_with("target") {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// What a walk through the syntax of a file finds.
#[derive(Default)]
struct Findings {
    /// Functions: names, and how many lines they have from `fn` to their closing brace.
    functions: Vec<(String, usize)>,
    /// The lines where unsafe code begins, by itself or as a permission for it.
    unsafe_code: Vec<usize>,
    /// The names of macros that are called.
    macros: Vec<String>,
}

impl Findings {
    fn function(&mut self, signature: &syn::Signature, end: LineColumn) {
        if let Some(unsafety) = &signature.unsafety {
            self.unsafe_code.push(unsafety.span.start().line);
        }
        self.functions.push((signature.ident.to_string(), end.line - signature.fn_token.span.start().line + 1));
    }
}

impl<'ast> Visit<'ast> for Findings {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, item.block.brace_token.span.close().end());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, item.block.brace_token.span.close().end());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block.brace_token.span.close().end());
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_unsafe(&mut self, block: &'ast syn::ExprUnsafe) {
        self.unsafe_code.push(block.unsafe_token.span.start().line);
        visit::visit_expr_unsafe(self, block);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.unsafe_code.extend(item.unsafety.as_ref().map(|unsafety| unsafety.span.start().line));
        visit::visit_item_impl(self, item);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta
            && (list.path.is_ident("allow") || list.path.is_ident("expect"))
            && mentions(&list.tokens, "unsafe_code")
        {
            self.unsafe_code.push(attribute.pound_token.spans[0].start().line);
        }
        visit::visit_attribute(self, attribute);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.macros.extend(call.path.segments.last().map(|segment| segment.ident.to_string()));
        visit::visit_macro(self, call);
    }
}

fn mentions(tokens: &TokenStream, word: &str) -> bool {
    tokens.clone().into_iter().any(|token| token.to_string() == word)
}

/// Whether the comment right above a line, attributes aside, says what makes unsafe code right.
fn has_contract(text: &str, line: usize) -> bool {
    let above = text.lines().take(line - 1).collect::<Vec<_>>();
    let comment = above
        .iter()
        .rev()
        .map(|line| line.trim_start())
        .take_while(|line| line.starts_with("//") || line.starts_with("#["));
    comment.into_iter().any(|line| line.contains("SAFETY") || line.contains("# Safety"))
}

#[test]
fn files_are_short() {
    let lines = |source: &Source| source.text.lines().count();
    let long = sources().iter().filter(|source| lines(source) > MOST_LINES_OF_A_FILE);
    let long: Vec<String> = long.map(|source| format!("{}: {} lines", source.path, lines(source))).collect();
    assert!(long.is_empty(), "more than {MOST_LINES_OF_A_FILE} lines:\n{}", long.join("\n"));
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    for source in sources() {
        for (name, lines) in source.findings.functions.iter().filter(|(_, lines)| *lines > MOST_LINES_OF_A_FUNCTION) {
            long.push(format!("{}: `{name}` has {lines} lines", source.path));
        }
    }
    assert!(long.is_empty(), "more than {MOST_LINES_OF_A_FUNCTION} lines:\n{}", long.join("\n"));
}

#[test]
fn unsafe_code_is_rare_and_says_why_it_is_right() {
    let mut files = Vec::new();
    for source in sources() {
        let lines = &source.findings.unsafe_code;
        for line in lines {
            assert!(has_contract(&source.text, *line), "{}:{line} has no comment `SAFETY`", source.path);
        }
        if !lines.is_empty() {
            files.push(&source.path);
        }
    }
    assert!(files.len() <= MOST_FILES_WITH_UNSAFE_CODE, "unsafe code in {files:?}");
}

#[test]
fn nothing_is_left_to_do() {
    for source in sources() {
        for name in &source.findings.macros {
            assert!(!UNFINISHED.contains(&name.as_str()), "{} calls `{name}!`", source.path);
        }
    }
}
