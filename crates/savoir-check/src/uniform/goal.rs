//! What a play has to do, as labels of single states.
//!
//! A play is *trying* until it is decided. Under fairness it may have *failed* and still be harmless: from then on it must
//! not become fair. For `X` there is a *first* step before. A state is then won (nothing matters any more), lost, or a
//! place where the play goes on.

use super::lookup::Lookup;
use crate::{Checker, Layers, Side, Stop, System};
use savoir_model::{AgentId, Temporal};

/// How far a play is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Mode {
    /// Before the step of `X`.
    First,
    /// Not decided.
    Trying,
    /// Its goal is out of reach, so it must not be fair.
    Failed,
}

/// What it means to come to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    /// Nothing that follows matters.
    Won,
    /// No strategy wins from here.
    Lost,
    /// The play goes on in this mode.
    Open(Mode),
}

/// The kinds of goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Next,
    Globally,
    Until,
}

/// The goal of a coalition, with the sets that its operands stand for.
#[derive(Clone)]
pub(super) struct Goal<Set> {
    kind: Kind,
    /// Where a play may be while it tries; everywhere if there is no such set.
    through: Option<Set>,
    /// Where it wants to be: the states of `X`, or the end of `U`.
    target: Option<Set>,
    /// Where the coalition wins with perfect information; it must stay there. `None` if that is not to be used.
    bound: Option<Set>,
    /// Only under fairness.
    fairness: Option<Fairness<Set>>,
}

/// What matters under fairness.
#[derive(Clone)]
struct Fairness<Set> {
    domain: Set,
    /// Where all plays can be made unfair with perfect information, if that is to be used.
    avoidable: Option<Set>,
    constraints: Vec<Set>,
}

impl<Set: Clone> Goal<Set> {
    /// The goal of a formula of the checker's, whose operands are known; with the region of perfect information, if that
    /// is to rule out states.
    pub(super) fn new<S: System<Set = Set>>(
        checker: &Checker<'_, S>,
        coalition: &[AgentId],
        temporal: Temporal,
        region: Option<&Set>,
    ) -> Result<Goal<Set>, Stop> {
        let set = |formula| Some(checker.known(formula).clone());
        let (kind, through, target) = match temporal {
            Temporal::Next(f) => (Kind::Next, None, set(f)),
            Temporal::Globally(f) => (Kind::Globally, set(f), None),
            Temporal::Finally(g) => (Kind::Until, None, set(g)),
            Temporal::Until(f, g) => (Kind::Until, set(f), set(g)),
        };
        let bound = region.cloned();
        let fairness = if checker.fair().is_empty() {
            None
        } else {
            let avoidable = match bound {
                Some(_) => Some(checker.avoidable(coalition)?),
                None => None,
            };
            Some(Fairness { domain: checker.domain().clone(), avoidable, constraints: checker.fair().to_vec() })
        };
        Ok(Goal { kind, through, target, bound, fairness })
    }

    /// Where the coalition gets to its target with perfect information within no step, one, two, and so on; nothing if
    /// there is no target to get to for all plays.
    pub(super) fn layers<S: System<Set = Set>>(
        &self,
        checker: &Checker<'_, S>,
        coalition: &[AgentId],
    ) -> Result<Vec<Set>, Stop> {
        let Some(target) = self.target.as_ref().filter(|_| self.is_reached_by_all_plays()) else {
            return Ok(Vec::new());
        };
        let through = self.through.as_ref().unwrap_or(checker.domain());
        let mut layers = Layers::new(target.clone());
        while checker.grow_attractor(&mut layers, coalition, Side::Coalition, through)? {}
        Ok(layers.found().to_vec())
    }

    /// The same goal with other sets, unless there is none for one of them.
    pub(super) fn with_sets<'g, Other>(
        &'g self,
        other: &impl Fn(&'g Set) -> Result<Option<Other>, Stop>,
    ) -> Result<Option<Goal<Other>>, Stop> {
        let Goal { kind, through, target, bound, fairness } = self;
        let optional = |set: &'g Option<Set>| match set {
            Some(set) => Ok(other(set)?.map(Some)),
            None => Ok(Some(None)),
        };
        let (Some(through), Some(target), Some(bound)) = (optional(through)?, optional(target)?, optional(bound)?)
        else {
            return Ok(None);
        };
        let fairness = match fairness {
            None => None,
            Some(Fairness { domain, avoidable, constraints }) => {
                let constraints: Option<Vec<Other>> = constraints.iter().map(other).collect::<Result<_, Stop>>()?;
                match (other(domain)?, optional(avoidable)?, constraints) {
                    (Some(domain), Some(avoidable), Some(constraints)) => {
                        Some(Fairness { domain, avoidable, constraints })
                    }
                    _ => return Ok(None),
                }
            }
        };
        Ok(Some(Goal { kind: *kind, through, target, bound, fairness }))
    }

    /// The mode in which plays start.
    pub(super) fn start(&self) -> Mode {
        if self.kind == Kind::Next { Mode::First } else { Mode::Trying }
    }

    /// Whether a play that goes round for ever in this mode is lost, if it is fair.
    pub(super) fn is_doomed(&self, mode: Mode) -> bool {
        match mode {
            Mode::First => false,
            Mode::Trying => self.kind == Kind::Until,
            Mode::Failed => true,
        }
    }

    /// Whether some mode is lost if it goes on for ever.
    pub(super) fn has_doomed(&self) -> bool {
        self.kind == Kind::Until || self.fairness.is_some()
    }

    /// Whether all plays of a winning strategy come to an end that is won.
    pub(super) fn is_reached_by_all_plays(&self) -> bool {
        self.kind == Kind::Until && self.fairness.is_none()
    }

    /// The fairness constraints.
    pub(super) fn constraints(&self) -> &[Set] {
        self.fairness.as_ref().map_or(&[], |fairness| &fairness.constraints)
    }

    /// What it means that a play starts in a state.
    pub(super) fn first_label<L: Lookup<Set = Set>>(&self, lookup: &L, state: &[u64]) -> Result<Label, Stop> {
        match self.kind {
            Kind::Next => Ok(Label::Open(Mode::First)),
            Kind::Globally | Kind::Until => self.label(lookup, Mode::Trying, state),
        }
    }

    /// What it means that a step of a play in this mode leads to a state.
    pub(super) fn label<L: Lookup<Set = Set>>(&self, lookup: &L, mode: Mode, state: &[u64]) -> Result<Label, Stop> {
        let is_in = |set: &Option<Set>, otherwise: bool| match set {
            Some(set) => lookup.is_in(set, state),
            None => Ok(otherwise),
        };
        if let Some(fairness) = &self.fairness
            && !lookup.is_in(&fairness.domain, state)?
        {
            return Ok(Label::Won);
        }
        if mode != Mode::Failed {
            if is_in(&self.target, false)? {
                return Ok(Label::Won);
            }
            if self.kind != Kind::Next && is_in(&self.through, true)? {
                return Ok(if is_in(&self.bound, true)? { Label::Open(Mode::Trying) } else { Label::Lost });
            }
        }
        match &self.fairness {
            Some(fairness) if is_in(&fairness.avoidable, true)? => Ok(Label::Open(Mode::Failed)),
            _ => Ok(Label::Lost),
        }
    }
}
