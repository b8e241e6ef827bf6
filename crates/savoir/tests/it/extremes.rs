//! Arithmetic at the ends of what 64 bits hold: what fits is accepted, what does not is refused, and both engines and the
//! reference agree with whole numbers that have more bits.

use crate::common::{explicit, symbolic};
use savoir_check::{Checker, System, Verdict};
use savoir_model::{Domain, Model, Semantics, resolve};
use savoir_reference::Moment;
use savoir_syntax::{Code, parse};

/// Ranges of two variables: at both ends, around zero, and everything.
const RANGES: [(i64, i64); 9] = [
    (i64::MIN, i64::MIN + 2),
    (i64::MIN + 1, i64::MIN + 2),
    (-2, -1),
    (-1, 1),
    (0, 2),
    (1, 3),
    (i64::MAX - 7, i64::MAX - 5),
    (i64::MAX - 2, i64::MAX),
    (i64::MAX - 1, i64::MAX - 1),
];

/// An expression over `x` and `y`, and its value if it is whole, with the values of its parts that are no variables.
struct Operation {
    text: &'static str,
    value: fn(i128, i128) -> Option<i128>,
    parts: fn(i128, i128) -> Vec<i128>,
}

const OPERATIONS: [Operation; 11] = [
    Operation { text: "M.x + M.y", value: |x, y| Some(x + y), parts: |_, _| Vec::new() },
    Operation { text: "M.x - M.y", value: |x, y| Some(x - y), parts: |_, _| Vec::new() },
    Operation { text: "M.x * M.y", value: |x, y| Some(x * y), parts: |_, _| Vec::new() },
    Operation { text: "-M.x", value: |x, _| Some(-x), parts: |_, _| Vec::new() },
    Operation { text: "-(-M.x)", value: |x, _| Some(x), parts: |x, _| vec![-x] },
    Operation { text: "M.x - 1", value: |x, _| Some(x - 1), parts: |_, _| Vec::new() },
    Operation { text: "M.x + 1 - 2", value: |x, _| Some(x - 1), parts: |x, _| vec![x + 1] },
    Operation { text: "1 - M.x", value: |x, _| Some(1 - x), parts: |_, _| Vec::new() },
    Operation { text: "M.x - M.y + 1", value: |x, y| Some(x - y + 1), parts: |x, y| vec![x - y] },
    Operation { text: "(M.x - M.y) * 3", value: |x, y| Some((x - y) * 3), parts: |x, y| vec![x - y] },
    Operation { text: "M.x / M.y", value: quotient, parts: |_, _| Vec::new() },
];

/// `None` for what is no whole number.
fn quotient(x: i128, y: i128) -> Option<i128> {
    match (x, y) {
        (0, _) => Some(0),
        (_, 0) => None,
        _ => (x % y == 0).then(|| x / y),
    }
}

fn fits(value: i128) -> bool {
    i64::try_from(value).is_ok()
}

fn model_text(operation: &str, x: (i64, i64), y: (i64, i64), values: &[i64]) -> String {
    let definitions: String =
        values.iter().enumerate().map(|(index, value)| format!("p{index} if {operation} = ({value}) + 0;\n")).collect();
    let above: String =
        values.iter().enumerate().map(|(index, value)| format!("q{index} if {operation} > ({value}) + 0;\n")).collect();
    let formulas: String = (0..values.len()).map(|index| format!("!p{index}; !q{index};\n")).collect();
    format!(
        "Agent M
  Vars: x : {}..{}; y : {}..{}; end Vars
  Actions = {{a}};
  Protocol: Other : {{a}}; end Protocol
  Evolution: end Evolution
end Agent
Evaluation {definitions}{above} end Evaluation
InitStates M.x = M.x and M.y = M.y; end InitStates
Formulae {formulas} end Formulae",
        x.0, x.1, y.0, y.1
    )
}

fn pairs(x: (i64, i64), y: (i64, i64)) -> Vec<(i128, i128)> {
    (x.0..=x.1).flat_map(|a| (y.0..=y.1).map(move |b| (i128::from(a), i128::from(b)))).collect()
}

fn verdicts<S: System>(model: &Model, system: &S) -> Vec<Verdict> {
    let mut checker = Checker::new(model, system, Semantics::default()).unwrap();
    model.properties.iter().map(|property| checker.decide(property.formula).verdict).collect()
}

