// Light or dark: as the system has it, or as chosen.

import { button } from "./dom.ts";

type Theme = "auto" | "light" | "dark";

const NEXT: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const SIGNS: Record<Theme, string> = { auto: "◐", light: "☀", dark: "☾" };
const WORDS: Record<Theme, string> = { auto: "as the system", light: "light", dark: "dark" };

/** A button that goes through the colours. */
export function themeSwitch(stored: unknown, changed: (theme: Theme) => void): HTMLElement {
  let theme: Theme = stored === "light" || stored === "dark" ? stored : "auto";
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const dark = theme === "dark" || (theme === "auto" && system.matches);
    document.documentElement.dataset["theme"] = dark ? "dark" : "light";
    made.textContent = SIGNS[theme];
    made.title = `Colours: ${WORDS[theme]}`;
    made.setAttribute("aria-label", `Colours: ${WORDS[theme]}; change`);
  };
  const made = button("", () => {
    theme = NEXT[theme];
    changed(theme);
    apply();
  }, { class: "icon theme-switch" });
  system.addEventListener("change", apply);
  apply();
  return made;
}
