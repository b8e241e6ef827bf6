//! How a state is packed: each variable has a field of just enough bits, no field crosses a word.

use savoir_model::{Model, VarId};

/// The place of a variable in a packed state. Its content is the variable's code: 0 for `false`, for the least number,
/// for the first enumeration value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub(crate) word: usize,
    pub(crate) shift: u32,
    /// The field's bits, not shifted.
    pub(crate) mask: u64,
}

impl Field {
    #[inline]
    pub(crate) fn get(self, state: &[u64]) -> u64 {
        state[self.word] >> self.shift & self.mask
    }

    #[inline]
    pub(crate) fn set(self, state: &mut [u64], code: u64) {
        state[self.word] = state[self.word] & !(self.mask << self.shift) | code << self.shift;
    }
}

/// The fields of all variables.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    /// Words of a packed state, at least one.
    pub(crate) words: usize,
}

impl Layout {
    pub(crate) fn new(model: &Model) -> Layout {
        let mut used: Vec<u32> = vec![0];
        let mut fields = Vec::with_capacity(model.variables.len());
        for variable in &model.variables {
            let bits = model.domain_bits(variable.domain);
            // The last few words are enough to look for a gap.
            let recent = used.len().saturating_sub(4);
            let word = (recent..used.len()).find(|&word| used[word] + bits <= 64).unwrap_or_else(|| {
                used.push(0);
                used.len() - 1
            });
            let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            // An empty field may end up behind the last bit.
            let shift = if bits == 0 { 0 } else { used[word] };
            fields.push(Field { word, shift, mask });
            used[word] += bits;
        }
        Layout { fields, words: used.len() }
    }

    pub(crate) fn field(&self, variable: VarId) -> Field {
        self.fields[variable.index()]
    }

    /// The packed form of a state, given by the codes of its variables.
    pub(crate) fn packed(&self, codes: &[u64]) -> Vec<u64> {
        let mut packed = vec![0; self.words];
        for (field, code) in self.fields.iter().zip(codes) {
            field.set(&mut packed, *code);
        }
        packed
    }

    /// A state with ones exactly in the fields of these variables.
    pub(crate) fn mask(&self, variables: &[VarId]) -> Vec<u64> {
        let mut mask = vec![0; self.words];
        for &variable in variables {
            let field = self.field(variable);
            field.set(&mut mask, field.mask);
        }
        mask
    }
}
