//! Dividing the initial states into parts of about the same size.

use crate::encode::{Conditions, Encoding, changing};
use crate::part::{Alternative, FixedBit, InitialPart};
use crate::prepare::Preparation;
use num_bigint::BigUint;
use savoir_check::Stop;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use savoir_model::{Expr, ExprId, Model};

/// Into how many parts to divide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartCount {
    /// Exactly so many, as far as there are as many initial states.
    Exactly(usize),
    /// As many as the disjunction in the model's initial condition has, and at least so many.
    AtLeast(usize),
}

/// Initial states in parts that together are all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// The parts, none of them empty; one at least.
    pub parts: Vec<InitialPart>,
    /// How many initial states each of them has.
    pub sizes: Vec<BigUint>,
    /// How many alternatives the initial condition of the model lists at its top, if that was used.
    pub listed: Option<usize>,
    /// Whether what is reachable from one part is never reachable from another, since variables that never change differ.
    pub is_apart: bool,
}

/// Some initial states, and how they were chosen.
struct Piece {
    states: Bdd,
    size: BigUint,
    alternatives: Vec<Alternative>,
}

impl Preparation<'_> {
    /// Divides the initial states: by the alternatives that the model lists, then by the bits that balance best.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn divide(&self, count: PartCount) -> Result<Division, Stop> {
        let (order, diagrams, meter) = self.diagrams(self.first_order(), &self.budget)?;
        let encoding = Encoding::new(self.model, &order);
        let conditions = Conditions::new(self.model, &diagrams, &encoding, &self.classes);
        let mut divider = Divider { model: self.model, encoding: &encoding, diagrams: &diagrams, conditions };
        divider.divide(count).map_err(|halt| meter.stop_of(halt))
    }
}

struct Divider<'a> {
    model: &'a Model,
    encoding: &'a Encoding,
    diagrams: &'a Diagrams,
    conditions: Conditions<'a>,
}

