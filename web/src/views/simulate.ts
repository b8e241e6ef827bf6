// Walking through a model: a state, what can be done there, and where that leads; and a whole set of states at once.

import { button, fill, h } from "../dom.ts";
import type { Entry, Place, Reply } from "../protocol.ts";
import { actionText } from "../words.ts";
import { type Context, type View, Work } from "./context.ts";
import { EditedNotice } from "./edited.ts";
import { SetView } from "./set.ts";
import { stateTable, viewOf } from "./state.ts";

type Options = { by_agent: Record<string, string[]>; joint_actions: string; steps: { action: Record<string, string>; state: Place["state"] }[]; complete: boolean };
type Truths = { propositions: Record<string, boolean>; watched: { formula: string; holds: boolean | null }[] };
type Initial = { states: Place["state"][]; complete: boolean; chosen: number | null };

/** Asks the simulation; null if it was cancelled or there is none. */
export type Do = (command: string) => Promise<Reply | null>;

export class SimulateView implements View {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly seen: () => boolean;
  private readonly work = new Work();
  private readonly edited: EditedNotice;
  private readonly walk = h("div", { class: "walk", attributes: { role: "tabpanel" } });
  private readonly place = h("div", { class: "sim-place" });
  private readonly steps = h("div", { class: "sim-steps" });
  private readonly path = h("div", { class: "sim-path" });
  private readonly told = h("p", { class: "summary", attributes: { role: "status", "aria-live": "polite" } });
  private readonly log = h("ol", { class: "log", attributes: { "aria-label": "Answers", "aria-live": "polite" } });
  private readonly set: SetView;
  private readonly tabs: HTMLButtonElement[];
  private readonly command = this.commandLine();
  private readonly again = h("div", { class: "actions" }, button("Try again", () => void this.open()));
  private simulation: string | number | null = null;
  private openedFor = "";
  private openings = 0;
  private filter = "";
  /** The path, the step of it that is shown, and how many steps it has. */
  private history: Place[] = [];
  private at = 0;
  private length = 0;
  /** A script that is to be executed when the simulation is opened, as of a saved session. */
  private script: string[] = [];
  /** The script that leads to where the simulation is. */
  private walked: string | null = null;
  /** Is called when the simulation is somewhere else. */
  moved: () => void = () => {};

  constructor(context: Context, seen: () => boolean) {
    this.context = context;
    this.seen = seen;
    this.set = new SetView((command) => this.do(command), () => this.uri());
    const modes = [["One state", this.walk], ["A set of states", this.set.element]] as const;
    this.tabs = modes.map(([title], at) => button(title, () => this.mode(at), { attributes: { role: "tab", "aria-selected": String(at === 0) } }));
    this.edited = new EditedNotice(context, "simulation", () => {
      this.close();
      this.shown();
    });
    this.element = h("section", { class: "view simulate-view", attributes: { "aria-label": "Simulation" } },
      h("header", { class: "view-head" }, h("div", { class: "tabs small-tabs", attributes: { role: "tablist", "aria-label": "What is simulated" } }, this.tabs), this.command),
      this.work.element, this.again, this.edited.element, this.walk, this.set.element, this.log);
    this.walk.append(this.tools(), this.told, h("div", { class: "sim-columns" }, this.place, this.steps), this.path);
    context.uri.changes(() => this.close());
    // A text with errors has no simulation; once it is right, there is one.
    context.verdicts.changes((verdicts) => {
      if (this.work.hasFailed && this.simulation === null && verdicts !== null && verdicts.state !== "broken") this.shown();
    });
    this.drawParts();
  }

  shown(): void {
    if (this.seen()) void this.open();
  }

  /** Goes along the evidence of a formula. */
  async along(formula: number): Promise<void> {
    this.close();
    await this.open(formula);
  }

  /** The commands that lead to where the simulation is now. */
  get saved(): string | null {
    return this.script.length > 0 ? this.script.join("\n") : this.walked;
  }

