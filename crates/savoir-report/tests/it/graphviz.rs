//! Graphs in the language of Graphviz are read again: as every picture in it, and those that MCMAS would write.

use crate::common::{drawings, examples, model, random, results};
use savoir_report::drawing::dot;
use savoir_report::evidence::{View, drawn, mcmas};
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

/// The tokens of a text in the language of Graphviz.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let mut token = String::from(letter);
        match letter {
            _ if letter.is_whitespace() => continue,
            '"' => loop {
                let next = letters.next().expect("the string has no end");
                token.push(next);
                match next {
                    '\\' => token.push(letters.next().unwrap()),
                    '"' => break,
                    _ => assert!(next != '\n'),
                }
            },
            '-' => {
                assert_eq!(letters.next(), Some('>'));
                token.push('>');
            }
            '{' | '}' | '[' | ']' | '=' | ',' | ';' => {}
            _ => {
                assert!(letter.is_ascii_alphanumeric() || letter == '_', "{letter}");
                while let Some(next) = letters.next_if(|next| next.is_ascii_alphanumeric() || "_.".contains(*next)) {
                    token.push(next);
                }
            }
        }
        found.push(token);
    }
    found
}

/// Reads a graph: the names of its nodes and its edges. What does not follow the language ends the test.
fn graph(text: &str) -> (BTreeSet<String>, Vec<(String, String)>) {
    let mut tokens = tokens(text).into_iter().peekable();
    let is_name =
        |token: &str| token.starts_with('"') || token.chars().all(|c| c.is_ascii_alphanumeric() || "_.".contains(c));
    let (mut nodes, mut edges) = (BTreeSet::new(), Vec::new());
    let mut depth = 0;
    assert_eq!(tokens.next().as_deref(), Some("digraph"));
    assert!(is_name(&tokens.next().unwrap()));
    assert_eq!(tokens.next().as_deref(), Some("{"));
    depth += 1;
    while let Some(token) = tokens.next() {
        assert!(depth > 0, "text after the graph");
        let mut ends = (token.clone(), None);
        match token.as_str() {
            ";" => continue,
            "}" => {
                depth -= 1;
                continue;
            }
            "subgraph" => {
                assert!(is_name(&tokens.next().unwrap()));
                assert_eq!(tokens.next().as_deref(), Some("{"));
                depth += 1;
                continue;
            }
            name => assert!(is_name(name), "{name}"),
        }
        if tokens.next_if(|next| next == "=").is_some() {
            assert!(is_name(&tokens.next().unwrap()));
            continue;
        }
        if tokens.next_if(|next| next == "->").is_some() {
            ends.1 = tokens.next();
        }
        if tokens.next_if(|next| next == "[").is_some() {
            loop {
                assert!(is_name(&tokens.next().unwrap()));
                assert_eq!(tokens.next().as_deref(), Some("="));
                assert!(is_name(&tokens.next().unwrap()));
                match tokens.next().as_deref() {
                    Some(",") => {}
                    Some("]") => break,
                    other => panic!("{other:?}"),
                }
            }
        }
        match ends {
            (from, Some(to)) => edges.push((from, to)),
            (name, None) if !["graph", "node", "edge"].contains(&name.as_str()) => {
                nodes.insert(name);
            }
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    assert!(edges.iter().all(|(from, to)| nodes.contains(from) && nodes.contains(to)));
    (nodes, edges)
}

/// Where Graphviz is installed, it has to agree.
fn graphviz_reads(text: &str) {
    let started = Command::new("dot").arg("-Tplain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut program) = started else { return };
    program.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    assert!(program.wait_with_output().unwrap().status.success());
}

#[test]
fn dot_is_a_graph_with_all_states_and_edges() {
    for loaded in [model()].into_iter().chain((0..20).map(random)) {
        let drawings = drawings(&results(&loaded));
        for drawing in &drawings {
            let text = dot::render(std::slice::from_ref(drawing));
            let (nodes, edges) = graph(&text);
            assert_eq!(nodes.len(), drawing.nodes.len().max(1));
            assert_eq!(edges.len(), drawing.edges.len());
        }
    }
    let results = results(&model());
    let all: Vec<_> = results.iter().map(|result| drawn::drawing(result, &View::default())).collect();
    graphviz_reads(&dot::render(&all));
    let text = dot::render(&all);
    assert!(text.contains("style=dashed") && text.contains("AG (top -> K(M, loud)) – false"), "{text}");
}

#[test]
fn mcmas_files_are_as_that_program_writes_them() {
    let results = results(&model());
    let files = mcmas::files(&results[0]);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["formula1.dot", "formula1.info"]);
    assert_eq!(
        files[0].content,
        "digraph witness0 {\n 0 [label=\"0\",shape=ellipse]\n 1 [label=\"1\",shape=ellipse]\n    \
         0 -> 1[label=\"<turn;inc>\"]\n}\n"
    );
    assert_eq!(
        files[1].content,
        "-- State 0 --\n  Agent Environment\n    noise=quiet\n  Agent M\n    up=false\n    x=0\n\n\
         -- State 1 --\n  Agent Environment\n    noise=loud\n  Agent M\n    up=false\n    x=1\n\n"
    );
    let doubt = mcmas::files(&results[2]);
    assert!(doubt[0].content.starts_with("digraph counterexample2 {"));
    assert!(doubt[0].content.contains("[label=\"M\", arrowhead=none, style=dotted]"), "{}", doubt[0].content);
    assert!(mcmas::files(&results[3]).is_empty(), "nothing finite shows a formula that holds everywhere");
    examples().iter().flat_map(|(_, results)| results).flat_map(mcmas::files).for_each(|file| {
        if file.name.ends_with(".dot") {
            graph(&file.content);
        }
    });
}
