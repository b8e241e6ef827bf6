//! Texts with marks.

use savoir_ide::{Document, Span};
use savoir_testkit::fixtures::workspace_root;

/// Where the cursor is in a text of a test.
pub(crate) const CURSOR: &str = "$0";

/// A model with one of everything.
pub(crate) const MODEL: &str = "Agent Environment
  Obsvars:
    door : {open, shut};
  end Obsvars
  Vars:
    -- How high the water stands.
    level : 0..5;
    spare : boolean;
  end Vars
  Actions = {rise, rest};
  Protocol:
    door = shut : {rise, rest};
    Other : {rest};
  end Protocol
  Evolution:
    level = level + 1 if level < 5 and Action = rise and Guard.Action <> pump;
    level = 0 if Guard.Action = pump;
    door = shut if Guard.Action = close;
  end Evolution
end Agent
Agent Guard
  Lobsvars = {level};
  Vars:
    mood : {calm, alarmed};
    steps : 0..9;
  end Vars
  RedStates:
    mood = calm and Environment.level = 5;
  end RedStates
  Actions = {close, pump, wait};
  Protocol:
    mood = alarmed : {pump};
    Environment.door = open : {close, wait};
    Other : {wait};
  end Protocol
  Evolution:
    mood = alarmed and steps = 0 if Environment.level > 3 and Action = wait;
    mood = calm if Action = pump or Environment.Action = rest;
  end Evolution
end Agent
Agent Visitor
  Vars:
    inside : boolean;
  end Vars
  Actions = {enter, wait};
  Protocol:
    Environment.door = open and inside = false : {enter, wait};
    Other : {wait};
  end Protocol
  Evolution:
    inside = true if Action = enter;
  end Evolution
end Agent
Evaluation
  high if Environment.level > 3;
  flooded if Environment.level = 5 and !Visitor.inside = false;
  calm_guard if Guard.mood = calm;
end Evaluation
InitStates
  Environment.level = 0 and Environment.door = open and Guard.mood = calm and Guard.steps = 0 and Visitor.inside = false;
end InitStates
Groups
  crew = {Guard, Visitor};
end Groups
Fairness
  !high;
end Fairness
Formulae
  -- name: never-flooded
  -- expect: false
  AG !flooded;
  AG (high -> K(Guard, high));
  <crew>F (calm_guard and !high);
  EF GCK(crew, Visitor.inside);
  O(Guard, !Guard.RedStates);
  -- atl: uniform-model:crew
  <Guard>G !flooded;
end Formulae
";

/// The document of a text with a cursor, and where that is.
pub(crate) fn cursor(marked: &str) -> (Document, u32) {
    let at = marked.find(CURSOR).unwrap_or_else(|| panic!("no cursor in {marked}"));
    (Document::new("test.ispl", &marked.replacen(CURSOR, "", 1)), at as u32)
}

/// [`MODEL`] with a piece of it, the first like that, replaced by one with a cursor.
pub(crate) fn at(piece: &str, with: &str) -> (Document, u32) {
    assert!(MODEL.contains(piece), "{piece}");
    cursor(&MODEL.replacen(piece, with, 1))
}

/// [`MODEL`] with the cursor in a piece of it.
pub(crate) fn inside(piece: &str) -> (Document, u32) {
    at(&piece.replacen(CURSOR, "", 1), piece)
}

/// The bundled examples, by name.
pub(crate) fn examples() -> Vec<(String, String)> {
    let folder = workspace_root().join("examples");
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ispl"))
        .map(|path| (path.file_name().unwrap().display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    found.sort();
    assert!(found.len() >= 12);
    found
}

/// `line: text` of places.
pub(crate) fn lines(document: &Document, places: &[Span]) -> Vec<String> {
    let line = |span: &Span| document.lines().line(span.start) + 1;
    places.iter().map(|span| format!("{}: {}", line(span), &document.text()[span.range()])).collect()
}
