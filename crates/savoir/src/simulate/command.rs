//! The script language: one command a line. What is saved is written in it, too.

use std::fmt;

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `start`: begin anew in an initial state.
    Start(Start),
    /// `do A=left, B=right -> 2`: a joint action.
    Do {
        /// Who does what.
        actions: Vec<Named>,
        /// Which of several outcomes.
        to: Option<Destination>,
    },
    /// `step 3`: a step of the list that `actions` shows, from 1; without a number, the only step there is.
    Step(Option<usize>),
    /// `random 10`: so many random steps.
    Random(usize),
    /// `seed 7`: the seed of random choices from now on.
    Seed(u64),
    /// `back 2`.
    Back(usize),
    /// `forward 2`: along what was gone back over.
    Forward(usize),
    /// `jump 5`, `jump CONDITION`.
    Jump(Jump),
    /// `until CONDITION`: random steps until it holds.
    Until(String),
    /// `goal CONDITION`: a shortest path to where it holds.
    Goal(String),
    /// `show`: the state.
    Show,
    /// `initial`: the initial states.
    Initial,
    /// `actions`, `actions TEXT`: what can happen here.
    Actions(String),
    /// `history`.
    History,
    /// `knows`, `knows AGENT`.
    Knows(Option<String>),
    /// `possible AGENT`, `possible AGENT 50`.
    Possible {
        /// The agent.
        agent: String,
        /// How many states to list.
        most: usize,
    },
    /// `is CONDITION`: whether it holds here.
    Is(String),
    /// `expect CONDITION`: the same; the run fails if it does not.
    Expect(String),
    /// `set …`: sets of states.
    Set(SetCommand),
    /// `save FILE`.
    Save(String),
}

/// Where to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In the initial state with this number, from 1.
    Number(usize),
    /// In a random one.
    Random,
    /// In the first one that satisfies a condition.
    Where(String),
}

/// Where to jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To this step of the path.
    Step(usize),
    /// To the next step of the path where the condition holds, going round from the end to the beginning.
    Where(String),
}

/// Which outcome of a joint action is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The one with this number, from 1.
    Number(usize),
    /// The only one that satisfies a condition.
    Where(String),
}

/// `AGENT=ACTION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The agent.
    pub agent: String,
    /// Its action.
    pub action: String,
}

/// Commands about sets of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetCommand {
    /// The initial states.
    Initial,
    /// All reachable states.
    Reachable,
    /// The current state alone.
    Here,
    /// Those of the set that satisfy a condition.
    Where(String),
    /// All successors of the set.
    Step,
    /// All predecessors of the set.
    Before,
    /// The set before the last command.
    Back,
    /// The set as it is.
    Show,
    /// What is known across the set.
    Knows,
    /// The least states of the set.
    List(usize),
}

/// How many states are listed where no number is given.
const LISTED: usize = 10;

impl Command {
    /// Reads a line; nothing for an empty one or a comment, which starts with `#` or `--`.
    ///
    /// # Errors
    /// What is wrong, in a sentence without a full stop.
    pub fn parse(line: &str) -> Result<Option<Command>, String> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with("--") {
            return Ok(None);
        }
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let nothing = |command: Command| if rest.is_empty() { Ok(command) } else { Err(extra(word, rest)) };
        let condition = || match rest {
            "" => Err(format!("`{word}` needs a condition, such as `{word} Agent.variable = value`")),
            _ => Ok(rest.to_owned()),
        };
        let count = |default| if rest.is_empty() { Ok(default) } else { number(word, rest) };
        Ok(Some(match word {
            "start" => Command::Start(match rest {
                "" => Start::Number(1),
                "random" => Start::Random,
                _ if is_number(rest) => Start::Number(number(word, rest)?),
                _ => Start::Where(rest.to_owned()),
            }),
            "do" => joint_action(rest)?,
            "step" => Command::Step(if rest.is_empty() { None } else { Some(number(word, rest)?) }),
            "random" => Command::Random(count(1)?),
            "seed" => Command::Seed(number(word, rest)?),
            "back" => Command::Back(count(1)?),
            "forward" => Command::Forward(count(1)?),
            "jump" if is_number(rest) => Command::Jump(Jump::Step(number(word, rest)?)),
            "jump" if rest.is_empty() => return Err("`jump` needs a step or a condition".to_owned()),
            "jump" => Command::Jump(Jump::Where(rest.to_owned())),
            "until" => Command::Until(condition()?),
            "goal" => Command::Goal(condition()?),
            "show" => nothing(Command::Show)?,
            "initial" => nothing(Command::Initial)?,
            "actions" => Command::Actions(rest.to_owned()),
            "history" => nothing(Command::History)?,
            "knows" => Command::Knows((!rest.is_empty()).then(|| rest.to_owned())),
            "possible" => possible(rest)?,
            "is" => Command::Is(condition()?),
            "expect" => Command::Expect(condition()?),
            "set" => Command::Set(set(rest)?),
            "save" if rest.is_empty() => return Err("`save` needs a file name".to_owned()),
            "save" => Command::Save(rest.to_owned()),
            _ => return Err(unknown(word)),
        }))
    }
}

