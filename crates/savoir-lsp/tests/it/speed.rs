//! How long it takes from a keystroke to what is said about it.

use crate::client::{Client, MODEL};
use crate::cursor::position;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// In an optimised program a tenth of a second has to do. This one is not, and shares its machine with other tests.
const BOUND: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1_500 } else { 100 });

/// A model of about a thousand lines: agents in a row that hand something on.
fn thousand_lines() -> String {
    let mut text = String::new();
    let agents = 50;
    for number in 0..agents {
        let before = (number + agents - 1) % agents;
        let _ = write!(
            text,
            "Agent A{number}\n  -- Hands on what it has.\n  Vars:\n    has : boolean;\n    count : 0..3;\n  end Vars\n  \
             RedStates:\n  end RedStates\n  Actions = {{give, keep}};\n  Protocol:\n    has = true : {{give, keep}};\n    \
             Other : {{keep}};\n  end Protocol\n  Evolution:\n    has = true if A{before}.Action = give;\n    \
             has = false if Action = give;\n    count = 1 if Action = give;\n  end Evolution\nend Agent\n"
        );
    }
    text += "Evaluation\n";
    for number in 0..agents {
        let _ = writeln!(text, "  has_{number} if A{number}.has = true;");
    }
    text += "end Evaluation\nInitStates\n  A0.has = true";
    for number in 1..agents {
        let _ = write!(text, " and\n  A{number}.has = false");
    }
    text += ";\nend InitStates\nFormulae\n";
    for number in 0..agents {
        let _ = writeln!(text, "  AG (has_{number} -> K(A{number}, has_{number}));");
    }
    text + "end Formulae\n"
}

#[test]
fn a_keystroke_in_a_thousand_lines_is_answered_soon() {
    let mut text = thousand_lines();
    assert!(text.lines().count() >= 1_000, "{}", text.lines().count());
    let mut client = Client::checking();
    client.open(MODEL, &text);
    let errors: Vec<Value> = client.diagnostics(MODEL, 1).into_iter().filter(|found| found["severity"] == 1).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let mut times = Vec::new();
    for (version, letter) in (2..).zip("and has_1 and ".chars()) {
        let place = text.rfind(");\nend Formulae").unwrap();
        let here = position(&text, place);
        text.insert(place, letter);
        let start = Instant::now();
        client.change(MODEL, version, &json!([{ "range": { "start": here, "end": here }, "text": letter }]));
        client.diagnostics(MODEL, version);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    eprintln!("{} lines: diagnostics after {median:?} (median), {worst:?} (worst)", text.lines().count());
    assert!(median < BOUND, "{times:?}");
}
