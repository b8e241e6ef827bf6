// Every word of every example gets the scope that its class asks for.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { test } from "node:test";

import { classes, examples, modelsOfPages, models, root, words } from "./words.mjs";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const grammarFile = join(root, "editors/vscode/syntaxes/ispl.tmLanguage.json");

const loaded = (async () => {
  const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(readFileSync(grammarFile, "utf8"), grammarFile),
  });
  return registry.loadGrammar("source.ispl");
})();

/** The scopes of a text: for each line, where each begins and what it is. */
async function scopes(text) {
  const grammar = await loaded;
  let state = INITIAL;
  return text.split("\n").map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    return result.tokens;
  });
}

const at = (lines, { line, column }) =>
  lines[line].find((token) => token.startIndex <= column && column < token.endIndex).scopes.at(-1).replace(/\.ispl$/, "");

/** What the scope of a word must start with. */
const EXPECTED = {
  Section: ["keyword.control.section", "variable.language"],
  End: ["keyword.control.section"],
  Setting: ["constant.language.semantics"],
  Clause: ["keyword.control.clause"],
  Type: ["storage.type"],
  Constant: ["constant.language.boolean"],
  Builtin: ["variable.language", "entity.name.type.agent"],
  Connective: ["keyword.operator.wordlike.logical"],
  Logic: ["storage.modifier.logic"],
  Temporal: ["keyword.operator.wordlike.temporal"],
  Modal: ["keyword.operator.wordlike.modal"],
  comment: ["punctuation.definition.comment"],
  number: ["constant.numeric"],
  name: ["entity.name", "variable.other", "variable.parameter", "keyword.operator.wordlike.modal"],
  symbol: ["keyword.operator", "punctuation."],
};

async function check(name, text) {
  const lines = await scopes(text);
  for (const word of words(text)) {
    const scope = at(lines, word);
    const place = `${name}:${word.line + 1}:${word.column + 1}: ${word.text} is ${scope}`;
    assert(EXPECTED[word.kind].some((start) => scope.startsWith(start)), place);
    // Only one name is an operator, and only one section is named in formulas.
    if (word.kind === "name" && scope.startsWith("keyword")) assert.equal(word.text, "KH", place);
    if (word.kind === "Section" && scope.startsWith("variable")) assert.equal(word.text, "RedStates", place);
  }
}

test("a scope is expected of every class of keywords", () => {
  assert.deepEqual(Object.keys(classes).filter((name) => !(name in EXPECTED)), []);
});

for (const path of examples()) {
  test(`words of ${basename(path)}`, () => check(basename(path), readFileSync(path, "utf8")));
}

for (const { name, text } of modelsOfPages()) {
  test(`words of ${name}`, () => check(name, text));
}

const generated = process.env.SAVOIR_GENERATED;
if (generated) {
  for (const path of models(generated)) {
    test(`words of ${basename(path)}`, () => check(basename(path), readFileSync(path, "utf8")));
  }
}

/** A model with all that the language has, and what each line of it looks like. */
test("the tour of the language looks as it was looked at", async () => {
  const folder = join(root, "editors/vscode/test/grammar");
  const text = readFileSync(join(folder, "tour.ispl"), "utf8");
  await check("tour.ispl", text);
  const lines = await scopes(text);
  const shown = words(text).map((word) => `${word.line + 1}:${word.column + 1} ${word.text.slice(0, 40)}  ${at(lines, word)}\n`);
  const file = join(folder, "tour.scopes");
  if (process.env.SAVOIR_BLESS) (await import("node:fs")).writeFileSync(file, shown.join(""));
  assert.equal(shown.join(""), readFileSync(file, "utf8"), "SAVOIR_BLESS=1 writes it again");
});

test("what is half typed colours what follows all the same", async () => {
  const text = "Agent A1\n  Vars:\n    x : {a, b\n  Actions = {go, \n  Protocol:\n    Other : {go};\n  end Protocol\nFormulae\n  AG p;\nend";
  const lines = await scopes(text);
  const word = (line, text) => at(lines, { line, column: text });
  assert.equal(word(3, 2), "keyword.control.section");
  assert.equal(word(4, 2), "keyword.control.section");
  assert.equal(word(5, 4), "keyword.control.clause");
  assert.equal(word(7, 0), "keyword.control.section");
  assert.equal(word(8, 2), "keyword.operator.wordlike.temporal");
});
