//! From a line to a command.

use super::{Command, Destination, Jump, Named, SetCommand, Start};

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
            "refute" => refute(rest)?,
            "is" => Command::Is(condition()?),
            "expect" => Command::Expect(condition()?),
            "evidence" => Command::Evidence(if rest.is_empty() { None } else { Some(number(word, rest)?) }),
            "watch" => Command::Watch(condition()?),
            "unwatch" => Command::Unwatch(if rest.is_empty() { None } else { Some(number(word, rest)?) }),
            "truth" => nothing(Command::Truth)?,
            "set" => Command::Set(set(rest)?),
            "save" if rest.is_empty() => return Err("`save` needs a file name".to_owned()),
            "save" => Command::Save(rest.to_owned()),
            _ => return Err(unknown(word)),
        }))
    }
}

/// All commands, for suggestions.
const WORDS: [&str; 26] = [
    "start", "do", "step", "random", "seed", "back", "forward", "jump", "until", "goal", "show", "initial", "actions",
    "history", "knows", "possible", "refute", "is", "expect", "evidence", "watch", "unwatch", "truth", "set", "save",
    "quit",
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

fn refute(rest: &str) -> Result<Command, String> {
    let word =
        |text: &str| text.split_once(char::is_whitespace).map(|(word, rest)| (word.to_owned(), rest.trim().to_owned()));
    let (who, formula) =
        word(rest).ok_or_else(|| "`refute` needs an agent and a formula, such as `refute A p`".to_owned())?;
    if !["GK", "DK", "GCK"].contains(&who.as_str()) {
        return Ok(Command::Refute { who, formula });
    }
    let (group, formula) = word(&formula)
        .ok_or_else(|| format!("`refute {who}` needs a group and a formula, such as `refute {who} all p`"))?;
    Ok(Command::Refute { who: format!("{who} {group}"), formula })
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