/// Whether a proposition of the model holds in no state, by the reference.
fn nowhere(model: &Model, index: usize, x: (i64, i64), y: (i64, i64)) -> bool {
    let condition = model.propositions[index].condition;
    let code = |low: i64, value: i128| (value - i128::from(low)) as u64;
    pairs(x, y).into_iter().all(|(a, b)| {
        let state = [code(x.0, a), code(y.0, b)];
        !Moment { model, state: &state, joint: &[] }.holds(condition)
    })
}

#[test]
fn what_fits_is_accepted_and_every_engine_computes_it() {
    let mut accepted = 0;
    for operation in OPERATIONS {
        for x in RANGES {
            for y in RANGES {
                let whole: Vec<Option<i128>> = pairs(x, y).iter().map(|&(a, b)| (operation.value)(a, b)).collect();
                let mut parts = pairs(x, y).into_iter().flat_map(|(a, b)| (operation.parts)(a, b));
                let all_fit = whole.iter().flatten().all(|value| fits(*value)) && parts.all(fits);
                let mut values: Vec<i64> = whole.iter().flatten().filter_map(|it| i64::try_from(*it).ok()).collect();
                values.extend([i64::MIN, -1, 0, 1, i64::MAX]);
                values.sort_unstable();
                values.dedup();
                let text = model_text(operation.text, x, y, &values);
                let resolution = resolve(&parse(&text).tree);
                let Some(model) = resolution.model else {
                    assert!(
                        resolution.diagnostics.iter().all(|found| found.code == Code::ArithmeticOverflow),
                        "{text}"
                    );
                    // A quotient that is not reduced may need more bits than one that is.
                    assert!(!all_fit || operation.text.contains('/'), "refused though it fits: {text}");
                    continue;
                };
                assert!(all_fit, "accepted though it does not fit: {text}");
                accepted += 1;
                let expected: Vec<bool> = values
                    .iter()
                    .flat_map(|&value| {
                        let wanted = i128::from(value);
                        let above = pairs(x, y).into_iter().any(|(a, b)| match operation.text.contains('/') {
                            // x / y > v, with infinities for zeros of y.
                            true if b == 0 => a > 0 || a == 0 && 0 > wanted,
                            true => {
                                if b > 0 {
                                    a > wanted * b
                                } else {
                                    a < wanted * b
                                }
                            }
                            false => (operation.value)(a, b).is_some_and(|it| it > wanted),
                        });
                        [!whole.contains(&Some(wanted)), !above]
                    })
                    .collect();
                let count = values.len();
                let by_reference: Vec<bool> = (0..count)
                    .flat_map(|index| [nowhere(&model, index, x, y), nowhere(&model, count + index, x, y)])
                    .collect();
                assert_eq!(by_reference, expected, "reference: {text}");
                let as_verdicts: Vec<Verdict> =
                    expected.iter().map(|it| if *it { Verdict::True } else { Verdict::False }).collect();
                assert_eq!(verdicts(&model, &explicit(&model)), as_verdicts, "explicit: {text}");
                assert_eq!(verdicts(&model, &symbolic(&model)), as_verdicts, "symbolic: {text}");
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}

/// A variable with every value of 64 bits can be compared, kept and counted down from its end.
#[test]
fn steps_at_the_ends() {
    let text = "Agent M
  Vars: x : 9223372036854775800..9223372036854775807; y : -9223372036854775808..-9223372036854775800; end Vars
  Actions = {a};
  Protocol: Other : {a}; end Protocol
  Evolution: x = x - 1 and y = y + 1 if x > 9223372036854775800; end Evolution
end Agent
Evaluation
  low if M.x = 9223372036854775800 and M.y = -9223372036854775801;
end Evaluation
InitStates M.x = 9223372036854775807 and M.y = -9223372036854775808; end InitStates
Formulae AF low; end Formulae";
    let resolution = resolve(&parse(text).tree);
    let model = resolution.model.unwrap_or_else(|| panic!("{:?}", resolution.diagnostics));
    assert!(matches!(model.variables[1].domain, Domain::Int { low: i64::MIN, .. }));
    let (one, other) = (explicit(&model), symbolic(&model));
    assert_eq!((verdicts(&model, &one), verdicts(&model, &other)), (vec![Verdict::True], vec![Verdict::True]));
}
