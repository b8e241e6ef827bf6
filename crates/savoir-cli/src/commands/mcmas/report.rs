//! The lines that MCMAS prints, in its order.

use super::checks;
use super::options::Options;
use crate::{output, progress};
use savoir::{
    Answer, ConsistencyAnswer, ConsistencyCheck, ConsistencyResult, DefectCause, EvidenceOutcome, FormulaEvidence,
    FormulaResult, Model, Node, Outcome, Reason, Shown, State, Tree, Verdict,
};
use savoir_report::evidence::problems;
use savoir_report::mcmas::{Witness, state, way};
use std::fmt::Write;
use std::time::Instant;

/// What stands before everything else, unless `-q` is given.
pub(super) fn banner(options: &Options, program: &str, words: &[String]) {
    if options.quiet {
        return;
    }
    let row = "*".repeat(72);
    output::out(&format!(
        "{row}\n                       Savoir {}, with the command line of MCMAS 1.3.0\n{row}\n\n\
         Command line: {program} {}\n\n",
        env!("CARGO_PKG_VERSION"),
        words.join(" ")
    ));
}

/// What is printed about a model that can be checked.
pub(super) struct Page<'o> {
    options: &'o Options,
    model: Model,
    start: Instant,
    /// An initial state, where evidence is wanted.
    first: Option<State>,
    /// Whether the formulas have begun.
    begun: bool,
    /// Formulas so far.
    checked: usize,
}

impl<'o> Page<'o> {
    pub(super) fn new(options: &'o Options, model: &Model) -> Page<'o> {
        Page { options, model: model.clone(), start: Instant::now(), first: None, begun: false, checked: 0 }
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
        self.say("Building BDD for initial states...\nBuilding reachable state space...\n");
    }

    /// What MCMAS says before the first formula.
    fn begin_formulas(&mut self) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        self.say_unless_quiet("Checking formulae...\n");
        if !self.model.fairness.is_empty() {
            self.say("Building set of fair states...\n");
        }
        self.say("Verifying properties...\n");
    }

    /// An answer, as soon as it is found.
    pub(super) fn answer(&mut self, answer: Answer<'_>) {
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
                let problem = problems::sentence(model, problem);
                return output::error(&format!(
                    "internal error: what was found does not agree with the model: {problem}"
                ));
            }
            (ConsistencyAnswer::Found(defect), _) => defect,
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

    /// The verdict for a formula.
    fn result(&mut self, result: &FormulaResult) {
        if checks::wants_evidence(self.options) && self.first.is_none() && self.checked == 0 && result.index == 1 {
            // The first formula is our own question for an initial state.
            self.first = result.evidence.as_ref().and_then(only_state);
            if self.first.is_some() {
                return;
            }
        }
        self.checked += 1;
        let word = match result.verdict {
            Verdict::True => "TRUE",
            Verdict::False => "FALSE",
            Verdict::Unknown(_) => "UNKNOWN",
        };
        if self.options.quiet {
            self.say(&format!("{word}\n"));
        } else {
            let formula = self.model.formula_mcmas(result.property.formula);
            self.say(&format!("  Formula number {}: {formula}, is {word} in the model\n", self.checked));
        }
        if let Some(found) = &result.evidence {
            self.evidence(result, found);
        }
        if self.options.verbosity >= 2 {
            self.say(&format!("  time for checking formula {} = {}\n", self.checked, seconds(result.seconds)));
        }
    }

    fn evidence(&self, result: &FormulaResult, found: &FormulaEvidence) {
        let holds = result.verdict == Verdict::True;
        let witness = match &found.outcome {
            EvidenceOutcome::Shown(evidence, _) => match &evidence.shown {
                Shown::Tree(tree) if !(holds && is_only_claimed(tree)) => Some(Witness::of_tree(tree)),
                _ => self.first.as_ref().filter(|_| !holds).map(Witness::of_state),
            },
            EvidenceOutcome::GivenUp(_) | EvidenceOutcome::Refuted(..) => {
                self.say_unless_quiet("A witness exists but could not be generated.\n");
                return;
            }
        };
        let Some(witness) = witness else {
            if holds {
                self.say_unless_quiet("    -- Sorry it is not possible to compute witnesses for non-ECTLK formulae\n");
            }
            return;
        };
        let kind = if holds { "witness" } else { "counterexample" };
        if self.options.shows_witnesses {
            self.say_unless_quiet(&format!("  The following is a {kind} for the formula: \n"));
            self.say(&witness.text(&found.model));
        }
        let graph = format!("{kind}{}", self.checked - 1);
        if self.options.writes_witnesses {
            self.write(&format!("formula{}", self.checked), &graph, &witness, &found.model);
        }
    }

    /// Writes a graph and its states; what cannot be written does not end the run.
    pub(super) fn write(&self, name: &str, graph: &str, witness: &Witness, model: &Model) {
        let directory = self.options.directory.clone().unwrap_or_default();
        for (extension, content) in [("dot", witness.dot(model, graph)), ("info", witness.info(model))] {
            let path = directory.join(format!("{name}.{extension}"));
            if let Err(cause) = std::fs::write(&path, content) {
                output::error(&format!("cannot write `{}`: {cause}", path.display()));
            }
        }
    }

    /// What MCMAS says at the end.
    pub(super) fn end(&mut self, outcome: &Outcome) {
        self.begin_formulas();
        if outcome.diagnostics.iter().any(|found| found.code == savoir::Code::NoFairPath) {
            self.say("  Warning: The fairness constraint does not hold in any paths.\n");
        }
        self.say_unless_quiet(&format!("done, {} formulae successfully read and checked\n", self.checked));
        if self.options.verbosity >= 2 {
            self.say(&format!("time for model checking = {}\n", seconds(outcome.seconds.check)));
        }
        self.say(&format!("execution time = {}\n", seconds(self.start.elapsed().as_secs_f64())));
        let states = if outcome.explored { outcome.states.to_string() } else { "unknown".to_owned() };
        self.say(&format!("number of reachable states = {states}\n"));
        self.say(&format!("BDD memory in use = {}\n", progress::memory().unwrap_or(0)));
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
        output::out(text);
    }

    fn say_unless_quiet(&self, text: &str) {
        if !self.options.quiet {
            output::out(text);
        }
    }
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
