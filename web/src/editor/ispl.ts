// Words and signs of ISPL, for the first paint; the server's semantic tokens know more and come a moment later.

import { HighlightStyle, StreamLanguage, type StringStream, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Extension } from "@codemirror/state";
import { tags } from "@lezer/highlight";
import keywords from "../../../editors/tree-sitter-ispl/keywords.json" with { type: "json" };

/** The classes of the lexer's table of keywords, by what they look like. */
const KINDS: Record<keyof typeof keywords, string> = {
  Section: "keyword", End: "keyword", Setting: "controlKeyword", Clause: "controlKeyword", Connective: "controlKeyword",
  Type: "typeName", Constant: "atom", Builtin: "keyword", Logic: "operatorKeyword", Temporal: "operatorKeyword", Modal: "operatorKeyword",
};

const kinds = new Map<string, string>();
for (const [name, words] of Object.entries(keywords)) {
  for (const word of words) kinds.set(word.replace(/\W+$/, ""), KINDS[name as keyof typeof keywords]);
}

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
