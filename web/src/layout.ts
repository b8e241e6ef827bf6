// The page: files, text and views beside each other; on narrow screens one at a time.

import { button, h, setAttribute } from "./dom.ts";

export type Pane = "files" | "text" | "views";
export type Wide = "both" | "text" | "views";

interface Parts {
  bar: HTMLElement;
  side: HTMLElement;
  editor: HTMLElement;
  views: HTMLElement;
}

export class Layout {
  readonly element: HTMLElement;
  private readonly narrow: HTMLButtonElement[];
  private readonly wide: HTMLButtonElement[];
  readonly wideSwitch: HTMLElement;

  constructor({ bar, side, editor, views }: Parts, changed: () => void) {
    const panes: [Pane, string][] = [["files", "Files"], ["text", "Text"], ["views", "Views"]];
    this.narrow = panes.map(([pane, title]) => button(title, () => this.show(pane), { attributes: { "data-pane": pane } }));
    const widths: [Wide, string, string][] = [["text", "Text", "Only the text"], ["both", "Both", "Text and views"], ["views", "Views", "Only the views"]];
    this.wide = widths.map(([width, text, title]) =>
      button(text, () => {
        this.setWide(width);
        changed();
      }, { title, attributes: { "data-wide": width } }));
    this.wideSwitch = h("div", { class: "switch wide-switch", attributes: { role: "group", "aria-label": "What is shown" } }, this.wide);
    const area = h("main", { class: "area" }, side, editor, views);
    editor.after(splitter(area, "--editor-share", "x", "Between text and views"));
    this.element = h("div", { class: "studio" }, bar, h("nav", { class: "switch panes", attributes: { "aria-label": "Parts of the page" } }, this.narrow), area);
    this.show("text");
    this.setWide("both");
  }

  /** Shows or hides the files on wide screens. */
  readonly sideSwitch = button("☰", () => {
    const hidden = this.element.classList.toggle("no-side");
    this.sideSwitch.setAttribute("aria-pressed", String(!hidden));
  }, { class: "icon side-switch", title: "Files and outline", attributes: { "aria-label": "Files and outline", "aria-pressed": "true" } });

  /** Which part a narrow screen shows. */
  show(pane: Pane): void {
    this.element.dataset["pane"] = pane;
    for (const made of this.narrow) setAttribute(made, "aria-pressed", String(made.dataset["pane"] === pane));
    if (pane === "views" && this.element.dataset["wide"] === "text") this.setWide("both");
    if (pane === "text" && this.element.dataset["wide"] === "views") this.setWide("both");
  }

  setWide(width: Wide): void {
    this.element.dataset["wide"] = width;
    for (const made of this.wide) setAttribute(made, "aria-pressed", String(made.dataset["wide"] === width));
  }
}

const STEP = 0.03;

/** A line between two parts that can be moved by pointer and arrow keys; it sets a variable from 0 to 1. */
export function splitter(area: HTMLElement, variable: string, axis: "x" | "y", label: string): HTMLElement {
  const element = h("div", { class: `splitter ${axis}`, attributes: { role: "separator", tabindex: 0, "aria-label": label, "aria-orientation": axis === "x" ? "vertical" : "horizontal", "aria-valuemin": 20, "aria-valuemax": 80, "aria-valuenow": 50 } });
  let share = 0.5;
  const set = (value: number) => {
    share = Math.max(0.2, Math.min(0.8, value));
    area.style.setProperty(variable, share.toFixed(3));
    element.setAttribute("aria-valuenow", String(Math.round(share * 100)));
  };
  const at = (event: PointerEvent) => {
    const before = element.previousElementSibling!.getBoundingClientRect();
    const after = element.nextElementSibling!.getBoundingClientRect();
    set(axis === "x" ? (event.clientX - before.left) / (after.right - before.left) : (event.clientY - before.top) / (after.bottom - before.top));
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) at(event);
  });
  element.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -STEP, ArrowUp: -STEP, ArrowRight: STEP, ArrowDown: STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(share + by);
  });
  return element;
}
