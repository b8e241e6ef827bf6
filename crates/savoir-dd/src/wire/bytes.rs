//! Functions as bytes, for files and for other processes.
//!
//! ```text
//! message  = "SVDD" version variables node-count node* root-count root* checksum
//! node     = variable reference reference        what follows if the variable is true, and if it is not
//! root     = reference
//! ```
//!
//! The version is one byte. All numbers are in LEB128, in as few bytes as it takes, so a message can be written in one way
//! only. A reference is 0 for the constant true, or twice the distance back to a node, counted from the node that refers
//! to it, or from the end of the nodes for a root; one more for the complement. The checksum is the CRC-32 of everything
//! before it, in four bytes with the lowest first. It is there for accidents: whoever writes a message can make it fit.
//!
//! Bytes may come from anybody. What was read is a diagram over the variables that it names: references lead backwards
//! only, so that every walk ends, and there is an order in which the variable of a node is above those of its children. So
//! whoever walks down meets a variable at most once, and [`Diagrams::import`](crate::Diagrams::import) takes one step for
//! each node where that order is the one of the diagrams. Nothing is reserved that the bytes at hand could not fill.

use super::{Node, TRUE, Wire};
use crate::Var;
use rustc_hash::FxHashMap;

/// What a message begins with.
const MAGIC: [u8; 4] = *b"SVDD";
/// The only version there is.
const VERSION: u8 = 1;
/// The length of the checksum.
const CHECKSUM: usize = 4;
/// As many bytes as 32 bits can take.
const LONGEST_NUMBER: usize = 5;

/// Why bytes are not functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// They begin in another way.
    #[error("these are no decision diagrams")]
    Foreign,
    /// They are of a version that is not known.
    #[error("the version {0} of the format is not known")]
    Version(u8),
    /// They were changed or cut off.
    #[error("the checksum is wrong")]
    Checksum,
    /// They end too early.
    #[error("the end is missing")]
    Truncated,
    /// There is something behind the end.
    #[error("there is something behind the end")]
    Trailing,
    /// A number has more than 32 bits, or more bytes than it needs.
    #[error("a number is not written as it should be")]
    Number,
    /// There are fewer nodes or roots than it says.
    #[error("there are fewer than the {0} entries that are announced")]
    Count(u32),
    /// A node names a variable beyond the number of variables.
    #[error("node {node} has the variable {variable}, but there are {variables}")]
    Variable {
        /// The place of the node.
        node: usize,
        /// What it names.
        variable: u32,
        /// How many there are.
        variables: u32,
    },
    /// Something refers to a node that is not before it.
    #[error("a reference leads to no node before it")]
    Reference,
    /// In no order of the variables is each node above its children.
    #[error("the variables have no order")]
    Unordered,
}

impl Wire {
    /// The functions as bytes, of the version that is written now.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + 5 * self.nodes.len() + 2 * self.roots.len());
        bytes.extend(MAGIC);
        bytes.push(VERSION);
        put(&mut bytes, self.variables);
        put(&mut bytes, self.nodes.len() as u32);
        for (at, node) in self.nodes.iter().enumerate() {
            put(&mut bytes, node.variable.0);
            put(&mut bytes, distance(node.then, at));
            put(&mut bytes, distance(node.other, at));
        }
        put(&mut bytes, self.roots.len() as u32);
        self.roots.iter().for_each(|root| put(&mut bytes, distance(*root, self.nodes.len())));
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads what [`Wire::to_bytes`] wrote. Bytes that are read give the same bytes when they are written.
    ///
    /// # Errors
    /// What is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Wire, WireError> {
        let (head, rest) = bytes.split_at_checked(MAGIC.len()).ok_or(WireError::Foreign)?;
        if head != MAGIC {
            return Err(WireError::Foreign);
        }
        // Another version may have another checksum, or none.
        match rest.first() {
            None => return Err(WireError::Truncated),
            Some(&VERSION) => {}
            Some(&other) => return Err(WireError::Version(other)),
        }
        let (content, sum) = bytes.split_last_chunk::<CHECKSUM>().ok_or(WireError::Truncated)?;
        if content.len() <= MAGIC.len() {
            return Err(WireError::Truncated);
        }
        if crc32fast::hash(content).to_le_bytes() != *sum {
            return Err(WireError::Checksum);
        }
        let mut reader = Reader { rest: &content[MAGIC.len() + 1..] };
        let wire = reader.wire()?;
        if !reader.rest.is_empty() {
            return Err(WireError::Trailing);
        }
        if has_order(&wire.nodes) { Ok(wire) } else { Err(WireError::Unordered) }
    }
}

