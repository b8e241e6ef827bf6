//! From a command to a line.

use super::{Command, Destination, Jump, Named, SetCommand, Start};
use std::fmt;

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Start(Start::Number(number)) => write!(f, "start {number}"),
            Command::Start(Start::Random) => f.write_str("start random"),
            Command::Start(Start::Where(condition)) => write!(f, "start {condition}"),
            Command::Do { actions, to } => {
                f.write_str("do")?;
                for (index, Named { agent, action }) in actions.iter().enumerate() {
                    write!(f, "{} {agent}={action}", if index == 0 { "" } else { "," })?;
                }
                match to {
                    None => Ok(()),
                    Some(Destination::Number(number)) => write!(f, " -> {number}"),
                    Some(Destination::Where(condition)) => write!(f, " -> {condition}"),
                }
            }
            Command::Step(None) => f.write_str("step"),
            Command::Step(Some(number)) => write!(f, "step {number}"),
            Command::Random(count) => write!(f, "random {count}"),
            Command::Seed(seed) => write!(f, "seed {seed}"),
            Command::Back(count) => write!(f, "back {count}"),
            Command::Forward(count) => write!(f, "forward {count}"),
            Command::Jump(Jump::Step(step)) => write!(f, "jump {step}"),
            Command::Jump(Jump::Where(condition)) => write!(f, "jump {condition}"),
            Command::Until(condition) => write!(f, "until {condition}"),
            Command::Goal(condition) => write!(f, "goal {condition}"),
            Command::Show => f.write_str("show"),
            Command::Initial => f.write_str("initial"),
            Command::Actions(text) if text.is_empty() => f.write_str("actions"),
            Command::Actions(text) => write!(f, "actions {text}"),
            Command::History => f.write_str("history"),
            Command::Knows(None) => f.write_str("knows"),
            Command::Knows(Some(agent)) => write!(f, "knows {agent}"),
            Command::Possible { agent, most } => write!(f, "possible {agent} {most}"),
            Command::Refute { who, formula } => write!(f, "refute {who} {formula}"),
            Command::Is(condition) => write!(f, "is {condition}"),
            Command::Expect(condition) => write!(f, "expect {condition}"),
            Command::Evidence(None) => f.write_str("evidence"),
            Command::Evidence(Some(number)) => write!(f, "evidence {number}"),
            Command::Watch(formula) => write!(f, "watch {formula}"),
            Command::Unwatch(None) => f.write_str("unwatch"),
            Command::Unwatch(Some(number)) => write!(f, "unwatch {number}"),
            Command::Truth => f.write_str("truth"),
            Command::Set(command) => write!(f, "set {command}"),
            Command::Save(file) => write!(f, "save {file}"),
        }
    }
}

impl fmt::Display for SetCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetCommand::Initial => f.write_str("initial"),
            SetCommand::Reachable => f.write_str("reachable"),
            SetCommand::Here => f.write_str("here"),
            SetCommand::Where(condition) => write!(f, "where {condition}"),
            SetCommand::Step => f.write_str("step"),
            SetCommand::Before => f.write_str("before"),
            SetCommand::Back => f.write_str("back"),
            SetCommand::Show => f.write_str("show"),
            SetCommand::Knows => f.write_str("knows"),
            SetCommand::List(most) => write!(f, "list {most}"),
        }
    }
}
