//! What files of ours look like: an earlier one of the same kind may be replaced without asking.

use std::fs::File;
use std::io::{Read, Result};
use std::path::Path;

/// Of a larger file only the beginning is looked at.
const MOST_BYTES: u64 = 16 << 20;

/// What is written into a file. Each kind has signs by which a file of it is known; who edits such a file by hand and keeps
/// the signs keeps it ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `savoir/result/2`, or an older edition, as one value or in lines.
    Result,
    Junit,
    Sarif,
    /// Workflow commands of GitHub.
    Annotations,
    /// Verdicts and evidence for people.
    Text,
    /// HTML.
    Page,
    Evidence,
    StrategyJson,
    StrategyPython,
    StrategyRust,
    /// An order of variables.
    Order,
    Dot,
    Svg,
    Tikz,
    GraphJson,
    Measurements,
    Markdown,
    /// A generated model. It may have been changed since, and nothing tells.
    Model,
    ManualPage,
    Trace,
    /// A graph as MCMAS writes it.
    McmasGraph,
    /// The states of such a graph.
    McmasStates,
    /// A saved session of the simulator.
    Session,
}

/// The first line of texts for people.
pub(crate) const TEXT_SIGN: &str = "# savoir ";
/// The first line of saved sessions.
pub(crate) const SESSION_SIGN: &str = "-- a session of savoir simulate";

/// How a file is known.
struct Signs {
    /// It begins with one of these.
    beginnings: &'static [&'static str],
    /// And has this somewhere.
    mark: &'static str,
}

const fn begins(beginnings: &'static [&'static str]) -> Signs {
    Signs { beginnings, mark: "" }
}

impl Kind {
    /// What such a file is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Result => "result in JSON",
            Kind::Junit => "JUnit report",
            Kind::Sarif => "SARIF log",
            Kind::Annotations => "list of annotations",
            Kind::Text => "text",
            Kind::Page => "page",
            Kind::Evidence => "evidence",
            Kind::StrategyJson | Kind::StrategyPython | Kind::StrategyRust => "file of strategies in this format",
            Kind::Order => "order of variables",
            Kind::Dot | Kind::McmasGraph => "graph",
            Kind::Svg | Kind::Tikz => "picture in this format",
            Kind::GraphJson => "state graph in JSON",
            Kind::Measurements => "file of measurements",
            Kind::Markdown => "table of measurements",
            Kind::Model => "model",
            Kind::ManualPage => "manual page",
            Kind::Trace => "trace",
            Kind::McmasStates => "list of states",
            Kind::Session => "session",
        }
    }

    fn signs(self) -> Option<Signs> {
        Some(match self {
            Kind::Result => begins(&["{\n  \"schema\": \"savoir/result/", "{\"schema\":\"savoir/result/"]),
            Kind::Junit => begins(&["<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"savoir\""]),
            Kind::Sarif => Signs { beginnings: &["{\n  \"$schema\": "], mark: "\"name\": \"savoir\"" },
            Kind::Annotations => begins(&["::error file=", "::warning file="]),
            Kind::Text => begins(&[TEXT_SIGN]),
            Kind::Page => {
                Signs { beginnings: &["<!DOCTYPE html>"], mark: "<meta name=\"generator\" content=\"savoir\">" }
            }
            Kind::Evidence => begins(&["{\n  \"schema\": \"savoir/evidence/"]),
            Kind::StrategyJson => begins(&["{\n  \"schema\": \"savoir/strategy/"]),
            Kind::StrategyPython => begins(&["# Strategies, found by savoir."]),
            Kind::StrategyRust => Signs { beginnings: &["// Strategies for "], mark: ", found by savoir." },
            Kind::Dot => begins(&["digraph savoir {"]),
            Kind::Svg => Signs { beginnings: &["<svg "], mark: " data-generator=\"savoir\">" },
            Kind::Tikz => begins(&["% Needs in the preamble: \\usepackage{tikz} and \\usetikzlibrary{arrows.meta}\n"]),
            Kind::GraphJson => begins(&["{\n  \"schema\": \"savoir/graph/"]),
            Kind::Measurements => Signs { beginnings: &["{\n"], mark: "\"schema\": \"savoir/bench/" },
            Kind::Markdown => Signs { beginnings: &["| "], mark: "\n\nSavoir " },
            Kind::ManualPage => Signs { beginnings: &[".ie \\n(.g .ds Aq"], mark: ".TH savoir" },
            Kind::Trace => Signs { beginnings: &["{\n  \"#meta\": {"], mark: "\"format\": \"ITF\"" },
            Kind::McmasGraph => begins(&["digraph counterexample", "digraph witness"]),
            Kind::McmasStates => begins(&["-- State 0 --"]),
            Kind::Session => begins(&[SESSION_SIGN]),
            Kind::Order | Kind::Model => return None,
        })
    }

    /// Whether an earlier run may have written this file.
    pub(super) fn has_written(self, file: &Path) -> Result<bool> {
        let mut bytes = Vec::new();
        File::open(file)?.take(MOST_BYTES).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        Ok(match self.signs() {
            Some(Signs { beginnings, mark }) => {
                beginnings.iter().any(|beginning| text.starts_with(beginning)) && text.contains(mark)
            }
            None => self == Kind::Order && text.lines().all(is_place_in_order),
        })
    }
}

/// Whether a line of an order of variables may look like this: `Agent.variable' 3`.
fn is_place_in_order(line: &str) -> bool {
    let Some(((agent, own), bit)) =
        line.split_once(' ').and_then(|(variable, bit)| Some((variable.split_once('.')?, bit)))
    else {
        return false;
    };
    let name = |text: &str| !text.is_empty() && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    name(agent)
        && name(own.trim_end_matches('\''))
        && !bit.is_empty()
        && bit.chars().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_orders_are_told_from_other_lines() {
        for good in ["Environment.Action 0", "A.x' 12", "M.b_1 3"] {
            assert!(is_place_in_order(good), "{good}");
        }
        for bad in ["", "buy milk 3", "x", "A.x", "A.x 1 2", ".x 1", "-- State 0 --"] {
            assert!(!is_place_in_order(bad), "{bad}");
        }
    }
}
