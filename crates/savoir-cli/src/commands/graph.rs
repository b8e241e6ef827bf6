//! `savoir graph`: draw the whole state graph of a small model.

use super::evidence::known_agent;
use super::{files, overwriting, pictures};
use crate::args::{GraphArguments, GraphFormat, MergeStates};
use crate::exit::Exit;
use crate::write::Target;
use crate::{interrupt, output, write};
use savoir::{Budget, GraphError, GraphLimits, Loaded, Model, StateGraph, Stop, state_graph};
use savoir_report::diagnostics;
use savoir_report::drawing::{dot, html, svg, tikz};
use savoir_report::evidence::Propositions;
use savoir_report::graph::{EpistemicEdges, GraphView, Merge, drawn, json};
use savoir_report::json::FileReport;

/// A picture may have this many joint actions for each of the states that are allowed.
const JOINT_ACTIONS_PER_STATE: usize = 250;

pub(crate) fn run(arguments: &GraphArguments) -> Exit {
    if let Err(problem) = overwriting::refuse(target(arguments), std::slice::from_ref(&arguments.file)) {
        output::error(&problem);
        return Exit::Usage;
    }
    let mut report = FileReport::new(&arguments.file.display().to_string());
    let loaded = match files::load_within(&arguments.file, &arguments.limits.reading(), &mut report) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    output::err(&diagnostics::render(&loaded.source, &loaded.diagnostics));
    match draw(arguments, &loaded) {
        Ok(text) => write(arguments, &text),
        Err(exit) => exit,
    }
}

/// The graph as text; if there is none, what is wrong was said.
fn draw(arguments: &GraphArguments, loaded: &Loaded) -> Result<String, Exit> {
    let usage = |message: &str| {
        output::error(message);
        Exit::Usage
    };
    let model = loaded.model.as_ref().ok_or(Exit::Usage)?;
    arguments.agents.iter().try_for_each(|name| known_agent(model, name)).map_err(|problem| usage(&problem))?;
    let states = arguments.max_states as usize;
    let limits = GraphLimits { states, joint_actions: states.saturating_mul(JOINT_ACTIONS_PER_STATE) };
    let budget = arguments.limits.budget_after(loaded.seconds);
    let found = state_graph(model, limits, arguments.limits.threads(), &budget).map_err(|error| match error {
        GraphError::Model(found) => {
            output::err(&diagnostics::render(&loaded.source, &found));
            Exit::Usage
        }
        GraphError::TooManyStates => usage(&format!(
            "the model has more than {states} reachable states, which is too much for a picture; raise the limit with \
             `--max-states`, or see how many there are with `savoir stats`"
        )),
        GraphError::TooManyJointActions => usage(&format!(
            "the states have more than {} joint actions in all, which is too much for a picture; raise the limit with \
             `--max-states`",
            limits.joint_actions
        )),
        GraphError::Stopped(stop) => stopped(stop),
    })?;
    render(arguments, &loaded.source.name, model, &found, &budget).map_err(stopped)
}

/// The graph in the format that is asked for.
fn render(
    arguments: &GraphArguments,
    name: &str,
    model: &Model,
    found: &StateGraph,
    budget: &Budget,
) -> Result<String, Stop> {
    let view = GraphView {
        agents: arguments.agents.clone(),
        epistemic: if arguments.no_epistemic { EpistemicEdges::Hidden } else { EpistemicEdges::Drawn },
        merge: match arguments.merge {
            MergeStates::Auto => Merge::Auto,
            MergeStates::Nothing => Merge::Nothing,
            MergeStates::Values => Merge::Values,
            MergeStates::Propositions => Merge::Propositions,
            MergeStates::Bisimulation => Merge::Bisimulation,
        },
        propositions: if arguments.show_propositions { Propositions::Shown } else { Propositions::Hidden },
    };
    let drawings = || drawn::drawings(name, model, found, &view, budget);
    // A page has room for several summaries; a picture is the one that tells most.
    let first = || drawings().map(|drawings| drawings.into_iter().take(1).collect::<Vec<_>>());
    Ok(match arguments.format {
        GraphFormat::Dot => dot::render(&first()?),
        GraphFormat::Svg => svg::render_as(&first()?, pictures::arrangement(&arguments.layout)),
        GraphFormat::Html => html::render(name, &drawings()?),
        GraphFormat::Tikz => tikz::render(&first()?),
        GraphFormat::Json => json::render(name, model, found, &view),
    })
}

/// Where the graph goes, if that is a file.
fn target(arguments: &GraphArguments) -> Option<Target<'_>> {
    let path = arguments.output.as_deref()?;
    Some(Target { path, kind: arguments.format.kind(), overwrite: arguments.force.overwrite() })
}

fn stopped(stop: Stop) -> Exit {
    output::error(&format!("there is no graph: {stop}"));
    if interrupt::happened() { Exit::Interrupted } else { Exit::Undecided }
}

fn write(arguments: &GraphArguments, text: &str) -> Exit {
    let Some(target) = target(arguments) else {
        output::document(text);
        return Exit::Met;
    };
    match write::write(&target, text.as_bytes()) {
        Ok(()) => Exit::Met,
        Err(problem) => {
            output::error(&problem.to_string());
            Exit::Usage
        }
    }
}
