import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import { changesOf, offsetOf, positionOf } from "../src/editor/requests.ts";
import { uriOf } from "../src/files.ts";
import type { FormulaVerdict, StateView, Verdicts } from "../src/protocol.ts";
import { sameModel } from "../src/views/context.ts";
import { hasStrategy, signOf, summaryOf } from "../src/views/formulas.ts";
import { knowledgeText } from "../src/views/inspector.ts";
import { settingsFrom } from "../src/views/limits.ts";
import { answerText } from "../src/views/simulate.ts";
import { differences } from "../src/views/state.ts";
import { actionText, capital, duration, explained, grouped, share } from "../src/words.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const formula = (part: Partial<FormulaVerdict>): FormulaVerdict => ({
  index: 1, name: null, text: "AG p", range, verdict: null, expected: null, met: null, seconds: null, notes: [], reading: [], ...part,
});
const verdicts = (formulas: FormulaVerdict[]): Verdicts => ({ uri: "savoir:///a", version: 1, state: "done", message: null, states: "2", engine: "explicit", formulas });

test("a formula has a sign", () => {
  assert.equal(signOf(formula({}))[0], "·");
  assert.equal(signOf(formula({ verdict: "unknown" }))[1], "undecided");
  assert.equal(signOf(formula({ verdict: "false", expected: false, met: true }))[1], "expected");
  assert.equal(signOf(formula({ verdict: "false", met: false }))[1], "unexpected");
});

test("the summary counts verdicts and surprises", () => {
  assert.equal(summaryOf(verdicts([])), "No formulas");
  assert.equal(summaryOf(verdicts([formula({})])), "Nothing checked yet");
  assert.equal(summaryOf(verdicts([formula({ verdict: "true", met: true }), formula({ verdict: "false", met: true })])), "1 true, 1 false, all as expected");
  assert.equal(summaryOf(verdicts([formula({ verdict: "true", met: true }), formula({ verdict: "false", met: false })])), "1 true, 1 false, 1 not as expected");
  assert.equal(summaryOf(verdicts([formula({ verdict: "true", met: true }), formula({})])), "1 true, not all decided");
});

test("an explanation has parts with titles", () => {
  const text = "Formula\n  AG p\n\nIn words\n  always:\n    `p` holds\n\nNotes\n";
  assert.deepEqual(explained(text), [["Formula", "AG p"], ["In words", "always:\n  `p` holds"]]);
  assert.deepEqual(explained("  a sentence"), []);
});

test("durations are short", () => {
  assert.deepEqual([0.0002, 0.0124, 2.44, 61, 119.6].map(duration), ["<1 ms", "12 ms", "2.4 s", "1 min 1 s", "2 min 0 s"]);
});

test("formulas with a coalition have a strategy, arrows and comparisons do not", () => {
  assert.ok(hasStrategy("p -> <g>F q"));
  assert.ok(hasStrategy("!<g>X q"));
  for (const text of ["p -> q", "p <-> q", "A.x < 3 and A.y > 4", "A.x <= 3 and A.y > 2", "A.x <> 2 -> q"]) assert.ok(!hasStrategy(text), text);
});

const state = (values: [string, string][]): StateView => ({ state: [], agents: [{ agent: "A", values }], holding: [] });

test("differences of states have both values", () => {
  assert.deepEqual(differences(state([["x", "1"], ["y", "2"]]), state([["x", "1"], ["y", "3"]])), [["A.y", "2", "3"]]);
});

test("counts beyond the numbers of scripts are grouped and compared", () => {
  assert.equal(grouped("33285996544"), "33\u202f285\u202f996\u202f544");
  assert.equal(share("1", "4"), 0.25);
  assert.equal(share("0", "0"), 0);
  assert.equal(share("500000000000000000000000000000", "1000000000000000000000000000000"), 0.5);
});

test("answers of the simulation are said in a line", () => {
  assert.equal(answerText({ kind: "truth", condition: "p", holds: false }), "does not hold here");
  assert.equal(answerText({ kind: "walk", ending: "reached", places: [{}, {}] }), "reached after 2 steps");
  assert.equal(answerText({ kind: "options" }), null);
});

test("actions and knowledge are written as formulas do", () => {
  assert.equal(actionText({ Ann: "press", Bob: "wait" }), "Ann: press, Bob: wait");
  assert.equal(actionText(null), "");
  assert.equal(knowledgeText("Ann", "p"), "K(Ann, p)");
  assert.equal(knowledgeText("GCK children", "p"), "GCK(children, p)");
});

test("positions beyond the text are its end", () => {
  const doc = Text.of(["one", "two"]);
  assert.equal(offsetOf(doc, { line: 1, character: 2 }), 6);
  assert.equal(offsetOf(doc, { line: 1, character: 99 }), 7);
  assert.equal(offsetOf(doc, { line: 9, character: 0 }), 7);
  assert.deepEqual(positionOf(doc, 5), { line: 1, character: 1 });
});

test("edits are for the open text, or for none", () => {
  const doc = Text.of(["one"]);
  const edits = [{ range, newText: "x" }];
  assert.deepEqual(changesOf({ changes: { "savoir:///a%20b": edits } }, "savoir:///a b", doc), [{ from: 0, to: 1, insert: "x" }]);
  assert.deepEqual(changesOf({ documentChanges: [{ textDocument: { uri: "savoir:///a", version: 1 }, edits }] }, "savoir:///a", doc)?.length, 1);
  assert.equal(changesOf({ changes: { "savoir:///other": edits } }, "savoir:///a", doc), null);
});

test("files have addresses", () => {
  assert.equal(uriOf("a b/c#d.ispl"), "savoir:///a%20b/c%23d.ispl");
  assert.ok(sameModel("savoir:///a%20b", "savoir:///a b"));
  assert.ok(sameModel("savoir:///%", "savoir:///%"));
  assert.ok(!sameModel("savoir:///a", null));
});

test("settings that make no sense are the usual ones", () => {
  assert.equal(settingsFrom(null).check, "type");
  assert.deepEqual(settingsFrom({ check: "save", seconds: -1, limits: { seconds: 5, megabytes: null } }), { check: "save", seconds: 10, limits: { seconds: 5, megabytes: null } });
});

test("sentences of the server begin as sentences", () => {
  assert.equal(capital("the text has errors"), "The text has errors");
  assert.equal(capital("`x` is no agent"), "`x` is no agent");
  assert.equal(capital(""), "");
});
