//! Sections in their fixed order: those that are missing, out of place or misspelt, and where each ends.

use super::Parser;
use crate::SyntaxKind as K;
use crate::spelling::is_close;
use crate::{Applicability, Code, Diagnostic, Fix, Span, closest};

/// What a section may hold, and where it belongs.
pub(super) struct Section {
    keyword: K,
    node: K,
    required: bool,
    parse: fn(&mut Parser<'_>),
}

pub(super) const fn section(keyword: K, node: K, required: bool, parse: fn(&mut Parser<'_>)) -> Section {
    Section { keyword, node, required, parse }
}

/// Which sections were found.
pub(super) struct Seen {
    by_rank: Vec<bool>,
    /// Whether something else stood there: it may have been meant to be a missing section.
    stray: bool,
}

/// Reads sections until `done`; gives which of `allowed` were seen.
pub(super) fn sections(
    p: &mut Parser<'_>,
    allowed: &[Section],
    repeatable: &[K],
    done: impl Fn(&Parser<'_>) -> bool,
) -> Seen {
    let mut seen = Seen { by_rank: vec![false; allowed.len()], stray: false };
    let mut furthest = 0;
    while !done(p) && !p.at(K::Eof) {
        let exact = allowed.iter().position(|section| p.at(section.keyword));
        let Some(rank) = exact.or_else(|| misspelt(p, allowed)) else {
            seen.stray = true;
            stray(p, allowed);
            continue;
        };
        let section = &allowed[rank];
        if seen.by_rank[rank] && !repeatable.contains(&section.keyword) {
            let message = format!("section {} is given twice", section.keyword.describe());
            p.report(
                Diagnostic::new(Code::SectionOrder, p.span(), message).label("again").help("merge the two sections"),
            );
        } else if rank < furthest {
            let after = allowed[furthest].keyword.describe();
            let message = format!("{} must come before {after}", section.keyword.describe());
            p.report(
                Diagnostic::new(Code::SectionOrder, p.span(), message)
                    .label("too late here")
                    .help(format!("the order is {}", names(allowed).join(", "))),
            );
        }
        furthest = furthest.max(rank);
        seen.by_rank[rank] = true;
        let m = p.start();
        (section.parse)(p);
        p.complete(m, section.node);
    }
    seen
}

fn names(allowed: &[Section]) -> Vec<String> {
    allowed.iter().map(|section| section.keyword.describe()).collect()
}

/// The section that a misspelt word stands for; reported.
fn misspelt(p: &mut Parser<'_>, allowed: &[Section]) -> Option<usize> {
    if !matches!(p.current(), K::Ident | K::ActionKw) {
        return None;
    }
    let (word, names) = (p.current_text(), names(allowed));
    let guess = closest(word, names.iter().map(|name| name.trim_matches('`')))?;
    let fix = Fix::maybe_wrong(format!("write `{guess}`")).replace(p.span(), guess);
    p.report(p.wrong_here(format!("there is no section `{word}`"), format!("did you mean `{guess}`?")).fix(fix));
    p.misspelt.push(word);
    names.iter().position(|name| name.trim_matches('`') == guess)
}

/// Reports and skips what is no section.
fn stray(p: &mut Parser<'_>, allowed: &[Section]) {
    let m = p.start();
    if p.at(K::Semicolon) {
        let fix = Fix::safe("remove `;`").remove(p.span());
        p.report(p.wrong_here("unexpected `;`", "a section ends with `end …`, without `;`").fix(fix));
        p.bump();
    } else {
        p.error(format!("expected a section ({}), found {}", names(allowed).join(", "), p.found()));
        if p.eat(K::EndKw) {
            p.bump();
        } else {
            skip_section(p, allowed);
        }
    }
    p.complete(m, K::Error);
}

/// Skips an unknown section with its end.
fn skip_section(p: &mut Parser<'_>, allowed: &[Section]) {
    let in_agent = !allowed.iter().any(|section| section.keyword == K::AgentKw);
    let word = p.current_text();
    p.bump();
    while !p.at(K::Eof) && !allowed.iter().any(|section| p.at(section.keyword)) && !is_file_keyword(p.current()) {
        if p.at(K::EndKw) {
            if in_agent && p.nth(1) == K::AgentKw {
                return;
            }
            p.bump();
            let over = p.current_text() == word;
            p.bump();
            if over {
                return;
            }
        } else {
            p.bump();
        }
    }
}

/// Reports required sections that are not there, unless one of them may have been meant by something else.
pub(super) fn report_missing(p: &mut Parser<'_>, allowed: &[Section], seen: &Seen, place: Span, whose: &str) {
    if seen.stray {
        return;
    }
    let missing = allowed.iter().zip(&seen.by_rank).filter(|(section, seen)| section.required && !**seen);
    let names: Vec<String> = missing.map(|(section, _)| section.keyword.describe()).collect();
    // Who has nothing at all needs one message and not one for each section.
    let messages = match names.split_last() {
        Some((last, others)) if !others.is_empty() && seen.by_rank.iter().all(|seen| !*seen) => {
            vec![format!("{whose} has none of the sections {} and {last}", others.join(", "))]
        }
        _ => names.iter().map(|name| format!("{whose} has no section {name}")).collect(),
    };
    for message in messages {
        p.push(Diagnostic::new(Code::MissingSection, place, message).label("missing here"));
    }
}

/// Words that start a section of the file.
pub(super) fn is_file_keyword(kind: K) -> bool {
    matches!(
        kind,
        K::AgentKw | K::EvaluationKw | K::InitStatesKw | K::GroupsKw | K::FairnessKw | K::FormulaeKw | K::SemanticsKw
    )
}

/// Words that start a section of the file or of an agent.
fn is_section_keyword(kind: K) -> bool {
    let of_agent =
        [K::ObsvarsKw, K::LobsvarsKw, K::VarsKw, K::RedStatesKw, K::ActionsKw, K::ProtocolKw, K::EvolutionKw];
    is_file_keyword(kind) || of_agent.contains(&kind)
}

/// Whether the agent ends here: at an `end` that is not the second end of one of its sections.
pub(super) fn ends_agent(p: &Parser<'_>) -> bool {
    at_end(p) && (p.nth(1) == K::AgentKw || !is_section_keyword(p.nth(1)) || starts_section(p, 1))
}

/// `end`, also when written `End`.
fn at_end(p: &Parser<'_>) -> bool {
    p.at(K::EndKw) || p.at(K::Ident) && p.current_text().eq_ignore_ascii_case("end") && is_section_keyword(p.nth(1))
}

/// Whether the word `ahead` of the current token starts a section, rather than being the name behind an `end`.
fn starts_section(p: &Parser<'_>, ahead: usize) -> bool {
    let (word, next) = (p.nth(ahead), p.nth(ahead + 1));
    if word == K::AgentKw {
        return matches!(next, K::Ident | K::EnvironmentKw) && is_section_keyword(p.nth(ahead + 2));
    }
    is_section_keyword(word) && !is_section_keyword(next) && !matches!(next, K::EndKw | K::Eof)
}

/// `end X` of a section that was `opened` there.
pub(super) fn end(p: &mut Parser<'_>, keyword: K, opened: Span) {
    let name = keyword.describe().trim_matches('`').to_owned();
    let forgotten = keyword != K::AgentKw && p.nth(1) == K::AgentKw && !starts_section(p, 1);
    if !at_end(p) || forgotten {
        let found = if at_end(p) { "`end Agent`".to_owned() } else { p.found() };
        let fix = p.insert_end(&name, opened);
        p.missing(format!("expected `end {name}`, found {found}"), fix);
        return;
    }
    if p.at(K::Ident) {
        let found = p.wrong_here(format!("expected `end`, found {}", p.found()), "`end` is written in small letters");
        p.report(found.fix(Fix::safe("write `end`").replace(p.span(), "end")));
    }
    p.bump();
    if p.at(keyword) && (keyword != K::AgentKw || !starts_section(p, 0)) {
        p.bump();
    } else if p.at(K::Ident) && is_close(p.current_text(), &name) {
        if !p.misspelt.contains(&p.current_text()) {
            let found = p.wrong_here(format!("expected `{name}`, found {}", p.found()), format!("write `end {name}`"));
            p.report(found.fix(Fix::safe(format!("write `{name}`")).replace(p.span(), name)));
        }
        p.bump();
    } else {
        let message = format!("expected `{name}` after `end`, found {}", p.found());
        // Without its name, the end is what is wrong; with another one, that is.
        let wrong_name = is_section_keyword(p.current()) && !starts_section(p, 0);
        let (span, fix) = if wrong_name {
            (p.span(), Fix::maybe_wrong(format!("write `{name}`")).replace(p.span(), name.as_str()))
        } else {
            let end = p.previous_span();
            // A word behind it may have been meant to be the name.
            let alone = p.starts_line() || p.at(K::Eof) || is_section_keyword(p.current());
            let applicability = if alone { Applicability::Safe } else { Applicability::MaybeWrong };
            let fix = Fix::safe(format!("write `end {name}`")).insert(end.end, format!(" {name}"));
            (end, Fix { applicability, ..fix })
        };
        let help = format!("write `end {name}`");
        p.report(Diagnostic::new(Code::Syntax, span, message).label("here").help(help).fix(fix));
        if wrong_name {
            p.bump();
        }
    }
}

/// `X : statement; … end X`, the colon where the keyword takes one.
pub(super) fn block(p: &mut Parser<'_>, keyword: K, statement: fn(&mut Parser<'_>) -> K) {
    let opened = p.span();
    p.bump();
    let colon = [K::ObsvarsKw, K::VarsKw, K::RedStatesKw, K::ProtocolKw, K::EvolutionKw].contains(&keyword);
    if colon && !p.eat(K::Colon) {
        let fix = p.insertion(K::Colon, Applicability::Safe);
        p.missing(format!("expected `:`, found {}", p.found()), fix);
    }
    let outside = |p: &Parser<'_>| {
        let kind = p.current();
        // `Agent.RedStates` may stand in a formula.
        at_end(p) || kind == K::Eof || is_section_keyword(kind) && (kind != K::RedStatesKw || p.nth(1) == K::Colon)
    };
    if keyword == K::InitStatesKw && at_end(p) {
        let fix = Fix::maybe_wrong("insert `true;`").insert(p.span().start, "true; ");
        let help = "write `true;` if every state may be initial";
        p.report(p.wrong_here("`InitStates` needs a condition", help).fix(fix));
    }
    while !outside(p) {
        let before = p.position;
        let m = p.start();
        let node = statement(p);
        if !p.eat(K::Semicolon) {
            // Where the statement is over for certain, nothing but the `;` is missing.
            let over = outside(p) || p.follows(K::RBrace) || node == K::VarDecl && p.starts_line();
            let applicability = if over { Applicability::Safe } else { Applicability::MaybeWrong };
            let fix = p.insertion(K::Semicolon, applicability);
            p.missing(format!("expected `;`, found {}", p.found()), fix);
            p.skip_while(|p| !p.at(K::Semicolon) && !outside(p));
            p.eat(K::Semicolon);
        }
        p.complete(m, node);
        if p.position == before {
            p.bump();
        }
    }
    end(p, keyword, opened);
}
