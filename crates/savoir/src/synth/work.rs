//! The work of a search for groups, on a thread that has enough stack for recursion over diagrams. It tells what it finds, so
//! that there is an answer in time even while that thread is in the middle of something that cannot be left.

use super::instances::Instances;
use super::outcome::{SynthAnswer, SynthError, SynthOutcome, SynthResult, SynthWay};
use super::pass::all_at_once;
use super::polarity::{has_open_strategies, is_positive_in_strategies};
use super::question::{candidates, check_variables};
use super::request::{SynthAlgorithm, SynthRequest};
use super::summary::summary;
use super::{Question, Space};
use crate::check::{GRACE, POLL_INTERVAL, STACK_BYTES};
use crate::outcome::CheckError;
use crate::plan::{BuildOptions, PlanTrace};
use crate::select::{no_initial_state, replace_initial_states, select_sought, wrong_condition};
use crate::session::{NotOpened, Session};
use crate::{Engine, Loaded};
use num_bigint::BigUint;
use savoir_check::{Budget, Effort, Stop};
use savoir_groups::GroupSet;
use savoir_model::{AgentId, AtlSemantics, Model, Semantics, StrategyReading};
use savoir_symbolic::Sought;
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

/// Finds the groups that make formulas true; `on_result` sees each answer as soon as it is found.
///
/// # Errors
/// When the model, a formula or a name is not usable. Running out of budget is not an error: what is not found is undecided.
pub fn synthesise(
    loaded: &Loaded,
    request: &SynthRequest,
    budget: &Budget,
    on_result: &mut dyn FnMut(&SynthOutcome, &SynthResult),
) -> Result<SynthOutcome, SynthError> {
    let Some(model) = &loaded.model else {
        return Err(CheckError::Model(loaded.diagnostics.clone()).into());
    };
    let mut model = model.clone();
    replace_initial_states(&mut model, &request.check)?;
    let candidates = candidates(&model, request.candidates);
    let mut questions = Vec::new();
    for selected in select_sought(&mut model, &request.check)? {
        if model.formulas.group_variable(selected.property.formula).is_none() {
            return Err(SynthError::Ground { index: selected.index });
        }
        questions.push(Question::new(&model, &candidates, selected, request)?);
    }
    if questions.is_empty() {
        return Err(SynthError::NoVariables);
    }
    check_variables(request, &questions)?;
    let model = Arc::new(model);
    let mut outcome = SynthOutcome::nothing_yet(loaded, model.clone(), candidates.clone());
    outcome.strategies = StrategyReading::new(request.check.semantics.atl, &model);
    let questions = Arc::new(questions);
    let job = Job { model, candidates, questions: questions.clone(), request: request.clone(), budget: budget.clone() };
    let mut pending = Pending { outcome, open: (0..questions.len()).collect(), questions: &questions, on_result };
    let (told, updates) = channel();
    let run = move || job.run(&told);
    match std::thread::Builder::new().name("synth".to_owned()).stack_size(STACK_BYTES).spawn(run) {
        Ok(worker) => {
            let ended = pending.listen(&updates, budget);
            if ended == Ending::WorkDone
                && let Err(panic) = worker.join()
            {
                resume_unwind(panic);
            }
        }
        // Without a thread there is nothing that could be done with enough stack.
        Err(_) => pending.give_up(Stop::Memory),
    }
    if pending.outcome.explored && pending.outcome.states == BigUint::ZERO {
        let found = no_initial_state(&pending.outcome.model);
        return Err(match &request.check.init {
            Some(text) => wrong_condition(text, vec![found]),
            None => CheckError::Model(vec![found]),
        }
        .into());
    }
    Ok(pending.outcome)
}

/// What is told as it is found.
enum Update {
    Built { engine: Engine, plan: PlanTrace },
    Explored { states: BigUint, encode: f64, reach: f64 },
    Result(Box<(SynthWay, BigUint, SynthAnswer, f64)>),
    Stopped(Stop),
    Done { effort: Box<Effort>, seconds: f64 },
}

/// Why nobody listens any more.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    WorkDone,
    GivenUp,
}

