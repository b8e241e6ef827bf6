import assert from "node:assert/strict";
import { test } from "node:test";

import type { FormulaVerdict, Verdicts } from "../../src/pure/protocol";
import { formulaAt, grouped, isOvertaken, label, outcome, shortened, status } from "../../src/pure/words";

const formula = (index: number, more: Partial<FormulaVerdict> = {}): FormulaVerdict => ({
  index,
  name: null,
  text: "AG\n  p",
  range: { start: { line: 10 * index, character: 2 }, end: { line: 10 * index + 1, character: 4 } },
  verdict: "true",
  expected: true,
  met: true,
  seconds: 0.25,
  notes: [],
  reading: [],
  ...more,
});

const verdicts = (formulas: FormulaVerdict[], more: Partial<Verdicts> = {}): Verdicts => ({
  uri: "file:///m.ispl",
  version: 1,
  state: "done",
  message: null,
  states: "1234567",
  engine: "symbolic",
  formulas,
  ...more,
});

test("a formula is called by its name, or as it is written on one line", () => {
  assert.equal(label(formula(1, { name: "safe" })), "safe");
  assert.equal(label(formula(1)), "AG p");
});

test("numbers of states have groups of digits, however large they are", () => {
  assert.equal(grouped("999"), "999");
  assert.equal(grouped("1000"), "1,000");
  assert.equal(grouped("123456789012345678901234567890"), "123,456,789,012,345,678,901,234,567,890");
  assert.equal(grouped("about 3"), "about 3");
});

test("the status names what is as expected, states and engine", () => {
  const all = status(verdicts([formula(1), formula(2)]));
  assert.deepEqual([all.text, all.alarm], ["$(check) 2/2 as expected · 1,234,567 states · symbolic", false]);
  const one = status(verdicts([formula(1), formula(2, { verdict: "false", met: false })]));
  assert.deepEqual([one.text, one.alarm], ["$(error) 1/2 as expected · 1,234,567 states · symbolic", true]);
  assert.match(one.tooltip, /2 formulas: 1 as expected, 1 not, 0 unknown/);
  const busy = status(verdicts([formula(1, { verdict: null, met: null })], { state: "checking", states: null, engine: null }));
  assert.equal(busy.text, "$(sync~spin) 0/1 as expected");
  const broken = status(verdicts([], { state: "broken", states: null, engine: null, message: "2 errors" }));
  assert.deepEqual([broken.text, broken.alarm], ["$(error) Savoir: errors", true]);
  assert.match(broken.tooltip, /2 errors/);
  assert.match(status(verdicts([formula(1)], { states: "1" })).text, / · 1 state · /);
  assert.match(status(verdicts([formula(1, { verdict: "unknown", met: null })], { state: "stopped" })).text, /^\$\(warning\) 0\/1/);
});

test("the formula at a line is the one that starts there, or the one above", () => {
  const told = verdicts([formula(1), formula(2)]);
  assert.equal(formulaAt(told, 9), undefined);
  assert.equal(formulaAt(told, 10)?.index, 1);
  assert.equal(formulaAt(told, 19)?.index, 1);
  assert.equal(formulaAt(told, 200)?.index, 2);
});

test("a test passes if the verdict is the expected one", () => {
  assert.deepEqual(outcome(formula(1)), { kind: "passed" });
  assert.deepEqual(outcome(formula(1, { verdict: "false", expected: false, met: true })), { kind: "passed" });
  const groups = formula(1, { verdict: null, met: null, notes: ["savoir synth finds the groups"] });
  assert.deepEqual(outcome(groups), { kind: "none", message: "savoir synth finds the groups" });
  const failed = outcome(formula(1, { verdict: "false", met: false, expected: null, notes: ["some paths end"] }));
  assert.deepEqual(failed, { kind: "failed", message: "AG p is false, expected true.\nsome paths end", expected: "true", actual: "false" });
  const open = outcome(formula(1, { verdict: "unknown", met: null, notes: ["the time was over"] }));
  assert.deepEqual(open, { kind: "undecided", message: "The verdict is unknown.\nthe time was over" });
});

test("what was overtaken by an edit is no failure", () => {
  assert(isOvertaken({ code: -32801 }) && isOvertaken(Object.assign(new Error("cancelled"), { code: -32800 })));
  assert(!isOvertaken({ code: -32602 }) && !isOvertaken(null) && !isOvertaken("text"));
});

test("long evidence is cut", () => {
  assert.equal(shortened("a\nb\n", 2), "a\nb");
  assert.equal(shortened("a\nb\nc\nd", 2), "a\nb\n… 2 more lines");
});
