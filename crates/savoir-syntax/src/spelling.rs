//! Guessing which word was meant by one that is not known.

/// Longer words are not compared letter by letter, except for their case.
const MAX_LENGTH: usize = 100;

/// Steps that all guesses about one text may take. Five hundred misspelt names among a thousand that are known stay below
/// it; a text beyond has errors enough without guesses.
const MAX_STEPS: u64 = 30_000_000;

/// The candidate closest to `word`, if one is close enough to be what was meant.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    Guesses::default().closest(word, candidates)
}

/// Whether one word can be a slip of the finger for the other.
pub(crate) fn is_close(word: &str, candidate: &str) -> bool {
    Guesses::default().distance(&word.chars().collect::<Vec<_>>(), word, candidate).is_some()
}

/// The guesses about one text. Together they take no more than a stated number of steps, whatever the text is: after
/// that there are none.
#[derive(Clone, Debug, Default)]
pub struct Guesses {
    steps: u64,
    letters: Vec<char>,
    /// The last three rows of the table of distances.
    rows: [Vec<usize>; 3],
}

impl Guesses {
    /// The candidate closest to `word`, if one is close enough to be what was meant; none if finding it takes too many
    /// steps.
    pub fn closest<'a>(&mut self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let letters: Vec<char> = word.chars().collect();
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            if self.steps >= MAX_STEPS {
                return None;
            }
            if let Some(distance) = self.distance(&letters, word, candidate) {
                let found = (distance, candidate);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// The steps taken so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How far a candidate is from a word with these letters, if it is close.
    fn distance(&mut self, letters: &[char], word: &str, candidate: &str) -> Option<usize> {
        self.steps += 1;
        let difference = candidate.len().abs_diff(word.len());
        let allowed = match letters.len() {
            // In a word of one or two letters every letter counts; only their order can be a slip.
            0 | 1 => 0,
            2 => usize::from(candidate.chars().eq(word.chars().rev())),
            // The distance costs the product of the lengths, so words that nobody types need no closer look.
            length if length > MAX_LENGTH || difference > length / 3 => 0,
            length => length / 3,
        };
        if difference == 0 {
            self.steps += word.len() as u64;
            if candidate.eq_ignore_ascii_case(word) {
                // Only the case of letters is wrong; neighbours that differ in nothing else may be swapped.
                let differing = letters.iter().zip(candidate.chars()).filter(|(a, b)| **a != *b).count();
                return Some(match letters.len() > MAX_LENGTH {
                    true => differing,
                    false => self.distance_within(letters, candidate, differing).unwrap_or(differing),
                });
            }
        }
        if allowed == 0 { None } else { self.distance_within(letters, candidate, allowed) }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other, if no more than
    /// `most` are needed. Only entries of the table that are so near to its diagonal are filled in.
    fn distance_within(&mut self, a: &[char], b: &str, most: usize) -> Option<usize> {
        let far = most + 1;
        let Guesses { steps, letters, rows: [before, last, row] } = self;
        letters.clear();
        letters.extend(b.chars());
        let b = &letters[..];
        for row in [&mut *before, &mut *last, &mut *row] {
            row.clear();
            row.extend((0..=b.len()).map(|column| column.min(far)));
        }
        for i in 1..=a.len() {
            let columns = i.saturating_sub(most).max(1)..=(i + most).min(b.len());
            *steps += columns.clone().count() as u64;
            row[columns.start() - 1] = if *columns.start() == 1 { i.min(far) } else { far };
            for j in columns.clone() {
                let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(before[j - 2] + 1);
                }
                row[j] = least.min(far);
            }
            if let Some(behind) = row.get_mut(columns.end() + 1) {
                *behind = far;
            }
            if row[columns.start() - 1] == far && columns.clone().all(|j| row[j] == far) {
                return None;
            }
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        Some(last[b.len()]).filter(|distance| *distance <= most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised() {
        for (word, candidates, expected) in [
            ("recbti", &["recbit", "recack"][..], Some("recbit")),
            ("Sendr", &["Receiver", "Sender"], Some("Sender")),
            ("lihgt", &["light"], Some("light")),
            ("bleu", &["blue"], Some("blue")),
            ("og", &["go", "no"], Some("go")),
            ("oh", &["go", "no"], None),
            ("x", &["apple", "p"], None),
            ("x", &["X"], Some("X")),
            ("Formula", &["Formulae", "Fairness"], Some("Formulae")),
            ("Agnet", &["Agent", "Evaluation"], Some("Agent")),
            ("AB", &["ba", "ab"], Some("ab")),
        ] {
            assert_eq!(closest(word, candidates.iter().copied()), expected, "{word}");
        }
    }

    /// The distance by definition: the whole table.
    fn whole_table(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
        for i in 1..=a.len() {
            let mut row = vec![i];
            for j in 1..=b.len() {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                row.push(least);
            }
            rows.push(row);
        }
        rows[a.len()][b.len()]
    }

    /// The narrow table gives what the whole table gives, for all pairs of words of up to five letters.
    #[test]
    fn the_narrow_table_agrees_with_the_whole_one() {
        let mut words = vec![String::new()];
        for length in 0..5 {
            let longest: Vec<String> = words.iter().filter(|word| word.len() == length).cloned().collect();
            words.extend(longest.iter().flat_map(|word| ["a", "b", "\u{e9}"].map(|letter| format!("{word}{letter}"))));
        }
        let mut guesses = Guesses::default();
        for a in words.iter().step_by(3) {
            let letters: Vec<char> = a.chars().collect();
            for b in &words {
                let exact = whole_table(a, b);
                for most in 0..6 {
                    let found = guesses.distance_within(&letters, b, most);
                    assert_eq!(found, Some(exact).filter(|exact| *exact <= most), "{a} {b} {most}");
                }
            }
        }
    }

    #[test]
    fn all_guesses_together_take_a_bounded_number_of_steps() {
        let known: Vec<String> = (0..20_000).map(|index| format!("name_{index:05}")).collect();
        let mut guesses = Guesses::default();
        let guess = |guesses: &mut Guesses, index: usize| {
            guesses.closest(&format!("nmae_{index:05}"), known.iter().map(String::as_str)).map(str::to_owned)
        };
        assert_eq!(guess(&mut guesses, 77).as_deref(), Some("name_00077"));
        let given = (0..known.len()).filter(|index| guess(&mut guesses, *index).is_some()).count();
        assert!((10..1000).contains(&given), "{given}");
        assert!(guesses.steps() < MAX_STEPS + 1000, "{}", guesses.steps());
    }

    #[test]
    fn long_words_that_differ_in_case_are_close_and_cheap() {
        let (small, large) = ("a".repeat(100_000), "A".repeat(100_000));
        let mut guesses = Guesses::default();
        assert_eq!(guesses.closest(&small, [large.as_str()]), Some(large.as_str()));
        assert!(guesses.steps() < 200_000);
        assert_eq!(closest(&small, [&large[1..]]), None);
    }
}
