// The parts of the language server protocol that CodeMirror's client does not draw.

import type { LSPClient } from "@codemirror/lsp-client";
import { LSPPlugin } from "@codemirror/lsp-client";
import type { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Position, Range } from "../protocol.ts";

export interface Command {
  title: string;
  command: string;
  arguments?: unknown[];
}

export interface CodeLens {
  range: Range;
  command?: Command;
}

export interface InlayHint {
  position: Position;
  label: string | { value: string }[];
  tooltip?: string | { value: string };
  paddingLeft?: boolean;
  paddingRight?: boolean;
}

export interface Symbol {
  name: string;
  detail?: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children?: Symbol[];
}

export interface TextEdit {
  range: Range;
  newText: string;
}

export interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: { textDocument: { uri: string; version: number | null }; edits: TextEdit[] }[];
}

export interface LspDiagnostic {
  range: Range;
  severity?: number;
  code?: number | string;
  source?: string;
  message: string;
  relatedInformation?: { location: { uri: string; range: Range }; message: string }[];
}

export interface CodeAction {
  title: string;
  kind?: string;
  isPreferred?: boolean;
  diagnostics?: LspDiagnostic[];
  edit?: WorkspaceEdit;
  command?: Command | string;
  disabled?: { reason: string };
}

export interface FoldingRange {
  startLine: number;
  endLine: number;
}

/** The offset of a position, within the text whatever the server says. */
export function offsetOf(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) return doc.length;
  const found = doc.line(Math.max(0, line) + 1);
  return Math.min(found.from + Math.max(0, character), found.to);
}

export function positionOf(doc: Text, offset: number): Position {
  const line = doc.lineAt(offset);
  return { line: line.number - 1, character: offset - line.from };
}

export function rangeOf(doc: Text, from: number, to: number): Range {
  return { start: positionOf(doc, from), end: positionOf(doc, to) };
}

/**
 * Asks about the text of an editor. The answer is null if the server cannot do it, does not answer, or if the text has changed
 * meanwhile: then the next question is already on its way.
 */
export async function ask<T>(view: EditorView, capability: string, method: string, params: object = {}): Promise<T | null> {
  const plugin = LSPPlugin.get(view);
  if (!plugin || !can(plugin.client, capability)) return null;
  plugin.client.sync();
  const asked = view.state.doc;
  const all = { textDocument: { uri: plugin.uri }, ...params };
  const answer = await plugin.client.request<object, T | null>(method, all).catch(() => null);
  return view.state.doc.eq(asked) && LSPPlugin.get(view) === plugin ? answer : null;
}

function can(client: LSPClient, capability: string): boolean {
  const known = client.serverCapabilities as Record<string, unknown> | null;
  return Boolean(known?.[capability]);
}

/** The changes of edits to the text of an editor; null if some of them are for another text. */
export function changesOf(edit: WorkspaceEdit, uri: string, doc: Text): { from: number; to: number; insert: string }[] | null {
  const edits = Object.entries(edit.changes ?? {});
  for (const change of edit.documentChanges ?? []) edits.push([change.textDocument.uri, change.edits]);
  if (edits.some(([other]) => decodeURI(other) !== decodeURI(uri))) return null;
  return edits.flatMap(([, list]) =>
    list.map(({ range, newText }) => ({ from: offsetOf(doc, range.start), to: offsetOf(doc, range.end), insert: newText })),
  );
}
