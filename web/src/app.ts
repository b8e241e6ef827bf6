// The studio: files, an editor, and views of what the server says about the model in it.

import { openLintPanel } from "@codemirror/lint";
import { sentenceOf } from "./client.ts";
import { menu } from "./dialog.ts";
import { button, fill, h } from "./dom.ts";
import { type Counts, diagnostics } from "./editor/diagnostics.ts";
import { EDITOR_COMMANDS, ModelEditor, editorExtensions } from "./editor/editor.ts";
import type { Command } from "./editor/requests.ts";
import { type FileEntry, type FileList, listFiles, uriOf } from "./files.ts";
import { pageKeys, showKeys } from "./keys.ts";
import { Layout } from "./layout.ts";
import { OpenFile } from "./openfile.ts";
import type { ViewName } from "./protocol.ts";
import { Kept, type Session, readSession, sessionOf } from "./session.ts";
import { Sessions } from "./sessions.ts";
import { themeSwitch } from "./theme.ts";
import { Context } from "./views/context.ts";
import { SideView } from "./views/filelist.ts";
import { type Settings, settingsFrom } from "./views/limits.ts";
import { ViewsPanel } from "./views/panel.ts";
import { Wire } from "./wire.ts";

/** The place is kept when nothing has happened for so long, in milliseconds. */
const KEEP = 250;
const OUTLINE = 300;

export class Studio {
  private kept = new Kept("");
  private settings: Settings = settingsFrom(null);
  private files: FileList = { folder: "", files: [], complete: true };
  private wire!: Wire;
  private context!: Context;
  private editor!: ModelEditor;
  private views!: ViewsPanel;
  private side!: SideView;
  private layout!: Layout;
  private open!: OpenFile;
  private sessions!: Sessions;
  private readonly name = h("span", { class: "file-name" });
  private readonly save = button("Save", () => void this.open.save(), { class: "primary" });
  private readonly link = h("span", { class: "link-state", attributes: { role: "status" } });
  private readonly problems = button("", () => this.editor.do(openLintPanel), { class: "plain problems" });
  private readonly notice = h("div", { class: "notice", attributes: { role: "alert", hidden: true } });
  private readonly barStart = h("div", { class: "bar-start" });
  private readonly barEnd = h("div", { class: "bar-end" });
  private keepTimer: ReturnType<typeof setTimeout> | undefined;
  private outlineTimer: ReturnType<typeof setTimeout> | undefined;
  private restoring = false;

  /** Builds the page, and goes where the address or the last visit says. */
  async start(): Promise<void> {
    try {
      this.files = await listFiles();
    } catch (error) {
      document.body.append(h("p", { class: "notice error" }, `The studio does not answer: ${sentenceOf(error)}`));
      return;
    }
    this.kept = new Kept(this.files.folder);
    this.settings = settingsFrom(this.kept.setting("settings"));
    this.build();
    this.wire.open();
    window.addEventListener("hashchange", () => void this.follow());
    const parts = { page: this.layout.element, text: () => this.toText(), view: (view: ViewName) => this.toView(view), save: () => void this.open.save() };
    window.addEventListener("keydown", (event) => pageKeys(event, parts));
    window.addEventListener("pagehide", () => this.keep());
    if (!(await this.follow())) await this.comeBack();
  }

  private build(): void {
    const { protocol, host } = location;
    const base = location.pathname.replace(/[^/]*$/, "");
    this.wire = new Wire(`${protocol === "https:" ? "wss" : "ws"}://${host}${base}lsp`, {
      rootUri: "savoir:///",
      initializationOptions: this.settings,
      extensions: [diagnostics((counts) => this.count(counts)), ...editorExtensions()],
    });
    this.context = new Context(this.wire);
    const host2 = h("div", { class: "editor-host" });
    const footer = h("footer", { class: "editor-foot" }, this.problems, this.link);
    const editor = h("section", { class: "editor-pane", attributes: { "aria-label": "Text", tabindex: -1 } }, this.notice, host2, footer);
    this.editor = new ModelEditor(host2, this.wire, {
      changed: () => this.edited(),
      moved: () => this.keepSoon(),
      run: (command) => this.run(command),
      save: () => void this.open.save(),
    });
    const limits = { settings: this.settings, changed: (settings: Settings) => this.changeSettings(settings) };
    this.views = new ViewsPanel(this.context, limits, () => this.keepSoon());
    this.side = new SideView({
      open: (file) => void this.openFile(file),
      create: () => void this.open.create(),
      reveal: (range) => this.context.reveal(range),
    });
    this.layout = new Layout({ bar: this.bar(), side: this.side.element, editor, views: this.views.element }, () => this.keepSoon());
    this.open = new OpenFile(this.kept, this.editor, (sentence, kind) => this.tell(sentence, kind), () => void this.changedFile());
    this.sessions = new Sessions(() => this.place(), () => this.refreshFiles());
    this.wireUp();
    document.body.append(this.layout.element);
    this.bars();
  }

