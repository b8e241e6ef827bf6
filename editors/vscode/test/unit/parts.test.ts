import assert from "node:assert/strict";
import { test } from "node:test";

import { address } from "../../src/pure/address";
import { freshNonce, page } from "../../src/pure/page";
import { serverSettings } from "../../src/pure/settings";
import { commandLine, isDefinition, matchers, OFFERED } from "../../src/pure/tasks";

test("an address gives the page and the socket", () => {
  const expected = { kind: "server", page: "http://127.0.0.1:4711/tok3n/", socket: "ws://127.0.0.1:4711/tok3n/lsp" };
  assert.deepEqual(address("http://127.0.0.1:4711/tok3n/"), expected);
  assert.deepEqual(address(" http://127.0.0.1:4711/tok3n#session=a "), expected);
  assert.deepEqual(address(""), { kind: "none" });
});

test("only addresses on this machine with a token are used", () => {
  const wrong = [
    "127.0.0.1:4711/x", "nonsense", "https://127.0.0.1:1/t/", "http://example.org/t/", "http://127.0.0.1.example.org/t/",
    "http://127.0.0.1:4711/", "http://127.0.0.1:4711/a/b", "javascript:alert(1)",
  ];
  for (const text of wrong) assert.equal(address(text).kind, "wrong", text);
});

test("the page lets in its own script and its own styles", () => {
  const html = page({ script: "x://panel.js?a&b", style: 'x://"panel.css', source: "x: 'self'", nonce: "abc" });
  assert.match(html, /content="default-src 'none'; script-src 'nonce-abc'; style-src x: 'self'; /);
  assert.match(html, /<script nonce="abc" src="x:\/\/panel\.js\?a&amp;b"><\/script>/);
  assert.match(html, /href="x:\/\/&quot;panel\.css"/);
  assert(!/unsafe|https:/.test(html));
  assert.match(freshNonce(), /^[0-9a-f]{32}$/);
  assert.notEqual(freshNonce(), freshNonce());
});

test("settings that make no sense are left to the server", () => {
  const read = (values: Record<string, unknown>) => serverSettings((name) => values[name]);
  assert.deepEqual(read({}), { check: "type", seconds: 10, limits: {} });
  const all = { "check.run": "manual", "check.seconds": 3, "limits.seconds": 60, "limits.megabytes": 512, documentation: "https://a/b" };
  assert.deepEqual(read(all), { check: "manual", seconds: 3, limits: { seconds: 60, megabytes: 512 }, documentation: "https://a/b" });
  const odd = { "check.run": "never", "check.seconds": -1, "limits.seconds": "60", "limits.megabytes": NaN, documentation: " " };
  assert.deepEqual(read(odd), { check: "type", seconds: 10, limits: {} });
});

test("tasks become command lines in which no file is an option", () => {
  assert.deepEqual(commandLine({ type: "savoir", command: "lint" }), ["lint", "--", "."]);
  const check = { type: "savoir", command: "check", files: ["--x.ispl"], args: ["--timeout=1m"] } as const;
  assert.deepEqual(commandLine({ ...check, files: [...check.files], args: [...check.args] }), ["check", "--timeout=1m", "--", "--x.ispl"]);
  assert(OFFERED.every(({ definition }) => isDefinition(definition)));
  assert.deepEqual(matchers({ type: "savoir", command: "check" }), ["$savoir", "$savoir-verdicts"]);
  assert(!isDefinition({ type: "savoir", command: "rm" }) && !isDefinition(null) && !isDefinition({ command: "lint", files: "a" }));
});
