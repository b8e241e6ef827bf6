// Sessions as files of the folder, and links to them.

import { sentenceOf } from "./client.ts";
import { choose, prompt, tell } from "./dialog.ts";
import { button, h } from "./dom.ts";
import { Conflict, readFile, writeFile } from "./files.ts";
import { SESSION_END, type Session, readSession } from "./session.ts";

export class Sessions {
  private readonly place: () => Session | null;
  private readonly written: () => Promise<void>;
  private last = "";

  constructor(place: () => Session | null, written: () => Promise<void>) {
    this.place = place;
    this.written = written;
  }

  async read(name: string): Promise<Session> {
    this.last = name;
    return readSession((await readFile(name + SESSION_END)).text);
  }

  /** Writes a session; its name if that worked. */
  async save(): Promise<string | null> {
    const session = this.place();
    if (!session) return null;
    const proposed = this.last || session.file.replace(/\.ispl$/, "");
    const check = (text: string) => (/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .,()/-]*$/u.test(text) && !text.split("/").includes("..") ? null : "Letters, digits, spaces and hyphens make a name.");
    const name = await prompt("Name of the session", proposed, "It is written beside the models, with what is not saved, and can be opened from the list of files.", check);
    if (name === null) return null;
    try {
      if (!(await this.write(name, JSON.stringify(session, null, 2) + "\n"))) return null;
    } catch (error) {
      tell("The session was not saved", h("p", null, sentenceOf(error)));
      return null;
    }
    this.last = name;
    await this.written();
    this.show(name);
    return name;
  }

  /** A link to a session is one to a file, so it is saved first. */
  async share(): Promise<void> {
    await this.save();
  }

  /** The session as a file for somewhere else. */
  async download(): Promise<void> {
    const session = this.place();
    if (!session) return;
    const address = URL.createObjectURL(new Blob([JSON.stringify(session, null, 2)], { type: "application/json" }));
    const link = h("a", { attributes: { href: address, download: session.file.split("/").pop()!.replace(/\.ispl$/, "") + SESSION_END } });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  private show(name: string): void {
    const address = `${location.origin}${location.pathname}#session=${encodeURIComponent(name)}`;
    const field = h("input", { attributes: { value: address, readonly: true, "aria-label": "Link" } });
    const copy = button("Copy", () => {
      field.select();
      void navigator.clipboard.writeText(address).then(() => (copy.textContent = "Copied"), () => field.select());
    });
    tell("The session is saved", h("p", null, "This link opens it on this machine, as long as the studio runs:"), h("div", { class: "one-line" }, field, copy));
    field.select();
  }

  /** Writes the file; one that was not opened or saved here before is only replaced if that is wanted. */
  private async write(name: string, text: string): Promise<boolean> {
    try {
      await writeFile(name + SESSION_END, text, null);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const replace = "Replace it";
      if (name !== this.last && (await choose(`There is a session ${name} already.`, [replace])) !== replace) return false;
      await writeFile(name + SESSION_END, text, error.hash);
    }
    return true;
  }
}
