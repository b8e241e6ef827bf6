// The file in the editor: opened, edited, saved, and kept as a draft until it is saved.

import { choose, prompt } from "./dialog.ts";
import type { ModelEditor } from "./editor/editor.ts";
import { sentenceOf } from "./client.ts";
import { Conflict, readFile, uriOf, writeFile } from "./files.ts";
import { type LineEnd, lineEndOf, plainLines, withLineEnd } from "./lines.ts";
import type { Kept, Session } from "./session.ts";

const EMPTY = `Agent Someone
  Vars:
    on : boolean;
  end Vars
  Actions = {press, wait};
  Protocol:
    Other : {press, wait};
  end Protocol
  Evolution:
    on = true if Action = press;
  end Evolution
end Agent

Evaluation
  light if Someone.on = true;
end Evaluation

InitStates
  Someone.on = false;
end InitStates

Formulae
  AG EF light;
end Formulae
`;

type Tell = (sentence: string, kind: "note" | "error") => void;

export class OpenFile {
  path: string | null = null;
  private readonly kept: Kept;
  private readonly editor: ModelEditor;
  private readonly tell: Tell;
  private readonly changed: () => void;
  /** The text on the disk as the editor has it, how its lines end there, and what tells it from others; null if there is no file yet. */
  private saved = "";
  private lineEnd: LineEnd = "\n";
  private hash: string | null = null;
  private wasDirty = false;
  private opening = 0;

  constructor(kept: Kept, editor: ModelEditor, tell: Tell, changed: () => void) {
    this.kept = kept;
    this.editor = editor;
    this.tell = tell;
    this.changed = changed;
  }

  get dirty(): boolean {
    return this.path !== null && (this.hash === null || this.editor.text !== this.saved);
  }

  /** Opens a file with its draft, or with the text of a session; whether that worked. */
  async open(path: string, session?: Pick<Session, "text" | "cursor">): Promise<boolean> {
    this.keep();
    this.opening += 1;
    const { opening } = this;
    try {
      const file = await readFile(path);
      // Somebody has asked for another one meanwhile.
      if (opening !== this.opening) return false;
      this.keep();
      const draft = this.kept.draft(path);
      const takesDraft = draft !== null && (session?.text === undefined || session.text === draft.text || !(await this.replaces(path)));
      this.tell("", "note");
      [this.path, this.saved, this.hash] = [path, plainLines(file.text), file.hash];
      this.lineEnd = lineEndOf(file.text);
      const text = plainLines(takesDraft ? draft.text : (session?.text ?? file.text));
      if (takesDraft && text !== this.saved && draft.base !== file.hash) {
        this.tell("This file has changed on the disk since it was edited here. The text is the edited one; saving will ask.", "note");
        this.hash = draft.base;
      }
      this.editor.open(uriOf(path), text, session?.cursor ?? draft?.cursor ?? 0);
      this.wasDirty = this.dirty;
      this.changed();
      return true;
    } catch (error) {
      this.tell(sentenceOf(error), "error");
      return false;
    }
  }

  /** Whether the text of a session may take the place of one that was edited here and not saved. */
  private async replaces(path: string): Promise<boolean> {
    const session = "Take the text of the session";
    return (await choose(`The session has another text of ${path} than the one that was edited here and is not saved.`, [session, "Keep the edited one"])) === session;
  }

  /** The text in the editor is another one. */
  edited(): void {
    this.keepSoon();
    if (this.dirty === this.wasDirty) return;
    this.wasDirty = this.dirty;
    this.changed();
  }

  private timer: ReturnType<typeof setTimeout> | undefined;

  private keepSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keep(), 200);
  }

  /** Keeps what is not saved. */
  keep(): void {
    clearTimeout(this.timer);
    if (this.path === null) return;
    const { text, cursor } = this.editor;
    this.kept.setDraft(this.path, this.dirty ? { text, base: this.hash ?? "", cursor } : null);
  }

  async save(): Promise<void> {
    if (this.path === null || !this.dirty) return;
    const [path, text] = [this.path, this.editor.text];
    try {
      await this.write(path, text, this.hash);
    } catch (error) {
      if (!(error instanceof Conflict)) return this.tell(sentenceOf(error), "error");
      const answer = await choose(`${path} has changed on the disk since it was opened here.`, ["Overwrite it", "Take the one on the disk"]);
      if (answer === "Overwrite it") await this.write(path, text, error.hash).catch((again: unknown) => this.tell(sentenceOf(again), "error"));
      else if (answer !== null) {
        this.kept.setDraft(path, null);
        this.path = null;
        await this.open(path);
      }
    }
  }

  private async write(path: string, text: string, expect: string | null): Promise<void> {
    const hash = await writeFile(path, withLineEnd(text, this.lineEnd), expect);
    if (this.path !== path) return;
    [this.hash, this.saved] = [hash, text];
    this.tell("", "note");
    this.editor.wasSaved();
    this.keep();
    this.wasDirty = this.dirty;
    this.changed();
  }

  /** Asks for a name and begins a model. */
  async create(): Promise<void> {
    const check = (name: string) => (/^[^\\:*?"<>|]+$/.test(name) && !name.startsWith("/") && !name.split("/").includes("..") ? null : "This is no name for a file below the folder.");
    const name = await prompt("Name of the new model", "new.ispl", "In the folder of the studio; ends in .ispl", check);
    if (name === null) return;
    const path = name.endsWith(".ispl") ? name : `${name}.ispl`;
    try {
      await writeFile(path, EMPTY, null);
      await this.open(path);
    } catch (error) {
      this.tell(error instanceof Conflict ? `There is a file ${path} already.` : sentenceOf(error), "error");
    }
  }
}
