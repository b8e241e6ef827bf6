//! Notes on random models, from both engines: the engines say the same, and what they say is so by definition, as the
//! reference evaluates it.

use savoir::{
    Budget, CheckRequest, EndingPaths, Engine, EvidenceOutcome, FormulaNote, FormulaResult, Loaded, ModelNote,
    NotesWish, OperandAnswer, Outcome, VacuityWish, Verdict, check,
};
use savoir_model::{FormulaId, Model, OperandPlace, Polarity};
use savoir_testkit::fixtures::load;
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Options, RandomModel, Reference, cases};

/// What was seen, so that a test does not pass for want of examples.
#[derive(Debug, Default)]
struct Seen {
    idle: u64,
    busy: u64,
    witnesses: u64,
    plain: u64,
    ended: u64,
    not_ended: u64,
    partial: u64,
    deadlocks: u64,
    every_path_ends: u64,
    overflows: u64,
}

fn checked(text: &str, engine: Engine) -> Outcome {
    let (notes, vacuity) = (NotesWish::All, VacuityWish::EveryOperand);
    let request = CheckRequest { engine, notes, vacuity, ..CheckRequest::default() };
    check(&Loaded::from_text("random.ispl", text), &request, &Budget::unlimited(), &mut |_| {}).unwrap()
}

/// The notes without witnesses, and without operands that plainly do not matter: how far these go depends on the sets that an
/// engine has found.
fn described(outcome: &Outcome) -> String {
    let note = |note: &FormulaNote| match note {
        FormulaNote::Operands(report) => {
            let answer = |answer: &OperandAnswer| match answer {
                OperandAnswer::Matters { constant, .. } => format!("matters: {constant}"),
                OperandAnswer::DoesNotMatter { .. } | OperandAnswer::NotLookedAt(_) => format!("{answer:?}"),
            };
            report
                .operands
                .iter()
                .map(|(text, found)| format!("{text}: {}", answer(found)))
                .collect::<Vec<_>>()
                .join("\n")
        }
        FormulaNote::Vacuous(_) => String::new(),
        FormulaNote::InitialStates { .. } | FormulaNote::EndedPaths { .. } => format!("{note:?}"),
    };
    let notes = outcome.results.iter().flat_map(|result| result.notes.iter().map(note));
    let formulas: Vec<String> = notes.filter(|note| !note.is_empty()).collect();
    format!("{}\n{:?}", formulas.join("\n"), outcome.notes)
}

/// An operand: where it stands, its text, and whether it does not matter by definition.
type Operand = (OperandPlace, String, bool);

/// The operands of a formula in the order of writing, for a verdict.
fn by_definition(model: &Model, formula: FormulaId, holds: bool) -> Option<Vec<Operand>> {
    let mut model = model.clone();
    let places = model.formulas.operand_places(formula, 400);
    let mut variants = Vec::new();
    for place in &places {
        for &constant in place.polarity.against(holds) {
            variants.push((place, model.formulas.with_constant(formula, &place.path, constant)));
        }
    }
    let reference = Reference::build(&model, 500).ok()?;
    let mut found = Vec::new();
    for place in &places {
        let mut stays = true;
        for (_, variant) in variants.iter().filter(|(at, _)| *at == place) {
            stays &= reference.verdict(*variant).ok()? == holds;
        }
        found.push((place.clone(), model.formula_short(place.operand), stays));
    }
    Some(found)
}

impl Seen {
    fn operands(&mut self, model: &Model, result: &FormulaResult, holds: bool) {
        let formula = result.property.formula;
        let Some(expected) = by_definition(model, formula, holds) else { return };
        for note in &result.notes {
            match note {
                FormulaNote::Operands(report) => {
                    // Parts of what does not matter are left out.
                    let mut idle: Vec<&OperandPlace> = Vec::new();
                    let mut listed = Vec::new();
                    for (place, text, stays) in &expected {
                        if let Some(above) = idle.iter().find(|above| place.is_within(above)) {
                            // Beside an equivalence, constants do not speak for everything between them.
                            let is_clear = above.polarity != Polarity::Mixed;
                            assert!(*stays || !is_clear, "a part of what does not matter matters: {text}");
                            continue;
                        }
                        idle.extend(stays.then_some(place));
                        listed.push((text.clone(), *stays));
                    }
                    let found: Vec<(String, bool)> = (report.operands.iter())
                        .map(|(text, answer)| (text.clone(), matches!(answer, OperandAnswer::DoesNotMatter { .. })))
                        .collect();
                    assert_eq!(found, listed, "{}", result.property.text);
                    self.idle += listed.iter().filter(|(_, stays)| *stays).count() as u64;
                    self.busy += listed.iter().filter(|(_, stays)| !*stays).count() as u64;
                    self.witnesses(report.operands.iter().map(|(_, answer)| answer));
                }
                FormulaNote::Vacuous(vacuity) => {
                    self.plain += 1;
                    for operand in &vacuity.operands {
                        let idle = expected.iter().any(|(_, text, stays)| text == operand && *stays);
                        assert!(idle, "{vacuity:?} of {}", result.property.text);
                    }
                }
                FormulaNote::InitialStates { .. } | FormulaNote::EndedPaths { .. } => {}
            }
        }
    }

