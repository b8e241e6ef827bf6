//! Input that nobody should write: deep, long, broken. It gets an answer or a clear error, never a crash. Tests run on
//! threads with small stacks, so recursion that follows the input would be noticed here.

use savoir::{Budget, CheckError, CheckRequest, Code, Loaded, Verdict, check, format, parse};

fn model(guard: &str, formula: &str) -> String {
    format!(
        "Agent M
  Vars: x : 0..3; b : boolean; end Vars
  Actions = {{a}};
  Protocol: Other : {{a}}; end Protocol
  Evolution: b = true if {guard}; end Evolution
end Agent
Evaluation p if M.b = true; end Evaluation
InitStates M.b = false and M.x = 0; end InitStates
Formulae {formula}; end Formulae
"
    )
}

/// The verdict, or the first error.
fn answer(text: &str) -> Result<Verdict, Code> {
    let loaded = Loaded::from_text("test.ispl", text);
    match check(&loaded, &CheckRequest::default(), &Budget::unlimited(), &mut |_| {}) {
        Ok(outcome) => Ok(outcome.results[0].verdict),
        Err(CheckError::Model(found)) => Err(found.iter().find(|found| found.is_error()).unwrap().code),
        Err(CheckError::Formulas(wrong)) => Err(wrong[0].diagnostics[0].code),
        Err(CheckError::Parts(problem)) => panic!("nobody asked for parts: {problem}"),
    }
}

fn nested(depth: usize, inner: &str) -> String {
    format!("{}{inner}{}", "(".repeat(depth), ")".repeat(depth))
}

#[test]
fn deep_nesting_is_an_error() {
    for depth in [1_000, 100_000] {
        assert_eq!(answer(&model(&nested(depth, "b = true"), "EF p")), Err(Code::TooDeep));
        assert_eq!(answer(&model("b = true", &nested(depth, "p"))), Err(Code::TooDeep));
        assert_eq!(answer(&model("b = true", &format!("{}p", "!".repeat(depth)))), Err(Code::TooDeep));
        assert_eq!(answer(&model("b = true", &format!("{}p", "AX ".repeat(depth)))), Err(Code::TooDeep));
        assert_eq!(answer(&model("b = true", &format!("LTL {}p", "X ".repeat(depth)))), Err(Code::TooDeep));
        assert_eq!(answer(&model(&format!("{}b", "~".repeat(depth)), "p")), Err(Code::TooDeep));
        assert_eq!(answer(&model(&format!("{}1 < x", "- ".repeat(depth)), "p")), Err(Code::TooDeep));
    }
    let groups = model("b", "p").replace("b = true if", &format!("{} if", nested(100_000, "b = true")));
    assert!(answer(&groups).is_err());
}

#[test]
fn nesting_within_the_limit_is_fine() {
    assert_eq!(answer(&model(&nested(400, "b = true"), &nested(400, "EF p"))), Ok(Verdict::False));
    assert_eq!(answer(&model("true", &format!("{}p", "AX ".repeat(400)))), Ok(Verdict::True));
    assert_eq!(answer(&model("true", &format!("LTL {}p", "X ".repeat(400)))), Ok(Verdict::True));
    let text = model(&nested(400, "b = true"), &nested(400, "EF p"));
    assert!(parse(&format(&parse(&text).tree)).is_ok());
}

#[test]
fn long_chains_are_not_deep() {
    let chain = |part: &str, word: &str, count: usize| vec![part; count].join(word);
    assert_eq!(answer(&model("true", &chain("AF p", " and ", 20_000))), Ok(Verdict::True));
    assert_eq!(answer(&model(&chain("b = false", " and ", 20_000), "AF p")), Ok(Verdict::True));
    assert_eq!(answer(&model(&format!("{} = 0", chain("x", " + ", 20_000)), "AF p")), Ok(Verdict::True));
    assert_eq!(answer(&model("true", &chain("AF p", " -> ", 500))), Ok(Verdict::True));
    // Right-nested chains become deep formulas and are refused beyond the limit.
    assert_eq!(answer(&model("true", &chain("p", " -> ", 20_000))), Err(Code::TooDeep));
    assert_eq!(answer(&model(&chain("b", " ^ ", 20_000), "p")), Err(Code::TooDeep));
    assert_eq!(answer(&model(&format!("{} = 0", chain("x", " * ", 20_000)), "p")), Err(Code::TooDeep));
}

#[test]
fn path_formulas_that_multiply_are_decided_or_stopped() {
    let nested = (0..40).fold("p".to_owned(), |formula, _| format!("({formula} <-> X p)"));
    assert!(answer(&model("true", &format!("LTL {nested}"))).is_ok());
    // Each eventuality doubles the automaton; the limit must still be noticed.
    let many: Vec<String> = (0..60).map(|index| format!("F ({} p)", "X ".repeat(index))).collect();
    let loaded = Loaded::from_text("many.ispl", &model("x = 2", &format!("CTL* E ({})", many.join(" and "))));
    let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(500));
    let start = std::time::Instant::now();
    let outcome = check(&loaded, &CheckRequest::default(), &budget, &mut |_| {});
    assert!(outcome.is_ok());
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[test]
fn broken_files_give_errors_and_a_tree() {
    let whole = model("b = true and x + 1 < 3", "AG (p -> K(M, p)); <{M}>(p U p); CTL* A (G F p)");
    for cut in (0..whole.len()).filter(|cut| whole.is_char_boundary(*cut)) {
        for text in [&whole[..cut], &whole[cut..]] {
            let loaded = Loaded::from_text("cut.ispl", text);
            assert!(loaded.has_errors() || cut == 0 || text.trim() == whole.trim(), "{text}");
        }
        // One character too few.
        let mut missing = whole.clone();
        missing.remove(cut);
        let parsed = parse(&missing);
        let again: String = parsed.tree.tokens().iter().map(|token| &parsed.tree.text()[token.span.range()]).collect();
        assert_eq!(again, missing);
    }
}

#[test]
fn repetition_of_anything_is_survived() {
    for piece in
        ["(", "Agent ", "end ", "{", ";", "<", "A(", "K(", "Vars: ", "x", "-- \n", "Formulae ", "\"", "é", "if "]
    {
        let loaded = Loaded::from_text("noise.ispl", &piece.repeat(20_000));
        assert!(loaded.has_errors(), "{piece}");
        assert!(loaded.diagnostics.len() <= 2_000);
    }
}

#[test]
fn large_numbers_cost_nothing() {
    let text = model("x = 3", "EF p").replace("0..3", "-9223372036854775808..9223372036854775807");
    assert_eq!(answer(&text), Ok(Verdict::False));
    let free = text.replace("and M.x = 0", "");
    let loaded = Loaded::from_text("free.ispl", &free);
    let budget = Budget::unlimited().with_memory(1 << 20);
    let explicit = CheckRequest { engine: savoir::Engine::Explicit, ..CheckRequest::default() };
    let outcome = check(&loaded, &explicit, &budget, &mut |_| {}).unwrap();
    assert_eq!(outcome.results[0].verdict, Verdict::Unknown(savoir::Stop::Memory));
    assert_eq!(answer(&free), Ok(Verdict::False));
}
