// Questions to the user, and menus.

import { button, h, uniqueId } from "./dom.ts";

/** Asks with buttons; the answer is the one that was pressed, or null. What may lose somebody's work is not what Enter does. */
export function choose(question: string, options: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const id = uniqueId("question");
    const buttons = options.map((option) => button(option, () => dialog.close(option)));
    const dialog = h("dialog", { attributes: { "aria-labelledby": id } }, h("p", { id }, question),
      h("div", { class: "actions" }, buttons, button("Cancel", () => dialog.close(""), { attributes: { autofocus: true } })));
    open(dialog, () => resolve(dialog.returnValue === "" ? null : dialog.returnValue));
  });
}

/** Asks for a line of text; null if there is none. */
export function prompt(question: string, value: string, hint: string, check: (text: string) => string | null): Promise<string | null> {
  return new Promise((resolve) => {
    const id = uniqueId("question");
    const field = h("input", { attributes: { value, "aria-labelledby": id, autocomplete: "off", spellcheck: "false" } });
    const wrong = h("p", { class: "work error", attributes: { role: "alert", hidden: true } });
    const form = h("form", { on: { submit: (event) => {
      event.preventDefault();
      const problem = check(field.value.trim());
      wrong.textContent = problem ?? "";
      wrong.hidden = problem === null;
      if (problem === null) dialog.close(field.value.trim());
    } } }, h("p", { id }, question), field, h("p", { class: "dim" }, hint), wrong,
      h("div", { class: "actions" }, h("button", { class: "primary" }, "OK"), button("Cancel", () => dialog.close(""))));
    const dialog = h("dialog", null, form);
    open(dialog, () => resolve(dialog.returnValue === "" ? null : dialog.returnValue));
    field.select();
  });
}

/** Shows something until it is closed. */
export function tell(title: string, ...content: Node[]): void {
  const id = uniqueId("title");
  const dialog = h("dialog", { attributes: { "aria-labelledby": id } }, h("h2", { id }, title), content,
    h("div", { class: "actions" }, button("Close", () => dialog.close(), { class: "primary" })));
  open(dialog, () => {});
}

function open(dialog: HTMLDialogElement, closed: () => void): void {
  dialog.addEventListener("close", () => {
    dialog.remove();
    closed();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** A button that shows others below it. */
export function menu(title: string, entries: readonly (readonly [text: string, keys: string, act: () => void])[]): HTMLElement {
  const items = entries.map(([text, keys, act]) => {
    const item = button(text, () => {
      close();
      act();
    }, { attributes: { role: "menuitem" } });
    item.append(h("kbd", null, keys));
    return item;
  });
  const list = h("div", { class: "menu-list", attributes: { role: "menu", "aria-label": title, hidden: true } }, items);
  const opener = button(title, () => (list.hidden ? show() : close()), { attributes: { "aria-haspopup": "menu", "aria-expanded": "false" } });
  const element = h("div", { class: "menu" }, opener, list);
  const show = () => {
    list.hidden = false;
    opener.setAttribute("aria-expanded", "true");
    items[0]?.focus();
  };
  const close = () => {
    list.hidden = true;
    opener.setAttribute("aria-expanded", "false");
  };
  element.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === "Escape" && !list.hidden) {
      close();
      opener.focus();
    } else if (event.key === "ArrowDown") {
      if (list.hidden) show();
      else items[Math.min(at + 1, items.length - 1)]?.focus();
    } else if (event.key === "ArrowUp") items[Math.max(at - 1, 0)]?.focus();
    else return;
    event.preventDefault();
  });
  element.addEventListener("focusout", (event) => {
    if (!element.contains(event.relatedTarget as Node | null)) close();
  });
  return element;
}