/// What is not answered yet, and what is.
struct Pending<'a> {
    outcome: SynthOutcome,
    open: VecDeque<usize>,
    questions: &'a [Question],
    on_result: &'a mut dyn FnMut(&SynthOutcome, &SynthResult),
}

impl Pending<'_> {
    fn listen(&mut self, updates: &Receiver<Update>, budget: &Budget) -> Ending {
        let mut over: Option<Instant> = None;
        loop {
            match updates.recv_timeout(POLL_INTERVAL) {
                Ok(update) => self.hear(update),
                Err(RecvTimeoutError::Disconnected) => return Ending::WorkDone,
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(stop) = budget.check()
                        && over.get_or_insert_with(Instant::now).elapsed() > GRACE
                    {
                        self.give_up(stop);
                        return Ending::GivenUp;
                    }
                }
            }
        }
    }

    fn hear(&mut self, update: Update) {
        match update {
            Update::Built { engine, plan } => {
                self.outcome.engine = engine;
                self.outcome.plan = plan;
            }
            Update::Explored { states, encode, reach } => {
                self.outcome.states = states;
                self.outcome.explored = true;
                self.outcome.seconds.encode = encode;
                self.outcome.seconds.reach = reach;
            }
            Update::Result(result) => {
                let (way, possible, answer, seconds) = *result;
                self.answer(way, possible, answer, seconds);
            }
            Update::Stopped(stop) => self.give_up(stop),
            Update::Done { effort, seconds } => {
                self.outcome.effort = *effort;
                self.outcome.seconds.check = seconds;
            }
        }
    }

    fn answer(&mut self, way: SynthWay, possible: BigUint, answer: SynthAnswer, seconds: f64) {
        let Some(place) = self.open.pop_front() else { return };
        let Question { selected, variables, chosen, .. } = &self.questions[place];
        let (index, property, chosen) = (selected.index, selected.property.clone(), chosen.clone());
        let atl = property.reading;
        let semantics = Semantics { atl: atl.unwrap_or(self.outcome.strategies.atl), ..Semantics::default() };
        let reading = semantics.of(&self.outcome.model, property.formula);
        let variables = variables.clone();
        let result = SynthResult { index, property, reading, variables, way, chosen, possible, answer, seconds };
        (self.on_result)(&self.outcome, &result);
        self.outcome.results.push(result);
    }

    fn give_up(&mut self, stop: Stop) {
        while !self.open.is_empty() {
            let undecided = SynthAnswer::Undecided { stop, satisfying: BigUint::ZERO, failing: BigUint::ZERO };
            self.answer(SynthWay::Symbolic, BigUint::ZERO, undecided, 0.0);
        }
    }
}

/// What there is to do.
struct Job {
    model: Arc<Model>,
    candidates: Vec<AgentId>,
    questions: Arc<Vec<Question>>,
    request: SynthRequest,
    budget: Budget,
}

/// The sessions on the model: the one that the plan chose, and one with variables for groups, once it is needed.
struct Sessions<'m> {
    chosen: Session<'m>,
    symbolic: Option<Session<'m>>,
}

impl Job {
    /// Finds the states and then the groups of each formula. If nobody listens any more, nobody needs it.
    fn run(&self, told: &Sender<Update>) {
        let start = Instant::now();
        let engine = match self.request.algorithm {
            SynthAlgorithm::Symbolic => Engine::Symbolic,
            SynthAlgorithm::Auto | SynthAlgorithm::Enumeration => self.request.check.engine,
        };
        let chosen = match self.open(engine) {
            Ok(session) => session,
            Err(NotOpened { engine, stop, plan }) => {
                drop(told.send(Update::Built { engine, plan }));
                drop(told.send(Update::Stopped(stop)));
                return;
            }
        };
        drop(told.send(Update::Built { engine: chosen.engine(), plan: chosen.plan().clone() }));
        let encode = chosen.effort().encode_seconds;
        let reach = start.elapsed().as_secs_f64() - encode;
        drop(told.send(Update::Explored { states: chosen.states().clone(), encode, reach }));
        if *chosen.states() == BigUint::ZERO {
            return;
        }
        let mut sessions = Sessions { chosen, symbolic: None };
        // Instances are added to it, one question after the other.
        let mut model = self.model.as_ref().clone();
        for question in self.questions.iter() {
            let begun = Instant::now();
            let (way, possible, answer) = self.answer(&mut sessions, &mut model, question);
            let seconds = begun.elapsed().as_secs_f64();
            drop(told.send(Update::Result(Box::new((way, possible, answer, seconds)))));
        }
        let used = sessions.symbolic.as_ref().unwrap_or(&sessions.chosen);
        let seconds = start.elapsed().as_secs_f64() - encode - reach;
        drop(told.send(Update::Done { effort: Box::new(used.effort()), seconds }));
    }

