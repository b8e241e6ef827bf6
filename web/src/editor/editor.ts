// The editor of a model: CodeMirror with the server's help.

import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintGutter, lintKeymap, openLintPanel } from "@codemirror/lint";
import {
  findReferences, findReferencesKeymap, formatDocument, formatKeymap, hoverTooltips, jumpToDefinition, jumpToDefinitionKeymap,
  renameKeymap, renameSymbol, serverCompletion, signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  type Command, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import type { Range } from "../protocol.ts";
import type { Wire } from "../wire.ts";
import { applyAction, fixMenu, showFixes } from "./diagnostics.ts";
import { isplLanguage } from "./ispl.ts";
import { type Run, serverMarks } from "./marks.ts";
import { type Symbol, type WorkspaceEdit, ask, offsetOf } from "./requests.ts";

export interface EditorEvents {
  /** The text is another one. */
  changed(): void;
  /** The cursor is elsewhere. */
  moved(): void;
  run: Run;
  save(): void;
}

/** What extensions of the client of the protocol an editor needs. */
export function editorExtensions(): Extension[] {
  return [
    serverCompletion(),
    hoverTooltips(),
    signatureHelp(),
    keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
  ];
}

export class ModelEditor {
  readonly view: EditorView;
  private readonly wire: Wire;
  private readonly events: EditorEvents;
  private readonly marks: ReturnType<typeof serverMarks>;
  private uri: string | null = null;

  constructor(host: HTMLElement, wire: Wire, events: EditorEvents) {
    this.wire = wire;
    this.events = events;
    this.marks = serverMarks(events.run);
    this.view = new EditorView({ parent: host, state: EditorState.create({ extensions: EditorState.readOnly.of(true) }) });
    wire.refresh = (what) => (what === "semanticTokens" ? this.marks.again(this.view) : this.marks.told(this.view));
    wire.applyEdit = (edit) => applyAction(this.view, { title: "", edit: edit as WorkspaceEdit });
    wire.on("savoir/verdicts", () => this.marks.told(this.view));
    wire.link.changes((link) => {
      if (link === "open") this.marks.again(this.view);
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  get cursor(): number {
    return this.view.state.selection.main.head;
  }

  /** Shows another text; the server is told by the plugin of the client. */
  open(uri: string, text: string, cursor: number): void {
    const at = Math.min(cursor, text.length);
    this.uri = uri;
    this.view.setState(EditorState.create({ doc: text, selection: { anchor: at }, extensions: this.extensions(uri) }));
    this.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
  }

  /** Selects a range and shows it. */
  reveal(range: Range): void {
    const doc = this.view.state.doc;
    const [anchor, head] = [offsetOf(doc, range.start), offsetOf(doc, range.end)];
    this.view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
    this.view.focus();
  }

  /** Tells the server that the text is on the disk now. */
  wasSaved(): void {
    if (this.uri === null) return;
    this.wire.lsp.sync();
    this.wire.lsp.notification("textDocument/didSave", { textDocument: { uri: this.uri } });
  }

  symbols(): Promise<Symbol[] | null> {
    return ask<Symbol[]>(this.view, "documentSymbolProvider", "textDocument/documentSymbol");
  }

  /** Runs a command of the editor, as a menu does. */
  do(command: Command): void {
    this.view.focus();
    command(this.view);
  }

  private extensions(uri: string): Extension[] {
    return [
      lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), highlightSpecialChars(), history(), drawSelection(),
      indentOnInput(), bracketMatching(), closeBrackets(), highlightSelectionMatches(), search({ top: true }), lintGutter(),
      EditorState.tabSize.of(2), EditorView.lineWrapping, isplLanguage(), this.marks.extension, fixMenu,
      EditorView.contentAttributes.of({ "aria-label": `Text of ${decodeURI(uri).split("/").pop() ?? ""}` }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.events.changed();
        else if (update.selectionSet) this.events.moved();
      }),
      keymap.of([
        { key: "Mod-s", run: () => (this.events.save(), true), preventDefault: true },
        { key: "Mod-.", run: showFixes, preventDefault: true },
        { key: "Tab", run: acceptCompletion },
        ...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap,
        indentWithTab,
      ]),
      this.wire.lsp.plugin(uri, "ispl"),
    ];
  }
}

/** What a menu of the editor offers: a title, keys, and what is done. */
export const EDITOR_COMMANDS: readonly [title: string, keys: string, command: Command][] = [
  ["Fix…", "Ctrl+.", showFixes],
  ["Rename…", "F2", renameSymbol],
  ["Go to definition", "F12", jumpToDefinition],
  ["Find uses", "Shift+F12", findReferences],
  ["Format", "Shift+Alt+F", formatDocument],
  ["Comment", "Ctrl+/", toggleComment],
  ["Problems", "Ctrl+Shift+M", openLintPanel],
];
