//! Formulas that were begun on diagrams and are decided on single states: verdicts are those of the other engines.

use savoir::{
    AttemptName, Budget, CheckRequest, Engine, EvidenceWish, FormulaTuning, Loaded, NotesWish, OpenModel, Outcome,
    PlanTuning, Verdict, Why, check,
};
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Options, RandomModel, cases};

/// Diagrams are what all but the tiniest models get, and the first formula of some work is too much for them.
fn tuning(formulas: FormulaTuning) -> PlanTuning {
    let mut plan = PlanTuning { formulas, ..PlanTuning::default() };
    (plan.tiny.states, plan.narrow.mean_level, plan.modest.states) = (2, Some(0), 0);
    plan.pace.first_poll = u64::MAX;
    plan
}

const AT_ONCE: FormulaTuning = FormulaTuning { most: u64::MAX, factor: 0, least: 0 };

fn request(threads: usize, formulas: FormulaTuning) -> CheckRequest {
    let mut request = CheckRequest { threads, plan: tuning(formulas), ..CheckRequest::default() };
    // A formula of some steps is one of some polls.
    request.symbolic.tuning.diagrams.poll_steps = 1;
    request
}

fn run(loaded: &Loaded, request: &CheckRequest) -> Option<Outcome> {
    check(loaded, request, &Budget::unlimited(), &mut |_| {}).ok()
}

fn verdicts(outcome: &Outcome) -> Vec<Verdict> {
    outcome.results.iter().map(|result| result.verdict).collect()
}

fn has_changed(outcome: &Outcome) -> bool {
    outcome.plan.records.iter().any(|record| record.attempt.name == AttemptName::Formulas)
}

#[test]
fn formulas_that_go_to_single_states_have_the_same_verdicts() {
    let mut changed = 0;
    for fairness in [Options::default(), Options { fairness: FairnessRate::Always, ..Options::default() }] {
        for seed in 0..cases(300) {
            let text = RandomModel::generate(seed, &fairness).to_ispl();
            let loaded = Loaded::from_text("random.ispl", &text);
            let explicit = CheckRequest { engine: Engine::Explicit, ..CheckRequest::default() };
            let Some(expected) = run(&loaded, &explicit) else { continue };
            for evidence in [EvidenceWish::None, EvidenceWish::Wanted] {
                let with = |threads| CheckRequest { evidence, ..request(threads, AT_ONCE) };
                let Some(outcome) = run(&loaded, &with(1)) else { panic!("seed {seed}\n{text}") };
                assert_eq!(verdicts(&outcome), verdicts(&expected), "seed {seed}\n{text}");
                assert_eq!(outcome.states, expected.states, "seed {seed}\n{text}");
                let together = run(&loaded, &with(2)).unwrap();
                assert_eq!((verdicts(&together), together.plan), (verdicts(&outcome), outcome.plan.clone()));
                changed += u64::from(has_changed(&outcome));
            }
        }
    }
    assert!(changed > cases(100), "{changed}");
}

/// A counter beside another one, so that `AG EF` takes some steps of diagrams.
const CLOCKS: &str = "
Agent Left Vars: t : 0..36; end Vars Actions = {tick}; Protocol: Other : {tick}; end Protocol
  Evolution: t = t + 1 if t < 36; t = 0 if t = 36; end Evolution end Agent
Agent Right Vars: t : 0..30; end Vars Actions = {tick}; Protocol: Other : {tick}; end Protocol
  Evolution: t = t + 1 if t < 30; t = 0 if t = 30; end Evolution end Agent
Evaluation start if Left.t = 0 and Right.t = 0; end Evaluation
InitStates Left.t = 0 and Right.t = 0; end InitStates
Formulae AG (Left.t <= 36); AG EF start; AG EF start; AG !start; end Formulae";

#[test]
fn formulas_go_to_single_states_when_they_have_taken_as_much_as_finding_these() {
    let loaded = Loaded::from_text("clocks.ispl", CLOCKS);
    let with = |formulas| run(&loaded, &request(1, formulas)).unwrap();
    let all = [Verdict::True, Verdict::True, Verdict::True, Verdict::False];
    let outcome = with(FormulaTuning { factor: 1, ..AT_ONCE });
    assert_eq!((outcome.engine, verdicts(&outcome)), (Engine::Explicit, all.to_vec()));
    let last = outcome.plan.records.len() - 1;
    assert_eq!(outcome.plan.taken, Some(last));
    assert_eq!(outcome.plan.records[last].attempt.name, AttemptName::Formulas);
    assert!(outcome.plan.records.iter().any(|record| record.why == Why::SlowFormulas));
    // Not where formulas take less, and not if all states are too much.
    for formulas in [FormulaTuning { least: u64::MAX, ..AT_ONCE }, FormulaTuning { most: 10, ..AT_ONCE }] {
        let outcome = with(formulas);
        assert_eq!((outcome.engine, verdicts(&outcome)), (Engine::Symbolic, all.to_vec()));
    }
}

/// What is kept between questions would be lost, and an engine that was asked for stays.
#[test]
fn only_a_run_that_is_over_then_changes_the_engine() {
    let loaded = Loaded::from_text("clocks.ispl", CLOCKS);
    let request = CheckRequest { notes: NotesWish::Off, ..request(1, AT_ONCE) };
    let kept = OpenModel::default().check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
    assert_eq!(kept.engine, Engine::Symbolic);
    let forced = CheckRequest { engine: Engine::Symbolic, ..request.clone() };
    assert_eq!(run(&loaded, &forced).unwrap().engine, Engine::Symbolic);
    assert_eq!(run(&loaded, &request).unwrap().engine, Engine::Explicit);
}