    /// A session whose symbolic engine has variables for as many groups as a formula has.
    fn open(&self, engine: Engine) -> Result<Session<'_>, NotOpened> {
        let groups = self.questions.iter().map(|question| question.variables.len()).max().unwrap_or(0) as u32;
        let options = self.request.check.build_options();
        let mut symbolic = options.symbolic.clone();
        symbolic.sought = Sought { groups, agents: self.candidates.clone() };
        Session::open(&self.model, &BuildOptions { engine, symbolic, ..options }, &self.budget)
    }

    fn answer<'m>(
        &'m self,
        sessions: &mut Sessions<'m>,
        model: &mut Model,
        question: &Question,
    ) -> (SynthWay, BigUint, SynthAnswer) {
        let mut found = Findings { way: SynthWay::Symbolic, possible: BigUint::ZERO, known: None };
        let answer = self.find(sessions, model, question, &mut found);
        let Findings { way, possible, known } = found;
        let answer = answer.unwrap_or_else(|stop| {
            let (satisfying, failing) = known.unwrap_or_default();
            SynthAnswer::Undecided { stop, satisfying, failing }
        });
        (way, possible, answer)
    }

    fn find<'m>(
        &'m self,
        sessions: &mut Sessions<'m>,
        model: &mut Model,
        question: &Question,
        found: &mut Findings,
    ) -> Result<SynthAnswer, Stop> {
        let semantics = self.request.check.reading(&question.selected.property);
        let mut space = Space::new(question.variables.len(), &self.candidates, &[], &self.budget);
        let mut possible = question.possible(&space, &self.budget)?;
        found.possible = space.stop(space.groups.count(&possible), &self.budget)?;
        let few = &found.possible * sessions.chosen.states() <= BigUint::from(self.request.tuning.few_instances);
        let satisfying = match self.way(sessions, model, question, semantics, few)? {
            Chosen::AllAtOnce => {
                let session = self.with_groups(sessions)?;
                let (ordered, satisfying) =
                    all_at_once(session, model, question, semantics, &self.candidates, &self.budget)?;
                possible = question.possible(&ordered, &self.budget)?;
                space = ordered;
                satisfying
            }
            Chosen::OneByOne => {
                self.instances(sessions, model, question, semantics, (&space, &possible), found, |instances| {
                    instances.enumerate()
                })?
            }
            Chosen::Guided => {
                let bound = self.bound(sessions, model, question, semantics, few)?;
                if let Some((ordered, _)) = &bound {
                    possible = question.possible(ordered, &self.budget)?;
                }
                let (own, bound) = bound.map_or((None, None), |(ordered, set)| (Some(ordered), Some(set)));
                space = own.unwrap_or(space);
                self.instances(sessions, model, question, semantics, (&space, &possible), found, |instances| {
                    instances.guided(bound.as_ref())
                })?
            }
        };
        let limit = self.request.listed;
        let summed = summary(&space, question, &possible, &satisfying, limit, &self.request.tuning, &self.budget)?;
        Ok(SynthAnswer::Found(Box::new(summed)))
    }

    /// How the groups of a formula are found.
    fn way(
        &self,
        sessions: &Sessions<'_>,
        model: &Model,
        question: &Question,
        semantics: Semantics,
        few: bool,
    ) -> Result<Chosen, Stop> {
        let open = has_open_strategies(&model.formulas, question.selected.property.formula);
        let one_by_one = match semantics.atl {
            AtlSemantics::PerfectInformation => false,
            AtlSemantics::Uniform(_) => open,
            AtlSemantics::UniformModel(_) => true,
        };
        let is_explicit = sessions.chosen.engine() == Engine::Explicit;
        Ok(match self.request.algorithm {
            SynthAlgorithm::Enumeration => Chosen::OneByOne,
            SynthAlgorithm::Auto | SynthAlgorithm::Symbolic if one_by_one => Chosen::Guided,
            SynthAlgorithm::Symbolic => Chosen::AllAtOnce,
            SynthAlgorithm::Auto if is_explicit && (few || self.request.check.engine == Engine::Explicit) => {
                Chosen::OneByOne
            }
            SynthAlgorithm::Auto => Chosen::AllAtOnce,
        })
    }

    /// The session with variables for groups.
    fn with_groups<'s, 'm>(&'m self, sessions: &'s mut Sessions<'m>) -> Result<&'s mut Session<'m>, Stop> {
        if sessions.chosen.groups().sought_groups()? > 0 {
            return Ok(&mut sessions.chosen);
        }
        let session = match sessions.symbolic.take() {
            Some(session) => session,
            None => self.open(Engine::Symbolic).map_err(|not| not.stop)?,
        };
        Ok(sessions.symbolic.insert(session))
    }

    /// The groups for which perfect information is enough, if less is never enough and there are many groups.
    fn bound<'m>(
        &'m self,
        sessions: &mut Sessions<'m>,
        model: &mut Model,
        question: &Question,
        semantics: Semantics,
        few: bool,
    ) -> Result<Option<(Space, GroupSet)>, Stop> {
        let formula = question.selected.property.formula;
        let bounds = match semantics.atl {
            AtlSemantics::Uniform(_) => !few && is_positive_in_strategies(&model.formulas, formula),
            AtlSemantics::PerfectInformation | AtlSemantics::UniformModel(_) => false,
        };
        if !bounds {
            return Ok(None);
        }
        let perfect = Semantics { atl: AtlSemantics::PerfectInformation, ..semantics };
        let session = self.with_groups(sessions)?;
        all_at_once(session, model, question, perfect, &self.candidates, &self.budget).map(Some)
    }

    /// Decides formulas one after the other.
    #[allow(clippy::too_many_arguments)]
    fn instances<'m>(
        &'m self,
        sessions: &mut Sessions<'m>,
        model: &mut Model,
        question: &Question,
        semantics: Semantics,
        (space, possible): (&Space, &GroupSet),
        found: &mut Findings,
        search: impl FnOnce(&mut Instances<'_, 'm, '_>) -> Result<SynthWay, Stop>,
    ) -> Result<GroupSet, Stop> {
        let mut instances = Instances {
            session: &mut sessions.chosen,
            model,
            question,
            semantics,
            uniform: self.request.check.uniform,
            candidates: &self.candidates,
            space,
            tuning: self.request.tuning,
            budget: &self.budget,
            checked: 0,
            satisfying: space.groups.none(),
            open: possible.clone(),
        };
        let way = search(&mut instances);
        let Instances { checked, satisfying, open, .. } = instances;
        found.way = way.as_ref().copied().unwrap_or(SynthWay::Enumeration { checked });
        // Counting takes no time to speak of, so it is done even if the time is over.
        let count = |set: &GroupSet| space.groups.count(set).unwrap_or_default();
        let known = count(&satisfying);
        let failing = &found.possible - &known - count(&open);
        found.known = Some((known, failing));
        way.map(|_| satisfying)
    }
}

/// How the groups of a formula are found.
enum Chosen {
    AllAtOnce,
    OneByOne,
    Guided,
}

/// What is known about the groups of a formula, even if a limit is met.
struct Findings {
    way: SynthWay,
    possible: BigUint,
    /// How many satisfy it and how many do not.
    known: Option<(BigUint, BigUint)>,
}
