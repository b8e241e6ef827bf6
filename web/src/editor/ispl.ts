// Words and signs of ISPL, for the first paint; the server's semantic tokens know more and come a moment later.

import { HighlightStyle, StreamLanguage, type StringStream, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";

const SECTIONS = [
  "Semantics", "Agent", "Environment", "RedStates", "GreenStates", "Actions", "Protocol", "Evolution", "Evaluation", "InitStates",
  "Groups", "Fairness", "Formulae", "Obsvars", "Lobsvars", "Vars", "end",
];
const WORDS = ["if", "and", "or", "Other", "Action", "MultiAssignment", "SingleAssignment", "MA", "SA"];
const OPERATORS = ["AG", "EG", "AX", "EX", "AF", "EF", "A", "E", "X", "F", "G", "U", "K", "GK", "GCK", "O", "DK", "LTL", "CTL"];

const kinds = new Map<string, string>([
  ...SECTIONS.map((word) => [word, "keyword"] as const),
  ...WORDS.map((word) => [word, "controlKeyword"] as const),
  ...OPERATORS.map((word) => [word, "operatorKeyword"] as const),
  ["true", "atom"], ["false", "atom"], ["boolean", "typeName"],
]);

function token(stream: StringStream): string | null {
  if (stream.eatSpace()) return null;
  if (stream.match("--")) {
    stream.skipToEnd();
    return "comment";
  }
  if (stream.match(/^[A-Za-z_][A-Za-z0-9_]*/)) return kinds.get(stream.current()) ?? "name";
  if (stream.match(/^\d+/)) return "number";
  if (stream.match(/^(<->|->|<=|>=|<>|\.\.|[<>=!&|~^+\-*/])/)) return "operator";
  stream.next();
  return "punctuation";
}

const ispl = StreamLanguage.define({
  name: "ispl",
  token,
  languageData: {
    commentTokens: { line: "--" },
    closeBrackets: { brackets: ["(", "{", "["] },
    indentOnInput: /^\s*end\b/,
  },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, class: "tok-comment" },
  { tag: tags.keyword, class: "tok-keyword" },
  { tag: tags.controlKeyword, class: "tok-word" },
  { tag: tags.operatorKeyword, class: "tok-modal" },
  { tag: tags.atom, class: "tok-value" },
  { tag: tags.number, class: "tok-value" },
  { tag: tags.typeName, class: "tok-type" },
  { tag: tags.operator, class: "tok-operator" },
]);

/** The language, with colours as classes. */
export function isplLanguage(): Extension {
  return [ispl, indentUnit.of("  "), syntaxHighlighting(colours)];
}
