//! Large texts: everything from reading to lints and layout takes time in proportion to the text. Texts that grow eightfold
//! in one way take at most 24 times as long: what grows with the square would take 64 times as long. Time is what this thread
//! has spent on a processor, and the least of three runs; where the system does not tell, only steps are counted.

use savoir_model::{ActionClasses, AgentId, AtlSemantics, PartialModel, lint, resolve};
use savoir_syntax::{Diagnostic, Fix, LintLevels, Span, apply_fixes, format::format, parse};
use std::fmt::Write;

/// A model with one agent; cases change its parts.
struct Text {
    head: &'static str,
    environment: String,
    agents: String,
    evaluation: String,
    init: String,
    groups: String,
    formulas: String,
}

fn plain() -> Text {
    Text {
        head: "",
        environment: String::new(),
        agents: agent("M", "x : boolean;", "a", "Other : {a};", "x = true if Action = a;"),
        evaluation: "p if M.x = true;".to_owned(),
        init: "M.x = true".to_owned(),
        groups: String::new(),
        formulas: "EF p;".to_owned(),
    }
}

impl Text {
    fn text(&self) -> String {
        let Text { head, environment, agents, evaluation, init, groups, formulas } = self;
        let groups = if groups.is_empty() { String::new() } else { format!("Groups {groups} end Groups\n") };
        format!(
            "{head}\n{environment}{agents}Evaluation {evaluation} end Evaluation\nInitStates {init}; end InitStates\n\
             {groups}Formulae\n{formulas}\nend Formulae\n"
        )
    }
}

fn agent(name: &str, vars: &str, actions: &str, protocol: &str, evolution: &str) -> String {
    format!(
        "Agent {name}\n  Vars: {vars} end Vars\n  Actions = {{{actions}}};\n  Protocol: {protocol} end Protocol\n  \
         Evolution: {evolution} end Evolution\nend Agent\n"
    )
}

fn environment(obsvars: &str, vars: &str) -> String {
    format!(
        "Agent Environment\n  Obsvars: {obsvars} end Obsvars\n  Vars: {vars} end Vars\n  Actions = {{}};\n  Protocol: end \
         Protocol\n  Evolution: end Evolution\nend Agent\n"
    )
}

/// What `item` gives for all numbers below `count`, with something between.
fn list(count: usize, between: &str, item: impl Fn(usize) -> String) -> String {
    let mut all = String::new();
    for index in 0..count {
        let before = if index > 0 { between } else { "" };
        let _ = write!(all, "{before}{}", item(index));
    }
    all
}

fn with_agent(vars: &str, actions: &str, protocol: &str, evolution: &str) -> Text {
    Text { agents: agent("M", vars, actions, protocol, evolution), ..plain() }
}

fn evaluated(evaluation: String, formulas: String) -> Text {
    Text { evaluation, formulas, ..plain() }
}

