//! Few and short cases: a list in which each case has the simplest condition that singles out one decision among what
//! the cases before have left.

use super::features::Sample;
use super::{Case, Comparison, Literal};

/// More comparisons than this are not made; what is left then gets a case for each combination of values.
const MOST_WORK: u64 = 20_000_000;

/// A condition in terms of the features of a sample.
#[derive(Clone, Copy, Debug)]
struct Condition {
    feature: usize,
    comparison: Comparison,
    code: u64,
}

/// The cases for a sample.
pub(super) fn cases(sample: &Sample) -> Vec<Case> {
    let usual = most_frequent(sample);
    // What is done most often is best said last; unless it is easier to say when it is done than when it is not.
    let lists = [CaseSearch::new(sample, usual).run(), CaseSearch::new(sample, None).run()];
    let length = |cases: &Vec<Case>| (cases.len(), cases.iter().map(|case| case.guard.len()).sum::<usize>());
    lists.into_iter().min_by_key(length).unwrap_or_default()
}

/// The decision that is made for most points; of several the one that is made last.
fn most_frequent(sample: &Sample) -> Option<usize> {
    let count = |decision: usize| sample.points.iter().filter(|(_, other)| *other == decision).count();
    let last = |decision: usize| sample.points.iter().rposition(|(_, other)| *other == decision);
    (0..sample.decisions.len()).max_by_key(|decision| (count(*decision), last(*decision)))
}

struct CaseSearch<'s> {
    sample: &'s Sample,
    /// Points that no case is about yet.
    left: Vec<usize>,
    /// The decision for which no case is made but the last.
    default: Option<usize>,
    work: u64,
}

