//! Hints and lenses.

use crate::common::MODEL;
use savoir::Verdict;
use savoir_ide::{Document, Expectation, FormulaProgress, LensCommand, Span, Verdicts, code_lenses, inlay_hints};
use savoir_model::AgentId;

fn verdicts() -> Verdicts {
    let answered = |verdict, expectation| FormulaProgress::Answered { verdict, seconds: 0.25, expectation };
    Verdicts {
        states: Some(1234u32.into()),
        formulas: vec![
            answered(Verdict::True, Expectation::NotMet),
            answered(Verdict::False, Expectation::NotStated),
            FormulaProgress::Running,
            FormulaProgress::Pending,
        ],
        protocol_lines: [
            ((AgentId(1), 0), 7u32.into()),
            ((AgentId(1), 1), 0u32.into()),
            ((AgentId(9), 9), 1u32.into()),
        ]
        .into_iter()
        .collect(),
    }
}

fn hints(text: &str, span: Span) -> Vec<String> {
    let document = Document::new("test.ispl", text);
    let found = inlay_hints(&document, &verdicts(), span).into_iter();
    found.map(|hint| format!("{}: {}", document.lines().line(hint.offset) + 1, hint.label)).collect()
}

#[test]
fn verdicts_and_numbers_stand_behind_their_lines() {
    let all = Span::new(0, MODEL.len() as u32);
    assert_eq!(
        hints(MODEL, all),
        [
            "32: in 7 states",
            "33: in no state",
            "71: true, not as expected · 1,234 states",
            "72: false · 1,234 states",
            "73: checking …"
        ]
    );
    let start = MODEL.find("AG (high").unwrap() as u32;
    assert_eq!(hints(MODEL, Span::new(start, start + 1)), ["72: false · 1,234 states"]);
    // Verdicts about another version do no harm.
    assert_eq!(hints("Formulae AG", Span::new(0, 20)), ["1: true, not as expected · 1,234 states"]);
}

#[test]
fn lenses_stand_above_whole_formulas() {
    let lenses = |text: &str| -> Vec<String> {
        let document = Document::new("test.ispl", text);
        let found = code_lenses(&document, &verdicts()).into_iter();
        found.map(|lens| format!("{} {}", lens.formula, lens.title)).collect()
    };
    let found = lenses(MODEL);
    assert_eq!(found.len(), 18);
    assert_eq!(found[..3], ["1 Check again", "1 Evidence", "1 Simulate"]);
    assert_eq!((found[6].as_str(), found[9].as_str()), ("3 Checking …", "4 Check"));
    let broken = lenses(&MODEL.replacen("AG !flooded;", "AG !floded;", 1));
    assert_eq!((broken.len(), broken[0].as_str()), (15, "2 Check again"));
    let document = Document::new("test.ispl", MODEL);
    let commands: Vec<LensCommand> = code_lenses(&document, &Verdicts::default()).iter().map(|it| it.command).collect();
    assert_eq!(commands[..3], [LensCommand::Check, LensCommand::Evidence, LensCommand::Simulate]);
}