type Dimension = (&'static str, usize, fn(usize) -> String);

const ONE: &str = "Other : {a};";
const STEP: &str = "x = true if Action = a;";

/// Ways to be large, each with the smaller of two sizes.
const DIMENSIONS: &[Dimension] = &[
    ("agents", 250, |n| {
        let agents = list(n, "", |i| agent(&format!("M{i}"), "x : boolean;", "a", ONE, STEP));
        let init = list(n, " and ", |i| format!("M{i}.x = true"));
        Text { agents, init, evaluation: "p if M0.x = true;".into(), ..plain() }.text()
    }),
    ("variables", 1000, |n| {
        let vars = list(n, " ", |i| format!("v{i} : 0..3;"));
        let init = list(n, " and ", |i| format!("M.v{i} = 0"));
        Text { init, ..with_agent(&format!("x : boolean; {vars}"), "a", ONE, STEP) }.text()
    }),
    ("assigned variables, one at a time", 1000, |n| {
        let vars = list(n, " ", |i| format!("v{i} : 0..3;"));
        let lines = list(n, "\n", |i| format!("v{i} = v{i} + 1 if v{i} = 1 and Action = a;"));
        Text { head: "Semantics = SA;", ..with_agent(&format!("x : boolean; {vars}"), "a", ONE, &lines) }.text()
    }),
    ("variables that others see", 1000, |n| {
        let vars = list(n, "\n", |i| format!("v{i} : boolean;"));
        let seen = format!("Agent M\n  Lobsvars = {{{}}};", list(n, ", ", |i| format!("v{i}")));
        let agents = plain().agents.replace("Agent M", &seen);
        Text { environment: environment("", &vars), agents, ..plain() }.text()
    }),
    ("actions", 1000, |n| {
        let actions = list(n, ", ", |i| format!("a{i}"));
        let lines = list(n, "\n", |i| format!("x = true if Action = a{i};"));
        with_agent("x : boolean;", &actions, &format!("Other : {{{actions}}};"), &lines).text()
    }),
    ("actions that nobody performs", 2000, |n| {
        let actions = list(n, ", ", |i| format!("a{i}"));
        with_agent("x : boolean;", &format!("a, {actions}"), ONE, STEP).text()
    }),
    ("values", 2000, |n| {
        let values = list(n, ", ", |i| format!("v{i}"));
        let lines = list(n, "\n", |i| format!("c = v{i} if c = v{i};"));
        with_agent(&format!("x : boolean; c : {{{values}}};"), "a", ONE, &lines).text()
    }),
    ("enumerations", 1000, |n| {
        let vars = list(n, " ", |i| format!("c{i} : {{u{i}, w}};"));
        with_agent(&format!("x : boolean; {vars}"), "a", ONE, STEP).text()
    }),
    ("protocol lines", 2000, |n| {
        let lines = list(n, "\n", |i| format!("y = {i} : {{a}};"));
        with_agent("x : boolean; y : 0..1000000;", "a", &format!("{lines} {ONE}"), STEP).text()
    }),
    ("lines assigning what nobody reads", 2000, |n| {
        let lines = list(n, "\n", |i| format!("y = {} if x;", i % 3));
        with_agent("x : boolean; y : 0..3;", "a", ONE, &lines).text()
    }),
    ("wide lines", 1000, |n| {
        let vars = list(n, " ", |i| format!("v{i} : 0..3;"));
        let line = format!("{} if Action = a;", list(n, " and ", |i| format!("v{i} = 0")));
        with_agent(&format!("x : boolean; {vars}"), "a", ONE, &line).text()
    }),
    ("unused propositions", 2000, |n| {
        evaluated(list(n, "\n", |i| format!("p{i} if M.x = true;")) + "p if M.x;", "p;".into()).text()
    }),
    ("formulas", 1000, |n| {
        let evaluation = list(n, "\n", |i| format!("p{i} if M.x = true;"));
        evaluated(evaluation, list(n, "\n", |i| format!("-- name: n{i}\np{i};"))).text()
    }),
    ("groups", 1000, |n| {
        let groups = list(n, "\n", |i| format!("g{i} = {{M}};"));
        Text { groups, formulas: list(n, "\n", |i| format!("GK(g{i}, p);")), ..plain() }.text()
    }),
    ("members and formulas about them", 200, |n| {
        let agents = list(n, "", |i| agent(&format!("M{i}"), "x : boolean;", "a", ONE, STEP));
        let groups = format!("g = {{{}}};", list(n, ", ", |i| format!("M{i}")));
        let evaluation = list(n, "\n", |i| format!("p{i} if M{i}.x = true;"));
        let formulas = list(n, "\n", |i| format!("GK(g, p{i});"));
        Text { agents, groups, evaluation, formulas, init: "M0.x = true".into(), ..plain() }.text()
    }),
    ("parts of the initial condition", 1000, |n| {
        let vars = list(n + 1, " ", |i| format!("v{i} : 0..3;"));
        let init =
            list(n, " and ", |i| format!("(M.v{} = 0 or M.v{} = 1)", n - i, n - i - 1)) + " and M.v0 = 0 and M.x";
        Text { init, ..with_agent(&format!("x : boolean; {vars}"), "a", ONE, STEP) }.text()
    }),
    ("a long chain", 4000, |n| Text { formulas: format!("p{};", " and p".repeat(n)), ..plain() }.text()),
    ("a long sum", 4000, |n| {
        evaluated(format!("p if M.y{} = 0;", " + M.y".repeat(n)), "p;".into())
            .text()
            .replace("x : boolean;", "x : boolean; y : 0..1;")
    }),
    ("nested formulas", 50, |n| {
        let one = format!("{}p{};\n", "(p and ".repeat(200), ")".repeat(200));
        Text { formulas: one.repeat(n), ..plain() }.text()
    }),
    ("comments", 4000, |n| list(n, "\n", |i| format!("-- comment {i}")) + "\n" + &plain().text()),
    ("comments before end", 4000, |n| {
        Text { formulas: format!("p;\n{}", list(n, "\n", |i| format!("-- comment {i}"))), ..plain() }.text()
    }),
    ("comments about lints", 1000, |n| {
        let vars = list(n, "\n", |i| format!("-- savoir: allow(unused-variable)\nv{i} : 0..3;"));
        with_agent(&format!("x : boolean;\n{vars}"), "a", ONE, STEP).text()
    }),
    ("comments about one long line", 2000, |n| {
        let above = "-- savoir: allow(unused-variable)\n".repeat(n);
        let vars = list(n, " ", |i| format!("v{i} : 0..3;"));
        with_agent(&format!("x : boolean;\n{above}{vars}"), "a", ONE, STEP).text()
    }),
    ("unknown propositions", 4000, |n| {
        let evaluation = list(n, "\n", |i| format!("name_{i} if M.x;"));
        evaluated(evaluation, list(n, "\n", |i| format!("nmae_{i};"))).text()
    }),
    ("unknown variables", 4000, |n| {
        let vars = list(n, " ", |i| format!("v{i} : 0..3;"));
        let init = list(n, " and ", |i| format!("M.vv{i} = 0"));
        Text { init, ..with_agent(&format!("x : boolean; {vars}"), "a", ONE, STEP) }.text()
    }),
    ("unknown values", 4000, |n| {
        let values = list(n, ", ", |i| format!("val{i}"));
        let lines = list(n, "\n", |i| format!("c = vla{i} if c = vla{i};"));
        with_agent(&format!("x : boolean; c : {{{values}}};"), "a", ONE, &lines).text()
    }),
    ("unknown actions and agents", 4000, |n| {
        let lines = list(n, "\n", |i| format!("x = true if Action = act{i} and N{i}.Action = a;"));
        with_agent("x : boolean;", &list(n, ", ", |i| format!("atc{i}")), "Other : {atc0};", &lines).text()
    }),
    ("names defined twice", 2000, |n| with_agent(&"x : boolean; ".repeat(n), "a", ONE, STEP).text()),
    ("items listed twice", 2000, |n| {
        with_agent("x : boolean;", "a", &format!("Other : {{a{}}};", ", a".repeat(n)), STEP).text()
    }),
    ("what cannot be observed", 250, |n| {
        let vars = list(n, "\n", |i| format!("v{i} : boolean;"));
        let agents = list(n, "", |i| {
            agent(&format!("M{i}"), "x : boolean;", "a", ONE, &format!("x = true if Environment.v{i};"))
        });
        let init = "M0.x".into();
        Text { environment: environment("", &vars), agents, init, evaluation: "p if M0.x;".into(), ..plain() }.text()
    }),
    ("slips on one line", 2000, |n| evaluated("p if M.x == true; ".repeat(n), "p;".into()).text().replace('\n', " ")),
    ("operators of other languages", 2000, |n| Text { formulas: format!("p{};", " && p".repeat(n)), ..plain() }.text()),
    ("semicolons", 20_000, |n| ";".repeat(n)),
    ("opening parentheses", 20_000, |n| "(".repeat(n)),
    ("invalid characters", 20_000, |n| "@".repeat(n)),
    ("foreign comments", 4000, |n| "/* a */ // b\n".repeat(n)),
    ("conditions in formulas", 500, |n| {
        let formulas = list(n, "\n", |i| format!("EF (M.y = {i} and M.y + {i} < 7 * M.y);"));
        let agents = agent("M", "x : boolean; y : 0..5000;", "a", ONE, STEP);
        Text { agents, formulas, ..plain() }.text()
    }),
    ("conditions in one formula", 1000, |n| {
        let formulas = format!("EF ({});", list(n, " or ", |i| format!("~M.x & (M.y) + {i} < 7 = M.x")));
        let agents = agent("M", "x : boolean; y : 0..5000;", "a", ONE, STEP);
        Text { agents, formulas, ..plain() }.text()
    }),
    ("negations of bits", 4000, |n| Text { formulas: format!("{}p;", "~".repeat(n)), ..plain() }.text()),
    ("divisions", 1000, |n| {
        let lines = list(n, "\n", |_| "y = y / 2 if y / 2 < 3 and Action = a;".to_owned());
        with_agent("x : boolean; y : 0..9;", "a", ONE, &lines).text()
    }),
];

/// Everything that the front end does with a text.
fn work(text: &str) {
    let parsed = parse(text);
    let resolution = resolve(&parsed.tree);
    let (levels, _) = LintLevels::of_text(&parsed.tree);
    let mut found: Vec<Diagnostic> = parsed.diagnostics.clone();
    found.extend(resolution.diagnostics);
    let _ = PartialModel::of(&parsed.tree, &found);
    if let Some(model) = &resolution.model {
        found.extend(lint::lint(model, &parsed.tree));
        let asked: Vec<_> = model.properties.iter().map(|it| (it.formula, AtlSemantics::PerfectInformation)).collect();
        let _ = model.cone_of_influence(&asked);
        assert!(model.has_same_system(&model.clone()));
    }
    let found = levels.judge(found);
    let fixes: Vec<&Fix> = found.iter().flat_map(|found| &found.fixes).collect();
    let _ = apply_fixes(text, &fixes);
    if parsed.is_ok() {
        let _ = format(&parsed.tree);
    }
}

/// Nanoseconds that this thread has spent on a processor, where the system tells.
fn spent() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}

