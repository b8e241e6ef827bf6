//! Simulation without a terminal: the commands of a script, or a random walk.

use super::{evidence, refuse, settings, stopped};
use crate::args::{Format, SimulateArguments};
use crate::exit::Exit;
use crate::write::{Kind, Overwrite, SESSION_SIGN, Target};
use crate::{input, output, write};
use savoir::simulate::{Command, Expectation, Reply, Simulation, Start, Trouble};
use savoir::{Loaded, Model, Semantics, SourceFile};
use savoir_report::diagnostics;
use savoir_report::simulation::json::Document;
use savoir_report::simulation::text;
use std::path::Path;

/// A line of a script with its number, from 1.
struct Line {
    number: usize,
    text: String,
    command: Result<Command, String>,
}

pub(super) fn run(arguments: &SimulateArguments, semantics: Semantics, loaded: &Loaded) -> Exit {
    let (name, lines) = match lines(arguments) {
        Ok(found) => found,
        Err(message) => {
            output::error(&message);
            return Exit::Usage;
        }
    };
    let Some(model) = &loaded.model else { return Exit::Usage };
    let mut session =
        match Simulation::new(model, settings(arguments, semantics, arguments.limits.budget()), arguments.seed) {
            Ok(session) => session,
            Err(reason) => return refuse(loaded, reason),
        };
    if let Some(file) = &arguments.evidence
        && let Err(trouble) = evidence::open(&mut session, &loaded.source, file)
    {
        output::error(&trouble.text());
        return if let Trouble::Stopped(stop) = trouble { stopped(stop) } else { Exit::Usage };
    }
    let mut document = Document::new(&loaded.source.name, arguments.seed);
    if arguments.format == Format::Text {
        output::out(&savoir_report::text::heading(&loaded.source.name));
        return play(model, &mut session, &name, lines, &mut document, &|text| output::out(&text()));
    }
    let exit = play(model, &mut session, &name, lines, &mut document, &|_| {});
    output::document(&document.render());
    exit
}

/// Executes the lines of a script until one of them is wrong; `show` prints what people read.
fn play(
    model: &Model,
    session: &mut Simulation<'_>,
    name: &str,
    lines: Vec<Line>,
    document: &mut Document,
    show: &dyn Fn(&dyn Fn() -> String),
) -> Exit {
    let mut exit = Exit::Met;
    for line in lines {
        let place = format!("{name}:{}", line.number);
        let command = match line.command {
            Ok(command) => command,
            Err(message) => {
                output::error(&format!("{place}: {message}"));
                document.add_error(&line.text, &message);
                exit = exit.and(Exit::Usage);
                break;
            }
        };
        show(&|| text::command(&line.text));
        let reply = session.execute(&command).and_then(write_script);
        document.add(model, &line.text, &reply);
        match reply {
            Ok(reply) => {
                show(&|| text::reply(model, &reply));
                if reply.expectation() == Expectation::NotMet {
                    exit = exit.and(Exit::NotMet);
                }
            }
            Err(Trouble::Stopped(stop)) => {
                show(&|| format!("  unknown: {stop}\n"));
                exit = exit.and(stopped(stop));
                if exit == Exit::Interrupted {
                    break;
                }
            }
            Err(trouble) => {
                complain(&place, &trouble);
                exit = exit.and(Exit::Usage);
                break;
            }
        }
    }
    exit
}

/// The name of the script and its lines.
fn lines(arguments: &SimulateArguments) -> Result<(String, Vec<Line>), String> {
    let Some(path) = &arguments.script else {
        let commands = [Command::Start(Start::Random), Command::Random(arguments.steps.unwrap_or(0) as usize)];
        let line = |(index, command): (usize, Command)| Line {
            number: index + 1,
            text: command.to_string(),
            command: Ok(command),
        };
        return Ok(("--steps".to_owned(), commands.into_iter().enumerate().map(line).collect()));
    };
    let name = if input::is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() };
    let text = script_text(path)?;
    let lines = text.lines().enumerate().filter_map(|(index, line)| {
        let command = Command::parse(line).transpose()?;
        Some(Line { number: index + 1, text: line.trim().to_owned(), command })
    });
    Ok((name, lines.collect()))
}

/// The text of a script.
pub(super) fn script_text(path: &Path) -> Result<String, String> {
    let text = input::text(path).map_err(|error| error.to_string())?;
    if text.contains('\0') {
        return Err(format!("`{}` is a binary file, not a script", path.display()));
    }
    Ok(text)
}

/// Says what is wrong with a line.
fn complain(place: &str, trouble: &Trouble) {
    match trouble {
        Trouble::Condition(wrong) => {
            let source = SourceFile { name: format!("{place}, condition"), text: wrong.source.text.clone() };
            output::err(&diagnostics::render(&source, &wrong.diagnostics));
        }
        other => output::error(&format!("{place}: {}", other.text())),
    }
}

/// Writes what is to be saved. Only a session that was saved before is replaced by another one.
pub(super) fn write_script(reply: Reply) -> Result<Reply, Trouble> {
    if let Reply::Save { file, script } = &reply {
        if file.contains(char::REPLACEMENT_CHARACTER) {
            return Err(Trouble::Wrong(format!("the name `{file}` is not UTF-8 text; name another file")));
        }
        let target = Target { path: Path::new(file), kind: Kind::Session, overwrite: Overwrite::OursOnly };
        let saved = format!("{SESSION_SIGN}\n{script}");
        write::write(&target, saved.as_bytes()).map_err(|problem| Trouble::Wrong(problem.to_string()))?;
    }
    Ok(reply)
}
