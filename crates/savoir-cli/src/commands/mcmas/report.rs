//! The lines that MCMAS prints, in its order.

use super::checks::{Asked, Questions};
use super::options::Options;
use crate::write::{Kind, Named, Overwrite};
use crate::{memory, output, write};
use savoir::{
    Answer, ConsistencyAnswer, ConsistencyCheck, ConsistencyResult, DefectCause, EvidenceOutcome, FormulaEvidence,
    FormulaResult, Model, Node, Outcome, Reason, Shown, State, Tree, Verdict,
};
use savoir_report::escape::visible;
use savoir_report::evidence::problems;
use savoir_report::mcmas::{Witness, state, way};
use std::cell::Cell;
use std::ffi::OsString;
use std::fmt::Write;
use std::time::Instant;

/// What stands before everything else, unless `-q` is given.
pub(super) fn banner(options: &Options, program: &str, words: &[OsString]) {
    if options.quiet {
        return;
    }
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    let row = "*".repeat(72);
    output::out(&format!(
        "{row}\n                       Savoir {}, with the command line of MCMAS 1.3.0\n{row}\n\n\
         Command line: {}\n\n",
        env!("CARGO_PKG_VERSION"),
        visible(&format!("{program} {}", words.join(" ")))
    ));
}

/// What is printed about a model that can be checked.
pub(super) struct Page<'o> {
    options: &'o Options,
    questions: &'o Questions,
    /// Where it is printed.
    print: &'o dyn Fn(&str),
    start: Instant,
    /// When the search for states began, until it is said how long it took.
    search: Cell<Option<Instant>>,
    /// An initial state, where evidence is wanted and there is one.
    first: Option<State>,
    /// Whether the formulas have begun.
    begun: bool,
    /// How many formulas of the file have their line: all up to this number.
    told: usize,
    /// How many of them have a verdict.
    decided: usize,
}

