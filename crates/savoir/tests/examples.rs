//! Every example of the project loads without a warning, is laid out in the standard way, and gives the verdicts it
//! announces.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use savoir::{Budget, CheckRequest, Loaded, check, format};
use savoir_testkit::fixtures::workspace_root;

#[test]
fn examples_keep_their_promises() {
    let mut count = 0;
    for entry in std::fs::read_dir(workspace_root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let loaded = Loaded::from_file(&path).unwrap();
        let name = path.display();
        assert!(loaded.diagnostics.is_empty(), "{name}: {:?}", loaded.diagnostics);
        assert_eq!(format(&loaded.tree), loaded.source.text, "{name}: run `savoir fmt`");
        let outcome = check(&loaded, &CheckRequest::default(), &Budget::unlimited(), &mut |_| {}).unwrap();
        assert!(!outcome.results.is_empty(), "{name}");
        for result in &outcome.results {
            assert!(result.property.expected.is_some(), "{name}: formula {} has no expectation", result.index);
            assert_eq!(result.as_expected(), Some(true), "{name}: formula {}", result.index);
        }
        count += 1;
    }
    assert!(count >= 9);
}