impl Divider<'_> {
    fn divide(&mut self, count: PartCount) -> Result<Division, Halt> {
        let initial = self.conditions.initial()?;
        let listed = alternatives(self.model);
        let mut pieces = self.listed(&initial, listed)?;
        // What the model lists may be one alternative only, or none that counts.
        let listed = (pieces.len() > 1).then_some(pieces.len());
        if listed.is_none() {
            pieces = vec![self.piece(initial, Vec::new())?];
        }
        let wanted = match count {
            PartCount::Exactly(count) => count.max(1),
            PartCount::AtLeast(count) => count.max(pieces.len()),
        };
        while pieces.len() < wanted && self.split_largest(&mut pieces)? {}
        let pieces = if pieces.len() > wanted { self.grouped(pieces, wanted)? } else { pieces };
        let is_apart = self.are_apart(&pieces)?;
        let (sizes, parts) =
            pieces.into_iter().map(|piece| (piece.size, InitialPart { alternatives: piece.alternatives })).unzip();
        Ok(Division { parts, sizes, listed, is_apart })
    }

    fn piece(&self, states: Bdd, alternatives: Vec<Alternative>) -> Result<Piece, Halt> {
        let size = self.diagrams.count(&states, self.encoding.state_bits())?;
        Ok(Piece { states, size, alternatives })
    }

    /// The initial states by the alternatives that the model lists, without those that no state has; nothing if they
    /// overlap, since then they are no list of cases, and parts would do the same work twice.
    fn listed(&mut self, initial: &Bdd, alternatives: &[ExprId]) -> Result<Vec<Piece>, Halt> {
        let mut pieces = Vec::new();
        let mut before = self.diagrams.constant(false);
        for &condition in alternatives {
            let states = self.conditions.condition(condition)?;
            let states = self.diagrams.and(initial, &states)?;
            if !self.diagrams.disjoint(&before, &states)? {
                return Ok(Vec::new());
            }
            before = self.diagrams.or(&before, &states)?;
            if !self.diagrams.is_false(&states) {
                let alternative = Alternative { condition: Some(condition), fixed: Vec::new() };
                pieces.push(self.piece(states, vec![alternative])?);
            }
        }
        Ok(pieces)
    }

    /// Splits the largest piece with more than one state in two, which stand in its place; whether there was one.
    fn split_largest(&self, pieces: &mut Vec<Piece>) -> Result<bool, Halt> {
        let one = BigUint::from(1_u32);
        let largest = pieces.iter().enumerate().filter(|(_, piece)| piece.size > one);
        // Of several, the first.
        let Some((place, _)) = largest.max_by(|(a, x), (b, y)| x.size.cmp(&y.size).then(b.cmp(a))) else {
            return Ok(false);
        };
        let Some((bit, variable)) = self.balancing(&pieces[place])? else { return Ok(false) };
        let whole = pieces.remove(place);
        let literal = self.diagrams.variable(variable)?;
        let halves = [
            (false, self.diagrams.minus(&whole.states, &literal)?),
            (true, self.diagrams.and(&whole.states, &literal)?),
        ];
        for (offset, (value, states)) in halves.into_iter().enumerate() {
            let fixed = FixedBit { value, ..bit };
            let alternatives = match whole.alternatives.is_empty() {
                true => vec![Alternative { condition: None, fixed: vec![fixed] }],
                false => whole.alternatives.iter().map(|alternative| alternative.with(fixed)).collect(),
            };
            pieces.insert(place + offset, self.piece(states, alternatives)?);
        }
        Ok(true)
    }

    /// The bit that divides a piece into the most equal halves. One of a variable that never changes is taken if its lesser
    /// half is at least half as large as the best one, since it becomes a constant of the parts.
    fn balancing(&self, piece: &Piece) -> Result<Option<(FixedBit, Var)>, Halt> {
        let changes = changing(self.model);
        let mut best: [Option<(BigUint, FixedBit, Var)>; 2] = [None, None];
        for id in self.model.variable_ids() {
            for (place, &variable) in self.encoding.variables[id.index()].current.iter().enumerate() {
                let ones = self.diagrams.and(&piece.states, &self.diagrams.variable(variable)?)?;
                let ones = self.diagrams.count(&ones, self.encoding.state_bits())?;
                let lesser = (&piece.size - &ones).min(ones);
                let kind = &mut best[usize::from(changes[id.index()])];
                if lesser > BigUint::ZERO && kind.as_ref().is_none_or(|(least, ..)| lesser > *least) {
                    let bit = FixedBit { variable: id, place: place as u32, value: true };
                    *kind = Some((lesser, bit, variable));
                }
            }
        }
        let [constant, changing] = best;
        let taken = match (constant, changing) {
            (Some(constant), Some(changing)) if &constant.0 * 2_u32 >= changing.0 => Some(constant),
            (constant, None) => constant,
            (_, changing) => changing,
        };
        Ok(taken.map(|(_, bit, variable)| (bit, variable)))
    }

    /// Pieces put together, those that follow each other, into so many of about the same number (section 5 of the paper).
    fn grouped(&self, pieces: Vec<Piece>, count: usize) -> Result<Vec<Piece>, Halt> {
        let mut grouped = Vec::with_capacity(count);
        let mut pieces = pieces.into_iter();
        for length in shares(pieces.len(), count) {
            let mut states = self.diagrams.constant(false);
            let mut alternatives = Vec::new();
            for piece in pieces.by_ref().take(length) {
                states = self.diagrams.or(&states, &piece.states)?;
                alternatives.extend(piece.alternatives);
            }
            grouped.push(self.piece(states, alternatives)?);
        }
        Ok(grouped)
    }

    fn are_apart(&self, pieces: &[Piece]) -> Result<bool, Halt> {
        let changes = changing(self.model);
        let changing = self.encoding.current(self.model.variable_ids().filter(|id| changes[id.index()]));
        let cube = self.diagrams.cube(&changing)?;
        let mut before = self.diagrams.constant(false);
        for piece in pieces {
            let constants = self.diagrams.exists(&piece.states, &cube)?;
            if !self.diagrams.disjoint(&before, &constants)? {
                return Ok(false);
            }
            before = self.diagrams.or(&before, &constants)?;
        }
        Ok(true)
    }
}

impl Alternative {
    fn with(&self, fixed: FixedBit) -> Alternative {
        let mut more = self.clone();
        more.fixed.push(fixed);
        more
    }
}

/// How many of `all` things each of `count` gets, if they get the same or one more, those first.
#[must_use]
pub fn shares(all: usize, count: usize) -> Vec<usize> {
    (0..count).map(|place| all / count + usize::from(place < all % count)).collect()
}

/// The longest disjunction that is the initial condition or one of its conjuncts; nothing if there is none.
fn alternatives(model: &Model) -> &[ExprId] {
    let mut best: &[ExprId] = &[];
    let mut open = vec![model.init];
    while let Some(id) = open.pop() {
        match model.exprs.get(id) {
            Expr::And(parts) => open.extend(parts.iter()),
            Expr::Or(parts) if parts.len() >= best.len() => best = parts,
            _ => {}
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_differ_by_one_at_most() {
        assert_eq!(shares(7, 3), [3, 2, 2]);
        assert_eq!(shares(6, 3), [2, 2, 2]);
        assert_eq!(shares(2, 3), [1, 1, 0]);
    }
}
