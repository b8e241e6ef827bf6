//! Text to tokens. Every byte of the text belongs to exactly one token, so the text can be put together again.

use crate::{Code, Diagnostic, Findings, Fix, Span, SyntaxKind};

/// A token: its kind and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: SyntaxKind,
    /// Where it stands.
    pub span: Span,
}

/// More invalid characters than this are not reported.
const MAX_INVALID: usize = 100;

/// `stop` is asked whenever so many tokens were read.
pub(crate) const TOKENS_BETWEEN_POLLS: usize = 1 << 14;

/// Splits `text` into tokens, trivia included, without the end marker; `None` if `stop` says so before that is done.
pub(crate) fn lex(text: &str, stop: &dyn Fn() -> bool) -> Option<(Vec<Token>, Vec<Diagnostic>)> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut findings = Findings::up_to(MAX_INVALID);
    let mut start = 0;
    // Looked up once, so that openings without an end cost nothing.
    let last_end = text.rfind("*/");
    while start < text.len() {
        let rest = &text[start..];
        let foreign = foreign_comment(rest, last_end.is_some_and(|end| end >= start + 2));
        let (kind, length) = foreign.map_or_else(|| next_token(rest), |length| (SyntaxKind::Comment, length));
        let span = Span::new(start as u32, (start + length) as u32);
        if foreign.is_some() {
            findings.add(comment_sign(text, span, findings.is_full()));
        } else if kind == SyntaxKind::Unknown {
            findings.add(invalid_character(&text[span.range()], span));
        }
        tokens.push(Token { kind, span });
        start += length;
        if tokens.len().is_multiple_of(TOKENS_BETWEEN_POLLS) && stop() {
            return None;
        }
    }
    Some((tokens, findings.into_vec()))
}

/// The length of a comment as other languages write it: no word of ours starts like that.
fn foreign_comment(rest: &str, ends: bool) -> Option<usize> {
    if !rest.starts_with(['/', '#']) {
        return None;
    }
    let line = || rest.find('\n').unwrap_or(rest.len());
    if let Some(inside) = rest.strip_prefix("/*") {
        let end = if ends { inside.find("*/") } else { None };
        return Some(end.map_or_else(line, |end| end + 4));
    }
    (rest.starts_with('#') || rest.starts_with("//")).then(line)
}

fn comment_sign(text: &str, span: Span, counted_only: bool) -> Diagnostic {
    let comment = &text[span.range()];
    let sign = if comment.starts_with('#') { "#" } else { &comment[..2] };
    let code = if sign == "#" { Code::InvalidCharacter } else { Code::Syntax };
    let place = Span::new(span.start, span.start + sign.len() as u32);
    let found = Diagnostic::new(code, place, format!("`{sign}` does not start a comment"))
        .label("here")
        .help("a comment starts with `--` and goes to the end of the line");
    let fix = Fix::safe("write `--`").replace(place, "--");
    if counted_only {
        return found;
    }
    if sign != "/*" {
        return found.fix(fix);
    }
    // Behind a comment that ends within a line nothing else may stand there.
    let behind = &text[span.end as usize..];
    let alone = behind[..behind.find('\n').unwrap_or(behind.len())].trim().is_empty();
    let Some(inside) = comment.strip_suffix("*/").filter(|inside| alone && inside.len() >= 2) else { return found };
    let lines = inside.match_indices('\n').map(|(at, _)| span.start + at as u32 + 1);
    let fix = lines.fold(fix, |fix, line| fix.insert(line, "-- "));
    found.fix(fix.remove(Span::new(span.end - 2, span.end)))
}

