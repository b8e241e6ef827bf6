import assert from "node:assert/strict";
import { test } from "node:test";

import { Bridge, type Ends, isShow } from "../../src/pure/bridge";

/** A bridge whose ends write down what reaches them; requests are answered by hand. */
function bench() {
  const posted: unknown[] = [];
  const told: string[] = [];
  const asked: { method: string; params: object; answer: (result: unknown) => void; fail: (error: unknown) => void }[] = [];
  const ends: Ends = {
    ask: (method, params) => {
      let answer!: (result: unknown) => void;
      let fail!: (error: unknown) => void;
      const promise = new Promise<unknown>((resolve, reject) => ([answer, fail] = [resolve, reject]));
      asked.push({ method, params, answer, fail });
      return { answer: promise, cancel: () => told.push(`cancel ${method}`) };
    },
    cancelWork: (token) => told.push(`cancel work ${token}`),
    reveal: (uri, line, character) => told.push(`reveal ${uri} ${line}:${character}`),
    ready: () => told.push("ready"),
    post: (message) => posted.push(message),
  };
  return { bridge: new Bridge(ends), posted, told, asked };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("requests reach the server, answers come back under their number", async () => {
  const { bridge, posted, asked } = bench();
  bridge.receive({ id: "s1", method: "savoir/evidence", params: { uri: "u", formula: 2 } });
  bridge.receive({ id: "s2", method: "savoir/play/move", params: { play: 1, actions: {} } });
  assert.deepEqual(asked.map(({ method }) => method), ["savoir/evidence", "savoir/play/move"]);
  assert.deepEqual(asked[0]?.params, { uri: "u", formula: 2 });
  asked[1]?.answer({ round: 1 });
  asked[0]?.answer(undefined);
  await settled();
  assert.deepEqual(posted, [{ id: "s2", result: { round: 1 } }, { id: "s1", result: null }]);
});

test("errors come back as sentences", async () => {
  const { bridge, posted, asked } = bench();
  bridge.receive({ id: 1, method: "savoir/check", params: {} });
  bridge.receive({ id: 2, method: "savoir/check", params: {} });
  asked[0]?.fail(Object.assign(new Error("no such formula"), { code: -32602 }));
  asked[1]?.fail("gone");
  await settled();
  assert.deepEqual(posted, [
    { id: 1, error: { message: "no such formula", code: -32602 } },
    { id: 2, error: { message: "gone", code: 0 } },
  ]);
});

test("the panel can ask for nothing but views of models", () => {
  const { bridge, posted, asked } = bench();
  for (const method of ["workspace/executeCommand", "shutdown", "savoir/", "savoir/simulate", "xsavoir/check", "savoir/check/more"]) {
    bridge.receive({ id: 1, method, params: {} });
  }
  bridge.receive({ id: 1, method: "savoir/check", params: "text" });
  for (const nonsense of [null, 3, "text", {}, { id: {}, method: "savoir/check", params: {} }, { method: 7 }]) bridge.receive(nonsense);
  assert.equal(asked.length, 0);
  assert.equal(posted.length, 7);
  assert(posted.every((message) => (message as { error: { code: number } }).error.code === -32601));
});

test("what is given up is cancelled, and its answer goes nowhere", async () => {
  const { bridge, posted, told, asked } = bench();
  bridge.receive({ id: "s1", method: "savoir/check", params: {} });
  bridge.receive({ method: "$/cancelRequest", params: { id: "s1" } });
  bridge.receive({ method: "$/cancelRequest", params: { id: "s9" } });
  asked[0]?.answer(1);
  await settled();
  assert.deepEqual([told, posted], [["cancel savoir/check"], []]);
  bridge.receive({ id: "s2", method: "savoir/worlds", params: {} });
  bridge.dispose();
  assert.deepEqual(told.slice(1), ["cancel savoir/worlds"]);
});

test("notifications of the panel are understood in their form only", () => {
  const { bridge, told } = bench();
  bridge.receive({ method: "panel/ready", params: {} });
  bridge.receive({ method: "window/workDoneProgress/cancel", params: { token: "t" } });
  bridge.receive({ method: "window/workDoneProgress/cancel", params: { token: {} } });
  bridge.receive({ method: "panel/reveal", params: { uri: "u", range: { start: { line: 3, character: 4 } } } });
  bridge.receive({ method: "panel/reveal", params: { uri: "u", range: { start: { line: -3, character: 4 } } } });
  bridge.receive({ method: "panel/reveal", params: null });
  bridge.receive({ method: "textDocument/didOpen", params: {} });
  assert.deepEqual(told, ["ready", "cancel work t", "reveal u 3:4"]);
});

test("the panel is told in envelopes", () => {
  const { bridge, posted } = bench();
  bridge.tell("panel/show", { uri: "u", view: "play" });
  assert.deepEqual(posted, [{ method: "panel/show", params: { uri: "u", view: "play" } }]);
});

test("what was shown before is shown again only if it can be", () => {
  assert(isShow({ uri: "u", view: "worlds" }) && isShow({ uri: "u", view: "play", formula: 2, version: 4 }));
  assert(!isShow(undefined) && !isShow({ uri: "u", view: "else" }) && !isShow({ view: "play" }) && !isShow({ uri: "u", view: "play", formula: "2" }));
});
