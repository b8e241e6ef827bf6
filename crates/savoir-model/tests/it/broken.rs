//! A tree of a broken text has holes; giving it a meaning must not stumble over them.

use savoir_model::{lint::lint, resolve};
use savoir_syntax::parse;

const MODEL: &str = "Semantics = SA;
Agent Environment
  Obsvars: o : boolean; end Obsvars
  Vars: h : 0..5; e : {red, green}; end Vars
  RedStates: h = 1; end RedStates
  Actions = {n};
  Protocol: Other : {n}; end Protocol
  Evolution: h = h / 2 + 1 if h < 5 and (Action = n or !(o = true)); end Evolution
end Agent
Agent M
  Lobsvars = {h};
  Vars: x : -1..3; end Vars
  Actions = {a, b};
  Protocol: x = 0 and Environment.h <> 1 : {a}; Other : {a, b}; end Protocol
  Evolution: (x = -x * 2) if M.Action = a -> x > 1 <-> true; end Evolution
end Agent
Evaluation p if M.x = 1; q if Environment.e = red & ~(Environment.o ^ true); end Evaluation
InitStates M.x = 0 or M.x = Environment.h; end InitStates
Groups g = {M, Environment}; end Groups
Fairness p -> q; end Fairness
Formulae
  AG (p -> K(M, q) or KH(M, Environment, p)) <-> A(p U ! q); -- expect: true
  <g>(p U q) and <{M}>X DK(g, M.RedStates) and GCK(?Y, true);
  LTL G (F p U q); CTL* A (X p -> <g>(E (G p) U q));
end Formulae
";

#[test]
fn no_token_is_indispensable() {
    let whole = parse(MODEL);
    assert!(whole.is_ok(), "{:?}", whole.diagnostics);
    let tree = whole.tree;
    let words: Vec<&str> = tree.tokens().iter().map(|token| &tree.text()[token.span.range()]).collect();
    let visible = |index: &usize| !words[*index].trim().is_empty();
    let others =
        ["end", "(", ")", ";", "U", "and", "=", "Agent", "Vars", "x", "~", "not", "&&", "=>", ".", "<", "?", "#"];
    for index in (0..words.len()).filter(visible) {
        for other in ["", &words[index].repeat(2), &format!("{0} {0}", words[index])].into_iter().chain(others) {
            let mut changed = words.clone();
            changed[index] = other;
            let parsed = parse(&changed.concat());
            if let Some(model) = resolve(&parsed.tree).model {
                let _ = lint(&model, &parsed.tree);
            }
        }
    }
}
