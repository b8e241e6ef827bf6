import assert from "node:assert/strict";
import { test } from "node:test";
import { lineEndOf, plainLines, withLineEnd } from "../src/lines.ts";
import { readSession, sessionOf } from "../src/session.ts";

const least = { schema: "savoir/session/1", file: "a.ispl", view: "evidence", hidden: ["Bob"] };

test("a session is read back", () => {
  const whole = { ...least, text: "x", formula: 3, step: [0, 2], simulation: "start 1", cursor: 7 };
  assert.deepEqual(readSession(JSON.stringify(whole)), whole);
});

test("what makes no sense in a session is left out", () => {
  const strange = { ...least, view: "__proto__", hidden: [1, "Ann"], formula: -1, cursor: "7", text: 5, step: [1], other: {} };
  assert.deepEqual(readSession(JSON.stringify(strange)), { ...least, view: "formulas", hidden: ["Ann"] });
});

test("other files are no sessions", () => {
  for (const text of ["", "null", "[]", "{}", '{"schema":"savoir/session/2","file":"a"}', '{"schema":"savoir/session/1","file":1}']) {
    assert.throws(() => readSession(text), /no session/);
  }
});

test("an address names a session", () => {
  assert.equal(sessionOf("#session=a%20b"), "a b");
  assert.equal(sessionOf("#f2"), null);
  assert.equal(sessionOf(""), null);
});

test("lines of a file keep their ends", () => {
  for (const text of ["", "a", "a\nb\n", "a\r\nb\r\n"]) {
    assert.equal(withLineEnd(plainLines(text), lineEndOf(text)), text);
  }
  assert.equal(plainLines("a\r\nb\nc\rd"), "a\nb\nc\nd");
  assert.equal(lineEndOf("a\nb\r\n"), "\n");
});