/// A reference from `at` as it is written.
fn distance(reference: u32, at: usize) -> u32 {
    match reference & !1 {
        TRUE => reference,
        number => ((at as u32 - (number / 2 - 1)) << 1) | (reference & 1),
    }
}

/// Writes seven bits a byte, the lowest first; the highest bit of a byte says that there are more.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl Reader<'_> {
    fn wire(&mut self) -> Result<Wire, WireError> {
        let variables = self.number()?;
        // A node takes three bytes at least, and a root one.
        let count = self.count(3)?;
        let mut nodes = Vec::with_capacity(count);
        for at in 0..count {
            let variable = self.number()?;
            if variable >= variables {
                return Err(WireError::Variable { node: at, variable, variables });
            }
            nodes.push(Node { variable: Var(variable), then: self.reference(at)?, other: self.reference(at)? });
        }
        let count = self.count(1)?;
        let roots = (0..count).map(|_| self.reference(nodes.len())).collect::<Result<_, _>>()?;
        Ok(Wire { variables, nodes, roots })
    }

    /// How many entries of at least so many bytes follow.
    fn count(&mut self, least: usize) -> Result<usize, WireError> {
        let count = self.number()?;
        if count as usize <= self.rest.len() / least { Ok(count as usize) } else { Err(WireError::Count(count)) }
    }

    fn number(&mut self) -> Result<u32, WireError> {
        let mut number = 0_u64;
        for place in 0..LONGEST_NUMBER {
            let (byte, rest) = self.rest.split_first().ok_or(WireError::Truncated)?;
            self.rest = rest;
            number |= u64::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                // A last byte without bits could have been left out.
                let is_short = place == 0 || *byte != 0;
                return u32::try_from(number).ok().filter(|_| is_short).ok_or(WireError::Number);
            }
        }
        Err(WireError::Number)
    }

    /// A reference from `at`, which is no more than a third of the bytes.
    fn reference(&mut self, at: usize) -> Result<u32, WireError> {
        let written = self.number()?;
        if written & !1 == TRUE {
            return Ok(written);
        }
        let index = at.checked_sub((written >> 1) as usize).ok_or(WireError::Reference)?;
        let number = u32::try_from(index).ok().and_then(|index| index.checked_add(1)?.checked_mul(2));
        number.map(|number| number | (written & 1)).ok_or(WireError::Reference)
    }
}

/// Whether there is an order of the variables in which each node is above its children: whether one can take away, again
/// and again, a variable that has none above it.
fn has_order(nodes: &[Node]) -> bool {
    let mut places = FxHashMap::default();
    let place: Vec<usize> = nodes
        .iter()
        .map(|node| {
            let next = places.len();
            *places.entry(node.variable).or_insert(next)
        })
        .collect();
    let mut below = vec![Vec::new(); places.len()];
    let mut above = vec![0_usize; places.len()];
    for (at, node) in nodes.iter().enumerate() {
        for child in [node.then, node.other].into_iter().filter(|child| child & !1 != TRUE) {
            let child = place[(child / 2 - 1) as usize];
            below[place[at]].push(child);
            above[child] += 1;
        }
    }
    let mut free: Vec<usize> = (0..above.len()).filter(|variable| above[*variable] == 0).collect();
    let mut taken = 0;
    while let Some(variable) = free.pop() {
        taken += 1;
        for &child in &below[variable] {
            above[child] -= 1;
            if above[child] == 0 {
                free.push(child);
            }
        }
    }
    taken == above.len()
}
