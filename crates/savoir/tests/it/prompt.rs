//! An answer comes in time even from work that cannot be left; and what goes wrong there is not lost.

use savoir::examples_for_docs::TOGGLE;
use savoir::{
    Answer, Budget, CheckRequest, ConsistencyAnswer, ConsistencyCheck, Engine, EvidenceOutcome, EvidenceWish, GivenUp,
    Loaded, Outcome, Phase, Progress, Stop, Verdict, check,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

fn run(budget: &Budget, request: &CheckRequest) -> (Outcome, usize) {
    let mut answers = 0;
    let loaded = Loaded::from_text("toggle.ispl", TOGGLE);
    let outcome = check(&loaded, request, budget, &mut |answer| {
        answers += usize::from(matches!(answer, Answer::Formula(_) | Answer::Consistency(_)));
    });
    (outcome.unwrap(), answers)
}

fn symbolic() -> CheckRequest {
    CheckRequest { engine: Engine::Symbolic, ..CheckRequest::default() }
}

/// Work that does not ask anybody whether to go on.
fn busy(at: Phase) -> Budget {
    Budget::unlimited().with_progress(Arc::new(move |progress: &Progress| {
        if progress.phase == at {
            std::thread::sleep(Duration::from_secs(20));
        }
    }))
}

#[test]
fn an_answer_comes_though_the_work_goes_on() {
    let start = Instant::now();
    let request = CheckRequest { consistency: vec![ConsistencyCheck::Deadlock], ..symbolic() };
    let (outcome, answers) = run(&busy(Phase::Explore).with_time(Duration::from_millis(100)), &request);
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(!outcome.explored);
    assert!(matches!(outcome.consistency[0].answer, ConsistencyAnswer::Stopped(Stop::Time)));
    assert!(outcome.results.iter().all(|result| result.verdict == Verdict::Unknown(Stop::Time)));
    assert_eq!(answers, outcome.results.len() + 1);
}

#[test]
fn what_was_found_before_is_kept() {
    let cancelled = Arc::new(AtomicBool::new(false));
    let budget = busy(Phase::Evaluate).with_cancel(cancelled.clone());
    let formulas = ["light or !light", "EF EG light"].map(str::to_owned).to_vec();
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        cancelled.store(true, Ordering::Relaxed);
    });
    let start = Instant::now();
    let (outcome, answers) = run(&budget, &CheckRequest { formulas, ..symbolic() });
    canceller.join().unwrap();
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert_eq!((outcome.explored, outcome.states.to_string().as_str(), outcome.engine), (true, "2", Engine::Symbolic));
    let verdicts: Vec<Verdict> = outcome.results.iter().map(|result| result.verdict).collect();
    assert_eq!(verdicts, [Verdict::True, Verdict::Unknown(Stop::Cancelled)]);
    assert_eq!(answers, 2);
}

#[test]
#[should_panic(expected = "a bug")]
fn a_bug_in_the_work_is_a_bug_of_the_check() {
    run(&Budget::unlimited().with_progress(Arc::new(|_: &Progress| panic!("a bug"))), &symbolic());
}

/// How often progress is reported, and what was found; work stays busy from report number `busy_at` on.
fn reports(formula: &str, evidence: EvidenceWish, busy_at: usize) -> (usize, Outcome) {
    let reports = Arc::new(AtomicUsize::new(0));
    let counted = reports.clone();
    let sink = move |_: &Progress| {
        if counted.fetch_add(1, Ordering::Relaxed) >= busy_at {
            std::thread::sleep(Duration::from_secs(20));
        }
    };
    let budget = Budget::unlimited().with_progress(Arc::new(sink)).with_time(Duration::from_secs(1));
    let (outcome, _) = run(&budget, &CheckRequest { formulas: vec![formula.to_owned()], evidence, ..symbolic() });
    (reports.load(Ordering::Relaxed), outcome)
}

#[test]
fn a_verdict_is_kept_though_its_evidence_is_not_found_in_time() {
    let formula = "EF EG light";
    let (for_verdict, expected) = reports(formula, EvidenceWish::None, usize::MAX);
    let (for_both, _) = reports(formula, EvidenceWish::Wanted, usize::MAX);
    assert!(for_verdict < for_both, "evidence for this formula takes steps");
    let (_, outcome) = reports(formula, EvidenceWish::Wanted, for_verdict);
    assert_eq!(outcome.results[0].verdict, expected.results[0].verdict);
    let evidence = outcome.results[0].evidence.as_ref().unwrap();
    assert!(matches!(evidence.outcome, EvidenceOutcome::GivenUp(GivenUp::Stopped(Stop::Time))));
}
