// Playing against a strategy: the winner's moves are those of its table, all others are chosen by the user.

import { sentenceOf } from "../client.ts";
import { button, fill, h } from "../dom.ts";
import { insertServerFragment } from "../fragment.ts";
import type { Play, Round, StateView } from "../protocol.ts";
import { actionText } from "../words.ts";
import { type Context, type View, Work } from "./context.ts";
import { EditedNotice } from "./edited.ts";
import { hasStrategy } from "./formulas.ts";
import { FormulaPicker } from "./picker.ts";
import { differences, sentence, stateTable } from "./state.ts";

const OVER: Record<Round["status"], boolean> = { "going on": false, "avoided so far": false, reached: true, lost: true, stuck: true };

export class PlayView implements View {
  readonly element: HTMLElement;
  private readonly context: Context;
  private readonly seen: () => boolean;
  private readonly picker: FormulaPicker;
  private readonly work = new Work();
  private readonly edited: EditedNotice;
  private readonly about = h("div", { class: "about-play" });
  private readonly board = h("div", { class: "board" });
  private readonly strategy = h("details", { class: "strategy-table" });
  private play: Play | null = null;
  private rounds: Round[] = [];
  private loaded = "";

  constructor(context: Context, seen: () => boolean) {
    this.context = context;
    this.seen = seen;
    this.picker = new FormulaPicker(context, ({ text }) => hasStrategy(text));
    this.edited = new EditedNotice(context, "play", () => {
      this.close();
      this.shown();
    });
    this.element = h("section", { class: "view play-view", attributes: { "aria-label": "Play" } },
      h("header", { class: "view-head" }, this.picker.element), this.work.element, this.edited.element, this.about, this.board, this.strategy);
    context.formula.changes(() => this.shown());
    context.uri.changes(() => this.close());
    context.verdicts.changes((verdicts) => {
      if (verdicts?.state !== "checking") this.shown();
    });
  }

  shown(): void {
    if (this.seen()) void this.open();
  }

  private async open(): Promise<void> {
    const { uri, formula, verdicts } = this.context;
    const text = verdicts.value?.formulas.find((one) => one.index === formula.value)?.text ?? "";
    const key = JSON.stringify([uri.value, formula.value, text]);
    if (key === this.loaded) return;
    this.close();
    if (uri.value === null || formula.value === null || !hasStrategy(text)) {
      this.work.say("Choose a formula with a coalition, such as <racers>F won: one side of it has a strategy to play against.");
      return;
    }
    this.loaded = key;
    const params = { uri: uri.value, formula: formula.value };
    const play = await this.work.run("Looking for a strategy", (signal) => this.context.client.request("savoir/play/open", params, signal));
    if (!play || this.loaded !== key) return;
    this.play = play;
    this.edited.opened();
    this.rounds = [play.round];
    this.draw();
  }

  private close(): void {
    if (this.play) void this.context.client.request("savoir/play/close", { play: this.play.play }).catch(() => {});
    this.play = null;
    this.edited.closed();
    this.loaded = "";
    this.rounds = [];
    this.work.stop();
    for (const part of [this.about, this.board, this.strategy]) fill(part);
    this.strategy.hidden = true;
  }

  private draw(): void {
    const { play } = this;
    if (!play) return;
    const [winner, you] = [play.winner === "coalition" ? "The coalition wins" : "The opponents win", play.you.join(", ")];
    fill(this.about,
      h("p", null, h("b", null, `${winner}: `), sentence(play.goal), "."),
      h("p", null, "You play ", h("b", null, you === "" ? "nobody: only what the model leaves open" : you), you === "" ? "." : "; try to prevent it."),
      this.starts(play));
    const table = h("div");
    insertServerFragment(table, play.table);
    const note = play.whole ? null : h("p", { class: "dim" }, "The table was cut; a play may leave it.");
    fill(this.strategy, h("summary", null, "The strategy you play against"), table, note);
    this.strategy.hidden = false;
    this.strategy.open = true;
    this.drawRound();
  }

  private starts(play: Play): HTMLElement | null {
    if (play.starts.length < 2) return null;
    const select = h("select", { attributes: { "aria-label": "Begin in" } }, play.starts.map((state, at) =>
      h("option", { attributes: { value: at } }, `${at + 1}: ${startText(play.starts, state)}`)));
    select.addEventListener("change", () => void this.start(Number(select.value)));
    return h("label", { class: "one-line" }, "Begin in ", select);
  }

  private async start(start: number): Promise<void> {
    const round = await this.ask("Beginning", (play, signal) => this.context.client.request("savoir/play/start", { play, start }, signal));
    if (!round) return;
    this.rounds = [round];
    this.drawRound();
  }