    fn witnesses<'a>(&mut self, answers: impl Iterator<Item = &'a OperandAnswer>) {
        for answer in answers {
            let OperandAnswer::Matters { witness: Some(witness), .. } = answer else { continue };
            match &witness.outcome {
                EvidenceOutcome::Shown(..) => self.witnesses += 1,
                EvidenceOutcome::GivenUp(_) => {}
                EvidenceOutcome::Refuted(_, mismatch) => panic!("{mismatch}"),
            }
        }
    }

    fn ends(&mut self, model: &Model, result: &FormulaResult, holds: bool) {
        let prolonged = Reference::prolonged(model, 500).unwrap();
        let Ok(other) = prolonged.verdict(result.property.formula) else { return };
        let noted = result.notes.iter().any(|note| matches!(note, FormulaNote::EndedPaths { .. }));
        assert_eq!(noted, other != holds && model.fairness.is_empty(), "{}", result.property.text);
        *(if noted { &mut self.ended } else { &mut self.not_ended }) += 1;
    }

    fn coverage(&mut self, reference: &Reference<'_>, result: &FormulaResult) {
        let Ok(set) = reference.sat(result.property.formula) else { return };
        let initial: Vec<usize> =
            reference.graph().initial.iter().copied().filter(|state| reference.domain()[*state]).collect();
        let failing = initial.iter().filter(|state| !set[**state]).count();
        let noted = result.notes.iter().find_map(|note| match note {
            FormulaNote::InitialStates { failing, all } => Some((failing.to_string(), all.to_string())),
            FormulaNote::EndedPaths { .. } | FormulaNote::Vacuous(_) | FormulaNote::Operands(_) => None,
        });
        let expected = (failing > 0 && initial.len() > 1).then(|| (failing.to_string(), initial.len().to_string()));
        assert_eq!(noted, expected, "{}", result.property.text);
        self.partial += u64::from(failing > 0 && failing < initial.len());
    }

    fn model(&mut self, reference: &Reference<'_>, outcome: &Outcome) {
        let found = outcome.notes.iter().find_map(|note| match note {
            ModelNote::Deadlocks { states, paths, .. } => Some((states.to_string(), paths)),
            ModelNote::Overflow(_) | ModelNote::FreeVariables(_) | ModelNote::UnfairInitialStates { .. } => None,
        });
        let deadlocks = reference.deadlocks();
        let expected = (!deadlocks.is_empty()).then(|| deadlocks.len().to_string());
        assert_eq!(found.as_ref().map(|(states, _)| states.clone()), expected);
        self.deadlocks += u64::from(found.is_some());
        self.every_path_ends += u64::from(found.is_some_and(|(_, paths)| *paths == EndingPaths::AllEnd));
        self.overflows += outcome.notes.iter().filter(|note| matches!(note, ModelNote::Overflow(_))).count() as u64;
    }
}

fn compare(options: &Options, seeds: std::ops::Range<u64>) -> Seen {
    let mut seen = Seen::default();
    for seed in seeds {
        let text = RandomModel::generate(seed, options).to_ispl();
        let model = load(&text);
        let Ok(reference) = Reference::build(&model, 500) else { continue };
        if reference.graph().initial.is_empty() {
            continue;
        }
        let outcome = checked(&text, Engine::Explicit);
        let other = checked(&text, Engine::Symbolic);
        assert_eq!(described(&outcome), described(&other), "seed {seed}\n{text}");
        seen.model(&reference, &outcome);
        for result in outcome.results.iter().chain(&other.results) {
            let holds = match result.verdict {
                Verdict::True => true,
                Verdict::False => false,
                Verdict::Unknown(stop) => panic!("{stop}, seed {seed}"),
            };
            seen.operands(&model, result, holds);
            seen.ends(&model, result, holds);
            seen.coverage(&reference, result);
        }
    }
    seen
}

#[test]
fn notes_agree_with_their_definitions() {
    let seen = compare(&Options { max_space: 64, ..Options::default() }, 8_200_000..8_200_000 + cases(240));
    let Seen { idle, busy, witnesses, plain, ended, not_ended, partial, deadlocks, every_path_ends, overflows } = seen;
    assert!(idle > 10 && busy > 10 && witnesses > 10 && plain > 2, "{seen:?}");
    assert!(ended > 0 && not_ended > 10 && partial > 2, "{seen:?}");
    assert!(deadlocks > 2 && every_path_ends > 0 && overflows > 2, "{seen:?}");
}

#[test]
fn notes_agree_with_their_definitions_under_fairness() {
    let options = Options { max_space: 64, fairness: FairnessRate::Always, ..Options::default() };
    let seen = compare(&options, 8_300_000..8_300_000 + cases(120));
    assert!(seen.idle > 5 && seen.busy > 5 && seen.ended == 0, "{seen:?}");
}
