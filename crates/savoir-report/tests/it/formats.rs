//! Every format says what the evidence says, and is what it claims to be.

use crate::common::{assert_well_formed, drawings, examples, random, results, schema};
use savoir::{Budget, EvidenceOutcome, GraphLimits, Loaded, Reason, Shown, state_graph};
use savoir_report::drawing::{Style, dot, html, svg, tikz};
use savoir_report::evidence::{View, drawn, itf, mcmas, text};
use savoir_report::graph::{self, EpistemicEdges, GraphView};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

const MODEL: &str = "Agent Environment
  Vars: noise : {loud, quiet}; end Vars
  Actions = {turn};
  Protocol: Other : {turn}; end Protocol
  Evolution: noise = loud if noise = quiet; noise = quiet if noise = loud; end Evolution
end Agent
Agent M
  Vars: x : -1..1; up : boolean; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 1 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 1; up if M.up = true; loud if Environment.noise = loud; end Evaluation
InitStates M.x = 0 and M.up = false and Environment.noise = quiet; end InitStates
Formulae
  -- name: </script><script>\"a\\b\" & {100%_$#^~}
  EF top;
  AF top;
  AG (top -> K(M, loud));
  AG !up;
end Formulae
";

fn model() -> Loaded {
    Loaded::from_text("<i>model</i>.ispl", MODEL)
}

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
fn svg_is_well_formed_and_says_everything() {
    for loaded in [model()].into_iter().chain((0..20).map(random)) {
        let drawings = drawings(&results(&loaded));
        let text = svg::render(&drawings);
        assert_well_formed(&text);
        assert!(
            !text.contains("\"NaN") && !text.contains("\"inf") && !text.contains("NaN ") && !text.contains(" inf ")
        );
        assert_eq!(
            text.matches("class=\"node\"").count(),
            drawings.iter().map(|drawing| drawing.nodes.len()).sum::<usize>()
        );
        assert_eq!(
            text.matches("class=\"edge\"").count(),
            drawings.iter().map(|drawing| drawing.edges.len()).sum::<usize>()
        );
    }
    let text = svg::render(&drawings(&results(&model())));
    assert!(text.contains("AG (top -&gt; K(M, loud))") && text.contains("stroke-dasharray") && text.contains("M: inc"));
}

#[test]
fn tikz_is_balanced() {
    let text = tikz::render(&drawings(&results(&model())));
    assert_eq!(text.matches("\\begin{tikzpicture}").count(), text.matches("\\end{tikzpicture}").count());
    assert!(text.matches("\\begin{tikzpicture}").count() >= 4);
    for line in text.lines().filter(|line| !line.starts_with('%')) {
        let mut depth = 0;
        let mut escaped = false;
        for letter in line.chars() {
            assert!(letter.is_ascii(), "{line}");
            match letter {
                '{' if !escaped => depth += 1,
                '}' if !escaped => depth -= 1,
                '_' | '%' | '#' | '$' | '&' => assert!(escaped, "{line}"),
                _ => {}
            }
            escaped = letter == '\\' && !escaped;
            assert!(depth >= 0, "{line}");
        }
        assert!(depth == 0, "{line}");
    }
    assert!(text.contains("[savoir step]") && text.contains("[savoir doubt]"));
}