fn least_cost(text: &str) -> Option<u64> {
    let cost = || {
        let before = spent()?;
        work(text);
        Some(spent()? - before)
    };
    (0..3).map(|_| cost()).min().flatten()
}

/// Below this many nanoseconds, what is not the work itself counts too much.
const NOISE: u64 = 5_000_000;

#[test]
fn time_grows_with_the_text() {
    if spent().is_none() {
        eprintln!("skipped: the system does not tell how long a thread was busy");
        return;
    }
    let mut curves = Vec::new();
    for (name, size, text) in DIMENSIONS {
        let (small, large) = (text(*size), text(8 * size));
        assert!(large.len() < 12 * small.len(), "{name} does not grow in proportion");
        let (few, many) = (least_cost(&small).unwrap(), least_cost(&large).unwrap());
        let growth = many as f64 / few.max(NOISE) as f64;
        curves.push(format!("{name}: {} kB in {} ms, growth {growth:.1}", large.len() / 1000, many / 1_000_000));
        assert!(growth < 24.0, "{}", curves.join("\n"));
    }
    eprintln!("{}", curves.join("\n"));
}

/// Steps are counted, so this needs no clock: trying out values is bounded for a model as a whole, and so is guessing.
#[test]
fn lints_and_guesses_take_a_bounded_number_of_steps() {
    let text = |n: usize| {
        let actions = list(n, ", ", |i| format!("a{i}"));
        let protocol = list(n, "\n", |i| format!("y = {i} : {{a{i}}};"));
        let lines = list(n, "\n", |i| format!("x = true if Action = a{i};"));
        with_agent("x : boolean; y : 0..1000000;", &actions, &protocol, &lines).text()
    };
    let steps = |n: usize| {
        let tree = parse(&text(n)).tree;
        lint::lint_until(&resolve(&tree).model.unwrap(), &tree, &|| false).steps
    };
    // By itself the work would grow with the square.
    assert!(steps(1000) <= 110_000_000);
    let tree = parse(&text(200)).tree;
    let model = resolve(&tree).model.unwrap();
    let stopped = lint::lint_until(&model, &tree, &|| true);
    assert_eq!(stopped.extent, lint::Extent::Stopped);
    assert!(stopped.steps < 1_000_000 && lint::lint_until(&model, &tree, &|| false).steps > 1_000_000);
}