impl<'s> CaseSearch<'s> {
    fn new(sample: &'s Sample, default: Option<usize>) -> CaseSearch<'s> {
        CaseSearch { sample, left: (0..sample.points.len()).collect(), default, work: 0 }
    }

    fn run(mut self) -> Vec<Case> {
        let mut cases = Vec::new();
        while let Some(&first) = self.left.first() {
            let decision = self.decision(first);
            if self.left.iter().all(|point| self.decision(*point) == decision) {
                cases.push(self.case(&[], decision));
                break;
            }
            let (guard, decision) = self.best();
            cases.push(self.case(&guard, decision));
            let sample = self.sample;
            self.left.retain(|point| !guard.iter().all(|condition| accepts(sample, condition, *point)));
        }
        cases
    }

    fn decision(&self, point: usize) -> usize {
        self.sample.points[point].1
    }

    fn case(&self, guard: &[Condition], decision: usize) -> Case {
        let literal = |condition: &Condition| Literal {
            feature: self.sample.features[condition.feature].0,
            comparison: condition.comparison,
            code: condition.code,
        };
        Case { guard: guard.iter().map(literal).collect(), moves: self.sample.decisions[decision].clone() }
    }

    /// The shortest conjunction for a single decision; of several the one that is about most points, then the one that
    /// applies first in a play.
    fn best(&mut self) -> (Vec<Condition>, usize) {
        if self.work > MOST_WORK {
            let left = self.left.iter().copied().find(|point| self.default != Some(self.decision(*point)));
            return left.map(|point| (self.exactly(point), self.decision(point))).unwrap_or_default();
        }
        let conditions = self.conditions();
        let mut best: Option<(usize, Vec<Condition>, usize)> = None;
        for condition in &conditions {
            let covered = self.covered(std::slice::from_ref(condition));
            let Some(&first) = covered.first() else { continue };
            let decision = self.decision(first);
            let pure = covered.iter().all(|point| self.decision(*point) == decision);
            if pure
                && self.default != Some(decision)
                && best.as_ref().is_none_or(|(count, guard, _)| {
                    let earlier = self.covered_first(guard).is_some_and(|other| first < other);
                    covered.len() > *count || covered.len() == *count && earlier
                })
            {
                best = Some((covered.len(), vec![*condition], decision));
            }
        }
        if let Some((_, guard, decision)) = best {
            return (guard, decision);
        }
        let mut tried: Vec<usize> = self.default.into_iter().collect();
        let mut best: Option<(usize, usize, Vec<Condition>, usize)> = None;
        for index in 0..self.left.len() {
            let point = self.left[index];
            let decision = self.decision(point);
            if tried.contains(&decision) || tried.len() > 8 {
                continue;
            }
            tried.push(decision);
            let guard = self.around(point, &conditions);
            let count = self.covered(&guard).len();
            let better = |known: &(usize, usize, Vec<Condition>, usize)| {
                guard.len() < known.0 || guard.len() == known.0 && count > known.1
            };
            if best.as_ref().is_none_or(better) {
                best = Some((guard.len(), count, guard, decision));
            }
        }
        best.map(|(_, _, guard, decision)| (guard, decision)).unwrap_or_default()
    }

    /// A conjunction that holds for a point and for no point with another decision: conditions are added that exclude
    /// most of these and fewest of the others.
    fn around(&mut self, point: usize, conditions: &[Condition]) -> Vec<Condition> {
        let decision = self.decision(point);
        let mut guard: Vec<Condition> = Vec::new();
        let mut covered = self.left.clone();
        while covered.iter().any(|other| self.decision(*other) != decision) {
            self.work += (conditions.len() * covered.len()) as u64;
            let right = |points: &[usize]| points.iter().filter(|other| self.decision(**other) == decision).count();
            let mut best: Option<(f64, Condition)> = None;
            for condition in conditions.iter().filter(|condition| accepts(self.sample, condition, point)) {
                let kept: Vec<usize> =
                    covered.iter().copied().filter(|other| accepts(self.sample, condition, *other)).collect();
                let right = right(&kept) as f64;
                // Purity counts most, then how many points are left.
                let score = right / kept.len() as f64 + right / (covered.len() as f64 * 10.0);
                if kept.len() < covered.len() && best.is_none_or(|(known, _)| score > known) {
                    best = Some((score, *condition));
                }
            }
            let Some((_, condition)) = best else { return self.exactly(point) };
            covered.retain(|other| accepts(self.sample, &condition, *other));
            guard.push(condition);
        }
        // What was needed at first may have become superfluous.
        for place in (0..guard.len()).rev() {
            let condition = guard.remove(place);
            if self.covered(&guard).iter().any(|other| self.decision(*other) != decision) {
                guard.insert(place, condition);
            }
        }
        guard.sort_by_key(|condition| condition.feature);
        guard
    }

    /// What holds for a single point.
    fn exactly(&self, point: usize) -> Vec<Condition> {
        let is = |(feature, code): (usize, &u64)| Condition { feature, comparison: Comparison::Is, code: *code };
        self.sample.points[point].0.iter().enumerate().map(is).collect()
    }

    /// Everything that can be asked about what is left.
    fn conditions(&self) -> Vec<Condition> {
        let mut found = Vec::new();
        for (feature, (_, is_number)) in self.sample.features.iter().enumerate() {
            let mut codes: Vec<u64> = self.left.iter().map(|point| self.sample.points[*point].0[feature]).collect();
            codes.sort_unstable();
            codes.dedup();
            let comparisons: &[Comparison] = match (codes.len(), is_number) {
                (0 | 1, _) => &[],
                (2, _) => &[Comparison::Is],
                (_, true) => &[Comparison::Is, Comparison::AtMost, Comparison::AtLeast],
                (_, false) => &[Comparison::Is, Comparison::IsNot],
            };
            // `true` is asked for before `false`.
            for &comparison in comparisons {
                found.extend(codes.iter().rev().map(|&code| Condition { feature, comparison, code }));
            }
        }
        found
    }

    fn covered(&mut self, guard: &[Condition]) -> Vec<usize> {
        self.work += self.left.len() as u64;
        let holds = |point: &usize| guard.iter().all(|condition| accepts(self.sample, condition, *point));
        self.left.iter().copied().filter(holds).collect()
    }

    fn covered_first(&self, guard: &[Condition]) -> Option<usize> {
        let holds = |point: &usize| guard.iter().all(|condition| accepts(self.sample, condition, *point));
        self.left.iter().copied().find(holds)
    }
}

fn accepts(sample: &Sample, condition: &Condition, point: usize) -> bool {
    let literal = Literal {
        feature: sample.features[condition.feature].0,
        comparison: condition.comparison,
        code: condition.code,
    };
    literal.accepts(sample.points[point].0[condition.feature])
}
