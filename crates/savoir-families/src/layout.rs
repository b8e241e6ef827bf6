//! Breaking long statements where the formatter of ISPL would: at the loosest operator of the smallest depth.
//!
//! The formatter works on a syntax tree, which would cost far more time than making the text; here the statement is
//! known to be right and has single spaces, so looking at its characters is enough. Tests compare the two.

const WIDTH: usize = 100;
const CONTINUED: usize = 4;

/// From the loosest to the tightest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    If,
    /// The comma after the agents of an epistemic operator.
    Argument,
    Arrow,
    Or,
    And,
    Comma,
}

/// Appends a statement; the colon of a protocol line may be broken at, that of a declaration not.
pub(crate) fn statement(line: &str, protocol: bool, indent: usize, out: &mut String) {
    part(line, protocol, indent, indent + CONTINUED, out);
}

/// Appends a part of a statement: its first line at `indent`, those that follow at `inner`. An operand of several lines is
/// indented further than the operator that follows it, except before `if` and the colon.
fn part(line: &str, protocol: bool, indent: usize, inner: usize, out: &mut String) {
    if indent + line.len() <= WIDTH {
        return push_line(line, indent, out);
    }
    match break_points(line, protocol) {
        None => push_line(line, indent, out),
        Some((Operator::Comma, points)) => fill(line, &points, indent, inner, out),
        Some((operator, points)) => {
            let mut start = indent;
            let mut below = if operator == Operator::If { inner } else { inner + CONTINUED };
            for piece in pieces(line, &points) {
                part(piece, protocol, start, below, out);
                start = inner;
                below = inner + CONTINUED;
            }
        }
    }
}

fn push_line(line: &str, indent: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(line);
    out.push('\n');
}

/// As many items of a list on a line as fit.
fn fill(line: &str, points: &[usize], indent: usize, inner: usize, out: &mut String) {
    let mut start = indent;
    let mut from = 0;
    let mut fits = 0;
    for &point in points.iter().chain([&line.len()]) {
        if start + line[from..point].trim_end().len() > WIDTH && fits > from {
            push_line(line[from..fits].trim_end(), start, out);
            from = fits;
            start = inner;
        }
        fits = point;
    }
    push_line(&line[from..], start, out);
}

fn pieces<'a>(line: &'a str, points: &'a [usize]) -> impl Iterator<Item = &'a str> {
    let starts = [0].into_iter().chain(points.iter().copied());
    let ends = points.iter().copied().chain([line.len()]);
    starts.zip(ends).map(|(from, to)| line[from..to].trim_end())
}

/// Where the next lines begin: before operators, after commas.
fn break_points(line: &str, protocol: bool) -> Option<(Operator, Vec<usize>)> {
    let mut best: Option<(usize, Operator)> = None;
    let mut points = Vec::new();
    let (mut depth, mut braces) = (0usize, 0usize);
    for (index, byte) in line.bytes().enumerate() {
        let operator = match byte {
            b'(' => {
                depth += 1;
                None
            }
            b')' => {
                depth = depth.saturating_sub(1);
                None
            }
            b'{' => {
                depth += 1;
                braces += 1;
                None
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                braces = braces.saturating_sub(1);
                None
            }
            b',' if braces > 0 => Some(Operator::Comma),
            b',' => Some(Operator::Argument),
            b' ' => operator(&line[index + 1..], protocol),
            _ => None,
        };
        let Some(operator) = operator else { continue };
        if best.is_none_or(|best| (depth, operator) < best) {
            best = Some((depth, operator));
            points.clear();
        }
        if best == Some((depth, operator)) {
            // The space after a comma belongs to the line above as well.
            let comma = matches!(operator, Operator::Comma | Operator::Argument);
            points.push(if comma { index + 2 } else { index + 1 });
        }
    }
    // Agents stay together; the formula they are followed by is what is long.
    if let Some((_, Operator::Argument)) = best {
        points.drain(..points.len() - 1);
    }
    best.map(|(_, operator)| (operator, points))
}

/// The operator at the start of `rest`.
fn operator(rest: &str, protocol: bool) -> Option<Operator> {
    let word = rest.split(' ').next().filter(|word| word.len() < rest.len())?;
    match word {
        "if" => Some(Operator::If),
        ":" if protocol => Some(Operator::If),
        "->" | "U" => Some(Operator::Arrow),
        "or" => Some(Operator::Or),
        "and" => Some(Operator::And),
        _ => None,
    }
}