  /** Executes a saved script as soon as there is a simulation. */
  restore(script: string): void {
    this.script = script.split("\n").map((line) => line.trim()).filter((line) => line !== "" && !/^(#|--)/.test(line));
    this.close();
    this.shown();
  }

  private uri(): string | null {
    return this.context.uri.value;
  }

  private mode(at: number): void {
    this.tabs.forEach((tab, number) => tab.setAttribute("aria-selected", String(number === at)));
    this.drawParts();
    if (at === 1) void this.set.shown();
  }

  /** Shows one state or a set of them; nothing can be done without a simulation. */
  private drawParts(): void {
    const isOpen = this.simulation !== null;
    const at = this.tabs.findIndex((tab) => tab.getAttribute("aria-selected") === "true");
    this.walk.hidden = !isOpen || at !== 0;
    this.set.element.hidden = !isOpen || at !== 1;
    this.command.hidden = !isOpen;
    this.again.hidden = isOpen || this.openedFor !== "" || this.uri() === null;
  }

  private async open(evidence?: number): Promise<void> {
    const uri = this.uri();
    if (uri === null || this.openedFor === uri) return;
    this.openedFor = uri;
    this.drawParts();
    this.openings += 1;
    const { openings } = this;
    const params = evidence === undefined ? { uri } : { uri, evidence };
    const opened = await this.work.run("Opening the simulation", (signal) => this.context.client.request("savoir/simulate/open", params, signal));
    // Another one may have been asked for meanwhile.
    if (openings !== this.openings) return;
    if (!opened) {
      this.openedFor = "";
      this.drawParts();
      return;
    }
    this.simulation = opened.simulation;
    this.drawParts();
    this.edited.opened();
    opened.entries.forEach((entry) => this.note(entry));
    const script = this.script;
    this.script = [];
    for (const line of script) {
      const reply = await this.do(line);
      if (reply?.kind === "set") this.set.draw(reply);
    }
    await this.look();
    if (!this.set.element.hidden) await this.set.shown();
  }

  private close(): void {
    this.openings += 1;
    if (this.simulation !== null) void this.context.client.request("savoir/simulate/close", { simulation: this.simulation }).catch(() => {});
    [this.simulation, this.openedFor, this.history, this.length, this.walked] = [null, "", [], 0, null];
    this.work.stop();
    this.drawParts();
    this.edited.closed();
    this.set.clear();
    for (const part of [this.place, this.steps, this.path, this.told, this.log]) fill(part);
  }

  /** Asks the simulation for something. What it says about states is drawn, and everything is noted. */
  private async do(command: string, noted = true): Promise<Reply | null> {
    const simulation = this.simulation;
    if (simulation === null) return null;
    const answer = await this.work.run(command, (signal) => this.context.client.request("savoir/simulate/do", { simulation, command }, signal));
    if (!answer || this.simulation !== simulation) return null;
    if (answer.state) this.context.goTo(answer.state);
    if (noted) this.note(answer.entry);
    if (answer.entry.reply.kind === "error") this.work.say(String(answer.entry.reply["message"]), "error");
    if (answer.entry.reply.kind === "unknown") this.work.say(`Not known: ${String(answer.entry.reply["reason"])}`, "error");
    return answer.entry.reply;
  }

  /** Does something that may move the simulation, and shows where it is then. */
  private async act(command: string): Promise<void> {
    const reply = await this.do(command);
    if (!reply || reply.kind === "error" || reply.kind === "unknown") return;
    if (reply.kind === "set" || reply.kind === "across") this.set.draw(reply);
    await this.look();
  }

  private async look(): Promise<void> {
    const place = await this.do("history", false);
    const options = await this.do("actions", false);
    const truths = await this.do("truth", false);
    const here = await this.do("show", false);
    if (place?.kind === "history") this.history = place["places"] as Place[];
    if (here?.kind === "here") {
      const shown = here["place"] as Place;
      [this.length, this.at] = [Number(here["length"]), shown.step];
      this.drawPlace(shown, truths?.kind === "truths" ? (truths as unknown as Truths) : null);
      if (options?.kind === "options") this.drawSteps(options as unknown as Options, shown.state);
    }
    this.drawPath();
    const saved = await this.do("save session", false);
    this.walked = typeof saved?.["script"] === "string" ? saved["script"] : null;
    this.moved();
  }

  private drawPlace(place: Place, truths: Truths | null): void {
    fill(this.told, place.step === 0 ? "The initial state" : `Step ${place.step} of ${this.length}: ${actionText(place.action)}`);
    const holds = Object.entries(truths?.propositions ?? {});
    const chips = (wanted: boolean) => holds.filter(([, value]) => value === wanted).map(([name]) => h("span", { class: wanted ? "value true" : "value dim" }, name));
    const watched = (truths?.watched ?? []).map(({ formula, holds }) => h("div", null, h("code", null, formula), ` ${holds === null ? "says nothing here" : holds}`));
    fill(this.place, h("h3", null, "State"), stateTable(viewOf(place.state), { marked: new Set(place.changed), hidden: this.context.hidden.value }),
      holds.length > 0 ? [h("h3", null, "Propositions"), h("p", null, chips(true), chips(false))] : null, watched.length > 0 ? [h("h3", null, "Watched"), watched] : null);
  }

  /** What can be done, and where it leads. */
  private drawSteps(options: Options, here: Place["state"]): void {
    const forced = Object.entries(options.by_agent).filter(([, actions]) => actions.length < 2);
    const isForced = new Set(forced.map(([agent]) => agent));
    const rows = options.steps.map(({ action, state }, at) => {
      const chosen = Object.fromEntries(Object.entries(action).filter(([agent]) => !isForced.has(agent)));
      const step = button(actionText(chosen) || "nobody has a choice", () => void this.act(`step ${at + 1}`), { class: "step-button" });
      return h("li", null, step, h("small", { class: "dim" }, changes(here, state).join(", ") || "no change"));
    });
    const none = h("p", null, rows.length === 0 ? "There is no step: a deadlock." : "No step fits the filter.");
    const list = h("ol", { class: "steps-list" }, rows);
    const always = actionText(Object.fromEntries(forced.map(([agent, [action]]) => [agent, action ?? ""])));
    fill(this.steps, h("div", { class: "view-head" }, h("h3", { class: "grow" }, `${rows.length} ${rows.length === 1 ? "step" : "steps"}`), this.filterField(rows, none)),
      always !== "" && rows.length > 0 ? h("p", { class: "dim" }, `Without a choice: ${always}`) : null,
      list, none, options.complete ? null : h("p", { class: "dim" }, "There are more: the command `do` takes any of them."));
  }

  /** A field that leaves those steps whose text contains what is written in it; their numbers stay what they are. */
  private filterField(rows: HTMLElement[], none: HTMLElement): HTMLElement {
    const field = h("input", { attributes: { placeholder: "filter", value: this.filter, "aria-label": "Filter the steps", spellcheck: "false" } });
    const apply = () => {
      this.filter = field.value;
      const wanted = field.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !(row.textContent ?? "").toLowerCase().includes(wanted);
      none.hidden = rows.some((row) => !row.hidden);
    };
    field.addEventListener("input", apply);
    apply();
    return field;
  }

  private drawPath(): void {
    if (this.history.length < 2) return fill(this.path);
    const entries = this.history.map((place) => {
      const text = place.step === 0 ? "start" : actionText(place.action);
      const attributes = { "aria-current": place.step === this.at ? "step" : null, "aria-label": `Step ${place.step}: ${text}` };
      return h("li", null, button(`${place.step}`, () => void this.act(`jump ${place.step}`), { title: text, attributes }));
    });
    fill(this.path, h("h3", null, "Path"), h("ol", { class: "path" }, entries));
  }

  private tools(): HTMLElement {
    const condition = h("input", { attributes: { placeholder: "condition or formula", "aria-label": "Condition or formula", spellcheck: "false", autocomplete: "off" } });
    const about = (command: string, title: string) => button(command[0]!.toUpperCase() + command.slice(1), () => {
      if (condition.value.trim() === "") condition.focus();
      else void this.act(`${command} ${condition.value.trim()}`);
    }, { title });
    return h("div", { class: "sim-tools" },
      h("div", { class: "actions" },
        button("Start", () => void this.chooseStart(), { title: "Choose the initial state" }),
        button("‹ Back", () => void this.act("back"), { title: "Back on the path" }),
        button("Forward ›", () => void this.act("forward"), { title: "Forward on the path" }),
        button("Random", () => void this.act("random"), { title: "A random step" }),
        button("10 random", () => void this.act("random 10"), { title: "Ten random steps" })),
      h("div", { class: "one-line" }, condition,
        about("goal", "A shortest path to a state where it holds"), about("until", "Random steps until it holds"),
        about("is", "Whether it holds here"), about("watch", "Shows its truth in each state")));
  }

  /** Offers the initial states. */
  private async chooseStart(): Promise<void> {
    const reply = await this.do("initial", false);
    if (reply?.kind !== "initial") return;
    const { states, chosen } = reply as unknown as Initial;
    if (states.length < 2) return this.act("start 1");
    const items = states.map((state, at) =>
      h("li", null, button(`${at + 1}`, () => void this.act(`start ${at + 1}`), { attributes: { "aria-current": chosen === at + 1 ? "true" : null } }), stateTable(viewOf(state))));
    fill(this.steps, h("h3", null, "Begin in"), h("ol", { class: "starts" }, items));
    this.steps.querySelector("button")?.focus();
  }

  private commandLine(): HTMLElement {
    const past: string[] = [];
    let at = 0;
    const field = h("input", { attributes: { placeholder: "command, e.g. knows Ann", "aria-label": "Command", spellcheck: "false", autocomplete: "off" } });
    field.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      at = Math.max(0, Math.min(past.length, at + (event.key === "ArrowUp" ? -1 : 1)));
      field.value = past[at] ?? "";
    });
    return h("form", { class: "one-line command", on: { submit: (event) => {
      event.preventDefault();
      const command = field.value.trim();
      if (command === "") return;
      past.push(command);
      at = past.length;
      field.value = "";
      void this.act(command);
    } } }, field, h("button", null, "Do"));
  }

