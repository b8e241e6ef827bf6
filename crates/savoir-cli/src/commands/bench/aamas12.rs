//! The rows of *Group synthesis for parametric temporal-epistemic logic* (AAMAS'12), tables 1 and 3, and two beyond it.
//!
//! Times and numbers of groups beside ours are those that the paper prints for its tool, `PARAMETRIC`. The dining
//! cryptographers are the paper's; the token ring is ours and has other numbers. Those were found one group after the other
//! for 4 nodes (for 6 without the third formula), and all at once for more; those of the vote follow from the weights.

use super::suite::{Item, Sought, Source};
use crate::commands::generate::find;
use savoir_report::bench::{End, Published};

/// What the paper prints about time.
#[derive(Clone, Copy, Debug)]
enum Time {
    Seconds(f64),
    /// More than an hour.
    Over,
    /// More than 3 GB.
    Memory,
}

/// What the paper prints: the time, and how many groups satisfy the formula.
type Printed = Option<(Time, Option<&'static str>)>;

/// One size: how many groups satisfy the formula, and what the paper prints.
type Line = (usize, &'static str, Printed);

fn printed(seconds: f64, satisfying: &'static str) -> Printed {
    Some((Time::Seconds(seconds), Some(satisfying)))
}

/// The sizes of each formula of each family, in ascending order.
fn series() -> Vec<(&'static str, &'static str, Vec<Line>)> {
    let mut series = vec![("dining-group", "dc1", dc1()), ("dining-group", "dc2", dc2())];
    series.extend(
        [("tr1", tr1()), ("tr2", tr2()), ("tr3", tr3())].map(|(name, lines)| ("tokenring-faults", name, lines)),
    );
    series.extend(["winning", "blocking"].map(|name| ("weighted-vote", name, vec![(40, "549755813888", None)])));
    series
}

fn dc1() -> Vec<Line> {
    vec![
        (6, "1", printed(0.084, "1")),
        (10, "1", printed(1.054, "1")),
        // Found by trying one group after the other.
        (14, "1", Some((Time::Over, Some("1")))),
        (18, "1", printed(324.034, "1")),
    ]
}

fn dc2() -> Vec<Line> {
    vec![
        (6, "15", printed(0.155, "15")),
        (10, "255", printed(1.959, "255")),
        (14, "4095", Some((Time::Memory, None))),
        (18, "65535", printed(651.206, "65535")),
        (200, "401734511064747568885490523085290650630550748445698208825343", None),
    ]
}

fn tr1() -> Vec<Line> {
    vec![
        (4, "5", printed(0.594, "5")),
        (6, "7", printed(1.434, "7")),
        (8, "9", printed(3.369, "9")),
        (10, "11", printed(6.236, "11")),
        (12, "13", printed(15.556, "13")),
    ]
}

fn tr2() -> Vec<Line> {
    vec![
        (4, "173", printed(0.752, "171")),
        (6, "3575", printed(2.321, "3571")),
        (8, "62809", printed(7.497, "62803")),
        (10, "1035395", printed(65.875, "1035387")),
        (12, "16715957", printed(1423.12, "16715947")),
    ]
}

fn tr3() -> Vec<Line> {
    vec![
        (4, "795", printed(0.776, "3255")),
        (6, "17199", printed(11.368, "232407")),
        (8, "342975", printed(1127.170, "15253335")),
        (10, "6548223", Some((Time::Over, None))),
        (12, "121609215", Some((Time::Over, None))),
    ]
}

/// All rows, the sizes of a formula together.
///
/// # Errors
/// If a family does not exist.
pub(super) fn items() -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    for (name, formula, lines) in series() {
        let family = find(name)?;
        items.extend(lines.into_iter().map(|(size, satisfying, printed)| Item {
            name: name.to_owned(),
            size: Some(size),
            source: Source::Family(family),
            sought: Some(Sought { formula, satisfying, published: printed.map(published) }),
        }));
    }
    Ok(items)
}

fn published((time, satisfying): (Time, Option<&str>)) -> Published {
    let (end, seconds) = match time {
        Time::Seconds(seconds) => (End::Finished, Some(seconds)),
        Time::Over => (End::Timeout, None),
        Time::Memory => (End::Memory, None),
    };
    Published { end, seconds, satisfying: satisfying.map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_have_sizes_and_formulas_that_exist() {
        for (name, formula, lines) in series() {
            let family = find(name).unwrap();
            assert!(lines.is_sorted_by_key(|line| line.0), "{name}");
            for (size, _, _) in lines {
                let text = family.generate(size).unwrap();
                assert_eq!(text.matches(&format!("-- name: {formula}\n")).count(), 1, "{name} {size} {formula}");
            }
        }
        assert_eq!(items().unwrap().len(), 26);
    }

    /// The models of table 1 are the paper's.
    #[test]
    fn diners_have_the_numbers_of_the_paper() {
        let printed = items().unwrap().into_iter().filter(|item| item.name == "dining-group");
        for item in printed {
            let sought = item.sought.unwrap();
            if let Some(number) = sought.published.and_then(|it| it.satisfying) {
                assert_eq!(number, sought.satisfying, "{:?}", item.size);
            }
        }
    }
}
