// The views beside each other as tabs, and below them the inspector, which follows the state that they show.

import { h, setAttribute, uniqueId } from "../dom.ts";
import { splitter } from "../layout.ts";
import type { ViewName } from "../protocol.ts";
import type { Context, View } from "./context.ts";
import { EvidenceView } from "./evidence.ts";
import { FormulasView } from "./formulas.ts";
import { InspectorView } from "./inspector.ts";
import type { Limits } from "./limits.ts";
import { PlayView } from "./play.ts";
import { SimulateView } from "./simulate.ts";
import { WorldsView } from "./worlds.ts";

const TITLES: Record<ViewName, string> = { formulas: "Formulas", evidence: "Evidence", worlds: "Worlds", play: "Play", simulate: "Simulate" };
const NAMES = Object.keys(TITLES) as ViewName[];

export class ViewsPanel {
  readonly element: HTMLElement;
  readonly formulas: FormulasView;
  readonly evidence: EvidenceView;
  readonly simulate: SimulateView;
  private readonly views: Record<ViewName, View>;
  private readonly inspector: InspectorView;
  private readonly tabs: Record<ViewName, HTMLButtonElement>;
  private readonly changed: (view: ViewName) => void;
  private current: ViewName = "formulas";

  constructor(context: Context, limits: Limits | null, changed: (view: ViewName) => void) {
    this.changed = changed;
    const seen = (name: ViewName) => () => this.current === name && this.element !== undefined;
    this.formulas = new FormulasView(context, limits);
    this.evidence = new EvidenceView(context, seen("evidence"));
    this.simulate = new SimulateView(context, seen("simulate"));
    this.views = {
      formulas: this.formulas,
      evidence: this.evidence,
      worlds: new WorldsView(context, seen("worlds")),
      play: new PlayView(context, seen("play")),
      simulate: this.simulate,
    };
    this.inspector = new InspectorView(context, () => this.current !== "formulas");
    this.tabs = Object.fromEntries(NAMES.map((name) => [name, this.tab(name)])) as Record<ViewName, HTMLButtonElement>;
    const list = h("div", { class: "tabs", attributes: { role: "tablist", "aria-label": "Views" } }, NAMES.map((name) => this.tabs[name]));
    list.addEventListener("keydown", (event) => this.keys(event));
    const body = h("div", { class: "views-body" }, NAMES.map((name) => this.views[name].element));
    const lower = h("div", { class: "views-lower", attributes: { tabindex: -1 } }, this.inspector.element);
    const both = h("div", { class: "views-parts" }, body, lower);
    body.after(splitter(both, "--views-share", "y", "Between view and knowledge"));
    this.element = h("section", { class: "views-pane", attributes: { "aria-label": "Views", tabindex: -1 } }, list, both);
    this.show("formulas");
  }

  get view(): ViewName {
    return this.current;
  }

  show(name: ViewName): void {
    const isLeft = name !== this.current && this.views[this.current].element.contains(document.activeElement);
    this.current = name;
    this.element.dataset["view"] = name;
    for (const other of NAMES) {
      this.views[other].element.hidden = other !== name;
      setAttribute(this.tabs[other], "aria-selected", String(other === name));
      setAttribute(this.tabs[other], "tabindex", other === name ? 0 : -1);
    }
    // Keys go on here, not at the beginning of the page, when what had them is hidden.
    if (isLeft) this.element.focus();
    this.views[name].shown();
    this.inspector.shown();
    this.changed(name);
  }

  private tab(name: ViewName): HTMLButtonElement {
    const view = this.views[name].element;
    view.id = uniqueId(`view-${name}`);
    const tab = h("button", { id: uniqueId(`tab-${name}`), click: () => this.show(name), attributes: { type: "button", role: "tab", "aria-controls": view.id } }, TITLES[name]);
    view.setAttribute("role", "tabpanel");
    view.setAttribute("aria-labelledby", tab.id);
    return tab;
  }

  private keys(event: KeyboardEvent): void {
    const at = NAMES.indexOf(this.current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: NAMES.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const name = NAMES[Math.max(0, Math.min(to, NAMES.length - 1))]!;
    this.show(name);
    this.tabs[name].focus();
  }
}
