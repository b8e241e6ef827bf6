//! Guessing which word was meant by one that is not known.

/// Longer words are not compared letter by letter.
const MAX_LENGTH: usize = 100;

/// The candidate closest to `word`, if one is close enough to be what was meant.
pub fn closest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candidates
        .into_iter()
        .filter(|candidate| is_close(word, candidate))
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// Whether one word can be a slip of the finger for the other.
pub(crate) fn is_close(word: &str, candidate: &str) -> bool {
    let length = word.chars().count();
    let close = match length {
        // In a word of one or two letters every letter counts; only their order can be a slip.
        0 | 1 => false,
        2 => candidate.chars().eq(word.chars().rev()),
        // The distance costs the product of the lengths, so words that nobody types need no closer look.
        _ if length > MAX_LENGTH || candidate.len().abs_diff(word.len()) > length / 3 => false,
        _ => edit_distance(word, candidate) <= length / 3,
    };
    close || candidate.eq_ignore_ascii_case(word)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
fn edit_distance(a: &str, b: &str) -> usize {
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
        ] {
            assert_eq!(closest(word, candidates.iter().copied()), expected, "{word}");
        }
    }
}
