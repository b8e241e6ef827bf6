//! How the groups of each formula are found: which way suits it, on which engine.

use super::explain::{makes_sense, without};
use super::instances::{Instances, instance};
use super::outcome::{Example, SynthAnswer, SynthWay};
use super::pass::all_at_once;
use super::polarity::{has_open_strategies, is_positive_in_strategies};
use super::request::{SynthAlgorithm, SynthRequest};
use super::summary::summary;
use super::work::Update;
use super::{Question, Space};
use crate::plan::BuildOptions;
use crate::session::{NotOpened, Session};
use crate::{Engine, Verdict};
use num_bigint::BigUint;
use savoir_check::{Budget, Stop};
use savoir_groups::GroupSet;
use savoir_model::{AgentId, AtlSemantics, Model, Semantics};
use savoir_symbolic::Sought;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Instant;

/// What there is to do.
pub(super) struct Job {
    pub(super) model: Arc<Model>,
    pub(super) candidates: Vec<AgentId>,
    pub(super) questions: Arc<Vec<Question>>,
    pub(super) request: SynthRequest,
    pub(super) budget: Budget,
}

/// What was found out about the groups of a formula.
pub(super) struct Found {
    pub(super) way: Option<SynthWay>,
    /// How many choices of groups come into question.
    pub(super) possible: BigUint,
    pub(super) answer: SynthAnswer,
}

/// The sessions on the model: the one that the plan chose, and one with variables for groups, once it is needed.
struct Sessions<'m> {
    chosen: Session<'m>,
    symbolic: Option<Session<'m>>,
}

impl Job {
    /// Finds the states and then the groups of each formula. If nobody listens any more, nobody needs it.
    pub(super) fn run(&self, told: &Sender<Update>) {
        let start = Instant::now();
        let tell = |update: Update| drop(told.send(update));
        let engine = match self.request.algorithm {
            SynthAlgorithm::Symbolic => Engine::Symbolic,
            SynthAlgorithm::Auto | SynthAlgorithm::Enumeration => self.request.check.engine,
        };
        let chosen = match self.open(engine) {
            Ok(session) => session,
            Err(NotOpened { engine, stop, plan }) => {
                tell(Update::Built { engine, plan });
                tell(Update::Stopped(stop));
                return;
            }
        };
        tell(Update::Built { engine: chosen.engine(), plan: chosen.plan().clone() });
        let encode = chosen.effort().encode_seconds;
        let reach = start.elapsed().as_secs_f64() - encode;
        tell(Update::Explored { states: chosen.states().clone(), encode, reach });
        if *chosen.states() == BigUint::ZERO {
            return;
        }
        let mut sessions = Sessions { chosen, symbolic: None };
        // Instances are added to it, one question after the other.
        let mut model = self.model.as_ref().clone();
        for question in self.questions.iter() {
            let begun = Instant::now();
            let semantics = self.request.check.reading(&question.selected.property);
            let mut asked = Asked { job: self, sessions: &mut sessions, model: &mut model, question, semantics };
            tell(Update::Result(Box::new(asked.answer()), begun.elapsed().as_secs_f64()));
        }
        let used = sessions.symbolic.as_ref().unwrap_or(&sessions.chosen);
        let seconds = start.elapsed().as_secs_f64() - encode - reach;
        tell(Update::Done { effort: Box::new(used.effort()), seconds });
    }

    /// A session whose symbolic engine has variables for as many groups as a formula has.
    fn open(&self, engine: Engine) -> Result<Session<'_>, NotOpened> {
        let groups = self.questions.iter().map(|question| question.variables.len()).max().unwrap_or(0) as u32;
        let options = self.request.check.build_options();
        let mut symbolic = options.symbolic.clone();
        symbolic.sought = Sought { groups, agents: self.candidates.clone() };
        Session::open(&self.model, &BuildOptions { engine, symbolic, ..options }, &self.budget)
    }
}

/// How the groups of a formula are found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chosen {
    AllAtOnce,
    OneByOne,
    Guided,
}

/// Choices of groups, with those of them that come into question.
struct Candidates {
    space: Space,
    possible: GroupSet,
}

/// One question, with what it takes to answer it.
struct Asked<'a, 'm> {
    job: &'m Job,
    sessions: &'a mut Sessions<'m>,
    model: &'a mut Model,
    question: &'a Question,
    semantics: Semantics,
}

