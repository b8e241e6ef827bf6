//! Notes on verdicts and models, in sentences: what a verdict does not say by itself.

use crate::consistency::on_one_line;
use crate::evidence::{View, text as evidence};
use crate::style::{DIM, OPEN, paint, wrap};
use savoir::{
    BigUint, ConsistencyCheck, Constant, EndingPaths, FormulaNote, FormulaResult, LineIndex, ModelNote, OperandAnswer,
    OperandReport, Outcome, OverflowNote, SourceFile, Vacuity, Verdict, Where,
};

const WIDTH: usize = 100;
/// Notes on a verdict start below its formula.
const INDENT: usize = 18;
/// Operands are listed where evidence stands.
const LIST_INDENT: usize = 6;
/// Of more lines or variables than this, only so many are named.
const MOST_NAMED: usize = 3;

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Extent {
    /// Long lists are cut.
    #[default]
    Brief,
    /// Everything is named.
    All,
}

/// In how many initial states a formula fails, if that is known and there are several.
pub(crate) fn coverage(result: &FormulaResult) -> Option<String> {
    result.notes.iter().find_map(|note| match note {
        FormulaNote::InitialStates { failing, all } => Some(initial_states(failing, all)),
        FormulaNote::EndedPaths { .. } | FormulaNote::Vacuous(_) | FormulaNote::Operands(_) => None,
    })
}

fn initial_states(failing: &BigUint, all: &BigUint) -> String {
    if failing == all {
        format!("in each of {all} initial states")
    } else {
        format!("in {failing} of {all} initial states")
    }
}

/// The notes on a verdict in sentences, without full stops.
#[must_use]
pub fn sentences(result: &FormulaResult) -> Vec<String> {
    result.notes.iter().map(|note| sentence(result.verdict, note)).collect()
}

/// A note on a verdict in a sentence, without a full stop.
pub(crate) fn sentence(verdict: Verdict, note: &FormulaNote) -> String {
    let word = if verdict == Verdict::True { "true" } else { "false" };
    match note {
        FormulaNote::InitialStates { failing, all } => format!("false {}", initial_states(failing, all)),
        FormulaNote::EndedPaths { every_path: true } => {
            format!("{word} only because every path ends: infinite paths count, and there are none")
        }
        FormulaNote::EndedPaths { every_path: false } => {
            format!("{word} only because infinite paths count, and some paths end in a state without successor")
        }
        FormulaNote::Vacuous(vacuity) => vacuous(vacuity),
        FormulaNote::Operands(report) => operands(report),
    }
}

fn vacuous(Vacuity { cause, constant, place, given, elsewhere, operands }: &Vacuity) -> String {
    let states = match place {
        Where::InitialStates => "initial state",
        Where::AllStates => "reachable state",
    };
    let number = match constant {
        Constant::Never => "no",
        Constant::Always => "every",
    };
    let given = match &given[..] {
        [] => String::new(),
        given => format!(" with {}", quoted(given)),
    };
    let verb = if operands.len() == 1 { "does not matter" } else { "do not matter" };
    let hint = if *elsewhere { " (it is about initial states only: `AG` is about all)" } else { "" };
    format!("`{cause}` holds in {number} {states}{given}, so {} {verb}{hint}", quoted(operands))
}

fn operands(report: &OperandReport) -> String {
    let idle = |answer: &OperandAnswer| matches!(answer, OperandAnswer::DoesNotMatter { .. });
    let open = |answer: &OperandAnswer| matches!(answer, OperandAnswer::NotLookedAt(_));
    let number =
        |wanted: &dyn Fn(&OperandAnswer) -> bool| report.operands.iter().filter(|(_, answer)| wanted(answer)).count();
    let (idle, open, all) = (number(&idle), number(&open), report.operands.len());
    let rest = match (open, report.has_more) {
        (0, false) => String::new(),
        (0, true) => ", others not looked at".to_owned(),
        (open, _) => format!(", {open} not looked at"),
    };
    match (idle, all) {
        (_, 0) => "vacuity: there is no operand".to_owned(),
        (0, 1) if open == 0 => format!("vacuity: its operand matters{rest}"),
        (1, 1) => "vacuity: its operand does not matter".to_owned(),
        (0, _) if open == 0 => format!("vacuity: all {all} operands matter{rest}"),
        (idle, all) => {
            format!("vacuity: {idle} of {all} operands {} not matter{rest}", if idle == 1 { "does" } else { "do" })
        }
    }
}

