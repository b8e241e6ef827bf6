//! Every example of the project loads without a warning, has nothing suspicious, is laid out in the standard way, and
//! gives the verdicts it announces.

use savoir::{Budget, CheckRequest, Engine, Loaded, check, format, lint};
use savoir_testkit::fixtures::workspace_root;

#[test]
fn examples_keep_their_promises() {
    let mut count = 0;
    for entry in std::fs::read_dir(workspace_root().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        let loaded = Loaded::from_file(&path).unwrap();
        let name = path.display();
        assert!(loaded.diagnostics.is_empty(), "{name}: {:?}", loaded.diagnostics);
        let suspicious = lint(&loaded, CheckRequest::default().threads, &Budget::unlimited()).found;
        assert!(suspicious.is_empty(), "{name}: {suspicious:?}");
        assert_eq!(format(&loaded.tree), loaded.source.text, "{name}: run `savoir fmt`");
        for engine in [Engine::Explicit, Engine::Symbolic] {
            let request = CheckRequest { engine, ..CheckRequest::default() };
            let outcome = check(&loaded, &request, &Budget::unlimited(), &mut |_| {}).unwrap();
            assert!(!outcome.results.is_empty(), "{name}");
            for result in &outcome.results {
                assert!(result.property.expected.is_some(), "{name}: formula {} has no expectation", result.index);
                assert_eq!(result.as_expected(), Some(true), "{name}: formula {}, {engine}", result.index);
            }
        }
        count += 1;
    }
    assert!(count >= 9);
}
