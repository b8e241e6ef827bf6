//! Comparisons of polynomials with zero, bit by bit along the order of the diagrams.
//!
//! What a comparison comes to when the topmost bits are known depends only on what is left of the polynomial. It is the same
//! for a range of constants (Abío et al. 2012 do so for linear constraints), so the work is about that of writing down the
//! diagram.

use super::form::Form;
use super::residue::{Residue, Residues, ShapeId};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use std::collections::BTreeMap;

/// What a polynomial is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Zero,
    /// Below zero.
    Negative,
}

/// Where a polynomial meets the aim, and the least and greatest constants in its place for which that is the same.
#[derive(Clone)]
struct Answer {
    holds: Bdd,
    low: i128,
    high: i128,
}

/// Bytes for each answer and shape that is remembered, roughly.
const ENTRY_BYTES: u64 = 256;

/// Room is asked for when there are more of them than this, and again when they have doubled.
const FIRST_ROOM: usize = 1 << 10;

struct Explorer<'a> {
    diagrams: &'a Diagrams,
    aim: Aim,
    /// The bits, from the top.
    bits: Vec<Var>,
    residues: Residues,
    /// By shape, by the least constant.
    answers: FxHashMap<ShapeId, BTreeMap<i128, Answer>>,
    kept: usize,
    /// How many answers and shapes there is room for.
    room: usize,
}

/// Where a form meets the aim.
pub(super) fn explore(diagrams: &Diagrams, aim: Aim, form: &Form) -> Result<Bdd, Halt> {
    counted(diagrams, aim, form).map(|(holds, _)| holds)
}

/// The same with the number of answers that it took.
fn counted(diagrams: &Diagrams, aim: Aim, form: &Form) -> Result<(Bdd, usize), Halt> {
    let mut bits = Vec::new();
    collect(form, &mut bits);
    bits.sort_unstable_by_key(|bit| diagrams.level(*bit));
    bits.dedup();
    let places: FxHashMap<Var, u32> = bits.iter().copied().zip(0..).collect();
    let mut residues = Residues::default();
    let whole = residues.form(form, &|bit| places[&bit]);
    let mut explorer = Explorer { diagrams, aim, bits, residues, answers: FxHashMap::default(), kept: 0, room: 0 };
    let holds = explorer.answer(whole)?.holds;
    Ok((holds, explorer.kept))
}

/// The bits of a form, some of them more than once.
fn collect(form: &Form, bits: &mut Vec<Var>) {
    bits.extend(form.weights.iter().map(|(bit, _)| *bit));
    form.products.iter().flat_map(|product| &product.factors).for_each(|factor| collect(factor, bits));
}

impl Explorer<'_> {
    fn answer(&mut self, residue: Residue) -> Result<Answer, Halt> {
        if let Some(answer) = self.decided(residue) {
            return Ok(answer);
        }
        let known = self.answers.get(&residue.shape);
        let known = known.and_then(|known| known.range(..=residue.constant).next_back());
        if let Some((_, answer)) = known
            && residue.constant <= answer.high
        {
            return Ok(answer.clone());
        }
        let Some(top) = self.residues.facts(residue.shape).top else {
            unreachable!("what depends on nothing is decided")
        };
        let [zero, one] = self.residues.split(residue.shape);
        let [zero, one] = [self.below(residue, zero)?, self.below(residue, one)?];
        let holds = self.diagrams.choose(self.bits[top as usize], &one.holds, &zero.holds)?;
        let answer = Answer { holds, low: zero.low.max(one.low), high: zero.high.min(one.high) };
        self.keep(residue.shape, answer.clone())?;
        Ok(answer)
    }

    /// The answer for what is left of a residue with its topmost bit known, for constants of the whole.
    fn below(&mut self, whole: Residue, left: Residue) -> Result<Answer, Halt> {
        let Some(constant) = whole.constant.checked_add(left.constant) else {
            // Bits that spell no values: it does not matter.
            return Ok(Answer { holds: self.diagrams.constant(false), low: whole.constant, high: whole.constant });
        };
        let Answer { holds, low, high } = self.answer(Residue { constant, ..left })?;
        Ok(Answer { holds, low: low.saturating_sub(left.constant), high: high.saturating_sub(left.constant) })
    }

    /// The answer where it is plain to see.
    fn decided(&self, residue: Residue) -> Option<Answer> {
        let Residue { shape, constant } = residue;
        let facts = self.residues.facts(shape);
        let all = |truth, low, high| Some(Answer { holds: self.diagrams.constant(truth), low, high });
        let (least, most) = facts.range.unzip();
        match (least.and_then(|least| least.checked_add(constant)), most.and_then(|most| most.checked_add(constant))) {
            (_, Some(high)) if high < 0 => return all(self.aim == Aim::Negative, i128::MIN, constant - high - 1),
            (Some(low), _) if low > 0 || low == 0 && self.aim == Aim::Negative => {
                let first = if self.aim == Aim::Negative { 0 } else { 1 };
                return all(false, constant - (low - first), i128::MAX);
            }
            _ => {}
        }
        match self.aim {
            Aim::Negative => None,
            Aim::Zero if facts.top.is_none() => all(constant == 0, constant, constant),
            Aim::Zero if facts.divisor > 1 && constant % facts.divisor != 0 => {
                let below = constant.checked_sub(constant.rem_euclid(facts.divisor))?;
                all(false, below + 1, below.checked_add(facts.divisor - 1)?)
            }
            Aim::Zero => None,
        }
    }

    fn keep(&mut self, shape: ShapeId, answer: Answer) -> Result<(), Halt> {
        self.kept += 1;
        let used = self.residues.count() + self.kept;
        if used > self.room {
            self.room = (2 * used).max(FIRST_ROOM);
            self.diagrams.make_room(self.room as u64 * ENTRY_BYTES)?;
        }
        self.answers.entry(shape).or_default().insert(answer.low, answer);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    /// Numbers of five bits and one of ten above them, its bits the first.
    fn numbers() -> (Diagrams, [Form; 5]) {
        let number = |bits: std::ops::Range<u32>| Form::bits(&bits.map(Var).collect::<Vec<Var>>(), 0);
        let numbers = [number(0..10), number(10..15), number(15..20), number(20..25), number(25..30)];
        (Diagrams::new(30, Box::new(Unlimited)), numbers)
    }

    #[test]
    fn the_work_for_a_comparison_is_about_that_of_writing_it_down() {
        let (diagrams, [large, a, b, c, d]) = numbers();
        let (ab, cd) = (a.multiply(&b), c.multiply(&d));
        for (aim, form, most) in [
            // With an answer for each constant it would take four times as much, or eight.
            (Aim::Negative, ab.add(&cd).add(&Form::constant(-700)), 3),
            (Aim::Negative, ab.add(&large.negate()), 3),
            (Aim::Zero, ab.add(&large.negate()), 4),
            // The sums are different, but not what they come to.
            (Aim::Negative, a.add(&b).multiply(&c.add(&d)).add(&Form::constant(-900)), 8),
        ] {
            let (holds, answers) = counted(&diagrams, aim, &form).unwrap();
            let nodes = diagrams.size(&holds).unwrap();
            assert!(answers < most * nodes, "{answers} answers for {nodes} nodes: {aim:?} {form:?}");
        }
    }
}