fn quoted(formulas: &[String]) -> String {
    let quoted: Vec<String> = formulas.iter().map(|formula| format!("`{formula}`")).collect();
    match quoted.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// The notes below a verdict.
pub(crate) fn below(result: &FormulaResult) -> String {
    let notes = result.notes.iter().filter(|note| !matches!(note, FormulaNote::InitialStates { .. }));
    notes.map(|note| paragraph(INDENT, &sentence(result.verdict, note))).collect()
}

fn paragraph(indent: usize, text: &str) -> String {
    let left = " ".repeat(indent);
    let lines = wrap(&format!("note: {text}"), WIDTH - indent);
    let mut out = String::new();
    for (index, line) in lines.iter().enumerate() {
        let styled = match line.strip_prefix("note:").filter(|_| index == 0) {
            Some(rest) => format!("{}{}", paint(OPEN, "note:"), paint(DIM, rest)),
            None => paint(DIM, line),
        };
        out += &format!("{left}{styled}\n");
    }
    out
}

/// Which operands matter, each on a line, with the witnesses that there are.
#[must_use]
pub fn operand_list(result: &FormulaResult, view: &View) -> String {
    let mut out = String::new();
    for note in &result.notes {
        let FormulaNote::Operands(report) = note else { continue };
        for (operand, answer) in &report.operands {
            out += &operand_line(report.verdict, operand, answer);
            if let OperandAnswer::Matters { witness: Some(witness), .. } = answer {
                out += &evidence::render(witness, view).lines().map(indented).collect::<String>();
            }
        }
    }
    out
}

/// A line of evidence below an operand.
fn indented(line: &str) -> String {
    if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }
}

fn operand_line(verdict: bool, operand: &str, answer: &OperandAnswer) -> String {
    let text = match answer {
        OperandAnswer::DoesNotMatter { constants } => {
            let with: Vec<String> = constants.iter().map(bool::to_string).collect();
            format!("`{operand}` does not matter: with `{}` in its place it is {verdict} too", with.join("` or `"))
        }
        OperandAnswer::Matters { constant, .. } => {
            format!("`{operand}` matters: with `{constant}` in its place it is {}", !verdict)
        }
        OperandAnswer::NotLookedAt(stop) => format!("`{operand}` was not looked at: {stop}"),
    };
    let left = " ".repeat(LIST_INDENT);
    let mut lines = wrap(&text, WIDTH - LIST_INDENT - 2).into_iter();
    let first = lines.next().unwrap_or_default();
    let rest: String = lines.map(|line| format!("{left}  {}\n", paint(DIM, &line))).collect();
    format!("{left}{}\n{rest}", paint(DIM, &format!("- {first}")))
}

/// The notes on a model, each on a line below the verdicts.
#[must_use]
pub fn on_model(outcome: &Outcome, source: &SourceFile, extent: Extent) -> String {
    let shown = shown(&outcome.notes, extent);
    let mut out: String =
        shown.iter().map(|note| paragraph(2, &model_sentence(note, outcome, source, extent))).collect();
    let more = match outcome.notes.len() - shown.len() {
        0 => return out,
        1 => "1 more evolution line is disabled somewhere: `--notes all` names it".to_owned(),
        more => format!("{more} more evolution lines are disabled somewhere: `--notes all` names them"),
    };
    out += &paragraph(2, &more);
    out
}

/// The notes that are shown: of many evolution lines only the first.
fn shown(notes: &[ModelNote], extent: Extent) -> Vec<&ModelNote> {
    let mut lines = 0;
    let is_shown = |note: &&ModelNote| {
        lines += usize::from(matches!(note, ModelNote::Overflow(_)));
        extent == Extent::All || !matches!(note, ModelNote::Overflow(_)) || lines <= MOST_NAMED
    };
    notes.iter().filter(is_shown).collect()
}

