//! What the tests of this crate share.

#![allow(dead_code, reason = "not every test uses everything")]

use savoir::{Budget, CheckRequest, EvidenceWish, FormulaResult, Loaded, check};
use savoir_report::drawing::Drawing;
use savoir_report::evidence::{Detail, View, drawn};
use savoir_testkit::{Options, RandomModel};
use serde_json::Value;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A published schema.
pub(crate) fn schema(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(root().join("docs/schema").join(name)).unwrap()).unwrap()
}

const MODEL: &str = "Agent Environment
  Vars: noise : {loud, quiet}; end Vars
  Actions = {turn};
  Protocol: Other : {turn}; end Protocol
  Evolution: noise = loud if noise = quiet; noise = quiet if noise = loud; end Evolution
end Agent
Agent M
  Vars: x : -1..1; up : boolean; end Vars
  Actions = {inc, wait};
  Protocol: Other : {inc, wait}; end Protocol
  Evolution: x = x + 1 if x < 1 and Action = inc; end Evolution
end Agent
Evaluation top if M.x = 1; up if M.up = true; loud if Environment.noise = loud; end Evaluation
InitStates M.x = 0 and M.up = false and Environment.noise = quiet; end InitStates
Formulae
  -- name: </script><script>\"a\\b\" & {100%_$#^~}
  EF top;
  AF top;
  AG (top -> K(M, loud));
  AG !up;
end Formulae
";

/// A small model with names that no format may take for its own.
pub(crate) fn model() -> Loaded {
    Loaded::from_text("<i>model</i>.ispl", MODEL)
}

/// The results for the formulas of a model, with evidence.
pub(crate) fn results(loaded: &Loaded) -> Vec<FormulaResult> {
    let request = CheckRequest { evidence: EvidenceWish::Wanted, threads: 1, ..CheckRequest::default() };
    check(loaded, &request, &Budget::unlimited(), &mut |_| {}).map_or_else(|_| Vec::new(), |outcome| outcome.results)
}

/// A random model.
pub(crate) fn random(seed: u64) -> Loaded {
    let text = RandomModel::generate(seed, &Options::default()).to_ispl();
    Loaded::from_text(&format!("seed-{seed}.ispl"), &text)
}

/// The pictures of the evidence for results, as changes and in full.
pub(crate) fn drawings(results: &[FormulaResult]) -> Vec<Drawing> {
    let views = [Detail::Changes, Detail::Full].map(|detail| View { detail, ..View::default() });
    results.iter().flat_map(|result| views.iter().map(|view| drawn::drawing(result, view))).collect()
}

/// The results for all examples, each with its model.
pub(crate) fn examples() -> Vec<(Loaded, Vec<FormulaResult>)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(root().join("examples")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let checked = files.iter().filter(|path| path.extension().is_some_and(|end| end == "ispl")).map(|path| {
        let loaded = Loaded::from_file(path).unwrap();
        let results = results(&loaded);
        (loaded, results)
    });
    checked.collect()
}

/// Every tag of an XML text is closed by its own name, in the right order, and no sign of the language stands for itself.
pub(crate) fn assert_well_formed(text: &str) {
    let mut open = Vec::new();
    for (index, part) in text.split('<').enumerate() {
        if index == 0 {
            assert!(part.is_empty(), "text before the first tag");
            continue;
        }
        let (tag, content) = part.split_once('>').unwrap_or_else(|| panic!("no end of the tag <{part}"));
        assert!(!content.contains('>') && tag.matches('"').count() % 2 == 0, "{part}");
        for entity in part.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| entity.starts_with(known)), "{part}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n']).next().unwrap());
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
