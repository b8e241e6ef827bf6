//! Every format says what the evidence says, and is what it claims to be.

use crate::common::{assert_well_formed, drawings, examples, model, random, results, schema};
use savoir::{Budget, GraphLimits, state_graph};
use savoir_report::drawing::{Style, html, svg, tikz};
use savoir_report::evidence::{View, drawn, text};
use savoir_report::graph::{self, EpistemicEdges, GraphView};
use savoir_testkit::schema::follows;
use serde_json::Value;
use std::collections::BTreeSet;

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
            text.matches("<g class=\"node").count(),
            drawings.iter().map(|drawing| drawing.nodes.len()).sum::<usize>()
        );
        assert_eq!(
            text.matches("<g class=\"edge ").count(),
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
    // Links of the contents stay on the page.
    let without_namespace = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "").replace("href=\"#f", "");
    for outside in ["http:", "https:", "//", "src=", "href=", "url(", "@import", "<link", "<img", "<iframe", "fetch("] {
        let found = without_namespace.find(outside);
        let comment = found.is_some_and(|at| without_namespace[at..].starts_with("// "));
        assert!(found.is_none() || comment, "{outside}: {}", &without_namespace[found.unwrap()..][..60]);
    }
    assert!(page.contains("Content-Security-Policy") && page.contains("default-src 'none'"));
    assert!(page.contains("script-src 'sha256-") && !page.contains("unsafe"), "only our own script may run");
    assert!(page.contains("class=\"changed\"") && page.contains("data-agent-box=\"1\"> M</label>"));
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
    let drawn = |view: &GraphView| graph::drawn::drawings("m", &model, &found, view, &Budget::unlimited()).unwrap();
    let drawing = &drawn(&GraphView::default())[0];
    assert!(drawing.sentences[0].ends_with(". Everywhere: M.up = false."), "{:?}", drawing.sentences);
    let draw = |view: &GraphView| svg::render(&drawn(view));
    let all = draw(&GraphView::default());
    assert!(all.contains("x = 1") && all.contains("noise = loud") && all.contains("stroke-dasharray"));
    assert!(!all.contains(", up = false"), "{all}");
    let few = draw(&GraphView {
        agents: vec!["Environment".to_owned()],
        epistemic: EpistemicEdges::Hidden,
        ..GraphView::default()
    });
    assert!(!few.contains("x = 1") && few.contains("noise = loud") && !few.contains("stroke-dasharray"));
    assert!(!few.contains("M: inc"));
}