/// A note on a model in a sentence, without a full stop.
pub(crate) fn model_sentence(note: &ModelNote, outcome: &Outcome, source: &SourceFile, extent: Extent) -> String {
    let hint = |check: ConsistencyCheck, option: &str| match outcome.consistency.iter().any(|done| done.check == check)
    {
        true => String::new(),
        false => format!(" (`{option}` shows how)"),
    };
    match note {
        ModelNote::Deadlocks { states, all, paths } => {
            let verb = if *states == BigUint::from(1u32) { "has" } else { "have" };
            let paths = match paths {
                EndingPaths::Unknown | EndingPaths::SomeEnd => String::new(),
                EndingPaths::AllEndFrom { states, all } => {
                    format!(", and every path from {states} of {all} initial states ends")
                }
                EndingPaths::AllEnd => ", and every path ends".to_owned(),
            };
            let hint = hint(ConsistencyCheck::Deadlock, "--deadlock");
            format!("{states} of {all} reachable states {verb} no successor{paths}{hint}")
        }
        ModelNote::Overflow(overflow) => {
            format!("{}{}", overflow_sentence(overflow, source), hint(ConsistencyCheck::Overflow, "--overflow"))
        }
        ModelNote::FreeVariables(names) => {
            let named = if extent == Extent::All { names.len() } else { names.len().min(MOST_NAMED) };
            let mut list: Vec<String> = names[..named].to_vec();
            let rest = names.len() - named;
            let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
            let last = if rest == 0 && list.len() > 1 { list.pop() } else { None };
            let last = last.map_or_else(String::new, |last| format!(" and {last}"));
            let verb = if names.len() == 1 {
                "may start with any value and never changes"
            } else {
                "may start with any value and never change"
            };
            format!("{}{last}{more} {verb}", list.join(", "))
        }
        ModelNote::UnfairInitialStates { states, all } => {
            format!("no fair path starts in {states} of {all} initial states: formulas are not about them")
        }
    }
}

fn overflow_sentence(overflow: &OverflowNote, source: &SourceFile) -> String {
    let line = line_of(overflow, source);
    let text = on_one_line(source.text.get(overflow.span.range()).unwrap_or_default());
    let OverflowNote { variables, states, all, .. } = overflow;
    format!(
        "line {line} is disabled in {states} of {all} reachable states, where {} would leave its range: `{text}`",
        variables.join(" or ")
    )
}

/// The number of the line of the file where an evolution line starts.
pub(crate) fn line_of(overflow: &OverflowNote, source: &SourceFile) -> usize {
    LineIndex::new(&source.text).line_column(&source.text, overflow.span.start).line
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::Stop;

    fn report(answers: &[OperandAnswer], has_more: bool) -> String {
        let operands = answers.iter().map(|answer| ("p".to_owned(), answer.clone())).collect();
        sentence(Verdict::True, &FormulaNote::Operands(OperandReport { verdict: true, operands, has_more }))
    }

    #[test]
    fn operands_are_counted() {
        let idle = OperandAnswer::DoesNotMatter { constants: &[false] };
        let busy = OperandAnswer::Matters { constant: false, witness: None };
        let open = OperandAnswer::NotLookedAt(Stop::Time);
        assert_eq!(report(&[], false), "vacuity: there is no operand");
        assert_eq!(report(std::slice::from_ref(&busy), false), "vacuity: its operand matters");
        assert_eq!(report(std::slice::from_ref(&idle), false), "vacuity: its operand does not matter");
        assert_eq!(report(&[busy.clone(), busy.clone()], false), "vacuity: all 2 operands matter");
        assert_eq!(report(&[busy.clone(), idle.clone()], false), "vacuity: 1 of 2 operands does not matter");
        let some = report(&[busy.clone(), idle, open.clone()], false);
        assert_eq!(some, "vacuity: 1 of 3 operands does not matter, 1 not looked at");
        assert_eq!(report(&[busy.clone(), busy], true), "vacuity: all 2 operands matter, others not looked at");
        assert!(operand_line(true, "p", &open).contains("`p` was not looked at: time limit reached"));
    }

    #[test]
    fn what_does_not_matter_is_said_with_its_cause() {
        let text = |text: &str| text.to_owned();
        let vacuity = Vacuity {
            cause: text("p"),
            constant: Constant::Never,
            place: Where::AllStates,
            given: vec![text("q")],
            elsewhere: false,
            operands: vec![text("r"), text("s")],
        };
        let said = "`p` holds in no reachable state with `q`, so `r` and `s` do not matter";
        assert_eq!(vacuous(&vacuity), said);
    }
}
