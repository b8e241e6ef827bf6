//! Orders kept in files: one bit a line, from the top.
//!
//! `Agent.variable 2` is a bit of a variable, counted from the most significant one, `Agent.variable' 2` its next
//! value, and `Agent.Action 0` a bit of an agent's action.

use super::{Bit, Subject, declared};
use savoir_model::{AgentId, Model, VarId};
use std::collections::BTreeSet;
use std::fmt;

/// An order of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedOrder {
    bits: Vec<Bit>,
    lines: Vec<String>,
}

/// Why a text is not an order of a model's variables.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: `{text}` {problem}")]
pub struct OrderError {
    line: usize,
    text: String,
    problem: &'static str,
}

impl SavedOrder {
    /// Reads an order for a model. Bits that are not mentioned come last.
    ///
    /// # Errors
    /// When a line does not name a bit of the model, or names one again.
    pub fn read(text: &str, model: &Model) -> Result<SavedOrder, OrderError> {
        let mut order = SavedOrder { bits: Vec::new(), lines: Vec::new() };
        let mut seen = BTreeSet::new();
        for (index, line) in text.lines().map(str::trim).enumerate() {
            if line.is_empty() || line.starts_with("--") {
                continue;
            }
            let wrong = |problem| OrderError { line: index + 1, text: line.to_owned(), problem };
            let bit = parse(line, model).ok_or_else(|| wrong("is not a bit of this model"))?;
            if !seen.insert(bit) {
                return Err(wrong("was there before"));
            }
            order.bits.push(bit);
            order.lines.push(line.to_owned());
        }
        Ok(order)
    }

    pub(crate) fn new(model: &Model, bits: Vec<Bit>) -> SavedOrder {
        // Groups that are sought belong to a question, not to the model.
        let (bits, lines) = bits.into_iter().filter_map(|bit| Some((bit, text(model, bit)?))).unzip();
        SavedOrder { bits, lines }
    }

    /// All bits of the encoding in this order, those that are not mentioned last.
    pub(crate) fn complete(&self, subject: &Subject<'_>) -> Vec<Bit> {
        let all = declared(subject);
        let (exist, seen) = (BTreeSet::from_iter(&all), BTreeSet::from_iter(&self.bits));
        let mentioned = self.bits.iter().filter(|bit| exist.contains(bit));
        mentioned.chain(all.iter().filter(|bit| !seen.contains(bit))).copied().collect()
    }
}

impl fmt::Display for SavedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

fn text(model: &Model, bit: Bit) -> Option<String> {
    let variable = |id: VarId| format!("{}.{}", model.agent(model.variable(id).owner).name, model.variable(id).name);
    Some(match bit {
        Bit::Current(id, place) => format!("{} {place}", variable(id)),
        Bit::Next(id, place) => format!("{}' {place}", variable(id)),
        Bit::Action(agent, place) => format!("{}.Action {place}", model.agent(agent).name),
        Bit::Member(..) => return None,
    })
}

fn parse(line: &str, model: &Model) -> Option<Bit> {
    let (name, place) = line.split_once(' ')?;
    let place: u32 = place.trim().parse().ok()?;
    let (agent, name) = name.split_once('.')?;
    let agent: AgentId = model.agent_ids().find(|&id| model.agent(id).name == agent)?;
    if name == "Action" {
        return Some(Bit::Action(agent, place));
    }
    let (name, next) = name.strip_suffix('\'').map_or((name, false), |name| (name, true));
    let id = *model.agent(agent).variables.iter().find(|id| model.variable(**id).name == name)?;
    let exists = place < model.domain_bits(model.variable(id).domain);
    exists.then_some(if next { Bit::Next(id, place) } else { Bit::Current(id, place) })
}
