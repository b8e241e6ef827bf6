//! Commands of a simulation that do not fit, limits, and very many joint actions.

use savoir::simulate::{Command, Ending, Filter, Reply, Settings, Simulation, Step, Trouble};
use savoir::{Budget, BuildOptions, Engine, Semantics, Stop};
use savoir_testkit::fixtures::load;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn settings(engine: Engine) -> Settings {
    Settings {
        build: BuildOptions { engine, ..BuildOptions::with_threads(1) },
        semantics: Semantics::default(),
        budget: Budget::unlimited(),
    }
}

pub(crate) fn run(session: &mut Simulation<'_>, line: &str) -> Result<Reply, Trouble> {
    session.execute(&Command::parse(line).unwrap().unwrap())
}

const TWO: &str = "
Agent Coin
  Vars: side : {heads, tails}; end Vars
  Actions = {toss, wait};
  Protocol: side = heads : {toss, wait}; Other : {wait}; end Protocol
  Evolution:
    side = heads if Action = toss;
    side = tails if Action = toss;
  end Evolution
end Agent
Agent Watcher
  Vars: bored : boolean; end Vars
  Actions = {look};
  Protocol: Other : {look}; end Protocol
  Evolution: bored = true if Coin.Action = wait; end Evolution
end Agent
Evaluation lost if Coin.side = tails; bored if Watcher.bored = true; end Evaluation
InitStates Coin.side = heads and Watcher.bored = false; end InitStates
Formulae EF lost; end Formulae
";

#[test]
fn commands_that_do_not_fit_say_why() {
    let model = load(TWO);
    let mut session = Simulation::new(&model, settings(Engine::Auto), 0).unwrap();
    let mut wrong = |line: &str| match run(&mut session, line) {
        Err(trouble) => trouble.text(),
        Ok(reply) => panic!("{line}: {reply:?}"),
    };
    assert_eq!(wrong("start 2"), "there is only one initial state");
    assert_eq!(wrong("start lost"), "no initial state satisfies `lost`");
    assert_eq!(wrong("do"), "say what `Coin` does: it may do `toss` or `wait`");
    assert_eq!(wrong("do Coin=jump"), "`Coin` has no action `jump`");
    assert_eq!(wrong("do Con=toss"), "there is no agent `Con`; did you mean `Coin`?");
    assert_eq!(wrong("do Coin=wait, Coin=wait"), "`Coin` is named twice");
    assert_eq!(wrong("do Coin=toss"), "this leads to 2 states: choose one with `-> NUMBER` or `-> CONDITION`");
    assert_eq!(wrong("do Coin=toss -> 3"), "the outcomes have the numbers 1 to 2");
    assert_eq!(wrong("do Coin=toss -> bored"), "no outcome satisfies `bored`");
    assert_eq!(wrong("step"), "there are 3 steps: choose one with `step NUMBER`");
    assert_eq!(wrong("back"), "there are only 0 steps before");
    assert_eq!(wrong("forward 2"), "there are only 0 steps ahead");
    assert_eq!(wrong("jump 4"), "the path has only 0 steps");
    assert_eq!(wrong("jump lost"), "`lost` holds nowhere on the path");
    assert_eq!(wrong("set back"), "there is no set before this one");
    assert!(wrong("is losst").contains("losst"));
    assert!(wrong("is Coin.side = head").contains("head"));
    run(&mut session, "do Coin=toss -> lost").unwrap();
    let Err(trouble) = run(&mut session, "do Coin=toss") else { panic!() };
    assert_eq!(trouble.text(), "`Coin` may not do `toss` here, only `wait`");
    run(&mut session, "is K(Watcher, lost)").unwrap();
}

#[test]
fn a_limit_leaves_the_question_open_and_the_session_whole() {
    let model = load(TWO);
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_cancel(flag.clone());
    let mut session = Simulation::new(&model, Settings { budget, ..settings(Engine::Symbolic) }, 0).unwrap();
    flag.store(true, Ordering::Relaxed);
    for line in ["knows", "set initial", "goal lost", "random 3"] {
        let Err(trouble) = run(&mut session, line) else { panic!("{line} was not interrupted") };
        assert!(matches!(trouble, Trouble::Stopped(Stop::Cancelled)), "{line}");
        assert_eq!(trouble.text(), "unknown: interrupted");
    }
    flag.store(false, Ordering::Relaxed);
    let Reply::Walked(walk) = run(&mut session, "goal lost").unwrap() else { panic!() };
    assert_eq!((walk.ending, walk.places.len()), (Ending::Reached("lost".to_owned()), 1));
}

#[test]
fn very_many_joint_actions_are_counted_but_not_listed() {
    let agent = |index: usize| {
        format!(
            "Agent A{index} Vars: x : boolean; end Vars Actions = {{a, b}}; Protocol: Other : {{a, b}}; end Protocol \
             Evolution: x = true if Action = a; x = false if Action = a; end Evolution end Agent\n"
        )
    };
    let agents: String = (0..60).map(agent).collect();
    let start: Vec<String> = (0..60).map(|index| format!("A{index}.x = false")).collect();
    let text = format!(
        "{agents} Evaluation p if A0.x = true; end Evaluation InitStates {}; end InitStates Formulae p; end Formulae",
        start.join(" and ")
    );
    let model = load(&text);
    let mut session = Simulation::new(&model, settings(Engine::Symbolic), 7).unwrap();
    let options = session.options(&Filter::default());
    assert_eq!(options.joint_actions, num_bigint::BigUint::from(1u64 << 60));
    assert!(!options.complete && !options.steps.is_empty());
    run(&mut session, "random 50").unwrap();
    let script = session.script();
    let mut again = Simulation::new(&model, settings(Engine::Symbolic), 0).unwrap();
    for line in script.lines() {
        run(&mut again, line).unwrap_or_else(|trouble| panic!("{line}: {}", trouble.text()));
    }
    assert_eq!(again.here(), session.here());
    let Reply::Set(report) = run(&mut session, "set step").unwrap() else { panic!() };
    assert_eq!(report.count, num_bigint::BigUint::from(1u64 << 60));
    let Step { state, .. } = options.steps[0].clone();
    assert_eq!(state.len(), 60);
}
