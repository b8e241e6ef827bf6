// Keys of the whole page.

import { tell } from "./dialog.ts";
import { h } from "./dom.ts";
import type { ViewName } from "./protocol.ts";

const KEYS: readonly [keys: string, what: string][] = [
  ["Alt+1 … Alt+5", "a view: formulas, evidence, worlds, play, simulate"],
  ["Alt+0", "the text"],
  ["F6, Shift+F6", "the next part of the page, the one before"],
  ["← →", "in evidence: a step; Home and End: the first and last state"],
  ["Ctrl+S", "saves"],
  ["Ctrl+.", "fixes at the cursor"],
  ["F2, F12, Shift+F12", "renames, goes to the definition, lists uses"],
  ["F8", "the next problem in the text"],
  ["Ctrl+Space", "completes"],
  ["Esc, then Tab", "leaves the text"],
];

const VIEWS: readonly ViewName[] = ["formulas", "evidence", "worlds", "play", "simulate"];

interface Parts {
  page: HTMLElement;
  text(): void;
  view(view: ViewName): void;
  save(): void;
}

/** Does what a key is for, unless somebody else has done it. */
export function pageKeys(event: KeyboardEvent, parts: Parts): void {
  if (event.defaultPrevented) return;
  const digit = event.altKey && !event.ctrlKey && !event.metaKey ? /^Digit([0-5])$/.exec(event.code)?.[1] : undefined;
  if (digit !== undefined) {
    const view = VIEWS[Number(digit) - 1];
    if (view) parts.view(view);
    else parts.text();
  } else if (event.key === "F6") nextPart(parts.page, event.shiftKey ? -1 : 1);
  else if ((event.ctrlKey || event.metaKey) && event.key === "s") parts.save();
  else return;
  event.preventDefault();
}

/** Moves the focus to the next part of the page that can be seen. */
function nextPart(page: HTMLElement, by: number): void {
  const found = ["side-pane", "cm-content", "views-pane", "views-lower"].map((name) => page.querySelector<HTMLElement>(`.${name}`));
  const parts = found.filter((part): part is HTMLElement => part !== null && part.checkVisibility());
  // The innermost part has the focus.
  const at = parts.findLastIndex((part) => part.contains(document.activeElement));
  parts[(at + by + parts.length) % parts.length]?.focus();
}

/** Shows what keys there are. */
export function showKeys(): void {
  const rows = KEYS.map(([keys, what]) => h("tr", null, h("th", { attributes: { scope: "row" } }, h("kbd", null, keys)), h("td", null, what)));
  tell("Keys", h("table", { class: "plain" }, h("tbody", null, rows)));
}
