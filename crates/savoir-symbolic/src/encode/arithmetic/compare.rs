//! Comparisons of forms with zero; of linear ones by dynamic programming over (bit, partial sum).

use super::explore::{Aim, explore};
use super::{Arithmetic, Form};
use rustc_hash::FxHashMap;
use savoir_dd::{Bdd, Halt, Var};
use savoir_model::CompareOp;

impl Arithmetic<'_> {
    /// Where `form op 0` holds. Guards often come with their complements, which share their diagram.
    pub(crate) fn compare_with_zero(&self, op: CompareOp, form: &Form) -> Result<Bdd, Halt> {
        match op {
            CompareOp::NotEqual => Ok(self.diagrams.not(&self.build_comparison(CompareOp::Equal, form)?)),
            CompareOp::GreaterEqual => Ok(self.diagrams.not(&self.build_comparison(CompareOp::Less, form)?)),
            CompareOp::Greater => Ok(self.diagrams.not(&self.build_comparison(CompareOp::LessEqual, form)?)),
            CompareOp::Equal | CompareOp::Less | CompareOp::LessEqual => self.build_comparison(op, form),
        }
    }

    fn build_comparison(&self, op: CompareOp, form: &Form) -> Result<Bdd, Halt> {
        let key = (op, form.clone());
        if let Some(known) = self.comparisons.borrow().get(&key) {
            return Ok(known.clone());
        }
        let mut weights: Vec<(Var, i128)> = form.weights.clone();
        weights.sort_by_key(|(bit, _)| self.diagrams.level(*bit));
        let result = match bounds(&weights, form.constant) {
            Some(bounds) if form.products.is_empty() => {
                self.sums(op, &weights, &bounds, 0, form.constant, &mut FxHashMap::default())?
            }
            _ if op == CompareOp::Equal => explore(self.diagrams, Aim::Zero, form)?,
            _ if op == CompareOp::Less => explore(self.diagrams, Aim::Negative, form)?,
            // Whole numbers are at most zero if they are less than one.
            _ => {
                let less = form.add(&Form::constant(-1));
                explore(self.diagrams, Aim::Negative, &less)?
            }
        };
        self.comparisons.borrow_mut().insert(key, result.clone());
        Ok(result)
    }

    fn sums(
        &self,
        op: CompareOp,
        weights: &[(Var, i128)],
        bounds: &[(i128, i128)],
        index: usize,
        sum: i128,
        known: &mut FxHashMap<(usize, i128), Bdd>,
    ) -> Result<Bdd, Halt> {
        let (low, high) = (sum + bounds[index].0, sum + bounds[index].1);
        let decided = match op {
            CompareOp::Equal if low > 0 || high < 0 => Some(false),
            CompareOp::NotEqual if low > 0 || high < 0 => Some(true),
            CompareOp::Equal | CompareOp::NotEqual if low == high => Some(op.holds(low.cmp(&0))),
            CompareOp::Equal | CompareOp::NotEqual => None,
            // The others are monotone.
            _ if op.holds(low.cmp(&0)) == op.holds(high.cmp(&0)) => Some(op.holds(low.cmp(&0))),
            _ => None,
        };
        if let Some(truth) = decided {
            return Ok(self.diagrams.constant(truth));
        }
        if let Some(found) = known.get(&(index, sum)) {
            return Ok(found.clone());
        }
        let (bit, weight) = weights[index];
        let one = self.sums(op, weights, bounds, index + 1, sum + weight, known)?;
        let zero = self.sums(op, weights, bounds, index + 1, sum, known)?;
        let result = self.diagrams.choose(bit, &one, &zero)?;
        if known.len() == known.capacity() {
            // The table is about to double.
            let entry = size_of::<((usize, i128), Bdd)>() as u64;
            self.diagrams.make_room(2 * known.capacity() as u64 * entry)?;
        }
        known.insert((index, sum), result.clone());
        Ok(result)
    }
}

/// The least and greatest sums of the bits from each one on; `None` if they might be too large.
fn bounds(weights: &[(Var, i128)], constant: i128) -> Option<Vec<(i128, i128)>> {
    let mut bounds = vec![(0, 0); weights.len() + 1];
    for index in (0..weights.len()).rev() {
        let (low, high): (i128, i128) = bounds[index + 1];
        let weight = weights[index].1;
        bounds[index] = (low.checked_add(weight.min(0))?, high.checked_add(weight.max(0))?);
    }
    let (low, high) = bounds[0];
    // With every partial sum of the constant and some weights as well.
    low.checked_add(constant.min(0))?;
    high.checked_add(constant.max(0))?;
    Some(bounds)
}
