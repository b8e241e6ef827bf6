//! Formulas decided independently of each other, by several threads: whatever is shown is the same with any number of them.

use savoir::{
    Answer, Budget, CheckRequest, Engine, EvidenceWish, FormulaNote, Loaded, MemoryUse, NotesWish, OpenModel, Outcome,
    PlanTuning, Stop, Verdict, check,
};
use savoir_testkit::fixtures::workspace_root;
use savoir_testkit::{Options, RandomModel, cases};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Formulas are independent of each other, whatever they take.
fn request(threads: usize) -> CheckRequest {
    let plan = PlanTuning { formulas_after: 0, formulas_weight: u64::MAX, ..PlanTuning::default() };
    CheckRequest { engine: Engine::Symbolic, threads, plan, ..CheckRequest::default() }
}

fn run(loaded: &Loaded, request: &CheckRequest, budget: &Budget) -> Option<Outcome> {
    let mut told = 0;
    let outcome = check(loaded, request, budget, &mut |answer| {
        if let Answer::Formula(result) = answer {
            told += 1;
            assert!(told == result.index || !request.only.is_empty(), "answers are told once and in order");
        }
    });
    let outcome = outcome.ok()?;
    assert_eq!(told, outcome.results.len());
    Some(outcome)
}

/// How many formulas a second thread has decided.
fn elsewhere(outcome: &Outcome) -> usize {
    outcome.plan.independent.map_or(0, |found| found.elsewhere)
}

/// Everything but seconds and who has decided what.
fn shown(mut outcome: Outcome) -> String {
    let mut out = String::new();
    if let Some(independent) = &mut outcome.plan.independent {
        independent.elsewhere = 0;
    }
    outcome.effort.encode_seconds = 0.0;
    let _ = writeln!(out, "{} {:?} {:?} {:?}", outcome.states, outcome.plan, outcome.effort, outcome.notes);
    for result in &mut outcome.results {
        result.seconds = 0.0;
        let evidence = result.evidence.as_ref().map(|evidence| &evidence.outcome);
        let (verdict, shortcuts, notes) = (result.verdict, &result.shortcuts, &result.notes);
        let _ = writeln!(out, "{} {verdict:?} {shortcuts:?} {evidence:?} {notes:?}", result.index);
    }
    out
}

fn same_for_all_threads(loaded: &Loaded, name: &str) -> (bool, usize) {
    let (mut independent, mut helped) = (false, 0);
    for (evidence, notes) in [
        (EvidenceWish::None, NotesWish::Off),
        (EvidenceWish::Unexpected, NotesWish::Off),
        (EvidenceWish::Wanted, NotesWish::Off),
        (EvidenceWish::None, NotesWish::Brief),
        (EvidenceWish::Unexpected, NotesWish::Brief),
        (EvidenceWish::None, NotesWish::All),
    ] {
        let with = |threads| run(loaded, &CheckRequest { evidence, notes, ..request(threads) }, &Budget::unlimited());
        let Some(alone) = with(1) else { return (false, 0) };
        assert_eq!(elsewhere(&alone), 0);
        let is_independent = alone.plan.independent.is_some();
        assert!(!is_independent || notes != NotesWish::All, "{name}");
        independent |= is_independent && notes == NotesWish::Brief;
        let alone = shown(alone);
        for threads in [2, 4] {
            let together = with(threads).unwrap();
            helped += elsewhere(&together);
            assert_eq!(shown(together), alone, "{name}, {evidence:?}, {notes:?}, {threads} threads");
        }
    }
    (independent, helped)
}

#[test]
fn examples_show_the_same_with_any_number_of_threads() {
    let mut independent = 0;
    for entry in std::fs::read_dir(workspace_root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let found = same_for_all_threads(&Loaded::from_file(&path).unwrap(), &path.display().to_string());
        independent += usize::from(found.0);
    }
    assert!(independent >= 5, "{independent}");
}

#[test]
fn random_models_show_the_same_with_any_number_of_threads() {
    let (mut independent, mut helped) = (0, 0);
    for seed in 0..cases(200) {
        let text = RandomModel::generate(seed, &Options::default()).to_ispl();
        let found = same_for_all_threads(&Loaded::from_text("random.ispl", &text), &format!("seed {seed}\n{text}"));
        independent += usize::from(found.0);
        helped += found.1;
    }
    assert!(independent > 10, "{independent} models have independent formulas, {helped} were decided elsewhere");
}

/// Two clocks, and formulas that each take about as long as the states.
fn clocks(left: usize, right: usize, formulas: usize) -> Loaded {
    let clock = |name: &str, period: usize| {
        format!(
            "Agent {name} Vars: t : 0..{last}; end Vars Actions = {{tick}}; Protocol: Other : {{tick}}; end Protocol
             Evolution: t = t + 1 if t < {last}; t = 0 if t = {last}; end Evolution end Agent\n",
            last = period - 1
        )
    };
    let mut text = clock("Left", left) + &clock("Right", right) + "Evaluation\n";
    for number in 0..formulas {
        let (left, right) = (number * left / formulas, number * right / (formulas + 1));
        let _ = writeln!(text, "p{number} if Left.t = {left} and Right.t = {right};");
    }
    text += "end Evaluation InitStates Left.t = 0 and Right.t = 0; end InitStates Formulae\n";
    (0..formulas).for_each(|number| text += &format!("AG EF p{number};\n"));
    Loaded::from_text("clocks.ispl", &(text + "end Formulae"))
}

