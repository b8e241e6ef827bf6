//! The sections of a file and of an agent, and the statements in them.

use super::expr::{Grammar, Left, Level};
use super::sections::{Section, block, end, ends_agent, is_file_keyword, report_missing, section, sections};
use super::{Parser, expr, formula, slips};
use crate::SyntaxKind as K;
use crate::{Code, Diagnostic, Fix, Span};

/// Sections of a file in order; agents are handled apart.
const FILE: &[Section] = &[
    section(K::SemanticsKw, K::SemanticsDecl, false, semantics),
    section(K::AgentKw, K::Agent, true, agent),
    section(K::EvaluationKw, K::EvaluationSection, true, |p| block(p, K::EvaluationKw, proposition)),
    section(K::InitStatesKw, K::InitStatesSection, true, |p| block(p, K::InitStatesKw, init_condition)),
    section(K::GroupsKw, K::GroupsSection, false, |p| block(p, K::GroupsKw, group_def)),
    section(K::FairnessKw, K::FairnessSection, false, |p| block(p, K::FairnessKw, fairness)),
    section(K::FormulaeKw, K::FormulaeSection, true, |p| block(p, K::FormulaeKw, property)),
];

const ENVIRONMENT: &[Section] = &[
    section(K::ObsvarsKw, K::ObsvarsSection, false, |p| block(p, K::ObsvarsKw, variable)),
    section(K::VarsKw, K::VarsSection, false, |p| block(p, K::VarsKw, variable)),
    section(K::RedStatesKw, K::RedStatesSection, false, |p| block(p, K::RedStatesKw, red_condition)),
    section(K::ActionsKw, K::ActionsSection, true, actions),
    section(K::ProtocolKw, K::ProtocolSection, true, protocol),
    section(K::EvolutionKw, K::EvolutionSection, true, |p| block(p, K::EvolutionKw, evolution_line)),
];

const ORDINARY: &[Section] = &[
    section(K::LobsvarsKw, K::LobsvarsSection, false, lobsvars),
    section(K::VarsKw, K::VarsSection, true, |p| block(p, K::VarsKw, variable)),
    section(K::RedStatesKw, K::RedStatesSection, false, |p| block(p, K::RedStatesKw, red_condition)),
    section(K::ActionsKw, K::ActionsSection, true, actions),
    section(K::ProtocolKw, K::ProtocolSection, true, protocol),
    section(K::EvolutionKw, K::EvolutionSection, true, |p| block(p, K::EvolutionKw, evolution_line)),
];

/// A whole file.
pub(super) fn file(p: &mut Parser<'_>) {
    let m = p.start();
    let seen = sections(p, FILE, &[K::AgentKw], |p| p.at(K::Eof));
    let end = p.previous_span();
    report_missing(p, FILE, &seen, Span::new(end.end, end.end), "the file");
    p.complete(m, K::File);
}

fn semantics(p: &mut Parser<'_>) {
    p.bump();
    p.expect(K::Equal);
    let known = [K::MultiAssignmentKw, K::SingleAssignmentKw, K::MaKw, K::SaKw];
    if known.contains(&p.current()) {
        p.bump();
    } else {
        p.error_with_help(
            format!("expected a semantics, found {}", p.found()),
            "write `MultiAssignment` (or `MA`) or `SingleAssignment` (or `SA`)",
        );
        if p.at(K::Ident) {
            p.bump();
        }
    }
    p.expect(K::Semicolon);
}

fn agent(p: &mut Parser<'_>) {
    let opened = p.span();
    p.bump();
    let name = p.span();
    let environment = p.at(K::EnvironmentKw);
    if environment {
        p.bump();
    } else {
        p.name("the name of an agent");
    }
    let (allowed, whose) = if environment { (ENVIRONMENT, "the environment") } else { (ORDINARY, "this agent") };
    let seen = sections(p, allowed, &[], |p| ends_agent(p) || is_file_keyword(p.current()));
    end(p, K::AgentKw, opened);
    report_missing(p, allowed, &seen, name, whose);
}

fn variable(p: &mut Parser<'_>) -> K {
    p.name("the name of a variable");
    p.expect(K::Colon);
    let m = p.start();
    let node = match p.current() {
        K::BooleanKw => {
            p.bump();
            K::BooleanType
        }
        K::LBrace => {
            name_list(p, "an enumeration value");
            K::EnumType
        }
        K::Int | K::Minus => {
            signed_int(p);
            p.expect(K::DotDot);
            signed_int(p);
            K::RangeType
        }
        _ => {
            p.error_with_help(
                format!("expected a type, found {}", p.found()),
                "types are `boolean`, a range such as `0..3`, or an enumeration such as `{red, green}`",
            );
            K::Error
        }
    };
    p.complete(m, node);
    K::VarDecl
}

fn signed_int(p: &mut Parser<'_>) {
    let m = p.start();
    p.eat(K::Minus);
    p.expect(K::Int);
    p.complete(m, K::SignedInt);
}

