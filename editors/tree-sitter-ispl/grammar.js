/**
 * ISPL, the Interpreted Systems Programming Language.
 *
 * The grammar follows crates/savoir-syntax/src/parser: the same levels of operators, the same sections. It is more generous
 * where only a checker has to be strict: sections may stand in any order, any agent may have any of them.
 */

/// <reference types="tree-sitter-cli/dsl" />

// Rendered from the keyword table of the lexer. Every word must be used below, so that none is forgotten.
const classes = require("./keywords.json");
const unused = new Set(Object.values(classes).flat());
const words = [...unused];

/** A keyword, which must be in the table. */
function kw(word) {
  if (!words.includes(word)) throw new Error(`${word} is no keyword`);
  unused.delete(word);
  return word;
}

/** All keywords of a class. */
const any = (name) => choice(...classes[name].map(kw));

// How operators bind, loosest first.
const LEVELS = [
  "iff", "implies", "or", "and", "not", "until", "prefix", "compare", "bit_or", "bit_and", "bit_not", "sum", "product",
  "negation",
];
const level = Object.fromEntries(LEVELS.map((name, index) => [name, index + 1]));

const COMPARISONS = ["=", "<>", "!=", "<", "<=", ">", ">="];

/** Items with commas between them, perhaps with one behind the last. */
const listed = (item) => seq("{", optional(seq(item, repeat(seq(",", item)), optional(","))), "}");

/** `X … end X`. */
const section = (word, ...body) => seq(kw(word), ...body, kw("end"), kw(word));

/**
 * The rules of one language of expressions. All of them have the same kinds of nodes; the names of rules tell them apart.
 *
 * @param {string} name  what one expression of it is called
 * @param {string} inner  which expressions stand in parentheses
 * @param {string[]} omitted  levels of infix operators that it does not have
 * @param {(self: any, $: any) => any[]} operands  further operands
 */
function expressions(name, inner, omitted, operands) {
  const binary = `_${name}_binary`, unary = `_${name}_unary`, paren = `_${name}_paren`;
  const infix = ($, where, fixity, operator) =>
    omitted.includes(where)
      ? []
      : [fixity(level[where], seq(field("left", $[`_${name}`]), field("operator", operator), field("right", $[`_${name}`])))];
  const prefix = ($, operator, own, operand) =>
    prec(level[own], seq(field("operator", operator), field("operand", operand($))));
  return {
    [`_${name}`]: ($) =>
      choice(
        alias($[binary], $.binary_expression),
        alias($[unary], $.unary_expression),
        alias($[paren], $.parenthesized_expression),
        $.qualified_name,
        $.action_name,
        $.integer,
        $.boolean,
        $.identifier,
        ...operands($[`_${name}`], $),
      ),
    [binary]: ($) =>
      choice(
        ...infix($, "iff", prec.left, "<->"),
        ...infix($, "implies", prec.right, "->"),
        ...infix($, "or", prec.left, kw("or")),
        ...infix($, "and", prec.left, kw("and")),
        ...infix($, "until", prec.left, kw("U")),
        ...infix($, "compare", prec.left, choice(...COMPARISONS)),
        ...infix($, "bit_or", prec.left, choice("|", "^")),
        ...infix($, "bit_and", prec.left, "&"),
        ...infix($, "sum", prec.left, choice("+", "-")),
        ...infix($, "product", prec.left, choice("*", "/")),
      ),
    [unary]: ($) =>
      choice(
        prefix($, "!", "not", ($) => $[`_${name}`]),
        prefix($, "~", "bit_not", ($) => $[`_${name}`]),
        prefix($, "-", "negation", ($) => $[`_${name}`]),
      ),
    [paren]: ($) => seq("(", $[`_${inner}`], ")"),
  };
}

/** What formulas have beyond conditions. `quantified` is what may follow `A` and `E`. */
function formulas(name, inner, omitted, quantified) {
  const temporal = `_${name}_temporal`, quantifier = `_${name}_quantifier`, enforce = `_${name}_enforce`;
  const unary = ["AG", "EG", "AX", "EX", "AF", "EF", "X", "F", "G"];
  const apart = classes.Temporal.filter((word) => ![...unary, "A", "E", "U"].includes(word));
  if (apart.length > 0) throw new Error(`no rule says what follows ${apart}`);
  return {
    ...expressions(name, inner, omitted, (_, $) => [
      alias($[temporal], $.temporal_expression),
      alias($[quantifier], $.quantified_expression),
      alias($[enforce], $.strategic_expression),
      $.modal_expression,
      $.colour,
    ]),
    [temporal]: ($) =>
      prec(level.prefix, seq(field("operator", choice(...unary.map(kw))), field("operand", $[`_${name}`]))),
    [quantifier]: ($) =>
      prec(level.prefix, seq(field("operator", choice(kw("A"), kw("E"))), quantified($))),
    [enforce]: ($) =>
      prec(
        level.prefix,
        seq(
          $.coalition,
          choice(
            seq(field("operator", choice(kw("X"), kw("F"), kw("G"))), field("operand", $[`_${name}`])),
            $.until,
          ),
        ),
      ),
  };
}

/** A name in a place that says what it names: queries need not look at what stands around it. */
const named = ($, what) => alias($.identifier, $[what]);

