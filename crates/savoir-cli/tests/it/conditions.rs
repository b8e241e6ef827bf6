//! Conditions on variables in formulas, from the command line.

use crate::common::{fresh, savoir};
use std::fs;

const MODEL: &str = "Agent Environment
  Vars: wind : 0..2; end Vars
  Actions = {}; Protocol: end Protocol Evolution: end Evolution
end Agent
Agent Drone
  Vars: fuel : 0..5; mode : {idle, busy}; on : boolean; end Vars
  Actions = {fly, rest};
  Protocol: fuel > 0 : {fly, rest}; Other : {rest}; end Protocol
  Evolution:
    fuel = fuel - 1 and mode = busy and on = true if Action = fly;
    mode = idle if Action = rest;
  end Evolution
end Agent
Evaluation calm if Environment.wind = 0; end Evaluation
InitStates Drone.fuel = 5 and Drone.mode = idle and Drone.on = false; end InitStates
Fairness Drone.mode = idle or Drone.fuel < 5; end Fairness
Formulae
  AG (Drone.mode = busy -> Drone.fuel < 5 and Drone.on);
  EF (calm and (Drone.fuel + 1) * 2 = Environment.wind + 2);  -- expect: false
  AG (Drone.on = (Drone.fuel < 5));
  K(Drone, Drone.fuel <> 1);
  !K(Drone, Environment.wind = 0);
  <Drone>F Drone.fuel = 0;
  LTL G Drone.fuel >= 3 -> F Drone.fuel < 3;  -- expect: false
  CTL* E F (Drone.fuel = 0 and X Drone.mode = idle);
  AF Drone.fuel = 0;  -- expect: false
end Formulae
";

#[test]
fn verdicts_and_evidence_are_the_same_in_both_engines_and_replayed() {
    let dir = fresh("conditions", "engines");
    fs::write(dir.join("drone.ispl"), MODEL).unwrap();
    for engine in ["explicit", "symbolic"] {
        let engine = format!("--engine={engine}");
        let (exit, out, err) =
            savoir(&dir, &["check", "drone.ispl", &engine, "--evidence=json:evidence.json", "--format=json"]);
        assert_eq!(exit, 0, "{out}{err}");
        assert!(out.contains("\"AG (Drone.mode = busy -> Drone.fuel < 5 and Drone.on)\""), "{out}");
        let (exit, out, err) = savoir(&dir, &["replay", "evidence.json", "drone.ispl"]);
        assert_eq!(exit, 0, "{out}{err}");
        assert!(out.contains("proved: 9 of 9 formulas"), "{out}");
        let (exit, out, _) = savoir(&dir, &["check", "drone.ispl", &engine, "-f", "AG Drone.fuel > 0", "--evidence"]);
        assert_eq!(exit, 1);
        let text = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("5 steps from s0 lead to a state without `Drone.fuel > 0`"), "{out}");
    }
}

#[test]
fn other_commands_know_them() {
    let dir = fresh("conditions", "commands");
    fs::write(dir.join("drone.ispl"), MODEL).unwrap();
    let (exit, out, _) = savoir(&dir, &["lint", "drone.ispl"]);
    assert_eq!((exit, out.as_str()), (0, "drone.ispl: nothing suspicious\n"));
    let (_, out, _) = savoir(&dir, &["mcmas", "drone.ispl"]);
    assert!(
        out.contains("(AG ((Drone.mode = busy) -> ((Drone.fuel < 5) && Drone.on))), is TRUE in the model"),
        "{out}"
    );
    let (_, out, _) = savoir(&dir, &["explain", "drone.ispl", "--formula", "AG !Drone.fuel=1"]);
    assert!(out.contains("(AG (! (Drone.fuel = 1)))") && out.contains("`Drone.fuel = 1` does not hold"), "{out}");
    let (exit, _, err) = savoir(&dir, &["fmt", "drone.ispl"]);
    assert_eq!(exit, 0, "{err}");
    let laid_out = fs::read_to_string(dir.join("drone.ispl")).unwrap();
    assert!(
        laid_out.contains("\n  <Drone>F Drone.fuel = 0;\n  LTL G Drone.fuel >= 3 -> F Drone.fuel < 3; "),
        "{laid_out}"
    );
    let (exit, _, err) = savoir(&dir, &["check", "drone.ispl", "-f", "AG Drone.fule = 0"]);
    assert_eq!(exit, 2);
    assert!(err.contains("did you mean `Drone.fuel`?"), "{err}");
}

/// Lines of protocols that are possible, but in no reachable state.
#[test]
fn lint_looks_at_reachable_states() {
    let dir = fresh("conditions", "reachable");
    let text = MODEL.replace("Protocol: fuel > 0 :", "Protocol: on and fuel = 5 : {rest}; fuel > 0 :");
    fs::write(dir.join("drone.ispl"), text).unwrap();
    let (exit, out, _) = savoir(&dir, &["lint", "drone.ispl"]);
    assert_eq!(exit, 1);
    assert!(out.contains("W0018") && out.contains("no reachable state satisfies its condition"), "{out}");
    let (exit, _, _) = savoir(&dir, &["lint", "drone.ispl", "--allow", "never-applies"]);
    assert_eq!(exit, 0);
}
