//! The crates depend on each other only as `docs/src/architecture.md` draws it.

use cargo_metadata::{DependencyKind, MetadataCommand};
use savoir_testkit::fixtures::workspace_root;
use std::collections::BTreeSet;

/// Each crate with the crates of the workspace it may use, from the bottom of the house to the top.
const ALLOWED: &[(&str, &[&str])] = &[
    ("savoir-syntax", &[]),
    ("savoir-model", &["savoir-syntax"]),
    ("savoir-check", &["savoir-model"]),
    // The meaning of one step, which engines are compared with and evidence is checked by.
    ("savoir-reference", &["savoir-model"]),
    // Evidence as data, and its check without whoever made it.
    ("savoir-replay", &["savoir-model", "savoir-reference"]),
    ("savoir-evidence", &["savoir-check", "savoir-model", "savoir-reference", "savoir-replay"]),
    ("savoir-dd", &[]),
    ("savoir-explicit", &["savoir-check", "savoir-model"]),
    ("savoir-symbolic", &["savoir-check", "savoir-dd", "savoir-model"]),
    (
        "savoir",
        &[
            "savoir-check",
            "savoir-evidence",
            "savoir-explicit",
            "savoir-model",
            "savoir-reference",
            "savoir-replay",
            "savoir-symbolic",
            "savoir-syntax",
        ],
    ),
    ("savoir-report", &["savoir"]),
    // Generators of texts; what the texts mean is for others to say.
    ("savoir-families", &[]),
    ("savoir-cli", &["savoir", "savoir-families", "savoir-report"]),
    // The reference semantics knows the model and nothing of the engines.
    ("savoir-testkit", &["savoir-model", "savoir-reference", "savoir-syntax"]),
];

#[test]
fn dependencies_point_downward() {
    let metadata = MetadataCommand::new().manifest_path(workspace_root().join("Cargo.toml")).no_deps().exec().unwrap();
    let mut seen = 0;
    for package in &metadata.packages {
        let name = package.name.as_str();
        let (_, allowed) = ALLOWED
            .iter()
            .find(|(known, _)| *known == name)
            .unwrap_or_else(|| panic!("{name} has no place in the house: add it here and to the architecture page"));
        seen += 1;
        for dependency in package.dependencies.iter().filter(|dependency| dependency.name.starts_with("savoir")) {
            let testing = dependency.kind == DependencyKind::Development;
            assert!(
                allowed.contains(&dependency.name.as_str())
                    || (testing && ["savoir-families", "savoir-testkit"].contains(&dependency.name.as_str())),
                "{name} must not depend on {}",
                dependency.name
            );
        }
    }
    assert_eq!(seen, ALLOWED.len());
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
