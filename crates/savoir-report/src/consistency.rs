//! What was found out about a model as a whole, for people.

use crate::evidence::states::{States, WIDTH};
use crate::evidence::{View, problems};
use crate::style::{BAD, GOOD, OPEN, paint, wrap};
use savoir::{
    ConsistencyAnswer, ConsistencyCheck, ConsistencyResult, Defect, DefectCause, DefectReplay, Domain, LineIndex,
    Model, Number, Overflow, SourceFile,
};

/// Where the explanation starts on a line, below its answer.
const INDENT: usize = 6;

/// The name of a check, as in the options of the command line.
#[must_use]
pub fn name(check: ConsistencyCheck) -> &'static str {
    match check {
        ConsistencyCheck::Deadlock => "deadlock",
        ConsistencyCheck::Overflow => "overflow",
    }
}

/// One answer, with the path to the defect that was found.
#[must_use]
pub fn render(result: &ConsistencyResult, source: &SourceFile, view: &View) -> String {
    let name = name(result.check);
    let line = |style, mark, text: &str| format!("  {} {}\n", paint(style, mark), paint(style, text));
    match &result.answer {
        ConsistencyAnswer::Free => line(GOOD, "✓", &format!("no {name}")),
        ConsistencyAnswer::Stopped(stop) => line(OPEN, "?", &format!("{name}: unknown ({stop})")),
        ConsistencyAnswer::Refuted(_, problem) => {
            let problem = problems::sentence(&result.model, problem);
            line(BAD, "✗", &format!("{name}: what was found does not agree with the model: {problem}"))
        }
        ConsistencyAnswer::Found(defect, replayed) => {
            let not_replayed = match replayed {
                DefectReplay::Confirmed => String::new(),
                DefectReplay::TooManyJointActions => {
                    let left = " ".repeat(INDENT);
                    format!("{left}Not replayed: there are too many joint actions to try each.\n")
                }
            };
            line(BAD, "✗", name) + &explained(&result.model, defect, source, view) + &not_replayed
        }
    }
}

/// What is wrong, in a sentence, and how it comes to that.
pub(crate) fn explained(model: &Model, defect: &Defect, source: &SourceFile, view: &View) -> String {
    let mut states = States::new(model, view);
    let mut path = String::new();
    states.path(&mut path, INDENT + 2, &defect.path);
    let last = defect.path.end().map_or_else(String::new, |state| states.name(state));
    let how = match defect.path.actions.len() {
        0 => "an initial state".to_owned(),
        1 => "reached in 1 step".to_owned(),
        steps => format!("reached in {steps} steps"),
    };
    let sentences = sentences(model, &defect.cause, source, &states);
    let left = " ".repeat(INDENT);
    let text = format!("In {last}, {how}, {}", sentences.join(" "));
    let lines = wrap(&text, WIDTH - INDENT);
    let text: String = lines.iter().map(|line| format!("{left}{}\n", line.replace('\u{a0}', " "))).collect();
    format!("{text}\n{path}\n")
}

/// What is wrong with the last state; the first sentence goes on after a comma.
#[must_use]
fn sentences(model: &Model, cause: &DefectCause, source: &SourceFile, states: &States<'_>) -> Vec<String> {
    match cause {
        DefectCause::NoAction(agents) => {
            vec![format!("nothing can happen: {} may perform no action.", states.agents(agents))]
        }
        DefectCause::NoSuccessor(overflow) => {
            let mut all = overflow_sentences(model, overflow, source);
            all[0] = format!(
                "nothing can happen: every joint action assigns a value that does not fit. For example, {}",
                all[0]
            );
            all
        }
        DefectCause::Overflow(overflow) => overflow_sentences(model, overflow, source),
    }
}

fn overflow_sentences(model: &Model, overflow: &Overflow, source: &SourceFile) -> Vec<String> {
    let agent = model.agent(overflow.agent);
    let variable = model.variable(overflow.variable);
    let why = match (overflow.value, variable.domain) {
        (Number::Finite { denominator: 2.., .. }, _) => "not a whole number".to_owned(),
        (_, Domain::Int { low, high }) => format!("not in {low}..{high}"),
        (_, Domain::Bool | Domain::Enum(_)) => "no value of it".to_owned(),
    };
    let line = line_number(source, model, overflow);
    vec![
        format!(
            "the evolution of {} assigns {} = {}, which is {why}, in line {line}:",
            agent.name, variable.name, overflow.value
        ),
        format!("`{}`.", line_text(source, model, overflow)),
        format!("The joint action is {}.", joint(model, overflow)),
    ]
}

/// The number of the line of the file where the evolution line starts.
pub(crate) fn line_number(source: &SourceFile, model: &Model, overflow: &Overflow) -> usize {
    let span = model.agent(overflow.agent).evolution[overflow.line].span;
    LineIndex::new(&source.text).line_column(&source.text, span.start).line
}

/// The evolution line as it is written, on one line.
pub(crate) fn line_text(source: &SourceFile, model: &Model, overflow: &Overflow) -> String {
    let span = model.agent(overflow.agent).evolution[overflow.line].span;
    on_one_line(source.text.get(span.range()).unwrap_or_default())
}

/// A line of a model on one line of text: without comments and the semicolon.
pub(crate) fn on_one_line(text: &str) -> String {
    let code = text.lines().map(|line| line.split("--").next().unwrap_or_default());
    let words: Vec<&str> = code.flat_map(str::split_whitespace).collect();
    words.join(" ").trim_end_matches([';', ' ']).to_owned()
}

/// What every agent does that has actions.
fn joint(model: &Model, overflow: &Overflow) -> String {
    let does = model.agents.iter().zip(&overflow.joint).filter_map(|(agent, action)| {
        Some(format!("{}:\u{a0}{}", agent.name, agent.actions.get((*action)?.index())?.name))
    });
    does.collect::<Vec<_>>().join(", ")
}
