//! Sets of joint actions: for each agent a set of action classes.

use crate::bitset::Ones;
use crate::program::ActionClass;

/// For each agent the classes it may still choose from.
#[derive(Clone, Debug)]
pub(crate) struct ActionSets {
    /// The bits of all agents' classes, one agent after the other, each from a word of its own.
    bits: Vec<u64>,
    /// By agent: where its words start; one more entry for the end.
    starts: Vec<usize>,
    counts: Vec<usize>,
    saved: Vec<u64>,
}

impl ActionSets {
    /// Empty sets for agents with this many classes.
    pub(crate) fn new(class_counts: &[usize]) -> ActionSets {
        let mut starts = vec![0];
        for count in class_counts {
            starts.push(starts[starts.len() - 1] + count.div_ceil(64));
        }
        ActionSets {
            bits: vec![0; starts[starts.len() - 1]],
            starts,
            counts: vec![0; class_counts.len()],
            saved: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.bits.fill(0);
        self.counts.fill(0);
    }

    #[inline]
    fn place(&self, agent: usize, class: ActionClass) -> (usize, u64) {
        (self.starts[agent] + class as usize / 64, 1 << (class % 64))
    }

    /// Adds classes to an agent's set.
    pub(crate) fn allow(&mut self, agent: usize, classes: &[ActionClass]) {
        for &class in classes {
            let (word, bit) = self.place(agent, class);
            if self.bits[word] & bit == 0 {
                self.bits[word] |= bit;
                self.counts[agent] += 1;
            }
        }
    }

    /// The classes of an agent that has at most 64, as bits.
    #[inline]
    pub(crate) fn only_word(&self, agent: usize) -> u64 {
        self.bits[self.starts[agent]]
    }

    /// Sets the classes of an agent that has at most 64.
    #[inline]
    pub(crate) fn set_only_word(&mut self, agent: usize, classes: u64) {
        self.bits[self.starts[agent]] = classes;
        self.counts[agent] = classes.count_ones() as usize;
    }

    /// How many classes an agent has left.
    #[inline]
    pub(crate) fn count(&self, agent: usize) -> usize {
        self.counts[agent]
    }

    /// The class of an agent that has only one left.
    #[inline]
    pub(crate) fn only(&self, agent: usize) -> Option<ActionClass> {
        if self.counts[agent] != 1 {
            return None;
        }
        let words = &self.bits[self.starts[agent]..self.starts[agent + 1]];
        let word = words.iter().position(|word| *word != 0)?;
        Some((word * 64) as ActionClass + words[word].trailing_zeros() as ActionClass)
    }

    #[inline]
    pub(crate) fn contains(&self, agent: usize, class: ActionClass) -> bool {
        let (word, bit) = self.place(agent, class);
        self.bits[word] & bit != 0
    }

    /// Whether the agent performs an action of this class; `None` if the set leaves it open.
    #[inline]
    pub(crate) fn performs(&self, agent: usize, class: ActionClass) -> Option<bool> {
        match (self.contains(agent, class), self.counts[agent]) {
            (false, _) => Some(false),
            (true, 1) => Some(true),
            (true, _) => None,
        }
    }

    /// Takes away one class, if it is there.
    pub(crate) fn remove(&mut self, agent: usize, class: ActionClass) {
        let (word, bit) = self.place(agent, class);
        self.counts[agent] -= usize::from(self.bits[word] & bit != 0);
        self.bits[word] &= !bit;
    }

    /// The least class of an agent that is not below a bound.
    #[inline]
    pub(crate) fn least_from(&self, agent: usize, bound: ActionClass) -> Option<ActionClass> {
        let words = &self.bits[self.starts[agent]..self.starts[agent + 1]];
        let first = bound as usize / 64;
        let cut = u64::MAX << (bound % 64);
        let found = (first..words.len()).map(|at| (at, words[at] & if at == first { cut } else { u64::MAX }));
        let (at, word) = found.into_iter().find(|(_, word)| *word != 0)?;
        Some((at * 64) as ActionClass + word.trailing_zeros() as ActionClass)
    }

    /// The classes of an agent, sorted.
    pub(crate) fn classes(&self, agent: usize) -> impl Iterator<Item = ActionClass> {
        let words = self.bits[self.starts[agent]..self.starts[agent + 1]].iter();
        words.enumerate().flat_map(|(index, &word)| Ones(word).map(move |bit| (index * 64 + bit) as ActionClass))
    }

    /// Takes away everything but one class.
    pub(crate) fn fix(&mut self, agent: usize, class: ActionClass) {
        self.bits[self.starts[agent]..self.starts[agent + 1]].fill(0);
        let (word, bit) = self.place(agent, class);
        self.bits[word] = bit;
        self.counts[agent] = 1;
    }

    /// Remembers an agent's set, on a stack.
    pub(crate) fn save(&mut self, agent: usize) {
        self.saved.extend_from_slice(&self.bits[self.starts[agent]..self.starts[agent + 1]]);
        self.saved.push(self.counts[agent] as u64);
    }

    /// Puts back what was saved last, which must be this agent's.
    pub(crate) fn restore(&mut self, agent: usize) {
        let range = self.starts[agent]..self.starts[agent + 1];
        let (count, words) = (self.saved.len() - 1, range.len());
        self.counts[agent] = self.saved[count] as usize;
        self.bits[range].copy_from_slice(&self.saved[count - words..count]);
    }

    /// Forgets what was saved last, which must be this agent's.
    pub(crate) fn forget(&mut self, agent: usize) {
        let words = self.starts[agent + 1] - self.starts[agent];
        self.saved.truncate(self.saved.len() - 1 - words);
    }
}
