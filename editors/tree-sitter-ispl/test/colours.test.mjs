// Models are read without error nodes, and every word of them gets the colour that its class asks for, in one pattern of
// the query only. The program `tree-sitter` is named by TREE_SITTER.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";

import { classes, examples, models, modelsOfPages, root, words } from "../../vscode/test/grammar/words.mjs";

const folder = join(root, "editors/tree-sitter-ispl");
const program = process.env.TREE_SITTER ?? "tree-sitter";
const temporary = mkdtempSync(join(tmpdir(), "ispl-"));
after(() => rmSync(temporary, { recursive: true }));

const run = (...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });

const EXPECTED = {
  Section: ["keyword", "variable.builtin"],
  End: ["keyword"],
  Setting: ["constant.builtin"],
  Clause: ["keyword.conditional"],
  Type: ["type.builtin"],
  Constant: ["boolean"],
  Builtin: ["variable.builtin"],
  Connective: ["keyword.operator"],
  Logic: ["keyword.modifier"],
  Temporal: ["function.builtin"],
  Modal: ["function.builtin"],
  comment: ["comment"],
  number: ["number"],
  name: ["type", "variable", "variable.member", "constant", "function", "property", "function.builtin"],
  symbol: ["operator", "punctuation.bracket", "punctuation.delimiter", "punctuation.special"],
};

/** What the query says about each place: `line:column` to the colours. */
function colours(path) {
  const found = new Map();
  for (const line of run("query", "--captures", "queries/highlights.scm", path).split("\n")) {
    const match = /capture: (?:\d+ - )?([\w.]+), start: \((\d+), (\d+)\)/.exec(line);
    if (!match) continue;
    const place = `${match[2]}:${match[3]}`;
    found.set(place, [...(found.get(place) ?? []), match[1]]);
  }
  return found;
}

function check(name, path) {
  const parsed = spawnSync(program, ["parse", "--quiet", path], { cwd: folder, encoding: "utf8" });
  assert.equal(parsed.status, 0, `${name} has error nodes: ${parsed.stdout}`);
  const text = readFileSync(path, "utf8");
  const found = colours(path);
  for (const word of words(text)) {
    // Columns of tree-sitter are bytes.
    const line = text.split("\n", word.line + 1)[word.line];
    const column = Buffer.byteLength(line.slice(0, word.column));
    const here = found.get(`${word.line}:${column}`) ?? [];
    const place = `${name}:${word.line + 1}:${word.column + 1}: ${word.text} is ${here.join(" and ") || "bare"}`;
    assert.equal(here.length, 1, place);
    assert(EXPECTED[word.kind].includes(here[0]), place);
  }
}

test("a colour is expected of every class of keywords", () => {
  assert.deepEqual(Object.keys(classes).filter((name) => !(name in EXPECTED)), []);
});

for (const path of [...examples(), join(root, "editors/vscode/test/grammar/tour.ispl")]) {
  test(`colours of ${basename(path)}`, () => check(basename(path), path));
}

for (const { name, text } of modelsOfPages()) {
  test(`colours of ${name}`, () => {
    const path = join(temporary, `${name.replaceAll(" ", "-")}.ispl`);
    writeFileSync(path, text);
    check(name, path);
  });
}

if (process.env.SAVOIR_GENERATED) {
  for (const path of models(process.env.SAVOIR_GENERATED)) {
    test(`colours of ${basename(path)}`, () => check(basename(path), path));
  }
}

test("what follows a mistake is read", () => {
  const path = join(temporary, "broken.ispl");
  writeFileSync(
    path,
    `Agent Ann
  Vars:
    A : boolean;
    x : boolean;
  Actions = {go, ;
  Protocol:
    x = : {go};
    Other {go};
  end Protocol
end Agent
Evaluation p if Ann.x; q if ; end Evaluation
Formulae
  AG (p ->
  EF q;
  AF q;
end Formulae
`,
  );
  const parsed = spawnSync(program, ["parse", "--no-ranges", path], { cwd: folder, encoding: "utf8" });
  assert.equal(parsed.status, 1);
  for (const node of ["actions", "protocol_line", "evaluation", "proposition", "formulae"]) {
    assert.match(parsed.stdout, new RegExp(`\\(${node}\\b`));
  }
  assert.equal(parsed.stdout.match(/\(property/g).length, 2);
});
