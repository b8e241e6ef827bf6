// What the server promises, as a browser sees it: who is let in, and what the page may do.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { HEAVY, scenario, startKillable } from "./harness.mjs";

scenario("the page loads and keeps to itself", {}, async ({ page, studio, shot }) => {
  await page.waitForLoadState();
  const answer = await page.evaluate(() => fetch("api/files").then((answer) => answer.json()));
  assert.equal(answer.complete, true);
  assert.ok(answer.files.some(({ path }) => path === "muddy-children.ispl"));
  // Nothing of the address goes anywhere, and nothing is kept.
  assert.equal(await page.evaluate(() => document.referrer), "");
  assert.equal(await page.evaluate(() => document.cookie), "");
  assert.equal(new URL(page.url()).origin, new URL(studio.address).origin);
  await shot("loaded");
});

scenario("scripts of others do not run", {}, async ({ page, wrong }) => {
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.ran = true'>");
    return new Promise((done) => setTimeout(() => done(window.ran === true), 300));
  });
  assert.equal(ran, false);
  const asked = await page.evaluate(() => fetch("https://example.org/").then(() => "answered", () => "refused"));
  assert.equal(asked, "refused");
  assert.ok(wrong.some((text) => text.includes("Content Security Policy")), wrong.join("\n"));
  assert.ok(!wrong.some((text) => text.startsWith("a request left")), wrong.join("\n"));
  wrong.length = 0;
});

scenario("a page of somebody else gets nothing", {}, async ({ context, studio }) => {
  const other = createServer((_, answer) => answer.setHeader("content-type", "text/html").end("<p>somebody else"));
  await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${other.address().port}/`);
    // It even knows the token.
    const got = await page.evaluate(async (address) => {
      const text = (url, options) => fetch(url, options).then((answer) => answer.text(), () => "refused");
      const socket = await new Promise((done) => {
        const socket = new WebSocket(`${address.replace("http", "ws")}lsp`);
        socket.onopen = () => done("open");
        socket.onerror = () => done("refused");
      });
      const script = await new Promise((done) => {
        const element = document.createElement("script");
        element.src = `${address}assets/studio.js`;
        element.onload = () => done("loaded");
        element.onerror = () => done("refused");
        document.body.append(element);
      });
      const body = JSON.stringify({ path: "evil.ispl", text: "", expect: null });
      return [
        await text(`${address}api/files`),
        await text(`${address}api/file`, { method: "PUT", body, headers: { "content-type": "application/json" } }),
        await text(`${address}api/file`, { method: "PUT", body, mode: "no-cors" }),
        socket,
        script,
      ];
    }, studio.address);
    assert.deepEqual(got, Array(5).fill("refused"));
    assert.throws(() => studio.read("evil.ispl"));
  } finally {
    other.close();
  }
});

scenario(
  "a killed browser leaves nothing behind",
  { files: { "heavy.ispl": HEAVY }, options: ["--pages", "1"], load: false },
  async ({ page, studio, wrong }) => {
    const doomed = await startKillable();
    const lost = await (await doomed.connect()).newPage();
    await lost.goto(studio.address);
    await lost.getByRole("button", { name: "heavy.ispl", exact: true }).click();
    await lost.locator(".progress button").waitFor();
    doomed.kill();
    // There is room for one page, so this one works as soon as the server of the other one has ended.
    await page.goto(studio.address);
    await page.getByRole("button", { name: "two-doors.ispl", exact: true }).click();
    await page.locator(".summary", { hasText: "as expected" }).waitFor();
    // It may have been refused at first.
    wrong.length = 0;
  },
);
