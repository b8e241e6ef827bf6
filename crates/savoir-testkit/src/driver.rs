//! Comparing an engine with the reference, on given and on random models.
//!
//! An engine is any function from a model to an [`Answer`]. It may leave parts of the answer open; what it says must be
//! what [`Reference`] says.

use crate::fixtures::{try_load, workspace_root};
use crate::random::{Options, RandomModel, shrink};
use crate::semantics::{Reference, State};
use savoir_model::Model;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Models with more states are not compared.
const MAX_STATES: usize = 100_000;

/// What an engine says about a model. `None` stands for what it does not say.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The number of reachable states.
    pub states: Option<usize>,
    /// The number of reachable states without a successor.
    pub deadlocks: Option<usize>,
    /// A verdict for each property; shorter if the engine stops early.
    pub verdicts: Vec<Option<bool>>,
    /// For each property the states where it holds, in any order; may be shorter, or empty.
    pub satisfying: Vec<Option<Vec<State>>>,
}

/// How an engine fails.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Failure {
    /// It gives no answer.
    NoAnswer(String),
    /// It gives another answer than the reference.
    WrongAnswer(String),
}

impl Failure {
    fn text(&self) -> &str {
        match self {
            Failure::NoAnswer(text) | Failure::WrongAnswer(text) => text,
        }
    }

    fn is_like(&self, other: &Failure) -> bool {
        matches!(self, Failure::NoAnswer(_)) == matches!(other, Failure::NoAnswer(_))
    }
}

/// Whether an answer agrees with the reference.
///
/// # Errors
/// The first difference, or why the reference has no answer.
pub fn compare(model: &Model, answer: &Answer) -> Result<(), String> {
    let reference = Reference::build(model, MAX_STATES).map_err(|refusal| refusal.to_string())?;
    same("states", answer.states, &reference.states())?;
    same("deadlocks", answer.deadlocks, &reference.deadlocks().len())?;
    for (index, property) in model.properties.iter().enumerate() {
        let about = format!("formula {} `{}`", index + 1, property.text);
        let refused = |refusal| format!("{about}: {refusal}");
        if let Some(Some(verdict)) = answer.verdicts.get(index) {
            same(&about, Some(*verdict), &reference.verdict(property.formula).map_err(refused)?)?;
        }
        if let Some(Some(satisfying)) = answer.satisfying.get(index) {
            let mut satisfying = satisfying.clone();
            satisfying.sort();
            let expected = reference.sat_states(property.formula).map_err(refused)?;
            same(&format!("states of {about}"), Some(satisfying), &expected)?;
        }
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(what: &str, found: Option<T>, expected: &T) -> Result<(), String> {
    match found {
        Some(found) if found != *expected => Err(format!("{what}: reference {expected:?}, engine {found:?}")),
        _ => Ok(()),
    }
}

/// Whether an engine agrees with the reference on a model.
///
/// # Errors
/// How it fails: by an error, a panic or another answer.
pub fn check_model(model: &Model, engine: impl Fn(&Model) -> Result<Answer, String>) -> Result<(), String> {
    failure(model, &engine).map_or(Ok(()), |failure| Err(failure.text().to_owned()))
}

fn failure(model: &Model, engine: &dyn Fn(&Model) -> Result<Answer, String>) -> Option<Failure> {
    match catch_unwind(AssertUnwindSafe(|| engine(model))) {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
            Some(Failure::NoAnswer(format!("the engine panicked: {text}")))
        }
        Ok(Err(error)) => Some(Failure::NoAnswer(format!("the engine failed: {error}"))),
        Ok(Ok(answer)) => compare(model, &answer).err().map(Failure::WrongAnswer),
    }
}

/// A model on which an engine and the reference differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The seed of the random model.
    pub seed: u64,
    /// The model, cut down as far as they differ, with the difference as a comment on top.
    pub text: String,
}

/// Compares an engine with the reference on the random models of `count` seeds from `first_seed` on.
///
/// # Panics
/// At the first model where they differ, with a smaller model where they do as well. That one is also written to
/// `savoir-shrunk/seed-N.ispl` in the target directory.
pub fn check_random(count: u64, first_seed: u64, options: &Options, engine: impl Fn(&Model) -> Result<Answer, String>) {
    if let Some(Difference { seed, text }) = first_difference(count, first_seed, options, engine) {
        let place = keep(seed, &text).map_or("not written".to_owned(), |path| path.display().to_string());
        panic!("the engine and the reference differ on seed {seed} ({place}):\n{text}");
    }
}

/// The first of the random models on which an engine and the reference differ, cut down.
///
/// # Panics
/// If a random model does not resolve, which is a defect of the generator or of the resolver.
pub fn first_difference(
    count: u64,
    first_seed: u64,
    options: &Options,
    engine: impl Fn(&Model) -> Result<Answer, String>,
) -> Option<Difference> {
    (first_seed..first_seed + count).find_map(|seed| {
        let spec = RandomModel::generate(seed, options);
        let text = spec.to_ispl();
        let model = try_load(&text).unwrap_or_else(|problems| panic!("seed {seed}:\n{problems}\n{text}"));
        let first = failure(&model, &engine)?;
        let mut last = first.text().to_owned();
        let small = shrink(spec, &mut |text| {
            let found = try_load(text).ok().and_then(|model| failure(&model, &engine));
            // A wrong answer must not turn into a crash on the way, nor the other way round.
            let found = found.filter(|found| found.is_like(&first));
            let fails = found.is_some();
            last = found.map_or_else(|| last.clone(), |found| found.text().to_owned());
            fails
        });
        let text = format!("-- seed {seed}\n-- {}\n{}", last.replace('\n', "\n-- "), small.to_ispl());
        Some(Difference { seed, text })
    })
}

/// Writes a shrunk model where it can be found after the test.
fn keep(seed: u64, text: &str) -> Option<PathBuf> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace_root().join("target"), PathBuf::from);
    let dir = target.join("savoir-shrunk");
    std::fs::create_dir_all(&dir).ok()?;
    let path = dir.join(format!("seed-{seed}.ispl"));
    std::fs::write(&path, text).ok().map(|()| path)
}
