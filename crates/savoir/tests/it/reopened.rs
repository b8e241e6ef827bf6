//! A model whose formulas change keeps its states, and conditions in the new formulas are read as they stand there.

use savoir::{Budget, CheckRequest, Engine, Loaded, OpenModel, Verdict, check};

const MODEL: &str = "Agent M
  Vars: x : 0..6; b : boolean; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 and b = (x > 2) if x < 6 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 6; end Evaluation
InitStates M.x = 0 and M.b = false; end InitStates
Formulae
";

fn loaded(formulas: &str) -> Loaded {
    Loaded::from_text("m.ispl", &format!("{MODEL}{formulas}\nend Formulae\n"))
}

#[test]
fn changed_conditions_are_decided_as_by_a_new_session() {
    let versions = [
        "EF M.x = 6; AG (M.b -> M.x > 3);",
        "AG (M.b -> M.x > 4); EF (M.x = 6 and !M.b); EF M.x = 6;",
        "EF M.x = 2; EF (M.x + 1 = 3 and M.b = true); AG (top -> M.x * 2 = 12); AG (M.x < 5 or M.b);",
        "EF M.x = 6; AG (M.b -> M.x > 3);",
    ];
    let budget = Budget::unlimited();
    for engine in [Engine::Explicit, Engine::Symbolic] {
        let mut open = OpenModel::default();
        let request = CheckRequest { engine, threads: 1, ..CheckRequest::default() };
        for version in versions {
            let loaded = loaded(version);
            let verdicts = |outcome: savoir::Outcome| -> Vec<Verdict> {
                outcome.results.iter().map(|result| result.verdict).collect()
            };
            let kept = verdicts(open.check(&loaded, &request, &budget, &mut |_| {}).unwrap());
            let fresh = verdicts(check(&loaded, &request, &budget, &mut |_| {}).unwrap());
            assert_eq!(kept, fresh, "{engine:?}: {version}");
            assert!(!fresh.is_empty() && fresh.iter().all(|verdict| !matches!(verdict, Verdict::Unknown(_))));
        }
    }
}
