//! The choice of an engine.

use savoir_check::{Budget, Stop};
use savoir_explicit::{ExplicitOptions, ExplicitSystem, Extent, Small};
use savoir_model::Model;
use savoir_symbolic::{Preparation, SymbolicOptions, SymbolicSystem};
use std::fmt;

/// How the states are represented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Engine {
    /// The explicit engine for tiny models; the symbolic one where its diagrams stay small, or have few nodes for so many
    /// states; the explicit one for models that turn out to be of modest size; the symbolic one for all others. The choice
    /// depends on the model alone.
    #[default]
    Auto,
    /// Every state is stored.
    Explicit,
    /// Sets of states are decision diagrams.
    Symbolic,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Engine::Auto => f.write_str("auto"),
            Engine::Explicit => f.write_str("explicit"),
            Engine::Symbolic => f.write_str("symbolic"),
        }
    }
}

/// A system of one of the engines, or why there is none.
#[allow(clippy::large_enum_variant, reason = "there is only one at a time")]
pub(crate) enum Built<'m> {
    Explicit(Result<ExplicitSystem<'m>, Stop>),
    Symbolic(Result<SymbolicSystem<'m>, Stop>),
}

/// Finds the reachable states of a model with the engine that is asked for, or with the one that suits it.
pub(crate) fn build<'m>(
    model: &'m Model,
    engine: Engine,
    threads: usize,
    symbolic: &SymbolicOptions,
    budget: &Budget,
) -> Built<'m> {
    let explore = |extent| ExplicitSystem::explore(model, ExplicitOptions { threads, extent }, budget.clone());
    match engine {
        Engine::Explicit => Built::Explicit(explore(Extent::All)),
        Engine::Symbolic => Built::Symbolic(SymbolicSystem::build(model, symbolic, budget)),
        Engine::Auto => match explore(Extent::Within(Small::TINY)) {
            Err(Stop::TooLarge) => match Preparation::new(model, symbolic, budget) {
                Ok(prepared) => larger(&prepared, || explore(Extent::Within(Small::MODEST))),
                Err(stop) => Built::Symbolic(Err(stop)),
            },
            explored => Built::Explicit(explored),
        },
    }
}

/// The engine for a model that is not tiny.
fn larger<'m>(
    prepared: &Preparation<'m>,
    explore_modest: impl FnOnce() -> Result<ExplicitSystem<'m>, Stop>,
) -> Built<'m> {
    let small = match prepared.build_small() {
        Ok(small) => small,
        Err(stop) => return Built::Symbolic(Err(stop)),
    };
    match small.as_ref().map_or(Ok(false), SymbolicSystem::suits) {
        Ok(true) => {}
        Ok(false) => match explore_modest() {
            Err(Stop::TooLarge) => {}
            // The states are known all the same.
            Err(_) if small.is_some() => {}
            explored => return Built::Explicit(explored),
        },
        Err(stop) => return Built::Symbolic(Err(stop)),
    }
    Built::Symbolic(small.map_or_else(|| prepared.build(), Ok))
}