  private async move(how: { actions?: Record<string, string>; outcome?: number }): Promise<void> {
    const round = await this.ask("Moving", (play, signal) => this.context.client.request("savoir/play/move", { play, ...how }, signal));
    if (!round) return;
    // While outcomes are open, the round is not over.
    if (this.rounds.at(-1)?.outcomes.length) this.rounds.pop();
    this.rounds.push(round);
    this.drawRound();
  }

  private async back(): Promise<void> {
    const round = await this.ask("Going back", (play, signal) => this.context.client.request("savoir/play/back", { play }, signal));
    if (!round) return;
    this.rounds = this.rounds.filter(({ number, outcomes }) => number < round.number && outcomes.length === 0).concat(round);
    this.drawRound();
  }

  private async ask(what: string, how: (play: string | number, signal: AbortSignal) => Promise<{ round: Round }>): Promise<Round | null> {
    const play = this.play;
    if (!play) return null;
    const answer = await this.work.run(what, (signal) => how(play.play, signal)).catch((error: unknown) => {
      this.work.say(sentenceOf(error), "error");
      return null;
    });
    return this.play === play ? (answer?.round ?? null) : null;
  }

  private drawRound(): void {
    const round = this.rounds.at(-1);
    if (!round || !this.play) return;
    this.context.goTo(round.state.state);
    const before = this.rounds.at(-2);
    const marked = new Set(before ? differences(before.state, round.state).map(([name]) => name) : []);
    const over = OVER[round.status];
    fill(this.board,
      h("h3", null, over ? `The play is over after ${round.number} ${round.number === 1 ? "step" : "steps"}` : `Round ${round.number + 1}`),
      h("p", { class: "verdict-line", attributes: { role: "status" } }, sentence(round.sentence)),
      over ? h("p", { class: "lost" }, "You have lost: the strategy wins, whatever you do.") : null,
      stateTable(round.state, { marked, hidden: this.context.hidden.value }),
      over ? null : this.choices(round),
      h("div", { class: "actions" },
        button("Back", () => void this.back(), { attributes: { disabled: this.rounds.length < 2 } }),
        button("Begin again", () => void this.start(0), { attributes: { disabled: this.rounds.length < 2 } })),
      this.history());
  }

  /** What the user may do: an action for each agent, or what comes of it. */
  private choices(round: Round): HTMLElement {
    if (round.outcomes.length > 0) return this.outcomes(round);
    const groups = round.choices.map(({ agent, actions }, number) =>
      h("fieldset", { class: "choices" }, h("legend", null, agent), actions.map((action, at) => {
        const radio = h("input", { attributes: { type: "radio", name: `play-${number}`, value: action, checked: at === 0, "data-agent-name": agent } });
        return h("label", null, radio, ` ${action}`);
      })));
    const form: HTMLFormElement = h("form", { class: "moves", on: { submit: (event) => {
      event.preventDefault();
      const chosen = [...form.querySelectorAll<HTMLInputElement>("input:checked")];
      void this.move({ actions: Object.fromEntries(chosen.map((radio) => [radio.dataset["agentName"] ?? "", radio.value])) });
    } } }, groups, h("button", { class: "primary" }, groups.length > 0 ? "Play this" : "Go on"));
    return form;
  }

  private outcomes(round: Round): HTMLElement {
    const list = round.outcomes.map((state, at) =>
      h("li", null, button(startText(round.outcomes, state), () => void this.move({ outcome: at }))));
    return h("div", null, h("p", null, `${actionText(round.did)}: choose what comes of it.`), h("ol", { class: "possible" }, list));
  }

  private history(): HTMLElement | null {
    if (this.rounds.length < 2) return null;
    const rows = this.rounds.slice(1).map((round, at) => {
      const before = this.rounds[at]!;
      const changed = differences(before.state, round.state).map(([name, , value]) => `${name} = ${value}`);
      return h("li", null, h("b", null, actionText(round.did)), h("span", { class: "dim" }, ` → ${changed.join(", ") || "nothing changes"}`));
    });
    return h("details", { attributes: { open: true } }, h("summary", null, "The play so far"), h("ol", { class: "history" }, rows));
  }
}

/** What tells a state from the others of a list. */
function startText(list: StateView[], state: StateView): string {
  const telling = new Set(list.flatMap((other) => differences(other, state).map(([name]) => name)));
  const values = state.agents.flatMap(({ agent, values }) => values.map(([name, value]) => [`${agent}.${name}`, value] as const));
  return values.filter(([name]) => telling.has(name)).map(([name, value]) => `${name} = ${value}`).join(", ") || "this state";
}
