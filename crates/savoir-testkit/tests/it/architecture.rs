//! The crates depend on each other only as `docs/src/architecture.md` draws it.

use cargo_metadata::{DependencyKind, MetadataCommand};
use savoir_testkit::fixtures::workspace_root;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The page that draws the house.
fn page() -> String {
    std::fs::read_to_string(workspace_root().join("docs/src/architecture.md")).unwrap()
}

/// Each crate of the page with the crates of the workspace that it may use, from the bottom of the house to the top.
fn allowed(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rows = page.lines().skip_while(|line| !line.starts_with("| crate |")).skip(2);
    let full = |name: &str| if name == "savoir" { name.to_owned() } else { format!("savoir-{name}") };
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows.take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [name, _, _, uses] = cells[..] else { panic!("this row has other columns: {row}") };
        let uses: BTreeSet<String> = match uses {
            "–" => BTreeSet::new(),
            uses => uses.split(", ").map(|name| full(name.trim_matches('`'))).collect(),
        };
        // Dependencies point downward: everything that is used stands above.
        let unknown: Vec<&String> = uses.iter().filter(|name| !found.contains_key(*name)).collect();
        assert!(unknown.is_empty(), "{name} uses {unknown:?}, which stand below it or nowhere");
        found.insert(name.trim_matches('`').to_owned(), uses);
    }
    found
}

/// What all tests may use.
const FOR_TESTS: [&str; 3] = ["savoir-corpus", "savoir-families", "savoir-testkit"];

/// The crates whose tests need an engine, which they must not know otherwise, and which one.
const TEST_ENGINES: [(&str, &str); 1] = [("savoir-evidence", "savoir-explicit")];

#[test]
fn dependencies_are_as_the_page_says() {
    let allowed = allowed(&page());
    let metadata = MetadataCommand::new().manifest_path(workspace_root().join("Cargo.toml")).no_deps().exec().unwrap();
    for package in &metadata.packages {
        let name = package.name.as_str();
        let allowed =
            allowed.get(name).unwrap_or_else(|| panic!("{name} has no place in the house: add it to the page"));
        let own = package.dependencies.iter().filter(|dependency| dependency.name.starts_with("savoir"));
        let (testing, used): (Vec<_>, Vec<_>) = own.partition(|used| used.kind == DependencyKind::Development);
        let used: BTreeSet<String> = used.iter().map(|dependency| dependency.name.clone()).collect();
        assert_eq!(used, *allowed, "what {name} uses, and what the page says");
        for dependency in testing {
            let used = dependency.name.as_str();
            let is_for_tests = FOR_TESTS.contains(&used) || TEST_ENGINES.contains(&(name, used));
            assert!(is_for_tests || allowed.contains(&dependency.name), "{name} must not use {}", dependency.name);
        }
    }
    assert_eq!(metadata.packages.len(), allowed.len());
}

/// Every file that the page names is there: `crates/…` as it is, `src/…` and plain names within the crate named before.
#[test]
fn the_page_names_files_that_exist() {
    let root = workspace_root();
    let mut crates = PathBuf::new();
    let mut folder = PathBuf::new();
    let mut seen = 0;
    for line in page().lines() {
        for code in line.split('`').skip(1).step_by(2) {
            let is_path = code.ends_with(".rs") || code.contains('/') && !code.contains(' ') && !code.contains("::");
            if !is_path {
                continue;
            }
            let candidates = if code.starts_with("crates/") {
                let parts: Vec<&str> = code.split('/').collect();
                crates = parts[..2].iter().collect();
                vec![PathBuf::from(code)]
            } else if code.starts_with("src/") {
                vec![crates.join(code)]
            } else {
                vec![folder.join(code), PathBuf::from("crates").join(code), PathBuf::from(code)]
            };
            let found = candidates.iter().find(|path| root.join(path).exists());
            let found = found.unwrap_or_else(|| panic!("`{code}` is not there: {candidates:?}\n{line}"));
            folder = if found.extension().is_some() { found.parent().unwrap().to_owned() } else { found.clone() };
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen} files named");
}

/// What decides verdicts.
const DECIDING: [&str; 4] = ["savoir-check", "savoir-dd", "savoir-explicit", "savoir-symbolic"];

/// What a verdict, a state or a piece of evidence is compared with must not share code with what found it: no path of
/// dependencies leads there, whichever crates are on it.
#[test]
fn the_reference_and_the_replay_cannot_see_what_they_check() {
    let metadata = MetadataCommand::new().manifest_path(workspace_root().join("Cargo.toml")).no_deps().exec().unwrap();
    let used_by = |name: &str| {
        let packages = metadata.packages.iter().filter(|package| package.name.as_str() == name);
        let dependencies = packages.flat_map(|package| &package.dependencies);
        // Tests see what they test.
        let used = dependencies.filter(|dependency| dependency.kind != DependencyKind::Development);
        used.map(|dependency| dependency.name.clone()).collect::<Vec<String>>()
    };
    let seen_by = |name: &str| {
        let mut seen = BTreeSet::new();
        let mut open = vec![name.to_owned()];
        while let Some(next) = open.pop() {
            open.extend(used_by(&next).into_iter().filter(|dependency| seen.insert(dependency.clone())));
        }
        seen
    };
    // The search finds what is there.
    assert!(DECIDING.iter().all(|name| seen_by("savoir").contains(*name)));
    for independent in ["savoir-reference", "savoir-replay", "savoir-testkit"] {
        let seen = seen_by(independent);
        assert!(seen.contains("savoir-model"), "{independent}");
        for name in DECIDING {
            assert!(!seen.contains(name), "{independent} depends on {name}");
        }
    }
}
