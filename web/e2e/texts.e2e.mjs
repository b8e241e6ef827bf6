// Texts that are broken, or written in a way of their own.

import assert from "node:assert/strict";
import { scenario } from "./harness.mjs";
import { checked, cursorAfter, open, tab } from "./steps.mjs";

const LAMP = `Agent Lamp
  Vars: on : boolean; end Vars
  Actions = {press, wait};
  Protocol: Other : {press, wait}; end Protocol
  Evolution: on = true if Action = press; end Evolution
end Agent
Evaluation light if Lamp.on = true; end Evaluation
InitStates Lamp.on = false; end InitStates
Formulae
  AG EF light;
  EF light; AF light; K(Lamp, !light); EG !light;
end Formulae
`;

/** The texts of the formulas, as they are listed. */
const listed = (page) => page.locator(".formula-text code").allInnerTexts();

scenario("a formula that is mended comes back to its place", { files: { "lamp.ispl": LAMP.replace("EF light", "EF lihgt") } }, async ({ page, shot }) => {
  await page.getByRole("navigation", { name: "Files" }).getByRole("button", { name: "lamp.ispl", exact: true }).click();
  await page.locator(".summary", { hasText: "Not checked: the text has errors." }).waitFor();
  assert.deepEqual(await listed(page), ["EF light", "AF light", "K(Lamp, !light)", "EG !light"]);
  // There is nothing to walk through, and no button that does nothing.
  await tab(page, "Simulate").click();
  await page.locator(".simulate-view .work.error").waitFor();
  assert.equal(await page.locator(".simulate-view .sim-tools:visible, .simulate-view .command:visible, .set-view:visible").count(), 0);
  await page.locator(".simulate-view").getByRole("button", { name: "Try again" }).waitFor();
  await shot("broken");
  await cursorAfter(page, "EF li");
  await page.keyboard.press("Delete");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("h");
  // The simulation begins by itself, as soon as there is one.
  await page.locator(".steps-list button").first().waitFor();
  await tab(page, "Formulas").click();
  await checked(page);
  assert.deepEqual(await listed(page), ["AG EF light", "EF light", "AF light", "K(Lamp, !light)", "EG !light"]);
});

scenario("lenses of several formulas in a line stand beside each other", { files: { "lamp.ispl": LAMP } }, async ({ page, shot }) => {
  await open(page, "lamp.ispl");
  await page.locator(".lenses").nth(1).waitFor();
  const heights = await page.locator(".lens").evaluateAll((lenses) => lenses.map((lens) => lens.getBoundingClientRect().height));
  assert.equal(heights.length, 15);
  assert.ok(Math.max(...heights) < 25, `${heights}`);
  await shot("lenses");
});

scenario("a model without initial states says so", { files: { "lamp.ispl": LAMP.replace("on = false;", "on = false and Lamp.on = true;") } }, async ({ page }) => {
  await page.getByRole("navigation", { name: "Files" }).getByRole("button", { name: "lamp.ispl", exact: true }).click();
  await page.locator(".summary", { hasText: "Not checked: no state satisfies the initial condition." }).waitFor();
});

scenario("lines of a file end as they did", { files: { "lamp.ispl": LAMP.replaceAll("\n", "\r\n") } }, async ({ page, studio }) => {
  await open(page, "lamp.ispl");
  assert.equal(await page.locator(".file-name .unsaved").count(), 0);
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("-- mine\n");
  await page.locator(".file-name .unsaved").waitFor();
  // What is kept as a draft and comes back is not another text either.
  await page.reload();
  await page.locator(".cm-line", { hasText: "-- mine" }).waitFor();
  await checked(page);
  await page.keyboard.press("Control+s");
  await page.locator(".file-name .unsaved").waitFor({ state: "detached" });
  assert.equal(studio.read("lamp.ispl"), `-- mine\n${LAMP}`.replaceAll("\n", "\r\n"));
});
