//! Pictures: SVG, Graphviz, LaTeX, pages.

use super::{HARMLESS, assert_visible, letters, shape, without_spaces};
use crate::page::{browser, dump, with_probe, written};
use savoir_report::drawing::{
    Drawing, Edge, Label, Node, Note, Performed, Propositions, Role, StrategyCase, StrategyTable, Style, Trace, Values,
    dot, html, svg, tikz,
};
use savoir_report::escape::visible;
use savoir_testkit::hostile;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// A picture where every text is the name.
fn drawing(key: usize, name: &str) -> Drawing {
    let text = || name.to_owned();
    let values = || vec![Values { agent: 0, values: vec![(text(), text())] }];
    let notes = vec![Note { formula: text(), holds: true, claimed: false }];
    let performed = || Performed { agent: 0, actions: vec![text()], only_one: false };
    let node = |roles| Node {
        name: text(),
        roles,
        values: values(),
        shown: values(),
        notes: notes.clone(),
        holding: vec![0],
        ..Node::default()
    };
    let label = Label::Actions(vec![vec![performed()]]);
    Drawing {
        key: format!("k{key}"),
        title: text(),
        name: Some(text()),
        verdict: Some("true"),
        sentences: vec![text(), text()],
        agents: vec![text()],
        shown_agents: vec![0],
        nodes: vec![node(vec![Role::Initial]), Node { layer: 1, ..node(vec![Role::Deadlock]) }],
        edges: vec![
            Edge { from: 0, to: 1, style: Style::Step, label, closes_loop: false, steps: vec![1] },
            Edge { from: 0, to: 1, style: Style::Duty, label: Label::Agents(text()), closes_loop: true, steps: vec![] },
        ],
        traces: vec![Trace {
            title: text(),
            nodes: vec![0, 1],
            actions: vec![vec![performed()], vec![performed()]],
            back: Some(0),
            truths: vec![(text(), vec![Some(true), None])],
            ..Trace::default()
        }],
        expectation: Some(text()),
        reading: vec![text()],
        replayed: vec![text()],
        strategies: vec![StrategyTable {
            title: text(),
            looks_at: vec![text()],
            movers: vec![text()],
            cases: vec![StrategyCase { conditions: vec![text()], moves: vec![text()] }],
            left_out: 1,
            sight: vec![text()],
        }],
        propositions: vec![text()],
        shows_propositions: Propositions::Shown,
        ..Drawing::default()
    }
}

#[test]
fn pictures_are_svg_with_the_same_elements_and_the_names_as_text() {
    for name in hostile::all() {
        let text = svg::render(&[drawing(0, name)]);
        assert_visible(&text);
        shape(&text);
        let found = letters(&text);
        assert!(found.contains(&without_spaces(&visible(name))), "{name:?} in {found}");
        assert!(
            shape(&text)
                .iter()
                .all(|element| { ["svg", "g", "rect", "path", "text"].contains(&element.split(' ').next().unwrap()) })
        );
    }
}

/// A graph drawn by Graphviz, as SVG; `None` if there is no Graphviz.
fn drawn_by_graphviz(text: &str) -> Option<String> {
    let started = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.ok()?;
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let done = child.wait_with_output().unwrap();
    assert!(done.status.success(), "Graphviz does not read\n{text}");
    Some(String::from_utf8(done.stdout).unwrap())
}

#[test]
fn graphs_are_read_by_graphviz_with_the_names_as_labels() {
    let Some(harmless) = drawn_by_graphviz(&dot::render(&[drawing(0, HARMLESS)])) else {
        eprintln!("skipped: there is no dot");
        return;
    };
    let count = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    assert_eq!((count(&harmless, "node"), count(&harmless, "edge")), (2, 2));
    for name in hostile::all() {
        let text = dot::render(&[drawing(0, name)]);
        assert_visible(&text);
        let svg = drawn_by_graphviz(&text).unwrap();
        assert_eq!((count(&svg, "node"), count(&svg, "edge")), (2, 2), "{text}");
        // The labels are shown; the names of nodes are those of the file.
        let found = letters(&svg);
        assert!(found.contains(&without_spaces(&visible(name))), "{name:?} in {found}");
    }
}