  /** Writes down what was asked and answered, if it says something that is not drawn. */
  private note({ command, reply }: Entry): void {
    const text = answerText(reply);
    if (text === null) return;
    this.log.prepend(h("li", null, h("code", null, command), h("span", null, text)));
    while (this.log.children.length > 50) this.log.lastElementChild?.remove();
  }
}

/** What a step changes, in a few words each. */
function changes(before: Place["state"], after: Place["state"]): string[] {
  return Object.entries(after).flatMap(([agent, values]) =>
    Object.entries(values).filter(([name, value]) => before[agent]?.[name] !== value).map(([name, value]) => `${agent}.${name} → ${String(value)}`));
}

/** An answer in a line; null for those that are drawn. */
export function answerText(reply: Reply): string | null {
  switch (reply.kind) {
    case "truth":
      return `${reply["holds"] ? "holds" : "does not hold"} here`;
    case "walk": {
      const [ending, places] = [String(reply["ending"]), (reply["places"] as Place[]).length];
      const steps = `${places} ${places === 1 ? "step" : "steps"}`;
      return { arrived: steps, stuck: `stuck after ${steps}`, reached: `reached after ${steps}`, "not-reached": "not reached", unreachable: "cannot be reached" }[ending] ?? ending;
    }
    case "knowledge":
      return (reply["agents"] as { agent: string; possible: string; propositions: Record<string, string> }[]).map(({ agent, possible, propositions }) => {
        const known = Object.entries(propositions).filter(([, status]) => status !== "open").map(([name, status]) => (status === "true" ? name : `not ${name}`));
        return `${agent} considers ${possible} possible and knows ${known.join(", ") || "nothing of the propositions"}`;
      }).join("; ");
    case "possible":
      return `${String(reply["agent"])} considers ${String(reply["count"])} states possible`;
    case "evidence":
      return (reply["paths"] as { formula: string; length: number }[]).map(({ formula, length }, at) => `${at + 1}: ${formula.replace(/,$/, "")}, ${length} steps`).join("; ");
    case "error":
      return String(reply["message"]);
    case "unknown":
      return `not known: ${String(reply["reason"])}`;
    default:
      return null;
  }
}
