//! Words shown between those of the text: verdicts beside formulas, numbers of states beside lines of protocols.

use crate::{Document, Expectation, FormulaProgress, Verdicts};
use num_bigint::BigUint;
use savoir::Verdict;
use savoir_model::Symbol;
use savoir_syntax::Span;

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InlayKind {
    /// How a formula was decided.
    Verdict,
    /// In how many states a line applies.
    States,
}

/// Words beside those of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    /// Where they are shown.
    pub offset: u32,
    /// The words.
    pub label: String,
    /// What they say.
    pub kind: InlayKind,
    /// More about it, as Markdown.
    pub tooltip: String,
}

/// The hints inside a stretch of the text, in its order.
#[must_use]
pub fn inlay_hints(document: &Document, verdicts: &Verdicts, span: Span) -> Vec<InlayHint> {
    let partial = document.partial();
    let mut found: Vec<InlayHint> = Vec::new();
    for (place, symbol) in partial.map.definitions() {
        let Symbol::Property(id) = symbol else { continue };
        if place.touches(span) {
            found.extend(verdict(verdicts, id.index(), place.end));
        }
    }
    for ((agent, line), states) in &verdicts.protocol_lines {
        let agent = partial.model.agents.get(agent.index());
        let line = agent.and_then(|agent| agent.protocol.get(*line));
        if let Some(line) = line.filter(|line| line.span.touches(span)) {
            found.push(applies(states, line.span.end));
        }
    }
    found.sort_by_key(|hint| hint.offset);
    found
}

fn verdict(verdicts: &Verdicts, index: usize, offset: u32) -> Option<InlayHint> {
    let hint = |label: String, tooltip: String| InlayHint { offset, label, kind: InlayKind::Verdict, tooltip };
    let (verdict, seconds, expectation) = match verdicts.formula(index) {
        FormulaProgress::Pending => return None,
        FormulaProgress::Running => return Some(hint("checking …".to_owned(), "The check is under way.".to_owned())),
        FormulaProgress::Answered { verdict, seconds, expectation } => (*verdict, *seconds, *expectation),
    };
    let (word, meaning) = match verdict {
        Verdict::True => ("true", "It holds in every initial state."),
        Verdict::False => ("false", "There is an initial state in which it does not hold."),
        Verdict::Unknown(_) => ("unknown", "A limit was met before it was decided."),
    };
    let mut label = word.to_owned();
    let mut tooltip = meaning.to_owned();
    match expectation {
        Expectation::NotStated => {}
        Expectation::Met => tooltip += " That is what the text expects.",
        Expectation::NotMet => {
            label += ", not as expected";
            tooltip += " The text expects something else.";
        }
    }
    if let Some(states) = &verdicts.states {
        label += &format!(" · {}", count(states, "state", "states"));
    }
    tooltip += &format!("\n\nDecided in {seconds:.2} s.");
    Some(hint(label, tooltip))
}

fn applies(states: &BigUint, offset: u32) -> InlayHint {
    let (label, tooltip) = if *states == BigUint::ZERO {
        ("in no state".to_owned(), "This line applies in no reachable state.".to_owned())
    } else {
        let label = format!("in {}", count(states, "state", "states"));
        (label, format!("This line applies in {}.", count(states, "reachable state", "reachable states")))
    };
    InlayHint { offset, label, kind: InlayKind::States, tooltip }
}

/// A number with its thousands apart; one that nobody would read, by its size.
fn count(number: &BigUint, one: &str, many: &str) -> String {
    let digits = number.to_string();
    let what = if digits == "1" { one } else { many };
    if digits.len() > 15 {
        return format!("about {}.{}e{} {what}", &digits[..1], &digits[1..2], digits.len() - 1);
    }
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    format!("{out} {what}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_read_them() {
        let shown = |number: BigUint| count(&number, "state", "states");
        assert_eq!(shown(1u32.into()), "1 state");
        assert_eq!(shown(999u32.into()), "999 states");
        assert_eq!(shown(1_234_567u32.into()), "1,234,567 states");
        assert_eq!(shown(BigUint::from(12_345u32).pow(5)), "about 2.8e20 states");
    }
}
