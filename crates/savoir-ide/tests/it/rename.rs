//! Renaming, and its refusals.

use crate::common::{CURSOR, MODEL, at, cursor, examples, inside, lines};
use savoir_ide::{Document, Span, apply, prepare_rename, rename};
use savoir_model::{AgentId, Model, NameRole, Symbol};
use savoir_testkit::random::Rng;

#[test]
fn every_place_gets_the_name() {
    let (document, offset) = inside("le$0vel : 0..5");
    let edits = rename(&document, offset, "height").unwrap();
    assert_eq!(apply(MODEL, &edits), MODEL.replace("level", "height"));
    assert_eq!(prepare_rename(&document, offset).unwrap().unwrap().name, "level");
    assert_eq!(rename(&document, offset, "level").unwrap(), []);
    // The place of a use does not matter, nor does a comment that names a group.
    let (document, offset) = inside("GCK(cr$0ew");
    let edits = rename(&document, offset, "everybody").unwrap();
    let places: Vec<Span> = edits.iter().map(|edit| edit.span).collect();
    assert_eq!(lines(&document, &places), ["63: crew", "73: crew", "74: crew", "76: crew"]);
}

#[test]
fn things_with_equal_names_stay_apart() {
    let renamed = |piece: &str, name: &str| {
        let (document, offset) = inside(piece);
        rename(&document, offset, name).map(|edits| edits.len()).map_err(|refused| refused.sentence)
    };
    // Both agents have an action `wait`; only one of them is renamed.
    assert_eq!(renamed("pump, wai$0t}", "rest"), Ok(4));
    assert_eq!(renamed("Agent Visit$0or", "crew"), Ok(5));
    assert_eq!(renamed("mo$0od : ", "level"), Ok(7));
    // A value is one, whichever enumeration lists it.
    let (document, offset) = cursor(&MODEL.replacen("steps : 0..9", "steps : 0..9;\n    twin : {ca$0lm, wild}", 1));
    let edits = rename(&document, offset, "quiet").unwrap();
    assert_eq!(edits.len(), 6);
    assert!(!apply(document.text(), &edits).contains("calm;"));
}

#[test]
fn no_word_of_a_broken_text_comes_to_stand_for_something() {
    // A formula names `higher`, which is declared nowhere, before words that are known, and behind them.
    for text in [
        MODEL.replacen("Formulae\n", "Formulae\n  AG higher;\n", 1),
        MODEL.replacen("end Formulae", "  AG higher;\nend Formulae", 1),
    ] {
        let (document, offset) = cursor(&text.replacen("high if", "hi$0gh if", 1));
        let refused = rename(&document, offset, "higher").unwrap_err();
        assert_eq!(refused.sentence, "With the name `higher` some word of the text would stand for something else.");
        assert!(rename(&document, offset, "highest").is_ok());
    }
}

#[test]
fn refusals_have_reasons() {
    for (piece, name, sentence) in [
        ("le$0vel : 0..5", "door", "`door` does not fit: variable `door` is defined twice (line 7)."),
        ("le$0vel : 0..5", "end", "`end` is a word of the language."),
        ("le$0vel : 0..5", "2x", "A name starts with a letter and goes on with letters, digits and `_`."),
        ("le$0vel : 0..5", "h\u{f6}he", "A name starts with a letter and goes on with letters, digits and `_`."),
        ("le$0vel : 0..5", "", "A name starts with a letter and goes on with letters, digits and `_`."),
        ("le$0vel : 0..5", "open", "`open` does not fit: `open` is a variable and a value (line 7)."),
        ("ste$0ps : ", "calm", "`calm` does not fit: `calm` is a variable and a value (line 25)."),
        (
            "cal$0m, alarmed",
            "open",
            "`open` is the value of an enumeration already, and values with equal names are one value (line 24).",
        ),
        ("cal$0m, alarmed", "alarmed", "`alarmed` does not fit: value `alarmed` is listed twice (line 24)."),
        ("pum$0p, wait", "wait", "`wait` does not fit: action `wait` is defined twice (line 30)."),
        ("Agent Vis$0itor", "Guard", "`Guard` does not fit: agent `Guard` is defined twice (line 41)."),
        ("cre$0w = ", "Guard", "With the name `Guard`, `Guard` in line 77 would stand for something else."),
        ("hi$0gh if", "flooded", "`flooded` does not fit: proposition `flooded` is defined twice (line 56)."),
        ("Agent Enviro$0nment", "X1", "`Environment` is a word of the language: the environment has no other name."),
        ("Prot$0ocol", "X1", "`Protocol` is a word of the language."),
        ("-- How$0 high", "X1", "There is no name here."),
    ] {
        let (document, offset) = inside(piece);
        let refused = rename(&document, offset, name).unwrap_err();
        assert_eq!(refused.sentence, sentence, "{piece} {name}");
    }
    let (document, offset) = at("GCK(crew", "GCK(?Y$0");
    assert_eq!(
        prepare_rename(&document, offset).unwrap_err().to_string(),
        "`?Y` stands for a group that is sought; it has no declaration."
    );
}

