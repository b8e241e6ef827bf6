// Who sees and knows what in a state; it follows the step that is shown elsewhere.

import { button, code, fill, h } from "../dom.ts";
import type { AgentInsight, Insight, Known, Raw } from "../protocol.ts";
import { counted } from "../words.ts";
import { type Context, type View, Work } from "./context.ts";
import { differenceTable, differences, sentence, stateTable } from "./state.ts";

/** So many states that an agent considers possible are listed. */
const MOST = 20;
const ENVIRONMENT = "Environment";
/** Steps in quick succession ask only for the last state. */
const REST = 60;

const SIGNS: Record<Known, [sign: string, spoken: string]> = {
  true: ["✓", "knows that it holds"],
  false: ["✗", "knows that it does not hold"],
  open: ["?", "does not know"],
};

interface Chosen {
  agent: string;
  formula: string;
}

export class InspectorView implements View {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly work = new Work();
  private readonly refuting = new Work();
  private readonly body = h("div", { class: "inspector-body" });
  private readonly answer = h("div", { class: "refutation", attributes: { "aria-live": "polite" } });
  private readonly seen: () => boolean;
  private watched: string[] = [];
  /** The watched formulas that the last answer is about. */
  private asked: string[] = [];
  private agent: string | null = null;
  private chosen: Chosen | null = null;
  private insight: Insight | null = null;
  private shownFor: Raw | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(context: Context, seen: () => boolean) {
    this.context = context;
    this.seen = seen;
    const field = h("input", { attributes: { placeholder: "watch a formula, e.g. K(Ann, light)", "aria-label": "Formula to watch", spellcheck: "false", autocomplete: "off" } });
    const form = h("form", { class: "one-line", on: { submit: (event) => {
      event.preventDefault();
      this.watch(field.value.trim());
      field.value = "";
    } } }, field, h("button", null, "Watch"));
    this.element = h("section", { class: "view inspector", attributes: { "aria-label": "Knowledge" } },
      h("header", { class: "view-head" }, h("h2", { class: "grow" }, "Who knows what"), form), this.work.element, this.body);
    context.place.watch(() => this.soon());
    context.hidden.changes(() => this.draw());
    this.draw();
  }