impl<'o> Page<'o> {
    pub(super) fn new(options: &'o Options, questions: &'o Questions, print: &'o dyn Fn(&str)) -> Page<'o> {
        Page {
            options,
            questions,
            print,
            start: Instant::now(),
            search: Cell::new(None),
            first: None,
            begun: false,
            told: 0,
            decided: 0,
        }
    }

    /// What MCMAS says while it encodes the model.
    pub(super) fn begin(&self, model: &Model) {
        self.say("1\n1\n1\n");
        self.say_unless_quiet("Done\n");
        self.say("Encoding BDD parameters...\n");
        if self.options.verbosity >= 1 {
            let (states, actions) = bits(model);
            self.say(&format!(
                "\n  Building BDDs variables...Done: {states} for local states, {actions} for actions.\n"
            ));
        }
    }

    /// What MCMAS says while it finds the reachable states.
    pub(super) fn encode(&self) {
        self.say("Building partial transition relation...\n");
        self.say_time(self.start, "encode transition relation");
        self.say("Building BDD for initial states...\nBuilding reachable state space...\n");
        self.search.set(Some(Instant::now()));
    }

    /// How long the search for states took, once it is over. The relation is encoded while states are looked for, so this
    /// time contains most of what MCMAS takes for it.
    fn end_search(&self) {
        if let Some(start) = self.search.take() {
            self.say_time(start, "generate state space");
        }
    }

    /// A line about time, as MCMAS prints it with `-v 2` and above.
    fn say_time(&self, since: Instant, what: &str) {
        if self.options.verbosity >= 2 {
            let took = seconds(since.elapsed().as_secs_f64());
            self.say_unless_quiet(&format!("It took {took} seconds to {what}.\n"));
        }
    }

    /// What MCMAS says before the first formula.
    fn begin_formulas(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        self.say_unless_quiet("Checking formulae...\n");
        if self.questions.loaded.model.as_ref().is_some_and(|model| !model.fairness.is_empty()) {
            self.say("Building set of fair states...\n");
        }
        self.say("Verifying properties...\n");
    }

    /// An answer, as soon as it is found.
    pub(super) fn answer(&mut self, answer: Answer<'_>) {
        self.end_search();
        match answer {
            Answer::Consistency(result) => self.consistency(result),
            Answer::Formula(result) => {
                self.begin_formulas();
                self.result(result);
            }
        }
    }

    /// What `-k` and `-a` found.
    fn consistency(&self, result: &ConsistencyResult) {
        let model = &result.model;
        let defect = match (&result.answer, result.check) {
            (ConsistencyAnswer::Free, ConsistencyCheck::Deadlock) => {
                return self.say_unless_quiet("There is no deadlock state in the model!\n");
            }
            (ConsistencyAnswer::Free, ConsistencyCheck::Overflow) => return,
            (ConsistencyAnswer::Stopped(stop), _) => return output::err(&format!("mcmas: {stop}\n")),
            (ConsistencyAnswer::Refuted(_, problem), _) => {
                return refuted(&problems::sentence(model, problem));
            }
            (ConsistencyAnswer::Found(defect, _), _) => defect,
        };
        let (name, sentence) = match &defect.cause {
            DefectCause::Overflow(overflow) => {
                let agent = &model.agent(overflow.agent).name;
                let item = overflow.line + 1;
                let text =
                    format!("Evolution item {item} in Agent {agent} can cause overflow in the following state: \n");
                ("overflow", text)
            }
            DefectCause::NoAction(_) | DefectCause::NoSuccessor(_) => {
                let text = "Attention: there are deadlock states in the model!\nThe following state does not have any \
                            successors.\n";
                ("deadlock", text.to_owned())
            }
        };
        let last = defect.path.end().map_or_else(String::new, |values| state(model, values));
        let mut text = format!("{sentence}{last}{}\n", "-".repeat(40));
        if self.options.shows_witnesses {
            let states = way(model, &defect.path);
            let _ = write!(text, "Below is a witness execution leading to the state: \n{states}");
        }
        self.say_unless_quiet(&text);
        if self.options.writes_witnesses {
            self.write(name, name, &Witness::of_path(&defect.path), model);
        }
    }

    /// The answer to a question: one of the file's, or our own.
    fn result(&mut self, result: &FormulaResult) {
        match self.questions.asked(result.index) {
            // Without a state there is none to be shown: no path is fair, or the run has ended early.
            Asked::InitialState => self.first = result.evidence.as_ref().and_then(only_state),
            Asked::Formula(number) => self.formula(number, result),
        }
    }

    /// The line of a formula, and what belongs to it.
    fn formula(&mut self, number: usize, result: &FormulaResult) {
        self.pass_over(number - 1);
        let word = match result.verdict {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unknown(_) => "UNKNOWN",
        };
        self.decided += usize::from(!matches!(result.verdict, Verdict::Unknown(_)));
        self.line(number, word);
        if let Some(found) = &result.evidence {
            self.evidence(number, result, found);
        }
        if self.options.verbosity >= 2 {
            self.say(&format!("  time for checking formula {number} = {}\n", seconds(result.seconds)));
        }
    }

    /// Formulas up to this one that have no answer, such as those with a group variable, have a line nevertheless: who counts
    /// lines finds the formula there that the file has at this place.
    fn pass_over(&mut self, last: usize) {
        for number in self.told + 1..=last {
            self.line(number, "UNKNOWN");
        }
    }

    fn line(&mut self, number: usize, word: &str) {
        self.told = number;
        if self.options.quiet {
            self.say(&format!("{word}\n"));
        } else {
            let formula = self.questions.text(number);
            self.say(&format!("  Formula number {number}: {formula}, is {word} in the model\n"));
        }
    }

    fn evidence(&self, number: usize, result: &FormulaResult, found: &FormulaEvidence) {
        let holds = result.verdict == Verdict::True;
        let kind = if holds { "witness" } else { "counterexample" };
        let witness = match &found.outcome {
            EvidenceOutcome::Shown(evidence, _) => match &evidence.shown {
                Shown::Tree(tree) if !(holds && is_only_claimed(tree)) => Some(Witness::of_tree(tree)),
                _ => self.first.as_ref().filter(|_| !holds).map(Witness::of_state),
            },
            EvidenceOutcome::Refuted(_, mismatch) => {
                return refuted(&mismatch.to_string());
            }
            EvidenceOutcome::GivenUp(_) => {
                return self.say_unless_quiet(&format!("A {kind} exists but could not be generated.\n"));
            }
        };
        let Some(witness) = witness else {
            if holds {
                self.say_unless_quiet("    -- Sorry it is not possible to compute witnesses for non-ECTLK formulae\n");
            }
            return;
        };
        if self.options.shows_witnesses {
            self.say_unless_quiet(&format!("  The following is a {kind} for the formula: \n"));
            self.say(&witness.text(&found.model));
        }
        let graph = format!("{kind}{}", number - 1);
        if self.options.writes_witnesses {
            self.write(&format!("formula{number}"), &graph, &witness, &found.model);
        }
    }

    /// Writes a graph and its states; what cannot be written does not end the run.
    pub(super) fn write(&self, name: &str, graph: &str, witness: &Witness, model: &Model) {
        let directory = self.options.directory.clone().unwrap_or_default();
        let files =
            [(Kind::McmasGraph, "dot", witness.dot(model, graph)), (Kind::McmasStates, "info", witness.info(model))];
        for (kind, extension, content) in files {
            let (name, content) = (&format!("{name}.{extension}"), content.as_bytes());
            // Whoever runs MCMAS again expects its files to be new.
            let written = write::write_own(&directory, &[Named { name, kind, content }], Overwrite::Anything);
            if let Err(problem) = written {
                output::error(&problem.to_string());
            }
        }
    }

    /// What MCMAS says at the end.
    pub(super) fn end(&mut self, outcome: &Outcome) {
        self.end_search();
        self.begin_formulas();
        self.pass_over(self.questions.number());
        if outcome.diagnostics.iter().any(|found| found.code == savoir::Code::NoFairPath) {
            self.say("  Warning: The fairness constraint does not hold in any paths.\n");
        }
        self.say_unless_quiet(&format!("done, {} formulae successfully read and checked\n", self.decided));
        if self.options.verbosity >= 2 {
            self.say(&format!("time for model checking = {}\n", seconds(outcome.seconds.check)));
        }
        self.say(&format!("execution time = {}\n", seconds(self.start.elapsed().as_secs_f64())));
        let states = if outcome.explored { outcome.states.to_string() } else { "unknown".to_owned() };
        self.say(&format!("number of reachable states = {states}\n"));
        self.say(&format!("BDD memory in use = {}\n", memory::used().map_or(0, |used| used.resident)));
        if self.options.statistics {
            let number = |number: Option<String>| number.unwrap_or_else(|| "none".to_owned());
            self.say(&format!(
                "engine: {}\nBDD variables: {}\nmost BDD nodes: {}\n",
                outcome.engine,
                number(outcome.effort.variables.map(|number| number.to_string())),
                number(outcome.effort.nodes.map(|number| number.to_string()))
            ));
        }
    }

    fn say(&self, text: &str) {
        (self.print)(text);
    }

    fn say_unless_quiet(&self, text: &str) {
        if !self.options.quiet {
            self.say(text);
        }
    }
}

/// Says that something is wrong, which is our fault.
fn refuted(problem: &str) {
    output::error(&format!("internal error: what was found does not agree with the model: {problem}"));
}

/// Whether nothing can be shown: no path and no possible state.
fn is_only_claimed(tree: &Tree) -> bool {
    let shows = |node: &Node| matches!(node.reason, Reason::Path(_) | Reason::PossibleState(_));
    !tree.nodes.iter().any(shows) && tree.nodes.iter().any(|node| matches!(node.reason, Reason::Claim(_)))
}

/// The state of evidence that is about one state only.
fn only_state(found: &FormulaEvidence) -> Option<State> {
    match &found.outcome {
        EvidenceOutcome::Shown(evidence, _) => match &evidence.shown {
            Shown::Tree(tree) => tree.nodes.first().map(|node| node.state.clone()),
            Shown::Claim(_) => None,
        },
        _ => None,
    }
}

/// Bits of states and of actions as MCMAS counts them: at least one for each variable and for each agent that acts.
fn bits(model: &Model) -> (u32, u32) {
    let states = model.variables.iter().map(|variable| model.domain_bits(variable.domain).max(1)).sum();
    let of_actions = |number: usize| if number == 0 { 0 } else { (usize::BITS - (number - 1).leading_zeros()).max(1) };
    (states, model.agents.iter().map(|agent| of_actions(agent.actions.len())).sum())
}

/// Seconds with milliseconds, without zeros at the end.
fn seconds(seconds: f64) -> String {
    ((seconds * 1000.0).round() / 1000.0).to_string()
}
