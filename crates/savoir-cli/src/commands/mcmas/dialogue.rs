//! `-s`: the dialogue of MCMAS, in which a model is executed by hand.

use crate::{interrupt, output};
use savoir::simulate::{Command, Filter, NoStart, Settings, Simulation, Start, Step};
use savoir::{Budget, BuildOptions, Model, Semantics, State};
use savoir_report::mcmas::state;
use std::collections::VecDeque;
use std::io::BufRead;

/// How MCMAS asks for an action.
const CHOOSE: &str = "Please choose one, or type 0 to backtrack or -1 to quit: ";
/// How it asks where there is none.
const STUCK: &str = "There is no enabled action. Please type 0 to backtrack or -1 to quit immediately: ";

/// Executes a model until the user quits or has nothing more to say.
pub(super) fn run(model: &Model, threads: usize, input: &mut dyn BufRead) {
    let settings = Settings {
        build: BuildOptions::with_threads(threads),
        semantics: Semantics::default(),
        budget: Budget::unlimited(),
    };
    match Simulation::new(model, settings, 0) {
        Ok(session) => {
            let mut dialogue = Dialogue { session, words: Words { input, line: VecDeque::new() } };
            // There is nothing left to do when the user has gone.
            let _ = interrupt::while_waiting(|| dialogue.talk());
        }
        Err(NoStart::Model(_)) => output::out("No initial state. Check your model!\n"),
        Err(NoStart::Stopped(stop)) => output::err(&format!("mcmas: {stop}\n")),
    }
}

/// What is typed, word by word.
struct Words<'i> {
    input: &'i mut dyn BufRead,
    line: VecDeque<String>,
}

impl Words<'_> {
    /// The next word; `None` at the end of the input.
    fn next(&mut self) -> Option<String> {
        loop {
            if let Some(word) = self.line.pop_front() {
                return Some(word);
            }
            let mut line = Vec::new();
            if self.input.read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            self.line.extend(String::from_utf8_lossy(&line).split_whitespace().map(str::to_owned));
        }
    }
}

struct Dialogue<'m, 'i> {
    session: Simulation<'m>,
    words: Words<'i>,
}

impl Dialogue<'_, '_> {
    /// The whole dialogue; `None` when the user quits.
    fn talk(&mut self) -> Option<()> {
        loop {
            self.choose_initial()?;
            while self.act()? {}
        }
    }

    /// Asks in which state to begin, if there are several.
    fn choose_initial(&mut self) -> Option<()> {
        let initial = self.session.initial();
        if !initial.complete {
            output::err(&format!("mcmas: only {} of the initial states can be chosen\n", initial.states.len()));
        }
        let chosen = self.choose_state("initial", &initial.states)?;
        // The number is one of the list.
        let _ = self.session.execute(&Command::Start(Start::Number(chosen + 1)));
        Some(())
    }

    /// Asks for an action and performs it, or goes back; false if there is nothing to go back to.
    fn act(&mut self) -> Option<bool> {
        let choices = self.choices();
        let shown: Vec<String> = choices.iter().map(|steps| self.action(&steps[0])).collect();
        let lines: String = shown.iter().zip(1..).map(|(action, number)| format!("{number} : {action}\n")).collect();
        if !choices.is_empty() {
            output::out(&format!("Enabled actions: \n{lines}"));
        }
        loop {
            output::out(if choices.is_empty() { STUCK } else { CHOOSE });
            let word = self.words.next()?;
            output::out("\n");
            match word.parse::<i64>() {
                Ok(-1) => return None,
                Ok(0) => return Some(self.session.execute(&Command::Back(1)).is_ok()),
                Ok(number) => {
                    let chosen = usize::try_from(number).ok().and_then(|number| choices.get(number.wrapping_sub(1)));
                    if let Some(steps) = chosen {
                        return self.perform(steps);
                    }
                }
                Err(_) => {}
            }
            output::out("Error. You have entered an invalid input.\n");
        }
    }

    /// What can happen here: for each joint action the steps it may be.
    fn choices(&self) -> Vec<Vec<Step>> {
        let options = self.session.options(&Filter::default());
        if !options.complete {
            output::err(&format!("mcmas: only {} steps are listed, there are more\n", options.steps.len()));
        }
        // The steps of an action follow each other.
        options.steps.chunk_by(|one, next| one.action == next.action).map(<[Step]>::to_vec).collect()
    }

    /// Takes one of the steps of an action.
    fn perform(&mut self, steps: &[Step]) -> Option<bool> {
        if steps.len() > 1 {
            output::out("Warning: there is more than one successor state.\n");
        }
        let states: Vec<State> = steps.iter().map(|step| step.state.clone()).collect();
        let chosen = self.choose_state("current", &states)?;
        self.session.take(steps[chosen].clone());
        Some(true)
    }

    /// Shows a state, and if there are several asks which one is meant.
    fn choose_state(&mut self, kind: &str, states: &[State]) -> Option<usize> {
        let heading = if kind == "initial" { "Initial" } else { "Current" };
        let mut at = 0;
        loop {
            let values = state(self.session.model(), &states[at]);
            output::out(&format!("\n--------- {heading} state ---------\n{values}{}\n", "-".repeat(28)));
            if states.len() == 1 {
                return Some(0);
            }
            let next = if at + 1 < states.len() { "N(ext), " } else { "" };
            let previous = if at > 0 { "P(revious), " } else { "" };
            at = loop {
                output::out(&format!("Is this the {kind} state? [Y(es), {next}{previous}E(xit)]: "));
                match self.words.next()?.to_lowercase().as_str() {
                    "y" => return Some(at),
                    "e" => return None,
                    "n" if !next.is_empty() => break at + 1,
                    "p" if !previous.is_empty() => break at - 1,
                    _ => output::out("Please choose one option!\n"),
                }
            };
        }
    }

    /// What each agent does; an agent without actions does nothing.
    fn action(&self, step: &Step) -> String {
        let agents = self.session.model().agents.iter().zip(&step.action);
        let one = agents.map(|(agent, action)| {
            let action = action.map_or("", |action| agent.actions[action.index()].name.as_str());
            format!("{} : {action}", agent.name)
        });
        one.collect::<Vec<String>>().join("; ")
    }
}
