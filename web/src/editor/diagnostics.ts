// Diagnostics with their fixes: marked in the text, listed in a panel, and in a menu at the cursor.

import { type Action, type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { LSPPlugin, type LSPClient, type LSPClientExtension } from "@codemirror/lsp-client";
import { type Command, EditorView, type Tooltip, ViewPlugin, showTooltip } from "@codemirror/view";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { arrowKeys, button, fill, h } from "../dom.ts";
import { type CodeAction, type LspDiagnostic, ask, changesOf, offsetOf, rangeOf } from "./requests.ts";

const SEVERITIES = ["error", "warning", "info", "hint"] as const;

/** How long the text rests before the server is told about it, in milliseconds. */
const REST = 40;

export interface Counts {
  errors: number;
  warnings: number;
}

/** Takes what the server finds wrong with the text in the editor. */
export function diagnostics(counted: (counts: Counts) => void): LSPClientExtension {
  const rest = ViewPlugin.define((view) => {
    let timer: ReturnType<typeof setTimeout>;
    return {
      update(update) {
        if (!update.docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(() => LSPPlugin.get(view)?.client.sync(), REST);
      },
      destroy: () => clearTimeout(timer),
    };
  });
  return {
    clientCapabilities: {
      textDocument: {
        publishDiagnostics: { versionSupport: true, relatedInformation: true },
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "refactor", "source"] } } },
        codeLens: {},
        inlayHint: {},
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
        foldingRange: { lineFoldingOnly: true },
        documentHighlight: {},
        rename: { prepareSupport: true },
      },
      workspace: { applyEdit: true, codeLens: { refreshSupport: true }, inlayHint: { refreshSupport: true } },
      window: { workDoneProgress: true },
    },
    notificationHandlers: { "textDocument/publishDiagnostics": (client, params) => published(client, params, counted) },
    editorExtension: rest,
  };
}

interface Published {
  uri: string;
  version?: number;
  diagnostics: LspDiagnostic[];
}

function published(client: LSPClient, params: Published, counted: (counts: Counts) => void): boolean {
  const file = client.workspace.files.find((known) => decodeURI(known.uri) === decodeURI(params.uri));
  const view = file?.getView();
  const plugin = view && LSPPlugin.get(view);
  if (!file || !view || !plugin || (params.version !== undefined && params.version !== file.version)) return true;
  const at = (position: LspDiagnostic["range"]["start"]) => plugin.unsyncedChanges.mapPos(offsetOf(plugin.syncedDoc, position));
  const count = (severity: number) => params.diagnostics.filter((one) => (one.severity ?? 1) === severity).length;
  counted({ errors: count(1), warnings: count(2) });
  const shown = (actions: Map<LspDiagnostic, Action[]>) =>
    setDiagnostics(view.state, params.diagnostics.map((one): Diagnostic => ({
      from: at(one.range.start),
      to: at(one.range.end),
      severity: SEVERITIES[(one.severity ?? 1) - 1] ?? "error",
      message: one.message,
      source: one.code === undefined ? "" : String(one.code),
      actions: actions.get(one) ?? [],
      renderMessage: () => message(one),
    })));
  view.dispatch(shown(new Map()));
  void fixes(view, params.diagnostics).then((found) => {
    if (found.size > 0 && file.version === (params.version ?? file.version)) view.dispatch(shown(found));
  });
  return true;
}

/** The sentence of a diagnostic, its code, and what else has to do with it. */
function message(diagnostic: LspDiagnostic): Node {
  const lines = diagnostic.message.split("\n").map((line) => h("div", null, line));
  const related = (diagnostic.relatedInformation ?? []).map(({ location, message }) =>
    h("div", { class: "related" }, `line ${location.range.start.line + 1}: ${message}`),
  );
  const sign = diagnostic.code === undefined ? null : h("span", { class: "diagnostic-code" }, String(diagnostic.code));
  return h("div", { class: "diagnostic-text" }, sign, lines, related);
}

/** The fixes of each diagnostic. */
async function fixes(view: EditorView, list: LspDiagnostic[]): Promise<Map<LspDiagnostic, Action[]>> {
  const found = new Map<LspDiagnostic, Action[]>();
  for (const diagnostic of list.slice(0, 30)) {
    const actions = await actionsAt(view, diagnostic.range, [diagnostic], ["quickfix"]);
    if (actions.length === 0) continue;
    found.set(diagnostic, actions.map((action) => ({ name: action.title, apply: (target: EditorView) => void applyAction(target, action) })));
  }
  return found;
}

async function actionsAt(view: EditorView, range: LspDiagnostic["range"], about: LspDiagnostic[], only?: string[]): Promise<CodeAction[]> {
  const context = only ? { diagnostics: about, only } : { diagnostics: about };
  const answer = await ask<CodeAction[]>(view, "codeActionProvider", "textDocument/codeAction", { range, context });
  return (answer ?? []).filter((action) => action.edit && !action.disabled);
}

/** Does what an action says, if it is about this text alone. */
export function applyAction(view: EditorView, action: CodeAction): boolean {
  const uri = LSPPlugin.get(view)?.uri;
  const changes = uri && action.edit ? changesOf(action.edit, uri, view.state.doc) : null;
  if (!changes) return false;
  view.dispatch({ changes, userEvent: "input.fix", scrollIntoView: true });
  view.focus();
  return true;
}

const setMenu = StateEffect.define<Tooltip | null>();

const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(known, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMenu)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : known;
  },
  provide: (self) => showTooltip.from(self),
});

/** The menu of fixes: shown where it is asked for. */
export const fixMenu: Extension = menu;

/** Shows what can be done at the cursor. */
export const showFixes: Command = (view) => {
  const { from, to, head } = view.state.selection.main;
  void actionsAt(view, rangeOf(view.state.doc, from, to), []).then((actions) => {
    view.dispatch({ effects: setMenu.of({ pos: head, above: false, arrow: false, create: () => ({ dom: menuOf(view, actions), mount: focusFirst }) }) });
    if (actions.length === 0) setTimeout(() => view.dispatch({ effects: setMenu.of(null) }), 1_500);
  });
  return true;
};

let opened: HTMLElement | null = null;

function focusFirst(): void {
  opened?.querySelector("button")?.focus();
}

function menuOf(view: EditorView, actions: CodeAction[]): HTMLElement {
  const list = h("div", { class: "fix-menu", attributes: { role: "menu", "aria-label": "Fixes" } });
  const close = () => {
    view.dispatch({ effects: setMenu.of(null) });
    view.focus();
  };
  const items = actions.map((action) =>
    button(action.title, () => {
      close();
      applyAction(view, action);
    }, { attributes: { role: "menuitem" } }),
  );
  fill(list, items.length > 0 ? items : h("span", { class: "dim" }, "Nothing to fix here"));
  arrowKeys(list, () => items);
  list.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    event.stopPropagation();
  });
  list.addEventListener("focusout", (event) => {
    if (!list.contains(event.relatedTarget as Node | null)) setTimeout(() => view.dispatch({ effects: setMenu.of(null) }));
  });
  opened = list;
  return list;
}