  shown(): void {
    if (this.shownFor !== this.context.place.value) this.soon();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.load(), REST);
  }

  private watch(formula: string): void {
    if (formula === "" || this.watched.includes(formula)) return;
    this.watched = [...this.watched, formula];
    void this.load();
  }

  private unwatch(formula: string): void {
    this.watched = this.watched.filter((other) => other !== formula);
    void this.load();
  }

  private async load(): Promise<void> {
    const [uri, state] = [this.context.uri.value, this.context.place.value];
    if (!this.seen()) return;
    this.shownFor = state;
    if (uri === null || state === null) {
      this.insight = null;
      this.draw();
      return;
    }
    const watch = [...this.watched];
    const params = { uri, state, most: MOST, watch };
    const insight = await this.work.run("Looking at what agents know", (signal) => this.context.client.request("savoir/inspect", params, signal));
    if (this.context.place.value !== state) return;
    // A formula that cannot be read must not stand in the way of everything else.
    if (!insight && this.watched.length > 0) this.watched = this.watched.slice(0, -1);
    if (insight) [this.insight, this.asked] = [insight, watch];
    this.draw();
    if (this.chosen) void this.refute(this.chosen);
  }

  private draw(): void {
    const insight = this.insight;
    if (!insight) {
      fill(this.answer);
      fill(this.body, h("p", { class: "dim" }, "Step through evidence, a play or a simulation: here stands what each agent sees and knows in the state that is shown."));
      return;
    }
    const shown = insight.agents.filter(({ agent }) => !this.context.hidden.value.includes(agent));
    // What the environment knows is asked least.
    const agents = [...shown.filter(({ agent }) => agent !== ENVIRONMENT), ...shown.filter(({ agent }) => agent === ENVIRONMENT)];
    if (!agents.some(({ agent }) => agent === this.agent)) this.agent = agents[0]?.agent ?? null;
    const focus = (document.activeElement as HTMLElement | null)?.dataset["cell"];
    fill(this.body, this.grid(insight, agents),
      h("div", { class: "aside" }, this.refuting.element, this.answer, this.detail(insight, agents.find(({ agent }) => agent === this.agent))));
    if (focus) this.body.querySelector<HTMLElement>(`[data-cell="${CSS.escape(focus)}"]`)?.focus();
  }

  /** A row for each proposition, a column for each agent. */
  private grid(insight: Insight, agents: AgentInsight[]): HTMLElement {
    const holding = new Set(insight.state.holding);
    const names = agents[0]?.knows.map(({ proposition }) => proposition) ?? [];
    const head = h("tr", null, h("th", { attributes: { scope: "col" } }, "proposition"), h("th", { attributes: { scope: "col" } }, "here"),
      agents.map(({ agent, possible }) => h("th", { class: agent === this.agent ? "chosen" : "", attributes: { scope: "col" } },
        button(agent, () => this.choose(agent), { class: "plain", attributes: { "aria-pressed": String(agent === this.agent), "data-cell": `agent ${agent}` } }),
        h("small", null, counted(possible, "state")))));
    const rows = names.map((name, at) => this.row(name, holding.has(name), agents.map((one) => [one.agent, one.knows[at]?.status ?? "open"])));
    const watched = this.asked.map((formula, at) =>
      this.row(formula, insight.watched[at]?.holds ?? null, agents.map((one) => [one.agent, one.watched[at]?.status ?? "open"]), () => this.unwatch(formula)));
    const key = h("p", { class: "dim key" }, "✓ knows that it holds  ✗ knows that it does not  ? does not know; click one to see why");
    return h("div", { class: "grid" }, h("div", { class: "scroll" }, h("table", { class: "knowledge" }, h("thead", null, head), h("tbody", null, rows, watched))), key);
  }

  private row(formula: string, holds: boolean | null, known: [agent: string, status: Known][], drop?: () => void): HTMLElement {
    const remove = drop ? button("×", drop, { class: "plain", attributes: { "aria-label": `Do not watch ${formula}` } }) : null;
    const here = holds === null ? "says nothing" : holds ? "true" : "false";
    return h("tr", null, h("th", { attributes: { scope: "row" } }, code(formula), remove), h("td", { class: here }, here),
      known.map(([agent, status]) => this.cell(agent, formula, status, holds)));
  }

  private cell(agent: string, formula: string, status: Known, holds: boolean | null): HTMLElement {
    const [sign, spoken] = SIGNS[status];
    // What is not known is refuted by a state where it is otherwise than here.
    const asked = status === "false" || (status === "open" && holds === false) ? `!(${formula})` : formula;
    const chosen = this.chosen?.agent === agent && this.chosen.formula === asked;
    const click = () => {
      this.chosen = { agent, formula: asked };
      this.agent = agent;
      this.draw();
      void this.refute(this.chosen);
    };
    const label = `${agent} ${spoken}: ${formula}`;
    return h("td", { class: agent === this.agent ? "chosen" : "" },
      button(sign, click, { class: `known ${status}`, title: label, attributes: { "aria-label": label, "aria-pressed": String(chosen), "data-cell": `${agent} ${formula}` } }));
  }

  private choose(agent: string): void {
    this.agent = agent;
    this.chosen = null;
    this.refuting.stop();
    fill(this.answer);
    this.draw();
  }

  /** What one agent sees, and the states that it considers possible, with what is different in them. */
  private detail(insight: Insight, about: AgentInsight | undefined): HTMLElement | null {
    if (!about) return null;
    const here = insight.state;
    const sees = about.sees.length > 0
      ? about.sees.map(([name, value]) => h("span", { class: "value" }, h("span", { class: "variable" }, name), " = ", value))
      : "nothing";
    const others = about.listed.map((state) => {
      const different = differences(here, state);
      const text = different.length === 0 ? h("span", { class: "dim" }, "this state")
        : different.map(([name, , value]) => h("span", { class: "value changed" }, h("span", { class: "variable" }, name), " = ", value));
      const look = different.length === 0 ? null : button("Look", () => this.context.goTo(state.state), { class: "small", title: "Go on from this state" });
      return h("li", null, text, look);
    });
    return h("div", { class: "detail" },
      h("h3", null, `${about.agent} sees`), h("p", null, sees),
      h("h3", null, `${about.agent} considers ${counted(about.possible, "state")} possible`),
      h("ol", { class: "possible" }, others),
      about.complete ? null : h("p", { class: "dim" }, `The first ${about.listed.length} are listed.`),
      h("details", null, h("summary", null, "This state"), stateTable(here, { hidden: this.context.hidden.value })),
    );
  }

  /** Why an agent does not know something: a state that it considers possible, where it is not so. */
  private async refute({ agent, formula }: Chosen): Promise<void> {
    const [uri, state, here] = [this.context.uri.value, this.context.place.value, this.insight?.state];
    if (uri === null || state === null || !here) return;
    fill(this.answer);
    const found = await this.refuting.run("Looking for a state that refutes it", (signal) =>
      this.context.client.request("savoir/refute", { uri, state, agent, formula }, signal));
    if (!found || this.context.place.value !== state || this.chosen?.formula !== formula || this.chosen.agent !== agent) return;
    const said = code(knowledgeText(agent, formula));
    const other = found.state;
    const refuted = other && found.holds
      ? [differenceTable(here, other, ["here", "possible"]), button("Look at that state", () => this.context.goTo(other.state), { class: "small" })]
      : null;
    fill(this.answer, h("p", null, said, found.knows ? " holds here. " : " fails here. ", sentence(found.sentence)), refuted, this.together(formula, agent));
    this.answer.scrollIntoView({ block: "nearest" });
  }

  /** Whether groups know it, of whose knowledge formulas of the model speak. */
  private together(formula: string, asked: string): HTMLElement | null {
    const texts = (this.context.verdicts.value?.formulas ?? []).map(({ text }) => text).join(" ");
    const groups = [...new Set([...texts.matchAll(/\b(GK|DK|GCK)\(\s*([A-Za-z_]\w*)\s*,/g)].map(([, , group]) => group!))];
    if (groups.length === 0) return null;
    const ask = (agent: string) => button(agent, () => {
      this.chosen = { agent, formula };
      void this.refute(this.chosen);
    }, { class: "small", attributes: { "aria-pressed": String(agent === asked) } });
    return h("p", { class: "dim" }, "Together: ", groups.flatMap((group) => ["GK", "DK", "GCK"].map((operator) => ask(`${operator} ${group}`))));
  }
}

/** A formula that says who knows something; a group is written after its operator. */
export function knowledgeText(who: string, formula: string): string {
  const [operator, group] = who.split(" ");
  return group === undefined ? `K(${operator}, ${formula})` : `${operator}(${group}, ${formula})`;
}