  private wireUp(): void {
    this.context.reveal = (range) => {
      this.layout.show("text");
      this.editor.reveal(range);
    };
    this.context.show = (view, formula) => this.show(view, formula);
    this.context.formula.changes(() => this.keepSoon());
    this.context.hidden.changes(() => this.keepSoon());
    this.context.place.changes(() => this.keepSoon());
    this.views.simulate.moved = () => this.keepSoon();
    this.wire.link.watch((link) => {
      const words = { connecting: "Connecting …", open: "", lost: "Connection lost, or the studio has ended; trying again …" };
      this.link.textContent = words[link];
      this.link.classList.toggle("error", link === "lost");
    });
    this.side.show(this.files);
  }

  private bar(): HTMLElement {
    return h("header", { class: "bar" }, this.barStart, h("h1", { class: "brand" }, h("b", null, "Savoir"), " studio"), h("span", { class: "bar-file grow" }, this.name), this.barEnd);
  }

  /** The buttons of the bar; these need the editor. */
  private bars(): void {
    const edit = menu("Edit", EDITOR_COMMANDS.map(([title, keys, command]) => [title, keys, () => this.editor.do(command)] as const));
    const session = menu("Session", [
      ["Save session…", "", () => void this.sessions.save()],
      ["Copy link…", "", () => void this.sessions.share()],
      ["Download", "", () => void this.sessions.download()],
      ["New model…", "", () => void this.open.create()],
    ]);
    const theme = themeSwitch(this.kept.setting("theme"), (value) => this.kept.setSetting("theme", value));
    const help = button("?", () => showKeys(), { class: "icon", title: "Keys", attributes: { "aria-label": "Keys" } });
    fill(this.barStart, this.layout.sideSwitch);
    fill(this.barEnd, this.layout.wideSwitch, this.save, edit, session, theme, help);
    void this.changedFile();
  }

  /** The server is told by whoever changes them; a new connection begins with them. */
  private changeSettings(settings: Settings): void {
    Object.assign(this.settings, settings);
    this.kept.setSetting("settings", settings);
  }

  private async openFile(file: FileEntry): Promise<void> {
    if (file.kind === "session") {
      const name = file.path.replace(/\.savoir-session$/, "");
      const hash = `#session=${encodeURIComponent(name)}`;
      if (location.hash === hash) await this.follow();
      else location.hash = hash;
      return;
    }
    if (await this.open.open(file.path)) this.layout.show("text");
  }

  /** After another file was opened, saved or edited for the first time. */
  private async changedFile(): Promise<void> {
    const { path, dirty } = this.open;
    fill(this.name, path ?? "no file", dirty ? h("span", { class: "unsaved", title: "Not saved" }, " ●") : null);
    this.save.disabled = !dirty;
    document.title = path ? `${dirty ? "● " : ""}${path} – Savoir studio` : "Savoir studio";
    const uri = path === null ? null : uriOf(path);
    if (uri !== this.context.uri.value) {
      this.context.uri.value = uri;
      this.side.drawOutline([]);
      this.problems.textContent = "";
      this.outlineSoon();
    }
    if (path !== null && !this.files.files.some((file) => file.path === path)) await this.refreshFiles();
    const drafts = this.files.files.map((file) => file.path).filter((other) => (other === path ? dirty : this.kept.draft(other) !== null));
    this.side.mark(path, new Set(drafts));
    this.keepSoon();
  }

  private async refreshFiles(): Promise<void> {
    this.files = await listFiles().catch(() => this.files);
    this.side.show(this.files);
  }

  private edited(): void {
    this.open.edited();
    this.views.evidence.edited();
    this.outlineSoon();
  }

