//! An entry of the corpus, and which half it belongs to.

use crate::Variation;
use crate::list::LINES;
use savoir_families::{Random, Setting, family, fingerprint};

/// A model of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Family, size, parameters and variation.
    pub name: String,
    /// Whether it belongs to the quick selection: the first of its family.
    pub quick: bool,
    family: &'static str,
    size: usize,
    settings: Vec<Setting>,
    variation: Option<Variation>,
}

/// A half of the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// What numbers are set by.
    Tuning,
    /// What shows whether they are good.
    HeldOut,
}

/// All entries, those of a family together.
#[must_use]
pub fn corpus() -> Vec<Entry> {
    LINES
        .iter()
        .flat_map(|line| line.sizes.iter().enumerate().map(|(place, size)| entry(line, *size, place == 0)))
        .collect()
}

/// Lines of the list: sizes of a family that have everything else in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) family: &'static str,
    pub(crate) sizes: &'static [usize],
    pub(crate) settings: &'static [(&'static str, usize)],
    pub(crate) variation: Option<Variation>,
}

fn entry(line: &Line, size: usize, first: bool) -> Entry {
    let Line { family, settings, variation, .. } = *line;
    let settings = settings.iter().map(|(name, value)| Setting { name: (*name).to_owned(), values: vec![*value] });
    let settings: Vec<Setting> = settings.collect();
    let mut name = format!("{family} {size}");
    for Setting { name: parameter, values } in &settings {
        name.push_str(&format!(" {parameter}={}", values[0]));
    }
    if let Some(variation) = variation {
        name.push_str(&format!(" {}", variation.name()));
    }
    Entry { name, quick: first, family, size, settings, variation }
}

impl Entry {
    /// Which half it belongs to: that follows from its name and nothing else.
    #[must_use]
    pub fn half(&self) -> Half {
        // The low bits of this hash differ too little between names that differ in one letter.
        if (fingerprint(&self.name) >> 32).is_multiple_of(2) { Half::Tuning } else { Half::HeldOut }
    }

    /// The model.
    #[must_use]
    pub fn text(&self) -> String {
        // A test has seen that all of them exist.
        let text = family(self.family).and_then(|family| family.generate_with(self.size, &self.settings).ok());
        let text = text.unwrap_or_default();
        let mut random = Random::of_text(&self.name);
        match self.variation {
            None => text,
            Some(variation) => variation.apply(&text, &mut random).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_differ_and_halves_are_about_the_same() {
        let corpus = corpus();
        let names: BTreeSet<&str> = corpus.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names.len(), corpus.len());
        let tuning = corpus.iter().filter(|entry| entry.half() == Half::Tuning).count();
        assert!(tuning * 5 > corpus.len() * 2 && tuning * 5 < corpus.len() * 3, "{tuning} of {}", corpus.len());
    }

    #[test]
    fn all_entries_have_texts_that_can_be_parsed() {
        for entry in corpus() {
            let text = entry.text();
            assert!(!text.is_empty(), "{}", entry.name);
            if text.len() < 200_000 {
                assert!(savoir_syntax::parse(&text).diagnostics.is_empty(), "{}", entry.name);
                assert_eq!(text, entry.text(), "{}", entry.name);
            }
        }
    }
}
