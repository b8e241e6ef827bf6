// The models and sessions of the folder, and the outline of the open model.

import type { FileEntry, FileList } from "../files.ts";
import { arrowKeys, button, fill, h } from "../dom.ts";
import type { Symbol } from "../editor/requests.ts";
import type { Range } from "../protocol.ts";

/** More symbols below another are not listed. */
const MOST_BELOW = 200;

interface Events {
  open(file: FileEntry): void;
  create(): void;
  reveal(range: Range): void;
}

export class SideView {
  readonly element: HTMLElement;
  private readonly events: Events;
  private readonly files = h("ul", { class: "files" });
  private readonly title = h("h2", { class: "grow" });
  private readonly outline = h("ul", { class: "outline" });
  private list: FileList | null = null;
  private current: string | null = null;
  private unsaved: ReadonlySet<string> = new Set();

  constructor(events: Events) {
    this.events = events;
    const create = button("+", () => events.create(), { class: "icon", title: "New model", attributes: { "aria-label": "New model" } });
    this.element = h("aside", { class: "side-pane", attributes: { "aria-label": "Files and outline", tabindex: -1 } },
      h("nav", { attributes: { "aria-label": "Files" } }, h("div", { class: "view-head" }, this.title, create), this.files),
      h("nav", { attributes: { "aria-label": "Outline" } }, h("div", { class: "view-head" }, h("h2", null, "Outline")), this.outline));
    arrowKeys(this.files, () => [...this.files.querySelectorAll("button")]);
    arrowKeys(this.outline, () => [...this.outline.querySelectorAll<HTMLElement>("button")].filter((one) => one.checkVisibility()));
  }

  show(list: FileList): void {
    this.list = list;
    this.draw();
  }

  mark(current: string | null, unsaved: ReadonlySet<string>): void {
    [this.current, this.unsaved] = [current, unsaved];
    this.draw();
  }

  drawOutline(symbols: Symbol[]): void {
    const open = new Set([...this.outline.querySelectorAll<HTMLDetailsElement>("details[open]")].map((part) => part.dataset["name"]));
    const items = (list: Symbol[], above: string): HTMLElement[] => list.map((symbol) => {
      const name = `${above}/${symbol.name}`;
      const go = button(symbol.name, () => this.events.reveal(symbol.selectionRange), { title: symbol.detail ?? symbol.name });
      if (!symbol.children || symbol.children.length === 0) return h("li", null, go);
      // Whoever clicks on the name wants to go there, not to open what is below it.
      go.addEventListener("click", (event) => event.preventDefault());
      const below = h("ul", null, items(symbol.children.slice(0, MOST_BELOW), name));
      return h("li", null, h("details", { attributes: { open: open.has(name), "data-name": name } }, h("summary", null, go), below));
    });
    fill(this.outline, symbols.length > 0 ? items(symbols, "") : h("li", { class: "dim" }, "Nothing yet"));
  }

  private draw(): void {
    const list = this.list;
    if (!list) return;
    fill(this.title, list.folder);
    const entry = (file: FileEntry) => {
      const here = file.path === this.current;
      const mark = this.unsaved.has(file.path) ? h("span", { class: "unsaved", title: "Not saved" }, " ●") : null;
      const made = button(file.path, () => this.events.open(file), { class: file.kind, title: file.path, attributes: { "aria-current": here ? "page" : null } });
      if (mark) made.append(mark);
      return h("li", null, made);
    };
    const models = list.files.filter(({ kind }) => kind === "model");
    const sessions = list.files.filter(({ kind }) => kind === "session");
    fill(this.files, models.map(entry), models.length === 0 ? h("li", { class: "dim" }, "There is no model here yet.") : null,
      list.complete ? null : h("li", { class: "dim" }, "There are more files."),
      sessions.length > 0 ? [h("li", { class: "group" }, "Sessions"), sessions.map(entry)] : null);
  }
}
