// What scenarios do again and again.

import { PATIENCE } from "./harness.mjs";

/** Opens a model from the list of files, and waits for all verdicts. */
export async function open(page, name) {
  await page.getByRole("navigation", { name: "Files" }).getByRole("button", { name, exact: true }).click();
  await page.locator(".file-name", { hasText: name }).waitFor();
  await checked(page);
}

/** Waits until all formulas have a verdict. */
export async function checked(page) {
  await page.locator(".formulas .formula").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".formula .pending").length === 0);
}

/** Puts the cursor behind some text, which the editor searches. */
export async function cursorAfter(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+f");
  const field = page.locator(".cm-search [name=search]");
  await field.fill("");
  await field.pressSequentially(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
}

export const tab = (page, name) => page.getByRole("tab", { name, exact: true });

/** Points at some text until the editor says something about it: lines move while lenses and hints arrive. */
export async function hover(page, text) {
  const said = page.locator(".cm-lsp-hover-tooltip");
  for (const end = Date.now() + PATIENCE; ; ) {
    await page.mouse.move(5, 5);
    await text.hover();
    const isSaid = await said.waitFor({ timeout: 3_000 }).then(() => true, () => false);
    if (isSaid) return;
    if (Date.now() > end) throw new Error("the editor says nothing about what is pointed at");
  }
}

const stored = (page, storage, end) =>
  page.evaluate(([storage, end]) => JSON.parse(Object.entries(window[storage]).find(([key]) => key.endsWith(end))?.[1] ?? "null"), [storage, end]);

/** The place that a reload comes back to. */
export const keptPlace = (page) => stored(page, "sessionStorage", " place");

/** What is kept of a file that is not saved. */
export const keptDraft = (page, path) => stored(page, "localStorage", ` draft ${path}`);

/** Waits until what `kept` finds is as it should be. */
export async function keeps(page, kept, isKept) {
  for (const end = Date.now() + PATIENCE; ; await page.waitForTimeout(50)) {
    const found = await kept(page);
    if (isKept(found)) return;
    if (Date.now() > end) throw new Error(`this is kept: ${JSON.stringify(found)?.slice(0, 300)}`);
  }
}
