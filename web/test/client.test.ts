import assert from "node:assert/strict";
import { test } from "node:test";
import { Listeners, Pending, ServerError, isCancelled } from "../src/client.ts";

test("an answer goes to its request", async () => {
  const pending = new Pending();
  const sent: string[] = [];
  const one = pending.open(undefined, (id) => sent.push(id), () => {});
  const two = pending.open(undefined, (id) => sent.push(id), () => {});
  assert.ok(pending.answer({ id: sent[1], result: 2 }));
  assert.ok(pending.answer({ id: sent[0], error: { code: -32602, message: "there is no formula 9" } }));
  assert.equal(await two, 2);
  await assert.rejects(one, /no formula 9/);
});

test("answers to requests of others are left to them", () => {
  const pending = new Pending();
  assert.equal(pending.answer({ id: 1, result: null }), false);
  assert.equal(pending.answer({ id: "x1", result: null }), false);
});

test("a request that is given up is cancelled at the server", async () => {
  const pending = new Pending();
  const controller = new AbortController();
  const cancelled: string[] = [];
  const answer = pending.open(controller.signal, () => {}, (id) => cancelled.push(id));
  controller.abort();
  await assert.rejects(answer, (error) => isCancelled(error));
  assert.deepEqual(cancelled, ["s1"]);
  assert.ok(pending.answer({ id: "s1", result: 1 }), "a late answer is known, and dropped");
});

test("a request that was given up before it was sent is not sent", async () => {
  const controller = new AbortController();
  controller.abort();
  const sent: string[] = [];
  await assert.rejects(new Pending().open(controller.signal, (id) => sent.push(id), () => {}));
  assert.deepEqual(sent, []);
});

test("when the connection is lost, everybody who waits is told", async () => {
  const pending = new Pending();
  const answer = pending.open(undefined, () => {}, () => {});
  pending.fail("lost");
  await assert.rejects(answer, /lost/);
});

test("a request that cannot be sent fails", async () => {
  const answer = new Pending().open(undefined, () => {
    throw new ServerError("no connection", 0);
  }, () => {});
  await assert.rejects(answer, /no connection/);
});

test("listeners can go", () => {
  const listeners = new Listeners();
  const heard: number[] = [];
  const stop = listeners.on("progress", (list) => heard.push(list.length));
  listeners.tell("progress", []);
  stop();
  listeners.tell("progress", []);
  assert.deepEqual(heard, [0]);
});
