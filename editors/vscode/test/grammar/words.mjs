// The words of a text as the lexer of Savoir cuts them, with the class that the keyword table gives them: what tests of
// grammars compare colours with.

import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../../..", import.meta.url));

export const classes = JSON.parse(readFileSync(join(root, "editors/tree-sitter-ispl/keywords.json"), "utf8"));
const classOf = new Map(Object.entries(classes).flatMap(([name, words]) => words.map((word) => [word, name])));

const TOKEN = /\s+|(--[^\n]*)|([0-9]+)|(CTL\*|[A-Za-z][A-Za-z0-9_]*)|(<->|<=|>=|<>|!=|->|\.\.|[(){}[\]<>=!:,.;\-+*/&|~^?])/gy;

/** The tokens of a text without white space: what each is, its text, its line and column (from 0). */
export function words(text) {
  const found = [];
  let line = 0;
  let lineStart = 0;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (!match) throw new Error(`line ${line + 1}: ${JSON.stringify(text[at])} is not ISPL`);
    const [whole, comment, number, word, symbol] = match;
    const kind = comment ? "comment" : number ? "number" : word ? (classOf.get(word) ?? "name") : symbol ? "symbol" : null;
    if (kind) found.push({ kind, text: whole, line, column: at - lineStart });
    for (const [index, character] of [...whole].entries()) {
      if (character === "\n") {
        line += 1;
        lineStart = at + [...whole].slice(0, index + 1).join("").length;
      }
    }
  }
  return found;
}

function walk(folder, found) {
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) walk(path, found);
    else if (name.endsWith(".ispl")) found.push(path);
  }
  return found;
}

/** All models below a folder. */
export const models = (folder) => walk(folder, []);

/** The examples of the repository, which must not be empty. */
export function examples() {
  const found = models(join(root, "examples"));
  if (found.length < 10) throw new Error(`${found.length} examples`);
  return found;
}

/** The models of the pages about the language: they have what examples do not use. */
export function modelsOfPages() {
  const found = [];
  for (const page of ["language.md", "logics.md", "which-coalitions.md", "which-strategies.md"]) {
    const text = readFileSync(join(root, "docs/src", page), "utf8");
    for (const [index, block] of [...text.matchAll(/^```ispl[^\n]*\n(.*?)^```/gms)].entries()) {
      const complete = /^\s*(--|Semantics|Agent)/.test(block[1]) && block[1].includes("end Formulae");
      if (complete) found.push({ name: `${page} ${index + 1}`, text: block[1] });
    }
  }
  if (found.length < 8) throw new Error(`${found.length} models on pages`);
  return found;
}
