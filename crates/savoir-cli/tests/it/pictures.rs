//! Pictures as users ask for them: a file for each formula, as wide and in the direction that is wanted, and graphs that can
//! be read.

use crate::common::{counting_or_waiting, fresh, root, savoir};
use std::fs;
use std::path::Path;

const MODEL: &str = counting_or_waiting!(
    "Evaluation top if M.x = 3; end Evaluation
InitStates M.x = 0; end InitStates
Formulae
  EF top;
  AG !top;
end Formulae
"
);

/// Width and height of a picture.
fn size(path: &Path) -> (u32, u32) {
    let text = fs::read_to_string(path).unwrap();
    let value = |name: &str| {
        let rest = &text[text.find(&format!(" {name}=\"")).unwrap() + name.len() + 3..];
        rest.split('"').next().unwrap().parse().unwrap()
    };
    (value("width"), value("height"))
}

fn names(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn every_formula_has_a_file_of_its_own() {
    let dir = fresh("pictures", "files");
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    let (exit, _, err) = savoir(&dir, &["check", "m.ispl", "--evidence=svg:proof.svg"]);
    assert_eq!((exit, err.as_str()), (1, ""));
    assert_eq!(names(&dir), ["m.ispl", "proof-1.svg", "proof-2.svg"]);
    assert!(fs::read_to_string(dir.join("proof-2.svg")).unwrap().contains("violation"));
    savoir(&dir, &["check", "m.ispl", "--evidence=svg:deep/er/"]);
    assert_eq!(names(&dir.join("deep/er")), ["m-1.svg", "m-2.svg"]);
    savoir(&dir, &["check", "m.ispl", "--evidence=svg:deep"]);
    assert_eq!(names(&dir.join("deep")), ["er", "m-1.svg", "m-2.svg"]);
    savoir(&dir, &["check", "m.ispl", "--evidence=svg:one.svg", "--only", "1"]);
    assert!(dir.join("one.svg").exists());
    // A model with the name of a picture stays what it is.
    fs::write(dir.join("m-2.svg"), MODEL).unwrap();
    let (exit, _, err) = savoir(&dir, &["check", "m-2.svg", "--evidence=svg:m.svg"]);
    assert!(exit == 2 && err.contains("`m-2.svg` is the model"), "{err}");
    assert_eq!(fs::read_to_string(dir.join("m-2.svg")).unwrap(), MODEL);
}

#[test]
fn pictures_are_as_wide_and_in_the_direction_that_is_wanted() {
    let dir = fresh("pictures", "layout");
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    let draw = |file: &str, options: &[&str]| {
        let output = format!("--evidence=svg:{file}");
        let (exit, _, err) = savoir(&dir, &[&["check", "m.ispl", "--only", "1", &output], options].concat());
        assert_eq!((exit, err.as_str()), (0, ""));
        size(&dir.join(file))
    };
    let (width, height) = draw("down.svg", &[]);
    assert!(height > 300, "{height}");
    let (wide, low) = draw("right.svg", &["--layout", "right"]);
    assert!(wide > width && low < height, "{wide} x {low}");
    let (narrow, _) = draw("narrow.svg", &["--layout", "right", "--width", "300"]);
    assert_eq!(narrow, 300);
    let (exit, _, err) = savoir(&dir, &["check", "m.ispl", "--evidence=svg:x.svg", "--width", "3"]);
    assert!(exit == 2 && err.contains("3 is not in 100..=100000"), "{err}");
}

#[test]
fn propositions_are_said_on_request() {
    let dir = fresh("pictures", "propositions");
    fs::write(dir.join("m.ispl"), MODEL).unwrap();
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--only", "1", "--evidence", "--show-propositions"]);
    assert!(out.contains("        s3  M            x = 3\n            holds        top\n"), "{out}");
    let (_, out, _) = savoir(&dir, &["check", "m.ispl", "--only", "1", "--evidence"]);
    assert!(!out.contains("holds        top"), "{out}");
    let (exit, _, err) = savoir(&dir, &["check", "m.ispl", "--show-propositions"]);
    assert!(exit == 2 && err.contains("--evidence"), "{err}");
}

#[test]
fn large_graphs_are_summarised_and_projections_merge_states() {
    let dir = fresh("pictures", "graphs");
    let model = root().join("examples/dining-cryptographers.ispl");
    let model = model.to_str().unwrap();
    let draw = |file: &str, options: &[&str]| {
        let (exit, _, err) = savoir(&dir, &[&["graph", model, "--format", "svg", "--output", file], options].concat());
        assert_eq!((exit, err.as_str()), (0, ""));
        fs::read_to_string(dir.join(file)).unwrap()
    };
    let boxes = |picture: &str| picture.matches("<g class=\"node").count();
    let summary = draw("summary.svg", &[]);
    assert!(boxes(&summary) == 12 && summary.contains("12 boxes for 68 states") && summary.contains("8 states"));
    assert!(size(&dir.join("summary.svg")).0 < 4_000);
    assert_eq!(boxes(&draw("all.svg", &["--merge", "nothing"])), 68);
    // Ada has paid or not, and nothing else.
    let ada = draw("ada.svg", &["--agents", "Ada"]);
    assert!(boxes(&ada) == 2 && ada.contains("paid = true"), "{ada}");
    assert_eq!(boxes(&draw("propositions.svg", &["--merge", "propositions"])), 8);
    let holds = draw("holds.svg", &["--merge", "propositions", "--show-propositions"]);
    assert!(holds.contains("holds: "), "{holds}");
    let (exit, page, _) = savoir(&dir, &["graph", model, "--format", "html"]);
    assert!(exit == 0 && page.contains("As Cleo sees it") && page.len() < 500_000, "{}", page.len());
}
