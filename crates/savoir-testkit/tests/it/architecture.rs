//! The crates depend on each other only as `docs/src/architecture.md` draws it.

use cargo_metadata::{DependencyKind, MetadataCommand};
use savoir_testkit::fixtures::workspace_root;

/// Each crate with the crates of the workspace it may use, from the bottom of the house to the top.
const ALLOWED: &[(&str, &[&str])] = &[
    ("savoir-syntax", &[]),
    ("savoir-model", &["savoir-syntax"]),
    ("savoir-check", &["savoir-model"]),
    // The meaning of one step, which engines are compared with and evidence is checked by.
    ("savoir-reference", &["savoir-model"]),
    ("savoir-evidence", &["savoir-check", "savoir-model", "savoir-reference"]),
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
