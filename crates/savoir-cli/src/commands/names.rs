//! Names for the files that belong to each of several models.

use crate::input;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

/// Longer names are cut.
const LONGEST: usize = 100;

/// A name for each model: letters and digits that every file system takes, and no two alike. It is the name of the file if no
/// other model has that, and has the directories in front otherwise.
pub(super) fn of(files: &[PathBuf]) -> Vec<String> {
    let brief: Vec<String> = files.iter().map(|file| stem(file)).collect();
    let mut taken = BTreeSet::new();
    let name = |(file, own): (&PathBuf, &String)| {
        let alone = brief.iter().filter(|other| other.eq_ignore_ascii_case(own)).count() == 1;
        let wanted = if alone { own.clone() } else { with_directories(file) };
        let others = (2..).map(|number| format!("{wanted}-{number}"));
        let free = std::iter::once(wanted.clone()).chain(others).find(|name| taken.insert(name.to_ascii_lowercase()));
        free.unwrap_or(wanted)
    };
    files.iter().zip(&brief).map(name).collect()
}

fn stem(file: &Path) -> String {
    match file.file_stem() {
        Some(_) if input::is_stdin(file) => "standard-input".to_owned(),
        Some(stem) => safe(&stem.to_string_lossy()),
        None => "model".to_owned(),
    }
}

fn with_directories(file: &Path) -> String {
    let parts = file.parent().into_iter().flat_map(Path::components).filter_map(|part| match part {
        Component::Normal(name) => Some(safe(&name.to_string_lossy())),
        Component::ParentDir => Some("up".to_owned()),
        Component::Prefix(_) | Component::RootDir | Component::CurDir => None,
    });
    let whole = parts.chain([stem(file)]).collect::<Vec<_>>().join("-");
    whole[whole.len().saturating_sub(LONGEST)..].to_owned()
}

/// Anything else becomes an underscore; no name begins with a dot.
fn safe(name: &str) -> String {
    let letter = |(at, letter): (usize, char)| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => letter,
        '.' if at > 0 => letter,
        _ => '_',
    };
    let safe: String = name.chars().enumerate().map(letter).take(LONGEST).collect();
    // The contents of a directory of pages have this name.
    if safe.is_empty() || safe.eq_ignore_ascii_case("index") { format!("model-{safe}") } else { safe }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_models_have_one_name() {
        let names = |files: &[&str]| of(&files.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(names(&["a/one.ispl", "b/two.ispl", "-"]), ["one", "two", "standard-input"]);
        assert_eq!(names(&["a/m.ispl", "../b/M.ispl", "m.ispl"]), ["a-m", "up-b-M", "m"]);
        assert_eq!(names(&["m.ispl", "m.ispl"]), ["m", "m-2"]);
        assert_eq!(names(&["index.ispl", "a b/<é>.ispl", ".ispl"]), ["model-index", "___", "_ispl"]);
        let long = "é".repeat(300);
        assert!(names(&[&long, &format!("x/{long}")]).iter().all(|name| name.len() <= LONGEST + 2));
    }
}
