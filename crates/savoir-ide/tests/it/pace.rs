//! How long a keystroke takes.

use savoir_families::family;
use savoir_ide::{Document, Span, Verdicts, diagnostics};
use std::fmt::Write as _;
use std::time::Instant;

/// A model of about so many lines, as people write them: agents with a few variables, and formulas about each.
fn large(lines: usize) -> String {
    let agents = lines / 25;
    let mut out = String::from(
        "Agent Environment\n  Obsvars:\n    turn : 0..9;\n  end Obsvars\n  Vars:\n    store : {none, some, all};\n  end Vars\n  \
         Actions = {go, rest};\n  Protocol:\n    Other : {go, rest};\n  end Protocol\n  Evolution:\n    turn = turn + 1 if \
         Action = go and turn < 9;\n    store = some if Action = rest;\n  end Evolution\nend Agent\n",
    );
    for i in 0..agents {
        let next = (i + 1) % agents;
        write!(
            out,
            "Agent Worker{i}\n  Lobsvars = {{store}};\n  Vars:\n    state : {{idle, busy, done{i}}};\n    count : 0..7;\n    \
             -- Whether it was asked.\n    asked : boolean;\n  end Vars\n  Actions = {{take, give, wait}};\n  Protocol:\n    \
             state = idle and Environment.store = some : {{take, wait}};\n    state = busy and count > 3 : {{give, wait}};\n    \
             Other : {{wait}};\n  end Protocol\n  Evolution:\n    state = busy and count = count + 1 if state = idle and \
             Action = take and count < 7;\n    state = done{i} if state = busy and Action = give;\n    asked = true if \
             Worker{next}.Action = give or Environment.Action = go;\n    state = idle and count = 0 if state = done{i} and \
             Worker{next}.Action = take;\n  end Evolution\nend Agent\n"
        )
        .unwrap();
    }
    out += "Evaluation\n";
    (0..agents).for_each(|i| writeln!(out, "  busy{i} if Worker{i}.state = busy and Worker{i}.count > 2;").unwrap());
    out += "  asked if Worker0.asked = true;\nend Evaluation\nInitStates\n  Environment.turn = 0";
    (0..agents).for_each(|i| write!(out, " and Worker{i}.state = idle and Worker{i}.asked = false").unwrap());
    out += ";\nend InitStates\nGroups\n  crew = {Worker0, Worker1};\nend Groups\nFormulae\n  AG asked;\n";
    (0..agents).for_each(|i| writeln!(out, "  AG (busy{i} -> K(Worker{i}, EF !busy{i}));").unwrap());
    out + "  <crew>F asked;\nend Formulae\n"
}

/// Milliseconds that this thread has spent on a processor, where the system tells; it tells every few milliseconds.
fn spent() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(told.split_whitespace().next()?.parse::<f64>().ok()? / 1e6)
}

/// What something takes: on an idle machine the least of some tries, on a busy one what this thread was busy with all of them.
fn milliseconds(mut ask: impl FnMut()) -> f64 {
    const TRIES: u32 = 5;
    let before = spent();
    let mut least = f64::INFINITY;
    for _ in 0..TRIES {
        let started = Instant::now();
        ask();
        least = least.min(started.elapsed().as_secs_f64() * 1000.0);
    }
    let busy = before.zip(spent()).map(|(before, after)| (after - before) / f64::from(TRIES));
    busy.map_or(least, |busy| least.min(busy))
}

/// What a model of a thousand lines takes, several times over: the limit is for a machine that is busy with other tests.
#[test]
fn a_keystroke_in_a_thousand_lines() {
    let text = large(1000);
    let lines = text.lines().count();
    assert!((900..1100).contains(&lines), "{lines}");
    let document = Document::new("large.ispl", &text);
    assert!(document.loaded().model.is_some(), "{:?}", diagnostics(&document)[0]);
    let broken = text.replacen("Action = take and count", "Action = tak and ", 1);
    let at = text.find("state = busy and count > 3").unwrap() as u32;
    let whole = Span::new(0, text.len() as u32);
    let none = Verdicts::default();
    let asked: [(&str, &dyn Fn()); 12] = [
        ("diagnostics", &|| drop(Document::new("large.ispl", &text))),
        ("diagnostics of a broken text", &|| drop(Document::new("large.ispl", &broken))),
        ("tokens", &|| drop(savoir_ide::semantic_tokens(&document))),
        ("completions", &|| drop(savoir_ide::completions(&document, at))),
        ("hover", &|| drop(savoir_ide::hover(&document, at))),
        ("symbols", &|| drop(savoir_ide::symbols(&document))),
        ("folding", &|| drop(savoir_ide::folding_ranges(&document))),
        ("lenses", &|| drop(savoir_ide::code_lenses(&document, &none))),
        ("hints", &|| drop(savoir_ide::inlay_hints(&document, &none, whole))),
        ("formatting", &|| drop(savoir_ide::formatting(&document))),
        ("rename", &|| drop(savoir_ide::rename(&document, at, "fresh"))),
        ("actions", &|| drop(savoir_ide::code_actions(&document, whole))),
    ];
    let took = asked.map(|(what, ask)| (what, milliseconds(ask)));
    println!("{took:.1?}");
    assert!(took.iter().all(|(_, took)| *took < 100.0), "{took:?}");
}

/// Models with large local states keep lints busy for seconds, but not an editor.
#[test]
fn lints_that_take_long_are_left_undecided() {
    let text = family("muddy").unwrap().generate(60).unwrap();
    let took = milliseconds(|| drop(Document::new("muddy.ispl", &text)));
    println!("{} lines: {took:.1} ms", text.lines().count());
    assert!(took < 300.0, "{took} ms");
}

/// Four times the text takes about four times as long: far from sixteen times.
#[test]
fn nothing_is_quadratic() {
    let ask = |text: &str| {
        let document = Document::new("large.ispl", text);
        let at = text.find("busy, done0").unwrap() as u32;
        milliseconds(|| {
            drop(Document::new("large.ispl", text));
            drop(savoir_ide::semantic_tokens(&document));
            drop(savoir_ide::hover(&document, at));
            drop(savoir_ide::highlights(&document, at));
            drop(savoir_ide::folding_ranges(&document));
            drop(savoir_ide::symbols(&document));
            drop(savoir_ide::rename(&document, at, "fresh_1"));
        })
    };
    let (small, large) = (ask(&large(4000)), ask(&large(16_000)));
    println!("{small:.1} ms, {large:.1} ms");
    assert!(large < small.max(1.0) * 10.0, "{small} ms, {large} ms");
}
