//! Strategies as programs.

use super::{HARMLESS, assert_visible};
use crate::common::model;
use savoir::Loaded;
use savoir_report::policy;
use savoir_testkit::hostile;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// Strategies for formulas with a name; the formulas they are about have that text.
pub(crate) fn policies(results: &mut Vec<savoir::FormulaResult>, name: &str) -> Vec<policy::Named> {
    let games = "Groups m = {M}; end Groups\nFormulae\n  <m>F top;\n  <m>G !top;\n";
    let text = model().source.text.replacen("Formulae\n", games, 1);
    results.extend(crate::common::results(&Loaded::from_text(name, &text)));
    let mut found: Vec<policy::Named> = results.iter().flat_map(policy::of_result).collect();
    assert!(found.len() >= 2, "there are strategies");
    for named in &mut found {
        named.formula = name.to_owned();
        named.name = Some(name.to_owned());
    }
    found
}

#[test]
fn strategies_in_rust_are_the_same_items() {
    let items = |name: &str| {
        let text = policy::rust::render(name, &policies(&mut Vec::new(), name));
        assert_visible(&text);
        let file = syn::parse_file(&text).unwrap_or_else(|problem| panic!("{problem}:\n{text}"));
        let named = file.items.iter().map(|item| match item {
            syn::Item::Fn(function) => format!("{} {}", function.sig.ident, function.block.stmts.len()),
            syn::Item::Enum(item) => item.ident.to_string(),
            syn::Item::Type(item) => item.ident.to_string(),
            _ => panic!("an item that is none of ours:\n{text}"),
        });
        named.collect::<Vec<_>>()
    };
    let expected = items(HARMLESS);
    assert!(expected.len() >= 4);
    for name in hostile::all() {
        assert_eq!(items(name), expected);
    }
}

/// Python reads programs from a JSON list and writes the dump of each.
const AST: &str = "import ast, json, sys
for text in json.load(sys.stdin):
    print(ast.dump(ast.parse(text.encode())))
";

#[test]
fn strategies_in_python_are_the_same_program() {
    let names: Vec<&str> = std::iter::once(HARMLESS).chain(hostile::all()).collect();
    let programs: Vec<String> =
        names.iter().map(|name| policy::python::render(name, &policies(&mut Vec::new(), name))).collect();
    programs.iter().for_each(|text| assert_visible(text));
    let started = Command::new("python3").args(["-c", AST]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut python) = started else {
        eprintln!("skipped: there is no python3");
        return;
    };
    python.stdin.take().unwrap().write_all(Value::from(programs).to_string().as_bytes()).unwrap();
    let done = python.wait_with_output().unwrap();
    assert!(done.status.success(), "not a program of Python");
    let dumps = String::from_utf8(done.stdout).unwrap();
    let dumps: Vec<&str> = dumps.lines().collect();
    assert_eq!(dumps.len(), names.len());
    for (name, dump) in names.iter().zip(&dumps) {
        assert_eq!(dump, &dumps[0], "{name:?}");
    }
}