fn next_token(rest: &str) -> (SyntaxKind, usize) {
    match rest.as_bytes()[0] {
        b' ' | b'\t' | b'\r' | b'\n' => {
            (SyntaxKind::Whitespace, run(rest, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')))
        }
        b'-' if rest.starts_with("--") => (SyntaxKind::Comment, run(rest, |byte| byte != b'\n')),
        b'0'..=b'9' => (SyntaxKind::Int, run(rest, |byte| byte.is_ascii_digit())),
        b'a'..=b'z' | b'A'..=b'Z' => {
            let length = run(rest, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if rest.starts_with("CTL*") && length == 3 {
                return (SyntaxKind::CtlStarKw, 4);
            }
            (SyntaxKind::keyword(&rest[..length]).unwrap_or(SyntaxKind::Ident), length)
        }
        _ => symbol(rest),
    }
}

/// How many bytes in a row are accepted.
fn run(rest: &str, accept: impl Fn(u8) -> bool) -> usize {
    rest.bytes().position(|byte| !accept(byte)).unwrap_or(rest.len())
}

fn symbol(rest: &str) -> (SyntaxKind, usize) {
    use SyntaxKind::*;
    // Longest first.
    match rest.as_bytes() {
        [b'<', b'-', b'>', ..] => (DoubleArrow, 3),
        [b'<', b'=', ..] => (LessEq, 2),
        [b'>', b'=', ..] => (GreaterEq, 2),
        [b'<', b'>', ..] | [b'!', b'=', ..] => (NotEq, 2),
        [b'-', b'>', ..] => (Arrow, 2),
        [b'.', b'.', ..] => (DotDot, 2),
        [b'(', ..] => (LParen, 1),
        [b')', ..] => (RParen, 1),
        [b'{', ..] => (LBrace, 1),
        [b'}', ..] => (RBrace, 1),
        [b'[', ..] => (LBracket, 1),
        [b']', ..] => (RBracket, 1),
        [b'<', ..] => (Less, 1),
        [b'>', ..] => (Greater, 1),
        [b'=', ..] => (Equal, 1),
        [b'!', ..] => (Bang, 1),
        [b':', ..] => (Colon, 1),
        [b',', ..] => (Comma, 1),
        [b'.', ..] => (Dot, 1),
        [b';', ..] => (Semicolon, 1),
        [b'-', ..] => (Minus, 1),
        [b'+', ..] => (Plus, 1),
        [b'*', ..] => (Star, 1),
        [b'/', ..] => (Slash, 1),
        [b'&', ..] => (Amp, 1),
        [b'|', ..] => (Pipe, 1),
        [b'~', ..] => (Tilde, 1),
        [b'^', ..] => (Caret, 1),
        [b'?', ..] => (Question, 1),
        _ => (Unknown, rest.chars().next().map_or(1, char::len_utf8)),
    }
}

fn invalid_character(text: &str, span: Span) -> Diagnostic {
    // Quotes and backslashes need no escape between backquotes.
    let shown: String = match text {
        "'" | "\"" | "\\" => text.to_owned(),
        _ => text.chars().flat_map(char::escape_debug).collect(),
    };
    let found = Diagnostic::new(Code::InvalidCharacter, span, format!("invalid character `{shown}`"));
    match text {
        "_" => found.help("a name starts with a letter"),
        "\"" | "'" => found
            .help("ISPL has no strings: names and values are written without quotes")
            .fix(Fix::maybe_wrong("remove the quote").remove(span)),
        _ if !text.is_ascii() => found.help("only comments may contain it"),
        _ => found,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<SyntaxKind> {
        lex(text, &|| false).unwrap().0.into_iter().map(|token| token.kind).filter(|kind| !kind.is_trivia()).collect()
    }

    #[test]
    fn symbols_are_read_longest_first() {
        use SyntaxKind::*;
        assert_eq!(kinds("a<->b <= <> != .."), [Ident, DoubleArrow, Ident, LessEq, NotEq, NotEq, DotDot]);
        assert_eq!(kinds("x<-1"), [Ident, Less, Minus, Int]);
        assert_eq!(kinds("x--1\n2"), [Ident, Int]);
        assert_eq!(kinds("CTL* CTL *"), [CtlStarKw, Ident, Star]);
        assert_eq!(kinds("KH K"), [Ident, KKw]);
    }

    #[test]
    fn tokens_cover_the_text() {
        let text = "Agent \u{e9}_ M -- c\u{e9}\r\n x : 0..3; # \u{e9}\n // */ /*\n y /* z */ 1 /* \u{e9}";
        let (tokens, diagnostics) = lex(text, &|| false).unwrap();
        let again: String = tokens.iter().map(|token| &text[token.span.range()]).collect();
        assert_eq!(again, text);
        assert_eq!(diagnostics.len(), 6);
    }

    #[test]
    fn invalid_characters_are_shown_as_they_are() {
        for (text, shown) in
            [("'", "`'`"), ("\"", "`\"`"), ("\\", "`\\`"), ("\u{e9}", "`\u{e9}`"), ("\u{1}", "`\\u{1}`")]
        {
            assert_eq!(lex(text, &|| false).unwrap().1[0].message, format!("invalid character {shown}"));
        }
    }
}
