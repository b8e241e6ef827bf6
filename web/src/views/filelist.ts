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
  private readonly unfolded = new Set<string>();
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
    const items = (list: Symbol[], above: string): HTMLElement[] => list.map((symbol) => {
      const name = `${above}/${symbol.name}`;
      const children = symbol.children ?? [];
      const go = button(symbol.name, () => this.events.reveal(symbol.selectionRange), { class: children.length === 0 ? "leaf" : "", title: symbol.detail ?? symbol.name });
      return children.length === 0 ? h("li", null, go) : this.branch(name, go, h("ul", null, items(children.slice(0, MOST_BELOW), name)));
    });
    fill(this.outline, symbols.length > 0 ? items(symbols, "") : h("li", { class: "dim" }, "Nothing yet"));
  }

  /** A symbol with others below it, which can be shown or not. */
  private branch(name: string, go: HTMLElement, below: HTMLElement): HTMLElement {
    const show = () => {
      const isOpen = this.unfolded.has(name);
      below.hidden = !isOpen;
      fold.textContent = isOpen ? "▾" : "▸";
      fold.setAttribute("aria-expanded", String(isOpen));
    };
    const fold = button("", () => {
      if (!this.unfolded.delete(name)) this.unfolded.add(name);
      show();
    }, { class: "fold", attributes: { "aria-label": `What is in ${go.textContent}` } });
    show();
    return h("li", null, fold, go, below);
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
