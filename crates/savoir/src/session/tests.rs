//! One model, many questions.

use super::*;
use crate::evidence::EvidenceWish;
use crate::examples_for_docs::TOGGLE;
use crate::{CheckRequest, Loaded, OpenModel, Phase, ProgressSink};
use savoir_model::{AtlSemantics, StartSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

fn engines() -> [BuildOptions; 2] {
    [Engine::Explicit, Engine::Symbolic].map(|engine| BuildOptions { engine, ..BuildOptions::with_threads(1) })
}

#[test]
fn a_cancelled_question_leaves_the_rest_as_it_was() {
    let loaded = Loaded::from_text("toggle.ispl", TOGGLE);
    let model = loaded.model.as_ref().unwrap();
    let formula = model.properties[0].formula;
    for options in engines() {
        let mut session = Session::open(model, &options, &Budget::unlimited()).unwrap();
        assert_eq!(session.states().to_string(), "2");
        session.limit(&Budget::unlimited().with_cancel(Arc::new(AtomicBool::new(true))));
        assert_eq!(session.decide(formula, Semantics::default()), Verdict::Unknown(Stop::Cancelled));
        session.limit(&Budget::unlimited());
        assert_eq!(session.decide(formula, Semantics::default()), Verdict::True);
        let (verdict, why) = session.explain(formula, Semantics::default(), StrategyOptions::default());
        assert!(verdict == Verdict::True && matches!(why, Some(EvidenceOutcome::Shown(..))), "{why:?}");
        assert_eq!(session.counts().unwrap().deadlocks, BigUint::ZERO);
        assert_eq!(session.list_states().unwrap(), (vec![vec![0], vec![1]], vec![vec![0]]));
        let light = Condition::read(model, "EX light and !light", Semantics::default()).unwrap();
        assert_eq!(session.truth(&light, &[0]), Ok(Some(true)));
        assert_eq!(session.truth(&light, &[1]), Ok(Some(false)));
    }
}

#[test]
fn a_condition_is_read_as_its_annotation_says() {
    let loaded = Loaded::from_text("toggle.ispl", TOGGLE);
    let model = loaded.model.as_ref().unwrap();
    let uniform = AtlSemantics::Uniform(StartSet::Common);
    let read = |text: &str| {
        Condition::read(model, text, Semantics { atl: uniform, ..Semantics::default() }).map(|read| read.semantics.atl)
    };
    assert_eq!(read("<{}>F light").unwrap(), uniform);
    assert_eq!(read("<{}>F light -- atl: perfect").unwrap(), AtlSemantics::PerfectInformation);
    let wrong = read("<{}>F light -- atl: uniform-model").unwrap_err();
    assert!(wrong.diagnostics[0].message.contains("cannot be about other models"), "{wrong:?}");
}

#[test]
fn what_limits_a_session_is_told_with_its_plan() {
    let loaded = Loaded::from_text("toggle.ispl", TOGGLE);
    let model = loaded.model.as_ref().unwrap();
    let none = Budget::unlimited().with_cancel(Arc::new(AtomicBool::new(true)));
    for options in engines() {
        let not = Session::open(model, &options, &none).unwrap_err();
        assert_eq!((not.stop, not.engine), (Stop::Cancelled, options.engine));
        assert_eq!(not.plan.records.len(), 1);
    }
}

#[test]
fn states_are_found_again_only_if_more_than_formulas_changed() {
    let explored = Arc::new(AtomicUsize::new(0));
    let count = explored.clone();
    let sink: ProgressSink = Arc::new(move |progress| {
        count.fetch_add(usize::from(progress.phase == Phase::Initial), Ordering::Relaxed);
    });
    let budget = Budget::unlimited().with_progress(sink);
    let mut open = OpenModel::default();
    let mut ask = |text: &str| {
        let loaded = Loaded::from_text("toggle.ispl", text);
        let outcome = open.check(&loaded, &CheckRequest::default(), &budget, &mut |_| {}).unwrap();
        (outcome.results[0].verdict, outcome.states.to_string(), explored.swap(0, Ordering::Relaxed))
    };
    let other_formula = TOGGLE.replace("AG EF light", "  AG light");
    let other_system = TOGGLE.replace("Action = press", "Action = wait");
    assert_eq!(ask(TOGGLE), (Verdict::True, "2".to_owned(), 1));
    assert_eq!(ask(&other_formula), (Verdict::False, "2".to_owned(), 0));
    assert_eq!(ask(TOGGLE), (Verdict::True, "2".to_owned(), 0));
    assert_eq!(ask(&other_system), (Verdict::True, "2".to_owned(), 1));
}

#[test]
fn all_formulas_are_decided_before_evidence_is_made() {
    let loaded = Loaded::from_text("toggle.ispl", TOGGLE);
    let model = Arc::new(loaded.model.unwrap());
    let formula = model.properties[0].formula;
    for (evidence, expected) in
        [(EvidenceWish::Wanted, "ddee"), (EvidenceWish::Unexpected, "ddee"), (EvidenceWish::None, "dede")]
    {
        for options in engines() {
            let mut session = Session::open(&model, &options, &Budget::unlimited()).unwrap();
            let questions = Questions {
                model: model.clone(),
                formulas: vec![(formula, Semantics::default()); 2],
                expected: vec![true; 2],
                uniform: savoir_check::UniformAlgorithm::Auto,
                evidence,
                strategies: StrategyOptions::default(),
                notes: NotesWish::Off,
                variants: Vec::new(),
                afterwards: Afterwards::Kept,
            };
            let told = std::cell::RefCell::new(String::new());
            let tell = |finding: Finding| {
                told.borrow_mut().push(match finding {
                    Finding::NoFairPath => 'n',
                    Finding::Decision(_) => 'd',
                    Finding::Complete(..) => 'e',
                });
            };
            session.ask(&questions, &tell).unwrap();
            assert_eq!(told.into_inner(), expected);
        }
    }
}
