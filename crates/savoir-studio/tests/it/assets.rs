//! Whether the page that is embedded is the one whose sources are in the repository.

use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

#[test]
fn the_page_is_built_from_its_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("crates/savoir-studio/assets/sources.json")).unwrap();
    let built: BTreeMap<String, String> = serde_json::from_str(&text).unwrap();
    let old: Vec<&String> =
        built.iter().filter(|(path, sum)| sum_of(&root.join(path)) != **sum).map(|(path, _)| path).collect();
    assert!(old.is_empty(), "{old:?} have changed since: run `npm run build` in `web`");
    let mut sources = Vec::new();
    list(&root.join("web/src"), &mut sources);
    list(&root.join("crates/savoir-report/src/drawing/html/assets"), &mut sources);
    let root = root.to_str().unwrap();
    for path in sources {
        let path = path.strip_prefix(root).unwrap().trim_start_matches('/');
        assert!(built.contains_key(path), "{path} is new: run `npm run build` in `web`");
    }
}

fn list(folder: &Path, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list(&path, files);
        } else {
            files.push(path.to_str().unwrap().replace('\\', "/"));
        }
    }
}

fn sum_of(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    Sha256::digest(bytes).iter().fold(String::new(), |mut sum, byte| {
        write!(sum, "{byte:02x}").unwrap();
        sum
    })
}
