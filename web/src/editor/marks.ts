// What is drawn into the text with the server's help: colours by meaning, lenses, hints, other uses of the name at the cursor, folds.

import { codeFolding, foldGutter, foldService } from "@codemirror/language";
import { LSPPlugin } from "@codemirror/lsp-client";
import { type EditorState, type Extension, Prec, type Range as CmRange, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from "@codemirror/view";
import { button, h } from "../dom.ts";
import type { Range } from "../protocol.ts";
import { type CodeLens, type Command, type FoldingRange, type InlayHint, ask, offsetOf, positionOf } from "./requests.ts";

/** What a click on a lens does. */
export type Run = (command: Command) => void;

class Lenses extends WidgetType {
  constructor(readonly commands: Command[], readonly indent: number, readonly run: Run) {
    super();
  }

  override eq(other: Lenses): boolean {
    return this.indent === other.indent && JSON.stringify(this.commands) === JSON.stringify(other.commands);
  }

  override toDOM(): HTMLElement {
    const entries = this.commands.map((command) =>
      // A lens without a command says something, and does nothing.
      command.command === "" ? h("span", null, command.title) : button(command.title, () => this.run(command), { class: "lens", title: titleOf(command) }),
    );
    const row = h("div", { class: "lenses" }, h("span", { class: "lens-indent" }, " ".repeat(this.indent)), entries);
    return row;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** Which formula a lens is about, for lines that have several. */
function titleOf({ title, arguments: [, formula] = [] }: Command): string {
  return typeof formula === "number" ? `${title}: formula ${formula}` : title;
}

class Hint extends WidgetType {
  constructor(readonly text: string, readonly title: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return this.text === other.text && this.title === other.title;
  }

  override toDOM(): HTMLElement {
    const word = /\b(true|false|unknown)\b/.exec(this.text)?.[1] ?? "";
    return h("span", { class: `hint-inline ${word}`, title: this.title }, this.text);
  }
}

type Kind = "tokens" | "lenses" | "hints" | "uses";

const replace = StateEffect.define<{ kind: Kind; set: DecorationSet }>();
const setFolds = StateEffect.define<FoldingRange[]>();

function field(kind: Kind): StateField<DecorationSet> {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, transaction) {
      let now = kind === "uses" && transaction.docChanged ? Decoration.none : set.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(replace) && effect.value.kind === kind) now = effect.value.set;
      return now;
    },
    provide: (self) => EditorView.decorations.from(self),
  });
}

const folds = StateField.define<FoldingRange[]>({
  create: () => [],
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFolds)) return effect.value;
    return transaction.docChanged ? [] : known;
  },
});

function foldAt(state: EditorState, from: number): { from: number; to: number } | null {
  const line = state.doc.lineAt(from);
  const found = state.field(folds).find((range) => range.startLine === line.number - 1 && range.endLine > range.startLine);
  if (!found || found.endLine + 1 > state.doc.lines) return null;
  return { from: line.to, to: state.doc.line(found.endLine + 1).to };
}

/** The marks of semantic tokens: five numbers each, relative to the one before. */
export function tokenMarks(doc: Text, data: readonly number[], types: readonly string[], modifiers: readonly string[]): DecorationSet {
  const marks: CmRange<Decoration>[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down, along, length, type, bits] = data.slice(at, at + 5) as [number, number, number, number, number];
    line += down;
    character = down > 0 ? along : character + along;
    const from = offsetOf(doc, { line, character });
    const to = offsetOf(doc, { line, character: character + length });
    const also = modifiers.filter((_, bit) => bits & (1 << bit)).map((name) => ` sem-${name}`);
    if (to > from && types[type]) marks.push(Decoration.mark({ class: `sem-${types[type]}${also.join("")}` }).range(from, to));
  }
  return RangeSet.of(marks, true);
}

async function colour(view: EditorView): Promise<void> {
  const capabilities = LSPPlugin.get(view)?.client.serverCapabilities as Record<string, never> | null | undefined;
  const legend = (capabilities?.["semanticTokensProvider"] as { legend?: { tokenTypes: string[]; tokenModifiers: string[] } } | undefined)?.legend;
  if (!legend) return;
  const answer = await ask<{ data: number[] }>(view, "semanticTokensProvider", "textDocument/semanticTokens/full");
  if (!answer) return;
  const set = tokenMarks(view.state.doc, answer.data, legend.tokenTypes, legend.tokenModifiers);
  view.dispatch({ effects: replace.of({ kind: "tokens", set }) });
}