#[test]
fn html_has_nothing_from_outside_and_no_foreign_script() {
    let loaded = model();
    let drawings = drawings(&results(&loaded));
    let page = html::render(&loaded.source.name, &drawings);
    assert_eq!(page.matches("<script").count(), 2, "the name of a formula became a script");
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;") && page.contains("&lt;i&gt;model&lt;/i&gt;"));
    let without_namespace = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for outside in ["http:", "https:", "//", "src=", "href=", "url(", "@import", "<link", "<img", "<iframe", "fetch("] {
        let found = without_namespace.find(outside);
        let comment = found.is_some_and(|at| without_namespace[at..].starts_with("// "));
        assert!(found.is_none() || comment, "{outside}: {}", &without_namespace[found.unwrap()..][..60]);
    }
    assert!(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"));
    assert!(page.contains("class=\"changed\"") && page.contains("data-agent-box=\"1\"> M</label>"));
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

/// The state graph of a model as JSON, if it is small.
fn graph_of(loaded: &Loaded) -> Option<Value> {
    let limits = GraphLimits { states: 500, joint_actions: 100_000 };
    let model = loaded.model.as_ref()?;
    let found = state_graph(model, limits, 1, &Budget::unlimited()).ok()?;
    serde_json::from_str(&graph::json::render("m", model, &found, &GraphView::default())).ok()
}

/// Every state of a trace is one of the graph, the first one is initial, and every step is a transition, also the one that
/// closes the loop; gives the number of steps.
fn follow(graph: &Value, trace: &Value) -> usize {
    let flat = |state: &Value| {
        let agents = state.as_object().unwrap().iter();
        let values = agents.flat_map(|(agent, own)| {
            own.as_object().unwrap().iter().map(move |(name, value)| (format!("{agent}.{name}"), value.clone()))
        });
        values.collect::<serde_json::Map<String, Value>>()
    };
    let known: Vec<_> = graph["states"].as_array().unwrap().iter().map(flat).collect();
    let number = |state: &Value| {
        let mut values = state.as_object().unwrap().clone();
        values.retain(|name, _| name.contains('.'));
        known.iter().position(|known| *known == values).expect("a state of the trace is not reachable")
    };
    let states = trace["states"].as_array().unwrap();
    let numbers: Vec<usize> = states.iter().map(number).collect();
    assert!(graph["initial"].as_array().unwrap().contains(&Value::from(numbers[0])));
    let mut steps: Vec<(usize, usize, &Value)> =
        (1..numbers.len()).map(|to| (numbers[to - 1], numbers[to], &states[to]["action"])).collect();
    if let Some(back) = trace["loop"].as_u64() {
        steps.push((*numbers.last().unwrap(), numbers[back as usize], &trace["#meta"]["closing-action"]));
    }
    for (from, to, action) in &steps {
        let transitions = graph["transitions"].as_array().unwrap();
        let found = transitions.iter().any(|transition| {
            transition["from"] == *from
                && transition["to"] == *to
                && transition["joint_actions"].as_array().unwrap().contains(action)
        });
        assert!(found, "no transition from {from} to {to} by {action}");
    }
    steps.len()
}

#[test]
fn itf_traces_are_paths_of_the_model() {
    let mut traces = 0;
    let mut lassos = 0;
    let models = examples().into_iter().chain((0..40).map(|seed| {
        let loaded = random(seed);
        let results = results(&loaded);
        (loaded, results)
    }));
    let mut steps = 0;
    for (loaded, results) in models {
        let graph = graph_of(&loaded);
        for result in &results {
            let files = itf::files(result, &loaded.source.name);
            for file in &files {
                let trace: Value = serde_json::from_str(&file.content).unwrap();
                let names: BTreeSet<&str> =
                    trace["vars"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
                let states = trace["states"].as_array().unwrap();
                for (index, state) in states.iter().enumerate() {
                    let keys: BTreeSet<&str> =
                        state.as_object().unwrap().keys().map(String::as_str).filter(|key| *key != "#meta").collect();
                    assert_eq!(keys, names);
                    assert_eq!(state["#meta"]["index"], index);
                }
                assert_eq!(states[0]["action"], serde_json::json!({}));
                steps += graph.as_ref().map_or(0, |graph| follow(graph, &trace));
                if let Some(back) = trace.get("loop") {
                    assert!((back.as_u64().unwrap() as usize) < states.len());
                    lassos += 1;
                }
            }
            traces += files.len();
            // Where there is a path with a step, there is a trace.
            let Some(EvidenceOutcome::Shown(evidence, _)) = result.evidence.as_ref().map(|found| &found.outcome) else {
                continue;
            };
            let Shown::Tree(tree) = &evidence.shown else { continue };
            let moves = |reason: &Reason| match reason {
                Reason::Path(reason) => !reason.path.actions.is_empty(),
                Reason::PossibleState(possible) => !possible.links.is_empty(),
                _ => false,
            };
            assert_eq!(tree.nodes.iter().any(|node| moves(&node.reason)), !files.is_empty());
        }
    }
    assert!(traces > 100 && lassos > 20 && steps > 200, "{traces} {lassos} {steps}");
}

#[test]
fn pictures_and_texts_call_states_by_the_same_names() {
    let mut compared = 0;
    for (_, results) in examples() {
        for result in results {
            let Some(found) = &result.evidence else { continue };
            let drawing = drawn::drawing(&result, &View::default());
            let text = anstream::adapter::strip_str(&text::render(found, &View::default())).to_string();
            let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
            let is_name = |word: &&str| word.strip_prefix('s').is_some_and(|rest| rest.parse::<u32>().is_ok());
            let told: BTreeSet<&str> = words.filter(is_name).collect();
            let drawn: BTreeSet<&str> = drawing.nodes.iter().map(|node| node.name.as_str()).collect();
            // Of a strategy the text shows a table, the picture the states.
            let has_strategy = drawing.edges.iter().any(|edge| edge.style == Style::Choice);
            assert!(told == drawn || has_strategy && told.is_subset(&drawn), "{text}");
            // What the picture says about a state, the text says on a line that starts with its name.
            for node in drawing.nodes.iter().filter(|node| told.contains(node.name.as_str())) {
                for (name, value) in node.shown.iter().flat_map(|values| &values.values).take(1) {
                    assert!(text.contains(&format!("{name} = {value}")), "{text}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 30, "{compared}");
}

#[test]
fn graph_json_follows_its_schema() {
    let schema = schema("graph-1.json");
    let limits = GraphLimits { states: 100, joint_actions: 100_000 };
    for loaded in [model()].into_iter().chain((0..20).map(random)) {
        let model = loaded.model.unwrap();
        let Ok(found) = state_graph(&model, limits, 1, &Budget::unlimited()) else { continue };
        for epistemic in [EpistemicEdges::Drawn, EpistemicEdges::Hidden] {
            let view = GraphView { epistemic, ..GraphView::default() };
            let text = graph::json::render("m.ispl", &model, &found, &view);
            let value: Value = serde_json::from_str(&text).unwrap();
            follows(&value, &schema).unwrap();
            assert_eq!(value["states"].as_array().unwrap().len(), found.states.len());
            assert_eq!(value.get("indistinguishable").is_some(), epistemic == EpistemicEdges::Drawn);
        }
    }
}

#[test]
fn a_graph_shows_what_is_asked_for() {
    let model = model().model.unwrap();
    let limits = GraphLimits { states: 100, joint_actions: 100_000 };
    let found = state_graph(&model, limits, 1, &Budget::unlimited()).unwrap();
    let drawing = graph::drawn::drawing("m", &model, &found, &GraphView::default());
    assert!(drawing.sentences[0].ends_with(". Everywhere: M.up = false."), "{:?}", drawing.sentences);
    let draw = |view: &GraphView| svg::render(&[graph::drawn::drawing("m", &model, &found, view)]);
    let all = draw(&GraphView::default());
    assert!(all.contains("x = 1") && all.contains("noise = loud") && all.contains("stroke-dasharray"));
    assert!(!all.contains(", up = false"), "{all}");
    let few = draw(&GraphView { agents: vec!["Environment".to_owned()], epistemic: EpistemicEdges::Hidden });
    assert!(!few.contains("x = 1") && few.contains("noise = loud") && !few.contains("stroke-dasharray"));
    assert!(!few.contains("M: inc"));
}