#[test]
fn tikz_has_no_sign_of_latex_that_is_not_ours() {
    for name in hostile::all() {
        let text = tikz::render(&[drawing(0, name)]);
        assert_visible(&text);
        let mut nodes = 0;
        for line in text.lines().filter(|line| !line.starts_with('%')) {
            let Some(content) = line.trim().strip_prefix("\\node[savoir text") else { continue };
            nodes += 1;
            let content = content.split_once(") {").unwrap().1.strip_suffix("};").unwrap();
            let content = content.strip_prefix("\\textbf{").and_then(|rest| rest.strip_suffix('}')).unwrap_or(content);
            assert_plain_latex(content);
        }
        assert!(nodes >= 8, "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("\\end{")).count(), 1, "{text}");
        let comments = text.lines().take_while(|line| !line.starts_with("\\begin")).filter(|line| !line.is_empty());
        assert!(comments.clone().all(|line| line.starts_with('%')) && comments.count() == 5, "{text}");
    }
}

/// Text with nothing but the escapes that we use.
fn assert_plain_latex(text: &str) {
    const COMMANDS: [&str; 15] = [
        "\\textbackslash{}",
        "\\textasciicircum{}",
        "\\textasciitilde{}",
        "\\textless{}",
        "\\textgreater{}",
        "\\textbar{}",
        "\\{",
        "\\}",
        "\\$",
        "\\&",
        "\\#",
        "\\%",
        "\\_",
        "\\ ",
        "{-}",
    ];
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let command = COMMANDS.iter().find(|command| rest.starts_with(**command));
        assert!(command.is_some() || !"\\{}$&#%_^~".contains(letter), "{rest} in {text}");
        rest = &rest[command.map_or(letter.len_utf8(), |command| command.len())..];
    }
}

/// What a page is like is written into an attribute of the body, in letters that need no escapes.
const PROBE: &str = "<script>
const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.textContent);
document.querySelectorAll('.node')[0].dispatchEvent(new Event('mouseenter'));
document.body.setAttribute('data-seen', encodeURIComponent(JSON.stringify({
  title: document.title, headings: texts('h2 code'), names: texts('.about .name'), first: texts('h1')[0],
  scripts: document.scripts.length, foreign: document.querySelectorAll('img, iframe, a:not([href^=\"#k\"]), object, form').length,
  details: document.querySelector('.details').textContent,
})));
</script></body>";

#[test]
fn a_browser_shows_the_names_and_runs_nothing_else() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no chromium, chromium-browser or google-chrome");
        return;
    };
    let names: Vec<&str> = hostile::all().collect();
    let drawings: Vec<Drawing> = names.iter().enumerate().map(|(number, name)| drawing(number, name)).collect();
    let page = html::render(&names.concat(), &drawings);
    assert_visible(&page);
    let seen = dump(browser, &written("hostile.html", &with_probe(&page, PROBE)), "");
    let start = seen.find("data-seen=\"").unwrap_or_else(|| panic!("the page did not run:\n{seen}")) + 11;
    let seen: Value = serde_json::from_str(&decoded(seen[start..].split('"').next().unwrap())).unwrap();
    let shown: Vec<String> = names.iter().map(|name| visible(name).into_owned()).collect();
    // Browsers take spaces together in titles.
    let title = shown.concat().split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!((&seen["title"], &seen["first"]), (&title.into(), &shown.concat().into()));
    assert_eq!((&seen["headings"], &seen["names"]), (&shown.clone().into(), &shown.into()));
    // Ours are the data, the script of the page and the probe.
    assert_eq!((&seen["scripts"], &seen["foreign"]), (&3.into(), &0.into()), "{seen}");
    assert!(seen["details"].as_str().unwrap().contains(&*visible(names[0])), "{seen}");
}

/// Text that was encoded for a URI.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let length = if letter == '%' { 3 } else { letter.len_utf8() };
        match letter {
            '%' => bytes.push(u8::from_str_radix(&rest[1..3], 16).unwrap()),
            _ => bytes.extend(rest[..length].bytes()),
        }
        rest = &rest[length..];
    }
    String::from_utf8(bytes).unwrap()
}