  private outlineSoon(): void {
    clearTimeout(this.outlineTimer);
    this.outlineTimer = setTimeout(async () => {
      await this.wire.lsp.initializing;
      const symbols = await this.editor.symbols();
      if (symbols) this.side.drawOutline(symbols);
    }, OUTLINE);
  }

  private count({ errors, warnings }: Counts): void {
    const parts = [[errors, "error"], [warnings, "warning"]] as const;
    const texts = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`);
    this.problems.textContent = texts.join(", ") || "No problems";
    this.problems.className = `plain problems ${errors > 0 ? "error" : warnings > 0 ? "warning" : ""}`;
  }

  /** What lenses and actions of the server ask for. */
  private run({ command, arguments: [, index] = [] }: Command): void {
    const formula = Number(index);
    if (command === "savoir.check") {
      this.show("formulas", formula);
      void this.views.formulas.check([formula]);
    } else if (command === "savoir.evidence") this.show("evidence", formula);
    else if (command === "savoir.simulate") this.show("simulate", formula);
  }

  private show(view: ViewName, formula?: number): void {
    const another = formula !== undefined && this.context.formula.value !== formula;
    if (another) this.context.formula.value = formula;
    this.layout.show("views");
    this.views.show(view);
    if (view === "simulate" && formula !== undefined) void this.views.simulate.along(formula);
  }

  private toText(): void {
    this.layout.show("text");
    this.editor.view.focus();
  }

  private toView(view: ViewName): void {
    this.show(view);
    this.views.element.focus();
  }

  private tell(sentence: string, kind: "note" | "error"): void {
    this.notice.className = `notice ${kind}`;
    fill(this.notice, h("span", { class: "grow" }, sentence), button("×", () => (this.notice.hidden = true), { class: "icon", attributes: { "aria-label": "Close" } }));
    this.notice.hidden = sentence === "";
  }

  // Coming back to a place.

  private place(): Session | null {
    const { path, dirty } = this.open;
    if (path === null) return null;
    const session: Session = { schema: "savoir/session/1", file: path, view: this.views.view, hidden: [...this.context.hidden.value], cursor: this.editor.cursor };
    if (dirty) session.text = this.editor.text;
    if (this.context.formula.value !== null) session.formula = this.context.formula.value;
    const { step } = this.views.evidence;
    if (step !== null) session.step = step;
    const { saved } = this.views.simulate;
    if (saved !== null) session.simulation = saved;
    return session;
  }

  private keepSoon(): void {
    clearTimeout(this.keepTimer);
    this.keepTimer = setTimeout(() => this.keep(), KEEP);
  }

  private keep(): void {
    if (this.restoring) return;
    this.open?.keep();
    const session = this.place();
    if (session) this.kept.setPlace(session);
  }

  /** Opens the session that the address names; whether it names one. */
  private async follow(): Promise<boolean> {
    const name = sessionOf(location.hash);
    if (name === null) return false;
    try {
      await this.restore(await this.sessions.read(name));
    } catch (error) {
      this.tell(sentenceOf(error), "error");
      return this.open.path !== null;
    } finally {
      // A reload comes back to what was done since, not to the session again.
      history.replaceState(null, "", location.pathname);
    }
    return true;
  }

  /** Goes where the last visit ended, or to the first model. */
  private async comeBack(): Promise<void> {
    const last = this.kept.place();
    const first = this.files.files.find(({ kind }) => kind === "model");
    try {
      // Unsaved text comes from the draft, which is newer.
      const { text: _, ...session } = readSession(JSON.stringify(last));
      if (!this.files.files.some(({ path }) => path === session.file)) throw new Error("The file is gone");
      await this.restore(session);
    } catch {
      if (first) await this.open.open(first.path);
    }
  }

  private async restore(session: Session): Promise<void> {
    this.restoring = true;
    try {
      if (!(await this.open.open(session.file, session))) return;
      this.context.hidden.value = session.hidden;
      this.context.formula.value = session.formula ?? null;
      await this.connected();
      this.views.evidence.restore(session.step ?? null);
      if (session.simulation !== undefined) this.views.simulate.restore(session.simulation);
      this.views.show(session.view);
    } finally {
      this.restoring = false;
    }
    this.keepSoon();
  }

  private connected(): Promise<void> {
    return new Promise((resolve) => {
      const done = this.wire.link.changes((link) => {
        if (link !== "open") return;
        done();
        resolve();
      });
      if (this.wire.link.value === "open") {
        done();
        resolve();
      }
    });
  }
}