const definition = grammar({
  name: "ispl",

  word: ($) => $.identifier,

  extras: ($) => [/\s/, $.comment],

  // Keywords cannot be names, wherever they stand.
  reserved: { global: () => words.filter((word) => /^\w+$/.test(word)) },

  supertypes: ($) => [$._section, $._agent_section],

  rules: {
    source_file: ($) => repeat($._section),

    _section: ($) =>
      choice(
        $.semantics,
        $.agent,
        $.evaluation,
        $.init_states,
        $.groups,
        $.fairness,
        $.formulae,
      ),

    semantics: ($) => seq(kw("Semantics"), "=", field("value", any("Setting")), ";"),

    agent: ($) => section("Agent", field("name", $._agent), repeat($._agent_section)),

    _agent_section: ($) =>
      choice($.obsvars, $.lobsvars, $.vars, $.red_states, $.actions, $.protocol, $.evolution),

    obsvars: ($) => section("Obsvars", ":", repeat($.variable)),
    vars: ($) => section("Vars", ":", repeat($.variable)),
    lobsvars: ($) => seq(kw("Lobsvars"), "=", $.variable_list, ";"),
    red_states: ($) => section("RedStates", ":", optional(seq($._condition, ";"))),
    actions: ($) => seq(kw("Actions"), "=", $.action_list, ";"),
    protocol: ($) => section("Protocol", ":", repeat($.protocol_line)),
    evolution: ($) => section("Evolution", ":", repeat($.evolution_line)),

    variable: ($) => seq(field("name", named($, "variable_name")), ":", field("type", $._type), ";"),
    _type: ($) => choice(kw("boolean"), $.range, $.enumeration),
    range: ($) => seq(field("first", $._signed), "..", field("last", $._signed)),
    _signed: ($) => choice($.integer, alias($.negative, $.unary_expression)),
    negative: ($) => seq("-", $.integer),
    enumeration: ($) => listed(named($, "value")),

    variable_list: ($) => listed(named($, "member")),
    action_list: ($) => listed(named($, "action")),
    agent_list: ($) => listed($._agent),

    protocol_line: ($) =>
      seq(field("condition", choice($._condition, kw("Other"))), ":", field("actions", $.action_list), ";"),
    evolution_line: ($) => seq($._assignments, kw("if"), field("condition", $._condition), ";"),
    _assignments: ($) => seq($._assigned, repeat(seq(kw("and"), $._assigned))),
    _assigned: ($) => choice($.assignment, $.assignment_group),
    assignment_group: ($) => seq("(", $._assignments, ")"),
    assignment: ($) =>
      seq(field("variable", choice($.identifier, $.qualified_name)), "=", field("value", $._value)),

    evaluation: ($) => section("Evaluation", repeat($.proposition)),
    proposition: ($) => seq(field("name", named($, "proposition_name")), kw("if"), field("condition", $._condition), ";"),
    init_states: ($) => section("InitStates", $._condition, ";"),
    groups: ($) => section("Groups", repeat($.group)),
    group: ($) => seq(field("name", named($, "group_name")), "=", field("members", $.agent_list), ";"),
    fairness: ($) => section("Fairness", repeat(seq($._formula, ";"))),
    formulae: ($) => section("Formulae", repeat($.property)),
    property: ($) =>
      seq(choice($._formula, seq(field("logic", $.logic), $._path_formula)), ";"),
    logic: () => any("Logic"),

    // On the right of an assignment, connectives stand in parentheses.
    ...expressions("value", "condition", ["iff", "implies", "or", "and", "until"], () => []),
    ...expressions("condition", "condition", ["until"], () => []),
    // In plain formulas `U` stands between the parentheses of `A(f U g)` only, weaker than everything there. The parser
    // says so; the rules for what is in other parentheses are those of path formulas.
    ...formulas("formula", "path_formula", ["until"], ($) => $.until),
    ...formulas("path_formula", "path_formula", [], ($) => field("operand", $._path_formula)),

    until: ($) => seq("(", field("left", $._formula), kw("U"), field("right", $._formula), ")"),
    coalition: ($) => seq("<", $._who, ">"),
    modal_expression: ($) =>
      seq(
        // `KH` is a name unless a parenthesis follows.
        field("operator", choice(any("Modal"), named($, "modal"))),
        "(",
        repeat1(seq(field("agent", $._who), ",")),
        field("operand", $._path_formula),
        ")",
      ),
    _agent: ($) => choice(named($, "agent_name"), kw("Environment")),
    _who: ($) => choice($._agent, $.agent_list, $.group_variable),
    group_variable: ($) => seq("?", named($, "group_name")),
    colour: ($) =>
      seq(field("agent", $._agent), ".", field("colour", choice(kw("RedStates"), kw("GreenStates")))),

    qualified_name: ($) => seq(field("agent", $._agent), ".", field("variable", named($, "member"))),
    action_name: ($) => seq(optional(seq(field("agent", $._agent), ".")), kw("Action")),
    boolean: () => any("Constant"),

    identifier: () => /[A-Za-z][A-Za-z0-9_]*/,
    integer: () => /[0-9]+/,
    comment: () => token(seq("--", /[^\n]*/)),
  },
});

if (unused.size > 0) throw new Error(`no rule has the keywords ${[...unused].join(", ")}`);

module.exports = definition;
