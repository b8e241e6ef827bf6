//! What the options of `savoir check` ask for.

use super::selection;
use crate::args::{CheckArguments, ReadingArguments, SymbolicArguments};
use savoir::{
    CheckRequest, ConsistencyCheck, EvidenceWish, Loaded, Parallel, PlanTuning, Scope, Semantics, StrategyOptions,
    SymbolicOptions, VacuityWish,
};

/// What to ask about one of `files` files, without evidence; nothing if it has none of the formulas that are wanted.
///
/// # Errors
/// What is wrong with the options for this file.
pub(crate) fn request(
    arguments: &CheckArguments,
    loaded: &Loaded,
    files: usize,
) -> Result<Option<CheckRequest>, String> {
    let only = match &loaded.model {
        Some(model) => selection::numbers(&arguments.only, model, files)?,
        None => Vec::new(),
    };
    if !arguments.only.is_empty() && only.is_empty() {
        return Ok(None);
    }
    if arguments.partitions.is_some() && !matches!(arguments.parallel, Parallel::Parts(_)) {
        return Err("`--partitions` goes with `--parallel` semi, simple, merge or full".to_owned());
    }
    Ok(Some(CheckRequest {
        evidence: EvidenceWish::None,
        strategies: StrategyOptions::default(),
        engine: arguments.engine,
        formulas: arguments.formulas.clone(),
        only,
        init: arguments.init.clone(),
        threads: arguments.limits.threads(),
        symbolic: symbolic_options(&arguments.symbolic, loaded)?,
        consistency: consistency_checks(arguments),
        semantics: semantics(&arguments.strategies.reading, loaded)?,
        uniform: arguments.strategies.uniform_by,
        scope: if arguments.cone { Scope::Cone } else { Scope::Whole },
        plan: PlanTuning::default(),
        parallel: arguments.parallel,
        partitions: arguments.partitions.map(usize::from),
        others: None,
        notes: arguments.notes,
        vacuity: if arguments.vacuity { VacuityWish::EveryOperand } else { VacuityWish::Plain },
    }))
}

/// How the formulas of a model are to be read, unless they say so themselves.
///
/// # Errors
/// If the model does not have the group of the reading.
pub(super) fn semantics(arguments: &ReadingArguments, loaded: &Loaded) -> Result<Semantics, String> {
    let Some(model) = &loaded.model else { return Ok(Semantics::default()) };
    let name = &loaded.source.name;
    let atl = arguments.atl.resolve(model);
    let atl = atl.map_err(|wrong| format!("`--atl` does not fit `{name}`: {wrong}; {}", wrong.help()))?;
    Ok(Semantics { atl, ..Semantics::default() })
}

fn consistency_checks(arguments: &CheckArguments) -> Vec<ConsistencyCheck> {
    let wanted = [(arguments.deadlock, ConsistencyCheck::Deadlock), (arguments.overflow, ConsistencyCheck::Overflow)];
    wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, check)| check).collect()
}

/// The options of the symbolic engine, with the order in the file to load.
pub(super) fn symbolic_options(arguments: &SymbolicArguments, loaded: &Loaded) -> Result<SymbolicOptions, String> {
    let (Some(path), Some(model)) = (&arguments.load_order, &loaded.model) else {
        return arguments.options(None).map_err(|error| error.to_string());
    };
    let text = std::fs::read_to_string(path).map_err(|cause| format!("cannot read `{}`: {cause}", path.display()))?;
    arguments.options(Some((&text, model))).map_err(|error| format!("`{}`, {error}", path.display()))
}
