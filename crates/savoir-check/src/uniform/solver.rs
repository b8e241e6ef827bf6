//! The SAT solver, with the limits of the user and of the search.

use crate::{Budget, Phase, Progress, Stop};
use batsat::{Callbacks, EmptyTheory, Lit, Solver, SolverInterface, SolverOpts, Theory, clause, lbool};
use std::cell::Cell;
use std::rc::Rc;

/// Progress is reported after so many conflicts.
const CONFLICTS_BETWEEN_REPORTS: u64 = 512;

/// Stops the solver when the budget is used up, or the conflicts that it may have; and says how far it is.
struct Watch {
    budget: Budget,
    left: u64,
    conflicts: u64,
    progress: Progress,
    /// Set by whoever wants it to stop.
    is_over: Rc<Cell<bool>>,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: clause::Kind) {
        if matches!(kind, clause::Kind::Learnt | clause::Kind::Theory) {
            self.left = self.left.saturating_sub(1);
            self.conflicts += 1;
            if self.conflicts.is_multiple_of(CONFLICTS_BETWEEN_REPORTS) {
                self.report();
            }
        }
    }

    fn stop(&self) -> bool {
        self.left == 0 || self.is_over.get() || self.budget.check_memory(0).is_err()
    }
}

impl Watch {
    fn report(&mut self) {
        if let Some(search) = &mut self.progress.search {
            search.conflicts = self.conflicts;
        }
        self.budget.report(&self.progress);
    }
}

/// What the solver says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Solved {
    /// There is an assignment; ask for its values.
    Possible,
    /// There is none.
    Impossible,
    /// It met its limit.
    GivenUp,
}

/// A solver of clauses that more are added to.
pub(super) struct ClauseSolver {
    solver: Solver<Watch>,
}

impl ClauseSolver {
    pub(super) fn new(budget: Budget) -> ClauseSolver {
        let progress = Progress::new(Phase::Strategies);
        let watch = Watch { budget, left: u64::MAX, conflicts: 0, progress, is_over: Rc::default() };
        ClauseSolver { solver: Solver::new(SolverOpts::default(), watch) }
    }

    /// How often it had to revise what it assumed.
    pub(super) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.solver.num_vars() as usize
    }

    /// A variable that the solver decides, with the value it tries first; whatever it had last if none is given.
    pub(super) fn decided(&mut self, first: Option<bool>) -> Lit {
        let first = first.map_or(lbool::UNDEF, lbool::from);
        Lit::new(self.solver.new_var(first, true), true)
    }

    /// Literals of which exactly one is true, with the one that is tried first.
    pub(super) fn one_of(&mut self, count: usize, preferred: usize) -> Vec<Lit> {
        let first = |at: usize| if at == preferred { Some(true) } else { None };
        let lits: Vec<Lit> = (0..count).map(|at| self.decided(first(at))).collect();
        if !lits.is_empty() {
            self.add(&lits);
        }
        for (at, a) in lits.iter().enumerate() {
            for b in &lits[..at] {
                self.add(&[!*a, !*b]);
            }
        }
        lits
    }

    /// A variable that follows from others.
    pub(super) fn implied(&mut self) -> Lit {
        Lit::new(self.solver.new_var(lbool::FALSE, false), true)
    }

    pub(super) fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// Whether a literal is true in the assignment that was found last.
    pub(super) fn is_true(&self, lit: Lit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }

    /// Says how far the search is, from now on also while an assignment is looked for.
    pub(super) fn report(&mut self, progress: Progress) {
        let watch = self.solver.cb_mut();
        watch.progress = progress;
        watch.report();
    }

    /// A switch that stops the solver, which is off.
    pub(super) fn may_stop(&mut self) -> Rc<Cell<bool>> {
        let is_over = self.solver.cb().is_over.clone();
        is_over.set(false);
        is_over
    }

    /// Looks for an assignment, with at most so many conflicts.
    pub(super) fn solve(&mut self, assumed: &[Lit], conflicts: u64) -> Result<Solved, Stop> {
        self.solve_in(&mut EmptyTheory::new(), assumed, conflicts)
    }

    /// The same, where more than clauses has to be satisfied.
    pub(super) fn solve_in(
        &mut self,
        theory: &mut impl Theory,
        assumed: &[Lit],
        conflicts: u64,
    ) -> Result<Solved, Stop> {
        self.solver.cb().budget.check_memory(0)?;
        self.solver.cb_mut().left = conflicts.max(1);
        let answer = self.solver.solve_limited_th(theory, assumed);
        if answer == lbool::TRUE {
            Ok(Solved::Possible)
        } else if answer == lbool::FALSE {
            Ok(Solved::Impossible)
        } else {
            self.solver.cb().budget.check_memory(0)?;
            Ok(Solved::GivenUp)
        }
    }
}
