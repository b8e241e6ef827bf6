// A set of states, of any size: how many there are, in how many each proposition holds, and conditions that refine it.

import { button, fill, h } from "../dom.ts";
import type { Place, Reply } from "../protocol.ts";
import type { Do } from "./simulate.ts";
import { grouped, share } from "../words.ts";
import { stateTable, viewOf } from "./state.ts";

type SetReply = { commands: string[]; count: string; fair?: string; propositions: Record<string, string>; states: Place["state"][] };
type Across = { known: { agent: string; proposition: string; knows_true: string; knows_false: string; open: string }[] };

export class SetView {
  readonly element: HTMLElement;
  private readonly ask: Do;
  private readonly model: () => string | null;
  private readonly count = h("p", { class: "set-count", attributes: { role: "status", "aria-live": "polite" } });
  private readonly chain = h("ol", { class: "chain", attributes: { "aria-label": "How the set came about" } });
  private readonly holding = h("div");
  private readonly more = h("div");
  private hasSet = false;

  constructor(ask: Do, model: () => string | null) {
    this.ask = ask;
    this.model = model;
    const condition = h("input", { attributes: { placeholder: "condition, e.g. K(Ann, light) and !dark", "aria-label": "Condition", spellcheck: "false", autocomplete: "off" } });
    const refine = h("form", { class: "one-line", on: { submit: (event) => {
      event.preventDefault();
      const wanted = condition.value.trim();
      if (wanted === "") return;
      void this.do(`set where ${wanted}`).then((drawn) => {
        if (drawn) condition.value = "";
      });
    } } }, condition, h("button", { class: "primary" }, "Keep where it holds"));
    const command = (text: string, what: string, title: string) => button(text, () => void this.do(what), { title });
    this.element = h("div", { class: "set-view", attributes: { role: "tabpanel" } },
      h("div", { class: "actions" },
        command("Initial", "set initial", "All initial states"), command("Reachable", "set reachable", "All reachable states"), command("Here", "set here", "The state of the simulation"),
        command("Successors", "set step", "All successors at once"), command("Predecessors", "set before", "All predecessors that can be reached"), command("Undo", "set back", "The set before the last command")),
      refine, this.count, this.chain, this.holding,
      h("div", { class: "actions" }, command("List states", "set list 20", "The first twenty"), command("What is known", "set knows", "In how many states each agent knows each proposition")),
      this.more);
  }

  /** Begins with the initial states. */
  async shown(): Promise<void> {
    if (!this.hasSet && this.model() !== null) await this.do("set initial");
  }

  clear(): void {
    this.hasSet = false;
    for (const part of [this.count, this.chain, this.holding, this.more]) fill(part);
  }

  private async do(command: string): Promise<boolean> {
    const reply = await this.ask(command);
    if (!reply || reply.kind === "error" || reply.kind === "unknown") return false;
    if (reply.kind === "set" || reply.kind === "across") this.draw(reply);
    return true;
  }

  draw(reply: Reply): void {
    if (reply.kind === "across") return this.drawKnown(reply as unknown as Across);
    const set = reply as unknown as SetReply;
    this.hasSet = true;
    const fair = set.fair === undefined || set.fair === set.count ? "" : `, ${grouped(set.fair)} with a fair path`;
    fill(this.count, h("b", null, grouped(set.count)), ` ${set.count === "1" ? "state" : "states"}${fair}`);
    fill(this.chain, set.commands.map((command) => h("li", null, h("code", null, command.replace(/^set /, "")))));
    fill(this.holding, this.bars(set));
    const states = set.states.map((state) => h("li", null, stateTable(viewOf(state))));
    fill(this.more, states.length > 0 ? [h("h3", null, `The first ${states.length}`), h("ol", { class: "starts" }, states)] : null);
  }

  private bars(set: SetReply): HTMLElement | null {
    const rows = Object.entries(set.propositions).map(([name, count]) => {
      const part = share(count, set.count);
      const word = count === set.count ? "all" : count === "0" ? "none" : grouped(count);
      const bar = h("meter", { attributes: { min: 0, max: 1, value: part, "aria-hidden": "true" } });
      return h("tr", null, h("th", { attributes: { scope: "row" } }, name), h("td", null, bar), h("td", { class: word === "all" ? "true" : word === "none" ? "dim" : "" }, word));
    });
    if (rows.length === 0 || set.count === "0") return null;
    const head = h("tr", null, ...["proposition", "share", "holds in"].map((text) => h("th", { attributes: { scope: "col" } }, text)));
    return h("div", { class: "scroll" }, h("table", { class: "plain bars" }, h("thead", null, head), h("tbody", null, rows)));
  }

  private drawKnown({ known }: Across): void {
    const head = h("tr", null, ...["agent", "proposition", "knows it holds", "knows it does not", "does not know"].map((text) => h("th", { attributes: { scope: "col" } }, text)));
    const rows = known.map((one) => h("tr", null, h("th", { attributes: { scope: "row" } }, one.agent), h("td", null, one.proposition),
      [one.knows_true, one.knows_false, one.open].map((count) => h("td", { class: count === "0" ? "dim number" : "number" }, grouped(count)))));
    fill(this.more, h("h3", null, "In how many states it is known"), h("div", { class: "scroll" }, h("table", { class: "plain" }, h("thead", null, head), h("tbody", null, rows))));
  }
}
