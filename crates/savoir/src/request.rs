//! What to check, and how.

use crate::consistency::ConsistencyCheck;
use crate::distributed;
use crate::engine::Engine;
use crate::evidence::EvidenceWish;
use crate::notes::{NotesWish, VacuityWish};
use crate::parallel::Parallel;
use crate::parts::{OtherProcesses, Partition, PartsError};
use crate::plan::{BuildOptions, PlanTuning, Storage};
use savoir_check::UniformAlgorithm;
use savoir_evidence::StrategyOptions;
use savoir_explicit::{ExplicitOptions, ExplorationLimits};
use savoir_model::{FormulaId, Model, Property, Semantics};
use savoir_symbolic::SymbolicOptions;

/// A formula given apart from the model.
pub type FormulaText = String;

/// What to check, and how.
#[derive(Clone, Debug)]
pub struct CheckRequest {
    /// The engine.
    pub engine: Engine,
    /// Formulas to check instead of the model's own; if empty, the model's own.
    pub formulas: Vec<FormulaText>,
    /// The numbers of those formulas of the model to check, from 1; if empty, all of them.
    pub only: Vec<usize>,
    /// A condition on initial states in place of the model's own.
    pub init: Option<String>,
    /// Threads to use.
    pub threads: usize,
    /// What they are used for.
    pub parallel: Parallel,
    /// How the symbolic engine works.
    pub symbolic: SymbolicOptions,
    /// Whether verdicts come with evidence.
    pub evidence: EvidenceWish,
    /// Which strategies are part of the evidence.
    pub strategies: StrategyOptions,
    /// What else to check, before the formulas.
    pub consistency: Vec<ConsistencyCheck>,
    /// How the operators are read.
    pub semantics: Semantics,
    /// How uniform strategies are looked for.
    pub uniform: UniformAlgorithm,
    /// Which part of the model is looked at.
    pub scope: Scope,
    /// The numbers that decide which attempts are made.
    pub plan: PlanTuning,
    /// Into how many parts the model is divided, if it is.
    pub partitions: Option<usize>,
    /// Other processes that work on its parts.
    pub others: Option<OtherProcesses>,
    /// Which notes come with the verdicts.
    pub notes: NotesWish,
    /// Which operands of formulas are looked at.
    pub vacuity: VacuityWish,
}

impl CheckRequest {
    /// How a formula is read: as its annotation says, or as the request does.
    #[must_use]
    pub fn reading(&self, property: &Property) -> Semantics {
        Semantics { atl: property.reading.unwrap_or(self.semantics.atl), ..self.semantics }
    }

    /// How the model is divided, if it is.
    pub(crate) fn partition(&self) -> Option<Partition> {
        match self.parallel {
            Parallel::Parts(algorithm) => Some(Partition { algorithm, partitions: self.partitions }),
            Parallel::Auto | Parallel::Off | Parallel::Distributed => None,
        }
    }

    /// Whether what is asked for can be had in the way that is asked for; formulas with their numbers.
    pub(crate) fn fits(
        &self,
        model: &Model,
        formulas: impl Iterator<Item = (usize, (FormulaId, Semantics))>,
    ) -> Result<(), PartsError> {
        match (self.storage(), self.partition()) {
            (Storage::Distributed, _) => distributed::fits(self, model, formulas),
            (Storage::OnePlace, Some(partition)) => partition.fits(self, model, formulas),
            (Storage::OnePlace, None) => Ok(()),
        }
    }

    /// Where states are stored.
    fn storage(&self) -> Storage {
        match self.parallel {
            Parallel::Distributed => Storage::Distributed,
            Parallel::Auto | Parallel::Off | Parallel::Parts(_) => Storage::OnePlace,
        }
    }

    /// The evidence that is wished for, without what gives way to other wishes.
    pub(crate) fn possible_evidence(&self) -> EvidenceWish {
        let is_apart = match self.storage() {
            Storage::Distributed => true,
            Storage::OnePlace => self.partition().is_some_and(Partition::decides),
        };
        let gives_way = is_apart || self.scope == Scope::Cone;
        match self.evidence {
            EvidenceWish::Unexpected if gives_way => EvidenceWish::None,
            wish => wish,
        }
    }

    pub(crate) fn build_options(&self) -> BuildOptions {
        BuildOptions {
            engine: self.engine,
            explicit: ExplicitOptions::with_threads(self.parallel.threads(self.threads)),
            symbolic: self.symbolic.clone(),
            limits: ExplorationLimits::NONE,
            plan: self.plan.clone(),
            partition: self.partition(),
            storage: self.storage(),
        }
    }
}

/// Which part of a model is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scope {
    /// All of it.
    #[default]
    Whole,
    /// What the formulas depend on, see [`Model::cone_of_influence`]. States are then those of this part. For evidence
    /// and for checks of the model, all of it is looked at nevertheless.
    Cone,
}

impl Default for CheckRequest {
    fn default() -> CheckRequest {
        CheckRequest {
            engine: Engine::default(),
            formulas: Vec::new(),
            only: Vec::new(),
            init: None,
            threads: ExplicitOptions::default().threads,
            parallel: Parallel::default(),
            symbolic: SymbolicOptions::default(),
            evidence: EvidenceWish::default(),
            consistency: Vec::new(),
            semantics: Semantics::default(),
            uniform: UniformAlgorithm::default(),
            scope: Scope::default(),
            strategies: StrategyOptions::default(),
            plan: PlanTuning::default(),
            partitions: None,
            others: None,
            notes: NotesWish::default(),
            vacuity: VacuityWish::default(),
        }
    }
}
