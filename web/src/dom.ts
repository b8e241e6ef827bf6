// Elements, made without markup: everything that comes from elsewhere is text.

type Child = Node | string | number | null | undefined | false | Child[];

interface Properties {
  class?: string;
  id?: string;
  title?: string;
  /** What a click, and so Enter, does. */
  click?: (event: MouseEvent) => void;
  on?: Partial<{ [E in keyof HTMLElementEventMap]: (event: HTMLElementEventMap[E]) => void }>;
  attributes?: Record<string, string | number | boolean | null | undefined>;
}

function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child instanceof Node) parent.appendChild(child);
    else if (child !== null && child !== undefined && child !== false) parent.appendChild(document.createTextNode(String(child)));
  }
}

/** An element with attributes and children; strings among these become text. */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties | null = null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  if (properties) {
    if (properties.class) made.className = properties.class;
    if (properties.id) made.id = properties.id;
    if (properties.title) made.title = properties.title;
    if (properties.click) made.addEventListener("click", properties.click as EventListener);
    for (const [event, handler] of Object.entries(properties.on ?? {})) made.addEventListener(event, handler as EventListener);
    for (const [attribute, value] of Object.entries(properties.attributes ?? {})) setAttribute(made, attribute, value);
  }
  append(made, children);
  return made;
}

/** True is an attribute without a value; false, null and undefined are none. */
export function setAttribute(element: Element, name: string, value: string | number | boolean | null | undefined): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** A button that does not send a form. */
export function button(text: string, click: (event: MouseEvent) => void, properties: Properties = {}): HTMLButtonElement {
  return h("button", { ...properties, click, attributes: { type: "button", ...properties.attributes } }, text);
}

/** Replaces what is in an element. */
export function fill(element: Element, ...children: Child[]): void {
  const fragment = document.createDocumentFragment();
  append(fragment, children);
  element.replaceChildren(fragment);
}

/** A line of text as code, with a title for what does not fit. */
export function code(text: string, className = ""): HTMLElement {
  return h("code", { class: className, title: text }, text);
}

/** The arrow keys, Home and End go through the elements that `items` finds. */
export function arrowKeys(container: HTMLElement, items: () => HTMLElement[], axis: "vertical" | "horizontal" = "vertical"): void {
  const [next, previous] = axis === "vertical" ? ["ArrowDown", "ArrowUp"] : ["ArrowRight", "ArrowLeft"];
  container.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const list = items();
    const at = list.findIndex((item) => item === event.target || item.contains(event.target as Node));
    if (at < 0) return;
    const targets: Record<string, number> = { [next]: at + 1, [previous]: at - 1, Home: 0, End: list.length - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    list[Math.max(0, Math.min(target, list.length - 1))]?.focus();
  });
}

let names = 0;

/** A name for an element that no other has. */
export function uniqueId(prefix: string): string {
  names += 1;
  return `${prefix}-${names}`;
}