/// All commands, for suggestions.
const WORDS: [&str; 21] = [
    "start", "do", "step", "random", "seed", "back", "forward", "jump", "until", "goal", "show", "initial", "actions",
    "history", "knows", "possible", "is", "expect", "set", "save", "quit",
];

fn unknown(word: &str) -> String {
    match savoir_syntax::closest(word, WORDS.iter().copied()) {
        Some(near) => format!("there is no command `{word}`; did you mean `{near}`?"),
        None => format!("there is no command `{word}`"),
    }
}

fn extra(word: &str, rest: &str) -> String {
    format!("nothing is expected after `{word}`, but there is `{rest}`")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn number<T: std::str::FromStr>(word: &str, text: &str) -> Result<T, String> {
    if text.is_empty() {
        return Err(format!("`{word}` needs a number"));
    }
    if !is_number(text) {
        return Err(format!("`{word}` needs a whole number, not `{text}`"));
    }
    text.parse().map_err(|_| format!("the number {text} after `{word}` is too large"))
}

fn joint_action(rest: &str) -> Result<Command, String> {
    let (actions, to) = match rest.split_once("->") {
        Some((actions, to)) => (actions, Some(to.trim())),
        None => (rest, None),
    };
    let to = match to {
        None => None,
        Some("") => return Err("a number or a condition is missing after `->`".to_owned()),
        Some(to) if is_number(to) => Some(Destination::Number(number("->", to)?)),
        Some(to) => Some(Destination::Where(to.to_owned())),
    };
    let mut named = Vec::new();
    for part in actions.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('=').map(|(agent, action)| (agent.trim(), action.trim())) {
            Some((agent, action)) if !agent.is_empty() && !action.is_empty() => {
                named.push(Named { agent: agent.to_owned(), action: action.to_owned() });
            }
            _ => return Err(format!("`{part}` is no action of an agent; write `Agent=action`")),
        }
    }
    Ok(Command::Do { actions: named, to })
}

fn possible(rest: &str) -> Result<Command, String> {
    let (agent, most) = match rest.split_once(char::is_whitespace) {
        Some((agent, most)) => (agent, number("possible", most.trim())?),
        None => (rest, LISTED),
    };
    if agent.is_empty() {
        Err("`possible` needs an agent".to_owned())
    } else {
        Ok(Command::Possible { agent: agent.to_owned(), most })
    }
}

fn set(rest: &str) -> Result<SetCommand, String> {
    let (word, argument) = rest.split_once(char::is_whitespace).map_or((rest, ""), |(word, rest)| (word, rest.trim()));
    let command = match word {
        "initial" => SetCommand::Initial,
        "reachable" => SetCommand::Reachable,
        "here" => SetCommand::Here,
        "step" => SetCommand::Step,
        "before" => SetCommand::Before,
        "back" => SetCommand::Back,
        "" | "show" => SetCommand::Show,
        "knows" => SetCommand::Knows,
        "where" if argument.is_empty() => return Err("`set where` needs a condition".to_owned()),
        "where" => return Ok(SetCommand::Where(argument.to_owned())),
        "list" if argument.is_empty() => return Ok(SetCommand::List(LISTED)),
        "list" => return Ok(SetCommand::List(number("set list", argument)?)),
        _ => {
            return Err(format!(
                "there is no command `set {word}`; there are initial, reachable, here, where, step, before, back, \
                 show, knows and list"
            ));
        }
    };
    if argument.is_empty() { Ok(command) } else { Err(extra(&format!("set {word}"), argument)) }
}

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
            Command::Is(condition) => write!(f, "is {condition}"),
            Command::Expect(condition) => write!(f, "expect {condition}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_back_from_its_text() {
        for line in [
            "start 2",
            "start random",
            "start A.x = 1",
            "do",
            "do A=left, B=right",
            "do A=left -> 2",
            "do A=left -> A.x = 1",
            "step",
            "step 3",
            "random 10",
            "seed 7",
            "back 2",
            "forward 1",
            "jump 4",
            "jump p and q",
            "until p",
            "goal K(A, p)",
            "show",
            "initial",
            "actions",
            "actions A=left",
            "history",
            "knows",
            "knows A",
            "possible A 5",
            "is p",
            "expect p",
            "set initial",
            "set reachable",
            "set here",
            "set where A.x = 1",
            "set step",
            "set before",
            "set back",
            "set show",
            "set knows",
            "set list 3",
            "save f.txt",
        ] {
            assert_eq!(Command::parse(line).unwrap().unwrap().to_string(), line);
        }
        assert_eq!(Command::parse("  # note"), Ok(None));
        assert_eq!(Command::parse("-- note"), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |line: &str| Command::parse(line).unwrap_err();
        assert_eq!(error("randon 3"), "there is no command `randon`; did you mean `random`?");
        assert_eq!(error("random three"), "`random` needs a whole number, not `three`");
        assert_eq!(
            error("back 99999999999999999999999"),
            "the number 99999999999999999999999 after `back` is too large"
        );
        assert_eq!(error("show it"), "nothing is expected after `show`, but there is `it`");
        assert_eq!(error("do left"), "`left` is no action of an agent; write `Agent=action`");
        assert_eq!(error("until"), "`until` needs a condition, such as `until Agent.variable = value`");
        assert!(error("set union").starts_with("there is no command `set union`"));
    }
}