/// `{ a, b, … }`, possibly empty.
pub(super) fn name_list(p: &mut Parser<'_>, what: &str) {
    let m = p.start();
    if !p.at(K::LBrace) {
        let mut found =
            p.wrong_here(format!("expected `{{`, found {}", p.found()), "names are listed in braces: `{a, b}`");
        if let Some(end) = p.end_of_names() {
            found = found.fix(Fix::maybe_wrong("write braces").insert(p.span().start, "{").insert(end, "}"));
        }
        p.report(found);
        p.skip_while(|p| !matches!(p.current(), K::RBrace | K::Semicolon | K::EndKw));
        p.eat(K::RBrace);
        p.complete(m, K::NameList);
        return;
    }
    p.bump();
    while !matches!(p.current(), K::RBrace | K::Eof | K::Semicolon | K::EndKw) {
        if p.at(K::EnvironmentKw) && what == "an agent" {
            p.bump();
        } else if !p.name(what) {
            p.skip_while(|p| !matches!(p.current(), K::Comma | K::RBrace | K::Semicolon | K::EndKw));
        }
        if !p.at(K::RBrace) && !p.expect(K::Comma) {
            p.skip_while(|p| !matches!(p.current(), K::Comma | K::RBrace | K::Semicolon | K::EndKw | K::Ident));
        }
    }
    p.expect(K::RBrace);
    p.complete(m, K::NameList);
}

fn lobsvars(p: &mut Parser<'_>) {
    p.bump();
    p.expect(K::Equal);
    name_list(p, "a variable of the environment");
    p.expect(K::Semicolon);
}

fn actions(p: &mut Parser<'_>) {
    p.bump();
    p.expect(K::Equal);
    name_list(p, "the name of an action");
    p.expect(K::Semicolon);
}

fn red_condition(p: &mut Parser<'_>) -> K {
    expr::condition(p);
    only_statement(p, "`RedStates` holds at most one condition", "join the conditions with `or`");
    K::RedCondition
}

/// Reports and skips further statements of a section that holds only one.
fn only_statement(p: &mut Parser<'_>, message: &str, help: &str) {
    if p.at(K::Semicolon) && p.nth(1) != K::EndKw && p.nth(1) != K::Eof {
        p.bump();
        p.error_with_help(message, help);
        let is_last = |p: &Parser<'_>| p.at(K::Semicolon) && p.nth(1) == K::EndKw;
        p.skip_while(|p| !is_last(p) && !p.at(K::EndKw));
    }
}

fn protocol(p: &mut Parser<'_>) {
    block(p, K::ProtocolKw, protocol_line);
}

fn protocol_line(p: &mut Parser<'_>) -> K {
    let other = p.at(K::OtherKw);
    if other {
        p.bump();
    } else {
        expr::condition(p);
    }
    p.expect(K::Colon);
    name_list(p, "the name of an action");
    if other && p.at(K::Semicolon) && p.nth(1) != K::EndKw && p.nth(1) != K::Eof {
        p.error_with_help("`Other` must be the last line of a protocol", "move this line to the end");
    }
    K::ProtocolLine
}

fn evolution_line(p: &mut Parser<'_>) -> K {
    assignments(p);
    if_condition(p);
    K::EvolutionLine
}

/// `x = 1 and (y = 2 and z = 3)`.
fn assignments(p: &mut Parser<'_>) {
    loop {
        assignment(p);
        if let Some(slip) =
            slips::infix(p, Grammar::Condition, Left::Comparison).filter(|slip| slip.level == Level::And)
        {
            slip.eat(p);
        } else if !p.eat(K::AndKw) {
            break;
        }
    }
}

fn assignment(p: &mut Parser<'_>) {
    let m = p.start();
    if p.at(K::LParen) && p.depth < super::MAX_NESTING {
        p.depth += 1;
        p.bump();
        assignments(p);
        p.expect(K::RParen);
        p.depth -= 1;
        p.complete(m, K::AssignmentGroup);
        return;
    }
    if matches!(p.current(), K::Ident | K::EnvironmentKw) && p.nth(1) == K::Dot {
        p.bump();
        p.bump();
    }
    if p.name("the variable to assign") {
        slips::assignment_sign(p);
        expr::value(p);
    }
    p.complete(m, K::Assignment);
}

fn proposition(p: &mut Parser<'_>) -> K {
    p.name("the name of a proposition");
    if_condition(p);
    K::PropositionDef
}

/// `if` and a condition; without the `if` nobody knows where the condition starts.
fn if_condition(p: &mut Parser<'_>) {
    if p.expect(K::IfKw) {
        expr::condition(p);
    } else {
        p.skip_while(|p| !matches!(p.current(), K::Semicolon | K::EndKw));
    }
}

fn init_condition(p: &mut Parser<'_>) -> K {
    expr::condition(p);
    only_statement(p, "`InitStates` holds exactly one condition", "join the conditions with `and`");
    K::InitCondition
}

fn group_def(p: &mut Parser<'_>) -> K {
    p.name("the name of a group");
    p.expect(K::Equal);
    name_list(p, "an agent");
    K::GroupDef
}

fn fairness(p: &mut Parser<'_>) -> K {
    if matches!(p.current(), K::LtlKw | K::CtlStarKw) {
        let message = "fairness constraints are plain formulas";
        p.report(
            Diagnostic::new(Code::WrongLogic, p.span(), message)
                .label("not allowed here")
                .help("a constraint `f` already means that `f` holds infinitely often"),
        );
        p.bump();
    }
    formula::plain(p);
    K::FairnessDef
}

fn property(p: &mut Parser<'_>) -> K {
    formula::property(p);
    K::Property
}
