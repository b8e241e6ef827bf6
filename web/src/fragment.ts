// What the server renders. This is the only place where markup is inserted: fragments that the renderer of evidence pages has made,
// in which everything from a model is escaped. Its script shows what it shows on pages in files.

import "savoir:page-script";
import type { PageData, Raw } from "./protocol.ts";

/** What the script of pages says when another state is shown. */
export interface StepDetail {
  state: Raw | null;
  node: number;
  path: number | null;
  step: number | null;
  key: string;
}

interface Mounted {
  unmount(): void;
}

declare global {
  // eslint-disable-next-line no-var
  var savoir: { mount(root: Element, data: PageData): Mounted | undefined };
}

/** Shows markup of the server in an element. Nothing else may come here. */
export function insertServerFragment(host: HTMLElement, markup: string): void {
  host.classList.add("shown-page");
  host.innerHTML = markup;
  // Here it is a part of a page, which has its own main part.
  for (const part of host.querySelectorAll("main, header, aside")) part.setAttribute("role", "presentation");
  for (const part of host.querySelectorAll<HTMLElement>(".cause")) part.tabIndex = 0;
}

/** Shows a page of evidence; what is returned takes its script away again. */
export function showPage(host: HTMLElement, markup: string, data: PageData, step: (detail: StepDetail) => void): () => void {
  insertServerFragment(host, markup);
  const root = host.querySelector<HTMLElement>(".savoir") ?? host;
  const listen = (event: Event) => step((event as CustomEvent<StepDetail>).detail);
  root.addEventListener("savoir:step", listen);
  const mounted = globalThis.savoir.mount(root, data);
  // A picture fits its frame again when the frame has another size.
  let width = host.clientWidth;
  const sizes = new ResizeObserver(() => {
    if (host.clientWidth === width || host.clientWidth === 0) return;
    width = host.clientWidth;
    window.dispatchEvent(new Event("resize"));
  });
  sizes.observe(host);
  return () => {
    sizes.disconnect();
    root.removeEventListener("savoir:step", listen);
    mounted?.unmount();
    host.replaceChildren();
  };
}

/** The agents of a page that are ticked away, and a way to tick them. */
export function hiddenAgents(host: HTMLElement): string[] {
  return agentBoxes(host).filter(([, box]) => !box.checked).map(([name]) => name);
}

export function hideAgents(host: HTMLElement, names: readonly string[]): void {
  for (const [name, box] of agentBoxes(host)) {
    if (box.checked !== names.includes(name)) continue;
    box.checked = !names.includes(name);
    box.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** Goes to a step of a path as a click on its row does. */
export function goToStep(host: HTMLElement, data: PageData, [path, step]: [path: number, step: number]): void {
  const trace = data.drawings[0]?.paths[path]?.trace;
  if (trace === undefined) return;
  const row = host.querySelector<HTMLElement>(`[data-trace="${Number(trace)}"] tr[data-step="${Number(step)}"]`);
  row?.click();
}

function agentBoxes(host: HTMLElement): [string, HTMLInputElement][] {
  const boxes = [...host.querySelectorAll<HTMLInputElement>("[data-agent-box]")];
  return boxes.map((box) => [box.parentElement?.textContent?.trim() ?? "", box]);
}
