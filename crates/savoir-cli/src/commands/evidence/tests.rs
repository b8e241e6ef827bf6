//! Evidence that an engine with a bug would make.

use super::*;
use crate::args::{LayoutArguments, TimeDirection};
use savoir::{Budget, CheckRequest, FormulaEvidence, Node, Reason, Shown, check, replay};
use std::process::ExitCode;

/// The results for a model, with evidence.
fn checked(loaded: &Loaded) -> Vec<FormulaResult> {
    let request = CheckRequest { evidence: EvidenceWish::Wanted, ..CheckRequest::default() };
    check(loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap().results
}

/// Changes the state at the end of the path that shows the formula, and replays that, as an engine with a bug would
/// have it done.
fn falsify(result: &mut FormulaResult) {
    let FormulaEvidence { model, outcome } = result.evidence.take().unwrap();
    let EvidenceOutcome::Shown(mut evidence, _) = outcome else { panic!("{outcome:?}") };
    let Shown::Tree(tree) = &mut evidence.shown else { panic!("nothing is shown") };
    let Node { reason: Reason::Path(reason), .. } = &mut tree.nodes[0] else { panic!("no path is shown") };
    let last = reason.path.states.len() - 1;
    reason.path.states[last][0] ^= 1;
    let mismatch = replay(&model, &evidence).expect_err("a wrong path must not replay");
    result.evidence = Some(FormulaEvidence { model, outcome: EvidenceOutcome::Refuted(evidence, mismatch) });
}

#[test]
fn evidence_that_does_not_replay_is_an_internal_error_with_a_report() {
    let text = savoir::examples_for_docs::TOGGLE.replace("AG EF light;", "EF light;");
    let loaded = Loaded::from_text("toggle.ispl", &text);
    let reports = tempfile::tempdir().unwrap();
    let options = EvidenceArguments {
        evidence: Some(EvidenceOutput { format: EvidenceFormat::Text, file: None }),
        full: false,
        agents: Vec::new(),
        show_propositions: false,
        layout: LayoutArguments { width: None, layout: TimeDirection::Down },
        strategy: None,
        permissive: false,
        nested: false,
    };
    let collector = || Collector {
        wish: EvidenceWish::Wanted,
        wanted: Some(EvidenceFormat::Text),
        place: None,
        options: &options,
        force: ForceArguments::default(),
        view: View::default(),
        text: String::new(),
        begun: false,
        origin: Origin::Model,
        reports: reports.path().to_owned(),
    };
    let mut results = checked(&loaded);
    assert_eq!(collector().finish(&loaded, &results, Reloading::Never), Exit::Met);
    assert!(std::fs::read_dir(reports.path()).unwrap().next().is_none());
    falsify(&mut results[0]);
    assert!(collector().add(&results[0], "").contains("The evidence is wrong"));
    let exit = collector().finish(&loaded, &results, Reloading::Never);
    assert_eq!(exit, Exit::Internal);
    assert_eq!(format!("{:?}", ExitCode::from(exit)), format!("{:?}", ExitCode::from(101)));
    let report = std::fs::read_to_string(reports.path().join("savoir-bug-1.txt")).unwrap();
    for part in ["# What is wrong\n\nnode 0: ", "EF light", "\"savoir/evidence/2\"", "Agent Switch"] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    // A second one does not overwrite the first.
    assert_eq!(collector().finish(&loaded, &results, Reloading::Never), Exit::Internal);
    assert!(reports.path().join("savoir-bug-2.txt").exists());
}