async function drawLenses(view: EditorView, run: Run): Promise<void> {
  const answer = await ask<CodeLens[]>(view, "codeLensProvider", "textDocument/codeLens");
  if (!answer) return;
  const doc = view.state.doc;
  const lines = new Map<number, Command[]>();
  for (const lens of answer) {
    const line = Math.min(lens.range.start.line, doc.lines - 1);
    if (lens.command) lines.set(line, [...(lines.get(line) ?? []), lens.command]);
  }
  const widgets = [...lines].sort(([a], [b]) => a - b).map(([number, commands]) => {
    const line = doc.line(number + 1);
    const indent = /^\s*/.exec(line.text)![0].length;
    return Decoration.widget({ widget: new Lenses(commands, indent, run), block: true, side: -1 }).range(line.from);
  });
  view.dispatch({ effects: replace.of({ kind: "lenses", set: RangeSet.of(widgets, true) }) });
}

async function drawHints(view: EditorView): Promise<void> {
  const doc = view.state.doc;
  const range: Range = { start: { line: 0, character: 0 }, end: positionOf(doc, doc.length) };
  const answer = await ask<InlayHint[]>(view, "inlayHintProvider", "textDocument/inlayHint", { range });
  if (!answer) return;
  const widgets = answer.map((hint) => {
    const text = typeof hint.label === "string" ? hint.label : hint.label.map((part) => part.value).join("");
    const title = typeof hint.tooltip === "string" ? hint.tooltip : (hint.tooltip?.value ?? "");
    return Decoration.widget({ widget: new Hint(text, title), side: 1 }).range(offsetOf(doc, hint.position));
  });
  view.dispatch({ effects: replace.of({ kind: "hints", set: RangeSet.of(widgets, true) }) });
}

async function drawFolds(view: EditorView): Promise<void> {
  const answer = await ask<FoldingRange[]>(view, "foldingRangeProvider", "textDocument/foldingRange");
  if (answer) view.dispatch({ effects: setFolds.of(answer) });
}

async function drawUses(view: EditorView): Promise<void> {
  const position = positionOf(view.state.doc, view.state.selection.main.head);
  const answer = await ask<{ range: Range }[]>(view, "documentHighlightProvider", "textDocument/documentHighlight", { position });
  if (!answer) return;
  const doc = view.state.doc;
  const marks = answer.map(({ range }) => [offsetOf(doc, range.start), offsetOf(doc, range.end)] as const);
  const set = marks.filter(([from, to]) => to > from).map(([from, to]) => Decoration.mark({ class: "same-name" }).range(from, to));
  view.dispatch({ effects: replace.of({ kind: "uses", set: RangeSet.of(set, true) }) });
}

/** Waits until the text rests before the server is asked. */
const REST = 120;
const TOLD_REST = 40;
const CURSOR_REST = 250;

/** Asks anew for marks: all of them after a change of the text, lenses and hints after a verdict. */
class Marks {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private verdicts: ReturnType<typeof setTimeout> | undefined;
  private cursor: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: EditorView, private readonly run: Run) {
    this.soon();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged) this.soon();
    if (!update.selectionSet && !update.docChanged) return;
    clearTimeout(this.cursor);
    this.cursor = setTimeout(() => void drawUses(this.view), CURSOR_REST);
  }

  /** Lenses and hints say verdicts; several things that happen at once are one reason to ask. */
  told(): void {
    clearTimeout(this.verdicts);
    this.verdicts = setTimeout(() => {
      void drawLenses(this.view, this.run);
      void drawHints(this.view);
    }, TOLD_REST);
  }

  soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.all(), REST);
  }

  destroy(): void {
    clearTimeout(this.timer);
    clearTimeout(this.cursor);
    clearTimeout(this.verdicts);
  }

  private async all(): Promise<void> {
    // Before the server has introduced itself it is not known what it can do.
    await LSPPlugin.get(this.view)?.client.initializing;
    void colour(this.view);
    void drawFolds(this.view);
    this.told();
  }
}

/** The marks, and a way to ask for them anew. */
export function serverMarks(run: Run): { extension: Extension; told(view: EditorView): void; again(view: EditorView): void } {
  const plugin = ViewPlugin.define((view) => new Marks(view, run));
  const extension = [
    plugin,
    Prec.lowest(field("tokens")),
    field("lenses"),
    field("hints"),
    field("uses"),
    folds,
    foldService.of(foldAt),
    codeFolding(),
    foldGutter({ openText: "▾", closedText: "▸" }),
  ];
  return { extension, told: (view) => view.plugin(plugin)?.told(), again: (view) => view.plugin(plugin)?.soon() };
}