#[test]
fn a_second_thread_takes_formulas() {
    let loaded = clocks(47, 43, 12);
    let alone = run(&loaded, &request(1), &Budget::unlimited()).unwrap();
    assert!(alone.results.iter().all(|result| result.verdict == Verdict::True));
    let independent = alone.plan.independent.unwrap();
    assert_eq!((independent.before, independent.left), (0, 12));
    let together = run(&loaded, &request(2), &Budget::unlimited()).unwrap();
    assert!(elsewhere(&together) > 0, "{:?}", together.plan.independent);
    assert_eq!(shown(together), shown(alone));
    // It is not worth while where formulas take little, and not asked for by default.
    let usual = CheckRequest { plan: PlanTuning::default(), ..request(2) };
    assert_eq!(run(&clocks(5, 3, 12), &usual, &Budget::unlimited()).unwrap().plan.independent, None);
}

/// Conditions tell that an operand does not matter, whoever has decided the formula. Where paths end there is more to be told.
#[test]
fn formulas_decided_elsewhere_have_notes() {
    let text = clocks(47, 43, 12).source.text.replace("AG EF p11;", "AG (never -> EF p11);");
    let text = text.replace("Evaluation\np0", "Evaluation\nnever if Left.t = 1 and Left.t = 2;\np0");
    let with = |text: &str, notes, threads| {
        let request = CheckRequest { notes, ..request(threads) };
        run(&Loaded::from_text("clocks.ispl", text), &request, &Budget::unlimited()).unwrap()
    };
    let (alone, together) = (with(&text, NotesWish::Brief, 1), with(&text, NotesWish::Brief, 2));
    assert!(elsewhere(&together) > 0);
    assert!(matches!(together.results[11].notes[..], [FormulaNote::Vacuous(_)]), "{:?}", together.results[11].notes);
    assert_eq!(shown(together), shown(alone));
    let ends = text.replace("Protocol: Other : {tick};", "Protocol: t = 0 : {tick};");
    assert_eq!(with(&ends, NotesWish::Brief, 2).plan.independent, None);
    assert!(with(&ends, NotesWish::Off, 2).plan.independent.is_some());
}

/// A session that is asked again knows what this thread has decided, and notes are about that.
#[test]
fn sessions_that_are_kept_decide_in_order() {
    let loaded = clocks(23, 19, 8);
    let with = |notes| {
        let request = CheckRequest { notes, ..request(2) };
        OpenModel::default().check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap().plan.independent
    };
    assert_eq!(with(NotesWish::Brief), None);
    assert!(with(NotesWish::Off).is_some());
}

/// Evidence may take as much memory as what was done before, so all of that is done by one thread.
#[test]
fn unexpected_verdicts_are_explained_by_who_has_decided_all() {
    let text = clocks(23, 19, 8).source.text.replace("AG EF p6;", "AG !p6;");
    let loaded = Loaded::from_text("clocks.ispl", &text);
    let with = |threads| {
        let request = CheckRequest { evidence: EvidenceWish::Unexpected, ..request(threads) };
        run(&loaded, &request, &Budget::unlimited()).unwrap()
    };
    let (alone, together) = (with(1), with(2));
    assert_eq!(alone.results.iter().filter(|result| result.evidence.is_some()).count(), 1);
    assert_eq!(alone.results[6].verdict, Verdict::False);
    assert_eq!(shown(together), shown(alone));
}

/// So much is in use, whatever one does.
fn in_use() -> Option<MemoryUse> {
    Some(MemoryUse { resident: 100 << 20, addresses: 0 })
}

#[test]
fn without_room_for_another_system_there_is_none() {
    let loaded = clocks(131, 127, 6);
    // A little more than that, and less than the diagrams take after the first formula.
    let scarce = Budget::unlimited().with_usage(in_use).with_memory(102 << 20);
    let plan = PlanTuning { formulas_after: 1, ..request(1).plan };
    let [alone, together] =
        [1, 2].map(|threads| run(&loaded, &CheckRequest { plan: plan.clone(), ..request(threads) }, &scarce).unwrap());
    assert!(alone.plan.independent.is_some());
    assert_eq!(elsewhere(&together), 0);
    assert!(together.results.iter().all(|result| result.verdict == Verdict::True));
    assert_eq!(shown(together), shown(alone));
}

#[test]
fn limits_end_both_threads() {
    let loaded = clocks(211, 197, 8);
    let late = Budget::unlimited().with_time(Duration::from_millis(2500));
    let cancelled = Arc::new(AtomicBool::new(false));
    let flag = cancelled.clone();
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(2500));
        flag.store(true, Ordering::Relaxed);
    });
    for (budget, stop) in [(late, Stop::Time), (Budget::unlimited().with_cancel(cancelled), Stop::Cancelled)] {
        let start = Instant::now();
        let outcome = run(&loaded, &request(2), &budget).unwrap();
        assert!(start.elapsed() < Duration::from_secs(30));
        let last = outcome.results.last().map(|result| result.verdict);
        assert!(last == Some(Verdict::Unknown(stop)) || last == Some(Verdict::True), "{last:?}");
    }
    canceller.join().unwrap();
}
