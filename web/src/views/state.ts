// States as text: the values by agent, with those marked that are different from another state.

import { h } from "../dom.ts";
import type { JsonState, StateView } from "../protocol.ts";

/** The values of a state by `agent.variable`. */
export function valuesOf(state: StateView): Map<string, string> {
  const all = state.agents.flatMap(({ agent, values }) => values.map(([name, value]) => [`${agent}.${name}`, value] as const));
  return new Map(all);
}

/** A state as the simulator writes it, as other answers write it. */
export function viewOf(state: JsonState): Pick<StateView, "agents"> {
  const agents = Object.entries(state).map(([agent, values]) => ({
    agent,
    values: Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  }));
  return { agents };
}

/** What differs between two states, as `agent.variable` with both values. */
export function differences(before: StateView, after: StateView): [name: string, before: string, after: string][] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...now].filter(([name, value]) => old.get(name) !== value).map(([name, value]) => [name, old.get(name) ?? "", value]);
}

interface Shown {
  /** Variables, as `agent.variable`, to mark. */
  marked?: ReadonlySet<string>;
  /** Agents that are left out. */
  hidden?: readonly string[];
}

/** A row for each agent with its values. */
export function stateTable(state: Pick<StateView, "agents">, { marked, hidden = [] }: Shown = {}): HTMLElement {
  const rows = state.agents
    .filter(({ agent, values }) => values.length > 0 && !hidden.includes(agent))
    .map(({ agent, values }) =>
      h("tr", null,
        h("th", { attributes: { scope: "row" } }, agent),
        h("td", null, values.map(([name, value]) => valueChip(name, value, marked?.has(`${agent}.${name}`) ?? false))),
      ),
    );
  return h("table", { class: "state" }, h("tbody", null, rows));
}

function valueChip(name: string, value: string, marked: boolean): HTMLElement {
  return h("span", { class: marked ? "value changed" : "value" }, h("span", { class: "variable" }, name), " = ", value, marked ? h("span", { class: "sr" }, " (different)") : null);
}

/** Two states side by side: only what differs. */
export function differenceTable(before: StateView, after: StateView, titles: [string, string]): HTMLElement {
  const rows = differences(before, after).map(([name, old, now]) =>
    h("tr", null, h("th", { attributes: { scope: "row" } }, name), h("td", null, old), h("td", { class: "changed" }, now)),
  );
  if (rows.length === 0) return h("p", { class: "dim" }, "The two states have the same values.");
  const head = h("tr", null, h("th"), ...titles.map((title) => h("th", { attributes: { scope: "col" } }, title)));
  return h("div", { class: "scroll" }, h("table", { class: "plain" }, h("thead", null, head), h("tbody", null, rows)));
}

/** A sentence of the server, with what stands between backquotes as code. */
export function sentence(text: string): (Node | string)[] {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", null, part) : part));
}