impl<'m> Asked<'_, 'm> {
    fn answer(&mut self) -> Found {
        let nothing = |stop| SynthAnswer::Undecided { stop, satisfying: BigUint::ZERO, failing: BigUint::ZERO };
        let mut found = Found { way: None, possible: BigUint::ZERO, answer: nothing(Stop::Cancelled) };
        match self.find(&mut found) {
            Ok(answer) => found.answer = answer,
            // What is known of the groups, if anything, stands there already.
            Err(stop) => match &mut found.answer {
                SynthAnswer::Undecided { stop: why, .. } => *why = stop,
                SynthAnswer::Found(_) => found.answer = nothing(stop),
            },
        }
        found
    }

    fn find(&mut self, found: &mut Found) -> Result<SynthAnswer, Stop> {
        let (job, question) = (self.job, self.question);
        let budget = &job.budget;
        let mut candidates = self.candidates(Space::new(question.variables.len(), &job.candidates, &[], budget)?)?;
        found.possible = candidates.space.stop(candidates.space.groups.count(&candidates.possible), budget)?;
        let few = &found.possible * self.sessions.chosen.states() <= BigUint::from(job.request.tuning.few_instances);
        let satisfying = match self.way(few) {
            _ if found.possible == BigUint::ZERO => candidates.space.groups.none(),
            Chosen::AllAtOnce => {
                found.way = Some(SynthWay::Symbolic);
                let (space, satisfying) = self.all_at_once(self.semantics)?;
                candidates = self.candidates(space)?;
                satisfying
            }
            Chosen::OneByOne => self.instances(&candidates, found, |instances| instances.enumerate())?,
            Chosen::Guided => {
                let mut bound = None;
                if !few && self.has_bound() {
                    let perfect = Semantics { atl: AtlSemantics::PerfectInformation, ..self.semantics };
                    let (space, set) = self.all_at_once(perfect)?;
                    candidates = self.candidates(space)?;
                    bound = Some(set);
                }
                self.instances(&candidates, found, |instances| instances.guided(bound.as_ref()))?
            }
        };
        let Candidates { space, possible } = &candidates;
        let (limit, tuning) = (job.request.listed, &job.request.tuning);
        let mut summed = summary(space, question, possible, &satisfying, limit, tuning, budget)?;
        if let Some(example) = &mut summed.example {
            self.complete(example)?;
        }
        Ok(SynthAnswer::Found(Box::new(summed)))
    }

    /// Finds out what becomes of an example without members where the groups that are left did not come into question: often
    /// nobody is left.
    fn complete(&mut self, example: &mut Example) -> Result<(), Stop> {
        let formula = self.question.selected.property.formula;
        for (slot, known) in example.without.iter_mut().filter(|(_, known)| known.is_none()) {
            let fewer = without(&example.valuation, *slot);
            if makes_sense(self.model, formula, &self.question.variables, &fewer) {
                let instance = instance(self.model, self.question, &self.job.candidates, &fewer);
                let by = self.job.request.check.uniform;
                let verdict = self.sessions.chosen.groups().instance(self.model, instance, self.semantics, by);
                *known = match verdict {
                    Verdict::True => Some(true),
                    Verdict::False => Some(false),
                    Verdict::Unknown(stop) => return Err(stop),
                };
            }
        }
        Ok(())
    }

    fn candidates(&self, space: Space) -> Result<Candidates, Stop> {
        let possible = self.question.possible(&space, &self.job.budget)?;
        Ok(Candidates { space, possible })
    }

    /// How the groups are found; there may be so few that going through them takes no time.
    fn way(&self, few: bool) -> Chosen {
        let open = has_open_strategies(&self.model.formulas, self.question.selected.property.formula);
        let one_by_one = match self.semantics.atl {
            AtlSemantics::PerfectInformation => false,
            AtlSemantics::Uniform(_) => open,
            AtlSemantics::UniformModel(_) => true,
        };
        let is_explicit = self.sessions.chosen.engine() == Engine::Explicit;
        let must_be_explicit = self.job.request.check.engine == Engine::Explicit;
        match self.job.request.algorithm {
            SynthAlgorithm::Enumeration => Chosen::OneByOne,
            SynthAlgorithm::Auto | SynthAlgorithm::Symbolic if one_by_one => Chosen::Guided,
            SynthAlgorithm::Auto if is_explicit && (few || must_be_explicit) => Chosen::OneByOne,
            SynthAlgorithm::Auto | SynthAlgorithm::Symbolic => Chosen::AllAtOnce,
        }
    }

    /// Whether groups for which perfect information is not enough need not be tried.
    fn has_bound(&self) -> bool {
        match self.semantics.atl {
            AtlSemantics::Uniform(_) => {
                is_positive_in_strategies(&self.model.formulas, self.question.selected.property.formula)
            }
            AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_) => false,
        }
    }

    /// All groups at once, on the session with variables for groups.
    fn all_at_once(&mut self, semantics: Semantics) -> Result<(Space, GroupSet), Stop> {
        let Job { candidates, budget, .. } = self.job;
        let session = match self.sessions.chosen.groups().sought_groups()? {
            0 => {
                let session = match self.sessions.symbolic.take() {
                    Some(session) => session,
                    None => self.job.open(Engine::Symbolic).map_err(|not| not.stop)?,
                };
                self.sessions.symbolic.insert(session)
            }
            _ => &mut self.sessions.chosen,
        };
        all_at_once(session, self.model, self.question, semantics, candidates, budget)
    }

    /// Decides formulas one after the other, and keeps what is known if a limit is met.
    fn instances(
        &mut self,
        candidates: &Candidates,
        found: &mut Found,
        search: impl FnOnce(&mut Instances<'_, 'm, '_>) -> Result<(), Stop>,
    ) -> Result<GroupSet, Stop> {
        let Candidates { space, possible } = candidates;
        let mut instances = Instances {
            session: &mut self.sessions.chosen,
            model: self.model,
            question: self.question,
            semantics: self.semantics,
            uniform: self.job.request.check.uniform,
            candidates: &self.job.candidates,
            space,
            tuning: self.job.request.tuning,
            budget: &self.job.budget,
            checked: 0,
            is_monotone: None,
            satisfying: space.groups.none(),
            open: possible.clone(),
        };
        let end = search(&mut instances);
        found.way = Some(instances.way());
        let Instances { satisfying, open, .. } = instances;
        // Counting takes no time to speak of; if even that is not allowed any more, nothing is known.
        let count = |set: &GroupSet| space.groups.count(set);
        if let (Err(stop), Ok(known), Ok(open)) = (&end, count(&satisfying), count(&open)) {
            let failing = &found.possible - &known - open;
            found.answer = SynthAnswer::Undecided { stop: *stop, satisfying: known, failing };
        }
        end.map(|()| satisfying)
    }
}
