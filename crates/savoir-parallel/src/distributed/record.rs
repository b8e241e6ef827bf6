//! What a distributed exploration took. Everything but bytes of memory is the same in every run and on every machine.

/// What one rank has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankRecord {
    /// States that it owns.
    pub states: u64,
    /// Transitions from them.
    pub transitions: u64,
    /// Messages with states, numbers or bits that it has sent.
    pub batches: u64,
    /// Bytes that it has sent, those of messages that have only a heading included.
    pub bytes: u64,
    /// States and transitions that it looked at to find all states.
    pub explore_work: u64,
    /// States, transitions and classes that it looked at to evaluate formulas.
    pub check_work: u64,
    /// Bytes of its states, with the table to find them.
    pub state_memory: u64,
    /// The most bytes that it held at once: states, batches, transitions, classes.
    pub most_memory: u64,
}

impl RankRecord {
    /// All that it looked at.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.explore_work + self.check_work
    }

    /// As one line, for the first rank.
    pub(super) fn to_line(&self) -> String {
        let RankRecord { states, transitions, batches, bytes, explore_work, check_work, state_memory, most_memory } =
            self;
        format!("{states} {transitions} {batches} {bytes} {explore_work} {check_work} {state_memory} {most_memory}")
    }

    fn from_line(line: &str) -> Option<RankRecord> {
        let numbers: Option<Vec<u64>> = line.split(' ').map(|number| number.parse().ok()).collect();
        let [states, transitions, batches, bytes, explore_work, check_work, state_memory, most_memory] = numbers?[..]
        else {
            return None;
        };
        Some(RankRecord { states, transitions, batches, bytes, explore_work, check_work, state_memory, most_memory })
    }
}

/// What a distributed exploration took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistributedRecord {
    /// What each rank did.
    pub ranks: Vec<RankRecord>,
    /// Bytes of a state where it is stored, without the table to find it.
    pub stored_bytes: usize,
    /// Bytes of a state when it is sent.
    pub sent_bytes: usize,
    /// How often the ranks waited for each other.
    pub rounds: u64,
}

impl DistributedRecord {
    /// From what the ranks say, in their order.
    pub(super) fn new(lines: &[String], (stored_bytes, sent_bytes): (usize, usize), rounds: u64) -> DistributedRecord {
        let ranks = lines.iter().filter_map(|line| RankRecord::from_line(line)).collect();
        DistributedRecord { ranks, stored_bytes, sent_bytes, rounds }
    }

    /// Transitions from all states.
    #[must_use]
    pub fn transitions(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.transitions).sum()
    }

    /// Bytes that ranks sent each other.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.bytes).sum()
    }

    /// All that was looked at.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.ranks.iter().map(RankRecord::work).sum()
    }

    /// What the rank with most to do looked at.
    #[must_use]
    pub fn longest(&self) -> u64 {
        self.ranks.iter().map(RankRecord::work).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = RankRecord {
            states: 1,
            transitions: 2,
            batches: 3,
            bytes: 4,
            explore_work: 5,
            check_work: 6,
            state_memory: 7,
            most_memory: u64::MAX,
        };
        assert_eq!(RankRecord::from_line(&record.to_line()), Some(record.clone()));
        assert_eq!(RankRecord::from_line("1 2 3"), None);
        let record = DistributedRecord::new(&[record.to_line(), RankRecord::default().to_line()], (8, 3), 9);
        assert_eq!((record.transitions(), record.bytes(), record.work(), record.longest()), (2, 4, 11, 11));
    }
}
