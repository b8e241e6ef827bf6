//! Which models are measured: the suites, and the sizes given on the command line.

use super::{aamas12, ecai10};
use crate::args::{BenchArguments, Suite};
use crate::commands::generate::find;
use savoir_families::Family;
use savoir_report::bench::Published;
use std::path::PathBuf;

/// A model to be measured.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The family, or the name of the file.
    pub(super) name: String,
    /// The size, in a family.
    pub(super) size: Option<usize>,
    /// Where the text comes from.
    pub(super) source: Source,
    /// The formula whose groups are found; without one, all formulas are checked.
    pub(super) sought: Option<Sought>,
}

/// A formula with group variables.
#[derive(Clone, Debug)]
pub(super) struct Sought {
    /// Its name in the model.
    pub(super) formula: &'static str,
    /// How many groups satisfy it, in decimal digits.
    pub(super) satisfying: &'static str,
    /// What a paper prints for it.
    pub(super) published: Option<Published>,
}

#[derive(Clone, Debug)]
pub(super) enum Source {
    Family(&'static Family),
    File(PathBuf),
}

pub(super) type Sizes = &'static [(&'static str, &'static [usize])];

/// Small enough for every engine.
const QUICK: Sizes = &[
    ("bloc-voting", &[1, 3, 5]),
    ("bookings", &[2, 4, 6]),
    ("boxes", &[5, 10, 15]),
    ("calls", &[3, 4]),
    ("cards", &[4, 6, 8]),
    ("cards-k", &[4, 6, 8]),
    ("carriage", &[2, 6, 10]),
    ("castles", &[3, 4, 5]),
    ("clocks", &[10, 50, 100]),
    ("counter", &[100, 500, 1000]),
    ("couriers", &[5, 10, 20]),
    ("deep", &[2, 5, 10]),
    ("deontic-1", &[1, 2, 3]),
    ("deontic-2", &[1, 2, 3]),
    ("dining", &[5, 8, 10]),
    ("dining-ck", &[4, 8, 10]),
    ("dining-ctl", &[5, 8, 10]),
    ("dining-group", &[4, 6, 10]),
    ("drones", &[1, 2]),
    ("gossip", &[3, 5, 6]),
    ("helpers", &[3, 5, 8]),
    ("hidden-cards", &[3, 5, 7]),
    ("leader", &[3, 5, 8]),
    ("letters", &[5, 10, 20]),
    ("loners", &[3, 8, 12]),
    ("muddy", &[4, 8, 12]),
    ("muddy-says", &[4, 8, 12]),
    ("nsl", &[2, 3, 4]),
    ("nspk", &[2, 3, 4]),
    ("pipeline", &[2, 4, 6]),
    ("pledges", &[3, 4, 5]),
    ("prisoners", &[3, 5, 6]),
    ("registers", &[5, 9, 12]),
    ("ring-leader", &[3, 5, 6]),
    ("ripple", &[5, 9, 12]),
    ("robots", &[1, 2, 4]),
    ("scheduler", &[3, 5, 6]),
    ("shares", &[5, 15, 30]),
    ("simple-voting", &[1, 2, 4]),
    ("sparse", &[3, 5, 7]),
    ("tianji", &[5, 10, 12]),
    ("tianji-hidden", &[3, 5, 6]),
    ("tokenpass", &[3, 4, 6]),
    ("tokenring", &[4, 6, 8]),
    ("tokenring-faults", &[4, 6, 8]),
    ("voting", &[1, 2, 4]),
    ("weighted-vote", &[4, 8, 12]),
];

/// STTT'15 tables 1 to 6 (muddy, prisoners, tianji, dining, dining-ctl, cards), ECAI'10 tables 1 to 4 (dining-ck, cards-k,
/// nspk, muddy-says) and AAMAS'12 tables 1 and 3 (dining-group, tokenring-faults).
const PAPER: Sizes = &[
    ("muddy", &[20, 40, 60, 80, 100, 120]),
    ("prisoners", &[5, 10, 15, 20, 25]),
    ("tianji", &[5, 10, 15, 20, 25, 30, 35, 40]),
    ("dining", &[5, 10, 20, 30, 40, 50, 60]),
    ("dining-ctl", &[10, 20, 30, 40, 50, 100, 150, 200, 250]),
    ("cards", &[8, 10, 12, 14]),
    ("dining-ck", &[10, 14, 18, 22, 26, 30]),
    ("cards-k", &[8, 10, 12]),
    ("nspk", &[2, 3, 4]),
    ("muddy-says", &[20, 30, 40, 50, 60]),
    ("dining-group", &[6, 10, 14, 18]),
    ("tokenring-faults", &[4, 6, 8, 10, 12]),
];

const SCALING: Sizes = &[
    ("bloc-voting", &[1, 2, 4, 6, 8, 10]),
    ("cards", &[4, 6, 8, 10, 12, 14]),
    ("cards-k", &[4, 6, 8, 10, 12, 14]),
    ("castles", &[3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    ("deontic-1", &[1, 2, 4, 8, 16, 32, 64]),
    ("deontic-2", &[1, 2, 4, 8, 16, 32, 64]),
    ("dining", &[5, 10, 20, 50, 100, 200, 400]),
    ("dining-ck", &[5, 10, 20, 40, 80]),
    ("dining-ctl", &[5, 10, 20, 50, 100, 200, 400]),
    ("dining-group", &[6, 10, 14, 18, 30, 60]),
    ("drones", &[1, 2, 3, 4, 5, 6, 7]),
    ("gossip", &[3, 4, 5, 6, 7, 8]),
    ("hidden-cards", &[3, 4, 6, 8, 10, 12, 14]),
    ("leader", &[3, 4, 6, 8, 10, 12]),
    ("muddy", &[5, 10, 20, 50, 100, 200]),
    ("muddy-says", &[5, 10, 20, 50, 100, 200]),
    ("nsl", &[2, 3, 4, 5, 6, 7]),
    ("nspk", &[2, 3, 4, 5, 6, 7]),
    ("prisoners", &[3, 5, 8, 10, 15, 20, 25]),
    ("robots", &[1, 2, 4, 8, 16, 32]),
    ("scheduler", &[3, 4, 6, 8, 10, 12]),
    ("simple-voting", &[1, 2, 3, 4, 5, 6]),
    ("tianji", &[5, 10, 15, 20, 25, 30, 35, 40]),
    ("tianji-hidden", &[3, 4, 5, 6, 8, 10]),
    ("tokenpass", &[3, 4, 5, 6, 7, 8]),
    ("tokenring", &[4, 8, 16, 32, 64]),
    ("tokenring-faults", &[4, 6, 8, 10, 12, 14]),
    ("voting", &[1, 2, 3, 4, 6, 8, 10, 12]),
    ("weighted-vote", &[5, 10, 20, 40, 70, 100]),
];

/// The models to measure, the sizes of a family together and in ascending order.
///
/// # Errors
/// If a family or a size does not exist, with what to say about it.
pub(super) fn plan(arguments: &BenchArguments) -> Result<Vec<Item>, String> {
    let mut chosen: Vec<(&'static Family, Vec<usize>)> = Vec::new();
    for text in &arguments.families {
        let (family, sizes) = parse(text)?;
        match chosen.iter_mut().find(|(known, _)| known.name == family.name) {
            Some((_, known)) => known.extend(sizes),
            None => chosen.push((family, sizes)),
        }
    }
    let mut items = Vec::new();
    let nothing = arguments.families.is_empty() && arguments.models.is_empty();
    if let Some(suite) = arguments.suite.or(nothing.then_some(Suite::Quick)) {
        for (name, sizes) in table(suite) {
            chosen.push((find(name)?, sizes.to_vec()));
        }
        if suite == Suite::Aamas12 {
            items = aamas12::items()?;
        }
    }
    for (family, mut sizes) in chosen {
        sizes.sort_unstable();
        sizes.dedup();
        let item = |size| Item {
            name: family.name.to_owned(),
            size: Some(size),
            source: Source::Family(family),
            sought: None,
        };
        items.extend(sizes.into_iter().map(item));
    }
    let file = |path: &PathBuf| {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Item { name, size: None, source: Source::File(path.clone()), sought: None }
    };
    items.extend(arguments.models.iter().map(file));
    Ok(items)
}

fn table(suite: Suite) -> Sizes {
    match suite {
        Suite::Quick => QUICK,
        Suite::Paper => PAPER,
        Suite::Scaling => SCALING,
        // Its rows have formulas besides.
        Suite::Aamas12 => &[],
        Suite::Ecai10 => ecai10::SIZES,
    }
}

/// Reads `FAMILY` or `FAMILY:N,N..M`.
fn parse(text: &str) -> Result<(&'static Family, Vec<usize>), String> {
    let (name, sizes) = text.split_once(':').map_or((text, None), |(name, sizes)| (name, Some(sizes)));
    let family = find(name)?;
    let Some(sizes) = sizes else {
        let known = QUICK.iter().find(|(known, _)| *known == name).map_or(&[][..], |(_, sizes)| *sizes);
        return Ok((family, known.to_vec()));
    };
    let mut found = Vec::new();
    for part in sizes.split(',') {
        let number = |word: &str| {
            word.trim().parse::<usize>().map_err(|_| format!("`{text}`: expected sizes such as `{name}:5,10..12`"))
        };
        match part.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (number(first)?, number(last)?);
                // An end that does not exist is a mistake; what lies between are the sizes there are.
                for end in [first, last] {
                    check(family, end)?;
                }
                found.extend(family.sizes(first..=last));
            }
            None => {
                let size = number(part)?;
                check(family, size)?;
                found.push(size);
            }
        }
    }
    Ok((family, found))
}

fn check(family: &Family, size: usize) -> Result<(), String> {
    if family.has(size) { Ok(()) } else { Err(family.no_such_size(size).to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_families::families;

    #[test]
    fn sizes_are_numbers_and_ranges() {
        let (family, sizes) = parse("cards:4,8..12").unwrap();
        assert_eq!((family.name, sizes), ("cards", vec![4, 8, 10, 12]));
        assert_eq!(parse("dining").unwrap().1, [5, 8, 10]);
        assert!(parse("dinning:3").unwrap_err().contains("did you mean `dining`?"));
        assert!(parse("dining:many").unwrap_err().contains("expected sizes"));
        assert!(parse("cards:7").unwrap_err().contains("even"));
        assert!(parse("cards:6..1000000000").unwrap_err().contains("goes from"));
    }

    #[test]
    fn suites_have_only_sizes_that_exist() {
        for suite in [QUICK, PAPER, SCALING] {
            for (name, sizes) in suite {
                let family = find(name).unwrap();
                assert!(sizes.iter().all(|size| family.has(*size)) && sizes.is_sorted(), "{name}");
            }
        }
        assert!(families().iter().all(|family| QUICK.iter().any(|(name, _)| *name == family.name)));
    }
}