/// Of thousands of findings the first are kept, and one says how many there are besides.
#[test]
fn findings_are_capped_and_counted() {
    let text = evaluated("p if M.x;".into(), list(5000, "\n", |i| format!("q{i};"))).text();
    let found = resolve(&parse(&text).tree).diagnostics;
    assert_eq!(found.len(), 1001);
    let last = &found[1000];
    assert_eq!((last.stands_for, last.code), (4000, found[0].code));
    assert!(last.message.starts_with("4000 more findings are not listed"), "{}", last.message);
    let parsed = parse(&";".repeat(5000));
    assert_eq!(parsed.diagnostics.len(), 1001);
    assert!(parsed.diagnostics[1000].message.contains("more than 1000 errors: the rest of the file is not read"));
    assert_eq!(parsed.tree.root().span(), Span::new(0, 5000));
}

/// Actions that guards tell apart are different, however many there are.
#[test]
fn tested_actions_have_classes_of_their_own() {
    let count = 66_000;
    let actions = list(count, ", ", |i| format!("a{i}"));
    let lines = list(count, "\n", |i| format!("x = true if Action = a{i};"));
    let tree = parse(&with_agent("x : boolean;", &actions, &format!("Other : {{{actions}}};"), &lines).text()).tree;
    let classes = ActionClasses::new(&resolve(&tree).model.unwrap());
    let agent = AgentId::from(1);
    assert_eq!((classes.count(agent), classes.all(agent).len()), (count, count));
}
