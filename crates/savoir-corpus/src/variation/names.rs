//! Other names: without numbers, meaning or order.

use super::edit::{replaced, tree, words};
use savoir_families::Random;
use savoir_syntax::SyntaxKind;
use std::collections::BTreeMap;

/// An operator, though no keyword.
const OPERATOR: &str = "KH";

/// Every name becomes another one, the same everywhere.
pub(super) fn renamed(text: &str, random: &mut Random) -> String {
    let tree = tree(text);
    let names: Vec<_> =
        words(&tree).into_iter().filter(|word| word.0 == SyntaxKind::Ident && word.1 != OPERATOR).collect();
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, name, _) in &names {
        let next = known.len();
        known.entry(name).or_insert(next);
    }
    let mut numbers: Vec<usize> = (0..known.len()).collect();
    random.shuffle(&mut numbers);
    replaced(text, names.into_iter().map(|(_, name, place)| (place, word(numbers[known[name]]))).collect())
}

/// A word for a number: syllables, at least three, so that it is no keyword.
fn word(mut number: usize) -> String {
    const CONSONANTS: [char; 14] = ['b', 'd', 'f', 'g', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v'];
    const VOWELS: [char; 5] = ['a', 'e', 'i', 'o', 'u'];
    let mut word = String::new();
    while number > 0 || word.len() < 6 {
        word.push(CONSONANTS[number % CONSONANTS.len()]);
        number /= CONSONANTS.len();
        word.push(VOWELS[number % VOWELS.len()]);
        number /= VOWELS.len();
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn words_differ_and_are_no_keywords() {
        let words: BTreeSet<String> = (0..3000).map(word).collect();
        assert_eq!(words.len(), 3000);
        assert!(words.iter().all(|word| SyntaxKind::keyword(word).is_none()));
    }
}
