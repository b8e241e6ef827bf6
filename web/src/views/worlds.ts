// The worlds that agents consider possible, drawn: from the state that is shown, over the doubts of the chosen agents.

import { button, fill, h } from "../dom.ts";
import { showPage } from "../fragment.ts";
import type { Raw, Worlds } from "../protocol.ts";
import { counted } from "../words.ts";
import { type Context, type View, Work } from "./context.ts";
import { differences, stateTable } from "./state.ts";

const FIRST = 12;
const STEP = 12;
const LARGEST = 60;

export class WorldsView implements View {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly seen: () => boolean;
  private readonly agents = h("fieldset", { class: "choices" });
  private readonly told = h("p", { class: "summary", attributes: { role: "status" } });
  private readonly host = h("div", { class: "worlds-host" });
  private readonly list = h("div", { class: "worlds-list" });
  private readonly work = new Work();
  private names: string[] = [];
  private chosen = new Set<string>();
  private most = FIRST;
  private loaded: Raw | null = null;
  private unmount = () => {};

  constructor(context: Context, seen: () => boolean) {
    this.context = context;
    this.seen = seen;
    this.element = h("section", { class: "view worlds-view", attributes: { "aria-label": "Possible worlds" } },
      h("header", { class: "view-head" }, this.agents, this.told), this.work.element, this.host, this.list);
    context.place.changes(() => this.shown());
    context.uri.changes(() => this.reset());
  }

  shown(): void {
    if (this.seen() && this.loaded !== this.context.place.value) void this.load();
    else if (this.seen() && this.context.place.value === null) this.work.say("Step through evidence, a play or a simulation first: the worlds are those of the state that is shown.");
  }

  private reset(): void {
    [this.names, this.loaded, this.most] = [[], null, FIRST];
    this.chosen.clear();
    fill(this.agents);
    this.unmount();
    this.unmount = () => {};
    fill(this.list);
    fill(this.told);
  }

  private async load(): Promise<void> {
    const [uri, state] = [this.context.uri.value, this.context.place.value];
    if (uri === null || state === null) return;
    this.loaded = state;
    const params = { uri, state, agents: [...this.chosen], most: this.most };
    const worlds = await this.work.run("Looking for possible worlds", (signal) => this.context.client.request("savoir/worlds", params, signal));
    if (worlds && this.loaded === state) this.draw(worlds);
  }

  private draw(worlds: Worlds): void {
    const told = worlds.worlds[0]?.agents.map(({ agent }) => agent) ?? [];
    if (this.names.length === 0) {
      this.names = told.filter((name) => name !== "Environment");
      // The server takes all agents if none is named; that is what the boxes say then.
      this.chosen = new Set(worlds.classes.map(({ agent }) => agent));
      this.names = [...new Set([...this.names, ...this.chosen])];
      this.boxes();
    }
    fill(this.told, this.sentence(worlds));
    this.unmount();
    this.unmount = showPage(this.host, worlds.fragment, worlds.data, ({ state }) => {
      if (state) this.context.goTo(state);
    });
    this.describe(worlds);
  }

  /** How many there are, and a way to see more of them. */
  private sentence(worlds: Worlds): (Node | string)[] {
    const count = counted(String(worlds.count), "world");
    if (worlds.complete) return [count];
    const more = () => {
      this.most += STEP;
      void this.load();
    };
    return [`${worlds.worlds.length} of ${count} `, this.most < LARGEST ? button("Show more", more, { class: "small" }) : ""];
  }

  private boxes(): void {
    const change = (name: string, on: boolean) => {
      if (on) this.chosen.add(name);
      else this.chosen.delete(name);
      if (this.chosen.size === 0) this.work.say("Choose at least one agent.");
      else void this.load();
    };
    fill(this.agents, h("legend", null, "Doubts of"), this.names.map((name) => {
      const box = h("input", { attributes: { type: "checkbox", checked: this.chosen.has(name) }, on: { change: () => change(name, box.checked) } });
      return h("label", null, box, ` ${name}`);
    }));
  }

  /** The worlds as text: what is different from the first one. */
  private describe(worlds: Worlds): void {
    const [first, ...others] = worlds.worlds;
    if (!first) return fill(this.list);
    const rows = others.map((world, at) => {
      const doubts = worlds.classes.filter(({ sets }) => sets.some((set) => set.includes(0) && set.includes(at + 1))).map(({ agent }) => agent);
      return h("tr", null,
        h("th", { attributes: { scope: "row" } }, world.name ?? String(at + 1)),
        h("td", null, differences(first, world).map(([name, , value]) => h("span", { class: "value changed" }, h("span", { class: "variable" }, name), " = ", value))),
        h("td", null, doubts.join(", ") || "—"),
        h("td", null, button("Look", () => this.context.goTo(world.state), { class: "small" })),
      );
    });
    const head = h("tr", null, ...["world", "different from here", "not told from here by", ""].map((text) => h("th", { attributes: { scope: "col" } }, text)));
    fill(this.list,
      h("h3", null, "Here"), stateTable(first, { hidden: this.context.hidden.value }),
      rows.length > 0 ? [h("h3", null, "The other worlds"), h("div", { class: "scroll" }, h("table", { class: "plain" }, h("thead", null, head), h("tbody", null, rows)))] : null);
  }
}