#[test]
fn errors_elsewhere_do_not_matter_unless_they_hide_the_name() {
    let (document, offset) = at("le$0vel : 0..5".replace(CURSOR, "").as_str(), "le$0vel : 0..5");
    assert!(rename(&document, offset, "height").is_ok());
    let broken = MODEL.replacen("AG !flooded;", "AG !floded and;", 1);
    let (document, offset) = cursor(&broken.replacen("level : 0..5", "le$0vel : 0..5", 1));
    assert_eq!(rename(&document, offset, "height").unwrap().len(), 11);
    // Nobody knows what stands behind the stray word.
    let broken = MODEL.replacen("level = 0 if Guard.Action = pump;", "stray level level = 0;", 1);
    let (document, offset) = cursor(&broken.replacen("level : 0..5", "le$0vel : 0..5", 1));
    let sentence = rename(&document, offset, "height").unwrap_err().sentence;
    assert!(
        sentence.starts_with("Because of an error it is not known what `level` stands for in line 17"),
        "{sentence}"
    );
    let (document, offset) = at("AG !flooded;", "AG !flo$0ded;");
    assert_eq!(rename(&document, offset, "x").unwrap_err().sentence, "It is not known what `floded` stands for.");
    // Another name mends what has the name of something else.
    let (document, offset) = at("high if Env", "flo$0oded if Env");
    assert!(rename(&document, offset, "fine").is_ok());
}

/// What a model says, without its names: everything by numbers, values of enumerations by their places in declarations.
fn without_names(document: &Document, model: &Model) -> String {
    // Values are numbered by their names, so they are numbered anew by where they are declared.
    let mut values: Vec<savoir_model::EnumValueId> = Vec::new();
    for found in document.partial().map.occurrences().iter().filter(|found| found.role == NameRole::Declaration) {
        match found.symbol {
            Symbol::EnumValue(value) if !values.contains(&value) => values.push(value),
            _ => {}
        }
    }
    let mut nameless = model.clone();
    nameless.enum_values = (0..model.enum_values.len())
        .map(|id| format!("v{}", values.iter().position(|value| value.index() == id).unwrap_or(id)))
        .collect();
    for (index, agent) in nameless.agents.iter_mut().enumerate() {
        agent.name = format!("A{index}");
        agent.actions.iter_mut().enumerate().for_each(|(index, action)| action.name = format!("a{index}"));
    }
    nameless.variables.iter_mut().enumerate().for_each(|(index, variable)| variable.name = format!("x{index}"));
    nameless.propositions.iter_mut().enumerate().for_each(|(index, it)| it.name = format!("p{index}"));
    let agents = nameless.agents.iter().map(|agent| {
        let text = |id| nameless.condition_text(id);
        let protocol: Vec<_> = agent.protocol.iter().map(|line| (line.guard.map(text), line.actions.clone())).collect();
        let evolution: Vec<_> = agent
            .evolution
            .iter()
            .map(|line| {
                let assigned: Vec<_> = line.assignments.iter().map(|(id, value)| (*id, text(*value))).collect();
                (assigned, text(line.guard))
            })
            .collect();
        format!("{:?} {:?} {:?} {protocol:?} {evolution:?}\n", agent.variables, agent.observes, agent.red.map(text))
    });
    let agents: String = agents.collect();
    let domains: Vec<u128> = nameless.variables.iter().map(|it| nameless.domain_size(it.domain)).collect();
    let propositions: Vec<String> =
        nameless.propositions.iter().map(|it| nameless.condition_text(it.condition)).collect();
    let formulas: Vec<String> = nameless.properties.iter().map(|it| groups_aside(&nameless, it.formula)).collect();
    let groups: Vec<&Vec<AgentId>> = nameless.groups.iter().map(|group| &group.members).collect();
    let init = nameless.condition_text(nameless.init);
    format!("{agents}{domains:?}{propositions:?}{init}{groups:?}{formulas:?}")
}

/// A formula with the members of groups in place of their names.
fn groups_aside(model: &Model, formula: savoir_model::FormulaId) -> String {
    let mut text = String::new();
    for part in model.formulas.closure(formula) {
        let formula = model.formulas.get(part);
        let members: Vec<_> = formula.groups().into_iter().map(|group| model.formulas.members(group)).collect();
        text += &format!("{:?} {members:?} {:?};", formula.operator(), formula.operands());
        if formula.operands().is_empty() {
            text += &model.formula_text(part);
        }
    }
    text
}

/// Random new names for random things of all examples: what is accepted says the same.
#[test]
fn renamed_examples_say_the_same() {
    let mut rng = Rng::new(19);
    let (mut accepted, mut refused) = (0, 0);
    for (file, text) in examples() {
        let document = Document::new(&file, &text);
        let before = without_names(&document, document.loaded().model.as_ref().unwrap());
        let occurrences = document.partial().map.occurrences().to_vec();
        for _ in 0..12 {
            let found = *rng.pick(&occurrences).unwrap();
            // A new word, or one that is there already.
            let other = *rng.pick(&occurrences).unwrap();
            let name = if rng.chance(60) { "fresh_1" } else { &text[other.span.range()] };
            let Ok(edits) = rename(&document, found.span.start, name) else {
                refused += 1;
                continue;
            };
            accepted += 1;
            let renamed = Document::new(&file, &apply(&text, &edits));
            let model = renamed.loaded().model.as_ref().unwrap_or_else(|| panic!("{file}: {name} breaks it"));
            assert_eq!(without_names(&renamed, model), before, "{file}: {} -> {name}", &text[found.span.range()]);
            // There is a way back.
            if !edits.is_empty() && name != &text[found.span.range()] {
                let place = edits[0].span.start;
                let back = rename(&renamed, place, &text[found.span.range()]).unwrap();
                assert_eq!(apply(renamed.text(), &back), text, "{file}: {name}");
            }
        }
    }
    assert!(accepted > 60 && refused > 5, "{accepted} {refused}");
}
